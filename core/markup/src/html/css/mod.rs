//! A subset of CSS: what flowing text on pages can express. Sheets are parsed into typed
//! declarations, the cascade picks the winners for an element, and [`Computed`] is the outcome.

mod backgrounds;
mod cascade;
mod computed;
mod content;
mod declaration;
mod defaults;
mod font_face;
mod hints;
mod language;
mod list_style;
mod page;
mod selector;
mod syntax;
mod value;
mod variables;

pub(crate) use cascade::Cascade;
pub(crate) use computed::{Computed, Inherited, MEDIUM_PT, NOMINAL_WIDTH_PT};
pub(crate) use content::{Changes, Generated};
pub(crate) use declaration::{Break, Display, Script, Side, TextAlign, Transform, WhiteSpace};
pub(crate) use defaults::SHEET_OF_PAGES;
pub(crate) use font_face::FontFace;
pub use language::is_right_to_left;
pub(crate) use list_style::ListStyle;
pub(crate) use selector::Pseudo;
pub(crate) use syntax::{counts_for, imports};
pub(crate) use transvase_model::text::css_color::color;
pub(crate) use value::Length;
