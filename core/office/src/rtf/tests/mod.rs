//! Tests of the reader with files written by hand, of the writer, and of both one behind the other.

mod hostile;
mod lists;
mod looks;
mod names;
mod objects;
mod round;
mod sample;
mod tables;

use super::{read, write};
use transvase_base::context::Context;
use transvase_model::flow::{Block, Flow, Inline, Paragraph, each_run, leaves};

/// Reads a file whose head stands before the text.
fn flow(text: &str) -> Flow {
    let head = "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fswiss Arial;}{\\f1\\fnil\\fcharset2 Symbol;}{\\f2\\fnil\\fcharset128 MS Gothic;}{\\f3\\fmodern Courier New;}}{\\colortbl;\\red255\\green0\\blue0;\\red0\\green255\\blue0;}";
    read::read(format!("{head}{text}}}").as_bytes(), &Context::default()).unwrap()
}

/// The blocks of the first section.
fn blocks(text: &str) -> Vec<Block> {
    flow(text).sections.remove(0).blocks
}

/// The words of a block.
fn words(block: &Block) -> String {
    let mut text = String::new();
    for leaf in leaves([block]) {
        if let Block::Paragraph(paragraph) = leaf {
            each_run(&paragraph.content, &mut |run| text.push_str(&run.text));
        }
    }
    text
}

/// The words of each paragraph, wherever it stands.
fn lines(text: &str) -> Vec<String> {
    leaves(&blocks(text)).into_iter().map(words).collect()
}

/// The first paragraph.
fn first(text: &str) -> Paragraph {
    match blocks(text).into_iter().next() {
        Some(Block::Paragraph(paragraph)) => paragraph,
        other => panic!("{other:?}"),
    }
}

/// The runs of the first paragraph.
fn runs(text: &str) -> Vec<transvase_model::flow::Run> {
    let runs = first(text).content.into_iter().map(|inline| match inline {
        Inline::Text(run) => run,
        other => panic!("{other:?}"),
    });
    runs.collect()
}

/// Writes a document and reads it back.
fn again(flow: &Flow) -> Flow {
    let context = Context::default();
    let written = write::write(flow.clone(), &context).unwrap().alone();
    assert!(written.is_ascii(), "seven bits");
    read::read(&written, &context).unwrap()
}

#[test]
fn files_are_told_by_their_beginning() {
    use transvase_format::Confidence;
    assert_eq!((super::SPEC.sniff)(b"\xEF\xBB\xBF {\\rtf1 a}\r\n\0"), Confidence::Certain);
    assert_eq!((super::SPEC.sniff)(b"{\\rtf1 is how such files begin."), Confidence::Maybe);
    assert_eq!((super::SPEC.sniff)(b"{\\pard"), Confidence::No);
}
