//! Chunks have no more characters than they may, and every word.

use proptest::prelude::*;

use super::super::chunks::{Chunk, ChunkKind, chunks};
use super::*;
use transvase_markup::prose;
use transvase_model::flow::{Block, Cell, Inline, Note, NoteKind, Paragraph, Role, Row, Table};

fn cut(mut flow: Flow, most: usize) -> Vec<Chunk> {
    let context = Context::default();
    prose::prepare(&mut flow, &context);
    chunks(&flow, most, &context).unwrap()
}

fn paragraph(role: Role, words: &str) -> Block {
    Block::Paragraph(Paragraph { role, content: made::text(words), ..Paragraph::default() })
}

/// All characters but white space, without what is repeated.
fn letters(chunks: &[Chunk]) -> String {
    let own = |chunk: &Chunk| chunk.text.chars().skip(chunk.repeated).collect::<String>();
    chunks.iter().map(own).collect::<String>().split_whitespace().collect()
}

#[test]
fn blocks_under_one_heading_are_gathered() {
    let flow = made::document(vec![
        paragraph(Role::Heading(1), "One"),
        paragraph(Role::Heading(2), "Two"),
        paragraph(Role::Body, "First."),
        paragraph(Role::Body, "Second."),
        paragraph(Role::Heading(2), "Three"),
        paragraph(Role::Body, "Third."),
    ]);
    let found = cut(flow, 200);
    let said: Vec<_> = found.iter().map(|chunk| (chunk.text.as_str(), chunk.headings.join("/"))).collect();
    assert_eq!(
        said,
        [("# One\n\n## Two\n\nFirst.\n\nSecond.", "One/Two".into()), ("## Three\n\nThird.", "One/Three".into())]
    );
    assert!(found.iter().all(|chunk| chunk.kind == ChunkKind::Text));
}

#[test]
fn a_table_is_cut_between_rows_and_its_head_said_again() {
    let cell = |words: &str| Cell { blocks: vec![paragraph(Role::Body, words)], ..Cell::default() };
    let row =
        |header, words: &[&str]| Row { header, cells: words.iter().map(|word| cell(word)).collect(), ..Row::default() };
    let mut rows = vec![row(true, &["Name", "Number of something"])];
    rows.extend((0..40).map(|at| row(false, &["word", &format!("{at}")])));
    let table = Block::Table(Table { columns: vec![0.0; 2], rows, ..Table::default() });
    let found = cut(made::document(vec![paragraph(Role::Heading(1), "Table"), table]), 200);
    assert!(found.len() > 2);
    let head = "| Name | Number of something |\n| --- | --- |";
    assert!(found[0].text.starts_with(&format!("# Table\n\n{head}\n| word | 0 |")), "{}", found[0].text);
    for chunk in &found[1..] {
        assert!(chunk.text.starts_with(&format!("{head}\n| word | ")));
        assert_eq!((chunk.repeated, chunk.kind), (head.chars().count(), ChunkKind::Table));
        assert_eq!(chunk.headings, ["Table"]);
    }
    let rows = letters(&found);
    assert!((0..40).all(|at| rows.contains(&format!("|word|{at}|"))));
    assert_eq!(rows.matches("Name").count(), 1);
}

#[test]
fn notes_are_said_behind_what_calls_them() {
    let flow = parsed(SAMPLE);
    let found = cut(flow, 10_000);
    let text = &found.iter().map(|chunk| chunk.text.as_str()).collect::<String>();
    assert!(text.contains("x2[*]\n[*] A note"), "{text}");
    assert!(text.contains("(c) first\n  - inner\n(g) second"), "{text}");
    assert!(!text.contains("gone") && !text.contains("Head 3"), "{text}");
    let first = found.iter().find(|chunk| chunk.text.contains("Plain")).unwrap();
    assert_eq!(first.pages, [1, 2]);
    assert_eq!(first.boxes[0], (1, 60.0, 72.0, 200.5, 90.25));
}

#[test]
fn chunks_are_lines_of_json() {
    let context = context(&[(&CHUNKS, "200"), (&super::super::PRETTY, "true")]);
    let bytes = write(parsed(SAMPLE), &context).unwrap().alone();
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.lines().count() > 1);
    for (at, line) in text.lines().enumerate() {
        let chunk: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(chunk["index"], at);
        assert!(chunk["text"].as_str().unwrap().chars().count() <= 200);
    }
}

/// Every letter of the body in reading order, as chunks say them.
fn spoken(flow: &Flow) -> String {
    fn inlines(content: &[Inline], text: &mut String) {
        for inline in content {
            text.push_str(inline.run().map_or("", |run| &run.text));
            inline.children().into_iter().for_each(|inside| inlines(inside, text));
        }
    }
    let mut text = String::new();
    for leaf in transvase_model::flow::leaves(flow.sections.iter().flat_map(|section| &section.blocks)) {
        if let Block::Paragraph(paragraph) = leaf {
            inlines(&paragraph.content, &mut text);
        }
    }
    text.split_whitespace().collect()
}

/// Whether all characters of `words` come in `text`, in their order.
fn holds(text: &str, words: &str) -> bool {
    let mut text = text.chars();
    words.chars().all(|character| text.any(|other| other == character))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, rng_seed: prop::test_runner::RngSeed::Fixed(7), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_letter_is_lost_and_none_is_too_many(flow in made::flow(), most in 200..400_usize) {
        let mut plain = flow.clone();
        prose::prepare(&mut plain, &Context::default());
        let found = cut(flow, most);
        prop_assert!(holds(&letters(&found), &spoken(&plain)), "{:?}\n{}", found, spoken(&plain));
        for (at, chunk) in found.iter().enumerate() {
            prop_assert!(chunk.text.chars().count() <= most && !chunk.text.is_empty(), "{chunk:?}");
            prop_assert_eq!(chunk.index, at);
            let last = chunk.text.lines().last().unwrap_or_default();
            let ends_in_heading = last.starts_with('#') && chunk.kind != ChunkKind::Heading;
            prop_assert!(!ends_in_heading, "{chunk:?}");
        }
    }
}

#[test]
fn pictures_say_their_words_and_every_note_is_said() {
    let mut image = transvase_model::flow::InlineImage::new(transvase_model::media::MediaStore::default().add(
        transvase_model::media::Media {
            bytes: [0; 4].into(),
            kind: transvase_model::media::MediaKind::Png,
            width_px: 1,
            height_px: 1,
        },
    ));
    image.alt = Some("A cat".into());
    let content = vec![Inline::Image(image), Inline::Note(0)];
    let mut flow = made::document(vec![Block::Paragraph(Paragraph { content, ..Paragraph::default() })]);
    // Each note calls the next, but for the last two, which nothing calls.
    let note = |at: usize| {
        let content = [made::text("note"), if at < 20_000 { vec![Inline::Note(at + 1)] } else { Vec::new() }].concat();
        Note {
            kind: NoteKind::Foot,
            mark: None,
            blocks: vec![Block::Paragraph(Paragraph { content, ..Paragraph::default() })],
        }
    };
    flow.notes = (0..20_003).map(note).collect();
    let context = Context::default();
    let text: String = chunks(&flow, 1_000, &context).unwrap().into_iter().map(|chunk| chunk.text).collect();
    assert!(text.starts_with("[A cat][1]\n[1] note[2]\n[2] note"), "{}", &text[..60]);
    assert_eq!(text.matches("note").count(), 20_003);
    let codes: Vec<_> = context.take_warnings().into_iter().map(|warning| warning.code).collect();
    assert_eq!(codes, [transvase_base::warning::WarningCode::ImageDropped]);
}
