//! `styles.xml`: the named styles (OASIS ODF 1.3 part 3, 3.15 and 16).

use std::io::Write;

use super::inline::{NAMED, link_color};
use super::list_styles::Outline;
use super::look::{Extras, Look, MONOSPACE_FAMILY, write_paragraph, write_text};
use super::survey::Survey;
use transvase_container::xml::XmlWriter;
use transvase_font::font_names::{Class, FontName, office_family};
use transvase_model::flow::FirstNotes;

/// Namespaces of the files of a document.
pub(super) const NAMESPACES: [(&str, &str); 11] = [
    ("xmlns:office", "urn:oasis:names:tc:opendocument:xmlns:office:1.0"),
    ("xmlns:style", "urn:oasis:names:tc:opendocument:xmlns:style:1.0"),
    ("xmlns:text", "urn:oasis:names:tc:opendocument:xmlns:text:1.0"),
    ("xmlns:table", "urn:oasis:names:tc:opendocument:xmlns:table:1.0"),
    ("xmlns:draw", "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"),
    ("xmlns:fo", "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"),
    ("xmlns:svg", "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"),
    ("xmlns:meta", "urn:oasis:names:tc:opendocument:xmlns:meta:1.0"),
    ("xmlns:config", "urn:oasis:names:tc:opendocument:xmlns:config:1.0"),
    ("xmlns:dc", "http://purl.org/dc/elements/1.1/"),
    ("xmlns:xlink", "http://www.w3.org/1999/xlink"),
];

/// A name as styles can have it: characters that names cannot have by their numbers (19.502 `style:name`).
pub(super) fn encoded(name: &str) -> String {
    let mut out = String::new();
    for (at, c) in name.char_indices() {
        let fits = if at == 0 { c.is_alphabetic() } else { c.is_alphanumeric() || matches!(c, '-' | '.') };
        match fits {
            true => out.push(c),
            false => out.extend(["_", &format!("{:x}", u32::from(c)), "_"]),
        }
    }
    if out.is_empty() { "_".into() } else { out }
}

/// Writes `office:font-face-decls`.
pub(super) fn fonts(xml: &mut XmlWriter<impl Write>, survey: &Survey) {
    xml.element("office:font-face-decls", &[], |xml| {
        for family in &survey.families {
            let quoted = if family.contains(' ') { format!("'{}'", family.replace('\'', "")) } else { family.clone() };
            let class = office_family(&FontName::parse(family)).map(|family| family.class);
            let fixed = class == Some(Class::Mono) || family == MONOSPACE_FAMILY;
            let generic = match class {
                Some(Class::Serif) => Some("roman"),
                Some(Class::Sans) => Some("swiss"),
                Some(Class::Mono) => Some("modern"),
                _ => None,
            };
            let mut attributes = vec![("style:name", family.as_str()), ("svg:font-family", quoted.as_str())];
            attributes.extend(generic.map(|generic| ("style:font-family-generic", generic)));
            attributes.push(("style:font-pitch", if fixed { "fixed" } else { "variable" }));
            xml.empty("style:font-face", &attributes);
        }
    });
}

/// Writes `office:styles`.
pub(super) fn named<W: Write>(xml: &mut XmlWriter<W>, survey: &Survey, outline: &Outline, first_notes: FirstNotes) {
    xml.element("office:styles", &[], |xml| {
        defaults(xml, survey);
        paragraph_style(xml, "Standard", None, (&Look::new(), &Look::new()), (&Look::new(), &Look::new()));
        for (name, look) in survey.styles.iter().filter(|(name, _)| *name != "Standard") {
            let standard = &survey.standard;
            paragraph_style(
                xml,
                name,
                Some(name),
                (&look.paragraph, &standard.paragraph),
                (&look.text, &standard.text),
            );
        }
        horizontal_line(xml);
        character_styles(xml);
        let graphics = [("style:name", "Graphics"), ("style:family", "graphic")];
        xml.element("style:style", &graphics, |xml| {
            let properties =
                [("text:anchor-type", "paragraph"), ("svg:x", "0pt"), ("svg:y", "0pt"), ("style:wrap", "none")];
            let more = [("fo:border", "none"), ("fo:padding", "0pt"), ("draw:stroke", "none"), ("draw:fill", "none")];
            xml.empty("style:graphic-properties", &[&properties[..], &more[..]].concat());
        });
        outline.write(xml);
        for (class, start) in [("footnote", first_notes.foot), ("endnote", first_notes.end)] {
            notes(xml, class, start);
        }
        let dash = [("draw:name", "Dashed"), ("draw:style", "rect"), ("draw:dots1", "1"), ("draw:dots1-length", "3pt")];
        xml.empty("draw:stroke-dash", &[&dash[..], &[("draw:distance", "2pt")]].concat());
    });
}

/// What everything is based on (16.4 `style:default-style`).
fn defaults(xml: &mut XmlWriter<impl Write>, survey: &Survey) {
    xml.element("style:default-style", &[("style:family", "paragraph")], |xml| {
        write_paragraph(xml, &survey.standard.paragraph, &Look::new(), &Extras::default());
        write_text(xml, &survey.standard.text, &Look::new());
    });
    xml.element("style:default-style", &[("style:family", "table")], |xml| {
        xml.empty("style:table-properties", &[("table:border-model", "collapsing")]);
    });
    xml.element("style:default-style", &[("style:family", "table-row")], |xml| {
        xml.empty("style:table-row-properties", &[("fo:keep-together", "auto")]);
    });
}

fn paragraph_style<W: Write>(
    xml: &mut XmlWriter<W>,
    name: &str,
    display: Option<&str>,
    (own, base): (&Look, &Look),
    (text, base_text): (&Look, &Look),
) {
    let encoded = encoded(name);
    let mut attributes = vec![("style:name", encoded.as_str())];
    attributes.extend(display.filter(|display| *display != encoded).map(|display| ("style:display-name", display)));
    attributes.push(("style:family", "paragraph"));
    let level = name.strip_prefix("Heading ").filter(|level| level.len() == 1);
    if display.is_some() {
        attributes.push(("style:parent-style-name", "Standard"));
    }
    attributes.extend(level.map(|_| ("style:next-style-name", "Text_20_body")).filter(|_| false));
    attributes.extend(level.map(|level| ("style:default-outline-level", level)));
    attributes.push(("style:class", class(name)));
    xml.element("style:style", &attributes, |xml| {
        write_paragraph(xml, own, base, &Extras::default());
        write_text(xml, text, base_text);
    });
}

/// The group of styles that programs show a style in.
fn class(name: &str) -> &'static str {
    match name {
        "Title" | "Subtitle" => "chapter",
        "Quotations" | "Preformatted Text" => "html",
        "List" => "list",
        "Caption" | "Header" | "Footer" | "Footnote" | "Endnote" | "Table Contents" => "extra",
        name if name.starts_with("Contents ") => "index",
        _ => "text",
    }
}

fn horizontal_line(xml: &mut XmlWriter<impl Write>) {
    let attributes = [
        ("style:name", "Horizontal_20_Line"),
        ("style:display-name", "Horizontal Line"),
        ("style:family", "paragraph"),
        ("style:parent-style-name", "Standard"),
        ("style:class", "html"),
    ];
    xml.element("style:style", &attributes, |xml| {
        let line = [("fo:border-bottom", "0.75pt solid #808080"), ("fo:padding", "0pt")];
        let sides = [("fo:border-top", "none"), ("fo:border-left", "none"), ("fo:border-right", "none")];
        let room = [("fo:margin-top", "0pt"), ("fo:margin-bottom", "10pt")];
        xml.empty("style:paragraph-properties", &[&line[..], &sides[..], &room[..]].concat());
        let size = ["fo:font-size", "style:font-size-asian", "style:font-size-complex"].map(|name| (name, "6pt"));
        xml.empty("style:text-properties", &size);
    });
}

fn character_styles(xml: &mut XmlWriter<impl Write>) {
    for (name, own) in NAMED {
        let display = name.replace("_20_", " ").replace('_', " ");
        let attributes = [("style:name", name), ("style:display-name", &*display), ("style:family", "text")];
        let mut look: Look = own.iter().map(|(key, value)| (*key, (*value).to_owned())).collect();
        if look.contains_key("color") {
            look.insert("color", link_color());
        }
        xml.element("style:style", &attributes, |xml| write_text(xml, &look, &Look::new()));
    }
    for name in ["Footnote_20_Symbol", "Footnote_20_anchor", "Endnote_20_Symbol", "Endnote_20_anchor"] {
        let display = name.replace("_20_", " ");
        let attributes = [("style:name", name), ("style:display-name", &*display), ("style:family", "text")];
        xml.element("style:style", &attributes, |xml| {
            if name.ends_with("anchor") {
                xml.empty("style:text-properties", &[("style:text-position", "super 58%")]);
            }
        });
    }
}

/// How notes are counted; programs count their starts from 0.
fn notes(xml: &mut XmlWriter<impl Write>, class: &str, start: u32) {
    let (style, format) = if class == "footnote" { ("Footnote", "1") } else { ("Endnote", "i") };
    let start = start.saturating_sub(1).to_string();
    let (symbol, anchor) = (format!("{style}_20_Symbol"), format!("{style}_20_anchor"));
    let mut attributes = vec![
        ("text:note-class", class),
        ("text:citation-style-name", &*symbol),
        ("text:citation-body-style-name", &*anchor),
        ("style:num-format", format),
        ("text:start-value", &*start),
    ];
    if class == "footnote" {
        attributes.extend([("text:footnotes-position", "page"), ("text:start-numbering-at", "document")]);
    }
    xml.empty("text:notes-configuration", &attributes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_xml() {
        for (name, expected) in [
            ("Heading 1", "Heading_20_1"),
            ("1a", "_31_a"),
            ("a/b", "a_2f_b"),
            ("", "_"),
            ("Überschrift", "Überschrift"),
        ] {
            assert_eq!(encoded(name), expected);
        }
    }
}
