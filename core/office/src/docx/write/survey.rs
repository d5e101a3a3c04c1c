//! Style inference, a first walk over the document: what its paragraphs mostly look like becomes the styles, so that
//! they carry the look and paragraphs only what differs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::MAX_DEPTH;
use super::bucket::{Bucket, NORMAL, Name, Place};
use super::lettering::Letterings;
use super::look::{Base, ParagraphLook, half_points, indent, near};
use super::named::Names;
use super::numbering::Level;
use super::outline::Labels;
use super::style_names::{CODE, CODE_NAME, HYPERLINK};
use super::tally::{StyleLook, Tally};
use super::template::Template;
use super::text_look::{dominant, for_each_run, resolve};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::votes::Votes;
use transvase_model::flow::{
    Anchor, Block, Color, FieldKind, FirstNotes, Flow, Inline, LinkTarget, List, Marker, NoteKind, Paragraph, Script,
};
use transvase_model::text::language_tags::is_language_tag;

/// What the first walk found.
#[derive(Debug)]
pub(super) struct Survey {
    pub base: Base,
    /// The look of the style all others are based on.
    pub plain: StyleLook,
    /// The look of the style of every bucket that is used or offered.
    pub looks: BTreeMap<Bucket, StyleLook>,
    /// Colour and underline of most links.
    pub link: (Option<Color>, bool),
    /// Families the text names.
    pub families: BTreeSet<Arc<str>>,
    /// The levels of the list that numbers the headings, where they are numbered.
    pub outline: Option<Vec<Level>>,
    /// The kinds of notes there are.
    pub notes: Vec<NoteKind>,
    /// The numbers that they begin with.
    pub first_notes: FirstNotes,
    /// Whether there are pieces of programs in the text.
    pub has_code: bool,
    /// Whether there are remarks.
    pub has_comments: bool,
    /// Whether contents paragraphs are a table of contents: the headings they name are there.
    pub take_contents: bool,
    /// Anchors that links lead to and that exist, in the order of the text.
    pub anchors: Vec<Anchor>,
    /// The buckets that have text.
    pub used: BTreeSet<Bucket>,
    /// The styles that keep the names of the source.
    pub names: Names,
    /// The styles of letters that keep the names of the source.
    pub letterings: Letterings,
    /// The file whose styles are used, where there is one.
    pub template: Option<Template>,
}

impl Survey {
    /// Walks over the document twice: for the running text, then for everything else. Styles of the source keep their
    /// names where no template says what styles there are.
    pub(super) fn of(flow: &Flow, is_templated: bool, context: &Context) -> Result<Survey> {
        let (mut names, mut letterings) = (Names::default(), Letterings::default());
        let base = base(flow, context)?;
        let mut tallies: BTreeMap<Bucket, Tally> = BTreeMap::new();
        let (mut links, mut labels, mut counts) = (Links::default(), Labels::default(), [0_usize; 2]);
        visit_flow(flow, context, &mut |paragraph, place| {
            let named = if is_templated { None } else { names.take(paragraph, place) };
            let bucket = named.unwrap_or_else(|| Bucket::of(paragraph.role, place));
            tallies.entry(bucket).or_default().count(paragraph, bucket, place, &base);
            links.gather(&paragraph.content, &base, false, 0);
            if !is_templated {
                letters(paragraph, bucket, &base, &mut letterings);
            }
            match bucket {
                Bucket::Heading(level) => {
                    labels.count(level, paragraph);
                    counts[0] += 1;
                }
                Bucket::Contents(_) => counts[1] += 1,
                _ => {}
            }
        })?;
        let used = tallies.keys().copied().collect();
        let has_code = tallies.values().flat_map(|tally| tally.texts.values()).any(|look| look.code);
        let families = tallies
            .values()
            .flat_map(|tally| tally.texts.values())
            .flat_map(|look| [Some(look.family.clone()), look.east_asian.clone()])
            .flatten()
            .collect();
        let body = tallies.remove(&Bucket::Body).unwrap_or_default();
        let first_line = body.first_line();
        let mut body = body.winner(Bucket::Body, &base, None);
        for bucket in Bucket::OFFERED {
            tallies.entry(bucket).or_default();
        }
        let mut looks: BTreeMap<_, _> =
            tallies.into_iter().map(|(bucket, tally)| (bucket, tally.winner(bucket, &base, Some(&body)))).collect();
        let plain = StyleLook {
            // A picture in a line of one height would be cut off: only text has such lines.
            paragraph: ParagraphLook { line: body.paragraph.line.growing(), ..ParagraphLook::default() },
            text: base.text(),
        };
        if let Some(first) = first_line {
            body.paragraph.first = 0;
            let paragraph = ParagraphLook { first, ..body.paragraph.clone() };
            looks.insert(Bucket::FirstLine, StyleLook { paragraph, text: body.text.clone() });
        }
        looks.insert(Bucket::Body, body);
        let is_used = |kind: &NoteKind| flow.notes.iter().any(|note| note.kind == *kind);
        letterings.settle(&mut names);
        Ok(Survey {
            base,
            plain,
            looks,
            link: links.look(),
            families,
            outline: labels.levels(),
            notes: [NoteKind::Foot, NoteKind::End].into_iter().filter(is_used).collect(),
            first_notes: flow.first_notes,
            has_code,
            has_comments: !flow.comments.is_empty(),
            take_contents: 2 * counts[0] >= counts[1],
            anchors: links.anchors(),
            used,
            names,
            letterings,
            template: None,
        })
    }

    /// The survey of a document that gets the look of a template: lists number headings where its styles do not.
    pub(super) fn with(mut self, template: Option<Template>) -> Survey {
        if template.is_some() {
            self.outline = None;
        }
        self.template = template;
        self
    }

    /// Id of a bucket's style; `None` where it is the one all others are based on.
    pub(super) fn style(&self, bucket: Bucket) -> Option<&str> {
        if let Some(template) = &self.template {
            // Running text is what the template has it to be.
            let is_plain = matches!(bucket, Bucket::Body | Bucket::FirstLine | Bucket::Cell | Bucket::Head);
            let name = bucket.name();
            let found = template.styles.find("paragraph", name.name).filter(|_| bucket != Bucket::Body);
            return found.or((!is_plain).then_some(name.id));
        }
        let differs =
            bucket != Bucket::Body || self.looks.contains_key(&Bucket::FirstLine) || self.look(bucket) != &self.plain;
        differs.then(|| self.name(bucket).id)
    }

    /// What the style of a bucket is called.
    pub(super) fn name(&self, bucket: Bucket) -> Name<'_> {
        match bucket {
            Bucket::Named(number) => self.names.get(number).map_or_else(
                || bucket.name(),
                |named| Name { id: &named.id, name: &named.name, priority: "40", gallery: true },
            ),
            _ => bucket.name(),
        }
    }

    /// Id of the style of a paragraph: the one of a template that has the name of its own, else that of its bucket.
    pub(super) fn style_of(&self, paragraph: &Paragraph, bucket: Bucket) -> Option<&str> {
        let named = self.template.as_ref().zip(paragraph.style.name.as_deref());
        let named = named.and_then(|(template, name)| template.styles.find("paragraph", name));
        named.filter(|id| *id != self.normal()).or_else(|| self.style(bucket))
    }

    /// Id of the style all others are based on.
    pub(super) fn normal(&self) -> &str {
        self.template.as_ref().map_or(NORMAL, |template| template.styles.normal.as_str())
    }

    /// Id of a style that is ours by its id, of a type and a name: that of the template where it has one of the name.
    pub(super) fn named(&self, id: &'static str, kind: &str, name: &str) -> &str {
        let known = self.template.as_ref().and_then(|template| template.styles.find(kind, name));
        known.unwrap_or(id)
    }

    /// Id of the style of links.
    pub(super) fn hyperlink(&self) -> &str {
        self.named(HYPERLINK, "character", "Hyperlink")
    }

    /// Id of the style of pieces of programs.
    pub(super) fn code(&self) -> &str {
        self.named(CODE, "character", CODE_NAME)
    }

    /// Whether a style of the template numbers its paragraphs or gives them bullets.
    pub(super) fn numbers_itself(&self, bucket: Bucket) -> bool {
        let id = self.style(bucket);
        self.template.as_ref().zip(id).is_some_and(|(template, id)| template.styles.is_numbered(id))
    }

    /// The bucket of a paragraph at a place, by its role and first line.
    pub(super) fn bucket(&self, paragraph: &Paragraph, place: Place) -> Bucket {
        if let Some(named) = self.names.bucket(paragraph, place).filter(|bucket| self.looks.contains_key(bucket)) {
            return named;
        }
        let bucket = Bucket::of(paragraph.role, place);
        let first = self.looks.get(&Bucket::FirstLine).map(|look| look.paragraph.first);
        let is_indented = first.is_some_and(|first| near(first, indent(paragraph.style.indent_first)));
        if bucket == Bucket::Body && is_indented { Bucket::FirstLine } else { bucket }
    }

    /// The look of a bucket's style.
    pub(super) fn look(&self, bucket: Bucket) -> &StyleLook {
        // The first walk has met every bucket the second one meets.
        self.looks.get(&bucket).unwrap_or(&self.looks[&Bucket::Body])
    }
}

/// Family, size and language of the running text.
fn base(flow: &Flow, context: &Context) -> Result<Base> {
    let (mut votes, mut east_asian) = (Votes::default(), Votes::default());
    visit_flow(flow, context, &mut |paragraph, place| {
        // Text outside the running text counts where there is no other.
        let share = if Bucket::of(paragraph.role, place) == Bucket::Body { 1_000 } else { 1 };
        for_each_run(&paragraph.content, 0, &mut |run| {
            if run.style.script == Script::Normal && !run.style.monospace {
                let look = (run.style.family.clone(), run.style.size.map(half_points));
                votes.add(look, share * run.text.len() as u64);
                if let Some(family) = &run.style.east_asian {
                    east_asian.add(family.clone(), share * run.text.len() as u64);
                }
            }
        });
    })?;
    let mut base = Base::default();
    let (family, size) = votes.winner().unwrap_or_default();
    base.family = family.unwrap_or(base.family);
    base.size = size.unwrap_or(base.size);
    base.east_asian = east_asian.winner();
    if let Some(language) = flow.metadata.language.as_deref().filter(|tag| is_language_tag(tag)) {
        base.language = language.into();
    }
    Ok(base)
}

/// Counts the letters of a paragraph that have a style of their own.
fn letters(paragraph: &Paragraph, bucket: Bucket, base: &Base, letterings: &mut Letterings) {
    let around = dominant(paragraph, bucket, base).unwrap_or_else(|| base.text());
    for_each_run(&paragraph.content, 0, &mut |run| {
        if run.style.name.is_some() {
            letterings.count(run, &resolve(run, bucket, base).within(around.size), &around);
        }
    });
}

/// What links look like and where they lead.
#[derive(Debug, Default)]
struct Links {
    looks: Votes<(Option<Color>, bool)>,
    targets: BTreeSet<Anchor>,
    places: Vec<Anchor>,
}

impl Links {
    fn gather(&mut self, content: &[Inline], base: &Base, in_link: bool, depth: usize) {
        for inline in content {
            match inline {
                Inline::Link { target: LinkTarget::Internal(anchor), .. } => drop(self.targets.insert(anchor.clone())),
                Inline::Anchor(anchor) => self.places.push(anchor.clone()),
                Inline::Field(field) => {
                    if let FieldKind::PageOf(anchor) = &field.kind {
                        self.targets.insert(anchor.clone());
                    }
                }
                _ => {}
            }
            if let Some(run) = inline.run().filter(|_| in_link) {
                let look = base.resolve(&run.style, base.size);
                self.looks.add((look.color, look.underline), run.text.len() as u64);
            }
            if let Some(content) = inline.children().filter(|_| depth < MAX_DEPTH) {
                let in_link = in_link || matches!(inline, Inline::Link { .. });
                self.gather(content, base, in_link, depth + 1);
            }
        }
    }

    /// Blue and underlined where the document has no link to go by.
    fn look(&mut self) -> (Option<Color>, bool) {
        let blue = Color { r: 0x05, g: 0x63, b: 0xC1 };
        std::mem::take(&mut self.looks).winner().unwrap_or((Some(blue), true))
    }

    fn anchors(self) -> Vec<Anchor> {
        let mut seen = BTreeSet::new();
        let wanted = |anchor: &Anchor| self.targets.contains(anchor) && seen.insert(anchor.clone());
        self.places.into_iter().filter(wanted).collect()
    }
}

type Visit<'a> = &'a mut dyn FnMut(&Paragraph, Place);

/// Where blocks stand: the place, the depth of nesting, and how many lists are around them.
#[derive(Clone, Copy)]
struct Scope {
    place: Place,
    depth: usize,
    lists: usize,
}

impl Scope {
    fn of(place: Place) -> Scope {
        Scope { place, depth: 0, lists: 0 }
    }

    fn inner(self, place: Place) -> Scope {
        Scope { place, depth: self.depth + 1, ..self }
    }
}

fn visit_flow(flow: &Flow, context: &Context, each: Visit<'_>) -> Result<()> {
    for section in &flow.sections {
        visit(&section.blocks, Scope::of(Place::Body), context, each)?;
        for (running, place) in [(&section.header, Place::Header), (&section.footer, Place::Footer)] {
            let variants =
                running.iter().flat_map(|text| [Some(&text.default), text.first.as_ref(), text.even.as_ref()]);
            variants.flatten().try_for_each(|blocks| visit(blocks, Scope::of(place), context, each))?;
        }
    }
    flow.notes.iter().try_for_each(|note| visit(&note.blocks, Scope::of(Place::Note(note.kind)), context, each))?;
    flow.comments.iter().try_for_each(|comment| visit(&comment.blocks, Scope::of(Place::Comment), context, each))
}

fn visit(blocks: &[Block], scope: Scope, context: &Context, each: Visit<'_>) -> Result<()> {
    if scope.depth > MAX_DEPTH {
        return Ok(());
    }
    for block in blocks {
        context.tick(1)?;
        match block {
            Block::Paragraph(paragraph) => {
                each(paragraph, scope.place);
                let drawings = paragraph.content.iter().filter_map(|inline| match inline {
                    Inline::Drawing(drawing) => Some(drawing),
                    _ => None,
                });
                for frame in drawings.flat_map(|drawing| &drawing.texts) {
                    visit(&frame.blocks, Scope { lists: 0, ..scope.inner(Place::Cell) }, context, each)?;
                }
            }
            Block::Quote(blocks) => visit(blocks, scope.inner(Place::Quote), context, each)?,
            Block::Group(group) => visit(&group.blocks, scope.inner(scope.place), context, each)?,
            Block::Frame(frame) => visit(&frame.blocks, Scope { lists: 0, ..scope.inner(Place::Cell) }, context, each)?,
            Block::List(list) => visit_list(list, scope, context, each)?,
            Block::Table(table) => {
                for (row, cell) in table.rows.iter().flat_map(|row| row.cells.iter().map(move |cell| (row, cell))) {
                    let place = Place::of_cell(row, cell);
                    visit(&cell.blocks, Scope { lists: 0, ..scope.inner(place) }, context, each)?;
                }
            }
            Block::Rule | Block::PageBreak | Block::ColumnBreak => {}
        }
    }
    Ok(())
}

/// The items of a list: the first paragraph of each stands beside the marker.
fn visit_list(list: &List, scope: Scope, context: &Context, each: Visit<'_>) -> Result<()> {
    let lists = scope.lists + usize::from(list.marker != Marker::None);
    let inside = Scope { lists, ..scope.inner(Place::Item) };
    for item in &list.items {
        context.tick(1)?;
        let (marked, rest) =
            item.blocks.split_at(usize::from(matches!(item.blocks.first(), Some(Block::Paragraph(_)))));
        visit(marked, Scope { place: Place::marked(list, scope.lists), ..inside }, context, each)?;
        visit(rest, inside, context, each)?;
    }
    Ok(())
}
