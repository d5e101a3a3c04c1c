//! Paragraph formatting.

use std::fmt::Write;

use super::Writer;
use super::blocks::{HANGING, Mark, Place, Scope, table_words};
use super::run::Around;
use transvase_base::error::Result;
use transvase_base::units::twips;
use transvase_font::line_heights;
use transvase_model::flow::{
    Align, Border, Borders, Edges, Inline, Label, Leader, LineKind, MarkerLook, Paragraph, ParagraphStyle, Role, Run,
    TabAlign, TextStyle,
};

/// Largest length in twips that Word takes.
const MAX_TWIPS: i32 = 31_680;
/// Distance of lines in 240ths of the font's own, where nothing is said.
const LINE: i32 = 264;
/// Distance of lines around a paragraph from its text in points.
const ROOM: Edges = Edges { top: 1.0, right: 4.0, bottom: 1.0, left: 4.0 };
/// Share of a line's height that text may have above its base line.
const ABOVE: f32 = 0.8;

impl Writer<'_> {
    /// Writes a paragraph, and leaves it open.
    pub(super) fn paragraph(&mut self, paragraph: &Paragraph, scope: Scope, mark: Option<Mark>) -> Result<()> {
        self.drop_cap(paragraph, scope)?;
        self.begin_paragraph(scope);
        let mark = mark.or_else(|| self.label(paragraph));
        let size = self.size_of(paragraph, scope);
        let look = self.look(paragraph, scope, mark.as_ref(), size);
        let style = style_name(paragraph, scope);
        let first = first_run(paragraph).map(|run| TextStyle { name: None, ..run.style.clone() });
        let letters = self.letters(&first.unwrap_or_default(), size, "");
        let number = match &style {
            Some(name) => self.sheets.style(name, &format!("{look}{letters}")),
            None => 0,
        };
        self.put(format_args!("\\pard\\plain "));
        if let Some(Mark { text, counter, .. }) = &mark {
            let text = super::text::escaped(text);
            self.put(format_args!("{{\\listtext\\pard\\plain {text}\\tab}}"));
            self.put(format_args!("\\ls{}\\ilvl{}", counter.number(), counter.level));
        }
        self.put(format_args!("{}\\s{number}{look}", table_words(scope)));
        self.break_before();
        // The mark of the paragraph is as high as its text. More must not be said of it, as runs go on from there.
        let first = first_run(paragraph).map(|run| &run.style);
        let family = first.and_then(|style| style.family.clone());
        let mark = TextStyle { family, size: first.and_then(|style| style.size), ..TextStyle::default() };
        let letters = self.letters(&mark, size, "");
        self.put(format_args!("{letters} "));
        self.hang_frames(scope)?;
        self.open = true;
        let around = Around { size, scope, change: None };
        self.inlines(&paragraph.content, around)
    }

    /// The large initial of a paragraph is one of its own.
    fn drop_cap(&mut self, paragraph: &Paragraph, scope: Scope) -> Result<()> {
        let Some(cap) = &paragraph.drop_cap else { return Ok(()) };
        self.begin_paragraph(scope);
        let letters = self.letters(&cap.run.style, self.survey.size, &cap.run.text);
        let lines = cap.lines.clamp(2, 10);
        let words = table_words(scope);
        self.put(format_args!("\\pard\\plain {words}\\keepn\\pvpara\\wraparound\\dropcapli{lines}\\dropcapt1 "));
        self.break_before();
        self.put(format_args!("{{{letters} {}}}", super::text::escaped(&cap.run.text)));
        self.open = true;
        Ok(())
    }

    /// The mark of a numbered heading.
    fn label(&mut self, paragraph: &Paragraph) -> Option<Mark> {
        let Label { marker, number } = paragraph.label.as_deref()?;
        let level = match paragraph.role {
            Role::Heading(level) => usize::from(level.max(1)) - 1,
            _ => 0,
        };
        let mut counter = self.numbering.counter(marker, MarkerLook::default(), *number, self.outline, level);
        let text = self.numbering.item(&mut counter, *number);
        self.outline = Some(counter);
        Some(Mark { text, counter, hangs: false })
    }

    /// The size in points of text in a paragraph that says none.
    fn size_of(&self, paragraph: &Paragraph, scope: Scope) -> f32 {
        let percent = match paragraph.role {
            Role::Title => 200.0,
            Role::Heading(1) => 180.0,
            Role::Heading(2) => 145.0,
            Role::Heading(3) => 120.0,
            Role::Heading(4) => 110.0,
            _ if matches!(scope.place, Place::Note | Place::Comment) => 90.0,
            _ => 100.0,
        };
        self.survey.size * percent / 100.0
    }

    /// The look of the style that all others are based on.
    pub(super) fn base_look(&mut self) -> String {
        let style = ParagraphStyle::default();
        let letters = self.letters(&TextStyle::default(), self.survey.size, "");
        format!("{}{letters}", line(&style, None, &self.survey.family, self.survey.size, false))
    }

    /// How a paragraph stands.
    fn look(&mut self, paragraph: &Paragraph, scope: Scope, mark: Option<&Mark>, size: f32) -> String {
        let style = &paragraph.style;
        let mut out = String::new();
        if style.right_to_left {
            out.push_str("\\rtlpar");
        }
        out.push_str(align(style));
        self.indents(&mut out, style, scope, mark);
        let space = |pt: f32| twips(pt).clamp(0, MAX_TWIPS);
        let _ = write!(out, "\\sb{}\\sa{}", space(style.space_before), space(style.space_after));
        let first = first_run(paragraph);
        let family = first.and_then(|run| run.style.family.clone()).unwrap_or_else(|| self.survey.family.clone());
        let own = first.and_then(|run| run.style.size).unwrap_or(size);
        out.push_str(&line(style, Some(paragraph), &family, own, true));
        for (flag, word) in
            [(style.page_break_before, "\\pagebb"), (style.keep_with_next, "\\keepn"), (style.keep_together, "\\keep")]
        {
            if flag {
                out.push_str(word);
            }
        }
        if let Role::Heading(level) = paragraph.role {
            let _ = write!(out, "\\outlinelevel{}", level.clamp(1, 9) - 1);
        }
        self.borders(&mut out, style);
        if let Some(color) = style.background {
            let _ = write!(out, "\\cbpat{}", self.sheets.color(color));
        }
        tabs(&mut out, style);
        out
    }

    fn indents(&self, out: &mut String, style: &ParagraphStyle, scope: Scope, mark: Option<&Mark>) {
        let length = |pt: f32| twips(pt).clamp(-MAX_TWIPS, MAX_TWIPS);
        let start = length(style.indent_start).saturating_add(scope.start);
        let end = length(style.indent_end).saturating_add(scope.end);
        let first = match mark {
            Some(mark) if mark.hangs => -HANGING,
            _ => length(style.indent_first),
        };
        let (left, right) = if style.right_to_left { (end, start) } else { (start, end) };
        let _ = write!(out, "\\fi{first}\\li{left}\\ri{right}\\lin{start}\\rin{end}");
    }

    fn borders(&mut self, out: &mut String, style: &ParagraphStyle) {
        let Borders { top, right, bottom, left } = style.borders;
        let room = style.border_room.unwrap_or(ROOM);
        let sides =
            [("t", top, room.top), ("l", left, room.left), ("b", bottom, room.bottom), ("r", right, room.right)];
        for (side, border, room) in sides {
            if let Some(border) = border {
                let line = self.border(border);
                let _ = write!(out, "\\brdr{side}{line}\\brsp{}", twips(room).clamp(0, 620));
            }
        }
    }

    /// What is said of a line.
    pub(super) fn border(&mut self, border: Border) -> String {
        let (least, most) = Border::WIDTHS;
        let width = twips(border.width.clamp(least, most));
        let kind = match border.kind {
            LineKind::Single => "s",
            LineKind::Double => "db",
            LineKind::Triple => "triple",
            LineKind::Dotted => "dot",
            LineKind::Dashed => "dash",
            LineKind::DotDash => "dashd",
            LineKind::Wave => "wavy",
        };
        format!("\\brdr{kind}\\brdrw{width}\\brdrcf{}", self.sheets.color(border.color))
    }
}

/// The first text of a paragraph.
fn first_run(paragraph: &Paragraph) -> Option<&Run> {
    transvase_model::flow::inlines(&paragraph.content).find_map(Inline::run)
}

/// The name of the style of a paragraph: office programs know those of roles by name.
fn style_name(paragraph: &Paragraph, scope: Scope) -> Option<String> {
    let level = |name: &str, level: u8| Some(format!("{name} {level}"));
    let known = |name: &str| Some(name.to_owned());
    match paragraph.role {
        Role::Heading(number) => level("heading", number),
        Role::Contents(number) => level("toc", number),
        Role::Title => known("Title"),
        Role::Subtitle => known("Subtitle"),
        Role::Caption => known("caption"),
        Role::Preformatted => known("HTML Preformatted"),
        Role::Term => known("Definition Term"),
        Role::Body | Role::Spacer => match (&paragraph.style.name, scope.place) {
            (Some(name), _) if !name.eq_ignore_ascii_case("normal") => known(name),
            (None, Place::Quote) => known("Quote"),
            (None, Place::Note) => known("footnote text"),
            _ => None,
        },
    }
}

/// Alignment: files tell it by the sides of the paper.
fn align(style: &ParagraphStyle) -> &'static str {
    match (style.align, style.right_to_left) {
        (None | Some(Align::Start), false) | (Some(Align::End), true) => "\\ql",
        (None | Some(Align::Start), true) | (Some(Align::End), false) => "\\qr",
        (Some(Align::Center), _) => "\\qc",
        (Some(Align::Justify), _) => "\\qj",
    }
}

/// Distance of lines. A picture in a line of one height would be cut off.
fn line(style: &ParagraphStyle, paragraph: Option<&Paragraph>, family: &str, size: f32, is_said: bool) -> String {
    let known = |value: Option<f32>| value.filter(|value| value.is_finite() && *value > 0.0);
    let (distance, multiple) = (known(style.line_distance), known(style.line_height));
    let room = ABOVE * distance.or(multiple.map(|multiple| multiple * size)).unwrap_or(0.0);
    let has_image = paragraph.is_some_and(|paragraph| holds_image(&paragraph.content, room));
    let natural = line_heights::natural(family);
    match (distance, multiple) {
        (Some(distance), _) => {
            let distance = twips(distance).clamp(1, MAX_TWIPS);
            format!("\\sl{}\\slmult0", if has_image { distance } else { -distance })
        }
        (None, Some(multiple)) if has_image => {
            format!("\\sl{}\\slmult0", twips(multiple * size).clamp(1, MAX_TWIPS))
        }
        (None, Some(multiple)) => {
            format!("\\sl{}\\slmult1", (multiple / natural * 240.0).round().clamp(24.0, 2_400.0) as i32)
        }
        (None, None) if has_image || !is_said => "\\sl240\\slmult1".to_owned(),
        (None, None) => format!("\\sl{LINE}\\slmult1"),
    }
}

/// Whether something in the line is higher than text may be.
fn holds_image(content: &[Inline], room: f32) -> bool {
    transvase_model::flow::inlines(content).any(|inline| match inline {
        Inline::Image(image) => image.placement.is_none() && image.height.is_none_or(|height| height > room),
        Inline::Drawing(drawing) => drawing.placement.is_none(),
        _ => false,
    })
}

fn tabs(out: &mut String, style: &ParagraphStyle) {
    for tab in style.tabs.iter().take(64) {
        out.push_str(match tab.align {
            TabAlign::Start | TabAlign::Bar => "",
            TabAlign::Center => "\\tqc",
            TabAlign::End => "\\tqr",
            TabAlign::Decimal => "\\tqdec",
        });
        if let Some(leader) = tab.leader {
            out.push_str(match leader {
                Leader::Dots => "\\tldot",
                Leader::MiddleDots => "\\tlmdot",
                Leader::Hyphens => "\\tlhyph",
                Leader::Line => "\\tlul",
                Leader::HeavyLine => "\\tlth",
            });
        }
        let word = if tab.align == TabAlign::Bar { "tb" } else { "tx" };
        let _ = write!(out, "\\{word}{}", twips(tab.position).clamp(-MAX_TWIPS, MAX_TWIPS));
    }
}
