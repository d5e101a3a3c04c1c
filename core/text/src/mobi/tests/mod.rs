//! Whole books: built here, damaged here, and from the corpus.

mod build;
mod corpus;
mod damage;
mod fonts;

use super::read::read;
use build::{Packing, Sample};
use transvase_base::context::Context;
use transvase_base::error::ErrorCode;
use transvase_model::flow::{Align, Block, Flow, Inline, LinkTarget, Meaning, Paragraph, Role};

/// A GIF of 2 by 1 pixels, as far as its header goes.
const GIF: &[u8] = b"GIF89a\x02\0\x01\0\0\0\0";

fn flow(file: &[u8]) -> Flow {
    read(file, &Context::default()).unwrap()
}

/// The paragraphs of a flow, those in quotations, lists and cells included.
fn paragraphs(flow: &Flow) -> Vec<Paragraph> {
    let mut all = Vec::new();
    let mut sections = flow.sections.clone();
    for section in &mut sections {
        transvase_model::flow::walk_mut(&mut section.blocks, &mut |paragraph| {
            all.push(paragraph.clone());
            Ok::<(), ()>(())
        })
        .unwrap();
    }
    all
}

fn text_of(content: &[Inline]) -> String {
    content
        .iter()
        .map(|inline| match inline {
            Inline::Text(run) => run.text.clone(),
            Inline::Link { content, .. } => text_of(content),
            Inline::LineBreak => "\n".into(),
            _ => String::new(),
        })
        .collect()
}

fn texts(flow: &Flow) -> Vec<String> {
    paragraphs(flow).iter().map(|paragraph| text_of(&paragraph.content)).collect()
}

/// The paragraph an anchor stands in.
fn at_anchor(flow: &Flow, anchor: &str) -> String {
    let here = |inline: &Inline| matches!(inline, Inline::Anchor(name) if **name == *anchor);
    let found = paragraphs(flow).into_iter().find(|paragraph| paragraph.content.iter().any(here));
    text_of(&found.expect("the anchor is in the text").content)
}

/// A MOBI6 book with a contents page of links, two chapters and an image.
fn novel(packing: Packing) -> Sample {
    let parts = [
        "<html><head><guide><reference type=\"toc\" filepos=0000000000 /></guide></head><body>",
        "<p><a filepos=CHAPTER-1>To one</a> <a filepos=CHAPTER-2>To two</a></p><mbp:pagebreak/>",
        "<p align=\"center\"><font size=\"5\"><b>Chapter One</b></font></p>",
        "<p height=\"1em\" width=\"0pt\">Café ======== with <i>italics </i>and  spaces.</p>",
        "<p><img recindex=\"00001\" alt=\"a dot\"/></p><mbp:pagebreak />",
        "<p>Chapter Two</p><p>See <a filepos=CHAPTER-1>one</a> or <a filepos=9999999999>nowhere</a>.</p></body></html>",
    ];
    let text = parts.concat();
    let position = |mark: &str| text.find(mark).unwrap() as u32;
    let one = position("<p align=\"center\"");
    let two = position("<p>Chapter Two");
    let text = text.replace("CHAPTER-1", &format!("{one:09}")).replace("CHAPTER-2", &format!("{two:09}"));
    Sample {
        text: text.into_bytes(),
        packing,
        ncx: vec![("Chapter One", vec![one], 0, None), ("Chapter Two", vec![two], 0, None)],
        images: vec![GIF.to_vec()],
        exth: vec![(100, b"A. Writer".to_vec()), (503, b"A Novel".to_vec()), (524, b"en-GB".to_vec())],
        record_size: 100,
        ..Sample::default()
    }
}

/// The same in KF8: two files, each a skeleton with one fragment, and a style sheet.
fn kf8() -> Sample {
    let skeleton =
        "<html><head><link rel=\"stylesheet\" href=\"kindle:flow:0001?mime=text/css\"/></head><body></body></html>";
    let pieces = [
        "<h1 class=\"t\">One</h1><p>To <a href=\"kindle:pos:fid:0001:off:0000000004\">two</a>.<a id=\"x\"/></p>",
        "<p>Lead</p><h1>Two</h1><p><img src=\"kindle:embed:0001?mime=image/gif\" alt=\"\"/><a href=\"#y\">lost</a></p>",
    ];
    let sheet = ".t { text-align: right } @media amzn-mobi { .t { text-align: center } }";
    let at_body = skeleton.find("</body>").unwrap() as u32;
    let mut sample = Sample { version: 8, images: vec![GIF.to_vec()], ..Sample::default() };
    let mut position = 0;
    for piece in pieces {
        sample.skeletons.push((position, skeleton.len() as u32, 1));
        sample.fragments.push((position + at_body, piece.len() as u32));
        sample.text.extend(format!("{skeleton}{piece}").bytes());
        position = sample.text.len() as u32;
    }
    sample.text.extend(sheet.bytes());
    sample.flows = vec![(0, position), (position, sample.text.len() as u32)];
    sample.ncx = vec![("One", vec![0, 0], 0, None), ("Two", vec![1, 11], 1, Some(0))];
    sample
}

#[test]
fn every_packing_gives_the_same_book() {
    let plain = texts(&flow(&novel(Packing::None).write()));
    assert_eq!(plain[2], "Café ======== with italics and spaces.");
    assert_eq!(texts(&flow(&novel(Packing::PalmDoc).write())), plain);
    assert_eq!(texts(&flow(&novel(Packing::HuffCdic).write())), plain);
}

#[test]
fn contents_links_and_images_of_mobi6_find_their_places() {
    let context = Context::default();
    let flow = read(&novel(Packing::PalmDoc).write(), &context).unwrap();
    let titles: Vec<_> = flow.outline.iter().map(|item| at_anchor(&flow, &item.target)).collect();
    assert_eq!(titles, ["Chapter One", "Chapter Two"]);
    let all = paragraphs(&flow);
    let headings: Vec<_> = all.iter().filter(|p| matches!(p.role, Role::Heading(1))).collect();
    assert_eq!(headings.len(), 2, "paragraphs the contents name are headings");
    assert_eq!(headings[0].style.align, Some(Align::Center));
    assert!(headings.iter().all(|heading| heading.style.page_break_before));
    assert!(all.iter().any(|p| p.content.iter().any(|inline| matches!(inline, Inline::Image(_)))));
    assert_eq!(flow.media.iter().map(|(_, media)| media.width_px).collect::<Vec<_>>(), [2]);
    let links: Vec<_> = all.iter().flat_map(|p| &p.content).filter(|i| matches!(i, Inline::Link { .. })).collect();
    assert_eq!(links.len(), 3, "the link to nowhere is plain text");
    assert_eq!(context.take_warnings().len(), 1);
}

#[test]
fn metadata_come_from_exth() {
    let metadata = flow(&novel(Packing::None).write()).metadata;
    assert_eq!(metadata.title.as_deref(), Some("A Novel"));
    assert_eq!(metadata.authors, ["A. Writer"]);
    assert_eq!(metadata.language.as_deref(), Some("en-GB"));
    let bare = Sample { text: b"<p>x".to_vec(), ..Sample::default() };
    let metadata = flow(&bare.write()).metadata;
    assert_eq!((metadata.title.as_deref(), metadata.language.as_deref()), (Some("Name"), Some("en-US")));
}

#[test]
fn kf8_is_put_together() {
    let flow = flow(&kf8().write());
    assert_eq!(texts(&flow), ["One", "To two.", "Lead", "Two", "lost"]);
    let titles: Vec<_> = flow.outline.iter().map(|item| (item.level, at_anchor(&flow, &item.target))).collect();
    assert_eq!(titles, [(1, "One".into()), (2, "Two".into())]);
    let all = paragraphs(&flow);
    assert_eq!(all[0].style.align, Some(Align::End), "the sheet for this kind of book counts");
    let breaks: Vec<_> = all.iter().map(|p| p.style.page_break_before).collect();
    assert_eq!(breaks, [false, false, true, false, false]);
    let target = all[1].content.iter().find_map(|inline| match inline {
        Inline::Link { target: LinkTarget::Internal(anchor), .. } => Some(at_anchor(&flow, anchor)),
        _ => None,
    });
    assert_eq!(target.as_deref(), Some("Lead"));
}

#[test]
fn of_a_joint_file_the_second_half_counts() {
    let file = novel(Packing::PalmDoc).write_joint(kf8());
    let flow = flow(&file);
    assert_eq!(texts(&flow)[..2], ["One", "To two."]);
    assert_eq!(flow.media.len(), 1, "images lie in the first half");
    // Cut before the second half's text, the first half is the book.
    let first = self::flow(&file[..file.len() - 900]);
    assert_eq!(texts(&first)[1], "Chapter One");
}

#[test]
fn old_encodings_and_plain_text() {
    let latin = Sample { text: b"<p>caf\xE9 \x93x\x94".to_vec(), codepage: 1252, ..Sample::default() };
    assert_eq!(texts(&flow(&latin.write())), ["café \u{201C}x\u{201D}"]);
    let mut record0 = vec![0; 16];
    (record0[1], record0[9]) = (1, 1);
    let lines = "The first line of a paragraph goes as far as the margin of the\npage, and so does the second one of it \
        before the words go on\nin the third.";
    let file = build::pdb(b"TEXtREAd", &[record0, format!("{lines}\n\nSecond.").into_bytes()]);
    assert_eq!(texts(&flow(&file)), [&lines.replace('\n', " "), "Second."]);
}

#[test]
fn protected_books_are_refused() {
    let sample = Sample { encryption: 2, ..novel(Packing::PalmDoc) };
    let error = read(&sample.write(), &Context::default()).unwrap_err();
    assert_eq!(error.code(), ErrorCode::DrmProtected);
}

#[test]
fn contents_pages_and_headings_stand_in_for_a_missing_ncx() {
    let mut sample = novel(Packing::None);
    sample.ncx.clear();
    let text = String::from_utf8(sample.text).unwrap();
    let toc = format!("filepos={:010}", text.find("<p><a").unwrap());
    sample.text = text.replace("filepos=0000000000", &toc).into_bytes();
    let book = flow(&sample.write());
    let titles: Vec<_> =
        book.outline.iter().map(|item| (item.title.as_str(), at_anchor(&book, &item.target))).collect();
    assert_eq!(titles, [("To one", "Chapter One".into()), ("To two", "Chapter Two".into())]);
    let headings = Sample { text: b"<h1>A</h1><p>x</p><h2>B</h2>".to_vec(), ..Sample::default() };
    let levels: Vec<_> = flow(&headings.write()).outline.iter().map(|item| item.level).collect();
    assert_eq!(levels, [1, 2]);
}

#[test]
fn a_cover_is_kept_unless_the_text_begins_with_it() {
    let mut sample = novel(Packing::None);
    sample.exth.push((201, vec![0, 0, 0, 0]));
    assert!(flow(&sample.write()).cover.is_some());
    sample.text = b"<p><img recindex=1></p><p>x".to_vec();
    sample.ncx.clear();
    assert!(flow(&sample.write()).cover.is_none());
}

#[test]
fn blocks_keep_their_kind() {
    let html =
        b"<blockquote style='margin: 0 2em'>q</blockquote><ol start=3><li>a<ul><li>b</ul><li>c</ol><table border=1>\
        <tr><td colspan=2>d<tr><td>e<td>f</table><hr><pre>g\n  h</pre>";
    let flow = flow(&Sample { text: html.to_vec(), ..Sample::default() }.write());
    let kinds = flow.sections[0].blocks.iter().map(|block| match block {
        Block::Group(group) => format!("{:?} of {}", group.kind, group.blocks.len()),
        Block::Quote(blocks) => format!("quote {}", blocks.len()),
        Block::List(list) => format!("list from {} of {}", list.start, list.items.len()),
        Block::Table(table) => format!("table {}x{}", table.columns.len(), table.rows.len()),
        Block::Rule => "rule".into(),
        Block::Paragraph(paragraph) => format!("{:?}: {}", paragraph.role, text_of(&paragraph.content)),
        _ => "other".into(),
    });
    assert_eq!(kinds.collect::<Vec<_>>(), ["quote 1", "list from 3 of 2", "table 2x2", "rule", "Code(None) of 1",]);
}

#[test]
fn what_the_book_says_of_its_parts_is_kept() {
    let html = "<figure><img recindex=1 alt=x><figcaption>Figure one</figcaption></figure>\
        <table><caption>Table one</caption><tr><td>a</table><table role=presentation><tr><td>b</table>\
        <dl><dt>Term<dd>Said of it</dl><pre class=language-rust>fn main() {}</pre>\
        <section epub:type=chapter><p><em>so</em> <strong>very <code>much</code></strong> <kbd>q</kbd> <cite>Emma</cite> \
        <q>quoted</q></p></section>";
    let mut sample = novel(Packing::None);
    (sample.text, sample.ncx) = (html.as_bytes().to_vec(), Vec::new());
    let flow = flow(&sample.write());
    let mut lines = Vec::new();
    structure(&flow.sections[0].blocks, 0, &mut lines);
    let expected = [
        "Figure",
        "  Body: ",
        "  Caption: Figure one",
        "Figure",
        "  Caption: Table one",
        "  table Data",
        "    Body: a",
        "table Layout",
        "  Body: b",
        "Definitions",
        "  Term: Term",
        "  Definition",
        "    Body: Said of it",
        "Code(Some(\"rust\"))",
        "  Preformatted: fn main() {}",
        "Division(Division { kind: Section, epub_type: Some(\"chapter\") })",
        "  Body: so very much q Emma \u{201C}quoted\u{201D}",
    ];
    assert_eq!(lines, expected);
    let said = |text: &str| {
        let all = paragraphs(&flow);
        let mut runs = all.iter().flat_map(|paragraph| &paragraph.content).filter_map(Inline::run);
        runs.find(|run| run.text.trim() == text).map_or_else(|| panic!("{text}"), |run| run.style.meaning)
    };
    assert_eq!(said("so"), Meaning { emphasis: true, ..Meaning::default() });
    assert_eq!(said("much"), Meaning { strong: true, code: true, ..Meaning::default() });
    assert_eq!(said("q"), Meaning { keyboard: true, ..Meaning::default() });
    assert_eq!(said("Emma"), Meaning { citation: true, ..Meaning::default() });
    assert!(said("\u{201C}quoted\u{201D}").quotation);
}

/// A line for each block, those inside others set in.
fn structure(blocks: &[Block], depth: usize, lines: &mut Vec<String>) {
    for block in blocks {
        let line = match block {
            Block::Group(group) => format!("{:?}", group.kind),
            Block::Table(table) => format!("table {:?}", table.purpose),
            Block::Paragraph(paragraph) => format!("{:?}: {}", paragraph.role, text_of(&paragraph.content)),
            other => format!("{other:?}"),
        };
        lines.push(format!("{}{line}", "  ".repeat(depth)));
        block.children().into_iter().for_each(|inside| structure(inside, depth + 1, lines));
    }
}
