//! What a format is: one record, [`FormatSpec`], that everything else is derived from.

#![forbid(unsafe_code)]
// A build with few formats leaves some of it unused.
#![cfg_attr(not(feature = "package"), allow(dead_code, unused_imports, unused_variables))]

mod ladder;
#[cfg(feature = "package")]
pub mod package;
pub mod paper;
mod transform;

use std::borrow::Cow;

use transvase_base::context::Context;
use transvase_base::error::Result;
pub use transvase_base::files::Written;
use transvase_base::options::{OptionSpec, SHARED};
use transvase_codec::Codec;
use transvase_codec::strip::Stripping;
use transvase_container::about;
use transvase_model::drawings::Drawings;
use transvase_model::flow::Flow;
use transvase_model::metadata::Metadata;
use transvase_model::pages::Pages;
use transvase_model::raster::Raster;
use transvase_model::{Hub, Model};

pub use ladder::{Baggage, Ladder, Rung};
pub use ladder::{LIMIT_TO_METADATA, OneRung};
pub use transform::Transform;

/// How sure a look at the bytes is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Confidence {
    /// It is something else.
    No,
    /// Nothing speaks for it or against it: it is only where the caller says so.
    Unlikely,
    /// It could be, as plain text could be anything.
    Maybe,
    /// The first bytes or the container say so, in a way other formats share.
    Likely,
    /// A signature only this format has.
    Certain,
}

impl Confidence {
    /// Certain where a signature is there; otherwise it is something else.
    #[doc(hidden)]
    pub fn certain_if(is_there: bool) -> Confidence {
        if is_there { Confidence::Certain } else { Confidence::No }
    }

    /// As [`Self::certain_if`], of files that are no text: one in words may begin with the signature of what it speaks of.
    #[doc(hidden)]
    pub fn certain_of_binary(is_there: bool, bytes: &[u8]) -> Confidence {
        Confidence::certain_if(is_there && !about::is_prose(bytes))
    }
}

/// The one record of a format.
#[derive(Debug)]
pub struct FormatSpec {
    /// The id, which is also its first extension's canonical name.
    pub id: &'static str,
    /// The name people use.
    pub name: &'static str,
    /// File extensions without the dot, the preferred one first.
    pub extensions: &'static [&'static str],
    /// Media types, the preferred one first.
    pub media_types: &'static [&'static str],
    /// Recognises the format by its bytes alone.
    #[doc(hidden)]
    pub sniff: fn(&[u8]) -> Confidence,
    /// Ways to read it.
    #[doc(hidden)]
    pub readers: &'static [Reader],
    /// Ways to write it.
    #[doc(hidden)]
    pub writers: &'static [Writer],
    /// How to make it smaller without changing the format.
    #[doc(hidden)]
    pub shrinker: Option<Shrinker>,
    /// What a short look tells; the facade fills in format and size.
    #[doc(hidden)]
    pub inspect: Option<fn(&[u8], &Context) -> Result<Facts>>,
    /// What is kept and what is lost, for the documentation.
    pub notes: &'static str,
}

impl FormatSpec {
    /// Whether files of the format can be converted into others.
    pub fn is_read(&self) -> bool {
        !self.readers.is_empty()
    }

    /// Whether its files are pictures and nothing else.
    #[doc(hidden)]
    pub fn is_picture(&self) -> bool {
        self.media_types.iter().any(|name| name.starts_with("image/") || name.contains("comicbook"))
    }

    /// Whether files of other formats can be converted into it.
    pub fn is_written(&self) -> bool {
        !self.writers.is_empty()
    }

    /// Whether a file can be made smaller without changing the format.
    pub fn is_compressed(&self) -> bool {
        self.shrinker.is_some()
    }

    /// What compressing means where neither a limit nor a quality is asked for; `None` where the format is not
    /// compressed.
    pub fn balanced(&self) -> Option<&'static str> {
        self.shrinker.as_ref().map(|shrinker| shrinker.balanced)
    }

    /// How files of the format are changed without leaving it.
    #[doc(hidden)]
    pub fn editor(&self) -> Option<&Editor> {
        self.shrinker.as_ref()?.editor.as_ref()
    }

    /// The options of this format alone: what its steps read beyond the shared ones, each once.
    pub fn options(&self) -> Vec<&'static OptionSpec> {
        let mut own: Vec<&'static OptionSpec> = Vec::new();
        for spec in self.steps_options() {
            if !SHARED.iter().chain(&own).any(|known| known.key == spec.key) {
                own.push(spec);
            }
        }
        own
    }

    /// What each step reads, as often as steps name it: writers first, since a format is more often a
    /// target.
    #[doc(hidden)]
    pub fn steps_options(&self) -> impl Iterator<Item = &'static OptionSpec> {
        let written = self.writers.iter().flat_map(|writer| writer.options);
        let read = self.readers.iter().flat_map(|reader| reader.options);
        let shrunk = self.shrinker.iter().flat_map(|shrinker| shrinker.options);
        let edited = self.editor().into_iter().flat_map(|editor| editor.options);
        written.chain(read).chain(shrunk).chain(edited).copied()
    }

    /// Whether `word` is the id, an extension or a media type: case and a leading dot do not count.
    pub fn answers_to(&self, word: &str) -> bool {
        let word = word.trim().trim_start_matches('.');
        let names = self.extensions.iter().chain(self.media_types);
        self.id.eq_ignore_ascii_case(word) || names.into_iter().any(|name| name.eq_ignore_ascii_case(word))
    }
}

/// A way to read a format, with what is lost on the way.
#[derive(Debug)]
pub struct Reader {
    /// Loss on the way, on the scale of [`model::loss`](transvase_model::loss).
    pub cost: u32,
    /// The options it reads, shared ones too.
    pub options: &'static [&'static OptionSpec],
    /// The function.
    pub read: Read,
}

/// A reading function, by the model it fills. It charges the context for what it unpacks, repairs
/// what it can (with a warning), and answers bad input with an error that names the place.
#[derive(Debug)]
pub enum Read {
    /// Fills flowing text.
    Flow(fn(&[u8], &Context) -> Result<Flow>),
    /// Fills positioned pages.
    Pages(fn(&[u8], &Context) -> Result<Pages>),
    /// Fills pixels.
    Raster(for<'a> fn(&'a [u8], &Context) -> Result<Raster<'a>>),
    /// Fills pages in lines and areas.
    Drawings(fn(&[u8], &Context) -> Result<Drawings>),
}

impl Reader {
    /// The kind of model the reader fills.
    pub fn hub(&self) -> Hub {
        match self.read {
            Read::Flow(_) => Hub::Flow,
            Read::Pages(_) => Hub::Pages,
            Read::Raster(_) => Hub::Raster,
            Read::Drawings(_) => Hub::Drawings,
        }
    }

    /// Reads `bytes`.
    ///
    /// # Errors
    /// Whatever the format's function says.
    pub fn run<'a>(&self, bytes: &'a [u8], context: &Context) -> Result<Model<'a>> {
        Ok(match self.read {
            Read::Flow(read) => read(bytes, context)?.into(),
            Read::Pages(read) => read(bytes, context)?.into(),
            Read::Raster(read) => read(bytes, context)?.into(),
            Read::Drawings(read) => read(bytes, context)?.into(),
        })
    }
}

/// A way to write a format, with what is lost on the way.
#[derive(Debug)]
pub struct Writer {
    /// Loss on the way, on the scale of [`model::loss`](transvase_model::loss).
    pub cost: u32,
    /// The options it reads, shared ones too.
    pub options: &'static [&'static OptionSpec],
    /// The function.
    pub write: Write,
}

/// A writing function, by the model it takes. What it cannot carry becomes a warning.
#[derive(Debug)]
pub enum Write {
    /// Writes flowing text.
    Flow(fn(Flow, &Context) -> Result<Written>),
    /// Writes positioned pages.
    Pages(fn(Pages, &Context) -> Result<Written>),
    /// Writes pixels.
    Raster(fn(Raster, &Context) -> Result<Written>),
    /// Writes pages in lines and areas.
    Drawings(fn(Drawings, &Context) -> Result<Written>),
}

impl Writer {
    /// The kind of model the writer takes.
    pub fn hub(&self) -> Hub {
        match self.write {
            Write::Flow(_) => Hub::Flow,
            Write::Pages(_) => Hub::Pages,
            Write::Raster(_) => Hub::Raster,
            Write::Drawings(_) => Hub::Drawings,
        }
    }

    /// Writes `model`.
    ///
    /// # Errors
    /// Whatever the format's function says.
    pub fn run(&self, model: Model<'_>, context: &Context) -> Result<Written> {
        match self.write {
            Write::Flow(write) => write(model.try_into()?, context),
            Write::Pages(write) => write(model.try_into()?, context),
            Write::Raster(write) => write(model.try_into()?, context),
            Write::Drawings(write) => write(model.try_into()?, context),
        }
    }
}

/// How a format is made smaller: a balanced level without a limit, a ladder of qualities under one.
#[derive(Debug)]
pub struct Shrinker {
    /// What the balanced level means, for the documentation.
    pub balanced: &'static str,
    /// The options it reads, shared ones too.
    pub options: &'static [&'static OptionSpec],
    /// Compresses without a limit: at the balanced level, or as `quality`, `lossless` and `effort`
    /// say. The facade returns the input where this gives more bytes.
    pub compress: fn(&[u8], &Context) -> Result<Vec<u8>>,
    /// Opens the ladder that a search for a result of at most so many bytes climbs.
    pub ladder: fn(&[u8], u64, &Context) -> Result<Box<dyn Ladder>>,
    /// Opens the ladder of a picture that is in no file yet; `None` where the format is not one of pictures.
    pub redraw: Option<Redraw>,
    /// Takes away what files say of their pictures, where that leaves every pixel as it is.
    pub strip: Option<Stripping>,
    /// Changes files that stay in the format in other ways, where options ask for it.
    pub editor: Option<Editor>,
    /// Tells what of a file is heavy, where it cannot be as small as a caller wants.
    pub weigh: Option<fn(&[u8], &Context) -> Result<Weights>>,
}

/// Bytes that parts of a file take, by their kind as users call it.
pub type Weights = std::collections::BTreeMap<&'static str, u64>;

/// Opens the ladder of pixels, for results of at most so many bytes.
pub type Redraw = fn(Raster, u64, &Context) -> Result<Box<dyn Ladder>>;

/// How files of a format are changed and stay of that format: a choice of their pages, another protection, several files
/// as one. Nothing of them is read into a model, so that what is not asked for stays as it is.
#[derive(Debug)]
pub struct Editor {
    /// The options that ask for a change, shared ones too.
    pub options: &'static [&'static OptionSpec],
    /// Makes what the options ask for of one file, or one file of several, in their order.
    pub edit: fn(&[Source<'_>], &Context) -> Result<Written>,
    /// Those of the options that say what a result is like, and not what of a source it has: they count for a file that
    /// another format has become, too.
    pub finishing: &'static [&'static OptionSpec],
    /// Makes what these ask for of such a file.
    pub finish: fn(&[u8], &Context) -> Result<Written>,
}

impl Editor {
    /// Whether the options ask for a change.
    pub fn is_asked(&self, context: &Context) -> bool {
        self.options.iter().any(|spec| context.options().is_changed(spec))
    }

    /// Whether the options ask for a change of a file that another format has become.
    pub fn is_to_finish(&self, context: &Context) -> bool {
        self.finishing.iter().any(|spec| context.options().is_changed(spec))
    }
}

/// A file that an [`Editor`] changes.
#[derive(Debug)]
pub struct Source<'a> {
    /// What it is called among several.
    pub name: String,
    /// The file.
    pub bytes: Cow<'a, [u8]>,
}

/// The shrinker of a format whose files are packages of a kind.
#[cfg(feature = "package")]
#[macro_export]
macro_rules! repacking {
    ($kind:expr) => {
        $crate::Shrinker {
            balanced: $crate::package::BALANCED,
            options: $crate::package::OPTIONS,
            compress: |bytes, context| $crate::package::compress(bytes, $kind, context),
            ladder: |bytes, _, context| Ok(Box::new($crate::package::Shrinking::open(bytes, $kind, context)?)),
            redraw: None,
            strip: None,
            editor: None,
            weigh: None,
        }
    };
}

/// The shrinker of a format of pictures that are written anew, without loss: it has one rung at each number of pixels.
#[macro_export]
macro_rules! rewriting {
    ($codec:expr, $balanced:literal, $options:expr) => {
        $crate::rewriting!($codec, $balanced, $options, None)
    };
    ($codec:expr, $balanced:literal, $options:expr, $strip:expr) => {
        $crate::Shrinker {
            balanced: $balanced,
            options: $options,
            compress: |bytes, context| $codec.smallest(bytes, context),
            ladder: |bytes, _, context| Ok(Box::new($crate::OneRung($codec.smallest(bytes, context)?))),
            redraw: Some(|raster, _, context| Ok(Box::new($crate::OneRung($codec.written(raster, context)?)))),
            strip: $strip,
            editor: None,
            weigh: None,
        }
    };
}

/// What a short look at a file tells.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    /// Pages, where the format has them.
    pub pages: Option<u32>,
    /// Width and height in pixels, as shown (orientation applied), of images.
    pub pixels: Option<(u32, u32)>,
    /// What the document says about itself.
    pub metadata: Metadata,
    /// Whether a password was used to protect it.
    pub encrypted: bool,
}

impl Facts {
    /// What the headers of a picture tell.
    ///
    /// # Errors
    /// What the codec says of them.
    #[doc(hidden)]
    pub fn of_picture(codec: &Codec, bytes: &[u8], context: &Context) -> Result<Facts> {
        Ok(Facts { pixels: (codec.size)(bytes, context)?, ..Facts::default() })
    }
}
