//! The layout as a whole: what stands where on the pages.

mod hostile;
mod lines;
mod office;
mod pages;
mod scripts;
mod tables;
mod typography;
mod word;

use std::sync::Arc;

use super::options::{self, Setup};
use transvase_base::context::{Context, Limits};
use transvase_base::error::Result;
use transvase_base::options::{OptionSpec, Options};
use transvase_model::flow::{
    Block, Flow, Inline, LinkTarget, Paragraph, ParagraphStyle, Role, Run, Section, TextStyle,
};
use transvase_model::pages::{GlyphRun, Item, Page, Pages};

/// Sentences of different lengths, in turn.
const SENTENCES: [&str; 4] = [
    "The morning was bright, and the harbour lay still under a thin and silvery haze.",
    "Nobody remembered afterwards who had first noticed the extraordinary arrangement of the chairs.",
    "It rained.",
    "Considering the circumstances, the representatives congratulated one another without hesitation.",
];

pub(super) fn prose(sentences: usize) -> String {
    (0..sentences).map(|at| SENTENCES[at % SENTENCES.len()]).collect::<Vec<_>>().join(" ")
}

pub(super) fn run(text: &str) -> Inline {
    Inline::Text(Run { text: text.into(), style: TextStyle::default() })
}

pub(super) fn paragraph(text: &str) -> Block {
    styled(text, ParagraphStyle::default())
}

pub(super) fn styled(text: &str, style: ParagraphStyle) -> Block {
    Block::Paragraph(Paragraph { role: Role::Body, style, content: vec![run(text)], ..Paragraph::default() })
}

pub(super) fn heading(level: u8, text: &str) -> Block {
    Block::Paragraph(Paragraph { role: Role::Heading(level), content: vec![run(text)], ..Paragraph::default() })
}

pub(super) fn anchor(name: &str) -> Inline {
    Inline::Anchor(Arc::from(name))
}

pub(super) fn link(name: &str, text: &str) -> Inline {
    Inline::Link { target: LinkTarget::Internal(Arc::from(name)), content: vec![run(text)] }
}

pub(super) fn flow(blocks: Vec<Block>) -> Flow {
    let mut flow = Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() };
    flow.metadata.language = Some("en-GB".into());
    flow
}

pub(super) fn context(values: &[(&OptionSpec, &str)]) -> Context {
    let mut options = Options::default();
    for (spec, value) in values {
        options.set(spec, value).expect("the test gives good values");
    }
    Context::new(options, Limits::default())
}

pub(super) fn lay_out(blocks: Vec<Block>, values: &[(&OptionSpec, &str)]) -> Pages {
    try_lay_out(blocks, values).expect("the blocks can be laid out")
}

pub(super) fn try_lay_out(blocks: Vec<Block>, values: &[(&OptionSpec, &str)]) -> Result<Pages> {
    set(flow(blocks), &context(values))
}

/// Lays a document out and brings back the items that wait packed for the writer.
pub(super) fn set(flow: Flow, context: &Context) -> Result<Pages> {
    let mut pages = super::paginate(flow, context)?;
    pages.pages.iter_mut().for_each(Page::unpack);
    Ok(pages)
}

/// Glyph runs that are content, in painting order.
pub(super) fn runs(page: &Page) -> impl Iterator<Item = &GlyphRun> {
    page.items.iter().filter_map(|item| match item {
        Item::Glyphs(run) if run.node.is_some() => Some(run),
        _ => None,
    })
}

/// A line as it stands on the page.
#[derive(Debug, Clone, Default)]
pub(super) struct SetLine {
    pub text: String,
    pub left: f32,
    pub right: f32,
    pub base: f32,
}

/// The lines of a page: runs with the same base line. The edges are those of visible glyphs.
pub(super) fn lines(page: &Page) -> Vec<SetLine> {
    let mut lines: Vec<SetLine> = Vec::new();
    for run in runs(page) {
        let base = run.transform.f;
        if lines.last().is_none_or(|line| (line.base - base).abs() > 0.5) {
            lines.push(SetLine { text: String::new(), left: f32::MAX, right: f32::MIN, base });
        }
        let Some(line) = lines.last_mut() else { continue };
        line.text.push_str(&run.text);
        for glyph in &run.glyphs {
            let text = run.text.get(glyph.text.range()).unwrap_or_default();
            if !text.trim().is_empty() {
                line.left = line.left.min(run.transform.e + glyph.x);
                line.right = line.right.max(run.transform.e + glyph.x + glyph.advance);
            }
        }
    }
    lines
}

/// Every word of the document in reading order, divided words joined.
pub(super) fn text_of(pages: &Pages) -> String {
    let lines = pages.pages.iter().flat_map(lines);
    let text: String = lines.map(|line| line.text + "\n").collect();
    let text = text.replace("\u{AD}\n", "");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Left and right edge of the text on the default page.
pub(super) fn measure(values: &[(&OptionSpec, &str)]) -> (f32, f32) {
    let setup = Setup::of(&context(values));
    (setup.page.margins.left, setup.page.size.width - setup.page.margins.right)
}

/// Small pages, so that a short text fills several.
pub(super) const SMALL: [(&OptionSpec, &str); 2] = [(&options::PAGE_SIZE, "a6"), (&options::MARGIN, "14")];

/// A generator of numbers (xorshift, G. Marsaglia 2003) with a fixed seed.
pub(super) struct Random(pub u64);

impl Random {
    pub(super) fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }
}
