//! Pixels to QOI, row by row.

use super::{DIFF, END, INDEX, LONGEST_RUN, LUMA, MAGIC, Pixel, RGB, RGBA, RUN, Seen, place};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::rows::Rows;

pub(super) fn encode(mut rows: Rows<'_>, context: &Context) -> Result<Vec<u8>> {
    let channels = rows.format.channels();
    let mut file = File { bytes: head(&rows), seen: Seen::default(), run: 0 };
    while let Some(strip) = rows.next(context)? {
        for row in strip.samples.chunks((strip.width_px as usize * channels).max(1)) {
            context.tick(strip.width_px.into())?;
            for pixel in row.chunks_exact(channels) {
                file.put([pixel[0], pixel[1], pixel[2], pixel.get(3).copied().unwrap_or(255)]);
            }
        }
    }
    file.end_run();
    file.bytes.extend_from_slice(END);
    Ok(file.bytes)
}

/// The last byte says that colours are sRGB.
fn head(rows: &Rows<'_>) -> Vec<u8> {
    let sides = [rows.width_px.to_be_bytes(), rows.height_px.to_be_bytes()];
    [MAGIC, sides.as_flattened(), &[rows.format.channels() as u8, 0]].concat()
}

/// A file in the making.
struct File {
    bytes: Vec<u8>,
    seen: Seen,
    /// How often the last pixel has come again.
    run: u8,
}

impl File {
    /// Adds a pixel by the shortest chunk that tells it.
    fn put(&mut self, pixel: Pixel) {
        if pixel == self.seen.last {
            self.run += 1;
            if self.run == LONGEST_RUN {
                self.end_run();
            }
            return;
        }
        self.end_run();
        let at = place(pixel);
        match self.seen.places[at] == pixel {
            true => self.bytes.push(INDEX | at as u8),
            false => self.tell(pixel),
        }
        self.seen.put(pixel);
    }

    fn end_run(&mut self) {
        if self.run > 0 {
            self.bytes.push(RUN | (self.run - 1));
            self.run = 0;
        }
    }

    /// A pixel by what it differs in from the last one, or as it is.
    fn tell(&mut self, pixel: Pixel) {
        let [red, green, blue, alpha] = pixel;
        if alpha != self.seen.last[3] {
            self.bytes.extend([RGBA, red, green, blue, alpha]);
            return;
        }
        let by = |at: usize| pixel[at].wrapping_sub(self.seen.last[at]);
        let (near, far) = ([0, 1, 2].map(|at| by(at).wrapping_add(2)), by(1).wrapping_add(32));
        let others = [0, 2].map(|at| by(at).wrapping_sub(by(1)).wrapping_add(8));
        if near.iter().all(|by| *by < 4) {
            self.bytes.push(DIFF | near[0] << 4 | near[1] << 2 | near[2]);
        } else if far < 64 && others.iter().all(|by| *by < 16) {
            self.bytes.extend([LUMA | far, others[0] << 4 | others[1]]);
        } else {
            self.bytes.extend([RGB, red, green, blue]);
        }
    }
}
