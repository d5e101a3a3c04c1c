//! Picture pages: each picture on a page of its size, or fitted into a paper size.

use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_base::options::{DPI, OptionSpec};
use transvase_base::units::{Affine, PT_PER_INCH, Size, pt_from_mm};
use transvase_base::warning::{Warning, WarningCode};
use transvase_format::paper::{MARGIN, PAGE_SIZE, paper};
use transvase_model::media::Media;
use transvase_model::pages::{Item, Page, Pages, PlacedImage};

/// Resolution of pictures whose source does not say: that of a screen (CSS Values 4, 6.2).
const SCREEN_DPI: f32 = 96.0;

/// Resolutions that a picture may have; others are a mistake of whoever wrote them.
const DPI_RANGE: std::ops::RangeInclusive<f32> = 1.0..=20_000.0;

/// Longest side of a page (ISO 32000-1, annex C), and shortest.
const LONGEST_PT: f32 = 14_400.0;
const SHORTEST_PT: f32 = 3.0;

/// The options that are read here.
pub(crate) static OPTIONS: &[&OptionSpec] = &[&PAGE_SIZE, &MARGIN, &DPI];

/// A picture that becomes a page.
pub(crate) struct Sheet {
    pub(crate) media: Media,
    /// Dots per inch, where the source says.
    pub(crate) dpi: Option<(f32, f32)>,
    /// How it has to be turned to stand upright, as an Exif orientation from 1 to 8.
    pub(crate) orientation: u8,
}

/// Adds a page with the picture.
///
/// # Errors
/// `LimitExceeded`.
pub(crate) fn add(pages: &mut Pages, sheet: Sheet, context: &Context) -> Result<()> {
    context.charge(Limit::pages, 1)?;
    let number = pages.pages.len() as u32 + 1;
    let natural = natural(&sheet, number, context);
    let (size, place) = match context.options().is_given(&PAGE_SIZE) {
        true => on_paper(natural, context),
        false => framed(natural, context),
    };
    let media = pages.media.add(sheet.media);
    let transform = turned(sheet.orientation, &place);
    let image = PlacedImage { media, transform, clip: None, window: None, alt: None, node: None };
    pages.pages.push(Page { number, size, items: vec![Item::Image(image)], ..Page::default() });
    Ok(())
}

/// Where a picture lies on its page.
struct Place {
    left: f32,
    top: f32,
    size: Size,
}

/// Size of the upright picture in points.
fn natural(sheet: &Sheet, number: u32, context: &Context) -> Size {
    let given = context.options().number(&DPI);
    let stated = sheet.dpi.filter(|(across, down)| DPI_RANGE.contains(across) && DPI_RANGE.contains(down));
    let (across, down) = given.map(|dpi| (dpi as f32, dpi as f32)).or(stated).unwrap_or((SCREEN_DPI, SCREEN_DPI));
    let on_its_side = sheet.orientation > 4;
    let (across, down) = if on_its_side { (down, across) } else { (across, down) };
    let (width, height) = (sheet.media.width_px.max(1) as f32, sheet.media.height_px.max(1) as f32);
    let (width, height) = if on_its_side { (height, width) } else { (width, height) };
    let size = Size { width: width * PT_PER_INCH / across, height: height * PT_PER_INCH / down };
    within_limits(size, number, context)
}

/// The size, made larger or smaller where no page can have it.
fn within_limits(size: Size, number: u32, context: &Context) -> Size {
    let longest = size.width.max(size.height);
    let scale = if longest > LONGEST_PT { LONGEST_PT / longest } else { 1.0 };
    if scale < 1.0 {
        let message = "the page was scaled down: PDF pages can be at most 200 inches wide or high";
        context.warn(Warning::on_page(number, WarningCode::PageScaled, message));
    }
    let side = |side: f32| (side * scale).max(SHORTEST_PT);
    Size { width: side(size.width), height: side(size.height) }
}

/// The margin that is asked for.
fn margin(context: &Context) -> f32 {
    let is_given = context.options().is_given(&MARGIN);
    if is_given { pt_from_mm(context.options().number(&MARGIN).unwrap_or(0.0) as f32) } else { 0.0 }
}

/// A page around the picture.
fn framed(size: Size, context: &Context) -> (Size, Place) {
    let margin = margin(context).min((LONGEST_PT - size.width.max(size.height)) / 2.0);
    let page = Size { width: size.width + 2.0 * margin, height: size.height + 2.0 * margin };
    (page, Place { left: margin, top: margin, size })
}

/// The picture in the middle of a paper that lies as it does, as large as fits between the margins.
fn on_paper(size: Size, context: &Context) -> (Size, Place) {
    let named = paper(context.options().choice(&PAGE_SIZE).unwrap_or("a4"));
    let page = match size.width > size.height {
        true => Size { width: named.height, height: named.width },
        false => named,
    };
    let margin = margin(context).min(page.width.min(page.height) * 0.45);
    let (wide, high) = (page.width - 2.0 * margin, page.height - 2.0 * margin);
    let scale = (wide / size.width).min(high / size.height);
    let size = Size { width: size.width * scale, height: size.height * scale };
    let place = Place { left: (page.width - size.width) / 2.0, top: (page.height - size.height) / 2.0, size };
    (page, place)
}

/// Maps the unit square of the picture as it is stored to its upright place (Exif 2.32, table 6: where row 0 and column
/// 0 lie).
fn turned(orientation: u8, place: &Place) -> Affine {
    let Place { left, top, size: Size { width, height } } = *place;
    let (right, bottom) = (left + width, top + height);
    match orientation {
        2 => Affine { a: -width, b: 0.0, c: 0.0, d: height, e: right, f: top },
        3 => Affine { a: -width, b: 0.0, c: 0.0, d: -height, e: right, f: bottom },
        4 => Affine { a: width, b: 0.0, c: 0.0, d: -height, e: left, f: bottom },
        5 => Affine { a: 0.0, b: height, c: width, d: 0.0, e: left, f: top },
        6 => Affine { a: 0.0, b: height, c: -width, d: 0.0, e: right, f: top },
        7 => Affine { a: 0.0, b: -height, c: -width, d: 0.0, e: right, f: bottom },
        8 => Affine { a: 0.0, b: -height, c: width, d: 0.0, e: left, f: bottom },
        _ => Affine { a: width, b: 0.0, c: 0.0, d: height, e: left, f: top },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::context::Limits;
    use transvase_base::options::Options;
    use transvase_model::media::MediaKind;

    fn page(options: &[(&OptionSpec, &str)], orientation: u8, dpi: Option<(f32, f32)>) -> (Size, Affine) {
        let mut set = Options::default();
        options.iter().for_each(|(spec, value)| set.set(spec, value).unwrap());
        let media = Media { bytes: [1].into(), kind: MediaKind::Jpeg, width_px: 300, height_px: 150 };
        let mut pages = Pages::default();
        add(&mut pages, Sheet { media, dpi, orientation }, &Context::new(set, Limits::default())).unwrap();
        let Some(Item::Image(image)) = pages.pages[0].items.first() else { panic!("an image") };
        (pages.pages[0].size, image.transform)
    }

    #[test]
    fn pages_are_as_large_as_their_pictures() {
        assert_eq!(page(&[], 1, None).0, Size { width: 225.0, height: 112.5 });
        assert_eq!(page(&[], 1, Some((300.0, 150.0))).0, Size { width: 72.0, height: 72.0 });
        assert_eq!(page(&[(&DPI, "300")], 1, None).0, Size { width: 72.0, height: 36.0 });
        let (size, map) = page(&[], 6, None);
        assert_eq!(size, Size { width: 112.5, height: 225.0 });
        // The first pixel of the file is at the upper right, and its row runs down.
        assert_eq!((map.e, map.f, map.a, map.b), (112.5, 0.0, 0.0, 225.0));
    }

    #[test]
    fn papers_lie_as_their_pictures_do() {
        let (size, map) = page(&[(&PAGE_SIZE, "a4"), (&MARGIN, "10")], 1, None);
        assert!((size.width - Size::A4.height).abs() < 0.01);
        let margin = pt_from_mm(10.0);
        assert!((map.e - margin).abs() < 0.01 && (map.a - (size.width - 2.0 * margin)).abs() < 0.01);
        assert!((map.f - (size.height - map.d) / 2.0).abs() < 0.01);
    }
}
