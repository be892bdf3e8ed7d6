//! The constant pool: a walk without allocation, and an index for the few classes that need one.

use super::bytes::{slice_at, u8_at, u16_at};
use super::error::Error;

/// Constant pool tags (JVMS 4.4).
pub mod tag {
    #![allow(missing_docs)]
    pub const UTF8: u8 = 1;
    pub const INTEGER: u8 = 3;
    pub const FLOAT: u8 = 4;
    pub const LONG: u8 = 5;
    pub const DOUBLE: u8 = 6;
    pub const CLASS: u8 = 7;
    pub const STRING: u8 = 8;
    pub const FIELD_REF: u8 = 9;
    pub const METHOD_REF: u8 = 10;
    pub const INTERFACE_METHOD_REF: u8 = 11;
    pub const NAME_AND_TYPE: u8 = 12;
    pub const METHOD_HANDLE: u8 = 15;
    pub const METHOD_TYPE: u8 = 16;
    pub const DYNAMIC: u8 = 17;
    pub const INVOKE_DYNAMIC: u8 = 18;
    pub const MODULE: u8 = 19;
    pub const PACKAGE: u8 = 20;
}

/// Bytes an entry takes, tag included; 0 for unknown tags and for Utf8, whose length is written in it.
const SIZE: [u8; 256] = {
    let mut size = [0; 256];
    size[tag::INTEGER as usize] = 5;
    size[tag::FLOAT as usize] = 5;
    size[tag::LONG as usize] = 9;
    size[tag::DOUBLE as usize] = 9;
    size[tag::CLASS as usize] = 3;
    size[tag::STRING as usize] = 3;
    size[tag::FIELD_REF as usize] = 5;
    size[tag::METHOD_REF as usize] = 5;
    size[tag::INTERFACE_METHOD_REF as usize] = 5;
    size[tag::NAME_AND_TYPE as usize] = 5;
    size[tag::METHOD_HANDLE as usize] = 4;
    size[tag::METHOD_TYPE as usize] = 3;
    size[tag::DYNAMIC as usize] = 5;
    size[tag::INVOKE_DYNAMIC as usize] = 5;
    size[tag::MODULE as usize] = 3;
    size[tag::PACKAGE as usize] = 3;
    size
};

/// Where the pool's first entry begins in a class file.
const POOL_START: usize = 10;

/// One constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Index in the pool, from 1.
    pub index: u16,
    /// See [`tag`].
    pub tag: u8,
    /// Offset of the tag byte in the bytes that were walked.
    pub at: usize,
    /// What follows the tag; for a Utf8 its text (modified UTF-8) without the length.
    pub data: &'a [u8],
}

/// A walk over constant pool bytes in their order.
#[derive(Debug, Clone)]
pub struct Entries<'a> {
    bytes: &'a [u8],
    at: usize,
    index: u32,
    count: u16,
}

impl<'a> Entries<'a> {
    /// Walks a pool of `count` (one more than its last index, as in the class file) whose entry 1
    /// begins at offset `at`.
    #[must_use]
    pub fn new(bytes: &'a [u8], at: usize, count: u16) -> Self {
        Entries {
            bytes,
            at,
            index: 1,
            count,
        }
    }

    /// The next constant, or `None` behind the last one.
    ///
    /// # Errors
    /// [`Error::Truncated`], [`Error::UnknownTag`], and [`Error::BadPoolCount`] when the last
    /// long or double would take an index that the count does not have.
    #[inline]
    pub fn try_next(&mut self) -> Result<Option<Entry<'a>>, Error> {
        if self.index >= u32::from(self.count) {
            return if self.index > u32::from(self.count.max(1)) || self.count == 0 {
                Err(Error::BadPoolCount { count: self.count })
            } else {
                Ok(None)
            };
        }
        let at = self.at;
        let found = u8_at(self.bytes, at)?;
        let index = self.index as u16;
        let data = if found == tag::UTF8 {
            let len = usize::from(u16_at(self.bytes, at + 1)?);
            self.at = at + 3 + len;
            slice_at(self.bytes, at + 3, len)?
        } else {
            let size = usize::from(SIZE[usize::from(found)]);
            if size == 0 {
                return Err(Error::UnknownTag {
                    tag: found,
                    index,
                    at,
                });
            }
            self.at = at + size;
            slice_at(self.bytes, at + 1, size - 1)?
        };
        self.index += if matches!(found, tag::LONG | tag::DOUBLE) {
            2
        } else {
            1
        };
        Ok(Some(Entry {
            index,
            tag: found,
            at,
            data,
        }))
    }

    /// Offset behind the last constant that [`Entries::try_next`] returned.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.at
    }
}

/// A walk over the pool of a whole class file.
///
/// # Errors
/// [`Error::NotAClass`], [`Error::Truncated`].
#[inline]
pub fn class_entries(class: &[u8]) -> Result<Entries<'_>, Error> {
    match class.first_chunk::<4>() {
        Some([0xCA, 0xFE, 0xBA, 0xBE]) => {}
        _ => return Err(Error::NotAClass),
    }
    let count = u16_at(class, 8)?;
    Ok(Entries::new(class, POOL_START, count))
}

/// A Methodref, InterfaceMethodref or Fieldref with its names resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemberRef<'a> {
    /// Internal name of the owner, e.g. `java/lang/System`.
    pub owner: &'a [u8],
    /// Name of the method or field.
    pub name: &'a [u8],
    /// Its descriptor.
    pub descriptor: &'a [u8],
}

/// An index over a constant pool: one u32 offset a constant.
#[derive(Debug, Clone)]
pub struct Pool<'a> {
    bytes: &'a [u8],
    /// Offset of each constant's tag; 0 = no constant (index 0, second half of a long or double).
    offsets: Vec<u32>,
    end: usize,
}

impl<'a> Pool<'a> {
    /// Indexes the pool of a whole class file.
    ///
    /// # Errors
    /// As [`class_entries`] and [`Entries::try_next`].
    pub fn of_class(class: &'a [u8]) -> Result<Self, Error> {
        Self::index(class, class_entries(class)?)
    }

    /// Indexes bare pool bytes, entry 1 at offset 0, as JVMTI GetConstantPool returns them.
    ///
    /// # Errors
    /// As [`Entries::try_next`].
    pub fn of_bytes(bytes: &'a [u8], count: u16) -> Result<Self, Error> {
        Self::index(bytes, Entries::new(bytes, 0, count))
    }

    /// As [`Pool::of_class`], with `offsets` as its memory, so that one buffer serves many classes
    /// (see [`Pool::into_offsets`]), and with every constant shown to `visit` on the way.
    ///
    /// # Errors
    /// As [`class_entries`] and [`Entries::try_next`].
    pub fn of_class_in(
        class: &'a [u8],
        mut offsets: Vec<u32>,
        mut visit: impl FnMut(&Entry<'a>),
    ) -> Result<Self, Error> {
        let mut entries = class_entries(class)?;
        offsets.clear();
        offsets.resize(usize::from(entries.count), NONE);
        while let Some(entry) = entries.try_next()? {
            visit(&entry);
            if let Some(slot) = offsets.get_mut(usize::from(entry.index)) {
                *slot = entry.at as u32;
            }
        }
        Ok(Pool {
            bytes: class,
            offsets,
            end: entries.offset(),
        })
    }

    /// The memory of the index.
    #[must_use]
    pub fn into_offsets(self) -> Vec<u32> {
        self.offsets
    }

    fn index(bytes: &'a [u8], mut entries: Entries<'a>) -> Result<Self, Error> {
        let mut offsets = vec![NONE; usize::from(entries.count)];
        while let Some(entry) = entries.try_next()? {
            if let (Some(slot), Ok(at)) = (
                offsets.get_mut(usize::from(entry.index)),
                u32::try_from(entry.at),
            ) {
                *slot = at;
            }
        }
        Ok(Pool {
            bytes,
            offsets,
            end: entries.offset(),
        })
    }

    /// `constant_pool_count`: one more than the last index.
    #[must_use]
    pub fn count(&self) -> u16 {
        self.offsets.len() as u16
    }

    /// Offset behind the last constant.
    #[must_use]
    pub fn end(&self) -> usize {
        self.end
    }

    /// Offset of the tag byte of constant `index`, if there is one.
    #[must_use]
    pub fn offset(&self, index: u16) -> Option<usize> {
        match self.offsets.get(usize::from(index)) {
            Some(&at) if at != NONE => Some(at as usize),
            _ => None,
        }
    }

    /// Tag of constant `index`, if there is one.
    #[must_use]
    pub fn tag(&self, index: u16) -> Option<u8> {
        self.offset(index)
            .and_then(|at| self.bytes.get(at).copied())
    }

    fn expect(&self, index: u16, wanted: u8) -> Result<usize, Error> {
        match self.offset(index) {
            Some(at) if self.bytes.get(at) == Some(&wanted) => Ok(at),
            _ => Err(Error::BadReference { index, wanted }),
        }
    }

    /// Text of the Utf8 `index`, in modified UTF-8.
    ///
    /// # Errors
    /// [`Error::BadReference`].
    pub fn utf8(&self, index: u16) -> Result<&'a [u8], Error> {
        let at = self.expect(index, tag::UTF8)?;
        slice_at(self.bytes, at + 3, usize::from(u16_at(self.bytes, at + 1)?))
    }

    /// Internal name in the Class `index`.
    ///
    /// # Errors
    /// [`Error::BadReference`].
    pub fn class_name(&self, index: u16) -> Result<&'a [u8], Error> {
        let at = self.expect(index, tag::CLASS)?;
        self.utf8(u16_at(self.bytes, at + 1)?)
    }

    /// Indexes of name and descriptor in the NameAndType `index`.
    ///
    /// # Errors
    /// [`Error::BadReference`].
    pub fn name_and_type(&self, index: u16) -> Result<(u16, u16), Error> {
        let at = self.expect(index, tag::NAME_AND_TYPE)?;
        Ok((u16_at(self.bytes, at + 1)?, u16_at(self.bytes, at + 3)?))
    }

    /// The field or method that the reference at offset `at` (of its tag byte) names.
    ///
    /// # Errors
    /// [`Error::BadReference`], [`Error::Truncated`].
    pub fn member_at(&self, at: usize) -> Result<MemberRef<'a>, Error> {
        let owner = self.class_name(u16_at(self.bytes, at + 1)?)?;
        let (name, descriptor) = self.name_and_type(u16_at(self.bytes, at + 3)?)?;
        Ok(MemberRef {
            owner,
            name: self.utf8(name)?,
            descriptor: self.utf8(descriptor)?,
        })
    }

    /// The field or method that the reference `index` names.
    ///
    /// # Errors
    /// [`Error::BadReference`].
    pub fn member(&self, index: u16) -> Result<MemberRef<'a>, Error> {
        match self.offset(index) {
            Some(at) if matches!(self.tag(index), Some(9..=11)) => self.member_at(at),
            _ => Err(Error::BadReference {
                index,
                wanted: tag::METHOD_REF,
            }),
        }
    }

    /// Index of the Utf8 that names the Class `index`.
    ///
    /// # Errors
    /// [`Error::BadReference`].
    pub fn class_name_index(&self, index: u16) -> Result<u16, Error> {
        u16_at(self.bytes, self.expect(index, tag::CLASS)? + 1)
    }

    /// Kind (JVMS 4.4.8) and target of the MethodHandle `index`.
    ///
    /// # Errors
    /// [`Error::BadReference`].
    pub fn method_handle(&self, index: u16) -> Result<(u8, u16), Error> {
        let at = self.expect(index, tag::METHOD_HANDLE)?;
        Ok((u8_at(self.bytes, at + 1)?, u16_at(self.bytes, at + 2)?))
    }

    /// Index in the BootstrapMethods attribute of the Dynamic or InvokeDynamic `index`.
    ///
    /// # Errors
    /// [`Error::BadReference`].
    pub fn bootstrap(&self, index: u16) -> Result<u16, Error> {
        let at = match self.tag(index) {
            Some(tag::DYNAMIC) => self.expect(index, tag::DYNAMIC)?,
            _ => self.expect(index, tag::INVOKE_DYNAMIC)?,
        };
        u16_at(self.bytes, at + 1)
    }

    /// All constants with their offsets, in index order: `(index, tag, offset of the tag)`.
    pub fn iter(&self) -> impl Iterator<Item = (u16, u8, usize)> + '_ {
        self.offsets.iter().enumerate().filter_map(|(index, &at)| {
            let at = (at != NONE).then_some(at as usize)?;
            Some((index as u16, *self.bytes.get(at)?, at))
        })
    }
}

/// No constant begins at the last possible offset, so it can mean "none".
const NONE: u32 = u32::MAX;
