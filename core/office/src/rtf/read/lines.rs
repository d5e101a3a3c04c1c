//! Paragraph formatting (RTF 1.9.1, "Paragraph Formatting Properties", "Tabs", "Bullets and Numbering", "Paragraph
//! Borders", "Paragraph Shading", "Positioned Objects and Frames").

use std::rc::Rc;

use super::border::{Line, Side, Sides};
use super::colors::Shade;
use super::old_mark::OldMark;
use transvase_model::flow::{Leader, TabAlign};

/// Stops that a paragraph may have: Word takes no more (ECMA-376 part 1, 17.3.1.38).
const MAX_TABS: usize = 64;

/// How the paragraph at hand stands; lengths are twips.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Lines {
    /// Number of the style.
    pub style: i32,
    pub align: Alignment,
    pub left: i32,
    pub right: i32,
    /// Indents by the direction of the text, which go before the others.
    pub start: Option<i32>,
    pub end: Option<i32>,
    pub first: i32,
    pub before: i32,
    pub after: i32,
    /// Space as a browser has it.
    pub auto_before: bool,
    pub auto_after: bool,
    /// No space between paragraphs of the same style.
    pub contextual: bool,
    /// Distance of lines: at least, exactly where negative; 0 means the font's own.
    pub distance: i32,
    /// Whether it is a multiple, in 240ths of the font's own.
    pub multiple: bool,
    pub page_break: bool,
    pub keep_next: bool,
    pub keep: bool,
    pub unhyphenated: bool,
    pub off_grid: bool,
    pub right_to_left: bool,
    pub outline: Option<u8>,
    pub shade: Shade,
    pub borders: Sides,
    pub tabs: Vec<Tab>,
    /// Number of the list override, and the level from 0.
    pub list: Option<i32>,
    pub level: u8,
    /// The mark, as files had it before there were tables of lists.
    pub mark: Option<Rc<OldMark>>,
    pub in_table: bool,
    /// Depth of the table.
    pub depth: Option<i32>,
    pub initial: Initial,
    pub frame: FrameAt,
    next_tab: NextTab,
}

/// Alignment as it is written, by sides of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Alignment {
    #[default]
    Usual,
    Left,
    Right,
    Center,
    Justified,
}

/// A tab stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tab {
    pub position: i32,
    pub align: TabAlign,
    pub leader: Option<Leader>,
}

/// What is said of the next tab stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct NextTab {
    align: Option<TabAlign>,
    leader: Option<Leader>,
}

/// A large initial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Initial {
    /// Lines it is high; 0 for none.
    pub lines: i32,
}

/// The place of a frame around paragraphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct FrameAt {
    pub x: Option<i32>,
    pub y: Option<i32>,
    pub width: i32,
    pub height: i32,
    /// Whether the places count from the paper.
    pub page_x: bool,
    pub page_y: bool,
}

impl Lines {
    /// Takes a control word, if it is about paragraphs.
    pub(super) fn take(&mut self, word: &str, value: Option<i32>) -> bool {
        let on = value != Some(0);
        let number = value.unwrap_or(0);
        match word {
            "s" => self.style = number,
            "ql" => self.align = Alignment::Left,
            "qr" => self.align = Alignment::Right,
            "qc" => self.align = Alignment::Center,
            "qj" | "qd" | "qk" | "qt" => self.align = Alignment::Justified,
            "li" => self.left = number,
            "ri" => self.right = number,
            "lin" => self.start = value,
            "rin" => self.end = value,
            "fi" => self.first = number,
            "sb" => self.before = number,
            "sa" => self.after = number,
            "sbauto" => self.auto_before = on,
            "saauto" => self.auto_after = on,
            "contextualspace" => self.contextual = true,
            "sl" => self.distance = number,
            "slmult" => self.multiple = number == 1,
            "pagebb" => self.page_break = on,
            "keepn" => self.keep_next = on,
            "keep" => self.keep = on,
            "hyphpar" => self.unhyphenated = !on,
            "nosnaplinegrid" => self.off_grid = true,
            "rtlpar" => self.right_to_left = true,
            "ltrpar" => self.right_to_left = false,
            "outlinelevel" => self.outline = u8::try_from(number).ok().filter(|level| *level < 9),
            "cbpat" => self.shade.ground = number,
            "cfpat" => self.shade.ink = number,
            "shading" => self.shade.share = number,
            "ls" => self.list = value.filter(|list| *list > 0),
            "ilvl" => self.level = number.clamp(0, 8) as u8,
            "intbl" => self.in_table = on,
            "itap" => self.depth = value,
            "dropcapli" => self.initial.lines = number.clamp(0, 10),
            _ => return self.take_tab(word, value) || self.frame.take(word, value),
        }
        true
    }

    fn take_tab(&mut self, word: &str, value: Option<i32>) -> bool {
        match word {
            "tqr" => self.next_tab.align = Some(TabAlign::End),
            "tqdec" => self.next_tab.align = Some(TabAlign::Decimal),
            "tqc" => self.next_tab.align = Some(TabAlign::Center),
            "tldot" => self.next_tab.leader = Some(Leader::Dots),
            "tlmdot" => self.next_tab.leader = Some(Leader::MiddleDots),
            "tlhyph" => self.next_tab.leader = Some(Leader::Hyphens),
            "tlul" => self.next_tab.leader = Some(Leader::Line),
            "tlth" => self.next_tab.leader = Some(Leader::HeavyLine),
            "tleq" => {}
            "tx" | "tb" => {
                let NextTab { align, leader } = std::mem::take(&mut self.next_tab);
                let align = if word == "tb" { TabAlign::Bar } else { align.unwrap_or(TabAlign::Start) };
                if let Some(position) = value.filter(|_| self.tabs.len() < MAX_TABS) {
                    self.tabs.push(Tab { position, align, leader });
                }
            }
            _ => return false,
        }
        true
    }

    /// The depth of the table that the paragraph stands in; 0 for none.
    pub(super) fn table_depth(&self) -> usize {
        match (self.in_table, self.depth) {
            (_, Some(depth)) if depth > 0 => depth as usize,
            (true, None | Some(_)) => 1,
            _ => 0,
        }
    }

    /// The line at a side.
    pub(super) fn border(&mut self, side: Side) -> &mut Option<Line> {
        self.borders.side(side)
    }
}

impl FrameAt {
    fn take(&mut self, word: &str, value: Option<i32>) -> bool {
        match word {
            "absw" => self.width = value.unwrap_or(0),
            "absh" => self.height = value.unwrap_or(0).saturating_abs(),
            "posx" | "posnegx" => self.x = value,
            "posy" | "posnegy" => self.y = value,
            "phpg" => self.page_x = true,
            "pvpg" => self.page_y = true,
            _ => return false,
        }
        true
    }
}
