//! What follows the constant pool: the class's names, fields, methods and attributes.

use super::bytes::{slice_at, u16_at, u32_at};
use super::error::Error;
use super::pool::Pool;

/// Access flag of static members.
pub const ACC_STATIC: u16 = 0x0008;
/// Access flag of members that no source line declares.
pub const ACC_SYNTHETIC: u16 = 0x1000;

/// A class file whose parts are found but not yet read.
#[derive(Debug, Clone, Copy)]
pub struct Class<'a> {
    bytes: &'a [u8],
    /// Offset of the access flags.
    start: usize,
    interfaces: u16,
}

impl<'a> Class<'a> {
    /// Looks behind the pool of `bytes`.
    ///
    /// # Errors
    /// [`Error::Truncated`].
    pub fn new(bytes: &'a [u8], pool: &Pool<'a>) -> Result<Self, Error> {
        let start = pool.end();
        let interfaces = u16_at(bytes, start + 6)?;
        slice_at(bytes, start + 8, usize::from(interfaces) * 2)?;
        Ok(Class {
            bytes,
            start,
            interfaces,
        })
    }

    /// Access flags of the class.
    ///
    /// # Errors
    /// [`Error::Truncated`]; so in all that follow.
    pub fn access(&self) -> Result<u16, Error> {
        u16_at(self.bytes, self.start)
    }

    /// Constant index of this class.
    ///
    /// # Errors
    /// See [`Class::access`].
    pub fn this_class(&self) -> Result<u16, Error> {
        u16_at(self.bytes, self.start + 2)
    }

    /// Constant index of the superclass; 0 in `java/lang/Object` and in modules.
    ///
    /// # Errors
    /// See [`Class::access`].
    pub fn super_class(&self) -> Result<u16, Error> {
        u16_at(self.bytes, self.start + 4)
    }

    /// Constant indexes of the interfaces.
    pub fn interfaces(&self) -> impl Iterator<Item = u16> + '_ {
        let from = self.start + 8;
        (0..usize::from(self.interfaces))
            .filter_map(move |number| u16_at(self.bytes, from + number * 2).ok())
    }

    /// The fields.
    ///
    /// # Errors
    /// See [`Class::access`].
    pub fn fields(&self) -> Result<Members<'a>, Error> {
        Members::new(
            self.bytes,
            self.start + 8 + usize::from(self.interfaces) * 2,
        )
    }

    /// The methods.
    ///
    /// # Errors
    /// See [`Class::access`].
    pub fn methods(&self) -> Result<Members<'a>, Error> {
        Members::new(self.bytes, self.fields()?.end()?)
    }

    /// The attributes of the class itself.
    ///
    /// # Errors
    /// See [`Class::access`].
    pub fn attributes(&self) -> Result<Attributes<'a>, Error> {
        Attributes::new(self.bytes, self.methods()?.end()?)
    }
}

/// A field or a method.
#[derive(Debug, Clone)]
pub struct Member<'a> {
    /// Access flags.
    pub access: u16,
    /// Index of the Utf8 with its name.
    pub name: u16,
    /// Index of the Utf8 with its descriptor.
    pub descriptor: u16,
    /// Its attributes.
    pub attributes: Attributes<'a>,
}

/// A walk over fields or methods.
#[derive(Debug, Clone)]
pub struct Members<'a> {
    bytes: &'a [u8],
    at: usize,
    left: u16,
}

impl<'a> Members<'a> {
    fn new(bytes: &'a [u8], at: usize) -> Result<Self, Error> {
        Ok(Members {
            bytes,
            at: at + 2,
            left: u16_at(bytes, at)?,
        })
    }

    /// The next member, or `None` behind the last one.
    ///
    /// # Errors
    /// [`Error::Truncated`].
    pub fn try_next(&mut self) -> Result<Option<Member<'a>>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let at = self.at;
        let attributes = Attributes::new(self.bytes, at + 6)?;
        self.at = attributes.end()?;
        Ok(Some(Member {
            access: u16_at(self.bytes, at)?,
            name: u16_at(self.bytes, at + 2)?,
            descriptor: u16_at(self.bytes, at + 4)?,
            attributes,
        }))
    }

    /// Offset behind the last member.
    fn end(mut self) -> Result<usize, Error> {
        while self.try_next()?.is_some() {}
        Ok(self.at)
    }
}

/// One attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// Index of the Utf8 with its name.
    pub name: u16,
    /// Offset of its data in the class file.
    pub at: usize,
    /// Its data, without name and length.
    pub data: &'a [u8],
}

/// A walk over the attributes of a class, member or code.
#[derive(Debug, Clone)]
pub struct Attributes<'a> {
    bytes: &'a [u8],
    at: usize,
    left: u16,
}

impl<'a> Attributes<'a> {
    /// The attributes whose count is at offset `at`.
    ///
    /// # Errors
    /// [`Error::Truncated`].
    pub fn new(bytes: &'a [u8], at: usize) -> Result<Self, Error> {
        Ok(Attributes {
            bytes,
            at: at + 2,
            left: u16_at(bytes, at)?,
        })
    }

    /// The next attribute, or `None` behind the last one.
    ///
    /// # Errors
    /// [`Error::Truncated`].
    pub fn try_next(&mut self) -> Result<Option<Attribute<'a>>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let at = self.at;
        let len = u32_at(self.bytes, at + 2)? as usize;
        let data = slice_at(self.bytes, at + 6, len)?;
        self.at = at + 6 + len;
        Ok(Some(Attribute {
            name: u16_at(self.bytes, at)?,
            at: at + 6,
            data,
        }))
    }

    /// How many attributes are still to come.
    #[must_use]
    pub fn left(&self) -> u16 {
        self.left
    }

    /// The first attribute of the given name.
    ///
    /// # Errors
    /// [`Error::Truncated`], [`Error::BadReference`] for a name that is no Utf8.
    pub fn find(mut self, pool: &Pool<'_>, name: &[u8]) -> Result<Option<Attribute<'a>>, Error> {
        while let Some(attribute) = self.try_next()? {
            if pool.utf8(attribute.name)? == name {
                return Ok(Some(attribute));
            }
        }
        Ok(None)
    }

    /// Offset behind the last attribute.
    fn end(&self) -> Result<usize, Error> {
        let mut rest = self.clone();
        while rest.try_next()?.is_some() {}
        Ok(rest.at)
    }
}
