//! The docstrings of the Python package's stub, which editors show: those of the binding's own sources, and of errors
//! those of the core's table.

use std::collections::BTreeMap;
use std::fmt::Write;

use transvase::ERRORS;

use crate::reference::read;

/// The sources with what Python programs call.
const SOURCES: &[&str] = &["cancel.rs", "column.rs", "convert.rs", "output.rs", "tables.rs"];

/// A class, or nothing for the module, and a name in it.
type Place = (String, String);

/// The stub with a docstring under every name that the sources document, whatever it had.
pub fn documented(stub: &str) -> String {
    let (docs, mut text) = (said(), String::new());
    let (mut class, mut name) = (String::new(), String::new());
    for line in bare(stub).lines() {
        let (indent, head) = line.split_at(line.len() - line.trim_start().len());
        if indent.is_empty() && !head.is_empty() && !head.starts_with(')') {
            class = word_behind(head, "class ").unwrap_or_default();
        }
        let is_class = head.starts_with("class ");
        name = word_behind(head, "def ").unwrap_or(name);
        let place = if is_class { (String::new(), class.clone()) } else { (class.clone(), name.clone()) };
        let is_head = is_class || head.ends_with(": ...") && ["def ", ")"].iter().any(|start| head.starts_with(start));
        match docs.get(&place).filter(|_| is_head) {
            Some(doc) => {
                let head = line.trim_end_matches(" ...");
                let _ = write!(text, "{head}\n{}", docstring(doc, &format!("{indent}    ")));
            }
            None => drop(writeln!(text, "{line}")),
        }
    }
    text
}

/// The stub without docstrings.
fn bare(stub: &str) -> String {
    let mut text = String::new();
    let mut lines = stub.lines().peekable();
    while let Some(line) = lines.next() {
        let opened = line.trim_start().trim_start_matches('r').strip_prefix("\"\"\"");
        let Some(opened) = opened else {
            let _ = writeln!(text, "{line}");
            continue;
        };
        if !opened.ends_with("\"\"\"") {
            while lines.next().is_some_and(|line| !line.ends_with("\"\"\"")) {}
        }
        let indent = |line: &str| line.len() - line.trim_start().len();
        let has_body = lines.peek().is_some_and(|next| !next.trim().is_empty() && indent(next) >= indent(line));
        if !has_body {
            text.truncate(text.trim_end().len());
            text += " ...\n";
        }
    }
    text
}

fn word_behind(head: &str, keyword: &str) -> Option<String> {
    let rest = head.strip_prefix(keyword)?;
    Some(rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect())
}

fn docstring(doc: &[String], indent: &str) -> String {
    let raw = if doc.iter().any(|line| line.contains('\\')) { "r" } else { "" };
    let mut lines = vec![format!("{indent}{raw}\"\"\"{}", doc[0])];
    lines.extend(doc[1..].iter().map(|line| if line.is_empty() { String::new() } else { format!("{indent}{line}") }));
    match lines.as_mut_slice() {
        [only] => *only += "\"\"\"",
        _ => lines.push(format!("{indent}\"\"\"")),
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// What is said of each name.
fn said() -> BTreeMap<Place, Vec<String>> {
    let of_errors = ERRORS.iter().map(|row| ((String::new(), row.code.name().to_owned()), vec![row.doc.to_owned()]));
    let mut docs: BTreeMap<Place, Vec<String>> = of_errors.collect();
    for source in SOURCES {
        let (mut class, mut doc) = (String::new(), Vec::new());
        for line in read(&format!("python/src/{source}")).lines() {
            let head = line.trim_start().trim_start_matches("pub ");
            if let Some(words) = head.strip_prefix("///") {
                doc.push(words.strip_prefix(' ').unwrap_or(words).to_owned());
            } else if let Some(name) = word_behind(head, "fn ").or_else(|| word_behind(head, "struct ")) {
                let doc = std::mem::take(&mut doc);
                if !doc.is_empty() {
                    docs.entry((class.clone(), name)).or_insert(doc);
                }
            } else if head.is_empty() || head == "}" {
                doc.clear();
            }
            if let Some(name) = word_behind(line, "impl ") {
                class = name;
            } else if line == "}" {
                class.clear();
            }
        }
    }
    docs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn docstrings_come_go_and_come_back_the_same() {
        let stub = "@final\nclass CancelToken:\n    def cancel(self) -> None: ...\n\ndef convert(\n    src: str,\n) -> Output: ...\n\nclass Malformed(Error): ...\n";
        let text = documented(stub);
        assert!(text.contains("    def cancel(self) -> None:\n        \"\"\"Ends the conversions"), "{text}");
        assert!(
            text.contains(") -> Output:\n    \"\"\"Converts a file")
                && text.contains("class Malformed(Error):\n    \"\"\"")
        );
        assert_eq!((bare(&text), documented(&text)), (stub.to_owned(), text.clone()));
    }
}
