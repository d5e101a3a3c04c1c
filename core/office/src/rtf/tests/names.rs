//! Names of all kinds, wherever a file has some: none may break it, and none is lost.

use super::{again, write};
use transvase_base::context::Context;
use transvase_model::flow::{
    Block, Change, ChangeKind, Comment, Control, ControlKind, Flow, IndexEntry, Inline, LinkTarget, Note, NoteKind,
    Paragraph, ParagraphStyle, Run, Section, TextStyle,
};

const NAMES: [&str; 14] = [
    "Ångström",
    "李明",
    "ж",
    "é è",
    "}{\\",
    "a\\",
    "\\",
    "{",
    "😀 😀",
    "שלום עולם",
    "; a;b",
    "tab\tline\nend",
    "\u{1}x",
    "'e4 \\'e4",
];

fn document(name: &str) -> Flow {
    let style = TextStyle { family: Some(name.into()), name: Some(name.into()), ..TextStyle::default() };
    let plain = |text: &str| Inline::Text(Run { text: text.into(), style: style.clone() });
    let kinds = [ControlKind::Text(false), ControlKind::Checkbox(true), ControlKind::Choice(vec![name.into()], false)];
    let control = |kind| Control { name: Some(name.into()), title: Some(name.into()), kind };
    let mut content = vec![
        plain("begin "),
        Inline::Anchor(name.into()),
        Inline::Link { target: LinkTarget::Internal(name.into()), content: vec![plain("link ")] },
        Inline::Link { target: LinkTarget::External(format!("https://a.b/{name}")), content: vec![plain("out ")] },
        Inline::Comment { comment: 0, content: vec![plain("noted ")] },
        Inline::Change { change: 0, content: vec![plain("new ")] },
        Inline::Index(IndexEntry { terms: vec![name.into()] }),
        Inline::Note(0),
    ];
    content.extend(kinds.map(|kind| Inline::Control { control: control(kind), content: Vec::new() }));
    content.push(plain("end"));
    let look = ParagraphStyle { name: Some(name.into()), ..ParagraphStyle::default() };
    let paragraph = |content| Block::Paragraph(Paragraph { content, style: look.clone(), ..Paragraph::default() });
    let mut flow = Flow {
        sections: vec![Section {
            blocks: vec![paragraph(content), paragraph(vec![plain("last")])],
            ..Section::default()
        }],
        comments: vec![Comment { author: Some(name.into()), date: None, blocks: vec![paragraph(vec![plain("why")])] }],
        changes: vec![Change { kind: ChangeKind::Inserted, author: Some(name.into()), date: None }],
        notes: vec![Note {
            kind: NoteKind::Foot,
            mark: Some(name.into()),
            blocks: vec![paragraph(vec![plain("note")])],
        }],
        ..Flow::default()
    };
    flow.metadata.title = Some(name.into());
    flow.metadata.authors = vec![name.into()];
    flow
}

/// Braces that no backslash stands before: those that open, less those that close, and the least of that on the way.
fn balance(rtf: &[u8]) -> (i32, i32) {
    let (mut depth, mut least, mut bytes) = (0, i32::MAX, rtf.iter());
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                least = least.min(depth);
            }
            _ => {}
        }
    }
    (depth, least)
}

#[test]
fn no_name_breaks_a_file() {
    for name in NAMES {
        let flow = document(name);
        let rtf = write::write(flow.clone(), &Context::default()).unwrap().alone();
        assert_eq!(balance(&rtf), (0, 0), "{name:?}: {}", String::from_utf8_lossy(&rtf));
        let read = again(&flow);
        let words = |flow: &Flow| super::words(&flow.sections[0].blocks[0]);
        assert!(words(&read).starts_with("begin link out noted new ") && words(&read).ends_with("end"), "{name:?}");
        assert_eq!(super::words(&read.sections[0].blocks[1]), "last", "{name:?}");
        assert_eq!((read.comments.len(), read.notes.len()), (1, 1), "{name:?}");
        let clean =
            |text: &str| text.replace(['\t', '\n'], " ").chars().filter(|c| !c.is_control()).collect::<String>();
        assert_eq!(read.comments[0].author.as_deref().map(clean), Some(clean(name).trim().to_owned()), "{name:?}");
        let author = read.changes[0].author.as_deref().map(clean);
        assert_eq!(author, Some(clean(&name.replace(';', ",")).trim().to_owned()), "{name:?}");
    }
}
