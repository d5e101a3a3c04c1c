//! Annotations (ISO 32000-1, 12.5): links, fields, comments, and appearances that belong to the page.

use hayro_syntax::object::{Array, Dict, Name, Object, Stream};
use hayro_syntax::page::Page as SourcePage;

use super::document::Document;
use super::forms::Field;
use super::interpret::Interpreter;
use super::placement::{appearance_map, areas, corners};
use super::source_page::page_space;
use super::strings::text_entry;
use super::structure::Structure;
use super::{arrays, comments};
use transvase_base::error::Result;
use transvase_base::units::Affine;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_model::pages::{Comment, Link, LinkTarget, PlacedControl};

/// Annotations of a page that are looked at.
const MAX_ANNOTATIONS: usize = 20_000;

/// Bits of an annotation's flags `F` (ISO 32000-1, table 165).
const HIDDEN: i32 = 1 << 1;
/// Shown nowhere but perhaps in print.
const NO_VIEW: i32 = 1 << 5;

/// What becomes of a kind of annotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It is a link.
    Link,
    /// It is a field of a form.
    Field,
    /// Its appearance is part of the page, and its text, if it has one, with it.
    Drawn,
    /// Its appearance is part of the page, and what it says is a comment.
    DrawnComment,
    /// It is a comment, or marks text.
    Comment,
    /// It belongs to another annotation.
    Silent,
    /// It is left out.
    Dropped,
}

fn fate(subtype: &[u8]) -> Fate {
    match subtype {
        b"Link" => Fate::Link,
        b"Widget" => Fate::Field,
        b"FreeText" | b"Watermark" => Fate::Drawn,
        b"Ink" | b"Square" | b"Circle" | b"Line" | b"Polygon" | b"PolyLine" | b"Stamp" => Fate::DrawnComment,
        b"Text" | b"Highlight" | b"Underline" | b"Squiggly" | b"StrikeOut" | b"Caret" => Fate::Comment,
        b"Popup" | b"PrinterMark" | b"TrapNet" => Fate::Silent,
        _ => Fate::Dropped,
    }
}

/// What the annotations of a page hold.
#[derive(Default)]
pub(super) struct Found {
    /// Links.
    pub links: Vec<Link>,
    /// Parts of a form.
    pub controls: Vec<PlacedControl>,
    /// Comments.
    pub comments: Vec<Comment>,
    /// Number of those that are left out.
    dropped: usize,
}

/// Runs the appearances of a page's annotations and gives what else they hold.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn read<'a>(
    source: &SourcePage<'a>,
    number: u32,
    document: &Document<'a>,
    structure: &Structure,
    interpreter: &mut Interpreter<'_, 'a>,
) -> Result<Found> {
    let mut found = Found::default();
    let Some(annotations) = source.raw().get::<Array<'a>>(b"Annots") else { return Ok(found) };
    let annotations = arrays::entries(&annotations, source.xref()).filter_map(Object::into_dict);
    for annotation in annotations.take(MAX_ANNOTATIONS) {
        document.context.tick(16)?;
        let flags = annotation.get::<i32>(b"F").unwrap_or(0);
        if flags & (HIDDEN | NO_VIEW) != 0 || document.optional.hides(&annotation, b"OC") {
            continue;
        }
        interpreter.set_node(annotation.obj_id().and_then(|id| structure.object(id)));
        found.take(&annotation, source, document, interpreter)?;
    }
    if found.dropped > 0 {
        let message = counted(found.dropped, "[note or mark was|notes or marks were] left out");
        document.context.warn(Warning::on_page(number, WarningCode::AnnotationDropped, message));
    }
    Ok(found)
}

impl Found {
    fn take<'a>(
        &mut self,
        annotation: &Dict<'a>,
        source: &SourcePage<'a>,
        document: &Document<'a>,
        interpreter: &mut Interpreter<'_, 'a>,
    ) -> Result<()> {
        let Some(subtype) = annotation.get::<Name<'_>>(b"Subtype") else { return Ok(()) };
        let to_page = page_space(source);
        let fate = fate(subtype.as_ref());
        match fate {
            Fate::Link => {
                let link = link(annotation, &to_page, document);
                self.links.extend(link.map(|link| Link { node: interpreter.node(), ..link }));
            }
            Fate::Field => self.controls.extend(field(annotation, source, document, interpreter)?),
            Fate::Drawn => {
                let is_shown = draw(annotation, source, interpreter)?
                    || subtype.as_ref() == b"FreeText" && type_note(annotation, document, interpreter)?;
                self.dropped += usize::from(!is_shown);
            }
            Fate::DrawnComment | Fate::Comment => {
                let is_drawn = fate == Fate::DrawnComment && draw(annotation, source, interpreter)?;
                let comment = comments::read(annotation, subtype.as_ref(), &to_page);
                self.dropped += usize::from(fate == Fate::DrawnComment && !is_drawn);
                self.comments.extend(comment);
            }
            Fate::Silent => {}
            Fate::Dropped => self.dropped += 1,
        }
        Ok(())
    }
}

/// Shows a note that was typed onto the page and has no appearance, as viewers do; false where it says nothing.
fn type_note<'a>(note: &Dict<'a>, document: &Document<'a>, interpreter: &mut Interpreter<'_, 'a>) -> Result<bool> {
    let Some((content, resources)) = document.form.note(note) else { return Ok(false) };
    interpreter.run_content(&content, &resources)?;
    Ok(true)
}

/// A field's control. Its appearance is drawn; its text is made from its value where it has none or an old one.
fn field<'a>(
    widget: &Dict<'a>,
    source: &SourcePage<'a>,
    document: &Document<'a>,
    interpreter: &mut Interpreter<'_, 'a>,
) -> Result<Option<PlacedControl>> {
    let field = Field::of(widget, document.context)?;
    let before = interpreter.texts();
    interpreter.set_mute(field.is_shown_anew(&document.form));
    draw(widget, source, interpreter)?;
    interpreter.set_mute(false);
    if interpreter.texts() == before
        && let Some((content, resources)) = field.shown(&document.form)
    {
        interpreter.run_content(&content, &resources)?;
    }
    field.control(&page_space(source), document.context)
}

fn link<'a>(annotation: &Dict<'a>, to_page: &Affine, document: &Document<'a>) -> Option<Link> {
    let target = target(annotation, document)?;
    let areas = areas(annotation, to_page);
    (!areas.is_empty()).then_some(Link { areas, target, node: None })
}

fn target<'a>(annotation: &Dict<'a>, document: &Document<'a>) -> Option<LinkTarget> {
    let internal = |place: Object<'a>| document.destination(&place).map(LinkTarget::Internal);
    if let Some(place) = annotation.get::<Object<'a>>(b"Dest") {
        return internal(place);
    }
    let action = annotation.get::<Dict<'a>>(b"A")?;
    match action.get::<Name<'_>>(b"S")?.as_ref() {
        b"URI" => text_entry(&action, b"URI").map(|uri| LinkTarget::External(uri.replace(char::is_whitespace, ""))),
        b"GoTo" => internal(action.get::<Object<'a>>(b"D")?),
        _ => None,
    }
}

/// Draws the appearance of an annotation; false where it has none.
fn draw<'a>(annotation: &Dict<'a>, source: &SourcePage<'a>, interpreter: &mut Interpreter<'_, 'a>) -> Result<bool> {
    let Some(appearance) = normal_appearance(annotation) else { return Ok(false) };
    let Some(rect) = annotation.get::<[f32; 4]>(b"Rect").map(corners) else { return Ok(false) };
    let Some(fit) = appearance_map(appearance.dict(), &rect) else { return Ok(false) };
    interpreter.run_appearance(&appearance, &fit, source.resources())?;
    Ok(true)
}

/// The stream of the normal appearance, in the annotation's state where there are several.
pub(crate) fn normal_appearance<'a>(annotation: &Dict<'a>) -> Option<Stream<'a>> {
    match annotation.get::<Dict<'a>>(b"AP")?.get::<Object<'a>>(b"N")? {
        Object::Stream(stream) => Some(stream),
        Object::Dict(states) => states.get::<Stream<'a>>(annotation.get::<Name<'_>>(b"AS")?.as_ref()),
        _ => None,
    }
}
