//! The core without threads, clock and files: built for WebAssembly, run under Node, its results held byte for byte
//! against those of the command line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::commands::{self, cargo, is_installed, release_binary, root, target_folder};
use crate::steps::Tally;

const TARGET: &str = "wasm32-unknown-unknown";

/// What is converted: the source in `examples/` or among the results before it, the result's name, and options. Its
/// extension is the target.
const ROUTES: &[(&str, &str, &[&str])] = &[
    ("report.pdf", "report.docx", &[]),
    ("book.mobi", "book.docx", &[]),
    ("book.mobi", "book.pdf", &[]),
    ("photo.jpg", "photo.png", &[]),
    ("photo.png", "again.jpg", &["quality=80"]),
    ("photo.jpg", "small.jpg", &["max_bytes=60000"]),
];

/// Builds and compares.
pub fn check() -> Result<Tally, String> {
    if !is_installed("node") {
        return Ok(Tally::skip("WebAssembly: node is not installed"));
    }
    if !has_target() {
        return Ok(Tally::skip(format!("WebAssembly: `rustup target add {TARGET}` was not run")));
    }
    let words =
        ["build", "--quiet", "--locked", "--package", "transvase-wasm", "--profile", "wasm", "--target", TARGET];
    commands::run(&mut cargo(&words))?;
    let module = target_folder().join(TARGET).join("wasm/transvase_wasm.wasm");
    let folder = target_folder().join("wasm-results");
    let mut tally = Tally::default();
    for side in ["native", "wasm"] {
        fs::create_dir_all(folder.join(side)).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    for (source, result, options) in ROUTES {
        if is_same(&module, &folder, source, result, options)? {
            tally.passed += 1;
        } else {
            println!("   {source} to {result}: other bytes than the native ones");
            tally.failed += 1;
        }
    }
    Ok(tally)
}

/// Whether the standard library of the target is there.
fn has_target() -> bool {
    let output = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    output.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}

fn is_same(module: &Path, folder: &Path, source: &str, result: &str, options: &[&str]) -> Result<bool, String> {
    let native = folder.join("native").join(result);
    let source = found(folder, source);
    let mut command = Command::new(release_binary());
    command.args(["convert", "--quiet", "--force", "--no-system-fonts"]).arg(&source).arg(&native);
    options.iter().for_each(|option| {
        command.args(["--option", option]);
    });
    commands::run(&mut command)?;
    let foreign = folder.join("wasm").join(result);
    let target = Path::new(result).extension().unwrap_or_default();
    let mut command = Command::new("node");
    command.arg(root().join("tests/wasm/convert.mjs")).arg(module).arg(&source).arg(&foreign).arg(target).args(options);
    commands::run(&mut command)?;
    let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    Ok(read(&native)? == read(&foreign)?)
}

/// A file of the examples, or a result from before.
fn found(folder: &Path, name: &str) -> PathBuf {
    let example = root().join("examples").join(name);
    if example.exists() { example } else { folder.join("native").join(name) }
}
