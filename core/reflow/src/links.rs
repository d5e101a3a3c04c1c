//! Link areas of a page, found by point.

use std::collections::BTreeSet;

use super::caps::{MOST, SOME};
use transvase_base::context::Context;
use transvase_base::units::{Point, Pt, Rect};
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_model::pages::Page;

/// Height of the bands that the areas are sorted into: about two lines of text.
const BAND: Pt = Pt(24.0);

/// The link areas of a page, sorted into bands by height.
#[derive(Debug)]
pub(super) struct LinkAreas {
    /// Index of the page's first link among those of the document.
    base: usize,
    /// Number of its links; the areas after them are other things.
    links: usize,
    bands: Vec<Vec<(Rect, usize)>>,
}

impl LinkAreas {
    /// The areas of a page by the indexes of what they belong to, the first `links` of which are links; `base` such things
    /// stand on the pages before it.
    pub fn of(areas: impl Iterator<Item = (Rect, usize)>, links: usize, base: usize) -> LinkAreas {
        let mut areas = areas.take(MOST).peekable();
        if areas.peek().is_none() {
            return LinkAreas { base, links, bands: Vec::new() };
        }
        let mut bands = vec![Vec::new(); SOME];
        for (area, index) in areas {
            for band in bands.iter_mut().take(band_of(area.bottom) + 1).skip(band_of(area.top)) {
                band.push((area, index));
            }
        }
        LinkAreas { base, links, bands }
    }

    /// The link at a point, counted over the document: that of the smallest area, as a link over
    /// several lines has one around all of them. Other things than links come first.
    pub fn at(&self, point: Point) -> Option<usize> {
        let band = self.bands.get(band_of(point.y))?;
        let here = band.iter().filter(|(area, _)| area.contains(point));
        let size = |(area, index): &(Rect, usize)| (*index < self.links, area.area());
        let least = here.min_by(|a, b| {
            let (a, b) = (size(a), size(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        least.map(|(_, index)| self.base + *index)
    }

    /// The link whose area covers the middle of a rectangle and half of the whole.
    pub fn around(&self, rect: &Rect) -> Option<usize> {
        let middle = rect.center();
        let band = self.bands.get(band_of(middle.y))?;
        let covers = |area: &Rect| area.intersection(rect).is_some_and(|common| common.area() >= 0.5 * rect.area());
        let found = band.iter().find(|(area, index)| *index < self.links && area.contains(middle) && covers(area));
        found.map(|(_, index)| self.base + *index)
    }

    /// Warns of the links of a page that nothing in the document has.
    pub fn warn(&self, page: &Page, found: &BTreeSet<usize>, context: &Context) {
        let lost = (self.base..self.base + self.links).filter(|link| !found.contains(link)).count();
        if lost > 0 {
            let message = counted(lost, "[link is|links are] on neither text nor a picture, and [was|were] left out");
            context.warn(Warning::on_page(page.number, WarningCode::LinkDropped, message));
        }
    }
}

fn band_of(y: f32) -> usize {
    ((y / BAND.0).max(0.0) as usize).min(SOME - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn areas(areas: &[Rect], base: usize) -> LinkAreas {
        LinkAreas::of(areas.iter().enumerate().map(|(at, area)| (*area, at)), areas.len(), base)
    }

    #[test]
    fn of_areas_over_one_another_the_smallest_counts() {
        let around = Rect { left: 0.0, top: 0.0, right: 100.0, bottom: 20.0 };
        let inner = Rect { left: 40.0, top: 10.0, right: 60.0, bottom: 20.0 };
        let areas = areas(&[around, inner], 5);
        assert_eq!(areas.at(Point { x: 50.0, y: 15.0 }), Some(6));
        assert_eq!(areas.at(Point { x: 5.0, y: 15.0 }), Some(5));
    }

    #[test]
    fn a_picture_in_the_area_of_a_link_is_the_link() {
        let rect = Rect { left: 0.0, top: 0.0, right: 10.0, bottom: 10.0 };
        let areas = areas(&[rect], 0);
        let (small, large) = (Rect { right: 12.0, ..rect }, Rect { right: 12.0, bottom: 18.0, ..rect });
        assert_eq!((areas.around(&small), areas.around(&large)), (Some(0), None));
    }
}
