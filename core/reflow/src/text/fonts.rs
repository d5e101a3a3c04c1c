//! Embedded fonts that go on with the text, where the reader was asked to keep them.

use std::collections::BTreeMap;
use std::sync::Arc;

use transvase_model::flow::{EmbeddedFont, TextStyle};
use transvase_model::pages::Font;

/// One file for each face of a family. Where a document has several, each holds a part of the
/// letters alone; the largest serves best.
pub(crate) fn embedded(fonts: &[Font]) -> Vec<EmbeddedFont> {
    let mut faces: BTreeMap<(Arc<str>, bool, bool), Arc<[u8]>> = BTreeMap::new();
    for font in fonts {
        let Some(program) = &font.program else { continue };
        let style = TextStyle { weight: font.weight, ..TextStyle::default() };
        let key = (font.family.clone(), style.is_bold(), font.italic);
        let known = faces.entry(key).or_insert_with(|| program.data.clone());
        if program.data.len() > known.len() {
            *known = program.data.clone();
        }
    }
    faces.into_iter().map(|((family, bold, italic), data)| EmbeddedFont { family, bold, italic, data }).collect()
}
