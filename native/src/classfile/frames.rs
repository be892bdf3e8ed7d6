//! The StackMapTable attribute: read as frames, and written again with moved offsets.

use super::bytes::{u8_at, u16_at};
use super::error::Error;

/// One frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame<'a> {
    /// Bytecode index that it describes.
    pub bci: usize,
    /// Its kind, without the offset that short kinds carry.
    kind: Kind<'a>,
    /// Where its types name the NEW instruction of an object that is not yet initialised: offsets in
    /// the attribute, and the bytecode index there.
    pub uninitialized: Vec<(usize, u16)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind<'a> {
    Same,
    /// One type on the stack.
    SameOnStack(&'a [u8], usize),
    /// Frame type 248 to 250.
    Chop(u8),
    /// Frame type 252 to 254, and its types.
    Append(u8, &'a [u8], usize),
    /// Counts and types.
    Full(&'a [u8], usize),
}

/// Reads the data of a StackMapTable.
///
/// # Errors
/// [`Error::Truncated`], [`Error::BadFrame`].
pub fn frames(table: &[u8]) -> Result<Vec<Frame<'_>>, Error> {
    let mut frames = Vec::new();
    let mut at = 2;
    let mut next = 0_usize;
    for _ in 0..u16_at(table, 0)? {
        let tag = u8_at(table, at)?;
        let start = at;
        let mut uninitialized = Vec::new();
        let mut types = |mut from: usize, count: u16| -> Result<usize, Error> {
            for _ in 0..count {
                from = skip_type(table, from, &mut uninitialized)?;
            }
            Ok(from)
        };
        let piece = |from: usize, to: usize| table.get(from..to).unwrap_or_default();
        let (delta, kind);
        match tag {
            0..=63 => {
                (delta, kind) = (u16::from(tag), Kind::Same);
                at += 1;
            }
            64..=127 => {
                at = types(start + 1, 1)?;
                (delta, kind) = (
                    u16::from(tag - 64),
                    Kind::SameOnStack(piece(start + 1, at), start + 1),
                );
            }
            247 => {
                at = types(start + 3, 1)?;
                (delta, kind) = (
                    u16_at(table, start + 1)?,
                    Kind::SameOnStack(piece(start + 3, at), start + 3),
                );
            }
            248..=251 => {
                let same = if tag == 251 {
                    Kind::Same
                } else {
                    Kind::Chop(tag)
                };
                (delta, kind) = (u16_at(table, start + 1)?, same);
                at += 3;
            }
            252..=254 => {
                at = types(start + 3, u16::from(tag - 251))?;
                (delta, kind) = (
                    u16_at(table, start + 1)?,
                    Kind::Append(tag, piece(start + 3, at), start + 3),
                );
            }
            255 => {
                let stack = types(start + 5, u16_at(table, start + 3)?)?;
                at = types(stack + 2, u16_at(table, stack)?)?;
                (delta, kind) = (
                    u16_at(table, start + 1)?,
                    Kind::Full(piece(start + 3, at), start + 3),
                );
            }
            _ => return Err(Error::BadFrame { at: start }),
        }
        // The first offset counts from 0, the others from behind the last frame.
        let bci = next + usize::from(delta);
        next = bci + 1;
        frames.push(Frame {
            bci,
            kind,
            uninitialized,
        });
    }
    Ok(frames)
}

fn skip_type(
    table: &[u8],
    at: usize,
    uninitialized: &mut Vec<(usize, u16)>,
) -> Result<usize, Error> {
    match u8_at(table, at)? {
        0..=6 => Ok(at + 1),
        7 => {
            u16_at(table, at + 1)?;
            Ok(at + 3)
        }
        8 => {
            uninitialized.push((at + 1, u16_at(table, at + 1)?));
            Ok(at + 3)
        }
        _ => Err(Error::BadFrame { at }),
    }
}

/// Writes frames, which keep their order, with new bytecode indexes: `label` moves those that a frame
/// describes, `instruction` those of NEW instructions.
///
/// # Errors
/// [`Error::CodeTooLong`], [`Error::BadFrame`].
pub(super) fn write(
    frames: &[Frame<'_>],
    label: impl Fn(usize) -> usize,
    instruction: impl Fn(usize) -> usize,
) -> Result<Vec<u8>, Error> {
    let short = |value: usize| u16::try_from(value).map_err(|_| Error::CodeTooLong { len: value });
    let mut out = short(frames.len())?.to_be_bytes().to_vec();
    let mut next = 0;
    for frame in frames {
        let bci = label(frame.bci);
        let delta = short(bci.checked_sub(next).ok_or(Error::BadFrame { at: 0 })?)?;
        next = bci + 1;
        let wide = delta.to_be_bytes();
        let (types, from) = match &frame.kind {
            Kind::Same => {
                match u8::try_from(delta) {
                    Ok(small @ 0..=63) => out.push(small),
                    _ => out.extend([251, wide[0], wide[1]]),
                }
                continue;
            }
            Kind::Chop(tag) => {
                out.extend([*tag, wide[0], wide[1]]);
                continue;
            }
            Kind::SameOnStack(types, from) => {
                match u8::try_from(delta) {
                    Ok(small @ 0..=63) => out.push(64 + small),
                    _ => out.extend([247, wide[0], wide[1]]),
                }
                (types, from)
            }
            Kind::Append(tag, types, from) => {
                out.extend([*tag, wide[0], wide[1]]);
                (types, from)
            }
            Kind::Full(types, from) => {
                out.extend([255, wide[0], wide[1]]);
                (types, from)
            }
        };
        let start = out.len();
        out.extend_from_slice(types);
        for &(at, new) in &frame.uninitialized {
            let moved = short(instruction(usize::from(new)))?.to_be_bytes();
            if let Some(place) = at
                .checked_sub(*from)
                .and_then(|at| out.get_mut(start + at..start + at + 2))
            {
                place.copy_from_slice(&moved);
            }
        }
    }
    Ok(out)
}
