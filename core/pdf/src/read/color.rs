//! Colour spaces (ISO 32000-1, 8.6), brought to sRGB.
//!
//! ICC profiles are taken as the device space with as many components: what office programs show is
//! uncalibrated, too.

use std::rc::Rc;

use hayro_interpret::Function;
use hayro_syntax::object::{Array, Dict, Name, Object, Stream};

use super::{function, stream};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::pages::Color;

/// Nesting of colour spaces that is followed.
const MAX_DEPTH: usize = 8;

/// Components of a colour at most (ISO 32000-1, annex C).
pub(super) const MAX_COMPONENTS: usize = 32;

/// A colour space.
pub(super) enum ColorSpace {
    /// One component, from black to white.
    Gray,
    /// Red, green, blue.
    Rgb,
    /// Cyan, magenta, yellow, black.
    Cmyk,
    /// CIE 1976 L*a*b*.
    Lab {
        /// White point in XYZ.
        white: [f32; 3],
        /// Ranges of a* and b*.
        range: [f32; 4],
    },
    /// A table of colours.
    Indexed(Vec<Color>),
    /// Separation or DeviceN: inks, by what they give in another space.
    Inks {
        /// Number of inks.
        count: usize,
        /// The other space.
        alternate: Rc<ColorSpace>,
        /// From amounts of ink to colours of the other space.
        tint: Vec<Function>,
    },
    /// A pattern, over the space its uncoloured kind takes.
    Pattern(Option<Rc<ColorSpace>>),
}

impl ColorSpace {
    /// Number of components of a colour.
    pub fn components(&self) -> usize {
        match self {
            ColorSpace::Gray | ColorSpace::Indexed(_) => 1,
            ColorSpace::Rgb | ColorSpace::Lab { .. } => 3,
            ColorSpace::Cmyk => 4,
            ColorSpace::Inks { count, .. } => *count,
            ColorSpace::Pattern(under) => under.as_ref().map_or(0, |under| under.components()),
        }
    }

    /// The colour a space begins with (ISO 32000-1, 8.6.5 to 8.6.6).
    pub fn initial(&self) -> Color {
        match self {
            ColorSpace::Inks { count, .. } => self.color(&vec![1.0; *count]),
            ColorSpace::Indexed(_) => self.color(&[0.0]),
            _ => Color::BLACK,
        }
    }

    /// The range of component `index` for sample values, as `Decode` gives it by default.
    pub fn default_decode(&self, index: usize, bits: u32) -> (f32, f32) {
        match self {
            ColorSpace::Indexed(_) => (0.0, ((1_u64 << bits.min(32)) - 1) as f32),
            ColorSpace::Lab { range, .. } => match index {
                0 => (0.0, 100.0),
                1 => (range[0], range[1]),
                _ => (range[2], range[3]),
            },
            _ => (0.0, 1.0),
        }
    }

    /// The colour of components; missing ones count as 0.
    pub fn color(&self, components: &[f32]) -> Color {
        let at = |index: usize| components.get(index).copied().filter(|x| x.is_finite()).unwrap_or(0.0);
        match self {
            ColorSpace::Gray => rgb(at(0), at(0), at(0)),
            ColorSpace::Rgb => rgb(at(0), at(1), at(2)),
            ColorSpace::Cmyk => cmyk([at(0), at(1), at(2), at(3)]),
            ColorSpace::Lab { white, range } => lab(
                [at(0), at(1).clamp(range[0], range[1].max(range[0])), at(2).clamp(range[2], range[3].max(range[2]))],
                *white,
            ),
            ColorSpace::Indexed(table) => {
                let last = table.len().saturating_sub(1);
                table.get((at(0).max(0.0).round() as usize).min(last)).copied().unwrap_or(Color::BLACK)
            }
            ColorSpace::Inks { alternate, tint, .. } => {
                alternate.color(&function::values(tint, components, alternate.components()))
            }
            ColorSpace::Pattern(Some(under)) => under.color(components),
            ColorSpace::Pattern(None) => Color::BLACK,
        }
    }

    /// Whether the colour of components can be relied on: they are of the range that the space has, and what makes them
    /// those of another space could be read. A profile for a space of another kind has other ranges.
    pub fn tells(&self, components: &[f32]) -> bool {
        let within = |values: &[f32]| values.iter().all(|value| (-0.01..=1.01).contains(value));
        match self {
            ColorSpace::Gray | ColorSpace::Rgb | ColorSpace::Cmyk => within(components),
            ColorSpace::Lab { .. } | ColorSpace::Indexed(_) => true,
            ColorSpace::Inks { alternate, tint, .. } => {
                !tint.is_empty() && alternate.tells(&function::values(tint, components, alternate.components()))
            }
            ColorSpace::Pattern(_) => false,
        }
    }

    /// The device space with so many components.
    pub fn device(components: usize) -> Option<ColorSpace> {
        match components {
            1 => Some(ColorSpace::Gray),
            3 => Some(ColorSpace::Rgb),
            4 => Some(ColorSpace::Cmyk),
            _ => None,
        }
    }

    /// The space `object` describes; names that are not of the standard are looked up in `named`.
    ///
    /// # Errors
    /// A limit on unpacked bytes.
    pub fn load<'a>(object: &Object<'a>, named: &Dict<'a>, context: &Context) -> Result<Option<ColorSpace>> {
        load_at(object, named, 0, context)
    }
}

fn load_at<'a>(object: &Object<'a>, named: &Dict<'a>, depth: usize, context: &Context) -> Result<Option<ColorSpace>> {
    context.tick(1)?;
    if depth > MAX_DEPTH {
        return Ok(None);
    }
    match object {
        Object::Name(name) => match by_name(name) {
            Some(space) => Ok(Some(space)),
            None => match named.get::<Object<'a>>(name.as_ref()) {
                Some(object) => load_at(&object, named, depth + 1, context),
                None => Ok(None),
            },
        },
        Object::Array(parts) => load_array(parts, named, depth, context),
        _ => Ok(None),
    }
}

fn by_name(name: &Name<'_>) -> Option<ColorSpace> {
    match name.as_ref() {
        b"DeviceGray" | b"G" | b"CalGray" => Some(ColorSpace::Gray),
        b"DeviceRGB" | b"RGB" | b"CalRGB" => Some(ColorSpace::Rgb),
        b"DeviceCMYK" | b"CMYK" | b"CalCMYK" => Some(ColorSpace::Cmyk),
        b"Pattern" => Some(ColorSpace::Pattern(None)),
        _ => None,
    }
}

fn load_array<'a>(parts: &Array<'a>, named: &Dict<'a>, depth: usize, context: &Context) -> Result<Option<ColorSpace>> {
    let entries: Vec<Object<'a>> = parts.iter::<Object<'a>>().take(5).collect();
    let Some(Object::Name(kind)) = entries.first() else { return Ok(None) };
    let inner = |index: usize| match entries.get(index) {
        Some(object) => load_at(object, named, depth + 1, context),
        None => Ok(None),
    };
    match kind.as_ref() {
        b"ICCBased" => match entries.get(1) {
            Some(Object::Stream(profile)) => icc(profile, named, depth, context),
            _ => Ok(None),
        },
        b"Lab" => Ok(entries.get(1).and_then(|dict| dict.clone().into_dict()).map(|dict| lab_space(&dict))),
        b"Indexed" | b"I" => match (inner(1)?, entries.get(2), entries.get(3)) {
            (Some(base), Some(Object::Number(last)), Some(table)) => {
                Ok(Some(indexed(&base, last.as_i64(), table, context)?))
            }
            _ => Ok(None),
        },
        b"Separation" | b"DeviceN" => {
            let count = match entries.get(1) {
                Some(Object::Array(names)) => names.raw_iter().take(MAX_COMPONENTS + 1).count(),
                _ => 1,
            };
            let (Some(alternate), Some(tint)) = (inner(2)?, entries.get(3)) else { return Ok(None) };
            let tint = function::load(tint, context)?.into_iter().collect();
            let usable = (1..=MAX_COMPONENTS).contains(&count);
            Ok(usable.then(|| ColorSpace::Inks { count, alternate: Rc::new(alternate), tint }))
        }
        b"Pattern" => Ok(Some(ColorSpace::Pattern(inner(1)?.map(Rc::new)))),
        _ => Ok(by_name(kind)),
    }
}

fn icc<'a>(profile: &Stream<'a>, named: &Dict<'a>, depth: usize, context: &Context) -> Result<Option<ColorSpace>> {
    let components = profile.dict().get::<usize>(b"N");
    if let Some(space) = components.and_then(ColorSpace::device) {
        return Ok(Some(space));
    }
    match profile.dict().get::<Object<'a>>(b"Alternate") {
        Some(alternate) => load_at(&alternate, named, depth + 1, context),
        None => Ok(None),
    }
}

fn lab_space(dict: &Dict<'_>) -> ColorSpace {
    ColorSpace::Lab {
        white: dict.get::<[f32; 3]>(b"WhitePoint").unwrap_or([0.9505, 1.0, 1.089]),
        range: dict.get::<[f32; 4]>(b"Range").unwrap_or([-100.0, 100.0, -100.0, 100.0]),
    }
}

fn indexed(base: &ColorSpace, last: i64, table: &Object<'_>, context: &Context) -> Result<ColorSpace> {
    let bytes = match table {
        Object::String(bytes) => bytes.as_bytes().to_vec(),
        Object::Stream(bytes) => stream::decode(bytes, context)?.into_owned(),
        _ => Vec::new(),
    };
    let components = base.components().max(1);
    let entry = |entry: &[u8]| {
        let decoded: Vec<f32> = entry
            .iter()
            .enumerate()
            .map(|(index, byte)| {
                let (low, high) = base.default_decode(index, 8);
                low + f32::from(*byte) / 255.0 * (high - low)
            })
            .collect();
        base.color(&decoded)
    };
    let count = last.clamp(0, 255) as usize + 1;
    Ok(ColorSpace::Indexed(bytes.chunks(components).take(count).map(entry).collect()))
}

fn channel(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0).round() as u8
}

fn rgb(r: f32, g: f32, b: f32) -> Color {
    Color { r: channel(r), g: channel(g), b: channel(b) }
}

/// The full mixtures of cyan (bit 0), magenta (bit 1) and yellow (bit 2) on coated paper after the
/// SWOP standard in sRGB, as design programs and viewers show them.
const INKS: [[u8; 3]; 8] = [
    [255, 255, 255],
    [0, 174, 239],
    [236, 0, 140],
    [46, 49, 146],
    [255, 242, 0],
    [0, 166, 81],
    [237, 28, 36],
    [54, 54, 57],
];

/// Colours between the full mixtures, darkened by black. Black itself is kept pure, so that text is.
fn cmyk(amounts: [f32; 4]) -> Color {
    let [c, m, y, k] = amounts.map(|amount| amount.clamp(0.0, 1.0));
    let mut sum = [0.0; 3];
    for (mixture, color) in INKS.iter().enumerate() {
        let part = |bit: usize, amount: f32| if mixture >> bit & 1 == 1 { amount } else { 1.0 - amount };
        let share = part(0, c) * part(1, m) * part(2, y);
        sum.iter_mut().zip(color).for_each(|(sum, channel)| *sum += share * f32::from(*channel) / 255.0);
    }
    let [r, g, b] = sum.map(|value| value * (1.0 - k));
    rgb(r, g, b)
}

/// CIE L*a*b* to sRGB: ISO 32000-1, 8.6.5.4, then IEC 61966-2-1. The white point is taken as white.
fn lab([l, a, b]: [f32; 3], white: [f32; 3]) -> Color {
    let m = (l + 16.0) / 116.0;
    let decode = |x: f32| if x >= 6.0 / 29.0 { x * x * x } else { 108.0 / 841.0 * (x - 4.0 / 29.0) };
    // Relative to the white point, then carried over to that of sRGB (von Kries in XYZ).
    let white_y = if white[1] > 0.0 { white[1] } else { 1.0 };
    let x = 0.9505 * decode(m + a / 500.0);
    let y = decode(m) / white_y;
    let z = 1.089 * decode(m - b / 200.0);
    let linear = [
        3.2406 * x - 1.5372 * y - 0.4986 * z,
        -0.9689 * x + 1.8758 * y + 0.0415 * z,
        0.0557 * x - 0.2040 * y + 1.0570 * z,
    ];
    let [r, g, b] = linear
        .map(|value| if value <= 0.003_130_8 { 12.92 * value } else { 1.055 * libm::powf(value, 1.0 / 2.4) - 0.055 });
    rgb(r, g, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn device_colours_become_srgb() {
        assert_eq!(ColorSpace::Gray.color(&[0.5]), Color { r: 128, g: 128, b: 128 });
        assert_eq!(ColorSpace::Cmyk.color(&[0.0, 1.0, 1.0, 0.0]), Color { r: 237, g: 28, b: 36 });
        assert_eq!(ColorSpace::Cmyk.color(&[0.0, 0.0, 0.0, 1.0]), Color::BLACK);
        assert_eq!(ColorSpace::Rgb.color(&[f32::NAN, 2.0, -1.0]), Color { r: 0, g: 255, b: 0 });
    }

    #[test]
    fn lab_meets_known_values() {
        let lab = ColorSpace::Lab { white: [0.9505, 1.0, 1.089], range: [-128.0, 127.0, -128.0, 127.0] };
        assert_eq!(lab.color(&[100.0, 0.0, 0.0]), Color::WHITE);
        assert_eq!(lab.color(&[0.0, 0.0, 0.0]), Color::BLACK);
        // sRGB red is about L* 53.24, a* 80.09, b* 67.20.
        let red = lab.color(&[53.24, 80.09, 67.20]);
        assert!(red.r >= 253 && red.g <= 3 && red.b <= 3, "{red:?}");
    }
}
