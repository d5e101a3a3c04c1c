//! Page attributes: a page as the file has it, with its space and its content.

use hayro_syntax::object::{Object, Stream};
use hayro_syntax::page::Page as SourcePage;

use super::{arrays, stream};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Affine;

/// Maps the default user space of a page to page space: crop box and rotation applied, y down.
pub(super) fn page_space(page: &SourcePage<'_>) -> Affine {
    let [a, b, c, d, e, f] = page.initial_transform(true).as_coeffs().map(|x| x as f32);
    Affine { a, b, c, d, e, f }
}

/// The page's content streams as one, with a blank between them (ISO 32000-1, 7.8.2).
pub(crate) fn content<'a>(page: &SourcePage<'a>, context: &Context) -> Result<Vec<u8>> {
    let mut joined = Vec::new();
    let streams: Vec<Stream<'a>> = match page.raw().get::<Object<'a>>(b"Contents") {
        Some(Object::Stream(stream)) => vec![stream],
        Some(Object::Array(streams)) => {
            arrays::entries(&streams, page.xref()).filter_map(Object::into_stream).collect()
        }
        _ => Vec::new(),
    };
    for part in &streams {
        joined.extend_from_slice(&stream::decode(part, context)?);
        joined.push(b'\n');
    }
    Ok(joined)
}
