//! There and back: a document that was another format for a while says what it said, in the same order and the same parts.

use serde_json::{Map, Value};
use transvase::{Converter, Format};
use transvase_tests::samples::{Sample, all};

/// Formats to go by way of, by the format that is there at both ends.
const WAYS: [(&str, &[&str]); 6] = [
    ("docx", &["odt", "rtf", "html"]),
    ("odt", &["docx", "rtf"]),
    ("rtf", &["docx", "odt"]),
    ("md", &["docx", "odt", "rtf", "html", "epub"]),
    ("html", &["epub", "docx", "odt"]),
    ("epub", &["html", "fb2"]),
];
/// Share of the parts that have to be there again: all but those of one item, since a task of Markdown is a paragraph with
/// a box in formats that know no tasks.
const STRUCTURE: f64 = 0.92;

fn converted(bytes: &[u8], from: Format, to: Format) -> Vec<u8> {
    let output = Converter::new(to).source(from).option("images", "embed").convert(bytes);
    let output = output.or_else(|_| Converter::new(to).source(from).convert(bytes));
    output.unwrap_or_else(|error| panic!("{from} to {to}: {error}")).bytes
}

fn words(bytes: &[u8], format: Format) -> Vec<String> {
    let text = String::from_utf8(converted(bytes, format, Format::find("txt").unwrap())).unwrap();
    text.split_whitespace().map(str::to_owned).collect()
}

/// What a document is made of, sorted: the kind of each block, and of each piece of text that is more than that.
fn parts(bytes: &[u8], format: Format) -> Vec<String> {
    let json = converted(bytes, format, Format::find("json").unwrap());
    let mut parts = Vec::new();
    collect(&serde_json::from_slice(&json).unwrap(), &mut parts);
    parts.sort();
    parts
}

fn collect(value: &Value, parts: &mut Vec<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect(value, parts)),
        Value::Object(members) => {
            let said = |name: &str| members.get(name).map(|value| format!(" {value}")).unwrap_or_default();
            if members.contains_key("type") && !only_holds(members) {
                parts.push(format!("{}{}{}", said("type"), said("role"), said("level")));
            }
            members.values().for_each(|value| collect(value, parts));
        }
        _ => {}
    }
}

/// A division without a role shows nothing: formats whose parts are nested say one where others say a heading alone.
fn only_holds(members: &Map<String, Value>) -> bool {
    members["type"] == "division" && !members.contains_key("role")
}

/// Members of both sorted lists, twice, as a share of all.
fn likeness(a: &[String], b: &[String]) -> f64 {
    let mut rest = b.to_vec();
    let common = a.iter().filter(|one| rest.iter().position(|other| other == *one).map(|at| rest.remove(at)).is_some());
    (2 * common.count()) as f64 / (a.len() + b.len()).max(1) as f64
}

fn sample(id: &str) -> Option<Sample> {
    all().into_iter().find(|sample| sample.format.id() == id && sample.name.starts_with("made"))
}

#[test]
fn documents_come_back_as_they_went() {
    let mut findings = Vec::new();
    for (id, ways) in WAYS {
        let sample = sample(id).unwrap_or_else(|| panic!("there is no sample of {id}"));
        for way in ways {
            let way = Format::find(way).unwrap();
            let there = converted(&sample.bytes, sample.format, way);
            let back = converted(&there, way, sample.format);
            let (before, after) = (words(&sample.bytes, sample.format), words(&back, sample.format));
            if before != after {
                findings.push(format!("{id} by {way}: {} became {}", before.join(" "), after.join(" ")));
            }
            let (before, after) = (parts(&sample.bytes, sample.format), parts(&back, sample.format));
            let structure = likeness(&before, &after);
            if structure < STRUCTURE {
                findings.push(format!("{id} by {way}: {structure:.3} of the parts: {before:?} became {after:?}"));
            }
        }
    }
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

#[test]
fn likeness_counts_what_both_have() {
    let list = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let near = |a: &[&str], b: &[&str], expected: f64| (likeness(&list(a), &list(b)) - expected).abs() < 1e-9;
    assert!(near(&["a", "a", "b"], &["a", "b", "c"], 2.0 / 3.0));
    assert!(near(&["a"], &["a"], 1.0));
    assert!(near(&["a"], &[], 0.0));
}
