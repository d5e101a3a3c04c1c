//! Drawings in the text.

use super::Reading;
use super::values::measure;
use crate::error::Result;
use crate::model::flow::{Inline, InlineImage, TextStyle};
use crate::parts::ooxml::Tree;

/// English Metric Units to a point (ECMA-376 part 1, 20.1.2.1).
const EMU: f32 = 12_700.0;

/// What a `w:drawing`, `w:pict` or `w:object` shows.
pub(super) fn read(reading: &mut Reading<'_>, node: &Tree, _style: &TextStyle) -> Result<Vec<Inline>> {
    let mut found = Vec::new();
    for inner in node.descendants() {
        if inner.is("a:blip")
            && let Some(media) = inner.attribute("r:embed").map(|id| reading.picture(id)).transpose()?.flatten()
        {
            let extent = node.descendants().find(|inner| inner.is("wp:extent"));
            let side = |name| extent.and_then(|extent| extent.attribute(name)).and_then(|side| measure(side, EMU));
            let alt = node.descendants().find(|inner| inner.is("wp:docPr")).and_then(|tree| tree.attribute("descr"));
            let image = InlineImage {
                width: side("cx"),
                height: side("cy"),
                alt: alt.map(str::to_owned),
                ..InlineImage::new(media)
            };
            found.push(Inline::Image(image));
        }
    }
    Ok(found)
}
