//! `transvase inspect`: what a file is, without converting it.

use std::path::Path;

use serde_json::{Map, Value, json};
use transvase::{CancelToken, Inspection, Limits};
use transvase_surface::sizes::grouped;

use crate::failure::{Failure, Outcome};
use crate::{job, report};

/// Prints what the file at `path` is.
pub fn run(path: &Path, as_json: bool) -> Outcome {
    let inspection = job::read(path, &Limits::default(), &CancelToken::new())
        .and_then(|bytes| transvase::inspect(&bytes).map_err(Failure::from));
    match inspection {
        Ok(inspection) if as_json => report::print_json(&json(path, &inspection)),
        Ok(inspection) => report::print_text(&text(&inspection)),
        Err(failure) => return report::failure(Some(path), None, &failure, as_json),
    }
    Ok(())
}

/// What is known of the document, by name; a list is joined.
fn metadata(inspection: &Inspection) -> Vec<(&'static str, String)> {
    let metadata = &inspection.facts.metadata;
    let known = [
        ("title", metadata.title.clone()),
        ("authors", joined(&metadata.authors)),
        ("subject", metadata.subject.clone()),
        ("keywords", joined(&metadata.keywords)),
        ("publisher", metadata.publisher.clone()),
        ("language", metadata.language.clone()),
        ("identifier", metadata.identifier.clone()),
        ("date", metadata.date.clone()),
        ("producer", metadata.producer.clone()),
    ];
    known.into_iter().filter_map(|(name, value)| value.map(|value| (name, value))).collect()
}

fn joined(values: &[String]) -> Option<String> {
    (!values.is_empty()).then(|| values.join("; "))
}

fn text(inspection: &Inspection) -> String {
    let facts = &inspection.facts;
    let mut rows = vec![
        ("format", inspection.format.spec().name.to_owned()),
        ("size", format!("{} bytes", grouped(inspection.bytes))),
    ];
    rows.extend(facts.pages.map(|pages| ("pages", pages.to_string())));
    rows.extend(facts.pixels.map(|(width, height)| ("pixels", format!("{width} x {height}"))));
    rows.extend(facts.encrypted.then(|| ("encrypted", "yes".to_owned())));
    rows.extend(metadata(inspection));
    rows.iter().fold(String::new(), |text, (name, value)| text + &format!("{name:<11} {value}\n"))
}

fn json(path: &Path, inspection: &Inspection) -> Value {
    let facts = &inspection.facts;
    let mut known: Map<String, Value> =
        metadata(inspection).into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
    for (name, list) in [("authors", &facts.metadata.authors), ("keywords", &facts.metadata.keywords)] {
        if !list.is_empty() {
            known.insert(name.into(), json!(list));
        }
    }
    json!({
        "input": path.to_string_lossy(),
        "format": inspection.format.id(),
        "name": inspection.format.spec().name,
        "bytes": inspection.bytes,
        "pages": facts.pages,
        "pixels": facts.pixels.map(|(width, height)| json!({ "width": width, "height": height })),
        "encrypted": facts.encrypted,
        "metadata": known,
    })
}
