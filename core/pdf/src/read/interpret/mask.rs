//! Soft masks (ISO 32000-1, 11.6.5): what is painted under one gets the opacity that the mask has on average.
//! Shadows and fading grounds keep their weight, though not their course.

use hayro_syntax::object::{Dict, Name, Stream};
use hayro_syntax::page::Resources;

use super::super::placement::corners;
use super::super::state::State;
use super::{Interpreter, affine_of};
use transvase_base::error::Result;
use transvase_base::units::{Affine, Rect};
use transvase_model::pages::{Color, Gradient, Item};

/// Opacity of what a mask hides as good as whole.
const LEAST: f32 = 0.01;
/// Masks of a page that are remembered.
const MAX_KNOWN: usize = 64;
/// Shares of red, green and blue in the lightness of a colour (ISO 32000-1, 11.3.5.3).
const LIGHT: [f32; 3] = [0.30, 0.59, 0.11];

impl<'a> Interpreter<'_, 'a> {
    /// The soft mask of a graphics state parameter dictionary.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn set_mask(&mut self, dict: &Dict<'a>) -> Result<()> {
        if dict.get::<Name<'_>>(b"SMask").is_some() {
            self.state.set_mask(1.0, None);
            self.state.masked = false;
        } else if let Some(mask) = dict.get::<Dict<'a>>(b"SMask")
            && let Some(group) = mask.get::<Stream<'a>>(b"G")
        {
            let is_alpha = mask.get::<Name<'_>>(b"S").is_some_and(|kind| kind.as_ref() == b"Alpha");
            let share = self.share_of(&group, is_alpha)?;
            // Where nothing is painted a mask is black, unless it says otherwise (table 144).
            let bounds = self.bounds(group.dict()).filter(|_| !mask.contains_key(b"BC") && !mask.contains_key(b"TR"));
            self.state.set_mask(share.clamp(LEAST, 1.0), bounds);
            self.state.masked = true;
        }
        Ok(())
    }

    /// The opacity a mask has on average; whole where nothing is known of it.
    fn share_of(&mut self, group: &Stream<'a>, is_alpha: bool) -> Result<f32> {
        let id = group.obj_id();
        if let Some((_, share)) = self.masks.iter().find(|(known, _)| *known == id) {
            return Ok(*share);
        }
        let inside = State { ctm: self.state.ctm, ..self.start.clone() };
        let items = self.run_aside(group, inside)?;
        let share = self.bounds(group.dict()).and_then(|bounds| share(&items, &bounds, is_alpha));
        if self.masks.len() < MAX_KNOWN {
            self.masks.push((id, share.unwrap_or(1.0)));
        }
        Ok(share.unwrap_or(1.0))
    }

    /// What a form paints that is looked at for its average, and not painted.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn run_aside(&mut self, form: &Stream<'a>, inside: State<'a>) -> Result<Vec<Item>> {
        self.text.flush(&mut self.sink, self.context)?;
        let (text, sink) = (std::mem::take(&mut self.text), std::mem::take(&mut self.sink));
        let outside = std::mem::replace(&mut self.state, inside);
        let averaging = std::mem::replace(&mut self.averaging, true);
        let done = self.run_form(form, &Resources::new(Dict::default()));
        (self.state, self.text, self.averaging) = (outside, text, averaging);
        let painted = std::mem::replace(&mut self.sink, sink);
        done?;
        self.sink.cycles |= painted.cycles;
        Ok(painted.items)
    }

    /// The box of a form on the page.
    pub(super) fn bounds(&self, form: &Dict<'a>) -> Option<Rect> {
        clip_of(form, &self.ctm_of(form)).filter(|bounds| bounds.area() > 0.0)
    }

    /// From the space of a form to the page.
    pub(super) fn ctm_of(&self, form: &Dict<'a>) -> Affine {
        let matrix = form.get::<[f32; 6]>(b"Matrix").map(affine_of);
        matrix.map_or(self.state.ctm, |matrix| matrix.then(&self.state.ctm))
    }
}

/// What a form is clipped to on the page, where it says so.
pub(super) fn clip_of(form: &Dict<'_>, ctm: &Affine) -> Option<Rect> {
    form.get::<[f32; 4]>(b"BBox").map(|bbox| ctm.apply_rect(&corners(bbox)))
}

/// The opacity that painted items give an area on average; `None` without any.
fn share(items: &[Item], area: &Rect, is_alpha: bool) -> Option<f32> {
    let mut known = None;
    for item in items {
        let (rect, value, opacity) = match item {
            Item::Path(path) => {
                let Some((color, opacity)) = path.fill else { continue };
                let light = path.gradient.as_deref().map_or_else(|| lightness(color), mean);
                (path.reach(), if is_alpha { 1.0 } else { light }, opacity)
            }
            // An image that cannot be read: what it would show is not known.
            Item::Image(image) => (image.clip.or(Some(*area)), 1.0, 1.0),
            Item::Glyphs(_) => continue,
        };
        let covered = rect.and_then(|rect| rect.intersection(area)).map_or(0.0, |seen| seen.area() / area.area());
        // The group is painted on black (table 144).
        known = Some(known.unwrap_or(0.0) * (1.0 - covered * opacity) + value * covered * opacity);
    }
    known
}

/// The lightness of a gradient between its ends on average.
fn mean(gradient: &Gradient) -> f32 {
    let pieces = gradient.stops.windows(2).map(|pair| {
        let [(from, a), (to, b)] = pair else { return (0.0, 0.0) };
        let length = (to - from).max(0.0);
        (length, length * f32::midpoint(lightness(*a), lightness(*b)))
    });
    let (length, sum) = pieces.fold((0.0, 0.0), |(length, sum), (l, s)| (length + l, sum + s));
    if length > 0.0 { sum / length } else { gradient.stops.first().map_or(1.0, |(_, color)| lightness(*color)) }
}

/// From 0 for black to 1 for white.
fn lightness(color: Color) -> f32 {
    let parts = [color.r, color.g, color.b].map(|part| f32::from(part) / 255.0);
    parts.iter().zip(LIGHT).map(|(part, share)| part * share).sum()
}
