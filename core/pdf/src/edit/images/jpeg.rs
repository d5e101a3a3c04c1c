//! JPEG recompression: the same coefficients in fewer bytes.

use super::super::document::Document;
use super::super::filter;
use super::super::object::Stream;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::jpeg::smaller::{self, Segments};

/// The file that a picture is, where it is a JPEG.
///
/// # Errors
/// A limit on unpacked bytes.
pub(super) fn file(document: &Document, stream: &Stream, context: &Context) -> Result<Option<Vec<u8>>> {
    let decoded = filter::decode_to_image(document, stream, context)?;
    let is_jpeg = |left: &[(Vec<u8>, _)]| matches!(left, [(name, _)] if name == b"DCTDecode");
    Ok(decoded.filter(|decoded| is_jpeg(&decoded.left)).map(|decoded| decoded.bytes))
}

/// The same picture with another file.
pub(super) fn with_file(document: &Document, stream: &Stream, file: Vec<u8>) -> Stream {
    let parameters = document.get(&stream.dictionary, "DecodeParms");
    let parameters = match parameters.as_array() {
        Some(several) => several.last().map(|last| document.resolve(last)).and_then(|last| last.as_dictionary()),
        None => parameters.as_dictionary(),
    };
    let parameters = parameters.filter(|parameters| parameters.has("ColorTransform")).cloned();
    let mut stream = stream.clone();
    stream.set_packed(file, "DCTDecode", parameters);
    stream
}

/// A picture that is a JPEG with the same coefficients; `None` where it is none, or takes no fewer bytes.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn lossless(document: &Document, stream: &Stream, context: &Context) -> Result<Option<Stream>> {
    let Some(file) = file(document, stream, context)? else { return Ok(None) };
    // Readers of PDF look at none of the other segments: what they say is said by the dictionary, or of the file.
    let smaller = smaller::lossless(&file, Segments::Needed, context)?;
    Ok(smaller.map(|smaller| with_file(document, stream, smaller)))
}
