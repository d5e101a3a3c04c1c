//! Sheets: pages that are drawn rather than written, such as posters, templates and diagrams. What stands on them side
//! by side does not fit under one another, so that each stretch of text keeps its place, as the pictures do.

use super::exact;
use super::graphics::float::Float;
use super::letters::line::{self, Line};
use super::order::Zone;
use super::piece::{Picture, Piece};
use crate::context::Context;
use crate::error::Result;
use crate::model::flow::{Origin, Wrap};
use crate::units::Size;

/// Letters of a page from which on its text flows, whatever else it shows.
const MANY_LETTERS: usize = 1_500;
/// Letters of a line of running text, and such lines that may stand on a drawing.
const LONG_LINE: usize = 50;
const LONG_LINES: usize = 6;
/// Share of the page that one drawing covers at the least, and the outlines up to which it is a ground or a frame.
const DRAWN: f32 = 0.75;
const FEW_SHAPES: usize = 20;

/// Gives what stands on a page that is a sheet a place of its own; other pages stay as they are.
pub(super) fn settle(zones: Vec<Zone>, floats: &mut Vec<Float>, size: Size, context: &Context) -> Result<Vec<Zone>> {
    if !is_sheet(&zones, floats, size) {
        return Ok(zones);
    }
    let (mut lines, mut rest) = (Vec::new(), Vec::new());
    for piece in zones.into_iter().flat_map(Zone::into_pieces) {
        match piece {
            Piece::Line(line) => lines.push(line),
            Piece::Picture(picture) => floats.push(Float { picture, wrap: Wrap::Behind, origin: Origin::Page }),
            other => rest.push(other),
        }
    }
    rest.extend(exact::stretches(lines, context)?.into_iter().filter_map(placed));
    Ok(vec![Zone::Single(rest)])
}

/// Lines that keep their place.
fn placed(lines: Vec<Line>) -> Option<Piece> {
    let around = line::around(&lines)?;
    Some(Piece::Turned(lines, around, 0))
}

/// Whether a page is one drawing of many outlines with some words on it: no lines of text that follow one another.
fn is_sheet(zones: &[Zone], floats: &[Float], size: Size) -> bool {
    let pieces = || zones.iter().flat_map(Zone::pieces);
    let letters: usize = pieces().flat_map(Piece::lines).map(Line::letters).sum();
    let table = pieces().any(|piece| matches!(piece, Piece::Table(_)));
    if letters == 0 || letters > MANY_LETTERS || table {
        return false;
    }
    let pictures = pieces().filter_map(|piece| if let Piece::Picture(picture) = piece { Some(picture) } else { None });
    let prose = pieces().flat_map(Piece::lines).filter(|line| line.letters() >= LONG_LINE).count();
    let mut drawn = pictures.chain(floats.iter().map(|float| &float.picture));
    prose <= LONG_LINES
        && drawn.any(|picture| is_busy(picture) && picture.rect.area() >= DRAWN * size.width * size.height)
}

/// Whether a picture is a drawing of many outlines.
fn is_busy(picture: &Picture) -> bool {
    picture.sketch.as_ref().is_some_and(|sketch| sketch.shapes.len() > FEW_SHAPES || !sketch.images.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::graphics::sketch::Sketch;
    use super::super::letters::fragment::Fragment;
    use super::*;
    use crate::model::flow::Shape;
    use crate::units::Rect;

    const PAGE: Size = Size { width: 600.0, height: 800.0 };

    fn line(top: f32, text: &str) -> Piece {
        let rect = Rect { left: 100.0, top, right: 200.0, bottom: top + 10.0 };
        let (baseline, size) = (top + 8.0, 10.0);
        let word = Fragment { text: text.into(), rect, baseline, size, ..Fragment::default() };
        Piece::Line(Line { rect, baseline, size, words: vec![word] })
    }

    /// A drawing of so many outlines over most of the page.
    fn drawing(shapes: usize) -> Vec<Float> {
        let rect = Rect { left: 20.0, top: 20.0, right: 580.0, bottom: 780.0 };
        let picture = Picture::drawn(Sketch { shapes: vec![Shape::default(); shapes], ..Sketch::default() }, rect);
        vec![Float { picture, wrap: Wrap::Behind, origin: Origin::Page }]
    }

    /// How many pieces of a page keep their places, of how many.
    fn settled(pieces: Vec<Piece>, mut floats: Vec<Float>) -> (usize, usize) {
        let zones = settle(vec![Zone::Single(pieces)], &mut floats, PAGE, &Context::default()).unwrap();
        let pieces: Vec<&Piece> = zones.iter().flat_map(Zone::pieces).collect();
        (pieces.iter().filter(|piece| matches!(piece, Piece::Turned(_, _, 0))).count(), pieces.len())
    }

    #[test]
    fn words_on_a_drawing_as_large_as_the_page_keep_their_places() {
        let words = || vec![line(100.0, "front"), line(112.0, "view"), line(500.0, "scale")];
        assert_eq!(settled(words(), drawing(FEW_SHAPES + 1)), (2, 2), "two lines under one another are one stretch");
        assert_eq!(settled(words(), drawing(4)), (0, 3), "a frame around text");
        let prose = "words of a line of text that goes on from one to the next one";
        let text = (0..=LONG_LINES).map(|at| line(100.0 + 12.0 * at as f32, prose)).collect();
        assert_eq!(settled(text, drawing(FEW_SHAPES + 1)), (0, LONG_LINES + 1));
    }
}
