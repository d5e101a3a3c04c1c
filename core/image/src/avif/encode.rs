//! Pixels to planes, and planes to a file.

use transvase_av1::{Content, Encoded, FINE, Failure, Layout, Meaning, Settings};

use super::colors;
use super::read::XMP;
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::options::EFFORT;
use transvase_codec::isobmff::{self, ALPHA, NewItem};
use transvase_codec::photographs;
use transvase_model::raster::{Frame, Raster};

/// What the encoder holds for a picture of any size, in bytes, by what it was seen to.
const ENCODER_BYTES: usize = 2 << 20;

/// Pixels of a sample, about.
const SAMPLE_PX: usize = 400_000;

/// Rows of a band of a sample: those of a superblock (AV1 specification, 5.5.1), so that each is coded as it is in the picture.
const BAND: usize = 64;

/// Bands of a sample.
const LEAST_BANDS: usize = 3;

/// How a picture is packed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Knobs {
    /// Coarseness, from 1 to 255.
    pub(super) quantizer: u8,
    /// From 1, slow, to 10.
    pub(super) speed: u8,
}

impl Knobs {
    /// The finest and the coarsest.
    pub(super) const FINEST: u8 = 1;
    pub(super) const COARSEST: u8 = 255;

    /// What a quality from 1 to 100 means: the same as to the usual encoder, whose steps are as even.
    pub(super) fn of_quality(quality: u64, context: &Context) -> Self {
        let quantizer = 255 * (100 - quality.min(100)) / 100;
        Knobs { quantizer: quantizer.max(Knobs::FINEST.into()) as u8, speed: speed(context) }
    }

    /// Whether photographs look better with colours of fewer samples and finer ones.
    pub(super) fn halves_colors(self) -> bool {
        self.quantizer >= FINE
    }
}

/// The speed that an effort means: those between 8 and 5 bring nothing for the time they take.
pub(super) fn speed(context: &Context) -> u8 {
    const SPEEDS: [u8; 10] = [10, 10, 9, 9, 8, 8, 5, 4, 3, 2];
    let effort = context.options().integer(&EFFORT).unwrap_or(5) as usize;
    SPEEDS[effort.min(9)]
}

/// What a frame shows.
///
/// # Errors
/// What stops a conversion.
pub(super) fn content(frame: &Frame, context: &Context) -> Result<Content> {
    Ok(if photographs::is_one(frame, context)? { Content::Natural } else { Content::Screen })
}

/// The planes of a picture.
pub(super) struct Planes {
    width: usize,
    height: usize,
    depth: u8,
    layout: Layout,
    content: Content,
    colors: Vec<Vec<u16>>,
    /// Opacity, where it lets something through.
    alpha: Option<Vec<u16>>,
}

impl Planes {
    /// The planes of a frame that shows this; `is_halved` says whether colours have a sample for two by two pixels.
    ///
    /// # Errors
    /// What stops a conversion.
    pub(super) fn of(frame: &Frame, content: Content, is_halved: bool, context: &Context) -> Result<Self> {
        let (width, height) = (frame.width_px as usize, frame.height_px as usize);
        let channels = frame.format.channels();
        let layout = match channels {
            1 | 2 => Layout::Gray,
            _ if is_halved => Layout::Yuv420,
            _ => Layout::Yuv444,
        };
        let depth = if frame.format.is_deep() { 10 } else { 8 };
        let (across, down) = layout.chroma(width, height);
        let opacity = if frame.format.has_alpha() { width * height } else { 0 };
        context.room((width * height + 2 * across * down + opacity).saturating_mul(size_of::<u16>()))?;
        let samples = Samples { frame, channels };
        let colors = match layout {
            Layout::Gray => vec![samples.plane(0, context)?],
            _ => colored(&samples, layout, depth, context)?,
        };
        let alpha = if frame.format.has_alpha() { Some(samples.plane(channels - 1, context)?) } else { None };
        let opaque = (1_u16 << depth) - 1;
        let alpha = alpha.filter(|plane| plane.iter().any(|sample| *sample < opaque));
        Ok(Planes { width, height, depth, layout, content, colors, alpha })
    }

    /// Bands of the picture one below the other, and how many times larger the whole picture is; `None` where it is small.
    pub(super) fn sample(&self) -> Option<(Planes, f64)> {
        let bands = (SAMPLE_PX / (self.width * BAND).max(1)).max(LEAST_BANDS);
        if self.height < 2 * bands * BAND {
            return None;
        }
        // Even rows, so that halved ones go with them.
        let first = |band: usize| (self.height - BAND) * (2 * band + 1) / (2 * bands) / 2 * 2;
        let cut = |plane: &Vec<u16>, width: usize, part: usize| -> Vec<u16> {
            let rows = (0..bands).map(|band| first(band) / part * width..(first(band) + BAND) / part * width);
            rows.flat_map(|range| plane.get(range).unwrap_or_default()).copied().collect()
        };
        let (across, down) = self.layout.chroma(self.width, self.height);
        let part = if down < self.height { 2 } else { 1 };
        let sides = [(self.width, 1), (across, part), (across, part)];
        let colors = self.colors.iter().zip(sides).map(|(plane, (width, part))| cut(plane, width, part)).collect();
        let alpha = self.alpha.as_ref().map(|plane| cut(plane, self.width, 1));
        let sample = Planes { height: bands * BAND, colors, alpha, ..*self };
        Some((sample, self.height as f64 / (bands * BAND) as f64))
    }

    /// Packs colours.
    ///
    /// # Errors
    /// What the encoder says.
    pub(super) fn colors(&self, knobs: Knobs, has_profile: bool, context: &Context) -> Result<Encoded> {
        let meaning = if has_profile { Meaning::Described } else { Meaning::Srgb };
        self.packed((self.layout, meaning, self.content), &self.colors, knobs, context)
    }

    /// Packs opacity; nothing where all is opaque.
    ///
    /// # Errors
    /// What the encoder says.
    pub(super) fn alpha(&self, knobs: Knobs, context: &Context) -> Result<Option<Encoded>> {
        let Some(alpha) = &self.alpha else { return Ok(None) };
        let planes = std::slice::from_ref(alpha);
        // Opacity is even but at the edges of what is seen, whatever that shows.
        self.packed((Layout::Gray, Meaning::Opacity, Content::Screen), planes, knobs, context).map(Some)
    }

    fn packed(
        &self,
        (layout, meaning, content): (Layout, Meaning, Content),
        planes: &[Vec<u16>],
        knobs: Knobs,
        context: &Context,
    ) -> Result<Encoded> {
        context.checkpoint()?;
        context.room(self.room(layout))?;
        let settings = Settings { content, ..self.settings(layout, meaning, knobs) };
        let encoded = transvase_av1::encode(&settings, planes).map_err(failed)?;
        context.checkpoint()?;
        Ok(encoded)
    }

    /// Bytes that the encoder holds: for any picture, and for each pixel, by what it was seen to.
    pub(super) fn room(&self, layout: Layout) -> usize {
        let of_pixels = (self.width * self.height).saturating_mul(match layout {
            Layout::Gray => 12,
            Layout::Yuv420 => 20,
            Layout::Yuv422 | Layout::Yuv444 if self.depth == 8 => 22,
            Layout::Yuv422 | Layout::Yuv444 => 24,
        });
        ENCODER_BYTES.saturating_add(of_pixels)
    }

    /// How planes of these pictures are encoded.
    pub(super) fn settings(&self, layout: Layout, meaning: Meaning, knobs: Knobs) -> Settings {
        let Planes { width, height, depth, content, .. } = *self;
        Settings { width, height, depth, layout, meaning, content, quantizer: knobs.quantizer, speed: knobs.speed }
    }

    /// How the colours lie.
    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    /// The samples of the colours.
    pub(super) fn samples(&self) -> &[Vec<u16>] {
        &self.colors
    }

    /// Opacity, where it lets something through.
    pub(super) fn opacity(&self) -> Option<&Vec<u16>> {
        self.alpha.as_ref()
    }

    /// Opacity that lets nothing through.
    pub(super) fn opaque(&self) -> Vec<u16> {
        vec![(1 << self.depth) - 1; self.width * self.height]
    }

    /// The file of packed colours and opacity, and what goes with them.
    pub(super) fn file(&self, colors: &Encoded, alpha: Option<&Encoded>, raster: &Raster) -> Vec<u8> {
        let size = (self.width as u32, self.height as u32);
        let mut first = item(colors.unit.clone(), &colors.record, (size, self.depth), self.layout, Vec::new());
        describe(&mut first, raster);
        let mut items = vec![first];
        items.extend(alpha.map(|alpha| opacity_item(alpha.unit.clone(), &alpha.record, (size, self.depth))));
        items.extend(words(raster));
        isobmff::file(&[*b"avif", *b"mif1", *b"miaf"], &items)
    }
}

/// A picture of a size, whose samples have so many bits.
pub(super) fn item(
    data: Vec<u8>,
    record: &[u8],
    (size, depth): ((u32, u32), u8),
    layout: Layout,
    refers: Vec<([u8; 4], Vec<u16>)>,
) -> NewItem {
    let mut item = NewItem { kind: *b"av01", media_type: "", data, properties: Vec::new(), refers };
    let size = [size.0, size.1].map(u32::to_be_bytes);
    item.property(b"ispe", &[&[0; 4], &size.concat()], false);
    let channels = layout.planes() as u8;
    item.property(b"pixi", &[&[0; 4], &[channels], &vec![depth; channels.into()]], false);
    item.property(b"av1C", &[record], true);
    item
}

/// The opacity of the first picture.
pub(super) fn opacity_item(data: Vec<u8>, record: &[u8], size_and_depth: ((u32, u32), u8)) -> NewItem {
    let mut item = item(data, record, size_and_depth, Layout::Gray, vec![(*b"auxl", vec![1])]);
    item.property(b"auxC", &[&[0; 4], ALPHA], false);
    item
}

/// Says what the colours of a picture mean.
pub(super) fn describe(item: &mut NewItem, raster: &Raster) {
    match &raster.icc {
        Some(profile) => {
            item.property(b"colr", &[b"prof", profile], false);
            item.property(b"colr", &[b"nclx", &DESCRIBED], false);
        }
        None => item.property(b"colr", &[b"nclx", &SRGB], false),
    }
}

/// Exif and XMP, which describe the first picture.
pub(super) fn words(raster: &Raster) -> Vec<NewItem> {
    let exif = raster.exif.as_ref().map(|block| beside(b"Exif", "", [&[0; 4], &block[..]].concat()));
    let xmp = raster.xmp.as_ref().map(|packet| beside(b"mime", XMP, packet.as_bytes().to_vec()));
    exif.into_iter().chain(xmp).collect()
}

/// Numbers of ITU-T H.273: primaries of BT.709, the curve of sRGB, the matrix of BT.601, over all numbers.
const SRGB: [u8; 7] = [0, 1, 0, 13, 0, 6, 0x80];

/// The same beside a profile, which says what primaries and curve are.
const DESCRIBED: [u8; 7] = [0, 2, 0, 2, 0, 6, 0x80];

/// An item that describes the picture.
fn beside(kind: &[u8; 4], media_type: &'static str, data: Vec<u8>) -> NewItem {
    NewItem { kind: *kind, media_type, data, properties: Vec::new(), refers: vec![(*b"cdsc", vec![1])] }
}

/// The samples of a frame, as numbers of 8 or 10 bits.
struct Samples<'a> {
    frame: &'a Frame,
    channels: usize,
}

impl Samples<'_> {
    fn at(&self, pixel: usize, channel: usize) -> u16 {
        let at = pixel * self.channels + channel;
        if !self.frame.format.is_deep() {
            return self.frame.samples.get(at).copied().unwrap_or(0).into();
        }
        let pair = self.frame.samples.get(2 * at..2 * at + 2).and_then(|pair| pair.try_into().ok());
        let sample = u32::from(pair.map_or(0, u16::from_ne_bytes));
        ((sample * 1_023 + 32_767) / 65_535) as u16
    }

    /// A channel alone.
    fn plane(&self, channel: usize, context: &Context) -> Result<Vec<u16>> {
        let mut plane = Vec::new();
        let width = self.frame.width_px as usize;
        for row in 0..self.frame.height_px as usize {
            context.tick(width as u64)?;
            plane.extend((row * width..(row + 1) * width).map(|pixel| self.at(pixel, channel)));
        }
        Ok(plane)
    }
}

/// Brightness and differences. Where colours are halved, a sample is the mean of its pixels.
fn colored(samples: &Samples<'_>, layout: Layout, depth: u8, context: &Context) -> Result<Vec<Vec<u16>>> {
    let (width, height) = (samples.frame.width_px as usize, samples.frame.height_px as usize);
    let (across, down) = layout.chroma(width, height);
    let step = if layout == Layout::Yuv420 { 2 } else { 1 };
    let most = ((1_u32 << depth) - 1) as f32;
    let mut luma = vec![0_u16; width * height];
    let mut chroma = [vec![0_u16; across * down], vec![0_u16; across * down]];
    let mut sums = vec![[0.0_f32; 3]; across];
    for y in 0..height {
        context.tick(width as u64)?;
        for x in 0..width {
            let pixel = y * width + x;
            let rgb = [0, 1, 2].map(|channel| f32::from(samples.at(pixel, channel)));
            let [y, u, v] = colors::yuv(rgb, most);
            luma[pixel] = (y + 0.5) as u16;
            let sum = &mut sums[x / step];
            *sum = [sum[0] + u, sum[1] + v, sum[2] + 1.0];
        }
        if y % step == step - 1 || y == height - 1 {
            for (x, sum) in sums.iter_mut().enumerate() {
                for plane in 0..2 {
                    let mean = (sum[plane] / sum[2] + 0.5).clamp(0.0, most);
                    chroma[plane][y / step * across + x] = mean as u16;
                }
                *sum = [0.0; 3];
            }
        }
    }
    let [u, v] = chroma;
    Ok(vec![luma, u, v])
}

pub(super) fn failed(failure: Failure) -> Error {
    let message = format!("the picture could not be written as AVIF: {failure}");
    Error::new(ErrorCode::UnsupportedRoute, message).caused_by(failure).hint("set max_dimensions, or choose PNG")
}
