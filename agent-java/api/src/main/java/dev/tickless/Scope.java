package dev.tickless;

/**
 * The switch of component scope, for classes chosen by the agent's {@code scope} option.
 *
 * <p>Off, the chosen classes have the bytes they were loaded with: those that are loaded are given them back
 * (RetransformClasses), those that are loaded later keep them. A method that runs at that moment finishes as it is. While
 * a world has been opened in this JVM their clock calls still ask whether the thread lives in one.
 */
public final class Scope {
    private Scope() {}

    /**
     * Sends the calls of the chosen classes to their time source; so it is when the JVM starts.
     *
     * @return how many loaded classes were changed
     * @throws TicklessException when the agent is not loaded, was loaded without {@code scope}, or a class cannot be changed
     */
    public static int on() {
        Agent.required();
        return AgentBridge.scope0(true);
    }

    /**
     * Gives the chosen classes their own calls back.
     *
     * @return how many loaded classes were changed
     * @throws TicklessException when the agent is not loaded, was loaded without {@code scope}, or a class cannot be changed
     */
    public static int off() {
        Agent.required();
        return AgentBridge.scope0(false);
    }
}
