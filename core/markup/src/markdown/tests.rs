//! Markdown to blocks.

use std::sync::Arc;

use super::*;
use transvase_base::context::Limits;
use transvase_base::options::Options;
use transvase_base::warning::WarningCode;
use transvase_model::flow::{
    Cell, Control, ControlKind, FormulaSource, Group, GroupKind, Inline, LinkTarget, List, Marker, Paragraph, Role,
    leaves,
};

fn flow_in(text: &str, context: &Context) -> Flow {
    let mut composer = Composer::new(context);
    composer.markdown(text).unwrap();
    composer.finish().unwrap()
}

fn blocks(text: &str) -> Vec<Block> {
    flow_in(text, &Context::default()).sections.swap_remove(0).blocks
}

fn only(text: &str) -> Paragraph {
    match blocks(text).swap_remove(0) {
        Block::Paragraph(paragraph) => paragraph,
        other => panic!("{other:?}"),
    }
}

fn words(content: &[Inline]) -> String {
    let word = |inline: &Inline| match inline {
        Inline::LineBreak => "\n".to_owned(),
        Inline::Note(note) => format!("[{note}]"),
        other => match other.children() {
            Some(inside) => words(inside),
            None => other.run().map(|run| run.text.clone()).unwrap_or_default(),
        },
    };
    content.iter().map(word).collect()
}

/// The paragraphs of blocks in reading order.
fn texts(blocks: &[Block]) -> Vec<String> {
    let text = |block: &&Block| match block {
        Block::Paragraph(paragraph) => Some(words(&paragraph.content)),
        _ => None,
    };
    leaves(blocks).iter().filter_map(text).collect()
}

fn list(text: &str) -> List {
    match blocks(text).swap_remove(0) {
        Block::List(list) => list,
        other => panic!("{other:?}"),
    }
}

#[test]
fn letters_look_as_they_are_marked() {
    let paragraph = only("a *b* **c** ~~d~~ `e` <sub>f</sub><br>g  \nh <!-- gone -->");
    assert_eq!(words(&paragraph.content), "a b c d e f\ng\nh");
    let run = |text: &str| {
        paragraph.content.iter().filter_map(Inline::run).find(|run| run.text == text).unwrap().style.clone()
    };
    assert!(run("b").italic && run("b").meaning.emphasis && run("c").is_bold() && run("d").strike);
    assert!(run("e").monospace && run("e").meaning.code && run("e").background.is_none());
}

#[test]
fn headings_are_where_links_lead() {
    let found = blocks("[a](#my-part) [b](#Own) [c](#nowhere) [d](x.md)\n\n# My *part*\n\n## My part {#own}\n");
    let Block::Paragraph(first) = &found[0] else { panic!() };
    let target =
        |index: usize| match first.content.iter().filter(|inline| matches!(inline, Inline::Link { .. })).nth(index) {
            Some(Inline::Link { target, .. }) => Some(target.clone()),
            _ => None,
        };
    assert_eq!(target(0), Some(LinkTarget::Internal("my-part".into())));
    assert_eq!(target(1), Some(LinkTarget::Internal("own".into())));
    assert_eq!(target(2), Some(LinkTarget::External("x.md".into())));
    assert_eq!(target(3), None, "the link to nowhere is text");
    let Block::Paragraph(heading) = &found[2] else { panic!() };
    assert_eq!((heading.role, words(&heading.content)), (Role::Heading(2), "My part".into()));
    assert!(matches!(&heading.content[0], Inline::Anchor(name) if &**name == "own"));
}

#[test]
fn lists_keep_numbers_boxes_and_depth() {
    let numbered = list("7. a\n8. b\n   - c\n     1. d\n");
    assert_eq!((numbered.start, numbered.items.len()), (7, 2));
    let Block::List(inner) = &numbered.items[1].blocks[1] else { panic!() };
    assert_eq!(inner.marker, Marker::Bullet('•'));
    assert!(matches!(&inner.items[0].blocks[1], Block::List(List { marker: Marker::Number { .. }, .. })));
    let space = |list: &List| match &list.items[0].blocks[0] {
        Block::Paragraph(paragraph) => paragraph.style.space_after,
        _ => panic!(),
    };
    assert!(space(&list("- a\n\n- b\n")) > space(&list("- a\n- b\n")), "loose lists are set wider");
    let tasks = list("- [x] done\n- [ ] open\n");
    assert_eq!(tasks.marker, Marker::None);
    let set = |item: usize| match &tasks.items[item].blocks[0] {
        Block::Paragraph(paragraph) => match &paragraph.content[0] {
            Inline::Control { control: Control { kind: ControlKind::Checkbox(set), .. }, .. } => *set,
            other => panic!("{other:?}"),
        },
        _ => panic!(),
    };
    assert!(set(0) && !set(1));
    assert_eq!(list("- [x] done\n- other\n").marker, Marker::Bullet('•'));
}

#[test]
fn tables_of_both_languages_are_tables() {
    for text in [
        "| a | b |\n|---|--:|\n| 1 | 2 |\n",
        "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td align=right>2</td></tr></table>\n",
    ] {
        let found = blocks(text);
        let [Block::Table(table)] = found.as_slice() else { panic!("{found:?}") };
        assert!(table.rows[0].header && table.rows[0].cells[0].header && !table.rows[1].header);
        let Cell { blocks, borders, .. } = &table.rows[1].cells[1];
        assert!(borders.top.is_some() && texts(blocks) == ["2"]);
        let Block::Paragraph(paragraph) = &blocks[0] else { panic!() };
        assert_eq!(paragraph.style.align, Some(transvase_model::flow::Align::End));
    }
}

#[test]
fn code_has_its_language_and_spaces() {
    for (fence, language) in [("rust", "rust"), ("{.python}", "python"), ("rust,ignore", "rust"), ("", "")] {
        let found = blocks(&format!("```{fence}\nfn  a() {{\n    <b>&amp;\n}}\n```\n"));
        let [Block::Group(Group { kind: GroupKind::Code(known), blocks })] = found.as_slice() else {
            panic!("{found:?}")
        };
        assert_eq!(known.as_deref().unwrap_or_default(), language);
        assert_eq!(texts(blocks), ["fn  a() {\n    <b>&amp;\n}"]);
        assert!(matches!(&blocks[0], Block::Paragraph(Paragraph { role: Role::Preformatted, .. })));
    }
}

#[test]
fn notes_stand_beside_the_text() {
    let flow =
        flow_in("A[^x] B[^y] C[^x].\n\n[^y]: Second, *yes*.\n[^x]: First.\n\n    More[^y].\n", &Context::default());
    assert_eq!(texts(&flow.sections[0].blocks), ["A[0] B[1] C[0]."]);
    let notes: Vec<_> = flow.notes.iter().map(|note| texts(&note.blocks)).collect();
    assert_eq!(notes, [vec!["First.", "More[1]."], vec!["Second, yes."]]);
    let forged = blocks("a<md-note number=7>b</md-note>");
    assert_eq!(texts(&forged), ["ab"]);
}

#[test]
fn formulas_keep_their_source() {
    let paragraph = only("It is $a^2$.");
    let Inline::Formula(formula) = &paragraph.content[1] else { panic!("{paragraph:?}") };
    assert_eq!(formula.source, Some(FormulaSource::Tex("a^2".into())));
    assert_eq!((formula.display, formula.run.text.as_str()), (false, "a^2"));
    for text in ["$$\nx < y\n$$", "```math\nx < y\n```"] {
        let paragraph = only(text);
        let [Inline::Formula(formula)] = paragraph.content.as_slice() else { panic!("{paragraph:?}") };
        assert!(formula.display && formula.source == Some(FormulaSource::Tex("x < y".into())));
    }
}

#[test]
fn markdown_lies_in_html_and_html_in_markdown() {
    let text = "<details><summary>More</summary>\n\n- **a**\n\n</details>\n\n<div align=\"center\">\n\n# T\n\n</div>\n";
    assert_eq!(texts(&blocks(text)), ["More", "a", "T"]);
    let found = blocks("> [!WARNING]\n> Take care.\n\n> > deep\n");
    let Block::Quote(alert) = &found[0] else { panic!("{found:?}") };
    assert_eq!(texts(alert), ["Warning", "Take care."]);
    assert!(matches!(&found[1], Block::Quote(outer) if matches!(outer[..], [Block::Quote(_)])));
    let terms = blocks("Term\n\n: What it means\n");
    let Block::Group(Group { kind: GroupKind::Definitions, blocks }) = &terms[0] else { panic!("{terms:?}") };
    assert_eq!(texts(blocks), ["Term", "What it means"]);
}

#[test]
fn a_tag_that_is_only_mentioned_hides_nothing() {
    assert_eq!(texts(&blocks("The <title> of *all*.\n\nMore.\n")), ["The <title> of all.", "More."]);
    assert_eq!(texts(&blocks("<style>\np { color: red }\n</style>\n\nMore.\n")), ["More."]);
}

/// A GIF of one pixel.
const GIF: &[u8] =
    b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xFF\xFF\xFF!\xF9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";

#[test]
fn pictures_are_asked_for_and_never_fetched() {
    let mut resources = transvase_base::resources::Resources::default();
    resources.add("a b.gif", Arc::from(GIF)).unwrap();
    let context = Context::new(Options::default(), Limits::default()).with_resources(Arc::new(resources));
    let data = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==";
    let text = format!("![x](a%20b.gif) ![y]({data})\n\n![gone](no.png) [![badge](https://a.b/c.svg)](d)\n");
    let flow = flow_in(&text, &context);
    assert_eq!(flow.media.len(), 1, "both are the same picture");
    assert_eq!(texts(&flow.sections[0].blocks), [" ", "[gone] [badge]"]);
    let Some(Block::Paragraph(missing)) = flow.sections[0].blocks.last() else { panic!("{flow:?}") };
    let word = |inline: &Inline| inline.children().and_then(<[_]>::first).and_then(Inline::run).cloned();
    let named: Vec<_> = missing.content.iter().filter_map(word).filter_map(|run| run.style.picture).collect();
    assert_eq!(named, ["no.png".into(), "https://a.b/c.svg".into()], "writers of the web still show them");
    let warnings = context.take_warnings();
    assert!(warnings.iter().all(|warning| warning.code == WarningCode::ImageDropped) && warnings.len() == 2);
    assert!(warnings.iter().any(|warning| warning.message.contains("https://a.b/c.svg")));
}

#[test]
fn hostile_text_ends() {
    let deep = 10_000;
    for text in [
        "> ".repeat(deep),
        "[".repeat(deep),
        "![".repeat(deep) + &"](".repeat(deep),
        "*a **a ".repeat(deep),
        "- ".repeat(deep) + "x\n\n\n",
        "1. ".repeat(deep),
        "`".repeat(deep) + &"a`b``".repeat(1_000),
        "<b>".repeat(deep),
        "[^a]".repeat(1_000) + "\n\n[^a]: x\n",
        "|a".repeat(1_500) + "\n" + &"|-".repeat(1_500) + "\n" + &"|\n".repeat(1_000),
        "$".repeat(deep) + &"$a".repeat(deep),
        "a\n: ".repeat(deep / 10),
        "#\u{0}\r\n\t```".repeat(100),
    ] {
        let context = Context::default();
        let mut composer = Composer::new(&context);
        let result = composer.markdown(&text).and_then(|()| composer.finish());
        assert!(
            result.is_ok()
                || result.is_err_and(|error| error.code() == transvase_base::error::ErrorCode::LimitExceeded)
        );
    }
    assert_eq!(texts(&blocks(&("> ".repeat(deep) + "end"))), ["end"]);
}

#[test]
fn lines_of_nothing_but_marks_of_quotations_end() {
    let deep = format!("{}a\n\nb", ">".repeat(300_000));
    let flow = flow_in(&deep, &Context::default());
    let text: Vec<String> = leaves(&flow.sections[0].blocks)
        .into_iter()
        .filter_map(|block| match block {
            Block::Paragraph(paragraph) => Some(words(&paragraph.content)),
            _ => None,
        })
        .collect();
    assert_eq!(text, ["a", "b"]);
}
