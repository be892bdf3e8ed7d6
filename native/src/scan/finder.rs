//! One class: which of the looked-for calls it makes, where and how.

use std::sync::Arc;

use super::delegate;
use super::hierarchy::Classes;
use super::lambda::{Bodies, Bootstraps};
use super::table::{CallId, Match, Table};
use crate::classfile::{
    Attributes, Class, Code, Error, Instruction, Member, MemberRef, Pool, annotation_types, opcode,
    tag, u8_at, u16_at,
};

/// How a call is made.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// An instruction in a method.
    Call,
    /// An instruction in a lambda's body.
    Lambda,
    /// A method reference.
    Reference,
    /// A method handle loaded as a constant.
    Constant,
}

impl Form {
    /// Its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Form::Call => "call",
            Form::Lambda => "lambda",
            Form::Reference => "reference",
            Form::Constant => "constant",
        }
    }
}

/// What a site refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A call of the table.
    Known(CallId),
    /// A call if its owner turns out to be a subtype of the right class.
    Perhaps {
        /// Owner as named.
        owner: Arc<[u8]>,
        /// Method name.
        name: Arc<[u8]>,
        /// Descriptor.
        descriptor: Arc<[u8]>,
    },
}

/// A place where a looked-for call is made.
#[derive(Debug, Clone)]
pub struct Site {
    /// What it refers to.
    pub target: Target,
    /// How.
    pub form: Form,
    /// Number of the method in its class, from 0.
    pub method: u16,
    /// Bytecode index of the instruction.
    pub bci: u32,
    /// Source line, if the class has line numbers.
    pub line: Option<u16>,
}

/// A method that has sites, or declares something.
#[derive(Debug, Clone)]
pub struct Method {
    /// Number of the method in its class, from 0.
    pub number: u16,
    /// Name.
    pub name: Arc<str>,
    /// Descriptor.
    pub descriptor: Arc<str>,
    /// For the body of a lambda: the name of the method whose text it stands in.
    pub within: Option<Arc<str>>,
    /// Does it only hand on the result of a clock or sleep, provided that its candidates are some?
    pub delegates: bool,
    /// Is it static?
    pub is_static: bool,
    /// Which of the noted annotations it has.
    pub annotations: Vec<u16>,
}

/// What one class has to say.
#[derive(Debug, Default)]
pub struct Found {
    /// Its sites, in the order of methods and instructions.
    pub sites: Vec<Site>,
    /// The methods of the sites.
    pub methods: Vec<Method>,
    /// Static methods that hide a looked-for one, and methods that are one.
    pub declares: Vec<CallId>,
    /// Which of the noted annotations the class has.
    pub annotations: Vec<u16>,
    /// Internal name.
    pub class: Box<[u8]>,
    /// Source file name.
    pub source: Option<Arc<str>>,
}

impl Found {
    /// Is there nothing to report but the class itself?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sites.is_empty() && self.declares.is_empty() && self.annotations.is_empty()
    }
}

/// Memory that is used again for each class.
#[derive(Debug, Default)]
pub struct Scratch {
    offsets: Vec<u32>,
    names: Vec<u16>,
    references: Vec<u16>,
    hits: Vec<Hit>,
}

/// A method reference that matches the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    /// Its index in the pool.
    pub index: u16,
    /// The call, or `None` for a candidate.
    pub call: Option<CallId>,
}

/// Scans one class file; adds it to `classes`, and returns what it has found.
///
/// # Errors
/// The class is malformed as far as it had to be read.
pub fn find(
    bytes: &[u8],
    table: &Table,
    classes: &mut Classes,
    scratch: &mut Scratch,
) -> Result<Found, Error> {
    let offsets = std::mem::take(&mut scratch.offsets);
    let (names, references) = (&mut scratch.names, &mut scratch.references);
    names.clear();
    references.clear();
    let pool = Pool::of_class_in(bytes, offsets, |entry| match entry.tag {
        tag::UTF8 if table.named(entry.data).is_some() => names.push(entry.index),
        tag::METHOD_REF | tag::INTERFACE_METHOD_REF => references.push(entry.index),
        _ => {}
    })?;
    let found = find_in(bytes, &pool, table, classes, scratch);
    scratch.offsets = pool.into_offsets();
    found
}

fn find_in(
    bytes: &[u8],
    pool: &Pool<'_>,
    table: &Table,
    classes: &mut Classes,
    scratch: &mut Scratch,
) -> Result<Found, Error> {
    let class = Class::new(bytes, pool)?;
    let this = pool.class_name(class.this_class()?)?;
    let parent = match class.super_class()? {
        0 => None,
        index => Some(pool.class_name(index)?),
    };
    let interfaces = class.interfaces().map(|index| pool.class_name(index));
    let interfaces = interfaces.collect::<Result<Vec<_>, _>>()?;
    classes.add(this, parent.into_iter().chain(interfaces));

    scratch.hits.clear();
    if scratch.names.is_empty() {
        return Ok(Found::default());
    }
    for &index in &scratch.references {
        let at = pool.offset(index).unwrap_or_default();
        // Most references name no looked-for method: look at that alone first.
        let (name, _) = pool.name_and_type(u16_at(bytes, at + 3)?)?;
        if scratch.names.binary_search(&name).is_err() {
            continue;
        }
        match table.lookup(&pool.member_at(at)?) {
            Match::No => {}
            Match::Call(id) => scratch.hits.push(Hit {
                index,
                call: Some(id),
            }),
            Match::Perhaps => scratch.hits.push(Hit { index, call: None }),
        }
    }
    let mut reader = Reader {
        bytes,
        pool,
        table,
        this,
        hits: &scratch.hits,
        found: Found {
            class: this.into(),
            ..Found::default()
        },
    };
    reader.annotations(&class)?;
    reader.methods(&class)?;
    Ok(reader.found)
}

/// The hit with this index; hits are in the order of the pool.
pub(super) fn hit_at(hits: &[Hit], index: u16) -> Option<Hit> {
    let place = hits.binary_search_by_key(&index, |hit| hit.index).ok()?;
    hits.get(place).copied()
}

struct Reader<'r, 'a> {
    bytes: &'a [u8],
    pool: &'r Pool<'a>,
    table: &'r Table,
    this: &'a [u8],
    hits: &'r [Hit],
    found: Found,
}

impl<'a> Reader<'_, 'a> {
    /// The noted annotations among `attributes`.
    fn noted(&self, attributes: &Attributes<'a>) -> Result<Vec<u16>, Error> {
        let wanted = self.table.annotations();
        let mut noted = Vec::new();
        if !wanted.is_empty() {
            annotation_types(attributes.clone(), self.pool, |descriptor| {
                noted.extend(
                    wanted
                        .iter()
                        .zip(0_u16..)
                        .filter(|(known, _)| known.as_slice() == descriptor)
                        .map(|(_, number)| number),
                );
            })?;
        }
        Ok(noted)
    }

    fn annotations(&mut self, class: &Class<'a>) -> Result<(), Error> {
        if !self.table.annotations().is_empty() {
            self.found.annotations = self.noted(&class.attributes()?)?;
        }
        Ok(())
    }

    fn methods(&mut self, class: &Class<'a>) -> Result<(), Error> {
        let attributes = class.attributes()?;
        let mut bootstraps = if self.hits.is_empty() {
            Bootstraps::default()
        } else {
            Bootstraps::read(&attributes, self.pool)?
        };
        let bodies = if self.hits.is_empty() {
            Bodies::default()
        } else {
            Bodies::find(class, self.bytes, self.pool, self.this, &mut bootstraps)?
        };
        let mut methods = class.methods()?;
        let mut number = 0_u16;
        while let Some(method) = methods.try_next()? {
            let name = self.pool.utf8(method.name)?;
            let descriptor = self.pool.utf8(method.descriptor)?;
            self.found
                .declares
                .extend(self.table.declared_as(self.this, name, descriptor));
            // The compiler repeats each serialisable method reference there.
            if !self.hits.is_empty() && name != b"$deserializeLambda$" {
                self.method(number, &method, &mut bootstraps, &bodies)?;
            }
            number = number.saturating_add(1);
        }
        if !self.found.sites.is_empty() {
            self.found.source = match attributes.find(self.pool, b"SourceFile")? {
                Some(source) => Some(text(self.pool.utf8(u16_at(source.data, 0)?)?)),
                None => None,
            };
        }
        Ok(())
    }

    fn method(
        &mut self,
        number: u16,
        method: &Member<'a>,
        bootstraps: &mut Bootstraps,
        bodies: &Bodies,
    ) -> Result<(), Error> {
        let Some(attribute) = method.attributes.clone().find(self.pool, b"Code")? else {
            return Ok(());
        };
        let code = Code::new(self.bytes, &attribute)?;
        let within = bodies.within(number);
        let form = if within.is_some() {
            Form::Lambda
        } else {
            Form::Call
        };
        let before = self.found.sites.len();
        let mut instructions = code.instructions();
        while let Some(instruction) = instructions.try_next()? {
            match instruction.opcode {
                opcode::INVOKEVIRTUAL
                | opcode::INVOKESPECIAL
                | opcode::INVOKESTATIC
                | opcode::INVOKEINTERFACE => {
                    let index = u16_at(self.bytes, instruction.at + 1)?;
                    if let Some(hit) = hit_at(self.hits, index) {
                        self.site(hit, form, number, &instruction)?;
                    }
                }
                opcode::INVOKEDYNAMIC => {
                    let constant = u16_at(self.bytes, instruction.at + 1)?;
                    self.handles(bootstraps, constant, Form::Reference, number, &instruction)?;
                }
                opcode::LDC => {
                    let constant = u16::from(u8_at(self.bytes, instruction.at + 1)?);
                    self.handles(bootstraps, constant, Form::Constant, number, &instruction)?;
                }
                opcode::LDC_W | opcode::LDC2_W => {
                    let constant = u16_at(self.bytes, instruction.at + 1)?;
                    self.handles(bootstraps, constant, Form::Constant, number, &instruction)?;
                }
                _ => {}
            }
        }
        if self.found.sites.len() == before {
            return Ok(());
        }
        let lines = code.lines(self.pool)?;
        for site in self.found.sites.iter_mut().skip(before) {
            site.line = lines.at(site.bci as usize);
        }
        let delegates = within.is_none()
            && delegate::only_delegates(
                self.bytes, self.pool, self.table, method, &code, self.hits,
            )?;
        self.found.methods.push(Method {
            number,
            name: text(self.pool.utf8(method.name)?),
            descriptor: text(self.pool.utf8(method.descriptor)?),
            within: within.map(|name| text(&name)),
            delegates,
            is_static: method.access & crate::classfile::ACC_STATIC != 0,
            annotations: self.noted(&method.attributes)?,
        });
        Ok(())
    }

    /// Sites for each looked-for method that a constant refers to through method handles.
    fn handles(
        &mut self,
        bootstraps: &mut Bootstraps,
        constant: u16,
        form: Form,
        number: u16,
        instruction: &Instruction,
    ) -> Result<(), Error> {
        for target in bootstraps.targets(self.pool, constant)? {
            if let Some(hit) = hit_at(self.hits, target) {
                self.site(hit, form, number, instruction)?;
            }
        }
        Ok(())
    }

    fn site(
        &mut self,
        hit: Hit,
        form: Form,
        method: u16,
        instruction: &Instruction,
    ) -> Result<(), Error> {
        let target = match hit.call {
            Some(call) => Target::Known(call),
            None => {
                let member: MemberRef<'_> = self.pool.member(hit.index)?;
                Target::Perhaps {
                    owner: member.owner.into(),
                    name: member.name.into(),
                    descriptor: member.descriptor.into(),
                }
            }
        };
        self.found.sites.push(Site {
            target,
            form,
            method,
            bci: instruction.bci as u32,
            line: None,
        });
        Ok(())
    }
}

/// Names are modified UTF-8; what is no UTF-8 is replaced, since it is only shown.
fn text(bytes: &[u8]) -> Arc<str> {
    String::from_utf8_lossy(bytes).into()
}
