//! Paragraph properties (`w:pPr`), and the style they make (ECMA-376 part 1, 17.3.1).

use std::sync::Arc;

use super::merge::properties;
use super::values::{border, child_val, length, length_of, number, shading, switch, val};
use crate::ooxml::{Theme, Tree};
use transvase_font::line_heights;
use transvase_model::flow::{Align, Border, Borders, Color, Edges, Leader, ParagraphStyle, TabAlign, TabStop};

/// Points above and below a paragraph whose spacing is automatic, as browsers have it (17.3.1.33).
pub(super) const AUTOMATIC: f32 = 14.0;
/// Tab stops that count.
const MAX_STOPS: usize = 64;

/// Where a paragraph is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Numbered {
    /// The list; 0 is none.
    pub list: Option<i64>,
    /// The level in it, from 0.
    pub level: Option<u8>,
}

/// How the distance of lines is given (17.18.48).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum LineRule {
    /// As a multiple of the height of the font, in its two-hundred-and-fortieths.
    #[default]
    Auto,
    /// In points.
    Exact,
    /// In points, more where the text is higher.
    AtLeast,
}

properties! {
    /// What a paragraph or a style says of how it stands.
    Layout {
        /// Id of the style.
        style: Arc<str>,
        /// Its place in a list.
        numbered: Numbered,
        /// Alignment.
        align: Align,
        /// Indent at the start side.
        start: f32,
        /// Indent at the end side.
        end: f32,
        /// Indent of the first line beyond.
        first: f32,
        /// As `start` in hundredths of the size of letters.
        start_letters: f32,
        /// As `end`.
        end_letters: f32,
        /// As `first`.
        first_letters: f32,
        /// Space above.
        before: f32,
        /// Space below.
        after: f32,
        /// Whether the space above is automatic.
        automatic_before: bool,
        /// Whether that below is.
        automatic_after: bool,
        /// Distance of lines, as the rule says.
        line: f32,
        /// The rule.
        line_rule: LineRule,
        /// No space between paragraphs of the same style.
        contextual: bool,
        /// Stay with the next.
        keep_next: bool,
        /// Stay together.
        keep_lines: bool,
        /// Not counted where lines are numbered.
        unnumbered: bool,
        /// Whether its words are not divided.
        unhyphenated: bool,
        /// Whether its lines stand on the grid of the page.
        snaps: bool,
        /// Begin a page.
        page_break_before: bool,
        /// Level in the outline from 0; 9 is text.
        outline: u8,
        /// From right to left.
        right_to_left: bool,
        /// Colour behind it.
        background: Option<Color>,
        /// Line above, and its distance.
        top: Option<(Border, f32)>,
        /// Line below.
        bottom: Option<(Border, f32)>,
        /// Line at the left.
        left: Option<(Border, f32)>,
        /// Line at the right.
        right: Option<(Border, f32)>,
        /// Tab stops by position; none clears one.
        tabs: Vec<(f32, Option<TabStop>)>,
    }
}

impl Layout {
    /// Reads a `w:pPr`.
    pub(super) fn read(tree: &Tree, theme: &Theme) -> Layout {
        let mut read = Layout {
            style: child_val(tree, "w:pStyle").map(Arc::from),
            numbered: tree.child("w:numPr").map(numbered),
            align: child_val(tree, "w:jc").and_then(align),
            contextual: switch(tree, "w:contextualSpacing"),
            keep_next: switch(tree, "w:keepNext"),
            keep_lines: switch(tree, "w:keepLines"),
            page_break_before: switch(tree, "w:pageBreakBefore"),
            outline: child_val(tree, "w:outlineLvl").and_then(number),
            unnumbered: switch(tree, "w:suppressLineNumbers"),
            unhyphenated: switch(tree, "w:suppressAutoHyphens"),
            snaps: switch(tree, "w:snapToGrid"),
            right_to_left: switch(tree, "w:bidi"),
            background: tree.child("w:shd").map(|shade| shading(shade, theme)),
            tabs: tree.child("w:tabs").map(|tabs| tabs.children().filter_map(stop).take(MAX_STOPS).collect()),
            ..Layout::default()
        };
        tree.child("w:ind").into_iter().for_each(|indents| read.read_indents(indents));
        tree.child("w:spacing").into_iter().for_each(|spacing| read.read_spacing(spacing));
        if let Some(borders) = tree.child("w:pBdr") {
            let side = |tag: &str| {
                let side = borders.child(tag)?;
                let room = side.attribute("w:space").and_then(number::<f32>).unwrap_or(0.0);
                Some(border(side, theme).map(|border| (border, room.clamp(0.0, Border::FARTHEST))))
            };
            (read.top, read.bottom, read.left, read.right) = (
                side("w:top"),
                side("w:bottom"),
                side("w:left").or_else(|| side("w:start")),
                side("w:right").or_else(|| side("w:end")),
            );
        }
        read
    }

    fn read_indents(&mut self, tree: &Tree) {
        let either = |a: &str, b: &str| tree.attribute(a).or_else(|| tree.attribute(b));
        let letters = |text: Option<&str>| text.and_then(number::<f32>);
        self.start = either("w:start", "w:left").and_then(length);
        self.end = either("w:end", "w:right").and_then(length);
        let hanging = length_of(tree, "w:hanging").map(|length| -length);
        self.first = hanging.or_else(|| length_of(tree, "w:firstLine"));
        self.start_letters = letters(either("w:startChars", "w:leftChars"));
        self.end_letters = letters(either("w:endChars", "w:rightChars"));
        let hanging =
            letters(tree.attribute("w:hangingChars")).map(|letters| -letters).filter(|letters| *letters != 0.0);
        self.first_letters = hanging.or_else(|| letters(tree.attribute("w:firstLineChars")));
    }

    fn read_spacing(&mut self, tree: &Tree) {
        let lines = |name: &str| tree.attribute(name).and_then(number::<f32>).filter(|lines| *lines != 0.0);
        // A hundredth of a line is taken to be one of twelve points, as without a grid.
        let space = |name, in_lines| lines(in_lines).map(|lines| lines * 0.12).or_else(|| length_of(tree, name));
        self.before = space("w:before", "w:beforeLines");
        self.after = space("w:after", "w:afterLines");
        let on = |name: &str| tree.attribute(name).map(|text| !matches!(text, "0" | "false" | "off"));
        self.automatic_before = on("w:beforeAutospacing");
        self.automatic_after = on("w:afterAutospacing");
        if let Some(line) = tree.attribute("w:line") {
            let rule = match tree.attribute("w:lineRule") {
                Some("exact") => LineRule::Exact,
                Some("atLeast") => LineRule::AtLeast,
                _ => LineRule::Auto,
            };
            let line = if rule == LineRule::Auto { number::<f32>(line) } else { length(line).map(f32::abs) };
            (self.line, self.line_rule) = (line.filter(|line| *line > 0.0 && *line < 30_000.0), Some(rule));
        }
    }

    /// As `over`, with the tab stops of both.
    pub(super) fn laid_over(&self, base: &Layout) -> Layout {
        let mut all = self.over(base);
        if let (Some(own), Some(below)) = (&self.tabs, &base.tabs) {
            let stays = |(at, _): &&(f32, Option<TabStop>)| own.iter().all(|(other, _)| (at - other).abs() > 0.3);
            let stops = below.iter().filter(stays).chain(own).copied();
            all.tabs = Some(stops.take(MAX_STOPS * 2).collect());
        }
        // A kind of indent that a level gives goes before the other kind of the levels below.
        for (own, letters) in [
            (self.start, (self.start_letters, &mut all.start_letters)),
            (self.end, (self.end_letters, &mut all.end_letters)),
            (self.first, (self.first_letters, &mut all.first_letters)),
        ] {
            if own.is_some() && letters.0.is_none() {
                *letters.1 = None;
            }
        }
        let list = self.numbered.and_then(|own| own.list).or_else(|| base.numbered.and_then(|below| below.list));
        let level = self.numbered.and_then(|own| own.level).or_else(|| base.numbered.and_then(|below| below.level));
        all.numbered = (list.is_some() || level.is_some()).then_some(Numbered { list, level });
        all
    }

    /// The indents and stops alone, which are all that counts of a list's level.
    pub(super) fn of_level(&self) -> Layout {
        Layout { start: self.start, end: self.end, first: self.first, tabs: self.tabs.clone(), ..Layout::default() }
    }

    /// The style of a paragraph whose text has a size and a family.
    pub(super) fn style(&self, size: f32, family: Option<&str>) -> ParagraphStyle {
        let length = |letters: Option<f32>, points: Option<f32>| {
            letters
                .filter(|letters| *letters != 0.0)
                .map(|letters| letters / 100.0 * size)
                .or(points)
                .unwrap_or_default()
        };
        let (line_height, line_distance) = self.lines(size, family);
        ParagraphStyle {
            name: None,
            align: Some(self.align.unwrap_or(Align::Start)),
            indent_start: length(self.start_letters, self.start),
            indent_end: length(self.end_letters, self.end),
            indent_first: length(self.first_letters, self.first),
            space_before: self.space(self.before, self.automatic_before),
            space_after: self.space(self.after, self.automatic_after),
            line_height,
            line_distance,
            page_break_before: self.page_break_before == Some(true),
            keep_with_next: self.keep_next == Some(true),
            keep_together: self.keep_lines == Some(true),
            unnumbered_lines: self.unnumbered == Some(true),
            unhyphenated: self.unhyphenated == Some(true),
            off_grid: self.snaps == Some(false),
            right_to_left: self.right_to_left == Some(true),
            background: self.background.flatten(),
            borders: self.borders(),
            border_room: self.border_room(),
            own_box: false,
            tabs: self.stops(),
        }
    }

    fn space(&self, space: Option<f32>, automatic: Option<bool>) -> f32 {
        if automatic == Some(true) { AUTOMATIC } else { space.unwrap_or_default().max(0.0) }
    }

    /// Height of lines as a multiple of the size, and their distance where that is fixed.
    fn lines(&self, size: f32, family: Option<&str>) -> (Option<f32>, Option<f32>) {
        let natural = line_heights::natural(family.unwrap_or_default());
        let line = self.line.unwrap_or(240.0);
        match self.line_rule.unwrap_or_default() {
            LineRule::Auto => (Some(line / 240.0 * natural), None),
            LineRule::Exact => (None, self.line),
            LineRule::AtLeast => match self.line {
                Some(least) if least > natural * size => (Some(least / size), None),
                _ => (Some(natural), None),
            },
        }
    }

    fn borders(&self) -> Borders {
        let line = |side: Option<Option<(Border, f32)>>| side.flatten().map(|(border, _)| border);
        Borders { top: line(self.top), right: line(self.right), bottom: line(self.bottom), left: line(self.left) }
    }

    fn border_room(&self) -> Option<Edges> {
        let room = |side: Option<Option<(Border, f32)>>| side.flatten().map(|(_, room)| room);
        let sides = [self.top, self.right, self.bottom, self.left].map(room);
        let [top, right, bottom, left] = sides.map(Option::unwrap_or_default);
        sides.iter().any(Option::is_some).then_some(Edges { top, right, bottom, left })
    }

    fn stops(&self) -> Vec<TabStop> {
        let mut stops: Vec<TabStop> = self.tabs.iter().flatten().filter_map(|(_, stop)| *stop).collect();
        stops.sort_by(|a, b| a.position.total_cmp(&b.position));
        stops.truncate(MAX_STOPS);
        stops
    }
}

fn numbered(tree: &Tree) -> Numbered {
    // A change of the numbering may stand for it: then nothing is said.
    let level = child_val(tree, "w:ilvl").and_then(number::<u8>).map(|level| level.min(8));
    Numbered { list: child_val(tree, "w:numId").and_then(number), level }
}

/// Alignment (17.18.44).
fn align(name: &str) -> Option<Align> {
    match name {
        "left" | "start" => Some(Align::Start),
        "center" => Some(Align::Center),
        "right" | "end" => Some(Align::End),
        "both" | "distribute" | "thaiDistribute" | "lowKashida" | "mediumKashida" | "highKashida" => {
            Some(Align::Justify)
        }
        _ => None,
    }
}

/// A tab stop by its position; what clears one is none. Those of lists only stand behind markers.
fn stop(tree: &Tree) -> Option<(f32, Option<TabStop>)> {
    let position = length_of(tree, "w:pos")?;
    let align = match val(tree).unwrap_or("left") {
        "clear" => return Some((position, None)),
        "num" => return None,
        "bar" => TabAlign::Bar,
        "center" => TabAlign::Center,
        "right" | "end" => TabAlign::End,
        "decimal" => TabAlign::Decimal,
        _ => TabAlign::Start,
    };
    let leader = match tree.attribute("w:leader") {
        None | Some("none") => None,
        Some("hyphen") => Some(Leader::Hyphens),
        Some("underscore") => Some(Leader::Line),
        Some("heavy") => Some(Leader::HeavyLine),
        Some("middleDot") => Some(Leader::MiddleDots),
        Some(_) => Some(Leader::Dots),
    };
    Some((position, Some(TabStop { position, align, leader })))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(xml: &str) -> Layout {
        Layout::read(&Tree::parse(&format!("<w:pPr>{xml}</w:pPr>")), &Theme::default())
    }

    #[test]
    fn indents_and_spaces_are_points() {
        let layout = of(
            "<w:ind w:start='720' w:hanging='360' w:right='20'/><w:spacing w:before='240' w:after='120' w:line='480'/>",
        );
        let style = layout.style(10.0, Some("Arial"));
        assert_eq!((style.indent_start, style.indent_first, style.indent_end), (36.0, -18.0, 1.0));
        assert_eq!((style.space_before, style.space_after), (12.0, 6.0));
        assert!((style.line_height.unwrap() - 2.3).abs() < 0.01, "twice the height of Arial");
        let exact = of("<w:spacing w:line='300' w:lineRule='exact'/>").style(10.0, None);
        assert_eq!((exact.line_height, exact.line_distance), (None, Some(15.0)));
        let least = of("<w:spacing w:line='300' w:lineRule='atLeast'/>").style(10.0, Some("Arial"));
        assert_eq!((least.line_height, least.line_distance), (Some(1.5), None));
    }

    /// 17.3.1.12: letters go before lengths.
    #[test]
    fn letters_are_as_wide_as_the_size() {
        let style = of("<w:ind w:firstLine='480' w:firstLineChars='200'/>").style(12.0, None);
        assert_eq!(style.indent_first, 24.0);
        let over = of("<w:ind w:firstLine='0'/>").laid_over(&of("<w:ind w:firstLineChars='200'/>"));
        assert_eq!(over.style(12.0, None).indent_first, 0.0);
    }

    #[test]
    fn stops_are_added_and_cleared() {
        let base = of(
            "<w:tabs><w:tab w:val='center' w:pos='4536'/><w:tab w:val='right' w:pos='9072' w:leader='dot'/></w:tabs>",
        );
        let own = of("<w:tabs><w:tab w:val='clear' w:pos='4536'/><w:tab w:val='left' w:pos='720'/></w:tabs>");
        let stops = own.laid_over(&base).style(10.0, None).tabs;
        let seen: Vec<_> = stops.iter().map(|stop| (stop.position, stop.align, stop.leader.is_some())).collect();
        assert_eq!(seen, [(36.0, TabAlign::Start, false), (453.6, TabAlign::End, true)]);
    }

    #[test]
    fn borders_have_room() {
        let style =
            of("<w:pBdr><w:top w:val='single' w:sz='8' w:space='4' w:color='FF0000'/><w:left w:val='nil'/></w:pBdr>")
                .style(10.0, None);
        let top = style.borders.top.unwrap();
        assert_eq!((top.width, top.color, style.borders.left), (1.0, Color { r: 255, g: 0, b: 0 }, None));
        assert_eq!(style.border_room.unwrap().top, 4.0);
    }
}
