//! Shadings (ISO 32000-1, 8.7.4.5): what is computed for each of their pixels, and before the first of them.

use hayro::hayro_syntax::object::{Dict, Object, dict_or_stream};

use super::super::super::read::stream;
use super::mesh::Mesh;
use super::{Walk, Walked};
use transvase_base::units::Affine;

/// Pixels that are painted while one of a shading is computed.
const SHADED_PIXELS: u64 = 64;

/// Pixels that are painted while one of a gradient is, that hayro replaces by one along straight lines of colours.
const GRADIENT_PIXELS: u64 = 4;

/// Pixels that are painted while a triangle of a mesh is made.
const TRIANGLE_PIXELS: u64 = 500;

/// Pixels that are painted while one in the box around a triangle is looked at.
const BOX_PIXELS: f64 = 64.0;

/// What painting with a shading costs.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(super) struct Shade {
    /// Pixels that are painted while it is made ready.
    pub once: u64,
    /// Pixels that are painted while one of its own is computed.
    pub each: u64,
}

impl Walk<'_> {
    /// What a shading costs that is placed by `map`.
    pub(super) fn shading(&mut self, shading: Option<Object<'_>>, map: &Affine) -> Walked<Shade> {
        let Some(object) = shading else { return Ok(Shade::default()) };
        self.sound(Some(object.clone()))?;
        let Some((dict, data)) = dict_or_stream(&object) else { return Ok(Shade::default()) };
        let effort = self.effort(&object)?;
        let each = effort.each.saturating_add(SHADED_PIXELS);
        Ok(match (dict.get::<i32>(b"ShadingType"), data) {
            (Some(2 | 3), _) if is_endless(dict) => Shade { once: effort.sweep(), each: GRADIENT_PIXELS },
            (Some(2 | 3), _) => Shade { once: effort.sweep(), each },
            (Some(4..=7), Some(data)) => {
                let data = stream::decode(data, self.context)?;
                let mesh = Mesh::of(dict, &data, map);
                let made = mesh.triangles.saturating_mul(TRIANGLE_PIXELS);
                Shade { once: made.saturating_add((mesh.boxes * BOX_PIXELS) as u64), each }
            }
            _ => Shade { once: 0, each },
        })
    }
}

/// Whether a shading goes on at both of its ends, so that hayro makes a gradient of it wherever it is seen.
fn is_endless(shading: &Dict<'_>) -> bool {
    let is_plain = shading.get::<i32>(b"ShadingType") == Some(2) || !shading.contains_key(b"Background");
    is_plain && shading.get::<[bool; 2]>(b"Extend") == Some([true, true])
}
