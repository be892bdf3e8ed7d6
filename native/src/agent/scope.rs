//! Component scope: which classes' clock calls go to a time source, and the switch for it.
//!
//! The time source is found as the scoped class's own loader finds it, from class files, without loading
//! anything: a class that lacks it stays as it was, with one line that says so.

use crate::classfile::{Class as ClassFile, Pool};
use crate::hooks::jdk;
use crate::jni::{Env, Local, Object, libjvm};
use crate::jvmti;
use crate::options::Options;
use crate::redirect::ClassGlob;
use crate::redirect::scope::{self, ClassFiles, Offers, ScopeTable};
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

const ACC_PUBLIC_STATIC: u16 = 0x0009;
/// Class file of the default time source's helper.
pub static CALLS: &[u8] = include_bytes!(concat!(
    env!("OUT_DIR"),
    "/tickless-api.classes/dev/tickless/scope/Calls.class"
));

struct Scope {
    include: Vec<ClassGlob>,
    exclude: Vec<ClassGlob>,
    table: ScopeTable,
}

static SCOPE: OnceLock<Option<Scope>> = OnceLock::new();
static IS_ON: AtomicBool = AtomicBool::new(true);
/// By identity hash of the loader: what its time source offers, or why there is none.
static CHECKED: Mutex<Option<HashMap<i32, Result<Offers, String>>>> = Mutex::new(None);
/// Classes that a time source was refused for, so that each is named once.
static NAMED: Mutex<Option<HashSet<String>>> = Mutex::new(None);

thread_local! {
    /// Reading a class file runs Java, which may load classes: those are not looked into meanwhile.
    static IS_READING: Cell<bool> = const { Cell::new(false) };
}

/// Reads the patterns; they were checked when the options were.
pub fn prepare(options: &Options) -> Result<(), String> {
    let globs = |patterns: &[String]| -> Result<Vec<ClassGlob>, String> {
        patterns
            .iter()
            .map(|pattern| ClassGlob::new(pattern).map_err(|error| error.to_string()))
            .collect()
    };
    let scope = if options.scope.is_empty() {
        None
    } else {
        let source = options
            .time_source
            .as_deref()
            .unwrap_or("dev.tickless.TimeSource");
        Some(Scope {
            include: globs(&options.scope)?,
            exclude: globs(&options.exclude)?,
            table: ScopeTable::new(&source.replace('.', "/")),
        })
    };
    IS_ON.store(!options.scope_starts_off, Ordering::SeqCst);
    let _ = SCOPE.set(scope);
    Ok(())
}

/// Was the agent loaded with a scope?
pub fn is_given() -> bool {
    scope().is_some()
}

/// Is the class, named with slashes, the time source, its helper, or nested in one of them?
pub fn is_time_source(name: &str) -> bool {
    scope().is_some_and(|scope| scope.table.is_own(name.as_bytes()))
}

fn scope() -> Option<&'static Scope> {
    SCOPE.get()?.as_ref()
}

/// Is the class, named with slashes, one whose calls go to the time source?
pub fn is_chosen(name: &str) -> bool {
    scope().is_some_and(|scope| {
        let name = name.as_bytes();
        scope.include.iter().any(|glob| glob.matches(name))
            && !scope.exclude.iter().any(|glob| glob.matches(name))
    })
}

/// Is the scope switched on?
pub fn is_on() -> bool {
    IS_ON.load(Ordering::SeqCst)
}

/// New bytes for a chosen class, or none.
pub fn rewrite(env: Env, name: &str, loader: Local, bytes: &[u8]) -> Option<Vec<u8>> {
    let scope = scope()?;
    if !is_on() || IS_READING.get() || !is_chosen(name) {
        return None;
    }
    let files = LoaderFiles { env, loader };
    let changed = match scope::rewrite(bytes, &scope.table, &files) {
        Ok(changed) => changed?,
        Err(error) => {
            log::warn!("class {} stays as it is: {error}", name.replace('/', "."));
            return None;
        }
    };
    match check(scope, &files) {
        Ok(offers) => {
            define_helper(env, scope, loader, offers);
            Some(changed)
        }
        Err(reason) => {
            complain(name, scope, &reason);
            None
        }
    }
}

fn complain(name: &str, scope: &Scope, reason: &str) {
    let mut named = NAMED.lock().unwrap_or_else(PoisonError::into_inner);
    if named.get_or_insert_default().insert(name.to_owned()) {
        log::error!(
            "class {} stays as it is: its time source {} {reason}",
            name.replace('/', "."),
            scope.table.time_source().replace('/', ".")
        );
    }
}

/// Has the time source, as this loader finds it, the static methods that are called on it?
fn check(scope: &Scope, files: &LoaderFiles) -> Result<Offers, String> {
    let hash = libjvm::get().identity_hash(files.env, &files.loader);
    if let Some(known) = CHECKED
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get_or_insert_default()
        .get(&hash)
    {
        return known.clone();
    }
    let checked = files
        .class_file(scope.table.time_source())
        .ok_or_else(|| "is not found by its class loader; put it on the class path".to_owned())
        .and_then(|bytes| offers_of(&bytes));
    CHECKED
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get_or_insert_default()
        .insert(hash, checked.clone());
    checked
}

fn offers_of(bytes: &[u8]) -> Result<Offers, String> {
    let methods =
        static_methods(bytes).map_err(|error| format!("has a broken class file ({error})"))?;
    let has =
        |name: &str, descriptor: &str| methods.iter().any(|(n, d)| n == name && d == descriptor);
    for (name, descriptor, what) in [
        ("currentTimeMillis", "()J", "long currentTimeMillis()"),
        ("nanoTime", "()J", "long nanoTime()"),
        ("sleep", "(J)V", "void sleep(long)"),
    ] {
        if !has(name, descriptor) {
            return Err(format!("has no public static {what}"));
        }
    }
    Ok(Offers {
        instant: has("instant", "()Ljava/time/Instant;"),
        sleep_nanos: has("sleep", "(JI)V"),
    })
}

/// Name and descriptor of the public static methods in a class file.
fn static_methods(bytes: &[u8]) -> Result<Vec<(String, String)>, crate::classfile::Error> {
    let pool = Pool::of_class(bytes)?;
    let mut members = ClassFile::new(bytes, &pool)?.methods()?;
    let mut methods = Vec::new();
    while let Some(member) = members.try_next()? {
        if member.access & ACC_PUBLIC_STATIC == ACC_PUBLIC_STATIC {
            let text = |index| {
                pool.utf8(index)
                    .map(|text| String::from_utf8_lossy(text).into_owned())
            };
            methods.push((text(member.name)?, text(member.descriptor)?));
        }
    }
    Ok(methods)
}

/// A time source of the project's own gets a helper for the calls that it does not have, in the scoped
/// class's loader.
fn define_helper(env: Env, scope: &Scope, loader: Local, offers: Offers) {
    static DEFINED: Mutex<Option<HashSet<i32>>> = Mutex::new(None);
    if scope.table.helper() == scope::DEFAULT_HELPER {
        return;
    }
    let hash = libjvm::get().identity_hash(env, &loader);
    if !DEFINED
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get_or_insert_default()
        .insert(hash)
    {
        return;
    }
    let defined = scope::helper_class(CALLS, &scope.table, offers)
        .map_err(|error| error.to_string())
        .and_then(|bytes| env.define_class(scope.table.helper(), &loader, &bytes));
    if let Err(error) = defined {
        // Defined already, by a parent loader or an earlier class of this one: that is the same code.
        log::debug!("{}: {error}", scope.table.helper());
    }
}

/// Class files as a loader finds them.
struct LoaderFiles {
    env: Env,
    loader: Local,
}

impl ClassFiles for LoaderFiles {
    fn class_file(&self, name: &str) -> Option<Vec<u8>> {
        if self.loader.is_null() {
            return None;
        }
        IS_READING.set(true);
        let bytes = read_resource(self.env, &self.loader, &format!("{name}.class"));
        IS_READING.set(false);
        bytes
    }

    fn missing(&self, owner: &str, superclass: &str) {
        log::warn!(
            "calls on {} may stay as they are: its superclass {} is not found by the class loader",
            owner.replace('/', "."),
            superclass.replace('/', ".")
        );
    }
}

/// `loader.getResourceAsStream(name).readAllBytes()`; none for whatever goes wrong.
fn read_resource(env: Env, loader: &Local, name: &str) -> Option<Vec<u8>> {
    if !env.push_frame(8) {
        env.clear_exception();
        return None;
    }
    let bytes = (|| {
        let jdk = jdk::get();
        let path = env.new_string(name);
        let stream = env.call_object_with(loader, jdk.get_resource_as_stream, &path)?;
        let array = env.call_object_plain(&stream, jdk.read_all_bytes)?;
        Some(env.bytes(&array))
    })();
    env.clear_exception();
    env.pop_frame();
    bytes
}

/// Switches the scope on or off: the loaded classes get their time source, or their own calls back. Gives how
/// many were changed; the error is for a person.
pub fn switch(env: Env, on: bool) -> Result<usize, String> {
    if scope().is_none() {
        return Err("the agent was loaded without scope=: there is nothing to switch".to_owned());
    }
    IS_ON.store(on, Ordering::SeqCst);
    let loaded = jvmti::loaded_classes(env).map_err(|error| error.to_string())?;
    let mut chosen = Vec::new();
    for class in loaded {
        if is_chosen(jvmti::internal_name(&class.signature)) && jvmti::is_modifiable(&class.class) {
            chosen.push(class.class);
        } else {
            env.delete_local(class.class);
        }
    }
    let switched = jvmti::retransform(&chosen).map_err(|error| error.to_string());
    let count = chosen.len();
    for class in chosen {
        let _ = class.raw();
        env.delete_local(class);
    }
    switched.map(|()| count)
}
