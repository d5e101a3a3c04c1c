//! Styles of characters and paragraphs: the model's words for them and those of JSON, in both directions.

use super::measure::{bounded, color, color_of, extent, points, share};
use super::schema::{Decoration, Edges, Font, Layout, Placement, Tab};
use transvase_model::flow::{self, ParagraphStyle, Script, TextStyle};

/// Weights that `bold` alone says: no and yes (OpenType OS/2 `usWeightClass`).
const WEIGHTS: (u16, u16) = (400, 700);

impl From<&TextStyle> for Font {
    fn from(style: &TextStyle) -> Self {
        let text = |text: &Option<std::sync::Arc<str>>| text.as_deref().map(str::to_owned);
        let usual = [WEIGHTS.0, WEIGHTS.1].contains(&style.weight);
        Font {
            bold: style.is_bold(),
            italic: style.italic,
            underline: style.underline,
            strike: style.strike,
            sup: style.script == Script::Superscript,
            sub: style.script == Script::Subscript,
            small_caps: style.small_caps,
            mono: style.monospace,
            hidden: style.hidden.map(Into::into),
            code: style.meaning.code,
            keyboard: style.meaning.keyboard,
            emphasis: style.meaning.emphasis,
            strong: style.meaning.strong,
            quotation: style.meaning.quotation,
            citation: style.meaning.citation,
            family: text(&style.family),
            east_asian: text(&style.east_asian),
            size: style.size.map(points),
            weight: (!usual).then_some(style.weight),
            color: style.color.map(color),
            background: style.background.map(color),
            scale: Some(share(style.scale)).filter(|scale| *scale != 1.0),
            spacing: points(style.spacing),
            raise: points(style.raise),
            lines: (style.decoration != flow::Decoration::default()).then(|| style.decoration.into()),
            border: style.border.map(Into::into),
            effect: style.effect.map(Into::into),
            marks: style.emphasis.map(Into::into),
            ruby: text(&style.ruby),
            picture: text(&style.picture),
            lang: text(&style.language),
            style: text(&style.name),
        }
    }
}

impl From<Font> for TextStyle {
    fn from(font: Font) -> Self {
        let name = |text: Option<String>| text.map(std::sync::Arc::from);
        let script = match (font.sup, font.sub) {
            (true, _) => Script::Superscript,
            (_, true) => Script::Subscript,
            _ => Script::Normal,
        };
        let meaning = flow::Meaning {
            code: font.code,
            keyboard: font.keyboard,
            emphasis: font.emphasis,
            strong: font.strong,
            quotation: font.quotation,
            citation: font.citation,
        };
        let usual = if font.bold { WEIGHTS.1 } else { WEIGHTS.0 };
        TextStyle {
            meaning,
            script,
            italic: font.italic,
            underline: font.underline,
            strike: font.strike,
            unkerned: false,
            small_caps: font.small_caps,
            monospace: font.mono,
            family: name(font.family),
            east_asian: name(font.east_asian),
            size: font.size.map(extent),
            weight: font.weight.map_or(usual, |weight| weight.clamp(1, 1000)),
            color: font.color.as_deref().and_then(color_of),
            background: font.background.as_deref().and_then(color_of),
            scale: font.scale.map_or(1.0, extent),
            spacing: bounded(font.spacing),
            raise: bounded(font.raise),
            decoration: font.lines.map(Into::into).unwrap_or_default(),
            border: font.border.as_ref().map(Into::into),
            effect: font.effect.map(Into::into),
            emphasis: font.marks.map(Into::into),
            ruby: name(font.ruby),
            picture: name(font.picture),
            language: name(font.lang),
            name: name(font.style),
            hidden: font.hidden.map(Into::into),
        }
    }
}

impl From<flow::Decoration> for Decoration {
    fn from(lines: flow::Decoration) -> Self {
        let flow::Decoration { kind, is_heavy, words_only, color: ink } = lines;
        Decoration { kind: kind.into(), heavy: is_heavy, words_only, color: ink.map(color) }
    }
}

impl From<Decoration> for flow::Decoration {
    fn from(lines: Decoration) -> Self {
        let Decoration { kind, heavy, words_only, color } = lines;
        let color = color.as_deref().and_then(color_of);
        flow::Decoration { kind: kind.into(), is_heavy: heavy, words_only, color }
    }
}

impl From<&ParagraphStyle> for Layout {
    fn from(style: &ParagraphStyle) -> Self {
        let tab = |tab: &flow::TabStop| Tab {
            position: points(tab.position),
            align: tab.align.into(),
            dots: tab.leader == Some(flow::Leader::Dots),
            leader: tab.leader.filter(|leader| *leader != flow::Leader::Dots).map(Into::into),
        };
        Layout {
            indent_start: points(style.indent_start),
            indent_end: points(style.indent_end),
            indent_first: points(style.indent_first),
            space_before: points(style.space_before),
            space_after: points(style.space_after),
            line_height: style.line_height.map(share),
            line_distance: style.line_distance.map(points),
            page_break_before: style.page_break_before,
            keep_with_next: style.keep_with_next,
            keep_together: style.keep_together,
            background: style.background.map(color),
            borders: (&style.borders).into(),
            border_room: style.border_room.map(|room| Edges::new(room, points)),
            tabs: style.tabs.iter().map(tab).collect(),
        }
    }
}

impl Layout {
    /// The style of a paragraph that stands on the page like this.
    pub(super) fn read(&self) -> ParagraphStyle {
        let tab = |tab: &Tab| flow::TabStop {
            position: bounded(tab.position),
            align: tab.align.into(),
            leader: tab.leader.map(Into::into).or(tab.dots.then_some(flow::Leader::Dots)),
        };
        ParagraphStyle {
            indent_start: bounded(self.indent_start),
            indent_end: bounded(self.indent_end),
            indent_first: bounded(self.indent_first),
            space_before: bounded(self.space_before),
            space_after: bounded(self.space_after),
            line_height: self.line_height.map(extent),
            line_distance: self.line_distance.map(extent),
            page_break_before: self.page_break_before,
            keep_with_next: self.keep_with_next,
            keep_together: self.keep_together,
            background: self.background.as_deref().and_then(color_of),
            borders: (&self.borders).into(),
            border_room: self.border_room.as_ref().map(Edges::read),
            tabs: self.tabs.iter().map(tab).collect(),
            ..ParagraphStyle::default()
        }
    }
}

impl From<&flow::Placement> for Placement {
    fn from(placement: &flow::Placement) -> Self {
        Placement {
            x: points(placement.x),
            y: points(placement.y),
            origin: placement.origin.into(),
            wrap: placement.wrap.into(),
            room: points(placement.room),
            raised: placement.raised,
        }
    }
}

impl From<&Placement> for flow::Placement {
    fn from(placement: &Placement) -> Self {
        flow::Placement {
            x: bounded(placement.x),
            y: bounded(placement.y),
            origin: placement.origin.into(),
            wrap: placement.wrap.into(),
            room: extent(placement.room),
            raised: placement.raised,
        }
    }
}
