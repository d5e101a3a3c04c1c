//! The registry: a `mod` line and a table row for each format. Everything that lists formats reads
//! this table.

#[cfg(all(feature = "avif", not(target_arch = "wasm32")))]
mod avif;
#[cfg(feature = "bmp")]
mod bmp;
#[cfg(feature = "cbz")]
mod cbz;
#[cfg(feature = "dds")]
mod dds;
#[cfg(feature = "doc")]
mod doc;
#[cfg(feature = "docx")]
mod docx;
#[cfg(feature = "epub")]
mod epub;
#[cfg(feature = "exr")]
mod exr;
#[cfg(feature = "farbfeld")]
mod farbfeld;
#[cfg(feature = "fb2")]
mod fb2;
#[cfg(feature = "gif")]
mod gif;
#[cfg(feature = "hdr")]
mod hdr;
#[cfg(feature = "heic")]
mod heic;
#[cfg(feature = "html")]
mod html;
#[cfg(feature = "ico")]
mod ico;
#[cfg(feature = "ipynb")]
mod ipynb;
#[cfg(feature = "jp2")]
mod jp2;
#[cfg(feature = "jpeg")]
mod jpeg;
#[cfg(feature = "json")]
mod json;
#[cfg(feature = "jxl")]
mod jxl;
#[cfg(feature = "md")]
mod md;
#[cfg(feature = "mobi")]
mod mobi;
#[cfg(feature = "odp")]
mod odp;
#[cfg(feature = "ods")]
mod ods;
#[cfg(feature = "odt")]
mod odt;
#[cfg(any(feature = "pdf-read", feature = "pdf-write"))]
mod pdf;
#[cfg(feature = "png")]
mod png;
#[cfg(feature = "pnm")]
mod pnm;
#[cfg(feature = "pptx")]
mod pptx;
#[cfg(feature = "psd")]
mod psd;
#[cfg(feature = "qoi")]
mod qoi;
#[cfg(feature = "rtf")]
mod rtf;
#[cfg(feature = "svg")]
mod svg;
#[cfg(feature = "tga")]
mod tga;
#[cfg(feature = "tiff")]
mod tiff;
#[cfg(feature = "txt")]
mod txt;
#[cfg(feature = "webp")]
mod webp;
#[cfg(feature = "xlsx")]
mod xlsx;
#[cfg(feature = "_zip")]
mod zip;

use crate::error::{Error, Result};
use crate::format::{Format, FormatSpec};
use crate::options::{OptionSpec, SHARED};
use crate::transform::TRANSFORMS;

macro_rules! registry {
    ($($(#[$there:meta])* $name:ident = $folder:ident,)+) => {
        impl Format {
            $($(#[$there])* #[doc = concat!("The format `", stringify!($folder), "`.")]
            pub const $name: Format = Format($folder::SPEC.id);)+
        }

        /// Every format, in the order of detection.
        pub(crate) static FORMATS: &[&FormatSpec] = &[$($(#[$there])* &$folder::SPEC),+];
    };
}

registry! {
    #[cfg(feature = "docx")]
    DOCX = docx,
    #[cfg(feature = "odt")]
    ODT = odt,
    #[cfg(feature = "xlsx")]
    XLSX = xlsx,
    #[cfg(feature = "pptx")]
    PPTX = pptx,
    #[cfg(feature = "ods")]
    ODS = ods,
    #[cfg(feature = "odp")]
    ODP = odp,
    #[cfg(feature = "doc")]
    DOC = doc,
    #[cfg(feature = "jpeg")]
    JPEG = jpeg,
    #[cfg(any(feature = "pdf-read", feature = "pdf-write"))]
    PDF = pdf,
    #[cfg(feature = "png")]
    PNG = png,
    #[cfg(feature = "gif")]
    GIF = gif,
    #[cfg(feature = "webp")]
    WEBP = webp,
    #[cfg(feature = "tiff")]
    TIFF = tiff,
    #[cfg(feature = "bmp")]
    BMP = bmp,
    #[cfg(feature = "ico")]
    ICO = ico,
    #[cfg(feature = "qoi")]
    QOI = qoi,
    #[cfg(feature = "farbfeld")]
    FARBFELD = farbfeld,
    #[cfg(feature = "hdr")]
    HDR = hdr,
    #[cfg(feature = "pnm")]
    PNM = pnm,
    #[cfg(all(feature = "avif", not(target_arch = "wasm32")))]
    AVIF = avif,
    #[cfg(feature = "heic")]
    HEIC = heic,
    #[cfg(feature = "jxl")]
    JXL = jxl,
    #[cfg(feature = "jp2")]
    JP2 = jp2,
    #[cfg(feature = "psd")]
    PSD = psd,
    #[cfg(feature = "exr")]
    EXR = exr,
    #[cfg(feature = "dds")]
    DDS = dds,
    #[cfg(feature = "svg")]
    SVG = svg,
    #[cfg(feature = "mobi")]
    MOBI = mobi,
    #[cfg(feature = "rtf")]
    RTF = rtf,
    #[cfg(feature = "epub")]
    EPUB = epub,
    #[cfg(feature = "fb2")]
    FB2 = fb2,
    #[cfg(feature = "html")]
    HTML = html,
    #[cfg(feature = "cbz")]
    CBZ = cbz,
    #[cfg(feature = "json")]
    JSON = json,
    #[cfg(feature = "_zip")]
    ZIP = zip,
    #[cfg(feature = "ipynb")]
    IPYNB = ipynb,
    // These may be anything, and come last.
    #[cfg(feature = "tga")]
    TGA = tga,
    #[cfg(feature = "md")]
    MARKDOWN = md,
    #[cfg(feature = "txt")]
    TXT = txt,
}

impl Format {
    /// The format that `word` names: an id, an extension or a media type, in any case, with or
    /// without a leading dot.
    pub fn find(word: &str) -> Option<Format> {
        FORMATS.iter().find(|spec| spec.answers_to(word)).map(|spec| spec.format())
    }

    /// The record of this format.
    pub fn spec(self) -> &'static FormatSpec {
        // A `Format` is made from a row of the table only.
        FORMATS.iter().find(|spec| spec.id == self.id()).expect("every Format comes from the registry")
    }
}

/// Every option there is, each once: the shared rows, the formats' own and the transforms' own.
pub fn option_specs() -> Vec<&'static OptionSpec> {
    let mut specs: Vec<&'static OptionSpec> = Vec::new();
    for spec in option_rows() {
        if !specs.iter().any(|known| known.key == spec.key) {
            specs.push(spec);
        }
    }
    specs
}

/// The option of this key. It is looked for in every call that sets one, so no list is built first.
///
/// # Errors
/// `InvalidOption`, with the keys that come near.
pub fn option_spec(key: &str) -> Result<&'static OptionSpec> {
    option_rows().find(|spec| spec.key == key).ok_or_else(|| {
        let known: Vec<_> = option_specs().iter().map(|spec| spec.key).collect();
        Error::no_such("option", key, &known)
    })
}

/// Every row, as often as formats name it.
fn option_rows() -> impl Iterator<Item = &'static OptionSpec> {
    let own = FORMATS.iter().flat_map(|spec| spec.steps_options());
    let own = own.chain(TRANSFORMS.iter().flat_map(|step| step.options).copied());
    #[cfg(feature = "_stills")]
    let own = own.chain(crate::transform::ADJUST_OPTIONS.iter().copied());
    #[cfg(feature = "fail-points")]
    let own = own.chain(crate::fail_point::OPTIONS.iter().copied());
    SHARED.iter().copied().chain(own)
}
