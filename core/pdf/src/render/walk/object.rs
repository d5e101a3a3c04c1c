//! Resources of a page: forms, images, graphics states, colour spaces, functions and shadings.

use hayro::hayro_syntax::content::ops::TypedInstruction as Op;
use hayro::hayro_syntax::object::{Array, Dict, Name, Object, Stream};
use hayro::hayro_syntax::page::Resources;

use super::super::super::read::stream;
use super::state::Paint;
use super::{FORM_COST, MAX_MASKS, Refusal, Walk, Walked, address, effort, hold};
use transvase_base::error::Error;
use transvase_base::units::Affine;

/// Nesting of colour spaces and functions; real ones have about four levels of arrays and dictionaries.
const MAX_NESTING: usize = 16;

/// Objects of one colour space, function or shading.
const MAX_PARTS: usize = 4_096;

/// Nesting of braces in a calculator function.
const MAX_BRACES: usize = 64;

/// Pixels that are painted while one of a soft mask is made.
const MASK_LAYERS: u64 = 5;

/// Pixels that are painted while one passes a soft mask.
const MASKED_PIXELS: u64 = 2;

/// Pixels that are painted while one is blended channel by channel in a simple way.
const BLENDED_PIXELS: u64 = 3;

/// Pixels that are painted while one is blended in any other way.
const MIXED_PIXELS: u64 = 9;

/// Blend modes of one graphics state that are looked at.
const MAX_MODES: usize = 16;

/// Entries that lead to further parts of a colour space, function or shading.
pub(super) const PARTS: [&[u8]; 4] = [b"Function", b"Functions", b"ColorSpace", b"Alternate"];

impl Walk<'_> {
    /// Operators that name resources; false where the operator is another.
    pub(super) fn step_object<'a>(&mut self, operation: &Op<'_, 'a>, resources: &Resources<'a>) -> Walked<bool> {
        match operation {
            Op::XObject(op) => {
                if let Some(object) = resources.get_x_object(op.0) {
                    self.object(&object, resources)?;
                }
            }
            Op::InlineImage(op) => self.inline_image(op.0)?,
            Op::Shading(op) => {
                self.charge(FORM_COST)?;
                let map = self.state.ctm;
                let shade = self.shading(resources.get_shading(op.0), &map)?;
                let clip = self.state.clip;
                self.spread(Paint::Shading(shade), &clip)?;
            }
            Op::ColorSpaceNonStroke(op) => {
                self.state.fill = Paint::Plain;
                self.state.fill_tint = self.tint(resources.get_color_space(op.0))?;
            }
            Op::ColorSpaceStroke(op) => {
                self.state.stroke = Paint::Plain;
                self.state.stroke_tint = self.tint(resources.get_color_space(op.0))?;
            }
            Op::NonStrokeColorNamed(op) => {
                self.state.fill = match op.1.and_then(|name| resources.get_pattern(name)) {
                    Some(pattern) => self.pattern(&pattern)?,
                    None => Paint::Plain,
                };
            }
            Op::StrokeColorNamed(op) => {
                self.state.stroke = match op.1.and_then(|name| resources.get_pattern(name)) {
                    Some(pattern) => self.pattern(&pattern)?,
                    None => Paint::Plain,
                };
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// What a colour space costs for each colour.
    fn tint(&mut self, space: Option<Object<'_>>) -> Walked<u64> {
        let Some(space) = space else { return Ok(0) };
        self.sound(Some(space.clone()))?;
        Ok(self.effort(&space)?.each)
    }

    /// Pays for the values of a function that are kept in a table.
    fn tabled(&mut self, function: Option<Object<'_>>) -> Walked<()> {
        let each = self.tint(function)?;
        self.paint(each.saturating_mul(effort::TABLE))
    }

    fn object<'a>(&mut self, object: &Stream<'a>, resources: &Resources<'a>) -> Walked<()> {
        let kind = object.dict().get::<Name<'_>>(b"Subtype");
        match kind.as_ref().map(AsRef::as_ref) {
            Some(b"Image") => {
                let tint = self.sound_space(object.dict(), resources)?;
                self.image(object, tint)
            }
            Some(b"Form") => self.form(object, resources, &Affine::IDENTITY),
            _ => Ok(()),
        }
    }

    /// Looks at the colour space of an image, and says what each colour costs.
    pub(super) fn sound_space<'a>(&mut self, image: &Dict<'a>, resources: &Resources<'a>) -> Walked<u64> {
        let space = image.get::<Object<'a>>(b"ColorSpace").or_else(|| image.get::<Object<'a>>(b"CS"));
        match &space {
            Some(Object::Name(name)) => self.tint(resources.get_color_space(name)),
            _ => self.tint(space),
        }
    }

    /// `gs`: what of a graphics state parameter dictionary costs anything (ISO 32000-1, table 58).
    pub(super) fn graphics_state<'a>(&mut self, dict: &Dict<'a>, resources: &Resources<'a>) -> Walked<()> {
        if let Some(font) = dict.get::<Array<'a>>(b"Font") {
            let mut entries = font.flex_iter();
            let font = entries.next::<Dict<'a>>();
            self.state.size = entries.next::<f32>().map_or(self.state.size, |size| f64::from(size.abs()));
            self.set_font(font, resources)?;
        }
        if let Some(lengths) = dict.get::<Array<'a>>(b"D").and_then(|dash| dash.flex_iter().next::<Array<'a>>()) {
            self.state.dash(&lengths);
        }
        for key in [b"TR".as_slice(), b"TR2"] {
            self.tabled(dict.get::<Object<'a>>(key))?;
        }
        if let Some(mode) = dict.get::<Object<'a>>(b"BM") {
            self.state.blend = blend_pixels(&mode);
        }
        if let Some(width) = dict.get::<f32>(b"LW") {
            self.state.line_width = f64::from(width.abs());
        }
        if dict.contains_key(b"SMask") {
            self.state.mask = 0;
        }
        match dict.get::<Dict<'a>>(b"SMask") {
            Some(mask) => self.mask(&mask, resources),
            None => Ok(()),
        }
    }

    /// A soft mask (ISO 32000-1, 11.5): a picture as large as that of the page, made once for each place.
    fn mask<'a>(&mut self, mask: &Dict<'a>, resources: &Resources<'a>) -> Walked<()> {
        self.state.mask = MASKED_PIXELS;
        let Affine { a, b, c, d, e, f } = self.state.ctm;
        let place = [a, b, c, d, e, f].map(f32::to_bits);
        if !self.masks.insert((address(mask.data()), place)) {
            return Ok(());
        }
        self.survey.masks += 1;
        hold(self.survey.masks, MAX_MASKS, self.context)?;
        self.tabled(mask.get::<Object<'a>>(b"TR"))?;
        let Some(group) = mask.get::<Stream<'a>>(b"G") else { return Ok(()) };
        self.sound(group.dict().get::<Dict<'a>>(b"Group").and_then(|group| group.get::<Object<'a>>(b"CS")))?;
        self.paint(MASK_LAYERS * self.size.pixels())?;
        self.form(&group, resources, &Affine::IDENTITY)
    }

    /// Looks at a colour space, function or shading before it is unfolded.
    pub(super) fn sound(&mut self, object: Option<Object<'_>>) -> Walked<()> {
        let mut parts = 0;
        match object {
            Some(object) if !self.is_sound(&object, 0, &mut parts)? => {
                Err(Refusal::Page(Error::malformed("a colour space of the page is too large to be read")))
            }
            _ => Ok(()),
        }
    }

    fn is_sound<'a>(&mut self, object: &Object<'a>, depth: usize, parts: &mut usize) -> Walked<bool> {
        *parts += 1;
        self.context.tick(1)?;
        if depth > MAX_NESTING || *parts > MAX_PARTS {
            return Ok(false);
        }
        match object {
            Object::Array(entries) => {
                if self.known.sound.contains(&address(entries.data())) {
                    return Ok(true);
                }
                for entry in entries.iter::<Object<'a>>() {
                    if matches!(entry, Object::Number(_)) {
                        continue;
                    }
                    if !self.is_sound(&entry, depth + 1, parts)? {
                        return Ok(false);
                    }
                }
                self.known.sound.insert(address(entries.data()));
                Ok(true)
            }
            Object::Dict(dict) => self.are_parts_sound(dict, depth, parts),
            Object::Stream(stream) => {
                let key = address(stream.dict().data());
                if self.known.sound.contains(&key) {
                    return Ok(true);
                }
                let sound = self.is_stream_sound(stream)? && self.are_parts_sound(stream.dict(), depth, parts)?;
                if sound {
                    self.known.sound.insert(key);
                }
                Ok(sound)
            }
            _ => Ok(true),
        }
    }

    fn are_parts_sound<'a>(&mut self, dict: &Dict<'a>, depth: usize, parts: &mut usize) -> Walked<bool> {
        for key in PARTS {
            if let Some(part) = dict.get::<Object<'a>>(key)
                && !self.is_sound(&part, depth + 1, parts)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Unpacks samples, a program, a mesh or a profile for the sake of the limits.
    fn is_stream_sound(&mut self, part: &Stream<'_>) -> Walked<bool> {
        let bytes = stream::decode(part, self.context)?;
        if part.dict().get::<i32>(b"FunctionType") != Some(4) {
            return Ok(true);
        }
        let (mut depth, mut deepest) = (0_usize, 0);
        for byte in bytes.iter() {
            match byte {
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            deepest = deepest.max(depth);
        }
        Ok(deepest <= MAX_BRACES)
    }
}

/// What a blend mode costs (ISO 32000-1, 11.3.5). Of several the first that is known counts, here the most costly.
fn blend_pixels(mode: &Object<'_>) -> u64 {
    match mode {
        Object::Array(modes) => {
            modes.iter::<Name<'_>>().take(MAX_MODES).map(|mode| mode_pixels(&mode)).max().unwrap_or(0)
        }
        Object::Name(mode) => mode_pixels(mode),
        _ => 0,
    }
}

fn mode_pixels(mode: &Name<'_>) -> u64 {
    match mode.as_ref() {
        b"Normal" | b"Compatible" => 0,
        b"Multiply" | b"Screen" | b"Darken" | b"Lighten" => BLENDED_PIXELS,
        _ => MIXED_PIXELS,
    }
}
