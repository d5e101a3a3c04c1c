//! Serialised inlines: the text of paragraphs, whole, and in runs where its parts differ.

use super::super::measure::{edges_of, points, share};
use super::super::schema::{self, Control, DropCap, Field, Font, Run};
use super::super::{math, schema::Shape};
use super::blocks::DRAWING;
use super::{Images, Teller, size};
use transvase_model::flow::{self, FormulaSource, Inline, LinkTarget, Paragraph};

/// Where a word may be parted at the end of a line. It is nothing that programs look for in a text: words are told
/// whole.
pub(in crate::json) const SOFT_HYPHEN: char = '\u{AD}';
/// Parts of forms within one another beyond which they are text alone.
const MAX_CONTROLS: usize = 4;
/// Levels beyond which drawings have no words: those of drawings in drawings.
const DEEPEST_DRAWING: usize = 80;

/// What stands around a piece of text.
#[derive(Debug, Clone, PartialEq, Default)]
struct Around {
    link: Option<String>,
    comments: Vec<u32>,
    changes: Vec<u32>,
}

/// A run that is being made.
#[derive(Debug)]
struct Draft {
    run: Run,
    around: Around,
    /// How its text looks; line breaks look like what is beside them.
    font: Option<Font>,
    /// Whether it is text and nothing else.
    is_text: bool,
}

impl Draft {
    /// Whether it is nothing, and only says what stands around it.
    fn is_idle(&self) -> bool {
        !self.is_text && self.run == Run::default()
    }

    /// Whether all that stands around another stands around it.
    fn stands_in(&self, other: &Draft) -> bool {
        self.around.path().starts_with(&other.around.path())
    }
}

/// The runs of a paragraph that is being told.
#[derive(Debug, Default)]
struct Drafts {
    list: Vec<Draft>,
    /// How an empty run looks: it says how high an empty paragraph is.
    empty: Option<Font>,
}

impl Drafts {
    /// Adds text. Line breaks and tabs at its beginning look like what is before them.
    fn text(&mut self, text: &str, font: Option<Font>, around: &Around) {
        let text = &text.replace(SOFT_HYPHEN, "");
        let words = text.trim_start_matches(['\n', '\t']);
        let breaks = &text[..text.len() - words.len()];
        if text.is_empty() {
            self.empty = self.empty.take().or(font);
            return;
        }
        self.piece(breaks, None, around);
        self.piece(words, font, around);
    }

    /// Adds text to the run before, where that is of its kind, or as a run of its own.
    fn piece(&mut self, text: &str, font: Option<Font>, around: &Around) {
        if text.is_empty() {
            return;
        }
        let joins = |last: &&mut Draft| {
            let same = last.font.is_none() || font.is_none() || last.font == font;
            last.is_text && same && last.around == *around
        };
        if let Some(last) = self.list.last_mut().filter(joins) {
            last.run.text.push_str(text);
            last.font = last.font.take().or(font);
            return;
        }
        let run = Run { text: text.into(), ..Run::default() };
        self.list.push(Draft { run, around: around.clone(), font, is_text: true });
    }

    /// Adds what is more than text.
    fn other(&mut self, run: Run, font: Option<Font>, around: &Around) {
        self.list.push(Draft { run, around: around.clone(), font, is_text: false });
    }

    /// How much there is: more of it after each piece that is added.
    fn extent(&self) -> (usize, usize) {
        (self.list.len(), self.list.last().map_or(0, |last| last.run.text.len()))
    }

    /// Drops what stands around nothing where a neighbour stands in the same, and joins what is then side by side.
    fn settled(self) -> Drafts {
        let mut settled = Drafts { empty: self.empty, ..Drafts::default() };
        for draft in self.list {
            while settled.list.last().is_some_and(|last| last.is_idle() && draft.stands_in(last)) {
                settled.list.pop();
            }
            if draft.is_text {
                settled.text(&draft.run.text, draft.font, &draft.around);
            } else if !(draft.is_idle() && settled.list.last().is_some_and(|last| last.stands_in(&draft))) {
                settled.list.push(draft);
            }
        }
        settled
    }

    /// Takes off the anchors that everything else stands behind.
    fn take_anchors(&mut self) -> Vec<String> {
        let is_anchor = |draft: &&Draft| draft.run.role.anchor.is_some() && draft.around == Around::default();
        let count = self.list.iter().take_while(is_anchor).count();
        self.list.drain(..count).filter_map(|draft| draft.run.role.anchor).collect()
    }

    /// What all text has in common.
    fn shared(&self) -> Font {
        let fonts = self.list.iter().filter_map(|draft| draft.font.as_ref());
        let shared = fonts.cloned().reduce(|shared, font| shared.shared(&font));
        shared.or_else(|| self.empty.clone().filter(|_| self.list.is_empty())).unwrap_or_default()
    }

    /// Whether it is one piece of text and nothing beside.
    fn is_plain(&self) -> bool {
        match self.list.as_slice() {
            [] => true,
            [only] => only.is_text && only.around == Around::default(),
            _ => false,
        }
    }

    /// The runs, without what `shared` says of them.
    fn finish(self, shared: &Font) -> Vec<Run> {
        let finished = |draft: Draft| {
            let Draft { mut run, around, font, .. } = draft;
            run.font = font.unwrap_or_else(|| shared.clone()).beyond(shared);
            (run.role.link, run.role.comments, run.role.changes) = (around.link, around.comments, around.changes);
            run
        };
        self.list.into_iter().map(finished).collect()
    }
}

impl Teller<'_> {
    /// A paragraph, its level and label aside. `depth` is that of its block.
    pub(super) fn paragraph(&self, paragraph: &Paragraph, depth: usize) -> schema::Paragraph {
        let mut drafts = Drafts::default();
        self.gather(&paragraph.content, &Around::default(), (depth, 0), &mut drafts);
        let mut drafts = drafts.settled();
        let anchors = drafts.take_anchors();
        let font = drafts.shared();
        let is_plain = drafts.is_plain();
        let runs = drafts.finish(&font);
        let initial = paragraph.drop_cap.as_ref().map(|cap| DropCap {
            text: cap.run.text.clone(),
            lines: cap.lines,
            font: (&cap.run.style).into(),
        });
        let mut text = initial.as_ref().map(|initial| initial.text.clone()).unwrap_or_default();
        text += &schema::text_of_runs(&runs, &|change| self.deletes(change));
        schema::Paragraph {
            text,
            runs: if is_plain { Vec::new() } else { runs },
            font,
            drop_cap: initial,
            anchors,
            align: paragraph.style.align.map(Into::into),
            right_to_left: paragraph.style.right_to_left,
            style: paragraph.style.name.as_deref().map(str::to_owned),
            layout: (&paragraph.style).into(),
            places: self.places(paragraph.place),
            ..schema::Paragraph::default()
        }
    }

    fn deletes(&self, change: u32) -> bool {
        let change = self.flow.changes.get(change as usize);
        change.is_some_and(|change| change.kind == flow::ChangeKind::Deleted)
    }

    /// Adds the runs of some inlines. `at` is the level of the paragraph and the number of controls around.
    fn gather(&self, content: &[Inline], around: &Around, at: (usize, usize), drafts: &mut Drafts) {
        for inline in content {
            match inline {
                Inline::Text(run) => drafts.text(&run.text, Some((&run.style).into()), around),
                Inline::LineBreak => drafts.text("\n", None, around),
                Inline::Tab => drafts.text("\t", None, around),
                Inline::Control { control, content } if at.1 < MAX_CONTROLS => {
                    let mut inside = Drafts::default();
                    self.gather(content, &Around::default(), (at.0, at.1 + 1), &mut inside);
                    let runs = inside.settled().finish(&Font::default());
                    drafts.other(
                        run(|role| (role.control, role.runs) = (Some(Box::new(told(control))), runs)),
                        None,
                        around,
                    );
                }
                Inline::Link { content, .. }
                | Inline::Comment { content, .. }
                | Inline::Change { content, .. }
                | Inline::Control { content, .. } => {
                    let (around, before) = (around.within(inline), drafts.extent());
                    self.gather(content, &around, at, drafts);
                    if drafts.extent() == before && around != Around::default() {
                        drafts.other(Run::default(), None, &around);
                    }
                }
                other => {
                    let (run, font) = self.single(other, at.0);
                    drafts.other(run, font, around);
                }
            }
        }
    }

    /// An inline that has none inside.
    fn single(&self, inline: &Inline, depth: usize) -> (Run, Option<Font>) {
        match inline {
            Inline::Image(image) => (run(|role| role.image = Some(Box::new(picture(image)))), None),
            Inline::Anchor(anchor) => (run(|role| role.anchor = Some(anchor.to_string())), None),
            Inline::Note(note) => (run(|role| role.note = Some(*note as u32)), None),
            Inline::Index(entry) => (run(|role| role.index.clone_from(&entry.terms)), None),
            Inline::Drawing(drawing) => (run(|role| role.drawing = Some(Box::new(self.drawing(drawing, depth)))), None),
            Inline::Field(field) => {
                let told = run(|role| role.field = Some(computed(&field.kind)));
                (Run { text: field.run.text.clone(), ..told }, Some((&field.run.style).into()))
            }
            Inline::Formula(formula) => {
                let told = run(|role| role.formula = Some(Box::new(expression(formula))));
                (Run { text: formula.run.text.clone(), ..told }, Some((&formula.run.style).into()))
            }
            _ => (Run::default(), None),
        }
    }

    fn drawing(&self, drawing: &flow::Drawing, depth: usize) -> schema::Drawing {
        let (width, height) = size(drawing.size);
        let image = |image: &flow::DrawnImage| schema::DrawnImage {
            media: image.media.index() as u32,
            bounds: edges_of(&image.rect),
            over: image.over as u32,
        };
        let texts = drawing.texts.iter().filter(|_| depth < DEEPEST_DRAWING);
        let has_shapes = self.images != Images::None;
        if !has_shapes && !drawing.shapes.is_empty() {
            self.drawings.set(self.drawings.get() + 1);
        }
        schema::Drawing {
            width,
            height,
            alt: drawing.alt.clone(),
            images: drawing.images.iter().map(image).collect(),
            shapes: drawing.shapes.iter().filter(|_| has_shapes).map(Shape::from).collect(),
            texts: texts.map(|frame| self.frame(frame, depth + DRAWING)).collect(),
            placement: drawing.placement.as_ref().map(Into::into),
        }
    }
}

impl Around {
    /// What stands around, from the outside.
    fn path(&self) -> Vec<(u8, &str, u32)> {
        let comments = self.comments.iter().map(|comment| (0, "", *comment));
        let changes = self.changes.iter().map(|change| (1, "", *change));
        comments.chain(changes).chain(self.link.iter().map(|link| (2, link.as_str(), 0))).collect()
    }

    /// What stands around the content of an inline.
    fn within(&self, inline: &Inline) -> Around {
        let mut around = self.clone();
        match inline {
            Inline::Link { target: LinkTarget::External(uri), .. } => around.link = Some(uri.clone()),
            Inline::Link { target: LinkTarget::Internal(anchor), .. } => around.link = Some(format!("#{anchor}")),
            Inline::Comment { comment, .. } => around.comments.push(*comment as u32),
            Inline::Change { change, .. } => around.changes.push(*change as u32),
            _ => {}
        }
        around
    }
}

/// A run with a role.
fn run(set: impl FnOnce(&mut schema::RunRole)) -> Run {
    let mut run = Run::default();
    set(&mut run.role);
    run
}

fn picture(image: &flow::InlineImage) -> schema::Image {
    schema::Image {
        media: image.media.index() as u32,
        alt: image.alt.clone(),
        width: image.width.map(points),
        height: image.height.map(points),
        crop: schema::Edges::new(image.crop, share),
        rotation: points(image.rotation),
        placement: image.placement.as_ref().map(Into::into),
    }
}

fn computed(kind: &flow::FieldKind) -> Field {
    match kind {
        flow::FieldKind::PageNumber(format) => Field::PageNumber { format: format.map(Into::into) },
        flow::FieldKind::PageCount => Field::PageCount,
        flow::FieldKind::SectionPages => Field::SectionPages,
        flow::FieldKind::Styled(style) => Field::Styled { style: style.to_string() },
        flow::FieldKind::PageOf(anchor) => Field::PageOf { anchor: anchor.to_string() },
    }
}

fn expression(formula: &flow::Formula) -> schema::Formula {
    let (tex, mathml) = match formula.source.clone() {
        Some(FormulaSource::Tex(tex)) => (Some(tex), None),
        Some(FormulaSource::MathMl(source)) => (None, Some(source)),
        None => (None, None),
    };
    schema::Formula { display: formula.display, tex, mathml, math: math::written(&formula.row) }
}

fn told(control: &flow::Control) -> Control {
    let names = schema::Names { name: control.name.clone(), title: control.title.clone() };
    match control.kind.clone() {
        flow::ControlKind::Text(lines) => Control::Text { names, lines },
        flow::ControlKind::Checkbox(checked) => Control::Checkbox { names, checked },
        flow::ControlKind::Choice(choices, open) => Control::Choice { names, choices, open },
        flow::ControlKind::Date => Control::Date { names },
    }
}
