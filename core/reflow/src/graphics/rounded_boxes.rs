//! Cards: boxes with round corners around text, as web pages and slides have them. They lay out text and are no
//! drawing: what they hold stays text, and the boxes lie behind it. The boxes of a flow chart, which lines join, are
//! part of its drawing.

use super::super::caps;
use super::super::element::Picture;
use super::super::sketch::BLEED;
use super::super::text::line::Line;
use super::region::regions;
use super::tolerances::{LABEL, SAME_EDGE, SHADOW};
use super::{figure, lines_in};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Rect, Size};

/// Cards in cards that are opened, one after the other: a page, its sections, and what stands in them.
const DEPTH: usize = 3;

/// Whether a box with round corners may be a card: it holds text, and not only labels of several
/// pictures, nor the word of a sign.
pub(super) fn may_be(card: &Rect, lines: &[Line], pictures: &[Picture]) -> bool {
    let longest = lines_in(card, lines).map(Line::letters).max();
    let shown = pictures.iter().filter(|picture| card.contains(picture.rect.center())).count();
    longest.is_some_and(|longest| shown <= 1 || longest > LABEL) && !figure::is_sign(card, lines)
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
    if boxes.is_empty() || boxes.len() > caps::SOME || drawings.len() > caps::MOST {
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
        others.retain(|rect| !opened.iter().any(|card| rect.expand(BLEED.0).holds(card)));
    }
    Ok((drawings, others))
}

/// The cards that lie in no other.
fn outermost(cards: impl Iterator<Item = Rect>) -> Vec<Rect> {
    let mut cards: Vec<Rect> = cards.take(caps::SOME).collect();
    cards.sort_by(|a, b| b.area().total_cmp(&a.area()));
    let mut done: Vec<Rect> = Vec::new();
    for card in cards {
        if !done.iter().any(|outer| outer.expand(BLEED.0).holds(&card)) {
            done.push(card);
        }
    }
    done
}

/// Whether a mark lies in one of the cards, or is the ground of one.
fn belongs(mark: &Rect, cards: &[Rect]) -> bool {
    cards.iter().any(|card| card.expand(SHADOW.0).holds(mark) || mark.expand(BLEED.0).holds(card))
}

/// Whether a rule or fill near cards has nothing to do with them, as those of the table below them.
fn stands_apart(mark: &Rect, cards: &[Rect]) -> bool {
    !cards.iter().any(|card| card.expand(SAME_EDGE.0).intersection(mark).is_some())
}

/// Whether a drawing is a card or what surrounds it.
fn is_edge(drawing: &Rect, card: &Rect) -> bool {
    card.expand(SHADOW.0).holds(drawing) && !card.expand(-BLEED.0).holds(drawing)
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
