//! Fonts and images made smaller, by how they are used: a walk through all content tells which glyphs are shown and how
//! large pictures are placed.

use super::super::document::Document;
use super::super::protect::Protection;
use super::super::write::{self, Layout};
use super::super::{fonts, images, load};
use super::verify::{self, Before};
use super::{Job, share};
use crate::read::survey::{self, Survey};
use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result};

/// A document whose fonts and pictures are as small as they can be without loss.
pub(super) struct Prepared {
    document: Document,
    survey: Option<Survey>,
    protection: Option<Protection>,
    /// The document as it was, for the look at its pages.
    file: Vec<u8>,
}

/// How far fonts and pictures may change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Loss {
    /// Not at all: outlines and samples stay.
    Nothing,
    /// As far as these terms go; instructions that fit outlines to coarse screens go, too.
    Pictures(images::Terms),
}

/// How much alike a page has to be (SSIM) where nothing may be lost but by rounding.
const LOSSLESS: f64 = 0.9995;
/// The same where what is lost may not be seen.
const UNSEEN: f64 = 0.995;
/// The same where a caller names the quality of pictures: the look then guards against broken pages alone.
const UNBROKEN: f64 = 0.9;

impl Loss {
    /// The terms of pictures that may change.
    pub(super) fn terms(self) -> Option<images::Terms> {
        match self {
            Loss::Nothing => None,
            Loss::Pictures(terms) => Some(terms),
        }
    }

    /// How much alike each page has to be to what it was.
    pub(super) fn least_likeness(self) -> f64 {
        match self.terms() {
            None => LOSSLESS,
            Some(images::Terms { quality: None, .. }) => UNSEEN,
            Some(_) => UNBROKEN,
        }
    }
}

impl Prepared {
    /// Looks through a document, written and read once, so that the walk sees what readers will.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn of(mut document: Document, job: &Job, context: &Context) -> Result<Prepared> {
        let protection = document.protection.take();
        let file = write::write(&document, Layout::Plain, job.packer, context)?;
        let (mut document, survey) = match load(&file, context) {
            Ok(copy) => (copy, survey::of_file(&file, context)?),
            Err(error) if matches!(error.code(), ErrorCode::TimedOut | ErrorCode::Cancelled) => return Err(error),
            Err(_) => (document, None),
        };
        images::shrink(&mut document, job.packer, context)?;
        Ok(Prepared { document, survey, protection, file })
    }

    /// The document with fonts and pictures at a loss, as far as its pages look the same where `looks` asks for that.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn at(&self, loss: Loss, looks: bool, job: &Job, context: &Context) -> Result<Document> {
        let mut document = self.document.clone();
        let terms = fonts::Terms { hints: loss == Loss::Nothing, lists: job.is_early };
        let mut changed = fonts::shrink(&mut document, self.survey.as_ref(), terms, job.packer, context)?;
        let survey = self.survey.as_ref();
        if let Some(terms) = loss.terms() {
            let pictures = images::pictures(&document).into_iter().collect();
            changed.extend(images::reduce(&mut document, &pictures, survey, terms, job.packer, context)?);
        }
        if looks {
            let before = Before { file: &self.file, survey, packer: job.packer };
            verify::verify(&before, &mut document, changed, loss, context)?;
        }
        share::share(&mut document, job, context)?;
        document.protection.clone_from(&self.protection);
        Ok(document)
    }
}
