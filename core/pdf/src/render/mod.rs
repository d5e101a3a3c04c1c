//! The PDF renderer: pages as pictures, drawn by hayro one after another as they are asked for.
//!
//! hayro cannot be stopped and has no limits, so every page is walked through first (`walk`): what it would cost is
//! counted, and images that a decoder must not be given are taken out of its sight (`blind`). `draw` makes the picture,
//! `fonts` knows the faces of text whose font the file does not hold.

mod blind;
mod draw;
mod edit;
mod fonts;
mod forms;
mod inherit;
mod marks;
mod size;
#[cfg(test)]
mod tests;
mod vector;
mod walk;
mod words;

pub(super) use vector::read as drawings;

use std::sync::Arc;

use hayro::RenderCache;
use hayro::hayro_syntax::Pdf;

use super::read::document::chosen_pages;
use super::read::open;
use edit::Edits;
use fonts::Faces;
use size::{PageSize, Scale};
use transvase_base::context::Context;
use transvase_base::error::{Error, Result, Stage};
use transvase_base::options::{OptionKind, OptionSpec};
use transvase_base::side_by_side;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_model::raster::{Frame, Frames, PixelFormat, Raster};
use walk::{Known, Refusal, Survey};

/// The option for pictures without paper.
pub(super) static TRANSPARENT: OptionSpec = OptionSpec {
    key: "transparent",
    kind: OptionKind::Flag,
    unit: "",
    default: "false",
    doc: "Draw pages on a transparent background instead of white.",
};

/// Pixels of the pages that are drawn in one go, and so share the fonts they read, for each thread.
const BATCH_PIXELS: u64 = 8 << 20;

/// Reads `bytes` as pictures of its pages.
///
/// # Errors
/// As the reader of pages: `PasswordRequired`, `PasswordIncorrect`, `Malformed` where no page can be found, or a limit; and
/// `MissingResource` where nothing of it would be seen for want of fonts.
pub(super) fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    pages(bytes, Faces::of(context), context)
}

/// As [`read`], with outlines as they are: what fits them to pixels looks at all glyphs of a font, so that two files that
/// show the same look different where one has more glyphs.
///
/// # Errors
/// As [`read`].
#[cfg(feature = "edit")]
pub(super) fn read_unfitted<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    pages(bytes, Faces::of(context).unfitted(), context)
}

fn pages<'a>(bytes: &'a [u8], faces: Faces, context: &Context) -> Result<Raster<'a>> {
    let scale = Scale::of(context);
    let dpi = scale.dpi();
    let mut pages = prepared(bytes, faces, scale, context)?;
    let frames = Frames::drawn(pages.count, move |context| pages.next(context));
    Ok(Raster { dpi: dpi.map(|dpi| (dpi, dpi)), ..Raster::pages(frames) })
}

/// The pages that are asked for, none of them drawn yet.
fn prepared(bytes: &[u8], faces: Faces, scale: Scale, context: &Context) -> Result<Pages> {
    let mut pdf = open::open(bytes, context)?;
    let numbers = chosen_pages(&pdf, context)?;
    if !open::is_encrypted(pdf.data().as_ref()) {
        let mut edits = forms::looks(&pdf, &numbers, context)?;
        inherit::complete(&pdf, &numbers, &mut edits, context)?;
        pdf = edited(pdf, &edits, context)?;
    }
    let count = numbers.len();
    Ok(Pages {
        pdf,
        faces: Arc::new(faces),
        scale,
        transparent: context.options().flag(&TRANSPARENT),
        known: Known::default(),
        waiting: numbers.into_iter(),
        drawn: Vec::new().into_iter(),
        failure: None,
        any: false,
        shown: false,
        done: 0,
        count,
    })
}

/// The document with changes, where there are any and it can be opened with them.
fn edited(pdf: Pdf, edits: &Edits, context: &Context) -> Result<Pdf> {
    if edits.is_empty() {
        return Ok(pdf);
    }
    let made = edits.made(&pdf, context)?;
    Ok(if made.pages().len() == pdf.pages().len() { made } else { pdf })
}

/// The pages of a document on their way to pictures.
struct Pages {
    pdf: Pdf,
    faces: Arc<Faces>,
    scale: Scale,
    transparent: bool,
    known: Known,
    /// Numbers of the pages that are still to be drawn.
    waiting: std::vec::IntoIter<u32>,
    /// Pictures that were drawn together with one that was asked for.
    drawn: std::vec::IntoIter<Frame>,
    /// Why a page could not be drawn.
    failure: Option<Error>,
    /// Whether a page could be drawn.
    any: bool,
    /// Whether anything is to be seen on one.
    shown: bool,
    done: usize,
    count: usize,
}

/// A page and how it is to be drawn.
struct Plan {
    number: u32,
    size: PageSize,
    /// Nothing where it must not be drawn.
    survey: Option<Survey>,
}

impl Pages {
    /// The picture of the next page.
    fn next(&mut self, context: &Context) -> Result<Option<Frame>> {
        if self.drawn.len() == 0 {
            let plans = self.plan(context)?;
            self.drawn = self.draw(plans, context)?.into_iter();
            self.faces.tell(context);
        }
        let frame = self.drawn.next();
        self.done += usize::from(frame.is_some());
        context.report(Stage::Read, self.done as u64, self.count as u64);
        if self.waiting.len() == 0 && !self.any && self.failure.is_some() {
            return Err(self.failure.take().unwrap_or_else(|| Error::malformed("no page can be drawn")));
        }
        if self.waiting.len() == 0 && !self.shown {
            self.faces.check_missing(context)?;
        }
        Ok(frame)
    }

    /// The pages that are drawn in one go.
    fn plan(&mut self, context: &Context) -> Result<Vec<Plan>> {
        let (mut plans, mut pixels) = (Vec::new(), 0);
        let room = BATCH_PIXELS * context.threads() as u64;
        while let Some(number) = self.waiting.as_slice().first().copied() {
            let Some(page) = self.pdf.pages().get(number as usize - 1) else { break };
            let size = self.scale.size(page);
            pixels += size.pixels();
            if !plans.is_empty() && pixels > room {
                break;
            }
            self.waiting.next();
            let survey = self.survey(number, &size, context)?;
            plans.push(Plan { number, size, survey });
        }
        Ok(plans)
    }

    /// What a page would cost; nothing where it must not be drawn.
    fn survey(&mut self, number: u32, size: &PageSize, context: &Context) -> Result<Option<Survey>> {
        let Some(page) = self.pdf.pages().get(number as usize - 1) else { return Ok(None) };
        let survey = match walk::survey(page, self.pdf.data().as_ref(), size, &mut self.known, context) {
            Ok(survey) => survey,
            Err(Refusal::Job(error)) => return Err(error),
            Err(Refusal::Page(error)) => {
                self.fail(number, error, context);
                return Ok(None);
            }
        };
        if !survey.blind.is_empty() {
            let message =
                counted(survey.blind.len(), "[image is|images are] left out that cannot be decoded within the limits");
            context.warn(Warning::on_page(number, WarningCode::ImageDropped, message));
            self.pdf = blind::without(&self.pdf, &survey.blind, context)?;
            self.known.forget();
        }
        if !survey.edits.is_empty() {
            self.pdf = survey.edits.made(&self.pdf, context)?;
            self.known.forget();
        }
        Ok(Some(survey))
    }

    fn fail(&mut self, number: u32, error: Error, context: &Context) {
        let message = format!("the page was left blank: {error}");
        context.warn(Warning::on_page(number, WarningCode::PageDropped, message));
        self.failure = Some(error);
    }

    /// Draws pages; those that cannot be drawn are white.
    fn draw(&mut self, plans: Vec<Plan>, context: &Context) -> Result<Vec<Frame>> {
        let numbers: Vec<u32> = plans.iter().map(|plan| plan.number).collect();
        let outcomes = draw_all(&self.pdf, plans, self.transparent, &self.faces, context)?;
        let mut frames = Vec::new();
        for (outcome, number) in outcomes.into_iter().zip(numbers) {
            frames.push(match outcome {
                Outcome::Drawn(frame) => {
                    self.any = true;
                    self.shown |= !is_empty(&frame);
                    frame
                }
                Outcome::Refused(size) => empty(&size, self.transparent, context),
                Outcome::Failed(size) => {
                    self.fail(number, Error::malformed("the page cannot be drawn"), context);
                    empty(&size, self.transparent, context)
                }
            });
        }
        Ok(frames)
    }
}

/// What became of a page.
enum Outcome {
    /// A picture.
    Drawn(Frame),
    /// It was not drawn, as had been told.
    Refused(PageSize),
    /// It could not be drawn.
    Failed(PageSize),
}

/// Draws pages side by side.
fn draw_all<'p>(
    pdf: &'p Pdf,
    plans: Vec<Plan>,
    transparent: bool,
    faces: &Arc<Faces>,
    context: &Context,
) -> Result<Vec<Outcome>> {
    let work = |cache: &mut RenderCache<'p>, plan: Plan| {
        context.checkpoint()?;
        let page = pdf.pages().get(plan.number as usize - 1).zip(plan.survey);
        let Some((page, survey)) = page else { return Ok(Outcome::Refused(plan.size)) };
        let frame = draw::page(page, &plan.size, &survey, transparent, faces, cache, context)?;
        Ok(frame.map_or(Outcome::Failed(plan.size), Outcome::Drawn))
    };
    let done = side_by_side::each_with(plans, None, context, RenderCache::new, work, |_| ())?;
    Ok(done.results.into_iter().map(|(outcome, _)| outcome).collect())
}

/// Whether all of a page is one colour.
fn is_empty(frame: &Frame) -> bool {
    frame.samples.iter().all(|sample| Some(sample) == frame.samples.first())
}

/// A page without anything on it, one pixel where it would be too large.
fn empty(size: &PageSize, transparent: bool, context: &Context) -> Frame {
    let (width_px, height_px) = if size.check(context).is_ok() { (size.width_px, size.height_px) } else { (1, 1) };
    let pixels = width_px as usize * height_px as usize;
    let (format, samples) = match transparent {
        true => (PixelFormat::GrayAlpha8, vec![0; 2 * pixels]),
        false => (PixelFormat::Gray8, vec![u8::MAX; pixels]),
    };
    Frame { width_px, height_px, format, samples, delay_ms: 0 }
}
