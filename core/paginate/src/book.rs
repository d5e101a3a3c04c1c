//! Page breaking: strips to pages, where they break, and what ends up where.

use std::collections::{BTreeMap, VecDeque};

use super::drawn::filled;
use super::feet;
use super::leaf::{Leaf, Sheets, Side, facing, frames_of};
use super::remarks;
use super::strip::{Force, Mark, Strip, cost, shifted};
use super::styled::Styled;
use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_base::units::{Point, Rect, Size};
use transvase_model::flow::{Anchor, Color, Edges, PageSetup};
use transvase_model::pages::{Destination, Item, Page};

/// Share of a column that the repeated head of a table may take.
const MOST_HEAD: f32 = 0.4;

/// Share of a column that notes of the column before may take.
const MOST_NOTES_OVER: f32 = 0.85;

/// Points by which columns grow until all of a section fits into them.
const BALANCE_STEP: f32 = 4.0;

/// The pages as they fill.
#[derive(Debug)]
pub(super) struct Book<'a> {
    context: &'a Context,
    sheets: Sheets,
    /// Whether columns are filled with what fits, as office programs fill them; else breaks are weighed against blank
    /// space.
    is_greedy: bool,
    /// Whether the next page is the first of its section.
    first: bool,
    /// Number of the next page as readers see it.
    number: u32,
    /// Finished pages, and the one being filled.
    pub leaves: Vec<Leaf>,
    /// Where anchors ended up.
    pub places: BTreeMap<Anchor, Destination>,
    /// Headings with their levels and places.
    pub headings: Vec<(u8, String, Destination)>,
    /// Words of paragraphs by their styles.
    pub styled: Styled,
    frames: Vec<Rect>,
    /// Index of the column being filled.
    frame: usize,
    /// Height of the strips already placed in the column.
    used: f32,
    queue: VecDeque<Strip>,
    queued: f32,
    /// How far down the column the strips that wait, and what stands beside them, reach.
    reach: f32,
    /// Notes for the foot of the column, and their height.
    notes: Vec<Strip>,
    notes_height: f32,
    /// The rest of notes, for the foot of the next column.
    notes_over: VecDeque<Strip>,
    /// Comments for the margin of the next page.
    remarks_over: VecDeque<Strip>,
    /// Whether the first of the notes goes on from the column before.
    notes_go_on: bool,
    /// Lines that close what was painted last where a break follows.
    below: Vec<Item>,
    /// Lines counted so far, where they are numbered.
    lines: u32,
}

impl<'a> Book<'a> {
    pub(super) fn new(context: &'a Context, setup: &PageSetup, is_greedy: bool) -> Book<'a> {
        Book {
            context,
            sheets: Sheets::plain(setup),
            is_greedy,
            first: true,
            number: 1,
            leaves: Vec::new(),
            places: BTreeMap::new(),
            headings: Vec::new(),
            styled: Styled::default(),
            frames: Vec::new(),
            frame: 0,
            used: 0.0,
            queue: VecDeque::new(),
            queued: 0.0,
            reach: 0.0,
            notes: Vec::new(),
            notes_height: 0.0,
            notes_over: VecDeque::new(),
            notes_go_on: false,
            remarks_over: VecDeque::new(),
            below: Vec::new(),
            lines: 0,
        }
    }

    /// Where the next strip would stand on its page: the left edge of its column and its top; on the next page where it
    /// begins one.
    pub(super) fn next_place(&self, on_next: bool) -> (f32, f32) {
        match self.frames.get(self.frame).filter(|_| !on_next) {
            Some(frame) => (frame.left, frame.top + self.used + self.queued),
            None => {
                let margins = if self.first { self.sheets.margins[0] } else { self.sheets.margins[2] };
                (margins.left, margins.top)
            }
        }
    }

    /// Size of the narrowest column of a page setup.
    pub(super) fn column(setup: &PageSetup) -> Size {
        let frames = frames_of(setup, setup.margins, setup.margins.top);
        let width = frames.iter().map(Rect::width).fold(f32::INFINITY, f32::min);
        Size { width, height: frames.first().map_or(0.0, Rect::height) }
    }

    /// Goes on with another section: below what is there where only the columns differ, on a new page where the paper
    /// does or where one is asked for.
    pub(super) fn begin_section(&mut self, sheets: Sheets) {
        self.flush();
        let (old, new) = (&self.sheets.setup, &sheets.setup);
        let same_paper = old.size == new.size && old.margins == new.margins;
        // Where text stands in a later column, the first one is full.
        let bottom = self.frames.get(self.frame).filter(|_| self.frame == 0).map(|frame| frame.top + self.used);
        let stays = self.leaves.is_empty() || (same_paper && !sheets.begins_page && bottom.is_some());
        match bottom {
            Some(bottom) if stays => {
                if old != new {
                    self.draw_separators();
                    let margins = Edges { bottom: sheets.margins[2].bottom, ..new.margins };
                    self.frames = frames_of(new, margins, bottom);
                    (self.frame, self.used) = (0, 0.0);
                }
            }
            _ if stays => {}
            _ => self.close_page(),
        }
        self.first = self.frames.is_empty();
        if let Some(start) = sheets.start.filter(|_| self.first) {
            self.number = start;
        }
        self.sheets = sheets;
    }

    /// Adds strips.
    pub(super) fn feed(&mut self, strips: Vec<Strip>) -> Result<()> {
        for mut strip in strips {
            self.context.tick(1)?;
            if let Some(force) = strip.force {
                self.flush();
                self.break_before(force)?;
                // After a forced break the space above stays: it is part of a chapter's opening.
                let above = std::mem::take(&mut strip.above).min(Book::column(&self.sheets.setup).height * 0.4);
                strip = shifted(strip, 0.0, above);
                strip.height += above;
            }
            self.push(strip)?;
        }
        Ok(())
    }

    fn push(&mut self, mut strip: Strip) -> Result<()> {
        self.open()?;
        // It may have come from a column where they found no room.
        strip.notes.append(&mut strip.notes_over);
        let top = self.queued + if self.at_top() { 0.0 } else { strip.above };
        if strip.reach > 0.0 {
            self.reach = self.reach.max(self.used + top + strip.reach);
        }
        self.queued = top + strip.height + strip.notes_height();
        self.queue.push_back(strip);
        while (self.used + self.queued - self.slack()).max(self.reach) > self.capacity() + 0.01 {
            if self.divide_notes() {
                continue;
            }
            if !self.has_break() {
                break;
            }
            self.break_column()?;
        }
        Ok(())
    }

    /// Lets the notes of the first line whose notes do not fit go on in the next column, if the line fits with the
    /// beginning of them, as in office programs.
    fn divide_notes(&mut self) -> bool {
        let (capacity, mut height) = (self.capacity(), self.used);
        for strip in self.queue.iter_mut().filter(|_| self.is_greedy) {
            let above = if height == 0.0 { 0.0 } else { strip.above };
            let room = capacity - height - above - strip.height;
            let fitting = feet::fitting(&strip.notes, room);
            if fitting < strip.notes.len() {
                if fitting == 0 || strip.division.is_some() {
                    return false;
                }
                let before = strip.notes_height();
                strip.notes_over = strip.notes.split_off(fitting);
                self.queued -= before - strip.notes_height();
                return true;
            }
            height += above + strip.height + strip.notes_height();
        }
        false
    }

    /// Takes notes that go on in a new column: as many as leave room for a few lines of text.
    fn take_notes_over(&mut self) {
        let Some(frame) = self.frames.get(self.frame) else { return };
        let most = frame.height() * MOST_NOTES_OVER;
        let notes = self.notes_over.make_contiguous();
        let count = feet::fitting(notes, most).max(usize::from(!notes.is_empty()));
        self.notes = self.notes_over.drain(..count).collect();
        self.notes_go_on = !self.notes.is_empty();
        self.notes_height = self.notes.iter().map(|note| note.above + note.height).sum();
    }

    /// What of the last strip that waits may reach beyond the end of the column.
    fn slack(&self) -> f32 {
        self.queue.back().map_or(0.0, |strip| strip.slack)
    }

    fn at_top(&self) -> bool {
        self.used == 0.0 && self.queue.is_empty()
    }

    /// Height of the column that is left for text beside the notes at its foot.
    fn capacity(&self) -> f32 {
        let has_notes = !self.notes.is_empty() || self.queue.iter().any(Strip::has_notes);
        let line = if has_notes { feet::LINE_ROOM } else { 0.0 };
        self.frames.get(self.frame).map_or(0.0, Rect::height) - self.notes_height - line
    }

    /// Whether a break can leave something in this column and something after it.
    fn has_break(&self) -> bool {
        self.queue.len() > 1 || self.used > 0.0 || self.queue.front().is_some_and(|strip| strip.division.is_some())
    }

    /// Ends the column at the best break and goes on in the next.
    fn break_column(&mut self) -> Result<()> {
        let divided = self.divided();
        let keep = match divided {
            Some((keep, _)) => keep,
            None if self.is_greedy => self.last_break(),
            None => self.cheapest_break(),
        };
        for _ in 0..keep {
            self.place_first();
        }
        if let Some((_, part)) = divided {
            self.place(part);
        }
        if let Some(leaf) = self.leaves.last_mut() {
            leaf.page.items.append(&mut self.below);
        }
        self.next_frame()?;
        let mut rest = std::mem::take(&mut self.queue);
        if let Some(first) = rest.front_mut() {
            first.items.append(&mut first.at_break.above);
        }
        (self.queued, self.reach) = (0.0, 0.0);
        if let Some(head) = rest.front_mut().and_then(|strip| strip.head.take()) {
            let height: f32 = head.iter().map(|strip| strip.height).sum();
            if height <= self.capacity() * MOST_HEAD {
                head.iter().rev().for_each(|strip| rest.push_front(strip.clone()));
            }
        }
        for strip in rest {
            self.push(strip)?;
        }
        Ok(())
    }

    /// The row that reaches over the end of the column, divided there: how many strips of the queue stand before it, and
    /// what of it stays.
    fn divided(&mut self) -> Option<(usize, Strip)> {
        let (capacity, mut height) = (self.capacity(), self.used);
        for (index, strip) in self.queue.iter_mut().enumerate() {
            let above = if height == 0.0 { 0.0 } else { strip.above };
            let next = height + above + strip.height + strip.notes_height();
            if next - strip.slack > capacity + 0.01 {
                let division = strip.division.as_mut()?;
                let part = division.split(capacity - height - above)?;
                strip.height = division.height();
                return Some((index, Strip { above, ..part }));
            }
            height = next;
        }
        None
    }

    /// How many strips of the queue stay where columns are filled, as office programs fill them: all that fit, unless the
    /// next one must not begin a column.
    fn last_break(&self) -> usize {
        let fitting = self.fitting();
        let first = usize::from(self.used == 0.0);
        let mut free = (first..=fitting).rev().filter(|index| self.cost(*index) < cost::KEPT_APART as f32);
        free.next().unwrap_or(fitting.max(first))
    }

    /// How many strips of the queue fit into the column, and leave one for the next.
    fn fitting(&self) -> usize {
        let capacity = self.capacity().max(1.0);
        let mut height = self.used;
        for (index, strip) in self.queue.iter().enumerate().take(self.queue.len() - 1) {
            height += if index == 0 && self.used == 0.0 { 0.0 } else { strip.above };
            let reach = height + strip.reach;
            height += strip.height + strip.notes_height();
            // What stands beside text goes on with it, unless no page could hold it.
            let is_over = height - strip.slack > capacity + 0.01;
            if is_over || (reach > capacity + 0.01 && strip.reach <= capacity && index > 0) {
                return index;
            }
        }
        self.queue.len().saturating_sub(1)
    }

    /// How many strips of the queue stay: the break with the least sum of blank space and cost.
    fn cheapest_break(&self) -> usize {
        let capacity = self.capacity().max(1.0);
        let mut height = self.used;
        // A column that already holds something may be left as it is.
        let mut best = if self.used > 0.0 { (0, self.blank(height) + self.cost(0)) } else { (1, f32::INFINITY) };
        for (index, strip) in self.queue.iter().enumerate().take(self.queue.len() - 1) {
            height += if index == 0 && self.used == 0.0 { 0.0 } else { strip.above };
            let reach = height + strip.reach;
            height += strip.height + strip.notes_height();
            // What stands beside text goes on with it, unless no page could hold it.
            if height > capacity + 0.01 || (reach > capacity + 0.01 && strip.reach <= capacity && best.0 > 0) {
                break;
            }
            let cost = self.blank(height) + self.cost(index + 1);
            if cost <= best.1 {
                best = (index + 1, cost);
            }
        }
        best.0
    }

    fn blank(&self, height: f32) -> f32 {
        1_000.0 * (1.0 - height / self.capacity().max(1.0)).max(0.0)
    }

    fn cost(&self, index: usize) -> f32 {
        self.queue.get(index).map_or(0.0, |strip| strip.cost as f32)
    }

    /// Places everything that waits.
    pub(super) fn flush(&mut self) {
        while !self.queue.is_empty() {
            self.place_first();
        }
        (self.queued, self.reach) = (0.0, 0.0);
    }

    /// Places the rest of a section. Columns that all of it fits into end at the same height, as in office programs.
    pub(super) fn end_section(&mut self) {
        if self.frames.len() > 1 && self.frame == 0 && self.used == 0.0 && self.notes.is_empty() {
            let height = self.balanced();
            let mut lowest: f32 = 0.0;
            while let Some(strip) = self.queue.front() {
                let above = if self.used == 0.0 { 0.0 } else { strip.above };
                if self.used > 0.0 && self.used + above + strip.height > height && self.frame + 1 < self.frames.len() {
                    (self.frame, self.used) = (self.frame + 1, 0.0);
                }
                self.place_first();
                lowest = lowest.max(self.used);
            }
            (self.frame, self.used) = (0, lowest);
        }
        self.flush();
    }

    /// The least height of columns into which all strips fit that wait.
    fn balanced(&self) -> f32 {
        let all: f32 = self.queue.iter().map(|strip| strip.above + strip.height).sum();
        let mut height = all / self.frames.len().max(1) as f32;
        while height < self.capacity() && self.columns_of(height) > self.frames.len() {
            height += BALANCE_STEP;
        }
        height
    }

    /// How many columns of some height the strips fill that wait.
    fn columns_of(&self, height: f32) -> usize {
        let (mut columns, mut used) = (1, 0.0);
        for strip in &self.queue {
            let above = if used == 0.0 { 0.0 } else { strip.above };
            if used > 0.0 && used + above + strip.height > height {
                (columns, used) = (columns + 1, strip.height);
            } else {
                used += above + strip.height;
            }
        }
        columns
    }

    /// Places all that is left, at the end of the document.
    pub(super) fn finish(&mut self) -> Result<()> {
        self.flush();
        self.close_page();
        while !(self.notes_over.is_empty() && self.remarks_over.is_empty()) {
            self.open()?;
            self.close_page();
        }
        Ok(())
    }

    /// Sets the notes at the foot of the column. The first of those that find no room go to the foot of the next.
    fn set_notes(&mut self) {
        let notes = std::mem::take(&mut self.notes);
        self.notes_height = 0.0;
        let Some(frame) = self.frames.get(self.frame).copied().filter(|_| !notes.is_empty()) else { return };
        let height: f32 = notes.iter().map(|note| note.above + note.height).sum();
        let mut top = (frame.bottom - height).max(frame.top + self.used + feet::LINE_ROOM);
        if let Some(leaf) = self.leaves.last_mut() {
            let goes_on = std::mem::take(&mut self.notes_go_on);
            leaf.page.items.push(feet::line(frame.left, frame.width(), top - feet::LINE_ROOM, goes_on));
        }
        for note in notes {
            top += note.above;
            let height = note.height;
            self.paint(note, Point { x: frame.left, y: top });
            top += height;
        }
    }

    /// Places the first strip of the queue.
    fn place_first(&mut self) {
        if let Some(strip) = self.queue.pop_front() {
            self.place(strip.settled());
        }
    }

    /// Places a strip below what the column holds.
    fn place(&mut self, strip: Strip) {
        let Some(frame) = self.frames.get(self.frame).copied() else { return };
        self.count_line(&strip, &frame);
        let above = if self.used == 0.0 { 0.0 } else { strip.above };
        let top = frame.top + self.used + above;
        self.used += above + strip.height;
        self.notes_height += strip.notes_height();
        self.paint(strip, Point { x: frame.left, y: top });
    }

    /// Counts a line where those of the section are numbered (ECMA-376 part 1, 17.6.8).
    fn count_line(&mut self, strip: &Strip, frame: &Rect) {
        let Some(numbers) = self.sheets.setup.line_numbers.filter(|_| strip.counted) else { return };
        self.lines = self.lines.saturating_add(1);
        let above = if self.used == 0.0 { 0.0 } else { strip.above };
        let end = Point { x: frame.left - numbers.distance, y: frame.top + self.used + above + strip.base };
        if let Some(leaf) = self.leaves.last_mut().filter(|_| self.lines.is_multiple_of(numbers.every.max(1))) {
            leaf.line_numbers.push((self.lines, end));
        }
    }

    /// Paints a strip on the page.
    fn paint(&mut self, strip: Strip, corner: Point) {
        let page = self.leaves.len().saturating_sub(1);
        let at = Destination { page, at: self.sheets.on_paper(corner) };
        let mut strip = shifted(strip, corner.x, corner.y);
        self.below = std::mem::take(&mut strip.at_break.below);
        for mark in std::mem::take(&mut strip.marks) {
            match mark {
                Mark::Anchor(anchor) => {
                    self.places.entry(anchor).or_insert(at);
                }
                Mark::Heading(level, title) => self.headings.push((level, title, at)),
                Mark::Styled(style, words) => self.styled.add(&style, page, words),
            }
        }
        self.notes.append(&mut strip.notes);
        self.notes_over.extend(std::mem::take(&mut strip.notes_over));
        for remark in std::mem::take(&mut strip.remarks) {
            self.put_remark(remark, corner.y);
        }
        if let Some(leaf) = self.leaves.last_mut() {
            leaf.add(strip);
        }
    }

    /// Puts a comment into the margin, beside its line or below the comment before it. One that finds no room is for the
    /// next page.
    fn put_remark(&mut self, remark: Strip, y: f32) {
        let Some(leaf) = self.leaves.last_mut() else { return };
        let setup = &self.sheets.setup;
        let top = y.max(leaf.remarks_end + remarks::GAP / 2.0);
        let bottom = setup.size.height - remarks::GAP;
        let is_first = leaf.remarks_end == 0.0 && y <= setup.margins.top;
        if top + remark.height > bottom && !is_first {
            // Those at the end of a page rise as far as they can.
            let raised = bottom - remark.height;
            if raised < leaf.remarks_end + remarks::GAP / 2.0 {
                return self.remarks_over.push_back(remark);
            }
            return self.paint_remark(remark, raised);
        }
        self.paint_remark(remark, top);
    }

    fn paint_remark(&mut self, remark: Strip, top: f32) {
        let left = self.sheets.setup.size.width - self.sheets.setup.margins.right + remarks::GAP;
        let Some(leaf) = self.leaves.last_mut() else { return };
        leaf.remarks_end = top + remark.height;
        leaf.add(shifted(remark, left, top));
    }

    /// Marks that nothing follows stand at the end of the last page.
    pub(super) fn place_marks(&mut self, marks: Vec<Mark>) {
        let y = self.frames.get(self.frame).map_or(0.0, |frame| frame.top + self.used);
        let at = self.sheets.on_paper(Point { x: 0.0, y });
        let at = Destination { page: self.leaves.len().saturating_sub(1), at };
        for mark in marks {
            if let Mark::Anchor(anchor) = mark {
                self.places.entry(anchor).or_insert(at);
            }
        }
    }

    fn break_before(&mut self, force: Force) -> Result<()> {
        match force {
            _ if self.leaves.is_empty() || (self.frame == 0 && self.used == 0.0) => Ok(()),
            Force::Column => self.next_frame(),
            Force::Page => {
                self.close_page();
                Ok(())
            }
        }
    }

    fn next_frame(&mut self) -> Result<()> {
        self.set_notes();
        self.used = 0.0;
        if self.frame + 1 < self.frames.len() {
            self.frame += 1;
            self.take_notes_over();
            return Ok(());
        }
        self.close_page();
        self.open()
    }

    fn close_page(&mut self) {
        if self.sheets.setup.line_numbers.is_some_and(|numbers| numbers.on_each_page) {
            self.lines = 0;
        }
        self.set_notes();
        self.draw_separators();
        let is_open = !self.frames.is_empty();
        if let Some(leaf) = self.leaves.last_mut().filter(|_| is_open && self.sheets.setup.vertical) {
            leaf.turn_upright();
        }
        self.frames.clear();
        (self.frame, self.used) = (0, 0.0);
    }

    /// Draws the lines between columns, as far down as the text goes.
    fn draw_separators(&mut self) {
        let (Some(leaf), true) = (self.leaves.last_mut(), self.sheets.setup.separator) else { return };
        for (at, pair) in self.frames.windows(2).enumerate() {
            let [left, right] = pair else { continue };
            let bottom = if at < self.frame { left.bottom } else { left.top + self.used };
            let middle = f32::midpoint(left.right, right.left);
            let line = Rect { left: middle - 0.25, top: left.top, right: middle + 0.25, bottom };
            leaf.page.items.extend((bottom > left.top).then(|| filled(&line, Color::BLACK)));
        }
    }

    /// Opens a page where none is being filled.
    fn open(&mut self) -> Result<()> {
        if !self.frames.is_empty() {
            return Ok(());
        }
        let side = match self.number % 2 {
            _ if std::mem::take(&mut self.first) => Side::First,
            0 => Side::Even,
            _ => Side::Odd,
        };
        let [first, even, odd] = self.sheets.margins;
        let margins = match side {
            Side::First => first,
            Side::Even => even,
            Side::Odd => odd,
        };
        let margins = facing(margins, self.sheets.setup.mirrored && self.number.is_multiple_of(2));
        self.frames = frames_of(&self.sheets.setup, margins, margins.top);
        (self.frame, self.used) = (0, 0.0);
        self.add_page(self.sheets.setup.size, Vec::new(), true)?;
        if let Some(leaf) = self.leaves.last_mut() {
            (leaf.section, leaf.side, leaf.shown) = (Some(self.sheets.section), side, self.number);
        }
        self.number = self.number.saturating_add(1);
        self.take_notes_over();
        for remark in std::mem::take(&mut self.remarks_over) {
            self.put_remark(remark, margins.top);
        }
        Ok(())
    }

    /// Adds a page outside the flow of strips, such as a cover.
    pub(super) fn add_page(&mut self, size: Size, items: Vec<Item>, numbered: bool) -> Result<()> {
        self.context.charge(Limit::pages, 1)?;
        if let Some(full) = self.leaves.last_mut() {
            full.page.pack();
        }
        let number = self.leaves.len() as u32 + 1;
        let page = Page { number, size, items, ..Page::default() };
        self.leaves.push(Leaf { page, numbered, ..Leaf::default() });
        Ok(())
    }

    /// The bottom margin of the pages.
    pub(super) fn foot(&self) -> f32 {
        self.sheets.setup.margins.bottom
    }
}
