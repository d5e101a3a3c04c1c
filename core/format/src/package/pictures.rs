//! Recompressed pictures of a package: their format and their size in pixels stay.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::parts::{Part, Parts};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::jpeg::smaller::{self as jpeg, Segments};
use transvase_codec::png::{chunks, smaller as png};

/// Makes pictures smaller without changing a pixel.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn lossless(parts: &mut Parts, effort: u64, context: &Context) -> Result<()> {
    // Books and sheets may hold one picture under many names.
    let mut known: BTreeMap<Arc<[u8]>, Arc<[u8]>> = BTreeMap::new();
    for index in pictures(parts) {
        let Some(part) = parts.list.get_mut(index) else { continue };
        if let Some(smaller) = known.get(&part.bytes) {
            part.bytes = smaller.clone();
            continue;
        }
        let source = part.bytes.clone();
        let smaller = if is_jpeg(&source) {
            jpeg::lossless(&source, Segments::All, context)?
        } else {
            png::smaller(&source, effort, context)?
        };
        replace(part, smaller);
        known.insert(source, part.bytes.clone());
    }
    Ok(())
}

/// The package with JPEGs at a quality, the balanced one where none is asked for.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn lossy(parts: &Parts, quality: Option<u64>, context: &Context) -> Result<Parts> {
    let mut parts = parts.clone();
    for index in pictures(&parts) {
        let Some(part) = parts.list.get_mut(index).filter(|part| is_jpeg(&part.bytes)) else { continue };
        let smaller = jpeg::lossy(&part.bytes, quality, Segments::All, context)?;
        replace(part, smaller);
    }
    Ok(parts)
}

fn replace(part: &mut Part, smaller: Option<Vec<u8>>) {
    if let Some(smaller) = smaller.filter(|smaller| smaller.len() < part.bytes.len()) {
        part.bytes = smaller.into();
    }
}

fn is_jpeg(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xFF, 0xD8, 0xFF])
}

/// Places of the parts that are pictures of a kind that can be made smaller, whatever their names say.
fn pictures(parts: &Parts) -> Vec<usize> {
    let is_picture = |part: &Part| is_jpeg(&part.bytes) || part.bytes.starts_with(chunks::SIGNATURE);
    let all = parts.list.iter().enumerate();
    all.filter(|(_, part)| is_picture(part) && !parts.is_guarded(&part.name)).map(|(index, _)| index).collect()
}
