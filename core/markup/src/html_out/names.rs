//! Element ids: one walk gives each heading and each link target its id, so that links and what they lead to agree.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::MAX_DEPTH;
use crate::prose::{Numbers, Slugs, is_written, title_line};
use transvase_model::flow::{Anchor, Block, FieldKind, Flow, Inline, LinkTarget, Paragraph, Role, leaves};

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Its level in the source, from 1; 0 is the title.
    pub level: u8,
    /// Its words, with its label.
    pub title: String,
    /// Number of the chapter it stands in, from 0.
    pub chapter: usize,
    /// Its id there.
    pub id: String,
}

/// Names of places in a text of chapters.
#[derive(Debug, Default)]
pub struct Names {
    /// The headings, in the order of the text.
    pub headings: Vec<Heading>,
    places: BTreeMap<Anchor, (usize, String)>,
}

impl Names {
    /// Of chapters; ids are short numbers where they need not speak.
    pub fn of(flow: &Flow, chapters: &[Vec<&Block>], speaking: bool) -> Names {
        let mut walk = Walk {
            flow,
            wanted: wanted(flow),
            slugs: reserved(flow),
            speaking,
            count: 0,
            numbers: Numbers::default(),
            names: Names::default(),
            waiting: Vec::new(),
            notes: VecDeque::new(),
            noted: BTreeSet::new(),
        };
        for (chapter, blocks) in chapters.iter().enumerate() {
            walk.chapter(chapter, blocks, chapter + 1 == chapters.len());
        }
        walk.names
    }

    /// The chapter and id of a place.
    pub fn place(&self, anchor: &Anchor) -> Option<(usize, &str)> {
        self.places.get(anchor).map(|(chapter, id)| (*chapter, id.as_str()))
    }
}

/// The places that links, fields and the outline lead to.
fn wanted(flow: &Flow) -> BTreeSet<Anchor> {
    let mut wanted: BTreeSet<Anchor> = flow.outline.iter().map(|item| item.target.clone()).collect();
    let sections = flow.sections.iter().flat_map(|section| &section.blocks);
    let notes = flow.notes.iter().flat_map(|note| &note.blocks);
    for block in leaves(sections.chain(notes)) {
        if let Block::Paragraph(paragraph) = block {
            links(&paragraph.content, 0, &mut wanted);
        }
    }
    wanted
}

fn links(content: &[Inline], depth: usize, wanted: &mut BTreeSet<Anchor>) {
    for inline in content {
        match inline {
            Inline::Link { target: LinkTarget::Internal(anchor), .. } => drop(wanted.insert(anchor.clone())),
            Inline::Field(field) => {
                if let FieldKind::PageOf(anchor) = &field.kind {
                    wanted.insert(anchor.clone());
                }
            }
            Inline::Drawing(drawing) => {
                for block in leaves(drawing.texts.iter().flat_map(|frame| &frame.blocks)) {
                    if let Block::Paragraph(paragraph) = block
                        && depth < MAX_DEPTH
                    {
                        links(&paragraph.content, depth + 1, wanted);
                    }
                }
            }
            _ => {}
        }
        if let Some(inside) = inline.children().filter(|_| depth < MAX_DEPTH) {
            links(inside, depth + 1, wanted);
        }
    }
}

/// Names that pages and notes have.
fn reserved(flow: &Flow) -> Slugs {
    let mut slugs = Slugs::default();
    for page in &flow.pages {
        slugs.name(&page_id(page.number));
    }
    for number in 1..=flow.notes.len() {
        slugs.name(&note_id(number));
        slugs.name(&mark_id(number));
    }
    slugs
}

struct Walk<'a> {
    flow: &'a Flow,
    wanted: BTreeSet<Anchor>,
    slugs: Slugs,
    speaking: bool,
    /// How many ids there are that do not speak.
    count: usize,
    numbers: Numbers,
    names: Names,
    /// Places that stand before the next paragraph with text.
    waiting: Vec<Anchor>,
    notes: VecDeque<usize>,
    noted: BTreeSet<usize>,
}

impl<'a> Walk<'a> {
    fn chapter(&mut self, chapter: usize, blocks: &[&'a Block], last: bool) {
        for block in leaves(blocks.iter().copied()) {
            self.leaf(block, chapter);
        }
        if last {
            let rest = (0..self.flow.notes.len()).filter(|note| !self.noted.contains(note));
            self.notes.extend(rest.collect::<Vec<_>>());
        }
        while let Some(note) = self.notes.pop_front() {
            let blocks = self.flow.notes.get(note).map(|note| note.blocks.as_slice()).unwrap_or_default();
            for block in leaves(blocks) {
                self.leaf(block, chapter);
            }
        }
        // What stands behind all text leads to the last place before it.
        let end = self.names.headings.last().filter(|heading| heading.chapter == chapter);
        let end = end.map(|heading| heading.id.clone()).unwrap_or_default();
        for anchor in std::mem::take(&mut self.waiting) {
            self.names.places.entry(anchor).or_insert_with(|| (chapter, end.clone()));
        }
    }

    fn leaf(&mut self, block: &'a Block, chapter: usize) {
        let Block::Paragraph(paragraph) = block else { return };
        let (mut leading, mut inner) = (std::mem::take(&mut self.waiting), Vec::new());
        let mut seen = paragraph.drop_cap.is_some();
        self.anchors(&paragraph.content, 0, &mut seen, (&mut leading, &mut inner));
        if !is_written(paragraph) {
            self.waiting = leading;
            self.waiting.append(&mut inner);
            return;
        }
        let id = match level(paragraph) {
            Some(level) => Some(self.heading(paragraph, level, chapter)),
            None => leading.first().map(|anchor| self.id(anchor)),
        };
        if let Some(id) = id {
            for anchor in leading {
                self.names.places.entry(anchor).or_insert_with(|| (chapter, id.clone()));
            }
        }
        for anchor in inner {
            let id = self.id(&anchor);
            self.names.places.entry(anchor).or_insert((chapter, id));
        }
    }

    fn heading(&mut self, paragraph: &Paragraph, level: u8, chapter: usize) -> String {
        let text = title_line(paragraph);
        let title = match self.numbers.label(paragraph) {
            Some(label) => format!("{label} {text}"),
            None => text,
        };
        let id = self.id(&title);
        self.names.headings.push(Heading { level, title, chapter, id: id.clone() });
        id
    }

    fn id(&mut self, text: &str) -> String {
        if self.speaking {
            return self.slugs.name(text);
        }
        self.count += 1;
        format!("s{}", self.count)
    }

    /// The places in a paragraph that links lead to, before its text and in it, and the notes it has.
    fn anchors(
        &mut self,
        content: &[Inline],
        depth: usize,
        seen: &mut bool,
        (leading, inner): (&mut Vec<Anchor>, &mut Vec<Anchor>),
    ) {
        for inline in content {
            match inline {
                Inline::Anchor(anchor) if self.wanted.contains(anchor) => {
                    (if *seen { &mut *inner } else { &mut *leading }).push(anchor.clone());
                }
                Inline::Anchor(_) | Inline::Index(_) => {}
                Inline::Note(note) => {
                    *seen = true;
                    if self.noted.insert(*note) {
                        self.notes.push_back(*note);
                    }
                }
                other => match other.children().filter(|_| depth < MAX_DEPTH) {
                    Some(inside) => self.anchors(inside, depth + 1, seen, (&mut *leading, &mut *inner)),
                    None => *seen |= other.run().is_none_or(|run| !run.text.trim().is_empty()),
                },
            }
        }
    }
}

/// The level of a heading; 0 of the title.
pub(super) fn level(paragraph: &Paragraph) -> Option<u8> {
    match paragraph.role {
        Role::Title => Some(0),
        Role::Heading(level) => Some(level.max(1)),
        _ => None,
    }
}

/// The id of a page's beginning.
pub fn page_id(page: u32) -> String {
    format!("page-{page}")
}

/// The id of a note, counted from 1.
pub(super) fn note_id(note: usize) -> String {
    format!("note-{note}")
}

/// The id of the mark of a note.
pub(super) fn mark_id(note: usize) -> String {
    format!("noteref-{note}")
}
