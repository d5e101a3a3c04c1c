//! Small inputs of every format: the files of `examples/`, and some made here.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use image::{DynamicImage, ImageFormat};
use transvase::{Converter, Format};

use crate::{office, texts};

pub use crate::made::{MOBI_TITLE, assembled, mobi, mobi_of, mobi_with_picture};

/// A file with a name and a format this build knows.
#[derive(Debug, Clone)]
pub struct Sample {
    /// Its name, with an extension.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What it is.
    pub format: Format,
}

/// Every sample whose format this build reads or makes smaller.
pub fn all() -> Vec<Sample> {
    let mut files = examples();
    files.extend(pictures());
    files.push(("made.pdf".into(), pdf()));
    files.push(("made.mobi".into(), mobi()));
    files.extend(texts::all());
    files.extend(office::all());
    files
        .into_iter()
        .filter_map(|(name, bytes)| transvase::detect(&bytes).map(|format| Sample { name, bytes, format }))
        .filter(|sample| sample.format.spec().is_read() || sample.format.spec().is_compressed())
        .collect()
}

/// The bytes of the sample with this name.
///
/// # Panics
/// Where there is none.
pub fn named(name: &str) -> Vec<u8> {
    all().into_iter().find(|sample| sample.name == name).expect("there is such a sample").bytes
}

/// The targets a sample can be converted to, its own format included where it can be compressed.
pub fn targets(sample: &Sample) -> Vec<Format> {
    targets_of(sample.format)
}

fn targets_of(source: Format) -> Vec<Format> {
    let routes = transvase::routes();
    routes.iter().filter(|route| route.source() == source).map(transvase::Route::target).collect()
}

/// At most `count` targets of a file, which take turns from file to file: all of them would take hours over a corpus. None
/// where its format is not known.
pub fn targets_in_turn(bytes: &[u8], number: usize, count: usize) -> Vec<Format> {
    let targets = transvase::detect(bytes).map(targets_of).unwrap_or_default();
    let count = targets.len().min(count);
    targets.iter().cycle().skip(number * count).take(count).copied().collect()
}

/// Formats of text that a few words cannot tell from one another.
const TEXTS: [&str; 2] = ["md", "txt"];

/// Whether bytes are seen to be of a format, or of one that looks the same. Pages without words are an empty text, and
/// Markdown may begin with a table in HTML.
pub fn is_seen_as(bytes: &[u8], format: Format) -> bool {
    let seen = transvase::detect(bytes);
    let is_text = |format: Format| TEXTS.contains(&format.id());
    let looks_alike = |seen| is_text(seen) || (format, seen) == (Format::MARKDOWN, Format::HTML);
    seen == Some(format) || (is_text(format) && (bytes.is_empty() || seen.is_some_and(looks_alike)))
}

/// Targets beyond its first that [`pairs`] has of each sample.
const RAREST: usize = 2;

/// Each sample with its first target and with those that the samples before it have had least: every sample and every
/// target, in fewer pairs than there are, for tests that take long over each. `routes` goes over all.
pub fn pairs() -> Vec<(Sample, Format)> {
    paired(all())
}

/// As [`pairs`], of the smallest sample of each format: for tests that convert each dozens of times.
pub fn small_pairs() -> Vec<(Sample, Format)> {
    let mut smallest: BTreeMap<Format, Sample> = BTreeMap::new();
    for sample in all() {
        let known = smallest.entry(sample.format).or_insert_with(|| sample.clone());
        if sample.bytes.len() < known.bytes.len() {
            *known = sample;
        }
    }
    paired(smallest.into_values().collect())
}

/// The option of [`quick`], by name.
pub const FEW_PIXELS: (&str, &str) = ("dpi", "20");

/// A conversion that draws pages with few pixels: for tests that go over all formats and do not look at what is drawn.
pub fn quick(target: Format) -> Converter {
    Converter::new(target).option(FEW_PIXELS.0, FEW_PIXELS.1)
}

fn paired(samples: Vec<Sample>) -> Vec<(Sample, Format)> {
    let mut had: BTreeMap<Format, usize> = BTreeMap::new();
    let mut pairs = Vec::new();
    for sample in samples {
        let targets = targets(&sample);
        let (first, others) = targets.split_at(targets.len().min(1));
        let mut others = others.to_vec();
        others.sort_by_key(|target| had.get(target).copied());
        for target in first.iter().chain(others.iter().take(RAREST)) {
            *had.entry(*target).or_default() += 1;
            pairs.push((sample.clone(), *target));
        }
    }
    pairs
}

fn examples() -> Vec<(String, Vec<u8>)> {
    let files = std::fs::read_dir(crate::root().join("examples")).into_iter().flatten().filter_map(Result::ok);
    let mut files: Vec<_> = files
        .filter(|file| file.path().extension().is_some_and(|extension| extension != "rs" && extension != "md"))
        .filter_map(|file| Some((file.file_name().to_string_lossy().into_owned(), std::fs::read(file.path()).ok()?)))
        .collect();
    files.sort();
    files
}

/// A colourful gradient with a hard edge, in the pixel formats the image formats know.
fn pictures() -> Vec<(String, Vec<u8>)> {
    let base = DynamicImage::ImageRgba8(image::RgbaImage::from_fn(61, 43, |x, y| {
        let alpha = if x > 40 { 128 } else { 255 };
        image::Rgba([(x * 4) as u8, (y * 5) as u8, ((x * y) % 256) as u8, alpha])
    }));
    let kinds = [
        ("rgba.png", base.clone(), ImageFormat::Png),
        ("rgb.png", base.to_rgb8().into(), ImageFormat::Png),
        ("gray.png", base.to_luma8().into(), ImageFormat::Png),
        ("deep.png", base.to_rgb16().into(), ImageFormat::Png),
        ("rgb.jpg", base.to_rgb8().into(), ImageFormat::Jpeg),
        ("gray.jpg", base.to_luma8().into(), ImageFormat::Jpeg),
        ("rgba.gif", base.clone(), ImageFormat::Gif),
        ("rgba.webp", base.clone(), ImageFormat::WebP),
        ("deep.tiff", base.to_rgb16().into(), ImageFormat::Tiff),
        ("rgba.bmp", base.clone(), ImageFormat::Bmp),
        ("rgba.ico", base.clone(), ImageFormat::Ico),
        ("rgb.ppm", base.to_rgb8().into(), ImageFormat::Pnm),
        ("rgba.qoi", base.clone(), ImageFormat::Qoi),
        ("rgba.tga", base.clone(), ImageFormat::Tga),
        ("light.hdr", base.to_rgb32f().into(), ImageFormat::Hdr),
        ("deep.ff", base.to_rgba16().into(), ImageFormat::Farbfeld),
        ("light.exr", base.to_rgb32f().into(), ImageFormat::OpenExr),
    ];
    let files = kinds.into_iter().map(|(name, picture, format)| (name.to_owned(), encoded(&picture, format)));
    let more =
        [("pages.cbz", comic(&base)), ("flat.psd", photoshop()), ("block.dds", texture()), ("drawing.svg", drawing())];
    let files = files.chain(more.map(|(name, bytes)| (name.to_owned(), bytes)));
    let stored = ["small.heic", "small.jp2"].map(|name| {
        (
            name.to_owned(),
            std::fs::read(crate::root().join("tests/data").join(name)).expect("the file is in the repository"),
        )
    });
    let png = encoded(&base, ImageFormat::Png);
    let own = [("rgba.jxl", Format::JXL), ("rgba.avif", Format::AVIF)].map(|(name, format)| {
        (name.to_owned(), transvase::convert(&png, format).expect("a picture can be written").bytes)
    });
    files.chain(stored).chain(own).collect()
}

/// A picture of 4 by 3 pixels without layers (Adobe Photoshop File Formats Specification): header, no palette, no
/// resources, no layers, three planes that are not packed.
fn photoshop() -> Vec<u8> {
    let mut bytes = b"8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\0\x03\0\0\0\x04\0\x08\0\x03".to_vec();
    bytes.extend([0; 12]);
    bytes.extend([0; 2]);
    bytes.extend((0..36).map(|at| at * 7));
    bytes
}

/// One block of 4 by 4 pixels, half red and half blue (Microsoft, DDS_HEADER; block compression 1).
fn texture() -> Vec<u8> {
    let mut bytes = b"DDS ".to_vec();
    let header = [124, 0x0008_1007, 4, 4, 8, 0, 1];
    let format = [32, 4, u32::from_le_bytes(*b"DXT1"), 0, 0, 0, 0, 0];
    let words = header.into_iter().chain([0; 11]).chain(format).chain([0x1000, 0, 0, 0, 0]);
    bytes.extend(words.flat_map(u32::to_le_bytes));
    bytes.extend([0x00, 0xF8, 0x1F, 0x00, 0x50, 0x50, 0x50, 0x50]);
    bytes
}

fn drawing() -> Vec<u8> {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='40'><rect width='60' height='40' fill='#def'/>\
               <circle cx='30' cy='20' r='15' fill='#c30'/></svg>";
    svg.into()
}

/// An archive of two pictures, which are its pages.
fn comic(picture: &DynamicImage) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let plain = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for name in ["1.png", "2.png"] {
        archive.start_file(name, plain).expect("an archive in memory can be written");
        archive.write_all(&encoded(picture, ImageFormat::Png)).expect("an archive in memory can be written");
    }
    archive.finish().expect("an archive in memory can be written").into_inner()
}

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).expect("a picture in memory can be encoded");
    bytes.into_inner()
}

/// Text of [`pdf`], in reading order.
pub const PDF_LINES: [&str; 4] =
    ["Quarterly notes", "The first paragraph stands above the table.", "It has two lines.", "Apples 12"];

/// One page with a heading, a paragraph, a ruled cell and a link, by ISO 32000-1: plain streams, a
/// standard font, a table of cross-references.
pub fn pdf() -> Vec<u8> {
    let content = format!(
        "BT /F1 18 Tf 72 720 Td ({}) Tj ET\n\
         BT /F1 11 Tf 72 690 Td 14 TL ({}) Tj T* ({}) Tj ET\n\
         0.5 w 72 600 m 272 600 l 272 630 l 72 630 l h S 172 600 m 172 630 l S\n\
         BT /F1 11 Tf 80 611 Td (Apples) Tj 100 0 Td (12) Tj ET\n",
        PDF_LINES[0], PDF_LINES[1], PDF_LINES[2]
    );
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Annots [6 0 R] \
         /Resources << /Font << /F1 5 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
        "<< /Type /Annot /Subtype /Link /Rect [72 686 300 700] /Border [0 0 0] \
         /A << /S /URI /URI (https://example.org/) >> >>"
            .to_owned(),
        "<< /Title (Notes) /Author (A. Writer) >>".to_owned(),
    ];
    assembled(&objects, " /Info 7 0 R")
}
