//! Text to blocks.

use super::*;
use transvase_model::flow::{Group, GroupKind, Inline, List, Marker, Paragraph, Role, leaves};

fn read(text: &str) -> Vec<Block> {
    blocks(text, &Context::default()).unwrap()
}

fn words(paragraph: &Paragraph) -> String {
    let word = |inline: &Inline| match inline {
        Inline::LineBreak => "\n".to_owned(),
        other => other.run().map(|run| run.text.clone()).unwrap_or_default(),
    };
    paragraph.content.iter().map(word).collect()
}

/// Roles and texts of the paragraphs.
fn said(blocks: &[Block]) -> Vec<(Role, String)> {
    let text = |block: &&Block| match block {
        Block::Paragraph(paragraph) => Some((paragraph.role, words(paragraph))),
        _ => None,
    };
    leaves(blocks).iter().filter_map(text).collect()
}

fn body(text: &str) -> (Role, String) {
    (Role::Body, text.into())
}

const SENTENCES: &str = "It is a truth universally acknowledged, that a single man in\n\
    possession of a good fortune, must be in want of a wife. However\n\
    little known the feelings or views of such a man may be on his\n\
    first entering a neighbourhood, this truth is so well fixed.\n";

fn sentences() -> String {
    SENTENCES.trim_end().replace('\n', " ")
}

#[test]
fn lines_broken_at_a_margin_are_joined() {
    let found = said(&read(&format!("{SENTENCES}\n{SENTENCES}")));
    assert_eq!(found, [body(&sentences()), body(&sentences())]);
    let indented = SENTENCES.replacen("It", "    It", 1);
    let found = read(&format!("{indented}{indented}"));
    assert_eq!(said(&found), [body(&sentences()), body(&sentences())]);
    let Block::Paragraph(paragraph) = &found[1] else { panic!() };
    assert!(paragraph.style.indent_first > 0.0);
    // A short line that ends a sentence ends a paragraph.
    let found = said(&read(&format!("{SENTENCES}So it was.\n{SENTENCES}")));
    assert_eq!(found.len(), 2);
}

#[test]
fn marks_of_notes_make_no_program() {
    assert_eq!(said(&read("See the note[1] and another[2].")), [body("See the note[1] and another[2].")]);
    assert_eq!(said(&read("[1] A note.\n\n[2] More.")), [body("[1] A note."), body("[2] More.")]);
    assert_eq!(said(&read("a[1] = b[2];\nc[1] = d[2];"))[0].0, Role::Preformatted);
}

#[test]
fn other_lines_stay_lines() {
    assert_eq!(said(&read("one\ntwo\n\nthree")), [body("one\ntwo"), body("three")]);
    let verse = "Shall I compare thee to a summer's day?\nThou art more lovely and more temperate:\n\
        Rough winds do shake the darling buds of May,\nAnd summer's lease hath all too short a date;";
    assert_eq!(said(&read(verse)), [body(verse)]);
    let long = "word ".repeat(40);
    assert_eq!(said(&read(&format!("{long}\n{long}"))), [body(long.trim()), body(long.trim())]);
    assert!(read("\n\n \n").is_empty());
}

#[test]
fn headings_are_told_by_word_capitals_or_line() {
    let text =
        format!("PART ONE\n\nCHAPTER I.\nThe Beginning\n\n{SENTENCES}\nIV\n\n{SENTENCES}\nTHE LAST DAY\n\n{SENTENCES}");
    let headings: Vec<_> = said(&read(&text)).into_iter().filter(|(role, _)| *role != Role::Body).collect();
    let expected = [(1, "PART ONE"), (2, "CHAPTER I.\nThe Beginning"), (4, "IV"), (3, "THE LAST DAY")];
    assert_eq!(headings, expected.map(|(level, text)| (Role::Heading(level), text.to_owned())));
    let found = said(&read("Title\n=====\n\nWords.\n\nPart\n----\nMore words.\n"));
    let expected =
        [(Role::Heading(1), "Title"), (Role::Body, "Words."), (Role::Heading(2), "Part"), (Role::Body, "More words.")];
    assert_eq!(found, expected.map(|(role, text)| (role, text.to_owned())));
}

#[test]
fn items_are_lists_where_there_are_several() {
    let found = read("- one\n  goes on\n- two\n  * deep\n  * deeper\n\n1) first\n\n2) second\n\n1. alone\n");
    let [Block::List(bullets), Block::List(numbers), Block::Paragraph(alone)] = found.as_slice() else {
        panic!("{found:?}")
    };
    assert_eq!(said(&bullets.items[0].blocks), [body("one goes on")]);
    assert!(matches!(&bullets.items[1].blocks[1], Block::List(List { items, .. }) if items.len() == 2));
    assert!(matches!(&numbers.marker, Marker::Number { suffix, .. } if suffix == ")"));
    assert_eq!((numbers.items.len(), words(alone)), (2, "1. alone".into()));
}

#[test]
fn columns_programs_and_logs_stay_as_they_look() {
    let columns = "Name      Age\nAnn        31\nBob         7";
    let found = read(&format!("{SENTENCES}\n{columns}\n\n{SENTENCES}"));
    let Block::Group(Group { kind: GroupKind::Code(None), blocks }) = &found[1] else { panic!("{found:?}") };
    assert_eq!(said(blocks), [(Role::Preformatted, columns.into())]);
    for text in [
        "fn main() {\n    let x = 1;\n\n    println!(\"{x}\");\n}",
        "2024-01-02 10:11:12 INFO started the server\n2024-01-02 10:11:13 WARN slow answer",
        "id,name,town\n1,Ann,Graz\n2,Bob,Linz\n",
        "+---+---+\n| a | b |\n+---+---+\n| 1 | 2 |\n+---+---+",
    ] {
        let found = read(text);
        let [Block::Group(Group { kind: GroupKind::Code(None), blocks })] = found.as_slice() else {
            panic!("{found:?}")
        };
        let lines: Vec<String> = said(blocks).into_iter().map(|(_, text)| text).collect();
        assert_eq!(lines.join("\n"), text.trim_end());
    }
}

#[test]
fn pages_end_at_form_feeds_and_controls_are_told() {
    let context = Context::default();
    let found = blocks("a\u{C}b\u{7}\u{7}", &context).unwrap();
    assert!(matches!(found[..], [Block::Paragraph(_), Block::PageBreak, Block::Paragraph(_)]));
    let message = context.take_warnings().swap_remove(0).message;
    assert!(message.starts_with("2 control"));
}

/// Letters and digits, which no reading may change.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

#[test]
fn no_letter_is_lost_whatever_the_lines() {
    let pieces = [
        "",
        "Chapter 1",
        "  set in",
        "- item",
        "  - inner",
        "2. two",
        "A LINE",
        "=====",
        "---",
        "a    b    c",
        "x = {1};",
        "a\tb",
        "word word word word word word word word word word word word",
        "\u{C}page",
        "و كان",
        "漢字漢字",
        "end-",
        "1999-01-01 00:00:00 x",
        "I",
        "* * *",
    ];
    // A fixed sequence that visits many orders (Knuth's multiplier for 64 bits).
    let mut state = 7_u64;
    for _ in 0..300 {
        let mut text = String::new();
        for _ in 0..14 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            text.push_str(pieces[(state >> 33) as usize % pieces.len()]);
            text.push('\n');
        }
        let found = read(&text);
        let mut seen: String = String::new();
        for (_, words) in said(&found) {
            seen.push_str(&letters(&words));
        }
        // The numbers of items are their marks.
        let without = |text: &str| text.replace('2', "");
        assert_eq!(without(&seen), without(&letters(&text)), "{text}");
    }
}

#[test]
fn hostile_text_ends() {
    for text in
        ["\t".repeat(50_000), "- ".repeat(50_000), "- a\n ".repeat(3_000), "a\n".repeat(50_000), "\u{C}".repeat(9_999)]
    {
        assert!(blocks(&text, &Context::default()).is_ok());
    }
    let steps: String = (0..200).map(|depth| format!("{}- a\n", " ".repeat(depth))).collect();
    assert!(blocks(&steps, &Context::default()).is_ok());
}
