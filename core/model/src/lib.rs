//! The hubs: what readers fill, transforms turn into one another, and writers take.
//!
//! There are several because no single one can hold everything: a block tree drops page geometry,
//! which PDF needs, and pages have no reflow, which DOCX needs.

#![forbid(unsafe_code)]

mod color;
pub mod drawings;
pub mod flow;
pub mod gradient;
pub mod loss;
pub mod media;
pub mod metadata;
pub mod pages;
pub mod path;
pub mod raster;
pub mod rows;
pub mod text;

use transvase_base::error::{Error, ErrorCode};

/// The kind of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hub {
    /// Flowing text: [`flow::Flow`].
    Flow,
    /// Positioned pages: [`pages::Pages`].
    Pages,
    /// Pixels: [`raster::Raster`].
    Raster,
    /// Pages in lines and areas: [`drawings::Drawings`].
    Drawings,
}

impl Hub {
    /// The hub as a lower-case word.
    pub fn name(self) -> &'static str {
        match self {
            Hub::Flow => "flow",
            Hub::Pages => "pages",
            Hub::Raster => "raster",
            Hub::Drawings => "drawings",
        }
    }

    /// Whether models of this kind can follow one another as one.
    pub fn joins(self) -> bool {
        matches!(self, Hub::Flow | Hub::Pages)
    }
}

/// A model of any hub.
#[derive(Debug)]
pub enum Model<'a> {
    /// Flowing text.
    Flow(Box<flow::Flow>),
    /// Positioned pages.
    Pages(Box<pages::Pages>),
    /// Pixels.
    Raster(Box<raster::Raster<'a>>),
    /// Pages in lines and areas.
    Drawings(Box<drawings::Drawings>),
}

impl Model<'_> {
    /// Adds another model of the same kind behind this one: the `number`th of those that are joined, called `name`.
    ///
    /// # Errors
    /// `Internal` where models of these kinds cannot be joined: see [`Hub::joins`].
    pub fn append(&mut self, other: Model<'_>, number: usize, name: &str) -> Result<(), Error> {
        match (self, other) {
            (Model::Flow(flow), Model::Flow(other)) => {
                flow.append(*other, number, name);
                Ok(())
            }
            (Model::Pages(pages), Model::Pages(other)) => {
                pages.append(*other);
                Ok(())
            }
            (this, other) => Err(wrong_hub(this.hub(), other.hub())),
        }
    }

    /// The kind of this model.
    pub fn hub(&self) -> Hub {
        match self {
            Model::Flow(_) => Hub::Flow,
            Model::Pages(_) => Hub::Pages,
            Model::Raster(_) => Hub::Raster,
            Model::Drawings(_) => Hub::Drawings,
        }
    }
}

/// Each model is wrapped into a [`Model`] and taken out again. A route that hands a step a model of another kind
/// has a defect.
macro_rules! models {
    ($($hub:ident: $model:ty),*) => {
        $(
            impl<'a> From<$model> for Model<'a> {
                fn from(model: $model) -> Model<'a> {
                    Model::$hub(Box::new(model))
                }
            }

            impl<'a> TryFrom<Model<'a>> for $model {
                type Error = Error;

                fn try_from(model: Model<'a>) -> Result<$model, Error> {
                    match model {
                        Model::$hub(model) => Ok(*model),
                        other => Err(wrong_hub(Hub::$hub, other.hub())),
                    }
                }
            }
        )*
    };
}

models!(Flow: flow::Flow, Pages: pages::Pages, Raster: raster::Raster<'a>, Drawings: drawings::Drawings);

fn wrong_hub(wanted: Hub, got: Hub) -> Error {
    Error::new(ErrorCode::Internal, format!("a step that takes {} was given {}", wanted.name(), got.name()))
}
