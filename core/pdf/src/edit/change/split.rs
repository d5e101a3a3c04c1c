//! Splitting: one document as several, with so many pages each, from bookmark to bookmark, or as many pages as keep a
//! limit.

use std::collections::BTreeMap;

use super::super::document::Document;
use super::super::object::Id;
use super::super::places::{self, Places};
use super::super::tree;
use super::forest;
use super::select::select;
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_base::files::NamedFile;
use transvase_base::options::{BEST_EFFORT, OptionKind, OptionSpec};
use transvase_base::warning::{Warning, WarningCode};
use transvase_format::Written;

/// How a document is cut into several.
pub(crate) static SPLIT: OptionSpec = OptionSpec {
    key: "split",
    kind: OptionKind::Text,
    unit: "",
    default: "",
    doc: "Split a PDF into several files: 10 for ten pages each, bookmarks for one file per top-level bookmark, \
          bytes:1000000 for files of at most that many bytes.",
};

/// Where a document is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    /// After so many pages.
    Pages(usize),
    /// Before each page a bookmark leads to.
    Bookmarks,
    /// Before a file has more bytes.
    Bytes(u64),
}

impl Cut {
    /// What the option asks for.
    ///
    /// # Errors
    /// `InvalidOption`.
    pub fn of(context: &Context) -> Result<Option<Cut>> {
        let Some(text) = context.options().text(&SPLIT) else { return Ok(None) };
        let text = text.trim();
        let cut = match text.split_once(':') {
            Some(("bytes", bytes)) => bytes.trim().parse().ok().filter(|bytes| *bytes > 0).map(Cut::Bytes),
            None if text.eq_ignore_ascii_case("bookmarks") => Some(Cut::Bookmarks),
            None => text.parse().ok().filter(|pages| *pages > 0).map(Cut::Pages),
            Some(_) => None,
        };
        let wrong =
            || Error::option(SPLIT.key, format!("{text:?} is neither a number of pages, nor bookmarks, nor bytes:N"));
        cut.map_or_else(|| Err(wrong()), |cut| Ok(Some(cut)))
    }
}

/// Cuts a document, and has `write` make a file of each part.
///
/// # Errors
/// `TargetUnreachable` where one page has more bytes than it may, and what `write` says.
pub(super) fn split(
    document: &Document,
    cut: Cut,
    write: impl Fn(Document) -> Result<Vec<u8>>,
    context: &Context,
) -> Result<Written> {
    let pages = tree::pages(document, context)?;
    let part = |from: usize, to: usize| {
        let mut part = document.clone();
        let range: Vec<usize> = (from..to).collect();
        // What leads from one part to another is lost in each of them, which goes without saying.
        let before = context.take_warnings();
        select(&mut part, &range, context)?;
        context.take_warnings();
        before.into_iter().for_each(|warning| context.warn(warning));
        write(part)
    };
    let starts = match cut {
        Cut::Pages(count) => (0..pages.len()).step_by(count).collect(),
        Cut::Bookmarks => starts_of_bookmarks(document, &pages, context)?,
        Cut::Bytes(most) => return Ok(files(parts_within(pages.len(), most, part, context)?)),
    };
    let ends = starts.iter().skip(1).copied().chain([pages.len()]);
    let parts: Vec<Vec<u8>> = starts.iter().zip(ends).map(|(from, to)| part(*from, to)).collect::<Result<_>>()?;
    Ok(files(parts))
}

fn files(parts: Vec<Vec<u8>>) -> Written {
    let named =
        (1..).zip(parts).map(|(number, bytes)| NamedFile { name: format!("{number:04}.pdf"), bytes, packed: true });
    Written::Files(named.collect())
}

/// Indexes of the pages that bookmarks of the first level lead to, and of the first page.
fn starts_of_bookmarks(document: &Document, pages: &[Id], context: &Context) -> Result<Vec<usize>> {
    let places = Places::of(document, context)?;
    let index: BTreeMap<Id, usize> = pages.iter().copied().zip(0..).collect();
    let bookmarks = forest::bookmarks(document, context)?.unwrap_or_default();
    let entries = bookmarks.roots().iter().filter_map(|id| document.dictionary_of(*id));
    let targets = entries.filter_map(|entries| places.page(document, places::target(document, entries)?));
    let mut starts: Vec<usize> = targets.filter_map(|page| index.get(&page).copied()).chain([0]).collect();
    starts.sort_unstable();
    starts.dedup();
    if starts.len() == 1 {
        context.warn(Warning::new(WarningCode::OptionIgnored, "the PDF has no bookmarks to be cut at"));
    }
    Ok(starts)
}

/// Files of at most so many bytes, each with as many pages as it can have.
fn parts_within(
    pages: usize,
    most: u64,
    part: impl Fn(usize, usize) -> Result<Vec<u8>>,
    context: &Context,
) -> Result<Vec<Vec<u8>>> {
    let (mut parts, mut from, mut guess) = (Vec::new(), 0, 1);
    while from < pages {
        let (taken, bytes) = longest(from, pages, guess, most, &part)?;
        if bytes.len() as u64 > most {
            if !context.options().flag(&BEST_EFFORT) {
                return Err(too_large(bytes.len() as u64, most));
            }
            let number = u32::try_from(from + 1).unwrap_or(u32::MAX);
            let message =
                format!("this page alone has {} bytes, more than the {most} that were asked for", bytes.len());
            context.warn(Warning::on_page(number, WarningCode::SizeLimitMissed, message));
        }
        parts.push(bytes);
        (from, guess) = (from + taken, taken);
    }
    Ok(parts)
}

/// One page has more bytes than a file may have.
fn too_large(bytes: u64, most: u64) -> Error {
    let error = Error::unreachable_target(most, bytes);
    let mut details = error.details().clone();
    details.which = Some(SPLIT.key.into());
    error.with_details(details).hint("allow more bytes with split=bytes:N, or accept larger files with best_effort")
}

/// The most pages from one on that fit, at least one: first ever more from a guess on, then by halves between what fits
/// and what does not.
fn longest(
    from: usize,
    pages: usize,
    guess: usize,
    most: u64,
    part: &impl Fn(usize, usize) -> Result<Vec<u8>>,
) -> Result<(usize, Vec<u8>)> {
    let fits = |bytes: &[u8]| bytes.len() as u64 <= most;
    let left = pages - from;
    let (mut best, mut too_many): (Option<(usize, Vec<u8>)>, usize) = (None, left + 1);
    let mut next = guess.clamp(1, left);
    loop {
        let bytes = part(from, from + next)?;
        if fits(&bytes) {
            best = Some((next, bytes));
        } else if next == 1 {
            return Ok((1, bytes));
        } else {
            too_many = next;
        }
        let fitting = best.as_ref().map_or(0, |(count, _)| *count);
        if fitting + 1 >= too_many {
            return best.ok_or_else(|| Error::malformed("the PDF has no page"));
        }
        // Nothing was too large yet: twice as many.
        next = if too_many > left { (fitting * 2).min(left) } else { usize::midpoint(fitting, too_many) };
        next = next.max(1);
    }
}
