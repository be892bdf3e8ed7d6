//! Inserted instructions: everything that counts in bytecode indexes must move along.
//!
//! Each method of java.base gets four `nop` at each instruction, before or after it in turn, so that
//! every jump, switch, handler, line, variable and frame moves; the result must pass the verifiers and
//! run.

use std::collections::BTreeMap;
use std::fs;

use tickless::classfile::{
    Class, Code, Error, Insertion, Instructions, Pool, Side, Splice, insert, opcode, u32_at,
};
use tickless::scan::jimage::Image;

use crate::jdk;

/// A method ends or jumps away there: nothing may follow without a frame.
fn leaves(found: u8) -> bool {
    // goto, jsr, ret, switches, returns, athrow, goto_w, jsr_w
    matches!(found, 0xA7..=0xB1 | 0xBF | 0xC8 | 0xC9)
}

/// The class with `nop`s everywhere; methods that would grow too far keep their code and are counted.
fn padded(bytes: &[u8]) -> (Vec<u8>, usize, usize) {
    let pool = Pool::of_class(bytes).unwrap();
    let class = Class::new(bytes, &pool).unwrap();
    let mut splice = Splice::new(bytes, &pool);
    let (mut grown, mut kept) = (0, 0);
    let mut methods = class.methods().unwrap();
    while let Some(method) = methods.try_next().unwrap() {
        let Some(attribute) = method.attributes.find(&pool, b"Code").unwrap() else {
            continue;
        };
        let code = Code::new(bytes, &attribute).unwrap();
        let mut insertions = Vec::new();
        let mut last = opcode::NOP;
        let mut instructions = code.instructions();
        while let Some(instruction) = instructions.try_next().unwrap() {
            let side = if insertions.len() % 2 == 1 && !leaves(last) {
                Side::After
            } else {
                Side::Before
            };
            last = instruction.opcode;
            insertions.push(Insertion {
                bci: instruction.bci,
                side,
                bytes: vec![opcode::NOP; 1 + insertions.len() % 4],
            });
        }
        match insert(&pool, attribute.data, &insertions, 0) {
            Ok(data) => {
                grown += 1;
                let mut new = (data.len() as u32).to_be_bytes().to_vec();
                new.extend(data);
                splice
                    .replace(attribute.at - 4..attribute.at + attribute.data.len(), new)
                    .unwrap();
            }
            Err(Error::CodeTooLong { .. } | Error::JumpTooFar { .. }) => kept += 1,
            Err(other) => panic!("{other}"),
        }
    }
    (splice.finish().unwrap(), grown, kept)
}

#[test]
fn padded_java_base_verifies_and_runs() {
    let jdk = &jdk::both()[1];
    let patch = jdk::scratch("padded");
    let image = Image::open(&jdk.modules()).unwrap();
    let mut bytes = Vec::new();
    let mut names = Vec::new();
    let (mut grown, mut kept) = (0, 0);
    for class in image.classes().unwrap() {
        if class.module != "java.base" || class.base == "module-info" {
            continue;
        }
        image.read(&class, &mut bytes).unwrap();
        let (padded, more, less) = padded(&bytes);
        grown += more;
        kept += less;
        let folder = patch.join("java.base").join(class.parent);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(format!("{}.class", class.base)), padded).unwrap();
        names.push(format!("{}/{}", class.parent, class.base).replace('/', "."));
    }
    assert!(
        grown > 50_000 && kept < 100,
        "{grown} methods grew, {kept} did not"
    );

    let root = env!("CARGO_MANIFEST_DIR");
    let output = jdk
        .tool("java")
        .arg(format!("{root}/tests/java/VerifyFiles.java"))
        .arg(patch.join("java.base"))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{}{}",
        &text[..text.len().min(2000)],
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        text.contains(&format!("verified {}", names.len())),
        "{text}"
    );

    // HotSpot knows the code of Object's constructor by heart.
    fs::remove_file(patch.join("java.base/java/lang/Object.class")).unwrap();
    // The JVM starts on these classes, compiles a program with them, and links them all.
    let list = patch.join("names");
    fs::write(&list, names.join("\n")).unwrap();
    let output = jdk
        .tool("java")
        .args([
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:+BytecodeVerificationLocal",
        ])
        .arg(format!(
            "--patch-module=java.base={}",
            patch.join("java.base").display()
        ))
        .arg(format!("{root}/tests/java/LinkAll.java"))
        .arg(&list)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{}{}",
        &text[..text.len().min(2000)],
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(text.contains(&format!("linked {}", names.len())), "{text}");
}

/// Line numbers, variables and handlers of a method before and after, by what they name.
#[test]
fn tables_name_the_same_instructions() {
    let jdk = &jdk::both()[1];
    let image = Image::open(&jdk.modules()).unwrap();
    let mut bytes = Vec::new();
    let mut compared = 0;
    for class in image.classes().unwrap() {
        if class.parent != "java/util" {
            continue;
        }
        image.read(&class, &mut bytes).unwrap();
        let (new, ..) = padded(&bytes);
        let (before, after) = (lines(&bytes), lines(&new));
        assert_eq!(before, after, "{}", class.base);
        compared += before.len();
    }
    assert!(compared > 1000, "{compared} methods");
}

/// Per method: the line of each instruction that is no `nop`.
fn lines(bytes: &[u8]) -> BTreeMap<usize, Vec<(u8, Option<u16>)>> {
    let pool = Pool::of_class(bytes).unwrap();
    let mut methods = Class::new(bytes, &pool).unwrap().methods().unwrap();
    let mut all = BTreeMap::new();
    let mut number = 0;
    while let Some(method) = methods.try_next().unwrap() {
        if let Some(attribute) = method.attributes.find(&pool, b"Code").unwrap() {
            let code = Code::new(bytes, &attribute).unwrap();
            let lines = code.lines(&pool).unwrap();
            let mut seen = Vec::new();
            let mut instructions = code.instructions();
            while let Some(instruction) = instructions.try_next().unwrap() {
                if instruction.opcode != opcode::NOP {
                    seen.push((instruction.opcode, lines.at(instruction.bci)));
                }
            }
            all.insert(number, seen);
        }
        number += 1;
    }
    all
}

/// A Code attribute with this code, no handlers and no attributes.
fn attribute(code: &[u8]) -> Vec<u8> {
    let mut data = vec![0, 1, 0, 1];
    data.extend((code.len() as u32).to_be_bytes());
    data.extend_from_slice(code);
    data.extend([0, 0, 0, 0]);
    data
}

fn code_of(data: &[u8]) -> Vec<u8> {
    let len = u32_at(data, 4).unwrap() as usize;
    data[8..8 + len].to_vec()
}

const RETURN: u8 = 0xB1;
const GOTO: u8 = 0xA7;

fn at(bci: usize, side: Side) -> [Insertion; 1] {
    [Insertion {
        bci,
        side,
        bytes: vec![0x04, 0x57],
    }]
}

fn no_pool() -> (Vec<u8>, [u8; 0]) {
    (crate::builder::Builder::new().finish("A"), [])
}

#[test]
fn a_jump_runs_what_stands_before_its_target_but_not_what_stands_after_another() {
    let (class, _) = no_pool();
    let pool = Pool::of_class(&class).unwrap();
    // 0: nop  1: goto 5  4: nop  5: return
    let data = attribute(&[0, GOTO, 0, 4, 0, RETURN]);
    let before = insert(&pool, &data, &at(5, Side::Before), 0).unwrap();
    assert_eq!(
        code_of(&before),
        [0, GOTO, 0, 4, 0, 0x04, 0x57, 0, 0, RETURN]
    );
    let after = insert(&pool, &data, &at(5, Side::After), 0).unwrap();
    assert_eq!(
        code_of(&after),
        [0, GOTO, 0, 8, 0, 0x04, 0x57, 0, 0, RETURN]
    );
    // Behind the jump and its target nothing changes for the jump.
    let early = insert(&pool, &data, &at(0, Side::Before), 2).unwrap();
    assert_eq!(
        code_of(&early),
        [0x04, 0x57, 0, 0, 0, GOTO, 0, 4, 0, RETURN]
    );
    assert_eq!(early[..2], [0, 3], "two more slots of stack");
}

#[test]
fn insertions_that_cannot_be() {
    let (class, _) = no_pool();
    let pool = Pool::of_class(&class).unwrap();
    let data = attribute(&[0, GOTO, 0, 4, 0, RETURN]);
    for middle in [2, 6, 100] {
        assert_eq!(
            insert(&pool, &data, &at(middle, Side::Before), 0),
            Err(Error::PatchOutside { at: middle, len: 6 })
        );
    }
    let far = |len: usize| {
        let mut code = vec![GOTO, 0x7F, 0xFF];
        code.resize(len, 0);
        code[len - 1] = RETURN;
        insert(&pool, &attribute(&code), &at(3, Side::Before), 0)
    };
    assert_eq!(far(40_000), Err(Error::JumpTooFar { bci: 0 }));
    let mut long = vec![0; 65_532];
    long[65_531] = RETURN;
    assert_eq!(
        insert(&pool, &attribute(&long), &at(3, Side::Before), 0),
        Err(Error::CodeTooLong { len: 65_536 })
    );
    assert!(insert(&pool, &attribute(&long[4..]), &at(3, Side::Before), 0).is_ok());
    assert_eq!(
        insert(&pool, &attribute(&[0xFF]), &at(0, Side::Before), 0),
        Err(Error::UnknownOpcode {
            opcode: 0xFF,
            at: 0
        })
    );
}

#[test]
fn malformed_switches_and_wides() {
    let walk = |code: &[u8]| -> Result<usize, Error> {
        let mut instructions = Instructions::new(code, 0);
        let mut count = 0;
        while instructions.try_next()?.is_some() {
            count += 1;
        }
        Ok(count)
    };
    // wide iinc, wide iload
    assert_eq!(walk(&[0xC4, 0x84, 0, 1, 0, 1, 0xC4, 0x15, 0, 1]), Ok(2));
    assert_eq!(
        walk(&[0xC4, 0x00]),
        Err(Error::UnknownOpcode { opcode: 0, at: 1 })
    );
    // tableswitch with two entries, then one whose bounds are the wrong way round.
    let mut table = vec![0xAA, 0, 0, 0, 0, 0, 0, 20, 0, 0, 0, 1, 0, 0, 0, 2];
    table.extend([0; 8]);
    assert_eq!(walk(&table), Ok(1));
    table[11] = 9;
    assert_eq!(walk(&table), Err(Error::BadSwitch { at: 0 }));
    let mut lookup = vec![0xAB, 0, 0, 0, 0, 0, 0, 20, 0, 0, 0, 1];
    lookup.extend([0; 8]);
    assert_eq!(walk(&lookup), Ok(1));
    lookup[8] = 0xFF;
    assert_eq!(walk(&lookup), Err(Error::BadSwitch { at: 0 }));
}
