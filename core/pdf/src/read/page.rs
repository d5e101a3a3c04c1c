//! Page reading: a page's content is run, its annotations are read, and what was found is settled.

use super::annotations::{self, Found};
use super::assets::Assets;
use super::document::Document;
use super::image::ImageSet;
use super::interpret::{Interpreter, Marking};
use super::sink::Sink;
use super::source_page::{content, page_space};
use super::state::State;
use super::structure::Structure;
use super::{accents, bars, guess, hidden, icon, unread};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Rect, Size};
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_model::pages::{Item, Page, Unseen};

/// Reads page `number`, counted from 1.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`; damage inside the page never ends the reading.
pub(super) fn read_page<'a>(
    number: u32,
    document: &Document<'a>,
    structure: &Structure,
    assets: &mut Assets<'a>,
) -> Result<Page> {
    let context = document.context;
    let Some(source) = document.pdf.pages().get(number as usize - 1) else {
        return Ok(Page { number, size: Size::A4, ..Page::default() });
    };
    let (width, height) = source.render_dimensions();
    let clip = Rect { left: 0.0, top: 0.0, right: width, bottom: height };
    let state = State::new(page_space(source), clip);
    let marking = Marking::new(number as usize - 1, structure, &document.optional);
    let mut interpreter = Interpreter::new(state, marking, assets, context);
    interpreter.run(&content(source, context)?, source.resources())?;
    let found = annotations::read(source, number, document, structure, &mut interpreter)?;
    let mut sink = interpreter.finish()?;
    hidden::settle(&mut sink, clip, assets.images.store(), context)?;
    sink.settle_doubts(context)?;
    bars::settle(std::mem::take(&mut sink.bars), &mut sink.items, &mut assets.images, context)?;
    accents::join(&mut sink.items);
    sink.add_unread(&mut assets.images, context)?;
    sink.warn(number, context);
    let Found { links, controls, comments, .. } = found;
    let size = Size { width, height };
    let label = document.labels.label(number as usize - 1);
    let unseen = sink.unseen.into_iter().map(|(text, hidden)| Unseen { page: number, text, hidden }).collect();
    Ok(Page { number, size, items: sink.items, links, controls, comments, label, unseen, ..Page::default() })
}

impl Sink {
    /// Decides which runs with a guessed text keep it, and keeps the drawings of the others.
    fn settle_doubts(&mut self, context: &Context) -> Result<()> {
        for doubt in guess::refuted(std::mem::take(&mut self.doubts), &self.items) {
            let Some(Item::Glyphs(run)) = self.items.get_mut(doubt.item) else { continue };
            self.unmapped += doubt.erase(run);
            let drawings = doubt.into_drawings(run);
            self.keep_unread(drawings, context)?;
        }
        Ok(())
    }

    /// Adds the drawings of glyphs without text where they are a text of their own, and icons elsewhere.
    fn add_unread(&mut self, images: &mut ImageSet<'_>, context: &Context) -> Result<()> {
        let mut drawings = std::mem::take(&mut self.unread);
        let texts = if unread::are_missed(&drawings, &self.items) {
            std::mem::take(&mut drawings)
        } else {
            unread::take_apart(&mut drawings, &self.items, context)?
        };
        let icons = icon::icons(drawings, &self.items, images, context)?;
        self.items.extend(texts.into_iter().map(|drawing| Item::Path(drawing.path)));
        self.unmapped -= icons.len() as u64;
        self.items.extend(icons.into_iter().map(Item::Image));
        Ok(())
    }

    fn warn(&self, number: u32, context: &Context) {
        if self.unmapped > 0 {
            let message = counted(
                self.unmapped,
                "[character|characters] cannot be read as text: the file does not say which [letter it is|letters they are]",
            );
            context.warn(Warning::on_page(number, WarningCode::TextUnmapped, message));
        }
        if self.images_lost > 0 {
            let message = counted(self.images_lost, "[image|images] could not be decoded");
            context.warn(Warning::on_page(number, WarningCode::ImageDropped, message));
        }
        for ((limit, value), count) in &self.images_over {
            let message = format!(
                "{}, above the limit {limit} of {value} pixels",
                counted(count, "[image was|images were] left out")
            );
            context.warn(Warning::on_page(number, WarningCode::ImageDropped, message));
        }
        if self.fills_lost > 0 {
            let message = counted(self.fills_lost, "colour [gradient was|gradients were] left out");
            context.warn(Warning::on_page(number, WarningCode::DrawingDropped, message));
        }
        if self.cycles {
            let message = "a drawing that contains itself was drawn only once";
            context.warn(Warning::on_page(number, WarningCode::InputRepaired, message));
        }
    }
}
