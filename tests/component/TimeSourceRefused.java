// what: a time source that lacks a method, or has it with another type, is refused with one line that names both classes; the class that would read it stays as it was and is on real time
// run: plain --agent-opts scope=TimeSourceRefused$*Component,time-source=TimeSourceRefused$Time
// jdk: 17+
public class TimeSourceRefused {
    /** {@code sleep} takes an int, which is another method. */
    public static class Time {
        public static long currentTimeMillis() {
            return 1;
        }

        public static long nanoTime() {
            return 1;
        }

        public static void sleep(int millis) {}
    }

    static class FirstComponent {
        static long millis() {
            return System.currentTimeMillis();
        }
    }

    static class SecondComponent {
        static void sleep() throws InterruptedException {
            Thread.sleep(1);
        }
    }

    /** Reads no clock, so it is not named. */
    static class QuietComponent {
        static String text() {
            return "quiet";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println("real: " + (FirstComponent.millis() > 1_000_000));
        long before = System.nanoTime();
        SecondComponent.sleep();
        System.out.println("slept: " + (System.nanoTime() - before >= 1_000_000));
        System.out.println(QuietComponent.text());
    }
}
