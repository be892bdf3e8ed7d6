// what: log4j2: the timestamps of events, by a pattern and to the nanosecond, and a time filter that lets a burst through every hour
// run: world --start 2001-02-03T04:05:06.789Z
// jdk: 17+
// deps: org.apache.logging.log4j:log4j-core:2.25.1
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.appender.ConsoleAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;

public class Log4jLogging {
    public static void main(String[] args) throws Exception {
        ConfigurationBuilder<BuiltConfiguration> builder = ConfigurationBuilderFactory.newConfigurationBuilder();
        builder.add(builder.newAppender("out", "Console").addAttribute("target", ConsoleAppender.Target.SYSTEM_OUT)
                .add(builder.newLayout("PatternLayout").addAttribute("pattern", "%d{yyyy-MM-dd'T'HH:mm:ss.SSS'Z'}{UTC} %m%n")));
        builder.add(builder.newRootLogger(Level.INFO).add(builder.newAppenderRef("out")));
        // 30 an hour, and at most 2 at once.
        builder.add(builder.newLogger("rare", Level.INFO).addComponent(builder.newFilter("BurstFilter", Filter.Result.ACCEPT, Filter.Result.DENY)
                .addAttribute("level", "INFO").addAttribute("rate", "0.00833").addAttribute("maxBurst", "2")));
        Configurator.reconfigure(builder.build());
        Logger logger = LogManager.getLogger("story"), rare = LogManager.getLogger("rare");
        for (int hour = 0; hour < 3; hour++) {
            logger.info("hour {}", hour);
            for (int i = 1; i <= 5; i++) rare.info("burst {} of hour {}", i, hour);
            Thread.sleep(3_600_000);
        }
    }
}
