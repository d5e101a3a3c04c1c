//! Real books, where a corpus is at hand.

use std::path::{Path, PathBuf};

use super::super::book::Book;
use super::super::exth::kind;
use super::super::text;
use super::{paragraphs, read, text_of};
use transvase_base::context::Context;
use transvase_container::pdb::Pdb;

/// The books under `ebook/` of the corpus; none, and a word about it, where there is no corpus.
#[allow(clippy::disallowed_methods, reason = "tests read the corpus")]
fn books() -> Vec<(PathBuf, Vec<u8>)> {
    let Ok(corpus) = std::env::var("TRANSVASE_CORPUS") else {
        println!("skipped: TRANSVASE_CORPUS is not set");
        return Vec::new();
    };
    let folders = ["ebook/mobi", "ebook/azw3"].map(|folder| Path::new(&corpus).join(folder));
    let files = folders.into_iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
}

#[test]
fn texts_have_the_length_their_headers_state() {
    let context = Context::default();
    for (path, bytes) in books() {
        let book = Book::open(&bytes, &context).unwrap();
        let raw = text::raw(&book.pdb, book.base, &book.header, &context).unwrap();
        assert_eq!(raw.len(), book.header.text_length, "{}", path.display());
        let broken = book.encoding().decode_without_bom_handling(&raw).1;
        assert!(!broken, "{}: every record joins on to the next", path.display());
    }
}

#[test]
fn outlines_and_links_resolve_without_a_loss() {
    for (path, bytes) in books() {
        let context = Context::default().with_input(bytes.len()).unwrap();
        let flow = read(&bytes, &context).unwrap();
        let words: usize =
            paragraphs(&flow).iter().map(|paragraph| text_of(&paragraph.content).split_whitespace().count()).sum();
        assert!(words > 0, "{}", path.display());
        let warnings = context.take_warnings();
        let lost = warnings.iter().any(|warning| {
            matches!(warning.code.name(), "LinkDropped" | "ImageDropped" | "InputRepaired" | "StructureFlattened")
        });
        assert!(!lost, "{}: {warnings:?}", path.display());
    }
}

#[test]
fn records_and_metadata_equal_those_of_another_reader() {
    let context = Context::default();
    for (path, bytes) in books() {
        let pdb = Pdb::parse(&bytes).unwrap();
        // Plain PalmDOC files have no header the other reader would take.
        let Ok(theirs) = mobi::Mobi::new(&bytes) else { continue };
        let name = path.display();
        let records = &theirs.metadata.records.records;
        assert_eq!(pdb.record_count(), records.len(), "{name}");
        for (index, pair) in records.windows(2).enumerate() {
            let length = pdb.record(index).map(<[u8]>::len);
            assert_eq!(length, Some((pair[1].offset - pair[0].offset) as usize), "{name}: record {index}");
        }
        // The other reader knows the first half of joint files only.
        let record0 = pdb.record(0).unwrap();
        let header = super::super::header::Header::parse(record0).unwrap();
        let exth = super::super::exth::Exth::parse(header.exth().unwrap_or_default(), &context).unwrap();
        let text = |kind| exth.text(kind, header.encoding());
        assert_eq!(text(kind::AUTHOR), theirs.author(), "{name}");
        assert_eq!(text(kind::PUBLISHER), theirs.publisher(), "{name}");
        assert_eq!(text(kind::DESCRIPTION), theirs.description().map(|text| text.trim().to_owned()), "{name}");
        assert_eq!(text(kind::ISBN), theirs.isbn(), "{name}");
        assert_eq!(text(kind::DATE), theirs.publish_date(), "{name}");
        assert_eq!(text(kind::CONTRIBUTOR), theirs.contributor(), "{name}");
    }
}
