//! `tickless scan`: where compiled code reads a clock or waits, found in its bytes.

#![forbid(unsafe_code)]

pub mod jimage;
