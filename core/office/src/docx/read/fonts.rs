//! Embedded fonts (ECMA-376 part 1, 17.8.1 and 17.8.3).

use std::sync::Arc;

use super::Reading;
use crate::ooxml::{Tree, Trees, part_of_kind};
use transvase_base::error::Result;
use transvase_base::warning::WarningCode;
use transvase_container::xml::decode;
use transvase_font::fonts::check_document_font;
use transvase_model::flow::EmbeddedFont;

/// Bytes at the beginning of a font that are disguised.
const DISGUISED: usize = 32;
/// Faces of a family with what they are.
const FACES: [(&str, bool, bool); 4] = [
    ("w:embedRegular", false, false),
    ("w:embedBold", true, false),
    ("w:embedItalic", false, true),
    ("w:embedBoldItalic", true, true),
];

impl Reading<'_> {
    /// The fonts that the file carries and others may have too.
    pub(super) fn fonts(&mut self) -> Result<Vec<EmbeddedFont>> {
        let Some(part) = part_of_kind(&self.relations, "fontTable").map(str::to_owned) else { return Ok(Vec::new()) };
        let bytes = self.parts.sound(&part, self.context)?.unwrap_or_default();
        let relations = self.parts.relations(&part, self.context)?;
        let text = decode(&bytes).into_owned();
        let mut trees = Trees::new(&text, &["w:fonts"], self.context);
        let mut fonts = Vec::new();
        while let Some(tree) = trees.next()? {
            for (face, target) in faces(&tree) {
                let Some(related) = relations.get(target).filter(|related| !related.external) else { continue };
                let Some(mut data) = self.parts.sound(&related.target, self.context)? else { continue };
                undisguise(&mut data, face.key);
                if check_document_font(&data).is_ok() {
                    fonts.push(EmbeddedFont {
                        family: face.family,
                        bold: face.bold,
                        italic: face.italic,
                        data: data.into(),
                    });
                } else {
                    self.lose_as(
                        WarningCode::FontSubstituted,
                        "embedded fonts that are damaged or whose licence forbids reuse",
                    );
                }
            }
        }
        Ok(fonts)
    }
}

/// A face of a family in the table.
struct Face {
    family: Arc<str>,
    bold: bool,
    italic: bool,
    key: Option<[u8; 16]>,
}

/// The faces of a family with the ids of their relationships.
fn faces(tree: &Tree) -> Vec<(Face, &str)> {
    let Some(family) = tree.attribute("w:name") else { return Vec::new() };
    let face = |(tag, bold, italic): (&str, bool, bool)| {
        let face = tree.child(tag)?;
        let key = face.attribute("w:fontKey").and_then(key);
        Some((Face { family: family.into(), bold, italic, key }, face.attribute("r:id")?))
    };
    FACES.into_iter().filter_map(face).collect()
}

/// The bytes of a GUID from its last to its first, as it is written.
fn key(guid: &str) -> Option<[u8; 16]> {
    let digits: String = guid.chars().filter(char::is_ascii_hexdigit).collect();
    let value = u128::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 32)?;
    Some(value.to_le_bytes())
}

/// Takes the disguise off a font (17.8.1).
fn undisguise(data: &mut [u8], key: Option<[u8; 16]>) {
    let Some(key) = key else { return };
    data.iter_mut().take(DISGUISED).zip(key.iter().cycle()).for_each(|(byte, key)| *byte ^= key);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key begins with the last byte of the GUID.
    #[test]
    fn disguises_come_off() {
        let key = key("{1DF903D4-9ECF-4CDB-ADB2-4D0AEC9C5A11}").unwrap();
        assert_eq!((key[0], key[15]), (0x11, 0x1D));
        let mut data = vec![0; 40];
        undisguise(&mut data, Some(key));
        assert_eq!((data[0], data[16], data[31], data[32]), (0x11, 0x11, 0x1D, 0));
    }
}
