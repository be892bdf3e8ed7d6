//! A stretch of a file or of memory that is read by offset.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::Arc;

use rawzip::ReaderAt;

#[derive(Debug, Clone)]
enum Backing {
    File(Arc<File>),
    Memory(Arc<[u8]>),
}

/// A whole file, a stored entry of an archive, or an unpacked one.
#[derive(Debug, Clone)]
pub struct Section {
    backing: Backing,
    start: u64,
    len: u64,
}

impl Section {
    /// All of a file.
    ///
    /// # Errors
    /// The file's length cannot be asked.
    pub fn of_file(file: File) -> io::Result<Self> {
        let len = file.metadata()?.len();
        Ok(Section {
            backing: Backing::File(Arc::new(file)),
            start: 0,
            len,
        })
    }

    /// Bytes in memory.
    #[must_use]
    pub fn of_memory(bytes: Vec<u8>) -> Self {
        Section {
            start: 0,
            len: bytes.len() as u64,
            backing: Backing::Memory(bytes.into()),
        }
    }

    /// The part from `start`, at most `len` long; cut to what there is.
    #[must_use]
    pub fn part(&self, start: u64, len: u64) -> Self {
        let start = start.min(self.len);
        Section {
            backing: self.backing.clone(),
            start: self.start + start,
            len: len.min(self.len - start),
        }
    }

    /// Length in bytes.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Reads `len` bytes at `offset` into `into`, whose old content is dropped.
    ///
    /// # Errors
    /// Unexpected end, or the file cannot be read.
    pub fn read(&self, offset: u64, len: u64, into: &mut Vec<u8>) -> io::Result<()> {
        match offset.checked_add(len) {
            Some(end) if end <= self.len => {}
            _ => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
        let len =
            usize::try_from(len).map_err(|_| io::Error::from(io::ErrorKind::UnexpectedEof))?;
        into.resize(len, 0);
        self.read_exact_at(into, offset)
    }
}

impl ReaderAt for Section {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let Some(left) = self.len.checked_sub(offset) else {
            return Ok(0);
        };
        let wanted = usize::try_from(left)
            .unwrap_or(usize::MAX)
            .min(buffer.len());
        let Some(buffer) = buffer.get_mut(..wanted) else {
            return Ok(0);
        };
        match &self.backing {
            Backing::File(file) => file.read_at(buffer, self.start + offset),
            Backing::Memory(bytes) => {
                let from = usize::try_from(self.start + offset).unwrap_or(usize::MAX);
                match bytes.get(from..).and_then(|rest| rest.get(..wanted)) {
                    Some(found) => {
                        buffer.copy_from_slice(found);
                        Ok(wanted)
                    }
                    None => Ok(0),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Section;

    #[test]
    fn parts_stay_inside() {
        let whole = Section::of_memory((0..100).collect());
        let part = whole.part(10, 20).part(5, 1000);
        assert_eq!(part.len(), 15);
        let mut bytes = Vec::new();
        part.read(1, 3, &mut bytes).unwrap();
        assert_eq!(bytes, [16, 17, 18]);
        assert!(part.read(14, 2, &mut bytes).is_err());
        assert!(part.read(u64::MAX, 2, &mut bytes).is_err());
        assert_eq!(whole.part(1000, 1).len(), 0);
    }
}
