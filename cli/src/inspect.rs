//! `transvase inspect`: what a file is, without converting it.

use std::path::Path;

use serde_json::{Map, Value, json};
use transvase::{Inspection, Limits};
use transvase_surface::sizes::grouped;

use crate::args::InspectArgs;
use crate::failure::{Failure, Outcome};
use crate::{interrupt, job, password, report};

/// Prints what a file is.
pub fn run(args: &InspectArgs) -> Outcome {
    let path = args.file.as_path();
    let printed = inspect(args).and_then(|inspection| match args.json {
        true => report::print_json(&json(path, &inspection)),
        false => report::print_text(&text(&inspection)),
    });
    printed.or_else(|failure| report::failure(Some(path), None, &failure, args.json))
}

fn inspect(args: &InspectArgs) -> Result<Inspection, Failure> {
    let cancel = interrupt::token();
    password::check_inputs(&args.password, std::slice::from_ref(&args.file), "inspect");
    let given = password::given(&args.password)?;
    let bytes = job::read(&args.file, &Limits::default(), &cancel)?;
    password::asking(&args.file, given.as_deref(), &cancel, |password| {
        Ok(transvase::inspect_with(&bytes, password, Limits::default())?)
    })
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
        "input": report::path_json(path),
        "format": inspection.format.id(),
        "name": inspection.format.spec().name,
        "bytes": inspection.bytes,
        "pages": facts.pages,
        "pixels": facts.pixels.map(|(width, height)| json!({ "width": width, "height": height })),
        "encrypted": facts.encrypted,
        "metadata": known,
    })
}
