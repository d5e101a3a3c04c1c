//! The section of layers, which says whether the flattened picture is transparent anywhere (specification, "Layer and
//! Mask Information Section").

use super::read::Sections;

/// Blocks whose lengths have eight bytes in large files ("Additional Layer Information").
const LONG_BLOCKS: [&[u8]; 13] = [
    b"LMsk", b"Lr16", b"Lr32", b"Layr", b"Mt16", b"Mt32", b"Mtrn", b"Alph", b"FMsk", b"lnk2", b"FEid", b"FXid", b"PxSD",
];

/// Whether the first channel behind the colours is the transparency of the picture: elsewhere it is a mask that is kept
/// aside. A negative count of layers says so, and in deep files, whose layers are told in blocks, a block of its own.
pub(super) fn tell_transparency(section: &[u8], is_large: bool) -> bool {
    let mut sections = Sections(section);
    let Ok(layers) = sections.next(if is_large { 8 } else { 4 }) else { return is_negative(section.get(4..)) };
    if !layers.is_empty() {
        return is_negative(Some(layers));
    }
    // The mask of all layers.
    if sections.next(4).is_err() {
        return false;
    }
    blocks(sections, is_large).any(|(key, data)| match key {
        b"Mtrn" | b"Mt16" | b"Mt32" => true,
        b"Layr" | b"Lr16" | b"Lr32" => is_negative(Some(data)),
        _ => false,
    })
}

/// Whether a count of 16 bits is below nothing.
fn is_negative(count: Option<&[u8]>) -> bool {
    count.and_then(<[u8]>::first).is_some_and(|high| high & 0x80 != 0)
}

/// The blocks behind layers, each with its key, as far as they can be told.
fn blocks(mut rest: Sections<'_>, is_large: bool) -> impl Iterator<Item = (&[u8; 4], &[u8])> {
    std::iter::from_fn(move || {
        let (head, behind) = rest.0.split_first_chunk::<8>()?;
        let (signature, key) = (&head[..4], <&[u8; 4]>::try_from(&head[4..]).ok()?);
        if !matches!(signature, b"8BIM" | b"8B64") {
            return None;
        }
        rest.0 = behind;
        let data = rest.next(if is_large && LONG_BLOCKS.contains(&&key[..]) { 8 } else { 4 }).ok()?;
        // Filled up to a multiple of four bytes.
        rest.0 = rest.0.get(data.len().next_multiple_of(4) - data.len()..).unwrap_or_default();
        Some((key, data))
    })
}
