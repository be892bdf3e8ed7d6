//! The JDK's `lib/modules` file (jimage 1.0), read without a JVM.
//!
//! The file is a perfect hash over resources: header, redirect table, table of offsets into the
//! location attributes, the attributes, the strings, and then the resources' bytes. Only the part
//! before the resources is held in memory; a resource is read when it is asked for.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

use flate2::{Decompress, FlushDecompress, Status};

const MAGIC: u32 = 0xCAFE_DADA;
const HEADER: usize = 28;
const PACKED_MAGIC: u32 = 0xCAFE_FAFA;
const PACKED_HEADER: usize = 29;
/// Far above any JDK (25: 1.6 MB); a header that asks for more is not believed.
const MAX_INDEX: u64 = 256 << 20;
/// The largest class of JDK 25 has 0.5 MB, its largest resource 14 MB.
const MAX_RESOURCE: u64 = 256 << 20;

/// Why an image or a resource in it cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ImageError {
    /// The file cannot be opened or read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It does not begin like a jimage, in either byte order.
    #[error("not a jimage: no CAFEDADA at its start")]
    NotAnImage,
    /// Its format is another one than 1.0, which is what JDK 9 to 25 write.
    #[error("jimage version {major}.{minor} is not known")]
    Version {
        /// Major version.
        major: u16,
        /// Minor version.
        minor: u16,
    },
    /// Sizes or offsets contradict the file.
    #[error("broken jimage: {0}")]
    Broken(&'static str),
    /// The resource was compressed by `jlink --compress` in another way than zip.
    #[error("compressed by jlink in another way than zip")]
    Compressed,
}

/// One resource: a name in parts, and where its bytes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resource<'a> {
    /// Module, e.g. `java.base`; empty for the image's own tables.
    pub module: &'a str,
    /// Folder, e.g. `java/lang`.
    pub parent: &'a str,
    /// File name without its extension.
    pub base: &'a str,
    /// Extension without the dot.
    pub extension: &'a str,
    /// Offset from the start of the file.
    pub offset: u64,
    /// Bytes in the file; 0 = as many as `size`.
    pub compressed: u64,
    /// Bytes when read.
    pub size: u64,
}

impl Resource<'_> {
    /// Bytes that the resource takes in the file.
    #[must_use]
    pub fn stored(&self) -> u64 {
        if self.compressed == 0 {
            self.size
        } else {
            self.compressed
        }
    }
}

/// An open image; shared reads are safe from any thread.
#[derive(Debug)]
pub struct Image {
    file: File,
    len: u64,
    big_endian: bool,
    /// The file up to the first resource.
    index: Vec<u8>,
    slots: usize,
    locations: usize,
    strings: usize,
}

impl Image {
    /// Opens an image and reads its index.
    ///
    /// # Errors
    /// See [`ImageError`].
    pub fn open(path: &Path) -> Result<Self, ImageError> {
        let file = File::open(path)?;
        let len = file.metadata()?.len();
        let mut header = [0; HEADER];
        file.read_exact_at(&mut header, 0)
            .map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => ImageError::NotAnImage,
                _ => ImageError::Io(error),
            })?;
        let big_endian = match u32_of(&header, 0, false) {
            Some(MAGIC) => false,
            Some(other) if other.swap_bytes() == MAGIC => true,
            _ => return Err(ImageError::NotAnImage),
        };
        let field = |number: usize| u32_of(&header, number * 4, big_endian).unwrap_or(0);
        let version = field(1);
        let (major, minor) = ((version >> 16) as u16, version as u16);
        if (major, minor) != (1, 0) {
            return Err(ImageError::Version { major, minor });
        }
        let slots = u64::from(field(4));
        let locations = HEADER as u64 + slots * 8;
        let strings = locations + u64::from(field(5));
        let end = strings + u64::from(field(6));
        if end > len || end > MAX_INDEX {
            return Err(ImageError::Broken("its index is longer than the file"));
        }
        let mut index = vec![0; end as usize];
        file.read_exact_at(&mut index, 0)?;
        Ok(Image {
            file,
            len,
            big_endian,
            index,
            slots: slots as usize,
            locations: locations as usize,
            strings: strings as usize,
        })
    }

    /// All resources, in the order of the image's hash table.
    pub fn resources(&self) -> impl Iterator<Item = Result<Resource<'_>, ImageError>> + '_ {
        let offsets = HEADER + self.slots * 4;
        (0..self.slots).map(move |slot| {
            let at = u32_of(&self.index, offsets + slot * 4, self.big_endian)
                .ok_or(ImageError::Broken("offset table"))?;
            self.resource(at as usize)
        })
    }

    /// The classes among the resources, ordered by their place in the file, so that reading them
    /// in turn reads the file in turn.
    ///
    /// # Errors
    /// [`ImageError::Broken`].
    pub fn classes(&self) -> Result<Vec<Resource<'_>>, ImageError> {
        let mut classes = Vec::new();
        for resource in self.resources() {
            let resource = resource?;
            if resource.extension == "class" && !resource.module.is_empty() {
                classes.push(resource);
            }
        }
        classes.sort_unstable_by_key(|class| class.offset);
        Ok(classes)
    }

    fn resource(&self, at: usize) -> Result<Resource<'_>, ImageError> {
        const BROKEN: ImageError = ImageError::Broken("location attributes");
        let attributes = self
            .index
            .get(self.locations..self.strings)
            .and_then(|all| all.get(at..))
            .ok_or(BROKEN)?;
        let mut values = [0_u64; 8];
        let mut rest = attributes;
        loop {
            let (&head, tail) = rest.split_first().ok_or(BROKEN)?;
            // Kind in the upper five bits, length less one in the lower three; kind 0 ends the list.
            let (kind, len) = (usize::from(head >> 3), usize::from(head & 7) + 1);
            if kind == 0 {
                break;
            }
            let (bytes, tail) = tail.split_at_checked(len).ok_or(BROKEN)?;
            let value = bytes
                .iter()
                .fold(0, |value, &byte| value << 8 | u64::from(byte));
            *values
                .get_mut(kind)
                .ok_or(ImageError::Broken("unknown location attribute"))? = value;
            rest = tail;
        }
        let [_, module, parent, base, extension, offset, compressed, size] = values;
        Ok(Resource {
            module: self.string(module)?,
            parent: self.string(parent)?,
            base: self.string(base)?,
            extension: self.string(extension)?,
            offset: (self.index.len() as u64)
                .checked_add(offset)
                .ok_or(ImageError::Broken("resource offset"))?,
            compressed,
            size,
        })
    }

    fn string(&self, at: u64) -> Result<&str, ImageError> {
        const BROKEN: ImageError = ImageError::Broken("string table");
        let at = usize::try_from(at).map_err(|_| BROKEN)?;
        let rest = self
            .index
            .get(self.strings..)
            .and_then(|all| all.get(at..))
            .ok_or(BROKEN)?;
        let len = rest.iter().position(|&byte| byte == 0).ok_or(BROKEN)?;
        let bytes = rest.get(..len).ok_or(BROKEN)?;
        std::str::from_utf8(bytes).map_err(|_| BROKEN)
    }

    /// Reads a resource into `into`, whose old content is dropped.
    ///
    /// # Errors
    /// [`ImageError::Io`], [`ImageError::Broken`] when it lies outside of the file, and
    /// [`ImageError::Compressed`] when it was compressed by another way than zip.
    pub fn read(&self, resource: &Resource<'_>, into: &mut Vec<u8>) -> Result<(), ImageError> {
        self.read_range(resource.offset, resource.stored(), into)?;
        if resource.compressed != 0 {
            *into = self.unpack(into, resource.size)?;
        }
        Ok(())
    }

    /// Unpacks what `jlink --compress` has packed: 29 bytes of header, then the data.
    fn unpack(&self, packed: &[u8], size: u64) -> Result<Vec<u8>, ImageError> {
        const BROKEN: ImageError = ImageError::Broken("compressed resource");
        if u32_of(packed, 0, self.big_endian) != Some(PACKED_MAGIC) {
            return Err(BROKEN);
        }
        // Behind the magic and two lengths: the decompressor's name, its settings, an end mark.
        let name = u32_of(packed, 20, self.big_endian).ok_or(BROKEN)?;
        if self.string(u64::from(name))? != "zip" {
            return Err(ImageError::Compressed);
        }
        if size > MAX_RESOURCE {
            return Err(BROKEN);
        }
        let data = packed.get(PACKED_HEADER..).ok_or(BROKEN)?;
        // One byte more than announced, so that longer data is noticed.
        let mut plain = Vec::with_capacity(size as usize + 1);
        let status = Decompress::new(true)
            .decompress_vec(data, &mut plain, FlushDecompress::Finish)
            .map_err(|_| BROKEN)?;
        if status == Status::StreamEnd && plain.len() as u64 == size {
            Ok(plain)
        } else {
            Err(BROKEN)
        }
    }

    /// Reads `len` bytes from `offset` of the file, for callers that take many neighbours at once.
    ///
    /// # Errors
    /// As [`Image::read`].
    pub fn read_range(&self, offset: u64, len: u64, into: &mut Vec<u8>) -> Result<(), ImageError> {
        match offset.checked_add(len) {
            Some(end) if end <= self.len && len <= MAX_RESOURCE => {}
            _ => return Err(ImageError::Broken("a resource lies outside of the file")),
        }
        into.resize(len as usize, 0);
        self.file.read_exact_at(into, offset)?;
        Ok(())
    }
}

fn u32_of(bytes: &[u8], at: usize, big_endian: bool) -> Option<u32> {
    let found = *bytes.get(at..)?.first_chunk::<4>()?;
    Some(if big_endian {
        u32::from_be_bytes(found)
    } else {
        u32::from_le_bytes(found)
    })
}
