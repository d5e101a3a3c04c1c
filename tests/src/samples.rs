//! Small inputs of every format: the files of `examples/`, and some made here.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};
use transvase::Format;

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

/// Every sample whose format this build reads.
pub fn all() -> Vec<Sample> {
    let mut files = examples();
    files.extend(pictures());
    files.push(("made.pdf".into(), pdf()));
    files.push(("made.mobi".into(), mobi()));
    files
        .into_iter()
        .filter_map(|(name, bytes)| transvase::detect(&bytes).map(|format| Sample { name, bytes, format }))
        .filter(|sample| sample.format.spec().is_read())
        .collect()
}

/// The targets a sample can be converted to, its own format included where it can be compressed.
pub fn targets(sample: &Sample) -> Vec<Format> {
    let routes = transvase::routes();
    routes.iter().filter(|route| route.source() == sample.format).map(transvase::Route::target).collect()
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
    ];
    kinds.into_iter().map(|(name, picture, format)| (name.to_owned(), encoded(&picture, format))).collect()
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

/// A PDF of these objects, the first of them its catalog; `more` goes into the trailer.
pub fn assembled(objects: &[String], more: &str) -> Vec<u8> {
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(file.len());
        file.extend(format!("{} 0 obj\n{object}\nendobj\n", index + 1).bytes());
    }
    let start = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    for offset in offsets {
        file.extend(format!("{offset:010} 00000 n \n").bytes());
    }
    let trailer = format!("trailer\n<< /Size {} /Root 1 0 R{more} >>\n", objects.len() + 1);
    file.extend(format!("{trailer}startxref\n{start}\n%%EOF\n").bytes());
    file
}

/// Title of [`mobi`].
pub const MOBI_TITLE: &str = "A Made Book";

/// A MOBI 6 book of one uncompressed text record, by the format's public description: PDB header,
/// `PalmDOC` header, MOBI header, EXTH with an author, text, end-of-file record.
pub fn mobi() -> Vec<u8> {
    mobi_of(
        "<html><head></head><body><h1>One</h1><p>The <i>first</i> chapter is short.</p>\
         <mbp:pagebreak/><h1>Two</h1><p>The second one ends the book.</p></body></html>",
    )
}

/// The book with another text, of at most 4,096 bytes.
pub fn mobi_of(text: &str) -> Vec<u8> {
    let exth = exth(&[(100, b"A. Writer"), (101, b"Example Press")]);
    let records = [record_zero(text.len(), &exth), text.as_bytes().to_vec(), vec![0xE9, 0x8E, 0x0D, 0x0A]];
    let mut file = vec![0; 32];
    file[..11].copy_from_slice(b"A_Made_Book");
    file.extend([0; 28]);
    file.extend(b"BOOKMOBI");
    file.extend([0; 8]);
    file.extend((records.len() as u16).to_be_bytes());
    let mut offset = 78 + 8 * records.len() + 2;
    for (index, record) in records.iter().enumerate() {
        file.extend((offset as u32).to_be_bytes());
        file.extend((index as u32 * 2).to_be_bytes());
        offset += record.len();
    }
    file.extend([0; 2]);
    for record in &records {
        file.extend(record);
    }
    file
}

/// The book with a picture that lies beside it, as old books name them.
pub fn mobi_with_picture(path: &str) -> Vec<u8> {
    mobi_of(&format!("<html><head></head><body><p>A dot stands here.</p><p><img src=\"{path}\"/></p></body></html>"))
}

fn exth(rows: &[(u32, &[u8])]) -> Vec<u8> {
    let body: Vec<u8> = rows
        .iter()
        .flat_map(|(kind, value)| [&kind.to_be_bytes()[..], &(value.len() as u32 + 8).to_be_bytes(), value].concat())
        .collect();
    let mut block = b"EXTH".to_vec();
    block.extend((body.len() as u32 + 12).to_be_bytes());
    block.extend((rows.len() as u32).to_be_bytes());
    block.extend(body);
    block.resize(block.len().next_multiple_of(4), 0);
    block
}

fn record_zero(text_len: usize, exth: &[u8]) -> Vec<u8> {
    const HEADER: usize = 232;
    let mut record = Vec::new();
    record.extend(1_u16.to_be_bytes());
    record.extend(0_u16.to_be_bytes());
    record.extend((text_len as u32).to_be_bytes());
    record.extend(1_u16.to_be_bytes());
    record.extend(4_096_u16.to_be_bytes());
    record.extend([0; 4]);
    let mut header = vec![0xFF; HEADER];
    let mut put = |at: usize, value: u32| header[at..at + 4].copy_from_slice(&value.to_be_bytes());
    put(4, HEADER as u32);
    put(8, 2);
    put(12, 65_001);
    put(16, 7);
    put(20, 6);
    put(64, 2);
    put(68, (16 + HEADER + exth.len()) as u32);
    put(72, MOBI_TITLE.len() as u32);
    put(76, 9);
    put(80, 0);
    put(84, 0);
    put(88, 6);
    put(92, 2);
    put(96, 0);
    put(100, 0);
    put(112, 0x40);
    put(176, 0x0001_0001);
    put(224, 0);
    header[..4].copy_from_slice(b"MOBI");
    record.extend(header);
    record.extend(exth);
    record.extend(MOBI_TITLE.bytes());
    record.extend([0; 4]);
    record
}
