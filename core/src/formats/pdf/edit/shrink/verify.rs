//! A look at every page before and after: what made one look worse is taken back.

use std::collections::{BTreeMap, BTreeSet};

use super::super::document::Document;
use super::super::object::{Id, Object};
use super::super::tree;
use super::super::write::{self, Layout};
use super::{Job, likeness};
use crate::context::Context;
use crate::error::{ErrorCode, Result};
use crate::formats::pdf::render;
use crate::model::raster::{Frame, Raster};
use crate::options::{DPI, Options};

/// Dots per inch of the pictures of pages that are held against one another.
const LOOK_DPI: &str = "100";

/// How much alike a page has to be: where something may be lost, and where nothing may but for rounding.
const LOSSY: f64 = 0.995;
const LOSSLESS: f64 = 0.9995;

/// Rounds of taking back: the first takes back what a page refers to, the second everything.
const ROUNDS: usize = 2;

/// Draws the pages of `before`, the file as it was, and of `document`, in which the objects of `changed` were others, and
/// takes back what makes a page look worse.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn verify(
    before: &[u8],
    document: &mut Document,
    mut changed: BTreeMap<Id, Object>,
    job: &Job,
    context: &Context,
) -> Result<()> {
    let least = if job.level.lossless { LOSSLESS } else { LOSSY };
    for round in 0..ROUNDS {
        if changed.is_empty() {
            return Ok(());
        }
        let after = write::write(document, Layout::Plain, job.packer, context)?;
        let worse = worse(before, &after, least, context)?;
        let pages = tree::pages(document, context)?;
        let taken: BTreeSet<Id> = match &worse {
            Some(worse) if worse.is_empty() => return Ok(()),
            Some(worse) if round == 0 => {
                let pages = worse.iter().filter_map(|number| pages.get(*number));
                reached(document, pages, context)?
            }
            _ => changed.keys().copied().collect(),
        };
        let back: Vec<Id> = changed.keys().filter(|id| taken.contains(id)).copied().collect();
        for id in back {
            if let Some(object) = changed.remove(&id) {
                document.objects.insert(id, object);
            }
        }
    }
    Ok(())
}

/// Numbers of the pages, from 0, that look worse; `None` where that cannot be told.
fn worse(before: &[u8], after: &[u8], least: f64, context: &Context) -> Result<Option<Vec<usize>>> {
    let mut options = Options::default();
    options.set(&DPI, LOOK_DPI)?;
    // What pages say while they are drawn for a look is nobody's concern.
    let aside = Context::new(options, context.limits().clone());
    let (Some(mut before), Some(mut after)) = (drawn(before, &aside)?, drawn(after, &aside)?) else { return Ok(None) };
    let mut worse = Vec::new();
    for number in 0.. {
        context.checkpoint()?;
        match (next(&mut before, &aside)?, next(&mut after, &aside)?) {
            (None, None) => break,
            (Some(one), Some(other)) if likeness::of(&one, &other) >= least => {}
            _ => worse.push(number),
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

/// What pages lead to, but for other pages.
fn reached<'p>(document: &Document, pages: impl Iterator<Item = &'p Id>, context: &Context) -> Result<BTreeSet<Id>> {
    let first: BTreeSet<Id> = pages.copied().collect();
    let (mut reached, mut waiting) = (BTreeSet::new(), first.iter().copied().collect::<Vec<Id>>());
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
