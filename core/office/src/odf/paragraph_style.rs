//! Paragraph properties (OASIS ODF 1.3 part 3, 17.6 `style:paragraph-properties` and 20).

use super::measure::{border, color, length, share};
use super::styles::Properties;
use super::tree::Element;
use transvase_font::line_heights;
use transvase_model::flow::{Align, Border, Borders, Edges, Leader, ParagraphStyle, TabAlign, TabStop, TextStyle};

/// Tab stops of one paragraph, at most.
const MAX_TABS: usize = 64;
/// Distances of lines that are believed, as multiples of the size.
const LINES: (f32, f32) = (0.3, 10.0);

/// How a paragraph breaks from what stands before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Break {
    /// Not at all.
    #[default]
    None,
    /// To a new page.
    Page,
    /// To a new column.
    Column,
}

/// A break before or after something, by the name of its property (20.184 `fo:break-before`, 20.183 `fo:break-after`).
pub(crate) fn break_at(properties: &Properties<'_>, name: &str) -> Break {
    match properties.get(name) {
        Some("page" | "even-page" | "odd-page") => Break::Page,
        Some("column") => Break::Column,
        _ => Break::None,
    }
}

/// Whether text runs from right to left (20.404 `style:writing-mode`); `None` where that is left to what is around.
pub(crate) fn runs_right_to_left(properties: &Properties<'_>) -> Option<bool> {
    match properties.get("style:writing-mode")? {
        "rl-tb" | "rl" | "tb-rl" => Some(true),
        "lr-tb" | "lr" | "tb-lr" | "tb" => Some(false),
        _ => None,
    }
}

/// How a paragraph stands whose text looks like `text`; `relative` says whether tab stops count from the indent.
pub(crate) fn resolve(properties: &Properties<'_>, text: &TextStyle, relative: bool) -> ParagraphStyle {
    let right_to_left = runs_right_to_left(properties).unwrap_or(false);
    let margin = |side| properties.side_length(side, "fo:margin").unwrap_or_default();
    let (left, right) = (margin("fo:margin-left"), margin("fo:margin-right"));
    let (indent_start, indent_end) = if right_to_left { (right, left) } else { (left, right) };
    let first = properties.length("fo:text-indent").filter(|_| !properties.is("style:auto-text-indent", "true"));
    let automatic = || properties.is("style:auto-text-indent", "true").then(|| text.size.unwrap_or_default());
    let borders = borders(properties);
    let (line_height, line_distance) = lines(properties, text);
    ParagraphStyle {
        align: Some(align(properties, right_to_left)),
        indent_start,
        indent_end,
        indent_first: first.or_else(automatic).unwrap_or_default(),
        space_before: margin("fo:margin-top").max(0.0),
        space_after: margin("fo:margin-bottom").max(0.0),
        line_height,
        line_distance,
        page_break_before: break_at(properties, "fo:break-before") == Break::Page,
        keep_with_next: properties.is("fo:keep-with-next", "always"),
        keep_together: properties.is("fo:keep-together", "always"),
        right_to_left,
        background: properties.get("fo:background-color").and_then(color),
        border_room: (borders != Borders::default()).then(|| paddings(properties)),
        borders,
        tabs: properties
            .child("style:tab-stops")
            .map_or_else(Vec::new, |stops| tabs(stops, if relative { indent_start } else { 0.0 })),
        ..ParagraphStyle::default()
    }
}

/// Alignment (20.223 `fo:text-align`).
fn align(properties: &Properties<'_>, right_to_left: bool) -> Align {
    match properties.get("fo:text-align") {
        Some("center") => Align::Center,
        Some("justify") => Align::Justify,
        Some("end") => Align::End,
        Some("left") if right_to_left => Align::End,
        Some("right") if !right_to_left => Align::End,
        _ => Align::Start,
    }
}

/// Distance of base lines: as a multiple of the size, or exactly (20.202 `fo:line-height`, 20.325
/// `style:line-height-at-least`, 20.326 `style:line-spacing`). Percentages are of the font's own height.
fn lines(properties: &Properties<'_>, text: &TextStyle) -> (Option<f32>, Option<f32>) {
    let size = text.size.unwrap_or(12.0).max(1.0);
    let natural = line_heights::natural(text.family.as_deref().unwrap_or_default());
    let multiple = |multiple: f32| (Some(multiple.clamp(LINES.0, LINES.1)), None);
    let nearest = properties.side("fo:line-height", "style:line-height-at-least");
    let exact = properties.get("fo:line-height").filter(|value| nearest == Some(value));
    if let Some(value) = exact.filter(|value| *value != "normal") {
        return match (share(value), length(value)) {
            (Some(share), _) => multiple(natural * share),
            (None, Some(distance)) if distance > 0.0 => (None, Some(distance)),
            _ => multiple(natural),
        };
    }
    let least = properties.length("style:line-height-at-least").filter(|_| exact.is_none()).unwrap_or_default();
    let extra = properties.length("style:line-spacing").unwrap_or_default();
    multiple((natural + extra / size).max(least / size))
}

/// Lines around something (20.183 to 20.186, `fo:border`).
pub(crate) fn borders(properties: &Properties<'_>) -> Borders {
    let side = |name| properties.side(name, "fo:border").and_then(border);
    Borders {
        top: side("fo:border-top"),
        right: side("fo:border-right"),
        bottom: side("fo:border-bottom"),
        left: side("fo:border-left"),
    }
}

/// Room between lines and text (20.217 `fo:padding`).
pub(crate) fn paddings(properties: &Properties<'_>) -> Edges {
    let side = |name| properties.side_length(name, "fo:padding").unwrap_or_default().clamp(0.0, Border::FARTHEST);
    Edges {
        top: side("fo:padding-top"),
        right: side("fo:padding-right"),
        bottom: side("fo:padding-bottom"),
        left: side("fo:padding-left"),
    }
}

/// Tab stops (17.8 `style:tab-stop`), in rising order.
fn tabs(stops: &Element, from: f32) -> Vec<TabStop> {
    let stop = |stop: &Element| {
        let align = match stop.get("style:type") {
            Some("center") => TabAlign::Center,
            Some("right") => TabAlign::End,
            Some("char") => TabAlign::Decimal,
            _ => TabAlign::Start,
        };
        let leader = leader(stop);
        let position = stop.get("style:position").and_then(length)? + from;
        Some(TabStop { position, align, leader })
    };
    let mut tabs: Vec<TabStop> = stops.elements().filter_map(stop).take(MAX_TABS).collect();
    tabs.sort_by(|a, b| a.position.total_cmp(&b.position));
    tabs
}

/// What fills the space before a stop (20.335 `style:leader-style`, 20.336 `style:leader-text`).
fn leader(stop: &Element) -> Option<Leader> {
    let said = |name| stop.get(name).filter(|style| !matches!(*style, "none" | "" | " "));
    let (style, text) = (said("style:leader-style"), said("style:leader-text").or_else(|| said("style:leader-char")));
    match (style, text) {
        (None, None) => None,
        (_, Some("-" | "\u{2010}" | "\u{2013}")) => Some(Leader::Hyphens),
        (_, Some("\u{B7}")) => Some(Leader::MiddleDots),
        (_, Some("_")) | (Some("solid"), None) if stop.get("style:leader-width") == Some("bold") => {
            Some(Leader::HeavyLine)
        }
        (_, Some("_")) | (Some("solid"), None) => Some(Leader::Line),
        _ => Some(Leader::Dots),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odf::package::Document;
    use crate::odf::styles::{Scope, Styles};
    use crate::odf::tree::parse;
    use transvase_base::context::Context;

    fn resolved(attributes: &str, inside: &str) -> ParagraphStyle {
        let text = format!(
            "<office:document xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'
             xmlns:style='urn:oasis:names:tc:opendocument:xmlns:style:1.0'
             xmlns:fo='urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0'><office:styles>
             <style:style style:name='P' style:family='paragraph'><style:paragraph-properties {attributes}>{inside}
             </style:paragraph-properties></style:style></office:styles></office:document>"
        );
        let content = parse(text.as_bytes(), "test", &Context::default()).unwrap();
        let document = Document { content, ..Document::default() };
        let chain = Styles::of(&document).chain(Scope::Content, "paragraph", Some("P"));
        let text = TextStyle { size: Some(10.0), family: Some("Liberation Serif".into()), ..TextStyle::default() };
        resolve(&chain.properties("style:paragraph-properties"), &text, true)
    }

    #[test]
    fn paragraphs_stand_as_their_properties_say() {
        let stops =
            "<style:tab-stops><style:tab-stop style:position='3in' style:type='right' style:leader-style='dotted'/>
            <style:tab-stop style:position='1in'/></style:tab-stops>";
        let style = resolved(
            "fo:margin='10pt' fo:margin-left='36pt' fo:text-indent='-18pt' fo:text-align='right' fo:break-before='page'
             fo:keep-with-next='always' fo:border-bottom='1pt solid #000000' fo:padding='2pt'",
            stops,
        );
        assert_eq!((style.indent_start, style.indent_end, style.indent_first), (36.0, 10.0, -18.0));
        assert_eq!((style.space_before, style.space_after, style.align), (10.0, 10.0, Some(Align::End)));
        assert!(style.page_break_before && style.keep_with_next && style.borders.bottom.is_some());
        assert_eq!(style.border_room.map(|room| room.top), Some(2.0));
        let tabs: Vec<_> = style.tabs.iter().map(|tab| (tab.position, tab.align, tab.leader.is_some())).collect();
        assert_eq!(tabs, [(108.0, TabAlign::Start, false), (252.0, TabAlign::End, true)]);
    }

    #[test]
    fn sides_change_places_where_text_runs_from_the_right() {
        let style = resolved("style:writing-mode='rl-tb' fo:margin-left='5pt' fo:text-align='left'", "");
        assert_eq!((style.indent_start, style.indent_end, style.align), (0.0, 5.0, Some(Align::End)));
        assert!(style.right_to_left);
    }

    #[test]
    fn distances_of_lines() {
        let natural = line_heights::natural("Liberation Serif");
        assert_eq!(resolved("", "").line_height, Some(natural));
        assert_eq!(resolved("fo:line-height='150%'", "").line_height, Some(natural * 1.5));
        assert_eq!(resolved("fo:line-height='14pt'", "").line_distance, Some(14.0));
        assert_eq!(resolved("style:line-height-at-least='20pt'", "").line_height, Some(2.0));
        assert_eq!(resolved("fo:line-height='0pt'", "").line_height, Some(natural));
    }
}
