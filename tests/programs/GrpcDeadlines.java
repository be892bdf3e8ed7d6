// what: gRPC in one process: a call within its deadline, one past it, a stream that is cut by its deadline, a retry of the caller's own
// run: world --start 2026-01-01T00:00:00Z
// jdk: 17+
// runs: 2
// deps: io.grpc:grpc-inprocess:1.76.0 io.grpc:grpc-stub:1.76.0
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;

public class GrpcDeadlines {
    static final MethodDescriptor.Marshaller<String> TEXT = new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(String value) {
            return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String parse(InputStream stream) {
            try {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    };

    static MethodDescriptor<String, String> method(MethodDescriptor.MethodType type, String name) {
        return MethodDescriptor.newBuilder(TEXT, TEXT).setType(type).setFullMethodName("story.Clock/" + name).build();
    }

    static final MethodDescriptor<String, String> ANSWER = method(MethodDescriptor.MethodType.UNARY, "answer");
    static final MethodDescriptor<String, String> TICKS = method(MethodDescriptor.MethodType.SERVER_STREAMING, "ticks");

    static void sleepMinutes(long minutes) {
        try {
            Thread.sleep(minutes * 60_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void call(ManagedChannel channel, String minutes, long deadline) {
        String result;
        try {
            result = ClientCalls.blockingUnaryCall(channel, ANSWER, CallOptions.DEFAULT.withDeadlineAfter(deadline, TimeUnit.MINUTES), minutes);
        } catch (StatusRuntimeException e) {
            result = e.getStatus().getCode().toString();
        }
        System.out.println(minutes + " min of work, deadline " + deadline + " min: " + result + " at " + Instant.now());
    }

    public static void main(String[] args) throws Exception {
        ServerServiceDefinition service = ServerServiceDefinition.builder("story.Clock")
                .addMethod(ANSWER, ServerCalls.asyncUnaryCall((minutes, observer) -> {
                    sleepMinutes(Long.parseLong(minutes));
                    observer.onNext("answer");
                    observer.onCompleted();
                }))
                .addMethod(TICKS, ServerCalls.asyncServerStreamingCall((minutes, observer) -> {
                    for (int n = 1; n <= 10 && !io.grpc.Context.current().isCancelled(); n++) {
                        sleepMinutes(Long.parseLong(minutes));
                        observer.onNext("tick " + n);
                    }
                    observer.onCompleted();
                })).build();
        Server server = InProcessServerBuilder.forName("story").addService(service).build().start();
        ManagedChannel channel = InProcessChannelBuilder.forName("story").build();
        call(channel, "59", 60);
        call(channel, "61", 60);
        call(channel, "0", 1);
        Iterator<String> ticks = ClientCalls.blockingServerStreamingCall(channel, TICKS,
                CallOptions.DEFAULT.withDeadlineAfter(35, TimeUnit.MINUTES), "10");
        try {
            while (ticks.hasNext()) System.out.println(ticks.next() + " at " + Instant.now());
        } catch (StatusRuntimeException e) {
            System.out.println("stream: " + e.getStatus().getCode() + " at " + Instant.now());
        }
        channel.shutdown();
        server.shutdown();
        System.out.println("ended: " + channel.awaitTermination(1, TimeUnit.HOURS) + " " + server.awaitTermination(1, TimeUnit.HOURS));
    }
}
