//! The documents of `tests/golden`: each becomes the model, the pages, the look and the files that are written down
//! there, and is what its maker says of it.
//!
//! `cargo xtask golden --accept` writes all of it anew; what changes is read in the difference before it is
//! committed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use transvase::{Converter, Format};
use transvase_tests::files_below;
use transvase_tests::golden::{Gallery, Ledger, accepts, dump, dump_pages, facts, first_page, folder, show, unmet};

/// All documents; claims stand beside them.
fn documents() -> Vec<PathBuf> {
    let is_document = |path: &PathBuf| path.extension().is_some_and(|end| end != "truth");
    files_below(&folder().join("documents")).into_iter().filter(is_document).collect()
}

/// Those that have no pages of their own.
fn flowing() -> impl Iterator<Item = PathBuf> {
    documents().into_iter().filter(|path| path.extension().is_some_and(|end| end != "pdf"))
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().display().to_string()
}

/// How a name ends, which is a hint as for the command line: bytes alone do not tell Markdown from text.
fn format(path: &Path) -> Option<Format> {
    path.extension()?.to_str()?.parse().ok()
}

fn flow(path: &Path) -> transvase::model::flow::Flow {
    let flow = transvase::flow(&fs::read(path).unwrap(), format(path));
    flow.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn documents_become_the_models_written_down() {
    let all = documents();
    assert!(all.len() >= 340, "there are {} documents", all.len());
    let mut models = Ledger::open("models");
    all.iter().for_each(|path| models.hold(&name(path), &dump(&flow(path))));
    models.close();
}

/// Claims that are not met yet are listed in `tests/golden/unmet.txt`; the list may only become shorter.
#[test]
fn documents_are_what_their_makers_say() {
    let mut now = BTreeSet::new();
    for path in documents() {
        let Ok(claims) = fs::read_to_string(path.with_extension("truth")) else { continue };
        let name = name(&path);
        now.extend(unmet(&claims, &facts(&flow(&path))).into_iter().map(|claim| format!("{name}: {claim}")));
    }
    let list = folder().join("unmet.txt");
    if accepts() {
        let lines: String = now.iter().map(|line| format!("{line}\n")).collect();
        fs::write(&list, lines).unwrap();
        return;
    }
    let known: BTreeSet<String> = fs::read_to_string(&list).unwrap().lines().map(str::to_owned).collect();
    let worse: Vec<_> = now.difference(&known).collect();
    let better: Vec<_> = known.difference(&now).collect();
    assert!(worse.is_empty(), "no longer met: {worse:#?}");
    assert!(better.is_empty(), "met now, to be taken off unmet.txt: {better:#?}");
}

#[test]
fn documents_are_set_on_the_pages_written_down() {
    let mut pages = Ledger::open("pages");
    for path in flowing() {
        // No font that is bundled has Chinese letters: that this is said is written down too.
        let set = transvase::pages(&fs::read(&path).unwrap(), format(&path));
        pages.hold(&name(&path), &set.map_or_else(|error| format!("{error}\n"), |pages| dump_pages(&pages)));
    }
    pages.close();
}

/// Of PDF, those by one producer: they show what the renderer draws. Of the others, formats that differ in what
/// they say of looks; for Chinese and Japanese no font is bundled.
fn drawn(path: &Path) -> bool {
    let name = name(path);
    if ["chinese-kf8.mobi", "ruby-kf8.mobi"].contains(&name.as_str()) {
        return false;
    }
    ["-reportlab.pdf", ".docx", ".html", "-kf8.mobi"].iter().any(|end| name.ends_with(end))
}

#[test]
fn pages_look_as_they_are_drawn() {
    let mut pictures = Gallery::open();
    let all: Vec<PathBuf> = documents().into_iter().filter(|path| drawn(path)).collect();
    assert!(all.len() >= 60, "{} pages are drawn", all.len());
    for path in all {
        let picture = first_page(&fs::read(&path).unwrap(), format(&path));
        let picture = picture.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        pictures.hold(&name(&path), &picture);
    }
    pictures.close();
}

/// Documents that between them hold what writers have to say.
const WRITTEN: [&str; 8] = [
    "character-styles-written.html",
    "columns-two-weasyprint.pdf",
    "figure-raster-written.md",
    "footnotes-libreoffice.docx",
    "hebrew-mixed-libreoffice.odt",
    "list-nested-numbers-libreoffice.docx",
    "running-heads-first-page-libreoffice.odt",
    "table-both-spans-libreoffice.docx",
];

#[test]
fn files_are_written_as_they_were() {
    let mut files = Ledger::open("written");
    for source in WRITTEN {
        let bytes = fs::read(folder().join("documents").join(source)).unwrap();
        for target in
            [Format::DOCX, Format::ODT, Format::RTF, Format::EPUB, Format::FB2, Format::HTML, Format::MARKDOWN]
        {
            if source.ends_with(target.id()) {
                continue;
            }
            let made = Converter::new(target)
                .hint(format(Path::new(source)))
                .convert(&bytes)
                .unwrap_or_else(|error| panic!("{source}: {error}"));
            files.hold(&format!("{source}.{}", target.id()), &show(&made.bytes));
        }
    }
    files.close();
}
