//! Style inference, a first walk over the document: what its paragraphs mostly look like becomes the named styles.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::MAX_DEPTH;
use super::look::{self, Base, DEFAULT_FAMILY, DEFAULT_SIZE, Look, QUOTE_INDENT, is_tag};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::flow::{
    Anchor, Block, FieldKind, Flow, Inline, LinkTarget, NoteKind, Paragraph, Role, Run, Script, TextStyle, inlines,
};

/// Longest name of a place in characters, but for the number behind it.
const MAX_NAME: usize = 60;

/// What a paragraph stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Body,
    /// The first paragraph of an item of a list.
    Item,
    Quote,
    Cell,
    Header,
    Footer,
    Note(NoteKind),
    Comment,
}

/// How most paragraphs of a style look.
#[derive(Debug, Clone, Default)]
pub(super) struct StyleLook {
    pub paragraph: Look,
    pub text: Look,
}

/// What the first walk found.
#[derive(Debug)]
pub(super) struct Survey {
    pub base: Base,
    /// The look of the style that all others are based on.
    pub standard: StyleLook,
    /// By the name people know the style by.
    pub styles: BTreeMap<String, StyleLook>,
    /// Families that text is set in.
    pub families: BTreeSet<String>,
    /// Width in points of the first page's text.
    pub measure: f32,
    /// The bookmarks of places that links lead to and that there are.
    pub anchors: BTreeMap<Anchor, String>,
}

/// Paragraphs of one style by how they look, weighed by their letters.
#[derive(Default)]
struct Tally(BTreeMap<(Look, Look), usize>);

impl Tally {
    fn winner(self) -> StyleLook {
        let most = self.0.into_iter().rev().max_by_key(|(_, count)| *count);
        most.map_or_else(StyleLook::default, |((paragraph, text), _)| StyleLook { paragraph, text })
    }
}

impl Survey {
    /// Walks over the document twice: for the running text, then for everything else.
    pub(super) fn of(flow: &Flow, context: &Context) -> Result<Survey> {
        let base = base(flow, context)?;
        let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
        let (mut places, mut targets) = (BTreeSet::new(), BTreeSet::new());
        visit_flow(flow, context, &mut |paragraph, place| {
            let (mut own, text) = looks(paragraph, &base);
            if place == Place::Quote {
                let indented = |side: f32| super::lengths::pt(side + QUOTE_INDENT);
                own.insert("left", indented(paragraph.style.indent_start));
                own.insert("right", indented(paragraph.style.indent_end));
            }
            if place == Place::Item {
                // The list says where its items stand.
                own.insert("left", "0pt".into());
                own.insert("first", "0pt".into());
            }
            let letters = 1 + paragraph.content.iter().filter_map(Inline::run).map(|run| run.text.len()).sum::<usize>();
            *tallies.entry(style_name(paragraph, place).into_owned()).or_default().0.entry((own, text)).or_default() +=
                letters;
            for inline in inlines(&paragraph.content) {
                match inline {
                    Inline::Anchor(anchor) => drop(places.insert(anchor.clone())),
                    Inline::Link { target: LinkTarget::Internal(target), .. } => drop(targets.insert(target.clone())),
                    Inline::Field(field) => {
                        if let FieldKind::PageOf(anchor) = &field.kind {
                            targets.insert(anchor.clone());
                        }
                    }
                    _ => {}
                }
            }
        })?;
        let mut families = BTreeSet::new();
        let names = |text: &Look| ["family", "asian"].map(|key| text.get(key).cloned().unwrap_or_default());
        for (_, text) in tallies.values().flat_map(|tally| tally.0.keys()) {
            families.extend(names(text));
        }
        let plain = Paragraph::default();
        let text = look::text(&TextStyle::default(), Role::Body, &base, None);
        families.extend(names(&text));
        let standard = StyleLook { paragraph: look::paragraph(&plain, &text), text };
        let styles = tallies.into_iter().map(|(name, tally)| (name, tally.winner())).collect();
        let anchors = bookmarks(places.intersection(&targets));
        Ok(Survey { base, standard, styles, families, measure: 0.0, anchors })
    }

    /// The look of a style.
    pub(super) fn look(&self, name: &str) -> &StyleLook {
        self.styles.get(name).unwrap_or(&self.standard)
    }
}

/// Names for places: of letters that addresses can have as they are, each once.
fn bookmarks<'a>(places: impl Iterator<Item = &'a Anchor>) -> BTreeMap<Anchor, String> {
    let mut taken = BTreeSet::new();
    let mut names = BTreeMap::new();
    for place in places {
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let stem: String = place.chars().take(MAX_NAME).map(|c| if fits(c) { c } else { '_' }).collect();
        let mut name = stem.clone();
        while !taken.insert(name.clone()) {
            name = format!("{stem}_{}", taken.len());
        }
        names.insert(place.clone(), name);
    }
    names
}

/// The looks of a paragraph and of most of its text.
pub(super) fn looks(paragraph: &Paragraph, base: &Base) -> (Look, Look) {
    let mut votes: BTreeMap<Look, usize> = BTreeMap::new();
    for run in inlines(&paragraph.content).filter_map(Inline::run) {
        if run.style.script == Script::Normal {
            *votes.entry(look::text(&run.style, paragraph.role, base, None)).or_default() += run.text.len();
        }
    }
    let most = votes.into_iter().rev().max_by_key(|(_, count)| *count).map(|(look, _)| look);
    let text = most.unwrap_or_else(|| look::text(&TextStyle::default(), paragraph.role, base, None));
    // What stands behind letters is said of them alone.
    let mut text = text;
    text.insert("ground", "transparent".into());
    (look::paragraph(paragraph, &text), text)
}

/// The name of the style of a paragraph: by what it is for, by its name in the source, or by where it stands.
pub(super) fn style_name(paragraph: &Paragraph, place: Place) -> Cow<'static, str> {
    match paragraph.role {
        Role::Heading(level) => format!("Heading {}", level.clamp(1, 6)).into(),
        Role::Preformatted => "Preformatted Text".into(),
        Role::Caption => "Caption".into(),
        Role::Title => "Title".into(),
        Role::Subtitle => "Subtitle".into(),
        Role::Contents(level) => format!("Contents {}", level.clamp(1, 9)).into(),
        Role::Term => "List Heading".into(),
        Role::Body | Role::Spacer => match paragraph.style.name.as_deref().map(str::trim) {
            None | Some("" | "Normal" | "Standard" | "Default") => by_place(place).into(),
            Some("Body Text") => "Text body".into(),
            Some(name) => name.to_owned().into(),
        },
    }
}

/// The style of plain paragraphs at a place, under LibreOffice's names.
fn by_place(place: Place) -> &'static str {
    match place {
        Place::Body => "Text body",
        Place::Item => "List",
        Place::Quote => "Quotations",
        Place::Cell => "Table Contents",
        Place::Header => "Header",
        Place::Footer => "Footer",
        Place::Note(NoteKind::Foot) => "Footnote",
        Place::Note(NoteKind::End) => "Endnote",
        Place::Comment => "Comment",
    }
}

/// Family, size and language of the running text.
fn base(flow: &Flow, context: &Context) -> Result<Base> {
    let mut votes: BTreeMap<(Option<String>, Option<u32>), usize> = BTreeMap::new();
    visit_flow(flow, context, &mut |paragraph, place| {
        let share = if paragraph.role.is_running_text() && place == Place::Body { 1_000 } else { 1 };
        let is_plain = |run: &&Run| run.style.script == Script::Normal && !run.style.monospace;
        for run in inlines(&paragraph.content).filter_map(Inline::run).filter(is_plain) {
            let size = run.style.size.map(|size| (size * 2.0).round() as u32);
            let key = (run.style.family.as_deref().map(str::to_owned), size);
            *votes.entry(key).or_default() += share * run.text.len();
        }
    })?;
    let (family, size) =
        votes.into_iter().rev().max_by_key(|(_, count)| *count).map(|(key, _)| key).unwrap_or_default();
    let language = flow.metadata.language.as_deref().filter(|tag| is_tag(tag)).unwrap_or("en-US");
    Ok(Base {
        family: family.filter(|family| !family.trim().is_empty()).unwrap_or_else(|| DEFAULT_FAMILY.into()),
        size: size.map_or(DEFAULT_SIZE, |halves| halves as f32 / 2.0),
        language: language.into(),
    })
}

type Visit<'a> = &'a mut dyn FnMut(&Paragraph, Place);

fn visit_flow(flow: &Flow, context: &Context, each: Visit<'_>) -> Result<()> {
    for section in &flow.sections {
        visit(&section.blocks, Place::Body, 0, context, each)?;
        for (running, place) in [(&section.header, Place::Header), (&section.footer, Place::Footer)] {
            let texts = running.iter().flat_map(|text| [Some(&text.default), text.first.as_ref(), text.even.as_ref()]);
            texts.flatten().try_for_each(|blocks| visit(blocks, place, 0, context, each))?;
        }
    }
    flow.notes.iter().try_for_each(|note| visit(&note.blocks, Place::Note(note.kind), 0, context, each))?;
    flow.comments.iter().try_for_each(|comment| visit(&comment.blocks, Place::Comment, 0, context, each))
}

fn visit(blocks: &[Block], place: Place, depth: usize, context: &Context, each: Visit<'_>) -> Result<()> {
    if depth > MAX_DEPTH {
        return Ok(());
    }
    for block in blocks {
        context.tick(1)?;
        match block {
            Block::Paragraph(paragraph) => {
                each(paragraph, place);
                for inline in &paragraph.content {
                    if let Inline::Drawing(drawing) = inline {
                        let mut texts = drawing.texts.iter();
                        texts.try_for_each(|frame| visit(&frame.blocks, Place::Cell, depth + 1, context, each))?;
                    }
                }
            }
            Block::List(list) => {
                let blocks = list.items.iter().map(|item| &item.blocks);
                blocks.into_iter().try_for_each(|blocks| visit(blocks, Place::Item, depth + 1, context, each))?;
            }
            Block::Quote(blocks) => visit(blocks, Place::Quote, depth + 1, context, each)?,
            other => {
                let inner = if matches!(other, Block::Group(_)) { place } else { Place::Cell };
                let mut children = other.children().into_iter();
                children.try_for_each(|blocks| visit(blocks, inner, depth + 1, context, each))?;
            }
        }
    }
    Ok(())
}
