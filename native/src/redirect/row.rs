//! One redirected call.

use std::borrow::Cow;

/// A static method whose callers are sent to another static method of the same descriptor.
///
/// All names are internal ones (`java/lang/System`). A row never applies inside of its own
/// `to_owner` or a class nested in it: the code a call is sent to must reach the original.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Row {
    /// Class that the call names as its owner.
    pub owner: Cow<'static, str>,
    /// Name of the method.
    pub name: Cow<'static, str>,
    /// Its descriptor, matched whole.
    pub descriptor: Cow<'static, str>,
    /// Class that the call names afterwards.
    pub to_owner: Cow<'static, str>,
    /// Name of the method afterwards.
    pub to_name: Cow<'static, str>,
    /// When set, the row applies only in this class and the classes nested in it.
    pub only_in: Option<Cow<'static, str>>,
}

impl Row {
    /// A row from constants: the same method name on both sides, in every class.
    #[must_use]
    pub const fn new(
        owner: &'static str,
        name: &'static str,
        descriptor: &'static str,
        to_owner: &'static str,
        to_name: &'static str,
    ) -> Self {
        Row {
            owner: Cow::Borrowed(owner),
            name: Cow::Borrowed(name),
            descriptor: Cow::Borrowed(descriptor),
            to_owner: Cow::Borrowed(to_owner),
            to_name: Cow::Borrowed(to_name),
            only_in: None,
        }
    }

    /// The same, restricted to the class `only_in` and those nested in it.
    #[must_use]
    pub const fn new_in(
        only_in: &'static str,
        owner: &'static str,
        name: &'static str,
        descriptor: &'static str,
        to_owner: &'static str,
        to_name: &'static str,
    ) -> Self {
        Row {
            owner: Cow::Borrowed(owner),
            name: Cow::Borrowed(name),
            descriptor: Cow::Borrowed(descriptor),
            to_owner: Cow::Borrowed(to_owner),
            to_name: Cow::Borrowed(to_name),
            only_in: Some(Cow::Borrowed(only_in)),
        }
    }

    /// Does the row apply in the class `this`?
    #[must_use]
    pub fn applies_in(&self, this: &[u8]) -> bool {
        !is_or_nested(this, self.to_owner.as_bytes())
            && self
                .only_in
                .as_ref()
                .is_none_or(|only| is_or_nested(this, only.as_bytes()))
    }
}

/// Is `class` the class `outer` or one nested in it, by name?
fn is_or_nested(class: &[u8], outer: &[u8]) -> bool {
    class
        .strip_prefix(outer)
        .is_some_and(|rest| rest.is_empty() || rest.first() == Some(&b'$'))
}
