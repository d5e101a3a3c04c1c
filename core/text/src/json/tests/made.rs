//! Documents made at random.

use proptest::collection::vec;
use proptest::prelude::*;

use transvase_model::flow::*;

/// Text in no certain style.
pub(super) fn text(words: &str) -> Vec<Inline> {
    vec![Inline::Text(Run { text: words.into(), style: TextStyle::default() })]
}

/// A document of one section.
pub(super) fn document(blocks: Vec<Block>) -> Flow {
    Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() }
}

/// Any document.
pub(super) fn flow() -> impl Strategy<Value = Flow> {
    let stretch = || (1..4_u32, 0..500_u16, 1..100_u16);
    (vec(block(), 0..8), vec(paragraph(), 2), vec(vec(stretch(), 1..3), 4)).prop_map(|(blocks, notes, places)| {
        let note = |block| Note { kind: NoteKind::Foot, mark: None, blocks: vec![block] };
        let change = |kind| Change { kind, author: None, date: None };
        let place =
            |stretches: Vec<(u32, u16, u16)>| Place { stretches: stretches.into_iter().map(stretch_at).collect() };
        Flow {
            notes: notes.into_iter().map(note).collect(),
            comments: vec![Comment::default()],
            changes: vec![change(ChangeKind::Inserted), change(ChangeKind::Deleted)],
            places: places.into_iter().map(place).collect(),
            ..document(blocks)
        }
    })
}

fn stretch_at((page, top, height): (u32, u16, u16)) -> Stretch {
    let rect =
        |top: f32, height: f32| transvase_base::units::Rect { left: 72.0, top, right: 300.3, bottom: top + height };
    let (top, height) = (f32::from(top), f32::from(height));
    Stretch {
        page,
        rect: rect(top, height),
        lines: vec![rect(top, height / 2.0), rect(top + height / 2.0, height / 2.0)],
    }
}

fn style() -> impl Strategy<Value = TextStyle> {
    let family = prop_oneof![Just(None), Just(Some("Times".into())), Just(Some("Arial".into()))];
    (any::<bool>(), any::<bool>(), family, proptest::option::of(8..12_u8)).prop_map(|(bold, italic, family, size)| {
        let weight = if bold { 700 } else { 400 };
        TextStyle { weight, italic, family, size: size.map(f32::from), ..TextStyle::default() }
    })
}

fn inline() -> impl Strategy<Value = Inline> {
    let run = || ("[a-c .!\u{4E00}。]{0,30}", style()).prop_map(|(text, style)| Inline::Text(Run { text, style }));
    let leaf = prop_oneof![
        8 => run(),
        1 => Just(Inline::LineBreak),
        1 => Just(Inline::Tab),
        1 => (0..2_usize).prop_map(Inline::Note),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        let inner = vec(inner, 0..3);
        let target = || LinkTarget::Internal("a".into());
        prop_oneof![
            inner.clone().prop_map(move |content| Inline::Link { target: target(), content }),
            inner.clone().prop_map(|content| Inline::Comment { comment: 0, content }),
            (0..2_usize, inner).prop_map(|(change, content)| Inline::Change { change, content }),
        ]
    })
}

fn paragraph() -> impl Strategy<Value = Block> {
    let role = prop_oneof![
        6 => Just(Role::Body),
        2 => (1..4_u8).prop_map(Role::Heading),
        1 => Just(Role::Preformatted),
        1 => Just(Role::Spacer),
    ];
    let place = proptest::option::of((0..4_u32).prop_map(PlaceId));
    (role, vec(inline(), 0..5), place)
        .prop_map(|(role, content, place)| Block::Paragraph(Paragraph { role, content, place, ..Paragraph::default() }))
}

fn block() -> impl Strategy<Value = Block> {
    paragraph().prop_recursive(3, 20, 4, |inner| {
        let blocks = vec(inner, 0..4);
        let number =
            Marker::Number { format: NumberFormat::Decimal, parents: 1, prefix: String::new(), suffix: ".".into() };
        let marker = prop_oneof![Just(Marker::Bullet('•')), Just(number), Just(Marker::None)];
        let items = vec(blocks.clone().prop_map(|blocks| ListItem { number: None, blocks }), 1..4);
        let cell = blocks.clone().prop_map(|blocks| Cell { blocks, ..Cell::default() });
        let row = (any::<bool>(), vec(cell, 2)).prop_map(|(header, cells)| Row { header, cells, ..Row::default() });
        let table = |rows| Block::Table(Table { columns: vec![50.0, 60.5], rows, ..Table::default() });
        let kind = prop_oneof![Just(GroupKind::Figure), Just(GroupKind::Code(None))];
        prop_oneof![
            blocks.clone().prop_map(Block::Quote),
            (marker, items).prop_map(|(marker, items)| Block::List(List {
                marker,
                items,
                start: 1,
                ..List::default()
            })),
            vec(row, 1..6).prop_map(table),
            (kind, blocks).prop_map(|(kind, blocks)| Block::Group(Group { kind, blocks })),
        ]
    })
}
