//! Colour operators (ISO 32000-1, 8.6.8): shadings as gradients, tiling patterns as the flat colour nearest to them.

use std::rc::Rc;
use std::sync::Arc;

use hayro_syntax::content::ops::TypedInstruction as Op;
use hayro_syntax::object::{Name, Number, Object, dict_or_stream};
use hayro_syntax::page::Resources;

use super::super::color::ColorSpace;
use super::super::paint;
use super::super::shading::{self, Shading};
use super::super::state::{Ink, Trust};
use super::tile::Look;
use super::{Interpreter, affine_of};
use transvase_base::error::Result;
use transvase_base::units::Affine;
use transvase_model::pages::{Color, Path};

/// What a pattern looks like that tells no colour.
const UNKNOWN_PATTERN: Color = Color { r: 192, g: 192, b: 192 };

/// Which of the two colours an operator sets.
#[derive(Clone, Copy)]
enum Side {
    Fill,
    Stroke,
}

impl<'a> Interpreter<'_, 'a> {
    /// Colour operators; false where the operator is another.
    pub(super) fn step_color(&mut self, operation: &Op<'_, '_>, resources: &Resources<'a>) -> Result<bool> {
        use Side::{Fill, Stroke};
        match operation {
            Op::NonStrokeColorDeviceGray(op) => self.set_device(Fill, ColorSpace::Gray, &[op.0]),
            Op::StrokeColorDeviceGray(op) => self.set_device(Stroke, ColorSpace::Gray, &[op.0]),
            Op::NonStrokeColorDeviceRgb(op) => self.set_device(Fill, ColorSpace::Rgb, &[op.0, op.1, op.2]),
            Op::StrokeColorDeviceRgb(op) => self.set_device(Stroke, ColorSpace::Rgb, &[op.0, op.1, op.2]),
            Op::NonStrokeColorCmyk(op) => self.set_device(Fill, ColorSpace::Cmyk, &[op.0, op.1, op.2, op.3]),
            Op::StrokeColorCmyk(op) => self.set_device(Stroke, ColorSpace::Cmyk, &[op.0, op.1, op.2, op.3]),
            Op::ColorSpaceNonStroke(op) => self.set_space(Fill, op.0, resources)?,
            Op::ColorSpaceStroke(op) => self.set_space(Stroke, op.0, resources)?,
            Op::NonStrokeColor(op) => self.set_components(Fill, &op.0),
            Op::StrokeColor(op) => self.set_components(Stroke, &op.0),
            Op::NonStrokeColorNamed(op) => self.set_named(Fill, &op.0, op.1, resources)?,
            Op::StrokeColorNamed(op) => self.set_named(Stroke, &op.0, op.1, resources)?,
            Op::Shading(op) => self.show_shading(op.0, resources)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn ink(&mut self, side: Side) -> &mut Ink {
        match side {
            Side::Fill => &mut self.state.fill,
            Side::Stroke => &mut self.state.stroke,
        }
    }

    fn set_device(&mut self, side: Side, space: ColorSpace, components: &[Number]) {
        let ink = self.ink(side);
        if std::mem::discriminant(&*ink.space) != std::mem::discriminant(&space) {
            ink.space = Rc::new(space);
        }
        ink.has_space = true;
        self.set_components(side, components);
    }

    fn set_space(&mut self, side: Side, name: &Name<'_>, resources: &Resources<'a>) -> Result<()> {
        let space = self.assets.space(name, resources)?;
        let ink = self.ink(side);
        ink.has_space = space.is_some();
        match space {
            Some(space) => ink.set_space(space),
            None => ink.trust = Trust::Unread,
        }
        Ok(())
    }

    fn set_components(&mut self, side: Side, components: &[Number]) {
        let components: Vec<f32> = components.iter().map(Number::as_f32).collect();
        let ink = self.ink(side);
        ink.set_color(ink.space.color(&components));
        if !(ink.has_space && ink.space.tells(&components)) {
            ink.trust = Trust::Unread;
        }
    }

    fn set_named(
        &mut self,
        side: Side,
        components: &[Number],
        name: Option<&Name<'_>>,
        resources: &Resources<'a>,
    ) -> Result<()> {
        let Some(pattern) = name.and_then(|name| resources.get_pattern(name)) else {
            self.set_components(side, components);
            return Ok(());
        };
        match self.pattern(&pattern, resources)? {
            Some(Look { color, cover, gradient }) => {
                let ink = self.ink(side);
                (ink.color, ink.cover, ink.gradient) = (color, cover, gradient.map(Arc::new));
            }
            None => self.set_components(side, components),
        }
        self.ink(side).trust = Trust::Pattern;
        Ok(())
    }

    /// How a pattern looks; `None` for a tiling pattern that takes the current components.
    fn pattern(&mut self, pattern: &Object<'a>, resources: &Resources<'a>) -> Result<Option<Look>> {
        let Some((dict, tile)) = dict_or_stream(pattern) else { return Ok(None) };
        if let Some(object) = dict.get::<Object<'a>>(b"Shading") {
            let Some(shading) = shading::load(&object, &resources.color_spaces, self.context)? else {
                return Ok(Some(Look::plain(UNKNOWN_PATTERN)));
            };
            let matrix = dict.get::<[f32; 6]>(b"Matrix").map_or(Affine::IDENTITY, affine_of);
            let gradient = shading.placed(&matrix.then(&self.state.base));
            return Ok(Some(Look { gradient, ..Look::plain(shading.color) }));
        }
        match tile {
            Some(tile) if dict.get::<i32>(b"PaintType") != Some(2) => {
                Ok(Some(self.tile(tile)?.unwrap_or(Look::plain(UNKNOWN_PATTERN))))
            }
            _ => Ok(None),
        }
    }

    /// `sh`: fills all that can be seen, where its shape is known.
    fn show_shading(&mut self, name: &Name<'_>, resources: &Resources<'a>) -> Result<()> {
        let Some(shading) = resources.get_shading(name) else { return Ok(()) };
        let shading = shading::load(&shading, &resources.color_spaces, self.context)?;
        if self.marking.hides() || self.state.clip.area() <= 0.0 || self.state.clip.left == f32::MAX {
            return Ok(());
        }
        let ctm = &self.state.ctm;
        let path = |shading: &Shading| paint::filled_clip(&self.state, shading.color, shading.reach(ctm));
        let Some((path, shading)) = shading.and_then(|shading| Some((path(&shading)?, shading))) else {
            self.sink.fills_lost += 1;
            self.sink.lose(self.state.area(), self.context)?;
            return Ok(());
        };
        let gradient = shading.placed(ctm).map(Arc::new);
        self.text.flush(&mut self.sink, self.context)?;
        self.sink.push_path(Path { gradient, ..path }, self.context)?;
        self.sink.note_manner(&self.state);
        Ok(())
    }
}
