//! `data:` URLs (RFC 2397): data that stand in the text itself.

use super::address::decoded_bytes;
use transvase_base::base64;

/// The bytes in a reference with the scheme `data`; `None` where it is none.
pub fn data_uri(reference: &str) -> Option<Vec<u8>> {
    let reference = reference.trim();
    let is_data = reference.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"));
    let (head, body) = if is_data { reference[5..].split_once(',')? } else { return None };
    let body = decoded_bytes(body);
    if head.trim_end().to_ascii_lowercase().ends_with(";base64") { base64::decoded(&body) } else { Some(body) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_are_plain_or_in_base64() {
        assert_eq!(data_uri("data:text/plain;charset=x,a%20b").unwrap(), b"a b");
        assert_eq!(data_uri(" DATA:image/gif;base64,R0lG\nODlh").unwrap(), b"GIF89a");
        assert_eq!(data_uri("data:;base64,R0lGOA%3D%3D").unwrap(), b"GIF8");
        assert_eq!(data_uri("data:;base64,R0lGOA").unwrap(), b"GIF8");
        assert_eq!((data_uri("data:x"), data_uri("a.gif"), data_uri("data:;base64,*")), (None, None, None));
    }
}
