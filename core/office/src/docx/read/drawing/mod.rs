//! Drawings of a text: pictures, shapes, text boxes and groups of them (ECMA-376 part 1, 20.4, and what came later,
//! [MS-ODRAWXML] 2.8), and the vector markup language before them (part 4, 14.1).

mod canvas;
mod chart;
mod diagram;
mod ends;
mod picture;
pub(super) mod place;
mod text_box;
mod vml;

use canvas::Canvas;
pub(super) use diagram::height;
use place::emu;

use super::Reading;
use crate::ooxml::Tree;
use transvase_base::error::Result;
use transvase_base::units::{Point, Size};
use transvase_model::flow::{Block, Drawing, Inline, Placement, Run, TextStyle};

/// Reads a `w:drawing`, `w:pict` or `w:object`, which stands in a run of a style. Text boxes at a place of their own come
/// into the frames of the reading; empty where nothing is seen.
pub(super) fn read(reading: &mut Reading<'_>, node: &Tree, style: &TextStyle) -> Result<Vec<Inline>> {
    if !node.is("w:drawing") {
        return vml::read(reading, node, style);
    }
    let mut inlines = Vec::new();
    for child in node.children() {
        if matches!(child.tag(), "wp:inline" | "wp:anchor") {
            inlines.extend(graphic(reading, child, style)?);
        }
    }
    Ok(inlines)
}

/// What is said of a graphic around it.
struct Around {
    size: Size,
    placement: Option<Placement>,
    alt: Option<String>,
}

fn graphic(reading: &mut Reading<'_>, node: &Tree, style: &TextStyle) -> Result<Vec<Inline>> {
    let properties = node.child("wp:docPr");
    let said = |name| properties.and_then(|properties| properties.attribute(name));
    if place::is_true(said("hidden")) {
        return Ok(Vec::new());
    }
    let extent = node.child("wp:extent");
    let side = |name| extent.and_then(|extent| emu(extent.attribute(name)?)).unwrap_or(0.0).max(0.0);
    let size = Size { width: side("cx"), height: side("cy") };
    let placement = node.is("wp:anchor").then(|| place::anchored(node, size, &reading.page));
    let words = |name| said(name).map(str::trim).filter(|words| !words.is_empty()).map(str::to_owned);
    let around = Around { size, placement, alt: words("descr").or_else(|| words("title")) };
    let Some(data) = node.find(&["a:graphic", "a:graphicData"]) else { return Ok(Vec::new()) };
    let mut inlines = Vec::new();
    for content in data.children() {
        inlines.extend(content_of(reading, content, &around, style)?);
    }
    let link = properties.and_then(|properties| properties.child("a:hlinkClick"));
    Ok(linked(reading, link, inlines))
}

/// Inlines in the link that an element names, where it names one.
fn linked(reading: &Reading<'_>, link: Option<&Tree>, inlines: Vec<Inline>) -> Vec<Inline> {
    let target = link.and_then(|link| link.attribute("r:id")).and_then(|id| reading.link(id));
    match target {
        Some(target) if !inlines.is_empty() => vec![Inline::Link { target, content: inlines }],
        _ => inlines,
    }
}

fn content_of(reading: &mut Reading<'_>, content: &Tree, around: &Around, style: &TextStyle) -> Result<Vec<Inline>> {
    match content.tag() {
        "pic:pic" | "a:pic" => {
            let inlines = picture::alone(reading, content, around)?;
            let link = content.find(&["pic:nvPicPr", "pic:cNvPr", "a:hlinkClick"]);
            Ok(linked(reading, link, inlines))
        }
        "wps:wsp" | "a:sp" | "wpg:wgp" | "wpc:wpc" | "lc:lockedCanvas" => {
            let mut canvas = Canvas::new(reading);
            canvas.whole(content, around.size)?;
            let drawing = canvas.drawing;
            Ok(settle(reading, drawing, around))
        }
        "c:chart" => chart::read(reading, content, around, style),
        "dgm:relIds" => diagram::smart_art(reading, content, around, style),
        _ => {
            reading.lose("drawings of an unknown kind");
            Ok(Vec::new())
        }
    }
}

/// A drawing where it stands: text boxes alone, at a place of their own, are frames.
fn settle(reading: &mut Reading<'_>, mut drawing: Drawing, around: &Around) -> Vec<Inline> {
    (drawing.placement, drawing.size) = (around.placement, around.size);
    drawing.alt.clone_from(&around.alt);
    if drawing.shapes.is_empty()
        && drawing.images.is_empty()
        && let Some(placement) = around.placement
    {
        let origin = Point { x: placement.x, y: placement.y };
        for mut frame in drawing.texts {
            frame.rect = frame.rect.moved(origin);
            (frame.origin, frame.wrap) = (placement.origin, placement.wrap);
            reading.behind.push(Block::Frame(frame));
        }
        return Vec::new();
    }
    if drawing.shapes.is_empty() && drawing.images.is_empty() && drawing.texts.is_empty() {
        return Vec::new();
    }
    vec![Inline::Drawing(drawing)]
}

/// Words in place of a graphic that cannot be read.
fn placeholder(words: String, style: &TextStyle) -> Vec<Inline> {
    vec![Inline::Text(Run { text: words, style: style.clone() })]
}

#[cfg(test)]
mod tests;
