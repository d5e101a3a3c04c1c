//! Paragraphs (ECMA-376 part 1, 17.3.1).

use std::rc::Rc;

use super::counting::{Counted, Counters};
use super::framed::FrameSpec;
use super::layout::Layout;
use super::line::{Cut, Line};
use super::math;
use super::numbering::Level;
use super::pieces::{About, Item, Piece};
use super::roles::Named;
use super::run::RunBase;
use super::styles::ParagraphLooks;
use super::text::{TextProperties, mark_is};
use super::values::number;
use super::{Reading, TableBase};
use crate::ooxml::Tree;
use transvase_base::error::Result;
use transvase_model::flow::{
    Align, Block, DropCap, Inline, Label, MarkerLook, Paragraph, ParagraphStyle, Role, Run, TabAlign, TabStop,
    TextStyle, is_deleted,
};
use transvase_model::text::counting::mark::Mark;

/// Lines that a large initial may be high.
const MAX_INITIAL: u8 = 10;

/// What holds for a paragraph before its content is read.
struct Setting {
    looks: Rc<ParagraphLooks>,
    layout: Layout,
    /// Its list and level.
    numbered: Option<(i64, u8)>,
}

impl Reading<'_> {
    /// Reads a `w:p`.
    pub(super) fn paragraph(&mut self, tree: &Tree, pieces: &mut Vec<Piece>) -> Result<()> {
        if is_rule(tree) {
            pieces.push(Block::Rule.into());
            return Ok(());
        }
        let properties = tree.child("w:pPr");
        let mark = properties.and_then(|properties| properties.child("w:rPr"));
        let mut setting = self.setting(properties);
        setting.layout.align = math::place(tree).or(setting.layout.align);
        let table = self.table_base.clone().unwrap_or_default();
        let outer = std::mem::replace(
            &mut self.run_base,
            RunBase { table: Rc::new(table.text.clone()), paragraph: setting.looks.text.clone() },
        );
        let (outer_edge, outer_middle) =
            (std::mem::take(&mut self.tab_to_edge), std::mem::take(&mut self.tab_to_middle));
        let outer_behind = std::mem::take(&mut self.behind);
        let mut line = Line::new(std::mem::take(&mut self.open));
        let carried = std::mem::take(&mut self.carried);
        let anchors: Vec<Inline> = self.anchors_waiting.drain(..).map(Inline::Anchor).collect();
        line.extend(anchors);
        line.extend(carried);
        self.inlines(tree, &mut line, 0)?;
        let in_contents = line.is_of_contents();
        let (cuts, rest, open) = line.finish();
        self.open = open;
        let mark_look = self.look(mark);
        let behind = std::mem::replace(&mut self.behind, outer_behind);
        // Where the mark is to go and text is left, this goes on in the next paragraph.
        let mark_goes = cuts.is_empty() && (mark_is(mark, "w:del") || mark_is(mark, "w:moveFrom"));
        let goes_on = mark_goes && !is_deleted(&rest, &self.changes);
        let is_hidden = mark_look.hidden && rest.is_empty() && cuts.is_empty();
        if goes_on {
            self.carried = rest;
        } else if !is_hidden {
            let initial =
                properties.and_then(|properties| properties.child("w:framePr")).and_then(|frame| initial(frame, &rest));
            match initial.filter(|_| cuts.is_empty()) {
                Some(initial) => self.initial = Some(initial),
                None => {
                    let spec = properties.and_then(|tree| tree.child("w:framePr")).and_then(FrameSpec::read);
                    let begin = pieces.len();
                    self.push_paragraph(setting, (cuts, rest), (&mark_look.style, in_contents), mark_goes, pieces);
                    pieces.iter_mut().skip(begin).for_each(|piece| piece.about.frame.clone_from(&spec));
                }
            }
        }
        pieces.extend(behind.into_iter().map(Piece::from));
        (self.tab_to_edge, self.tab_to_middle) = (outer_edge, outer_middle);
        self.run_base = outer;
        Ok(())
    }

    /// What the properties of a paragraph and its style say together.
    fn setting(&mut self, properties: Option<&Tree>) -> Setting {
        let direct = properties.map(|tree| Layout::read(tree, &self.theme)).unwrap_or_default();
        let looks = self.styles.paragraph(direct.style.as_deref(), &self.numbering);
        let own_list = direct.numbered.and_then(|numbered| numbered.list);
        let of_style = if own_list.is_some() { &looks.plain } else { &looks.layout };
        let list = own_list.or_else(|| of_style.numbered.and_then(|numbered| numbered.list)).filter(|list| *list != 0);
        let own_level = direct.numbered.and_then(|numbered| numbered.level);
        let level = own_level.or_else(|| looks.layout.numbered.and_then(|numbered| numbered.level)).unwrap_or(0);
        let numbered =
            list.map(|list| (list, level)).filter(|(list, level)| self.numbering.level(*list, *level).is_some());
        let by_itself = direct.numbered.is_some();
        let of_level = numbered.filter(|_| by_itself).and_then(|(list, level)| self.numbering.level(list, level));
        let of_level = of_level.map(|level| level.layout.of_level()).unwrap_or_default();
        let table: Rc<TableBase> = self.table_base.clone().unwrap_or_default();
        let below = table.layout.laid_over(&self.styles.default_layout);
        let mut layout = direct.laid_over(&of_level.laid_over(&of_style.laid_over(&below)));
        let frame =
            properties.and_then(|tree| tree.child("w:framePr")).filter(|frame| FrameSpec::read(frame).is_none());
        layout.align = frame.and_then(frame_align).or(layout.align);
        Setting { looks, layout, numbered }
    }

    /// Makes the paragraph, or several where pages or columns end in it.
    fn push_paragraph(
        &mut self,
        setting: Setting,
        (cuts, rest): (Vec<(Vec<Inline>, Cut)>, Vec<Inline>),
        (mark, in_contents): (&TextStyle, bool),
        goes: bool,
        pieces: &mut Vec<Piece>,
    ) {
        let has_text = shows(&rest) || cuts.iter().any(|(content, _)| shows(content));
        let count = if goes { Counters::passing } else { Counters::next };
        let counted =
            setting.numbered.and_then(|(list, level)| count(&mut self.counters, &self.numbering, list, level));
        let is_marked = counted.as_ref().is_some_and(|counted| counted.mark != Mark::None);
        let role = role(&setting, has_text || is_marked, in_contents);
        let (mut paragraph, mut about) = self.begin(&setting, role, counted, mark, &rest);
        let count = cuts.len();
        for (at, (content, cut)) in cuts.into_iter().enumerate() {
            if shows(&content) {
                let mut part = paragraph.clone();
                part.content.extend(content);
                // What goes on behind the cut is no item of its own, and has no words of a marker.
                let about = About { item: about.item.take(), ..About::default() };
                pieces.push(Piece { block: Block::Paragraph(part), about });
                paragraph.content = Vec::new();
                paragraph.label = None;
                paragraph.drop_cap = None;
                paragraph.style.space_before = 0.0;
                paragraph.style.page_break_before = false;
            } else {
                self.anchors_waiting.extend(
                    content
                        .into_iter()
                        .filter_map(|inline| if let Inline::Anchor(anchor) = inline { Some(anchor) } else { None }),
                );
            }
            match cut {
                Cut::Page if at + 1 == count && shows(&rest) => paragraph.style.page_break_before = true,
                Cut::Page => pieces.push(Block::PageBreak.into()),
                Cut::Column => pieces.push(Block::ColumnBreak.into()),
                Cut::Blocks(blocks) => pieces.extend(blocks.into_iter().map(Piece::from)),
            }
        }
        if count > 0 && !shows(&rest) {
            return;
        }
        let waiting: Vec<Inline> = self.anchors_waiting.drain(..).map(Inline::Anchor).collect();
        paragraph.content.extend(waiting);
        paragraph.content.extend(rest);
        paragraph.shrink_to_fit();
        pieces.push(Piece { block: Block::Paragraph(paragraph), about });
    }

    /// The paragraph without its text but for words of its marker, and what its neighbours must know of it.
    fn begin(
        &mut self,
        setting: &Setting,
        role: Role,
        counted: Option<Counted>,
        mark: &TextStyle,
        text: &[Inline],
    ) -> (Paragraph, About) {
        let Setting { looks, layout, .. } = setting;
        let look = first_look(text).unwrap_or_else(|| mark.clone());
        let size = look.size.unwrap_or(super::text::DEFAULT_SIZE);
        let mut style = ParagraphStyle { name: looks.name.clone(), ..layout.style(size, look.family.as_deref()) };
        self.add_edge_stops(&mut style);
        if text.is_empty() && role == Role::Spacer {
            style.line_distance = style.line_distance.or(style.line_height.map(|height| height * size));
        }
        let mut about = About {
            style: Some(looks.id.clone()),
            contextual: layout.contextual == Some(true),
            automatic: (layout.automatic_before == Some(true), layout.automatic_after == Some(true)),
            item: None,
            quote: looks.named == Some(Named::Quote) && role == Role::Body,
            frame: None,
        };
        let mut paragraph =
            Paragraph { role, style, drop_cap: self.initial.take().map(Box::new), ..Paragraph::default() };
        if let (Some(counted), Some((list, level))) = (counted, setting.numbered) {
            self.mark(&mut paragraph, &mut about, counted, (list, level), &look);
        }
        (paragraph, about)
    }

    /// Gives a paragraph its marker: as the label of a heading, as words, or as an item of a list.
    fn mark(
        &mut self,
        paragraph: &mut Paragraph,
        about: &mut About,
        counted: Counted,
        (list, level): (i64, u8),
        look: &TextStyle,
    ) {
        match (&counted.mark, paragraph.role) {
            (Mark::None, _) => {}
            (Mark::Words(words), _) => {
                paragraph.content = vec![Inline::Text(Run { text: words.clone(), style: look.clone() }), Inline::Tab];
            }
            (mark, Role::Heading(depth)) => {
                let marker = self.labels.marker(depth, mark);
                paragraph.label = Some(Label { marker, number: counted.number }.into());
            }
            (mark, Role::Title | Role::Subtitle | Role::Caption | Role::Contents(_)) => {
                paragraph.label =
                    Some(Label { marker: mark.marker(std::iter::empty()), number: counted.number }.into());
            }
            (mark, _) => {
                let of = self.numbering.level(list, level);
                about.item = Some(Item {
                    key: self.numbering.definition_of(list).unwrap_or(list),
                    level,
                    mark: mark.clone(),
                    number: counted.number,
                    start: of.map_or(1, |level| level.start),
                    look: of.map(|level| marker_look(level, look)).unwrap_or_default(),
                    indent: paragraph.style.indent_start,
                    style: paragraph.style.name.clone(),
                });
            }
        }
    }

    /// Stops for tabs that lead to the middle or the end of the line, wherever that is (17.3.3.23).
    fn add_edge_stops(&self, style: &mut ParagraphStyle) {
        let mut stops = Vec::new();
        if self.tab_to_middle {
            stops.push(TabStop { position: self.measure / 2.0, align: TabAlign::Center, leader: None });
        }
        if self.tab_to_edge {
            stops.push(TabStop { position: self.measure, align: TabAlign::End, leader: None });
        }
        if !stops.is_empty() {
            style.tabs = stops;
        }
    }
}

/// What a paragraph is for.
fn role(setting: &Setting, has_text: bool, in_contents: bool) -> Role {
    let outline = setting.layout.outline;
    let by_outline = outline.filter(|level| *level < 9).map(|level| Role::Heading((level + 1).min(6)));
    if !has_text {
        return Role::Spacer;
    }
    match setting.looks.named {
        Some(Named::Role(Role::Heading(_))) if outline.is_some_and(|level| level >= 9) => Role::Body,
        Some(Named::Role(role)) => role,
        _ if in_contents && by_outline.is_none() => Role::Contents(1),
        _ => by_outline.unwrap_or(Role::Body),
    }
}

/// Where a frame stands on the measure, which is where its text stands once it is none (17.3.1.11).
fn frame_align(frame: &Tree) -> Option<Align> {
    let align = frame.attribute("w:xAlign").filter(|_| frame.attribute("w:dropCap").is_none())?;
    Some(match align {
        "center" => Align::Center,
        "right" | "outside" => Align::End,
        _ => Align::Start,
    })
}

/// Whether inlines show anything.
fn shows(content: &[Inline]) -> bool {
    content.iter().any(|inline| match inline {
        Inline::Anchor(_) => false,
        Inline::Text(run) => !run.text.is_empty(),
        other => other
            .children()
            .is_none_or(|inside| shows(inside) || matches!(other, Inline::Control { .. } | Inline::Comment { .. })),
    })
}

/// The look of the first text.
fn first_look(content: &[Inline]) -> Option<TextStyle> {
    let mut inlines = transvase_model::flow::inlines(content);
    inlines.find_map(|inline| inline.run().map(|run| run.style.clone()))
}

/// How a marker looks where it differs from the text.
fn marker_look(level: &Level, text: &TextStyle) -> MarkerLook {
    let TextProperties { color, bold, .. } = &level.look;
    MarkerLook {
        color: color.flatten().filter(|color| Some(*color) != text.color),
        bold: bold.filter(|bold| *bold != text.is_bold()),
        of_symbol_font: level.look.ascii.as_deref().is_some_and(|face| face.eq_ignore_ascii_case("Symbol")),
    }
}

/// The large initial that a paragraph is in a frame (17.3.1.11).
fn initial(frame: &Tree, content: &[Inline]) -> Option<DropCap> {
    if !matches!(frame.attribute("w:dropCap"), Some("drop" | "margin")) {
        return None;
    }
    let lines = frame.attribute("w:lines").and_then(number::<u8>).unwrap_or(3).clamp(1, MAX_INITIAL);
    let mut style = first_look(content)?;
    // Its size is that of the lines it stands over.
    style.size = None;
    let text = super::line::words(content).trim().to_owned();
    (!text.is_empty() && text.chars().count() <= 8).then_some(DropCap { run: Run { text, style }, lines })
}

/// Whether a paragraph is a rule: a drawing of one alone.
fn is_rule(tree: &Tree) -> bool {
    let mut rules = tree.descendants().filter(|inner| matches!(inner.attribute("o:hr"), Some("t" | "true" | "1")));
    let has_rule = tree.descendants().take(64).any(|inner| inner.is("w:pict")) && rules.next().is_some();
    has_rule && !tree.descendants().any(|inner| matches!(inner.tag(), "w:t" | "w:drawing" | "w:sectPr"))
}
