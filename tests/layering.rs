//! The rooms of the core and of the service keep their direction, and the registry is complete.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;

use transvase_tests::circles::circles;
use transvase_tests::layering::{CORE, Layers, PARTS, REFLOW, SERVER, registry};
use transvase_tests::{files_below, root};

/// Every source of a crate that is not a test of its own, with its module path.
fn sources(layers: &Layers) -> Vec<(String, String)> {
    let folder = root().join(layers.folder);
    let files = files_below(&folder).into_iter().filter(|path| path.extension().is_some_and(|end| end == "rs"));
    let modules = files.map(|path| {
        let inside = path.strip_prefix(&folder).unwrap().with_extension("");
        let module = inside.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
        (module, std::fs::read_to_string(&path).unwrap())
    });
    modules.filter(|(module, _)| !module.split('/').any(|part| part == "tests")).collect()
}

#[test]
fn imports_keep_their_direction() {
    for layers in [&CORE, &PARTS, &SERVER, &REFLOW] {
        let found =
            sources(layers).iter().flat_map(|(module, source)| layers.violations(module, source)).collect::<Vec<_>>();
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

/// Files in the largest circle of imports: what holds blocks, and what lays them out, know each other.
const LARGEST_CIRCLE: usize = 8;

#[test]
fn few_files_import_each_other() {
    let found = circles(&sources(&CORE));
    let large: Vec<_> = found.iter().filter(|circle| circle.len() > LARGEST_CIRCLE).collect();
    assert!(large.is_empty(), "{large:#?}");
}

#[test]
fn every_format_folder_is_registered() {
    let formats = root().join("core/src/formats");
    let folders: BTreeSet<String> = std::fs::read_dir(&formats)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    let (modules, rows) = registry(&std::fs::read_to_string(formats.join("mod.rs")).unwrap());
    assert_eq!(folders, modules, "folders and mod lines");
    assert_eq!(modules, rows, "mod lines and rows of the registry");
    let ids: BTreeSet<String> = transvase::formats().map(|spec| spec.id.to_owned()).collect();
    assert_eq!(folders, ids, "folders and ids");
}

#[test]
fn the_checker_sees_what_is_wrong() {
    let bad = [
        ("error", "use crate::context::Context;"),
        ("model/flow", "use crate::parts::container::zip;"),
        ("parts/container/zip", "use crate::format::Format;"),
        ("parts/container/zip", "fn f() { crate::formats::FORMATS.len(); }"),
        ("formats/pdf/read", "use crate::formats::docx::write;"),
        ("formats/pdf/read", "use super::super::docx;"),
        ("formats/pdf/mod", "use super::docx::SPEC;"),
        ("formats/pdf/read", "use crate::formats::FORMATS;"),
        ("formats/pdf/read", "use crate::transform::reflow;"),
        ("formats/pdf/read", "use crate::{error::Error, transform::{reflow}};"),
        ("formats/pdf/read", "use crate::Error;"),
        ("transform/reflow", "use crate::formats::pdf;"),
        ("transform/reflow/lines", "use crate::transform::paginate::Line;"),
        ("transform/reflow", "use crate::route::Route;"),
        ("formats/mod", "use crate::detect::detect;"),
        ("route", "use crate::convert::Output;"),
        ("stray", ""),
    ];
    for (module, source) in bad {
        assert_eq!(CORE.violations(module, source).len(), 1, "{module}: {source}");
    }
    let bad = [
        ("text/line", "use super::super::marker;"),
        ("text/line", "use crate::transform::reflow::{block::Para, vector::Rule};"),
        ("part", "use super::section::pages;"),
        ("block", "fn f() { super::table::drawn(); }"),
        ("exact", "use super::take_unseen;"),
    ];
    for (module, source) in bad {
        assert_eq!(REFLOW.violations(module, source).len(), 1, "{module}: {source}");
    }
    assert!(REFLOW.violations("text/line", "use crate::units::Rect; use super::super::links;").is_empty());
    let bad = [
        ("text/dates", "use crate::parts::container::xml;"),
        ("codec/png", "use crate::parts::{base::hash, markup::html};"),
        ("stray", ""),
    ];
    for (module, source) in bad {
        assert_eq!(PARTS.violations(module, source).len(), 1, "{module}: {source}");
    }
    let bad = [
        ("store/sqlite", "use crate::api::convert;"),
        ("api/convert", "use crate::dashboard::router;"),
        ("config", "use crate::store::Plan;"),
    ];
    for (module, source) in bad {
        assert_eq!(SERVER.violations(module, source).len(), 1, "{module}: {source}");
    }
}

#[test]
fn the_checker_lets_pass_what_is_right() {
    let good = [
        ("context", "use crate::options::{self, Options}; use crate::warning::Warning;"),
        (
            "formats/pdf/read",
            "use super::fonts; use super::super::pdf::text; use crate::parts::container::{zip, xml::Reader};",
        ),
        ("formats/pdf/read", "// use crate::formats::docx;\nlet text = \"crate::formats::docx\";"),
        ("formats/pdf/read", "#[cfg(test)]\nmod tests { use crate::formats::docx; }"),
        ("formats/pdf/mod", "pub(crate) static SPEC: u8 = 0; pub(in crate::formats::pdf) fn f() {}"),
        ("transform/mod", "use crate::transform::paginate::STEP; use crate::format::wrong_hub;"),
        ("transform/paginate/mod", "use crate::transform::{Apply, Transform}; use super::Transform as T;"),
        ("formats/mod", "use crate::transform::TRANSFORMS; use crate::format::{Format, FormatSpec};"),
        ("convert", "use crate::FormatSpec; use crate::route::{self, Route};"),
    ];
    for (module, source) in good {
        assert_eq!(CORE.violations(module, source), Vec::<String>::new(), "{module}: {source}");
    }
}
