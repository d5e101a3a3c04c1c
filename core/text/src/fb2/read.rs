//! The FB2 reader: a book to flowing text.

use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_container::xml::decode;
use transvase_container::zip::Package;
use transvase_markup::html::{Builder, Host, charset, headings, is_right_to_left, links, notes, settle};
use transvase_model::flow::{Anchor, Flow, Section};

use super::book::Book;
use super::host::Binaries;
use super::{markup, metadata};

/// Reads a book, packed or not.
///
/// # Errors
/// `Malformed`, `Truncated`, limits, `TimedOut`, `Cancelled`.
pub(super) fn read(bytes: &[u8], context: &Context) -> Result<Flow> {
    let text = text(bytes, context)?;
    let book = Book::parse(&text, context)?;
    if book.damaged {
        let message = "the book is damaged; its XML was repaired";
        context.warn(Warning::new(WarningCode::InputRepaired, message));
    }
    if book.astray {
        let message = "the book has text outside of its sections, which was kept where it stands";
        context.warn(Warning::new(WarningCode::InputRepaired, message));
    }
    let metadata = metadata::read(&book.description);
    let mut host = Binaries::new(book.binaries);
    let mut builder = Builder::new(markup::SHEET, &[], context);
    builder.set_usual_direction(is_right_to_left(metadata.language.as_deref().unwrap_or_default()));
    builder.add(&book.text, &mut host)?;
    let mut marks = builder.take_noted();
    marks.extend(book.notes.iter().map(|id| Anchor::from(id.as_str())));
    let blocks = builder.finish();
    let cover = match metadata::cover(&book.description) {
        Some(reference) => host.picture(reference, context)?.map(|picture| picture.media),
        None => None,
    };
    let cover = cover.filter(|cover| !headings::begins_with(&blocks, *cover));
    host.gallery.warn_of_losses(context);
    let sections = vec![Section { blocks, ..Section::default() }];
    let mut flow = Flow { metadata, sections, media: host.gallery.store, cover, ..Flow::default() };
    flow.outline = headings::outline(&mut flow.sections, context)?;
    notes::fold(&mut flow, &marks, context)?;
    links::resolve(&mut flow, context)?;
    settle::settle(&mut flow, context)?;
    Ok(flow)
}

/// The text of the file, or of the one in the archive.
///
/// # Errors
/// `Malformed`, `Truncated`, limits, `TimedOut`, `Cancelled`.
pub(super) fn text(bytes: &[u8], context: &Context) -> Result<String> {
    if !bytes.starts_with(b"PK") {
        context.charge_unpacked(bytes.len())?;
        return Ok(decoded(bytes));
    }
    let mut package = Package::open(bytes, context)?;
    let name = package.names().find(|name| name.to_ascii_lowercase().ends_with(".fb2")).map(str::to_owned);
    let name = name.ok_or_else(|| Error::malformed("the archive holds no book"))?;
    let file = package.read(&name, context)?.unwrap_or_default();
    Ok(decoded(&file))
}

/// Files that say nothing and are no UTF-8 are of some older encoding, as are those that are wrong about being UTF-8. What
/// is UTF-8 beyond ASCII is nothing else, whatever it says.
fn decoded(bytes: &[u8]) -> String {
    let declared = bytes.get(..200.min(bytes.len())).unwrap_or_default().windows(8).any(|word| word == b"encoding");
    if let Ok(text) = std::str::from_utf8(bytes)
        && !text.is_ascii()
    {
        return text.trim_start_matches('\u{FEFF}').to_owned();
    }
    let text = decode(bytes);
    if declared && !text.contains(char::REPLACEMENT_CHARACTER) {
        text.into_owned()
    } else {
        charset::decode(bytes).into_owned()
    }
}
