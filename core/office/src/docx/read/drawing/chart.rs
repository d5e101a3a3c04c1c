//! Charts (ECMA-376 part 1, 21.2): drawn, with their title and the values that are stored with them for whoever does not draw.

use super::super::Reading;
use super::{Around, placeholder, settle};
use crate::chart::{self, Chart};
use crate::ooxml::Tree;
use transvase_base::error::Result;
use transvase_model::flow::{Inline, TextStyle};

/// A chart. The table of one that is not drawn comes behind the paragraph that it stands in.
pub(super) fn read(reading: &mut Reading<'_>, node: &Tree, around: &Around, style: &TextStyle) -> Result<Vec<Inline>> {
    let part = match node.attribute("r:id") {
        Some(id) => reading.related(id)?,
        None => None,
    };
    let title = part.as_ref().and_then(chart::title).or_else(|| around.alt.clone());
    let values = part.as_ref().map(|part| chart::values(part, title.as_deref(), style)).unwrap_or_default();
    if values.is_empty() {
        reading.lose("charts without stored values");
        let words = title.map_or_else(|| "[Chart]".to_owned(), |title| format!("[Chart: {title}]"));
        return Ok(placeholder(words, style));
    }
    let Some(chart) = part.and_then(|part| Chart::read(&part, &reading.theme)) else {
        reading.lose("charts (their values were kept as tables)");
        reading.behind.extend(values);
        return Ok(Vec::new());
    };
    let mut drawing = chart.drawing(around.size, reading.theme.color("bg1"));
    reading.context.tick((drawing.shapes.len() + drawing.texts.len()) as u64)?;
    drawing.data = values;
    Ok(settle(reading, drawing, around))
}
