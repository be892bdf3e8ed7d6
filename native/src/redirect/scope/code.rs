//! Calls whose stack differs: instance methods and constructors.

use std::collections::BTreeMap;

use super::table::{How, Row, ScopeTable};
use crate::classfile::{
    Attribute, Class, Code, Error, Frame, Insertion, Instruction, Pool, Side, Splice, frames,
    insert, opcode, tag, u16_at,
};

/// Method handle kinds (JVMS 4.4.8).
const INVOKE_VIRTUAL: u8 = 5;
const INVOKE_STATIC: u8 = 6;
const NEW_INVOKE_SPECIAL: u8 = 8;
const INVOKE_INTERFACE: u8 = 9;

const ALOAD_0: u8 = 0x2A;

/// References of a class that cannot simply be pointed elsewhere.
#[derive(Debug, Default)]
pub(super) struct Changes<'t> {
    by_index: BTreeMap<u16, &'t Row>,
}

impl<'t> Changes<'t> {
    pub(super) fn add(&mut self, index: u16, row: &'t Row) {
        self.by_index.insert(index, row);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.by_index.is_empty()
    }

    fn get(&self, index: u16) -> Option<&'t Row> {
        self.by_index.get(&index).copied()
    }
}

/// The pass over the handles and the code of a class.
pub(super) struct Methods<'m, 'a> {
    pub bytes: &'a [u8],
    pub pool: &'m Pool<'a>,
    pub class: &'m Class<'a>,
    pub table: &'m ScopeTable,
    pub changes: &'m Changes<'m>,
    pub splice: &'m mut Splice<'a>,
}

/// What is to be done to one method.
#[derive(Default)]
struct Edits {
    /// Offset in the class file, new byte.
    patches: Vec<(usize, u8)>,
    insertions: Vec<Insertion>,
    stack: u16,
}

impl Edits {
    fn patch(&mut self, at: usize, bytes: &[u8]) {
        self.patches
            .extend(bytes.iter().zip(at..).map(|(&byte, at)| (at, byte)));
    }

    fn is_empty(&self) -> bool {
        self.patches.is_empty() && self.insertions.is_empty()
    }
}

/// A NEW whose constructor has not been called yet.
#[derive(Clone, Copy)]
struct Pending {
    instruction: Instruction,
    class: u16,
    /// Is the next instruction a DUP?
    dup: bool,
}

impl<'a> Methods<'_, 'a> {
    fn method_ref(&mut self, owner: &str, name: &str, descriptor: &str) -> Result<u16, Error> {
        let owner = self.splice.class(owner.as_bytes())?;
        let name = self.splice.utf8(name.as_bytes())?;
        let descriptor = self.splice.utf8(descriptor.as_bytes())?;
        let name_and_type = self.splice.name_and_type(name, descriptor)?;
        self.splice.method_ref(owner, name_and_type)
    }

    fn target(&mut self, row: &Row) -> Result<u16, Error> {
        self.method_ref(&row.to_owner, &row.to_name, &row.to_descriptor)
    }

    /// Method handles: `Date::new`, `unit::sleep`.
    pub(super) fn handles(&mut self) -> Result<bool, Error> {
        let mut changed = false;
        for (index, found, at) in self.pool.iter() {
            if found != tag::METHOD_HANDLE {
                continue;
            }
            let (kind, target) = self.pool.method_handle(index)?;
            let Some(row) = self.changes.get(target) else {
                continue;
            };
            let fits = match row.how {
                How::Receiver => matches!(kind, INVOKE_VIRTUAL | INVOKE_INTERFACE),
                How::Factory => kind == NEW_INVOKE_SPECIAL,
                How::Static => false,
            };
            if fits {
                let target = self.target(row)?;
                self.splice.patch_u8(at + 1, INVOKE_STATIC)?;
                self.splice.patch_u16(at + 2, target)?;
                changed = true;
            }
        }
        Ok(changed)
    }

    /// Instructions, method by method.
    pub(super) fn code(&mut self) -> Result<bool, Error> {
        let mut changed = false;
        let mut methods = self.class.methods()?;
        while let Some(method) = methods.try_next()? {
            let Some(attribute) = method.attributes.clone().find(self.pool, b"Code")? else {
                continue;
            };
            let code = Code::new(self.bytes, &attribute)?;
            let constructor = self.pool.utf8(method.name)? == b"<init>";
            let edits = self.edits(&code, constructor)?;
            if edits.is_empty() {
                continue;
            }
            changed = true;
            if edits.insertions.is_empty() {
                for (at, byte) in edits.patches {
                    self.splice.patch_u8(at, byte)?;
                }
            } else {
                self.replace(&attribute, &edits)?;
            }
        }
        Ok(changed)
    }

    /// Writes a Code attribute anew, with patches and insertions.
    fn replace(&mut self, attribute: &Attribute<'a>, edits: &Edits) -> Result<(), Error> {
        let mut data = attribute.data.to_vec();
        for &(at, byte) in &edits.patches {
            if let Some(place) = at.checked_sub(attribute.at).and_then(|at| data.get_mut(at)) {
                *place = byte;
            }
        }
        let data = insert(self.pool, &data, &edits.insertions, edits.stack)?;
        // The length stands in front of the data.
        let mut bytes = (data.len() as u32).to_be_bytes().to_vec();
        bytes.extend_from_slice(&data);
        self.splice
            .replace(attribute.at - 4..attribute.at + attribute.data.len(), bytes)
    }

    fn edits(&mut self, code: &Code<'a>, constructor: bool) -> Result<Edits, Error> {
        let mut edits = Edits::default();
        let mut pending: Vec<Pending> = Vec::new();
        // Read only when a constructor is met.
        let mut known: Option<Vec<Frame<'a>>> = None;
        let mut instructions = code.instructions();
        while let Some(instruction) = instructions.try_next()? {
            let index = || u16_at(self.bytes, instruction.at + 1);
            match instruction.opcode {
                opcode::NEW => pending.push(Pending {
                    instruction,
                    class: index()?,
                    dup: false,
                }),
                opcode::DUP => {
                    if let Some(last) = pending.last_mut() {
                        last.dup |= last.instruction.bci + last.instruction.len == instruction.bci;
                    }
                }
                opcode::INVOKEVIRTUAL | opcode::INVOKEINTERFACE => {
                    if let Some(row) = self
                        .changes
                        .get(index()?)
                        .filter(|row| row.how == How::Receiver)
                    {
                        let [high, low] = self.target(row)?.to_be_bytes();
                        edits.patch(instruction.at, &[opcode::INVOKESTATIC, high, low]);
                        // invokeinterface has two more bytes.
                        if instruction.opcode == opcode::INVOKEINTERFACE {
                            edits.patch(instruction.at + 3, &[opcode::NOP, opcode::NOP]);
                        }
                    }
                }
                opcode::INVOKESPECIAL => {
                    let index = index()?;
                    let member = self.pool.member(index)?;
                    if member.name != b"<init>" {
                        continue;
                    }
                    let new = match pending.last() {
                        Some(last) if self.pool.class_name(last.class)? == member.owner => {
                            pending.pop()
                        }
                        _ => None,
                    };
                    let Some(row) = self.changes.get(index) else {
                        continue;
                    };
                    if known.is_none() {
                        known = Some(self.frames(code)?);
                    }
                    let frames = known.as_deref().unwrap_or_default();
                    match new {
                        Some(new) => self.created(&mut edits, row, &new, &instruction, frames)?,
                        None if constructor => self.inherited(&mut edits, row, &instruction)?,
                        None => {
                            return Err(Error::Shape {
                                bci: instruction.bci,
                            });
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(edits)
    }

    fn frames(&self, code: &Code<'a>) -> Result<Vec<Frame<'a>>, Error> {
        match code.attributes()?.find(self.pool, b"StackMapTable")? {
            Some(table) => frames(table.data),
            None => Ok(Vec::new()),
        }
    }

    /// `new Date()` and its like.
    fn created(
        &mut self,
        edits: &mut Edits,
        row: &Row,
        new: &Pending,
        call: &Instruction,
        frames: &[Frame<'_>],
    ) -> Result<(), Error> {
        let (from, to) = (new.instruction.bci, call.bci);
        let mentions = |frame: &Frame<'_>| {
            frame
                .uninitialized
                .iter()
                .any(|&(_, bci)| usize::from(bci) == from)
        };
        let inside = |frame: &Frame<'_>| frame.bci > from && frame.bci <= to;
        // Between NEW and its constructor the object is on the stack, elsewhere it is not: that shows
        // that the two belong together also where branches are in between.
        if frames.iter().any(|frame| inside(frame) != mentions(frame)) {
            return Err(Error::Shape { bci: to });
        }
        let framed = frames.iter().any(inside);
        let len = to + call.len - from;
        let [high, low] = self.target(row)?.to_be_bytes();
        let at = new.instruction.at;
        const CALL: u8 = opcode::INVOKESTATIC;
        match (framed, len, new.dup) {
            // NEW, DUP, INVOKESPECIAL: the factory leaves one object, as they do.
            (false, 7, true) => {
                edits.patch(at, &[0, 0, 0, 0, CALL, high, low]);
                Ok(())
            }
            // NEW, INVOKESPECIAL: nobody keeps the object.
            (false, 6, false) => {
                edits.patch(at, &[0, 0, CALL, high, low, opcode::POP]);
                Ok(())
            }
            _ if row.descriptor == "()V" && row.owner == DATE => self.dated(edits, call),
            // The object is left on the stack: set its time.
            (_, _, true) => self.set_afterwards(edits, row, call, opcode::DUP),
            // Nobody keeps it, unless something else than DUP has doubled it.
            (..) => Err(Error::Shape { bci: to }),
        }
    }

    /// `super()` in a subclass.
    fn inherited(&mut self, edits: &mut Edits, row: &Row, call: &Instruction) -> Result<(), Error> {
        if row.descriptor == "()V" && row.owner == DATE {
            self.dated(edits, call)
        } else {
            self.set_afterwards(edits, row, call, ALOAD_0)
        }
    }

    /// Calls `Date(long)` with the time source's millis instead of `Date()`.
    fn dated(&mut self, edits: &mut Edits, call: &Instruction) -> Result<(), Error> {
        let millis = self.method_ref(self.table.time_source(), "currentTimeMillis", "()J")?;
        let [high, low] = millis.to_be_bytes();
        edits.insertions.push(Insertion {
            bci: call.bci,
            side: Side::Before,
            bytes: vec![opcode::INVOKESTATIC, high, low],
        });
        let constructor = self.method_ref(DATE, "<init>", "(J)V")?;
        edits.patch(call.at + 1, &constructor.to_be_bytes());
        edits.stack = edits.stack.max(2);
        Ok(())
    }

    /// Has the helper set the time of a calendar that has just been made; `load` puts it on the stack.
    fn set_afterwards(
        &mut self,
        edits: &mut Edits,
        row: &Row,
        call: &Instruction,
        load: u8,
    ) -> Result<(), Error> {
        if row.owner != GREGORIAN {
            return Err(Error::Shape { bci: call.bci });
        }
        let set = self.method_ref(self.table.helper(), "setTime", "(Ljava/util/Calendar;)V")?;
        let [high, low] = set.to_be_bytes();
        edits.insertions.push(Insertion {
            bci: call.bci + call.len,
            side: Side::After,
            bytes: vec![load, opcode::INVOKESTATIC, high, low],
        });
        edits.stack = edits.stack.max(1);
        Ok(())
    }
}

const DATE: &str = "java/util/Date";
const GREGORIAN: &str = "java/util/GregorianCalendar";
