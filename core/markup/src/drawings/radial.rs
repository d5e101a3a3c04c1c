//! Radial gradients as PDF has them (ISO 32000-1, 8.7.4.5.4): writers of it take those that begin at a point and end where
//! they are said to. Others, which begin at a circle (`fr`) or go on beyond their end (`spreadMethod`), are stated anew: with
//! the circles of SVG 2, 14.2.3, continued as far as the drawing reaches.

use resvg::usvg::{Node, RadialGradient, SpreadMethod, Tree, WriteOptions};

use transvase_base::context::Context;
use transvase_base::error::Result;

/// Stops of a gradient at most.
const MOST_STOPS: usize = 400;

/// The same drawing, with gradients that begin at a point and end.
///
/// # Errors
/// As [`super::tree`].
pub fn plain(tree: Tree, context: &Context) -> Result<Tree> {
    let needs = |gradient: &&RadialGradient| gradient.fr().get() > 0.0 || gradient.spread_method() != SpreadMethod::Pad;
    let odd: Vec<_> = tree.radial_gradients().iter().map(AsRef::as_ref).filter(needs).collect();
    if odd.is_empty() {
        return Ok(tree);
    }
    let reach = reach(&tree, context)?;
    let mut text = tree.to_string(&WriteOptions { preserve_text: true, ..WriteOptions::default() });
    for gradient in odd {
        let place = text.find(&format!("<radialGradient id=\"{}\"", gradient.id()));
        let end = place.and_then(|at| Some(at + text[at..].find(END)? + END.len()));
        if let (Some(at), Some(end), Some(stated)) = (place, end, stated(gradient, reach)) {
            text.replace_range(at..end, &stated);
        }
    }
    super::tree(text.as_bytes(), context)
}

const END: &str = "</radialGradient>";

/// How far from the origin of its own coordinates anything lies.
fn reach(tree: &Tree, context: &Context) -> Result<f32> {
    let mut reach = libm::hypotf(tree.size().width(), tree.size().height());
    let mut groups = vec![tree.root()];
    while let Some(group) = groups.pop() {
        for node in group.children() {
            context.tick(1)?;
            let of = node.bounding_box();
            let sides = [of.left(), of.top(), of.right(), of.bottom()];
            reach = sides.into_iter().map(f32::abs).fold(reach, f32::max);
            if let Node::Group(inner) = node {
                groups.push(inner);
            }
        }
    }
    Ok(reach * std::f32::consts::SQRT_2)
}

/// A gradient from a point to where the drawing ends. Its circles are those at the parts `t` of the way from the first to
/// the last; the one at `start` is a point.
fn stated(gradient: &RadialGradient, reach: f32) -> Option<String> {
    let (radius, inner) = (gradient.r().get(), gradient.fr().get());
    let grows = radius - inner;
    let scale = gradient.transform().get_scale();
    let largest = (reach / scale.0.min(scale.1) + libm::hypotf(gradient.cx(), gradient.cy())) / grows;
    if grows.is_nan() || grows <= 0.0 || !largest.is_finite() {
        return None;
    }
    let start = -inner / grows;
    let repeats = gradient.spread_method() != SpreadMethod::Pad;
    let most = (MOST_STOPS / gradient.stops().len().max(1)) as f32;
    let end = if repeats { largest.ceil().clamp(1.0, most.max(1.0)) } else { 1.0 };
    let first = if repeats { start.floor().max(-most) } else { 0.0 };
    let between = |from: f32, to: f32, part: f32| from + part * (to - from);
    let at = |part| (between(gradient.fx(), gradient.cx(), part), between(gradient.fy(), gradient.cy(), part));
    let (point, center) = (at(start), at(end));
    let turned = gradient.transform();
    let mut text = format!(
        "<radialGradient id=\"{}\" gradientUnits=\"userSpaceOnUse\" fx=\"{}\" fy=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\" \
         gradientTransform=\"matrix({} {} {} {} {} {})\">",
        gradient.id(),
        point.0,
        point.1,
        center.0,
        center.1,
        inner + end * grows,
        turned.sx,
        turned.ky,
        turned.kx,
        turned.sy,
        turned.tx,
        turned.ty,
    );
    let mut lap = first;
    while lap < end {
        text.extend(stops(gradient, lap).map(|(part, stop)| {
            let offset = ((part - start) / (end - start)).clamp(0.0, 1.0);
            format!("<stop offset=\"{offset}\" {stop}/>")
        }));
        lap += 1.0;
    }
    Some(text + END)
}

/// The stops of a lap, each with its part of the way. Where laps are reflected every second one runs backwards.
fn stops(gradient: &RadialGradient, lap: f32) -> impl Iterator<Item = (f32, String)> {
    let backwards = gradient.spread_method() == SpreadMethod::Reflect && lap.rem_euclid(2.0) == 1.0;
    let mut stops: Vec<_> = gradient.stops().iter().collect();
    if backwards {
        stops.reverse();
    }
    stops.into_iter().map(move |stop| {
        let offset = stop.offset().get();
        let color = stop.color();
        let text = format!(
            "stop-color=\"#{:02x}{:02x}{:02x}\" stop-opacity=\"{}\"",
            color.red,
            color.green,
            color.blue,
            stop.opacity().get()
        );
        (lap + if backwards { 1.0 - offset } else { offset }, text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::raster::PixelFormat;

    fn drawing(gradient: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"80\" height=\"60\"><radialGradient id=\"g\" {gradient}>\
             <stop offset=\"0\" stop-color=\"red\"/><stop offset=\".6\" stop-color=\"#0f0\" stop-opacity=\".5\"/>\
             <stop offset=\"1\" stop-color=\"blue\"/></radialGradient>\
             <g transform=\"scale(2)\"><rect width=\"40\" height=\"30\" fill=\"url(#g)\"/></g></svg>"
        )
    }

    #[test]
    fn gradients_that_are_stated_anew_look_as_before() {
        let context = Context::default();
        for gradient in [
            "gradientUnits=\"userSpaceOnUse\" cx=\"20\" cy=\"15\" r=\"6\" spreadMethod=\"repeat\"",
            "gradientUnits=\"userSpaceOnUse\" cx=\"20\" cy=\"15\" r=\"9\" fx=\"18\" fr=\"3\" spreadMethod=\"reflect\"",
            "r=\".4\" fr=\".2\" gradientTransform=\"rotate(20) scale(1 .8)\"",
            "r=\".1\" fx=\".48\" fr=\".03\" spreadMethod=\"repeat\"",
        ] {
            let text = drawing(gradient);
            let before = super::super::tree(text.as_bytes(), &context).unwrap();
            let after = plain(super::super::tree(text.as_bytes(), &context).unwrap(), &context).unwrap();
            let [found] = after.radial_gradients() else { panic!("one gradient") };
            assert!(found.fr().get() == 0.0 && found.spread_method() == SpreadMethod::Pad, "{gradient}");
            let pixels = |tree: &Tree| super::super::painted(tree, 4.0, (320, 240), &context).unwrap();
            let (before, after) = (pixels(&before), pixels(&after));
            assert_eq!(before.format, PixelFormat::Rgba8);
            let pairs = before.samples.iter().zip(&after.samples);
            let far = pairs.filter(|(old, new)| old.abs_diff(**new) > 8).count();
            // Hard edges may lie a pixel aside.
            assert!(far * 50 < before.samples.len(), "{gradient}: {far} of {}", before.samples.len());
        }
    }

    #[test]
    fn usual_gradients_stay() {
        let context = Context::default();
        let tree = super::super::tree(drawing("r=\".5\" fx=\".4\"").as_bytes(), &context).unwrap();
        let id = std::sync::Arc::as_ptr(&tree.radial_gradients()[0]);
        assert_eq!(std::sync::Arc::as_ptr(&plain(tree, &context).unwrap().radial_gradients()[0]), id);
    }
}
