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
//! No conversion opens a file, a socket or a process, reads the environment or the wall clock. The
//! same bytes and options give the same bytes, on every machine and for any number of threads, from
//! builds of one version with one `Cargo.lock`: a dependency of another version may decode or pack
//! otherwise. Input is not trusted: see [`Limits`].

#![forbid(unsafe_code)]

mod context;
mod convert;
mod detect;
mod error;
#[cfg(feature = "fail-points")]
mod fail_point;
mod fit;
mod format;
mod formats;
mod guard;
#[doc(hidden)]
pub mod model;
mod options;
mod parts;
mod resources;
mod route;
mod spelling;
mod transform;
#[doc(hidden)]
pub mod units;
mod warning;

pub use context::{CancelToken, Limit, Limits};
pub use convert::{Converter, Inspection, Output, PageSelection, compress, convert, inspect, inspect_with, target};
pub use error::{ERRORS, Error, ErrorCode, ErrorDetails, ErrorSpec, Result, Stage};
pub use format::{Confidence, Facts, Format, FormatSpec};
pub use formats::{option_spec, option_specs};
pub use guard::{PULSE, THREAD_NAME};
pub use model::metadata::Metadata;
pub use options::{OptionKind, OptionSpec};
pub use resources::{FontFile, FontFinder, FontRequest};
pub use route::{Route, routes};
pub use warning::{Place, WARNINGS, Warning, WarningCode};

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

/// The pages that the reader of `bytes` finds, for checks that hold a conversion against them.
///
/// # Errors
/// As [`convert`] while it reads; `UnsupportedRoute` for a format without pages.
#[doc(hidden)]
pub fn pages(bytes: &[u8]) -> Result<model::pages::Pages> {
    convert::model(bytes, model::Hub::Pages)
}

/// The flowing text that `bytes` become, for checks that look at it.
///
/// # Errors
/// As [`convert`] while it reads; `UnsupportedRoute` for a format without text.
#[doc(hidden)]
pub fn flow(bytes: &[u8]) -> Result<model::flow::Flow> {
    convert::model(bytes, model::Hub::Flow)
}

/// A small picture for the examples of this documentation.
#[doc(hidden)]
pub fn doctest_png() -> Vec<u8> {
    let frame = model::raster::Frame {
        width_px: 32,
        height_px: 32,
        format: model::raster::PixelFormat::Rgb8,
        samples: (0..32 * 32 * 3).map(|i| (i % 251) as u8).collect(),
    };
    let raster = model::raster::Raster::of(frame);
    let writer = &Format::PNG.spec().writers[0];
    writer.run(model::Model::Raster(Box::new(raster)), &context::Context::default()).unwrap_or_default()
}
