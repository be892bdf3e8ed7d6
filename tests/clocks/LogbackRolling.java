// what: logback: the timestamps of events, and a file that is rolled at each virtual midnight
// run: world --start 2001-02-03T04:05:06.789Z
// jdk: 17+
// deps: ch.qos.logback:logback-classic:1.5.18
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.TimeBasedRollingPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.LoggerFactory;

public class LogbackRolling {
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("story");
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.getLogger("ROOT").detachAndStopAllAppenders();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%d{yyyy-MM-dd'T'HH:mm:ss.SSS,UTC} %relative ms %msg%n");
        encoder.start();
        RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
        appender.setContext(context);
        appender.setEncoder(encoder);
        TimeBasedRollingPolicy<ILoggingEvent> policy = new TimeBasedRollingPolicy<>();
        policy.setContext(context);
        policy.setParent(appender);
        policy.setFileNamePattern(folder.resolve("%d{yyyy-MM-dd,UTC}.log").toString());
        policy.start();
        appender.setRollingPolicy(policy);
        appender.start();
        Logger logger = context.getLogger("story");
        logger.addAppender(appender);
        for (int i = 0; i < 7; i++) {
            logger.info("event {}", i);
            Thread.sleep(10 * 3_600_000);
        }
        context.stop();
        try (var files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                List<String> lines = Files.readAllLines(file);
                System.out.println(file.getFileName() + ": " + lines);
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
