//! Tests of reading, on files built here. Widths are those of the standard fonts (Adobe's metrics).

mod annotations;
mod hostile;
mod images;
mod locked;
mod pages;
mod structure;
mod type3;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::pages::{GlyphRun, Item, Pages};

/// A PDF of the given objects, numbered from 1; the first is the catalogue.
pub(crate) fn pdf(objects: &[&str]) -> Vec<u8> {
    let objects: Vec<Vec<u8>> = objects.iter().map(|object| object.as_bytes().to_vec()).collect();
    pdf_of_bytes(&objects)
}

/// As [`pdf`], for objects that are no text.
pub(crate) fn pdf_of_bytes(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut out = b"%PDF-1.7\n".to_vec();
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(out.len());
        out.extend(format!("{} 0 obj\n", index + 1).into_bytes());
        out.extend(object);
        out.extend(b"\nendobj\n");
    }
    let start = out.len();
    out.extend(format!("xref\n0 {}\n0000000000 65535 f \n", offsets.len() + 1).into_bytes());
    for offset in &offsets {
        out.extend(format!("{offset:010} 00000 n \n").into_bytes());
    }
    let trailer = format!("trailer\n<</Size {} /Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n", offsets.len() + 1);
    out.extend(trailer.into_bytes());
    out
}

/// A stream object.
pub(crate) fn stream(entries: &str, data: &[u8]) -> Vec<u8> {
    let mut out = format!("<<{entries} /Length {}>>\nstream\n", data.len()).into_bytes();
    out.extend(data);
    out.extend(b"\nendstream");
    out
}

/// A document of one page of 200 by 300 points: its content, its resources, further objects from
/// number 5 on.
pub(crate) fn one_page(content: &str, resources: &str, page: &str, more: &[Vec<u8>]) -> Vec<u8> {
    let font = "/Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>";
    let page = format!(
        "<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 300] /Contents 4 0 R /Resources <<{font} {resources}>> {page}>>"
    );
    let mut objects = vec![
        b"<</Type /Catalog /Pages 2 0 R>>".to_vec(),
        b"<</Type /Pages /Kids [3 0 R] /Count 1>>".to_vec(),
        page.into_bytes(),
        stream("", content.as_bytes()),
    ];
    objects.extend_from_slice(more);
    pdf_of_bytes(&objects)
}

pub(super) fn read(bytes: &[u8]) -> Result<Pages> {
    super::read(bytes, &Context::default().with_input(bytes.len())?)
}

/// The runs of the first page.
pub(super) fn runs(pages: &Pages) -> Vec<&GlyphRun> {
    let items = pages.pages.first().map(|page| page.items.as_slice()).unwrap_or_default();
    items.iter().filter_map(glyph_run).collect()
}

fn glyph_run(item: &Item) -> Option<&GlyphRun> {
    match item {
        Item::Glyphs(run) => Some(run),
        _ => None,
    }
}

pub(crate) fn text(pages: &Pages) -> String {
    runs(pages).iter().map(|run| run.text.as_str()).collect::<Vec<_>>().join("|")
}
