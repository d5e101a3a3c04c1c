//! The graphics state (ISO 32000-1, 8.4) as far as pages need it.

use std::rc::Rc;
use std::sync::Arc;

use super::color::ColorSpace;
use super::font::LoadedFont;
use transvase_base::units::{Affine, Rect};
use transvase_model::pages::{Color, Gradient, TextPaint};
use transvase_model::path::Area;

/// What `q` saves and `Q` restores.
#[derive(Clone)]
pub(super) struct State<'a> {
    /// Maps user space to page space.
    pub ctm: Affine,
    /// Maps the space of patterns to page space: user space as the page or form began with it.
    pub base: Affine,
    /// Colour and opacity of fills.
    pub fill: Ink,
    /// Colour and opacity of strokes.
    pub stroke: Ink,
    /// Opacity of the transparency groups around, which is part of that of fills and strokes.
    pub group: f32,
    /// Opacity of the soft mask, which is part of that of the groups.
    pub mask: f32,
    /// What the soft mask lets be seen at all, where it says so.
    pub mask_area: Option<Rect>,
    /// Whether what is painted mixes with what is under it: by a blend mode, or as inks that are printed over others.
    pub blended: bool,
    /// Whether a soft mask is set.
    pub masked: bool,
    /// Whether a transparency group around is blended or masked.
    pub group_veiled: bool,
    /// Whether `clip` is exact: every clipping path so far was an upright rectangle.
    pub clip_is_exact: bool,
    /// The last clipping path that was none, where it is simple enough to be kept, in page space.
    pub clip_shape: Option<Arc<Area>>,
    /// Line width in user space.
    pub line_width: f32,
    /// Whether lines are dashed.
    pub dashed: bool,
    /// Smallest known rectangle of page space that holds all that can be seen.
    pub clip: Rect,
    /// Text state.
    pub text: TextState<'a>,
}

/// A colour with an opacity.
#[derive(Clone)]
pub(super) struct Ink {
    /// The colour space components are given in.
    pub space: Rc<ColorSpace>,
    /// Whether that is the one the page asked for.
    pub has_space: bool,
    /// The colour.
    pub color: Color,
    /// How the colour changes, where it is a pattern.
    pub gradient: Option<Arc<Gradient>>,
    /// Opacity from 0 to 1.
    pub alpha: f32,
    /// How far the colour is what is seen.
    pub trust: Trust,
    /// Share of an area that is painted: less than 1 for patterns with room between their marks.
    pub cover: f32,
}

/// How far a colour is what is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trust {
    /// It is.
    Known,
    /// Another is seen: its space cannot be read.
    Unread,
    /// It is a pattern, which may have gaps.
    Pattern,
}

impl Ink {
    /// Opacity from 0 to 1 that areas have on average.
    pub fn opacity(&self) -> f32 {
        self.alpha * self.cover
    }

    /// What a page begins with (ISO 32000-1, 8.4.2).
    fn black() -> Ink {
        let (space, color) = (Rc::new(ColorSpace::Gray), Color::BLACK);
        Ink { space, has_space: true, color, gradient: None, alpha: 1.0, trust: Trust::Known, cover: 1.0 }
    }

    /// Changes to `space` and the colour it begins with.
    pub fn set_space(&mut self, space: Rc<ColorSpace>) {
        self.set_color(space.initial());
        self.space = space;
    }

    /// Changes to a plain colour.
    pub fn set_color(&mut self, color: Color) {
        self.color = color;
        self.cover = 1.0;
        self.gradient = None;
        self.trust = Trust::Known;
    }
}

/// The text state parameters (ISO 32000-1, 9.3).
#[derive(Clone)]
pub(super) struct TextState<'a> {
    /// The font, once one is set.
    pub font: Option<Rc<LoadedFont<'a>>>,
    /// Its size in text space.
    pub size: f32,
    /// `Tc`.
    pub char_spacing: f32,
    /// `Tw`.
    pub word_spacing: f32,
    /// `Tz` as a factor.
    pub scale: f32,
    /// `TL`.
    pub leading: f32,
    /// `Ts`.
    pub rise: f32,
    /// `Tr`.
    pub paint: TextPaint,
    /// Whether that only clips what comes next, which then shows the letters.
    pub only_clips: bool,
}

impl State<'_> {
    /// The state a page begins with.
    pub fn new(ctm: Affine, clip: Rect) -> Self {
        State {
            ctm,
            base: ctm,
            fill: Ink::black(),
            stroke: Ink::black(),
            group: 1.0,
            mask: 1.0,
            mask_area: None,
            blended: false,
            masked: false,
            group_veiled: false,
            clip_is_exact: true,
            clip_shape: None,
            line_width: 1.0,
            dashed: false,
            clip,
            text: TextState {
                font: None,
                size: 0.0,
                char_spacing: 0.0,
                word_spacing: 0.0,
                scale: 1.0,
                leading: 0.0,
                rise: 0.0,
                paint: TextPaint::Fill,
                only_clips: false,
            },
        }
    }

    /// Whether what is painted now neither mixes with what is under it nor is seen through a mask.
    pub fn is_plain(&self) -> bool {
        !(self.blended || self.masked || self.group_veiled)
    }

    /// Smallest known rectangle of page space that holds all that can be seen, the soft mask considered.
    pub fn area(&self) -> Rect {
        let nothing = Rect { left: f32::MAX, top: f32::MAX, right: f32::MAX, bottom: f32::MAX };
        self.mask_area.map_or(self.clip, |area| area.intersection(&self.clip).unwrap_or(nothing))
    }

    /// Paints from now on under a mask of the given opacity, which is not 0, that hides what lies outside `area`.
    pub fn set_mask(&mut self, opacity: f32, area: Option<Rect>) {
        self.mask_area = area;
        let change = opacity / self.mask;
        self.group *= change;
        self.fill.alpha *= change;
        self.stroke.alpha *= change;
        self.mask = opacity;
    }
}

/// The text rendering mode that only clips (ISO 32000-1, table 106).
pub(super) const ONLY_CLIPS: i64 = 7;

/// How the text rendering mode paints (ISO 32000-1, table 106); the clipping half of the modes is
/// not followed.
pub(super) fn text_paint(mode: i64) -> TextPaint {
    match mode {
        1 | 5 => TextPaint::Stroke,
        2 | 6 => TextPaint::FillStroke,
        3 | 7 => TextPaint::Invisible,
        _ => TextPaint::Fill,
    }
}
