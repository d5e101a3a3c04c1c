//! Ancillary chunks: what a file says besides its pixels.

use super::chunks::{self, chunks};
use super::forms::{Form, Kind};
use transvase_base::context::Context;
use transvase_base::deflate::{self, Level};
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};

/// Chunks that say what colours are: they stand before the palette (5.6).
const COLOR: [&[u8]; 6] = [b"cHRM", b"gAMA", b"iCCP", b"sRGB", b"cICP", b"mDCV"];

/// Chunks that are of the form of the pixels, which becomes another one, or are written anew; frames of an animation have
/// the form of the file they stand in.
const OF_THE_FORM: [&[u8]; 11] =
    [b"IHDR", b"PLTE", b"tRNS", b"bKGD", b"hIST", b"sBIT", b"IDAT", b"IEND", b"acTL", b"fcTL", b"fdAT"];

/// How many times as large as the words about the picture a limit must be for them to stay.
const LIMIT_TO_WORDS: u64 = 4;

/// Largest sample, to which colours of all depths are brought.
const FULL: u32 = 65_535;

/// What stands around the pixels.
#[derive(Debug, Clone, Default)]
pub struct Around {
    before: Vec<u8>,
    behind: Vec<u8>,
    /// Bytes of the colour profile as it is packed.
    profile_bytes: u64,
    /// Bits that say something, of red, green, blue and alpha (11.3.2.3).
    significant: Option<[u8; 4]>,
    /// The colour to show the picture on (11.3.4.1), of 16 bits.
    ground: Option<[u16; 3]>,
}

impl Around {
    /// What a file says.
    pub fn of(png: &[u8]) -> Around {
        let mut around = Around::default();
        for (kind, data) in chunks(png).filter(|(kind, _)| !OF_THE_FORM.contains(kind)) {
            let Ok(kind): std::result::Result<[u8; 4], _> = kind.try_into() else { continue };
            if kind == *b"iCCP" {
                around.profile_bytes = data.len() as u64;
            }
            let place = if COLOR.contains(&&kind[..]) { &mut around.before } else { &mut around.behind };
            chunks::put(kind, data, place);
        }
        let find = |wanted: &[u8]| chunks(png).find(|(kind, _)| *kind == wanted).map(|(_, data)| data);
        if let Some(&[.., depth, kind, _, _, _]) = find(b"IHDR") {
            around.significant = find(b"sBIT").and_then(significant);
            around.ground =
                find(b"bKGD").and_then(|data| ground(data, depth, Kind::of(kind)?, find(b"PLTE").unwrap_or_default()));
        }
        around
    }

    /// Nothing but a colour profile.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub(super) fn of_profile(profile: &[u8], context: &Context) -> Result<Around> {
        let packed = deflate::at(profile, deflate::Frame::Zlib, Level::Fair, context)?;
        // A name, the end of it, and the method of packing (11.3.2.2).
        let data = [b"ICC\0\0", &packed[..]].concat();
        let mut around = Around { profile_bytes: data.len() as u64, ..Around::default() };
        chunks::put(*b"iCCP", &data, &mut around.before);
        Ok(around)
    }

    /// Bytes of the colour profile as it is packed.
    pub fn profile_bytes(&self) -> u64 {
        self.profile_bytes
    }

    /// Leaves out words about the picture where they would take too much of a limit.
    #[must_use]
    pub fn within(mut self, max_bytes: u64, context: &Context) -> Around {
        if !self.behind.is_empty() && self.behind.len() as u64 > max_bytes / LIMIT_TO_WORDS {
            let message =
                "left out, since they would take too much of the byte limit: texts, Exif, XMP, the resolution";
            context.warn(Warning::new(WarningCode::MetadataDropped, message));
            self.behind.clear();
        }
        self
    }

    /// The same without all but the meaning of the colours.
    #[must_use]
    pub fn bare(&self) -> Around {
        Around { before: self.before.clone(), profile_bytes: self.profile_bytes, ..Around::default() }
    }

    /// The chunks before the palette of a form, and those behind it.
    pub(super) fn chunks(&self, form: &Form) -> (Vec<u8>, Vec<u8>) {
        let (mut before, mut behind) = (self.before.clone(), Vec::new());
        if let Some([red, green, blue, alpha]) = self.significant {
            let colors = if form.kind.is_gray() { vec![red.max(green).max(blue)] } else { vec![red, green, blue] };
            let alpha = form.kind.has_alpha().then_some(alpha);
            let deepest = if form.kind == Kind::Palette { 8 } else { form.depth };
            let bits: Vec<u8> = colors.into_iter().chain(alpha).map(|bits| bits.clamp(1, deepest)).collect();
            chunks::put(*b"sBIT", &bits, &mut before);
        }
        if let Some(ground) = self.ground.and_then(|ground| form.color(ground)) {
            chunks::put(*b"bKGD", &ground, &mut behind);
        }
        behind.extend_from_slice(&self.behind);
        (before, behind)
    }
}

/// Bits by channel; alpha has as many as there can be where nothing is said of it.
fn significant(data: &[u8]) -> Option<[u8; 4]> {
    match *data {
        [gray] => Some([gray, gray, gray, 16]),
        [gray, alpha] => Some([gray, gray, gray, alpha]),
        [red, green, blue] => Some([red, green, blue, 16]),
        [red, green, blue, alpha] => Some([red, green, blue, alpha]),
        _ => None,
    }
}

fn ground(data: &[u8], depth: u8, kind: Kind, palette: &[u8]) -> Option<[u16; 3]> {
    let whole = |pair: &[u8]| {
        let most = (1_u32 << depth.clamp(1, 16)) - 1;
        (u32::from(u16::from_be_bytes([pair[0], pair[1]])).min(most) * FULL / most) as u16
    };
    match (kind, data) {
        (Kind::Palette, [index]) => {
            let color = palette.chunks_exact(3).nth(usize::from(*index))?;
            Some([color[0], color[1], color[2]].map(|sample| u16::from(sample) * 257))
        }
        (Kind::Gray | Kind::GrayAlpha, [_, _]) => Some([whole(data); 3]),
        (Kind::Rgb | Kind::RgbAlpha, [_, _, _, _, _, _]) => {
            Some([whole(&data[..2]), whole(&data[2..4]), whole(&data[4..])])
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(depth: u8, kind: u8, chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let mut file = chunks::SIGNATURE.to_vec();
        chunks::put(*b"IHDR", &[&[0, 0, 0, 1, 0, 0, 0, 1][..], &[depth, kind, 0, 0, 0]].concat(), &mut file);
        chunks.iter().for_each(|(kind, data)| chunks::put(**kind, data, &mut file));
        file
    }

    fn form(kind: Kind, depth: u8, colors: &[u8]) -> Form {
        let colors = vec![(*b"PLTE", colors.to_vec())];
        Form { width: 1, height: 1, depth, kind, row_bytes: 1, pixel_bytes: 1, colors, rows: vec![0] }
    }

    #[test]
    fn what_is_said_in_terms_of_the_form_is_said_in_those_of_the_new_one() {
        let around = Around::of(&file(8, 2, &[(b"sBIT", &[5, 6, 5]), (b"bKGD", &[0, 255, 0, 0, 0, 0])]));
        let said = |form: &Form| {
            let (before, behind) = around.chunks(form);
            let file = [&[0; 8][..], &before, &behind].concat();
            chunks(&file).map(|(_, data)| data.to_vec()).collect::<Vec<_>>()
        };
        assert_eq!(said(&form(Kind::Palette, 1, &[0, 0, 0, 255, 0, 0])), [vec![5, 6, 5], vec![1]]);
        assert_eq!(said(&form(Kind::Palette, 1, &[0, 0, 0])), [vec![5, 6, 5]], "there is no such colour");
        assert_eq!(said(&form(Kind::Gray, 4, &[])), [vec![4]]);
        let gray = Around::of(&file(1, 0, &[(b"bKGD", &[0, 1])]));
        assert_eq!(
            chunks(&[&[0; 8][..], &gray.chunks(&form(Kind::Rgb, 8, &[])).1].concat()).next().unwrap().1,
            [0, 255, 0, 255, 0, 255]
        );
    }
}
