//! The option `strip`: which metadata is taken out of pictures, in the one place that knows.

use std::sync::Arc;

use crate::{exif, icc, iptc};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::options::{OptionKind, OptionSpec, Options};
use transvase_model::raster::Raster;

/// What files say of their pictures.
pub static STRIP: OptionSpec = OptionSpec {
    key: "strip",
    kind: OptionKind::Choice(&["none", "private", "all"]),
    unit: "",
    default: "none",
    doc: "Which metadata is removed from pictures: none; Exif, XMP, IPTC and comments; or also the colour profile \
          (colours become sRGB) and the resolution. A file that keeps its format keeps its pixels, except for colours \
          that become sRGB; where a format cannot do this, the conversion fails.",
};

/// How much is taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strip {
    /// Everything stays.
    None,
    /// What says where, when and by whom a picture was taken goes.
    Private,
    /// All but what the picture looks like goes.
    All,
}

/// Takes away what a file says of its picture, every pixel as it is; `None` where pixels would have to become others.
pub type Stripping = fn(&[u8], Strip, &Context) -> Result<Option<Vec<u8>>>;

impl Strip {
    /// What the options ask for.
    pub fn asked(options: &Options) -> Strip {
        match options.choice(&STRIP) {
            Some("private") => Strip::Private,
            Some("all") => Strip::All,
            _ => Strip::None,
        }
    }

    /// Whether colours would be others without their profile.
    pub fn recolors(self, profile: Option<&[u8]>) -> bool {
        self == Strip::All && profile.is_some_and(|profile| !icc::is_srgb(profile))
    }

    /// Takes it from a picture. The profile comes back where it goes too: its colours are still to be followed.
    pub fn take_from(self, raster: &mut Raster<'_>) -> Option<Arc<[u8]>> {
        if self == Strip::None {
            return None;
        }
        (raster.exif, raster.xmp, raster.resources) = (None, None, None);
        raster.remarks.clear();
        if self == Strip::Private {
            return None;
        }
        raster.dpi = None;
        raster.icc.take()
    }
}

/// Takes away what is said of pixels that have become others: their number, and what they looked like.
pub fn forget_pixels(raster: &mut Raster<'_>) {
    raster.exif = raster.exif.as_deref().map(|block| exif::redrawn(block).into());
    raster.resources = raster.resources.as_deref().map(|all| iptc::without_thumbnails(all).into());
}

/// What has to stay of an Exif block: how the picture is held. `None` where it is upright.
pub fn needed_exif(block: &[u8]) -> Option<Vec<u8>> {
    let orientation = exif::orientation(block);
    (orientation != 1).then(|| exif::only_orientation(orientation))
}
