//! Images: what must not be decoded is taken out of sight, the rest counts each time it is drawn.

use std::ops::Range;

use hayro::hayro_syntax::object::Stream;

use super::super::super::read::image;
use super::super::blind;
use super::{PIXELS_PER_OPERATOR, Refusal, Walk, Walked, address};
use crate::error::Error;

/// What is known of an image.
#[derive(Debug, Clone, Default)]
pub(super) struct Look {
    /// Operators that drawing it counts as.
    cost: u64,
    /// Where the dictionaries lie of what must not be decoded: itself, or its mask.
    blind: Vec<Range<usize>>,
}

impl Walk<'_> {
    /// Counts an image.
    pub(super) fn image(&mut self, image: &Stream<'_>) -> Walked<()> {
        let key = address(image.dict().data());
        let look = match self.known.images.get(&key) {
            Some(look) => look.clone(),
            None => {
                let look = self.look(image)?;
                self.known.images.insert(key, look.clone());
                look
            }
        };
        for place in look.blind {
            if !self.survey.blind.contains(&place) {
                self.survey.blind.push(place);
            }
        }
        self.charge(look.cost)
    }

    fn look(&self, image: &Stream<'_>) -> Walked<Look> {
        let image::Gate { pixels, refused } = image::gate_for(image, self.context)?;
        let place = |part: &Stream<'_>| blind::place(self.file, part.dict().data());
        let blind: Option<Vec<Range<usize>>> = refused.iter().map(place).collect();
        let message = "an image of the page is out of all proportion";
        let blind = blind.ok_or_else(|| Refusal::Page(Error::malformed(message)))?;
        Ok(Look { cost: pixels / PIXELS_PER_OPERATOR, blind })
    }

    /// Counts an image within content, which cannot be taken out.
    pub(super) fn inline_image(&mut self, image: &Stream<'_>) -> Walked<()> {
        let image::Gate { pixels, refused } = image::gate_for(image, self.context)?;
        if !refused.is_empty() {
            return Err(Refusal::Page(Error::malformed("an image of the page is out of all proportion")));
        }
        self.charge(pixels / PIXELS_PER_OPERATOR)
    }
}
