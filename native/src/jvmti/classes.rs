//! Loaded classes: their constant pools, and how they are given new bytes.

use super::stacks::{class_name, take_text};
use super::{JvmtiError, deallocate, jvmti};
use crate::jni::{Class, Env, Local, Object};
use crate::redirect::{self, Row};
use jvmti_bindings::sys::jvmti::jvmtiClassDefinition;

/// A loaded class, as a local reference.
pub struct LoadedClass {
    /// The class.
    pub class: Local,
    /// Its JVM signature, `Ljava/lang/String;`.
    pub signature: String,
}

/// Every loaded class but arrays.
pub fn loaded_classes(env: Env) -> Result<Vec<LoadedClass>, JvmtiError> {
    let (mut count, mut classes) = (0, std::ptr::null_mut());
    jvmti!(GetLoadedClasses(&mut count, &mut classes))?;
    let mut list = Vec::with_capacity(count.max(0) as usize);
    for index in 0..count.max(0) as usize {
        // SAFETY: JVMTI returned an array of `count` references.
        let class = Local::of(unsafe { *classes.add(index) });
        let mut signature = std::ptr::null_mut();
        let named = jvmti!(GetClassSignature(
            class.raw(),
            &mut signature,
            std::ptr::null_mut()
        ));
        let signature = take_text(signature);
        if named.is_ok() && signature.starts_with('L') {
            list.push(LoadedClass { class, signature });
        } else {
            env.delete_local(class);
        }
    }
    deallocate(classes);
    Ok(list)
}

/// Name of an object's class, with dots; empty if it cannot be told. Unlike a look-up by name it loads nothing.
pub fn class_name_of(env: Env, object: &impl Object) -> String {
    let class = env.class_of(object);
    let mut signature = std::ptr::null_mut();
    let named = jvmti!(GetClassSignature(
        class.raw(),
        &mut signature,
        std::ptr::null_mut()
    ));
    env.delete_local(class);
    let signature = take_text(signature);
    if named.is_ok() {
        class_name(&signature)
    } else {
        String::new()
    }
}

/// May the class be given new bytes? Hidden classes (lambdas) and arrays may not.
pub fn is_modifiable(class: &impl Object) -> bool {
    let mut modifiable = 0;
    jvmti!(IsModifiableClass(class.raw(), &mut modifiable)).is_ok() && modifiable != 0
}

/// Does the class's constant pool name one of the rows?
pub fn pool_mentions(class: &impl Object, rows: &[Row]) -> Result<bool, JvmtiError> {
    let (mut count, mut length, mut bytes) = (0, 0, std::ptr::null_mut());
    jvmti!(GetConstantPool(
        class.raw(),
        &mut count,
        &mut length,
        &mut bytes
    ))?;
    // SAFETY: JVMTI returned `length` bytes at `bytes`, freed below.
    let pool = unsafe { std::slice::from_raw_parts(bytes, length.max(0) as usize) };
    let mentions = redirect::pool_mentions(pool, count.clamp(0, 0xffff) as u16, rows);
    deallocate(bytes);
    Ok(mentions)
}

/// Sends the classes through the ClassFileLoadHook again.
pub fn retransform(classes: &[Local]) -> Result<(), JvmtiError> {
    let raw: Vec<_> = classes.iter().map(Object::raw).collect();
    if raw.is_empty() {
        return Ok(());
    }
    jvmti!(RetransformClasses(raw.len() as i32, raw.as_ptr()))
}

/// Gives a class new method bodies.
pub fn redefine(class: Class, bytes: &[u8]) -> Result<(), JvmtiError> {
    let definition = jvmtiClassDefinition {
        klass: class.raw(),
        class_byte_count: bytes.len() as i32,
        class_bytes: bytes.as_ptr(),
    };
    jvmti!(RedefineClasses(1, &definition))
}
