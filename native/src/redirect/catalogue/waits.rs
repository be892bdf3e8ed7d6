//! Sleeps, timed waits and scheduling.

use super::Kind::{Schedule, Sleep, Wait};
use super::Reach::{Everyone, Inherited, Overridden, Own};
use super::Scoped::{Helper, Receiver, TimeSource};
use super::{Group, Kind};

type Methods = &'static [(&'static str, &'static str)];

const fn own(kind: Kind, owner: &'static str, methods: Methods) -> Group {
    Group::new(kind, Own, owner, methods)
}

const fn overridden(kind: Kind, owner: &'static str, methods: Methods) -> Group {
    Group::new(kind, Overridden, owner, methods)
}

pub(super) static GROUPS: &[Group] = &[
    Group::new(
        Sleep,
        Inherited,
        "java/lang/Thread",
        &[("sleep", "(J)V"), ("sleep", "(JI)V")],
    )
    .scoped(TimeSource("sleep")),
    Group::new(
        Sleep,
        Inherited,
        "java/lang/Thread",
        &[("sleep", "(Ljava/time/Duration;)V")],
    )
    .scoped(Helper),
    own(Sleep, "java/util/concurrent/TimeUnit", &[("sleep", "(J)V")]).scoped(Receiver),
    Group::new(
        Wait,
        Everyone,
        "java/lang/Object",
        &[("wait", "(J)V"), ("wait", "(JI)V")],
    ),
    overridden(
        Wait,
        "java/lang/Thread",
        &[
            ("join", "(J)V"),
            ("join", "(JI)V"),
            ("join", "(Ljava/time/Duration;)Z"),
        ],
    ),
    own(
        Wait,
        "java/util/concurrent/TimeUnit",
        &[
            ("timedJoin", "(Ljava/lang/Thread;J)V"),
            ("timedWait", "(Ljava/lang/Object;J)V"),
        ],
    ),
    own(
        Wait,
        "java/util/concurrent/locks/LockSupport",
        &[
            ("parkNanos", "(J)V"),
            ("parkNanos", "(Ljava/lang/Object;J)V"),
            ("parkUntil", "(J)V"),
            ("parkUntil", "(Ljava/lang/Object;J)V"),
        ],
    ),
    overridden(
        Wait,
        "java/util/concurrent/locks/Condition",
        &[
            ("await", "(JLjava/util/concurrent/TimeUnit;)Z"),
            ("awaitNanos", "(J)J"),
            ("awaitUntil", "(Ljava/util/Date;)Z"),
        ],
    ),
    overridden(
        Wait,
        "java/util/concurrent/locks/Lock",
        &[("tryLock", "(JLjava/util/concurrent/TimeUnit;)Z")],
    ),
    overridden(
        Wait,
        "java/util/concurrent/locks/StampedLock",
        &[
            ("tryReadLock", "(JLjava/util/concurrent/TimeUnit;)J"),
            ("tryWriteLock", "(JLjava/util/concurrent/TimeUnit;)J"),
        ],
    ),
    overridden(
        Wait,
        "java/util/concurrent/locks/AbstractQueuedSynchronizer",
        &[
            ("tryAcquireNanos", "(IJ)Z"),
            ("tryAcquireSharedNanos", "(IJ)Z"),
        ],
    ),
    overridden(
        Wait,
        "java/util/concurrent/locks/AbstractQueuedLongSynchronizer",
        &[
            ("tryAcquireNanos", "(JJ)Z"),
            ("tryAcquireSharedNanos", "(JJ)Z"),
        ],
    ),
    overridden(
        Wait,
        "java/util/concurrent/Semaphore",
        &[
            ("tryAcquire", "(JLjava/util/concurrent/TimeUnit;)Z"),
            ("tryAcquire", "(IJLjava/util/concurrent/TimeUnit;)Z"),
        ],
    ),
    overridden(
        Wait,
        "java/util/concurrent/CountDownLatch",
        &[("await", "(JLjava/util/concurrent/TimeUnit;)Z")],
    ),
    overridden(
        Wait,
        "java/util/concurrent/CyclicBarrier",
        &[("await", "(JLjava/util/concurrent/TimeUnit;)I")],
    ),
    overridden(
        Wait,
        "java/util/concurrent/Phaser",
        &[(
            "awaitAdvanceInterruptibly",
            "(IJLjava/util/concurrent/TimeUnit;)I",
        )],
    ),
    overridden(
        Wait,
        "java/util/concurrent/Exchanger",
        &[(
            "exchange",
            "(Ljava/lang/Object;JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;",
        )],
    ),
    overridden(
        Wait,
        "java/util/concurrent/Future",
        &[(
            "get",
            "(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;",
        )],
    ),
    overridden(
        Wait,
        "java/util/concurrent/ForkJoinTask",
        &[
            ("quietlyJoin", "(JLjava/util/concurrent/TimeUnit;)Z"),
            (
                "quietlyJoinUninterruptibly",
                "(JLjava/util/concurrent/TimeUnit;)Z",
            ),
        ],
    ),
    overridden(
        Wait,
        "java/util/concurrent/ForkJoinPool",
        &[("awaitQuiescence", "(JLjava/util/concurrent/TimeUnit;)Z")],
    ),
    overridden(
        Wait,
        "java/util/concurrent/ExecutorService",
        &[
            ("awaitTermination", "(JLjava/util/concurrent/TimeUnit;)Z"),
            (
                "invokeAll",
                "(Ljava/util/Collection;JLjava/util/concurrent/TimeUnit;)Ljava/util/List;",
            ),
            (
                "invokeAny",
                "(Ljava/util/Collection;JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;",
            ),
        ],
    ),
    overridden(
        Wait,
        "java/util/concurrent/CompletionService",
        &[(
            "poll",
            "(JLjava/util/concurrent/TimeUnit;)Ljava/util/concurrent/Future;",
        )],
    ),
    overridden(
        Wait,
        "java/util/concurrent/BlockingQueue",
        &[
            (
                "poll",
                "(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;",
            ),
            (
                "offer",
                "(Ljava/lang/Object;JLjava/util/concurrent/TimeUnit;)Z",
            ),
        ],
    ),
    // A compiler may name the bridge or the method with the narrower type.
    overridden(
        Wait,
        "java/util/concurrent/DelayQueue",
        &[
            (
                "poll",
                "(JLjava/util/concurrent/TimeUnit;)Ljava/util/concurrent/Delayed;",
            ),
            (
                "offer",
                "(Ljava/util/concurrent/Delayed;JLjava/util/concurrent/TimeUnit;)Z",
            ),
        ],
    ),
    overridden(
        Wait,
        "java/util/concurrent/BlockingDeque",
        &[
            (
                "pollFirst",
                "(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;",
            ),
            (
                "pollLast",
                "(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;",
            ),
            (
                "offerFirst",
                "(Ljava/lang/Object;JLjava/util/concurrent/TimeUnit;)Z",
            ),
            (
                "offerLast",
                "(Ljava/lang/Object;JLjava/util/concurrent/TimeUnit;)Z",
            ),
        ],
    ),
    overridden(
        Wait,
        "java/util/concurrent/TransferQueue",
        &[(
            "tryTransfer",
            "(Ljava/lang/Object;JLjava/util/concurrent/TimeUnit;)Z",
        )],
    ),
    overridden(
        Wait,
        "java/util/concurrent/SubmissionPublisher",
        &[(
            "offer",
            "(Ljava/lang/Object;JLjava/util/concurrent/TimeUnit;Ljava/util/function/BiPredicate;)I",
        )],
    ),
    overridden(
        Wait,
        "java/lang/Process",
        &[
            ("waitFor", "(JLjava/util/concurrent/TimeUnit;)Z"),
            ("waitFor", "(Ljava/time/Duration;)Z"),
        ],
    ),
    overridden(
        Wait,
        "java/lang/ref/ReferenceQueue",
        &[("remove", "(J)Ljava/lang/ref/Reference;")],
    ),
    overridden(
        Wait,
        "java/nio/channels/Selector",
        &[
            ("select", "(J)I"),
            ("select", "(Ljava/util/function/Consumer;J)I"),
        ],
    ),
    overridden(
        Wait,
        "java/nio/channels/AsynchronousSocketChannel",
        &[
            (
                "read",
                "(Ljava/nio/ByteBuffer;JLjava/util/concurrent/TimeUnit;Ljava/lang/Object;Ljava/nio/channels/CompletionHandler;)V",
            ),
            (
                "write",
                "(Ljava/nio/ByteBuffer;JLjava/util/concurrent/TimeUnit;Ljava/lang/Object;Ljava/nio/channels/CompletionHandler;)V",
            ),
            (
                "read",
                "([Ljava/nio/ByteBuffer;IIJLjava/util/concurrent/TimeUnit;Ljava/lang/Object;Ljava/nio/channels/CompletionHandler;)V",
            ),
            (
                "write",
                "([Ljava/nio/ByteBuffer;IIJLjava/util/concurrent/TimeUnit;Ljava/lang/Object;Ljava/nio/channels/CompletionHandler;)V",
            ),
        ],
    ),
    overridden(
        Wait,
        "java/nio/file/WatchService",
        &[(
            "poll",
            "(JLjava/util/concurrent/TimeUnit;)Ljava/nio/file/WatchKey;",
        )],
    ),
    overridden(
        Wait,
        "java/net/Socket",
        &[
            ("connect", "(Ljava/net/SocketAddress;I)V"),
            ("setSoTimeout", "(I)V"),
        ],
    ),
    overridden(Wait, "java/net/ServerSocket", &[("setSoTimeout", "(I)V")]),
    overridden(Wait, "java/net/DatagramSocket", &[("setSoTimeout", "(I)V")]),
    overridden(
        Wait,
        "java/net/URLConnection",
        &[("setConnectTimeout", "(I)V"), ("setReadTimeout", "(I)V")],
    ),
    overridden(
        Wait,
        "java/net/InetAddress",
        &[
            ("isReachable", "(I)Z"),
            ("isReachable", "(Ljava/net/NetworkInterface;II)Z"),
        ],
    ),
    overridden(
        Wait,
        "java/net/http/HttpRequest$Builder",
        &[(
            "timeout",
            "(Ljava/time/Duration;)Ljava/net/http/HttpRequest$Builder;",
        )],
    ),
    overridden(
        Wait,
        "java/net/http/HttpClient$Builder",
        &[(
            "connectTimeout",
            "(Ljava/time/Duration;)Ljava/net/http/HttpClient$Builder;",
        )],
    ),
    overridden(
        Schedule,
        "java/util/concurrent/ScheduledExecutorService",
        &[
            (
                "schedule",
                "(Ljava/lang/Runnable;JLjava/util/concurrent/TimeUnit;)Ljava/util/concurrent/ScheduledFuture;",
            ),
            (
                "schedule",
                "(Ljava/util/concurrent/Callable;JLjava/util/concurrent/TimeUnit;)Ljava/util/concurrent/ScheduledFuture;",
            ),
            (
                "scheduleAtFixedRate",
                "(Ljava/lang/Runnable;JJLjava/util/concurrent/TimeUnit;)Ljava/util/concurrent/ScheduledFuture;",
            ),
            (
                "scheduleWithFixedDelay",
                "(Ljava/lang/Runnable;JJLjava/util/concurrent/TimeUnit;)Ljava/util/concurrent/ScheduledFuture;",
            ),
        ],
    ),
    overridden(
        Schedule,
        "java/util/Timer",
        &[
            ("schedule", "(Ljava/util/TimerTask;J)V"),
            ("schedule", "(Ljava/util/TimerTask;Ljava/util/Date;)V"),
            ("schedule", "(Ljava/util/TimerTask;JJ)V"),
            ("schedule", "(Ljava/util/TimerTask;Ljava/util/Date;J)V"),
            ("scheduleAtFixedRate", "(Ljava/util/TimerTask;JJ)V"),
            (
                "scheduleAtFixedRate",
                "(Ljava/util/TimerTask;Ljava/util/Date;J)V",
            ),
        ],
    ),
    overridden(
        Schedule,
        "java/util/concurrent/CompletableFuture",
        &[
            (
                "orTimeout",
                "(JLjava/util/concurrent/TimeUnit;)Ljava/util/concurrent/CompletableFuture;",
            ),
            (
                "completeOnTimeout",
                "(Ljava/lang/Object;JLjava/util/concurrent/TimeUnit;)Ljava/util/concurrent/CompletableFuture;",
            ),
        ],
    ),
    Group::new(
        Schedule,
        Inherited,
        "java/util/concurrent/CompletableFuture",
        &[
            (
                "delayedExecutor",
                "(JLjava/util/concurrent/TimeUnit;)Ljava/util/concurrent/Executor;",
            ),
            (
                "delayedExecutor",
                "(JLjava/util/concurrent/TimeUnit;Ljava/util/concurrent/Executor;)Ljava/util/concurrent/Executor;",
            ),
        ],
    ),
    own(
        Schedule,
        "javax/swing/Timer",
        &[("<init>", "(ILjava/awt/event/ActionListener;)V")],
    ),
];
