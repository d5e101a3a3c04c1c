//! Transforms from one hub to another: one room each. A transform knows models, never formats.

#[cfg(feature = "_stills")]
mod adjust;
#[cfg(feature = "_pictures")]
mod illustrate;
#[cfg(feature = "pdf-write")]
mod mount;
#[cfg(feature = "pdf-write")]
mod paginate;
#[cfg(feature = "pdf-read")]
mod reflow;

#[cfg(feature = "_stills")]
pub(crate) use adjust::{OPTIONS as ADJUST_OPTIONS, adjusted, redraws};

use crate::format::Transform;

/// The transforms there are.
pub static TRANSFORMS: &[&Transform] = &[
    #[cfg(feature = "pdf-write")]
    &paginate::PAGINATE,
    #[cfg(feature = "pdf-write")]
    &mount::MOUNT,
    #[cfg(feature = "_pictures")]
    &illustrate::ILLUSTRATE,
    #[cfg(feature = "pdf-read")]
    &reflow::REFLOW,
];
