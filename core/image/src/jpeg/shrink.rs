//! JPEG made smaller on its coefficients: first without any loss, then by coarser quantisation,
//! never through pixels.

use super::metadata::{Heads, Rank};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::options::{LOSSLESS, QUALITY};
use transvase_base::warning::{Warning, WarningCode};
use transvase_codec::jpeg::decode::{self, Decoded};
use transvase_codec::jpeg::encode;
use transvase_codec::jpeg::fold;
use transvase_codec::jpeg::levels::Quantized;
use transvase_codec::jpeg::picture::Picture;
use transvase_codec::jpeg::quantize::{Knobs, scale_of_quality};
use transvase_codec::jpeg::sample::{self, Sample};
use transvase_codec::jpeg::smaller::{self, BALANCED_QUALITY, source_scale};
use transvase_codec::jpeg::study::Study;
use transvase_format::{Baggage, LIMIT_TO_METADATA, Ladder, Rung};

/// Coarsest scale: every entry of the base table reaches the 255 of an 8-bit table.
const COARSEST: f64 = 16.0;

/// Finest scale: the table of the IJG's quality 99.
const FINEST: f64 = 0.02;

/// Scale from which on half the colour differences and finer steps look better than all of them: of 17 photographs with
/// colour in full (4:4:4) or half (4:2:2) across, each at a half to a thirtieth of its bytes, 4:2:0 scores higher in 257 of
/// 279 results from here on, by 4.7 on the scale of SSIMULACRA 2; below it they are even.
const FOLDS_FROM: f64 = 0.33;

/// A JPEG to be made smaller.
fn shrinkable<'a>(bytes: &'a [u8], context: &Context) -> Result<Decoded<'a>> {
    let decoded = decode::decode(bytes, context)?;
    if decoded.was_deep && context.options().flag(&LOSSLESS) {
        let message = "12-bit JPEGs cannot be made smaller without loss";
        return Err(Error::new(ErrorCode::UnsupportedRoute, message));
    }
    decode::warn_of_depth(&decoded, context);
    Ok(decoded)
}

/// Opens the ladder for results of at most `max_bytes`.
pub(super) fn ladder(bytes: &[u8], max_bytes: u64, context: &Context) -> Result<Box<dyn Ladder>> {
    let decoded = shrinkable(bytes, context)?;
    let quality = context.options().integer(&QUALITY);
    let visible = source_scale(&decoded.picture).max(scale_of_quality(BALANCED_QUALITY));
    let mut ladder = JpegLadder {
        heads: Heads::new(&decoded, bytes.len()),
        folding: fold::directions(&decoded.picture),
        study: Study::new(sample::of(&decoded.picture)),
        picture: decoded.picture,
        folded: None,
        folded_study: None,
        max_bytes,
        finest: quality.map_or(FINEST, |quality| scale_of_quality(quality).clamp(FINEST, COARSEST)),
        lossy: !context.options().flag(&LOSSLESS),
        keeps_further: false,
    };
    ladder.settle_folding(context)?;
    ladder.keeps_further = ladder.heads.has_further() && ladder.has_room_for_further(visible, context)?;
    Ok(Box::new(ladder))
}

struct JpegLadder {
    heads: Heads,
    picture: Picture,
    study: Study,
    /// In which directions colour differences are halved.
    folding: Option<(bool, bool)>,
    /// The same with colour differences halved, once they are needed.
    folded: Option<Picture>,
    folded_study: Option<Study>,
    max_bytes: u64,
    /// Scale of the highest rung.
    finest: f64,
    lossy: bool,
    /// Whether the pictures that follow stay although the first one must be made coarser.
    keeps_further: bool,
}

impl JpegLadder {
    /// What a rung means.
    fn knobs(&self, rung: Rung) -> Knobs {
        Knobs { scale: rung.step(COARSEST, self.finest), fidelity: rung.fidelity() }
    }

    /// Segments kept at a rung: as a rule by their share of the limit, at the very bottom only what
    /// is needed.
    fn rank(&self, rung: Rung) -> Rank {
        if rung == Rung::LOWEST {
            Rank::Needed
        } else if self.keeps_further {
            Rank::Further
        } else {
            self.heads.within(self.max_bytes / LIMIT_TO_METADATA).max(Rank::Xmp)
        }
    }

    /// Whether the limit has room for the pictures that follow beside the first one at the scale
    /// `visible`, from which on a loss can be seen.
    fn has_room_for_further(&mut self, visible: f64, context: &Context) -> Result<bool> {
        let others = self.heads.bytes(Rank::Further);
        if others >= self.max_bytes {
            return Ok(false);
        }
        let knobs = Knobs { scale: visible.clamp(self.finest, COARSEST), fidelity: 1.0 };
        Ok(others + self.body_bytes(knobs, context)? <= self.max_bytes)
    }

    /// Halves colour differences where a picture with all of them would have to be coarser than [`FOLDS_FROM`].
    fn settle_folding(&mut self, context: &Context) -> Result<()> {
        if self.folding.is_some() {
            let knobs = Knobs { scale: FOLDS_FROM.max(self.finest), fidelity: 1.0 };
            let whole = self.heads.bytes(self.rank(Rung::HIGHEST)) + self.study.estimate(knobs, context)?;
            self.folding = self.folding.filter(|_| whole > self.max_bytes);
        }
        Ok(())
    }

    /// About how many bytes the picture itself takes.
    fn body_bytes(&mut self, knobs: Knobs, context: &Context) -> Result<u64> {
        match self.folding {
            Some(folding) => self.folded_study(folding, context)?.estimate(knobs, context),
            None => self.study.estimate(knobs, context),
        }
    }

    fn folded_study(&mut self, folding: (bool, bool), context: &Context) -> Result<&mut Study> {
        let study = match self.folded_study.take() {
            Some(study) => study,
            None => {
                let sample = self.study.sample();
                Study::new(Sample { picture: fold::fold(&sample.picture, folding, context)?, ..sample })
            }
        };
        Ok(self.folded_study.insert(study))
    }

    fn encode_folded(&mut self, folding: (bool, bool), knobs: Knobs, context: &Context) -> Result<Vec<u8>> {
        let picture = match self.folded.take() {
            Some(picture) => picture,
            None => fold::fold(&self.picture, folding, context)?,
        };
        let result = self.folded_study(folding, context)?.encode(&picture, knobs, &[], context);
        self.folded = Some(picture);
        result
    }
}

impl Ladder for JpegLadder {
    fn is_lossy(&self) -> bool {
        self.lossy
    }

    fn baggage(&self) -> Baggage {
        Baggage { profile: self.heads.profile_bytes(), metadata: 0 }
    }

    fn lossless(&mut self, context: &Context) -> Result<Option<Vec<u8>>> {
        let needed = self.heads.bytes(Rank::Needed);
        let (layout, about) = self.study.exact(context)?;
        // An estimate that is off by a tenth is unheard of.
        if (about - about / 10).saturating_add(needed) > self.max_bytes {
            return Ok(None);
        }
        let exact = Quantized::exact(&self.picture);
        let bare = encode::encode(&exact, &layout, &[], context)?;
        let ranks = Rank::ALL.into_iter().map(|rank| (rank, self.heads.around(&bare, rank)));
        let Some((rank, file)) = ranks.into_iter().find(|(_, file)| file.len() as u64 <= self.max_bytes) else {
            return Ok(None);
        };
        self.heads.warn(rank, context);
        Ok(Some(file))
    }

    fn estimate(&mut self, rung: Rung, context: &Context) -> Result<u64> {
        let knobs = self.knobs(rung);
        Ok(self.heads.bytes(self.rank(rung)) + self.body_bytes(knobs, context)?)
    }

    fn encode(&mut self, rung: Rung, context: &Context) -> Result<Vec<u8>> {
        let rank = self.rank(rung);
        self.heads.warn(rank, context);
        let knobs = self.knobs(rung);
        let bare = if !self.lossy {
            let (layout, _) = self.study.exact(context)?;
            encode::encode(&Quantized::exact(&self.picture), &layout, &[], context)?
        } else if let Some(folding) = self.folding {
            self.encode_folded(folding, knobs, context)?
        } else {
            self.study.encode(&self.picture, knobs, &[], context)?
        };
        Ok(self.heads.around(&bare, rank))
    }
}

/// Compresses without a limit: at `quality`, or the balanced level, or without loss.
pub(super) fn compress(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    let decoded = match shrinkable(bytes, context) {
        Err(error) if error.code() == ErrorCode::UnsupportedRoute => {
            context.warn(Warning::new(WarningCode::NotCompressed, format!("the file was returned as it is: {error}")));
            return Ok(bytes.to_vec());
        }
        decoded => decoded?,
    };
    let heads = Heads::new(&decoded, bytes.len());
    let lossless = context.options().flag(&LOSSLESS);
    let mut study = Study::new(sample::of(&decoded.picture));
    let (layout, _) = study.exact(context)?;
    let exact = encode::encode(&Quantized::exact(&decoded.picture), &layout, &[], context)?;
    let body = match lossless {
        true => exact,
        false => {
            let asked = context.options().integer(&QUALITY);
            let lossy = smaller::requantized(&decoded.picture, &mut study, asked, &[], context)?;
            lossy.filter(|lossy| smaller::is_worth_it(lossy, &exact)).unwrap_or(exact)
        }
    };
    let rank = match heads.within(metadata_room(body.len())) {
        _ if lossless => Rank::Thumbnail,
        // Without a limit there is always room for the pictures that follow, and for what is said of them.
        rank if heads.has_further() => rank.min(Rank::Further),
        rank => rank,
    };
    heads.warn(rank, context);
    Ok(heads.around(&body, rank))
}

/// Bytes of metadata a picture of `bytes` may carry at the balanced level.
fn metadata_room(bytes: usize) -> u64 {
    bytes as u64 / 16 + 8_192
}
