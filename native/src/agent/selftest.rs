//! The self-test of every channel.

use super::scope_probe;
use crate::engine::{Settings, Wall};
use crate::hooks::jdk;
use crate::hooks::world::{self, Opening};
use crate::jni::natives::{Hook, count_hits, hits};
use crate::jni::{Class, Env, libjvm};
use crate::report;

/// One way in which Java sees time or waits for it.
#[derive(Debug, Clone)]
pub struct Channel {
    /// Its name as a Java engineer writes it.
    pub name: String,
    /// `clock`, `wait`, `thread`.
    pub group: String,
    /// Does it work?
    pub status: Status,
    /// Why not.
    pub detail: String,
}

/// Outcome of a channel's test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The hook is in place and is reached.
    Ok,
    /// It should be and is not.
    Missing,
    /// This JDK has no such channel.
    Absent,
}

impl Channel {
    /// Should it be there and is not?
    pub fn is_missing(&self) -> bool {
        self.status == Status::Missing
    }
}

/// Calls every hooked native once, in a way that has no effect, and sees whether the hook was reached.
pub fn at_load(env: Env, unbound: &[String]) -> Vec<Channel> {
    count_hits(true);
    let (knows_park, knows_unpark) = libjvm::knows_park();
    let channels = [
        (
            "Object.wait",
            "wait",
            Hook::object_wait,
            wait_unowned as fn(Env),
        ),
        ("Object.notify", "wait", Hook::object_notify, |env| {
            call_unowned(env, c"notify")
        }),
        ("Object.notifyAll", "wait", Hook::object_notify_all, |env| {
            call_unowned(env, c"notifyAll")
        }),
        ("Thread.sleep", "wait", Hook::thread_sleep, |env| {
            static_call(env, jdk::get().thread, c"sleep", c"(J)V")
        }),
        (
            "LockSupport.unpark",
            "wait",
            Hook::unsafe_unpark,
            unpark_current,
        ),
        ("LockSupport.park", "wait", Hook::unsafe_park, park),
        ("Thread.start", "thread", Hook::thread_start, start_started),
        (
            "Thread.interrupt",
            "thread",
            Hook::thread_interrupt,
            interrupt_unstarted,
        ),
    ]
    .into_iter()
    .map(|(name, group, hook, call)| {
        let before = hits(hook);
        call(env);
        env.clear_exception();
        let (status, detail) = if unbound.iter().any(|what| what == name) {
            (
                Status::Missing,
                "the JDK has no native of the known names".to_owned(),
            )
        } else if (hook == Hook::unsafe_park && !knows_park)
            || (hook == Hook::unsafe_unpark && !knows_unpark)
        {
            (
                Status::Missing,
                "NativeMethodBind did not tell the original native".to_owned(),
            )
        } else if hits(hook) == before {
            (
                Status::Missing,
                "a call of it did not reach the hook".to_owned(),
            )
        } else {
            (Status::Ok, String::new())
        };
        Channel {
            name: name.to_owned(),
            group: group.to_owned(),
            status,
            detail,
        }
    })
    .collect();
    count_hits(false);
    channels
}

fn wait_unowned(env: Env) {
    // Not the owner: the original throws IllegalMonitorStateException.
    let object = jdk::get().thread;
    if let Some(method) = env.method(&jdk::get().object, c"wait", c"(J)V") {
        env.call_with_long(&object, method, 1);
    }
}

fn call_unowned(env: Env, name: &std::ffi::CStr) {
    let object = jdk::get().thread;
    if let Some(method) = env.method(&jdk::get().object, name, c"()V") {
        env.call_plain(&object, method);
    }
}

fn static_call(env: Env, class: Class, name: &std::ffi::CStr, descriptor: &std::ffi::CStr) {
    if let Some(method) = env.static_method(&class, name, descriptor) {
        env.call_static_with_long(class, method, 0);
    }
}

fn lock_support(env: Env) -> Option<Class> {
    env.find_class(c"java/util/concurrent/locks/LockSupport")
}

fn unpark_current(env: Env) {
    let thread = libjvm::get().current_thread(env);
    if let Some(class) = lock_support(env)
        && let Some(method) = env.static_method(&class, c"unpark", c"(Ljava/lang/Thread;)V")
    {
        env.call_static_with(class, method, &thread);
    }
    env.delete_local(thread);
}

/// Consumes the permit that [`unpark_current`] left.
fn park(env: Env) {
    if let Some(class) = lock_support(env)
        && let Some(method) = env.static_method(&class, c"parkNanos", c"(J)V")
    {
        env.call_static_with_long(class, method, 1);
    }
}

fn start_started(env: Env) {
    // Already started: the original throws IllegalThreadStateException.
    let thread = libjvm::get().current_thread(env);
    if let Some(method) = env.method(&jdk::get().thread, c"start0", c"()V") {
        env.call_plain(&thread, method);
    }
    env.delete_local(thread);
}

fn interrupt_unstarted(env: Env) {
    let Some(thread) = super::new_thread(env, "tickless-self-test") else {
        return;
    };
    if let Some(method) = env.method(&jdk::get().thread, c"interrupt0", c"()V") {
        env.call_plain(&thread, method);
    }
    env.delete_global(thread);
}

/// Where the probe's world starts: nanoseconds that no clock has by accident.
const PROBE_START: Wall = Wall(981_173_106_000_000_789);

/// All channels tested live in a world, as JSON on standard output.
pub fn doctor(env: Env, mut channels: Vec<Channel>) {
    if !channels.iter().any(Channel::is_missing) {
        match probe(env) {
            Ok(live) => {
                channels = live;
                channels.extend(scope_probe::channels(env));
            }
            Err(reason) => channels.push(Channel {
                name: "live test".to_owned(),
                group: "world".to_owned(),
                status: Status::Missing,
                detail: reason,
            }),
        }
    }
    print_json(&channels);
}

fn probe(env: Env) -> Result<Vec<Channel>, String> {
    let class = super::classes::define_probe(env)?;
    let opening = Opening {
        start: Some(PROBE_START),
        settings: Settings {
            auto_advance: true,
            ..Settings::default()
        },
        ..Opening::default()
    };
    world::open(env, opening)?;
    let rows = env
        .static_method(&class, c"run", c"(Ljava/lang/String;)[Ljava/lang/String;")
        .map(|run| {
            let start = env.new_string(&report::instant(PROBE_START));
            env.call_static_object_with(class, run, &start)
        });
    world::finish(env);
    if env.has_exception() {
        env.describe_exception();
        return Err("the probe threw an exception".to_owned());
    }
    let rows = rows.ok_or("the probe lacks its method")?;
    Ok(env
        .strings(&rows)
        .iter()
        .filter_map(|row| channel_of(row))
        .collect())
}

/// A row `name TAB group TAB status TAB detail` of the probe.
fn channel_of(row: &str) -> Option<Channel> {
    let mut fields = row.splitn(4, '\t').map(str::to_owned);
    let (name, group, status) = (fields.next()?, fields.next()?, fields.next()?);
    let status = match status.as_str() {
        "ok" => Status::Ok,
        "absent" => Status::Absent,
        _ => Status::Missing,
    };
    Some(Channel {
        name,
        group,
        status,
        detail: fields.next().unwrap_or_default(),
    })
}

fn print_json(channels: &[Channel]) {
    let property = |name: &str| crate::jvmti::system_property(name).unwrap_or_default();
    let rows: Vec<serde_json::Value> = channels
        .iter()
        .map(|channel| {
            serde_json::json!({
                "channel": channel.name,
                "group": channel.group,
                "status": match channel.status {
                    Status::Ok => "ok",
                    Status::Missing => "missing",
                    Status::Absent => "absent",
                },
                "detail": channel.detail,
            })
        })
        .collect();
    println!(
        "{}",
        serde_json::json!({
            "jdk": {
                "version": property("java.vm.version").split('+').next().unwrap_or_default(),
                "feature": super::platform::feature(),
                "vm": property("java.vm.name"),
                "vendor": property("java.vm.vendor"),
                "home": property("java.home"),
            },
            "channels": rows,
        })
    );
}
