import dev.tickless.VirtualTime;

/** Opens a frozen world in which a thread waits for a time that nobody moves, for as many real seconds as told. */
public final class Stuck {
    private Stuck() {}

    public static void main(String[] args) throws Exception {
        VirtualTime world = VirtualTime.builder().joinOpener(false).open();
        world.virtual(() -> {
            Thread sleeper = new Thread(() -> {
                try {
                    Thread.sleep(1_000);
                } catch (InterruptedException never) {
                    throw new AssertionError(never);
                }
            });
            sleeper.setDaemon(true);
            sleeper.start();
            return null;
        });
        world.settle();
        long before = cpuNanos();
        Thread.sleep(1_000L * Integer.parseInt(args[0]));
        System.out.println(cpuNanos() - before);
        System.exit(0);
    }

    private static long cpuNanos() {
        var bean = java.lang.management.ManagementFactory.getOperatingSystemMXBean();
        return ((com.sun.management.OperatingSystemMXBean) bean).getProcessCpuTime();
    }
}
