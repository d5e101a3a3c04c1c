//! `word/fontTable.xml`: what a program without a family should look for instead, and the font
//! files the document carries (ECMA-376 part 1, 17.8).

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use super::namespaces::W;
use super::properties::val;
use super::survey::Survey;
use crate::ooxml::{RELATIONSHIPS, Relationships};
use transvase_base::error::Result;
use transvase_base::hash;
use transvase_container::xml::XmlWriter;
use transvase_container::zip::Archive;
use transvase_font::fonts::{Licence, licence};
use transvase_model::flow::EmbeddedFont;

/// Extension of font files in a package, with their media type.
pub(super) const FONT_TYPE: (&str, &str) = ("odttf", "application/vnd.openxmlformats-officedocument.obfuscatedFont");
/// Bytes at the beginning of a font file that are made unreadable: twice the key (17.8.1).
const KEY_BYTES: usize = 16;

/// Bytes a key is made from: the directory of tables with their checksums, and more.
const HASHED_BYTES: usize = 4_096;

/// The font files of a document.
#[derive(Debug, Default)]
pub(super) struct Fonts {
    files: Vec<File>,
    /// Indices into `files` by family, in the order of their elements.
    faces: BTreeMap<Arc<str>, BTreeMap<usize, usize>>,
    pub relationships: Relationships,
}

#[derive(Debug)]
struct File {
    name: String,
    relationship: String,
    key: u128,
    data: Arc<[u8]>,
}

/// Elements for the faces of a family: regular, bold, italic, both.
const FACES: [&str; 4] = ["w:embedRegular", "w:embedBold", "w:embedItalic", "w:embedBoldItalic"];

impl Fonts {
    /// The first file of each face, but for those that nobody may edit with.
    pub(super) fn of(fonts: Vec<EmbeddedFont>) -> Fonts {
        let mut all = Fonts::default();
        for EmbeddedFont { family, bold, italic, data } in fonts {
            let face = usize::from(bold) + 2 * usize::from(italic);
            let faces = all.faces.entry(family).or_default();
            let forbidden = licence(&data).is_some_and(|licence| licence < Licence::Edit);
            if forbidden || data.len() < 2 * KEY_BYTES || faces.contains_key(&face) {
                continue;
            }
            faces.insert(face, all.files.len());
            let name = format!("fonts/font{}.{}", all.files.len() + 1, FONT_TYPE.0);
            let relationship = all.relationships.part("font", &name);
            all.files.push(File { name, relationship, key: key(&data), data });
        }
        all
    }

    /// Whether there is no file.
    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Writes the table.
    pub(super) fn write<X: Write>(&self, xml: &mut XmlWriter<X>, survey: &Survey) {
        let mut families = survey.families.clone();
        families.extend(survey.looks.values().map(|look| look.text.family.clone()));
        families.extend(self.faces.keys().cloned());
        xml.element("w:fonts", &[("xmlns:w", W), ("xmlns:r", RELATIONSHIPS)], |xml| {
            for family in &families {
                let (class, pitch) = font_class(family);
                xml.element("w:font", &[("w:name", family)], |xml| {
                    val(xml, "w:family", class);
                    val(xml, "w:pitch", pitch);
                    self.faces.get(family).into_iter().flatten().for_each(|(face, file)| self.face(xml, *face, *file));
                });
            }
        });
    }

    fn face(&self, xml: &mut XmlWriter<impl Write>, face: usize, file: usize) {
        if let (Some(element), Some(file)) = (FACES.get(face), self.files.get(file)) {
            xml.empty(element, &[("r:id", &file.relationship), ("w:fontKey", &guid(file.key))]);
        }
    }

    /// Puts the files into the package.
    pub(super) fn store(self, archive: &mut Archive) -> Result<()> {
        for file in self.files {
            archive.deflate(&format!("word/{}", file.name), &obfuscated(&file.data, file.key))?;
        }
        Ok(())
    }
}

/// A key that depends on the file alone: on its first bytes, where the checksums of its tables are.
fn key(data: &[u8]) -> u128 {
    hash::fnv1a(data.iter().take(HASHED_BYTES))
}

/// A key as Word writes it.
fn guid(key: u128) -> String {
    format!("{{{}}}", hash::grouped(key).to_uppercase())
}

/// The file with its first 32 bytes mixed with the key, whose last byte comes first (17.8.1).
fn obfuscated(data: &[u8], key: u128) -> Vec<u8> {
    let key = key.to_le_bytes();
    let mut bytes = data.to_vec();
    bytes.iter_mut().zip(key.iter().chain(&key)).for_each(|(byte, key)| *byte ^= key);
    bytes
}

/// Class and pitch of the families office programs come with (ECMA-376 part 1, 17.18.30).
fn font_class(family: &str) -> (&'static str, &'static str) {
    let name = family.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if has(&["mono", "courier", "consol", "typewriter"]) {
        ("modern", "fixed")
    } else if has(&[
        "times",
        "serif",
        "cambria",
        "georgia",
        "garamond",
        "palatino",
        "antiqua",
        "bookman",
        "century schoolbook",
    ]) && !has(&["sans"])
    {
        ("roman", "variable")
    } else if has(&[
        "sans",
        "arial",
        "helvetica",
        "calibri",
        "verdana",
        "tahoma",
        "segoe",
        "trebuchet",
        "gothic",
        "aptos",
    ]) {
        ("swiss", "variable")
    } else {
        ("auto", "variable")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_written_and_mixed_in_from_their_last_byte() {
        let key = 0x0011_2233_4455_6677_8899_AABB_CCDD_EEFF;
        assert_eq!(guid(key), "{00112233-4455-6677-8899-AABBCCDDEEFF}");
        let bytes = obfuscated(&[0; 34], key);
        assert_eq!(bytes[..4], [0xFF, 0xEE, 0xDD, 0xCC]);
        assert_eq!((bytes[15], bytes[16], bytes[31], bytes[32]), (0x00, 0xFF, 0x00, 0));
    }

    #[test]
    fn a_family_has_each_face_once() {
        let font = |bold, byte| EmbeddedFont { family: "F".into(), bold, italic: false, data: vec![byte; 40].into() };
        let fonts = Fonts::of(vec![font(false, 1), font(true, 2), font(false, 3)]);
        assert_eq!((fonts.files.len(), fonts.faces["F"].len()), (2, 2));
        assert_ne!(fonts.files[0].key, fonts.files[1].key);
    }
}
