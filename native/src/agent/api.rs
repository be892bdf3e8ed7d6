//! The natives of `dev.tickless.AgentBridge`: arguments in, results and exceptions out.

use super::throw_tickless;
use crate::engine::{NEVER, Nanos, Settings, Wall};
use crate::hooks::enlist;
use crate::hooks::host::engine;
use crate::hooks::world::{self, ControlError, Opening};
use crate::jni::{Env, Local};
use crate::report;
use crate::timeline::recorder;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Version of the interface between the API jar and the agent.
pub const VERSION: i32 = 2;

/// Arguments of `open0`.
pub struct OpenArguments {
    /// Seconds and nanoseconds.
    pub start: Option<(i64, i32)>,
    /// Auto-advance.
    pub auto: bool,
    /// Seconds and nanoseconds.
    pub limit: (i64, i32),
    /// Nanoseconds of real time.
    pub settle: i64,
    /// Nanoseconds of real time.
    pub stuck: i64,
    /// Nanoseconds of virtual time.
    pub tick: i64,
    /// Globs.
    pub adopt: Vec<String>,
    /// Globs.
    pub real: Vec<String>,
    /// A file.
    pub timeline: Option<String>,
}

fn span(seconds: i64, nanos: i32) -> Nanos {
    i128::from(seconds) * 1_000_000_000 + i128::from(nanos)
}

fn pair(env: Env, nanos: i128) -> Local {
    let wall = Wall(nanos);
    env.new_longs(&[wall.seconds(), i64::from(wall.nanos())])
}

/// `open0`
pub fn open(env: Env, arguments: &OpenArguments) -> i64 {
    super::remember_exception(env);
    if let Some(Err(reason)) = arguments
        .timeline
        .as_ref()
        .map(|file| recorder::check(Path::new(file)))
    {
        throw_tickless(env, &format!("timeline: {reason}"));
        return 0;
    }
    let opening = Opening {
        start: arguments
            .start
            .map(|(seconds, nanos)| Wall::new(seconds, nanos as u32)),
        settings: Settings {
            auto_advance: arguments.auto,
            limit: span(arguments.limit.0, arguments.limit.1).min(NEVER - 1),
            exit_at: None,
            outside_holds: super::options().outside == crate::options::Outside::Hold,
        },
        settle_within: Duration::from_nanos(arguments.settle.max(0) as u64),
        stuck_after: Duration::from_nanos(arguments.stuck.max(0) as u64),
        tick: Nanos::from(arguments.tick),
        adopt: arguments.adopt.clone(),
        real_threads: arguments.real.clone(),
        timeline: arguments
            .timeline
            .as_ref()
            .map(PathBuf::from)
            .or_else(|| super::options().timeline.clone()),
    };
    world::open(env, opening).unwrap_or_else(|reason| {
        throw_tickless(env, &reason);
        0
    })
}

/// `name0`
pub fn name(env: Env, id: i64, name: &Local) {
    let name = env.string(name);
    if checked(env, id) {
        recorder::set_world_name(&name);
        world::update(|world| world.name = Some(name));
    }
}

fn checked(env: Env, id: i64) -> bool {
    match world::check(id) {
        Ok(_) => true,
        Err(reason) => {
            throw_tickless(env, &reason);
            false
        }
    }
}

fn raise(env: Env, outcome: Result<(), ControlError>) -> bool {
    match outcome {
        Ok(()) => return true,
        Err(ControlError::Refused(reason)) => throw_tickless(env, &reason),
        Err(ControlError::NotSettled(reason)) => {
            match env.find_class(c"dev/tickless/NotSettledException") {
                Some(class) => {
                    env.throw_text(class, &reason);
                    env.delete_global(class);
                }
                None => throw_tickless(env, &reason),
            }
        }
    }
    false
}

/// `advance0`
pub fn advance(env: Env, id: i64, seconds: i64, nanos: i32) {
    raise(env, world::advance(env, id, span(seconds, nanos)));
}

/// `settle0`
pub fn settle(env: Env, id: i64) {
    raise(env, world::settle(env, id));
}

/// `next0`
pub fn next(env: Env, id: i64) -> Local {
    if !raise(env, world::settle(env, id)) {
        return Local::null();
    }
    let next = {
        let state = engine();
        state
            .next_deadline()
            .map(|deadline| deadline - state.clock().now())
    };
    next.map_or_else(Local::null, |distance| pair(env, distance.max(0)))
}

/// `setWall0`
pub fn set_wall(env: Env, id: i64, seconds: i64, nanos: i32) {
    raise(
        env,
        world::set_wall(env, id, Wall::new(seconds, nanos as u32)),
    );
}

/// `wall0`
pub fn wall(env: Env, id: i64) -> Local {
    if !checked(env, id) {
        return Local::null();
    }
    let wall = engine().clock().wall();
    pair(env, wall.0)
}

/// `nano0`
pub fn nano(env: Env, id: i64) -> i64 {
    if checked(env, id) {
        engine().clock().nano_time()
    } else {
        0
    }
}

/// `elapsed0`
pub fn elapsed(env: Env, id: i64) -> Local {
    if !checked(env, id) {
        return Local::null();
    }
    let now = engine().clock().now();
    pair(env, now)
}

/// `enterReal0`
pub fn enter_real(env: Env, id: i64) {
    if let Err(reason) = world::enter_real(env, id) {
        throw_tickless(env, &reason);
    }
}

/// `exitReal0`
pub fn exit_real(env: Env, id: i64) {
    world::exit_real(env, id);
}

/// `enterVirtual0`
pub fn enter_virtual(env: Env, id: i64) {
    if let Err(reason) = world::enter_virtual(env, id) {
        throw_tickless(env, &reason);
    }
}

/// `leaveVirtual0`
pub fn leave_virtual(env: Env, id: i64) {
    if let Err(reason) = world::leave_virtual(env, id) {
        throw_tickless(env, &reason);
    }
}

/// `isMember0`
pub fn is_member(env: Env, id: i64) -> bool {
    world::check(id).is_ok() && crate::hooks::current::with_me(env, |_| ()).is_some()
}

/// `waiters0`: rows of four.
pub fn waiters(env: Env, id: i64) -> Local {
    if !checked(env, id) {
        return Local::null();
    }
    report::waiters(env)
}

/// `describe0`
pub fn describe(env: Env, id: i64, json: bool) -> Local {
    match world::check(id) {
        Ok(world) => {
            let text = if json {
                report::describe_json(env, Some(&world))
            } else {
                report::describe(env, Some(&world))
            };
            env.new_string(&text)
        }
        Err(reason) => {
            throw_tickless(env, &reason);
            Local::null()
        }
    }
}

/// `close0`
pub fn close(env: Env, id: i64) {
    if let Err(reason) = world::close(env, id) {
        throw_tickless(env, &reason);
    }
}

/// `adopt0`
pub fn adopt(env: Env, id: i64, glob: &Local) {
    let glob = env.string(glob);
    if checked(env, id) {
        enlist::adopt(env, &[glob]);
    }
}

/// `scope0`: how many loaded classes were changed.
pub fn switch_scope(env: Env, on: bool) -> i32 {
    super::remember_exception(env);
    super::scope::switch(env, on).map_or_else(
        |reason| {
            throw_tickless(env, &reason);
            0
        },
        |count| count as i32,
    )
}

/// `watchEscaped0`
pub fn watch_escaped(env: Env, on: bool) {
    super::remember_exception(env);
    if let Err(reason) = super::escaped::watch(env, on) {
        throw_tickless(env, &reason);
    }
}
