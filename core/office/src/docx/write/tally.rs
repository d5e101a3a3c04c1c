//! Style statistics: what the paragraphs of one style mostly look like becomes the style's look.

use super::bucket::{Bucket, Place};
use super::look::{Base, Edge, Jc, Line, MONOSPACE_FAMILY, ParagraphLook, QUOTE_INDENT, Tab, TextLook};
use super::text_look::{dominant, for_each_run, resolve};
use transvase_base::votes::Votes;
use transvase_model::flow::{Color, Paragraph};

/// Most characters one paragraph counts for: many paragraphs say more than a long one.
const MAX_WEIGHT: u64 = 400;

/// Largest space above or below a paragraph, in twips, that is a matter of its kind: a larger one is that
/// of its place on the page.
const MAX_SPACE: i32 = 960;

/// Least share of the running text that makes a style of its own: one part in so many.
const VARIANT_SHARE: u64 = 20;

/// The look of one style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StyleLook {
    pub paragraph: ParagraphLook,
    pub text: TextLook,
}

/// Counts of the looks in one bucket.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub texts: Votes<TextLook>,
    aligns: Votes<Jc>,
    indents: Votes<(i32, i32, i32)>,
    spaces: Votes<(i32, i32)>,
    lines: Votes<Line>,
    directions: Votes<bool>,
    tabs: Votes<Vec<Tab>>,
    boxes: Votes<(Option<Color>, [Option<Edge>; 4])>,
}

impl Tally {
    pub(super) fn count(&mut self, paragraph: &Paragraph, bucket: Bucket, place: Place, base: &Base) {
        let mut length = 0;
        for_each_run(&paragraph.content, 0, &mut |run| {
            length += run.text.len() as u64;
            self.texts.add(resolve(run, bucket, base), run.text.len() as u64);
        });
        let Some(text) = dominant(paragraph, bucket, base).filter(|_| length > 0) else { return };
        let look = ParagraphLook::resolve(paragraph, &text);
        let weight = length.clamp(1, MAX_WEIGHT);
        self.aligns.add(look.align, weight);
        match place {
            // The level of the list says where its items stand.
            Place::Item | Place::Marked(..) if matches!(bucket, Bucket::Named(_)) => {}
            Place::Quote if matches!(bucket, Bucket::Named(_)) => {
                self.indents.add((look.start + QUOTE_INDENT, look.end + QUOTE_INDENT, look.first), weight);
            }
            _ => self.indents.add((look.start, look.end, look.first), weight),
        }
        if look.before.max(look.after) <= MAX_SPACE {
            self.spaces.add((look.before, look.after), weight);
        }
        self.lines.add(look.line, weight);
        self.directions.add(look.right_to_left, weight);
        self.tabs.add(look.tabs, weight);
        self.boxes.add((look.background, look.borders), weight);
    }

    /// The indent of first lines, in twips, where a good part of the text has one and another has
    /// none.
    pub(super) fn first_line(&self) -> Option<i32> {
        let (mut firsts, mut total, mut plain) = (Votes::default(), 0, 0);
        for ((.., first), weight) in self.indents.counts() {
            total += weight;
            match *first {
                0 => plain += weight,
                first => firsts.add(first, weight),
            }
        }
        let share = |weight: u64| weight * VARIANT_SHARE >= total && weight > 0;
        let (first, weight) = firsts.best()?;
        (first > 0 && share(weight) && share(plain)).then_some(first)
    }

    /// The style's look: what most of the bucket looks like; `body` stands in where it is empty.
    pub(super) fn winner(self, bucket: Bucket, base: &Base, body: Option<&StyleLook>) -> StyleLook {
        let Some(mut text) = self.texts.winner() else {
            return unused(bucket, base, body);
        };
        text.code = false;
        let (mut start, mut end, mut first) = self.indents.winner().unwrap_or_default();
        match bucket {
            // The level of the list says where its items stand.
            Bucket::Item | Bucket::Bullet(_) | Bucket::Number(_) => (start, end, first) = (0, 0, 0),
            Bucket::Quote => (start, end) = (start + QUOTE_INDENT, end + QUOTE_INDENT),
            _ => {}
        }
        let (before, after) = self.spaces.winner().unwrap_or_default();
        let (background, borders) = self.boxes.winner().unwrap_or_default();
        let is_heading = matches!(bucket, Bucket::Heading(_));
        let paragraph = ParagraphLook {
            align: self.aligns.winner().unwrap_or(Jc::Start),
            start,
            end,
            first,
            before,
            after,
            line: self.lines.winner().unwrap_or(ParagraphLook::default().line),
            right_to_left: self.directions.winner().unwrap_or(false),
            keep_with_next: is_heading,
            keep_together: is_heading,
            unhyphenated: false,
            off_grid: false,
            background,
            borders,
            // Stops are those of one paragraph, but where a kind of paragraph is made by them.
            tabs: if bucket.has_stops() { self.tabs.winner().unwrap_or_default() } else { Vec::new() },
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
        Bucket::Title => paragraph = ParagraphLook { align: Jc::Center, after: 240, ..ParagraphLook::default() },
        Bucket::Subtitle => paragraph = ParagraphLook { align: Jc::Center, after: 160, ..ParagraphLook::default() },
        Bucket::Quote => (paragraph.start, paragraph.end) = (QUOTE_INDENT, QUOTE_INDENT),
        Bucket::Caption => text.italic = true,
        Bucket::Code => text.family = MONOSPACE_FAMILY.into(),
        Bucket::Item | Bucket::Bullet(_) | Bucket::Number(_) => (paragraph.start, paragraph.first) = (0, 0),
        Bucket::Body | Bucket::FirstLine | Bucket::Named(_) => {}
        Bucket::Contents(_)
        | Bucket::Cell
        | Bucket::Head
        | Bucket::Header
        | Bucket::Footer
        | Bucket::Footnote
        | Bucket::Endnote
        | Bucket::Comment => paragraph = ParagraphLook::default(),
    }
    StyleLook { paragraph, text }
}
