//! The font files the text goes on with, where the reader was asked to keep them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::flow::EmbeddedFont;
use crate::model::pages::Font;

/// Weight from which a face is bold, as the text's own is.
const BOLD: u16 = 600;

/// One file for each face of a family. Where a document has several, each holds a part of the
/// letters alone; the largest serves best.
pub(in super::super) fn embedded(fonts: &[Font]) -> Vec<EmbeddedFont> {
    let mut faces: BTreeMap<(Arc<str>, bool, bool), Arc<[u8]>> = BTreeMap::new();
    for font in fonts {
        let Some(program) = &font.program else { continue };
        let key = (font.family.clone(), font.weight >= BOLD, font.italic);
        let known = faces.entry(key).or_insert_with(|| program.data.clone());
        if program.data.len() > known.len() {
            *known = program.data.clone();
        }
    }
    faces.into_iter().map(|((family, bold, italic), data)| EmbeddedFont { family, bold, italic, data }).collect()
}
