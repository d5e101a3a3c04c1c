//! Image options: what a caller asks for.

use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_base::options::{OptionKind, OptionSpec, Options, ROTATE};
use transvase_codec::holds::Ground;
use transvase_codec::resize::Filter;
use transvase_codec::strip::{STRIP, Strip};
use transvase_model::text::css_color;

/// Box that a picture has to lie in.
pub(super) static MAX_DIMENSIONS: OptionSpec = OptionSpec {
    key: "max_dimensions",
    kind: OptionKind::Text,
    unit: "pixels",
    default: "",
    doc: "Largest width and height of pictures, as in 1920x1080, 1920 (both sides), 1920x or x1080. Larger pictures \
          are scaled down to fit; smaller ones stay as they are.",
};

/// How pictures are made smaller.
pub(super) static RESIZE_FILTER: OptionSpec = OptionSpec {
    key: "resize_filter",
    kind: OptionKind::Choice(&["lanczos3", "catmull-rom", "bilinear", "box", "nearest"]),
    unit: "",
    default: "lanczos3",
    doc: "Filter that pictures are scaled with, from the sharpest to the simplest.",
};

/// Part of a picture.
pub(super) static CROP: OptionSpec = OptionSpec {
    key: "crop",
    kind: OptionKind::Text,
    unit: "pixels",
    default: "",
    doc: "Area that pictures are cropped to, as in 800x600+10+20: width, height, and the position of the upper left \
          corner.",
};

/// Colour behind transparent parts.
pub(super) static BACKGROUND: OptionSpec = OptionSpec {
    key: "background",
    kind: OptionKind::Text,
    unit: "",
    default: "",
    doc: "Background colour for transparent parts of pictures, as in #ffffff or white. Without it they stay \
          transparent where the target can hold that, and become white where it cannot.",
};

/// One of several frames.
pub(super) static FRAME: OptionSpec = OptionSpec {
    key: "frame",
    kind: OptionKind::Integer { min: 1, max: 1_000_000 },
    unit: "",
    default: "",
    doc: "The one frame of an animation, or page of a picture, that is kept, counted from 1.",
};

/// The options that are read here.
pub static OPTIONS: &[&OptionSpec] = &[&MAX_DIMENSIONS, &RESIZE_FILTER, &CROP, &ROTATE, &BACKGROUND, &FRAME, &STRIP];

/// Whether the options ask for other pixels than those of the source.
pub fn redraws(options: &Options) -> bool {
    [&MAX_DIMENSIONS, &CROP, &ROTATE, &BACKGROUND, &FRAME].iter().any(|spec| options.is_changed(spec))
}

/// A part of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Crop {
    pub width: u32,
    pub height: u32,
    pub left: u32,
    pub top: u32,
}

/// Everything that is asked for.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    pub frame: Option<u64>,
    pub crop: Option<Crop>,
    pub quarter_turns: usize,
    /// Largest width and height.
    pub most: Option<(u32, u32)>,
    pub filter: Filter,
    pub ground: Option<Ground>,
    pub strip: Strip,
}

impl Asked {
    /// Reads the options.
    ///
    /// # Errors
    /// `InvalidOption`.
    pub fn of(context: &Context) -> Result<Asked> {
        let options = context.options();
        let read = |spec: &OptionSpec| options.text(spec);
        Ok(Asked {
            frame: options.integer(&FRAME),
            crop: read(&CROP).map(|text| crop(&text).ok_or_else(|| refused(&CROP, &text))).transpose()?,
            quarter_turns: match options.choice(&ROTATE) {
                Some("90") => 1,
                Some("180") => 2,
                Some("270") => 3,
                _ => 0,
            },
            most: read(&MAX_DIMENSIONS)
                .map(|text| most(&text).ok_or_else(|| refused(&MAX_DIMENSIONS, &text)))
                .transpose()?,
            filter: match options.choice(&RESIZE_FILTER) {
                Some("nearest") => Filter::Nearest,
                Some("box") => Filter::Box,
                Some("bilinear") => Filter::Bilinear,
                Some("catmull-rom") => Filter::CatmullRom,
                _ => Filter::Lanczos3,
            },
            ground: read(&BACKGROUND)
                .map(|text| ground(&text).ok_or_else(|| refused(&BACKGROUND, &text)))
                .transpose()?,
            strip: Strip::asked(options),
        })
    }

    /// Whether pixels may become others.
    pub fn changes_pixels(&self) -> bool {
        self.changes_shape() || self.ground.is_some()
    }

    /// Whether there may be others, more or fewer of them, or in other places.
    pub fn changes_shape(&self) -> bool {
        self.crop.is_some() || self.quarter_turns > 0 || self.most.is_some()
    }

    /// Whether pixels stay what they are, wherever they go.
    pub fn only_turns(&self) -> bool {
        self.crop.is_none() && self.most.is_none() && self.ground.is_none()
    }
}

fn refused(spec: &OptionSpec, text: &str) -> Error {
    Error::option(spec.key, format!("{text:?} is not valid. {}", spec.doc))
}

/// `WxH+X+Y`.
fn crop(text: &str) -> Option<Crop> {
    let mut parts = text.split('+').map(str::trim);
    let (width, height) = parts.next()?.split_once(['x', 'X'])?;
    let (left, top) = (parts.next()?, parts.next()?);
    let side = |text: &str| text.parse().ok().filter(|side| *side > 0);
    let crop = Crop { width: side(width)?, height: side(height)?, left: left.parse().ok()?, top: top.parse().ok()? };
    parts.next().is_none().then_some(crop)
}

/// `WxH`, `N`, `Wx` or `xH`.
fn most(text: &str) -> Option<(u32, u32)> {
    let side = |text: &str| text.trim().parse().ok().filter(|side| *side > 0);
    match text.split_once(['x', 'X']) {
        None => side(text).map(|side| (side, side)),
        Some((width, "")) => Some((side(width)?, u32::MAX)),
        Some(("", height)) => Some((u32::MAX, side(height)?)),
        Some((width, height)) => Some((side(width)?, side(height)?)),
    }
}

fn ground(text: &str) -> Option<Ground> {
    css_color::color(text).flatten().map(|color| Ground([color.r, color.g, color.b]))
}
