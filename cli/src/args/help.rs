//! Help text that is made from the library's tables.

use transvase::{ERRORS, Limit, OptionKind, OptionSpec};

use crate::failure;
use transvase_surface::sizes::grouped;

/// Examples of the program and of `convert`.
pub const EXAMPLES: &str = "\
Examples:
  transvase convert report.pdf report.docx
  transvase convert photo.png --to jpeg
  transvase convert book.mobi book.pdf --option page_size=a5
  transvase convert --join cover.pdf book.mobi whole.docx
  transvase compress photo.jpg small.jpg --max-bytes 200KB
  transvase convert --recursive letters --to docx --out-dir converted --jobs 4
  find . -name '*.pdf' -print0 | transvase convert -0 --files-from - --to docx --out-dir converted
  cat scan.pdf | transvase convert - - --to docx > scan.docx
  transvase formats";

/// Examples of `compress`.
pub const COMPRESS_EXAMPLES: &str = "\
Examples:
  transvase compress photo.jpg
  transvase compress photo.jpg small.jpg --max-bytes 200KB
  transvase compress --recursive photos --out-dir smaller --quality 60 --skip-existing";

/// The keys that `--option` and `--limit` take.
pub fn tables() -> String {
    let options: Vec<_> = transvase::option_specs().into_iter().map(option_row).collect();
    let limits: Vec<_> = Limit::ALL.iter().map(limit_row).collect();
    format!(
        "Keys of --option:\n{}\n\nKeys of --limit, safe for files of strangers as they stand:\n{}",
        options.join("\n"),
        limits.join("\n")
    )
}

fn option_row(spec: &OptionSpec) -> String {
    let default = if spec.default.is_empty() { String::new() } else { format!(" [default: {}]", spec.default) };
    format!("  {}={}\n      {}{default}", spec.key, value_words(spec), spec.doc)
}

fn limit_row((limit, unit, default, doc): &(Limit, &str, u64, &str)) -> String {
    let value = if *unit == "bytes" { "SIZE".to_owned() } else { format!("N ({unit})") };
    format!("  {}={value}\n      {} [default: {} {unit}]", limit.key(), doc.trim(), grouped(*default))
}

/// What a value of `spec` looks like.
fn value_words(spec: &OptionSpec) -> String {
    match spec.kind {
        OptionKind::Integer { max: u64::MAX, .. } if spec.unit == "bytes" => "SIZE".into(),
        OptionKind::Integer { min, max } => with_unit(format!("{min}..{max}"), spec.unit),
        OptionKind::Number { min, max } => with_unit(format!("{min}..{max}"), spec.unit),
        OptionKind::Flag => "true|false".into(),
        OptionKind::Choice(words) => words.join("|"),
        OptionKind::Pages => "RANGES".into(),
        OptionKind::Text => "TEXT".into(),
    }
}

fn with_unit(range: String, unit: &str) -> String {
    if unit.is_empty() { range } else { format!("{range} ({unit})") }
}

/// The exit statuses, from the library's error table and the command's own.
pub fn statuses() -> String {
    let own = failure::OWN_STATUSES.iter().map(|(status, doc)| (*status, (*doc).to_owned()));
    let table = ERRORS.iter().map(|row| (row.code.number(), format!("{}: {}", row.name, row.doc)));
    let mut rows: Vec<_> = own.chain(table).collect();
    rows.sort();
    let lines = rows.into_iter().map(|(status, doc)| format!("  {status:>3}  {doc}"));
    let signals = "A conversion that is interrupted cleans up and ends by the signal, as a shell expects.";
    format!("Exit status:\n{}\n\n{signals}", lines.collect::<Vec<_>>().join("\n"))
}
