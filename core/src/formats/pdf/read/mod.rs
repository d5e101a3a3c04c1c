//! PDF to positioned pages: our own interpreter of content streams over hayro's object layer.
//!
//! `open` gets at the objects, `interpret` runs the content of a page, `font` says what a character
//! code means; the other files each hold one concept of the page model.

mod font;
mod interpret;
mod open;
mod page;
mod paint;
mod state;
mod stream;
mod text;

use hayro_syntax::Pdf;

use crate::context::{Context, Limit};
use crate::error::{Error, Result, Stage};
use crate::format::Facts;
use crate::model::pages::Pages;

/// Reads `bytes` as positioned pages.
///
/// # Errors
/// `PasswordRequired`, `PasswordIncorrect`, `Malformed` where no page can be found, or a limit.
pub(super) fn read(bytes: &[u8], context: &Context) -> Result<Pages> {
    let pdf = open::open(bytes, context)?;
    let numbers = chosen_pages(&pdf, context)?;
    let mut pages = Pages::default();
    let mut fonts = font::FontSet::new(context);
    for (done, number) in numbers.iter().enumerate() {
        context.report(Stage::Read, done as u64, numbers.len() as u64);
        context.checkpoint()?;
        let page = page::read_page(&pdf, *number, &mut fonts, context)?;
        pages.pages.push(page);
    }
    pages.fonts = fonts.into_fonts();
    Ok(pages)
}

/// What a short look tells: pages, metadata, encryption.
///
/// # Errors
/// As [`read`].
pub(super) fn inspect(bytes: &[u8], context: &Context) -> Result<Facts> {
    let pdf = open::open(bytes, context)?;
    Ok(Facts { pages: Some(pdf.pages().len() as u32), encrypted: open::is_encrypted(bytes), ..Facts::default() })
}

/// The numbers of the pages to read, counted from 1.
fn chosen_pages(pdf: &Pdf, context: &Context) -> Result<Vec<u32>> {
    let count = pdf.pages().len() as u32;
    let chosen = context.pages();
    let numbers: Vec<u32> = (1..=count).filter(|n| chosen.as_ref().is_none_or(|pages| pages.contains(*n))).collect();
    context.charge(Limit::pages, numbers.len() as u64)?;
    if numbers.is_empty() {
        return Err(match count {
            0 => Error::malformed("the PDF has no page that can be read"),
            _ => Error::option("pages", format!("none of these pages exists; the document has {count}")),
        });
    }
    Ok(numbers)
}
