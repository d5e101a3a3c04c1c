//! A region of a page as a picture: paths, images and text, painted with `tiny-skia`.
//!
//! Nothing here fails a conversion: what cannot be painted is left out, and coordinates are kept in
//! the range the rasteriser was made for.

mod covered;
mod glyph;
mod gradient;
mod work;

use tiny_skia::{
    FillRule, FilterQuality, Mask, Paint, PathBuilder, Pixmap, PixmapPaint, Stroke as PenStroke, StrokeDash, Transform,
};

use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_base::fence::fenced;
use transvase_base::units::{Affine, Point, Rect};
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_codec::{held, holds};
use transvase_model::media::{Media, MediaStore};
use transvase_model::pages::{Color, Font, GlyphRun, Item, Page, Path, PlacedImage, Segment, Stroke, TextPaint};
use transvase_model::path::{self, Area};
use transvase_model::raster::{Frame, PixelFormat};

/// Pixels of one picture; a larger region is painted at a smaller scale.
const MAX_PIXELS: f32 = 6_000_000.0;
/// Longest side of a picture in pixels.
const MAX_SIDE: f32 = 8_000.0;
/// Largest coordinate handed to the rasteriser, in pixels: it computes with 16 bits before the point.
const MAX_COORDINATE: f32 = 16_000.0;
/// Thinnest line in pixels: thinner ones fade away.
const MIN_LINE: f32 = 0.6;

/// A page with what its items refer to.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// The page.
    pub page: &'a Page,
    /// Its fonts, by the index runs name.
    pub fonts: &'a [Font],
    /// Its images.
    pub media: &'a MediaStore,
}

/// Paints `region` of a page at `scale` pixels to the point, as PNG: what is not painted lets through what lies behind.
/// `None` where the region has no area.
///
/// # Errors
/// `TimedOut`, `Cancelled`, or `LimitExceeded` for the pixels.
pub fn render(scene: Scene<'_>, region: Rect, scale: f32, context: &Context) -> Result<Option<Media>> {
    let Some(pixmap) = painted(scene, region, scale, context)? else { return Ok(None) };
    let (width_px, height_px) = (pixmap.width(), pixmap.height());
    let pixels = straight(&pixmap);
    drop(pixmap);
    context.checkpoint()?;
    let samples = pixels.into_flattened();
    let frame = Frame { width_px, height_px, format: PixelFormat::Rgba8, samples, delay_ms: 0 };
    held::packed(frame, None, false, context).map(Some)
}

/// The colours of pixels without their opacity in them.
fn straight(pixmap: &Pixmap) -> Vec<[u8; 4]> {
    // Most pixels are like the one before, and dividing takes longer than to see that.
    let (mut last, mut plain) = (tiny_skia::PremultipliedColorU8::TRANSPARENT, [0; 4]);
    let pixels = pixmap.pixels().iter().map(|pixel| {
        if *pixel != last {
            let color = pixel.demultiply();
            (last, plain) = (*pixel, [color.red(), color.green(), color.blue(), color.alpha()]);
        }
        plain
    });
    pixels.collect()
}

/// Paints `region` of a page.
fn painted(scene: Scene<'_>, region: Rect, scale: f32, context: &Context) -> Result<Option<Pixmap>> {
    let seen = covered::first_seen(&scene.page.items, &region);
    let items = scene.page.items.get(seen..).unwrap_or_default();
    context.tick(items.len() as u64)?;
    let works = work::of_items(items, &region);
    let Some(mut canvas) = Canvas::new(region, work::scale(&works, scale)) else { return Ok(None) };
    let (width, height) = (canvas.pixmap.width(), canvas.pixmap.height());
    context.check(Limit::image_pixels, u64::from(width) * u64::from(height))?;
    context.charge(Limit::job_pixels, u64::from(width) * u64::from(height))?;
    let (mut budget, mut left_out) = (work::Budget::new(canvas.view.d), 0);
    for (item, work) in items.iter().zip(&works) {
        context.tick(1)?;
        match item {
            Item::Path(path) => match budget.take(work) {
                Some(rows) => {
                    context.tick(rows)?;
                    canvas.path(path);
                }
                None => left_out += 1,
            },
            Item::Image(image) => canvas.image(image, scene.media, context)?,
            Item::Glyphs(run) => {
                context.tick(run.glyphs.len() as u64)?;
                canvas.glyphs(run, scene.fonts.get(run.font));
            }
        }
    }
    if left_out > 0 {
        let message = counted(
            left_out,
            "[line or area|lines and areas] of a drawing [was|were] left out: it would take too long to draw",
        );
        context.warn(Warning::new(WarningCode::DrawingDropped, message));
    }
    context.checkpoint()?;
    Ok(Some(canvas.pixmap))
}

struct Canvas {
    pixmap: Pixmap,
    /// From the page to pixels.
    view: Affine,
    region: Rect,
    /// The clip used last, which many paths in a row share.
    clip: Option<(Rect, Mask)>,
}

impl Canvas {
    fn new(region: Rect, scale: f32) -> Option<Canvas> {
        let (width, height) = (region.width(), region.height());
        let sound = [region.left, region.top, width, height, scale].iter().all(|value| value.is_finite());
        if !sound || width <= 0.0 || height <= 0.0 || scale <= 0.0 {
            return None;
        }
        let fitting = (MAX_PIXELS / (width * height)).sqrt().min(MAX_SIDE / width.max(height));
        let scale = scale.min(fitting);
        let side = |points: f32| ((points * scale).ceil() as u32).clamp(1, MAX_SIDE as u32);
        let pixmap = Pixmap::new(side(width), side(height))?;
        let view = Affine::translate(-region.left, -region.top).then(&Affine::scale(scale, scale));
        Some(Canvas { pixmap, view, region, clip: None })
    }

    fn path(&mut self, path: &Path) {
        let Some(outline) = outline(&path.segments, &self.view, &self.region) else { return };
        let clip = path.clip.filter(|clip| !covers(clip, &self.region));
        let known = self.clip.take();
        let mask = match clip {
            None => None,
            Some(clip) => match known.filter(|(rect, _)| *rect == clip).or_else(|| Some((clip, self.mask(clip)?))) {
                Some(mask) => Some(mask),
                None => return,
            },
        };
        let cut = mask.as_ref().map(|(_, mask)| mask);
        if let Some((color, opacity)) = path.fill {
            let rule = if path.even_odd { FillRule::EvenOdd } else { FillRule::Winding };
            let paint = path.gradient.as_ref().and_then(|gradient| gradient::paint(gradient, opacity, &self.view));
            let paint = paint.unwrap_or_else(|| paint_of(color, opacity));
            self.fill(&outline, &paint, rule, cut);
        }
        if let Some(stroke) = path.stroke {
            self.stroke(&outline, stroke, cut);
        }
        self.clip = mask;
    }

    fn fill(&mut self, outline: &tiny_skia::Path, paint: &Paint<'_>, rule: FillRule, mask: Option<&Mask>) {
        let pixmap = &mut self.pixmap;
        fenced(|| pixmap.fill_path(outline, paint, rule, Transform::identity(), mask));
    }

    fn stroke(&mut self, outline: &tiny_skia::Path, stroke: Stroke, mask: Option<&Mask>) {
        let width = Some(stroke.width * self.view.a).filter(|width| !width.is_nan()).unwrap_or(MIN_LINE);
        let width = width.clamp(MIN_LINE, MAX_COORDINATE);
        let dash =
            if stroke.dashed { StrokeDash::new(vec![3.0 * width.max(1.0), 2.0 * width.max(1.0)], 0.0) } else { None };
        let pen = PenStroke { width, dash, ..PenStroke::default() };
        let (pixmap, paint) = (&mut self.pixmap, paint_of(stroke.color, stroke.opacity));
        fenced(|| pixmap.stroke_path(outline, &paint, &pen, Transform::identity(), mask));
    }

    fn image(&mut self, image: &PlacedImage, media: &MediaStore, context: &Context) -> Result<()> {
        let unit = Rect { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 };
        let seen = image.transform.apply_rect(&unit).intersection(&self.region);
        if seen.is_none_or(|seen| seen.area() <= 0.0) || image.media.index() >= media.len() {
            return Ok(());
        }
        let Some(picture) = pixmap_of(media.get(image.media), context)? else { return Ok(()) };
        let pixels = Affine::scale(1.0 / picture.width() as f32, 1.0 / picture.height() as f32);
        let map = pixels.then(&image.transform).then(&self.view);
        let values = [map.a, map.b, map.c, map.d, map.e, map.f];
        if values.iter().any(|value| !value.is_finite() || value.abs() > MAX_COORDINATE)
            || map.determinant().abs() < 1e-6
        {
            return Ok(());
        }
        let transform = Transform::from_row(map.a, map.b, map.c, map.d, map.e, map.f);
        let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
        let mask = image.clip.and_then(|clip| self.mask(clip));
        let mask = match &image.window {
            Some(window) => self.seen_through(window, mask),
            None => mask,
        };
        let target = &mut self.pixmap;
        fenced(|| target.draw_pixmap(0, 0, picture.as_ref(), &paint, transform, mask.as_ref()));
        Ok(())
    }

    /// What is seen through a window and a mask, where there is one; nothing through a window out of the region.
    fn seen_through(&self, window: &Area, mask: Option<Mask>) -> Option<Mask> {
        let nothing = || Mask::new(self.pixmap.width(), self.pixmap.height());
        let Some(outline) = outline(&window.segments, &self.view, &self.region) else { return nothing() };
        let rule = if window.even_odd { FillRule::EvenOdd } else { FillRule::Winding };
        match mask {
            Some(mut mask) => {
                fenced(|| mask.intersect_path(&outline, rule, true, Transform::identity()));
                Some(mask)
            }
            None => {
                let mut mask = nothing()?;
                fenced(|| mask.fill_path(&outline, rule, true, Transform::identity()));
                Some(mask)
            }
        }
    }

    fn mask(&self, clip: Rect) -> Option<Mask> {
        let rect = self.view.apply_rect(&clip);
        let [left, top, right, bottom] = [rect.left, rect.top, rect.right, rect.bottom].map(clamped);
        let path = PathBuilder::from_rect(tiny_skia::Rect::from_ltrb(left, top, right, bottom)?);
        let mut mask = Mask::new(self.pixmap.width(), self.pixmap.height())?;
        mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
        Some(mask)
    }

    fn glyphs(&mut self, run: &GlyphRun, font: Option<&Font>) {
        let origin = Point { x: run.transform.e, y: run.transform.f };
        let length = run.glyphs.last().map_or(0.0, |glyph| glyph.x.abs() + glyph.advance.abs()) + 2.0 * run.size;
        let Some(font) =
            font.filter(|_| run.paint != TextPaint::Invisible && self.region.expand(length).contains(origin))
        else {
            return;
        };
        for glyph in &run.glyphs {
            let text = run.text.get(glyph.text.range()).unwrap_or_default();
            let Some(shape) = glyph::Shape::of(glyph.id, text, font) else { continue };
            let stretch =
                if shape.advance > 0.0 { (glyph.advance / (shape.advance * run.size)).clamp(0.6, 1.6) } else { 1.0 };
            let stretch = if stretch.is_finite() { stretch } else { 1.0 };
            let place = Affine { a: run.size * stretch, d: run.size, e: glyph.x, f: glyph.y, ..Affine::IDENTITY };
            let map = place.then(&run.transform).then(&self.view);
            if let Some(outline) = shape.outline(&map) {
                self.fill(&outline, &paint_of(run.color, 1.0), FillRule::Winding, None);
            }
        }
    }
}

/// The outline in pixels; `None` where none of it lies in the region.
fn outline(segments: &[Segment], view: &Affine, region: &Rect) -> Option<tiny_skia::Path> {
    path::bounds(segments)?.intersection(&region.expand(20.0))?;
    let at = |point: Point| {
        let point = view.apply(point);
        (clamped(point.x), clamped(point.y))
    };
    let mut builder = PathBuilder::new();
    for segment in segments {
        match *segment {
            Segment::Move(p) => builder.move_to(at(p).0, at(p).1),
            Segment::Line(p) => builder.line_to(at(p).0, at(p).1),
            Segment::Curve(a, b, p) => {
                let ((ax, ay), (bx, by), (x, y)) = (at(a), at(b), at(p));
                builder.cubic_to(ax, ay, bx, by, x, y);
            }
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

/// Whether one rectangle holds all of another.
fn covers(outer: &Rect, inner: &Rect) -> bool {
    outer.intersection(inner).is_some_and(|common| common == *inner)
}

/// A coordinate the rasteriser can compute with.
fn clamped(value: f32) -> f32 {
    if value.is_nan() { 0.0 } else { value.clamp(-MAX_COORDINATE, MAX_COORDINATE) }
}

fn paint_of(color: Color, opacity: f32) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(color.r, color.g, color.b, (opacity.clamp(0.0, 1.0) * 255.0).round() as u8);
    paint
}

/// An image decoded for painting; `None` where it cannot be.
fn pixmap_of(media: &Media, context: &Context) -> Result<Option<Pixmap>> {
    context.checkpoint()?;
    let frame = match held::frame(media, context) {
        Ok(frame) => holds::rgba(if frame.format.is_deep() { holds::shallow(frame, context)? } else { frame }),
        Err(error) if error.ends_conversion() => return Err(error),
        Err(_) => return Ok(None),
    };
    let Some(mut pixmap) = Pixmap::new(frame.width_px, frame.height_px) else { return Ok(None) };
    for (target, pixel) in pixmap.pixels_mut().iter_mut().zip(frame.samples.as_chunks::<4>().0) {
        let [r, g, b, a] = *pixel;
        *target = tiny_skia::ColorU8::from_rgba(r, g, b, a).premultiply();
    }
    Ok(Some(pixmap))
}

#[cfg(test)]
mod tests;
