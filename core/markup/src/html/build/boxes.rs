//! The box model: what entering and leaving an element does to margins, indents, page breaks and frames.

use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::flow::{Align, Block, GroupKind, Inline, LinkTarget, List, Marker, Meaning, Paragraph, Role};

use super::super::css::{Break, Computed, Display, ListStyle, Side, TextAlign, WhiteSpace};
use super::super::tree::{Element, NodeId};
use super::block_box::BlockBox;
use super::direction::Direction;
use super::frames::{Frame, FrameKind, MAX_FRAMES};
use super::table::{self, Grid};
use super::{Builder, Kind, Level, Walk, groups};

/// Left margin of quotations in the default sheet (40 pixels), which [`Block::Quote`] stands for.
const QUOTE_INDENT_PT: f32 = 30.0;

/// What closes a quotation, and one within it.
const DOUBLE_END: &str = "\u{201D}";
const SINGLE_END: &str = "\u{2019}";

/// Indents beyond this leave no room for text.
const MAX_INDENT_PT: f32 = 250.0;

impl Builder<'_> {
    /// Opens an element that may hold others.
    pub(super) fn enter_level(
        &mut self,
        element: &Element,
        mut style: Computed,
        link: Option<LinkTarget>,
        group: Option<GroupKind>,
    ) {
        let outer = self.levels.last();
        let meaning = groups::meaning(element, outer.map_or(Meaning::default(), |level| level.meaning));
        let role = role(element, &style, outer.map_or(Role::Body, |level| level.role));
        let link = match link {
            Some(target) => {
                self.links.push(target);
                Some(self.links.len() - 1)
            }
            None => outer.and_then(|level| level.link),
        };
        let kind = self.open_kind(element, &mut style);
        let opening = match kind {
            Kind::Wrapped(DOUBLE_END) => "\u{201C}",
            Kind::Wrapped(SINGLE_END) => "\u{2018}",
            _ => "(",
        };
        let group = group.and_then(|group| self.open_group(group));
        self.levels.push(Level { style, kind, link, run_style: None, role, meaning, group, after: None });
        if let Kind::Wrapped(_) = kind {
            self.push_text(opening);
        }
    }

    fn open_kind(&mut self, element: &Element, style: &mut Computed) -> Kind {
        match style.display {
            Display::Inline => match element.local() {
                "q" if self.levels.iter().any(|level| level.kind == Kind::Wrapped(DOUBLE_END)) => {
                    Kind::Wrapped(SINGLE_END)
                }
                "q" => Kind::Wrapped(DOUBLE_END),
                "rt" => Kind::Wrapped(")"),
                _ => Kind::Inline,
            },
            Display::TableRow if self.in_table() => {
                self.start_row(style);
                Kind::Row
            }
            Display::TableGroup if self.in_table() => {
                self.start_group(element);
                Kind::Group
            }
            Display::TableColumn => {
                self.column(element, style);
                Kind::Inline
            }
            _ => self.open_box(element, style),
        }
    }

    fn open_box(&mut self, element: &Element, style: &mut Computed) -> Kind {
        let (left, right) = (self.frame().left, self.frame().right);
        if style.break_before == Break::Page {
            self.break_page();
        }
        if let Some(boxed) = self.take_box(style) {
            return self.open_boxed(boxed, element, style, (left, right));
        }
        if !self.in_table() {
            self.space_before(style);
        }
        match self.frame_kind(element, style) {
            Some(_) if self.frames.len() >= MAX_FRAMES => {
                let message = format!("lists, tables and quotations nested deeper than {MAX_FRAMES} were flattened");
                self.context.warn(Warning::new(WarningCode::StructureFlattened, message));
                Kind::Block(left, right)
            }
            Some(kind) => {
                if let FrameKind::Table(_) | FrameKind::Cell(_) = kind {
                    self.break_page_now();
                    self.space_to_last_block();
                }
                let quote = matches!(kind, FrameKind::Quote);
                self.open_frame(kind);
                if quote {
                    let inner = self.frame();
                    inner.left = (style.inset(Side::Left) - QUOTE_INDENT_PT).max(0.0);
                    inner.right = (style.inset(Side::Right) - QUOTE_INDENT_PT).max(0.0);
                }
                Kind::Frame(left, right)
            }
            None if self.pages.is_some() => {
                let (inner_left, inner_right) = self.narrowed(style);
                let frame = self.frame();
                (frame.left, frame.right) = (inner_left, inner_right);
                Kind::Block(left, right)
            }
            None => {
                let frame = self.frame();
                frame.left = (frame.left + style.inset(Side::Left)).clamp(0.0, MAX_INDENT_PT);
                frame.right = (frame.right + style.inset(Side::Right)).clamp(0.0, MAX_INDENT_PT);
                Kind::Block(left, right)
            }
        }
    }

    /// Opens a block whose box is seen: around a list, within an item, and in the place of a quotation, which a box is set
    /// apart by.
    fn open_boxed(&mut self, boxed: BlockBox, element: &Element, style: &Computed, (left, right): (f32, f32)) -> Kind {
        match self.frame_kind(element, style) {
            Some(kind @ FrameKind::List(_)) => {
                self.open_box_frame(boxed.without_list_indent(style));
                self.open_frame(kind);
                Kind::Boxed(left, right)
            }
            Some(kind @ FrameKind::Item(_)) => {
                self.open_frame(kind);
                self.open_box_frame(boxed);
                Kind::Boxed(left, right)
            }
            _ => {
                self.open_box_frame(boxed);
                Kind::Frame(left, right)
            }
        }
    }

    /// Lets what follows begin on a new page, where it can.
    fn break_page(&mut self) {
        self.new_page |= self.has_text() && !self.in_cell();
    }

    /// The frame an element opens; `None` for a plain box.
    fn frame_kind(&mut self, element: &Element, style: &Computed) -> Option<FrameKind> {
        match (style.display, element.local()) {
            (Display::Table, _) => {
                let placing = self.pages.is_some().then(|| self.placing(style, 0.0));
                Some(FrameKind::Table(Box::new(Grid::new(element, style, placing))))
            }
            (Display::TableCell, _) if self.in_table() => {
                self.ensure_row(style);
                Some(FrameKind::Cell(Box::new(table::cell(element, style))))
            }
            (Display::TableCaption, _) if self.in_table() => Some(FrameKind::Caption),
            // Set in on one side only, it is a way to indent.
            (Display::Block, "blockquote") if style.inset(Side::Left) > 0.0 && style.inset(Side::Right) > 0.0 => {
                Some(FrameKind::Quote)
            }
            (Display::Block, "ul" | "ol" | "dir" | "menu") if style.text.list_style != ListStyle::None => {
                let first = u32::try_from(self.counters.first_item());
                let marker = if first.is_ok() { style.text.list_style.marker() } else { Marker::None };
                Some(FrameKind::List(List { marker, start: first.unwrap_or(1), ..List::default() }))
            }
            (Display::ListItem, _) => self.item(element, style),
            _ => None,
        }
    }

    /// An item, where a list is open. The first one's style decides about the list's marker.
    fn item(&mut self, element: &Element, style: &Computed) -> Option<FrameKind> {
        let (number, is_reversed) = self.counters.item();
        let number = u32::try_from(number).ok();
        let FrameKind::List(list) = &mut self.frame().kind else { return None };
        if list.items.is_empty() && number.is_some() {
            list.marker = style.text.list_style.marker();
        }
        let is_said = is_reversed || element.attribute("value").is_some();
        Some(FrameKind::Item(number.filter(|_| is_said && matches!(list.marker, Marker::Number { .. }))))
    }

    /// Marks the item under way with words of its own: those that are `said`, or its count where its list has no marker
    /// that says it.
    pub(super) fn mark_item(&mut self, style: &ListStyle, said: Option<String>) {
        let is_box = |frame: &Frame| matches!(frame.kind, FrameKind::Box(_));
        let item = self.frames.len() - 1 - usize::from(self.frames.last().is_some_and(is_box));
        if !matches!(self.frames[item].kind, FrameKind::Item(_)) {
            return;
        }
        let list = item.checked_sub(1).and_then(|at| self.frames.get_mut(at)).map(|frame| &mut frame.kind);
        let Some(FrameKind::List(list)) = list else { return };
        if said.is_some() && list.items.is_empty() {
            list.marker = Marker::None;
        }
        let is_silent = list.marker == Marker::None && *style != ListStyle::None;
        let words = said.unwrap_or_else(|| if is_silent { style.label(self.counters.item().0) } else { String::new() });
        if !words.is_empty() {
            self.label.get_or_insert_default().push_str(&words);
        }
    }

    pub(super) fn in_table(&mut self) -> bool {
        matches!(self.frame().kind, FrameKind::Table(_))
    }

    /// Margins of boxes that touch collapse to the largest (CSS 2.2, 8.3.1); paddings add up.
    fn space_before(&mut self, style: &Computed) {
        self.space = self.space.max(style.margin(Side::Top)) + style.padding(Side::Top);
    }

    fn space_after(&mut self, style: &Computed) {
        let below = style.margin(Side::Bottom) + style.padding(Side::Bottom);
        match self.last_block() {
            Some(Block::Paragraph(paragraph)) => {
                let space = &mut paragraph.style.space_after;
                *space = space.max(below);
            }
            _ => self.space = self.space.max(below),
        }
        if style.break_after == Break::Page {
            self.break_page();
        }
    }

    fn in_cell(&self) -> bool {
        self.frames.iter().any(|frame| matches!(frame.kind, FrameKind::Table(_)))
    }

    /// Before blocks that have no space of their own, the paragraph before takes it.
    pub(super) fn space_to_last_block(&mut self) {
        let space = std::mem::take(&mut self.space);
        let is_on_pages = self.pages.is_some() && space > 0.0 && self.has_text();
        match self.last_block() {
            Some(Block::Paragraph(paragraph)) if paragraph.role != Role::Spacer => {
                paragraph.style.space_after = paragraph.style.space_after.max(space);
            }
            _ if is_on_pages => self.push_room(space),
            _ => {}
        }
    }

    /// Before blocks that cannot begin a page themselves.
    pub(super) fn break_page_now(&mut self) {
        if std::mem::take(&mut self.new_page) && self.has_text() && !self.in_cell() {
            self.push_block(Block::PageBreak);
        }
    }

    /// Closes the innermost open element.
    pub(super) fn leave(&mut self) -> Result<()> {
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        let (kind, after) = (level.kind, level.after.take());
        if let Some(after) = after {
            self.put(*after);
        }
        match kind {
            Kind::Inline => {}
            Kind::Wrapped(end) => self.push_text(end),
            Kind::Row | Kind::Group => self.flush(),
            Kind::Block(..) | Kind::Frame(..) | Kind::Boxed(..) => self.flush(),
        }
        let Some(level) = self.levels.pop() else { return Ok(()) };
        self.counters.leave(self.levels.len());
        if kind == Kind::Inline {
            self.leave_in_line(&level.style);
        }
        if let Some(group) = level.group {
            self.close_group(group);
        }
        match kind {
            Kind::Frame(left, right) => {
                self.close_frame()?;
                self.leave_box(&level.style, left, right);
            }
            Kind::Boxed(left, right) => {
                self.close_frame()?;
                self.close_frame()?;
                self.leave_box(&level.style, left, right);
            }
            Kind::Block(left, right) => self.leave_box(&level.style, left, right),
            Kind::Row => self.end_row(&level.style),
            Kind::Group => self.end_group(&level.style),
            Kind::Inline | Kind::Wrapped(_) => {}
        }
        Ok(())
    }

    /// What stands beside the others, or at a place of its own, is parted from what follows.
    fn leave_in_line(&mut self, style: &Computed) {
        let is_arranged = self.levels.last().is_some_and(|level| level.style.arranges);
        if style.placed || is_arranged {
            self.gap();
        }
        self.after_box |= style.boxed;
    }

    fn leave_box(&mut self, style: &Computed, left: f32, right: f32) {
        if !self.in_table() {
            self.space_after(style);
        }
        let frame = self.frame();
        (frame.left, frame.right) = (left, right);
    }

    /// A horizontal rule.
    pub(super) fn rule(&mut self, style: &mut Computed) {
        if style.break_before == Break::Page {
            self.break_page();
        }
        if let Some(boxed) = self.take_box(style) {
            self.close_box(boxed, Vec::new());
            self.space = style.margin(Side::Bottom);
            return;
        }
        self.space_before(style);
        self.break_page_now();
        self.space_to_last_block();
        self.push_block(Block::Rule);
        self.space = style.margin(Side::Bottom);
    }

    /// Anchors that no text followed stay at the end of the last paragraph.
    pub(super) fn end_document(&mut self) {
        if self.anchors.is_empty() {
            return;
        }
        let anchors = std::mem::take(&mut self.anchors).into_iter().map(Inline::Anchor);
        match self.last_block() {
            Some(Block::Paragraph(paragraph)) => paragraph.content.extend(anchors),
            _ => {
                let content = anchors.collect();
                self.push_block(Block::Paragraph(Paragraph { content, ..Paragraph::default() }));
            }
        }
    }
}

impl Walk<'_, '_> {
    /// Parts what is a box in the line, by how it looks, from what stands before it.
    pub(super) fn part_box(&mut self, id: NodeId, style: &Computed) {
        if style.is_block() {
            return;
        }
        let is_arranged = self.builder.levels.last().is_some_and(|level| level.style.arranges);
        // A large initial is no box, nor are letters that are moved one by one.
        let has_words = || self.tree.text(id).trim().chars().nth(1).is_some();
        if style.placed {
            self.builder.stand_apart(style.points(style.top));
        } else if is_arranged || style.boxed && self.builder.after_box && has_words() {
            self.builder.gap();
        }
    }
}

/// What the paragraphs of an element are for.
fn role(element: &Element, style: &Computed, outer: Role) -> Role {
    match element.local() {
        "h1" => Role::Heading(1),
        "h2" => Role::Heading(2),
        "h3" => Role::Heading(3),
        "h4" => Role::Heading(4),
        "h5" => Role::Heading(5),
        "h6" => Role::Heading(6),
        "figcaption" | "caption" => Role::Caption,
        "td" | "th" | "li" | "dd" => Role::Body,
        "dt" => Role::Term,
        _ if style.is_block() && style.text.white_space == WhiteSpace::Pre => Role::Preformatted,
        _ => outer,
    }
}

/// The alignment of a block in the flow's terms. Justified text is what a reader of books expects
/// anyway, so it is left to the writer and its options. A sheet that asks for the left without
/// having said that text runs from the right had no such text in mind.
pub(super) fn align(align: Option<TextAlign>, direction: Direction) -> Option<Align> {
    Some(match align? {
        TextAlign::Justify => return None,
        TextAlign::Center => Align::Center,
        TextAlign::Left if direction.is_said() && direction.is_right_to_left() => Align::End,
        TextAlign::Right if !direction.is_right_to_left() => Align::End,
        TextAlign::Start | TextAlign::Left | TextAlign::Right => Align::Start,
        TextAlign::End => Align::End,
    })
}
