//! The rooms of the crates of the core and of the service keep their direction, and the registry is complete.

use std::collections::BTreeSet;

use transvase_tests::circles::circles;
use transvase_tests::layering::{CORE, Layers, REFLOW, SERVER, spec_id};
use transvase_tests::{files_below, root};

/// Every source below a folder that is not a test of its own, with its module path.
fn sources(folder: &str) -> Vec<(String, String)> {
    let folder = root().join(folder);
    let files = files_below(&folder).into_iter().filter(|path| path.extension().is_some_and(|end| end == "rs"));
    let modules = files.map(|path| {
        let inside = path.strip_prefix(&folder).unwrap().with_extension("");
        let module = inside.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
        (module, std::fs::read_to_string(&path).unwrap())
    });
    modules.filter(|(module, _)| !module.split('/').any(|part| part == "tests")).collect()
}

/// The folders of sources of the crates below `core`.
fn crates() -> Vec<String> {
    let folders = std::fs::read_dir(root().join("core")).unwrap().map(|entry| entry.unwrap());
    let inner = folders.filter(|entry| entry.path().join("Cargo.toml").is_file());
    let mut names: Vec<_> = inner.map(|entry| format!("core/{}/src", entry.file_name().to_string_lossy())).collect();
    names.push("core/src".into());
    assert!(names.len() > 12, "{names:?}");
    names
}

#[test]
fn imports_keep_their_direction() {
    for layers in CORE.iter().chain([&SERVER]) {
        let sources = sources(layers.folder);
        let found: Vec<_> = sources.iter().flat_map(|(module, source)| layers.violations(module, source)).collect();
        assert!(found.is_empty(), "{}:\n{}", layers.folder, found.join("\n"));
    }
}

/// Files in the largest circle of imports: what holds blocks, and what lays them out, know each other.
const LARGEST_CIRCLE: usize = 8;

#[test]
fn few_files_import_each_other() {
    for folder in crates() {
        let found = circles(&sources(&folder));
        let large: Vec<_> = found.iter().filter(|circle| circle.len() > LARGEST_CIRCLE).collect();
        assert!(large.is_empty(), "{folder}: {large:#?}");
    }
}

#[test]
fn every_format_is_registered() {
    let sources = crates().into_iter().flat_map(|folder| sources(&folder));
    let found = sources.filter_map(|(module, source)| {
        let id = spec_id(&source)?.to_owned();
        // A format that has a crate to itself is at its root.
        let folder = module.trim_end_matches("/mod").trim_start_matches("formats/");
        assert!([id.as_str(), "lib"].contains(&folder), "{id} in {module}");
        Some(id)
    });
    let found: BTreeSet<String> = found.collect();
    let ids: BTreeSet<String> = transvase::formats().map(|spec| spec.id.to_owned()).collect();
    assert_eq!(found, ids, "records in the sources, and the registry");
}

/// Rooms of a crate as they might be.
static HOUSE: Layers = Layers { folder: "house/src", groups: &[&["ground"], &["left", "right"], &["*"], &["lib"]] };

#[test]
fn the_checker_sees_what_is_wrong() {
    let bad = [
        (&HOUSE, "ground", "use crate::left::Wall;"),
        (&HOUSE, "ground/floor", "fn f() { crate::docx::SPEC.len(); }"),
        (&HOUSE, "left/wall", "use super::super::docx;"),
        (&HOUSE, "docx/read", "use crate::odt::write;"),
        (&HOUSE, "docx/read", "use super::super::odt;"),
        (&HOUSE, "docx/mod", "use super::odt::SPEC;"),
        (&HOUSE, "docx/read", "use crate::{ground::Floor, odt::{self}};"),
        (&HOUSE, "docx/read", "use crate::Error;"),
        (&REFLOW, "text/line", "use super::super::marker;"),
        (&REFLOW, "text/line", "use crate::{block::Para, vector::Rule};"),
        (&REFLOW, "part", "use super::section::pages;"),
        (&REFLOW, "block", "fn f() { super::table::drawn(); }"),
        (&REFLOW, "exact", "use super::take_unseen;"),
        (&REFLOW, "stray", ""),
        (&SERVER, "store/sqlite", "use crate::api::convert;"),
        (&SERVER, "api/convert", "use crate::dashboard::router;"),
        (&SERVER, "config", "use crate::store::Plan;"),
    ];
    for (layers, module, source) in bad {
        assert_eq!(layers.violations(module, source).len(), 1, "{module}: {source}");
    }
}

#[test]
fn the_checker_lets_pass_what_is_right() {
    let good = [
        (&HOUSE, "left", "use crate::right::{self, Wall}; use crate::ground::Floor;"),
        (&HOUSE, "docx/read", "use super::fonts; use super::super::docx::text; use crate::left::{wall, Window};"),
        (&HOUSE, "docx/read", "// use crate::odt;\nlet text = \"crate::odt\";"),
        (&HOUSE, "docx/read", "#[cfg(test)]\nmod tests { use crate::odt; }"),
        (&HOUSE, "docx/mod", "pub(crate) static SPEC: u8 = 0; pub(in crate::docx) fn f() {}"),
        (&HOUSE, "lib", "use crate::docx::SPEC; use crate::left;"),
        (&REFLOW, "text/line", "use transvase_base::units::Rect; use super::super::links;"),
    ];
    for (layers, module, source) in good {
        assert_eq!(layers.violations(module, source), Vec::<String>::new(), "{module}: {source}");
    }
}
