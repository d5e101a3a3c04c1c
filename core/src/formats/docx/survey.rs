//! A first walk over the document: what its paragraphs mostly look like becomes the styles, so that
//! they carry the look and paragraphs only what differs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::MAX_DEPTH;
use super::look::{Base, Jc, Line, ParagraphLook, TextLook, half_points};
use crate::context::Context;
use crate::error::Result;
use crate::model::flow::{Anchor, Block, Color, Flow, Inline, LinkTarget, Paragraph, Role, Run, Script};

/// Indent of each level of quotation at both sides, in twips.
pub(super) const QUOTE_INDENT: i32 = 480;
/// Most characters one paragraph counts for: many paragraphs say more than a long one.
const MAX_WEIGHT: u64 = 400;

/// The paragraph style a paragraph belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Bucket {
    Body,
    Heading(u8),
    Item,
    Quote,
    Caption,
    Code,
    Cell,
}

impl Bucket {
    /// Every bucket, in the order of the styles part.
    pub(super) const ALL: [Bucket; 12] = [
        Bucket::Body,
        Bucket::Heading(1),
        Bucket::Heading(2),
        Bucket::Heading(3),
        Bucket::Heading(4),
        Bucket::Heading(5),
        Bucket::Heading(6),
        Bucket::Item,
        Bucket::Quote,
        Bucket::Caption,
        Bucket::Code,
        Bucket::Cell,
    ];

    /// The bucket of a paragraph at a place.
    pub(super) fn of(role: Role, place: Place) -> Bucket {
        match (role, place) {
            (Role::Heading(level), _) => Bucket::Heading(level.clamp(1, 6)),
            (Role::Preformatted, _) => Bucket::Code,
            (Role::Caption, _) => Bucket::Caption,
            (Role::Title | Role::Subtitle | Role::Contents(_), _) | (Role::Body, Place::Body) => Bucket::Body,
            (Role::Body, Place::Item) => Bucket::Item,
            (Role::Body, Place::Quote) => Bucket::Quote,
            (Role::Body, Place::Cell) => Bucket::Cell,
        }
    }

    /// Size of text that states none, in half-points: a heading without one still looks like one.
    pub(super) fn size(self, base: &Base) -> i32 {
        let percent = match self {
            Bucket::Heading(1) => 180,
            Bucket::Heading(2) => 145,
            Bucket::Heading(3) => 120,
            Bucket::Heading(4) => 110,
            _ => 100,
        };
        base.size * percent / 100
    }
}

/// What a paragraph stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Body,
    Item,
    Quote,
    Cell,
}

/// The look of one style.
#[derive(Debug, Clone)]
pub(super) struct StyleLook {
    pub paragraph: ParagraphLook,
    pub text: TextLook,
}

/// What the first walk found.
#[derive(Debug)]
pub(super) struct Survey {
    pub base: Base,
    /// The look of every bucket's style.
    pub looks: BTreeMap<Bucket, StyleLook>,
    /// Colour and underline of most links.
    pub link: (Option<Color>, bool),
    /// Families the text names.
    pub families: BTreeSet<Arc<str>>,
    /// Anchors that links lead to and that exist, in the order of the text.
    pub anchors: Vec<Anchor>,
}

impl Survey {
    /// Walks over the document twice: for the running text, then for everything else.
    pub(super) fn of(flow: &Flow, context: &Context) -> Result<Survey> {
        let base = base(flow, context)?;
        let mut tallies: BTreeMap<Bucket, Tally> = BTreeMap::new();
        let mut links = Links::default();
        visit_flow(flow, context, &mut |paragraph, place| {
            let bucket = Bucket::of(paragraph.role, place);
            tallies.entry(bucket).or_default().count(paragraph, bucket, &base);
            links.gather(&paragraph.content, &base, None, 0);
        })?;
        let families =
            tallies.values().flat_map(|tally| tally.texts.0.keys().map(|look| look.family.clone())).collect();
        let body = tallies.remove(&Bucket::Body).unwrap_or_default().winner(Bucket::Body, &base, None);
        let look = |bucket| tallies.remove(&bucket).unwrap_or_default().winner(bucket, &base, Some(&body));
        let mut looks: BTreeMap<_, _> = Bucket::ALL[1..]
            .iter()
            .copied()
            .map({
                let mut look = look;
                move |bucket| (bucket, look(bucket))
            })
            .collect();
        looks.insert(Bucket::Body, body);
        Ok(Survey { base, looks, link: links.look(), families, anchors: links.anchors() })
    }

    /// The look of a bucket's style.
    pub(super) fn look(&self, bucket: Bucket) -> &StyleLook {
        // The table has a row for every bucket; `Bucket::of` makes no other.
        self.looks.get(&bucket).unwrap_or(&self.looks[&Bucket::Body])
    }
}

/// Family, size and language of the running text.
fn base(flow: &Flow, context: &Context) -> Result<Base> {
    let mut votes = Votes::default();
    visit_flow(flow, context, &mut |paragraph, place| {
        // Text outside the running text counts where there is no other.
        let share = if Bucket::of(paragraph.role, place) == Bucket::Body { 1_000 } else { 1 };
        for_each_run(&paragraph.content, 0, &mut |run| {
            if run.style.script == Script::Normal && !run.style.monospace {
                let look = (run.style.family.clone(), run.style.size.map(half_points));
                votes.add(look, share * run.text.len() as u64);
            }
        });
    })?;
    let mut base = Base::default();
    let (family, size) = votes.winner().unwrap_or_default();
    base.family = family.unwrap_or(base.family);
    base.size = size.unwrap_or(base.size);
    if let Some(language) = flow.metadata.language.as_deref().filter(|tag| is_language_tag(tag)) {
        base.language = language.into();
    }
    Ok(base)
}

/// Whether a tag has the shape of BCP 47: Word refuses a file with anything else in `w:lang`.
pub(super) fn is_language_tag(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let primary =
        parts.next().is_some_and(|part| (2..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphabetic()));
    primary && parts.all(|part| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// The look of the paragraph's text, as far as one holds for most of it.
pub(super) fn dominant(paragraph: &Paragraph, bucket: Bucket, base: &Base) -> Option<TextLook> {
    let mut votes = Votes::default();
    for_each_run(&paragraph.content, 0, &mut |run| {
        if run.style.script == Script::Normal {
            votes.add(resolve(run, bucket, base), run.text.len() as u64);
        }
    });
    votes.winner()
}

/// The look of a run in a bucket.
pub(super) fn resolve(run: &Run, bucket: Bucket, base: &Base) -> TextLook {
    let mut look = base.resolve(&run.style, bucket.size(base));
    if bucket == Bucket::Code && run.style.family.is_none() {
        look.family = super::look::MONOSPACE_FAMILY.into();
    }
    if !is_language_tag(&look.language) {
        look.language = base.language.clone();
    }
    look
}

/// Counts of the looks in one bucket.
#[derive(Debug, Default)]
struct Tally {
    texts: Votes<TextLook>,
    aligns: Votes<Jc>,
    indents: Votes<(i32, i32, i32)>,
    spaces: Votes<(i32, i32)>,
    lines: Votes<Line>,
    directions: Votes<bool>,
}

impl Tally {
    fn count(&mut self, paragraph: &Paragraph, bucket: Bucket, base: &Base) {
        for_each_run(&paragraph.content, 0, &mut |run| {
            self.texts.add(resolve(run, bucket, base), run.text.len() as u64);
        });
        let Some(text) = dominant(paragraph, bucket, base) else { return };
        let look = ParagraphLook::resolve(paragraph, &text);
        let mut length = 0;
        for_each_run(&paragraph.content, 0, &mut |run| length += run.text.len() as u64);
        let weight = length.clamp(1, MAX_WEIGHT);
        self.aligns.add(look.align, weight);
        self.indents.add((look.start, look.end, look.first), weight);
        self.spaces.add((look.before, look.after), weight);
        self.lines.add(look.line, weight);
        self.directions.add(look.right_to_left, weight);
    }

    /// The style's look: what most of the bucket looks like; `body` stands in where it is empty.
    fn winner(self, bucket: Bucket, base: &Base, body: Option<&StyleLook>) -> StyleLook {
        let Some(text) = self.texts.winner() else {
            return unused(bucket, base, body);
        };
        let (mut start, mut end, first) = self.indents.winner().unwrap_or_default();
        match bucket {
            // The level of the list says where its items stand.
            Bucket::Item => (start, end) = (0, 0),
            Bucket::Quote => (start, end) = (start + QUOTE_INDENT, end + QUOTE_INDENT),
            _ => {}
        }
        let (before, after) = self.spaces.winner().unwrap_or_default();
        let plain = ParagraphLook::default();
        let paragraph = ParagraphLook {
            align: self.aligns.winner().unwrap_or(plain.align),
            start,
            end,
            first: if bucket == Bucket::Item { 0 } else { first },
            before,
            after,
            line: self.lines.winner().unwrap_or(plain.line),
            right_to_left: self.directions.winner().unwrap_or(false),
            keep_with_next: matches!(bucket, Bucket::Heading(_)),
            keep_together: matches!(bucket, Bucket::Heading(_)),
            ..plain
        };
        StyleLook { paragraph, text }
    }
}

/// The look of a style the document has no text for, so that whoever edits it can use the style.
fn unused(bucket: Bucket, base: &Base, body: Option<&StyleLook>) -> StyleLook {
    let body = body.cloned().unwrap_or(StyleLook { paragraph: ParagraphLook::default(), text: base.text() });
    let (mut paragraph, mut text) = (body.paragraph, body.text);
    text.size = bucket.size(base);
    match bucket {
        Bucket::Heading(level) => {
            text.bold = true;
            let before = if level == 1 { 360 } else { 240 };
            paragraph = ParagraphLook { before, after: 120, ..ParagraphLook::default() };
            (paragraph.keep_with_next, paragraph.keep_together) = (true, true);
        }
        Bucket::Quote => (paragraph.start, paragraph.end) = (QUOTE_INDENT, QUOTE_INDENT),
        Bucket::Caption => text.italic = true,
        Bucket::Code => text.family = super::look::MONOSPACE_FAMILY.into(),
        Bucket::Cell => paragraph = ParagraphLook::default(),
        Bucket::Body | Bucket::Item => {}
    }
    StyleLook { paragraph, text }
}

/// Counts of values.
#[derive(Debug)]
struct Votes<T>(BTreeMap<T, u64>);

impl<T> Default for Votes<T> {
    fn default() -> Self {
        Votes(BTreeMap::new())
    }
}

impl<T: Ord> Votes<T> {
    fn add(&mut self, value: T, weight: u64) {
        let count = self.0.entry(value).or_default();
        *count = count.saturating_add(weight);
    }

    /// The value with the largest count; the smallest of those where several have it.
    fn winner(self) -> Option<T> {
        let best = self.0.values().copied().max()?;
        self.0.into_iter().find(|(_, count)| *count == best).map(|(value, _)| value)
    }
}

/// What links look like and where they lead.
#[derive(Debug, Default)]
struct Links {
    looks: Votes<(Option<Color>, bool)>,
    targets: BTreeSet<Anchor>,
    places: Vec<Anchor>,
}

impl Links {
    fn gather(&mut self, content: &[Inline], base: &Base, link: Option<&LinkTarget>, depth: usize) {
        for inline in content {
            match inline {
                Inline::Link { target, content } if depth < MAX_DEPTH => {
                    if let LinkTarget::Internal(anchor) = target {
                        self.targets.insert(anchor.clone());
                    }
                    self.gather(content, base, Some(target), depth + 1);
                }
                Inline::Text(run) if link.is_some() => {
                    let look = base.resolve(&run.style, base.size);
                    self.looks.add((look.color, look.underline), run.text.len() as u64);
                }
                Inline::Anchor(anchor) => self.places.push(anchor.clone()),
                _ => {}
            }
        }
    }

    /// Blue and underlined where the document has no link to go by.
    fn look(&mut self) -> (Option<Color>, bool) {
        let blue = Color { r: 0x05, g: 0x63, b: 0xC1 };
        std::mem::take(&mut self.looks).winner().unwrap_or((Some(blue), true))
    }

    fn anchors(self) -> Vec<Anchor> {
        let mut seen = BTreeSet::new();
        let wanted = |anchor: &Anchor| self.targets.contains(anchor) && seen.insert(anchor.clone());
        self.places.into_iter().filter(wanted).collect()
    }
}

/// Calls `each` for every run of the content, those in links included.
pub(super) fn for_each_run(content: &[Inline], depth: usize, each: &mut dyn FnMut(&Run)) {
    for inline in content {
        match inline {
            Inline::Text(run) => each(run),
            Inline::Link { content, .. } if depth < MAX_DEPTH => for_each_run(content, depth + 1, each),
            _ => {}
        }
    }
}

type Visit<'a> = &'a mut dyn FnMut(&Paragraph, Place);

fn visit_flow(flow: &Flow, context: &Context, each: Visit<'_>) -> Result<()> {
    flow.sections.iter().try_for_each(|section| visit(&section.blocks, Place::Body, 0, context, each))
}

fn visit(blocks: &[Block], place: Place, depth: usize, context: &Context, each: Visit<'_>) -> Result<()> {
    if depth > MAX_DEPTH {
        return Ok(());
    }
    for block in blocks {
        context.tick(1)?;
        match block {
            Block::Paragraph(paragraph) => {
                each(paragraph, place);
                for inline in &paragraph.content {
                    let Inline::Drawing(drawing) = inline else { continue };
                    for frame in &drawing.texts {
                        visit(&frame.blocks, Place::Cell, depth + 1, context, each)?;
                    }
                }
            }
            Block::Quote(blocks) => visit(blocks, Place::Quote, depth + 1, context, each)?,
            Block::Frame(frame) => visit(&frame.blocks, Place::Cell, depth + 1, context, each)?,
            Block::List(list) => {
                for item in &list.items {
                    visit(&item.blocks, Place::Item, depth + 1, context, each)?;
                }
            }
            Block::Table(table) => {
                for cell in table.rows.iter().flat_map(|row| &row.cells) {
                    visit(&cell.blocks, Place::Cell, depth + 1, context, each)?;
                }
            }
            Block::Rule | Block::PageBreak | Block::ColumnBreak => {}
        }
    }
    Ok(())
}
