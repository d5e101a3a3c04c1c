//! Deserialised inlines: the text of paragraphs.

use std::sync::Arc;

use super::super::math;
use super::super::measure::{bounded, extent, rect};
use super::super::schema::{self, Control, Field, Font, Run, RunRole};
use super::Reader;
use transvase_base::error::Result;
use transvase_base::units::Size;
use transvase_model::flow::{
    self, Drawing, DrawnImage, DropCap, FieldKind, Formula, FormulaSource, IndexEntry, Inline, InlineImage, LinkTarget,
    TextStyle,
};

/// Remarks and changes around one run that are heeded.
const MAX_AROUND: usize = 8;

/// What stands around a run, from the outside.
#[derive(Debug, Clone, PartialEq)]
enum Around {
    Comment(usize),
    Change(usize),
    Link(LinkTarget),
}

impl Reader<'_> {
    /// The inlines of a paragraph, and its large initial.
    pub(super) fn content(&self, told: schema::Paragraph) -> Result<(Vec<Inline>, Option<DropCap>)> {
        let schema::Paragraph { text, mut runs, font, drop_cap, anchors, .. } = told;
        let initial = drop_cap.filter(|cap| !cap.text.is_empty() && text.starts_with(&cap.text));
        let rest = &text[initial.as_ref().map_or(0, |cap| cap.text.len())..];
        if !runs.is_empty() && schema::text_of_runs(&runs, &|change| self.deleted.contains(&change)) != rest {
            self.edited.set(self.edited.get() + 1);
            runs = edited(runs, rest);
        }
        if runs.is_empty() && (!rest.is_empty() || font != Font::default()) {
            runs.push(Run { text: rest.to_owned(), ..Run::default() });
        }
        let mut content: Vec<Inline> =
            anchors.iter().filter_map(|anchor| self.anchor(anchor)).map(Inline::Anchor).collect();
        content.extend(self.inlines(runs, &font)?);
        let initial = initial
            .map(|cap| DropCap { run: flow::Run { text: cap.text, style: cap.font.into() }, lines: cap.lines.max(1) });
        Ok((content, initial))
    }

    /// The inlines of runs, in what stands around them.
    fn inlines(&self, runs: Vec<Run>, base: &Font) -> Result<Vec<Inline>> {
        let mut found = Vec::new();
        for run in runs {
            self.context.tick(1)?;
            let around = self.around(&run.role);
            found.push((around, self.inline(run, base)?));
        }
        Ok(nested(found, 0))
    }

    fn around(&self, role: &RunRole) -> Vec<Around> {
        let comments = role.comments.iter().take(MAX_AROUND).filter_map(|at| self.index(*at, self.comments));
        let changes = role.changes.iter().take(MAX_AROUND).filter_map(|at| self.index(*at, self.changes));
        let link = role.link.as_ref().map(|link| match link.strip_prefix('#') {
            Some(anchor) => LinkTarget::Internal(anchor.into()),
            None => LinkTarget::External(link.clone()),
        });
        comments.map(Around::Comment).chain(changes.map(Around::Change)).chain(link.map(Around::Link)).collect()
    }

    /// What one run is, without what stands around it.
    fn inline(&self, run: Run, base: &Font) -> Result<Vec<Inline>> {
        let Run { text, font, role } = run;
        let RunRole { note, anchor, image, drawing, field, formula, control, runs, index, .. } = role;
        let style: TextStyle = font.over(base).into();
        let mut found = Vec::new();
        if let Some(field) = field {
            found.push(Inline::Field(flow::Field { kind: computed(field), run: flow::Run { text, style } }));
        } else if let Some(formula) = formula {
            found.push(Inline::Formula(Box::new(expression(*formula, flow::Run { text, style }))));
        } else {
            let is_text_alone = note.is_none() && anchor.is_none() && image.is_none() && drawing.is_none();
            let is_empty = text.is_empty() && !(is_text_alone && style != TextStyle::default());
            if !is_empty {
                found.extend(lines(&text, &style));
            }
        }
        found.extend(note.and_then(|note| self.index(note, self.notes)).map(Inline::Note));
        found.extend(anchor.and_then(|anchor| self.anchor(&anchor)).map(Inline::Anchor));
        found.extend(image.and_then(|image| self.picture(*image)).map(Inline::Image));
        if let Some(drawing) = drawing {
            found.push(Inline::Drawing(self.drawing(*drawing)?));
        }
        if let Some(control) = control {
            let content = self.inlines(runs, &Font::default())?;
            found.push(Inline::Control { control: form(*control), content });
        }
        if !index.is_empty() {
            found.push(Inline::Index(IndexEntry { terms: index }));
        }
        Ok(found)
    }

    /// An anchor, if it is the first of its name.
    fn anchor(&self, name: &str) -> Option<Arc<str>> {
        self.anchors.borrow_mut().insert(name.to_owned()).then(|| name.into())
    }

    fn picture(&self, image: schema::Image) -> Option<InlineImage> {
        Some(InlineImage {
            media: self.image(image.media)?,
            width: image.width.map(extent),
            height: image.height.map(extent),
            alt: image.alt,
            crop: image.crop.read(),
            rotation: bounded(image.rotation),
            placement: image.placement.as_ref().map(Into::into),
        })
    }

    fn drawing(&self, drawing: schema::Drawing) -> Result<Drawing> {
        let shapes = drawing.shapes.iter().map(schema::Shape::read).collect::<Vec<_>>();
        let image = |image: &schema::DrawnImage| {
            let over = (image.over as usize).min(shapes.len());
            Some(DrawnImage { media: self.image(image.media)?, rect: rect(image.bounds), over })
        };
        Ok(Drawing {
            size: Size { width: extent(drawing.width), height: extent(drawing.height) },
            images: drawing.images.iter().filter_map(image).collect(),
            texts: drawing.texts.into_iter().map(|frame| self.frame(frame)).collect::<Result<_>>()?,
            data: Vec::new(),
            placement: drawing.placement.as_ref().map(Into::into),
            alt: drawing.alt,
            shapes,
        })
    }
}

/// The runs of a paragraph whose text was changed and they were not: what is more than text stays, behind the new text.
fn edited(runs: Vec<Run>, text: &str) -> Vec<Run> {
    let is_more = |run: &Run| {
        let role = &run.role;
        role.note.is_some() || role.anchor.is_some() || role.image.is_some() || role.drawing.is_some()
    };
    let first = Run { text: text.to_owned(), ..Run::default() };
    let rest = runs.into_iter().filter(is_more).map(|run| Run { text: String::new(), ..run });
    std::iter::once(first).chain(rest).collect()
}

/// Puts inlines into what stands around them, what follows one another in the same into one. Recursion is as deep as
/// there may be remarks and changes around a run.
fn nested(found: Vec<(Vec<Around>, Vec<Inline>)>, depth: usize) -> Vec<Inline> {
    let mut inlines = Vec::new();
    let mut found = found.into_iter().peekable();
    while let Some((around, inside)) = found.next() {
        let Some(outer) = around.get(depth).cloned() else {
            inlines.extend(inside);
            continue;
        };
        let mut group = vec![(around, inside)];
        while let Some(next) = found.next_if(|(around, _)| around.get(depth) == Some(&outer)) {
            group.push(next);
        }
        let content = nested(group, depth + 1);
        inlines.push(match outer {
            Around::Comment(comment) => Inline::Comment { comment, content },
            Around::Change(change) => Inline::Change { change, content },
            Around::Link(target) => Inline::Link { target, content },
        });
    }
    inlines
}

/// Text with its line breaks and tabs.
fn lines(text: &str, style: &TextStyle) -> Vec<Inline> {
    let run = |text: &str| Inline::Text(flow::Run { text: text.to_owned(), style: style.clone() });
    let mut found = Vec::new();
    for part in text.split_inclusive(['\n', '\t']) {
        let words = part.trim_end_matches(['\n', '\t']);
        if !words.is_empty() {
            found.push(run(words));
        }
        match part.as_bytes().last() {
            Some(b'\n') => found.push(Inline::LineBreak),
            Some(b'\t') => found.push(Inline::Tab),
            _ => {}
        }
    }
    if found.is_empty() {
        found.push(run(""));
    }
    found
}

fn computed(field: Field) -> FieldKind {
    match field {
        Field::PageNumber { format } => FieldKind::PageNumber(format.map(Into::into)),
        Field::PageCount => FieldKind::PageCount,
        Field::SectionPages => FieldKind::SectionPages,
        Field::Styled { style } => FieldKind::Styled(style.into()),
        Field::PageOf { anchor } => FieldKind::PageOf(anchor.into()),
    }
}

fn expression(formula: schema::Formula, run: flow::Run) -> Formula {
    let tex = formula.tex.map(FormulaSource::Tex);
    let source = tex.or(formula.mathml.map(FormulaSource::MathMl));
    let mut row = math::read(formula.math);
    if row.is_empty() && !run.text.is_empty() {
        row.push(flow::Math::Signs(run.text.clone(), flow::MathStyle::Italic));
    }
    Formula { run, row, display: formula.display, source }
}

fn form(control: Control) -> flow::Control {
    let (names, kind) = match control {
        Control::Text { names, lines } => (names, flow::ControlKind::Text(lines)),
        Control::Checkbox { names, checked } => (names, flow::ControlKind::Checkbox(checked)),
        Control::Choice { names, choices, open } => (names, flow::ControlKind::Choice(choices, open)),
        Control::Date { names } => (names, flow::ControlKind::Date),
    };
    flow::Control { name: names.name, title: names.title, kind }
}
