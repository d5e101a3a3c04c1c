//! What is written is read back, described by its schema, and cut without the loss of a word.

mod chunks;
mod hostile;
mod made;
mod round;
mod schema;

use super::{CHUNKS, SPEC, read, write};
use transvase_base::context::{Context, Limits};
use transvase_base::options::Options;
use transvase_markup::prose::IMAGES;
use transvase_model::flow::Flow;

/// A document with everything there is, as it is written but for white space.
const SAMPLE: &str = include_str!("sample.json");

/// A context with options.
fn context(options: &[(&transvase_base::options::OptionSpec, &str)]) -> Context {
    let mut chosen = Options::default();
    for (spec, value) in options {
        chosen.set(spec, value).unwrap();
    }
    Context::new(chosen, Limits::default())
}

/// The document as JSON that holds its pictures.
fn whole(flow: Flow) -> String {
    String::from_utf8(write(flow, &context(&[(&IMAGES, "embed"), (&super::LINES, "true")])).unwrap().alone()).unwrap()
}

fn parsed(json: &str) -> Flow {
    read::read(json.as_bytes(), &Context::default()).unwrap()
}
