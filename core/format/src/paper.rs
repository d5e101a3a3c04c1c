//! Paper sizes, and the options that say how large pages are, and pictures of them.

use transvase_base::options::{OptionKind, OptionSpec};
use transvase_base::units::{Size, pt_from_mm};

/// Paper sizes by name, in millimetres (ISO 216, ANSI/ASME Y14.1, JIS P 0138 for `jis-b5`).
const PAPERS: [(&str, f32, f32); 12] = [
    ("a3", 297.0, 420.0),
    ("a4", 210.0, 297.0),
    ("a5", 148.0, 210.0),
    ("a6", 105.0, 148.0),
    ("b4", 250.0, 353.0),
    ("b5", 176.0, 250.0),
    ("b6", 125.0, 176.0),
    ("jis-b5", 182.0, 257.0),
    ("letter", 215.9, 279.4),
    ("legal", 215.9, 355.6),
    ("tabloid", 279.4, 431.8),
    ("executive", 184.15, 266.7),
];

const PAPER_NAMES: [&str; PAPERS.len()] = {
    let mut names = [""; PAPERS.len()];
    let mut at = 0;
    while at < PAPERS.len() {
        names[at] = PAPERS[at].0;
        at += 1;
    }
    names
};

/// The option for pictures of one width.
pub static WIDTH_PX: OptionSpec = OptionSpec {
    key: "width_px",
    kind: OptionKind::Integer { min: 1, max: 65_535 },
    unit: "pixels",
    default: "",
    doc: "Width of the pictures that pages and drawings become, instead of a resolution.",
};

/// Paper of the pages.
pub static PAGE_SIZE: OptionSpec = OptionSpec {
    key: "page_size",
    kind: OptionKind::Choice(&PAPER_NAMES),
    unit: "",
    default: "a4",
    doc: "Paper size of laid-out pages. Pictures are scaled to fit it where it is set, and get pages of their own size \
          where it is not.",
};

/// Margin on every side.
pub static MARGIN: OptionSpec = OptionSpec {
    key: "margin",
    kind: OptionKind::Number { min: 0.0, max: 100.0 },
    unit: "mm",
    default: "25",
    doc: "Margin on every side of laid-out pages. Where it is not set, pictures have none.",
};

/// The size of a paper by its name; A4 where there is none of that name.
pub fn paper(name: &str) -> Size {
    let paper = PAPERS.iter().find(|paper| paper.0 == name).unwrap_or(&PAPERS[1]);
    Size { width: pt_from_mm(paper.1), height: pt_from_mm(paper.2) }
}
