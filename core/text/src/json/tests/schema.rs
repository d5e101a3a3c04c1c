//! The published description is that of the types.

use std::path::Path;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

use super::super::{chunks, schema};

#[test]
fn the_schemas_are_those_of_the_types() {
    check::<schema::Document>("document.schema.json");
    check::<chunks::Chunk>("chunk.schema.json");
}

/// Compares a file of `docs` with the schema of what is written, or writes it where `TRANSVASE_DOCS` is `write`.
#[allow(clippy::disallowed_methods, reason = "the description is a file")]
fn check<T: JsonSchema>(name: &str) {
    let schema = SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>();
    let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    if std::env::var_os("TRANSVASE_DOCS").is_some_and(|word| word == "write") {
        std::fs::write(path, text).unwrap();
        return;
    }
    let known = std::fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    assert!(known == text, "docs/{name} is not what the types say; TRANSVASE_DOCS=write writes it");
}
