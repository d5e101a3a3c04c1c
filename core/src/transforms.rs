//! The steps between models that there are: a row each.

use transvase_format::Transform;

/// The transforms, in no order: routes are found by their costs.
pub(crate) static TRANSFORMS: &[&Transform] = &[
    #[cfg(feature = "pdf-write")]
    &transvase_paginate::PAGINATE,
    #[cfg(feature = "pdf-write")]
    &transvase_image::mount::MOUNT,
    &transvase_image::illustrate::ILLUSTRATE,
    #[cfg(feature = "pdf-read")]
    &transvase_reflow::REFLOW,
];
