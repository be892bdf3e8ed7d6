//! The environment of the current thread.

use super::refs::{Class, Field, Global, Local, Method, Object};
use jvmti_bindings::sys::jni::{JNIEnv, JNINativeMethod, jint, jlong, jobject, jvalue};
use std::ffi::{CStr, c_void};
use std::marker::PhantomData;
use std::ptr::NonNull;

/// The environment of the attached thread it was made on; neither Send nor Sync.
#[derive(Clone, Copy)]
pub struct Env {
    raw: NonNull<JNIEnv>,
    _not_send: PhantomData<*mut ()>,
}

/// An argument of a Java method.
#[derive(Clone, Copy)]
pub enum Argument {
    /// `long`
    Long(i64),
    /// `boolean`
    Bool(bool),
    /// A reference.
    Object(Local),
}

impl Argument {
    fn value(&self) -> jvalue {
        match *self {
            Argument::Long(value) => jvalue { j: value },
            Argument::Bool(value) => jvalue { z: u8::from(value) },
            Argument::Object(object) => jvalue { l: object.raw() },
        }
    }
}

macro_rules! call {
    ($self:ident . $name:ident ( $($arg:expr),* )) => {{
        let env = $self.raw.as_ptr();
        // SAFETY: `Env` exists only inside a native or callback on the thread whose environment it is
        // (see `Env::of`), and every reference passed comes from that frame or is a live global one.
        unsafe { ((**env).$name)(env, $($arg),*) }
    }};
}

impl Env {
    /// The environment that the JVM passed to a native or a callback on this thread; `None` for NULL,
    /// which JVMTI allows in the primordial phase.
    ///
    /// Callers are the entry points of this crate only: they pass the pointer that the JVM gave them.
    pub(crate) fn of(raw: *mut JNIEnv) -> Option<Env> {
        NonNull::new(raw).map(|raw| Env {
            raw,
            _not_send: PhantomData,
        })
    }

    /// The raw pointer, to hand on to an original native.
    pub(crate) fn raw(&self) -> *mut JNIEnv {
        self.raw.as_ptr()
    }

    /// Finds a class as seen from this native, as a global reference. Clears the exception on failure.
    pub fn find_class(&self, name: &CStr) -> Option<Class> {
        let local = call!(self.FindClass(name.as_ptr()));
        self.take_global(local)
    }

    fn take_global(&self, local: jobject) -> Option<Global> {
        if local.is_null() {
            self.clear_exception();
            return None;
        }
        let global = call!(self.NewGlobalRef(local));
        call!(self.DeleteLocalRef(local));
        (!global.is_null()).then_some(Global(global))
    }

    /// Defines a class into the boot loader.
    pub fn define_boot_class(&self, name: &CStr, bytes: &[u8]) -> Option<Class> {
        let local = call!(self.DefineClass(
            name.as_ptr(),
            std::ptr::null_mut(),
            bytes.as_ptr().cast(),
            bytes.len() as jint
        ));
        if local.is_null() {
            return None;
        }
        self.take_global(local)
    }

    /// Defines a class into the platform class loader; an exception is pending if that fails.
    pub fn define_platform_class(&self, name: &CStr, bytes: &[u8]) -> Option<Class> {
        let loaders = self.find_class(c"java/lang/ClassLoader")?;
        let platform = self.static_method(
            &loaders,
            c"getPlatformClassLoader",
            c"()Ljava/lang/ClassLoader;",
        );
        let loader = platform.and_then(|method| self.call_static_object(loaders, method));
        self.delete_global(loaders);
        let loader = loader?.0;
        let local = call!(self.DefineClass(
            name.as_ptr(),
            loader,
            bytes.as_ptr().cast(),
            bytes.len() as jint
        ));
        self.delete_local(Local(loader));
        if local.is_null() {
            return None;
        }
        self.take_global(local)
    }

    /// Class of an object, as a local reference.
    pub fn class_of(&self, object: &impl Object) -> Local {
        Local(call!(self.GetObjectClass(object.raw())))
    }

    /// Instance field by name and descriptor. Clears the exception on failure.
    pub fn field(&self, class: &impl Object, name: &CStr, descriptor: &CStr) -> Option<Field> {
        let id = call!(self.GetFieldID(class.raw(), name.as_ptr(), descriptor.as_ptr()));
        if id.is_null() {
            self.clear_exception();
        }
        (!id.is_null()).then_some(Field(id))
    }

    /// Instance method by name and descriptor. Clears the exception on failure.
    pub fn method(&self, class: &impl Object, name: &CStr, descriptor: &CStr) -> Option<Method> {
        let id = call!(self.GetMethodID(class.raw(), name.as_ptr(), descriptor.as_ptr()));
        if id.is_null() {
            self.clear_exception();
        }
        (!id.is_null()).then_some(Method(id))
    }

    /// Static method by name and descriptor. Clears the exception on failure.
    pub fn static_method(
        &self,
        class: &impl Object,
        name: &CStr,
        descriptor: &CStr,
    ) -> Option<Method> {
        let id = call!(self.GetStaticMethodID(class.raw(), name.as_ptr(), descriptor.as_ptr()));
        if id.is_null() {
            self.clear_exception();
        }
        (!id.is_null()).then_some(Method(id))
    }

    /// Reads a `long` field.
    #[inline]
    pub fn get_long(&self, object: &impl Object, field: Field) -> i64 {
        call!(self.GetLongField(object.raw(), field.0))
    }

    /// Reads an `int` field.
    #[inline]
    pub fn get_int(&self, object: &impl Object, field: Field) -> i32 {
        call!(self.GetIntField(object.raw(), field.0))
    }

    /// A static `int` field by name. Clears the exception on failure.
    pub fn static_int(&self, class: Class, name: &CStr) -> Option<i32> {
        let id = call!(self.GetStaticFieldID(class.0, name.as_ptr(), c"I".as_ptr()));
        if id.is_null() {
            self.clear_exception();
            return None;
        }
        Some(call!(self.GetStaticIntField(class.0, id)))
    }

    /// Reads a `boolean` field.
    #[inline]
    pub fn get_bool(&self, object: &impl Object, field: Field) -> bool {
        call!(self.GetBooleanField(object.raw(), field.0)) != 0
    }

    /// Writes a `boolean` field.
    #[inline]
    pub fn set_bool(&self, object: &impl Object, field: Field, value: bool) {
        call!(self.SetBooleanField(object.raw(), field.0, u8::from(value)));
    }

    /// Writes an `int` field.
    #[inline]
    pub fn set_int(&self, object: &impl Object, field: Field, value: i32) {
        call!(self.SetIntField(object.raw(), field.0, value));
    }

    /// Reads an object field; the result may be null.
    pub fn get_object(&self, object: &impl Object, field: Field) -> Local {
        Local(call!(self.GetObjectField(object.raw(), field.0)))
    }

    /// Writes an object field.
    pub fn set_object(&self, object: &impl Object, field: Field, value: &impl Object) {
        call!(self.SetObjectField(object.raw(), field.0, value.raw()));
    }

    /// The `java.lang.reflect.Method` of a static method.
    pub fn reflected_static(&self, class: Class, method: Method) -> Option<Global> {
        let local = call!(self.ToReflectedMethod(class.0, method.0, 1));
        self.take_global(local)
    }

    /// A new global reference; null stays null.
    #[inline]
    pub fn new_global(&self, object: &impl Object) -> Global {
        Global(call!(self.NewGlobalRef(object.raw())))
    }

    /// Frees a global reference.
    #[inline]
    pub fn delete_global(&self, global: Global) {
        if !global.is_null() {
            call!(self.DeleteGlobalRef(global.0));
        }
    }

    /// Frees a local reference before its frame ends.
    #[inline]
    pub fn delete_local(&self, local: Local) {
        call!(self.DeleteLocalRef(local.0));
    }

    /// Do both name the same object?
    #[inline]
    pub fn same(&self, a: &impl Object, b: &impl Object) -> bool {
        call!(self.IsSameObject(a.raw(), b.raw())) != 0
    }

    /// `instanceof`.
    pub fn is_instance(&self, object: &impl Object, class: Class) -> bool {
        call!(self.IsInstanceOf(object.raw(), class.0)) != 0
    }

    /// Is an exception pending?
    #[inline]
    pub fn has_exception(&self) -> bool {
        call!(self.ExceptionCheck()) != 0
    }

    /// Drops a pending exception.
    pub fn clear_exception(&self) {
        call!(self.ExceptionClear());
    }

    /// Runs `body` without the pending exception, if there is one, which is thrown again afterwards: JNI allows few
    /// calls with one.
    pub fn aside_exception(&self, body: impl FnOnce()) {
        let pending = call!(self.ExceptionOccurred());
        if pending.is_null() {
            return body();
        }
        call!(self.ExceptionClear());
        body();
        let rc = call!(self.Throw(pending));
        if rc != 0 {
            log::warn!("an exception could not be thrown again (JNI error {rc})");
        }
        call!(self.DeleteLocalRef(pending));
    }

    /// Prints and drops a pending exception.
    pub fn describe_exception(&self) {
        call!(self.ExceptionDescribe());
        call!(self.ExceptionClear());
    }

    /// Throws a new exception of a class; no message for `None`.
    pub fn throw_new(&self, class: Class, message: Option<&CStr>) {
        let rc = call!(self.ThrowNew(class.0, message.map_or(std::ptr::null(), CStr::as_ptr)));
        if rc != 0 {
            log::warn!("an exception could not be thrown (JNI error {rc})");
        }
    }

    /// Calls a static void method with `jvalue` arguments.
    pub(crate) fn call_static_void(&self, class: Class, method: Method, args: &[jvalue]) {
        call!(self.CallStaticVoidMethodA(class.0, method.0, args.as_ptr()));
    }

    /// Calls a static void method.
    pub fn call_static(&self, class: Class, method: Method, arguments: &[Argument]) {
        let values: Vec<jvalue> = arguments.iter().map(Argument::value).collect();
        self.call_static_void(class, method, &values);
    }

    /// Calls a static method without arguments that returns an object; none when it threw or gave null.
    pub fn call_static_object(&self, class: Class, method: Method) -> Option<Local> {
        let result = call!(self.CallStaticObjectMethodA(class.0, method.0, std::ptr::null()));
        (!self.has_exception() && !result.is_null()).then_some(Local(result))
    }

    /// Calls a static method with one object argument that returns an object; null when it threw.
    pub fn call_static_object_with(
        &self,
        class: Class,
        method: Method,
        argument: &impl Object,
    ) -> Local {
        let arguments = [jvalue { l: argument.raw() }];
        Local(call!(self.CallStaticObjectMethodA(
            class.0,
            method.0,
            arguments.as_ptr()
        )))
    }

    /// Makes an object by a constructor with one object argument. Clears the exception on failure.
    pub fn new_with(
        &self,
        class: Class,
        constructor: Method,
        argument: &impl Object,
    ) -> Option<Local> {
        let object = self.new_object(class, constructor, &[jvalue { l: argument.raw() }]);
        if self.has_exception() {
            self.clear_exception();
        }
        (!object.is_null()).then_some(object)
    }

    /// A `StackTraceElement`.
    pub fn new_stack_element(
        &self,
        class: Class,
        constructor: Method,
        frame: &crate::jvmti::Frame,
    ) -> Local {
        let (owner, method) = (
            self.new_string(&frame.class),
            self.new_string(&frame.method),
        );
        let file = frame
            .file
            .as_ref()
            .map_or(Local::null(), |file| self.new_string(file));
        let arguments = [
            jvalue { l: owner.0 },
            jvalue { l: method.0 },
            jvalue { l: file.0 },
            jvalue { i: frame.line },
        ];
        let element = self.new_object(class, constructor, &arguments);
        for local in [owner, method, file] {
            self.delete_local(local);
        }
        element
    }

    /// Calls an instance void method without arguments.
    pub fn call_plain(&self, object: &impl Object, method: Method) {
        self.call_void(object, method, &[]);
    }

    /// Calls an instance void method with one long argument.
    pub fn call_with_long(&self, object: &impl Object, method: Method, argument: i64) {
        self.call_void(object, method, &[jvalue { j: argument }]);
    }

    /// Calls a static void method with one int argument.
    pub fn call_static_int(&self, class: Class, method: Method, argument: i32) {
        self.call_static_void(class, method, &[jvalue { i: argument }]);
    }

    /// Calls a static void method with one long argument.
    pub fn call_static_with_long(&self, class: Class, method: Method, argument: i64) {
        self.call_static_void(class, method, &[jvalue { j: argument }]);
    }

    /// Calls a static void method with one object argument.
    pub fn call_static_with(&self, class: Class, method: Method, argument: &impl Object) {
        self.call_static_void(class, method, &[jvalue { l: argument.raw() }]);
    }

    /// Throws a new exception of a class that has a constructor with one String.
    pub fn throw_text(&self, class: Class, message: &str) {
        let Some(constructor) = self.method(&class, c"<init>", c"(Ljava/lang/String;)V") else {
            return self.throw_new(class, None);
        };
        let text = self.new_string(message);
        match self.new_with(class, constructor, &text) {
            Some(exception) => {
                let rc = call!(self.Throw(exception.0));
                if rc != 0 {
                    log::warn!("an exception could not be thrown (JNI error {rc})");
                }
            }
            None => self.throw_new(class, None),
        }
    }

    /// Calls an instance method that returns nothing.
    pub(crate) fn call_void(&self, object: &impl Object, method: Method, args: &[jvalue]) {
        call!(self.CallVoidMethodA(object.raw(), method.0, args.as_ptr()));
    }

    /// Makes an object; null when the constructor threw.
    pub(crate) fn new_object(&self, class: Class, constructor: Method, args: &[jvalue]) -> Local {
        Local(call!(self.NewObjectA(
            class.0,
            constructor.0,
            args.as_ptr()
        )))
    }

    /// Calls a method with one object argument that returns an object; none when it threw or gave null.
    pub fn call_object_with(
        &self,
        object: &impl Object,
        method: Method,
        argument: &impl Object,
    ) -> Option<Local> {
        let arguments = [jvalue { l: argument.raw() }];
        let result = call!(self.CallObjectMethodA(object.raw(), method.0, arguments.as_ptr()));
        (!self.has_exception() && !result.is_null()).then_some(Local(result))
    }

    /// The same without arguments.
    pub fn call_object_plain(&self, object: &impl Object, method: Method) -> Option<Local> {
        let result = call!(self.CallObjectMethodA(object.raw(), method.0, std::ptr::null()));
        (!self.has_exception() && !result.is_null()).then_some(Local(result))
    }

    /// The contents of a `byte[]`.
    pub fn bytes(&self, array: &impl Object) -> Vec<u8> {
        let mut bytes = vec![0u8; self.array_length(array)];
        call!(self.GetByteArrayRegion(
            array.raw(),
            0,
            bytes.len() as jint,
            bytes.as_mut_ptr().cast()
        ));
        bytes
    }

    /// Defines a class, named with slashes, into a loader.
    pub fn define_class(
        &self,
        name: &str,
        loader: &impl Object,
        bytes: &[u8],
    ) -> Result<(), String> {
        let name = std::ffi::CString::new(name).map_err(|error| error.to_string())?;
        let class = call!(self.DefineClass(
            name.as_ptr(),
            loader.raw(),
            bytes.as_ptr().cast(),
            bytes.len() as jint
        ));
        if class.is_null() || self.has_exception() {
            self.clear_exception();
            return Err("not defined".to_owned());
        }
        self.delete_local(Local(class));
        Ok(())
    }

    /// A Java string. Characters outside the basic plane and NULs are kept.
    pub fn new_string(&self, text: &str) -> Local {
        let units: Vec<u16> = text.encode_utf16().collect();
        Local(call!(self.NewString(units.as_ptr(), units.len() as jint)))
    }

    /// The text of a Java string; empty for null.
    pub fn string(&self, string: &impl Object) -> String {
        if string.raw().is_null() {
            return String::new();
        }
        let length = call!(self.GetStringLength(string.raw()));
        let mut units = vec![0u16; length.max(0) as usize];
        call!(self.GetStringRegion(string.raw(), 0, length, units.as_mut_ptr()));
        String::from_utf16_lossy(&units)
    }

    /// Length of an array; 0 for null.
    pub fn array_length(&self, array: &impl Object) -> usize {
        if array.raw().is_null() {
            return 0;
        }
        call!(self.GetArrayLength(array.raw())).max(0) as usize
    }

    /// Element of an object array, as a local reference.
    pub fn array_element(&self, array: &impl Object, index: usize) -> Local {
        Local(call!(
            self.GetObjectArrayElement(array.raw(), index as jint)
        ))
    }

    /// The strings of a `String[]`.
    pub fn strings(&self, array: &impl Object) -> Vec<String> {
        (0..self.array_length(array))
            .map(|index| {
                let element = self.array_element(array, index);
                let text = self.string(&element);
                self.delete_local(element);
                text
            })
            .collect()
    }

    /// A new object array filled with nulls.
    pub fn new_array(&self, class: Class, length: usize) -> Local {
        Local(call!(self.NewObjectArray(
            length as jint,
            class.0,
            std::ptr::null_mut()
        )))
    }

    /// Stores an element and frees the local reference to it.
    pub fn set_element(&self, array: Local, index: usize, element: Local) {
        call!(self.SetObjectArrayElement(array.0, index as jint, element.0));
        self.delete_local(element);
    }

    /// A new `long[]`.
    pub fn new_longs(&self, values: &[i64]) -> Local {
        let array = call!(self.NewLongArray(values.len() as jint));
        if !array.is_null() {
            let values: &[jlong] = values;
            call!(self.SetLongArrayRegion(array, 0, values.len() as jint, values.as_ptr()));
        }
        Local(array)
    }

    /// Makes room for local references; false when the JVM has none left.
    pub fn push_frame(&self, capacity: i32) -> bool {
        call!(self.PushLocalFrame(capacity)) == 0
    }

    /// Drops the references made since [`Env::push_frame`].
    pub fn pop_frame(&self) {
        call!(self.PopLocalFrame(std::ptr::null_mut()));
    }

    /// Binds a native method of a class. False when the class has no such method.
    pub(crate) fn register(
        &self,
        class: Class,
        name: &CStr,
        descriptor: &CStr,
        function: *const c_void,
    ) -> bool {
        let native = JNINativeMethod {
            name: name.as_ptr(),
            signature: descriptor.as_ptr(),
            fnPtr: function.cast_mut(),
        };
        let rc = call!(self.RegisterNatives(class.0, &native, 1));
        if rc != 0 {
            self.clear_exception();
        }
        rc == 0
    }
}
