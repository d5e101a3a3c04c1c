//! The structure tree and what marked content says of its elements.

use super::{one_page, read, runs, stream};
use transvase_model::pages::{GlyphRun, Item, LinkTarget, Pages, StructKind};

/// A page with `content` and a tree: object 5 is its root, and `elements` are objects from 6 on.
fn tagged(content: &str, page: &str, root: &str, elements: &[&str]) -> Pages {
    let mut more = vec![format!("<</Type /StructTreeRoot {root}>>").into_bytes()];
    more.extend(elements.iter().map(|element| element.as_bytes().to_vec()));
    let file = one_page(content, "", page, &more);
    let at = file.windows(14).position(|bytes| bytes == b"/Type /Catalog").unwrap();
    let file = [&file[..at], b"/StructTreeRoot 5 0 R ", &file[at..]].concat();
    read(&file).unwrap()
}

fn said<'p>(pages: &'p Pages, run: &GlyphRun) -> Option<&'p StructKind> {
    run.node.map(|node| &pages.structure[node].kind)
}

#[test]
fn content_belongs_to_its_elements_in_the_order_of_the_tree() {
    let content = "/P <</MCID 1>> BDC BT /F1 10 Tf 20 200 Td (body) Tj ET EMC \
        /Artifact <</Type /Pagination>> BDC BT /F1 10 Tf 20 20 Td (7) Tj ET EMC \
        /Head <</MCID 0>> BDC BT /F1 10 Tf 20 250 Td (head) Tj ET EMC";
    let pages = tagged(
        content,
        "",
        "/K 6 0 R /RoleMap <</Head /H2>>",
        &[
            "<</S /Document /K [7 0 R 8 0 R 6 0 R]>>",
            "<</S /Head /Pg 3 0 R /K 0 /Lang (de)>>",
            "<</S /P /K <</Type /MCR /Pg 3 0 R /MCID 1>>>>",
        ],
    );
    let kinds: Vec<_> = pages.structure.iter().map(|node| (&node.kind, node.parent, node.order)).collect();
    let expected = [
        (&StructKind::Document, 0, 0),
        (&StructKind::Group, 0, 0),
        (&StructKind::Heading(2), 1, 0),
        (&StructKind::Paragraph, 1, 1),
    ];
    assert_eq!(kinds, expected, "an element that holds itself is read once");
    assert_eq!(pages.structure[2].language.as_deref(), Some("de"));
    let runs = runs(&pages);
    assert_eq!((runs[0].text.as_str(), said(&pages, runs[0])), ("body", Some(&StructKind::Paragraph)));
    assert_eq!((runs[1].text.as_str(), runs[1].node, runs[1].artifact), ("7", None, true));
    assert_eq!((runs[2].text.as_str(), said(&pages, runs[2])), ("head", Some(&StructKind::Heading(2))));
}

#[test]
fn attributes_tell_spans_and_numbering() {
    let pages = tagged(
        "/TD <</MCID 0>> BDC BT /F1 10 Tf 20 200 Td (cell) Tj ET EMC",
        "",
        "/K [6 0 R 8 0 R] /ClassMap <</Wide <</O /Table /ColSpan 3>>>>",
        &[
            "<</S /TR /K 7 0 R>>",
            "<</S /TH /Pg 3 0 R /K 0 /C /Wide /A [<</O /Table /RowSpan 2>> 0]>>",
            "<</S /L /A <</O /List /ListNumbering /LowerRoman>> /K []>>",
        ],
    );
    assert_eq!(pages.structure[2].kind, StructKind::Cell { header: true, column_span: 3, row_span: 2 });
    assert_eq!(pages.structure[3].kind, StructKind::List(true));
}

#[test]
fn forms_links_figures_and_given_texts_find_their_elements() {
    let form = stream("/Subtype /Form /BBox [0 0 99 99]", b"/P <</MCID 0>> BDC 0 0 9 9 re f EMC");
    let form = String::from_utf8(form).unwrap();
    let pages = tagged(
        "/A Do /Figure <</MCID 0>> BDC q 9 0 0 9 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x41 EI Q EMC \
         /Span <</MCID 1>> BDC BT /F1 10 Tf (xy) Tj ET EMC /Span <</MCID 2>> BDC BT /F1 10 Tf 0 50 Td (z) Tj ET EMC",
        "/Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>> /XObject <</A 10 0 R>>>> /Annots [11 0 R]",
        "/K [6 0 R 7 0 R 8 0 R 9 0 R]",
        &[
            "<</S /Figure /Alt (a dot) /Pg 3 0 R /K 0>>",
            "<</S /Link /K <</Type /OBJR /Obj 11 0 R>>>>",
            "<</S /P /K <</Type /MCR /Pg 3 0 R /Stm 10 0 R /MCID 0>>>>",
            "<</S /Span /ActualText (long) /Pg 3 0 R /K [1 2]>>",
            &form,
            "<</Subtype /Link /Rect [10 10 50 20] /A <</S /URI /URI (u)>>>>",
        ],
    );
    let items = &pages.pages[0].items;
    assert!(matches!(&items[0], Item::Path(path) if path.node == Some(3)));
    assert!(matches!(&items[1], Item::Image(image) if image.node == Some(1) && image.alt.as_deref() == Some("a dot")));
    assert_eq!(pages.pages[0].links[0].node, Some(2));
    assert_eq!(pages.pages[0].links[0].target, LinkTarget::External("u".into()));
    let texts: Vec<&str> = runs(&pages).iter().map(|run| run.text.as_str()).collect();
    assert_eq!(texts, ["long", ""]);
}

#[test]
fn a_tree_without_content_is_none() {
    let pages = tagged("BT /F1 10 Tf (a) Tj ET", "", "/K 6 0 R", &["<</S /P>>"]);
    assert!(pages.structure.is_empty());
}

#[test]
fn deep_and_wide_trees_end() {
    let deep: Vec<String> = (0..2_000).map(|at| format!("<</S /Div /K {} 0 R>>", at + 7)).collect();
    let mut elements: Vec<&str> = deep.iter().map(String::as_str).collect();
    elements.push("<</S /P /Pg 3 0 R /K 0>>");
    let pages = tagged("/P <</MCID 0>> BDC BT /F1 10 Tf (a) Tj ET EMC", "", "/K 6 0 R", &elements);
    let depth = |mut node: usize| {
        let mut depth = 0;
        while node != 0 {
            (node, depth) = (pages.structure[node].parent, depth + 1);
        }
        depth
    };
    assert_eq!(pages.structure.len(), 2_002);
    assert!((0..pages.structure.len()).all(|node| depth(node) <= 257));
    // A million numbers in one element, nearly all of them the same.
    let wide = format!("<</S /P /Pg 3 0 R /K [{}]>>", "0 ".repeat(1_000_000));
    let pages = tagged("/P <</MCID 0>> BDC BT /F1 10 Tf (a) Tj ET EMC", "", "/K 6 0 R", &[&wide]);
    assert_eq!(pages.structure.len(), 2);
}

#[test]
fn damaged_trees_are_harmless() {
    let more: Vec<Vec<u8>> = [
        "<</Type /StructTreeRoot /K [6 0 R 5 0 R] /RoleMap <</A /B /B /A>> /ClassMap <</C <</ColSpan 2>>>>>>",
        "<</S /Table /K [7 0 R 8 0 R] /P 5 0 R>>",
        "<</S /TD /C [/C 0] /A <</RowSpan -9>> /Pg 3 0 R /K [0 1 <</Type /MCR /MCID 2 /Pg 3 0 R /Stm 9 0 R>>]>>",
        "<</S /A /ActualText (x) /K <</Type /OBJR /Obj 9 0 R>>>>",
    ]
    .map(|object| object.as_bytes().to_vec())
    .to_vec();
    let content = "/TD <</MCID 0>> BDC BT /F1 9 Tf (a) Tj ET EMC /Artifact BMC BT /F1 9 Tf (b) Tj ET EMC EMC";
    let file = one_page(content, "", "", &more);
    let at = file.windows(14).position(|bytes| bytes == b"/Type /Catalog").unwrap();
    let sample = [&file[..at], b"/StructTreeRoot 5 0 R ", &file[at..]].concat();
    assert_eq!(read(&sample).unwrap().structure.len(), 4);
    for cut in (0..sample.len()).step_by(7) {
        let _ = read(&sample[..cut]);
    }
    for at in 0..sample.len() {
        let mut bytes = sample.clone();
        bytes[at] = bytes[at].wrapping_mul(37).wrapping_add(at as u8);
        let _ = read(&bytes);
    }
}
