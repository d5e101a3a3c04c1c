//! Formulas in languages of formulas.

#[cfg(feature = "md")]
pub(crate) mod tex;
#[cfg(feature = "md")]
mod tex_signs;
