package dev.tickless;

/** Whether the agent is there, and what to say when it is not. */
final class Agent {
    static final String MISSING =
            """
            the Tickless agent is not loaded in this JVM. Load it when the JVM starts:
              java:   java -agentpath:/path/to/libtickless.so ... (`tickless paths` prints the path as agent=)
              Maven:  dev.tickless:tickless-maven-plugin, goal prepare-agent (it sets argLine for surefire and failsafe)
              Gradle: tasks.withType(Test).configureEach { jvmArgs '-agentpath:/path/to/libtickless.so' }
              IDE:    add -agentpath:/path/to/libtickless.so to the VM options of the run configuration""";

    private static volatile Bridge bridge = new NativeBridge();
    /** Only a yes is remembered: an agent never goes away, and a no costs little. */
    private static volatile boolean loaded;

    private Agent() {}

    static boolean isLoaded() {
        if (!loaded) {
            try {
                bridge.version();
                loaded = true;
            } catch (UnsatisfiedLinkError e) {
                return false;
            }
        }
        return true;
    }

    static Bridge required() {
        if (!isLoaded()) {
            throw new TicklessException(MISSING);
        }
        return bridge;
    }

    /** Puts another bridge in place and returns the last one; only tests call it. */
    static synchronized Bridge replace(Bridge other) {
        Bridge previous = bridge;
        bridge = other;
        loaded = false;
        return previous;
    }
}
