//! Does a class inherit a static method? Answered from class files, without loading any.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::table::Row;
use crate::classfile::{ACC_STATIC, Class, Error, MemberRef, Pool};
use crate::redirect::catalogue::{is_jdk, jdk_types};

/// Where class files come from.
pub trait ClassFiles {
    /// The class file of this internal name as the class's own loader would find it, or `None`. The
    /// JDK's classes are not asked for. Answers are not kept here: keep them where asking is dear.
    fn class_file(&self, name: &str) -> Option<Vec<u8>>;

    /// Told when a superclass was not found, so that a call on `owner` had to stay as it is.
    fn missing(&self, owner: &str, superclass: &str) {
        let _ = (owner, superclass);
    }
}

impl ClassFiles for HashMap<String, Vec<u8>> {
    fn class_file(&self, name: &str) -> Option<Vec<u8>> {
        self.get(name).cloned()
    }
}

/// Chains of superclasses are short; a longer one is a circle.
const MAX_DEPTH: usize = 1000;

/// Answers for the calls in one class.
pub(super) struct Resolver<'r, 'a> {
    pub pool: &'r Pool<'a>,
    pub class: &'r Class<'a>,
    pub this: &'a [u8],
    pub files: &'r dyn ClassFiles,
}

/// What a class file says about a static method.
enum Step {
    /// It declares one of this name and descriptor itself.
    Hides,
    /// It has this superclass.
    Up(String),
    /// It has none.
    Top,
}

impl Resolver<'_, '_> {
    /// Does the owner that `member` names inherit the row's static method? Only superclasses count:
    /// static methods of interfaces are not inherited.
    pub(super) fn inherits(&self, row: &Row, member: &MemberRef<'_>) -> bool {
        let Ok(owner) = std::str::from_utf8(member.owner) else {
            return false;
        };
        let mut name = owner.to_string();
        for _ in 0..MAX_DEPTH {
            if name == row.owner {
                return true;
            }
            let step = if name.as_bytes() == self.this {
                step(self.pool, self.class, row)
            } else if is_jdk(name.as_bytes()) {
                match jdk_superclass(&name) {
                    Some(superclass) => Ok(Step::Up(superclass.to_string())),
                    None => return false,
                }
            } else {
                match self.files.class_file(&name) {
                    Some(bytes) => read(&bytes, row),
                    None => {
                        self.files.missing(owner, &name);
                        return false;
                    }
                }
            };
            match step {
                Ok(Step::Up(superclass)) => name = superclass,
                Ok(Step::Hides | Step::Top) | Err(_) => return false,
            }
        }
        false
    }
}

fn read(bytes: &[u8], row: &Row) -> Result<Step, Error> {
    let pool = Pool::of_class(bytes)?;
    step(&pool, &Class::new(bytes, &pool)?, row)
}

fn step(pool: &Pool<'_>, class: &Class<'_>, row: &Row) -> Result<Step, Error> {
    let mut methods = class.methods()?;
    while let Some(method) = methods.try_next()? {
        if method.access & ACC_STATIC != 0
            && pool.utf8(method.name)? == row.name.as_bytes()
            && pool.utf8(method.descriptor)? == row.descriptor.as_bytes()
        {
            return Ok(Step::Hides);
        }
    }
    match class.super_class()? {
        0 => Ok(Step::Top),
        index => Ok(Step::Up(
            String::from_utf8_lossy(pool.class_name(index)?).into_owned(),
        )),
    }
}

/// The supertype by which a JDK class leads to a redirected method's owner. For the few owners whose
/// static methods are inherited (Thread, Calendar, Clock) that is its superclass.
fn jdk_superclass(class: &str) -> Option<&'static str> {
    static SUPERCLASSES: OnceLock<HashMap<&'static str, &'static str>> = OnceLock::new();
    let all = SUPERCLASSES.get_or_init(|| {
        jdk_types()
            .filter_map(|(name, mut supertypes)| Some((name, supertypes.next()?)))
            .collect()
    });
    all.get(class).copied()
}
