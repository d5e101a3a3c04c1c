//! Gives the shared library its name, `libtransvase`, and the series it is compatible within, and hides what is not
//! of this library.

use std::env::var;

fn main() {
    let number = |part: &str| var(format!("CARGO_PKG_VERSION_{part}")).unwrap_or_default();
    let (major, minor) = (number("MAJOR"), number("MINOR"));
    // Below 1.0 a minor version may change everything: `cargo xtask cinstall` and cargo-c say the same.
    let series = if major == "0" { format!("0.{minor}") } else { major };
    match var("CARGO_CFG_TARGET_OS").unwrap_or_default().as_str() {
        "macos" | "ios" => {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libtransvase.{series}.dylib");
        }
        "windows" => {}
        _ => {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libtransvase.so.{series}");
            // The decoder of AV1 still carries the C names of the library it is a port of. In a program that links
            // that library, too, the one would answer for the other.
            println!("cargo:rustc-cdylib-link-arg=-Wl,--exclude-libs,ALL");
        }
    }
}
