//! Reflection and method handles on the clocks of `System`: they are led to the gate, as written calls are,
//! by `java.lang.TicklessReflected`.
//!
//! Such a call names its target by an object, not in a constant pool. What is replaced are the natives that turn
//! this object into a method; they get the method of that class in place of the clock's.
//!
//! | JDK | replaced | for |
//! |---|---|---|
//! | 17 to 25 | MethodHandleNatives.resolve | `Lookup.findStatic` |
//! | 17 to 25 | MethodHandleNatives.init | `Lookup.unreflect`; 18 and later `Method.invoke` |
//! | 17 | NativeMethodAccessorImpl.invoke0 | `Method.invoke`, the first calls |
//! | 18 to 25 | DirectMethodHandleAccessor.NativeAccessor.invoke0 | `Method.invoke` while the JVM starts |
//!
//! After some calls 17 makes a class of its own for a method. It names the clock in its constant pool and is
//! redirected as any other.

use crate::jni::{Class, Env, Field, Global, Local, reflect_natives};
use std::sync::OnceLock;

/// One clock of `System` and what stands for it.
struct Clock {
    name: &'static str,
    /// `Method.slot`, unique in its class.
    slot: i32,
    /// The `java.lang.reflect.Method` that is called instead.
    instead: Global,
}

struct Targets {
    system: Class,
    instead: Class,
    method: Class,
    method_class: Field,
    method_slot: Field,
    member_class: Field,
    member_name: Field,
    clocks: [Clock; 2],
}

static TARGETS: OnceLock<Targets> = OnceLock::new();

/// Begins to redirect. The error names what this JDK lacks.
pub fn prepare(env: Env, instead: Class) -> Result<(), String> {
    let class = |name: &std::ffi::CStr| {
        env.find_class(name)
            .ok_or_else(|| format!("class {}", name.to_string_lossy()))
    };
    let field = |class: &Class, name: &std::ffi::CStr, descriptor: &std::ffi::CStr| {
        env.field(class, name, descriptor)
            .ok_or_else(|| format!("field {}", name.to_string_lossy()))
    };
    let (system, method) = (
        class(c"java/lang/System")?,
        class(c"java/lang/reflect/Method")?,
    );
    let member = class(c"java/lang/invoke/MemberName")?;
    let method_slot = field(&method, c"slot", c"I")?;
    let clock = |name: &'static std::ffi::CStr| {
        let text = name.to_str().unwrap_or_default();
        let reflected = |class: Class| {
            env.static_method(&class, name, c"()J")
                .and_then(|id| env.reflected_static(class, id))
                .ok_or_else(|| format!("method {text}"))
        };
        let original = reflected(system)?;
        let slot = env.get_int(&original, method_slot);
        env.delete_global(original);
        Ok::<_, String>(Clock {
            name: text,
            slot,
            instead: reflected(instead)?,
        })
    };
    let targets = Targets {
        system,
        instead,
        method,
        method_class: field(&method, c"clazz", c"Ljava/lang/Class;")?,
        method_slot,
        member_class: field(&member, c"clazz", c"Ljava/lang/Class;")?,
        member_name: field(&member, c"name", c"Ljava/lang/String;")?,
        clocks: [clock(c"nanoTime")?, clock(c"currentTimeMillis")?],
    };
    let _ = TARGETS.set(targets);
    if !reflect_natives::are_placed() {
        // 17 binds them before an agent can ask what is bound: let them be bound once more.
        let natives = class(c"java/lang/invoke/MethodHandleNatives")?;
        let register = env
            .static_method(&natives, c"registerNatives", c"()V")
            .ok_or("MethodHandleNatives.registerNatives")?;
        env.call_static_void(natives, register, &[]);
        env.clear_exception();
    }
    if reflect_natives::are_placed() {
        Ok(())
    } else {
        Err("MethodHandleNatives".to_owned())
    }
}

/// What is called in place of a clock's method, if `object` is the `java.lang.reflect.Method` of one.
pub fn redirected(env: Env, object: &Local) -> Option<Global> {
    let targets = TARGETS.get()?;
    if object.is_null() || !env.is_instance(object, targets.method) {
        return None;
    }
    if !holds(env, object, targets.method_class, &targets.system) {
        return None;
    }
    let slot = env.get_int(object, targets.method_slot);
    let clock = targets.clocks.iter().find(|clock| clock.slot == slot)?;
    Some(clock.instead)
}

/// Resolves a `MemberName`; one that names a clock as the method that is called instead.
pub fn resolve(env: Env, member: &Local, call: impl Fn() -> Local) -> Local {
    let Some(targets) = TARGETS.get() else {
        return call();
    };
    if member.is_null()
        || !holds(env, member, targets.member_class, &targets.system)
        || !names_clock(env, member, targets)
    {
        return call();
    }
    env.set_object(member, targets.member_class, &targets.instead);
    let resolved = call();
    if !resolved.is_null() && !env.has_exception() {
        return resolved;
    }
    // No such method, by its type: the error has to name what was asked for.
    env.clear_exception();
    env.set_object(member, targets.member_class, &targets.system);
    call()
}

fn holds(env: Env, object: &Local, field: Field, class: &Class) -> bool {
    let value = env.get_object(object, field);
    let same = env.same(&value, class);
    env.delete_local(value);
    same
}

fn names_clock(env: Env, member: &Local, targets: &Targets) -> bool {
    let name = env.get_object(member, targets.member_name);
    let text = env.string(&name);
    env.delete_local(name);
    targets.clocks.iter().any(|clock| clock.name == text)
}
