//! Bar code fonts: in any other face their text would be letters, which no machine reads. Each becomes an image, with
//! what it says in words.

use super::image::ImageSet;
use super::painted;
use super::unread::Unread;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Point, Rect};
use transvase_model::media::MediaId;
use transvase_model::pages::{GlyphRun, Item, NodeId, Path, PlacedImage, TextPaint};
use transvase_model::path;

/// Distance, in sizes of the text, up to which runs are of one bar code.
const NEAR: f32 = 0.8;

/// Runs of text that are bars.
pub(super) struct Bars {
    /// Indices of its runs among the items of its page.
    items: Vec<usize>,
    /// Its bars on the page, and what they cover.
    paths: Vec<Path>,
    bounds: Rect,
    /// What they say.
    text: String,
    node: Option<NodeId>,
    size: f32,
    clip: Rect,
}

impl Bars {
    /// A run, to be item `at` of its page, whose glyphs `bars` are bars; `None` where others are none.
    pub fn of(bars: Unread, run: &GlyphRun, at: usize, clip: Rect) -> Option<Bars> {
        if run.paint == TextPaint::Invisible || !bars.is_all_of(run) {
            return None;
        }
        let paths = bars.paths(run, clip);
        let bounds = paths.iter().filter_map(|path| path::bounds(&path.segments)).reduce(|a, b| a.union(&b))?;
        Some(Bars { items: vec![at], paths, bounds, text: run.text.clone(), node: run.node, size: run.size, clip })
    }

    /// Takes in what goes on with it.
    fn join(&mut self, next: Bars) {
        self.bounds = self.bounds.union(&next.bounds);
        self.items.extend(next.items);
        self.paths.extend(next.paths);
        self.text.push_str(&next.text);
    }

    fn goes_on_with(&self, next: &Bars) -> bool {
        self.size == next.size && self.bounds.expand(NEAR * self.size).intersection(&next.bounds).is_some()
    }

    fn image(&self, images: &mut ImageSet<'_>, context: &Context) -> Result<Option<MediaId>> {
        let Rect { left, top, .. } = self.bounds;
        let from_corner = |p: Point| Point { x: p.x - left, y: p.y - top };
        let moved = |path: &Path| Path {
            segments: path.segments.iter().map(|segment| segment.map(from_corner)).collect(),
            clip: None,
            ..path.clone()
        };
        painted::image(self.paths.iter().map(moved), &self.bounds, images, context)
    }

    fn placed(&self, media: MediaId) -> PlacedImage {
        let said = self.text.trim();
        let alt = (!said.is_empty()).then(|| said.into());
        let clip = self.clip.intersection(&self.bounds).filter(|seen| *seen != self.bounds);
        PlacedImage { clip, alt, node: self.node, ..painted::placed(media, &self.bounds) }
    }
}

/// Puts images in place of the runs of bars of a page.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn settle(found: Vec<Bars>, items: &mut [Item], images: &mut ImageSet<'_>, context: &Context) -> Result<()> {
    let mut codes: Vec<Bars> = Vec::new();
    for bars in found {
        match codes.last_mut().filter(|last| last.goes_on_with(&bars)) {
            Some(last) => last.join(bars),
            None => codes.push(bars),
        }
    }
    for code in codes {
        context.tick(code.paths.len() as u64)?;
        let Some(media) = code.image(images, context)? else { continue };
        for at in &code.items {
            if let Some(Item::Glyphs(run)) = items.get_mut(*at) {
                run.text.clear();
                run.glyphs.clear();
            }
        }
        if let Some(item) = code.items.first().and_then(|at| items.get_mut(*at)) {
            *item = Item::Image(code.placed(media));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::super::font::Outline;
    use super::super::image::SharedImages;
    use super::*;
    use transvase_base::units::Affine;
    use transvase_model::pages::{Color, Glyph};

    const PAGE: Rect = Rect { left: 0.0, top: 0.0, right: 600.0, bottom: 800.0 };

    /// A run of two glyphs of ten points, of which the first `bars` are bars.
    fn run(left: f32, bars: usize) -> (GlyphRun, Unread) {
        let glyph = |at: usize| Glyph { id: 1, x: 5.0 * at as f32, y: 0.0, advance: 5.0, text: (at..at + 1).into() };
        let transform = Affine { a: 1.0, b: 0.0, c: 0.0, d: -1.0, e: left, f: 50.0 };
        let run = GlyphRun {
            font: 0,
            size: 10.0,
            stretch: 1.0,
            color: Color::BLACK,
            transform,
            glyphs: (0..2).map(glyph).collect(),
            text: "*7".into(),
            paint: TextPaint::Fill,
            artifact: false,
            node: None,
            hidden: Vec::new(),
        };
        let corners = [(0.0, 0.0), (0.1, 0.0), (0.1, 0.8), (0.0, 0.8)].map(|(x, y)| Point { x, y });
        let outline = Rc::new(Outline { segments: path::polygon(&corners), ..Outline::default() });
        let mut unread = Unread::default();
        (0..bars).for_each(|at| unread.keep(at, || Rc::clone(&outline)));
        (run, unread)
    }

    #[test]
    fn runs_of_one_bar_code_become_one_image_that_says_it() {
        let shared = SharedImages::default();
        let (mut found, mut items) = (Vec::new(), Vec::new());
        for left in [100.0, 110.0, 400.0] {
            let (run, bars) = run(left, 2);
            found.extend(Bars::of(bars, &run, items.len(), PAGE));
            items.push(Item::Glyphs(run));
        }
        settle(found, &mut items, &mut ImageSet::new(&shared), &Context::default()).unwrap();
        let image = |item: &Item| if let Item::Image(image) = item { Some(image.clone()) } else { None };
        let images: Vec<PlacedImage> = items.iter().filter_map(image).collect();
        assert_eq!(images.iter().map(|image| image.alt.as_deref()).collect::<Vec<_>>(), [Some("*7*7"), Some("*7")]);
        let Affine { a, d, e, f, .. } = images[0].transform;
        assert_eq!((a, d, e, f), (16.0, 8.0, 100.0, 42.0));
        let letters = |item: &Item| if let Item::Glyphs(run) = item { run.text.len() } else { 0 };
        assert_eq!(items.iter().map(letters).sum::<usize>(), 0);
    }

    #[test]
    fn text_with_a_glyph_like_bars_stays_text() {
        let (run, bars) = run(100.0, 1);
        assert!(Bars::of(bars, &run, 0, PAGE).is_none());
    }
}
