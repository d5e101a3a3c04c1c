//! Running heads and feet of sections.

use super::super::block::{self, ColumnExtent, Para};
use super::super::copyfit::INTO_MARGIN;
use super::super::element::{PageElement, Picture};
use super::super::headers_footers::Running;
use super::super::headers_footers::plan::Stretch;
use super::super::leading;
use super::super::page_blocks::PageBlocks;
use super::super::paragraph::paragraphs;
use super::super::section::table;
use super::super::tables::settle_table;
use super::super::text::level::levelled;
use super::super::text::line::Line;
use super::super::vector::Ruling;
use super::page::Margins;
use super::tolerances::{LOWEST_LINE, SAME_PLACE};
use super::{Assembler, tenths};
use transvase_base::error::Result;
use transvase_base::units::{Pt, Rect};
use transvase_model::flow::{
    self, Block, Border, Borders, Color, Edges, Field, FieldKind, Inline, Origin, PageWords, Paragraph, ParagraphStyle,
    Placement, RunningText, Section, Wrap,
};

/// Room that a line around a paragraph takes: itself and its distance from the text.
const BORDER: Pt = Pt(2.0);
/// Share by which a line that reaches into the margin gets longer: another program's letters are as much wider.
const OUT: f32 = 0.02;

/// The running text of a document's sections.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Heads<'a> {
    /// What each page shows.
    pub pages: &'a [Running],
    /// Which pages share it.
    pub stretches: &'a [Stretch],
}

impl<'a> Heads<'a> {
    /// The stretch that begins with a page.
    pub fn beginning(&self, page: usize) -> Option<&'a Stretch> {
        let at = self.stretches.binary_search_by_key(&page, |stretch| stretch.from).ok()?;
        self.stretches.get(at)
    }

    /// Whether a page shows a head.
    pub(super) fn is_headed(&self, page: usize) -> bool {
        let at = self.stretches.partition_point(|stretch| stretch.from <= page);
        let Some(stretch) = at.checked_sub(1).and_then(|at| self.stretches.get(at)) else { return false };
        let first = stretch.first.filter(|_| stretch.from == page);
        let others = [Some(stretch.default), stretch.even].map(|page| page.filter(|_| first.is_none()));
        let texts = first.into_iter().chain(others.into_iter().flatten()).filter_map(|page| self.pages.get(page));
        texts.into_iter().any(|text| !text.head.is_empty())
    }

    /// The pages a stretch takes its text from.
    fn sources(&self, stretch: &Stretch) -> impl Iterator<Item = &'a Running> {
        let pages = [Some(stretch.default), stretch.first, stretch.even];
        let all = self.pages;
        pages.into_iter().flatten().filter_map(move |page| all.get(page))
    }

    /// Head and foot of a page of a height, where there are any.
    pub(super) fn bands(&self, stretch: &Stretch, height: f32) -> Bands {
        // Pictures keep their own places.
        let is_flowing = |element: &&PageElement| !matches!(element, PageElement::Picture(_));
        let heads = self.sources(stretch).flat_map(|running| &running.head).filter(is_flowing);
        let feet = self.sources(stretch).flat_map(|running| &running.foot).filter(is_flowing);
        let (tops, bottoms) = (heads.map(|element| extent(element).0), feet.map(|element| extent(element).1));
        let (top, bottom) = (tops.fold(f32::INFINITY, f32::min), bottoms.fold(f32::NEG_INFINITY, f32::max));
        let distance = |value: f32| value.is_finite().then(|| tenths(value.max(0.0)));
        // A line that holds pictures alone stands at the edge, where it pushes nothing away.
        let (mut head, mut foot) = (distance(top), distance(height - bottom));
        for running in self.sources(stretch) {
            head = head.or((!running.head.is_empty()).then_some(0.0));
            foot = foot.or((!running.foot.is_empty()).then_some(0.0));
        }
        Bands { distances: (head, foot), ..Bands::default() }
    }

    /// Whether any page of the document has running text.
    fn any(&self) -> bool {
        self.pages.iter().any(|running| !running.head.is_empty() || !running.foot.is_empty())
    }
}

/// Head and foot of pages.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bands {
    /// Their distances from the edges of the paper.
    pub distances: (Option<f32>, Option<f32>),
    /// Their heights.
    heights: (f32, f32),
}

impl Bands {
    /// Bands of known heights, a little nearer to the edges where that keeps them from moving the text.
    pub fn within(self, margins: Margins, heights: (f32, f32)) -> Bands {
        let within = |distance: Option<f32>, margin: f32, height: f32| {
            distance.map(|distance| tenths(distance.min((margin - height).max(distance - SAME_PLACE)).max(0.0)))
        };
        let (head, foot) = self.distances;
        let distances = (within(head, margins.top, heights.0), within(foot, margins.bottom, heights.1));
        Bands { distances, heights }
    }

    /// Lower edge of the head.
    pub fn above(&self) -> f32 {
        self.distances.0.map_or(0.0, |distance| distance + self.heights.0)
    }

    /// Distance of the upper edge of the foot from the edge of the paper.
    pub fn below(&self) -> f32 {
        self.distances.1.map_or(0.0, |distance| distance + self.heights.1)
    }
}

/// Top and bottom of the room an element takes.
fn extent(element: &PageElement) -> (f32, f32) {
    match element {
        PageElement::Line(line) => line_extent(line),
        _ => (element.rect().top, element.rect().bottom),
    }
}

fn line_extent(line: &Line) -> (f32, f32) {
    let pitch = block::LONE_PITCH * line.size;
    let top = line.baseline - block::ABOVE_BASE * pitch;
    (top, top + pitch)
}

impl Assembler<'_> {
    /// Gives a section the head and foot of its pages; returns their heights.
    pub(super) fn running(
        &mut self,
        section: &mut Section,
        stretch: &Stretch,
        frame: &ColumnExtent,
    ) -> Result<(f32, f32)> {
        if !self.heads.any() {
            return Ok((0.0, 0.0));
        }
        let (head, above) = self.running_text(stretch, frame, |running| &running.head)?;
        let (foot, below) = self.running_text(stretch, frame, |running| &running.foot)?;
        (section.header, section.footer) = (head, foot);
        section.numbers = stretch.numbers;
        Ok((above, below))
    }

    /// One side of a stretch and its height; nothing where no page of the document has anything there.
    fn running_text(
        &mut self,
        stretch: &Stretch,
        frame: &ColumnExtent,
        side: impl Fn(&Running) -> &Vec<PageElement>,
    ) -> Result<(Option<RunningText>, f32)> {
        let pages = self.heads.pages;
        if pages.iter().all(|running| side(running).is_empty()) {
            return Ok((None, 0.0));
        }
        let (cursor, foot) = (self.cursor, std::mem::replace(&mut self.foot, f32::INFINITY));
        let mut highest = 0.0_f32;
        let mut band = |page: usize| {
            let Some(running) = pages.get(page) else { return Ok(Vec::new()) };
            let (blocks, height) = self.band(side(running), frame)?;
            highest = highest.max(height);
            Ok(blocks)
        };
        let default = band(stretch.default)?;
        let first = stretch.first.map(&mut band).transpose()?;
        let even = stretch.even.map(&mut band).transpose()?;
        (self.cursor, self.foot) = (cursor, foot);
        let mut text = RunningText { default, first, even };
        let texts = [Some(&mut text.default), text.first.as_mut(), text.even.as_mut()];
        texts.into_iter().flatten().filter(|blocks| blocks.is_empty()).for_each(|blocks| blocks.push(thin()));
        Ok((Some(text), highest))
    }

    /// The blocks of one head or foot, and how high they are together.
    fn band(&mut self, elements: &[PageElement], frame: &ColumnExtent) -> Result<(Vec<Block>, f32)> {
        self.context.tick(elements.len() as u64)?;
        let mut sorted: Vec<&PageElement> = elements.iter().collect();
        sorted.sort_by(|a, b| a.rect().top.total_cmp(&b.rect().top));
        self.cursor = sorted
            .iter()
            .filter(|element| !matches!(element, PageElement::Picture(_)))
            .map(|element| extent(element).0)
            .fold(f32::INFINITY, f32::min);
        let top = self.cursor;
        let (mut done, mut lines, mut pictures) = (Vec::new(), Vec::new(), Vec::new());
        let mut above: Option<Ruling> = None;
        for element in sorted {
            match element {
                PageElement::Line(line) => lines.push(line.clone()),
                PageElement::Picture(picture) => pictures.push(picture),
                PageElement::Rule(rule) => {
                    let alone = alone(&lines);
                    self.lines(&mut lines, &mut done, frame);
                    match done.last_mut() {
                        Some(Block::Paragraph(paragraph)) => {
                            let room = border_room(rule.at - self.cursor);
                            self.cursor += room;
                            paragraph.style.borders.bottom = Some(rule.border_of(rule.color.unwrap_or(Color::BLACK)));
                            join(&mut paragraph.style, rule, alone, Edges { bottom: room, ..Edges::default() }, frame);
                        }
                        _ => above = Some(*rule),
                    }
                }
                PageElement::Table(grid) => {
                    self.lines(&mut lines, &mut done, frame);
                    let mut table = table(grid.clone(), frame.body_size);
                    settle_table(&mut table);
                    done.extend(self.blocks(&[block::Block::Table(table)], frame)?);
                }
                PageElement::Turned(..) => {}
            }
        }
        let alone = alone(&lines).filter(|_| done.is_empty());
        self.lines(&mut lines, &mut done, frame);
        let texts = elements.iter().filter(|element| matches!(element, PageElement::Line(_)));
        let text = texts.map(|element| extent(element).0).fold(f32::INFINITY, f32::min);
        if let Some(rule) = above {
            head_with(&mut done, &rule, text - rule.at, alone, frame);
        }
        self.place(&mut done, &pictures);
        let bordered = |block: &&Block| matches!(block, Block::Paragraph(p) if p.style.borders != Borders::default());
        let height = self.cursor - top + BORDER * done.iter().filter(bordered).count() as f32;
        Ok((done, if height.is_finite() { height.max(0.0) } else { 0.0 }))
    }

    /// What pages have at their edges for themselves.
    pub(crate) fn page_words(&mut self, pages: &[PageBlocks]) -> Result<Vec<PageWords>> {
        let mut words = Vec::new();
        for (page, running) in pages.iter().zip(self.heads.pages) {
            let [head, foot] = &running.own;
            if head.is_empty() && foot.is_empty() {
                continue;
            }
            let (head, foot) = (self.band(head, &page.frame)?.0, self.band(foot, &page.frame)?.0);
            words.extend(self.places.number(page.index).map(|page| PageWords { page, head, foot }));
        }
        Ok(words)
    }

    /// Puts pictures at their places on the paper, in the first paragraph.
    fn place(&mut self, blocks: &mut Vec<Block>, pictures: &[&Picture]) {
        if pictures.is_empty() {
            return;
        }
        if !matches!(blocks.first(), Some(Block::Paragraph(_))) {
            blocks.insert(0, thin());
        }
        let Some(Block::Paragraph(first)) = blocks.first_mut() else { return };
        for picture in pictures.iter().rev() {
            let (x, y) = (tenths(picture.rect.left), tenths(picture.rect.top));
            let placement = Placement { x, y, origin: Origin::Page, wrap: Wrap::Behind, room: 0.0, raised: false };
            first.content.insert(0, self.graphic(picture, 1.0, Some(placement)));
        }
    }

    /// Writes the lines gathered so far as paragraphs.
    fn lines(&mut self, lines: &mut Vec<Line>, done: &mut Vec<Block>, frame: &ColumnExtent) {
        let mut paras = paragraphs(levelled(std::mem::take(lines)), frame);
        paras.iter_mut().for_each(leading::hold);
        keep_low(&mut paras);
        for para in paras {
            let mut paragraph = self.paragraph(&para, 0);
            paragraph.role = flow::Role::Body;
            paragraph.content.iter_mut().for_each(uncounted);
            stand_out(&para, frame, &mut paragraph.style);
            done.push(Block::Paragraph(paragraph));
        }
    }
}

/// Moves lines together that stood half beside one another, so that they are no higher than they were.
fn keep_low(paras: &mut [Para]) {
    let lines = || paras.iter().flat_map(|para| &para.lines).map(line_extent);
    let (top, bottom) =
        lines().fold((f32::INFINITY, f32::NEG_INFINITY), |all, one| (all.0.min(one.0), all.1.max(one.1)));
    let all: f32 = paras.iter().map(|para| para.lines.len() as f32 * para.pitch).sum();
    let keep = (bottom - top) / all;
    if keep < 1.0 {
        paras.iter_mut().for_each(|para| para.tighten(keep));
    }
}

/// The place of the only line.
fn alone(lines: &[Line]) -> Option<Rect> {
    if let [line] = lines { Some(line.rect) } else { None }
}

/// Lets a line of text reach as far as the rule at it does, which becomes its border: it keeps its place by its alignment.
fn span(style: &mut ParagraphStyle, text: &Rect, rule: &Ruling, frame: &ColumnExtent) {
    let near = |distance: f32| distance.abs() <= SAME_PLACE;
    let covers = rule.from <= text.left + SAME_PLACE && rule.to >= text.right - SAME_PLACE;
    let align = if near(text.left - rule.from) {
        flow::Align::Start
    } else if near(rule.to - text.right) {
        flow::Align::End
    } else if near(text.center().x - f32::midpoint(rule.from, rule.to)) {
        flow::Align::Center
    } else {
        return;
    };
    if covers && style.align.is_none_or(|align| align == flow::Align::Start) && !style.right_to_left {
        let (indent_start, indent_end) = (tenths(rule.from - frame.left), tenths(frame.right - rule.to));
        (style.align, style.indent_first) = (Some(align), 0.0);
        (style.indent_start, style.indent_end) = (indent_start, indent_end);
    }
}

/// The room that a paragraph keeps from a line at a distance; none where that is what lines have anyway.
fn border_room(distance: f32) -> f32 {
    let room = if distance.is_finite() { distance.clamp(0.0, Border::FARTHEST) } else { 0.0 };
    if room > BORDER { room } else { 0.0 }
}

/// Puts a rule above running text at a distance, as its border or, where none is so far from its text, in a line of its
/// own. The text stands `distance` below where the band begins already.
fn head_with(done: &mut Vec<Block>, rule: &Ruling, distance: f32, alone: Option<Rect>, frame: &ColumnExtent) {
    if done.is_empty() || distance > Border::FARTHEST {
        done.insert(0, thin());
    }
    let Some(Block::Paragraph(first)) = done.first_mut() else { return };
    first.style.borders.top = Some(rule.border_of(rule.color.unwrap_or(Color::BLACK)));
    let own = first.content.is_empty();
    let room = if own { 0.0 } else { border_room(distance) };
    first.style.space_before = tenths((first.style.space_before - room).max(0.0));
    let around = Edges { top: room, ..first.style.border_room.unwrap_or_default() };
    join(&mut first.style, rule, alone.filter(|_| !own), around, frame);
}

/// Makes a rule the border of a paragraph, whose only line stands at `alone`.
fn join(style: &mut ParagraphStyle, rule: &Ruling, alone: Option<Rect>, room: Edges, frame: &ColumnExtent) {
    end_at(style, rule, frame);
    if room != Edges::default() {
        style.border_room = Some(room);
    }
    alone.into_iter().for_each(|text| span(style, &text, rule, frame));
}

/// Lets a line end where the rule at it does: with a tab to its end it needs no room beyond that.
fn end_at(style: &mut ParagraphStyle, rule: &Ruling, frame: &ColumnExtent) {
    let to_end = style.tabs.last().is_some_and(|tab| tab.align == flow::TabAlign::End);
    if to_end && (rule.to - frame.right).abs() <= SAME_PLACE {
        style.indent_end = tenths(frame.right - rule.to);
    }
}

/// A paragraph that takes no room: an empty one of usual height in a head or foot would push the text of the page away.
fn thin() -> Block {
    let style = ParagraphStyle { line_distance: Some(LOWEST_LINE), ..ParagraphStyle::default() };
    Block::Paragraph(Paragraph { style, ..Paragraph::default() })
}

/// Running text may stand out into the margins.
fn stand_out(para: &Para, frame: &ColumnExtent, style: &mut ParagraphStyle) {
    if para.align != Some(flow::Align::Start) || para.rtl {
        return;
    }
    let left = para.lines.iter().map(|line| line.rect.left).fold(f32::INFINITY, f32::min);
    let right = para.lines.iter().map(|line| line.rect.right).fold(f32::NEG_INFINITY, f32::max);
    if left < frame.left {
        style.indent_start = tenths(left - frame.left);
    }
    let room = OUT * (right - left);
    if right > frame.right - room {
        style.indent_end = tenths(frame.right - right - room);
        // What ends near the margin keeps its end, however wide its letters are; a stop far beyond it would be none.
        let near = right <= frame.right + INTO_MARGIN;
        if let ([_], Some(stop), true) = (para.lines.as_slice(), style.tabs.last_mut(), near) {
            (stop.position, stop.align) = (tenths(right - frame.left), flow::TabAlign::End);
        }
    }
}

/// A page number that is counted anew wherever it stands: what it was on one page would only make
/// texts differ that are the same.
fn uncounted(inline: &mut Inline) {
    match inline {
        Inline::Field(Field { kind: FieldKind::PageNumber(None), run }) => "1".clone_into(&mut run.text),
        Inline::Link { content, .. } => content.iter_mut().for_each(uncounted),
        _ => {}
    }
}

/// Even pages are set for the whole document: sections without an even text repeat theirs.
pub(super) fn level_even(sections: &mut [Section]) {
    let texts = |section: &Section| [section.header.clone(), section.footer.clone()];
    let any = sections.iter().flat_map(texts).flatten().any(|text| text.even.is_some());
    if !any {
        return;
    }
    for text in sections.iter_mut().flat_map(|section| [&mut section.header, &mut section.footer]).flatten() {
        if text.even.is_none() {
            text.even = Some(text.default.clone());
        }
    }
}
