//! Component scope: the clock reads and sleeps written in a class go to a time source.
//!
//! Static calls follow their constant, as in a world. Where the stack differs the instruction
//! changes too, in its place and with its length: an instance method becomes a static one that takes
//! the receiver first, and `NEW; DUP; INVOKESPECIAL` becomes a call of a static factory. Only a
//! constructor with arguments, or one called by a subclass, needs inserted instructions.

mod code;
mod helper;
mod hierarchy;
mod specimen;
mod table;

pub use helper::{Offers, helper_class};
pub use hierarchy::ClassFiles;
pub use specimen::{Call, specimen};
pub use table::{DEFAULT_HELPER, DEFAULT_TIME_SOURCE, ScopeTable};

use super::Error;
use crate::classfile::{Class, Pool, Splice, class_entries, tag, u16_at};
use code::{Changes, Methods};
use hierarchy::Resolver;
use table::How;

/// Redirects the calls that `table` lists in a class file: the changed bytes, or `None` when there
/// is none.
///
/// `files` is asked for the class files of superclasses, by internal name, when a call names another
/// owner than the one that declares the method (an unqualified `sleep` in a Thread subclass). The
/// time source itself, its helper, what is nested in them, and classes that implement the time
/// source's nested `Provider` directly are never changed: they must reach the JDK.
///
/// # Errors
/// The class is malformed, its pool or a method is too full, or a constructor is called as no
/// compiler does ([`Error::Shape`]). It must then be left alone.
pub fn rewrite(
    bytes: &[u8],
    table: &ScopeTable,
    files: &dyn ClassFiles,
) -> Result<Option<Vec<u8>>, Error> {
    if !table.may_be_in(class_entries(bytes)?)? {
        return Ok(None);
    }
    let pool = Pool::of_class(bytes)?;
    let class = Class::new(bytes, &pool)?;
    let this = pool.class_name(class.this_class()?)?;
    if table.is_own(this) || implements_provider(&class, &pool, table)? {
        return Ok(None);
    }
    let resolver = Resolver {
        pool: &pool,
        class: &class,
        this,
        files,
    };
    let mut splice = Splice::new(bytes, &pool);
    let mut changed = false;
    let mut changes = Changes::default();
    for (index, found, at) in pool.iter() {
        if !matches!(found, tag::METHOD_REF | tag::INTERFACE_METHOD_REF) {
            continue;
        }
        // Most references name no redirected method: look at that alone first.
        let (name, descriptor) = pool.name_and_type(u16_at(bytes, at + 3)?)?;
        if !table.names(pool.utf8(name)?) {
            continue;
        }
        let member = pool.member_at(at)?;
        let Some(row) = table.find(&member, |row| resolver.inherits(row, &member)) else {
            continue;
        };
        if row.how == How::Static {
            changed = true;
            let owner = splice.class(row.to_owner.as_bytes())?;
            splice.patch_u16(at + 1, owner)?;
            if row.to_name != row.name {
                let name = splice.utf8(row.to_name.as_bytes())?;
                let name_and_type = splice.name_and_type(name, descriptor)?;
                splice.patch_u16(at + 3, name_and_type)?;
            }
            splice.patch_u8(at, tag::METHOD_REF)?;
        } else {
            changes.add(index, row);
        }
    }
    if !changes.is_empty() {
        let mut methods = Methods {
            bytes,
            pool: &pool,
            class: &class,
            table,
            changes: &changes,
            splice: &mut splice,
        };
        changed |= methods.handles()?;
        changed |= methods.code()?;
    }
    if changed {
        splice.finish().map(Some)
    } else {
        Ok(None)
    }
}

fn implements_provider(
    class: &Class<'_>,
    pool: &Pool<'_>,
    table: &ScopeTable,
) -> Result<bool, Error> {
    for interface in class.interfaces() {
        if table.is_provider(pool.class_name(interface)?) {
            return Ok(true);
        }
    }
    Ok(false)
}
