//! Resource usage, for those who make a document smaller: the glyphs of each font program that are shown, and how large
//! each image is placed. All content is walked, whether or not somebody sees it: pages, forms, patterns, glyphs that
//! are programs, soft masks, and every appearance of every annotation.

mod programs;
mod walk;

use std::collections::{BTreeMap, BTreeSet};

use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Name, Object, ObjectIdentifier, Stream};
use hayro_syntax::page::Page;

use super::placement::{appearance_map, corners};
use super::{arrays, open, source_page};
use crate::edit::object::Id;
pub(crate) use programs::{Program, Role};
use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result};
use transvase_base::units::Affine;
use walk::Walk;

/// Annotations of a page that are looked at.
const MAX_ANNOTATIONS: usize = 20_000;

/// What a document shows.
#[derive(Debug, Clone, Default)]
pub(crate) struct Survey {
    /// Font programs by their streams.
    pub programs: BTreeMap<Id, Program>,
    /// Images by their streams: the largest width and height each is placed at, in points. Those of glyphs and others of
    /// no certain size are not here.
    pub images: BTreeMap<Id, (f32, f32)>,
}

/// Walks through a file; `None` where not all that it shows can be told.
///
/// # Errors
/// `TimedOut` or `Cancelled`, or those of opening it.
pub(crate) fn of_file(bytes: &[u8], context: &Context) -> Result<Option<Survey>> {
    let pdf = open::open(bytes, context)?;
    match look(&pdf, context) {
        Err(error) if matches!(error.code(), ErrorCode::TimedOut | ErrorCode::Cancelled) => Err(error),
        Err(_) => Ok(None),
        found => found,
    }
}

/// What the editor calls an object.
fn id_of(id: ObjectIdentifier) -> Option<Id> {
    Some(Id { number: id.obj_number, generation: u16::try_from(id.gen_number).ok()? })
}

fn look(pdf: &Pdf, context: &Context) -> Result<Option<Survey>> {
    let xref = pdf.xref();
    let root = xref.get::<Dict<'_>>(xref.root_id()).unwrap_or_default();
    if is_open_ended(&root) {
        return Ok(None);
    }
    let mut walk = Walk::new(context);
    for page in pdf.pages().iter() {
        let content = source_page::content(page, context)?;
        let unit = page.raw().get::<f32>(b"UserUnit").filter(|unit| *unit > 0.0).unwrap_or(1.0);
        walk.page(&content, page.resources(), Affine::scale(unit, unit))?;
        appearances(page, &mut walk, unit)?;
    }
    let form = root.get::<Dict<'_>>(b"AcroForm").unwrap_or_default();
    let fonts = form.get::<Dict<'_>>(b"DR").and_then(|resources| resources.get::<Dict<'_>>(b"Font"));
    if let Some(fonts) = fonts {
        for name in fonts.keys() {
            if let Some(font) = fonts.get::<Dict<'_>>(name.as_ref()) {
                walk.keep_whole(&font);
            }
        }
    }
    walk.finish().map(Some)
}

/// Whether what is shown may change beyond what content tells: by forms of another kind, or pages that wait for scripts.
fn is_open_ended(root: &Dict<'_>) -> bool {
    let form = root.get::<Dict<'_>>(b"AcroForm").unwrap_or_default();
    let names = root.get::<Dict<'_>>(b"Names").unwrap_or_default();
    form.contains_key(b"XFA") || names.contains_key(b"Templates") || names.contains_key(b"Pages")
}

/// Walks through all appearances of a page's annotations.
fn appearances<'a>(page: &Page<'a>, walk: &mut Walk<'a, '_>, unit: f32) -> Result<()> {
    let Some(annotations) = page.raw().get::<Array<'a>>(b"Annots") else { return Ok(()) };
    let annotations = arrays::entries(&annotations, page.xref()).filter_map(Object::into_dict);
    let mut seen = BTreeSet::new();
    for annotation in annotations.take(MAX_ANNOTATIONS) {
        let Some(looks) = annotation.get::<Dict<'a>>(b"AP") else { continue };
        let rect = annotation.get::<[f32; 4]>(b"Rect").map(corners).unwrap_or_default();
        for form in streams(&looks) {
            let fit = appearance_map(form.dict(), &rect).unwrap_or(Affine::scale(1.0, 1.0));
            if seen.insert((form.obj_id(), annotation.data().as_ptr() as usize)) {
                walk.appearance(&form, &fit.then(&Affine::scale(unit, unit)), page.resources())?;
            }
        }
    }
    Ok(())
}

/// The streams of an appearance dictionary: for each of its entries one, or one for each state.
fn streams<'a>(looks: &Dict<'a>) -> Vec<Stream<'a>> {
    let mut found = Vec::new();
    for key in [&b"N"[..], b"R", b"D"] {
        match looks.get::<Object<'a>>(key) {
            Some(Object::Stream(stream)) => found.push(stream),
            Some(Object::Dict(states)) => {
                let names: Vec<Name<'_>> = states.keys().collect();
                found.extend(names.iter().filter_map(|name| states.get::<Stream<'a>>(name.as_ref())));
            }
            _ => {}
        }
    }
    found
}
