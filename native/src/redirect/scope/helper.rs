//! The helper for a time source of the project's own.

use super::table::{DEFAULT_HELPER, DEFAULT_TIME_SOURCE, ScopeTable};
use crate::classfile::{Error, Pool, Splice, tag, u16_at};

/// Which methods a time source has beyond the three it must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Offers {
    /// `static Instant instant()`
    pub instant: bool,
    /// `static void sleep(long millis, int nanos)`
    pub sleep_nanos: bool,
}

/// Methods of the default time source, and what the helper itself has for a time source without.
const OPTIONAL: [(&str, &str, &str); 2] = [
    ("instant", "()Ljava/time/Instant;", "instantOfMillis"),
    ("sleep", "(JI)V", "sleepRounded"),
];

/// Makes the helper of `table` from the class file of the default one: it gets the name that the table
/// says, and calls the table's time source. It must be defined by that class's loader.
///
/// # Errors
/// `bytes` is malformed, or its pool too full.
pub fn helper_class(bytes: &[u8], table: &ScopeTable, offers: Offers) -> Result<Vec<u8>, Error> {
    let pool = Pool::of_class(bytes)?;
    let mut splice = Splice::new(bytes, &pool);
    for (_, found, at) in pool.iter() {
        match found {
            tag::CLASS => {
                let new = match pool.utf8(u16_at(bytes, at + 1)?)? {
                    name if name == DEFAULT_HELPER.as_bytes() => table.helper(),
                    name if name == DEFAULT_TIME_SOURCE.as_bytes() => table.time_source(),
                    _ => continue,
                };
                let name = splice.utf8(new.as_bytes())?;
                splice.patch_u16(at + 1, name)?;
            }
            tag::METHOD_REF => {
                let member = pool.member_at(at)?;
                if member.owner != DEFAULT_TIME_SOURCE.as_bytes() {
                    continue;
                }
                for ((name, descriptor, own), offered) in
                    OPTIONAL.iter().zip([offers.instant, offers.sleep_nanos])
                {
                    if !offered
                        && member.name == name.as_bytes()
                        && member.descriptor == descriptor.as_bytes()
                    {
                        let owner = splice.class(table.helper().as_bytes())?;
                        let name = splice.utf8(own.as_bytes())?;
                        let (_, descriptor) = pool.name_and_type(u16_at(bytes, at + 3)?)?;
                        let name_and_type = splice.name_and_type(name, descriptor)?;
                        splice.patch_u16(at + 1, owner)?;
                        splice.patch_u16(at + 3, name_and_type)?;
                    }
                }
            }
            _ => {}
        }
    }
    // Types in descriptors: the helper's own name occurs in none, that of the time source neither.
    splice.finish()
}
