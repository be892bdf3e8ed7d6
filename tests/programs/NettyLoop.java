// what: a Netty NIO event loop for hours: schedule at a fixed rate, IdleStateHandler on both ends of a connection, a read timeout that traffic keeps away and then fires, a hashed wheel
// run: world --start 2026-01-01T00:00:00Z --opt outside=ignore
// jdk: 17+
// runs: 2
// deps: io.netty:netty-handler:4.1.127.Final
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.HashedWheelTimer;
import java.net.InetAddress;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public class NettyLoop {
    static void print(Object what) {
        System.out.println(what + " at " + Instant.now());
    }

    /** Answers each byte after a minute; closes nothing. */
    static class Server extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ctx.executor().schedule(() -> ctx.writeAndFlush(message), 1, TimeUnit.MINUTES);
        }
    }

    static class Client extends ChannelInboundHandlerAdapter {
        int idle;

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            io.netty.util.ReferenceCountUtil.release(message);
            print("client: answer");
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            print("client: " + ((IdleStateEvent) event).state() + (((IdleStateEvent) event).isFirst() ? " first" : ""));
            if (++idle == 3) ctx.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {1}));
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            print("client: " + cause.getClass().getSimpleName());
            ctx.close();
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            print("client: closed");
        }
    }

    static void initialize(Channel channel) {
        channel.pipeline().addLast(new IdleStateHandler(0, 0, 10, TimeUnit.MINUTES), new ReadTimeoutHandler(45, TimeUnit.MINUTES), new Client());
    }

    static <C extends Channel> ChannelInitializer<C> pipeline(java.util.function.Consumer<Channel> with) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(C channel) {
                with.accept(channel);
            }
        };
    }

    public static void main(String[] args) throws Exception {
        EventLoopGroup group = new NioEventLoopGroup(2);
        CountDownLatch ticks = new CountDownLatch(24);
        Future<?> task = group.next().scheduleAtFixedRate(() -> {
            if (ticks.getCount() % 8 == 0) print("tick " + ticks.getCount());
            ticks.countDown();
        }, 1, 1, TimeUnit.HOURS);
        ticks.await();
        task.cancel(false);

        Channel server = new ServerBootstrap().group(group).channel(NioServerSocketChannel.class)
                .childHandler(pipeline(channel -> channel.pipeline().addLast(new Server())))
                .bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
        Channel client = new Bootstrap().group(group).channel(NioSocketChannel.class).handler(pipeline(NettyLoop::initialize))
                .connect(server.localAddress()).sync().channel();
        client.closeFuture().sync();

        HashedWheelTimer wheel = new HashedWheelTimer(1, TimeUnit.SECONDS);
        CountDownLatch fired = new CountDownLatch(1);
        long start = System.nanoTime();
        wheel.newTimeout(timeout -> {
            // A wheel fires at the first of its ticks behind the delay.
            System.out.println("wheel after " + (System.nanoTime() - start) / 1_000_000 + " ms");
            fired.countDown();
        }, 3_600, TimeUnit.SECONDS);
        fired.await();
        wheel.stop();
        server.close().sync();
        group.shutdownGracefully(1, 5, TimeUnit.SECONDS).sync();
        print("shut down");
    }
}
