//! The natives of I/O that block: bound lazily by the JDK, replaced in NativeMethodBind, which also
//! tells the originals.

use super::natives::guarded;
use super::{Env, Local};
use crate::hooks::{io, vthreads};
use jvmti_bindings::sys::jni::{JNIEnv, jboolean, jclass, jint, jlong, jobject};
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};

macro_rules! io_natives {
    ($($class:literal $method:literal $descriptor:literal:
       $name:ident ($this:ident $(, $arg:ident: $kind:ty)*) -> $result:ty => |$env:ident, $call:ident| $body:expr;)+) => {
        /// One blocking native of the JDK.
        #[allow(non_camel_case_types)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Native { $($name),+ }

        static ORIGINALS: [AtomicUsize; [$(Native::$name),+].len()] =
            [const { AtomicUsize::new(0) }; [$(Native::$name),+].len()];

        $(
            extern "system" fn $name(raw: *mut JNIEnv, $this: jobject $(, $arg: $kind)*) -> $result {
                let address = ORIGINALS[Native::$name as usize].load(Ordering::Acquire);
                // SAFETY: this function is bound only by `hook_for`, which stored the address that
                // NativeMethodBind told for exactly this native, whose signature it has.
                let original = unsafe {
                    std::mem::transmute::<usize, extern "system" fn(*mut JNIEnv, jobject $(, $kind)*) -> $result>(address)
                };
                let $call = || original(raw, $this $(, $arg)*);
                match Env::of(raw) {
                    Some($env) if crate::hooks::current::is_world_open() => {
                        guarded(stringify!($name), Default::default(), || $body)
                    }
                    _ => $call(),
                }
            }
        )+

        /// The hook for a native of the JDK that is being bound, if it is one that blocks.
        pub fn hook_for(class: &str, method: &str, descriptor: &str, address: *mut c_void) -> Option<*mut c_void> {
            if (class, method) == ("java.lang.VirtualThread", "takeVirtualThreadListToUnblock") {
                if address != take_list as *mut c_void {
                    TAKE_LIST.store(address as usize, Ordering::Release);
                }
                return Some(take_list as *mut c_void);
            }
            if class == "java.lang.ProcessImpl" {
                io::note_process();
                return None;
            }
            let (native, hook) = match (class, method, descriptor) {
                $(($class, $method, $descriptor) => (Native::$name, $name as *mut c_void),)+
                _ => return None,
            };
            if address != hook {
                ORIGINALS[native as usize].store(address as usize, Ordering::Release);
            }
            Some(hook)
        }
    };
}

io_natives! {
    "sun.nio.ch.EPoll" "wait" "(IJII)I":
        epoll_wait(class, epfd: jint, events: jlong, count: jint, timeout: jint) -> jint => |env, call|
            io::epoll_wait(env, epfd, timeout, call, || epoll_now(env.raw(), class, epfd, events, count));
    "sun.nio.ch.EPoll" "ctl" "(IIII)I":
        epoll_ctl(class, epfd: jint, opcode: jint, fd: jint, events: jint) -> jint => |_env, call|
            io::registered(epfd, opcode, fd, call());
    "sun.nio.ch.Net" "poll" "(Ljava/io/FileDescriptor;IJ)I":
        net_poll(class, fd: jobject, events: jint, timeout: jlong) -> jint => |env, call|
            io::poll(env, &Local::of(fd), events as i16, timeout, call, || net_poll_now(env.raw(), class, fd, events));
    "sun.nio.ch.Net" "pollConnect" "(Ljava/io/FileDescriptor;J)Z":
        net_poll_connect(class, fd: jobject, timeout: jlong) -> jboolean => |env, call|
            io::poll_connect(env, &Local::of(fd), timeout, call, || net_poll_connect_now(env.raw(), class, fd));
    "sun.nio.ch.Net" "accept" "(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;[Ljava/net/InetSocketAddress;)I":
        net_accept(class, fd: jobject, accepted: jobject, address: jobject) -> jint => |env, call|
            io::accept(env, &Local::of(fd), &Local::of(accepted), call);
    "sun.nio.ch.Net" "socket0" "(ZZZZ)I":
        net_socket(class, v6: jboolean, stream: jboolean, reuse: jboolean, fast: jboolean) -> jint => |_env, call|
            io::opened(call());
    "sun.nio.ch.SocketDispatcher" "read0" "(Ljava/io/FileDescriptor;JI)I":
        socket_read(class, fd: jobject, address: jlong, length: jint) -> jint => |env, call|
            io::read(env, &Local::of(fd), call);
    "sun.nio.ch.SocketDispatcher" "readv0" "(Ljava/io/FileDescriptor;JI)J":
        socket_readv(class, fd: jobject, address: jlong, length: jint) -> jlong => |env, call|
            io::read(env, &Local::of(fd), call);
    "sun.nio.ch.DatagramDispatcher" "read0" "(Ljava/io/FileDescriptor;JI)I":
        datagram_read(class, fd: jobject, address: jlong, length: jint) -> jint => |env, call|
            io::read(env, &Local::of(fd), call);
    "sun.nio.ch.DatagramDispatcher" "readv0" "(Ljava/io/FileDescriptor;JI)J":
        datagram_readv(class, fd: jobject, address: jlong, length: jint) -> jlong => |env, call|
            io::read(env, &Local::of(fd), call);
    "sun.nio.ch.DatagramChannelImpl" "receive0" "(Ljava/io/FileDescriptor;JIJZ)I":
        datagram_receive(class, fd: jobject, address: jlong, length: jint, sender: jlong, connected: jboolean) -> jint =>
            |env, call| io::read(env, &Local::of(fd), call);
    "sun.nio.ch.FileDispatcherImpl" "read0" "(Ljava/io/FileDescriptor;JI)I":
        file_read(class, fd: jobject, address: jlong, length: jint) -> jint => |env, call|
            io::read(env, &Local::of(fd), call);
    "sun.nio.ch.FileDispatcherImpl" "readv0" "(Ljava/io/FileDescriptor;JI)J":
        file_readv(class, fd: jobject, address: jlong, length: jint) -> jlong => |env, call|
            io::read(env, &Local::of(fd), call);
    "sun.nio.ch.UnixFileDispatcherImpl" "read0" "(Ljava/io/FileDescriptor;JI)I":
        unix_file_read(class, fd: jobject, address: jlong, length: jint) -> jint => |env, call|
            io::read(env, &Local::of(fd), call);
    "sun.nio.ch.UnixFileDispatcherImpl" "readv0" "(Ljava/io/FileDescriptor;JI)J":
        unix_file_readv(class, fd: jobject, address: jlong, length: jint) -> jlong => |env, call|
            io::read(env, &Local::of(fd), call);
    "sun.nio.ch.UnixDomainSockets" "accept0" "(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;[Ljava/lang/Object;)I":
        unix_accept(class, fd: jobject, accepted: jobject, address: jobject) -> jint => |env, call|
            io::accept(env, &Local::of(fd), &Local::of(accepted), call);
    "sun.nio.fs.LinuxWatchService" "poll" "(II)I":
        watch_poll(class, first: jint, second: jint) -> jint => |env, call|
            io::watch(env, first, second, call);
    "java.io.FileInputStream" "readBytes" "([BII)I":
        stream_read_bytes(stream, bytes: jobject, offset: jint, length: jint) -> jint => |env, call|
            io::read_stream(env, &Local::of(stream), call);
    "java.io.FileInputStream" "read0" "()I":
        stream_read(stream) -> jint => |env, call| io::read_stream(env, &Local::of(stream), call);
    "java.lang.ProcessHandleImpl" "waitForProcessExit0" "(JZ)I":
        process_exit(class, pid: jlong, reap: jboolean) -> jint => |env, call| io::process_exit(env, call);
}

type EpollFn = extern "system" fn(*mut JNIEnv, jclass, jint, jlong, jint, jint) -> jint;
type PollFn = extern "system" fn(*mut JNIEnv, jclass, jobject, jint, jlong) -> jint;
type ConnectFn = extern "system" fn(*mut JNIEnv, jclass, jobject, jlong) -> jboolean;

/// The same call with a timeout of 0.
fn epoll_now(raw: *mut JNIEnv, class: jclass, epfd: jint, events: jlong, count: jint) -> jint {
    let address = ORIGINALS[Native::epoll_wait as usize].load(Ordering::Acquire);
    // SAFETY: as in the hook that calls this.
    let original = unsafe { std::mem::transmute::<usize, EpollFn>(address) };
    original(raw, class, epfd, events, count, 0)
}

/// The same call with a timeout of 0.
fn net_poll_now(raw: *mut JNIEnv, class: jclass, fd: jobject, events: jint) -> jint {
    let address = ORIGINALS[Native::net_poll as usize].load(Ordering::Acquire);
    // SAFETY: as in the hook that calls this.
    let original = unsafe { std::mem::transmute::<usize, PollFn>(address) };
    original(raw, class, fd, events, 0)
}

/// The same call with a timeout of 0.
fn net_poll_connect_now(raw: *mut JNIEnv, class: jclass, fd: jobject) -> jboolean {
    let address = ORIGINALS[Native::net_poll_connect as usize].load(Ordering::Acquire);
    // SAFETY: as in the hook that calls this.
    let original = unsafe { std::mem::transmute::<usize, ConnectFn>(address) };
    original(raw, class, fd, 0)
}

static TAKE_LIST: AtomicUsize = AtomicUsize::new(0);

/// VirtualThread.takeVirtualThreadListToUnblock()VirtualThread (24 and later): blocks for ever on a VM
/// thread of the JDK that is never a participant.
extern "system" fn take_list(raw: *mut JNIEnv, class: jclass) -> jobject {
    if let Some(env) = Env::of(raw).filter(|_| crate::hooks::current::is_world_open()) {
        guarded("take_list", (), || vthreads::unblocker_asks(env));
    }
    let address = TAKE_LIST.load(Ordering::Acquire);
    // SAFETY: bound only by `hook_for`, which stored the original's address; a static native without
    // arguments that returns an object.
    let original = unsafe {
        std::mem::transmute::<usize, extern "system" fn(*mut JNIEnv, jclass) -> jobject>(address)
    };
    let list = original(raw, class);
    if crate::hooks::current::is_world_open() {
        guarded("take_list", (), vthreads::unblocker_works);
    }
    list
}
