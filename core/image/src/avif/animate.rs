//! Animated AVIF: a film of colours, beside one of opacity where anything is seen through.

use transvase_av1::{Content, Film, Layout, Meaning, Settings, Unit};

use super::encode::{self, Knobs, Planes, failed};
use super::write::{check, of_alpha};
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_codec::film;
use transvase_codec::isobmff::{self, ALPHA, NewSample, NewTrack, property};
use transvase_model::raster::Raster;

/// Speed of what is encoded: pictures are many, and a slower one takes five times as long for a tenth of the bytes.
const SPEED: u8 = 10;

/// Bits of the samples.
const DEPTH: u8 = 8;

/// An animation of all frames at this quality.
pub(super) fn write(mut raster: Raster, plays: u32, knobs: Knobs, context: &Context) -> Result<Vec<u8>> {
    let knobs = Knobs { speed: knobs.speed.max(SPEED), ..knobs };
    let count = raster.frames.left();
    let first = film::first_of(&mut raster, context)?;
    check(&first)?;
    let content = encode::content(&first, context)?;
    let is_halved = knobs.halves_colors() && content == Content::Natural;
    let size = (first.width_px, first.height_px);
    let mut reel = Reel { delays_ms: Vec::new(), colors: Vec::new(), opacity: Vec::new(), films: None };
    let mut next = Some(first);
    for _ in 0..count {
        context.checkpoint()?;
        match next.take() {
            Some(frame) => {
                let planes = Planes::of(&frame, content, is_halved, context)?;
                reel.push(&planes, (knobs, raster.icc.is_some()), frame.delay_ms, context)?;
            }
            None => reel.stay(),
        }
        next = film::next_of(&mut raster, size, context)?;
    }
    reel.file(size, &raster, plays)
}

/// The pictures that have been encoded, and what encodes the next.
struct Reel {
    delays_ms: Vec<u32>,
    colors: Vec<Unit>,
    opacity: Vec<Unit>,
    films: Option<Films>,
}

struct Films {
    colors: Film,
    layout: Layout,
    /// From the first picture on through which something is seen; all before it are opaque.
    opacity: Option<Film>,
}

impl Reel {
    fn push(
        &mut self,
        planes: &Planes,
        (knobs, has_profile): (Knobs, bool),
        delay_ms: u32,
        context: &Context,
    ) -> Result<()> {
        let films = match &mut self.films {
            Some(films) => films,
            None => {
                let meaning = if has_profile { Meaning::Described } else { Meaning::Srgb };
                let colors = Film::new(planes.settings(planes.layout(), meaning, knobs)).map_err(failed)?;
                // References, and what the encoder holds for each picture.
                context.room(planes.room(planes.layout()).saturating_mul(2))?;
                self.films.insert(Films { colors, layout: planes.layout(), opacity: None })
            }
        };
        self.colors.extend(films.colors.push(planes.samples()).map_err(failed)?);
        if films.opacity.is_none() && planes.opacity().is_some() {
            let settings = Settings {
                content: Content::Screen,
                ..planes.settings(Layout::Gray, Meaning::Opacity, of_alpha(knobs))
            };
            let mut film = Film::new(settings).map_err(failed)?;
            for _ in &self.delays_ms {
                self.opacity.extend(film.push(&[planes.opaque()]).map_err(failed)?);
            }
            films.opacity = Some(film);
        }
        if let Some(film) = &mut films.opacity {
            let plane = planes.opacity().map_or_else(|| planes.opaque(), Clone::clone);
            self.opacity.extend(film.push(&[plane]).map_err(failed)?);
        }
        // What is shown for no time is not shown.
        self.delays_ms.push(delay_ms.max(1));
        Ok(())
    }

    /// Shows the last picture as long again.
    fn stay(&mut self) {
        if let Some(last) = self.delays_ms.last_mut() {
            *last = last.saturating_mul(2);
        }
    }

    fn file(mut self, size: (u32, u32), raster: &Raster, plays: u32) -> Result<Vec<u8>> {
        let films = self.films.ok_or_else(|| Error::malformed("the animation has no frame"))?;
        let (rest, record) = films.colors.finish().map_err(failed)?;
        self.colors.extend(rest);
        let mut items = vec![encode::item(first(&self.colors), &record, (size, DEPTH), films.layout, Vec::new())];
        encode::describe(&mut items[0], raster);
        let boxes = items[0].properties.iter().map(|(property, _)| property);
        let boxes = boxes.filter(|property| [b"av1C", b"colr"].iter().any(|kind| property[4..].starts_with(*kind)));
        let mut tracks = vec![track((0, false), size, boxes.cloned().collect(), self.colors, &self.delays_ms)];
        if let Some(film) = films.opacity {
            let (rest, record) = film.finish().map_err(failed)?;
            self.opacity.extend(rest);
            let item = encode::opacity_item(first(&self.opacity), &record, (size, DEPTH));
            let boxes = vec![property(b"av1C", &[&record]), property(b"auxi", &[&[0; 4], ALPHA])];
            items.push(item);
            tracks.push(track((1, true), size, boxes, self.opacity, &self.delays_ms));
        }
        items.extend(encode::words(raster));
        Ok(isobmff::film(&[*b"avis", *b"avif", *b"mif1", *b"msf1", *b"miaf", *b"iso8"], &items, &tracks, plays))
    }
}

fn first(units: &[Unit]) -> Vec<u8> {
    units.first().map(|unit| unit.bytes.clone()).unwrap_or_default()
}

fn track(
    (item, is_opacity): (usize, bool),
    size: (u32, u32),
    boxes: Vec<Vec<u8>>,
    units: Vec<Unit>,
    delays_ms: &[u32],
) -> NewTrack {
    let sample =
        |(unit, delay_ms): (Unit, &u32)| NewSample { data: unit.bytes, delay_ms: *delay_ms, is_key: unit.is_key };
    NewTrack { item, size, is_opacity, boxes, samples: units.into_iter().zip(delays_ms).map(sample).collect() }
}
