//! Covered text: words that something opaque is painted over.

use super::super::sink::Sink;
use super::layer::{self, Layer};
use super::pictures::Pictures;
use super::tiles::Tiles;
use super::word::Word;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Rect;
use transvase_model::media::MediaStore;
use transvase_model::pages::{Hidden, Item, PlacedImage, TextPaint};

/// Share of a word that one thing covers where the word is not seen.
const COVERED: f32 = 0.95;
/// Share of the words of a page from which on those that are under pictures are the text of these, as text recognition
/// puts it there.
const RECOGNISED: f32 = 0.2;
/// Things over a tile that are looked at for one word; with more it is taken as seen.
const MAX_COVERS: usize = 512;
/// How far from upright an image may stand, as a share of its side.
const UPRIGHT: f32 = 1e-3;

/// Marks the words of a page that are covered by what is painted after them.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn find(
    words: &mut [Word],
    sink: &Sink,
    (page, media, pictures): (Rect, &MediaStore, &Pictures<'_>),
    context: &Context,
) -> Result<()> {
    let mut roof = Roof { tiles: Tiles::new(page), covers: Vec::new() };
    let mut rest = words.iter_mut().rev().peekable();
    let (mut under_pictures, mut all) = (Vec::new(), 0_usize);
    let mut covers = Vec::new();
    for (at, item) in sink.items.iter().enumerate().rev() {
        let is_letters = matches!(item, Item::Glyphs(run) if run.paint != TextPaint::Invisible);
        while let Some(word) = rest.next_if(|word| word.item >= at) {
            all += 1;
            if !is_letters || !may_be_recognised(word) || !roof.is_over(&word.rect, context)? {
                continue;
            }
            if pictures.are_at(&word.rect, context)? {
                under_pictures.push(word);
            } else {
                word.hidden = word.hidden.or(Some(Hidden::Covered));
            }
        }
        if rest.peek().is_none() {
            break;
        }
        find_covers(sink, at, item, media, &mut covers);
        for layer in covers.drain(..).filter(|layer| layer.hides) {
            roof.put(layer.rect, context)?;
        }
    }
    let is_recognised = under_pictures.len() as f32 >= RECOGNISED * all as f32;
    for word in under_pictures {
        word.hidden = if is_recognised { None } else { word.hidden.or(Some(Hidden::Covered)) };
    }
    Ok(())
}

/// Whether a word may be of the text that recognition puts under a picture: some programs write it in white.
fn may_be_recognised(word: &Word) -> bool {
    word.hidden.is_none_or(|why| why == Hidden::Ground)
}

/// Adds what an item paints, other than letters.
fn find_covers(sink: &Sink, at: usize, item: &Item, media: &MediaStore, covers: &mut Vec<Layer>) {
    match item {
        Item::Image(image) if !sink.manners.contains_key(&at) => {
            covers.extend(place(image, media).map(|rect| Layer { rect, color: None, hides: true }));
        }
        Item::Image(_) => {}
        other => layer::find(sink, at, other, covers),
    }
}

/// Where an opaque, upright image is seen.
fn place(image: &PlacedImage, media: &MediaStore) -> Option<Rect> {
    let map = &image.transform;
    let (straight, turned) = (map.a.abs().min(map.d.abs()), map.b.abs().max(map.c.abs()));
    let (lying, stood) = (map.b.abs().min(map.c.abs()), map.a.abs().max(map.d.abs()));
    let is_upright = turned <= UPRIGHT * straight || stood <= UPRIGHT * lying;
    let whole = map.apply_rect(&Rect { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 });
    let seen = image.clip.map_or(Some(whole), |clip| whole.intersection(&clip))?;
    let is_known = image.window.is_none() && image.media.index() < media.len();
    (is_upright && is_known && media.get(image.media).is_opaque()).then_some(seen)
}

/// What is painted later than the item at hand, and opaque.
struct Roof {
    tiles: Tiles,
    covers: Vec<Rect>,
}

impl Roof {
    fn put(&mut self, rect: Rect, context: &Context) -> Result<()> {
        self.tiles.paint(self.covers.len(), &rect, true, context)?;
        self.covers.push(rect);
        Ok(())
    }

    fn is_over(&self, word: &Rect, context: &Context) -> Result<bool> {
        let over = self.tiles.at(word.center());
        let looked = over.len().min(MAX_COVERS);
        context.tick(1 + looked as u64 / 16)?;
        let covered = |cover: &Rect| cover.intersection(word).map_or(0.0, |common| common.area());
        let least = COVERED * word.area();
        let mut last = over.iter().rev().take(looked).filter_map(|at| self.covers.get(*at as usize));
        Ok(word.area() > 0.0 && last.any(|cover| covered(cover) >= least))
    }
}
