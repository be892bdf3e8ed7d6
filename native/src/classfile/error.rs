//! Why a class file is left alone.

/// The closed set of reasons for which bytes are refused; none of them says anything about the JVM,
/// which may still accept (or refuse) the class by its own rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The first four bytes are not `CAFEBABE`.
    #[error("not a class file: no CAFEBABE at its start")]
    NotAClass,
    /// The bytes end inside a structure.
    #[error("truncated class file: {needed} bytes wanted at offset {at}, {len} bytes in all")]
    Truncated {
        /// Where the read began.
        at: usize,
        /// How many bytes it wanted.
        needed: usize,
        /// How many bytes there are.
        len: usize,
    },
    /// A constant of a kind that no class file version up to Java 25 knows.
    #[error("constant {index} at offset {at} has the unknown tag {tag}")]
    UnknownTag {
        /// The tag byte.
        tag: u8,
        /// Index in the constant pool.
        index: u16,
        /// Offset of the tag byte.
        at: usize,
    },
    /// An index names no constant, or one of another kind.
    #[error("constant {index} is not there or not of tag {wanted}")]
    BadReference {
        /// The index that was followed.
        index: u16,
        /// The tag that was expected there.
        wanted: u8,
    },
    /// The constant pool count is 0, or a long or double hangs over the pool's end.
    #[error("the constant pool's count {count} does not fit its entries")]
    BadPoolCount {
        /// The count as written.
        count: u16,
    },
    /// The new constants would take the pool over 65,535.
    #[error("constant pool full: {count} used, {added} more do not fit")]
    PoolFull {
        /// `constant_pool_count` of the class.
        count: u16,
        /// How many constants were to be added.
        added: usize,
    },
    /// A name to be added is longer than a Utf8 constant can be.
    #[error("a name of {len} bytes does not fit a Utf8 constant")]
    NameTooLong {
        /// Its length in bytes.
        len: usize,
    },
    /// A patch lies outside of the class file.
    #[error("patch at offset {at} lies outside of the {len} bytes")]
    PatchOutside {
        /// Where it was to go.
        at: usize,
        /// How many bytes there are.
        len: usize,
    },
    /// An opcode that no class file version up to Java 25 knows.
    #[error("unknown opcode {opcode:#04x} at offset {at}")]
    UnknownOpcode {
        /// The opcode.
        opcode: u8,
        /// Offset in the class file.
        at: usize,
    },
    /// A switch whose bounds or count make no sense, or that ends outside of its method.
    #[error("malformed switch at offset {at}")]
    BadSwitch {
        /// Offset in the class file.
        at: usize,
    },
    /// Annotation values nested deeper than any compiler writes.
    #[error("annotations nested too deeply at offset {at}")]
    TooDeep {
        /// Offset in the attribute.
        at: usize,
    },
    /// A StackMapTable that cannot be read.
    #[error("malformed stack map frame at offset {at} of its table")]
    BadFrame {
        /// Offset in the attribute.
        at: usize,
    },
    /// The changed method would be longer than 65,535 bytes.
    #[error("a method would grow to {len} bytes")]
    CodeTooLong {
        /// Its length with the change.
        len: usize,
    },
    /// A jump would have to reach further than 32,767 bytes.
    #[error("the jump at {bci} would have to reach too far")]
    JumpTooFar {
        /// Bytecode index of the jump before the change.
        bci: usize,
    },
    /// Code that no compiler writes stands where a call should be redirected.
    #[error("the call at {bci} is made in a way that cannot be redirected")]
    Shape {
        /// Bytecode index of the call.
        bci: usize,
    },
}
