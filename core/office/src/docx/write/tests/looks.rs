//! Looks of letters, stops, grids and places of tables: read from Word's words for them, and the same after they were
//! written.

use super::*;
use crate::docx::read::{read, tests::sample as file_of};

/// A document of a body, read, and read again from what was written of it.
fn both(body: &str, beside: &[(&str, &str, String)]) -> [Flow; 2] {
    let flow = read(&file_of(body, beside), &Context::default()).unwrap();
    let again = read(&written(flow.clone()), &Context::default()).unwrap();
    [flow, again]
}

fn paragraph_of(flow: &Flow) -> &Paragraph {
    let Some(Block::Paragraph(paragraph)) = flow.sections[0].blocks.first() else { panic!("a paragraph comes first") };
    paragraph
}

fn style_of(properties: &str) -> [TextStyle; 2] {
    let body = format!("<w:p><w:r><w:rPr>{properties}</w:rPr><w:t>Text</w:t></w:r></w:p>");
    both(&body, &[]).map(|flow| paragraph_of(&flow).content.iter().find_map(Inline::run).unwrap().style.clone())
}

#[test]
fn kinds_of_underline_and_their_colour() {
    let cases = [
        (r#"<w:u w:val="single"/>"#, Decoration::default()),
        (r#"<w:u w:val="wave"/>"#, Decoration { kind: LineKind::Wave, ..Decoration::default() }),
        (r#"<w:u w:val="words"/>"#, Decoration { words_only: true, ..Decoration::default() }),
        (r#"<w:u w:val="thick"/>"#, Decoration { is_heavy: true, ..Decoration::default() }),
        (
            r#"<w:u w:val="dottedHeavy" w:color="FF0000"/>"#,
            Decoration {
                kind: LineKind::Dotted,
                is_heavy: true,
                color: Some(Color { r: 255, g: 0, b: 0 }),
                ..Decoration::default()
            },
        ),
    ];
    for (xml, wanted) in cases {
        for style in style_of(xml) {
            assert!(style.underline && style.decoration == wanted, "{xml}: {:?}", style.decoration);
        }
    }
    assert!(style_of(r#"<w:u w:val="none"/>"#).iter().all(|style| !style.underline));
}

#[test]
fn boxes_and_effects_of_letters() {
    for style in style_of(r#"<w:bdr w:val="single" w:sz="8" w:color="00FF00"/>"#) {
        let border = style.border.unwrap();
        assert_eq!((border.width, border.color), (1.0, Color { r: 0, g: 255, b: 0 }));
    }
    for (xml, effect) in [
        ("<w:outline/>", Effect::Outline),
        ("<w:shadow/>", Effect::Shadow),
        ("<w:emboss/>", Effect::Embossed),
        ("<w:imprint/>", Effect::Engraved),
    ] {
        assert!(style_of(xml).iter().all(|style| style.effect == Some(effect)), "{xml}");
    }
    assert!(style_of("<w:dstrike/>").iter().all(|style| style.strike && style.decoration.kind == LineKind::Double));
}

#[test]
fn decimal_stops_and_bars() {
    let body = r#"<w:p><w:pPr><w:tabs><w:tab w:val="decimal" w:pos="1440"/><w:tab w:val="bar" w:pos="2880"/></w:tabs>
        <w:suppressAutoHyphens/><w:snapToGrid w:val="0"/></w:pPr><w:r><w:t>Text</w:t></w:r></w:p>"#;
    for flow in both(body, &[]) {
        let style = &paragraph_of(&flow).style;
        let stops: Vec<_> = style.tabs.iter().map(|stop| (stop.position, stop.align)).collect();
        assert_eq!(stops, [(72.0, TabAlign::Decimal), (144.0, TabAlign::Bar)]);
        assert!(style.unhyphenated && style.off_grid);
    }
}

#[test]
fn grids_and_directions_of_sections() {
    let section = |extra: &str| {
        let body = format!(
            "<w:p><w:r><w:t>Text</w:t></w:r></w:p><w:sectPr><w:pgSz w:w=\"12240\" w:h=\"15840\"/>{extra}</w:sectPr>"
        );
        both(&body, &[]).map(|flow| flow.sections[0].page.clone().unwrap())
    };
    let xml =
        r#"<w:textDirection w:val="tbRl"/><w:docGrid w:type="linesAndChars" w:linePitch="360" w:charSpace="4096"/>"#;
    for page in section(xml) {
        let grid = page.grid.unwrap();
        assert_eq!((grid.pitch, grid.spacing, page.vertical), (18.0, 1.0, true));
    }
    // A pitch alone, which most files of Word have, is no grid.
    for page in section(r#"<w:docGrid w:linePitch="360"/>"#) {
        assert!(page.grid.is_none() && !page.vertical);
    }
}

#[test]
fn tables_at_places_of_their_own() {
    let cell = "<w:tc><w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc>";
    let body = format!(
        r#"<w:tbl><w:tblPr><w:tblpPr w:leftFromText="180" w:rightFromText="180" w:vertAnchor="page" w:horzAnchor="page"
            w:tblpX="2880" w:tblpY="1440"/></w:tblPr><w:tblGrid><w:gridCol w:w="2000"/></w:tblGrid><w:tr>{cell}</w:tr></w:tbl>
            <w:p><w:r><w:t>Text</w:t></w:r></w:p>"#
    );
    for flow in both(&body, &[]) {
        let Some(Block::Table(table)) = flow.sections[0].blocks.first() else { panic!() };
        let placement = table.placement.as_deref().unwrap();
        assert_eq!((placement.x, placement.y, placement.origin), (144.0, 72.0, Origin::Page));
    }
}

#[test]
fn documents_that_are_hyphenated() {
    let settings = |content: &str| {
        let space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
        let xml = format!("<w:settings xmlns:w='{space}'>{content}</w:settings>");
        both("<w:p><w:r><w:t>Text</w:t></w:r></w:p>", &[("settings", "settings", xml)]).map(|flow| flow.hyphenation)
    };
    assert_eq!(settings(r#"<w:autoHyphenation/><w:hyphenationZone w:val="400"/>"#), [Some(20.0); 2]);
    assert_eq!(settings(""), [None; 2]);
}

#[test]
fn fields_that_name_a_style_or_a_section() {
    let body = r#"<w:p><w:fldSimple w:instr=" STYLEREF &quot;heading 1&quot; "><w:r><w:t>Title</w:t></w:r></w:fldSimple>
        <w:fldSimple w:instr=" SECTIONPAGES "><w:r><w:t>3</w:t></w:r></w:fldSimple></w:p>"#;
    for flow in both(body, &[]) {
        let kinds: Vec<_> = paragraph_of(&flow)
            .content
            .iter()
            .filter_map(|inline| if let Inline::Field(field) = inline { Some(field.kind.clone()) } else { None })
            .collect();
        assert!(
            matches!(&kinds[..], [FieldKind::Styled(style), FieldKind::SectionPages] if &**style == "heading 1"),
            "{kinds:?}"
        );
    }
}
