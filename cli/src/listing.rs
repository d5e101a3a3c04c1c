//! `transvase formats` and `transvase routes`: the registry, shown.

use serde_json::{Value, json};
use transvase::{ErrorCode, Format, FormatSpec, Route};

use crate::failure::Failure;
use crate::report;

/// Lists the formats, or one of them.
pub fn formats(only: Option<&str>, as_json: bool) -> Result<(), Failure> {
    let only = named(only, ErrorCode::UnknownSource)?;
    let routes = transvase::routes();
    let listed = transvase::formats().filter(|spec| only.is_none_or(|only| only == Format::of(spec)));
    if as_json {
        let list: Vec<Value> = listed.map(|spec| format_json(spec, &routes)).collect();
        report::print_json(&json!({ "formats": list }))
    } else {
        let rows: Vec<_> = listed.map(|spec| format_row(spec, &routes)).collect();
        report::print_text(&table(&["id", "extensions", "", "converts to"], &rows))
    }
}

fn targets(spec: &FormatSpec, routes: &[Route]) -> Vec<&'static str> {
    let from_here = routes.iter().filter(|route| route.source() == Format::of(spec));
    from_here.map(|route| route.target().id()).collect()
}

fn format_row(spec: &FormatSpec, routes: &[Route]) -> [String; 4] {
    let what = match (spec.is_read(), spec.is_written()) {
        (true, true) => "read, write",
        (true, false) => "read",
        (false, false) if spec.is_compressed() => "make smaller",
        (false, _) => "write",
    };
    let targets = targets(spec, routes);
    let words = targets.iter().map(|id| if *id == spec.id { "itself, smaller" } else { id });
    let words = words.collect::<Vec<_>>().join(", ");
    [spec.id.into(), spec.extensions.join(" "), what.into(), words]
}

/// Rows under a heading, each column as wide as its widest cell.
pub fn table<const N: usize>(heading: &[&str; N], rows: &[[String; N]]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([heading[column].len()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..N).map(width).collect();
    let line = |cells: &[String; N]| {
        let padded = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        format!("{}\n", padded.collect::<Vec<_>>().join("  ").trim_end())
    };
    let heading = heading.map(str::to_owned);
    std::iter::once(&heading).chain(rows).map(line).collect()
}

fn format_json(spec: &FormatSpec, routes: &[Route]) -> Value {
    json!({
        "id": spec.id,
        "name": spec.name,
        "extensions": spec.extensions,
        "media_types": spec.media_types,
        "reads": spec.is_read(),
        "writes": spec.is_written(),
        "compresses": spec.is_compressed(),
        "targets": targets(spec, routes),
        "options": spec.options().iter().map(|option| option.key).collect::<Vec<_>>(),
        "notes": spec.notes,
    })
}

/// Lists the conversions, those from and to a format where one is named.
pub fn routes(from: Option<&str>, to: Option<&str>, as_json: bool) -> Result<(), Failure> {
    let (from, to) = (named(from, ErrorCode::UnknownSource)?, named(to, ErrorCode::UnknownTarget)?);
    let wanted =
        |route: &Route| from.is_none_or(|from| route.source() == from) && to.is_none_or(|to| route.target() == to);
    let routes: Vec<Route> = transvase::routes().into_iter().filter(wanted).collect();
    if as_json {
        report::print_json(&json!({ "routes": routes.iter().map(route_json).collect::<Vec<_>>() }))
    } else {
        report::print_text(&routes.iter().map(route_row).collect::<String>())
    }
}

fn named(word: Option<&str>, code: ErrorCode) -> transvase::Result<Option<Format>> {
    let Some(word) = word else { return Ok(None) };
    let unknown = || transvase::Error::new(code, format!("{word:?} is not a format that this build knows"));
    Format::find(word).map(Some).ok_or_else(|| unknown().hint("run `transvase formats` for a list"))
}

fn route_row(route: &Route) -> String {
    if route.is_compression() {
        let balanced = route.source().spec().balanced().unwrap_or_default();
        return format!("{route} (compression: {balanced})\n");
    }
    format!("{route}\n")
}

fn route_json(route: &Route) -> Value {
    json!({
        "from": route.source().id(),
        "to": route.target().id(),
        "compression": route.is_compression(),
        "cost": route.cost(),
        "steps": route.explain(),
    })
}
