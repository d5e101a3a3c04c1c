//! Oversize pages, larger than a document may have them, are scaled to fit, with all that stands on them.

use transvase_base::context::Context;
use transvase_base::units::{Affine, Size};
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::flow::PageSetup;
use transvase_model::pages::{Page, Pages};

/// Height of a page as multiples of its width and of the longest side, from which on it is a strip, as a website is
/// saved: its text goes on over several pages, where it can be read.
const STRIP: (f32, f32) = (3.0, 2.0);

/// Makes larger pages smaller, and returns the maps for what stands on them. Cut off, they would lose their right or
/// lower part.
pub(super) fn fit(pages: &mut Pages, context: &Context) -> Vec<Option<Affine>> {
    let maps: Vec<Option<Affine>> = pages.pages.iter_mut().map(|page| fit_page(page, context)).collect();
    if maps.iter().any(Option::is_some) {
        pages.map(&maps);
    }
    maps
}

fn fit_page(page: &mut Page, context: &Context) -> Option<Affine> {
    let Size { width, height } = page.size;
    let is_strip = height >= STRIP.0 * width && height >= STRIP.1 * PageSetup::LONGEST;
    let scale = PageSetup::LONGEST / if is_strip { width } else { width.max(height) };
    if scale >= 1.0 || !scale.is_finite() || scale <= 0.0 {
        return None;
    }
    page.size = Size { width: width * scale, height: height * scale };
    let message = format!("the page is longer than 22 inches and was scaled to {:.0} % of its size", scale * 100.0);
    context.warn(Warning::on_page(page.number, WarningCode::PageScaled, message));
    Some(Affine::scale(scale, scale))
}
