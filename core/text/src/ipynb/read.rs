//! The notebook reader: cells to flowing text.

use serde_json::Value;

use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, Result, Stage};
use transvase_format::Facts;
use transvase_markup::markdown::Composer;
use transvase_model::flow::Flow;
use transvase_model::metadata::Metadata;

use super::cells;

/// Reads a notebook.
///
/// # Errors
/// `Malformed` where it is none, limits, `TimedOut`, `Cancelled`.
pub(super) fn read(bytes: &[u8], context: &Context) -> Result<Flow> {
    let notebook = parse(bytes, context)?;
    let language = language(&notebook);
    let mut composer = Composer::new(context);
    let cells = cells(&notebook);
    for (index, cell) in cells.iter().enumerate() {
        context.checkpoint()?;
        context.report(Stage::Read, index as u64, cells.len() as u64);
        context.charge(Limit::elements, 1)?;
        cells::add(cell, language, &mut composer, context)?;
    }
    let mut flow = composer.finish()?;
    flow.metadata = metadata(&notebook);
    Ok(flow)
}

/// What a notebook says about itself.
///
/// # Errors
/// `Malformed` where it is none.
pub(super) fn inspect(bytes: &[u8], context: &Context) -> Result<Facts> {
    Ok(Facts { metadata: metadata(&parse(bytes, context)?), ..Facts::default() })
}

fn parse(bytes: &[u8], context: &Context) -> Result<Value> {
    context.charge_unpacked(bytes.len())?;
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let notebook: Value = serde_json::from_slice(text).map_err(|error| match error.classify() {
        serde_json::error::Category::Eof => Error::truncated(format!("the notebook ends early: {error}")),
        _ => Error::malformed(format!("the notebook is not valid JSON: {error}")),
    })?;
    let is_notebook = notebook["cells"].is_array() || notebook["worksheets"].is_array();
    if is_notebook { Ok(notebook) } else { Err(Error::malformed("the notebook has no cells")) }
}

/// The cells; format 3 has them on sheets.
fn cells(notebook: &Value) -> Vec<&Value> {
    match notebook["cells"].as_array() {
        Some(cells) => cells.iter().collect(),
        None => {
            let sheets = notebook["worksheets"].as_array().into_iter().flatten();
            sheets.filter_map(|sheet| sheet["cells"].as_array()).flatten().collect()
        }
    }
}

/// The language of the code, which the kernel has.
fn language(notebook: &Value) -> &str {
    let metadata = &notebook["metadata"];
    let known = metadata["language_info"]["name"].as_str().or_else(|| metadata["kernelspec"]["language"].as_str());
    known.unwrap_or_default()
}

fn metadata(notebook: &Value) -> Metadata {
    let own = &notebook["metadata"];
    let name = |author: &Value| author["name"].as_str().or_else(|| author.as_str()).map(str::to_owned);
    Metadata {
        title: own["title"].as_str().map(str::to_owned),
        authors: own["authors"].as_array().into_iter().flatten().filter_map(name).collect(),
        date: own["date"].as_str().map(str::to_owned),
        ..Metadata::default()
    }
}
