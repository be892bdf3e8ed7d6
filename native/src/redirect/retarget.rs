//! The pass that points method references elsewhere.

use super::Row;
use crate::classfile::{Entries, Error, MemberRef, Pool, Splice, class_entries, tag, u16_at};

/// Applies `rows` to a class file: the changed bytes, or `None` when no row matches.
///
/// Owner, name and descriptor are compared with every Methodref and InterfaceMethodref. Whatever
/// is not redirected keeps its bytes. When nothing matches, nothing is allocated unless the class
/// names both the owner and the method of some row.
///
/// # Errors
/// The class is malformed as far as it had to be read, or its constant pool is too full for the
/// new names. It must then be left alone.
pub fn retarget(bytes: &[u8], rows: &[Row]) -> Result<Option<Vec<u8>>, Error> {
    if !may_mention(class_entries(bytes)?, rows)? {
        return Ok(None);
    }
    let pool = Pool::of_class(bytes)?;
    // this_class stands behind the pool and the access flags.
    let this = pool.class_name(u16_at(bytes, pool.end() + 2)?)?;
    let mut splice = None;
    for (_, found, at) in pool.iter() {
        if !matches!(found, tag::METHOD_REF | tag::INTERFACE_METHOD_REF) {
            continue;
        }
        let member = pool.member_at(at)?;
        let Some(row) = rows
            .iter()
            .find(|row| matches(row, &member) && row.applies_in(this))
        else {
            continue;
        };
        let splice = splice.get_or_insert_with(|| Splice::new(bytes, &pool));
        let class = splice.class(row.to_owner.as_bytes())?;
        splice.patch_u16(at + 1, class)?;
        if row.to_name != row.name {
            let (_, descriptor) = pool.name_and_type(u16_at(bytes, at + 3)?)?;
            let name = splice.utf8(row.to_name.as_bytes())?;
            let name_and_type = splice.name_and_type(name, descriptor)?;
            splice.patch_u16(at + 3, name_and_type)?;
        }
        if found == tag::INTERFACE_METHOD_REF {
            // The new owner is a class.
            splice.patch_u8(at, tag::METHOD_REF)?;
        }
    }
    splice.map(Splice::finish).transpose()
}

/// Does a constant pool, as JVMTI GetConstantPool returns it (entry 1 at offset 0, `count` as
/// JVMTI counts, one more than the last index), name a method of `rows`?
///
/// [`Row::only_in`] is not looked at, because the pool does not say whose it is. A pool that cannot
/// be read counts as a mention: [`retarget`] on the class file then decides.
#[must_use]
pub fn pool_mentions(pool_bytes: &[u8], count: u16, rows: &[Row]) -> bool {
    let mentions = || -> Result<bool, Error> {
        if !may_mention(Entries::new(pool_bytes, 0, count), rows)? {
            return Ok(false);
        }
        let pool = Pool::of_bytes(pool_bytes, count)?;
        for (_, found, at) in pool.iter() {
            if matches!(found, tag::METHOD_REF | tag::INTERFACE_METHOD_REF) {
                let member = pool.member_at(at)?;
                if rows.iter().any(|row| matches(row, &member)) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    };
    mentions().unwrap_or(true)
}

fn matches(row: &Row, member: &MemberRef<'_>) -> bool {
    member.name == row.name.as_bytes()
        && member.descriptor == row.descriptor.as_bytes()
        && member.owner == row.owner.as_bytes()
}

/// A cheap necessary test: both the owner and the name of one row stand in the pool.
fn may_mention(mut entries: Entries<'_>, rows: &[Row]) -> Result<bool, Error> {
    // One bit a row; rows from the 64th on share the last bit, which only makes the test weaker.
    let mut owners = 0_u64;
    let mut names = 0_u64;
    let lengths = rows.iter().fold(0, |all, row| {
        all | bit(row.owner.len()) | bit(row.name.len())
    });
    while let Some(entry) = entries.try_next()? {
        if entry.tag != tag::UTF8 || lengths & bit(entry.data.len()) == 0 {
            continue;
        }
        for (row, place) in rows.iter().zip(0_usize..) {
            if entry.data == row.owner.as_bytes() {
                owners |= bit(place);
            }
            if entry.data == row.name.as_bytes() {
                names |= bit(place);
            }
        }
        if owners & names != 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

fn bit(place: usize) -> u64 {
    1 << place.min(63)
}
