//! IPTC data (IIM 4.2) inside Photoshop's image resources (Adobe, Photoshop File Formats, "Image Resource Blocks").

/// Signature of each resource, and the start of one that holds IPTC data, nameless.
pub(crate) const RESOURCE: &[u8] = b"8BIM";
const IPTC_RESOURCE: &[u8] = b"8BIM\x04\x04\0\0";

/// IPTC data as a resource, which is padded to an even number of bytes.
pub(crate) fn resource(iptc: &[u8]) -> Vec<u8> {
    let mut resource = [IPTC_RESOURCE, &(iptc.len() as u32).to_be_bytes(), iptc].concat();
    if resource.len() % 2 == 1 {
        resource.push(0);
    }
    resource
}
