//! The parts of the Python package that are made from the table of options: every option is a keyword
//! there, with its type. `cargo xtask docs` writes them, the test `docs` compares them with what stands in
//! the repository.

use std::fmt::Write;

use transvase::{OptionKind, OptionSpec};

use crate::reference::{read, released_options};
use crate::stub::documented;

const BEGIN: &str = "# Options: made by `cargo xtask docs`.\n";
const END: &str = "# End of options.\n";

/// Every file, by its path in the repository, with its text.
pub fn files() -> [(&'static str, String); 3] {
    let stub = read("python/transvase/_native.pyi");
    let stub = filled(&stub, &|spec| format!("    {}: {} = None,\n", spec.key, value(spec)));
    let filled = |name, row: &dyn Fn(&OptionSpec) -> String| (name, filled(&read(name), row));
    [
        ("python/src/keywords.txt", rows(|spec| format!("{}=None,\n", spec.key))),
        filled("python/transvase/_types.py", &|spec| {
            format!("    {}: {}\n    \"\"\"{}\"\"\"\n", spec.key, value(spec), spec.doc)
        }),
        ("python/transvase/_native.pyi", documented(&stub)),
    ]
}

/// A text with the rows of the options between each pair of its marks.
///
/// # Panics
/// Where it has no marks, or one without its other.
fn filled(known: &str, row: &dyn Fn(&OptionSpec) -> String) -> String {
    let mut parts = known.split(BEGIN);
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut marks = 0;
    for part in parts {
        let (old, after) = part.split_once(END).expect("where options begin they end");
        let indent = old.rsplit('\n').next().unwrap_or_default();
        let _ = write!(text, "{BEGIN}{}{indent}{END}{after}", rows(row));
        marks += 1;
    }
    assert!(marks > 0, "there is no {BEGIN:?} to write the options behind");
    text
}

/// The rows of all options but `threads`, which says how many files are converted at a time where a call
/// takes many, and is written by hand where it is the option.
fn rows(row: impl Fn(&OptionSpec) -> String) -> String {
    released_options().filter(|spec| spec.key != "threads").map(row).collect()
}

/// The type of an option's value.
fn value(spec: &OptionSpec) -> String {
    let value = match spec.kind {
        OptionKind::Integer { .. } if spec.unit == "bytes" => "int | str".into(),
        OptionKind::Integer { .. } => "int".into(),
        OptionKind::Number { .. } => "float".into(),
        OptionKind::Flag => "bool".into(),
        // Words that are numbers may be given as such.
        OptionKind::Choice(words) if words.iter().all(|word| word.parse::<u32>().is_ok()) => {
            format!("Literal[\"{}\", {}]", words.join("\", \""), words.join(", "))
        }
        OptionKind::Choice(words) => format!("Literal[\"{}\"]", words.join("\", \"")),
        OptionKind::Pages => "str | int | Sequence[int]".to_owned(),
        OptionKind::Text => "str".to_owned(),
    };
    format!("{value} | None")
}
