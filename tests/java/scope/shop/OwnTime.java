package shop;

/** A time source of a project's own, with the three methods that it must have. */
public final class OwnTime {
    public static long currentTimeMillis() {
        return 5_000;
    }

    public static long nanoTime() {
        return 43;
    }

    public static void sleep(long millis) {
        dev.tickless.TimeSource.SLEPT.add("own " + millis);
    }

    private OwnTime() {
    }
}
