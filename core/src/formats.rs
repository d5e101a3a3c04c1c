//! The registry: a row for each format. Everything that lists formats reads this table.

#[cfg(feature = "zip")]
mod zip;

use std::fmt;

use crate::transforms::TRANSFORMS;
use transvase_base::error::{Error, Result};
use transvase_base::options::{OptionSpec, SHARED};
use transvase_format::FormatSpec;

/// Id of a format of the registry: small, `Copy`, compared by name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Format(&'static str);

impl Format {
    /// The id, such as `jpeg`.
    pub fn id(self) -> &'static str {
        self.0
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Format({})", self.0)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

macro_rules! registry {
    ($($(#[$there:meta])* $name:ident = $spec:path,)+) => {
        impl Format {
            $($(#[$there])* #[doc = concat!("`", stringify!($spec), "`.")]
            pub const $name: Format = Format($spec.id);)+
        }

        /// Every format, in the order of detection.
        pub(crate) static FORMATS: &[&FormatSpec] = &[$($(#[$there])* &$spec),+];
    };
}

registry! {
    #[cfg(feature = "docx")]
    DOCX = transvase_office::docx::SPEC,
    #[cfg(feature = "odt")]
    ODT = transvase_office::odt::SPEC,
    #[cfg(feature = "xlsx")]
    XLSX = transvase_office::xlsx::SPEC,
    #[cfg(feature = "pptx")]
    PPTX = transvase_office::pptx::SPEC,
    #[cfg(feature = "ods")]
    ODS = transvase_office::ods::SPEC,
    #[cfg(feature = "odp")]
    ODP = transvase_office::odp::SPEC,
    #[cfg(feature = "doc")]
    DOC = transvase_office::doc::SPEC,
    #[cfg(feature = "jpeg")]
    JPEG = transvase_image::jpeg::SPEC,
    #[cfg(any(feature = "pdf-read", feature = "pdf-write"))]
    PDF = transvase_pdf::SPEC,
    #[cfg(feature = "png")]
    PNG = transvase_image::png::SPEC,
    #[cfg(feature = "gif")]
    GIF = transvase_image::gif::SPEC,
    #[cfg(feature = "webp")]
    WEBP = transvase_image::webp::SPEC,
    #[cfg(feature = "tiff")]
    TIFF = transvase_image::tiff::SPEC,
    #[cfg(feature = "bmp")]
    BMP = transvase_image::bmp::SPEC,
    #[cfg(feature = "ico")]
    ICO = transvase_image::ico::SPEC,
    #[cfg(feature = "qoi")]
    QOI = transvase_image::qoi::SPEC,
    #[cfg(feature = "farbfeld")]
    FARBFELD = transvase_image::farbfeld::SPEC,
    #[cfg(feature = "hdr")]
    HDR = transvase_image::hdr::SPEC,
    #[cfg(feature = "pnm")]
    PNM = transvase_image::pnm::SPEC,
    #[cfg(all(feature = "avif", not(target_arch = "wasm32")))]
    AVIF = transvase_image::avif::SPEC,
    #[cfg(feature = "heic")]
    HEIC = transvase_image::heic::SPEC,
    #[cfg(feature = "jxl")]
    JXL = transvase_image::jxl::SPEC,
    #[cfg(feature = "jp2")]
    JP2 = transvase_image::jp2::SPEC,
    #[cfg(feature = "psd")]
    PSD = transvase_image::psd::SPEC,
    #[cfg(feature = "exr")]
    EXR = transvase_image::exr::SPEC,
    #[cfg(feature = "dds")]
    DDS = transvase_image::dds::SPEC,
    #[cfg(feature = "svg")]
    SVG = transvase_image::svg::SPEC,
    #[cfg(feature = "mobi")]
    MOBI = transvase_text::mobi::SPEC,
    #[cfg(feature = "rtf")]
    RTF = transvase_office::rtf::SPEC,
    #[cfg(feature = "epub")]
    EPUB = transvase_text::epub::SPEC,
    #[cfg(feature = "fb2")]
    FB2 = transvase_text::fb2::SPEC,
    #[cfg(feature = "html")]
    HTML = transvase_text::html::SPEC,
    #[cfg(feature = "cbz")]
    CBZ = transvase_image::cbz::SPEC,
    #[cfg(feature = "json")]
    JSON = transvase_text::json::SPEC,
    #[cfg(feature = "zip")]
    ZIP = zip::SPEC,
    #[cfg(feature = "ipynb")]
    IPYNB = transvase_text::ipynb::SPEC,
    // These may be anything, and come last.
    #[cfg(feature = "tga")]
    TGA = transvase_image::tga::SPEC,
    #[cfg(feature = "md")]
    MARKDOWN = transvase_text::md::SPEC,
    #[cfg(feature = "txt")]
    TXT = transvase_text::txt::SPEC,
}

impl Format {
    /// The format that `word` names: an id, an extension or a media type, in any case, with or
    /// without a leading dot.
    pub fn find(word: &str) -> Option<Format> {
        FORMATS.iter().find(|spec| spec.answers_to(word)).map(|spec| Format::of(spec))
    }

    /// The format that a record is of.
    pub fn of(spec: &FormatSpec) -> Format {
        Format(spec.id)
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
    let own = own.chain(transvase_image::adjust::OPTIONS.iter().copied());
    #[cfg(feature = "fail-points")]
    let own = own.chain(transvase_base::fail_point::OPTIONS.iter().copied());
    SHARED.iter().copied().chain(own)
}
