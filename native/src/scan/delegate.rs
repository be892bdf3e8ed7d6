//! Methods that only hand on a clock: `StopWatch.taken()` and its like.

use super::finder::{Hit, hit_at};
use super::table::Table;
use crate::classfile::{Code, Error, Member, Pool, opcode, u16_at};
use crate::redirect::catalogue::Kind;

/// Owners whose methods only convert: calling them beside the clock leaves a method a delegate.
const CONVERTERS: [&[u8]; 8] = [
    b"java/time/Duration",
    b"java/time/Instant",
    b"java/util/concurrent/TimeUnit",
    b"java/lang/Math",
    b"java/lang/Long",
    b"java/lang/Integer",
    b"java/lang/Double",
    b"java/util/Date",
];

/// Longer methods do more than delegate, whatever they call.
const MAX_CODE: usize = 200;

/// Does the method call clocks or sleeps, and besides them nothing but converters and the
/// constructor of `Object`?
///
/// Class initialisers and methods without a name in source are none.
///
/// # Errors
/// The class is malformed.
pub(super) fn only_delegates(
    bytes: &[u8],
    pool: &Pool<'_>,
    table: &Table,
    method: &Member<'_>,
    code: &Code<'_>,
    hits: &[Hit],
) -> Result<bool, Error> {
    if pool.utf8(method.name)? == b"<clinit>"
        || method.access & crate::classfile::ACC_SYNTHETIC != 0
        || code.len > MAX_CODE
    {
        return Ok(false);
    }
    let mut clocks = 0;
    let mut instructions = code.instructions();
    while let Some(instruction) = instructions.try_next()? {
        match instruction.opcode {
            opcode::INVOKEDYNAMIC => return Ok(false),
            opcode::INVOKEVIRTUAL
            | opcode::INVOKESPECIAL
            | opcode::INVOKESTATIC
            | opcode::INVOKEINTERFACE => {
                let index = u16_at(bytes, instruction.at + 1)?;
                match hit_at(hits, index) {
                    // A candidate may turn out to be one; the report knows later.
                    Some(hit) => match hit.call.and_then(|call| table.call(call)) {
                        Some(call) if !is_clock(call.kind) => return Ok(false),
                        _ => clocks += 1,
                    },
                    None => {
                        let member = pool.member(index)?;
                        let root = member.owner == b"java/lang/Object" && member.name == b"<init>";
                        if !root && !CONVERTERS.contains(&member.owner) {
                            return Ok(false);
                        }
                    }
                }
            }
            _ => {}
        }
    }
    Ok(clocks > 0)
}

/// Kinds that a delegate may hand on.
pub(super) fn is_clock(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Wall | Kind::Monotonic | Kind::Wrapper | Kind::Sleep
    )
}
