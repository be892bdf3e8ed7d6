//! Class bytes without a JVM where possible: the scan's errors, the redirect, the JDK's own classes.

mod builder;
mod errors;
mod jdk;
mod jdk_classes;
mod jimage;
mod mutation;
mod redirect;
mod verifier;
