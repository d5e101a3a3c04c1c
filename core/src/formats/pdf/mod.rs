//! PDF (ISO 32000-1), written through `krilla`.

mod write;

use crate::format::{Confidence, FormatSpec, Write, Writer};

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "pdf",
    name: "PDF",
    extensions: &["pdf"],
    media_types: &["application/pdf"],
    sniff: |bytes| if bytes.starts_with(b"%PDF-") { Confidence::Certain } else { Confidence::No },
    readers: &[],
    writers: &[Writer { cost: 0, write: Write::Pages(write::write) }],
    shrinker: None,
    inspect: None,
    options: &[&write::PDF_STANDARD],
    notes: "Written as tagged PDF 1.7 with embedded subsets of the fonts.",
};
