// what: what stays real in a world of 2001 in which 30 days pass: start and uptime of the JVM and its process, file timestamps, CPU times, JFR
// run: world --start 2001-02-03T04:05:06Z
// jdk: 17+
// real-limit: 60
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

public class RealClocks {
    /** When this was written: whatever is real lies behind it. */
    static final Instant WRITTEN = Instant.parse("2026-11-01T00:00:00Z");

    @Name("story.Slept")
    static class Slept extends Event {}

    static void print(String what, boolean holds) {
        System.out.println(what + ": " + holds);
    }

    static boolean isReal(Instant instant) {
        return instant.isAfter(WRITTEN);
    }

    public static void main(String[] args) throws Exception {
        var runtime = ManagementFactory.getRuntimeMXBean();
        var threads = ManagementFactory.getThreadMXBean();
        Thread.sleep(Duration.ofDays(30).toMillis());
        System.out.println("now " + Instant.now());

        print("RuntimeMXBean.getStartTime is real", isReal(Instant.ofEpochMilli(runtime.getStartTime())));
        print("RuntimeMXBean.getUptime is real", Duration.ofMillis(runtime.getUptime()).toHours() == 0);
        print("ProcessHandle start is real", isReal(ProcessHandle.current().info().startInstant().orElseThrow()));

        Path file = Files.createTempFile("story", "");
        var attributes = Files.readAttributes(file, BasicFileAttributes.class);
        print("a file's times are real", isReal(attributes.lastModifiedTime().toInstant()) && isReal(attributes.creationTime().toInstant()));
        Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
        System.out.println("a file's time as it was set: " + Files.getLastModifiedTime(file));
        Files.delete(file);

        long cpu = threads.getCurrentThreadCpuTime(), nanos = System.nanoTime();
        double work = 0;
        for (int i = 1; i < 5_000_000; i++) work += Math.sqrt(i);
        print("CPU time goes on while time stands still", threads.getCurrentThreadCpuTime() > cpu && System.nanoTime() == nanos && work > 0);
        Thread.sleep(3_600_000);
        print("CPU time takes no part in an hour of sleep", threads.getCurrentThreadCpuTime() - cpu < Duration.ofMinutes(1).toNanos());

        Path recorded = Files.createTempFile("story", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable(Slept.class);
            recording.start();
            Slept event = new Slept();
            event.begin();
            Thread.sleep(3_600_000);
            event.commit();
            recording.stop();
            recording.dump(recorded);
        }
        for (RecordedEvent event : RecordingFile.readAllEvents(recorded)) {
            if (!event.getEventType().getName().equals("story.Slept")) continue;
            print("an event of JFR has a real time", isReal(event.getStartTime()));
            print("and a real duration", event.getDuration().toMinutes() == 0);
        }
        Files.delete(recorded);
    }
}
