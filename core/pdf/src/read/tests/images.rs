//! Images that are larger than an image may be.

use super::{one_page, stream};
use transvase_base::context::{Context, Limits};
use transvase_base::options::Options;
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::pages::{Item, Pages};

/// A page with an image, where one may have no more than eight pixels.
fn read(entries: &str, data: &[u8]) -> (Pages, Vec<Warning>) {
    let image = stream(&format!("/Subtype /Image {entries}"), data);
    let file = one_page("q 80 0 0 40 10 10 cm /I Do Q", "/XObject <</I 5 0 R>>", "", &[image]);
    let context = Context::new(Options::default(), Limits { image_pixels: 8, ..Limits::default() });
    let pages = super::super::read(&file, &context).unwrap();
    (pages, context.take_warnings())
}

/// The grey and opacity of each pixel of the one image.
fn pixels(pages: &Pages) -> Vec<(u8, u8)> {
    let [Item::Image(placed)] = &pages.pages[0].items[..] else { panic!("{:?}", pages.pages[0].items) };
    let image = image::load_from_memory(&pages.media.get(placed.media).bytes).unwrap().to_luma_alpha8();
    assert_eq!(image.dimensions(), (4, 2));
    image.pixels().map(|pixel| (pixel.0[0], pixel.0[1])).collect()
}

#[test]
fn large_images_of_one_bit_become_smaller() {
    let rows = [0b1111_0001, 0b1111_0011, 0, 0b0000_0001];
    let (pages, warnings) = read("/Width 8 /Height 4 /ColorSpace /DeviceGray /BitsPerComponent 1", &rows);
    let gray: Vec<u8> = pixels(&pages).into_iter().map(|pixel| pixel.0).collect();
    // The mean of each four pixels: all, all, none, three; none, none, none, one.
    assert_eq!(gray, [255, 255, 0, 191, 0, 0, 0, 63]);
    assert!(!warnings.iter().any(|warning| warning.code == WarningCode::ImageDropped));
}

#[test]
fn stencils_keep_their_thin_lines() {
    let rows = [0xFF, 0b1101_1111, 0xFF, 0xFF];
    let (pages, _) = read("/Width 8 /Height 4 /ImageMask true", &rows);
    let opacity: Vec<u8> = pixels(&pages).into_iter().map(|pixel| pixel.1).collect();
    assert_eq!(opacity, [0, 255, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn fax_images_become_smaller_while_they_are_unpacked() {
    // ITU-T T.6: a row of eight black pixels (horizontal mode 001, white 0 00110101, black 8 000101), and rows like the
    // one before (two changes at the same place, 1 each).
    let data = [0b0010_0110, 0b1010_0010, 0b1111_1110];
    let fax = "/Width 8 /Height 4 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode";
    for (black, gray) in [("false", 0), ("true", 255)] {
        let entries = format!("{fax} /DecodeParms <</K -1 /Columns 8 /Rows 4 /BlackIs1 {black}>>");
        assert!(pixels(&read(&entries, &data).0).iter().all(|pixel| pixel.0 == gray), "BlackIs1 {black}");
    }
}

#[test]
fn what_is_left_out_for_a_limit_names_it() {
    let (pages, warnings) = read("/Width 4 /Height 4 /ColorSpace /DeviceGray /BitsPerComponent 8", &[0; 16]);
    assert!(pages.pages[0].items.is_empty());
    let said: Vec<_> = warnings.iter().map(|warning| (warning.code, warning.message.as_str())).collect();
    assert_eq!(said, [(WarningCode::ImageDropped, "1 image was left out, above the limit image_pixels of 8 pixels")]);
}
