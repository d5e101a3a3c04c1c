//! Visual verification of every page before and after: what made one look worse is made again in a finer way, or taken
//! back.

use std::collections::{BTreeMap, BTreeSet};

use super::super::document::Document;
use super::super::filter::Packer;
use super::super::object::{Id, Object};
use super::super::write::{self, Layout};
use super::super::{images, tree};
use super::contents::Loss;
use super::likeness;
use crate::read::survey::Survey;
use crate::render;
use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result};
use transvase_base::options::{DPI, Options, PAGES};
use transvase_model::raster::{Frame, Raster};

/// Dots per inch of the pictures of pages that are held against one another.
const LOOK_DPI: &str = "100";

/// A document before it was made smaller, and how it was.
pub(super) struct Before<'a> {
    /// The file.
    pub file: &'a [u8],
    /// How large its pictures are placed.
    pub survey: Option<&'a Survey>,
    /// What packs streams.
    pub packer: Packer,
}

/// Draws the pages of the file as it was and of `document`, in which the objects of `changed` were others, and takes
/// back what makes a page look worse. Its pictures get another chance at finer terms, again and again, before they stay
/// as they were.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn verify(
    before: &Before<'_>,
    document: &mut Document,
    mut changed: BTreeMap<Id, Object>,
    loss: Loss,
    context: &Context,
) -> Result<()> {
    let mut finer = std::iter::successors(loss.terms(), |terms| terms.finer()).skip(1);
    let mut suspects = None;
    while !changed.is_empty() {
        let after = write::write(document, Layout::Plain, before.packer, context)?;
        let worse = worse(before.file, &after, suspects.as_deref(), loss.least_likeness(), context)?;
        let taken = match &worse {
            Some(worse) if worse.is_empty() => return Ok(()),
            Some(worse) => reached(document, worse, context)?,
            None => BTreeSet::new(),
        };
        let back = take_back(document, &mut changed, |id| taken.contains(id));
        if back.is_empty() {
            // It is not known what makes the pages look worse.
            take_back(document, &mut changed, |_| true);
        } else if let Some(terms) = finer.next() {
            changed.extend(images::reduce(document, &back, before.survey, terms, before.packer, context)?);
        }
        suspects = worse;
    }
    Ok(())
}

/// Makes objects what they were, and tells which.
fn take_back(
    document: &mut Document,
    changed: &mut BTreeMap<Id, Object>,
    is_meant: impl Fn(&Id) -> bool,
) -> BTreeSet<Id> {
    let back: BTreeMap<Id, Object> = changed.extract_if(.., |id, _| is_meant(id)).collect();
    let ids = back.keys().copied().collect();
    document.objects.extend(back);
    ids
}

/// Numbers of the pages, from 0, that look worse among some, or among all; `None` where that cannot be told.
fn worse(
    before: &[u8],
    after: &[u8],
    among: Option<&[usize]>,
    least: f64,
    context: &Context,
) -> Result<Option<Vec<usize>>> {
    let mut options = Options::default();
    options.set(&DPI, LOOK_DPI)?;
    if let Some(among) = among {
        let numbers: Vec<String> = among.iter().map(|number| (number + 1).to_string()).collect();
        options.set(&PAGES, &numbers.join(","))?;
    }
    // What pages say while they are drawn for a look is nobody's concern.
    let aside = Context::new(options, context.limits().clone());
    let (Some(mut before), Some(mut after)) = (drawn(before, &aside)?, drawn(after, &aside)?) else { return Ok(None) };
    let mut worse = Vec::new();
    for at in 0.. {
        context.checkpoint()?;
        match (next(&mut before, &aside)?, next(&mut after, &aside)?) {
            (None, None) => break,
            (Some(one), Some(other)) if likeness::of(&one, &other) >= least => {}
            _ => worse.push(among.and_then(|among| among.get(at).copied()).unwrap_or(at)),
        }
    }
    Ok(Some(worse))
}

fn drawn<'a>(file: &'a [u8], context: &Context) -> Result<Option<Raster<'a>>> {
    match render::read_unfitted(file, context) {
        Err(error) if matches!(error.code(), ErrorCode::TimedOut | ErrorCode::Cancelled) => Err(error),
        pages => Ok(pages.ok()),
    }
}

fn next(pages: &mut Raster<'_>, context: &Context) -> Result<Option<Frame>> {
    match pages.frames.next(context) {
        Err(error) if matches!(error.code(), ErrorCode::TimedOut | ErrorCode::Cancelled) => Err(error),
        page => Ok(page.unwrap_or_default()),
    }
}

/// What pages, by their numbers, lead to, but for other pages.
fn reached(document: &Document, numbers: &[usize], context: &Context) -> Result<BTreeSet<Id>> {
    let pages = tree::pages(document, context)?;
    let first: BTreeSet<Id> = numbers.iter().filter_map(|number| pages.get(*number)).copied().collect();
    let (mut reached, mut waiting) = (BTreeSet::new(), first.iter().copied().collect::<Vec<Id>>());
    let inherited = first.iter().filter_map(|page| tree::attribute(document, *page, "Resources"));
    inherited.for_each(|resources| resources.each(&mut |value| waiting.extend(value.as_reference())));
    while let Some(id) = waiting.pop() {
        context.tick(1)?;
        let kind = document.dictionary_of(id).map(|entries| document.get(entries, "Type"));
        let is_other = kind.is_some_and(|kind| kind.is_name("Page") || kind.is_name("Pages")) && !first.contains(&id);
        if !is_other && reached.insert(id) {
            document.object(id).each(&mut |value| waiting.extend(value.as_reference()));
        }
    }
    Ok(reached)
}
