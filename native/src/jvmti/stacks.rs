//! Threads, their names, states and stacks.

use super::{JvmtiError, deallocate, jvmti};
use crate::jni::{Env, Local, Object};
use jvmti_bindings::sys::jvmti::{jvmtiFrameInfo, jvmtiLineNumberEntry};
use std::ffi::{CStr, c_char};

/// One frame of a stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Binary name of the class, with dots.
    pub class: String,
    /// Name of the method.
    pub method: String,
    /// Source file, if the class file names it.
    pub file: Option<String>,
    /// Line; -1 unknown, -2 native, as in `StackTraceElement`.
    pub line: i32,
}

impl std::fmt::Display for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}(", self.class, self.method)?;
        match (&self.file, self.line) {
            (_, -2) => f.write_str("Native Method")?,
            (Some(file), line) if line >= 0 => write!(f, "{file}:{line}")?,
            (Some(file), _) => f.write_str(file)?,
            (None, _) => f.write_str("Unknown Source")?,
        }
        f.write_str(")")
    }
}

/// Text that JVMTI allocated, in modified UTF-8; freed here.
pub(super) fn take_text(text: *mut c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: JVMTI returns NUL-terminated strings.
    let owned = unsafe { CStr::from_ptr(text) }
        .to_string_lossy()
        .into_owned();
    deallocate(text);
    owned
}

/// Every live platform thread, as local references.
pub fn all_threads() -> Result<Vec<Local>, JvmtiError> {
    let (mut count, mut threads) = (0, std::ptr::null_mut());
    jvmti!(GetAllThreads(&mut count, &mut threads))?;
    let list = (0..count.max(0) as usize)
        // SAFETY: JVMTI returned an array of `count` references.
        .map(|index| Local::of(unsafe { *threads.add(index) }))
        .collect();
    deallocate(threads);
    Ok(list)
}

/// The JVMTI thread state bits.
pub fn thread_state(thread: &impl Object) -> Result<i32, JvmtiError> {
    let mut state = 0;
    jvmti!(GetThreadState(thread.raw(), &mut state))?;
    Ok(state)
}

/// The stack of a thread as methods and positions, which cost little; as [`stack_of`] otherwise.
pub fn raw_stack_of(thread: &impl Object, depth: usize) -> Result<Vec<(usize, i64)>, JvmtiError> {
    let frames = frames_of(thread, depth)?;
    Ok(frames
        .iter()
        .map(|frame| (frame.method as usize, frame.location))
        .collect())
}

/// The stack of a thread, innermost frame first, at most `depth` frames.
pub fn stack_of(env: Env, thread: &impl Object, depth: usize) -> Result<Vec<Frame>, JvmtiError> {
    Ok(frames_of(thread, depth)?
        .iter()
        .filter_map(|frame| describe(env, frame).ok())
        .collect())
}

fn frames_of(thread: &impl Object, depth: usize) -> Result<Vec<jvmtiFrameInfo>, JvmtiError> {
    let mut frames = vec![
        jvmtiFrameInfo {
            method: std::ptr::null_mut(),
            location: 0
        };
        depth
    ];
    let mut count = 0;
    jvmti!(GetStackTrace(
        thread.raw(),
        0,
        depth as i32,
        frames.as_mut_ptr(),
        &mut count
    ))?;
    frames.truncate(count.max(0) as usize);
    Ok(frames)
}

fn describe(env: Env, frame: &jvmtiFrameInfo) -> Result<Frame, JvmtiError> {
    let (mut name, mut class) = (std::ptr::null_mut(), std::ptr::null_mut());
    jvmti!(GetMethodName(
        frame.method,
        &mut name,
        std::ptr::null_mut(),
        std::ptr::null_mut()
    ))?;
    let method = take_text(name);
    jvmti!(GetMethodDeclaringClass(frame.method, &mut class))?;
    let mut signature = std::ptr::null_mut();
    let named = jvmti!(GetClassSignature(
        class,
        &mut signature,
        std::ptr::null_mut()
    ));
    let mut source = std::ptr::null_mut();
    // Absent information is normal here: a class may be compiled without it.
    let file = jvmti!(GetSourceFileName(class, &mut source))
        .is_ok()
        .then(|| take_text(source));
    env.delete_local(Local::of(class));
    named?;
    let class = class_name(&take_text(signature));
    let line = if frame.location < 0 {
        -2
    } else {
        line_of(frame)
    };
    Ok(Frame {
        class,
        method,
        file,
        line,
    })
}

/// `Ljava/lang/String;` as `java.lang.String`.
pub(super) fn class_name(signature: &str) -> String {
    internal_name(signature).replace('/', ".")
}

/// `Ljava/lang/String;` as `java/lang/String`. One `L` goes: the name may begin with another.
pub fn internal_name(signature: &str) -> &str {
    signature
        .strip_prefix('L')
        .and_then(|rest| rest.strip_suffix(';'))
        .unwrap_or(signature)
}

fn line_of(frame: &jvmtiFrameInfo) -> i32 {
    let (mut count, mut table) = (0, std::ptr::null_mut::<jvmtiLineNumberEntry>());
    if jvmti!(GetLineNumberTable(frame.method, &mut count, &mut table)).is_err() {
        return -1;
    }
    let line = (0..count.max(0) as usize)
        // SAFETY: JVMTI returned `count` entries.
        .map(|index| unsafe { *table.add(index) })
        .filter(|entry| entry.start_location <= frame.location)
        .max_by_key(|entry| entry.start_location)
        .map_or(-1, |entry| entry.line_number);
    deallocate(table);
    line
}

#[cfg(test)]
mod tests {
    use super::class_name;

    #[test]
    fn a_signature_loses_one_letter_only() {
        assert_eq!(class_name("Ljava/lang/String;"), "java.lang.String");
        assert_eq!(class_name("LLone;"), "Lone");
        assert_eq!(class_name("[I"), "[I");
    }
}
