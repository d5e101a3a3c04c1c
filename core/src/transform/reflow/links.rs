//! Link areas of a page, found by point.

use super::areas;
use crate::model::pages::Page;
use crate::units::{Point, Rect};

/// Link areas looked at on one page; a page with more is not made for people.
const MAX_AREAS: usize = 10_000;
/// Height of the bands the areas are sorted into, in points: about two lines of text.
const BAND: f32 = 24.0;
/// Bands of a page.
const BANDS: usize = 256;

/// The link areas of a page, sorted into bands by height.
#[derive(Debug)]
pub(super) struct LinkAreas {
    /// Index of the page's first link among those of the document.
    base: usize,
    bands: Vec<Vec<(Rect, usize)>>,
}

impl LinkAreas {
    /// The areas of a page; `base` links of the document stand on the pages before it.
    pub fn of(page: &Page, base: usize) -> LinkAreas {
        if areas::count(page) == 0 {
            return LinkAreas { base, bands: Vec::new() };
        }
        let mut bands = vec![Vec::new(); BANDS];
        for (area, index) in areas::of(page).take(MAX_AREAS) {
            for band in bands.iter_mut().take(band_of(area.bottom) + 1).skip(band_of(area.top)) {
                band.push((area, index));
            }
        }
        LinkAreas { base, bands }
    }

    /// The link at a point, counted over the document.
    pub fn at(&self, point: Point) -> Option<usize> {
        let band = self.bands.get(band_of(point.y))?;
        band.iter().find(|(area, _)| area.contains(point)).map(|(_, index)| self.base + *index)
    }
}

fn band_of(y: f32) -> usize {
    ((y / BAND).max(0.0) as usize).min(BANDS - 1)
}
