//! References and ids as typed values.

use jvmti_bindings::sys::jni::{jfieldID, jmethodID, jobject};

/// Anything that names a Java object for as long as its frame or global reference lives.
pub trait Object {
    /// The raw reference.
    fn raw(&self) -> jobject;
}

/// A reference that the JVM frees when the current native returns.
#[derive(Debug, Clone, Copy)]
pub struct Local(pub(super) jobject);

impl Local {
    /// Names an argument of a native or a callback.
    pub(crate) fn of(raw: jobject) -> Local {
        Local(raw)
    }

    /// Java's null.
    pub fn null() -> Local {
        Local(std::ptr::null_mut())
    }

    /// Is it Java's null?
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }
}

impl Object for Local {
    fn raw(&self) -> jobject {
        self.0
    }
}

/// A global reference. Plain data: freed by [`super::Env::delete_global`] only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Global(pub(super) jobject);

// SAFETY: the JNI specification ("Global and Local References") allows a global reference to be used on
// any thread; the value is an opaque handle that this crate never dereferences.
unsafe impl Send for Global {}
// SAFETY: as above; no interior mutability.
unsafe impl Sync for Global {}

impl Global {
    /// Does it name no object?
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }
}

impl Object for Global {
    fn raw(&self) -> jobject {
        self.0
    }
}

/// A global reference to a class.
pub type Class = Global;

/// A field id, valid while its class is loaded; only ids of boot classes are kept.
#[derive(Debug, Clone, Copy)]
pub struct Field(pub(super) jfieldID);

// SAFETY: a field id is an opaque value valid on every thread (JNI specification, "Accessing Fields and
// Methods") while its class is loaded; boot classes are never unloaded.
unsafe impl Send for Field {}
// SAFETY: as above.
unsafe impl Sync for Field {}

/// A method id, valid while its class is loaded.
#[derive(Debug, Clone, Copy)]
pub struct Method(pub(super) jmethodID);

impl Method {
    /// A number that tells it from others, as JVMTI's frames have it.
    pub fn address(self) -> usize {
        self.0 as usize
    }
}

// SAFETY: as for `Field`.
unsafe impl Send for Method {}
// SAFETY: as for `Field`.
unsafe impl Sync for Method {}
