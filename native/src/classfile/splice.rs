//! Changes to a class file: constants appended to the pool, bytes patched, the rest copied.

use std::collections::HashMap;
use std::ops::Range;

use super::error::Error;
use super::pool::{Pool, tag};

/// A set of changes to one class file.
///
/// Constants go behind the last one, so no existing index moves; patches are given by offsets in
/// the original bytes and never change a length.
#[derive(Debug)]
pub struct Splice<'a> {
    class: &'a [u8],
    count: u16,
    pool_end: usize,
    appended: Vec<u8>,
    added: usize,
    known: HashMap<Vec<u8>, u16>,
    patches: Vec<(usize, u8)>,
    replacements: Vec<(Range<usize>, Vec<u8>)>,
}

impl<'a> Splice<'a> {
    /// No change yet to `class`, whose pool is `pool`.
    #[must_use]
    pub fn new(class: &'a [u8], pool: &Pool<'_>) -> Self {
        Splice {
            class,
            count: pool.count(),
            pool_end: pool.end(),
            appended: Vec::new(),
            added: 0,
            known: HashMap::new(),
            patches: Vec::new(),
            replacements: Vec::new(),
        }
    }

    /// Appends a constant given by its bytes, tag first, unless this splice has appended the same
    /// one before; returns its index.
    fn append(&mut self, constant: Vec<u8>) -> Result<u16, Error> {
        if let Some(&index) = self.known.get(&constant) {
            return Ok(index);
        }
        // The count, one more than the last index, must itself fit a u16.
        let next = usize::from(self.count) + self.added;
        let index = match u16::try_from(next) {
            Ok(index) if index < u16::MAX => index,
            _ => {
                return Err(Error::PoolFull {
                    count: self.count,
                    added: self.added + 1,
                });
            }
        };
        self.appended.extend_from_slice(&constant);
        self.added += 1;
        self.known.insert(constant, index);
        Ok(index)
    }

    fn pair(&mut self, tag: u8, first: u16, second: u16) -> Result<u16, Error> {
        let [a, b] = first.to_be_bytes();
        let [c, d] = second.to_be_bytes();
        self.append(vec![tag, a, b, c, d])
    }

    /// A Utf8 constant.
    ///
    /// # Errors
    /// [`Error::PoolFull`], [`Error::NameTooLong`]; so in all that follow.
    pub fn utf8(&mut self, text: &[u8]) -> Result<u16, Error> {
        let len = u16::try_from(text.len()).map_err(|_| Error::NameTooLong { len: text.len() })?;
        let mut constant = Vec::with_capacity(3 + text.len());
        constant.push(tag::UTF8);
        constant.extend_from_slice(&len.to_be_bytes());
        constant.extend_from_slice(text);
        self.append(constant)
    }

    /// A Class constant for an internal name.
    ///
    /// # Errors
    /// As [`Splice::utf8`].
    pub fn class(&mut self, name: &[u8]) -> Result<u16, Error> {
        let [high, low] = self.utf8(name)?.to_be_bytes();
        self.append(vec![tag::CLASS, high, low])
    }

    /// A NameAndType constant of two Utf8 indexes.
    ///
    /// # Errors
    /// As [`Splice::utf8`].
    pub fn name_and_type(&mut self, name: u16, descriptor: u16) -> Result<u16, Error> {
        self.pair(tag::NAME_AND_TYPE, name, descriptor)
    }

    /// A Methodref constant of a Class and a NameAndType index.
    ///
    /// # Errors
    /// As [`Splice::utf8`].
    pub fn method_ref(&mut self, class: u16, name_and_type: u16) -> Result<u16, Error> {
        self.pair(tag::METHOD_REF, class, name_and_type)
    }

    /// Puts `value` at offset `at` of the original bytes.
    ///
    /// # Errors
    /// [`Error::PatchOutside`].
    pub fn patch_u8(&mut self, at: usize, value: u8) -> Result<(), Error> {
        if at >= self.class.len() {
            return Err(Error::PatchOutside {
                at,
                len: self.class.len(),
            });
        }
        self.patches.push((at, value));
        Ok(())
    }

    /// Puts the big-endian `value` at offset `at` of the original bytes.
    ///
    /// # Errors
    /// [`Error::PatchOutside`].
    pub fn patch_u16(&mut self, at: usize, value: u16) -> Result<(), Error> {
        let [high, low] = value.to_be_bytes();
        self.patch_u8(at, high)?;
        self.patch_u8(at.saturating_add(1), low)
    }

    /// Puts other bytes in the place of a range behind the pool. Ranges must not overlap; patches
    /// inside of a replaced range are lost.
    ///
    /// # Errors
    /// [`Error::PatchOutside`] for a range in the pool or outside of the class.
    pub fn replace(&mut self, range: Range<usize>, bytes: Vec<u8>) -> Result<(), Error> {
        if range.start < self.pool_end || range.end > self.class.len() || range.start > range.end {
            return Err(Error::PatchOutside {
                at: range.start,
                len: self.class.len(),
            });
        }
        self.replacements.push((range, bytes));
        Ok(())
    }

    /// The changed class file.
    ///
    /// # Errors
    /// [`Error::Truncated`] if the pool handed to [`Splice::new`] was not this class's,
    /// [`Error::PatchOutside`] if replaced ranges overlap.
    pub fn finish(mut self) -> Result<Vec<u8>, Error> {
        let len = self.class.len();
        let truncated = |at| Error::Truncated { at, needed: 1, len };
        let mut patched = self.class.to_vec();
        for &(at, value) in &self.patches {
            if let Some(byte) = patched.get_mut(at) {
                *byte = value;
            }
        }
        // `append` keeps the sum within u16.
        let count =
            u16::try_from(usize::from(self.count) + self.added).map_err(|_| Error::PoolFull {
                count: self.count,
                added: self.added,
            })?;
        patched
            .get_mut(8..10)
            .ok_or(truncated(8))?
            .copy_from_slice(&count.to_be_bytes());
        let mut out = Vec::with_capacity(len + self.appended.len());
        out.extend_from_slice(
            patched
                .get(..self.pool_end)
                .ok_or(truncated(self.pool_end))?,
        );
        out.extend_from_slice(&self.appended);
        let mut at = self.pool_end;
        self.replacements.sort_by_key(|(range, _)| range.start);
        for (range, bytes) in &self.replacements {
            let kept = patched.get(at..range.start).ok_or(Error::PatchOutside {
                at: range.start,
                len,
            })?;
            out.extend_from_slice(kept);
            out.extend_from_slice(bytes);
            at = range.end;
        }
        out.extend_from_slice(patched.get(at..).ok_or(truncated(at))?);
        Ok(out)
    }
}
