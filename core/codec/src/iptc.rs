//! IPTC data (IIM 4.2) inside Photoshop's image resources (Adobe, Photoshop File Formats, "Image Resource Blocks").

/// Signature of each resource, and the start of one that holds IPTC data, nameless.
pub(crate) const RESOURCE: &[u8] = b"8BIM";
const IPTC_RESOURCE: &[u8] = b"8BIM\x04\x04\0\0";

/// IPTC data as a resource, which is padded to an even number of bytes.
pub fn resource(iptc: &[u8]) -> Vec<u8> {
    let mut resource = [IPTC_RESOURCE, &(iptc.len() as u32).to_be_bytes(), iptc].concat();
    if resource.len() % 2 == 1 {
        resource.push(0);
    }
    resource
}

/// Id of the resource with IPTC data.
const IPTC: u16 = 0x0404;

/// Ids of resources with a small picture of the picture: that of Photoshop 4, and later ones.
const THUMBNAILS: [u16; 2] = [0x0409, 0x040C];

/// Id and data of each resource.
pub(crate) fn resources(bytes: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    blocks(bytes).map(|(id, data, _)| (id, data))
}

/// Id and data of each resource, and all of it.
fn blocks(bytes: &[u8]) -> impl Iterator<Item = (u16, &[u8], &[u8])> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let after = rest.strip_prefix(RESOURCE)?;
        let (id, after) = after.split_first_chunk::<2>()?;
        // A name behind its length, and a length: all are padded to an even number of bytes.
        let name = (1 + usize::from(*after.first()?)).next_multiple_of(2);
        let (length, after) = after.get(name..)?.split_first_chunk::<4>()?;
        let length = u32::from_be_bytes(*length) as usize;
        let data = after.get(..length)?;
        let whole = rest;
        rest = after.get(length.next_multiple_of(2)..).unwrap_or_default();
        Some((u16::from_be_bytes(*id), data, &whole[..whole.len() - rest.len()]))
    })
}

/// Resources without those that show the picture, which has become another one.
pub(crate) fn without_thumbnails(bytes: &[u8]) -> Vec<u8> {
    let kept = blocks(bytes).filter(|(id, ..)| !THUMBNAILS.contains(id));
    kept.flat_map(|(_, _, whole)| whole).copied().collect()
}

/// The IPTC data among resources.
pub(crate) fn of(bytes: &[u8]) -> Option<&[u8]> {
    resources(bytes).find(|(id, _)| *id == IPTC).map(|(_, data)| data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_are_walked() {
        let all = [&b"8BIM\x03\xED\x02ab\0\0\0\0\x01\x07\0"[..], &resource(b"Hi")].concat();
        let found: Vec<_> = resources(&all).collect();
        assert_eq!(found, [(0x03ED, &[7][..]), (IPTC, b"Hi")]);
        assert_eq!(of(&all), Some(&b"Hi"[..]));
        let shown = [&b"8BIM\x04\x0C\0\0\0\0\0\x03abc\0"[..], &resource(b"Hi")].concat();
        assert_eq!(without_thumbnails(&shown), resource(b"Hi"));
        for end in 0..all.len() {
            let _ = of(&all[..end]);
        }
    }
}
