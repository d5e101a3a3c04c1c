//! Every limit of the table fires, and says which it is.

use std::fs;
use std::io::Write;

use transvase::{Converter, Error, ErrorCode, Format, Limits};
use transvase_tests::root;
use transvase_tests::samples::assembled;

/// Counts memory, for the limit of it.
#[global_allocator]
static ALLOCATOR: transvase_memory::Counting = transvase_memory::Counting::SYSTEM;

/// What runs into a limit.
enum Work {
    /// A file of `examples/` that is converted.
    Convert(&'static str, Format),
    /// A document that a short look unpacks.
    Inspect(fn() -> Vec<u8>),
    /// A file of `examples/` of which the limit bends what is too deep.
    Bend(&'static str, Format),
    /// No format there is yet has what the limit counts.
    Coming,
}

/// Each limit with a value that the work is beyond.
fn table() -> Vec<(&'static str, u64, Work)> {
    use Work::{Bend, Coming, Convert, Inspect};
    let (docx, pdf, png) = (Format::DOCX, Format::PDF, Format::PNG);
    vec![
        ("input_bytes", 100, Convert("report.pdf", docx)),
        ("output_bytes", 100, Convert("report.pdf", docx)),
        ("memory_bytes", 1_000, Convert("report.pdf", docx)),
        ("unpacked_bytes", 1_000, Convert("report.pdf", docx)),
        ("stream_bytes", 1_000, Convert("report.pdf", docx)),
        ("expansion_ratio", 10, Inspect(blown_up)),
        ("archive_entries", 2, Inspect(office)),
        ("pages", 1, Convert("book.mobi", pdf)),
        ("image_pixels", 1_000, Convert("photo.jpg", png)),
        ("job_pixels", 1_000, Convert("photo.jpg", png)),
        ("drawing_pixels", 1_000, Convert("drawing", png)),
        ("image_side", 10, Convert("photo.jpg", png)),
        ("progressive_scans", 1, Convert("progressive", png)),
        ("animation_frames", 0, Coming),
        ("html_depth", 1, Bend("book.mobi", pdf)),
        ("xml_depth", 1, Inspect(office)),
        ("form_depth", 0, Convert("form", docx)),
        ("elements", 3, Convert("book.mobi", pdf)),
        ("element_density", 1, Convert("dense", pdf)),
        ("pixel_density", 1_000, Convert("pages", pdf)),
        ("attributes", 1, Inspect(office)),
        ("pdf_operators", 10, Convert("report.pdf", docx)),
    ]
}

fn input(name: &str) -> Vec<u8> {
    match name {
        // The smallest of a photo is progressive.
        "progressive" => transvase::compress(&input("photo.jpg")).unwrap().bytes,
        "form" => form(),
        "drawing" => {
            b"<svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'><path d='M0 0h90v90'/></svg>".to_vec()
        }
        "dense" => dense(),
        "pages" => blank_pages(),
        _ => fs::read(root().join("examples").join(name)).unwrap(),
    }
}

/// A DOCX that we made, with its properties.
fn office() -> Vec<u8> {
    transvase::convert(&input("report.pdf"), Format::DOCX).unwrap().bytes
}

/// A DOCX whose relationships are 20 MB of spaces.
fn blown_up() -> Vec<u8> {
    zipped(&[("word/document.xml", b"<a/>".to_vec()), ("_rels/.rels", vec![b' '; 20 << 20])])
}

/// A DOCX of 2 kB with 120,000 paragraphs.
fn dense() -> Vec<u8> {
    let word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    let document = format!("<w:document xmlns:w='{word}'><w:body>{}</w:body></w:document>", "<w:p/>".repeat(250_000));
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
    let relations = format!(
        "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>\
         <Relationship Id='a' Type='{office}' Target='word/document.xml'/></Relationships>"
    );
    zipped(&[("word/document.xml", document.into_bytes()), ("_rels/.rels", relations.into_bytes())])
}

/// Two comic pages of 60 megapixels in 15 kB.
fn blank_pages() -> Vec<u8> {
    let page = |side: usize| {
        let head = format!("P4\n{side} {side}\n").into_bytes();
        [head, vec![0; side.div_ceil(8) * side]].concat()
    };
    zipped(&[("1.pbm", page(7_800)), ("2.pbm", page(7_816))])
}

fn zipped(entries: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for (name, content) in entries {
        zip.start_file(*name, options).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A page that shows a form XObject.
fn form() -> Vec<u8> {
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R \
         /Resources << /XObject << /F 5 0 R >> >> >>",
        "<< /Length 5 >>\nstream\n/F Do\nendstream",
        "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 11 >>\nstream\n0 0 9 9 re f\nendstream",
    ];
    assembled(&objects.map(str::to_owned), "")
}

fn run(key: &str, value: u64, work: &Work) -> Option<Error> {
    let mut limits = Limits::default();
    limits.set(key, value).unwrap();
    match work {
        Work::Convert(name, to) => Converter::new(*to).limits(limits).convert(&input(name)).err(),
        Work::Inspect(make) => transvase::inspect_with(&make(), None, limits).err(),
        Work::Bend(..) | Work::Coming => None,
    }
}

#[test]
fn every_limit_fires_and_says_which_it_is() {
    for (key, value, work) in table() {
        match &work {
            Work::Coming => continue,
            Work::Bend(name, to) => {
                let plain = transvase::convert(&input(name), *to).unwrap().bytes;
                let mut limits = Limits::default();
                limits.set(key, value).unwrap();
                let bent = Converter::new(*to).limits(limits).convert(&input(name)).unwrap().bytes;
                assert!(plain != bent, "{key}={value} changes nothing");
                continue;
            }
            Work::Convert(..) | Work::Inspect(_) => {}
        }
        let error = run(key, value, &work).unwrap_or_else(|| panic!("{key}={value} holds nothing back"));
        let which = error.details().which.as_deref();
        assert_eq!((error.code(), which), (ErrorCode::LimitExceeded, Some(key)), "{key}: {error}");
        assert_eq!(error.details().limit, Some(value), "{key}");
    }
}

#[test]
fn the_table_has_every_limit() {
    let known: Vec<&str> = table().iter().map(|(key, ..)| *key).collect();
    let all: Vec<&str> = transvase::Limit::ALL.iter().map(|(limit, ..)| limit.key()).collect();
    assert_eq!(known, all);
}

#[test]
fn laid_out_pages_count_once() {
    let book = fs::read(root().join("examples/book.mobi")).unwrap();
    let pages =
        transvase::inspect(&transvase::convert(&book, Format::PDF).unwrap().bytes).unwrap().facts.pages.unwrap();
    let within = |pages| Converter::new(Format::PDF).limits(Limits { pages, ..Limits::default() }).convert(&book);
    assert!(within(u64::from(pages)).is_ok());
    assert_eq!(within(u64::from(pages) - 1).unwrap_err().code(), ErrorCode::LimitExceeded);
}
