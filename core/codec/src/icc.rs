//! ICC profiles (ISO 15076-1), as far as a file's size depends on them.

/// Signature of the colour space a profile is for, such as `b"RGB "` (ISO 15076-1, 7.2.6).
pub fn space(profile: &[u8]) -> Option<&[u8]> {
    profile.get(16..20)
}

/// Whether a profile is one of the many that describe sRGB, which is what viewers assume where there
/// is none: an RGB profile whose description says so.
pub fn is_srgb(profile: &[u8]) -> bool {
    space(profile) == Some(b"RGB ") && description(profile).is_some_and(says_srgb)
}

/// The `desc` tag's data (ISO 15076-1, 7.3 and 9.2.41).
fn description(profile: &[u8]) -> Option<&[u8]> {
    let count = number(profile, 128)?.min(100);
    let entry = (0..count).map(|index| 132 + index * 12).find(|at| profile.get(*at..at + 4) == Some(b"desc"))?;
    let (start, length) = (number(profile, entry + 4)?, number(profile, entry + 8)?);
    profile.get(start..start.checked_add(length)?)
}

fn number(profile: &[u8], at: usize) -> Option<usize> {
    Some(u32::from_be_bytes(*profile.get(at..)?.first_chunk::<4>()?) as usize)
}

/// The name at the start of the text, in ASCII (version 2) or UTF-16 (version 4).
fn says_srgb(description: &[u8]) -> bool {
    let ascii = description.get(12..).is_some_and(|text| text.starts_with(b"sRGB"));
    let wide = description.windows(8).any(|window| window == b"\0s\0R\0G\0B");
    ascii || wide && !description.windows(10).any(|window| window == b"\0-\0s\0R\0G\0B")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn srgb_is_told_from_other_profiles() {
        let srgb = moxcms::ColorProfile::new_srgb().encode().unwrap();
        let p3 = moxcms::ColorProfile::new_display_p3().encode().unwrap();
        assert!(is_srgb(&srgb));
        assert!(!is_srgb(&p3));
        for end in 0..srgb.len() {
            let _ = is_srgb(&srgb[..end]);
        }
    }
}
