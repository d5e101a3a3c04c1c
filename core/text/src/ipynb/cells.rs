//! Notebook cells and their outputs.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use transvase_base::base64;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_markup::markdown::{Composer, escaped};
use transvase_markup::plain::cleaned;

use super::equations;

/// Kinds of output, the best first, with the names that format 3 has for them.
const KINDS: [(&str, &str, Kind); 8] = [
    ("image/png", "png", Kind::Picture),
    ("image/jpeg", "jpeg", Kind::Picture),
    ("image/gif", "gif", Kind::Picture),
    ("image/svg+xml", "svg", Kind::Drawing),
    ("text/html", "html", Kind::Html),
    ("text/markdown", "markdown", Kind::Markdown),
    ("text/latex", "latex", Kind::Latex),
    ("text/plain", "text", Kind::Text),
];

/// What a kind of output is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Picture,
    Drawing,
    Html,
    Markdown,
    Latex,
    Text,
}

/// Appends a cell.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub(super) fn add(cell: &Value, language: &str, composer: &mut Composer, context: &Context) -> Result<()> {
    let source = text(cell.get("source").or(cell.get("input")));
    match cell["cell_type"].as_str().unwrap_or_default() {
        "code" => {
            code(&source, language, composer)?;
            for output in cell["outputs"].as_array().into_iter().flatten() {
                context.checkpoint()?;
                add_output(output, composer)?;
            }
            Ok(())
        }
        "markdown" => {
            composer.attach(attachments(&cell["attachments"]));
            composer.markdown(&equations::marked(&source))
        }
        "heading" => {
            let level = cell["level"].as_u64().unwrap_or(1).clamp(1, 6);
            composer.markdown(&format!("{} {source}", "#".repeat(level as usize)))
        }
        _ => match cell["metadata"]["raw_mimetype"].as_str().or_else(|| cell["metadata"]["format"].as_str()) {
            Some("text/html") => composer.html(&source),
            Some("text/markdown") => composer.markdown(&source),
            _ => fixed(&source, "", composer),
        },
    }
}

/// A text, which may be cut into its lines.
fn text(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(lines)) => lines.iter().filter_map(Value::as_str).collect(),
        _ => String::new(),
    }
}

/// The files that come with a cell.
fn attachments(files: &Value) -> BTreeMap<String, Arc<[u8]>> {
    let of_kinds = |kinds: &Value| {
        let mut values = kinds.as_object()?.values();
        base64::decoded(text(values.next()).as_bytes())
    };
    let files = files.as_object().into_iter().flatten();
    files.filter_map(|(name, kinds)| Some((name.clone(), Arc::from(of_kinds(kinds)?)))).collect()
}

/// Code in the language of the kernel, or of a cell that names another in its first line (`%%bash`).
fn code(source: &str, language: &str, composer: &mut Composer) -> Result<()> {
    if source.trim().is_empty() {
        return Ok(());
    }
    let own = source.strip_prefix("%%").and_then(|rest| rest.split_whitespace().next());
    let own = own
        .filter(|name| ["bash", "sh", "html", "javascript", "js", "latex", "perl", "ruby", "R", "sql"].contains(name));
    let language = escaped(own.unwrap_or(language));
    composer.html(&format!("<pre><code class=\"language-{language}\">{}</code></pre>", escaped(source.trim_end())))
}

/// Lines whose spaces count.
fn fixed(lines: &str, class: &str, composer: &mut Composer) -> Result<()> {
    let (lines, _) = cleaned(lines);
    let lines = lines.trim_end();
    if lines.trim().is_empty() {
        return Ok(());
    }
    // A line break after the tag itself is none of the text.
    composer.html(&format!("<pre class=\"{class}\">\n{}</pre>", escaped(lines)))
}

fn add_output(output: &Value, composer: &mut Composer) -> Result<()> {
    match output["output_type"].as_str().unwrap_or_default() {
        "stream" => fixed(&rewritten(&text(output.get("text"))), "output", composer),
        "error" | "pyerr" => {
            let lines: Vec<&str> =
                output["traceback"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let said = || format!("{}: {}", text(output.get("ename")), text(output.get("evalue")));
            let lines = if lines.is_empty() { said() } else { lines.join("\n") };
            fixed(&lines, "output error", composer)
        }
        _ => add_best(output.get("data").unwrap_or(output), composer),
    }
}

/// What a terminal shows of text whose lines are written over, as those that show progress are.
fn rewritten(text: &str) -> String {
    let last = |line: &str| line.trim_end_matches('\r').rsplit('\r').next().unwrap_or_default().to_owned();
    text.split('\n').map(last).collect::<Vec<_>>().join("\n")
}

/// Appends the best of several forms of one output.
fn add_best(data: &Value, composer: &mut Composer) -> Result<()> {
    for (media_type, old, kind) in KINDS {
        let Some(value) = data.get(media_type).or(data.get(old)) else { continue };
        let value = text(Some(value));
        // A program in a page draws nothing here; another form will do.
        let runs = kind == Kind::Html && value.contains("<script") && data.get("text/plain").is_some();
        if !value.trim().is_empty() && !runs {
            return add_as(kind, &value, composer);
        }
    }
    Ok(())
}

fn add_as(kind: Kind, value: &str, composer: &mut Composer) -> Result<()> {
    match kind {
        Kind::Picture => picture(base64::decoded(value.as_bytes()), composer),
        Kind::Drawing => picture(Some(value.as_bytes().to_vec()), composer),
        Kind::Html => composer.html(&format!("<div class=\"output\">{value}</div>")),
        Kind::Markdown => composer.markdown(value),
        Kind::Latex => composer.markdown(&equations::marked(value)),
        Kind::Text => fixed(value, "output", composer),
    }
}

fn picture(file: Option<Vec<u8>>, composer: &mut Composer) -> Result<()> {
    let Some(file) = file else { return Ok(()) };
    composer.attach(BTreeMap::from([(String::from("output"), Arc::from(file))]));
    composer.html("<p><img src=\"attachment:output\" alt=\"\"></p>")
}
