//! Paragraph spacing and quotations: what needs the paragraphs around a paragraph.

use super::paragraph::Traits;
use transvase_model::flow::{Block, Paragraph};

/// Settles the blocks of a story. Each paragraph names its traits by its place, which is taken away.
pub(super) fn settle(blocks: &mut Vec<Block>, traits: &[Traits<'_>], add_up: bool) {
    let mut stories = Vec::new();
    let mut story = Vec::new();
    gather(blocks, &mut story, &mut stories);
    stories.push(story);
    for mut story in stories {
        settle_spaces(&mut story, traits, add_up);
    }
    quotes(blocks, traits);
}

/// The paragraphs that follow one another, those of lists among them; cells and frames have their own.
fn gather<'b>(blocks: &'b mut [Block], story: &mut Vec<&'b mut Paragraph>, stories: &mut Vec<Vec<&'b mut Paragraph>>) {
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) => story.push(paragraph),
            Block::Table(_) | Block::Frame(_) => {
                stories.push(std::mem::take(story));
                for inside in block.children_mut() {
                    let mut own = Vec::new();
                    gather(inside, &mut own, stories);
                    stories.push(own);
                }
            }
            _ => block.children_mut().into_iter().for_each(|inside| gather(inside, story, stories)),
        }
    }
}

fn settle_spaces(story: &mut [&mut Paragraph], traits: &[Traits<'_>], add_up: bool) {
    let of = |paragraph: &Paragraph| {
        paragraph.place.and_then(|place| traits.get(place.0 as usize)).copied().unwrap_or_default()
    };
    // The space after the paragraph before, as its style has it.
    let mut above: Option<(f32, Traits<'_>)> = None;
    for at in 0..story.len() {
        let own = of(story[at]);
        let stated = story[at].style.space_after;
        if let Some((after, before)) = above {
            let same = before.style.is_some() && before.style == own.style;
            if own.contextual && same {
                story[at].style.space_before = 0.0;
            }
            if before.contextual && same {
                story[at - 1].style.space_after = 0.0;
            } else if add_up && after > 0.0 && story[at].style.space_before > 0.0 {
                story[at].style.space_before += after;
            }
        }
        above = Some((stated, own));
    }
}

/// Puts quotations that follow one another together, and takes the places of all paragraphs away.
fn quotes(blocks: &mut Vec<Block>, traits: &[Traits<'_>]) {
    for block in std::mem::take(blocks) {
        match block {
            Block::Paragraph(mut paragraph) => {
                let place = paragraph.place.take();
                let is_quote = place.and_then(|place| traits.get(place.0 as usize)).is_some_and(|traits| traits.quote);
                match (is_quote, blocks.last_mut()) {
                    (false, _) => blocks.push(Block::Paragraph(paragraph)),
                    (true, Some(Block::Quote(quote))) => quote.push(quoted(paragraph)),
                    (true, _) => blocks.push(Block::Quote(vec![quoted(paragraph)])),
                }
            }
            mut other => {
                other.children_mut().into_iter().for_each(|inside| quotes(inside, traits));
                blocks.push(other);
            }
        }
    }
}

/// A paragraph of a quotation, whose indent is that of the quotation.
fn quoted(mut paragraph: Paragraph) -> Block {
    (paragraph.style.indent_start, paragraph.style.indent_end) = (0.0, 0.0);
    Block::Paragraph(paragraph)
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{ParagraphStyle, PlaceId};

    fn paragraph(place: u32) -> Block {
        let style = ParagraphStyle { space_before: 6.0, space_after: 4.0, ..ParagraphStyle::default() };
        Block::Paragraph(Paragraph { style, place: Some(PlaceId(place)), ..Paragraph::default() })
    }

    fn spaces(blocks: &[Block]) -> Vec<(f32, f32)> {
        let one = |block: &Block| match block {
            Block::Paragraph(paragraph) => (paragraph.style.space_before, paragraph.style.space_after),
            _ => (-1.0, -1.0),
        };
        blocks.iter().map(one).collect()
    }

    #[test]
    fn spaces_add_up_but_for_paragraphs_of_one_style_that_want_none() {
        let plain = Traits { style: Some("A"), ..Traits::default() };
        let contextual = Traits { contextual: true, ..plain };
        let other = Traits { style: Some("B"), ..contextual };
        let traits = [plain, contextual, contextual, other];
        let mut blocks: Vec<Block> = (0..4).map(paragraph).collect();
        settle(&mut blocks, &traits, true);
        assert_eq!(spaces(&blocks), [(6.0, 4.0), (0.0, 0.0), (0.0, 4.0), (10.0, 4.0)]);
        let mut blocks: Vec<Block> = [0, 0].into_iter().map(paragraph).collect();
        settle(&mut blocks, &traits, false);
        assert_eq!(spaces(&blocks), [(6.0, 4.0), (6.0, 4.0)]);
    }

    #[test]
    fn quotations_stand_together() {
        let quote = Traits { quote: true, ..Traits::default() };
        let mut blocks: Vec<Block> = [0, 1, 1, 0].into_iter().map(paragraph).collect();
        settle(&mut blocks, &[Traits::default(), quote], false);
        assert!(matches!(&blocks[..], [Block::Paragraph(_), Block::Quote(inside), Block::Paragraph(last)]
            if inside.len() == 2 && last.place.is_none()));
    }
}
