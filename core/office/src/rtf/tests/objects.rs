//! Notes, remarks, changes, fields, pictures and shapes.

use super::{blocks, first, flow, words};
use transvase_base::context::Context;
use transvase_model::flow::{Block, ChangeKind, FieldKind, Inline, LinkTarget, NoteKind, Origin, Wrap};

/// A picture of one pixel (PNG), as digits.
const PIXEL: &str = "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082";

#[test]
fn notes_have_their_kind_and_mark() {
    let text = "a{\\super\\chftn}{\\footnote\\pard{\\super\\chftn} one\\par two}b{\\super *}{\\footnote\\ftnalt{\\super *} three}\\par";
    let flow = flow(text);
    let [foot, end] = flow.notes.as_slice() else { panic!() };
    assert_eq!((foot.kind, foot.mark.as_deref(), foot.blocks.len()), (NoteKind::Foot, None, 2));
    assert_eq!(words(&foot.blocks[0]), "one");
    assert_eq!((end.kind, end.mark.as_deref(), words(&end.blocks[0]).as_str()), (NoteKind::End, Some("*"), "three"));
    assert_eq!(words(&flow.sections[0].blocks[0]), "ab");
}

#[test]
fn remarks_are_about_a_stretch() {
    let text = "a{\\*\\atrfstart 5}b{\\*\\atrfend 5}{\\*\\atnid X}{\\*\\atnauthor Ann}\\chatn{\\*\\annotation{\\*\\atnref 5}why?}c\\par";
    let flow = flow(text);
    assert_eq!(
        (flow.comments[0].author.as_deref(), words(&flow.comments[0].blocks[0]).as_str()),
        (Some("Ann"), "why?")
    );
    let Block::Paragraph(paragraph) = &flow.sections[0].blocks[0] else { panic!() };
    assert!(matches!(&paragraph.content[1], Inline::Comment { comment: 0, content } if content.len() == 1));
}

#[test]
fn changes_have_authors() {
    let text = "{\\*\\revtbl{Unknown;}{Ann;}}a{\\revised\\revauth1 b}{\\deleted\\revauthdel1 c}\\par";
    let flow = flow(text);
    let kinds: Vec<(ChangeKind, Option<&str>)> =
        flow.changes.iter().map(|change| (change.kind, change.author.as_deref())).collect();
    assert_eq!(kinds, [(ChangeKind::Inserted, Some("Ann")), (ChangeKind::Deleted, Some("Ann"))]);
}

#[test]
fn names_of_authors_come_in_pieces() {
    let table = "{\\*\\revtbl{Unknown;}{Zo\\u235\\'eb;}{\\u1046\\'3f \\u1047\\'3f;}{Bo}}";
    let flow =
        flow(&format!("{table}a{{\\revised\\revauth1 b}}{{\\revised\\revauth2 c}}{{\\revised\\revauth3 d}}\\par"));
    let authors: Vec<_> = flow.changes.iter().map(|change| change.author.as_deref()).collect();
    assert_eq!(authors, [Some("Zoë"), Some("Ж З"), Some("Bo")]);
}

#[test]
fn fields_are_links_numbers_and_text() {
    let text = "{\\field{\\*\\fldinst HYPERLINK \"http://a.b\"}{\\fldrslt {\\ul x}}}{\\field{\\*\\fldinst HYPERLINK \\\\l \"m\"}{\\fldrslt y}}\
                {\\*\\bkmkstart m}{\\*\\bkmkend m}{\\field{\\*\\fldinst PAGEREF m}{\\fldrslt 3}}{\\field{\\*\\fldinst DATE}{\\fldrslt today}}\\par";
    let content = first(text).content;
    assert!(matches!(&content[0], Inline::Link { target: LinkTarget::External(uri), .. } if uri == "http://a.b"));
    assert!(matches!(&content[1], Inline::Link { target: LinkTarget::Internal(name), .. } if &**name == "m"));
    assert!(matches!(&content[2], Inline::Anchor(name) if &**name == "m"));
    assert!(
        matches!(&content[3], Inline::Field(field) if field.run.text == "3" && matches!(field.kind, FieldKind::PageOf(_)))
    );
    assert!(matches!(&content[4], Inline::Text(run) if run.text == "today"));
}

#[test]
fn pictures_have_sizes_cuts_and_words() {
    let picture = format!(
        "{{\\pict{{\\*\\picprop{{\\sp{{\\sn wzDescription}}{{\\sv A dot}}}}{{\\sp{{\\sn dhgt}}{{\\sv 5}}}}}}\\pngblip\\picwgoal2000\\pichgoal1000\\picscalex50\\piccropl500 {PIXEL}}}"
    );
    let text = format!("{{\\*\\shppict{picture}}}{{\\nonshppict{{\\pict\\wmetafile8 0102}}}}\\par");
    let flow = flow(&text);
    let Block::Paragraph(paragraph) = &flow.sections[0].blocks[0] else { panic!() };
    let [Inline::Image(image)] = paragraph.content.as_slice() else { panic!("{:?}", paragraph.content) };
    assert_eq!((image.width, image.height, image.crop.left), (Some(37.5), Some(50.0), 0.25));
    assert_eq!((image.alt.as_deref(), flow.media.len()), (Some("A dot"), 1));
}

#[cfg(feature = "metafiles")]
#[test]
fn metafiles_are_drawings() {
    let digits: String = transvase_markup::metafile::sample().iter().map(|byte| format!("{byte:02x}")).collect();
    let alone = format!("{{\\pict\\emfblip\\picwgoal4000\\pichgoal2000\\picscalex50 {digits}}}\\par");
    let Inline::Drawing(drawing) = &first(&alone).content[0] else { panic!("a drawing") };
    assert_eq!((drawing.size.width, drawing.size.height), (100.0, 100.0));
    assert!(!drawing.shapes.is_empty() && drawing.placement.is_none());
    let shape = format!(
        "{{\\shp{{\\*\\shpinst\\shpleft0\\shptop0\\shpright6000\\shpbottom3000\\shpwr2\
         {{\\sp{{\\sn shapeType}}{{\\sv 75}}}}{{\\sp{{\\sn wzDescription}}{{\\sv A box}}}}\
         {{\\sp{{\\sn pib}}{{\\sv {{\\pict\\emfblip\\picwgoal4000\\pichgoal2000 {digits}}}}}}}}}}}\\par"
    );
    let Inline::Drawing(drawing) = &first(&shape).content[0] else { panic!("a drawing") };
    assert_eq!((drawing.size.width, drawing.size.height), (300.0, 150.0));
    assert_eq!((drawing.alt.as_deref(), drawing.placement.is_some()), (Some("A box"), true));
}

#[test]
fn shapes_are_frames_and_pictures_at_places() {
    let shape = |inner: &str| {
        format!(
            "{{\\shp{{\\*\\shpinst\\shpleft100\\shptop200\\shpright2100\\shpbottom1200\\shpbxcolumn\\shpbypara\\shpwr2{inner}}}{{\\shprslt{{\\do lost}}}}}}"
        )
    };
    let text = format!(
        "a{}\\par",
        shape("{\\sp{\\sn shapeType}{\\sv 202}}{\\sp{\\sn fLine}{\\sv 0}}{\\shptxt\\pard in the box\\par}")
    );
    let blocks = blocks(&text);
    let Block::Frame(frame) = &blocks[1] else { panic!("{blocks:?}") };
    assert_eq!(
        (frame.rect.left, frame.rect.bottom, frame.origin, frame.wrap),
        (5.0, 60.0, Origin::Paragraph, Wrap::Square)
    );
    assert_eq!((words(&frame.blocks[0]).as_str(), words(&blocks[0]).as_str(), blocks.len()), ("in the box", "a", 2));
    let text = format!(
        "{}\\par",
        shape(&format!(
            "{{\\sp{{\\sn shapeType}}{{\\sv 75}}}}{{\\sp{{\\sn pib}}{{\\sv {{\\pict\\pngblip {PIXEL}}}}}}}"
        ))
    );
    let content = first(&text).content;
    assert!(matches!(&content[0], Inline::Image(image) if image.placement.is_some() && image.width == Some(100.0)));
}

#[test]
fn mail_holds_a_page() {
    let text = "{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 {\\fonttbl{\\f0 Arial;}}{\\*\\htmltag18 <html>}{\\*\\htmltag50 <body>}\
                {\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 Gr\\'fc\\'dfe {\\*\\htmltag84 <b>}\\htmlrtf {\\b\\htmlrtf0 you\\htmlrtf }\\htmlrtf0 {\\*\\htmltag92 </b>}\
                {\\*\\htmltag84 &amp;}{\\*\\mhtmltag84 no}\\htmlrtf\\par}\\htmlrtf0 {\\*\\htmltag72 </p>}{\\*\\htmltag58 </body>}}";
    let flow = crate::rtf::read::read(text.as_bytes(), &Context::default()).unwrap();
    assert_eq!(words(&flow.sections[0].blocks[0]), "Grüße you&");
    let Block::Paragraph(paragraph) = &flow.sections[0].blocks[0] else { panic!() };
    assert!(paragraph.content.iter().filter_map(Inline::run).any(|run| run.text == "you" && run.style.is_bold()));
}

#[test]
fn documents_say_who_made_them() {
    let text = "{\\info{\\title T\\'e9}{\\author A; B}{\\keywords x, y}{\\creatim\\yr2020\\mo1\\dy2\\hr3\\min4}}{\\*\\generator Gen 1;}\\deflang1031 x\\par";
    let metadata = flow(text).metadata;
    assert_eq!(
        (metadata.title.as_deref(), metadata.authors, metadata.keywords),
        (Some("Té"), vec!["A".to_owned(), "B".into()], vec!["x".to_owned(), "y".into()])
    );
    assert_eq!(
        (metadata.date.as_deref(), metadata.producer.as_deref(), metadata.language.as_deref()),
        (Some("2020-01-02T03:04:00"), Some("Gen 1"), Some("de-DE"))
    );
}
