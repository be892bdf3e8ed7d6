package dev.tickless.junit;

import dev.tickless.TicklessException;
import dev.tickless.VirtualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** From a test's annotation to the builder of its world. */
final class Settings {
    /** JUnit's parallel workers; such a pool starts more of them from within a test that blocks. */
    private static final Pattern POOL_WORKER = Pattern.compile("(.*-worker-)\\d+");

    private static final Pattern NOT_IN_FILE_NAMES = Pattern.compile("[^\\w.$-]+");

    private Settings() {}

    static VirtualTime.Builder of(ExtensionContext context) {
        VirtualTime.Builder builder = VirtualTime.builder().joinOpener(false).name(nameOf(context));
        Matcher worker = POOL_WORKER.matcher(Thread.currentThread().getName());
        if (worker.matches()) {
            builder.realThreads(worker.group(1) + "*");
        }
        annotation(context).ifPresent(a -> apply(a, builder, nameOf(context)));
        return builder;
    }

    /** Names a test as people look for it: class, method, and the display name where that says more. */
    static String nameOf(ExtensionContext context) {
        String method = context.getRequiredTestMethod().getName();
        String display = context.getDisplayName();
        String name = context.getRequiredTestClass().getName() + "." + method;
        return display.equals(method) || display.startsWith(method + "(") ? name : name + " " + display;
    }

    /** The method's annotation, else that of the class, else of the classes around it, innermost first. */
    private static Optional<InVirtualTime> annotation(ExtensionContext context) {
        Optional<InVirtualTime> found =
                AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), InVirtualTime.class);
        Class<?> type = context.getRequiredTestClass();
        while (found.isEmpty() && type != null) {
            found = AnnotationSupport.findAnnotation(type, InVirtualTime.class);
            type = type.getEnclosingClass();
        }
        return found;
    }

    private static void apply(InVirtualTime a, VirtualTime.Builder builder, String name) {
        if (!a.start().isEmpty()) {
            try {
                builder.startAt(Instant.parse(a.start()));
            } catch (DateTimeParseException e) {
                throw new TicklessException("@InVirtualTime(start = \"" + a.start()
                        + "\") is no ISO-8601 instant such as 2026-01-01T00:00:00Z");
            }
        }
        builder.autoAdvance(a.autoAdvance());
        duration("limit", a.limit(), builder::limit);
        duration("settleWithin", a.settleWithin(), builder::settleWithin);
        duration("stuckAfter", a.stuckAfter(), builder::stuckAfter);
        duration("tickPerRead", a.tickPerRead(), builder::tickPerRead);
        for (String glob : a.adopt()) {
            builder.adopt(glob);
        }
        for (String glob : a.realThreads()) {
            builder.realThreads(glob);
        }
        if (!a.timeline().isEmpty()) {
            builder.timeline(timeline(a.timeline(), name));
        }
    }

    private static Path timeline(String where, String name) {
        Path path = Path.of(where);
        if (where.endsWith(".html") || where.endsWith(".json")) {
            return path;
        }
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            throw new TicklessException("@InVirtualTime(timeline = \"" + where + "\"): the folder cannot be made: " + e);
        }
        return path.resolve(NOT_IN_FILE_NAMES.matcher(name).replaceAll("_") + ".html");
    }

    private static void duration(String key, String text, Consumer<Duration> setter) {
        if (text.isEmpty()) {
            return;
        }
        try {
            setter.accept(Duration.parse(text));
        } catch (DateTimeParseException e) {
            throw new TicklessException(
                    "@InVirtualTime(" + key + " = \"" + text + "\") is no ISO-8601 duration such as PT1H30M");
        }
    }
}
