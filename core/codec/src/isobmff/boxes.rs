//! Boxes (ISO/IEC 14496-12, 4.2).

/// A box: its kind, and what stands in it. Where the file ends before it does, what is there.
#[cfg(feature = "avif")]
#[derive(Debug, Clone, Copy)]
pub(super) struct Boxed<'a> {
    pub(super) kind: [u8; 4],
    pub(super) body: &'a [u8],
}

/// The boxes that lie one behind the other in `data`.
#[cfg(feature = "avif")]
pub(super) fn boxes(mut data: &[u8]) -> impl Iterator<Item = Boxed<'_>> {
    std::iter::from_fn(move || {
        let (first, rest) = next(data)?;
        data = rest;
        Some(first)
    })
}

/// The first box of a kind.
#[cfg(feature = "avif")]
pub(super) fn find<'a>(data: &'a [u8], kind: &[u8; 4]) -> Option<&'a [u8]> {
    boxes(data).find(|boxed| &boxed.kind == kind).map(|boxed| boxed.body)
}

#[cfg(feature = "avif")]
fn next(data: &[u8]) -> Option<(Boxed<'_>, &[u8])> {
    let (head, body) = data.split_first_chunk::<8>()?;
    let [a, b, c, d, kind @ ..] = *head;
    let (body, length) = match u32::from_be_bytes([a, b, c, d]) {
        // It goes on to the end.
        0 => (body, body.len()),
        1 => {
            let (large, body) = body.split_first_chunk::<8>()?;
            (body, usize::try_from(u64::from_be_bytes(*large)).unwrap_or(usize::MAX).checked_sub(16)?)
        }
        small => (body, (small as usize).checked_sub(8)?),
    };
    let (body, rest) = body.split_at(length.min(body.len()));
    Some((Boxed { kind, body }, rest))
}

/// The brands that a file says it keeps to, the major one first (4.3); none where it begins in another way.
pub(crate) fn brands(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    // The length of the first box has zeros in it.
    let is_file = bytes.get(4..8) == Some(b"ftyp") && bytes.first() == Some(&0);
    let length = bytes.first_chunk::<4>().map_or(0, |length| u32::from_be_bytes(*length) as usize);
    let listed = if is_file { bytes.get(8..length.min(256).min(bytes.len())) } else { None };
    // Behind the major brand is its version.
    listed.unwrap_or_default().chunks_exact(4).enumerate().filter(|(at, _)| *at != 1).map(|(_, brand)| brand)
}
