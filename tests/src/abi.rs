//! The binary interface as C sees it. The header is compiled into a library of empty functions, whose
//! debug information says every name, type and signature of the interface and nothing of the inside;
//! abidw writes that down, abidiff compares it with what the repository holds.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::c_library::said;

/// Path of the written-down interface in the repository.
pub const DUMP: &str = "ffi/transvase.abi";

/// C source with a body for each function that `header` declares.
pub fn bodies(header: &str) -> String {
    let code: Vec<&str> = header.lines().filter(|line| !line.trim_start().starts_with(['/', '*', '#'])).collect();
    let code = code.join("\n");
    let declarations = code.split(';').filter_map(|piece| {
        let start = piece.find("\ntvase_").or_else(|| piece.rfind('\n')).unwrap_or(0);
        let declaration = piece[start..].trim();
        is_function(piece).then(|| format!("{declaration} {{ __builtin_unreachable(); }}\n"))
    });
    format!("#include \"transvase.h\"\n{}", declarations.collect::<String>())
}

/// Whether a piece of code between two semicolons declares a function: not a type, not a function type.
fn is_function(piece: &str) -> bool {
    let piece = piece.trim();
    piece.contains("tvase_") && piece.ends_with(')') && !piece.starts_with("typedef") && !piece.contains("(*tvase_")
}

/// Compiles the empty library into `folder`.
///
/// # Panics
/// Where the compiler refuses it: its words are the message.
pub fn empty_library(header: &str, folder: &Path) -> PathBuf {
    let library = folder.join("libinterface.so");
    std::fs::write(folder.join("interface.c"), bodies(header)).expect("the folder can be written");
    std::fs::write(folder.join("transvase.h"), header).expect("the folder can be written");
    let mut compiler = Command::new("gcc");
    // Names without a folder, so that what is written down does not say where it was made.
    compiler.current_dir(folder).args(["-o", "libinterface.so", "interface.c"]);
    compiler.args(["-g", "-shared", "-fPIC", "-std=c11", "-nostdlib"]);
    said(&mut compiler);
    library
}

/// Writes the interface of `library` down. What depends on the machine is left out.
pub fn write_down(library: &Path, dump: &Path) {
    let mut command = Command::new("abidw");
    command.args(["--no-show-locs", "--no-corpus-path", "--no-comp-dir-path", "--no-architecture", "--no-elf-needed"]);
    said(command.arg("--out-file").arg(dump).arg(library));
}

/// What changed between two interfaces, in words; empty where nothing did.
pub fn changes(old: &Path, new: &Path) -> String {
    let output = Command::new("abidiff").arg("--no-architecture").arg(old).arg(new).output().expect("abidiff starts");
    if output.status.success() {
        return String::new();
    }
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}
