//! What a step between two hubs is.

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::options::OptionSpec;
use transvase_model::{Hub, Model};

/// A step between two hubs.
#[derive(Debug)]
pub struct Transform {
    /// Its name, as `explain` shows it.
    pub name: &'static str,
    /// The hub it starts from.
    pub from: Hub,
    /// The hub it ends at.
    pub to: Hub,
    /// Loss on the way, on the scale of [`model::loss`](transvase_model::loss).
    pub cost: u32,
    /// The options it reads, shared ones too.
    pub options: &'static [&'static OptionSpec],
    /// Takes a model of the one hub and gives one of the other.
    pub run: for<'a> fn(Model<'a>, &Context) -> Result<Model<'a>>,
}
