//! Text rendering: in what colour letters are painted, how opaque, and whether they are seen at all.

use super::state::{Ink, State, Trust};
use transvase_model::pages::{Color, TextPaint};

/// How the letters of a run are painted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Letters {
    /// Their colour, without its opacity.
    pub color: Color,
    /// Opacity from 0 to 1.
    pub alpha: f32,
    /// Whether they look as the colour and the opacity say.
    pub sure: bool,
}

impl Letters {
    /// Opaque letters of a colour.
    pub fn plain(color: Color) -> Letters {
        Letters { color, alpha: 1.0, sure: true }
    }

    /// The letters that are shown next. Those of Type 3 fonts paint themselves, whatever colour and mode are set
    /// (ISO 32000-1, 9.6.5).
    pub fn of(state: &State<'_>) -> Letters {
        let (ink, text) = (ink(state), &state.text);
        let one_color = text.paint != TextPaint::FillStroke
            || state.stroke.trust == Trust::Known && state.stroke.color == state.fill.color;
        let plain = state.is_plain() && one_color && ink.trust == Trust::Known;
        let paints_itself = text.font.as_ref().is_some_and(|font| font.is_drawn);
        // What is neither filled nor outlined has no opacity; what is so transparent has no colour.
        let is_unpainted = text.paint == TextPaint::Invisible;
        let is_seen = run_paint(state) != TextPaint::Invisible;
        let alpha = if is_unpainted || is_seen && ink.alpha <= 0.0 { 1.0 } else { ink.alpha };
        Letters { color: ink.color, alpha, sure: !paints_itself && !text.only_clips && (plain || !is_seen) }
    }
}

/// What the letters are painted with.
fn ink<'s>(state: &'s State<'_>) -> &'s Ink {
    if state.text.paint == TextPaint::Stroke { &state.stroke } else { &state.fill }
}

/// How the letters are painted: what lets everything through is not seen.
pub(super) fn run_paint(state: &State<'_>) -> TextPaint {
    let outlined = state.text.paint == TextPaint::FillStroke && state.stroke.alpha > 0.0;
    if ink(state).alpha > 0.0 || outlined { state.text.paint } else { TextPaint::Invisible }
}

/// The colour text is seen in: letters have no opacity of their own.
pub(super) fn run_color(state: &State<'_>) -> Color {
    let ink = ink(state);
    if ink.opacity() > 0.0 { ink.color.on_white(ink.opacity()) } else { ink.color }
}
