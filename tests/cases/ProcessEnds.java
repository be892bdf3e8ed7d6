// what: under auto-advance a process is waited for in real time: it ends before the timeout of an hour, and no virtual time goes by
// run: world --start 2026-01-01T00:00:00Z
// jdk: 17+
// real-limit: 40
import java.time.Instant;
import java.util.concurrent.TimeUnit;

public class ProcessEnds {
    public static void main(String[] args) throws Exception {
        for (String real : new String[] {"0", "0.5"}) {
            Process process = new ProcessBuilder("sleep", real).start();
            System.out.println(process.waitFor(1, TimeUnit.HOURS) + " " + process.exitValue() + " at " + Instant.now());
        }
        Process echo = new ProcessBuilder("sh", "-c", "sleep 0.3; echo done").start();
        System.out.println(new String(echo.getInputStream().readAllBytes()).strip() + " " + echo.waitFor() + " at " + Instant.now());
        Thread.sleep(3_600_000);
        System.out.println("slept until " + Instant.now());
    }
}
