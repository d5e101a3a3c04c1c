//! Asks for the stack that nested input wants: 16 MiB, where the linker's own choice is 1.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo:rustc-link-arg=-zstack-size=16777216");
    }
}
