//! Documents changed as options ask for it: pages chosen and put in order, turned, several files as one or one as
//! several, and the passwords that open them.

mod cut;
mod forest;
mod join;
mod labels;
mod select;
mod split;

use super::document::Document;
use super::filter::Packer;
use super::object::{Dictionary, Object};
use super::protect::{DECRYPT, OWNER_PASSWORD, Protection};
use super::shrink::{self, Level};
use super::signatures;
use super::write::{self, Layout};
use super::{load, standard, tree};
use crate::read::crypt::{self, ENCRYPT};
use forest::change_form;
use split::{Cut, SPLIT};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::options::{LOSSLESS, OptionSpec, PAGES, QUALITY, ROTATE};
use transvase_base::warning::{Warning, WarningCode};
use transvase_format::{Editor, Source, Written};

/// What is changed in PDF.
pub(super) const EDITOR: Editor = Editor {
    options: &[&PAGES, &ROTATE, &SPLIT, &ENCRYPT, &OWNER_PASSWORD, &DECRYPT],
    edit,
    finishing: &[&SPLIT, &ENCRYPT, &OWNER_PASSWORD],
    finish,
};

/// Makes of files what the options ask for.
fn edit(sources: &[Source<'_>], context: &Context) -> Result<Written> {
    let mut whole: Option<Document> = None;
    for source in sources {
        let document = match sources {
            [one] => opened(one, context)?,
            _ => context.about(&source.name, || opened(source, context))?,
        };
        match &mut whole {
            None => whole = Some(document),
            Some(whole) => {
                check_protection(whole, &document, context)?;
                join::append(whole, document, context)?;
            }
        }
    }
    let mut document = whole.ok_or_else(|| Error::new(ErrorCode::EmptyInput, "no input was given"))?;
    if sources.len() > 1 {
        // Files that go together often have the same fonts and pictures.
        shrink::once(&mut document, context)?;
    }
    as_cut(document, |part| finished(part, context), context)
}

/// Makes of a PDF that other files have become what the options ask for. It is as small as its writer makes it.
fn finish(file: &[u8], context: &Context) -> Result<Written> {
    as_cut(load(file, context)?, |part| written(part, context), context)
}

/// A document as one file, or as several where it is to be cut.
fn as_cut(document: Document, write: impl Fn(Document) -> Result<Vec<u8>>, context: &Context) -> Result<Written> {
    match Cut::of(context)? {
        Some(cut) => split::split(&document, cut, write, context),
        None => write(document).map(Written::File),
    }
}

/// A document with the pages that are asked for. Signatures do not hold for it.
fn opened(source: &Source<'_>, context: &Context) -> Result<Document> {
    let mut document = load(&source.bytes, context)?;
    if document.is_incomplete {
        let message = "parts of the PDF are damaged and not in the result";
        context.warn(Warning::new(WarningCode::InputRepaired, message));
    }
    if signatures::is_signed(&document) {
        signatures::drop(&mut document, context)?;
    }
    if context.options().flag(&DECRYPT) {
        decrypt(&mut document);
    }
    if context.pages().is_some() {
        let count = tree::pages(&document, context)?.len();
        let ranges = context.pages_of(count)?;
        let numbers = ranges.iter().flat_map(|ranges| ranges.in_order(count as u32));
        let order: Vec<usize> = numbers.map(|number| number as usize - 1).collect();
        select::select(&mut document, &order, context)?;
    }
    drop_dynamic_form(&mut document, context);
    rotate(&mut document, context)?;
    Ok(document)
}

/// Takes the encryption off, and from streams what says that they have none.
fn decrypt(document: &mut Document) {
    document.protection = None;
    for object in document.objects.values_mut() {
        let Some(stream) = object.as_stream_mut() else { continue };
        let is_crypt = |filter: &Object| filter.is_name("Crypt");
        match stream.dictionary.get("Filter").clone() {
            filter if is_crypt(&filter) => {
                stream.dictionary.remove("Filter");
                stream.dictionary.remove("DecodeParms");
            }
            Object::Array(filters) if filters.first().is_some_and(is_crypt) => {
                stream.dictionary.set("Filter", filters[1..].to_vec());
                if let Some(Object::Array(parameters)) = stream.dictionary.get_mut("DecodeParms") {
                    parameters.drain(..1.min(parameters.len()));
                }
            }
            _ => {}
        }
    }
}

/// Takes out forms of the other kind (XFA), which bring pages of their own.
fn drop_dynamic_form(document: &mut Document, context: &Context) {
    let form = document.catalog().and_then(|catalog| document.dictionary(catalog, "AcroForm"));
    if form.is_some_and(|form| form.has("XFA")) {
        change_form(document, |form| drop(form.remove("XFA")));
        let message = "the XFA form was left out; the form fields were kept";
        context.warn(Warning::new(WarningCode::AnnotationDropped, message));
    }
}

/// Turns every page.
fn rotate(document: &mut Document, context: &Context) -> Result<()> {
    let turned = context.options().choice(&ROTATE).and_then(|angle| angle.parse::<i64>().ok()).unwrap_or(0);
    if turned == 0 {
        return Ok(());
    }
    for id in tree::pages(document, context)? {
        context.tick(1)?;
        let Some(page) = document.dictionary_of(id) else { continue };
        let own = Some(document.get(page, "Rotate")).filter(|angle| !angle.is_null()).cloned();
        let angle = own.or_else(|| tree::attribute(document, id, "Rotate")).and_then(|angle| angle.as_integer());
        let angle = (angle.unwrap_or(0).rem_euclid(360) + turned) % 360;
        if let Some(page) = document.dictionary_mut(id) {
            page.set("Rotate", angle);
        }
    }
    Ok(())
}

/// Refuses to write what was encrypted without encryption because the first of several files was not.
fn check_protection(first: &Document, other: &Document, context: &Context) -> Result<()> {
    let is_said = [&ENCRYPT, &OWNER_PASSWORD].into_iter().any(|spec| context.options().is_changed(spec));
    if other.protection.is_none() || first.protection.is_some() || is_said {
        return Ok(());
    }
    let message = "an encrypted PDF cannot be joined with one that is not";
    Err(Error::new(ErrorCode::UnsupportedRoute, message)
        .hint("set decrypt=true for a result without encryption, or set encrypt to a password"))
}

/// A document as a file with the protection that is asked for, and smaller where that is asked for as well.
fn finished(mut document: Document, context: &Context) -> Result<Vec<u8>> {
    let options = context.options();
    if ![&LOSSLESS, &QUALITY].into_iter().any(|spec| options.is_changed(spec)) {
        return written(document, context);
    }
    protect(&mut document, context)?;
    shrink::shrink(document, Level::of(context), context)
}

/// A document as a file with the protection that is asked for.
fn written(mut document: Document, context: &Context) -> Result<Vec<u8>> {
    protect(&mut document, context)?;
    let level = Level::of(context);
    let layout = if standard::is_early(&document, context)? { Layout::Plain } else { Layout::Packed };
    write::write(&document, layout, Packer::of_effort(level.effort), context)
}

fn protect(document: &mut Document, context: &Context) -> Result<()> {
    let (user, owner) = (new_password(&ENCRYPT, context)?, new_password(&OWNER_PASSWORD, context)?);
    let Some(owner) = owner.or_else(|| user.clone()) else { return Ok(()) };
    if context.options().flag(&DECRYPT) {
        return Err(Error::option(DECRYPT.key, "a PDF is either encrypted or not"));
    }
    decrypt(document);
    if standard::disclaim(document, context)? {
        let message = "the result is no longer marked as PDF/A, which does not allow encryption";
        context.warn(Warning::new(WarningCode::MetadataDropped, message));
    }
    let content = write::write(document, Layout::Plain, Packer::of_effort(0), context)?;
    let first = document.identifiers.take().map(|[first, _]| first);
    let first = first.unwrap_or_else(|| write::identifier(&content));
    document.identifiers = Some([first.clone(), first]);
    document.protection = Some(Protection::new(&user.unwrap_or_default(), &owner, &content));
    // What revision 6 was first described as an extension of (Adobe supplement to ISO 32000-1, level 8).
    document.version = document.version.max((1, 7));
    let level = Dictionary::default().with("BaseVersion", Object::name("1.7")).with("ExtensionLevel", 8);
    if let Some(catalog) = document.catalog_mut().filter(|catalog| !catalog.has("Extensions")) {
        catalog.set("Extensions", Dictionary::default().with("ADBE", level));
    }
    Ok(())
}

/// A password that a file is to be encrypted with. One that is nothing, once it is written as the standard has it, would
/// leave the file open.
fn new_password(spec: &OptionSpec, context: &Context) -> Result<Option<String>> {
    let given = context.options().text(spec);
    match &given {
        Some(text) if crypt::prepared(text)[1].is_empty() => Err(Error::option(spec.key, "the password is empty")),
        _ => Ok(given),
    }
}
