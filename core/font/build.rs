//! Lists the fonts of the features `fonts-cjk` and `fonts-world`, which `cargo xtask fonts` gathers, for the
//! library to include. Without these features there is nothing to do.

#![allow(clippy::disallowed_methods, reason = "the rules of the library are not those of its build")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The features, and the folders below the fonts' own that hold what each includes.
const FEATURES: [(&str, &str); 2] = [("CARGO_FEATURE_FONTS_CJK", "cjk"), ("CARGO_FEATURE_FONTS_WORLD", "world")];

fn main() {
    println!("cargo::rerun-if-env-changed=TRANSVASE_BUNDLED_FONTS");
    let place = std::env::var_os("TRANSVASE_BUNDLED_FONTS").map_or_else(default_place, PathBuf::from);
    let mut list = String::from("&[\n");
    for (feature, folder) in FEATURES {
        if std::env::var_os(feature).is_some() {
            include(&place.join(folder), &mut list);
        }
    }
    list.push(']');
    let out = std::env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    std::fs::write(out.join("more_fonts.rs"), list).expect("cargo gives a folder to write into");
}

/// Where `cargo xtask fonts` puts them.
fn default_place() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/fonts")
}

/// Adds every font of a folder, in the order of their names.
fn include(folder: &Path, list: &mut String) {
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut fonts: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "ttf")).collect();
    fonts.sort();
    assert!(!fonts.is_empty(), "there are no fonts in {}: run `cargo xtask fonts`", folder.display());
    for font in fonts {
        let font = font.canonicalize().expect("a file that was just listed");
        writeln!(list, "    include_bytes!({:?}),", font.display().to_string()).expect("a string can be written to");
    }
}
