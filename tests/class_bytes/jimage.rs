//! The reader of `lib/modules` against broken files and against the JDK's own listing.

use std::fs;

use tickless::scan::jimage::{Image, ImageError};

use crate::jdk;

#[test]
fn reads_what_the_jdk_lists() {
    for jdk in jdk::both() {
        let image = Image::open(&jdk.modules()).unwrap();
        let mut ours: Vec<String> = image
            .classes()
            .unwrap()
            .iter()
            .map(|class| {
                [class.module, class.parent, class.base]
                    .join("/")
                    .replace("//", "/")
            })
            .collect();
        let listed = jdk
            .tool("jimage")
            .arg("list")
            .arg(jdk.modules())
            .output()
            .unwrap();
        let listed = String::from_utf8(listed.stdout).unwrap();
        let mut module = "";
        let mut theirs = Vec::new();
        for line in listed.lines() {
            if let Some(name) = line.strip_prefix("Module: ") {
                module = name.trim();
            } else if let Some(name) = line.trim().strip_suffix(".class") {
                theirs.push(format!("{module}/{name}"));
            }
        }
        ours.sort();
        theirs.sort();
        assert!(
            theirs.len() > 20_000,
            "JDK {}: {} classes listed",
            jdk.feature,
            theirs.len()
        );
        let first = ours
            .iter()
            .zip(&theirs)
            .find(|(ours, theirs)| ours != theirs);
        assert_eq!(first, None, "JDK {}", jdk.feature);
        assert_eq!(ours.len(), theirs.len(), "JDK {}", jdk.feature);
    }
}

#[test]
fn broken_images_are_named() {
    let folder = jdk::scratch("jimage");
    let path = folder.join("modules");
    let open = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        Image::open(&path)
    };
    let header = |fields: [u32; 7]| {
        fields
            .iter()
            .flat_map(|field| field.to_le_bytes())
            .collect::<Vec<u8>>()
    };
    assert!(matches!(
        Image::open(&folder.join("none")),
        Err(ImageError::Io(_))
    ));
    assert!(matches!(open(b""), Err(ImageError::NotAnImage)));
    assert!(matches!(open(&[0; 28]), Err(ImageError::NotAnImage)));
    assert!(matches!(
        open(&header([0xCAFE_DADA, 0x0002_0000, 0, 0, 0, 0, 0])),
        Err(ImageError::Version { major: 2, minor: 0 })
    ));
    assert!(matches!(
        open(&header([
            0xCAFE_DADA,
            0x0001_0000,
            0,
            1,
            u32::MAX,
            u32::MAX,
            u32::MAX
        ])),
        Err(ImageError::Broken(_))
    ));
    let empty = open(&header([0xCAFE_DADA, 0x0001_0000, 0, 0, 0, 0, 0])).unwrap();
    assert!(empty.classes().unwrap().is_empty());
    let big_endian: Vec<u8> = [0xCAFE_DADA_u32, 0x0001_0000, 0, 0, 0, 0, 0]
        .iter()
        .flat_map(|field| field.to_be_bytes())
        .collect();
    assert!(open(&big_endian).unwrap().classes().unwrap().is_empty());

    // One slot whose attributes never end; then one whose name lies outside of the strings.
    let mut endless = header([0xCAFE_DADA, 0x0001_0000, 0, 1, 1, 2, 1]);
    endless.extend([0; 8]);
    endless.extend([1 << 3, 0, 0]);
    assert!(matches!(
        open(&endless).unwrap().classes(),
        Err(ImageError::Broken(_))
    ));
    let mut outside = header([0xCAFE_DADA, 0x0001_0000, 0, 1, 1, 3, 1]);
    outside.extend([0; 8]);
    outside.extend([1 << 3, 200, 0, 0]);
    assert!(matches!(
        open(&outside).unwrap().classes(),
        Err(ImageError::Broken(_))
    ));
}

#[test]
fn resources_outside_of_the_file_are_refused() {
    let jdk = &jdk::both()[0];
    let image = Image::open(&jdk.modules()).unwrap();
    let classes = image.classes().unwrap();
    let mut bytes = Vec::new();
    let mut class = classes[0];
    image.read(&class, &mut bytes).unwrap();
    assert_eq!(bytes[..4], [0xCA, 0xFE, 0xBA, 0xBE]);
    class.size = 1 << 40;
    assert!(matches!(
        image.read(&class, &mut bytes),
        Err(ImageError::Broken(_))
    ));
    class.offset = u64::MAX;
    assert!(matches!(
        image.read(&class, &mut bytes),
        Err(ImageError::Broken(_))
    ));
}

/// What jlink packs by zip is read as the original; the other way is named.
#[test]
fn packed_images() {
    let jdk = &jdk::both()[0];
    let folder = jdk::scratch("packed-images");
    let link = |name: &str, way: &str| {
        let home = folder.join(name);
        let output = jdk
            .tool("jlink")
            .args(["--add-modules", "java.base", way, "--output"])
            .arg(&home)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stdout)
        );
        Image::open(&home.join("lib/modules")).unwrap()
    };
    let plain = link("plain", "--compress=0");
    let zip = link("zip", "--compress=2");
    let shared = link("shared", "--compress=1");
    let (mut wanted, mut found) = (Vec::new(), Vec::new());
    let mut packed = 0;
    let originals = plain.classes().unwrap();
    let classes = zip.classes().unwrap();
    for class in &classes {
        let same = |other: &&tickless::scan::jimage::Resource<'_>| {
            other.parent == class.parent && other.base == class.base
        };
        let Some(original) = originals.iter().find(same) else {
            panic!("{}/{} is new", class.parent, class.base);
        };
        packed += usize::from(class.compressed != 0);
        // A sample is enough for the bytes.
        if class.base.len() % 7 == 0 {
            plain.read(original, &mut wanted).unwrap();
            zip.read(class, &mut found).unwrap();
            assert!(wanted == found, "{}/{}", class.parent, class.base);
        }
    }
    assert!(packed > 1000, "{packed} of {} are packed", classes.len());
    let mut class = *classes.iter().find(|class| class.compressed != 0).unwrap();
    class.size += 1;
    assert!(matches!(
        zip.read(&class, &mut found),
        Err(ImageError::Broken(_))
    ));
    class.compressed = 10;
    assert!(matches!(
        zip.read(&class, &mut found),
        Err(ImageError::Broken(_))
    ));
    let other = shared.classes().unwrap();
    let other = other.iter().find(|class| class.compressed != 0).unwrap();
    assert!(matches!(
        shared.read(other, &mut found),
        Err(ImageError::Compressed)
    ));
}
