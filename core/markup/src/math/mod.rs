//! Formulas in TeX, MathML and StarMath, over one model: each notation is read into it, or written from it, by a file
//! of its own, and knows no other.

mod faces;
mod from_mathml;
#[cfg(feature = "markdown")]
mod from_tex;
#[cfg(feature = "markdown")]
pub mod in_text;
pub mod mathml;
mod star_math;
#[cfg(feature = "markdown")]
pub mod tex;
#[cfg(feature = "markdown")]
mod tex_names;
#[cfg(feature = "markdown")]
mod tex_signs;

pub use faces::Face;
#[cfg(feature = "html")]
pub use from_mathml::MathElement;
pub use from_mathml::from_mathml;
#[cfg(feature = "markdown")]
pub(crate) use from_tex::from_tex;
pub use star_math::star_math;
