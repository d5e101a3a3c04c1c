//! YAML front matter: what the document says about itself, under the keys that Pandoc and site generators read.

use transvase_markup::prose::Lines;
use transvase_model::metadata::Metadata;

/// Writes the metadata; nothing where there are none.
pub(super) fn write(metadata: &Metadata, lines: &mut Lines) {
    let single = [
        ("title", &metadata.title),
        ("description", &metadata.subject),
        ("publisher", &metadata.publisher),
        ("lang", &metadata.language),
        ("identifier", &metadata.identifier),
        ("date", &metadata.date),
        ("modified", &metadata.modified),
    ];
    let lists = [("author", &metadata.authors), ("keywords", &metadata.keywords)];
    let single = single.into_iter().filter_map(|(key, value)| Some(format!("{key}: {}", quoted(value.as_deref()?))));
    let lists = lists.into_iter().filter(|(_, values)| !values.is_empty()).map(|(key, values)| {
        let items: Vec<String> = values.iter().map(|value| format!("  - {}", quoted(value))).collect();
        format!("{key}:\n{}", items.join("\n"))
    });
    let entries: Vec<String> = single.chain(lists).collect();
    if !entries.is_empty() {
        lines.block(&format!("---\n{}\n---", entries.join("\n")));
    }
}

/// A scalar between double quotes (YAML 1.2.2, 7.3.1).
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FEFF}') => {
                out.extend([format!("\\u{:04X}", u32::from(c))]);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_are_yaml() {
        let metadata = Metadata {
            title: Some("A \"b\": c\\d\n".into()),
            authors: vec!["E".into(), "F".into()],
            ..Metadata::default()
        };
        let mut lines = Lines::default();
        write(&metadata, &mut lines);
        let expected = "---\ntitle: \"A \\\"b\\\": c\\\\d\\u000A\"\nauthor:\n  - \"E\"\n  - \"F\"\n---\n";
        assert_eq!(lines.finish(), expected);
    }
}
