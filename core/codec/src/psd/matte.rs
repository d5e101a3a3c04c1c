//! The white under a flattened picture: what is transparent in part is stored as it looks on a white page, and its
//! opacity beside it. Over anything else the white would be seen as a seam.

use super::read::{Head, Mode};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// How far below what white leaves of it a sample may be: two steps of eight bits, as rounding makes them.
const TOLERANCE: f32 = 2.0 / 255.0;

/// Of so many pixels that are transparent in part, one may be darker than white allows.
const PIXELS_PER_EXCEPTION: usize = 100;

/// Takes the white out of the planes of colours, of which `kept` with that of the opacity behind them: `c = w (1 - a) +
/// c' a` is solved for `c'`. A program that stores colours as they are has darker ones than white would have left; its
/// planes stay as they are.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn taken_off(planes: &mut [u8], head: &Head, kept: usize, context: &Context) -> Result<()> {
    let samples = Samples { bytes: head.bits / 8, plane: head.width as usize * head.height as usize };
    if samples.bytes == 0 || !is_on_white(planes, head, kept, samples, context)? {
        return Ok(());
    }
    for at in 0..samples.plane {
        context.tick(1)?;
        let Some(alpha) = partial(samples.get(planes, kept - 1, at)) else { continue };
        for channel in 0..kept - 1 {
            if let Some(value) = samples.get(planes, channel, at) {
                samples.set(planes, channel, at, (value - white(head.mode, channel) * (1.0 - alpha)) / alpha);
            }
        }
    }
    Ok(())
}

/// Whether the pixels that are transparent in part look as those laid on white.
fn is_on_white(planes: &[u8], head: &Head, kept: usize, samples: Samples, context: &Context) -> Result<bool> {
    let (mut partials, mut darker) = (0, 0);
    for at in 0..samples.plane {
        context.tick(1)?;
        let Some(alpha) = partial(samples.get(planes, kept - 1, at)) else { continue };
        partials += 1;
        let is_darker = |channel: usize| {
            let is_light = white(head.mode, channel) >= 1.0;
            is_light && samples.get(planes, channel, at).is_some_and(|value| value < 1.0 - alpha - TOLERANCE)
        };
        darker += usize::from((0..kept - 1).any(is_darker));
    }
    Ok(darker <= partials / PIXELS_PER_EXCEPTION)
}

/// An opacity that is neither none nor all.
fn partial(alpha: Option<f32>) -> Option<f32> {
    alpha.filter(|alpha| *alpha > 0.0 && *alpha < 1.0)
}

/// White in a plane: all light or no ink, and the middle of what has no lightness.
fn white(mode: Mode, channel: usize) -> f32 {
    if mode == Mode::Lab && channel > 0 { 128.0 / 255.0 } else { 1.0 }
}

/// Samples of planes one behind the other, of so many bytes each with the high one first, as shares of the largest.
#[derive(Debug, Clone, Copy)]
struct Samples {
    bytes: usize,
    /// Samples of a plane.
    plane: usize,
}

impl Samples {
    fn place(self, channel: usize, at: usize) -> usize {
        (channel * self.plane + at) * self.bytes
    }

    fn get(self, planes: &[u8], channel: usize, at: usize) -> Option<f32> {
        let place = self.place(channel, at);
        Some(match *planes.get(place..place + self.bytes)? {
            [byte] => f32::from(byte) / 255.0,
            [high, low] => f32::from(u16::from_be_bytes([high, low])) / 65_535.0,
            [a, b, c, d] => f32::from_be_bytes([a, b, c, d]),
            _ => return None,
        })
    }

    fn set(self, planes: &mut [u8], channel: usize, at: usize, share: f32) {
        let place = self.place(channel, at);
        let whole = |most: f32| (share.clamp(0.0, 1.0) * most).round();
        match &mut planes[place..place + self.bytes] {
            [byte] => *byte = whole(255.0) as u8,
            pair if pair.len() == 2 => pair.copy_from_slice(&(whole(65_535.0) as u16).to_be_bytes()),
            four => four.copy_from_slice(&share.max(0.0).to_be_bytes()),
        }
    }
}
