//! Paragraphs and headings (OASIS ODF 1.3 part 3, 5.1).

use std::rc::Rc;
use std::sync::Arc;

use super::super::list_style::{self, Indents, LEVELS};
use super::super::paragraph_style::{self, Break, break_at};
use super::super::styles::{Chain, Properties};
use super::super::text_style::{self, Case, Kind};
use super::super::tree::Element;
use super::line::{Layer, Line, Looks};
use super::{TextReader, role};
use transvase_base::error::Result;
use transvase_model::flow::{
    Block, DropCap, Inline, Label, Marker, Paragraph, ParagraphStyle, PlaceId, Role, Run, TextStyle,
};

/// Levels of headings there are.
const HEADINGS: u8 = 6;
/// The style of paragraphs that name none.
const STANDARD: &str = "Standard";
/// Lines and letters of a large initial, at most.
const MAX_DROP: usize = 20;

/// What is known of a paragraph until its story is whole.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Traits<'t> {
    /// The style it has a name by.
    pub style: Option<&'t str>,
    /// Whether there is no space between it and others of its style (20.308 `style:contextual-spacing`).
    pub contextual: bool,
    /// Whether it is a quotation.
    pub quote: bool,
}

impl<'t> TextReader<'t> {
    /// A paragraph or heading, with what hangs on it behind it.
    pub(super) fn paragraph(&mut self, element: &'t Element, out: &mut Vec<Block>) -> Result<()> {
        let chain = self.paragraph_chain(element);
        let properties = chain.properties("style:paragraph-properties");
        let layer = self.layer(&chain, None);
        let text = layer.looks.styles[0].clone();
        let role = heading(element, &chain).unwrap_or_else(|| role::of(&chain));
        let mut line = Line::new(layer);
        self.go_on_with_changes(&mut line);
        self.inlines(element, &mut line)?;
        let (content, [frames, after]) = line.finish();
        let mut paragraph = Paragraph {
            role,
            style: paragraph_style::resolve(&properties, &text, self.tabs_from_indent),
            content,
            label: self.label(element, &chain, role).map(Box::new),
            place: Some(self.note_traits(&chain, &properties)),
            ..Paragraph::default()
        };
        paragraph.style.name = chain.display_name().map(Arc::from);
        // 20.204 `fo:hyphenate`: it is among the properties of text.
        let hyphenates = chain.properties("style:text-properties").is("fo:hyphenate", "true");
        paragraph.style.unhyphenated = !hyphenates;
        if paragraph.content.is_empty() {
            // No run says how high the line is.
            let height = paragraph.style.line_height.zip(text.size).map(|(multiple, size)| multiple * size);
            paragraph.style.line_distance = paragraph.style.line_distance.or(height);
        }
        if let Some(place) = &mut self.item {
            place.set(&mut paragraph.style, chain.direct("style:paragraph-properties"));
        }
        if let Some(drop) = properties.child("style:drop-cap") {
            drop_cap(&mut paragraph, drop);
        }
        if break_at(&properties, "fo:break-before") == Break::Column {
            out.push(Block::ColumnBreak);
        }
        out.extend(frames);
        paragraph.shrink_to_fit();
        out.push(Block::Paragraph(paragraph));
        out.extend(after);
        match break_at(&properties, "fo:break-after") {
            Break::Page => out.push(Block::PageBreak),
            Break::Column => out.push(Block::ColumnBreak),
            Break::None => {}
        }
        Ok(())
    }

    /// The style of a paragraph and those it inherits from.
    pub(crate) fn paragraph_chain(&self, element: &'t Element) -> Chain<'t> {
        self.styles.chain(self.scope, "paragraph", Some(element.get("text:style-name").unwrap_or(STANDARD)))
    }

    fn note_traits(&mut self, chain: &Chain<'t>, properties: &Properties<'t>) -> PlaceId {
        self.traits.push(Traits {
            style: chain.names().next(),
            contextual: properties.is("style:contextual-spacing", "true"),
            quote: role::is_quote(chain),
        });
        PlaceId(self.traits.len() as u32 - 1)
    }

    /// How letters look in a paragraph, or in a stretch of it that has a style of its own.
    pub(super) fn layer(&mut self, chain: &Chain<'t>, around: Option<&Layer<'t>>) -> Layer<'t> {
        let own = chain.properties("style:text-properties");
        let name = chain.own_attribute("style:name").unwrap_or_default();
        let mut names = around.map_or_else(Vec::new, |layer| layer.names.clone());
        names.push(name);
        let properties = around.map_or(own.clone(), |layer| own.over(&layer.properties));
        let key = (self.scope, names.clone());
        if let Some(looks) = self.looks.get(&key) {
            return Layer { names, properties, looks: looks.clone() };
        }
        let outer = around.map(|layer| &layer.looks.styles[0]);
        let style_name =
            around.and(chain.display_name()).map(Arc::from).or_else(|| outer.and_then(|style| style.name.clone()));
        let meaning = around.map_or_else(Default::default, |_| role::meaning(chain));
        let meaning = outer.map_or(meaning, |style| role::both(style.meaning, meaning));
        let style = |kind| TextStyle {
            name: style_name.clone(),
            meaning,
            ..text_style::resolve(&properties, self.styles, kind)
        };
        let styles = [style(Kind::Latin), style(Kind::Asian), style(Kind::Complex)];
        let looks = Rc::new(Looks { styles, case: Case::of(&properties) });
        self.looks.insert(key, looks.clone());
        Layer { names, properties, looks }
    }

    /// The number of a heading that the outline numbers (16.34), or of the item it stands in.
    fn label(&mut self, element: &'t Element, chain: &Chain<'t>, role: Role) -> Option<Label> {
        if !matches!(role, Role::Heading(_)) {
            return None;
        }
        if let Some(label) = self.item.as_mut().and_then(super::list::ItemPlace::take_label) {
            return Some(label);
        }
        let level: usize = element.number("text:outline-level").filter(|level| (1..=LEVELS).contains(level))?;
        let outline = self.styles.outline?;
        let unnumbered = chain.attribute("style:list-style-name") == Some("");
        if unnumbered || element.is("text:is-list-header", "true") {
            return None;
        }
        let found = list_style::level(outline, level, self.styles, self.scope)?;
        let (above, rest) = self.headings.split_at_mut(level - 1);
        let (own, below) = rest.split_first_mut()?;
        // Levels above that no heading had count as begun.
        above.iter_mut().filter(|count| **count == 0).for_each(|count| *count = 1);
        let next = if *own == 0 { found.start } else { own.saturating_add(1) };
        let restart = element.is("text:restart-numbering", "true");
        let stated = element.number("text:start-value").or(restart.then_some(found.start));
        *own = stated.unwrap_or(next);
        below.fill(0);
        let number = *own;
        let counts = self.headings;
        let written = |at: usize| {
            let of = list_style::level(outline, at, self.styles, self.scope);
            of.map(|of| of.written(counts.get(at - 1).copied().unwrap_or(1))).unwrap_or_default()
        };
        let mark = found.mark(level, number, written);
        self.heading_words.resize(level - 1, String::new());
        let marker = mark.marker(self.heading_words.iter().map(String::as_str));
        self.heading_words.push(mark.written());
        matches!(marker, Marker::Number { .. }).then_some(Label { marker, number })
    }
}

/// The role of a heading.
fn heading(element: &Element, chain: &Chain<'_>) -> Option<Role> {
    let stated = || element.number::<u8>("text:outline-level").unwrap_or(1);
    let by_style = || chain.attribute("style:default-outline-level")?.parse::<u8>().ok();
    let level = if element.name() == "text:h" { Some(stated()) } else { by_style() };
    let level = level.filter(|level| *level > 0)?;
    // The title of a document is a heading to some programs.
    match role::of(chain) {
        role @ (Role::Title | Role::Subtitle) => Some(role),
        _ => Some(Role::Heading(level.min(HEADINGS))),
    }
}

/// Takes the first letters off as an initial (17.9 `style:drop-cap`).
fn drop_cap(paragraph: &mut Paragraph, drop: &Element) {
    let lines = drop.number("style:lines").unwrap_or(1).min(MAX_DROP);
    let first = paragraph.content.iter_mut().find_map(|inline| match inline {
        Inline::Text(run) => Some(run),
        _ => None,
    });
    let Some(run) = first.filter(|_| lines > 1) else { return };
    let letters = match drop.get("style:length") {
        Some("word") => run.text.split(' ').next().unwrap_or_default().chars().count(),
        Some(count) => count.parse().unwrap_or(1),
        None => 1,
    };
    let end = run.text.char_indices().nth(letters.min(MAX_DROP)).map_or(run.text.len(), |(at, _)| at);
    let rest = run.text.split_off(end);
    let text = std::mem::replace(&mut run.text, rest);
    let style = run.style.clone();
    if !text.trim().is_empty() {
        paragraph.drop_cap = Some(DropCap { run: Run { text, style }, lines: lines as u8 }.into());
    }
    paragraph.content.retain(|inline| !matches!(inline, Inline::Text(run) if run.text.is_empty()));
}

/// Puts a paragraph where items of a list stand.
pub(super) fn indent(style: &mut ParagraphStyle, indents: Indents, marked: bool, direct: Option<&Element>) {
    let says = |name: &str| direct.is_some_and(|direct| direct.get(name).is_some());
    match indents {
        Indents::Instead { left, first } => {
            if !says("fo:margin-left") && !says("fo:margin") {
                style.indent_start = left;
            }
            if !says("fo:text-indent") {
                style.indent_first = if marked { first } else { 0.0 };
            }
        }
        Indents::Beyond { before, width } => {
            style.indent_start += before + width;
            style.indent_first -= if marked { width } else { 0.0 };
        }
    }
}
