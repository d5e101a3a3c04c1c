//! The reader on documents that are made here, whole, changed and cut.

mod build;

use build::{Para, Sample, plain};

use super::{SPEC, inspect, read, sniff};
use transvase_base::changed::changed;
use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result};
use transvase_container::cfb::build::container;
use transvase_container::{cfb, foreign};
use transvase_format::Confidence;
use transvase_model::flow::{Block, Flow, Inline, LinkTarget, NoteKind, Paragraph, Role, each_run};

fn read_file(file: &[u8]) -> Result<Flow> {
    read::read(file, &Context::default())
}

/// A document with all that the builder can make.
fn sample() -> Sample<'static> {
    let run = |text: &'static str, letters: &[u8]| (text, letters.to_vec());
    let para =
        |runs: Vec<(&'static str, Vec<u8>)>, style: u16, lines: &[u8]| Para { runs, style, lines: lines.to_vec() };
    let in_table = [0x16, 0x24, 1, 0x49, 0x66, 1, 0, 0, 0];
    let row = {
        let mut row = in_table.to_vec();
        row.extend([0x17, 0x24, 1, 0x08, 0xD6, 48, 0, 2]);
        row.extend([0_i16, 1440, 2880].iter().flat_map(|edge| edge.to_le_bytes()));
        row.extend([0; 40]);
        row
    };
    let item = [0x0A, 0x26, 0, 0x0B, 0x46, 1, 0];
    let special = [0x55, 0x08, 1];
    Sample {
        main: vec![
            para(vec![run("Ein Titel\r", &[])], 1, &[]),
            para(
                vec![
                    run("Some ", &[]),
                    run("bold", &[0x35, 0x08, 1]),
                    run(" and ", &[]),
                    run("stressed", &[0x30, 0x4A, 2, 0]),
                    run("\u{2}", &special),
                    run(" words.\u{B}Next\u{1E}line\r", &[]),
                ],
                0,
                &[0x61, 0x24, 1],
            ),
            para(
                vec![
                    run("See \u{13} HYPERLINK \"http://example.org/\" \u{14}", &[]),
                    run("this", &[0x3E, 0x2A, 1]),
                    run("\u{15}.\r", &[]),
                ],
                0,
                &[],
            ),
            para(vec![run("first\r", &[])], 0, &item),
            para(vec![run("second\r", &[])], 0, &item),
            para(vec![run("A1\u{7}", &[])], 0, &in_table),
            para(vec![run("B1\u{7}", &[])], 0, &in_table),
            para(vec![run("\u{7}", &[])], 0, &row),
            para(vec![run("Before\u{C}after\r", &[])], 0, &[]),
            para(vec![run("gone", &[0x3C, 0x08, 1]), run("\r", &[])], 0, &[]),
        ],
        notes: vec![para(vec![run("\u{2}", &special), run(" The note.\r", &[])], 0, &[])],
        ..Sample::default()
    }
}

fn text(paragraph: &Paragraph) -> String {
    let mut text = String::new();
    each_run(&paragraph.content, &mut |run| text.push_str(&run.text));
    text
}

fn paragraph(block: &Block) -> &Paragraph {
    let Block::Paragraph(paragraph) = block else { panic!("a paragraph: {block:?}") };
    paragraph
}

#[test]
fn text_has_styles_and_looks() {
    let flow = read_file(&sample().file()).unwrap();
    let blocks = &flow.sections[0].blocks;
    let title = paragraph(&blocks[0]);
    assert_eq!((title.role, title.style.space_before), (Role::Heading(1), 12.0));
    assert_eq!(title.style.name.as_deref(), Some("heading 1"));
    let runs: Vec<_> = paragraph(&blocks[1]).content.iter().filter_map(Inline::run).collect();
    let looks: Vec<_> = runs.iter().map(|run| (run.text.as_str(), run.style.is_bold(), run.style.italic)).collect();
    let words = [("Some ", false, false), ("bold", true, false), (" and ", false, false), ("stressed", false, true)];
    assert_eq!(looks[..4], words);
    assert_eq!(looks[5].0, "Next\u{2011}line");
    assert!(runs[3].style.name.as_deref() == Some("Emphasis") && runs[0].style.size == Some(11.0));
    assert_eq!(flow.metadata.language.as_deref(), Some("en-US"));
}

#[test]
fn links_lists_tables_and_notes_are_told_from_text() {
    let flow = read_file(&sample().file()).unwrap();
    let blocks = &flow.sections[0].blocks;
    let link = paragraph(&blocks[2]).content.iter().find_map(|inline| match inline {
        Inline::Link { target, content } => Some((target.clone(), content.len())),
        _ => None,
    });
    assert_eq!(link, Some((LinkTarget::External("http://example.org/".into()), 1)));
    assert_eq!(text(paragraph(&blocks[2])), "See this.");
    let Block::List(list) = &blocks[3] else { panic!("a list: {:?}", blocks[3]) };
    assert_eq!((list.start, list.items.len()), (3, 2));
    assert_eq!(paragraph(&list.items[1].blocks[0]).style.indent_start, 36.0);
    let Block::Table(table) = &blocks[4] else { panic!("a table: {:?}", blocks[4]) };
    assert_eq!((table.columns.as_slice(), table.rows.len()), (&[72.0, 72.0][..], 1));
    assert_eq!(text(paragraph(&table.rows[0].cells[1].blocks[0])), "B1");
    assert!(matches!(&blocks[5..8], [Block::Paragraph(_), Block::PageBreak, Block::Paragraph(_)]));
    assert!(text(paragraph(&blocks[8])).is_empty(), "hidden text is left out");
    let [note] = flow.notes.as_slice() else { panic!("one note") };
    assert_eq!((note.kind, text(paragraph(&note.blocks[0])).as_str()), (NoteKind::Foot, "The note."));
    assert!(paragraph(&blocks[1]).content.contains(&Inline::Note(0)));
}

#[test]
fn symbols_are_told_by_their_property_alone() {
    let symbol = [0x09, 0x6A, 0, 0, 0xB7, 0xF0];
    for special in [&[][..], &[0x55, 0x08, 1]] {
        let bullet = [&symbol[..], special].concat();
        let runs = vec![("one ", Vec::new()), ("(", bullet), (" two (dry)\r", Vec::new())];
        let sample = Sample { main: vec![Para { runs, style: 0, lines: Vec::new() }], ..Sample::default() };
        let flow = read_file(&sample.file()).unwrap();
        assert_eq!(text(paragraph(&flow.sections[0].blocks[0])), "one • two (dry)");
    }
}

#[test]
fn fields_without_an_end_are_text() {
    let sample = Sample { main: vec![plain("a\u{13} b\u{14}c\r"), plain("\u{15}d\u{14}\r")], ..Sample::default() };
    let flow = read_file(&sample.file()).unwrap();
    let words: String = flow.sections[0].blocks.iter().map(|block| text(paragraph(block))).collect();
    assert_eq!(words, "acd", "a field may span paragraphs");
    let flow = read_file(&Sample { main: vec![plain("a\u{13}b\r")], ..Sample::default() }.file()).unwrap();
    assert_eq!(text(paragraph(&flow.sections[0].blocks[0])), "ab");
}

#[test]
fn what_cannot_be_read_says_why() {
    let code = |sample: Sample<'_>| read_file(&sample.file()).unwrap_err().code();
    let sealed = || Sample { flags: 0x100, ..sample() };
    assert_eq!(code(sealed()), ErrorCode::PasswordRequired);
    assert!(inspect(&sealed().file(), &Context::default()).unwrap().encrypted);
    assert_eq!(code(Sample { version: Some(0x68), ..sample() }), ErrorCode::UnknownSource);
    assert_eq!(read_file(b"PK").unwrap_err().code(), ErrorCode::Malformed);
    let other = container(&[("Workbook", b"x")]);
    assert_eq!(read_file(&other).unwrap_err().code(), ErrorCode::Malformed);
}

#[test]
fn compound_files_are_told_by_their_streams() {
    let of = |name: &str| container(&[(name, b"x")]);
    assert_eq!(sniff(&sample().file()), Confidence::Certain);
    assert_eq!(sniff(&of("Workbook")), Confidence::No);
    let sealed = container(&[("WordDocument", b"x"), ("EncryptedPackage", b"x")]);
    assert_eq!(sniff(&sealed), Confidence::No, "a stub beside what is encrypted");
    assert!(cfb::is_container(&of("Workbook")));
    assert_eq!(foreign::name(&of("Workbook")), Some("an Excel workbook (XLS)"));
    assert_eq!(foreign::name(&of("PowerPoint Document")), Some("a PowerPoint presentation (PPT)"));
    assert_eq!(foreign::name(&of("EncryptedPackage")), Some("an Office file with a password"));
    assert!(foreign::name(&of("Other")).is_some_and(|name| name.contains("older Office file")));
    assert!(SPEC.answers_to(".DOT"));
}

#[test]
fn changed_and_cut_files_are_read_or_refused() {
    let file = sample().file();
    for seed in 0..400 {
        let _ = read_file(&changed(&file, seed, 30));
    }
    for cut in (0..file.len()).step_by(97) {
        let _ = read_file(&file[..cut]);
    }
}

#[test]
fn every_stretch_of_bytes_may_be_anything() {
    let file = sample().file();
    for at in
        (0..file.len()).step_by(16).filter(|at| file[*at..(at + 16).min(file.len())].iter().any(|byte| *byte != 0))
    {
        for filling in [0, 0x7F, 0xFF] {
            let mut changed = file.clone();
            let end = (at + 16).min(changed.len());
            changed[at..end].fill(filling);
            let _ = read_file(&changed);
        }
    }
}

#[test]
fn pictures_stand_in_their_lines() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x01\x08\x02\0\0\0";
    let mut data = vec![0; 68];
    data[4] = 68;
    data[6] = 0x64;
    data[28..36].copy_from_slice(&[0xA0, 5, 0xD0, 2, 0xE8, 3, 0xF4, 1]);
    data.extend([0, 0x6E, 0x1E, 0xF0, png.len() as u8 + 17, 0, 0, 0]);
    data.extend([0; 17]);
    data.extend(png);
    data[0] = data.len() as u8;
    let picture = Para {
        runs: vec![("\u{1}", vec![0x03, 0x6A, 0, 0, 0, 0, 0x55, 0x08, 1]), ("\r", Vec::new())],
        style: 0,
        lines: Vec::new(),
    };
    let flow = read_file(&Sample { main: vec![picture], data, ..Sample::default() }.file()).unwrap();
    let [Inline::Image(image)] = paragraph(&flow.sections[0].blocks[0]).content.as_slice() else { panic!("an image") };
    assert_eq!((image.width, image.height), (Some(72.0), Some(18.0)));
    assert_eq!(flow.media.get(image.media).width_px, 2);
}

/// A drawing in metafile form: the record of a picture with its two names, and its header ([MS-ODRAW] 2.2.24, 2.2.31).
#[cfg(feature = "metafiles")]
fn metafile_record() -> Vec<u8> {
    let file = transvase_markup::metafile::sample();
    let mut header = [0; 50];
    header[16..20].copy_from_slice(&(file.len() as u32).to_le_bytes());
    header[44..48].copy_from_slice(&(file.len() as u32).to_le_bytes());
    header[48] = 0xFE;
    let mut record = vec![0x40, 0x3D, 0x1A, 0xF0];
    record.extend((file.len() as u32 + 50).to_le_bytes());
    record.extend(header);
    record.extend(file);
    record
}

#[cfg(feature = "metafiles")]
#[test]
fn metafiles_are_drawings_in_their_lines() {
    let mut data = vec![0; 68];
    data[4] = 68;
    data[6] = 0x64;
    data[28..36].copy_from_slice(&[0xA0, 5, 0xD0, 2, 0xE8, 3, 0xF4, 1]);
    data.extend(metafile_record());
    let len = (data.len() as u32).to_le_bytes();
    data[..4].copy_from_slice(&len);
    let picture = Para {
        runs: vec![("\u{1}", vec![0x03, 0x6A, 0, 0, 0, 0, 0x55, 0x08, 1]), ("\r", Vec::new())],
        style: 0,
        lines: Vec::new(),
    };
    let flow = read_file(&Sample { main: vec![picture], data, ..Sample::default() }.file()).unwrap();
    let [Inline::Drawing(drawing)] = paragraph(&flow.sections[0].blocks[0]).content.as_slice() else {
        panic!("a drawing")
    };
    assert_eq!((drawing.size.width, drawing.size.height), (72.0, 18.0));
    assert!(!drawing.shapes.is_empty());
}
