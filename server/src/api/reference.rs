//! `/docs`: the description of the interface as a page to read, made from what `/openapi.json` says.

use askama::Template;
use serde_json::Value;

/// The page of a description; `base` is where clients reach the service.
///
/// # Errors
/// Where the template cannot be filled.
pub fn text(description: &Value, base: &str) -> askama::Result<String> {
    let about = words(&description["info"]["description"]);
    Reference { here: "/docs", base, about, operations: operations(description) }.render()
}

#[derive(Template)]
#[template(path = "reference.html")]
struct Reference<'a> {
    here: &'static str,
    base: &'a str,
    about: &'a str,
    operations: Vec<Operation<'a>>,
}

/// One thing that can be asked for.
struct Operation<'a> {
    id: &'a str,
    method: String,
    path: &'a str,
    summary: &'a str,
    description: &'a str,
    needs_key: bool,
    parameters: Vec<Row<'a>>,
    parts: Vec<Row<'a>>,
    answers: Vec<Row<'a>>,
}

impl<'a> Operation<'a> {
    fn tables(&self) -> [(&'static str, &[Row<'a>]); 3] {
        [("Parameters", &self.parameters), ("Parts of the body", &self.parts), ("Answers", &self.answers)]
    }
}

/// A line of a table: a parameter, a part or a status.
struct Row<'a> {
    name: &'a str,
    kind: String,
    words: &'a str,
    is_required: bool,
}

impl Row<'_> {
    fn lines(&self) -> impl Iterator<Item = &str> {
        self.words.split("\n\n")
    }
}

/// Every operation, in the order of the tags and, within one, of the addresses.
fn operations(description: &Value) -> Vec<Operation<'_>> {
    let methods = |(path, item)| members(item).map(move |(method, operation)| (path, method, operation));
    let mut all: Vec<_> = members(&description["paths"]).flat_map(methods).collect();
    let tags: Vec<_> = list(&description["tags"]).map(|tag| &tag["name"]).collect();
    all.sort_by_key(|(_, _, operation)| tags.iter().position(|tag| **tag == operation["tags"][0]));
    all.into_iter().map(|(path, method, operation)| of(path, method, operation)).collect()
}

fn of<'a>(path: &'a str, method: &str, operation: &'a Value) -> Operation<'a> {
    Operation {
        id: words(&operation["operationId"]),
        method: method.to_uppercase(),
        path,
        summary: words(&operation["summary"]),
        description: words(&operation["description"]),
        needs_key: list(&operation["security"]).next().is_some(),
        parameters: list(&operation["parameters"]).map(parameter).collect(),
        parts: parts(&operation["requestBody"]["content"]["multipart/form-data"]["schema"]),
        answers: members(&operation["responses"]).map(answer).collect(),
    }
}

fn parameter(parameter: &Value) -> Row<'_> {
    Row {
        name: words(&parameter["name"]),
        kind: format!("{} in the {}", kind(&parameter["schema"]), words(&parameter["in"])),
        words: words(&parameter["description"]),
        is_required: parameter["required"] == true,
    }
}

fn parts(schema: &Value) -> Vec<Row<'_>> {
    let is_required = |name: &str| list(&schema["required"]).any(|required| required == name);
    let row = |(name, shape)| Row {
        name,
        kind: kind(shape),
        words: words(&shape["description"]),
        is_required: is_required(name),
    };
    let mut rows: Vec<_> = members(&schema["properties"]).map(row).collect();
    rows.sort_by_key(|row| !row.is_required);
    rows
}

fn answer<'a>((status, answer): (&'a str, &'a Value)) -> Row<'a> {
    let mut types = members(&answer["content"]).map(|(media_type, _)| media_type);
    let first = types.next().unwrap_or_default();
    // A result may have the media type of any format.
    let kind = if types.next().is_some() { "the file".to_owned() } else { first.to_owned() };
    Row { name: status, kind, words: words(&answer["description"]), is_required: false }
}

/// What a JSON Schema allows, in a few words.
fn kind(schema: &Value) -> String {
    let choices: Vec<_> = list(&schema["enum"]).map(words).collect();
    if !choices.is_empty() {
        return choices.join(", ");
    }
    let range = match (&schema["minimum"], &schema["maximum"]) {
        (Value::Number(low), Value::Number(high)) => format!(" from {low} to {high}"),
        _ => String::new(),
    };
    match words(&schema["type"]) {
        "array" => "files".into(),
        "string" => "text".into(),
        "boolean" => "true or false".into(),
        "object" => "JSON object".into(),
        number => format!("{number}{range}"),
    }
}

fn members(object: &Value) -> impl Iterator<Item = (&str, &Value)> {
    object.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

fn list(array: &Value) -> impl Iterator<Item = &Value> {
    array.as_array().into_iter().flatten()
}

fn words(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::openapi::openapi;

    #[test]
    fn every_operation_part_and_status_can_be_read() {
        let description = serde_json::to_value(openapi(None)).unwrap();
        let page = text(&description, "https://convert.example.org").unwrap();
        for (path, item) in members(&description["paths"]) {
            for (method, operation) in members(item) {
                assert!(page.contains(&format!("<code>{} {path}</code>", method.to_uppercase())), "{method} {path}");
                assert!(members(&operation["responses"]).all(|(status, _)| page.contains(&format!("<code>{status}<"))));
            }
        }
        let parts = ["<code>max_bytes</code>", "<code>file</code> <span class=\"tag\">required</span>", "from 0 to 9"];
        assert!(parts.iter().all(|part| page.contains(part)));
        assert!(page.contains("https://convert.example.org/api/convert") && !page.contains("<script"));
    }
}
