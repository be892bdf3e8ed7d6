//! What differs between JDKs: field ids, names of natives, units.

use crate::jni::{Class, Env, Field, Method};
use std::sync::OnceLock;

/// Field ids and classes of the running JDK.
pub struct Jdk {
    /// Feature release: 17, 21, 25 …
    pub feature: u32,
    /// `java.lang.Thread`.
    pub thread: Class,
    /// `java.lang.Object`.
    pub object: Class,
    /// `java.lang.InterruptedException`.
    pub interrupted_exception: Class,
    /// `java.lang.IllegalStateException`.
    pub illegal_state: Class,
    /// `Thread.tid`.
    pub tid: Field,
    /// `Thread.interrupted`, volatile.
    pub interrupted: Field,
    /// `Thread.name`.
    pub name: Field,
    /// `Thread.holder` (19 and later).
    pub holder: Option<Field>,
    /// `threadStatus`, in the thread (17) or its holder.
    pub status: Field,
    /// `ClassLoader.getResourceAsStream`.
    pub get_resource_as_stream: Method,
    /// `InputStream.readAllBytes`.
    pub read_all_bytes: Method,
    /// `FileDescriptor.fd`.
    pub fd: Field,
    /// `FileInputStream.fd`.
    pub stream_fd: Field,
    /// Nanoseconds in one unit of the sleep native.
    pub sleep_unit: i64,
}

/// `VirtualThread` and its fields where it unmounts in monitors (24 and later).
pub struct VirtualFields {
    /// The class.
    pub class: Class,
    /// `onWaitingList`.
    pub on_waiting_list: Field,
    /// `state`.
    pub state: Field,
    /// BLOCKED, WAIT, TIMED_WAIT.
    in_monitor: [i32; 3],
    /// PARKED, TIMED_PARKED, PINNED, TIMED_PINNED.
    parked: [i32; 4],
}

impl VirtualFields {
    /// SUSPENDED is a flag over the states.
    const SUSPENDED: i32 = 1 << 8;

    /// Is it unmounted in a monitor?
    pub fn is_in_monitor(&self, state: i32) -> bool {
        self.in_monitor.contains(&(state & !Self::SUSPENDED))
    }

    /// Is it blocked in any way?
    pub fn is_blocked(&self, state: i32) -> bool {
        self.is_in_monitor(state) || self.parked.contains(&(state & !Self::SUSPENDED))
    }
}

static VIRTUAL: OnceLock<Option<VirtualFields>> = OnceLock::new();

/// What was found by [`meet_virtual_threads`]; none before that, or where they do not unmount in monitors.
pub fn virtual_fields() -> Option<&'static VirtualFields> {
    VIRTUAL.get()?.as_ref()
}

/// The JVM has virtual threads: their class is initialised. Finding it before would initialise it, which runs
/// Java code, starts threads and takes 20 ms. Not to be called under the engine's lock.
pub fn meet_virtual_threads(env: Env) {
    const UNMOUNTS_IN_MONITORS: u32 = 24;
    if get().feature < UNMOUNTS_IN_MONITORS {
        return;
    }
    VIRTUAL.get_or_init(|| {
        let found = env
            .find_class(c"java/lang/VirtualThread")
            .ok_or_else(|| "class VirtualThread".to_owned())
            .and_then(|class| resolve_virtual_fields(env, class));
        found
            .inspect_err(|missing| {
                log::error!("virtual threads in monitors are not covered: no {missing}")
            })
            .ok()
    });
}

fn resolve_virtual_fields(env: Env, class: Class) -> Result<VirtualFields, String> {
    let field = |name: &std::ffi::CStr, descriptor: &std::ffi::CStr| {
        env.field(&class, name, descriptor)
            .ok_or_else(|| format!("field VirtualThread.{}", name.to_string_lossy()))
    };
    let number = |name: &std::ffi::CStr| {
        env.static_int(class, name)
            .ok_or_else(|| format!("constant VirtualThread.{}", name.to_string_lossy()))
    };
    Ok(VirtualFields {
        class,
        on_waiting_list: field(c"onWaitingList", c"Z")?,
        state: field(c"state", c"I")?,
        in_monitor: [
            number(c"BLOCKED")?,
            number(c"WAIT")?,
            number(c"TIMED_WAIT")?,
        ],
        parked: [
            number(c"PARKED")?,
            number(c"TIMED_PARKED")?,
            number(c"PINNED")?,
            number(c"TIMED_PINNED")?,
        ],
    })
}

static JDK: OnceLock<Jdk> = OnceLock::new();

/// The running JDK; resolved before any hook is registered.
#[inline]
pub fn get() -> &'static Jdk {
    match JDK.get() {
        Some(jdk) => jdk,
        // As for libjvm: hooks are registered after this succeeded.
        None => std::process::abort(),
    }
}

/// `Thread.threadStatus` while running (JVMTI_THREAD_STATE_ALIVE + RUNNABLE), and in the waits of ours.
pub const RUNNABLE: i32 = 5;
/// ALIVE + WAITING + WITH_TIMEOUT + SLEEPING.
pub const SLEEPING: i32 = 225;
/// ALIVE + WAITING + INDEFINITELY + PARKED.
pub const PARKED: i32 = 657;
/// ALIVE + WAITING + WITH_TIMEOUT + PARKED.
pub const PARKED_TIMED: i32 = 673;
/// ALIVE + WAITING + INDEFINITELY + IN_OBJECT_WAIT.
pub const IN_OBJECT_WAIT: i32 = 401;
/// ALIVE + WAITING + WITH_TIMEOUT + IN_OBJECT_WAIT.
pub const IN_OBJECT_WAIT_TIMED: i32 = 417;

/// Looks everything up; the error names what this JDK lacks.
pub fn resolve(env: Env, feature: u32) -> Result<(), String> {
    let class = |name: &std::ffi::CStr| {
        env.find_class(name)
            .ok_or_else(|| format!("class {}", name.to_string_lossy()))
    };
    let field = |class: &Class, name: &std::ffi::CStr, descriptor: &std::ffi::CStr| {
        env.field(class, name, descriptor)
            .ok_or_else(|| format!("field {}", name.to_string_lossy()))
    };
    let thread = class(c"java/lang/Thread")?;
    let (holder, status) = if feature >= 19 {
        let holder = field(&thread, c"holder", c"Ljava/lang/Thread$FieldHolder;")?;
        let holder_class = class(c"java/lang/Thread$FieldHolder")?;
        (Some(holder), field(&holder_class, c"threadStatus", c"I")?)
    } else {
        (None, field(&thread, c"threadStatus", c"I")?)
    };
    let jdk = Jdk {
        feature,
        thread,
        object: class(c"java/lang/Object")?,
        interrupted_exception: class(c"java/lang/InterruptedException")?,
        illegal_state: class(c"java/lang/IllegalStateException")?,
        tid: field(&thread, c"tid", c"J")?,
        interrupted: field(&thread, c"interrupted", c"Z")?,
        name: field(&thread, c"name", c"Ljava/lang/String;")?,
        holder,
        status,
        get_resource_as_stream: env
            .method(
                &class(c"java/lang/ClassLoader")?,
                c"getResourceAsStream",
                c"(Ljava/lang/String;)Ljava/io/InputStream;",
            )
            .ok_or("ClassLoader.getResourceAsStream")?,
        read_all_bytes: env
            .method(&class(c"java/io/InputStream")?, c"readAllBytes", c"()[B")
            .ok_or("InputStream.readAllBytes")?,
        fd: field(&class(c"java/io/FileDescriptor")?, c"fd", c"I")?,
        stream_fd: field(
            &class(c"java/io/FileInputStream")?,
            c"fd",
            c"Ljava/io/FileDescriptor;",
        )?,
        // Thread.sleep(J) and sleep0(J) take milliseconds up to 20; sleep0 takes nanoseconds from 21
        // on (JDK-8305092), and so does sleepNanos0, its later name.
        sleep_unit: if feature >= 21 { 1 } else { 1_000_000 },
    };
    let _ = JDK.set(jdk);
    Ok(())
}
