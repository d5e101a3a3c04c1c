//! What is written is read back as it was.

use std::path::Path;

use proptest::prelude::*;
use serde_json::Value;

use super::*;
use transvase_base::error::ErrorCode;
use transvase_base::warning::WarningCode;
use transvase_format::Written;
use transvase_markup::prose::{HIDDEN, RUNNING_HEADS};
use transvase_model::flow::{
    Align, Block, Hidden, Inline, LinkTarget, Paragraph, Run, RunningText, Script, Section, TextStyle, Unseen,
};

fn value(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

#[test]
fn all_there_is_comes_back() {
    let again = whole(parsed(SAMPLE));
    assert_eq!(value(&again), value(SAMPLE));
    assert!(!again.trim_end().contains('\n'), "one line");
}

#[test]
fn the_model_says_what_the_json_says() {
    let flow = parsed(SAMPLE);
    let blocks = &flow.sections[0].blocks;
    let paragraph = |at: usize| -> &Paragraph {
        let Block::Paragraph(paragraph) = &blocks[at] else { panic!("a paragraph") };
        paragraph
    };
    assert_eq!(paragraph(0).style.align, Some(Align::Center));
    let content = &paragraph(3).content;
    let run = |at: usize| content[at].run().unwrap();
    assert_eq!((run(0).text.as_str(), run(0).style.weight, run(0).style.size), ("Plain and ", 400, Some(10.5)));
    assert_eq!((run(1).style.weight, run(1).style.family.as_deref()), (700, Some("Times New Roman")));
    let Inline::Link { target, content: link } = &content[3] else { panic!("a link") };
    assert_eq!(*target, LinkTarget::External("https://example.org/?a=b".into()));
    assert_eq!(link.len(), 1);
    assert!(content.contains(&Inline::Tab) && content.contains(&Inline::LineBreak));
    assert_eq!(content[content.len() - 2].run().unwrap().style.script, Script::Superscript);
    assert_eq!(content.last(), Some(&Inline::Note(0)));
    let cap = paragraph(4).drop_cap.as_ref().unwrap();
    assert_eq!((cap.run.text.as_str(), paragraph(4).content[0].run().unwrap().text.as_str()), ("O", "nce upon a time"));
    let [Inline::Comment { comment: 0, content: remarked }, Inline::Change { change: 0, .. }, Inline::Comment { .. }] =
        paragraph(5).content.as_slice()
    else {
        panic!("a remark, a change, a remark: {:?}", paragraph(5).content)
    };
    assert!(matches!(remarked.as_slice(), [Inline::Change { change: 1, .. }, Inline::Text(_)]));
    assert_eq!(flow.places.len(), 3);
    assert_eq!(flow.media.len(), 1);
}

#[test]
fn a_text_that_was_changed_counts_before_its_runs() {
    let changed = SAMPLE.replace("Plain and bold, a link,\\ta tab,\\na line. x2", "Another text");
    let context = Context::default();
    let flow = read::read(changed.as_bytes(), &context).unwrap();
    let Block::Paragraph(paragraph) = &flow.sections[0].blocks[3] else { panic!("a paragraph") };
    assert_eq!(paragraph.content[0].run().unwrap().text, "Another text");
    assert_eq!(paragraph.content.last(), Some(&Inline::Note(0)), "what is more than text stays");
    let [warning] = &context.take_warnings()[..] else { panic!("one warning") };
    assert_eq!(warning.code, WarningCode::StyleDropped);
    assert!(warning.message.starts_with("1 "));
}

#[test]
fn words_are_told_whole() {
    let block = Block::Paragraph(Paragraph { content: made::text("hy\u{AD}phen"), ..Paragraph::default() });
    assert!(whole(made::document(vec![block])).contains("\"text\":\"hyphen\"}"));
}

#[test]
fn a_person_writes_little() {
    let json = r#"{"format": "transvase-document", "version": 1, "colour": "unknown", "sections": [{"blocks": [
        {"type": "heading", "level": 1, "text": "One"}, {"type": "paragraph", "text": "Words.", "size": 3},
        {"type": "code", "text": "let x;"},
        {"type": "table", "rows": [{"cells": [{"text": "a"}, {"text": "b"}]}, {"cells": [{"text": "c"}]}]}]}]}"#;
    let flow = parsed(json);
    let blocks = &flow.sections[0].blocks;
    let Block::Table(table) = &blocks[3] else { panic!("a table") };
    assert_eq!((table.columns.len(), table.rows[1].cells.len()), (2, 2), "rows cover one grid");
    let Block::Group(code) = &blocks[2] else { panic!("code") };
    assert_eq!(code.blocks.len(), 1);
}

#[test]
fn pictures_go_where_the_option_says() {
    let flow = parsed(SAMPLE);
    let none = Context::default();
    let bytes = write(flow.clone(), &none).unwrap().alone();
    let [warning] = &none.take_warnings()[..] else { panic!("one warning") };
    assert_eq!(warning.code, WarningCode::ImageDropped);
    assert!(warning.message.contains("1 picture ") && warning.message.contains("1 drawing "), "{}", warning.message);
    let told = value(&String::from_utf8(bytes.clone()).unwrap());
    assert_eq!(told["media"][0], serde_json::json!({"id": 0, "media_type": "image/png", "width": 1, "height": 1}));
    let lost = Context::default();
    read::read(&bytes, &lost).unwrap();
    assert_eq!(lost.take_warnings()[0].code, WarningCode::ImageDropped);
    let zip = context(&[(&IMAGES, "zip"), (&super::super::LINES, "true")]);
    let Written::Files(files) = write(flow.clone(), &zip).unwrap() else { panic!("files") };
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["document.json", "media/image-1.png"]);
    assert_eq!(zip.take_warnings(), []);
    let mut handed_in = transvase_base::resources::Resources::default();
    handed_in.add(&files[1].name, files[1].bytes.clone().into()).unwrap();
    let beside = Context::default().with_resources(handed_in.into());
    assert_eq!(whole(read::read(&files[0].bytes, &beside).unwrap()), whole(flow));
}

#[test]
fn what_is_not_of_this_version_is_refused_with_the_reason() {
    let later = SAMPLE.replacen("\"version\": 1", "\"version\": 2", 1);
    let strange = later.replacen("\"sections\": [", "\"sections\": [7, ", 1);
    for json in [&later, &strange] {
        let error = read::read(json.as_bytes(), &Context::default()).unwrap_err();
        assert_eq!(error.code(), ErrorCode::Malformed);
        assert!(error.to_string().contains("version 2"), "{error}");
    }
    let other = SAMPLE.replacen("transvase-document", "another", 1);
    let error = read::read(other.as_bytes(), &Context::default()).unwrap_err();
    assert!(error.to_string().contains("another"), "{error}");
    let wrong = SAMPLE.replacen("\"type\": \"title\"", "\"type\": \"poem\"", 1);
    let error = read::read(wrong.as_bytes(), &Context::default()).unwrap_err();
    assert!(error.to_string().contains("poem") && error.to_string().contains("line"), "{error}");
}

#[test]
fn a_document_is_recognised_by_its_beginning() {
    use transvase_format::Confidence;
    let sniff = |bytes: &[u8]| (SPEC.sniff)(bytes);
    assert_eq!(sniff(SAMPLE.as_bytes()), Confidence::Certain);
    assert_eq!(sniff(whole(parsed(SAMPLE)).as_bytes()), Confidence::Certain);
    assert_eq!(sniff(format!("\u{FEFF}\n {SAMPLE}").as_bytes()), Confidence::Certain);
    for other in ["", "{", "{}", "[\"format\":\"transvase-document\"]", "{\"format\": \"other\"}"] {
        assert_eq!(sniff(other.as_bytes()), Confidence::No, "{other}");
    }
    let facts = super::super::inspect(SAMPLE.as_bytes(), &Context::default()).unwrap();
    assert_eq!((facts.pages, facts.metadata.title.as_deref()), (Some(2), Some("All there is")));
}

#[test]
#[allow(clippy::disallowed_methods, reason = "samples are files")]
fn sample_documents_come_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/documents");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "pdf" || end == "mobi"));
    files.sort();
    assert!(files.len() > 80, "{}", files.len());
    for path in files {
        let Ok(flow) = transvase::flow(&std::fs::read(&path).unwrap(), None) else { continue };
        let json = whole(flow);
        let again = whole(parsed(&json));
        let at = json.bytes().zip(again.bytes()).position(|(a, b)| a != b).unwrap_or(json.len().min(again.len()));
        let part =
            |json: &str| json[json.floor_char_boundary(at.saturating_sub(200))..].chars().take(400).collect::<String>();
        assert!(json == again, "{}:\n{}\n{}", path.display(), part(&json), part(&again));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, rng_seed: prop::test_runner::RngSeed::Fixed(7), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn made_documents_come_back(flow in made::flow()) {
        let json = whole(flow);
        prop_assert_eq!(whole(parsed(&json)), json);
    }
}

#[test]
fn blocks_nested_deeply_follow_one_another() {
    let mut block = Block::Paragraph(Paragraph { content: made::text("deep"), ..Paragraph::default() });
    for _ in 0..200 {
        block = Block::Quote(vec![block]);
    }
    let flow = made::document(vec![block]);
    let context = Context::default();
    let json = String::from_utf8(write(flow, &context).unwrap().alone()).unwrap();
    assert_eq!(context.take_warnings()[0].code, WarningCode::StructureFlattened);
    assert!(json.contains("deep"));
    transvase::flow(json.as_bytes(), None).unwrap();
}

#[test]
fn text_that_nobody_sees_says_why() {
    let run = |text: &str, hidden| {
        Inline::Text(Run { text: text.into(), style: TextStyle { hidden, ..TextStyle::default() } })
    };
    let content = vec![run("seen ", None), run("specks", Some(Hidden::Tiny))];
    let block = Block::Paragraph(Paragraph { content, ..Paragraph::default() });
    let unseen = vec![Unseen { page: 1, text: "beside the page".into(), hidden: Hidden::OffPage }];
    let sections = vec![Section { blocks: vec![block], ..Section::default() }];
    let json = whole(Flow { sections, unseen, ..Flow::default() });
    assert!(json.contains(r#"{"text":"specks","hidden":"tiny"}"#), "{json}");
    assert!(json.contains(r#""text":"beside the page","font":{"hidden":"off_page"}"#), "{json}");
    assert_eq!(whole(parsed(&json)), json);
    let mut read = parsed(&json);
    assert_eq!(read.drop_hidden().total(), 4, "a writer of plain text leaves out what the reader was told of");
}

#[test]
fn options_of_the_text_are_followed_where_they_are_given() {
    let hidden = TextStyle { hidden: Some(Hidden::Tiny), ..TextStyle::default() };
    let content = [made::text("seen"), vec![Inline::Text(Run { text: "specks".into(), style: hidden })]].concat();
    let mut flow = made::document(vec![Block::Paragraph(Paragraph { content, ..Paragraph::default() })]);
    let head = vec![Block::Paragraph(Paragraph { content: made::text("head"), ..Paragraph::default() })];
    flow.sections[0].header = Some(RunningText { default: head, ..RunningText::default() });
    let written = |options: &[(&transvase_base::options::OptionSpec, &str)]| {
        String::from_utf8(write(flow.clone(), &context(options)).unwrap().alone()).unwrap()
    };
    let plain = written(&[]);
    assert!(plain.contains("specks") && plain.contains("header"), "{plain}");
    let none = written(&[(&HIDDEN, "drop"), (&RUNNING_HEADS, "none")]);
    assert!(!none.contains("specks") && !none.contains("head"), "{none}");
    let once = written(&[(&HIDDEN, "keep"), (&RUNNING_HEADS, "once")]);
    assert!(once.contains("specks") && once.contains("head") && !once.contains("header"), "{once}");
}
