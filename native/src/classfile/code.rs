//! The Code attribute: a walk over its instructions, and its line numbers.

use super::bytes::{slice_at, u8_at, u16_at, u32_at};
use super::error::Error;
use super::layout::{Attribute, Attributes};
use super::pool::Pool;

/// The opcodes that are looked at (JVMS 6.5).
pub mod opcode {
    #![allow(missing_docs)]
    pub const NOP: u8 = 0x00;
    pub const LDC: u8 = 0x12;
    pub const LDC_W: u8 = 0x13;
    pub const LDC2_W: u8 = 0x14;
    pub const POP: u8 = 0x57;
    pub const DUP: u8 = 0x59;
    pub const TABLESWITCH: u8 = 0xAA;
    pub const LOOKUPSWITCH: u8 = 0xAB;
    pub const INVOKEVIRTUAL: u8 = 0xB6;
    pub const INVOKESPECIAL: u8 = 0xB7;
    pub const INVOKESTATIC: u8 = 0xB8;
    pub const INVOKEINTERFACE: u8 = 0xB9;
    pub const INVOKEDYNAMIC: u8 = 0xBA;
    pub const NEW: u8 = 0xBB;
    pub const WIDE: u8 = 0xC4;
    pub const IINC: u8 = 0x84;
}

/// Length of each instruction; 0 = written in it (switches, wide) or unknown.
const LENGTH: [u8; 256] = {
    let mut length = [1; 256];
    set(&mut length, 0x10, 0x10, 2); // bipush
    set(&mut length, 0x11, 0x11, 3); // sipush
    set(&mut length, 0x12, 0x12, 2); // ldc
    set(&mut length, 0x13, 0x14, 3); // ldc_w, ldc2_w
    set(&mut length, 0x15, 0x19, 2); // loads
    set(&mut length, 0x36, 0x3A, 2); // stores
    set(&mut length, 0x84, 0x84, 3); // iinc
    set(&mut length, 0x99, 0xA8, 3); // branches
    set(&mut length, 0xA9, 0xA9, 2); // ret
    set(&mut length, 0xAA, 0xAB, 0); // switches
    set(&mut length, 0xB2, 0xB8, 3); // fields, invokes
    set(&mut length, 0xB9, 0xBA, 5); // invokeinterface, invokedynamic
    set(&mut length, 0xBB, 0xBB, 3); // new
    set(&mut length, 0xBC, 0xBC, 2); // newarray
    set(&mut length, 0xBD, 0xBD, 3); // anewarray
    set(&mut length, 0xC0, 0xC1, 3); // checkcast, instanceof
    set(&mut length, 0xC4, 0xC4, 0); // wide
    set(&mut length, 0xC5, 0xC5, 4); // multianewarray
    set(&mut length, 0xC6, 0xC7, 3); // ifnull, ifnonnull
    set(&mut length, 0xC8, 0xC9, 5); // goto_w, jsr_w
    set(&mut length, 0xCA, 0xFF, 0);
    length
};

const fn set(length: &mut [u8; 256], from: usize, to: usize, value: u8) {
    let mut opcode = from;
    while opcode <= to {
        length[opcode] = value;
        opcode += 1;
    }
}

/// One instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// Offset from the start of the method's code.
    pub bci: usize,
    /// Offset in the class file.
    pub at: usize,
    /// Opcode.
    pub opcode: u8,
    /// Length in bytes.
    pub len: usize,
}

/// A method's code.
#[derive(Debug, Clone)]
pub struct Code<'a> {
    class: &'a [u8],
    /// Offset of the first instruction in the class file.
    pub at: usize,
    /// Length of the instructions in bytes.
    pub len: usize,
    attributes: usize,
}

impl<'a> Code<'a> {
    /// Reads a Code attribute of `class`.
    ///
    /// # Errors
    /// [`Error::Truncated`].
    pub fn new(class: &'a [u8], attribute: &Attribute<'a>) -> Result<Self, Error> {
        let data = attribute.data;
        let len = u32_at(data, 4)? as usize;
        slice_at(data, 8, len)?;
        let handlers = usize::from(u16_at(data, 8 + len)?);
        let attributes = 8 + len + 2 + handlers * 8;
        u16_at(data, attributes)?;
        Ok(Code {
            class,
            at: attribute.at + 8,
            len,
            attributes: attribute.at + attributes,
        })
    }

    /// Its instructions.
    #[must_use]
    pub fn instructions(&self) -> Instructions<'a> {
        Instructions::new(
            slice_at(self.class, self.at, self.len).unwrap_or_default(),
            self.at,
        )
    }

    /// The attributes inside of the Code attribute.
    ///
    /// # Errors
    /// [`Error::Truncated`].
    pub fn attributes(&self) -> Result<Attributes<'a>, Error> {
        Attributes::new(self.class, self.attributes)
    }

    /// The source lines of the instructions; empty when the class has no line numbers.
    ///
    /// # Errors
    /// [`Error::Truncated`], [`Error::BadReference`].
    pub fn lines(&self, pool: &Pool<'_>) -> Result<Lines, Error> {
        // There may be several tables (JVMS 4.7.12), and they need not be sorted.
        let mut starts = Vec::new();
        let mut attributes = self.attributes()?;
        while let Some(attribute) = attributes.try_next()? {
            if pool.utf8(attribute.name)? != b"LineNumberTable" {
                continue;
            }
            for number in 0..usize::from(u16_at(attribute.data, 0)?) {
                starts.push((
                    u16_at(attribute.data, 2 + number * 4)?,
                    u16_at(attribute.data, 4 + number * 4)?,
                ));
            }
        }
        starts.sort_by_key(|&(start, _)| start);
        Ok(Lines { starts })
    }
}

/// Source lines by the bytecode index from which they hold.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    starts: Vec<(u16, u16)>,
}

impl Lines {
    /// The line of an instruction.
    #[must_use]
    pub fn at(&self, bci: usize) -> Option<u16> {
        let behind = self
            .starts
            .partition_point(|&(start, _)| usize::from(start) <= bci);
        self.starts
            .get(behind.checked_sub(1)?)
            .map(|&(_, line)| line)
    }
}

/// A walk over instructions.
#[derive(Debug, Clone)]
pub struct Instructions<'a> {
    code: &'a [u8],
    bci: usize,
    start: usize,
}

impl<'a> Instructions<'a> {
    /// The instructions in `code`, the bytes of one method; [`Instruction::at`] then counts from
    /// `start`.
    #[must_use]
    pub fn new(code: &'a [u8], start: usize) -> Self {
        Instructions {
            code,
            bci: 0,
            start,
        }
    }

    /// The next instruction, or `None` at the end of the code.
    ///
    /// # Errors
    /// [`Error::UnknownOpcode`], [`Error::BadSwitch`], and [`Error::Truncated`] (its offsets count
    /// from the start of the code) when the last instruction hangs over the end.
    pub fn try_next(&mut self) -> Result<Option<Instruction>, Error> {
        let bci = self.bci;
        let Some(&opcode) = self.code.get(bci) else {
            return Ok(None);
        };
        let at = self.start + bci;
        let len = match LENGTH.get(usize::from(opcode)) {
            Some(&fixed) if fixed != 0 => usize::from(fixed),
            _ => self.variable(opcode, bci, at)?,
        };
        slice_at(self.code, bci, len)?;
        self.bci = bci + len;
        Ok(Some(Instruction {
            bci,
            at,
            opcode,
            len,
        }))
    }

    fn variable(&self, opcode: u8, bci: usize, at: usize) -> Result<usize, Error> {
        // Switches pad to a multiple of four from the start of the method.
        let table = (bci + 4) & !3;
        let entries = match opcode {
            opcode::WIDE => {
                let widened = u8_at(self.code, bci + 1)?;
                return match widened {
                    opcode::IINC => Ok(6),
                    0x15..=0x19 | 0x36..=0x3A | 0xA9 => Ok(4),
                    _ => Err(Error::UnknownOpcode {
                        opcode: widened,
                        at: at + 1,
                    }),
                };
            }
            opcode::TABLESWITCH => {
                let low = i64::from(u32_at(self.code, table + 4)? as i32);
                let high = i64::from(u32_at(self.code, table + 8)? as i32);
                (high - low + 1, 4, 12)
            }
            opcode::LOOKUPSWITCH => (i64::from(u32_at(self.code, table + 4)? as i32), 8, 8),
            _ => return Err(Error::UnknownOpcode { opcode, at }),
        };
        let (count, size, header) = entries;
        match usize::try_from(count) {
            Ok(count) if count <= self.code.len() => Ok(table - bci + header + count * size),
            _ => Err(Error::BadSwitch { at }),
        }
    }
}
