//! A bit stream to pictures.

use re_rav1d::{Error, PixelLayout, PlanarImageComponent, Plane, Settings};

use crate::{Failure, Layout};

/// Takes the temporal units of a stream in their order.
pub struct Decoder {
    inner: re_rav1d::Decoder,
}

impl Decoder {
    /// A decoder of pictures of at most so many pixels.
    ///
    /// # Errors
    /// `Refused` where there is no room for it.
    pub fn new(most_pixels: u32, operating_point: u8) -> Result<Self, Failure> {
        let mut settings = Settings::new();
        settings.set_n_threads(1);
        settings.set_max_frame_delay(1);
        settings.set_frame_size_limit(most_pixels);
        settings.set_operating_point(operating_point.min(31).into());
        settings.set_all_layers(false);
        let inner = re_rav1d::Decoder::with_settings(&settings).map_err(failed)?;
        Ok(Decoder { inner })
    }

    /// The last picture that a temporal unit shows.
    ///
    /// # Errors
    /// `TooLarge`, `Malformed`.
    pub fn decode(&mut self, unit: Vec<u8>) -> Result<Picture, Failure> {
        if unit.is_empty() {
            return Err(Failure::Malformed("it is empty".into()));
        }
        let mut is_pending = sent(self.inner.send_data(unit, None, None, None))?;
        let mut last = None;
        loop {
            match self.inner.get_picture() {
                Ok(picture) => last = Some(picture),
                // What the first picture left is taken now, once there has been one.
                Err(Error::Again) if is_pending => {
                    is_pending = sent(self.inner.send_pending_data())?;
                    if is_pending && last.is_none() {
                        break;
                    }
                }
                Err(Error::Again) => break,
                Err(error) => return Err(failed(error)),
            }
        }
        let picture = last.ok_or_else(|| Failure::Malformed("it shows no picture".into()))?;
        Picture::new(&picture)
    }
}

/// Whether something is left that was not taken.
fn sent(result: Result<(), Error>) -> Result<bool, Failure> {
    match result {
        Ok(()) => Ok(false),
        Err(Error::Again) => Ok(true),
        Err(error) => Err(failed(error)),
    }
}

fn failed(error: Error) -> Failure {
    match error {
        Error::NotEnoughMemory => Failure::TooLarge,
        // That is what the decoder answers where a frame is larger than its limit.
        Error::UnknownError(_) if format!("{error:?}").contains("ERANGE") => Failure::TooLarge,
        other => Failure::Malformed(other.to_string()),
    }
}

/// A decoded picture.
pub struct Picture {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// Bits of a sample: 8, 10 or 12.
    pub depth: u8,
    /// How its planes lie.
    pub layout: Layout,
    /// Whether samples run over all numbers; else they keep to the range of studios.
    pub is_full_range: bool,
    planes: Vec<(Plane, usize)>,
}

/// The samples of a row, as many as the plane is wide.
#[derive(Debug, Clone, Copy)]
pub enum Row<'a> {
    /// Of 8 bits.
    Shallow(&'a [u8]),
    /// Of more bits: two bytes each, in native order.
    Deep(&'a [u8]),
}

impl Picture {
    fn new(picture: &re_rav1d::Picture) -> Result<Self, Failure> {
        let depth = picture.bits_per_component().map_or(0, |bits| bits.0);
        if !matches!(depth, 8 | 10 | 12) {
            return Err(Failure::Malformed("its samples have an unknown depth".into()));
        }
        let layout = match picture.pixel_layout() {
            PixelLayout::I400 => Layout::Gray,
            PixelLayout::I420 => Layout::Yuv420,
            PixelLayout::I422 => Layout::Yuv422,
            PixelLayout::I444 => Layout::Yuv444,
        };
        let components = [PlanarImageComponent::Y, PlanarImageComponent::U, PlanarImageComponent::V];
        let components = components.into_iter().take(layout.planes());
        let planes = components.map(|component| (picture.plane(component), picture.stride(component) as usize));
        Ok(Picture {
            width: picture.width() as usize,
            height: picture.height() as usize,
            depth: depth as u8,
            layout,
            is_full_range: format!("{:?}", picture.color_range()) == "Full",
            planes: planes.collect(),
        })
    }

    /// A row of a plane; empty where there is none.
    pub fn row(&self, plane: usize, y: usize) -> Row<'_> {
        let width = if plane == 0 { self.width } else { self.layout.chroma(self.width, self.height).0 };
        let bytes = if self.depth == 8 { width } else { 2 * width };
        let row = self.planes.get(plane).and_then(|(samples, stride)| {
            let from = y.checked_mul(*stride)?;
            samples.get(from..from.checked_add(bytes)?)
        });
        let row = row.unwrap_or_default();
        if self.depth == 8 { Row::Shallow(row) } else { Row::Deep(row) }
    }
}
