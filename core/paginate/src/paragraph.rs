//! Paragraph layout: its lines, and what stands around them.

use super::column::force;
use super::drawn::filled;
use super::edges;
use super::fit::{Sink, fit_text};
use super::frames::anchored_frame;
use super::initial;
use super::layout::Layout;
use super::line::Line;
use super::lines::{Fill, break_text};
use super::place::Place;
use super::place_line::place_line;
use super::seat::{Leading, Seat};
use super::strip::{Force, Mark, Stream, Strip, cost};
use super::tabs::Tabs;
use super::text::{Aside, OBJECT, Text};
use transvase_base::error::Result;
use transvase_base::units::Rect;
use transvase_font::line_heights;
use transvase_model::flow::{Align, Color, Inline, Paragraph, ParagraphStyle, Role, inlines};
use transvase_model::pages::StructKind;

/// Texts up to this many bytes are broken into lines as a whole; longer ones, which no person wrote, line by line.
const LONGEST_WHOLE: usize = 100_000;

/// Thickness in points of the lines at bar stops, as Word draws them.
const BAR: f32 = 0.75;

/// Lays out a paragraph.
pub(super) fn lay_out_paragraph(
    layout: &mut Layout,
    paragraph: &Paragraph,
    place: &Place,
    stream: &mut Stream,
) -> Result<()> {
    let style = &paragraph.style;
    let size = layout.size;
    let heading = match paragraph.role {
        Role::Heading(level) => Some(level.clamp(1, 6)),
        _ => None,
    };
    if style.page_break_before {
        force(layout, Force::Page, stream);
    }
    let column = *place;
    let (start, end) = (layout.length(style.indent_start), layout.length(style.indent_end));
    let place = place.inset(start, end, size, style.right_to_left);
    let node = layout.structure.add(node_kind(paragraph), place.node, paragraph_language(paragraph));
    let (joined, frames) = (std::mem::take(&mut layout.joined), std::mem::take(&mut layout.beside));
    let collected = super::collect::collect(layout, paragraph, &Place { node, ..place })?;
    let texts = collected.texts;
    // A heading stands apart from its text even where nobody says so.
    let apart = if heading.is_some() && !layout.setup.as_source { size * 0.3 } else { 0.0 };
    stream.space(layout.length(style.space_before).max(apart));
    if let Some(level) = heading {
        stream.mark(Mark::Heading(level, title_of(&texts)));
    }
    if let Some(name) = style.name.as_ref().filter(|name| layout.wants(name)) {
        stream.mark(Mark::Styled(name.clone(), title_of(&texts)));
    }
    collected.anchored.into_iter().for_each(|anchored| anchored.put(layout, &column, stream));
    for frame in &frames {
        anchored_frame(layout, frame, &column)?.put(layout, &column, stream);
    }
    let mut writer = Writer::of(layout, paragraph, place, place.left - column.left);
    if let Some(cap) = paragraph.drop_cap.as_ref().filter(|_| layout.setup.as_source) {
        let size = texts.iter().find_map(|text| text.look_at(0)).map_or(layout.size, |look| look.line_size);
        let (above, below) = writer.leading.share(size, writer.line_height);
        let (room, place) = ((size, above + below), Place { node, ..place });
        let alone = super::collect::collect(layout, &initial::alone(cap, room, layout.scale), &place)?;
        if let Some(text) = alone.texts.into_iter().next() {
            initial::put(layout, (cap, text), room, &place, stream);
        }
    }
    writer.top = stream.bottom() + stream.gap();
    if !is_empty(&texts) {
        for (index, text) in texts.iter().enumerate() {
            writer.text(layout, text, index == 0, index + 1 == texts.len())?;
        }
    }
    for text in texts.iter().filter(|text| text.shaped.is_empty()) {
        // Places in an empty line belong to what follows.
        text.anchors.iter().for_each(|(_, anchor)| stream.mark(Mark::Anchor(anchor.clone())));
    }
    writer.end(layout);
    if has_own_box(layout, style) {
        edges::surround(&mut writer.strips, style, &place, joined, stream.gap());
    }
    let counts = column.depth == 0 && !style.unnumbered_lines;
    writer.strips.iter_mut().for_each(|strip| strip.counted = counts && strip.base > 0.0);
    push_lines(writer.strips, paragraph, stream);
    stream.space(layout.length(style.space_after).max(apart));
    if heading.is_some() {
        stream.cost(cost::AFTER_HEADING);
    } else if style.keep_with_next {
        stream.cost(cost::KEPT);
    }
    Ok(())
}

/// Whether the box around a paragraph stands as its source says.
fn has_own_box(layout: &Layout, style: &ParagraphStyle) -> bool {
    layout.setup.as_source || style.own_box
}

fn node_kind(paragraph: &Paragraph) -> StructKind {
    match paragraph.role {
        Role::Heading(level) => StructKind::Heading(level.clamp(1, 6)),
        Role::Preformatted => StructKind::Code,
        Role::Title => StructKind::Heading(1),
        Role::Body | Role::Subtitle | Role::Caption | Role::Contents(_) | Role::Term | Role::Spacer => {
            StructKind::Paragraph
        }
    }
}

/// The language of the paragraph's first words, where they name one.
fn paragraph_language(paragraph: &Paragraph) -> Option<std::sync::Arc<str>> {
    paragraph.content.iter().find_map(|inline| match inline {
        Inline::Text(run) => run.style.language.clone(),
        _ => None,
    })
}

fn is_empty(texts: &[Text]) -> bool {
    texts.iter().all(|text| text.shaped.is_empty())
}

fn title_of(texts: &[Text]) -> String {
    let words = texts.iter().flat_map(|text| text.written.split_whitespace());
    let words: Vec<&str> = words.filter(|word| !word.contains(OBJECT)).collect();
    words.join(" ")
}

fn alignment(layout: &Layout, paragraph: &Paragraph, place: &Place) -> Align {
    let given = paragraph.style.align.unwrap_or(match paragraph.role {
        _ if super::formula::is_display(paragraph) => Align::Center,
        Role::Body | Role::Term | Role::Spacer => place.align,
        Role::Caption | Role::Title | Role::Subtitle => Align::Center,
        Role::Heading(_) | Role::Preformatted | Role::Contents(_) => Align::Start,
    });
    match given {
        Align::Justify if !layout.setup.justify || paragraph.role == Role::Preformatted => Align::Start,
        other => other,
    }
}

fn line_height(layout: &Layout, paragraph: &Paragraph) -> f32 {
    let given = paragraph.style.line_height.filter(|height| (0.5..=5.0).contains(height));
    given.unwrap_or(match paragraph.role {
        Role::Heading(_) => layout.setup.line_height.min(1.2),
        _ => layout.setup.line_height,
    })
}

/// The height that the letters of a paragraph ask for themselves, as a multiple of their size.
fn own_height(paragraph: &Paragraph) -> f32 {
    let run = inlines(&paragraph.content).find_map(Inline::run);
    line_heights::natural(run.and_then(|run| run.style.family.as_deref()).unwrap_or_default())
}

/// Hands a paragraph's lines on, with what page breaks between them cost.
fn push_lines(mut strips: Vec<Strip>, paragraph: &Paragraph, stream: &mut Stream) {
    let count = strips.len();
    for (index, strip) in strips.iter_mut().enumerate() {
        if index > 0 && (index == 1 || index + 1 == count) {
            strip.cost += cost::WIDOW;
        }
        if index > 0 && (paragraph.style.keep_together || matches!(paragraph.role, Role::Heading(_))) {
            strip.cost += cost::KEPT;
        }
    }
    for strip in strips {
        stream.push(strip);
    }
}

/// Turns the texts of one paragraph into strips.
struct Writer<'p> {
    paragraph: &'p Paragraph,
    place: Place,
    align: Align,
    line_height: f32,
    leading: Leading,
    first: f32,
    tabs: Tabs,
    strips: Vec<Strip>,
    /// Whether the line before ends in a divided word.
    divided: bool,
    /// Where the next line begins, in points from where the stream of strips begins.
    top: f32,
}

impl<'p> Writer<'p> {
    /// A writer of a paragraph at its place, whose text begins `inset` from the edge of the column.
    fn of(layout: &Layout, paragraph: &'p Paragraph, place: Place, inset: f32) -> Writer<'p> {
        let style = &paragraph.style;
        let as_source = layout.setup.as_source;
        let first = layout.length(style.indent_first).clamp(-place.width / 2.0, place.width / 2.0);
        let tabs = Tabs::of(&style.tabs, layout.scale).from(inset);
        let exact = style.line_distance.map(|distance| layout.length(distance)).filter(|distance| *distance > 0.0);
        let usual = match own_height(paragraph) {
            _ if !as_source => Leading::Even,
            own if layout.grid.is_some_and(|_| !style.off_grid) => {
                Leading::Grid { pitch: layout.grid.map_or(1.0, |grid| grid.pitch).max(1.0), own }
            }
            own if layout.setup.leads_above => Leading::Above(own),
            own => Leading::Below(own),
        };
        Writer {
            paragraph,
            place,
            align: alignment(layout, paragraph, &place),
            line_height: line_height(layout, paragraph),
            leading: exact.filter(|_| as_source).map_or(usual, Leading::Exact),
            first,
            tabs: if as_source { tabs.firm((first < 0.0).then_some(inset)) } else { tabs },
            strips: Vec::new(),
            divided: false,
            top: 0.0,
        }
    }

    /// Room for a paragraph without text, as high as the source or a line of it is.
    fn end(&mut self, layout: &Layout) {
        if !self.strips.is_empty() {
            return;
        }
        let (above, below) = self.leading.share(layout.size, self.line_height);
        let line = layout.setup.as_source.then_some(above + below);
        let given = self.paragraph.style.line_distance.map(|height| layout.length(height));
        if let Some(height) = given.or(line) {
            self.strips.push(Strip { height: height.max(0.0), ..Strip::default() });
        }
    }

    fn text(&mut self, layout: &mut Layout, text: &Text, first: bool, last: bool) -> Result<()> {
        if text.shaped.is_empty() {
            if !last {
                let height = layout.size * self.line_height;
                self.strips.push(Strip { height, ..Strip::default() });
                self.top += height;
            }
            return Ok(());
        }
        let fill = self.fill(layout, text, if first { self.first } else { 0.0 });
        self.divided = false;
        if layout.setup.as_source || text.shaped.len() > LONGEST_WHOLE {
            return fit_text(layout, text, &fill, &mut Setter { ends: last, ..Setter::new(self, &fill) });
        }
        break_text(layout, text, &fill, &mut |layout, line, is_first| {
            let width = fill.width(is_first);
            self.line(layout, &line, &fill, (self.place.width - width, width))
        })
    }

    /// How the lines of a text are filled whose first is indented.
    fn fill(&self, layout: &Layout, text: &Text, indent: f32) -> Fill {
        let tabbed = text.shaped.contains('\t');
        let align = if tabbed && self.align == Align::Justify { Align::Start } else { self.align };
        Fill {
            align,
            condenses: layout.setup.condenses && align == Align::Justify,
            first: self.place.width - indent,
            rest: self.place.width,
            hyphenate: layout.setup.hyphenate && self.may_divide(layout),
            zone: layout.setup.zone,
            right_to_left: self.paragraph.style.right_to_left,
            tabs: self.tabs.clone(),
        }
    }

    /// Whether words of the paragraph may be divided: in office documents where it does not say no.
    fn may_divide(&self, layout: &Layout) -> bool {
        let ParagraphStyle { unhyphenated, .. } = self.paragraph.style;
        match self.paragraph.role {
            Role::Preformatted => false,
            Role::Heading(_) => layout.setup.as_source && !unhyphenated,
            _ => !(layout.setup.as_source && unhyphenated),
        }
    }

    /// Sets a line that begins some way from the place of the paragraph and has a width.
    fn line(&mut self, layout: &mut Layout, line: &Line, fill: &Fill, (from, width): (f32, f32)) -> Result<()> {
        let style = &self.paragraph.style;
        let right_to_left = line.shaped.base_level % 2 == 1;
        let seat = Seat {
            left: self.place.left + if right_to_left && !layout.setup.as_source { 0.0 } else { from },
            width,
            align: fill.align,
            line_height: self.line_height,
            leading: self.leading,
            right_to_left,
            size: layout.size,
        };
        let mut strip = place_line(layout, line, &seat);
        let largest = line.text.pieces.iter().map(|piece| piece.look.line_size).fold(0.0, f32::max);
        strip.slack = self.leading.slack(largest, self.line_height);
        for (_, aside) in &line.text.asides {
            match aside {
                Aside::Note(note) => strip.notes.extend(super::feet::set(layout, *note)?),
                Aside::Remark(remark) => strip.remarks.extend(super::feet::set_remark(layout, *remark)?),
            }
        }
        for bar in self.tabs.bars().filter(|_| layout.setup.as_source) {
            let left = self.place.left - self.tabs.origin + bar;
            let area = Rect { left, top: 0.0, right: left + BAR, bottom: strip.height };
            strip.items.push(filled(&area, Color::BLACK));
        }
        if let Some(color) = style.background.filter(|_| !has_own_box(layout, style)) {
            // A hair lower than the line, so that no gap shows between it and the next.
            let area = Rect {
                left: self.place.left - 3.0,
                top: 0.0,
                right: self.place.left + self.place.width + 3.0,
                bottom: strip.height + 0.25,
            };
            strip.items.insert(0, filled(&area, color));
        }
        if std::mem::replace(&mut self.divided, line.hyphen) {
            strip.cost += cost::HYPHEN;
        }
        self.strips.push(strip);
        Ok(())
    }
}

/// Sets lines that are filled one by one, each where there is room.
struct Setter<'s, 'p> {
    writer: &'s mut Writer<'p>,
    fill: &'s Fill,
    /// Where the next line begins from the place of the paragraph, and its width.
    room: (f32, f32),
    /// Stretches of the same line that are still clear, the next one last: something stands between them.
    rest: Vec<(f32, f32)>,
    /// Whether the next piece stands on the line before.
    goes_on: bool,
    /// Whether the last line of the text is that of its paragraph: office programs stretch the line before a forced break.
    ends: bool,
}

impl<'s, 'p> Setter<'s, 'p> {
    fn new(writer: &'s mut Writer<'p>, fill: &'s Fill) -> Setter<'s, 'p> {
        Setter { writer, fill, room: (0.0, 0.0), rest: Vec::new(), goes_on: false, ends: true }
    }

    /// The next clear stretch of the line that was begun, if the first word fits it.
    fn beside(&mut self, least: f32) -> Option<(f32, f32)> {
        std::iter::from_fn(|| self.rest.pop()).find(|(from, to)| to - from >= least)
    }

    /// The clear stretches of the next line; room is left above it where nothing is clear before.
    fn next_line(&mut self, layout: &mut Layout, least: f32, first: bool) -> (f32, f32) {
        let Writer { place, paragraph, line_height, top, .. } = self.writer;
        let width = self.fill.width(first);
        // The first line is indented where its text begins.
        let indent = if paragraph.style.right_to_left { 0.0 } else { place.width - width };
        let edges = (place.left + indent, place.left + indent + width);
        let (down, mut clear) = layout.floats.room(*top, layout.size * *line_height, edges, least);
        if down > 0.0 {
            self.writer.strips.push(Strip { height: down, ..Strip::default() });
            self.writer.top += down;
        }
        if !self.fill.right_to_left {
            clear.reverse();
        }
        self.rest = clear;
        self.rest.pop().unwrap_or(edges)
    }
}

impl Sink for Setter<'_, '_> {
    fn width(&mut self, layout: &mut Layout, least: f32, first: bool) -> f32 {
        let beside = self.beside(least);
        self.goes_on = beside.is_some();
        let (from, to) = beside.unwrap_or_else(|| self.next_line(layout, least, first));
        self.room = (from - self.writer.place.left, to - from);
        to - from
    }

    fn place(&mut self, layout: &mut Layout, line: Line, _: bool) -> Result<()> {
        let line = Line { last: line.last && self.ends, ..line };
        self.writer.line(layout, &line, self.fill, self.room)?;
        let strips = &mut self.writer.strips;
        let Some(strip) = strips.pop() else { return Ok(()) };
        match strips.last_mut().filter(|_| self.goes_on) {
            Some(line) => {
                let (down, height) = (line.base - strip.base, strip.height);
                line.absorb(strip, down);
                let grown = (height + down - line.height).max(0.0);
                line.height += grown;
                self.writer.top += grown;
            }
            None => {
                self.writer.top += strip.height;
                strips.push(strip);
            }
        }
        Ok(())
    }
}
