//! `tickless bench` and `tickless compare`: what they measure, keep and show.

#![forbid(unsafe_code)]

pub mod machine;
pub mod record;
