//! Group ends, and what they do.

use std::rc::Rc;

use super::groups::{Kind, Pages, StyleKind, Target, What};
use super::picture::OpenPicture;
use super::shape::{Done, OpenShape};
use super::story::Atom;
use super::{Reader, State, field, info};
use transvase_base::error::Result;
use transvase_model::flow::{Block, Field, FieldKind, Formula, Frame, IndexEntry, Inline, Origin, Run};

use crate::eq_field;

use super::field::Meaning;
use super::form::Form;

impl Reader<'_> {
    /// What a buffer held is of use.
    pub(super) fn end_buffer(&mut self, what: What, text: String, inner: &State) {
        match what {
            What::Info(word) => info::take(&mut self.flow.metadata, word, &text),
            What::Instruction => {
                if let Some(field) = self.fields.last_mut() {
                    field.instruction.push_str(&text);
                    field.instruction.truncate(text_end(&field.instruction, field::MAX_INSTRUCTION));
                    field.meaning = field::meaning(&field.instruction);
                }
            }
            What::LevelText => self.lists.text(&text, self.state.target == Target::Overrides),
            What::MarkText => self.mark_text = text,
            What::PlaceBegin => self.place(&text),
            What::Index => {
                let terms = field::terms(text.trim());
                self.index(terms);
            }
            What::PropertyName => {
                if let Some(shape) = self.shapes.last_mut() {
                    shape.name = text;
                } else if let Some(picture) = self.pictures.last_mut() {
                    // The value comes next; names and values of other things leave what is there.
                    let is_words = text.trim() == "wzDescription";
                    picture.alt =
                        if is_words { Some(String::new()) } else { picture.alt.take().filter(|alt| !alt.is_empty()) };
                }
            }
            What::PropertyValue => self.property(&text),
            What::CommentBegin | What::CommentEnd | What::CommentAuthor | What::CommentDate | What::CommentPlace => {
                self.comment_part(what, text.trim());
            }
            What::Form(word) => {
                if let Some(field) = self.fields.last_mut() {
                    field.form.get_or_insert_default().text(word, &text);
                }
            }
            What::MarkBefore => self.old_mark.before = text,
            What::MarkAfter => self.old_mark.after = text,
            What::PlaceEnd => {}
        }
        let _ = inner;
    }

    fn property(&mut self, value: &str) {
        // The words of a picture stand in it; those of a shape in the shape around.
        if let Some(picture) = self.pictures.last_mut() {
            if picture.alt.as_deref() == Some("") {
                picture.alt = Some(value.trim().to_owned()).filter(|alt| !alt.is_empty());
            }
        } else if let Some(shape) = self.shapes.last_mut() {
            shape.value(value);
        }
    }

    /// A place that links lead to.
    fn place(&mut self, name: &str) {
        let name = name.trim();
        if !name.is_empty() && self.state.target == Target::Text {
            self.push(Inline::Anchor(name.into()));
        }
    }

    fn index(&mut self, terms: Vec<String>) {
        if !terms.is_empty() && self.state.target == Target::Text {
            self.push(Inline::Index(IndexEntry { terms }));
        }
    }

    /// Where a story of a kind goes.
    pub(super) fn end_kind(&mut self, kind: Kind, blocks: Vec<Block>) {
        match kind {
            Kind::Note => self.end_note(blocks),
            Kind::Comment => self.end_comment(blocks),
            Kind::Header(pages) => *edge(&mut self.running.header, pages) = Some(blocks),
            Kind::Footer(pages) => *edge(&mut self.running.footer, pages) = Some(blocks),
            Kind::Shape => {
                if let Some(shape) = self.shapes.last_mut() {
                    shape.blocks.extend(blocks);
                }
            }
        }
    }

    /// A style has its name and what its words said.
    pub(super) fn end_style(&mut self, kind: StyleKind, inner: &State) {
        let text = self.buffers.pop().unwrap_or_default();
        let name = text.split(';').next().unwrap_or_default().trim();
        match kind {
            StyleKind::Paragraph => self.styles.add(inner.lines.style, name, inner.lines.outline),
            StyleKind::Letters(number) => self.styles.add_letters(number, name),
            StyleKind::Other => {}
        }
    }

    /// The result of a field begins.
    pub(super) fn begin_result(&mut self) {
        let start = self.story().atoms.len();
        self.story().sealed = start;
        let Some(field) = self.fields.last_mut() else { return };
        field.start = Some(start);
        if let Meaning::Link(target) = &field.meaning {
            self.state.link = Some(Rc::clone(target));
        }
        if matches!(self.state.target, Target::Buffer | Target::Skip) {
            return;
        }
        self.state.target = Target::Text;
    }

    /// A field ends: what is computed again takes the place of what it showed.
    pub(super) fn end_field(&mut self) {
        let Some(field) = self.fields.pop() else { return };
        if self.state.target != Target::Text {
            return;
        }
        let end = self.story().atoms.len();
        let start = field.start.filter(|start| *start <= end);
        match field.meaning {
            Meaning::Text | Meaning::Link(_) => {}
            Meaning::Field(kind) => self.computed(kind, start),
            Meaning::Symbol(c) => {
                if start.is_none_or(|start| start == end) {
                    let run = Run { text: c.to_string(), style: self.text_style() };
                    self.push(Inline::Text(run));
                }
            }
            Meaning::Equation => {
                let style = self.text_style();
                let is_shown = start.is_some_and(|start| start < end);
                let shown = if is_shown { Vec::new() } else { eq_field::shown(&field.instruction, &style) };
                shown.into_iter().for_each(|inline| self.push(inline));
            }
            Meaning::Index(terms) => self.index(terms),
            Meaning::Form => self.form(field.form.unwrap_or_else(|| Form::named(&field.instruction)), start),
        }
    }

    /// A field in the place of its result.
    fn computed(&mut self, kind: FieldKind, start: Option<usize>) {
        let shown = start.map(|start| self.story().atoms.split_off(start)).unwrap_or_default();
        let mut run = Run { text: String::new(), style: self.text_style() };
        let mut around = None;
        for Atom { inline, around: own } in shown {
            match inline {
                Inline::Text(piece) => {
                    if run.text.is_empty() {
                        run.style = piece.style;
                    }
                    run.text.push_str(&piece.text);
                    around.get_or_insert(own);
                }
                other => self.story().push(other, own),
            }
        }
        run.text = String::from(run.text.trim());
        match around {
            Some(around) => self.story().push(Inline::Field(Field { kind, run }), around),
            None => self.push(Inline::Field(Field { kind, run })),
        }
    }

    /// A part of a form around what is filled in.
    fn form(&mut self, form: Form, start: Option<usize>) {
        let shown = start.filter(|_| !form.is_checkbox()).map(|start| self.story().atoms.split_off(start));
        let mut content: Vec<Inline> = shown.unwrap_or_default().into_iter().map(|atom| atom.inline).collect();
        if content.is_empty()
            && let Some(words) = form.shown()
        {
            content.push(Inline::Text(Run { text: words.to_owned(), style: self.text_style() }));
        }
        self.push(Inline::Control { control: form.control(), content });
    }

    /// A formula is whole.
    pub(super) fn end_formula(&mut self) {
        let row = self.math.drain(..).next().map(|node| node.row()).unwrap_or_default();
        if row.is_empty() || self.state.target != Target::Text {
            return;
        }
        let run = Run { text: String::new(), style: self.text_style() };
        let mut formula = Formula::new(row, run);
        formula.display = self.display;
        self.push(Inline::Formula(Box::new(formula)));
    }

    /// A picture is whole.
    pub(super) fn end_picture(&mut self) -> Result<()> {
        let mut picture: OpenPicture = self.pictures.pop().unwrap_or_default();
        if matches!(self.state.target, Target::Buffer | Target::Shape) {
            picture.within = self.shapes.last().and_then(OpenShape::size);
        }
        let picture = picture.finish(&mut self.gallery, &mut self.losses, self.context)?;
        let Some(picture) = picture else { return Ok(()) };
        match self.state.target {
            Target::Text => self.push(picture.inline()),
            Target::Buffer | Target::Shape => {
                if let Some(shape) = self.shapes.last_mut() {
                    shape.picture = Some(picture);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A shape is whole.
    pub(super) fn end_shape(&mut self) -> Result<()> {
        let Some(shape) = self.shapes.pop() else { return Ok(()) };
        if let Some(outer) = self.shapes.last_mut() {
            outer.join(shape);
            return Ok(());
        }
        if self.is_ground {
            self.flow.background = shape.fill();
            return Ok(());
        }
        let paper = self.section.paper(&self.document);
        match shape.finish(paper) {
            Done::Block(block @ Block::Frame(Frame { origin: Origin::Paragraph, .. })) => self.story().hung.push(block),
            Done::Block(block) => {
                // A table before the paragraph at hand is at its end.
                let (depth, context) = (self.state.lines.table_depth(), self.context);
                self.story().go_to(depth, context)?;
                self.story().block(block);
            }
            Done::Inline(inline) => self.push(inline),
            Done::Nothing => {}
        }
        Ok(())
    }

    pub(super) fn end_date(&mut self, word: &str) {
        let metadata = &mut self.flow.metadata;
        let slot = if word == "creatim" { &mut metadata.date } else { &mut metadata.modified };
        *slot = self.date.written().or(slot.take());
    }

    /// Adds a piece to the paragraph at hand.
    pub(super) fn push(&mut self, inline: Inline) {
        let around = self.around();
        self.story().push(inline, around);
    }
}

fn edge(edge: &mut super::section::Edge, pages: Pages) -> &mut Option<Vec<Block>> {
    match pages {
        Pages::All => &mut edge.all,
        Pages::Left => &mut edge.left,
        Pages::First => &mut edge.first,
    }
}

/// The end of at most so many bytes of text.
fn text_end(text: &str, most: usize) -> usize {
    let most = most.min(text.len());
    (0..=most).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
