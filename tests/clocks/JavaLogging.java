// what: java.util.logging: the instant of a LogRecord, the millis of old, the line of SimpleFormatter
// run: world --start 2001-02-03T04:05:06.789Z
// jdk: 17+
import java.util.TimeZone;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

public class JavaLogging {
    public static void main(String[] args) throws Exception {
        System.setProperty("java.util.logging.SimpleFormatter.format", "%1$tFT%1$tT.%1$tL%1$tz %4$s %5$s%n");
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        Logger logger = Logger.getLogger("story");
        logger.setUseParentHandlers(false);
        SimpleFormatter formatter = new SimpleFormatter();
        logger.addHandler(new Handler() {
            @Override
            public void publish(LogRecord record) {
                System.out.print(record.getInstant() + " " + record.getMillis() + " " + formatter.format(record));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
        for (int hour = 0; hour < 3; hour++) {
            logger.info("hour " + hour);
            Thread.sleep(3_600_000);
        }
    }
}
