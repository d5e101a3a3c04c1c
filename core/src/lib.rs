//! Converts documents, e-books and images in process: bytes in, bytes out.
//!
//! ```
//! use transvase::{Converter, Format};
//!
//! # let png = transvase::doctest_png();
//! let jpeg = transvase::convert(&png, Format::JPEG)?;
//! assert_eq!(transvase::detect(&jpeg.bytes), Some(Format::JPEG));
//!
//! let small = Converter::new(Format::JPEG).max_bytes(1_500).convert(&png)?;
//! assert!(small.bytes.len() <= 1_500);
//! # Ok::<(), transvase::Error>(())
//! ```
//!
//! When the target is the source's own format, the file is made smaller; see [`compress`]. What a
//! conversion could not carry over is in [`Output::warnings`]; a failure is an [`Error`] with a code
//! of one table, [`ERRORS`].
//!
//! # Tasks
//!
//! **Look at a file** without converting it:
//!
//! ```
//! # let png = transvase::doctest_png();
//! let found = transvase::inspect(&png)?;
//! assert_eq!(found.format, transvase::Format::PNG);
//! assert_eq!(found.facts.pixels, Some((32, 32)));
//! # Ok::<(), transvase::Error>(())
//! ```
//!
//! **End it in time**: by a deadline, or from another thread.
//!
//! ```
//! use std::time::Duration;
//! use transvase::{CancelToken, Converter, ErrorCode, Format};
//!
//! # let png = transvase::doctest_png();
//! let token = CancelToken::new();
//! let converter = Converter::new(Format::JPEG).deadline(Duration::from_secs(10)).cancel(token.clone());
//! token.cancel();
//! assert_eq!(converter.convert(&png).unwrap_err().code(), ErrorCode::Cancelled);
//! ```
//!
//! **Follow it** on its way:
//!
//! ```
//! use std::sync::atomic::{AtomicU64, Ordering};
//! use std::sync::Arc;
//! use transvase::{Converter, Format};
//!
//! # let png = transvase::doctest_png();
//! let calls = Arc::new(AtomicU64::new(0));
//! let seen = calls.clone();
//! let converter = Converter::new(Format::JPEG).max_bytes(900).progress(move |stage, done, total| {
//!     println!("{}: {done} of {total}", stage.name());
//!     seen.fetch_add(1, Ordering::Relaxed);
//! });
//! converter.convert(&png)?;
//! assert!(calls.load(Ordering::Relaxed) > 0);
//! # Ok::<(), transvase::Error>(())
//! ```
//!
//! **Hold it within limits** that are narrower than the defaults, and **read an error's parts**:
//!
//! ```
//! use transvase::{Converter, ErrorCode, Format, Limits};
//!
//! # let png = transvase::doctest_png();
//! let limits = Limits { image_pixels: 1_000, ..Limits::default() };
//! let error = Converter::new(Format::JPEG).limits(limits).convert(&png).unwrap_err();
//! assert_eq!(error.code(), ErrorCode::LimitExceeded);
//! assert_eq!(error.details().which.as_deref(), Some("image_pixels"));
//! assert_eq!((error.details().limit, error.details().seen), (Some(1_000), Some(1_024)));
//! assert_eq!(error.code().name(), "LimitExceeded");
//! ```
//!
//! **Ask what there is**, from tables that the documentation is made of too:
//!
//! ```
//! use transvase::Format;
//!
//! let targets: Vec<&str> = transvase::routes()
//!     .iter()
//!     .filter(|route| route.source() == Format::PDF)
//!     .map(|route| route.target().id())
//!     .collect();
//! assert!(targets.contains(&"docx"));
//! assert_eq!("image/jpeg".parse::<Format>()?, Format::JPEG);
//! # Ok::<(), transvase::Error>(())
//! ```
//!
//! # Crate features
//!
//! All formats are on by default, and the bundled fonts. A program that needs only some of them names those, with
//! `default-features = false`; what a format brings besides comes with it.
//!
//! | feature | what it adds |
//! |---|---|
//! | `formats` (default) | every format below |
//! | `jpeg`, `png`, `webp`, `gif`, `tiff`, `avif`, `jxl`, `heic`, `jp2`, `bmp`, `ico`, `qoi`, `pnm`, `tga`, `psd`, `exr`, `hdr`, `dds`, `farbfeld` | pictures |
//! | `svg`, `cbz` | drawings, and books of pictures |
//! | `docx`, `odt`, `doc`, `rtf` | documents |
//! | `xlsx`, `pptx`, `ods`, `odp` | sheets and slides, made smaller |
//! | `epub`, `mobi`, `fb2` | e-books |
//! | `html`, `md`, `txt`, `json`, `ipynb` | text |
//! | `pdf-read` | PDF as a source, with the way from pages to text that flows |
//! | `pdf-write` | PDF as a target, with the layout on pages |
//! | `pdf-render` | pages as pictures |
//! | `pdf-edit` | PDF changed in place: smaller, cut, joined, protected |
//! | `metafiles` | EMF and WMF pictures of office files |
//! | `zip` | results of several files as one archive |
//! | `fonts` (default) | the faces that pages are set in (9 MB) |
//! | `fonts-cjk`, `fonts-world` | more of them, gathered by `cargo xtask fonts` before the build |
//!
//! # Promises
//!
//! No conversion opens a file, a socket or a process, reads the environment or the wall clock. The
//! same bytes and options give the same bytes, on every machine and for any number of threads, from
//! builds of one version with one `Cargo.lock`: a dependency of another version may decode or pack
//! otherwise. Input is not trusted: see [`Limits`]. One of them, `memory_bytes`, needs an allocator that counts: a
//! program installs that of the crate `transvase-memory` in one line, and is otherwise without this limit.

#![forbid(unsafe_code)]
// A build with few formats leaves some of it unused.
#![cfg_attr(not(feature = "formats"), allow(dead_code, unused_imports))]

mod convert;
mod converter;
mod detect;
mod fit;
mod formats;
mod guard;
mod input;
mod route;
mod transforms;

pub use convert::{Inspection, Output, compress, convert, inspect, inspect_with, target};
pub use converter::Converter;
pub use formats::{Format, option_spec, option_specs};
pub use guard::{PULSE, THREAD_NAME};
pub use input::Input;
pub use route::{Route, routes};
#[doc(inline)]
pub use transvase_base::context::{CancelToken, Limit, Limits};
#[doc(inline)]
pub use transvase_base::error::{ERRORS, Error, ErrorCode, ErrorDetails, ErrorSpec, Result, Stage};
#[doc(inline)]
pub use transvase_base::options::{OptionKind, OptionSpec, PageSelection};
#[doc(inline)]
pub use transvase_base::resources::{FontFile, FontFinder, FontRequest, ResourceFinder};
#[doc(hidden)]
pub use transvase_base::units;
#[doc(inline)]
pub use transvase_base::warning::{Place, WARNINGS, Warning, WarningCode};
#[doc(inline)]
pub use transvase_format::{Confidence, Facts, FormatSpec};
#[doc(hidden)]
pub use transvase_model as model;
#[doc(inline)]
pub use transvase_model::metadata::Metadata;

/// Version of the library.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The format of `bytes`; `None` where nothing is recognised.
pub fn detect(bytes: &[u8]) -> Option<Format> {
    detect::detect(bytes, None)
}

/// The format of `bytes`, or why there is none.
///
/// # Errors
/// `EmptyInput`; `UnknownSource`, with the formats there are.
pub fn identify(bytes: &[u8]) -> Result<Format> {
    convert::identify(bytes)
}

/// Every format, in the registry's order.
pub fn formats() -> impl Iterator<Item = &'static FormatSpec> {
    formats::FORMATS.iter().copied()
}

/// The pages of `bytes`, read or laid out, for checks that look at them; `source` as for [`Converter::source`].
///
/// # Errors
/// As [`convert`] while it reads; `UnsupportedRoute` for a format that has no pages and becomes none.
#[doc(hidden)]
pub fn pages(bytes: &[u8], source: Option<Format>) -> Result<model::pages::Pages> {
    let mut pages: model::pages::Pages = convert::model(bytes, source, model::Hub::Pages)?;
    pages.pages.iter_mut().for_each(model::pages::Page::unpack);
    Ok(pages)
}

/// The flowing text that `bytes` become, for checks that look at it; `source` as for [`Converter::source`].
///
/// # Errors
/// As [`convert`] while it reads; `UnsupportedRoute` for a format without text.
#[doc(hidden)]
pub fn flow(bytes: &[u8], source: Option<Format>) -> Result<model::flow::Flow> {
    convert::model(bytes, source, model::Hub::Flow)
}

/// A small picture for the examples of this documentation.
#[doc(hidden)]
#[cfg(feature = "png")]
pub fn doctest_png() -> Vec<u8> {
    let frame = model::raster::Frame {
        width_px: 32,
        height_px: 32,
        format: model::raster::PixelFormat::Rgb8,
        samples: (0..32 * 32 * 3).map(|i| (i % 251) as u8).collect(),
        delay_ms: 0,
    };
    let raster = model::raster::Raster::of(frame);
    let writer = &Format::PNG.spec().writers[0];
    match writer.run(model::Model::Raster(Box::new(raster)), &transvase_base::context::Context::default()) {
        Ok(transvase_format::Written::File(png)) => png,
        _ => Vec::new(),
    }
}
