//! Instructions put into a method: everything that counts in bytecode indexes moves along.
//!
//! What is inserted is filled up with `nop` to a multiple of four bytes, so that the padding of
//! switches, which depends on their place, stays as it is.

use super::annotations::skip_annotation;
use super::bytes::{slice_at, u8_at, u16_at, u32_at};
use super::code::{Instruction, Instructions, opcode};
use super::error::Error;
use super::frames::{frames, write};
use super::layout::Attributes;
use super::pool::Pool;

/// To which neighbour inserted instructions belong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// To the instruction before: jumps to the place do not run them.
    After,
    /// To the instruction behind: jumps to it run them first.
    Before,
}

/// Instructions without jumps, to be inserted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Insertion {
    /// Bytecode index of the instruction in front of which they go.
    pub bci: usize,
    /// See [`Side`].
    pub side: Side,
    /// The instructions.
    pub bytes: Vec<u8>,
}

/// Where things go.
struct Moves {
    /// Bytecode index, side, length, in order.
    inserted: Vec<(usize, Side, usize)>,
}

impl Moves {
    fn sum(&self, counts: impl Fn(usize, Side) -> bool) -> usize {
        let counted = self
            .inserted
            .iter()
            .filter(|&&(bci, side, _)| counts(bci, side));
        counted.map(|&(_, _, len)| len).sum()
    }

    /// Where a jump to `bci`, or a range that begins or ends there, goes.
    fn label(&self, bci: usize) -> usize {
        bci + self.sum(|at, side| at < bci || (at == bci && side == Side::After))
    }

    /// Where the instruction at `bci` goes.
    fn instruction(&self, bci: usize) -> usize {
        bci + self.sum(|at, _| at <= bci)
    }
}

/// The data of a Code attribute with `insertions`, and `stack` more slots of operand stack.
///
/// Jumps, switches, exception ranges, line and variable tables, stack map frames and type
/// annotations move along; attributes that no specification names are copied.
///
/// # Errors
/// The code is malformed, would be too long, or a jump would have to reach too far.
pub fn insert(
    pool: &Pool<'_>,
    data: &[u8],
    insertions: &[Insertion],
    stack: u16,
) -> Result<Vec<u8>, Error> {
    let mut insertions: Vec<Insertion> = insertions.to_vec();
    insertions.sort_by_key(|insertion| (insertion.bci, insertion.side));
    for insertion in &mut insertions {
        let padding = insertion.bytes.len().wrapping_neg() % 4;
        insertion
            .bytes
            .extend(std::iter::repeat_n(opcode::NOP, padding));
    }
    let moves = Moves {
        inserted: insertions
            .iter()
            .map(|insertion| (insertion.bci, insertion.side, insertion.bytes.len()))
            .collect(),
    };
    let len = u32_at(data, 4)? as usize;
    let code = slice_at(data, 8, len)?;
    let moved = moved_code(code, &insertions, &moves)?;

    let mut out = Vec::with_capacity(data.len() + 64);
    out.extend(u16_at(data, 0)?.saturating_add(stack).to_be_bytes());
    out.extend_from_slice(slice_at(data, 2, 2)?);
    out.extend((moved.len() as u32).to_be_bytes());
    out.extend_from_slice(&moved);
    let handlers = u16_at(data, 8 + len)?;
    out.extend(handlers.to_be_bytes());
    for number in 0..usize::from(handlers) {
        let at = 10 + len + number * 8;
        for place in [at, at + 2, at + 4] {
            push_label(&mut out, &moves, u16_at(data, place)?)?;
        }
        out.extend_from_slice(slice_at(data, at + 6, 2)?);
    }
    let mut attributes = Attributes::new(data, 10 + len + usize::from(handlers) * 8)?;
    out.extend(attributes.left().to_be_bytes());
    while let Some(attribute) = attributes.try_next()? {
        let changed = moved_attribute(pool.utf8(attribute.name)?, attribute.data, &moves)?;
        out.extend(attribute.name.to_be_bytes());
        out.extend((changed.len() as u32).to_be_bytes());
        out.extend_from_slice(&changed);
    }
    Ok(out)
}

fn short(value: usize) -> Result<[u8; 2], Error> {
    u16::try_from(value)
        .map(u16::to_be_bytes)
        .map_err(|_| Error::CodeTooLong { len: value })
}

fn push_label(out: &mut Vec<u8>, moves: &Moves, bci: u16) -> Result<(), Error> {
    out.extend(short(moves.label(usize::from(bci)))?);
    Ok(())
}

fn moved_code(code: &[u8], insertions: &[Insertion], moves: &Moves) -> Result<Vec<u8>, Error> {
    let mut out = Vec::with_capacity(code.len() + 16);
    let mut left = insertions.iter().peekable();
    let mut instructions = Instructions::new(code, 0);
    while let Some(instruction) = instructions.try_next()? {
        while let Some(insertion) = left.next_if(|insertion| insertion.bci == instruction.bci) {
            out.extend_from_slice(&insertion.bytes);
        }
        let start = out.len();
        out.extend_from_slice(slice_at(code, instruction.bci, instruction.len)?);
        jumps(code, &instruction, |place, width| {
            let jump = Jump {
                from: instruction.bci,
                start,
                place: start + place - instruction.bci,
            };
            jump.redirect(code, place, width, moves, &mut out)
        })?;
    }
    // What is left stood in the middle of an instruction or behind the last one.
    if let Some(insertion) = left.next() {
        return Err(Error::PatchOutside {
            at: insertion.bci,
            len: code.len(),
        });
    }
    if out.len() > usize::from(u16::MAX) {
        return Err(Error::CodeTooLong { len: out.len() });
    }
    Ok(out)
}

/// How wide an offset is.
#[derive(Clone, Copy)]
enum Width {
    Short,
    Long,
}

struct Jump {
    /// Old place of the instruction.
    from: usize,
    /// New place of the instruction.
    start: usize,
    /// New place of the offset.
    place: usize,
}

impl Jump {
    fn redirect(
        &self,
        code: &[u8],
        at: usize,
        width: Width,
        moves: &Moves,
        out: &mut [u8],
    ) -> Result<(), Error> {
        let too_far = Error::JumpTooFar { bci: self.from };
        let delta = match width {
            Width::Short => i64::from(u16_at(code, at)? as i16),
            Width::Long => i64::from(u32_at(code, at)? as i32),
        };
        let target = usize::try_from(self.from as i64 + delta).map_err(|_| too_far)?;
        let moved = moves.label(target) as i64 - self.start as i64;
        match width {
            Width::Short => {
                let bytes = i16::try_from(moved).map_err(|_| too_far)?.to_be_bytes();
                if let Some(place) = out.get_mut(self.place..self.place + 2) {
                    place.copy_from_slice(&bytes);
                }
            }
            Width::Long => {
                let bytes = i32::try_from(moved).map_err(|_| too_far)?.to_be_bytes();
                if let Some(place) = out.get_mut(self.place..self.place + 4) {
                    place.copy_from_slice(&bytes);
                }
            }
        }
        Ok(())
    }
}

/// Shows each offset in an instruction: its place and width.
fn jumps(
    code: &[u8],
    instruction: &Instruction,
    mut offset: impl FnMut(usize, Width) -> Result<(), Error>,
) -> Result<(), Error> {
    let bci = instruction.bci;
    match instruction.opcode {
        0x99..=0xA8 | 0xC6 | 0xC7 => offset(bci + 1, Width::Short),
        0xC8 | 0xC9 => offset(bci + 1, Width::Long),
        opcode::TABLESWITCH | opcode::LOOKUPSWITCH => {
            let table = (bci + 4) & !3;
            offset(table, Width::Long)?;
            let (first, step) = if instruction.opcode == opcode::TABLESWITCH {
                (table + 12, 4)
            } else {
                (table + 12, 8)
            };
            let mut place = first;
            while place + 4 <= bci + instruction.len {
                u32_at(code, place)?;
                offset(place, Width::Long)?;
                place += step;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn moved_attribute(name: &[u8], data: &[u8], moves: &Moves) -> Result<Vec<u8>, Error> {
    match name {
        b"StackMapTable" => write(
            &frames(data)?,
            |bci| moves.label(bci),
            |bci| moves.instruction(bci),
        ),
        b"LineNumberTable" => {
            let mut out = data.to_vec();
            for number in 0..usize::from(u16_at(data, 0)?) {
                patch_label(&mut out, data, 2 + number * 4, moves)?;
            }
            Ok(out)
        }
        b"LocalVariableTable" | b"LocalVariableTypeTable" => {
            let mut out = data.to_vec();
            for number in 0..usize::from(u16_at(data, 0)?) {
                patch_range(&mut out, data, 2 + number * 10, moves)?;
            }
            Ok(out)
        }
        b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => {
            type_annotations(data, moves)
        }
        _ => Ok(data.to_vec()),
    }
}

fn patch_label(out: &mut [u8], data: &[u8], at: usize, moves: &Moves) -> Result<(), Error> {
    let moved = short(moves.label(usize::from(u16_at(data, at)?)))?;
    if let Some(place) = out.get_mut(at..at + 2) {
        place.copy_from_slice(&moved);
    }
    Ok(())
}

/// Start and length.
fn patch_range(out: &mut [u8], data: &[u8], at: usize, moves: &Moves) -> Result<(), Error> {
    let start = usize::from(u16_at(data, at)?);
    let end = start + usize::from(u16_at(data, at + 2)?);
    let len = short(moves.label(end) - moves.label(start))?;
    patch_label(out, data, at, moves)?;
    if let Some(place) = out.get_mut(at + 2..at + 4) {
        place.copy_from_slice(&len);
    }
    Ok(())
}

fn type_annotations(data: &[u8], moves: &Moves) -> Result<Vec<u8>, Error> {
    let mut out = data.to_vec();
    let mut at = 2;
    for _ in 0..u16_at(data, 0)? {
        // Targets by JVMS 4.7.20.1; the others do not occur in code.
        let info = at + 1;
        let path = match u8_at(data, at)? {
            0x40 | 0x41 => {
                let count = usize::from(u16_at(data, info)?);
                for number in 0..count {
                    patch_range(&mut out, data, info + 2 + number * 6, moves)?;
                }
                info + 2 + count * 6
            }
            0x42 => info + 2,
            0x43..=0x46 => {
                patch_instruction(&mut out, data, info, moves)?;
                info + 2
            }
            0x47..=0x4B => {
                patch_instruction(&mut out, data, info, moves)?;
                info + 3
            }
            _ => return Err(Error::BadFrame { at }),
        };
        at = skip_annotation(data, path + 1 + 2 * usize::from(u8_at(data, path)?), 0)?;
    }
    Ok(out)
}

fn patch_instruction(out: &mut [u8], data: &[u8], at: usize, moves: &Moves) -> Result<(), Error> {
    let moved = short(moves.instruction(usize::from(u16_at(data, at)?)))?;
    if let Some(place) = out.get_mut(at..at + 2) {
        place.copy_from_slice(&moved);
    }
    Ok(())
}
