//! The PDF reader: positioned pages, by our own interpreter of content streams over hayro's object layer.
//!
//! `open` gets at the objects, `interpret` runs the content of a page, `font` says what a character
//! code means; the other files each hold one concept of the page model.

mod accents;
mod alphabet;
pub(super) mod annotations;
pub(super) mod arrays;
mod assets;
mod bars;
mod color;
mod comments;
pub(super) mod crypt;
mod dates;
pub(super) mod document;
pub(super) mod font;
pub(super) mod forms;
mod function;
mod guess;
mod hidden;
mod icon;
pub(super) mod image;
pub(super) mod interpret;
mod labels;
mod letters;
mod metadata;
pub(super) mod open;
mod optional;
mod outline;
mod page;
mod paint;
mod painted;
pub(super) mod placement;
mod settle;
mod shading;
mod shared_codes;
mod sink;
pub(super) mod source_page;
mod state;
pub(super) mod stream;
mod strings;
mod structure;
#[cfg(feature = "edit")]
pub(super) mod survey;
mod text;
mod unread;
mod xml;

#[cfg(test)]
pub(super) mod tests;

use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result, Stage};
use transvase_base::side_by_side;
use transvase_format::Facts;
use transvase_model::pages::Pages;

use assets::Assets;
use document::Document;
use image::SharedImages;
use structure::Structure;

pub(super) use font::embed::EMBED_FONTS;

/// Reads `bytes` as positioned pages.
///
/// # Errors
/// `PasswordRequired`, `PasswordIncorrect`, `Malformed` where no page can be found, or a limit.
pub(super) fn read(bytes: &[u8], context: &Context) -> Result<Pages> {
    let pdf = open::open(bytes, context)?;
    let document = Document::new(&pdf, context)?;
    let mut pages = Pages { metadata: metadata::metadata(&document)?, ..Pages::default() };
    let structure = Structure::of(&document)?;
    let images = SharedImages::default();
    let done = side_by_side::each_with(
        document.numbers.clone(),
        Stage::Read,
        context,
        || Assets::new(&images, context),
        |assets, number| page::read_page(number, &document, &structure, assets),
        Assets::into_model,
    )?;
    settle::settle(done, &mut pages, context)?;
    pages.outline = outline::outline(&document)?;
    pages.structure = structure.into_nodes();
    alphabet::settle(&mut pages, context)?;
    Ok(pages)
}

/// What a short look tells: pages, metadata, encryption. Of a file that needs a password and gets none, that it does.
///
/// # Errors
/// As [`read`].
pub(super) fn inspect(bytes: &[u8], context: &Context) -> Result<Facts> {
    let pdf = match open::open(bytes, context) {
        Err(error) if error.code() == ErrorCode::PasswordRequired => {
            return Ok(Facts { encrypted: true, ..Facts::default() });
        }
        result => result?,
    };
    let document = Document::new(&pdf, context)?;
    Ok(Facts {
        pages: Some(pdf.pages().len() as u32),
        metadata: metadata::metadata(&document)?,
        encrypted: open::is_encrypted(bytes),
        pixels: None,
    })
}
