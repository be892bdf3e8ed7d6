//! Zip files for the tests.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ZipArchiveWriter};

fn zip(entries: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
    let mut out = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut out);
    for (name, bytes) in entries {
        let (mut entry, config) = archive
            .new_file(name)
            .compression_method(method)
            .start()
            .unwrap();
        let descriptor = if method == CompressionMethod::DEFLATE {
            let encoder = DeflateEncoder::new(&mut entry, Compression::best());
            let mut writer = config.wrap(encoder);
            writer.write_all(bytes).unwrap();
            let (encoder, descriptor) = writer.finish().unwrap();
            encoder.finish().unwrap();
            descriptor
        } else {
            let mut writer = config.wrap(&mut entry);
            writer.write_all(bytes).unwrap();
            writer.finish().unwrap().1
        };
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    out
}

/// An archive of packed entries.
pub fn deflated(entries: &[(&str, &[u8])]) -> Vec<u8> {
    zip(entries, CompressionMethod::DEFLATE)
}

/// An archive of entries as they are.
pub fn stored(entries: &[(&str, &[u8])]) -> Vec<u8> {
    zip(entries, CompressionMethod::STORE)
}

/// One packed entry that the directory lists `count` times: every one unpacks the same bytes.
pub fn overlapping(name: &str, content: &[u8], count: u16) -> Vec<u8> {
    let zip = deflated(&[(name, content)]);
    let (from, to) = (
        central(&zip),
        zip.windows(4)
            .position(|bytes| bytes == b"PK\x05\x06")
            .unwrap(),
    );
    let mut out = zip[..from].to_vec();
    for _ in 0..count {
        out.extend_from_slice(&zip[from..to]);
    }
    let mut end = zip[to..].to_vec();
    end[8..10].copy_from_slice(&count.to_le_bytes());
    end[10..12].copy_from_slice(&count.to_le_bytes());
    let size = ((to - from) * usize::from(count)) as u32;
    end[12..16].copy_from_slice(&size.to_le_bytes());
    out.extend_from_slice(&end);
    out
}

/// Offset of the first header in the central directory.
pub fn central(zip: &[u8]) -> usize {
    zip.windows(4)
        .position(|bytes| bytes == b"PK\x01\x02")
        .unwrap()
}
