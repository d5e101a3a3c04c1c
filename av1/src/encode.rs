//! Planes to a bit stream.

use rav1e::prelude::{
    BlockSize, ChromaSampling, ColorDescription, ColorPrimaries, Config, Context, EncoderConfig, EncoderStatus, Frame,
    FrameType, MatrixCoefficients, PartitionRange, Pixel, PixelRange, Rational, SceneDetectionSpeed,
    TransferCharacteristics, Tune,
};

use crate::{Failure, Layout};

/// Quantiser below which large blocks, a filter that takes noise from edges, and colours with fewer samples bring nothing:
/// seen on photographs, by SSIMULACRA 2.
pub const FINE: u8 = 120;

/// What the samples of a picture mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// Colours of sRGB.
    Srgb,
    /// Colours that something beside the bit stream describes.
    Described,
    /// Opacity, from 0 to the largest number.
    Opacity,
}

/// What a picture shows, which decides what tools of the format pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// What a camera sees: smooth, with noise.
    Natural,
    /// Text, lines and even areas, as on a screen.
    Screen,
}

/// How a picture is encoded.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// Bits of a sample: 8, 10 or 12.
    pub depth: u8,
    /// How the planes lie.
    pub layout: Layout,
    /// What the samples mean. They run over all numbers; brightness and colour follow ITU-R BT.601.
    pub meaning: Meaning,
    /// What they show.
    pub content: Content,
    /// Coarseness, from 1 to 255.
    pub quantizer: u8,
    /// From 1, slow, to 10.
    pub speed: u8,
}

/// An encoded picture.
#[derive(Debug, Clone)]
pub struct Encoded {
    /// The temporal unit of the picture.
    pub unit: Vec<u8>,
    /// The record that containers put beside it (AV1 Codec ISO Media File Format Binding, 2.3.3).
    pub record: Vec<u8>,
}

/// A picture of several that follow one another.
#[derive(Debug, Clone)]
pub struct Unit {
    /// Its temporal unit.
    pub bytes: Vec<u8>,
    /// Whether it stands for itself.
    pub is_key: bool,
}

/// Encodes pictures that follow one another, each by what it shares with those before it. They come out in the order in
/// which they go in.
pub struct Film {
    settings: Settings,
    stream: Stream,
}

/// The encoder, by the size of a sample.
enum Stream {
    Shallow(Box<Context<u8>>),
    Deep(Box<Context<u16>>),
}

impl Film {
    /// An encoder of pictures with these settings.
    ///
    /// # Errors
    /// `Refused` where the encoder does not take them.
    pub fn new(settings: Settings) -> Result<Film, Failure> {
        let mut config = config(&settings);
        config.still_picture = false;
        config.low_latency = true;
        config.min_key_frame_interval = 0;
        config.max_key_frame_interval = KEY_INTERVAL;
        let config = Config::new().with_encoder_config(config).with_threads(1);
        let refused = |error: rav1e::InvalidConfig| Failure::Refused(error.to_string());
        let stream = match settings.depth {
            8 => Stream::Shallow(Box::new(config.new_context().map_err(refused)?)),
            _ => Stream::Deep(Box::new(config.new_context().map_err(refused)?)),
        };
        Ok(Film { settings, stream })
    }

    /// Takes the planes of the next picture; what has become of it and those before it.
    ///
    /// # Errors
    /// As [`encode`].
    pub fn push(&mut self, planes: &[Vec<u16>]) -> Result<Vec<Unit>, Failure> {
        check(&self.settings, planes)?;
        match &mut self.stream {
            Stream::Shallow(context) => pushed(context, &self.settings, planes),
            Stream::Deep(context) => pushed(context, &self.settings, planes),
        }
    }

    /// What is left to come, and the record that containers put beside all of them.
    ///
    /// # Errors
    /// As [`encode`].
    pub fn finish(mut self) -> Result<(Vec<Unit>, Vec<u8>), Failure> {
        match &mut self.stream {
            Stream::Shallow(context) => finished(context),
            Stream::Deep(context) => finished(context),
        }
    }
}

/// Pictures from one that stands for itself to the next.
const KEY_INTERVAL: u64 = 120;

fn pushed<T: Pixel>(context: &mut Context<T>, settings: &Settings, planes: &[Vec<u16>]) -> Result<Vec<Unit>, Failure> {
    let frame = filled(context, settings, planes);
    context.send_frame(frame).map_err(|error| Failure::Refused(error.to_string()))?;
    received(context)
}

fn finished<T: Pixel>(context: &mut Context<T>) -> Result<(Vec<Unit>, Vec<u8>), Failure> {
    context.flush();
    Ok((received(context)?, context.container_sequence_header()))
}

/// What is ready.
fn received<T: Pixel>(context: &mut Context<T>) -> Result<Vec<Unit>, Failure> {
    let mut units = Vec::new();
    loop {
        match context.receive_packet() {
            Ok(packet) => units.push(Unit { bytes: packet.data, is_key: packet.frame_type == FrameType::KEY }),
            Err(EncoderStatus::Encoded) => {}
            Err(EncoderStatus::LimitReached | EncoderStatus::NeedMoreData) => return Ok(units),
            Err(status) => return Err(Failure::Refused(status.to_string())),
        }
    }
}

/// Encodes a still picture. Planes are as large as [`Layout::chroma`] says, one sample behind the other.
///
/// # Errors
/// `Refused` where settings and planes do not fit together, or the encoder does not take them.
pub fn encode(settings: &Settings, planes: &[Vec<u16>]) -> Result<Encoded, Failure> {
    check(settings, planes)?;
    match settings.depth {
        8 => encoded::<u8>(settings, planes),
        _ => encoded::<u16>(settings, planes),
    }
}

fn check(settings: &Settings, planes: &[Vec<u16>]) -> Result<(), Failure> {
    let (width, height) = settings.layout.chroma(settings.width, settings.height);
    let sizes = [settings.width * settings.height, width * height, width * height];
    let fits = planes.iter().zip(sizes).all(|(plane, size)| plane.len() == size);
    if planes.len() != settings.layout.planes() || !fits {
        return Err(Failure::Refused("the planes have other sizes than the picture".into()));
    }
    Ok(())
}

/// A frame of the encoder with these samples.
fn filled<T: Pixel>(context: &Context<T>, settings: &Settings, planes: &[Vec<u16>]) -> Frame<T> {
    let mut frame = context.new_frame();
    let chroma = settings.layout.chroma(settings.width, settings.height).0;
    for (at, (plane, from)) in frame.planes.iter_mut().zip(planes).enumerate() {
        let width = if at == 0 { settings.width } else { chroma };
        let stride = plane.cfg.stride;
        for (to, from) in plane.data_origin_mut().chunks_mut(stride).zip(from.chunks_exact(width.max(1))) {
            to.iter_mut().zip(from).for_each(|(to, &from)| *to = T::cast_from(from));
        }
    }
    frame
}

fn encoded<T: Pixel>(settings: &Settings, planes: &[Vec<u16>]) -> Result<Encoded, Failure> {
    let config = Config::new().with_encoder_config(config(settings)).with_threads(1);
    let mut context: Context<T> = config.new_context().map_err(|error| Failure::Refused(error.to_string()))?;
    let mut units = pushed(&mut context, settings, planes)?;
    let (rest, record) = finished(&mut context)?;
    units.extend(rest);
    Ok(Encoded { unit: units.into_iter().flat_map(|unit| unit.bytes).collect(), record })
}

fn config(settings: &Settings) -> EncoderConfig {
    let mut config = EncoderConfig::with_speed_preset(settings.speed.clamp(1, 10));
    config.width = settings.width;
    config.height = settings.height;
    config.time_base = Rational::new(1, 1);
    config.bit_depth = settings.depth.into();
    config.chroma_sampling = match settings.layout {
        Layout::Gray => ChromaSampling::Cs400,
        Layout::Yuv420 => ChromaSampling::Cs420,
        Layout::Yuv422 => ChromaSampling::Cs422,
        Layout::Yuv444 => ChromaSampling::Cs444,
    };
    config.pixel_range = PixelRange::Full;
    config.color_description = described(settings.meaning);
    config.still_picture = true;
    config.quantizer = settings.quantizer.max(1).into();
    config.min_quantizer = settings.quantizer.max(1);
    match settings.content {
        Content::Natural => natural(&mut config, settings),
        Content::Screen => screen(&mut config, settings.speed),
    }
    // There are no other frames that a still picture could be compared with.
    config.speed_settings.scene_detection_mode = SceneDetectionSpeed::None;
    config.speed_settings.rdo_lookahead_frames = 1;
    config.speed_settings.multiref = false;
    config
}

/// Tools for photographs.
fn natural(config: &mut EncoderConfig, settings: &Settings) {
    let is_fine = settings.quantizer < FINE;
    let tools = &mut config.speed_settings;
    if (4..9).contains(&settings.speed) {
        let largest = if is_fine { BlockSize::BLOCK_16X16 } else { BlockSize::BLOCK_32X32 };
        tools.partition.partition_range = PartitionRange::new(BlockSize::BLOCK_8X8, largest);
    }
    tools.cdef = !is_fine;
}

/// Tools for text and lines. The transform of each block is searched for: cosines blur edges, which the identity of the
/// AV1 specification (IDTX) keeps. Blocks are small. Errors count as they are, since nothing here is noise that would
/// hide them, and nothing is smoothed afterwards. At the same score of SSIMULACRA 2, screenshots were seen to take half
/// the bytes that the tools for photographs need, for a third more time.
fn screen(config: &mut EncoderConfig, speed: u8) {
    config.tune = Tune::Psnr;
    let tools = &mut config.speed_settings;
    tools.transform.rdo_tx_decision = true;
    tools.transform.reduced_tx_set = false;
    tools.transform.enable_inter_tx_split = false;
    tools.cdef = false;
    tools.prediction.fine_directional_intra = speed < 8;
    tools.partition.partition_range = match speed {
        9.. => PartitionRange::new(BlockSize::BLOCK_8X8, BlockSize::BLOCK_8X8),
        _ => PartitionRange::new(BlockSize::BLOCK_4X4, BlockSize::BLOCK_16X16),
    };
}

/// As numbers of ITU-T H.273.
fn described(meaning: Meaning) -> Option<ColorDescription> {
    let (color_primaries, transfer_characteristics) = match meaning {
        Meaning::Srgb => (ColorPrimaries::BT709, TransferCharacteristics::SRGB),
        Meaning::Described => (ColorPrimaries::Unspecified, TransferCharacteristics::Unspecified),
        Meaning::Opacity => return None,
    };
    let matrix_coefficients = MatrixCoefficients::BT601;
    Some(ColorDescription { color_primaries, transfer_characteristics, matrix_coefficients })
}
