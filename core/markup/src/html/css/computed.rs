//! Computed values: the style of an element, and how a declaration changes it.

use std::sync::Arc;

use transvase_model::flow::{Border, Color, Decoration, Emphasis};
use transvase_model::text::css_color::Paint;

use super::content::{Changes, Generated};
use super::declaration::{
    Break, Declaration, Display, FontSize, LineHeight, Script, Side, TextAlign, Transform, Weight, WhiteSpace,
};
use super::font_face::OwnFamilies;
use super::list_style::ListStyle;
use super::value::Length;
use super::variables::Variables;

/// `medium`, the size of running text, in points (16 pixels).
pub(crate) const MEDIUM_PT: f32 = 12.0;

/// Width that percentages refer to, in points: the real measure is not known before layout, so an
/// A4 page with margins of an inch stands for it.
pub(crate) const NOMINAL_WIDTH_PT: f32 = 451.0;

/// HTML's seven sizes as factors to medium (HTML, 15.3.4 and CSS Fonts 4, 2.5).
const STEPS: [f32; 7] = [0.63, 0.82, 1.0, 1.13, 1.5, 2.0, 3.0];

/// Letters farther apart are no words any more.
const MAX_SPACING_PT: f32 = 24.0;

/// Sizes outside are typing errors, or hide text.
const FONT_SIZES_PT: std::ops::RangeInclusive<f32> = 1.0..=400.0;

/// What inherits.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Inherited {
    /// Family an office program has; `None` is the body font.
    pub family: Option<Arc<str>>,
    pub monospace: bool,
    /// Font size in points.
    pub size: f32,
    pub weight: u16,
    pub italic: bool,
    pub small_caps: bool,
    pub underline: bool,
    pub strike: bool,
    pub decoration: Decoration,
    /// Raised or lowered characters; ends with the block.
    pub script: Script,
    /// `None` where nobody says.
    pub color: Option<Paint>,
    /// The colour that lies below text here.
    pub ground: Color,
    /// How much the elements around hide of what lies below them, from 0 to 1.
    pub opacity: f32,
    /// Colour behind characters; ends with the block.
    pub highlight: Option<Color>,
    pub align: Option<TextAlign>,
    /// First-line indent in points.
    pub indent: f32,
    /// Multiple of the font size; `None` is normal.
    pub line_height: Option<f32>,
    /// Space after each letter in points.
    pub spacing: f32,
    pub list_style: ListStyle,
    pub white_space: WhiteSpace,
    pub transform: Transform,
    /// `None` where nothing says so.
    pub right_to_left: Option<bool>,
    /// Whether text of the language here, or of the book, usually runs from right to left.
    pub usually_right_to_left: bool,
    pub hidden: bool,
    /// Marks at each character.
    pub emphasis: Option<Emphasis>,
    /// Whether they stand below; `None` where nothing says so.
    pub emphasis_below: Option<bool>,
    /// BCP 47 tag.
    pub language: Option<Arc<str>>,
    /// Custom properties.
    pub variables: Variables,
}

/// A style, resolved to points.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Computed {
    pub text: Inherited,
    pub display: Display,
    /// Margins in points: top, right, bottom, left. `None` is `auto`.
    pub margin: [Option<f32>; 4],
    /// Paddings in points.
    pub padding: [f32; 4],
    /// Lines as they are seen: top, right, bottom, left.
    pub borders: [Option<Border>; 4],
    /// Lines as sheets say them.
    pub lines: [Line; 4],
    pub break_before: Break,
    pub break_after: Break,
    pub break_inside: Break,
    /// `vertical-align`, for cells.
    pub vertical: Script,
    /// The ground as it is seen.
    pub background: Option<Color>,
    /// The ground as sheets say it.
    pub fill: Paint,
    pub opacity: f32,
    pub width: Length,
    pub max_width: Length,
    pub height: Length,
    /// Whether a width goes from border to border (CSS Basic User Interface 3, 3.1).
    pub border_box: bool,
    /// What it says, of something that stands before or after an element.
    pub content: Option<Arc<[Generated]>>,
    /// What it does to counters: begin them anew, count them on, give them a value.
    pub counter_reset: Option<Changes>,
    pub counter_increment: Option<Changes>,
    pub counter_set: Option<Changes>,
    /// Whether it sets what lies in it beside one another.
    pub arranges: bool,
    /// Whether it is a box in the line, or at its side.
    pub boxed: bool,
    /// Whether it stands at a place of its own, and how far down.
    pub placed: bool,
    pub top: Length,
}

/// A line of a box as its sheet says it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Line {
    /// Width in points.
    pub width: f32,
    pub shown: bool,
    /// `None` is the colour of the text.
    pub color: Option<Paint>,
}

/// Lines wider than this are areas, which paragraphs and cells do not have at their sides.
const MAX_LINE_PT: f32 = 12.0;

const NO_LINE: Line = Line { width: 1.5, shown: false, color: None };

impl Default for Computed {
    fn default() -> Self {
        Computed {
            text: Inherited {
                family: None,
                monospace: false,
                size: MEDIUM_PT,
                weight: 400,
                italic: false,
                small_caps: false,
                underline: false,
                strike: false,
                decoration: Decoration::default(),
                script: Script::Baseline,
                color: None,
                ground: Color::WHITE,
                opacity: 1.0,
                highlight: None,
                align: None,
                indent: 0.0,
                line_height: None,
                spacing: 0.0,
                list_style: ListStyle::Bullet('•'),
                white_space: WhiteSpace::Normal,
                transform: Transform::None,
                right_to_left: None,
                usually_right_to_left: false,
                hidden: false,
                emphasis: None,
                emphasis_below: None,
                language: None,
                variables: Variables::default(),
            },
            display: Display::Inline,
            margin: [Some(0.0); 4],
            padding: [0.0; 4],
            borders: [None; 4],
            lines: [NO_LINE; 4],
            break_before: Break::Auto,
            break_after: Break::Auto,
            break_inside: Break::Auto,
            vertical: Script::Baseline,
            background: None,
            fill: Paint::TRANSPARENT,
            opacity: 1.0,
            width: Length::Auto,
            max_width: Length::Auto,
            height: Length::Auto,
            border_box: false,
            content: None,
            counter_reset: None,
            counter_increment: None,
            counter_set: None,
            arranges: false,
            boxed: false,
            placed: false,
            top: Length::Auto,
        }
    }
}

impl Computed {
    /// The style of a child before its own declarations.
    pub fn inherit(&self) -> Computed {
        Computed { text: self.text.clone(), ..Computed::default() }
    }

    /// Applies the winning declarations, in rising order; `own` are the document's own fonts. Font sizes and directions
    /// go first: other lengths are measured in them, and sides named by them.
    pub fn apply<'d>(&mut self, declarations: impl Iterator<Item = &'d Declaration> + Clone, own: &OwnFamilies) {
        let parent_size = self.text.size;
        for declaration in declarations.clone() {
            match declaration {
                Declaration::FontSize(size) => self.text.size = font_size(*size, parent_size),
                Declaration::RightToLeft(rtl) => self.text.right_to_left = *rtl,
                _ => {}
            }
        }
        for declaration in declarations {
            self.apply_one(declaration, own);
        }
        self.settle_colors();
        if self.is_block() {
            (self.text.script, self.text.highlight) = (Script::Baseline, None);
        } else if self.background.is_some() {
            self.text.highlight = self.background;
        }
    }

    /// Takes colours as they are seen: what they let through is the ground below. The opacity of an element counts as that
    /// of all its colours (CSS Color 4, 3.2, but for what lies in it on top of one another). What is not seen at all waits
    /// for a script that shows it.
    fn settle_colors(&mut self) {
        if self.opacity > 0.0 {
            self.text.opacity *= self.opacity;
        }
        self.background = self.fill.faded(self.text.opacity).on(self.text.ground);
        self.text.ground = self.background.unwrap_or(self.text.ground);
        let text = &self.text;
        self.borders = self.lines.map(|line| {
            let ink = line.color.or(text.color).unwrap_or(Paint::opaque(Color::BLACK));
            let color = ink.faded(text.opacity).on(text.ground).filter(|_| line.shown && line.width > 0.0)?;
            Some(Border { width: line.width, color, ..Border::default() })
        });
    }

    /// Whether the element begins a paragraph or holds some.
    pub fn is_block(&self) -> bool {
        self.display != Display::Inline
    }

    /// Raised and lowered characters are made smaller by whoever sets them, so the size a sheet asks
    /// for beside them does not count.
    pub fn settle_script(&mut self, parent: &Computed) {
        let shifted = |script| matches!(script, Script::Super | Script::Sub);
        if shifted(self.text.script) && self.text.size < parent.text.size {
            self.text.size = parent.text.size;
        }
    }

    /// Points of a length on the nominal width; `None` for `auto`.
    pub fn points(&self, length: Length) -> Option<f32> {
        points(length, self.text.size)
    }

    fn apply_one(&mut self, declaration: &Declaration, own: &OwnFamilies) {
        let text = &mut self.text;
        match declaration {
            Declaration::FontSize(_) | Declaration::RightToLeft(_) => {}
            // Both have been worked out before.
            Declaration::Custom(..) | Declaration::Deferred(..) => {}
            Declaration::Family(list) => {
                if let Some(family) = own.resolve(list) {
                    (text.family, text.monospace) = family;
                }
            }
            Declaration::Weight(weight) => text.weight = weight_of(*weight, text.weight),
            Declaration::Italic(italic) => text.italic = *italic,
            Declaration::SmallCaps(small_caps) => text.small_caps = *small_caps,
            Declaration::Underline(underline) => text.underline = *underline,
            Declaration::Strike(strike) => text.strike = *strike,
            Declaration::NoDecoration => (text.underline, text.strike) = (false, false),
            Declaration::LineKind(kind) => text.decoration.kind = *kind,
            Declaration::LineColor(color) => text.decoration.color = color.on(text.ground),
            Declaration::Align(align) => text.align = Some(*align),
            Declaration::LineHeight(height) => text.line_height = line_height(*height, text.size),
            Declaration::Script(script) => (text.script, self.vertical) = (*script, *script),
            Declaration::Color(color) => text.color = *color,
            Declaration::ListStyle(style) => text.list_style = style.clone(),
            Declaration::WhiteSpace(space) => text.white_space = *space,
            Declaration::Transform(transform) => text.transform = *transform,
            Declaration::Hidden(hidden) => text.hidden = *hidden,
            Declaration::Emphasis(mark) => text.emphasis = *mark,
            Declaration::EmphasisBelow(below) => text.emphasis_below = Some(*below),
            Declaration::Indent(length) => text.indent = points(*length, text.size).unwrap_or(0.0),
            Declaration::Background(color) => self.fill = *color,
            Declaration::Opacity(opacity) => self.opacity = *opacity,
            Declaration::Display(display) => self.display = *display,
            Declaration::Margin(side, length) => self.margin[self.index(*side)] = self.points(*length),
            Declaration::Padding(side, length) => {
                self.padding[self.index(*side)] = self.points(*length).unwrap_or(0.0).max(0.0);
            }
            Declaration::BorderWidth(side, width) => {
                let width = self.points(*width).unwrap_or(0.0).clamp(0.0, MAX_LINE_PT);
                self.lines[self.index(*side)].width = width;
            }
            Declaration::BorderStyle(side, shown) => self.lines[self.index(*side)].shown = *shown,
            Declaration::BorderColor(side, color) => self.lines[self.index(*side)].color = *color,
            Declaration::BreakBefore(value) => self.break_before = *value,
            Declaration::BreakAfter(value) => self.break_after = *value,
            Declaration::BreakInside(value) => self.break_inside = *value,
            Declaration::Width(length) => self.width = *length,
            Declaration::MaxWidth(length) => self.max_width = *length,
            Declaration::Height(length) => self.height = *length,
            Declaration::BorderBox(is) => self.border_box = *is,
            Declaration::LetterSpacing(length) => {
                text.spacing = points(*length, text.size).unwrap_or(0.0).clamp(-MAX_SPACING_PT, MAX_SPACING_PT);
            }
            Declaration::Content(content) => self.content = Some(content.clone()),
            Declaration::CounterReset(changes) => self.counter_reset = Some(changes.clone()),
            Declaration::CounterIncrement(changes) => self.counter_increment = Some(changes.clone()),
            Declaration::CounterSet(changes) => self.counter_set = Some(changes.clone()),
            Declaration::Arranges(arranges) => self.arranges = *arranges,
            Declaration::Boxed(boxed) => self.boxed = *boxed,
            Declaration::Placed(placed) => self.placed = *placed,
            Declaration::Top(top) => self.top = *top,
        }
    }

    /// Whether the start is at the right, as far as the source and its language say.
    pub fn starts_right(&self) -> bool {
        self.text.right_to_left.unwrap_or(self.text.usually_right_to_left)
    }

    fn index(&self, side: Side) -> usize {
        side.index(self.starts_right())
    }

    /// Margin and padding of a side together, in points; `auto` counts as nothing.
    pub fn inset(&self, side: Side) -> f32 {
        self.margin(side) + self.padding(side)
    }

    /// Margin of a side in points; `auto` counts as nothing.
    pub fn margin(&self, side: Side) -> f32 {
        self.margin[self.index(side)].unwrap_or(0.0)
    }

    /// Padding of a side in points.
    pub fn padding(&self, side: Side) -> f32 {
        self.padding[self.index(side)]
    }
}

impl Inherited {
    /// The colour of text as it is seen; `None` where nobody says, and where it would not be seen.
    pub fn seen_color(&self) -> Option<Color> {
        let black = (self.opacity < 1.0).then_some(Paint::opaque(Color::BLACK));
        self.color.or(black)?.faded(self.opacity).on(self.ground)
    }
}

fn points(length: Length, font_size: f32) -> Option<f32> {
    length.to_pt(font_size, MEDIUM_PT, NOMINAL_WIDTH_PT)
}

fn font_size(size: FontSize, parent: f32) -> f32 {
    let pt = match size {
        FontSize::Step(step) => STEPS[usize::from(step.clamp(1, 7)) - 1] * MEDIUM_PT,
        FontSize::Times(factor) => parent * factor,
        FontSize::Length(length) => length.to_pt(parent, MEDIUM_PT, parent).unwrap_or(parent),
    };
    pt.clamp(*FONT_SIZES_PT.start(), *FONT_SIZES_PT.end())
}

/// Weights of `bolder` and `lighter` (CSS Fonts 4, 2.2.1).
fn weight_of(weight: Weight, parent: u16) -> u16 {
    match (weight, parent) {
        (Weight::Absolute(weight), _) => weight,
        (Weight::Bolder, 0..350) => 400,
        (Weight::Bolder, 350..550) => 700,
        (Weight::Bolder, _) => 900,
        (Weight::Lighter, 0..550) => 100,
        (Weight::Lighter, 550..750) => 400,
        (Weight::Lighter, _) => 700,
    }
}

/// The multiple of the font size; `None` where it is normal or makes no sense.
fn line_height(height: LineHeight, size: f32) -> Option<f32> {
    let times = match height {
        LineHeight::Normal => return None,
        LineHeight::Times(times) => times,
        LineHeight::Length(length) => length.to_pt(size, MEDIUM_PT, size)? / size,
    };
    (0.5..=4.0).contains(&times).then_some(times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_measured_in_the_elements_own_size() {
        let mut style = Computed::default();
        let declarations = [
            Declaration::Margin(Side::Left, Length::Em(2.0)),
            Declaration::FontSize(FontSize::Length(Length::Share(0.5))),
            Declaration::LineHeight(LineHeight::Length(Length::Pt(9.0))),
        ];
        style.apply(declarations.iter(), &OwnFamilies::default());
        assert_eq!((style.text.size, style.margin(Side::Left)), (6.0, 12.0));
        assert_eq!(style.text.line_height, Some(1.5));
    }

    #[test]
    fn the_start_is_at_the_side_the_text_begins_at() {
        let start = [Declaration::Margin(Side::Start, Length::Pt(5.0)), Declaration::RightToLeft(Some(true))];
        let mut style = Computed::default();
        style.apply(start.iter(), &OwnFamilies::default());
        assert_eq!((style.margin(Side::Right), style.margin(Side::Left), style.margin(Side::Start)), (5.0, 0.0, 5.0));
        let mut style = Computed::default();
        style.text.usually_right_to_left = true;
        style.apply([Declaration::Padding(Side::End, Length::Pt(5.0))].iter(), &OwnFamilies::default());
        assert_eq!((style.padding(Side::Left), style.padding(Side::Right)), (5.0, 0.0));
    }

    #[test]
    fn colours_are_those_that_are_seen_on_what_lies_below() {
        let blue = |alpha| Paint { color: Color { r: 0, g: 0, b: 255 }, alpha };
        let mut outer = Computed::default();
        outer.apply([Declaration::Background(blue(0.5))].iter(), &OwnFamilies::default());
        assert_eq!(outer.background.map(Color::hex).as_deref(), Some("#8080ff"));
        let mut inner = outer.inherit();
        let white = Paint { color: Color::WHITE, alpha: 0.5 };
        let line = [Declaration::BorderStyle(Side::Top, true), Declaration::BorderColor(Side::Top, Some(white))];
        let text = [Declaration::Color(Some(white)), Declaration::Background(Paint::TRANSPARENT)];
        inner.apply(text.iter().chain(&line), &OwnFamilies::default());
        assert_eq!((inner.background, inner.text.seen_color().map(Color::hex).as_deref()), (None, Some("#c0c0ff")));
        assert_eq!(inner.borders[0].map(|line| line.color.hex()).as_deref(), Some("#c0c0ff"));
    }

    #[test]
    fn opacity_is_that_of_all_colours_within() {
        let mut outer = Computed::default();
        outer.apply([Declaration::Opacity(0.5)].iter(), &OwnFamilies::default());
        assert_eq!(outer.text.seen_color().map(Color::hex).as_deref(), Some("#808080"));
        let mut inner = outer.inherit();
        inner.apply([Declaration::Opacity(0.5)].iter(), &OwnFamilies::default());
        assert_eq!(inner.text.seen_color().map(Color::hex).as_deref(), Some("#bfbfbf"));
        // What a script is to show.
        let mut hidden = Computed::default();
        hidden.apply([Declaration::Opacity(0.0)].iter(), &OwnFamilies::default());
        assert_eq!(hidden.text.seen_color(), None);
        hidden.apply([Declaration::Color(Some(Paint::TRANSPARENT))].iter(), &OwnFamilies::default());
        assert_eq!(hidden.text.seen_color(), None);
    }

    #[test]
    fn characters_inherit_and_boxes_do_not() {
        let mut style = Computed::default();
        style.apply(
            [Declaration::Italic(true), Declaration::Margin(Side::Top, Length::Pt(5.0))].iter(),
            &OwnFamilies::default(),
        );
        let child = style.inherit();
        assert!(child.text.italic);
        assert_eq!(child.margin(Side::Top), 0.0);
    }
}
