package dev.tickless;

import java.util.ArrayList;
import java.util.List;

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

    /**
     * Begins to note the calls of the chosen classes that reach the real clock; those noted before are forgotten. Until
     * {@link #stopNotingEscaped} each clock read of the JVM costs a look at its caller.
     *
     * @throws TicklessException when the agent is not loaded or was loaded without {@code scope}
     */
    public static void noteEscaped() {
        Agent.required();
        AgentBridge.watchEscaped0(true);
    }

    /**
     * Ends what {@link #noteEscaped} or the option {@code escaped} began; what was noted stays.
     *
     * @throws TicklessException when the agent is not loaded or was loaded without {@code scope}
     */
    public static void stopNotingEscaped() {
        Agent.required();
        AgentBridge.watchEscaped0(false);
    }

    /**
     * The clock reads and sleeps of the chosen classes that were not redirected, one for each stack, the first first: calls
     * by reflection and method handles, of a {@code Clock} that was handed in, and of classes that could not be changed.
     * Nothing is noted while the scope is off.
     *
     * @throws TicklessException when the agent is not loaded
     */
    public static List<EscapedCall> escaped() {
        Agent.required();
        Object[] rows = AgentBridge.escaped0();
        List<EscapedCall> calls = new ArrayList<>();
        for (int row = 0; row + 3 < rows.length; row += 4) {
            calls.add(new EscapedCall(
                    (String) rows[row],
                    (String) rows[row + 1],
                    ((long[]) rows[row + 2])[0],
                    List.of((StackTraceElement[]) rows[row + 3])));
        }
        return List.copyOf(calls);
    }
}
