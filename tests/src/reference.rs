//! The reference pages that are made from the library's tables. `cargo xtask docs` writes them, the
//! test `docs` compares them with what stands in the repository.

use std::collections::BTreeMap;
use std::fmt::Write;

use transvase::{ERRORS, Format, FormatSpec, Limit, OptionKind, OptionSpec, Route, WARNINGS};
use transvase_server::config::SETTINGS;
use transvase_server::problem::SERVICE_PROBLEMS;

use crate::root;

/// What stands in the repository under a path; empty where nothing does.
pub fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_default().replace("\r\n", "\n")
}

/// The options of released builds: a test build, such as this one, has a fail point as well.
pub fn released_options() -> impl Iterator<Item = &'static OptionSpec> {
    transvase::option_specs().into_iter().filter(|spec| !spec.key.starts_with("fail_"))
}

/// Every page, by its path in the repository, with its text.
///
/// # Panics
/// Where the README has lost the marks around its table.
pub fn pages() -> [(&'static str, String); 5] {
    [
        ("README.md", readme(&read("README.md"))),
        ("docs/formats.md", formats()),
        ("docs/errors.md", errors()),
        ("docs/options.md", options()),
        ("docs/settings.md", settings()),
    ]
}

/// The README with the table of what converts to what between its marks.
fn readme(known: &str) -> String {
    const BEGIN: &str = "<!-- routes: made by `cargo xtask docs` -->\n";
    const END: &str = "<!-- end of routes -->";
    let (before, rest) = known.split_once(BEGIN).expect("README.md has a mark where its table begins");
    let (_, after) = rest.split_once(END).expect("README.md has a mark where its table ends");
    format!("{before}{BEGIN}{}{END}{after}", short_matrix())
}

/// One row for the sources that have the same targets, and which formats are made smaller.
fn short_matrix() -> String {
    let routes = transvase::routes();
    let mut rows: Vec<(Vec<&str>, Vec<Format>)> = Vec::new();
    for source in transvase::formats() {
        let ways = routes.iter().filter(|route| route.source() == Format::of(source) && !route.is_compression());
        let mut targets: Vec<Format> = ways.map(Route::target).collect();
        if targets.is_empty() {
            continue;
        }
        if source.is_written() {
            targets.push(Format::of(source));
        }
        targets.sort();
        match rows.iter_mut().find(|(_, known)| *known == targets) {
            Some((sources, _)) => sources.push(source.name),
            None => rows.push((vec![source.name], targets)),
        }
    }
    let mut table = String::from("| from | to any other of |\n|---|---|\n");
    for (sources, targets) in rows {
        let names = transvase::formats().filter(|spec| targets.contains(&Format::of(spec))).map(|spec| spec.name);
        let _ = writeln!(table, "| {} | {} |", sources.join(", "), names.collect::<Vec<_>>().join(", "));
    }
    let smaller: Vec<_> = transvase::formats().filter(|spec| spec.is_compressed()).map(|spec| spec.name).collect();
    let _ = writeln!(table, "\nMade smaller in their own format, under a byte limit too: {}.", smaller.join(", "));
    table
}

const MADE: &str = "<!-- Made by `cargo xtask docs` from the tables of the library. -->\n";

fn formats() -> String {
    let routes = transvase::routes();
    let mut page = format!("{MADE}# Formats\n\n");
    page += "| id | format | extensions | media type | read | write | compress |\n|---|---|---|---|---|---|---|\n";
    let yes = |is: bool| if is { "yes" } else { "" };
    for spec in transvase::formats() {
        let extensions = spec.extensions.join(", ");
        let media_type = spec.media_types.first().unwrap_or(&"");
        let (reads, writes) = (yes(spec.is_read()), yes(spec.is_written()));
        let shrinks = yes(spec.is_compressed());
        let row = [spec.id, spec.name, &extensions, media_type, reads, writes, shrinks];
        let _ = writeln!(page, "| {} |", row.join(" | "));
    }
    page += "\n## What converts to what\n\nRows are sources, columns are targets. The number is the loss on the way as a cost: \
             0 means nothing a user would miss, and the cheapest way is taken. *smaller* means that the file is compressed \
             in its own format.\n\n";
    page += &matrix(&routes);
    page += "\n## The steps\n\nA line does not convert a format to itself, even where the format is among its sources and its targets.\n\n";
    page += &steps(&routes);
    page += "\n## What is kept and what is lost\n";
    for spec in transvase::formats() {
        page += &notes(spec);
    }
    page
}

/// The ways, one line for the sources that take the same steps to the same targets.
fn steps(routes: &[Route]) -> String {
    let mut lines: Vec<(Vec<&str>, String, Vec<Format>)> = Vec::new();
    for source in transvase::formats() {
        let mut ways: BTreeMap<String, Vec<Format>> = BTreeMap::new();
        for route in routes.iter().filter(|route| route.source() == Format::of(source) && !route.is_compression()) {
            let words = route.explain();
            let steps: Vec<&str> = words.split(" -> ").collect();
            ways.entry(steps[1..steps.len() - 1].join(" -> ")).or_default().push(route.target());
        }
        for (steps, mut targets) in ways {
            if source.is_written() && !targets.contains(&Format::of(source)) {
                targets.push(Format::of(source));
            }
            targets.sort();
            match lines.iter_mut().find(|(_, known, to)| *known == steps && *to == targets) {
                Some((sources, ..)) => sources.push(source.id),
                None => lines.push((vec![source.id], steps, targets)),
            }
        }
    }
    let line = |(sources, steps, targets): (Vec<&str>, String, Vec<Format>)| {
        let targets: Vec<&str> = targets.into_iter().map(Format::id).collect();
        format!("* {} -> {steps} -> {}\n", sources.join(", "), targets.join(", "))
    };
    lines.into_iter().map(line).collect()
}

/// The formats that are read, and those that are written; what is made smaller alone is told above.
fn matrix(routes: &[Route]) -> String {
    let sources: Vec<_> = transvase::formats().filter(|spec| spec.is_read()).collect();
    let targets: Vec<_> = transvase::formats().filter(|spec| spec.is_written()).collect();
    let mut table = String::from("| |");
    for target in &targets {
        let _ = write!(table, " {} |", target.id);
    }
    table += "\n|---|";
    table += &"---|".repeat(targets.len());
    table += "\n";
    for source in sources {
        let _ = write!(table, "| **{}** |", source.id);
        for target in &targets {
            let route = routes.iter().find(|r| (r.source(), r.target()) == (Format::of(source), Format::of(target)));
            let _ = write!(table, " {} |", route.map_or_else(String::new, cell));
        }
        table += "\n";
    }
    table
}

fn cell(route: &Route) -> String {
    if route.is_compression() { "smaller".into() } else { route.cost().to_string() }
}

fn notes(spec: &FormatSpec) -> String {
    let mut text = format!("\n### {}\n\n{}\n", spec.name, spec.notes);
    if let Some(balanced) = spec.balanced() {
        let _ = write!(text, "\nCompressed without a limit: {balanced}\n");
    }
    let options = spec.options();
    if !options.is_empty() {
        let keys: Vec<_> = options.iter().map(|option| format!("`{}`", option.key)).collect();
        let _ = write!(text, "\nOptions: {}.\n", keys.join(", "));
    }
    text
}

fn settings() -> String {
    let mut page = format!("{MADE}# Settings of the service\n\n");
    page += "Each can be given as a flag of `transvase serve`, as a variable of the environment, or by its key in the TOML file \
             that `--config` names; the first wins. `--print-config` shows what is in force.\n\n";
    page += "| key | flag | variable | default | meaning |\n|---|---|---|---|---|\n";
    for row in SETTINGS {
        let (flag, variable, doc) = (row.flag(), row.variable(), row.doc.trim());
        let default = if row.default.is_empty() { String::new() } else { format!("`{}`", row.default) };
        let _ = writeln!(page, "| {} | `--{flag}` | `{variable}` | {default} | {doc} |", row.key);
    }
    page
}

fn errors() -> String {
    let mut page = format!("{MADE}# Errors and warnings\n\n");
    page += "Every failure has one code of this table. The number is the exit status of the command line and the status of \
             the C library (`TVASE_INVALID_OPTION` and so on); it is pinned and never reused. The code is the name of the \
             Python class. *Retryable* means that the same call may succeed later.\n\n";
    page += "| number | code | problem code | HTTP status | Python class also is | retryable | meaning |\n|---|---|---|---|---|---|---|\n";
    for row in ERRORS {
        let http = row.http.map_or_else(String::new, |status| status.to_string());
        let retryable = if row.retryable { "yes" } else { "" };
        let number = row.code.number().to_string();
        let row = [&number, row.name, row.problem.unwrap_or(""), &http, row.python.unwrap_or(""), retryable, row.doc];
        let _ = writeln!(page, "| {} |", row.join(" | "));
    }
    page += "\nFiles are no matter of the library. The command line and `tvase_convert_file` end with 66 where an input cannot \
             be read and with 74 where an output cannot be written, Python with the natural `OSError`; the command line ends \
             with 64 where its words are wrong, and with 67 where the service has no such account or key.\n";
    page += "\n## Of the HTTP service alone\n\nA problem document carries the problem code of the table above, or one of these, as `code`.\n\n\
             | problem code | HTTP status | retryable | meaning |\n|---|---|---|---|\n";
    for row in SERVICE_PROBLEMS {
        let retryable = if row.retryable { "yes" } else { "" };
        let _ = writeln!(page, "| {} | {} | {retryable} | {} |", row.code, row.status, row.title);
    }
    page += "\n## Warnings\n\nWhat a conversion could not carry over is listed with its result, each loss with a code, a place and \
             a sentence.\n\n| code | meaning |\n|---|---|\n";
    for (code, doc) in WARNINGS {
        let _ = writeln!(page, "| {code} | {} |", doc.trim());
    }
    page
}

fn options() -> String {
    let mut page = format!("{MADE}# Options and limits\n\n## Options\n\n");
    page += "The keys are the same on every surface. On the command line the frequent ones have a flag of their own, every one can be \
             given as `--option key=value`, and sizes can be written with a unit (KB and MB are thousands, KiB and MiB are 1,024s).\n\n";
    page += "| key | values | default | meaning |\n|---|---|---|---|\n";
    for spec in released_options() {
        let default = if spec.default.is_empty() { "not set" } else { spec.default };
        let _ = writeln!(page, "| `{}` | {} | {default} | {} |", spec.key, values(spec), spec.doc);
    }
    page += "\n## Limits\n\nSafe for untrusted input as they stand; an overrun ends in `LimitExceeded`. A caller who trusts the input can \
             raise one: `--limit key=value` on the command line, `tvase_options_set_limit` in C, `limits={...}` in Python.\n\n| key | default | unit | meaning |\n|---|---|---|---|\n";
    for (limit, unit, default, doc) in Limit::ALL {
        let _ = writeln!(page, "| `{}` | {default} | {unit} | {} |", limit.key(), doc.trim());
    }
    page
}

fn values(spec: &OptionSpec) -> String {
    let range = match spec.kind {
        OptionKind::Integer { min, max: u64::MAX } => format!("whole number from {min}"),
        OptionKind::Integer { min, max } => format!("whole number, {min} to {max}"),
        OptionKind::Number { min, max } => format!("number, {min} to {max}"),
        OptionKind::Flag => "true or false".into(),
        OptionKind::Choice(words) => words.join(", "),
        OptionKind::Pages => "pages and ranges".into(),
        OptionKind::Text => "text".into(),
    };
    if spec.unit.is_empty() { range } else { format!("{range} ({})", spec.unit) }
}
