//! The C header, made from the sources of the C library by cbindgen, and from the tables of the core:
//! versions and status numbers. `cargo xtask header` writes it, the test `header` compares it with what
//! stands in the repository.

use std::fmt::Write;

use cbindgen::{Builder, Config};
use transvase::ERRORS;

use crate::root;

/// Path of the header in the repository.
pub const HEADER: &str = "include/transvase.h";

/// The files that declare something, in the order a reader wants to meet it. The test `symbols` holds the
/// header against what the library exports, so none can be forgotten.
const ORDER: &[&str] = &[
    "version.rs",
    "status.rs",
    "convert.rs",
    "input.rs",
    "inspection.rs",
    "options.rs",
    "output.rs",
    "error.rs",
    "catalogue.rs",
    "pointer.rs",
];

/// The header as the sources say it.
///
/// # Panics
/// Where cbindgen cannot read the crate: the message says why.
pub fn text() -> String {
    let folder = root().join("ffi");
    let mut config = Config::from_file(folder.join("cbindgen.toml")).expect("ffi/cbindgen.toml can be read");
    config.after_includes = Some(tables());
    let sources = ORDER.iter().map(|name| folder.join("src").join(name));
    let builder = sources.fold(Builder::new().with_config(config), Builder::with_src);
    let mut header = Vec::new();
    builder.generate().expect("cbindgen reads the crate").write(&mut header);
    tidy(&String::from_utf8(header).expect("a header is text"))
}

/// The stars of renamed types beside the names they belong to.
fn tidy(header: &str) -> String {
    let types = ["char", "uint8_t", "void", "tvase_output", "tvase_inspection", "tvase_error"];
    let tidied = types.iter().fold(header.to_owned(), |text, name| {
        text.replace(&format!("{name} * "), &format!("{name} *")).replace(&format!("{name} ** "), &format!("{name} **"))
    });
    tidied.replace("#include <stdint.h>\n//", "#include <stdint.h>\n\n//").replace("};\n\n\n", "};\n\n")
}

/// The names of the functions a header declares.
pub fn declared(header: &str) -> Vec<String> {
    let code = header.lines().filter(|line| !line.trim_start().starts_with(['/', '*']));
    let mut names: Vec<String> = code.filter_map(function).collect();
    names.sort();
    names
}

/// The name before the first bracket of a line that begins a declaration.
fn function(line: &str) -> Option<String> {
    let (before, _) = line.split_once('(')?;
    let name = before.rsplit([' ', '*']).next()?;
    let declares = before.len() > name.len() && name.starts_with("tvase_") && !line.starts_with(' ');
    declares.then(|| name.to_owned())
}

fn tables() -> String {
    let version = transvase::VERSION;
    let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let (major, minor, patch) = (parts.next(), parts.next(), parts.next());
    let (major, minor, patch) = (major.unwrap_or(0), minor.unwrap_or(0), patch.unwrap_or(0));
    let mut text = format!(
        "// The version this header belongs to.\n\
         #define TVASE_VERSION \"{version}\"\n\
         #define TVASE_VERSION_MAJOR {major}\n\
         #define TVASE_VERSION_MINOR {minor}\n\
         #define TVASE_VERSION_PATCH {patch}\n\
         #define TVASE_VERSION_NUMBER {}u\n\n",
        major * 1_000_000 + minor * 1_000 + patch
    );
    text += "// What a call answers with. The numbers are pinned and never reused.\nenum {\n";
    for (number, name, doc) in statuses() {
        let _ = writeln!(text, "    // {doc}\n    TVASE_{name} = {number},");
    }
    text + "};\n"
}

/// Every status: the library's errors, success, and the two that concern files.
pub fn statuses() -> Vec<(u8, String, &'static str)> {
    use transvase_surface::files::{IO, NO_INPUT};

    let mut rows = vec![(0, "OK".to_owned(), "Success.")];
    rows.extend(ERRORS.iter().map(|row| (row.code.number(), screaming(row.name), row.doc)));
    rows.push((NO_INPUT, "NO_INPUT".into(), "tvase_convert_file, tvase_convert_input: an input file cannot be read."));
    rows.push((IO, "IO".into(), "tvase_convert_file: the output file cannot be created or written."));
    rows.sort_by_key(|row| row.0);
    rows
}

/// `InvalidOption` as `INVALID_OPTION`.
fn screaming(name: &str) -> String {
    let mut text = String::new();
    for (index, letter) in name.char_indices() {
        if index > 0 && letter.is_ascii_uppercase() {
            text.push('_');
        }
        text.push(letter.to_ascii_uppercase());
    }
    text
}
