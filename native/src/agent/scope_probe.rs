//! Component scope tried live: each call of the table, written in a class of its own, rewritten, verified
//! and run against a time source that stands at a known instant.

use super::selftest::{Channel, Status};
use crate::jni::{Env, Local};
use crate::redirect::scope::{Call, Offers, ScopeTable, helper_class, rewrite, specimen};
use std::collections::HashMap;

const GROUP: &str = "component scope";

/// The Java side, which is also the time source, and what is nested in it.
const PROBE: &str = "java/lang/TicklessScopeProbe";
static PROBE_BYTES: &[u8] = include_bytes!(concat!(
    env!("OUT_DIR"),
    "/boot/idle/java/lang/TicklessScopeProbe.class"
));
static PROBE_CALL: &[u8] = include_bytes!(concat!(
    env!("OUT_DIR"),
    "/boot/idle/java/lang/TicklessScopeProbe$Call.class"
));

/// What became of one call.
struct Tried {
    channel: String,
    parameters: String,
    /// What is wrong; `None` where this JDK has no such method.
    outcome: Option<String>,
}

/// A channel for each method that component scope redirects, overloads together.
pub fn channels(env: Env) -> Vec<Channel> {
    match try_all(env) {
        Ok(tried) => summed_up(&tried),
        Err(reason) => vec![Channel {
            name: "live test".to_owned(),
            group: GROUP.to_owned(),
            status: Status::Missing,
            detail: reason,
        }],
    }
}

fn try_all(env: Env) -> Result<Vec<Tried>, String> {
    let table = ScopeTable::new(PROBE);
    let probe = env
        .define_boot_class(c"java/lang/TicklessScopeProbe", PROBE_BYTES)
        .filter(|_| {
            env.define_boot_class(c"java/lang/TicklessScopeProbe$Call", PROBE_CALL)
                .is_some()
        })
        .ok_or_else(|| {
            env.describe_exception();
            "the probe cannot be defined".to_owned()
        })?;
    let offers = Offers {
        instant: true,
        sleep_nanos: true,
    };
    let helper =
        helper_class(super::scope::CALLS, &table, offers).map_err(|error| error.to_string())?;
    env.define_class(table.helper(), &Local::null(), &helper)?;
    let loader = env
        .find_class(c"java/lang/ClassLoader")
        .and_then(|class| {
            let get = env.static_method(
                &class,
                c"getSystemClassLoader",
                c"()Ljava/lang/ClassLoader;",
            )?;
            env.call_static_object(class, get)
        })
        .ok_or("ClassLoader.getSystemClassLoader")?;
    let ask = |name, text: &str| -> Result<String, String> {
        let method = env
            .static_method(&probe, name, c"(Ljava/lang/String;)Ljava/lang/String;")
            .ok_or("the probe lacks a method")?;
        let argument = env.new_string(text);
        let answer = env.call_static_object_with(probe, method, &argument);
        env.delete_local(argument);
        if env.has_exception() {
            env.describe_exception();
            return Err("the probe threw an exception".to_owned());
        }
        let text = env.string(&answer);
        env.delete_local(answer);
        Ok(text)
    };

    let lines: Vec<String> = table
        .rows()
        .map(|[owner, name, descriptor, ..]| format!("{owner}\t{name}\t{descriptor}"))
        .collect();
    let shapes = ask(c"shapes", &lines.join("\n"))?;
    if shapes.lines().count() != lines.len() {
        return Err("the probe answers for other calls than it was asked for".to_owned());
    }
    let mut all = Vec::new();
    for ((number, (row, line)), answer) in table.rows().zip(&lines).enumerate().zip(shapes.lines())
    {
        let (shape, parameters) = answer.split_once('\t').unwrap_or((answer, ""));
        let [owner, name, descriptor, .., as_static] = row;
        let call = Call {
            owner,
            owner_is_interface: shape == "interface",
            name,
            descriptor,
            as_static,
        };
        let outcome = if shape == "absent" {
            None
        } else {
            let run = |class: String, bytes: &[u8]| {
                env.define_class(&class, &loader, bytes)?;
                ask(c"run", &format!("{line}\t{class}"))
            };
            let class = format!("tickless/Redirected{number}");
            let redirected = scoped(&class, &call, &table).and_then(|bytes| run(class, &bytes));
            // The same call as it was written must be told apart, or the test proves nothing.
            let class = format!("tickless/Unchanged{number}");
            let unchanged = run(class.clone(), &specimen(&class, &call));
            Some(match (redirected, unchanged) {
                (Ok(wrong), Ok(real)) if wrong.is_empty() && real.is_empty() => {
                    "answers by the time source without being redirected".to_owned()
                }
                (Ok(wrong), Ok(_)) => wrong,
                (Err(reason), _) | (_, Err(reason)) => reason,
            })
        };
        all.push(Tried {
            channel: channel_name(owner, name),
            parameters: parameters.to_owned(),
            outcome,
        });
    }
    env.delete_local(loader);
    Ok(all)
}

/// The bytes of a class with the call, redirected.
fn scoped(class: &str, call: &Call<'_>, table: &ScopeTable) -> Result<Vec<u8>, String> {
    let files: HashMap<String, Vec<u8>> = HashMap::new();
    rewrite(&specimen(class, call), table, &files)
        .map_err(|error| error.to_string())?
        .ok_or_else(|| "the rewriter does not find the call".to_owned())
}

/// As a Java engineer writes it: `LocalDate.now`, `new Date`.
fn channel_name(owner: &str, name: &str) -> String {
    let simple = owner.rsplit('/').next().unwrap_or(owner);
    if name == "<init>" {
        format!("new {simple}")
    } else {
        format!("{simple}.{name}")
    }
}

/// One channel a name: missing when one overload is, absent when all are.
fn summed_up(tried: &[Tried]) -> Vec<Channel> {
    let mut channels: Vec<Channel> = Vec::new();
    for first in tried {
        if channels.iter().any(|known| known.name == first.channel) {
            continue;
        }
        let overloads = || tried.iter().filter(|call| call.channel == first.channel);
        let wrong = overloads().find_map(|call| {
            let outcome = call
                .outcome
                .as_ref()
                .filter(|outcome| !outcome.is_empty())?;
            Some(format!("({}): {outcome}", call.parameters))
        });
        let lacking: Vec<String> = overloads()
            .filter(|call| call.outcome.is_none())
            .map(|call| format!("({})", call.parameters))
            .collect();
        let (status, detail) = match wrong {
            Some(wrong) => (Status::Missing, wrong),
            None if lacking.len() == overloads().count() => (Status::Absent, String::new()),
            None if lacking.is_empty() => (Status::Ok, String::new()),
            None => (
                Status::Ok,
                format!("this JDK has no {}", lacking.join(", ")),
            ),
        };
        channels.push(Channel {
            name: first.channel.clone(),
            group: GROUP.to_owned(),
            status,
            detail,
        });
    }
    channels
}
