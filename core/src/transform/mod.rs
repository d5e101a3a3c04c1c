//! From one hub to another: one room each. A transform knows models, never formats.

mod paginate;
mod reflow;

use crate::context::Context;
use crate::error::Result;
use crate::format::wrong_hub;
use crate::model::flow::Flow;
use crate::model::pages::Pages;
use crate::model::{Hub, Model};
use crate::options::OptionSpec;

/// A step between two hubs.
#[derive(Debug)]
pub struct Transform {
    /// Its name, as `explain` shows it.
    pub name: &'static str,
    /// Loss on the way, as a cost.
    pub cost: u32,
    /// The options it reads, shared ones too.
    pub options: &'static [&'static OptionSpec],
    /// The function.
    pub apply: Apply,
}

/// A transforming function, by the hubs it joins.
#[derive(Debug)]
pub enum Apply {
    /// Lays flowing text out on pages.
    FlowToPages(fn(Flow, &Context) -> Result<Pages>),
    /// Finds the flowing text of pages.
    PagesToFlow(fn(Pages, &Context) -> Result<Flow>),
}

impl Transform {
    /// The hub it starts from.
    pub fn from(&self) -> Hub {
        match self.apply {
            Apply::FlowToPages(_) => Hub::Flow,
            Apply::PagesToFlow(_) => Hub::Pages,
        }
    }

    /// The hub it ends at.
    pub fn to(&self) -> Hub {
        match self.apply {
            Apply::FlowToPages(_) => Hub::Pages,
            Apply::PagesToFlow(_) => Hub::Flow,
        }
    }

    /// Applies the step.
    ///
    /// # Errors
    /// Whatever the transform's function says.
    pub fn run(&self, model: Model, context: &Context) -> Result<Model> {
        Ok(match (&self.apply, model) {
            (Apply::FlowToPages(apply), Model::Flow(flow)) => Model::Pages(Box::new(apply(*flow, context)?)),
            (Apply::PagesToFlow(apply), Model::Pages(pages)) => Model::Flow(Box::new(apply(*pages, context)?)),
            (_, model) => return Err(wrong_hub(self.from(), model.hub())),
        })
    }
}

/// The transforms there are.
pub static TRANSFORMS: &[&Transform] = &[&paginate::PAGINATE, &reflow::REFLOW];
