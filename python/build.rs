//! Hides what the extension has in it besides its own entry: the decoder of AV1 still carries the C names of the library
//! it is a port of, and another extension of the same interpreter may have that one.

use std::env::var;

fn main() {
    if !matches!(var("CARGO_CFG_TARGET_OS").unwrap_or_default().as_str(), "macos" | "ios" | "windows") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,--exclude-libs,ALL");
    }
}
