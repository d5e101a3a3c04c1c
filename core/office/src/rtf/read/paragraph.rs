//! Ends of paragraphs, cells, rows and sections.

use super::Reader;
use super::blocks::{self, Draft};
use super::lines::{Alignment, Lines};
use super::lists::{self, Marked};
use super::marker;
use super::old_mark::OLD_LIST;
use super::story::{self, Atom};
use transvase_base::error::Result;
use transvase_base::units::Rect;
use transvase_base::warning::{Warning, WarningCode};
use transvase_font::line_heights;
use transvase_model::flow::{
    Align, Block, ChangeKind, Frame, Inline, MarkerLook, Origin, Paragraph, ParagraphStyle, Role, TabStop, TextStyle,
    Wrap,
};
use transvase_model::text::counting::mark::Mark;
use transvase_model::text::counting::names;
use transvase_model::text::lcid;

/// Space that browsers have around paragraphs, which office programs take over, in points.
const AUTO_SPACE: f32 = 14.0;
/// Largest indent and space in points.
const FARTHEST: f32 = 1_584.0;
/// Size in points of text that says none.
const SIZE: f32 = 12.0;

impl Reader<'_> {
    /// The paragraph at hand ends.
    pub(super) fn paragraph(&mut self) -> Result<()> {
        let context = self.context;
        let lines = std::rc::Rc::clone(&self.state.lines);
        let story = self.story();
        let atoms = std::mem::take(&mut story.atoms);
        story.sealed = 0;
        let is_rest = std::mem::take(&mut story.broken) && atoms.is_empty();
        let goes_on = std::mem::take(&mut story.goes_on);
        if is_rest {
            return Ok(());
        }
        let draft = self.draft(atoms, &lines, goes_on);
        self.story().paragraph(draft, lines.table_depth(), context)
    }

    /// Whether the end of the paragraph at hand is to go and some of its text stays, so that this goes on in the next one.
    pub(super) fn goes_on(&mut self) -> bool {
        if !self.state.letters.revision.deleted {
            return false;
        }
        let changes = std::mem::take(&mut self.flow.changes);
        let kind = |change: usize| changes.get(change).map(|change| change.kind);
        let goes = |atom: &Atom| atom.around.change.and_then(kind) == Some(ChangeKind::Deleted);
        let atoms = &self.story().atoms;
        let is_gone = !atoms.is_empty() && atoms.iter().all(goes);
        self.flow.changes = changes;
        !is_gone
    }

    /// A cell ends, and with it its last paragraph.
    pub(super) fn cell(&mut self, depth: usize) -> Result<()> {
        let context = self.context;
        let lines = std::rc::Rc::clone(&self.state.lines);
        let story = self.story();
        story.go_to(depth, context)?;
        let atoms = std::mem::take(&mut story.atoms);
        story.sealed = 0;
        let is_marked = lines.list.is_some() || lines.mark.is_some();
        // A column of numbers without words beside them is usual in forms and minutes: an empty item counts.
        let needless = atoms.is_empty() && !is_marked && (story.is_after_table() || story.is_cell_empty());
        if needless {
            self.mark_text.clear();
        } else {
            let draft = self.draft(atoms, &lines, false);
            self.story().paragraph(draft, depth, context)?;
        }
        self.story().cell(depth, context)
    }

    /// A row ends.
    pub(super) fn end_row(&mut self, depth: usize) -> Result<()> {
        let context = self.context;
        if !self.story().atoms.is_empty() {
            self.cell(depth)?;
        }
        let look = super::table::Laid::new(&self.row, &self.colors);
        let change = self.around().change;
        let changes = std::mem::take(&mut self.flow.changes);
        let result = self.story().row(depth, look, change.map(|change| (change, &*changes)), context);
        self.flow.changes = changes;
        result
    }

    /// A page or column ends here, within a paragraph or between two.
    pub(super) fn break_here(&mut self, block: Block) -> Result<()> {
        let (depth, context) = (self.state.lines.table_depth(), self.context);
        if self.stories.len() > 1 || depth > 0 {
            return Ok(());
        }
        self.story().go_to(depth, context)?;
        if !self.story().atoms.is_empty() {
            self.paragraph()?;
            self.story().goes_on = true;
        }
        self.story().block(block);
        self.story().broken = true;
        Ok(())
    }

    /// A section ends.
    pub(super) fn end_section(&mut self, is_last: bool) -> Result<()> {
        if self.stories.len() > 1 {
            return Ok(());
        }
        if !self.story().atoms.is_empty() {
            self.paragraph()?;
        }
        let context = self.context;
        let items = self.story().take(context)?;
        let blocks = blocks::assemble(items, context)?;
        if is_last && blocks.is_empty() && !self.flow.sections.is_empty() {
            return Ok(());
        }
        self.restart_notes();
        let running = std::mem::take(&mut self.running);
        let section = self.section.section(blocks, running, &self.document);
        self.flow.sections.push(section);
        Ok(())
    }

    /// The paragraph that pieces are; one that goes on behind a break has no mark of its own.
    fn draft(&mut self, atoms: Vec<Atom>, lines: &Lines, goes_on: bool) -> Draft {
        let content = story::content(atoms);
        let style = self.styles.get(lines.style).cloned();
        let outline = lines.outline.map(|level| Role::Heading((level + 1).min(6)));
        let role = style.as_ref().map(|style| style.role).filter(|role| *role != Role::Body).or(outline);
        let has_text = content.iter().any(|inline| !matches!(inline, Inline::Anchor(_)));
        let role = role.filter(|_| has_text).unwrap_or_default();
        let mark = if goes_on { None } else { self.mark(lines) };
        let first = first_style(&content);
        let look = self.look(lines, first.as_ref(), style.as_ref().map(|style| style.name.clone()));
        Draft {
            paragraph: Paragraph { role, style: look, content, ..Paragraph::default() },
            mark,
            contextual: lines.contextual,
            adds: !self.document.collapses,
            is_quote: style.is_some_and(|style| style.is_quote),
            initial: lines.initial.lines as u8,
            frame: self.frame(lines),
        }
    }

    /// What the paragraph at hand is marked with: by its list, by what is said before it, or by the text for readers
    /// without lists.
    fn mark(&mut self, lines: &Lines) -> Option<Marked> {
        let text = std::mem::take(&mut self.mark_text);
        let level = usize::from(lines.level);
        if let Some(list) = lines.list {
            let colors = &self.colors;
            let language = self.language.and_then(|id| lcid::tag(id as u32)).unwrap_or_default();
            let language = names::language(&language);
            if let Some(marked) = self.lists.next(list, level, &self.fonts, language, |number| colors.get(number)) {
                return Some(marked);
            }
        }
        let (list, mark) = match (lines.list, &lines.mark) {
            (Some(list), _) => (list, marker::of_text(&text)),
            (None, Some(mark)) => (OLD_LIST, mark.mark(marker::of_text(&text), &mut self.old_count)),
            (None, None) => {
                self.old_count = None;
                (OLD_LIST, marker::of_text(&text))
            }
        };
        (mark != Mark::None).then(|| Marked {
            list,
            level: level.min(lists::LEVELS - 1),
            mark,
            look: MarkerLook::default(),
        })
    }

    fn look(&self, lines: &Lines, first: Option<&TextStyle>, name: Option<std::sync::Arc<str>>) -> ParagraphStyle {
        let pt = |twips: i32| (twips as f32 / 20.0).clamp(-FARTHEST, FARTHEST);
        let space = |twips: i32, auto: bool| if auto { AUTO_SPACE } else { pt(twips).max(0.0) };
        let (start, end) = match lines.right_to_left {
            true => (lines.start.unwrap_or(lines.right), lines.end.unwrap_or(lines.left)),
            false => (lines.left, lines.right),
        };
        let (line_height, line_distance) = distance(lines, first);
        let mut tabs: Vec<TabStop> = lines
            .tabs
            .iter()
            .map(|tab| TabStop { position: pt(tab.position), align: tab.align, leader: tab.leader })
            .collect();
        tabs.sort_by(|a, b| a.position.total_cmp(&b.position));
        ParagraphStyle {
            unnumbered_lines: false,
            unhyphenated: lines.unhyphenated,
            off_grid: lines.off_grid,
            name,
            align: align(lines),
            indent_start: pt(start),
            indent_end: pt(end),
            indent_first: pt(lines.first),
            space_before: space(lines.before, lines.auto_before),
            space_after: space(lines.after, lines.auto_after),
            line_height,
            line_distance,
            page_break_before: lines.page_break,
            keep_with_next: lines.keep_next,
            keep_together: lines.keep,
            right_to_left: lines.right_to_left,
            background: self.colors.shade(lines.shade),
            borders: lines.borders.borders(&self.colors),
            border_room: lines.borders.room(),
            own_box: false,
            tabs,
        }
    }

    /// The frame that a paragraph stands in by its own words.
    fn frame(&self, lines: &Lines) -> Option<Frame> {
        let at = lines.frame;
        let is_placed = (at.x.is_some() || at.y.is_some()) && at.width > 0;
        if !is_placed || lines.table_depth() > 0 || self.stories.len() > 1 || lines.initial.lines > 0 {
            return None;
        }
        let paper = self.section.paper(&self.document);
        let (x, y) = (at.x.unwrap_or(0), at.y.unwrap_or(0));
        let (x, origin) = match (at.page_x, at.page_y) {
            (true, false) => (x.saturating_sub(paper.left), Origin::Paragraph),
            (false, true) => (x.saturating_add(paper.left), Origin::Page),
            (_, true) => (x, Origin::Page),
            _ => (x, Origin::Paragraph),
        };
        let pt = |twips: i32| (twips as f32 / 20.0).clamp(-FARTHEST, FARTHEST);
        let (left, top) = (pt(x), pt(y));
        Some(Frame {
            rect: Rect { left, top, right: left + pt(at.width), bottom: top + pt(at.height) },
            origin,
            rotation: 0.0,
            wrap: Wrap::Square,
            padding: transvase_model::flow::Edges::default(),
            background: None,
            borders: transvase_model::flow::Borders::default(),
            blocks: Vec::new(),
        })
    }

    /// Warns of what the text says in ways that documents do not have.
    pub(super) fn warn_of_depth(&self) {
        let message = "notes inside notes were read as one text";
        self.context.warn(Warning::new(WarningCode::StructureFlattened, message));
    }
}

/// Alignment by the direction of the text: files tell it by the sides of the paper.
fn align(lines: &Lines) -> Option<Align> {
    Some(match (lines.align, lines.right_to_left) {
        (Alignment::Usual, _) | (Alignment::Left, false) | (Alignment::Right, true) => Align::Start,
        (Alignment::Right, false) | (Alignment::Left, true) => Align::End,
        (Alignment::Center, _) => Align::Center,
        (Alignment::Justified, _) => Align::Justify,
    })
}

/// The style of the first text.
fn first_style(content: &[Inline]) -> Option<TextStyle> {
    transvase_model::flow::inlines(content).find_map(Inline::run).map(|run| run.style.clone())
}

/// Distance of lines: as a multiple of the size, or in points.
fn distance(lines: &Lines, first: Option<&TextStyle>) -> (Option<f32>, Option<f32>) {
    let family = first.and_then(|style| style.family.as_deref());
    let natural = line_heights::natural(family.unwrap_or_default());
    let size = first.and_then(|style| style.size).unwrap_or(SIZE);
    let points = lines.distance.saturating_abs() as f32 / 20.0;
    match (lines.multiple, lines.distance) {
        (_, 0) => (Some(natural), None),
        (true, distance) => (Some((distance.saturating_abs() as f32 / 240.0 * natural).clamp(0.1, 20.0)), None),
        (false, distance) if distance < 0 => (None, Some(points.min(FARTHEST))),
        // At least so much: more than the letters need, or no matter.
        (false, _) if points > size * natural => (None, Some(points.min(FARTHEST))),
        (false, _) => (Some(natural), None),
    }
}
