//! A JVMTI call that failed.

use jvmti_bindings::sys::jvmti::jvmtiError;

/// What failed and how.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JvmtiError {
    /// The function returned an error code.
    #[error("JVMTI {function} failed with {code}")]
    Failed {
        /// Name of the function.
        function: &'static str,
        /// Name and number of the code.
        code: String,
    },
    /// The JVM's table lacks the function.
    #[error("this JVM has no JVMTI {0}")]
    Absent(&'static str),
    /// The agent has no environment yet.
    #[error("the agent has no JVMTI environment")]
    NotAttached,
}

impl JvmtiError {
    pub(crate) fn check(function: &'static str, code: jvmtiError) -> Result<(), JvmtiError> {
        if code == jvmtiError::NONE {
            Ok(())
        } else {
            Err(JvmtiError::Failed {
                function,
                code: format!("{code:?}"),
            })
        }
    }
}
