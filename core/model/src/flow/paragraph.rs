//! Paragraphs and how they stand on the page.

use std::sync::Arc;

use super::border::Borders;
use super::inline::Inline;
use super::list::Marker;
use super::page::Edges;
use super::place::PlaceId;
use super::text::Run;
use super::walk::each_run_mut;
use crate::color::Color;

/// What a paragraph is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Role {
    /// Running text.
    #[default]
    Body,
    /// A heading; level from 1 to 6.
    Heading(u8),
    /// Text whose spaces and line breaks count.
    Preformatted,
    /// Words under a figure or table.
    Caption,
    /// The title of the document.
    Title,
    /// The line under the title.
    Subtitle,
    /// An entry of a table of contents; level from 1 to 9.
    Contents(u8),
    /// A term that is defined after it.
    Term,
    /// Nothing but room: empty, so that what follows stands where it did on its page.
    Spacer,
}

impl Role {
    /// Whether it is running text, which most of a document is set in.
    pub fn is_running_text(self) -> bool {
        matches!(self, Role::Body | Role::Term)
    }
}

/// A paragraph.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Paragraph {
    /// What it is for.
    pub role: Role,
    /// How it stands on the page.
    pub style: ParagraphStyle,
    /// Its text.
    pub content: Vec<Inline>,
    /// A counted label before it, as before numbered headings; not part of the text.
    pub label: Option<Box<Label>>,
    /// A large initial that the first lines run around; not repeated in the text.
    pub drop_cap: Option<Box<DropCap>>,
    /// Where it stood.
    pub place: Option<PlaceId>,
}

impl Paragraph {
    /// Drops the room that its content and its texts had to grow. A list has room for four inlines at first, of 184 bytes
    /// each, where most paragraphs have one: in a long book that comes to several times its text.
    pub fn shrink_to_fit(&mut self) {
        self.content.shrink_to_fit();
        each_run_mut(&mut self.content, &mut |run| run.text.shrink_to_fit());
    }
}

/// How a paragraph stands on the page. Lengths are points.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ParagraphStyle {
    /// Name of the style in the source.
    pub name: Option<Arc<str>>,
    /// Alignment; `None` leaves it to the writer (justified where its options say so).
    pub align: Option<Align>,
    /// Indent of every line at the start side.
    pub indent_start: f32,
    /// Indent of every line at the end side.
    pub indent_end: f32,
    /// Indent of the first line beyond `indent_start`; negative hangs it out.
    pub indent_first: f32,
    /// Space above; adjoining spaces collapse to the larger one.
    pub space_before: f32,
    /// Space below.
    pub space_after: f32,
    /// Distance between base lines as a multiple of the font size; `None` means the writer's own.
    pub line_height: Option<f32>,
    /// Distance between base lines in points, whatever stands in them; goes before `line_height`.
    pub line_distance: Option<f32>,
    /// Begin on a new page.
    pub page_break_before: bool,
    /// Stay on the page of the next paragraph's first lines.
    pub keep_with_next: bool,
    /// Do not break across pages.
    pub keep_together: bool,
    /// Whether its lines are left out where those of the section are numbered.
    pub unnumbered_lines: bool,
    /// Whether its words are not divided where those of the document are.
    pub unhyphenated: bool,
    /// Whether its lines keep their own distance where the page has a grid.
    pub off_grid: bool,
    /// Base direction is right to left.
    pub right_to_left: bool,
    /// Colour behind the paragraph.
    pub background: Option<Color>,
    /// Lines around the paragraph: a rule above or below it, a bar at its side, a box.
    pub borders: Borders,
    /// Distances of these lines from the text, in points, at most [`Border::FARTHEST`](super::Border::FARTHEST); `None`
    /// means the writer's own.
    pub border_room: Option<Edges>,
    /// Whether its lines are its own: those of like paragraphs that follow one another else make one box.
    pub own_box: bool,
    /// Stops for tab characters, in rising order of position.
    pub tabs: Vec<TabStop>,
}

/// A tab stop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TabStop {
    /// Distance from the start edge of the column in points.
    pub position: f32,
    /// How the text after the tab stands at the stop.
    pub align: TabAlign,
    /// What fills the space before the stop.
    pub leader: Option<Leader>,
}

/// What fills the space before a tab stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leader {
    /// Full stops.
    Dots,
    /// Dots at half the height of letters.
    MiddleDots,
    /// Hyphens.
    Hyphens,
    /// A line under the space, as in forms.
    Line,
    /// A line as thick as that of an underlined heading.
    HeavyLine,
}

/// How text stands at a tab stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TabAlign {
    /// Begins there.
    Start,
    /// Is centred on it.
    Center,
    /// Ends there.
    End,
    /// Has its decimal point there; without one it ends there.
    Decimal,
    /// No stop: a line down the paragraph stands there.
    Bar,
}

/// Alignment of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// At the start side: left in left-to-right text.
    Start,
    /// In the middle.
    Center,
    /// At the end side.
    End,
    /// At both, the last line at the start side.
    Justify,
}

/// A counted label before a paragraph. Its level is that of its heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// How it is written.
    pub marker: Marker,
    /// Its number at this level.
    pub number: u32,
}

/// A large initial that stands over several lines.
#[derive(Debug, Clone, PartialEq)]
pub struct DropCap {
    /// The initial, in its own style.
    pub run: Run,
    /// Lines it is high.
    pub lines: u8,
}
