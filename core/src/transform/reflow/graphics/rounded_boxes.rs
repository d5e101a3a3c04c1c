//! Cards: boxes with round corners around text, as web pages and slides have them. They lay out text and are no
//! drawing: what they hold stays text, and the boxes lie behind it. The boxes of a flow chart, which lines join, are
//! part of its drawing.

use super::super::element::Picture;
use super::super::text::line::Line;
use super::figure::MAX_LINES;
use super::pictogram;
use super::region::regions;
use crate::context::Context;
use crate::error::Result;
use crate::units::{Rect, Size};

/// How far in points a shadow or a border reaches beyond its card, and how far inside it ends.
const SHADOW: f32 = 8.0;
const INSET: f32 = 1.5;
/// Distance in points within which a line joins a card.
const JOINED: f32 = 3.0;
/// Cards in cards that are opened, one after the other.
const DEPTH: usize = 3;
/// Drawings of a page with more of which it is a picture.
const MAX_DRAWINGS: usize = 4_000;
/// Pictures from which on a box around them is the frame of a figure, and characters of its labels at most.
const PICTURES: usize = 2;
const LABEL: usize = 30;
/// Cards of a page.
const MAX_CARDS: usize = 200;

/// Whether a box with round corners may be a card: it holds text, and not only labels of several
/// pictures, nor the word of a sign.
pub(super) fn may_be(card: &Rect, lines: &[Line], pictures: &[Picture]) -> bool {
    let inside = || lines.iter().take(MAX_LINES).filter(|line| card.contains(line.rect.center()));
    let longest = inside().map(Line::letters).max();
    let shown = pictures.iter().filter(|picture| card.contains(picture.rect.center())).count();
    longest.is_some_and(|longest| shown < PICTURES || longest > LABEL) && !pictogram::is_sign(card, lines)
}

/// The drawings of a page, and `others`, its rules and fills, without its cards and their grounds; `boxes` are those
/// with round corners that hold text.
pub(super) fn without(
    mut drawings: Vec<Rect>,
    mut others: Vec<Rect>,
    mut boxes: Vec<Rect>,
    page: Size,
    context: &Context,
) -> Result<(Vec<Rect>, Vec<Rect>)> {
    if boxes.is_empty() || boxes.len() > MAX_CARDS || drawings.len() > MAX_DRAWINGS {
        return Ok((drawings, others));
    }
    for _ in 0..DEPTH {
        let all: Vec<Rect> = boxes.iter().chain(&drawings).chain(&others).copied().collect();
        context.tick((all.len() * boxes.len()) as u64)?;
        let found = regions(&all, page, context)?;
        let mut opened: Vec<Rect> = Vec::new();
        for at in 0..found.rects.len() {
            let own = || all.iter().zip(&found.of).filter(|(_, home)| **home == Some(at)).map(|(rect, _)| *rect);
            context.tick(all.len() as u64)?;
            let homes = boxes.iter().zip(&found.of).filter(|(_, home)| **home == Some(at));
            let cards = outermost(homes.map(|(card, _)| *card));
            let mut strays = own().filter(|rect| !belongs(rect, &cards));
            if strays.all(|rect| !drawings.contains(&rect) && stands_apart(&rect, &cards)) {
                opened.extend(cards);
            }
        }
        boxes.retain(|card| !opened.contains(card));
        if opened.is_empty() {
            break;
        }
        drawings.retain(|rect| !opened.iter().any(|card| is_edge(rect, card)));
        others.retain(|rect| !opened.iter().any(|card| rect.expand(1.0).holds(card)));
    }
    Ok((drawings, others))
}

/// The cards that lie in no other.
fn outermost(cards: impl Iterator<Item = Rect>) -> Vec<Rect> {
    let mut cards: Vec<Rect> = cards.take(MAX_CARDS).collect();
    cards.sort_by(|a, b| b.area().total_cmp(&a.area()));
    let mut done: Vec<Rect> = Vec::new();
    for card in cards {
        if !done.iter().any(|outer| outer.expand(1.0).holds(&card)) {
            done.push(card);
        }
    }
    done
}

/// Whether a mark lies in one of the cards, or is the ground of one.
fn belongs(mark: &Rect, cards: &[Rect]) -> bool {
    cards.iter().any(|card| card.expand(SHADOW).holds(mark) || mark.expand(1.0).holds(card))
}

/// Whether a rule or fill near cards has nothing to do with them, as those of the table below them.
fn stands_apart(mark: &Rect, cards: &[Rect]) -> bool {
    !cards.iter().any(|card| card.expand(JOINED).intersection(mark).is_some())
}

/// Whether a drawing is a card or what surrounds it.
fn is_edge(drawing: &Rect, card: &Rect) -> bool {
    card.expand(SHADOW).holds(drawing) && !card.expand(-INSET).holds(drawing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(left: f32, top: f32, right: f32, bottom: f32) -> Rect {
        Rect { left, top, right, bottom }
    }

    #[test]
    fn cards_are_opened_and_what_they_hold_is_left() {
        let (card, icon) = (rect(50.0, 50.0, 200.0, 120.0), rect(60.0, 60.0, 80.0, 80.0));
        let (shadow, ground) = (rect(47.0, 49.0, 203.0, 125.0), rect(20.0, 20.0, 400.0, 400.0));
        let left = without(vec![shadow, card, icon], vec![ground], vec![card], Size::A4, &Context::default()).unwrap();
        assert_eq!(left, (vec![icon], Vec::new()));
    }

    #[test]
    fn a_table_below_cards_does_not_keep_them_closed() {
        let card = rect(50.0, 50.0, 200.0, 120.0);
        let (head, rule) = (rect(50.0, 124.5, 200.0, 140.0), rect(50.0, 155.0, 200.0, 155.5));
        let marks = vec![head, rule];
        let left = without(vec![card], marks.clone(), vec![card], Size::A4, &Context::default()).unwrap();
        assert_eq!(left, (Vec::new(), marks));
    }

    #[test]
    fn boxes_that_lines_join_stay_drawings() {
        let boxes = [rect(50.0, 50.0, 120.0, 80.0), rect(50.0, 120.0, 120.0, 150.0)];
        let line = rect(84.5, 80.0, 85.5, 120.0);
        let left = without(boxes.to_vec(), vec![line], boxes.to_vec(), Size::A4, &Context::default()).unwrap();
        assert_eq!(left, (boxes.to_vec(), vec![line]));
    }
}
