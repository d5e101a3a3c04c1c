//! Resources that a caller hands in beside the input. The core opens nothing: whoever may look at files gives their
//! bytes.

mod files;
mod fonts;

pub use files::ResourceFinder;
pub use files::{HandedIn, Resources};
pub use fonts::is_made_for;
pub use fonts::{FontFile, FontFinder, FontRequest};
