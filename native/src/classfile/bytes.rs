//! Bounds-checked big-endian reads.

use super::Error;

#[cold]
fn truncated(bytes: &[u8], at: usize, needed: usize) -> Error {
    Error::Truncated {
        at,
        needed,
        len: bytes.len(),
    }
}

/// The byte at `at`.
///
/// # Errors
/// [`Error::Truncated`] beyond the end.
#[inline]
pub fn u8_at(bytes: &[u8], at: usize) -> Result<u8, Error> {
    bytes
        .get(at)
        .copied()
        .ok_or_else(|| truncated(bytes, at, 1))
}

/// The big-endian u16 at `at`.
///
/// # Errors
/// [`Error::Truncated`] beyond the end.
#[inline]
pub fn u16_at(bytes: &[u8], at: usize) -> Result<u16, Error> {
    match bytes.get(at..).and_then(<[u8]>::first_chunk::<2>) {
        Some(found) => Ok(u16::from_be_bytes(*found)),
        None => Err(truncated(bytes, at, 2)),
    }
}

/// The big-endian u32 at `at`.
///
/// # Errors
/// [`Error::Truncated`] beyond the end.
#[inline]
pub fn u32_at(bytes: &[u8], at: usize) -> Result<u32, Error> {
    match bytes.get(at..).and_then(<[u8]>::first_chunk::<4>) {
        Some(found) => Ok(u32::from_be_bytes(*found)),
        None => Err(truncated(bytes, at, 4)),
    }
}

/// `len` bytes from `at`.
#[inline]
pub(super) fn slice_at(bytes: &[u8], at: usize, len: usize) -> Result<&[u8], Error> {
    bytes
        .get(at..)
        .and_then(|rest| rest.get(..len))
        .ok_or_else(|| truncated(bytes, at, len))
}
