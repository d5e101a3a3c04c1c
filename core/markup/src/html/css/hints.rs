//! Presentational attributes: what HTML before CSS said about looks (HTML, section 15.3).

use crate::html::tree::{Element, NodeId, Tree};
use transvase_model::flow::{Color, NumberFormat};

use super::declaration::{self, Break, Declaration, FontSize, SIDES, Side, WhiteSpace};
use super::list_style::ListStyle;
use super::value::Length;
use transvase_model::text::css_color::{self, Paint};

/// Appends what the attributes of an element say.
pub(super) fn declarations(tree: &Tree, id: NodeId, element: &Element, out: &mut Vec<Declaration>) {
    if element.attributes.is_empty() && !matches!(element.local(), "td" | "th") {
        return;
    }
    let attribute = |name| element.attribute(name);
    let name = element.local();
    out.extend(attribute("dir").and_then(direction));
    match name {
        "font" => font(element, out),
        "td" | "th" => cell(tree, id, element, out),
        "img" | "image" | "svg" | "object" | "video" | "table" | "hr" => size(element, out),
        "p" | "div" | "blockquote" => margins(element, out),
        "li" | "ol" | "ul" => out.extend(attribute("type").and_then(list_type).map(Declaration::ListStyle)),
        "br" if attribute("clear").is_some() => {}
        _ => {}
    }
    if !matches!(name, "img" | "table" | "hr" | "object" | "image" | "svg") {
        let align = attribute("align").map(str::to_ascii_lowercase);
        out.extend(align.as_deref().and_then(declaration::align).map(Declaration::Align));
    }
    if matches!(name, "body" | "table" | "tr" | "td" | "th" | "thead" | "tbody" | "tfoot") {
        out.extend(attribute("bgcolor").and_then(legacy_color).map(Declaration::Background));
    }
    if name == "body" {
        out.extend(attribute("text").and_then(legacy_color).map(|color| Declaration::Color(Some(color))));
    }
    if attribute("nowrap").is_some() {
        out.push(Declaration::WhiteSpace(WhiteSpace::Normal));
    }
}

fn direction(value: &str) -> Option<Declaration> {
    match value.trim().to_ascii_lowercase().as_str() {
        "rtl" => Some(Declaration::RightToLeft(Some(true))),
        "ltr" => Some(Declaration::RightToLeft(Some(false))),
        "auto" => Some(Declaration::RightToLeft(None)),
        _ => None,
    }
}

fn font(element: &Element, out: &mut Vec<Declaration>) {
    if let Some(size) = element.attribute("size").map(str::trim) {
        // Signed sizes count from 3.
        let step = size.trim_start_matches(['+', '-']).parse::<i32>().ok().map(|steps| match size.as_bytes().first() {
            Some(b'+') => 3_i32.saturating_add(steps),
            Some(b'-') => 3_i32.saturating_sub(steps),
            _ => steps,
        });
        out.extend(step.map(|step| Declaration::FontSize(FontSize::Step(step.clamp(1, 7) as u8))));
    }
    if let Some(face) = element.attribute("face") {
        declaration::parse("font-family", face, out);
    }
    out.extend(element.attribute("color").and_then(legacy_color).map(|color| Declaration::Color(Some(color))));
}

/// Width and height: of images, tables, rules.
fn size(element: &Element, out: &mut Vec<Declaration>) {
    out.extend(element.attribute("width").and_then(Length::parse).map(Declaration::Width));
    out.extend(element.attribute("height").and_then(Length::parse).map(Declaration::Height));
    if element.local() == "table" {
        let align = element.attribute("align").map(str::to_ascii_lowercase);
        if matches!(align.as_deref(), Some("center" | "middle")) {
            out.extend([Side::Left, Side::Right].map(|side| Declaration::Margin(side, Length::Auto)));
        }
    }
}

/// `width` and `height` of paragraphs are first-line indent and space above in the HTML of early
/// e-book readers; browsers ignore them.
fn margins(element: &Element, out: &mut Vec<Declaration>) {
    out.extend(element.attribute("width").and_then(Length::parse).map(Declaration::Indent));
    if let Some(height) = element.attribute("height").and_then(Length::parse) {
        out.push(Declaration::Margin(Side::Top, height));
        out.push(Declaration::Margin(Side::Bottom, Length::Pt(0.0)));
    }
}

/// A cell takes its lines from the table's `border`, its room from `cellpadding`, and its own alignment.
fn cell(tree: &Tree, id: NodeId, element: &Element, out: &mut Vec<Declaration>) {
    let table = std::iter::successors(tree.parent(id), |id| tree.parent(*id))
        .take(4)
        .find_map(|id| tree.element(id).filter(|element| element.local() == "table"));
    if let Some(border) = table.and_then(|table| table.attribute("border"))
        && border.trim() != "0"
    {
        let gray = Paint::opaque(Color { r: 128, g: 128, b: 128 });
        for side in SIDES {
            out.push(Declaration::BorderWidth(side, Length::Pt(0.75)));
            out.push(Declaration::BorderStyle(side, true));
            out.push(Declaration::BorderColor(side, Some(gray)));
        }
    }
    if let Some(padding) = table.and_then(|table| table.attribute("cellpadding")).and_then(Length::parse) {
        out.extend(SIDES.map(|side| Declaration::Padding(side, padding)));
    }
    out.extend(element.attribute("width").and_then(Length::parse).map(Declaration::Width));
    let vertical = element.attribute("valign").map(str::to_ascii_lowercase);
    out.extend(vertical.as_deref().and_then(declaration::script).map(Declaration::Script));
    if element.attribute("nowrap").is_some() {
        out.push(Declaration::BreakInside(Break::Avoid));
    }
}

fn list_type(value: &str) -> Option<ListStyle> {
    let number = ListStyle::Number;
    Some(match value.trim() {
        "1" => number(NumberFormat::Decimal),
        "a" => number(NumberFormat::LowerAlpha),
        "A" => number(NumberFormat::UpperAlpha),
        "i" => number(NumberFormat::LowerRoman),
        "I" => number(NumberFormat::UpperRoman),
        other => ListStyle::parse(other)?,
    })
}

/// A colour attribute: as in CSS, or six digits without the mark.
fn legacy_color(value: &str) -> Option<Paint> {
    let value = value.trim();
    let is_seen = |paint: &Paint| paint.alpha > 0.0;
    let digits = || css_color::paint(&format!("#{value}"));
    css_color::paint(value).filter(is_seen).or_else(digits)
}
