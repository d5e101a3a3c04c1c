//! Images in the PDF.

use image::{DynamicImage, ImageFormat};

use super::*;
#[cfg(feature = "edit")]
use transvase_codec::jbig2;
#[cfg(feature = "edit")]
use transvase_codec::png::{chunks::chunks, forms, packing};
#[cfg(feature = "edit")]
use transvase_model::raster::{Frame, PixelFormat};

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// A picture of 8 by 6 pixels, half of it transparent.
fn picture() -> DynamicImage {
    let pixels = image::RgbaImage::from_fn(8, 6, |x, y| {
        image::Rgba([x as u8 * 30, y as u8 * 40, 90, if x < 4 { 255 } else { 0 }])
    });
    DynamicImage::ImageRgba8(pixels)
}

/// A page with each of the files on it.
fn with_files(files: &[(&[u8], MediaKind)]) -> Draft {
    let mut draft = Draft::new();
    draft.page();
    for (at, (bytes, kind)) in files.iter().enumerate() {
        let media = draft.pages.media.add(Media { bytes: Arc::from(*bytes), kind: *kind, width_px: 8, height_px: 6 });
        let node = draft.node(StructKind::Figure(None), 0);
        let transform = Affine { a: 80.0, b: 0.0, c: 0.0, d: 60.0, e: 72.0, f: 72.0 + 70.0 * at as f32 };
        let image =
            PlacedImage { media, transform, clip: None, window: None, alt: Some("A picture".into()), node: Some(node) };
        draft.pages.pages[0].items.push(Item::Image(image));
    }
    draft
}

/// The image objects of a PDF that are no masks.
fn drawn(pdf: &Pdf) -> Vec<Stream<'_>> {
    let images = |stream: &Stream| stream.dict().get::<Name>("Subtype").is_some_and(|name| name.as_str() == "Image");
    let all: Vec<Stream> = streams(pdf).into_iter().filter(images).collect();
    let masks: Vec<_> = all.iter().filter_map(|image| Some(image.dict().get::<Stream>("SMask")?.obj_id())).collect();
    all.into_iter().filter(|image| !masks.contains(&image.obj_id())).collect()
}

fn bits(image: &Stream) -> i32 {
    image.dict().get::<i32>("BitsPerComponent").unwrap()
}

/// The samples of an image of 8 bits; colours where they are numbers of a palette.
fn colors(image: &Stream) -> Vec<u8> {
    assert_eq!(bits(image), 8);
    let samples = image.decoded().unwrap();
    let Some(space) = image.dict().get::<Array>("ColorSpace") else { return samples.to_vec() };
    let palette = space.iter::<Object>().nth(3).unwrap().into_string().unwrap();
    let palette = palette.as_bytes();
    samples.iter().flat_map(|number| &palette[3 * usize::from(*number)..][..3]).copied().collect()
}

#[test]
fn jpeg_passes_byte_for_byte() {
    let jpeg = encoded(&DynamicImage::ImageRgb8(picture().to_rgb8()), ImageFormat::Jpeg);
    let pdf = Pdf::new(with_files(&[(&jpeg, MediaKind::Jpeg)]).write()).unwrap();
    assert_eq!(drawn(&pdf)[0].raw_data().as_ref(), jpeg);
}

#[cfg(feature = "edit")]
#[test]
fn samples_of_a_png_pass_byte_for_byte() {
    let png = encoded(&DynamicImage::ImageRgb8(picture().to_rgb8()), ImageFormat::Png);
    let packed: Vec<u8> =
        chunks(&png).filter(|(kind, _)| *kind == b"IDAT").flat_map(|(_, data)| data).copied().collect();
    // The same picture twice, and one of another kind, each under its own key.
    let gray = encoded(&DynamicImage::ImageLuma8(picture().to_luma8()), ImageFormat::Png);
    let files = [(&png[..], MediaKind::Png), (&gray[..], MediaKind::Png), (&png[..], MediaKind::Png)];
    let pdf = Pdf::new(with_files(&files).write()).unwrap();
    let images = drawn(&pdf);
    assert_eq!(images.len(), 2);
    let of = |space: &str| {
        let is = |image: &&Stream| image.dict().get::<Name>("ColorSpace").is_some_and(|name| name.as_str() == space);
        images.iter().find(is).unwrap()
    };
    assert_eq!(of("DeviceRGB").raw_data().as_ref(), packed);
    assert_eq!(of("DeviceRGB").decoded().unwrap().as_ref(), picture().to_rgb8().as_raw());
    assert_eq!(of("DeviceGray").decoded().unwrap().as_ref(), picture().to_luma8().as_raw());
}

#[cfg(feature = "edit")]
#[test]
fn pictures_of_one_bit_are_jbig2() {
    let context = Context::default();
    // Rings around the corner.
    let distance = |at: usize| (at % 400).pow(2) + (at / 400).pow(2);
    let samples: Vec<u8> = (0..400 * 300).map(|at| if distance(at) / 3_000 % 5 < 2 { 0 } else { 255 }).collect();
    let frame = Frame { width_px: 400, height_px: 300, format: PixelFormat::Gray8, samples, delay_ms: 0 };
    let png = packing::swift(&forms::narrowest(&frame).unwrap(), None, &context).unwrap();
    let pdf = Pdf::new(with_files(&[(&png, MediaKind::Png)]).write()).unwrap();
    let images = drawn(&pdf);
    assert_eq!(images[0].dict().get::<Name>("Filter").unwrap().as_str(), "JBIG2Decode");
    let bitmap = jbig2::decode(&images[0].raw_data(), &[], &context).unwrap().unwrap();
    let black = |at: usize| bitmap.rows[at / 400 * 50 + at % 400 / 8] >> (7 - at % 8) & 1 == 1;
    assert!((0..400 * 300).all(|at| black(at) == (frame.samples[at] == 0)));
}

#[test]
fn other_kinds_keep_every_pixel_and_alpha() {
    for (format, kind) in [
        (ImageFormat::Png, MediaKind::Png),
        (ImageFormat::WebP, MediaKind::Webp),
        (ImageFormat::Bmp, MediaKind::Bmp),
        (ImageFormat::Gif, MediaKind::Gif),
    ] {
        let pdf = Pdf::new(with_files(&[(&encoded(&picture(), format), kind)]).write()).unwrap();
        let image = &drawn(&pdf)[0];
        let size = (image.dict().get::<i32>("Width").unwrap(), image.dict().get::<i32>("Height").unwrap());
        assert_eq!(size, (8, 6), "{kind:?}");
        let mask = image.dict().get::<Stream>("SMask").expect("half of the picture is transparent");
        let row: &[u8] = if bits(&mask) == 1 { &[0xF0] } else { &[255, 255, 255, 255, 0, 0, 0, 0] };
        assert_eq!(mask.decoded().unwrap()[..row.len()], *row, "{kind:?}");
        if kind != MediaKind::Gif {
            assert_eq!(colors(image)[..6], [0, 0, 90, 30, 0, 90], "{kind:?}");
        }
    }
}

#[test]
fn grey_and_deep_pictures_stay_so() {
    let grey = DynamicImage::ImageRgb8(image::RgbImage::from_pixel(2, 2, image::Rgb([7, 7, 7])));
    let deep = DynamicImage::ImageRgb16(image::ImageBuffer::from_pixel(2, 2, image::Rgb([0x0102, 0x0304, 0x0506])));
    let files = [encoded(&grey, ImageFormat::Bmp), encoded(&deep, ImageFormat::Png)];
    let pdf = Pdf::new(with_files(&[(&files[0], MediaKind::Bmp), (&files[1], MediaKind::Png)]).write()).unwrap();
    let images = drawn(&pdf);
    assert_eq!(images[0].decoded().unwrap().as_ref(), [7; 4]);
    assert_eq!(images[1].decoded().unwrap()[..6], [1, 2, 3, 4, 5, 6]);
}

#[test]
fn a_broken_image_costs_only_itself() {
    let png = encoded(&picture(), ImageFormat::Png);
    let draft = with_files(&[
        (&png[..png.len() / 2], MediaKind::Png),
        (b"\xFF\xD8\xFF broken", MediaKind::Jpeg),
        (b"<svg/>", MediaKind::Svg),
        (&png, MediaKind::Png),
    ]);
    let context = Context::default();
    let pdf = Pdf::new(write(draft.pages, &context).unwrap().alone()).unwrap();
    assert_eq!(drawn(&pdf).len(), 1);
    let warnings = context.take_warnings();
    assert!(warnings.iter().all(|warning| warning.code == WarningCode::ImageDropped));
    assert_eq!(warnings.len(), 3);
}

#[test]
fn a_drawing_stays_one() {
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='20' height='20'/>\
        <text x='2' y='15' font-size='8'>Words</text></svg>";
    let context = Context::default();
    let bytes = write(with_files(&[(svg, MediaKind::Svg)]).pages, &context).unwrap().alone();
    let pdf = Pdf::new(bytes).unwrap();
    assert!(drawn(&pdf).is_empty() && context.take_warnings().is_empty());
    let page = &pdf.pages()[0];
    assert!(page.page_stream().is_some_and(|content| !content.is_empty()));
}

#[test]
fn the_pixel_limit_holds() {
    let limits = Limits { image_pixels: 10, ..Limits::default() };
    let png = encoded(&picture(), ImageFormat::Png);
    let error =
        write(with_files(&[(&png, MediaKind::Png)]).pages, &Context::new(Options::default(), limits)).unwrap_err();
    assert_eq!(error.code(), ErrorCode::LimitExceeded);
}

#[test]
fn an_image_on_many_pages_is_stored_once() {
    let png = encoded(&picture(), ImageFormat::Png);
    let mut draft = with_files(&[(&png, MediaKind::Png)]);
    let page = draft.pages.pages[0].clone();
    draft.pages.pages.extend([page.clone(), page]);
    assert_eq!(drawn(&Pdf::new(draft.write()).unwrap()).len(), 1);
}
