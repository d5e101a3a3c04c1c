//! Resources of a page: forms, images, graphics states, colour spaces, functions and shadings.

use hayro::hayro_syntax::content::ops::TypedInstruction as Op;
use hayro::hayro_syntax::object::{Array, Dict, Name, Object, Stream};
use hayro::hayro_syntax::page::Resources;

use super::super::super::read::stream;
use super::state::Paint;
use super::{FORM_COST, MAX_MASKS, Refusal, Walk, Walked, address, hold};
use transvase_base::error::Error;
use transvase_base::units::Affine;

/// Nesting of colour spaces and functions; real ones have about four levels of arrays and dictionaries.
const MAX_NESTING: usize = 16;

/// Objects of one colour space, function or shading.
const MAX_PARTS: usize = 4_096;

/// Nesting of braces in a calculator function.
const MAX_BRACES: usize = 64;

/// Triangles that hayro takes a patch apart into: a grid of 20 by 20 points.
const PATCH_TRIANGLES: u64 = 2 * 19 * 19;

/// Pixels that are painted while one of a soft mask is made.
const MASK_LAYERS: u64 = 2;

/// Entries that lead to further parts of a colour space, function or shading.
const PARTS: [&[u8]; 4] = [b"Function", b"Functions", b"ColorSpace", b"Alternate"];

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
                let shading = resources.get_shading(op.0);
                let triangles = self.triangles(shading.as_ref())?;
                self.sound(shading)?;
                let clip = self.state.clip;
                self.spread(Paint::Shading(triangles), &clip)?;
            }
            Op::ColorSpaceNonStroke(op) => {
                self.state.fill = Paint::Plain;
                self.sound(resources.get_color_space(op.0))?;
            }
            Op::ColorSpaceStroke(op) => {
                self.state.stroke = Paint::Plain;
                self.sound(resources.get_color_space(op.0))?;
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

    fn object<'a>(&mut self, object: &Stream<'a>, resources: &Resources<'a>) -> Walked<()> {
        let kind = object.dict().get::<Name<'_>>(b"Subtype");
        match kind.as_ref().map(AsRef::as_ref) {
            Some(b"Image") => {
                self.sound_space(object.dict(), resources)?;
                self.image(object)
            }
            Some(b"Form") => self.form(object, resources, &Affine::IDENTITY),
            _ => Ok(()),
        }
    }

    /// Looks at the colour space of an image.
    pub(super) fn sound_space<'a>(&mut self, image: &Dict<'a>, resources: &Resources<'a>) -> Walked<()> {
        let space = image.get::<Object<'a>>(b"ColorSpace").or_else(|| image.get::<Object<'a>>(b"CS"));
        match &space {
            Some(Object::Name(name)) => self.sound(resources.get_color_space(name)),
            _ => self.sound(space),
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
            self.sound(dict.get::<Object<'a>>(key))?;
        }
        match dict.get::<Dict<'a>>(b"SMask") {
            Some(mask) => self.mask(&mask, resources),
            None => Ok(()),
        }
    }

    /// A soft mask (ISO 32000-1, 11.5): a picture as large as that of the page, made once for each place.
    fn mask<'a>(&mut self, mask: &Dict<'a>, resources: &Resources<'a>) -> Walked<()> {
        let Affine { a, b, c, d, e, f } = self.state.ctm;
        let place = [a, b, c, d, e, f].map(f32::to_bits);
        if !self.masks.insert((address(mask.data()), place)) {
            return Ok(());
        }
        self.survey.masks += 1;
        hold(self.survey.masks, MAX_MASKS, self.context)?;
        self.sound(mask.get::<Object<'a>>(b"TR"))?;
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

    /// The triangles that the mesh of a shading is taken apart into, at most; 0 of others (ISO 32000-1, 8.7.4.5.5 to 8).
    pub(super) fn triangles(&self, shading: Option<&Object<'_>>) -> Walked<u64> {
        let Some(Object::Stream(mesh)) = shading else { return Ok(0) };
        let dict = mesh.dict();
        let number = |key: &[u8]| dict.get::<i32>(key).and_then(|bits| u64::try_from(bits).ok()).unwrap_or(0);
        let (coordinate, component, flag) =
            (number(b"BitsPerCoordinate"), number(b"BitsPerComponent"), number(b"BitsPerFlag"));
        let ranges = dict.get::<Array<'_>>(b"Decode").map_or(0, |decode| decode.raw_iter().take(100).count() as u64);
        let color = component * (ranges.saturating_sub(4) / 2).max(1);
        // A patch beside another shares one of its sides, and so has fewer points and colours of its own.
        let (bits, triangles) = match number(b"ShadingType") {
            4 => (flag + 2 * coordinate + color, 1),
            5 => (2 * coordinate + color, 2),
            6 => (flag + 16 * coordinate + 2 * color, PATCH_TRIANGLES),
            7 => (flag + 24 * coordinate + 2 * color, PATCH_TRIANGLES),
            _ => return Ok(0),
        };
        let data = stream::decode(mesh, self.context)?;
        Ok(8 * data.len() as u64 / bits.max(1) * triangles)
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
