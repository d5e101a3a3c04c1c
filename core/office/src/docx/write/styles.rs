//! `word/styles.xml`: defaults from the running text, and a style for each kind of paragraph with
//! the look most paragraphs of the kind have.

use std::io::Write;

use super::bucket::{Bucket, NORMAL};
use super::look::{MONOSPACE_FAMILY, TextLook};
use super::namespaces::W;
use super::notes;
use super::outline::LIST;
use super::properties::{self, Extras, line_values, val};
use super::style_names::{CODE, CODE_NAME, COMMENT, COMMENT_NAME, HYPERLINK, TABLE_GRID};
use super::survey::Survey;
use super::tally::StyleLook;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_container::xml::XmlWriter;
use transvase_model::flow::NoteKind;

/// Size of the mark of a remark in half-points, as in Word's templates.
const COMMENT_MARK: i32 = 16;

/// Writes the part.
pub(super) fn write<W: Write>(xml: &mut XmlWriter<W>, survey: &Survey) {
    let plain = &survey.plain;
    // What a table's style must be able to change stays out of the paragraph style.
    xml.element("w:styles", &[("xmlns:w", W)], |xml| {
        document_defaults(xml, plain);
        latent_styles(xml);
        normal_style(xml);
        let own = survey.looks.iter().filter(|(bucket, _)| survey.style(**bucket).is_some());
        own.for_each(|(bucket, look)| paragraph_style(xml, *bucket, look, survey));
        character_styles(xml, survey, &plain.text);
        table_styles(xml);
        xml.element("w:style", &[("w:type", "numbering"), ("w:default", "1"), ("w:styleId", "NoList")], |xml| {
            val(xml, "w:name", "No List");
            hidden(xml);
        });
    });
}

fn document_defaults<W: Write>(xml: &mut XmlWriter<W>, defaults: &StyleLook) {
    xml.element("w:docDefaults", &[], |xml| {
        xml.element("w:rPrDefault", &[], |xml| {
            xml.element("w:rPr", &[], |xml| {
                properties::fonts(xml, &defaults.text);
                properties::sizes(xml, defaults.text.size);
                properties::language(xml, &defaults.text.language, false);
            });
        });
        xml.element("w:pPrDefault", &[], |xml| {
            xml.element("w:pPr", &[], |xml| {
                let (line, rule) = line_values(defaults.paragraph.line);
                xml.empty("w:spacing", &[("w:line", &line.to_string()), ("w:lineRule", rule)]);
            });
        });
    });
}

fn latent_styles(xml: &mut XmlWriter<impl Write>) {
    let attributes = [
        ("w:defLockedState", "0"),
        ("w:defUIPriority", "99"),
        ("w:defSemiHidden", "0"),
        ("w:defUnhideWhenUsed", "0"),
        ("w:defQFormat", "0"),
        ("w:count", "376"),
    ];
    xml.empty("w:latentStyles", &attributes);
}

/// The style all others are based on: nothing but the defaults.
fn normal_style(xml: &mut XmlWriter<impl Write>) {
    let attributes = [("w:type", "paragraph"), ("w:default", "1"), ("w:styleId", NORMAL)];
    xml.element("w:style", &attributes, |xml| {
        val(xml, "w:name", NORMAL);
        val(xml, "w:uiPriority", "0");
        xml.empty("w:qFormat", &[]);
    });
}

/// The styles that a template lacks of those the document uses.
pub(super) fn added(survey: &Survey) -> Result<String> {
    let mut xml = XmlWriter::part(Vec::new());
    let has = |id: &str| survey.template.as_ref().is_none_or(|template| template.styles.has(id));
    for bucket in survey.used.iter().copied() {
        if let Some(id) = survey.style(bucket).filter(|id| !has(id)) {
            debug_assert_eq!(id, bucket.name().id, "an added style is one of ours");
            paragraph_style(&mut xml, bucket, survey.look(bucket), survey);
        }
    }
    marks(&mut xml, survey, &survey.plain.text, &|id| !has(id));
    if !has(survey.named(TABLE_GRID, "table", "Table Grid")) {
        table_grid(&mut xml);
    }
    String::from_utf8(xml.finish()?).map_err(|_| Error::new(ErrorCode::Internal, "the styles are no text"))
}

fn paragraph_style<W: Write>(xml: &mut XmlWriter<W>, bucket: Bucket, look: &StyleLook, survey: &Survey) {
    let name = survey.name(bucket);
    let attributes = [("w:type", "paragraph"), ("w:styleId", name.id), ("w:customStyle", "1")];
    // Word knows all others by name.
    let is_custom = match bucket {
        Bucket::Named(number) => survey.names.get(number).is_some_and(|named| !named.is_built_in()),
        _ => bucket.is_custom(),
    };
    let attributes = if is_custom { &attributes[..] } else { &attributes[..2] };
    let is_variant = bucket == Bucket::FirstLine;
    let parent = if is_variant { survey.look(Bucket::Body) } else { &survey.plain };
    xml.element("w:style", attributes, |xml| {
        val(xml, "w:name", name.name);
        val(xml, "w:basedOn", if is_variant { Bucket::Body.name().id } else { survey.normal() });
        if bucket.leads_to_text() {
            val(xml, "w:next", survey.style(Bucket::Body).unwrap_or(survey.normal()));
        }
        val(xml, "w:uiPriority", name.priority);
        if name.gallery {
            xml.empty("w:qFormat", &[]);
        } else {
            xml.empty("w:unhideWhenUsed", &[]);
        }
        let extras =
            Extras { outline: outline_level(bucket), numbering: style_list(bucket, survey), ..Extras::default() };
        xml.group("w:pPr", |xml| properties::paragraph(xml, &look.paragraph, &parent.paragraph, &extras));
        xml.group("w:rPr", |xml| properties::run(xml, &look.text, &parent.text, None, false));
    });
}

/// The level of a heading's style in the outline, from 0.
fn outline_level(bucket: Bucket) -> Option<u8> {
    if let Bucket::Heading(level) = bucket { Some(level - 1) } else { None }
}

/// The list that numbers the headings of a style, and their level in it.
fn style_list(bucket: Bucket, survey: &Survey) -> Option<(usize, usize)> {
    let depth = usize::from(outline_level(bucket)?);
    let level = survey.outline.as_ref()?.get(depth)?;
    level.style.map(|_| (LIST, depth))
}

fn character_styles<W: Write>(xml: &mut XmlWriter<W>, survey: &Survey, plain: &TextLook) {
    let attributes = [("w:type", "character"), ("w:default", "1"), ("w:styleId", "DefaultParagraphFont")];
    xml.element("w:style", &attributes, |xml| {
        val(xml, "w:name", "Default Paragraph Font");
        val(xml, "w:uiPriority", "1");
        xml.empty("w:semiHidden", &[]);
        xml.empty("w:unhideWhenUsed", &[]);
    });
    marks(xml, survey, plain, &|_| true);
    for style in survey.letterings.all() {
        let attributes = [("w:type", "character"), ("w:styleId", style.id.as_str()), ("w:customStyle", "1")];
        xml.element("w:style", if style.is_built_in() { &attributes[..2] } else { &attributes }, |xml| {
            val(xml, "w:name", &style.name);
            val(xml, "w:basedOn", "DefaultParagraphFont");
            val(xml, "w:uiPriority", "40");
            xml.empty("w:qFormat", &[]);
            xml.group("w:rPr", |xml| properties::run(xml, &style.on(plain), plain, None, false));
        });
    }
}

/// The styles of links, of pieces of programs and of the marks of notes and remarks, those that are wanted by their ids.
fn marks<W: Write>(xml: &mut XmlWriter<W>, survey: &Survey, plain: &TextLook, is_wanted: &dyn Fn(&str) -> bool) {
    if is_wanted(survey.hyperlink()) {
        let link = linked(plain, survey);
        character_style(xml, HYPERLINK, "Hyperlink", |xml| properties::run(xml, &link, plain, None, false));
    }
    if survey.has_code && is_wanted(survey.code()) {
        character_style(xml, CODE, CODE_NAME, |xml| {
            let family = MONOSPACE_FAMILY;
            xml.empty("w:rFonts", &[("w:ascii", family), ("w:hAnsi", family), ("w:cs", family)]);
        });
    }
    for kind in [NoteKind::Foot, NoteKind::End] {
        let (id, name) = (notes::names(kind).style, notes::reference_name(kind));
        if survey.notes.contains(&kind) && is_wanted(survey.named(id, "character", name)) {
            character_style(xml, id, name, |xml| val(xml, "w:vertAlign", "superscript"));
        }
    }
    if survey.has_comments && is_wanted(survey.named(COMMENT, "character", COMMENT_NAME)) {
        character_style(xml, COMMENT, COMMENT_NAME, |xml| properties::sizes(xml, COMMENT_MARK));
    }
}

fn character_style<W: Write>(xml: &mut XmlWriter<W>, id: &str, name: &str, look: impl FnOnce(&mut XmlWriter<W>)) {
    xml.element("w:style", &[("w:type", "character"), ("w:styleId", id)], |xml| {
        val(xml, "w:name", name);
        val(xml, "w:basedOn", "DefaultParagraphFont");
        val(xml, "w:uiPriority", "99");
        xml.empty("w:unhideWhenUsed", &[]);
        xml.group("w:rPr", look);
    });
}

/// A look with what the style of links sets.
pub(super) fn linked(look: &TextLook, survey: &Survey) -> TextLook {
    let (color, underline) = survey.link;
    // The style adds to a look; it takes nothing away.
    TextLook { color: color.or(look.color), underline: underline || look.underline, ..look.clone() }
}

fn table_styles(xml: &mut XmlWriter<impl Write>) {
    let attributes = [("w:type", "table"), ("w:default", "1"), ("w:styleId", "TableNormal")];
    xml.element("w:style", &attributes, |xml| {
        val(xml, "w:name", "Normal Table");
        hidden(xml);
        xml.element("w:tblPr", &[], |xml| {
            xml.empty("w:tblInd", &[("w:w", "0"), ("w:type", "dxa")]);
            xml.element("w:tblCellMar", &[], |xml| {
                for (side, width) in [("w:top", "0"), ("w:left", "108"), ("w:bottom", "0"), ("w:right", "108")] {
                    xml.empty(side, &[("w:w", width), ("w:type", "dxa")]);
                }
            });
        });
    });
    table_grid(xml);
}

/// The style of tables with lines around every cell.
fn table_grid(xml: &mut XmlWriter<impl Write>) {
    xml.element("w:style", &[("w:type", "table"), ("w:styleId", TABLE_GRID)], |xml| {
        val(xml, "w:name", "Table Grid");
        val(xml, "w:basedOn", "TableNormal");
        val(xml, "w:uiPriority", "39");
        xml.element("w:tblPr", &[], |xml| {
            xml.element("w:tblBorders", &[], |xml| {
                for side in ["w:top", "w:left", "w:bottom", "w:right", "w:insideH", "w:insideV"] {
                    xml.empty(side, &[("w:val", "single"), ("w:sz", "4"), ("w:space", "0"), ("w:color", "auto")]);
                }
            });
        });
    });
}

fn hidden(xml: &mut XmlWriter<impl Write>) {
    val(xml, "w:uiPriority", "99");
    xml.empty("w:semiHidden", &[]);
    xml.empty("w:unhideWhenUsed", &[]);
}
