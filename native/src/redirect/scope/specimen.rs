//! Classes with one call in them, to try the rewriter with in a running JVM.

use crate::classfile::{opcode, tag};

const ACC_PUBLIC_SUPER: u16 = 0x0021;
const ACC_PUBLIC_STATIC: u16 = 0x0009;
/// The last class-file version whose branchless code needs no thought of frames (Java 6).
const VERSION: u16 = 50;

const ILOAD: u8 = 0x15;
const LLOAD: u8 = 0x16;
const ALOAD: u8 = 0x19;
const LRETURN: u8 = 0xAD;
const ARETURN: u8 = 0xB0;
const RETURN: u8 = 0xB1;

/// The one call of a specimen.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    /// Internal name of the class that the call names.
    pub owner: &'a str,
    /// Is that an interface?
    pub owner_is_interface: bool,
    /// Name of the method, `<init>` for a constructor.
    pub name: &'a str,
    /// Its descriptor.
    pub descriptor: &'a str,
    /// The descriptor of a static method that does the same: the receiver comes first, a constructor
    /// returns its object.
    pub as_static: &'a str,
}

impl Call<'_> {
    fn opcode(&self) -> u8 {
        if self.name == "<init>" {
            opcode::INVOKESPECIAL
        } else if self.descriptor == self.as_static {
            opcode::INVOKESTATIC
        } else if self.owner_is_interface {
            opcode::INVOKEINTERFACE
        } else {
            opcode::INVOKEVIRTUAL
        }
    }
}

/// The class `this` whose only method, `public static call`, takes the call's arguments, makes the call
/// and returns what it gives. Parameters may be `int`, `long` and objects.
#[must_use]
pub fn specimen(this: &str, call: &Call<'_>) -> Vec<u8> {
    let mut pool = Constants::default();
    let reference = pool.method(call);
    let owner = pool.class(call.owner);
    let this = pool.class(this);
    let parent = pool.class("java/lang/Object");
    let method = pool.utf8("call");
    let descriptor = pool.utf8(call.as_static);
    let code_name = pool.utf8("Code");

    let mut code = Vec::new();
    if call.opcode() == opcode::INVOKESPECIAL {
        code.push(opcode::NEW);
        code.extend(owner.to_be_bytes());
        code.push(opcode::DUP);
    }
    let mut slots: u8 = 0;
    for (load, size) in parameters(call.as_static) {
        code.extend([load, slots]);
        slots += size;
    }
    code.push(call.opcode());
    code.extend(reference.to_be_bytes());
    if call.opcode() == opcode::INVOKEINTERFACE {
        code.extend([slots, 0]);
    }
    code.push(match call.as_static.rsplit_once(')') {
        Some((_, "V")) => RETURN,
        Some((_, "J")) => LRETURN,
        _ => ARETURN,
    });

    let mut class = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0];
    let put = |class: &mut Vec<u8>, value: u16| class.extend(value.to_be_bytes());
    put(&mut class, VERSION);
    put(&mut class, pool.count + 1);
    class.extend(pool.bytes);
    // No interfaces, no fields, one method with one attribute.
    for value in [
        ACC_PUBLIC_SUPER,
        this,
        parent,
        0,
        0,
        1,
        ACC_PUBLIC_STATIC,
        method,
        descriptor,
        1,
        code_name,
    ] {
        put(&mut class, value);
    }
    class.extend((code.len() as u32 + 12).to_be_bytes());
    // A constructor's object is on the stack twice; a long is the largest result.
    put(&mut class, u16::from(slots) + 2);
    put(&mut class, u16::from(slots));
    class.extend((code.len() as u32).to_be_bytes());
    class.extend(code);
    // No handlers and no attributes of the code, none of the class.
    class.extend([0; 6]);
    class
}

/// The instruction that loads each parameter, and its size in slots.
fn parameters(descriptor: &str) -> Vec<(u8, u8)> {
    let inside = descriptor.trim_start_matches('(').split(')').next();
    let mut rest = inside.unwrap_or_default();
    let mut all = Vec::new();
    while let Some(first) = rest.chars().next() {
        let (found, end) = match first {
            'J' => ((LLOAD, 2), 1),
            'L' => ((ALOAD, 1), rest.find(';').map_or(rest.len(), |at| at + 1)),
            _ => ((ILOAD, 1), 1),
        };
        all.push(found);
        rest = &rest[end..];
    }
    all
}

#[derive(Default)]
struct Constants {
    bytes: Vec<u8>,
    count: u16,
}

impl Constants {
    fn add(&mut self, tag: u8, data: &[u16]) -> u16 {
        self.bytes.push(tag);
        self.bytes
            .extend(data.iter().flat_map(|index| index.to_be_bytes()));
        self.count += 1;
        self.count
    }

    fn utf8(&mut self, text: &str) -> u16 {
        let index = self.add(tag::UTF8, &[text.len() as u16]);
        self.bytes.extend(text.as_bytes());
        index
    }

    fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.add(tag::CLASS, &[name])
    }

    fn method(&mut self, call: &Call<'_>) -> u16 {
        let owner = self.class(call.owner);
        let (name, descriptor) = (self.utf8(call.name), self.utf8(call.descriptor));
        let name_and_type = self.add(tag::NAME_AND_TYPE, &[name, descriptor]);
        let tag = if call.owner_is_interface {
            tag::INTERFACE_METHOD_REF
        } else {
            tag::METHOD_REF
        };
        self.add(tag, &[owner, name_and_type])
    }
}
