//! The types of the annotations on a class or member.

use super::bytes::{u8_at, u16_at};
use super::error::Error;
use super::layout::Attributes;
use super::pool::Pool;

/// No compiler nests annotations deeper than a source file has patience for.
const MAX_DEPTH: u8 = 32;

/// Shows `visit` the descriptor (`Lorg/x/Y;`) of each annotation in `attributes`, whether the JVM
/// keeps it visible at run time or not.
///
/// # Errors
/// [`Error::Truncated`], [`Error::BadReference`], [`Error::TooDeep`].
pub fn annotation_types<'a>(
    mut attributes: Attributes<'a>,
    pool: &Pool<'a>,
    mut visit: impl FnMut(&'a [u8]),
) -> Result<(), Error> {
    while let Some(attribute) = attributes.try_next()? {
        let name = pool.utf8(attribute.name)?;
        if !matches!(
            name,
            b"RuntimeVisibleAnnotations" | b"RuntimeInvisibleAnnotations"
        ) {
            continue;
        }
        let mut at = 2;
        for _ in 0..u16_at(attribute.data, 0)? {
            visit(pool.utf8(u16_at(attribute.data, at)?)?);
            at = skip_annotation(attribute.data, at, 0)?;
        }
    }
    Ok(())
}

/// Offset behind the annotation whose type index is at `at`.
pub(super) fn skip_annotation(data: &[u8], at: usize, depth: u8) -> Result<usize, Error> {
    let mut end = at + 4;
    for _ in 0..u16_at(data, at + 2)? {
        end = skip_value(data, end + 2, depth)?;
    }
    Ok(end)
}

fn skip_value(data: &[u8], at: usize, depth: u8) -> Result<usize, Error> {
    if depth > MAX_DEPTH {
        return Err(Error::TooDeep { at });
    }
    match u8_at(data, at)? {
        b'e' => Ok(at + 5),
        b'@' => skip_annotation(data, at + 1, depth + 1),
        b'[' => {
            let mut end = at + 3;
            for _ in 0..u16_at(data, at + 1)? {
                end = skip_value(data, end, depth + 1)?;
            }
            Ok(end)
        }
        _ => Ok(at + 3),
    }
}
