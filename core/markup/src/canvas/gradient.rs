//! Gradients as the rasteriser's shaders.

use tiny_skia::{
    Color, GradientStop, LinearGradient, Paint, Point as Pixel, RadialGradient, Shader, SpreadMode, Transform,
};

use super::clamped;
use transvase_base::units::{Affine, Point};
use transvase_model::gradient::Axis;
use transvase_model::pages::Gradient;

/// What paints with a gradient that `view` maps to pixels; `None` where the rasteriser knows none.
pub(super) fn paint(gradient: &Gradient, opacity: f32, view: &Affine) -> Option<Paint<'static>> {
    let alpha = (opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
    let stop = |(at, color): &(f32, transvase_model::pages::Color)| {
        GradientStop::new(*at, Color::from_rgba8(color.r, color.g, color.b, alpha))
    };
    let stops: Vec<GradientStop> = gradient.stops.iter().map(stop).collect();
    let shader = shader(gradient.axis.map(|point| view.apply(point), view.a), stops)?;
    Some(Paint { shader, ..Paint::default() })
}

fn shader(axis: Axis, stops: Vec<GradientStop>) -> Option<Shader<'static>> {
    let pixel = |p: Point| Pixel::from_xy(clamped(p.x), clamped(p.y));
    let (mode, plain) = (SpreadMode::Pad, Transform::identity());
    match axis {
        Axis::Line(from, to) => LinearGradient::new(pixel(from), pixel(to), stops, mode, plain),
        Axis::Circles([(from, r0), (to, r1)]) => {
            RadialGradient::new(pixel(from), clamped(r0), pixel(to), clamped(r1), stops, mode, plain)
        }
    }
}
