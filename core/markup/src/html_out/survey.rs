//! Style statistics: what most of the text looks like becomes the rules of the elements.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use super::kind::Kind;
use super::look::{Base, Declarations, ParagraphLook, TextLook, families, is_spaced};
use super::{MAX_DEPTH, look, sheet};
use crate::prose::head_rows;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::votes::Votes;
use transvase_model::flow::{
    Block, Cell, Color, Flow, Inline, Paragraph, Role, Run, Script, Table, each_run, runs_right_to_left,
};

/// Size in points of text nobody says a size of.
const USUAL_SIZE: f32 = 12.0;
/// Sizes in points that the running text has on a screen, at least and at most.
const SCREEN_SIZES: (f32, f32) = (11.0, 13.0);
/// Most characters one paragraph counts for: many paragraphs say more than a long one.
const MAX_WEIGHT: u64 = 400;

/// The look of a kind of paragraph.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct KindLook {
    pub paragraph: ParagraphLook,
    pub text: TextLook,
}

impl KindLook {
    /// Of a kind of which nothing is known.
    pub(super) fn plain(kind: Kind) -> KindLook {
        KindLook { paragraph: ParagraphLook::default(), text: TextLook::plain(kind) }
    }
}

/// What a first walk over the text found.
#[derive(Debug)]
pub struct Survey {
    pub(super) base: Base,
    pub(super) kinds: BTreeMap<Kind, KindLook>,
    /// Colour of most links.
    pub(super) link: Option<Color>,
    /// Whether the document has a title, below which its headings are.
    pub(super) titled: bool,
    /// Whether most of the text runs from right to left.
    pub backward: bool,
}

impl Survey {
    /// Walks over the text twice: for the running text, then for everything else.
    pub fn of(flow: &Flow, context: &Context) -> Result<Survey> {
        let base = base(flow, context)?;
        let mut tallies: BTreeMap<Kind, Tally> = BTreeMap::new();
        let (mut links, mut titled) = (Votes::default(), false);
        visit_flow(flow, context, &mut |paragraph, kind| {
            titled |= paragraph.role == Role::Title;
            tallies.entry(kind).or_default().count(paragraph, kind, &base);
            link_colors(&paragraph.content, 0, &mut links);
        })?;
        let kinds = tallies.into_iter().map(|(kind, tally)| (kind, tally.winner(kind))).collect();
        let backward = runs_right_to_left(flow.sections.iter().flat_map(|section| &section.blocks));
        Ok(Survey { base, kinds, link: links.winner().flatten(), titled, backward })
    }

    /// The look of a kind.
    pub(super) fn look(&self, kind: Kind) -> KindLook {
        let plain = || KindLook::plain(kind);
        match kind {
            // A paragraph in a drawing has the rule of all paragraphs.
            Kind::Words => KindLook { paragraph: self.look(Kind::Body).paragraph, ..plain() },
            _ => self.kinds.get(&kind).cloned().unwrap_or_else(plain),
        }
    }

    /// The sheet: how text without a look is set, and the rules that the text's own looks make. A book leaves family
    /// and size of its text to whoever reads it.
    pub fn sheet(&self, for_screen: bool) -> String {
        let mut sheet = String::from(sheet::TEXT);
        if for_screen {
            sheet.push_str(sheet::SCREEN);
            let size = self.base.size.clamp(SCREEN_SIZES.0, SCREEN_SIZES.1);
            let _ = writeln!(sheet, "html {{ font-size: {}pt }}", look::decimal(size));
        }
        if let Some(family) = &self.base.family {
            let _ = writeln!(sheet, "body {{ font-family: {} }}", families(family));
        }
        if let Some(color) = self.link {
            let _ = writeln!(sheet, "a {{ color: {} }}", color.hex());
        }
        let body = self.look(Kind::Body);
        sheet.push_str(if body.paragraph.is_bookish() { sheet::INDENTED } else { sheet::SPACED });
        for (kind, look) in &self.kinds {
            let mut rule = Declarations::default();
            self.rule(*kind, look, &body, &mut rule);
            if !rule.text().is_empty() {
                let _ = writeln!(sheet, "{} {{ {} }}", kind.selector(self.titled), rule.text());
            }
        }
        sheet
    }

    fn rule(&self, kind: Kind, look: &KindLook, body: &KindLook, rule: &mut Declarations) {
        let plain = KindLook::plain(kind);
        // A paragraph in an item or a cell has the rule of all paragraphs too.
        let has_body =
            matches!(kind, Kind::Item | Kind::Cell | Kind::HeadCell | Kind::Quote | Kind::Note | Kind::Subtitle);
        let around = if has_body && body.paragraph != plain.paragraph { &body.paragraph } else { &plain.paragraph };
        if look.paragraph == plain.paragraph && has_body {
            // Said in full: what is inherited may differ.
            ParagraphLook::default().declare(&body.paragraph, rule);
        } else {
            look.paragraph.declare(around, rule);
        }
        look.text.declare(&plain.text, &self.base, rule);
    }
}

/// Family and size of the running text.
fn base(flow: &Flow, context: &Context) -> Result<Base> {
    let mut votes: Votes<(Option<Arc<str>>, Option<u32>)> = Votes::default();
    visit_flow(flow, context, &mut |paragraph, kind| {
        // Text outside the running text counts where there is no other.
        let share = if kind == Kind::Body { 1_000 } else { 1 };
        each_run(&paragraph.content, &mut |run| {
            if run.style.script == Script::Normal && !run.style.monospace {
                let size = run.style.size.filter(|size| size.is_finite() && *size > 0.0);
                let look = (run.style.family.clone(), size.map(|size| (size * 10.0).round() as u32));
                votes.add(look, share * run.text.len() as u64);
            }
        });
    })?;
    let (family, size) = votes.winner().unwrap_or_default();
    let size = size.map_or(USUAL_SIZE, |size| (size as f32 / 10.0).max(1.0));
    let mut indents = Votes::default();
    visit_flow(flow, context, &mut |paragraph, kind| {
        if kind == Kind::Body {
            let length: usize = runs(&paragraph.content).iter().map(|run| run.text.len()).sum();
            indents.add(look::indents(paragraph, size), (length as u64).min(MAX_WEIGHT));
        }
    })?;
    Ok(Base { family, size, indents: indents.winner().unwrap_or_default() })
}

/// The look of most of a paragraph's text.
pub(super) fn dominant(paragraph: &Paragraph, kind: Kind, base: &Base) -> Option<TextLook> {
    let mut votes = Votes::default();
    each_run(&paragraph.content, &mut |run| {
        if run.style.script == Script::Normal {
            votes.add(TextLook::of(&run.style, kind, base), run.text.len() as u64);
        }
    });
    votes.winner()
}

/// The runs of a paragraph in reading order.
pub(super) fn runs(content: &[Inline]) -> Vec<&Run> {
    let mut runs = Vec::new();
    each_run(content, &mut |run| runs.push(run));
    runs
}

fn link_colors(content: &[Inline], depth: usize, links: &mut Votes<Option<Color>>) {
    for inline in content {
        if let Inline::Link { content, .. } = inline {
            each_run(content, &mut |run| links.add(run.style.color, run.text.len() as u64));
        } else if let Some(inside) = inline.children().filter(|_| depth < MAX_DEPTH) {
            link_colors(inside, depth + 1, links);
        }
    }
}

/// Counts of the looks of one kind.
#[derive(Debug, Default)]
struct Tally {
    paragraphs: Votes<ParagraphLook>,
    texts: Votes<TextLook>,
}

impl Tally {
    fn count(&mut self, paragraph: &Paragraph, kind: Kind, base: &Base) {
        let runs = runs(&paragraph.content);
        let length: usize = runs.iter().map(|run| run.text.len()).sum();
        let Some(text) = dominant(paragraph, kind, base).filter(|_| length > 0) else { return };
        let look = ParagraphLook::of(paragraph, kind, base, is_spaced(&paragraph.content));
        self.texts.add(text, length as u64);
        self.paragraphs.add(look, (length as u64).clamp(1, MAX_WEIGHT));
    }

    fn winner(self, kind: Kind) -> KindLook {
        let plain = KindLook::plain(kind);
        let text = self.texts.winner().unwrap_or(plain.text);
        let paragraph = self.paragraphs.winner().unwrap_or(plain.paragraph);
        KindLook { paragraph: paragraph.of_kind(kind), text }
    }
}

type Visit<'v> = &'v mut dyn FnMut(&Paragraph, Kind);

fn visit_flow(flow: &Flow, context: &Context, each: Visit<'_>) -> Result<()> {
    for section in &flow.sections {
        visit(&section.blocks, Kind::Body, 0, context, each)?;
    }
    flow.notes.iter().try_for_each(|note| visit(&note.blocks, Kind::Note, 0, context, each))
}

fn visit(blocks: &[Block], place: Kind, depth: usize, context: &Context, each: Visit<'_>) -> Result<()> {
    if depth > MAX_DEPTH {
        return Ok(());
    }
    for block in blocks {
        context.tick(1)?;
        match block {
            Block::Paragraph(paragraph) => each(paragraph, Kind::of(paragraph, place)),
            Block::Table(table) => {
                for (cell, is_head) in cells(table) {
                    visit(&cell.blocks, cell_kind(cell, is_head), depth + 1, context, each)?;
                }
            }
            other => {
                let inside = place.inside(other);
                other.children().into_iter().try_for_each(|blocks| visit(blocks, inside, depth + 1, context, each))?;
            }
        }
    }
    Ok(())
}

/// The cells of a table, and whether their rows are headings.
fn cells(table: &Table) -> impl Iterator<Item = (&Cell, bool)> {
    let head = head_rows(table);
    table.rows.iter().enumerate().flat_map(move |(at, row)| row.cells.iter().map(move |cell| (cell, at < head)))
}

/// The kind of running text in a cell; whether its row is one of headings.
pub(super) fn cell_kind(cell: &Cell, is_head: bool) -> Kind {
    if cell.header || is_head { Kind::HeadCell } else { Kind::Cell }
}
