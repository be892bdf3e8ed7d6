// what: six hours of Quartz with a RAM store: cron over midnight and in a zone with daylight saving, a simple trigger, one that finds its job busy
// run: world --start 2026-03-28T22:00:00Z
// jdk: 17+
// runs: 2
// real-limit: 90
// deps: org.quartz-scheduler:quartz:2.5.0 org.slf4j:slf4j-nop:2.0.17
import static org.quartz.CronScheduleBuilder.cronSchedule;
import static org.quartz.JobBuilder.newJob;
import static org.quartz.SimpleScheduleBuilder.simpleSchedule;
import static org.quartz.TriggerBuilder.newTrigger;

import java.time.Instant;
import java.util.Properties;
import java.util.TimeZone;
import org.quartz.DisallowConcurrentExecution;
import org.quartz.Job;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.impl.StdSchedulerFactory;

public class QuartzCron {
    public static class Print implements Job {
        @Override
        public void execute(JobExecutionContext context) {
            System.out.println(context.getJobDetail().getKey().getName() + " due " + context.getScheduledFireTime().toInstant() + " at " + Instant.now());
        }
    }

    @DisallowConcurrentExecution
    public static class Busy extends Print {
        @Override
        public void execute(JobExecutionContext context) {
            super.execute(context);
            try {
                Thread.sleep(40 * 60_000);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("org.quartz.threadPool.threadCount", "2");
        properties.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        properties.setProperty("org.quartz.jobStore.class", "org.quartz.simpl.RAMJobStore");
        Scheduler scheduler = new StdSchedulerFactory(properties).getScheduler();
        scheduler.scheduleJob(newJob(Print.class).withIdentity("three-hourly").build(), newTrigger().withSchedule(
                cronSchedule("0 0 0/3 * * ?").inTimeZone(TimeZone.getTimeZone("UTC"))).build());
        scheduler.scheduleJob(newJob(Print.class).withIdentity("half past three in Paris").build(), newTrigger().withSchedule(
                cronSchedule("0 30 3 * * ?").inTimeZone(TimeZone.getTimeZone("Europe/Paris"))).build());
        scheduler.scheduleJob(newJob(Busy.class).withIdentity("busy").build(), newTrigger()
                .startAt(java.util.Date.from(Instant.parse("2026-03-28T22:30:00Z")))
                .withSchedule(simpleSchedule().withIntervalInMinutes(30).withRepeatCount(3)).build());
        scheduler.start();
        Thread.sleep(6 * 3_600_000L);
        scheduler.shutdown(true);
        System.out.println("shut down at " + Instant.now());
    }
}
