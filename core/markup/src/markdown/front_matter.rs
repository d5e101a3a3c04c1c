//! Front matter: fields before the text of many Markdown files, between two lines of hyphens (a subset of YAML) or of
//! plus signs (of TOML).

use std::collections::BTreeMap;

use transvase_model::metadata::Metadata;

/// Bytes that fields may take.
const MAX_BYTES: usize = 64 << 10;

/// The fields of a file by their names in lower case. Each may have several values.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct FrontMatter {
    fields: BTreeMap<String, Vec<String>>,
}

impl FrontMatter {
    /// The fields at the beginning of a text, and the text behind them.
    pub fn split(text: &str) -> (FrontMatter, &str) {
        Self::find(text).unwrap_or((FrontMatter::default(), text))
    }

    fn find(text: &str) -> Option<(FrontMatter, &str)> {
        let (first, after) = text.split_once('\n')?;
        let (ends, between): (&[&str], char) = match first.trim_end() {
            "---" => (&["---", "..."], ':'),
            "+++" => (&["+++"], '='),
            _ => return None,
        };
        let mut at = 0;
        let mut lines = Vec::new();
        for line in after.split_inclusive('\n') {
            if at > MAX_BYTES {
                break;
            }
            if ends.contains(&line.trim_end()) {
                let fields = fields(&lines, between)?;
                return Some((FrontMatter { fields }, after.get(at + line.len()..)?));
            }
            at += line.len();
            lines.push(line.trim_end());
        }
        None
    }

    /// The first value of a field.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.fields.get(name)?.first().map(String::as_str)
    }

    fn first_of(&self, names: &[&str]) -> Option<String> {
        names.iter().find_map(|name| self.value(name)).map(str::to_owned)
    }

    fn all_of(&self, names: &[&str]) -> Vec<String> {
        names.iter().find_map(|name| self.fields.get(*name)).cloned().unwrap_or_default()
    }

    /// What the fields say about the document.
    pub fn metadata(&self) -> Metadata {
        let keywords = self.all_of(&["keywords", "tags"]);
        let parted = |word: &String| word.split(',').map(|word| word.trim().to_owned()).collect::<Vec<_>>();
        Metadata {
            title: self.first_of(&["title"]),
            authors: self.all_of(&["author", "authors"]),
            subject: self.first_of(&["subject", "description", "abstract", "summary"]),
            keywords: keywords.iter().flat_map(parted).filter(|word| !word.is_empty()).collect(),
            publisher: self.first_of(&["publisher"]),
            language: self.first_of(&["lang", "language"]),
            identifier: self.first_of(&["identifier", "isbn", "doi"]),
            date: self.first_of(&["date"]),
            modified: self.first_of(&["lastmod", "updated", "modified"]),
            ..Metadata::default()
        }
    }
}

/// The fields of these lines; `None` where they are none, so that a text between two rules stays one.
fn fields(lines: &[&str], between: char) -> Option<BTreeMap<String, Vec<String>>> {
    let mut fields: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut name = String::new();
    // A value that goes on in the lines below it, joined by this.
    let mut joined: Option<char> = None;
    for line in lines.iter().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let own = line.split_once(between).filter(|(key, _)| is_name(key));
        match own {
            Some((key, value)) => {
                name = key.trim().to_lowercase();
                let value = value.trim();
                joined = match value.chars().next() {
                    Some('|') => Some('\n'),
                    Some('>') => Some(' '),
                    _ => None,
                };
                let known = values(if joined.is_some() { "" } else { value });
                fields.entry(name.clone()).or_default().extend(known);
            }
            None if name.is_empty() => return None,
            None => add(fields.entry(name.clone()).or_default(), line.trim(), joined),
        }
    }
    Some(fields)
}

/// The name of a field stands at the beginning of its line.
fn is_name(key: &str) -> bool {
    let key = key.trim_end();
    !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

/// A line below the name of a field: one more value, or more of the last one.
fn add(known: &mut Vec<String>, line: &str, joined: Option<char>) {
    match (joined, known.last_mut()) {
        (Some(sign), Some(last)) => {
            last.push(sign);
            last.push_str(line);
        }
        (Some(_), None) => known.push(line.to_owned()),
        _ => {
            let item = line.strip_prefix("- ").unwrap_or(line).trim();
            // Of a person with several fields the name counts.
            match item.split_once(": ") {
                Some(("name", name)) => known.extend(values(name)),
                Some((key, _)) if is_name(key) => {}
                _ => known.extend(values(item)),
            }
        }
    }
}

/// The values of a field: one, or a list in brackets.
fn values(text: &str) -> Vec<String> {
    let text = text.trim();
    let list = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let parts: Vec<&str> = list.map_or(vec![text], |list| list.split(',').collect());
    parts.into_iter().map(unquoted).filter(|value| !value.is_empty()).collect()
}

fn unquoted(value: &str) -> String {
    let value = value.trim();
    let inner = |sign: char| value.strip_prefix(sign).and_then(|rest| rest.strip_suffix(sign));
    match (inner('"'), inner('\'')) {
        (Some(inner), _) => inner.replace("\\\"", "\"").replace("\\\\", "\\"),
        (None, Some(inner)) => inner.replace("''", "'"),
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_stand_before_the_text() {
        let text = "---\ntitle: \"A: \\\"b\\\"\"\nauthors:\n  - Ann\n  - name: Bob\n    mail: b@c.d\ntags: [x, 'y z']\n\
            abstract: >\n  one\n  two\n# no field\nlang: de-AT\n---\n# Text\n";
        let (fields, rest) = FrontMatter::split(text);
        let metadata = fields.metadata();
        assert_eq!(rest, "# Text\n");
        assert_eq!(metadata.title.as_deref(), Some("A: \"b\""));
        assert_eq!(metadata.authors, ["Ann", "Bob"]);
        assert_eq!(metadata.keywords, ["x", "y z"]);
        assert_eq!(metadata.subject.as_deref(), Some("one two"));
        assert_eq!(metadata.language.as_deref(), Some("de-AT"));
        let (fields, rest) = FrontMatter::split("+++\ntitle = \"T\"\ndate = 2020-01-02\n+++\nx");
        assert_eq!((fields.value("title"), fields.value("date"), rest), (Some("T"), Some("2020-01-02"), "x"));
    }

    #[test]
    fn a_text_between_rules_stays_text() {
        for text in ["---\n\nWords, not fields.\n\n---\n", "---\n", "---\ntitle: x\n", "", "text\n---\na: b\n---\n"] {
            assert_eq!(FrontMatter::split(text), (FrontMatter::default(), text), "{text:?}");
        }
    }
}
