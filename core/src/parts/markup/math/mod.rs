//! Formulas in TeX, MathML and StarMath, over one model: each notation is read into it, or written from it, by a file
//! of its own, and knows no other.

#[cfg(any(feature = "_markdown", feature = "docx"))]
mod faces;
#[cfg(any(feature = "_html", feature = "odt"))]
mod from_mathml;
#[cfg(feature = "_markdown")]
mod from_tex;
#[cfg(feature = "md")]
pub(crate) mod in_text;
#[cfg(feature = "_markup")]
pub(crate) mod mathml;
#[cfg(feature = "odt")]
mod star_math;
#[cfg(feature = "md")]
pub(crate) mod tex;
#[cfg(feature = "_markdown")]
mod tex_names;
#[cfg(feature = "md")]
mod tex_signs;

#[cfg(feature = "docx")]
pub(crate) use faces::Face;
#[cfg(feature = "_html")]
pub(crate) use from_mathml::MathElement;
#[cfg(feature = "odt")]
pub(crate) use from_mathml::from_mathml;
#[cfg(feature = "_markdown")]
pub(crate) use from_tex::from_tex;
#[cfg(feature = "odt")]
pub(crate) use star_math::star_math;
