// what: structured scopes of virtual threads: all succeed, the first one wins, a timeout of the scope cancels, scoped values are seen, scopes within scopes
// run: world --start 2026-01-01T00:00:00Z
// jdk: 25
// javac: --enable-preview --release 25
// jvm: --enable-preview
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.Joiner;
import java.util.concurrent.StructuredTaskScope.Subtask;

public class StructuredScopes {
    static final ScopedValue<String> NAME = ScopedValue.newInstance();

    static Callable<String> after(int minutes) {
        return () -> {
            Thread.sleep(Duration.ofMinutes(minutes));
            return NAME.get() + " " + minutes + " min at " + Instant.now();
        };
    }

    static void all() throws Exception {
        try (var scope = StructuredTaskScope.open(Joiner.<String>allSuccessfulOrThrow())) {
            for (int minutes : List.of(50, 10, 30)) scope.fork(after(minutes));
            List<String> results = scope.join().map(Subtask::get).toList();
            System.out.println("all: " + results + ", joined at " + Instant.now());
        }
    }

    static void first() throws Exception {
        try (var scope = StructuredTaskScope.open(Joiner.<String>anySuccessfulResultOrThrow())) {
            for (int minutes : List.of(50, 10, 30)) scope.fork(after(minutes));
            System.out.println("first: " + scope.join() + ", joined at " + Instant.now());
        }
    }

    static void timeout() throws Exception {
        try (var scope = StructuredTaskScope.open(Joiner.<String>allSuccessfulOrThrow(), with -> with.withTimeout(Duration.ofMinutes(20)))) {
            for (int minutes : List.of(50, 10, 30)) scope.fork(after(minutes));
            System.out.println("timeout: " + scope.join());
        } catch (StructuredTaskScope.TimeoutException e) {
            System.out.println("timeout: " + e.getClass().getSimpleName() + " at " + Instant.now());
        }
    }

    static void nested() throws Exception {
        try (var outer = StructuredTaskScope.open(Joiner.<String>allSuccessfulOrThrow())) {
            for (int i = 1; i <= 3; i++) {
                int hours = i;
                outer.fork(() -> {
                    try (var inner = StructuredTaskScope.open(Joiner.<String>allSuccessfulOrThrow())) {
                        for (int n = 1; n <= 100; n++) inner.fork(after(hours * 60 - n % 10));
                        return hours + ": " + inner.join().count() + " at " + Instant.now();
                    }
                });
            }
            System.out.println("nested: " + outer.join().map(Subtask::get).toList());
        }
    }

    public static void main(String[] args) throws Exception {
        ScopedValue.where(NAME, "task").call(() -> {
            all();
            first();
            timeout();
            nested();
            return null;
        });
    }
}
