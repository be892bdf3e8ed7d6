package dev.tickless;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A test's main class in a JVM of its own, with the agent of this one: for what is printed to standard error, which the
 * agent writes past {@code System.err}.
 */
final class Child implements AutoCloseable {
    /** Real time that nothing here should need. */
    private static final long PATIENCE_SECONDS = 60;

    private static final String END = "\0end";

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final List<String> seen = new ArrayList<>();

    private Child(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "child's standard error");
        reader.setDaemon(true);
        reader.start();
    }

    static Child start(Class<?> main, String... arguments) throws IOException {
        return start(List.of(), main, arguments);
    }

    static Child start(List<String> jvmOptions, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-agentpath:"))
                .forEach(command::add);
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return new Child(new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    private void read() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            in.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException e) {
            lines.add(e.toString());
        }
        lines.add(END);
    }

    /** The next line of standard error that contains this. */
    String awaitLine(String part) throws InterruptedException {
        while (true) {
            String line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (line == null || line.equals(END)) {
                throw new AssertionError("no line with \"" + part + "\" in " + String.join("\n", seen));
            }
            seen.add(line);
            if (line.contains(part)) {
                return line;
            }
        }
    }

    /** All of standard error, from its beginning, of a program that ends by itself with this code. */
    String awaitEnd(int code) throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("it did not end: " + String.join("\n", seen));
        }
        for (String line = lines.take(); !line.equals(END); line = lines.take()) {
            seen.add(line);
        }
        String all = String.join("\n", seen);
        if (process.exitValue() != code) {
            throw new AssertionError("exit code " + process.exitValue() + ": " + all);
        }
        return all;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
