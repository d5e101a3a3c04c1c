//! Sample unpacking: from samples as the filters give them to pixels.

use hayro_syntax::object::stream::ImageDecodeParams;
use hayro_syntax::object::{Array, Dict, Stream};

use super::super::color::{ColorSpace, MAX_COMPONENTS};
use super::super::stream::{self, Decoded, ImageFilter};
use super::{Header, Mask, fax, gate};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::jbig2;
use transvase_model::pages::Color;

/// Samples in rows, packed as the standard packs them (ISO 32000-1, 8.9.5.2).
pub(super) struct Samples {
    pub width: u32,
    pub height: u32,
    pub components: usize,
    pub bits: u32,
    pub bytes: Vec<u8>,
    /// Opacity that came with the samples, one byte a pixel.
    alpha: Option<Vec<u8>>,
}

/// A picture ready to be encoded.
pub(super) struct Picture {
    pub width: u32,
    pub height: u32,
    pub layout: Layout,
    pub bytes: Vec<u8>,
}

/// How the bytes of a picture lie: a byte a channel, interleaved, but for stencils.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    Gray,
    GrayAlpha,
    Rgb,
    Rgba,
    /// One bit a pixel, rows padded to bytes, with what the bits mean.
    Stencil {
        /// Two colours of red, green, blue.
        colors: [u8; 6],
        /// Their opacities.
        opacity: [u8; 2],
    },
}

impl Picture {
    /// The colour and opacity of its first pixel.
    pub fn first(&self) -> Option<(Color, u8)> {
        let color = |r: u8, g: u8, b: u8| Color { r, g, b };
        match (&self.layout, self.bytes.as_slice()) {
            (Layout::Gray, [v, ..]) => Some((color(*v, *v, *v), u8::MAX)),
            (Layout::GrayAlpha, [v, a, ..]) => Some((color(*v, *v, *v), *a)),
            (Layout::Rgb, [r, g, b, ..]) => Some((color(*r, *g, *b), u8::MAX)),
            (Layout::Rgba, [r, g, b, a, ..]) => Some((color(*r, *g, *b), *a)),
            (Layout::Stencil { colors: [r, g, b, ..], opacity }, [byte, ..]) if byte & 0x80 == 0 => {
                Some((color(*r, *g, *b), opacity[0]))
            }
            (Layout::Stencil { colors: [.., r, g, b], opacity }, [_, ..]) => Some((color(*r, *g, *b), opacity[1])),
            _ => None,
        }
    }
}

impl Picture {
    /// Its colour and opacity on average.
    pub fn mean(&self) -> Option<(Color, u8)> {
        let channels = match self.layout {
            Layout::Gray => 1,
            Layout::GrayAlpha => 2,
            Layout::Rgb => 3,
            Layout::Rgba => 4,
            Layout::Stencil { .. } => return self.first(),
        };
        let mut sums = [0_u64; 4];
        for pixel in self.bytes.chunks_exact(channels) {
            sums.iter_mut().zip(pixel).for_each(|(sum, value)| *sum += u64::from(*value));
        }
        let count = (self.bytes.len() / channels).max(1) as u64;
        let [a, b, c, d] = sums.map(|sum| (sum / count) as u8);
        Some(match channels {
            1 => (Color { r: a, g: a, b: a }, u8::MAX),
            2 => (Color { r: a, g: a, b: a }, b),
            3 => (Color { r: a, g: b, b: c }, u8::MAX),
            _ => (Color { r: a, g: b, b: c }, d),
        })
    }
}

impl Samples {
    /// Samples of one component and eight bits.
    pub fn of_bytes(width: u32, height: u32, bytes: Vec<u8>) -> Samples {
        Samples { width, height, components: 1, bits: 8, bytes, alpha: None }
    }

    /// Samples of one component and one bit, rows filled up to bytes.
    pub fn of_bits(width: u32, height: u32, bytes: Vec<u8>) -> Samples {
        Samples { width, height, components: 1, bits: 1, bytes, alpha: None }
    }

    /// Bytes of a row.
    pub fn stride(&self) -> usize {
        (self.width as usize * self.components * self.bits as usize).div_ceil(8)
    }

    /// Row `y`; short where the data ends early.
    pub fn row(&self, y: u32) -> &[u8] {
        let stride = self.stride();
        let start = (y as usize).saturating_mul(stride).min(self.bytes.len());
        let end = start.saturating_add(stride).min(self.bytes.len());
        &self.bytes[start..end]
    }

    /// Calls `each` with every sample of a row.
    fn for_row(&self, y: u32, mut each: impl FnMut(usize, u32)) {
        let row = self.row(y);
        let count = self.width as usize * self.components;
        let byte = |at: usize| u32::from(row.get(at).copied().unwrap_or(0));
        match self.bits {
            8 => (0..count).for_each(|at| each(at, byte(at))),
            16 => (0..count).for_each(|at| each(at, byte(2 * at) << 8 | byte(2 * at + 1))),
            bits => {
                let (per_byte, mask) = (8 / bits as usize, (1 << bits) - 1);
                (0..count).for_each(|at| {
                    let shift = 8 - bits as usize * (at % per_byte + 1);
                    each(at, byte(at / per_byte) >> shift & mask);
                });
            }
        }
    }
}

/// The samples of an image; `None` where they cannot be decoded.
///
/// # Errors
/// A limit.
pub(super) fn samples(
    image: &Stream<'_>,
    header: &Header<'_>,
    decoded: &Decoded<'_>,
    context: &Context,
) -> Result<Option<Samples>> {
    let Some((filter, parameters)) = &decoded.image else {
        return Ok(plain_samples(header, decoded.bytes.to_vec()));
    };
    let is_modest = match filter {
        ImageFilter::Ccitt => return fax::samples(&decoded.bytes, parameters, header, context),
        ImageFilter::Jbig2 => return jbig2_samples(&decoded.bytes, parameters, context),
        ImageFilter::Dct => true,
        ImageFilter::Jpx => gate::jpx_is_modest(&decoded.bytes, context)?,
    };
    if !is_modest {
        return Ok(None);
    }
    let indexed = matches!(header.space, Some(ColorSpace::Indexed(_)));
    let wanted = ImageDecodeParams {
        is_indexed: indexed,
        bpc: u8::try_from(header.bits).ok(),
        num_components: header.space.as_ref().and_then(|space| u8::try_from(space.components()).ok()),
        target_dimension: None,
        width: header.width,
        height: header.height,
    };
    let Ok(result) = image.decoded_image(&wanted) else { return Ok(None) };
    let Some(data) = result.image_data else { return Ok(None) };
    gate::charge((data.width, data.height), context)?;
    let pixels = u64::from(data.width) * u64::from(data.height);
    let bits = u32::from(data.bits_per_component);
    let components = components_of(result.data.len() as u64, pixels, bits).unwrap_or(1);
    Ok(Some(Samples {
        width: data.width,
        height: data.height,
        components,
        bits,
        bytes: result.data.into_owned(),
        alpha: data.alpha,
    })
    .filter(|samples| samples.width > 0 && samples.height > 0 && matches!(bits, 1 | 2 | 4 | 8 | 16)))
}

fn components_of(bytes: u64, pixels: u64, bits: u32) -> Option<usize> {
    let components = if bits == 8 { bytes.checked_div(pixels)? } else { 1 };
    usize::try_from(components).ok().filter(|components| (1..=MAX_COMPONENTS).contains(components))
}

/// The samples of a JBIG2 image with the segments that it shares with others (ISO 32000-1, 7.4.7): black, which is one
/// there, is zero here.
pub(super) fn jbig2_samples(bytes: &[u8], parameters: &Dict<'_>, context: &Context) -> Result<Option<Samples>> {
    let globals = parameters.get::<Stream<'_>>(b"JBIG2Globals");
    let globals = globals.map(|globals| stream::decode(&globals, context)).transpose()?.unwrap_or_default();
    let Some(mut page) = jbig2::decode(bytes, &globals, context)? else { return Ok(None) };
    gate::charge((page.width, page.height), context)?;
    context.charge_samples(page.rows.len())?;
    page.rows.iter_mut().for_each(|byte| *byte = !*byte);
    let samples = Samples::of_bits(page.width, page.height, page.rows);
    Ok(Some(samples).filter(|samples| samples.width > 0 && samples.height > 0))
}

fn plain_samples(header: &Header<'_>, bytes: Vec<u8>) -> Option<Samples> {
    let (components, bits) = match &header.space {
        _ if header.stencil => (1, 1),
        Some(space) => (space.components(), header.bits),
        None => (1, header.bits),
    };
    let sound = matches!(bits, 1 | 2 | 4 | 8 | 16) && components > 0 && !bytes.is_empty();
    sound.then_some(Samples { width: header.width, height: header.height, components, bits, bytes, alpha: None })
}

/// The picture samples make, with its masks.
///
/// # Errors
/// A limit.
pub(super) fn picture<'a>(
    mut samples: Samples,
    header: &Header<'a>,
    spaces: &Dict<'a>,
    context: &Context,
) -> Result<Option<Picture>> {
    let device = ColorSpace::device(samples.components);
    let space = match &header.space {
        Some(space) if space.components() == samples.components => space,
        _ => match &device {
            Some(space) => space,
            None => return Ok(None),
        },
    };
    let alpha = alpha(&mut samples, header, spaces, context)?;
    let mut colors = colors(samples, space, header, context)?;
    Ok(Some(match alpha {
        Some(alpha) => {
            if let Some(matte) = &alpha.matte {
                unmix(&mut colors, &alpha, space_color(header.space.as_ref(), matte));
            }
            with_alpha(colors, &alpha)
        }
        None => colors,
    }))
}

/// Opaque pixels: grey where the space has only greys.
fn colors(mut samples: Samples, space: &ColorSpace, header: &Header<'_>, context: &Context) -> Result<Picture> {
    let gray = matches!(space, ColorSpace::Gray);
    let (layout, channels) = if gray { (Layout::Gray, 1) } else { (Layout::Rgb, 3) };
    let (width, height) = (samples.width, samples.height);
    let pixels = width as usize * height as usize;
    context.room(pixels.saturating_mul(channels))?;
    let plain = samples.bits == 8 && header.decodes_plainly();
    if plain && matches!(space, ColorSpace::Gray | ColorSpace::Rgb) {
        let mut bytes = std::mem::take(&mut samples.bytes);
        bytes.resize(pixels * channels, 0xFF);
        return Ok(Picture { width, height, layout, bytes });
    }
    let mut bytes = transvase_base::units::vec_with_room(pixels * channels);
    let mut converter = Converter::new(&samples, space, header);
    for y in 0..height {
        context.tick(u64::from(width) / 16 + 1)?;
        converter.row(
            &samples,
            y,
            |color| {
                if gray { bytes.push(color.r) } else { bytes.extend([color.r, color.g, color.b]) }
            },
        );
    }
    Ok(Picture { width, height, layout, bytes })
}

/// Turns samples into colours, remembering what it has worked out.
struct Converter<'s> {
    space: &'s ColorSpace,
    decode: Vec<(f32, f32)>,
    top: f32,
    /// Colours by sample, where there is one component of at most 8 bits.
    table: Vec<Color>,
    last: (Vec<u32>, Color),
}

impl<'s> Converter<'s> {
    fn new(samples: &Samples, space: &'s ColorSpace, header: &Header<'_>) -> Self {
        let given = |index: usize| {
            let decode = header.decode.as_ref()?;
            Some((*decode.get(2 * index)?, *decode.get(2 * index + 1)?))
        };
        let range = |index| given(index).unwrap_or_else(|| space.default_decode(index, samples.bits));
        let decode: Vec<(f32, f32)> = (0..samples.components).map(range).collect();
        let top = ((1_u32 << samples.bits) - 1) as f32;
        let mut converter = Converter { space, decode, top, table: Vec::new(), last: (Vec::new(), Color::BLACK) };
        if samples.components == 1 && samples.bits <= 8 {
            converter.table = (0..1 << samples.bits).map(|sample| converter.color(&[sample])).collect();
        }
        converter
    }

    fn color(&self, pixel: &[u32]) -> Color {
        let mut values = [0.0; MAX_COMPONENTS];
        let count = pixel.len().min(MAX_COMPONENTS);
        for ((value, sample), (low, high)) in values.iter_mut().zip(pixel).zip(&self.decode) {
            *value = low + *sample as f32 / self.top * (high - low);
        }
        self.space.color(&values[..count])
    }

    fn row(&mut self, samples: &Samples, y: u32, mut each: impl FnMut(Color)) {
        if !self.table.is_empty() {
            samples.for_row(y, |_, sample| each(self.table.get(sample as usize).copied().unwrap_or(Color::BLACK)));
            return;
        }
        let mut pixel: Vec<u32> = Vec::new();
        samples.for_row(y, |_, sample| {
            pixel.push(sample);
            if pixel.len() == samples.components {
                if self.last.0 != pixel {
                    self.last.1 = self.color(&pixel);
                    self.last.0.clone_from(&pixel);
                }
                each(self.last.1);
                pixel.clear();
            }
        });
    }
}

/// Opacity of an image: one byte a pixel, in a size of its own.
struct Alpha {
    width: u32,
    height: u32,
    bytes: Vec<u8>,
    /// The colour the image was mixed with by its opacity beforehand (ISO 32000-1, 11.6.5.3).
    matte: Option<Vec<f32>>,
}

fn space_color(space: Option<&ColorSpace>, components: &[f32]) -> Color {
    match space {
        Some(space) => space.color(components),
        None => ColorSpace::device(components.len()).map_or(Color::BLACK, |space| space.color(components)),
    }
}

/// Takes the matte colour out of colours that were mixed with it: `c = m + (mixed - m) / alpha`.
fn unmix(colors: &mut Picture, alpha: &Alpha, matte: Color) {
    let channels = if colors.layout == Layout::Gray { 1 } else { 3 };
    if (colors.width, colors.height) != (alpha.width, alpha.height) {
        return;
    }
    for (pixel, opacity) in colors.bytes.chunks_exact_mut(channels).zip(&alpha.bytes).filter(|(_, alpha)| **alpha > 0) {
        for (value, matte) in pixel.iter_mut().zip([matte.r, matte.g, matte.b]) {
            let (mixed, matte) = (i32::from(*value), i32::from(matte));
            *value = (matte + (mixed - matte) * 255 / i32::from(*opacity)).clamp(0, 255) as u8;
        }
    }
}

fn alpha<'a>(
    samples: &mut Samples,
    header: &Header<'a>,
    spaces: &Dict<'a>,
    context: &Context,
) -> Result<Option<Alpha>> {
    if let Some(mask) = &header.soft_mask {
        return mask_alpha(mask, spaces, false, context);
    }
    match &header.mask {
        Some(Mask::Stencil(mask)) => mask_alpha(mask, spaces, true, context),
        Some(Mask::Colors(ranges)) => Ok(Some(color_key(samples, ranges))),
        None => {
            let (width, height) = (samples.width, samples.height);
            Ok(samples.alpha.take().map(|bytes| Alpha { width, height, bytes, matte: None }))
        }
    }
}

/// A soft mask's greys, or a stencil's holes, as opacity.
fn mask_alpha<'a>(mask: &Stream<'a>, spaces: &Dict<'a>, stencil: bool, context: &Context) -> Result<Option<Alpha>> {
    let Some(mut header) = Header::read(mask.dict(), spaces, context)? else { return Ok(None) };
    header.charge(context)?;
    // A mask has one component and no mask of its own.
    header.space = Some(ColorSpace::Gray);
    (header.soft_mask, header.mask) = (None, None);
    header.stencil = stencil;
    let decoded = stream::decode_to_image(mask, context)?;
    let Some(samples) = samples(mask, &header, &decoded, context)? else { return Ok(None) };
    let picture = colors(samples, &ColorSpace::Gray, &header, context)?;
    let mut bytes = picture.bytes;
    if stencil {
        // A sample of 1 hides (ISO 32000-1, 8.9.6.3).
        bytes.iter_mut().for_each(|sample| *sample = !*sample);
    }
    let matte = mask.dict().get::<Array<'_>>(b"Matte").filter(|_| !stencil);
    let matte = matte.map(|matte| matte.iter::<f32>().take(MAX_COMPONENTS).collect());
    Ok(Some(Alpha { width: picture.width, height: picture.height, bytes, matte }))
}

/// Hides the pixels whose samples all lie in `ranges`.
fn color_key(samples: &Samples, ranges: &[(u32, u32)]) -> Alpha {
    let mut bytes = Vec::new();
    for y in 0..samples.height {
        let mut hidden = true;
        samples.for_row(y, |at, sample| {
            let component = at % samples.components;
            hidden &= ranges.get(component).is_some_and(|(low, high)| (*low..=*high).contains(&sample));
            if component + 1 == samples.components {
                bytes.push(if hidden { 0 } else { 255 });
                hidden = true;
            }
        });
    }
    Alpha { width: samples.width, height: samples.height, bytes, matte: None }
}

/// Joins colours and opacity in the size of the larger one, nearest pixel for nearest pixel.
fn with_alpha(colors: Picture, alpha: &Alpha) -> Picture {
    if alpha.bytes.iter().all(|opacity| *opacity == 255) {
        return colors;
    }
    let area = |width: u32, height: u32| u64::from(width) * u64::from(height);
    let colors_larger = area(colors.width, colors.height) >= area(alpha.width, alpha.height);
    let (width, height) = if colors_larger { (colors.width, colors.height) } else { (alpha.width, alpha.height) };
    let channels = if colors.layout == Layout::Gray { 1 } else { 3 };
    let near = |at: u32, size: u32, of: u32| (u64::from(at) * u64::from(of) / u64::from(size.max(1))) as usize;
    let mut bytes = Vec::new();
    for y in 0..height {
        let (color_y, alpha_y) = (near(y, height, colors.height), near(y, height, alpha.height));
        for x in 0..width {
            let at = (color_y * colors.width as usize + near(x, width, colors.width)) * channels;
            let opacity = alpha_y * alpha.width as usize + near(x, width, alpha.width);
            bytes.extend_from_slice(colors.bytes.get(at..at + channels).unwrap_or(&[0, 0, 0][..channels]));
            bytes.push(alpha.bytes.get(opacity).copied().unwrap_or(255));
        }
    }
    let layout = if channels == 1 { Layout::GrayAlpha } else { Layout::Rgba };
    Picture { width, height, layout, bytes }
}

/// A picture whose opacity is multiplied by `alpha`, from 0 to 255.
pub(super) fn faded(picture: Picture, alpha: u8) -> Picture {
    if alpha == u8::MAX {
        return picture;
    }
    let times = |opacity: u8| ((u32::from(opacity) * u32::from(alpha) + 127) / 255) as u8;
    let spread = |bytes: &[u8], channels: usize| -> Vec<u8> {
        bytes.chunks_exact(channels).flat_map(|pixel| pixel.iter().copied().chain([alpha])).collect()
    };
    let (layout, bytes) = match picture.layout {
        Layout::Gray => (Layout::GrayAlpha, spread(&picture.bytes, 1)),
        Layout::Rgb => (Layout::Rgba, spread(&picture.bytes, 3)),
        Layout::Stencil { colors, opacity } => (Layout::Stencil { colors, opacity: opacity.map(times) }, picture.bytes),
        layout => {
            let mut bytes = picture.bytes;
            let channels = if layout == Layout::GrayAlpha { 2 } else { 4 };
            bytes.iter_mut().skip(channels - 1).step_by(channels).for_each(|opacity| *opacity = times(*opacity));
            (layout, bytes)
        }
    };
    Picture { layout, bytes, ..picture }
}

/// A stencil painted in `color`: samples of 0 are painted, or of 1 where it is `inverted`.
pub(super) fn stencil(samples: &Samples, color: Color, inverted: bool) -> Picture {
    let bytes = match samples.bits {
        1 => (0..samples.height).flat_map(|y| padded(samples.row(y), samples.stride())).collect(),
        _ => pack_bits(&samples.bytes, samples.width as usize),
    };
    let Color { r, g, b } = color;
    let layout = Layout::Stencil { colors: [r, g, b, r, g, b], opacity: if inverted { [0, 255] } else { [255, 0] } };
    Picture { width: samples.width, height: samples.height, layout, bytes }
}

/// A row filled up with ones, which a plain stencil leaves unpainted.
fn padded(row: &[u8], stride: usize) -> impl Iterator<Item = u8> + '_ {
    row.iter().copied().chain(std::iter::repeat_n(0xFF, stride - row.len()))
}

/// One bit a pixel: 1 from 128 on.
pub(super) fn pack_bits(bytes: &[u8], width: usize) -> Vec<u8> {
    let pack =
        |pixels: &[u8]| pixels.iter().enumerate().fold(0_u8, |byte, (at, pixel)| byte | (pixel >> 7) << (7 - at));
    bytes.chunks(width.max(1)).flat_map(|row| row.chunks(8)).map(pack).collect()
}
