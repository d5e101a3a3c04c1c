//! The writer as a whole, read back by an independent reader.

use comrak::nodes::{AstNode, ListType, NodeValue};
use comrak::{Arena, Options, parse_document};

use transvase_base::context::Context;
use transvase_model::flow::{
    Block, Cell, Drawing, Flow, Formula, FormulaSource, Frame, Group, GroupKind, Inline, Label, LinkTarget, List,
    ListItem, Marker, Math, MathStyle, Meaning, Note, NoteKind, NumberFormat, Paragraph, Role, Row, Run, Script,
    Section, Table, TextStyle,
};

mod property;

fn context() -> Context {
    Context::default()
}

fn written(flow: Flow) -> String {
    String::from_utf8(super::write(flow, &context()).unwrap().alone()).unwrap()
}

fn flow(blocks: Vec<Block>) -> Flow {
    Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() }
}

fn of(blocks: Vec<Block>) -> String {
    written(flow(blocks))
}

/// A run with looks: b for bold, i for italic, c for code, s for struck, ^ for raised.
fn run(text: &str, looks: &str) -> Inline {
    let style = TextStyle {
        weight: if looks.contains('b') { 700 } else { 400 },
        italic: looks.contains('i'),
        monospace: looks.contains('c'),
        meaning: Meaning { code: looks.contains('c'), ..Meaning::default() },
        strike: looks.contains('s'),
        script: if looks.contains('^') { Script::Superscript } else { Script::Normal },
        ..TextStyle::default()
    };
    Inline::Text(Run { text: text.into(), style })
}

fn paragraph(role: Role, content: Vec<Inline>) -> Block {
    Block::Paragraph(Paragraph { role, content, ..Paragraph::default() })
}

fn text(text: &str) -> Block {
    paragraph(Role::Body, vec![run(text, "")])
}

fn list(marker: Marker, start: u32, items: Vec<Vec<Block>>) -> Block {
    let items = items.into_iter().map(|blocks| ListItem { blocks, ..ListItem::default() }).collect();
    Block::List(List { marker, start, items, ..List::default() })
}

fn number(format: NumberFormat, suffix: &str) -> Marker {
    Marker::Number { format, parents: 0, prefix: String::new(), suffix: suffix.into() }
}

fn table(rows: Vec<Vec<Vec<Block>>>) -> Table {
    let cell = |blocks| Cell { blocks, ..Cell::default() };
    let row = |cells: Vec<Vec<Block>>| Row { cells: cells.into_iter().map(cell).collect(), ..Row::default() };
    Table { rows: rows.into_iter().map(row).collect(), ..Table::default() }
}

#[test]
fn marks_stand_where_they_are_read() {
    let cases = [
        (vec![run("bold ", "b"), run("text", "")], "**bold** text"),
        (vec![run("a", "b"), run("b", "b"), run("c", "bi")], "**ab*c***"),
        (vec![run("both", "bi")], "***both***"),
        (vec![run("in", ""), run("tra", "b"), run("word", "")], "in**tra**word"),
        (vec![run("(bold)", "b"), run("word", "")], "<strong>(bold)</strong>word"),
        (vec![run("a", "b"), run("b", "i")], "**a***b*"),
        (vec![run("gone", "s"), run("2", "^")], "~~gone~~<sup>2</sup>"),
        (vec![run("a`b", "c"), run(" and ", ""), run("`", "c")], "``a`b`` and `` ` ``"),
        (vec![run("*", ""), run("a", "i")], "**a*"),
        (vec![run("one", "b"), Inline::LineBreak, run("two", "b")], "**one\\\ntwo**"),
    ];
    for (content, expected) in cases {
        assert_eq!(of(vec![paragraph(Role::Body, content)]), format!("{expected}\n"));
    }
}

#[test]
fn headings_and_links_to_them_agree() {
    let link =
        |anchor: &str| Inline::Link { target: LinkTarget::Internal(anchor.into()), content: vec![run("see", "")] };
    let marker =
        Marker::Number { format: NumberFormat::Decimal, parents: 1, prefix: String::new(), suffix: String::new() };
    let heading = |text: &str, anchor: &str, level, number| {
        let label = Some(Label { marker: marker.clone(), number }.into());
        let content = vec![Inline::Anchor(anchor.into()), run(text, "b")];
        Block::Paragraph(Paragraph { role: Role::Heading(level), content, label, ..Paragraph::default() })
    };
    let blocks = vec![
        paragraph(Role::Title, vec![run("The #", "")]),
        paragraph(Role::Body, vec![link("a"), run(", ", ""), link("b"), run(", ", ""), link("c"), link("none")]),
        heading("First", "a", 1, 1),
        heading("Second", "b", 2, 3),
        paragraph(Role::Body, vec![run("a ", ""), Inline::Anchor("c".into()), run("place", "")]),
    ];
    let expected = "# The \\#\n\n[see](#1-first), [see](#13-second), [see](#c)see\n\n# 1 First\n\n## 1.3 Second\n\n\
                    a <a id=\"c\"></a>place\n";
    assert_eq!(of(blocks), expected);
}

#[test]
fn lists_are_tight_or_loose_as_their_content_is() {
    let bullet = || Marker::Bullet('•');
    let inner = || list(number(NumberFormat::Decimal, "."), 1, vec![vec![text("x")], vec![text("y")]]);
    let tight = list(bullet(), 0, vec![vec![text("a"), inner()], vec![text("b")]]);
    assert_eq!(of(vec![tight]), "- a\n  1. x\n  2. y\n- b\n");
    let loose = list(number(NumberFormat::Decimal, ")"), 3, vec![vec![text("a"), text("b")], vec![text("c")]]);
    assert_eq!(of(vec![loose]), "3) a\n\n   b\n\n4) c\n");
    let letters = list(number(NumberFormat::LowerAlpha, ")"), 1, vec![vec![text("a")], vec![text("b")]]);
    assert_eq!(of(vec![letters]), "- a) a\n- b) b\n");
    let two = || list(bullet(), 0, vec![vec![text("a")]]);
    assert_eq!(of(vec![two(), two(), two()]), "- a\n\n* a\n\n- a\n");
}

#[test]
fn tables_have_pipes_where_each_cell_is_a_line() {
    let plain = table(vec![
        vec![vec![paragraph(Role::Body, vec![run("A", "b")])], vec![text("B|")]],
        vec![vec![text("1")], vec![]],
    ]);
    assert_eq!(of(vec![Block::Table(plain)]), "| A | B\\| |\n| --- | --- |\n| 1 |  |\n");
    let mut spans = table(vec![vec![vec![text("A")]], vec![vec![text("1 < 2")], vec![text("2"), text("3")]]]);
    spans.rows[0].cells[0].column_span = 2;
    let expected =
        "<table>\n<tr>\n<th colspan=\"2\">A</th>\n</tr>\n<tr>\n<td>1 &lt; 2</td>\n<td>2<br>3</td>\n</tr>\n</table>\n";
    assert_eq!(of(vec![Block::Table(spans)]), expected);
    let rich = table(vec![vec![vec![list(Marker::Bullet('-'), 0, vec![vec![text("a")]])]]]);
    assert_eq!(of(vec![Block::Table(rich)]), "<table>\n<tr>\n<th><ul><li>a</li></ul></th>\n</tr>\n</table>\n");
}

#[test]
fn notes_stand_at_the_end_in_the_order_of_their_marks() {
    let note = |blocks| Note { kind: NoteKind::Foot, mark: None, blocks };
    let content = vec![run("a", ""), Inline::Note(1), run(" b", ""), Inline::Note(0)];
    let mut flow = flow(vec![paragraph(Role::Body, content)]);
    flow.notes = vec![note(vec![text("one"), text("more")]), note(vec![text("two")])];
    assert_eq!(written(flow), "a[^1] b[^2]\n\n[^1]: two\n\n[^2]: one\n\n    more\n");
}

#[test]
fn code_formulas_and_terms_have_their_own_blocks() {
    let line = |text: &str| paragraph(Role::Preformatted, vec![run(text, "")]);
    let code =
        Block::Group(Group { kind: GroupKind::Code(Some("rust".into())), blocks: vec![line("a  *b*"), line("```")] });
    assert_eq!(of(vec![code]), "````rust\na  *b*\n```\n````\n");
    let row = vec![Math::Signs("x≤1".into(), MathStyle::Italic)];
    let formula =
        Formula { display: true, ..Formula::new(row, Run { text: String::new(), style: TextStyle::default() }) };
    let inline = Formula { display: false, ..formula.clone() };
    let content = vec![run("so ", ""), Inline::Formula(Box::new(inline)), run("3", "")];
    let blocks = vec![paragraph(Role::Body, vec![Inline::Formula(Box::new(formula))]), paragraph(Role::Body, content)];
    assert_eq!(of(blocks), "$$\nx\\leq1\n$$\n\nso $x\\leq1$<!-- -->3\n");
    let term = paragraph(Role::Term, vec![run("Term", "b")]);
    assert_eq!(of(vec![term, text("said")]), "**Term**\n\nsaid\n");
}

#[test]
fn contents_are_a_list_of_links() {
    let entry = |level, text: &str| paragraph(Role::Contents(level), vec![run(text, ""), Inline::Tab, run("5", "")]);
    assert_eq!(of(vec![entry(1, "A"), entry(2, "B"), entry(1, "C")]), "- A 5\n  - B 5\n- C 5\n");
}

#[test]
fn blocks_nested_without_end_are_flat() {
    let deep = (0..2_000).fold(text("a"), |inner, _| Block::Quote(vec![inner]));
    let context = context();
    let bytes = super::write(flow(vec![deep]), &context).unwrap().alone();
    assert!(String::from_utf8(bytes).unwrap().trim_end().ends_with("> a"));
    assert_eq!(context.take_warnings().len(), 1);
}

/// A drawing with words in it.
fn drawn(words: &str) -> Inline {
    let frame = Frame {
        rect: transvase_base::units::Rect::default(),
        origin: transvase_model::flow::Origin::Paragraph,
        rotation: 0.0,
        wrap: transvase_model::flow::Wrap::InFront,
        padding: transvase_model::flow::Edges::default(),
        background: None,
        borders: transvase_model::flow::Borders::default(),
        blocks: vec![text(words)],
    };
    Inline::Drawing(Drawing { texts: vec![frame], ..Drawing::default() })
}

#[test]
fn no_words_of_drawings_are_lost() {
    let in_link =
        |words| Inline::Link { target: LinkTarget::External("x:y".into()), content: vec![run("a", ""), drawn(words)] };
    let entry = paragraph(Role::Contents(1), vec![run("entry", ""), drawn("one")]);
    let cell = Block::Table(table(vec![vec![vec![paragraph(Role::Body, vec![in_link("two")])]]]));
    let inner = paragraph(Role::Body, vec![run("a", ""), in_link("three")]);
    let deep = (0..40).fold(inner, |inner, _| Block::Quote(vec![inner]));
    let code = paragraph(Role::Preformatted, vec![run("code", ""), drawn("four")]);
    let spans = Cell { column_span: 2, blocks: vec![code.clone()], ..Cell::default() };
    let rows = vec![Row { cells: vec![spans], ..Row::default() }];
    let text = of(vec![entry, cell, deep, code, Block::Table(Table { rows, ..Table::default() })]);
    for (word, count) in [("one", 1), ("two", 1), ("three", 1), ("four", 2)] {
        assert_eq!(text.matches(word).count(), count, "{word}: {text}");
    }
}

#[test]
fn drawings_in_drawings_without_end_are_flat() {
    let inner = (0..5_000).fold(drawn("a"), |inner, _| {
        let Inline::Drawing(mut drawing) = drawn("b") else { panic!("a drawing") };
        drawing.texts[0].blocks = vec![paragraph(Role::Body, vec![inner])];
        Inline::Drawing(drawing)
    });
    // What a reader would not build; the drop of it is the model's.
    let flow = std::mem::ManuallyDrop::new(flow(vec![paragraph(Role::Body, vec![inner])]));
    let context = context();
    let mut document = super::Document::new(&flow, &context);
    document.depth = 24;
    document.blocks(&flow.sections[0].blocks).unwrap();
    assert_eq!(document.lines.finish(), "a\n");
}

#[test]
fn items_say_their_labels_and_the_numbers_around() {
    let deeper = |parents, suffix: &str| Marker::Number {
        format: NumberFormat::Decimal,
        parents,
        prefix: String::new(),
        suffix: suffix.into(),
    };
    let label = Some(Label { marker: deeper(0, ":"), number: 7 }.into());
    let item = Block::Paragraph(Paragraph { content: vec![run("a", "")], label, ..Paragraph::default() });
    let inner = list(deeper(1, "."), 2, vec![vec![item]]);
    let outer = list(deeper(0, "."), 3, vec![vec![text("b"), inner]]);
    assert_eq!(of(vec![outer]), "3. b\n   - 3.2. 7: a\n");
}

#[test]
fn notes_are_called_by_their_marks() {
    let note = |mark: &str, words| Note { kind: NoteKind::Foot, mark: Some(mark.into()), blocks: vec![text(words)] };
    let content = vec![
        run("a", "i"),
        Inline::Note(0),
        run(" b", "b"),
        Inline::Note(1),
        Inline::Note(2),
        run("*c", ""),
        Inline::Note(3),
    ];
    let mut flow = flow(vec![paragraph(Role::Body, content)]);
    flow.notes = vec![note("*", "one"), note("†", "two"), note("†", "three"), note("] [", "four")];
    let text = written(flow);
    let notes = "[^*]: one\n\n[^1]: two\n\n[^2]: three\n\n[^3]: four\n";
    assert_eq!(text, format!("*a*[^*] **b**[^1][^2]*c[^3]\n\n{notes}"));
    let arena = Arena::new();
    let mut options = Options::default();
    options.extension.footnotes = true;
    let root = parse_document(&arena, &text, &options);
    let names: Vec<String> = root
        .descendants()
        .filter_map(|node| match &node.data.borrow().value {
            NodeValue::FootnoteReference(reference) => Some(reference.name.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(names, ["*", "1", "2", "3"]);
}

#[test]
fn pictures_elsewhere_are_shown_from_there() {
    let style = TextStyle { picture: Some("https://h.org/a.png".into()), ..TextStyle::default() };
    let content = || vec![Inline::Text(Run { text: "[A duck]".into(), style: style.clone() })];
    let link = |to: &str| Inline::Link { target: LinkTarget::External(to.into()), content: content() };
    let line = of(vec![paragraph(Role::Body, vec![link("https://h.org/a.png"), run(" ", ""), link("https://h.org")])]);
    assert_eq!(line, "![A duck](https://h.org/a.png) [![A duck](https://h.org/a.png)](https://h.org)\n");
}

#[test]
fn dashes_and_quotes_are_punctuation_to_every_reader() {
    let line = |a: &str, b: &str| of(vec![paragraph(Role::Body, vec![run(a, "i"), run(b, "")])]);
    assert_eq!(line("Note.", "—These"), "*Note.*—These\n");
    assert_eq!(line("«Nota»", ", dit"), "*«Nota»*, dit\n");
    assert_eq!(line("Cost.", "€5"), "<em>Cost.</em>€5\n");
}
