//! What is written is read back.

use super::{again, sample, words};
use transvase_markup::prose::each_inline;
use transvase_model::flow::{Block, Flow, Inline, List, Marker, Role, Table, each_run, leaves};

/// All text of a document: sections, what runs at their edges, notes and remarks.
fn all(flow: &Flow) -> Vec<String> {
    let mut texts = Vec::new();
    let mut add =
        |blocks: &[Block]| texts.extend(leaves(blocks).into_iter().map(words).filter(|text| !text.is_empty()));
    for section in &flow.sections {
        add(&section.blocks);
        for text in [&section.header, &section.footer].into_iter().flatten() {
            [Some(&text.default), text.first.as_ref(), text.even.as_ref()].into_iter().flatten().for_each(|b| add(b));
        }
    }
    flow.notes.iter().for_each(|note| add(&note.blocks));
    flow.comments.iter().for_each(|comment| add(&comment.blocks));
    texts
}

fn list(flow: &Flow) -> &List {
    let found = flow.sections[0].blocks.iter().find_map(|block| match block {
        Block::List(list) => Some(list),
        _ => None,
    });
    found.unwrap()
}

fn table(flow: &Flow) -> &Table {
    let found = flow.sections[0].blocks.iter().find_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    found.unwrap()
}

#[test]
fn no_word_is_lost_or_won() {
    let document = sample::document();
    let read = again(&document);
    assert_eq!(all(&read), all(&document));
    assert_eq!(all(&again(&read)), all(&document));
}

#[test]
fn the_structure_is_kept() {
    let (before, after) = (sample::document(), again(&sample::document()));
    let kinds = |flow: &Flow| -> Vec<std::mem::Discriminant<Block>> {
        flow.sections[0]
            .blocks
            .iter()
            .filter(|block| !matches!(block, Block::PageBreak))
            .map(std::mem::discriminant)
            .collect()
    };
    assert_eq!(kinds(&after), kinds(&before));
    let roles = |flow: &Flow| -> Vec<Role> {
        let leaves = leaves(&flow.sections[0].blocks);
        leaves
            .into_iter()
            .filter_map(|block| match block {
                Block::Paragraph(paragraph) => Some(paragraph.role),
                _ => None,
            })
            .collect()
    };
    assert_eq!(roles(&after), roles(&before));
    let labels = |flow: &Flow| -> Vec<Option<(Marker, u32)>> {
        flow.sections[0]
            .blocks
            .iter()
            .filter_map(|block| match block {
                Block::Paragraph(paragraph) => Some(paragraph.label.clone().map(|label| (label.marker, label.number))),
                _ => None,
            })
            .collect()
    };
    assert_eq!(labels(&after), labels(&before));
}

#[test]
fn lists_count_as_they_did() {
    let (before, after) = (sample::document(), again(&sample::document()));
    let (before, after) = (list(&before), list(&after));
    assert_eq!((&after.marker, after.start, after.items.len()), (&before.marker, before.start, before.items.len()));
    assert_eq!(after.items[1].number, before.items[1].number);
    assert!(
        matches!(&after.items[0].blocks[1], Block::List(inner) if inner.marker == Marker::Bullet('•') && inner.items.len() == 2)
    );
}

#[test]
fn tables_are_the_same() {
    let (before, after) = (sample::document(), again(&sample::document()));
    let (before, after) = (table(&before), table(&after));
    assert_eq!((&after.columns, after.align), (&before.columns, before.align));
    for (after, before) in after.rows.iter().zip(&before.rows) {
        assert_eq!((after.header, after.height, after.cells.len()), (before.header, before.height, before.cells.len()));
        for (after, before) in after.cells.iter().zip(&before.cells) {
            assert_eq!((after.column_span, after.row_span), (before.column_span, before.row_span));
            assert_eq!((after.background, after.borders), (before.background, before.borders));
        }
    }
}

#[test]
fn asides_and_pages_are_the_same() {
    let (before, after) = (sample::document(), again(&sample::document()));
    let kinds = |flow: &Flow| flow.notes.iter().map(|note| note.kind).collect::<Vec<_>>();
    assert_eq!(kinds(&after), kinds(&before));
    assert_eq!((&after.changes, &after.metadata.title), (&before.changes, &before.metadata.title));
    assert_eq!((&after.metadata.authors, &after.metadata.date), (&before.metadata.authors, &before.metadata.date));
    assert_eq!(after.metadata.language, before.metadata.language);
    assert_eq!(after.comments[0].author, before.comments[0].author);
    assert_eq!(after.background, before.background);
    let page = |flow: &Flow| flow.sections[0].page.clone().map(|page| (page.size, page.margins));
    assert_eq!(page(&after), page(&before));
    assert_eq!(after.sections[1].numbers, before.sections[1].numbers);
    let mut links = 0;
    each_inline(&after.sections[0].blocks, &mut |inline| links += usize::from(matches!(inline, Inline::Link { .. })));
    assert_eq!(links, 2);
    let frame = |flow: &Flow| {
        let found = flow.sections[0].blocks.iter().find_map(|block| match block {
            Block::Frame(frame) => Some((frame.rect, frame.origin, frame.wrap, frame.background, frame.padding)),
            _ => None,
        });
        found.unwrap()
    };
    assert_eq!(frame(&after), frame(&before));
}

#[test]
fn looks_are_the_same() {
    let after = again(&sample::document());
    let mut found = false;
    for leaf in leaves(&after.sections[0].blocks) {
        if let Block::Paragraph(paragraph) = leaf {
            each_run(&paragraph.content, &mut |run| {
                if run.text == "bold" {
                    let style = &run.style;
                    found = style.is_bold() && style.italic && style.size == Some(14.0);
                    assert!(style.color.is_some_and(|color| color.r == 255));
                }
            });
        }
    }
    assert!(found);
}

#[test]
fn formulas_are_the_same() {
    use transvase_model::flow::{Formula, Math, MathStyle, Run, TextStyle};
    let signs = |text: &str| vec![Math::Signs(text.into(), MathStyle::Italic)];
    let row = vec![
        Math::Fraction(signs("a"), vec![Math::Root(Vec::new(), signs("b"))]),
        Math::Script { base: signs("x"), sub: signs("i"), sup: signs("2") },
        Math::Big { sign: '∑', below: signs("n=1"), above: signs("∞"), beside: false, body: signs("k") },
        Math::Fenced(
            Some('['),
            vec![Math::Matrix(vec![vec![signs("p"), signs("q")], vec![signs("r"), signs("s")]], false)],
            None,
        ),
        Math::Function(vec![Math::Signs("sin".into(), MathStyle::Upright)], signs("t")),
        Math::Accent(signs("v"), '\u{20D7}'),
        Math::Limit { base: signs("w"), below: signs("0"), above: Vec::new() },
    ];
    let run = Run { text: String::new(), style: TextStyle::default() };
    let mut formula = Formula::new(row.clone(), run);
    formula.display = true;
    let mut flow = sample::document();
    let content = vec![Inline::Formula(Box::new(formula))];
    flow.sections[1].blocks.push(Block::Paragraph(transvase_model::flow::Paragraph { content, ..Default::default() }));
    let read = again(&flow);
    let mut found = None;
    each_inline(&read.sections[1].blocks, &mut |inline| {
        if let Inline::Formula(formula) = inline {
            found = Some((formula.row.clone(), formula.display));
        }
    });
    assert_eq!(found, Some((row, true)));
}
