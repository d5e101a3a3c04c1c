//! Drawings (SVG 1.1) to pixels, as far as books draw: filled and stroked shapes with transforms.
//! Gradients become their first colour; text, filters, masks and animations are not drawn.

mod fill;
mod outline;
mod path;
mod shapes;

use image::ImageEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};

use crate::context::{Context, Limit};
use crate::error::Result;
use crate::model::raster::{Frame, PixelFormat};
use crate::parts::html::{NodeId, Tree};
use crate::parts::pixels;
use crate::units::Affine;

/// The longer side of the picture in pixels: enough for the width of a printed page.
const LONG_SIDE_PX: f32 = 1_600.0;

/// A drawing as pixels, and its natural size.
#[derive(Debug)]
pub(crate) struct Drawing {
    /// The pixels, with alpha.
    pub frame: Frame,
    /// Width in CSS pixels.
    pub width_px: u32,
    /// Height in CSS pixels.
    pub height_px: u32,
    /// Whether it holds text, which is not drawn.
    pub has_text: bool,
}

impl Drawing {
    /// The pixels as PNG.
    ///
    /// # Errors
    /// What the encoder says.
    pub fn png(&self) -> Result<Vec<u8>> {
        let Frame { width_px, height_px, format, samples } = &self.frame;
        let mut png = Vec::new();
        let encoder = PngEncoder::new_with_quality(&mut png, CompressionType::Default, FilterType::NoFilter);
        let color = pixels::color_type(*format);
        encoder.write_image(samples, *width_px, *height_px, color).map_err(pixels::image_error)?;
        Ok(png)
    }
}

/// Draws the `svg` element `root`; `None` where nothing in it can be drawn.
///
/// # Errors
/// Limits of pixels, `TimedOut`, `Cancelled`.
pub(crate) fn draw(tree: &Tree, root: NodeId, context: &Context) -> Result<Option<Drawing>> {
    let Some(view) = tree.element(root).and_then(shapes::view) else { return Ok(None) };
    let scale = LONG_SIDE_PX / view.width.max(view.height);
    let (width, height) = ((view.width * scale).ceil() as u32, (view.height * scale).ceil() as u32);
    context.charge(Limit::job_pixels, u64::from(width) * u64::from(height))?;
    let mut canvas = fill::Canvas::new(width, height);
    let map = Affine::translate(-view.left, -view.top).then(&Affine::scale(scale, scale));
    let seen = shapes::paint(tree, root, &map, &mut canvas, context)?;
    if seen.shapes == 0 {
        return Ok(None);
    }
    let frame =
        Frame { width_px: width, height_px: height, format: PixelFormat::Rgba8, samples: canvas.into_samples() };
    let size = |length: f32| length.round().clamp(1.0, 65_535.0) as u32;
    Ok(Some(Drawing { frame, width_px: size(view.width), height_px: size(view.height), has_text: seen.text }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::html::{Dialect, parse};

    fn drawn(svg: &str) -> Option<Drawing> {
        let context = Context::default();
        let tree = parse(svg, Dialect::default(), &context).unwrap();
        draw(&tree, tree.first("svg")?, &context).unwrap()
    }

    /// The pixel at a place given as shares of width and height.
    fn pixel(drawing: &Drawing, x: f32, y: f32) -> [u8; 4] {
        let frame = &drawing.frame;
        let (x, y) = ((x * frame.width_px as f32) as usize, (y * frame.height_px as f32) as usize);
        let at = (y * frame.width_px as usize + x) * 4;
        frame.samples[at..at + 4].try_into().unwrap()
    }

    const CLEAR: [u8; 4] = [0; 4];
    const BLACK: [u8; 4] = [0, 0, 0, 255];
    const RED: [u8; 4] = [255, 0, 0, 255];

    #[test]
    fn shapes_are_filled_where_they_are() {
        let drawing = drawn(
            "<svg viewBox='0 0 20 10'><rect x=5 y=0 width=5 height=10 fill=red /><path d='M15 0h5v10h-5z'/></svg>",
        );
        let drawing = drawing.unwrap();
        assert_eq!((drawing.frame.width_px, drawing.frame.height_px), (1_600, 800));
        assert_eq!((drawing.width_px, drawing.height_px), (20, 10));
        let row = [0.1, 0.4, 0.6, 0.9].map(|x| pixel(&drawing, x, 0.5));
        assert_eq!(row, [CLEAR, RED, CLEAR, BLACK]);
    }

    #[test]
    fn holes_follow_the_fill_rule() {
        let rings = "M0 0h10v10h-10z M3 3h4v4h-4z";
        let nonzero = drawn(&format!("<svg viewBox='0 0 10 10'><path d='{rings}'/></svg>")).unwrap();
        assert_eq!(pixel(&nonzero, 0.5, 0.5), BLACK);
        let evenodd = drawn(&format!("<svg viewBox='0 0 10 10'><path fill-rule=evenodd d='{rings}'/></svg>")).unwrap();
        assert_eq!((pixel(&evenodd, 0.5, 0.5), pixel(&evenodd, 0.1, 0.1)), (CLEAR, BLACK));
    }

    #[test]
    fn groups_styles_uses_and_strokes() {
        let svg = "<svg viewBox='0 0 10 10'><defs><circle id=c r=1 /></defs><g transform='translate(5 5) scale(2)' \
            style='fill: #f00'><use href='#c'/></g><line x1=0 y1=9 x2=10 y2=9 stroke=black stroke-width=1 /></svg>";
        let drawing = drawn(svg).unwrap();
        assert_eq!(pixel(&drawing, 0.5, 0.5), RED);
        assert_eq!(pixel(&drawing, 0.65, 0.5), RED);
        assert_eq!(pixel(&drawing, 0.75, 0.5), CLEAR);
        assert_eq!(pixel(&drawing, 0.5, 0.9), BLACK);
        assert_eq!(pixel(&drawing, 0.5, 0.8), CLEAR);
    }

    #[test]
    fn nothing_to_draw_is_no_picture() {
        assert!(drawn("<p>x").is_none());
        assert!(drawn("<svg viewBox='0 0 10 10'></svg>").is_none());
        assert!(drawn("<svg viewBox='0 0 0 NaN'><rect width=1 height=1 /></svg>").is_none());
        let text = "<svg width=10 height=10><text>x</text><rect width=1 height=1 /></svg>";
        assert!(drawn(text).unwrap().has_text);
    }

    #[test]
    fn hostile_drawings_end() {
        let endless = "<svg viewBox='0 0 9 9'><g id=a><use href='#a'/><use href='#a'/></g></svg>";
        assert!(drawn(endless).is_none());
        let wild = "<svg viewBox='0 0 9 9'><path d='M1e38 1e38 L-1e38 5 A1 1e30 1e9 0 1 3 3 Q z'/></svg>";
        let _ = drawn(wild);
    }
}
