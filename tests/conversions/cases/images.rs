//! What becomes of pictures whose companions and words used to go in silence.

use transvase::{Converter, Format, Output, WarningCode};
use transvase_tests::case;

fn drops_metadata(output: &Output) -> bool {
    output.warnings.iter().any(|warning| warning.code == WarningCode::MetadataDropped)
}

fn count(bytes: &[u8], needle: &[u8]) -> usize {
    bytes.windows(needle.len()).filter(|window| *window == needle).count()
}

#[test]
fn the_second_picture_stays_or_is_missed() {
    let Some(photo) = case("two-pictures-lossless.jpg") else { return };
    // Each begins with these bytes; what lies in metadata has others behind them.
    let pictures = |bytes: &[u8]| count(bytes, b"\xFF\xD8\xFF\xE0") + count(bytes, b"\xFF\xD8\xFF\xE1");
    for converter in [Converter::new(Format::JPEG).lossless(true), Converter::new(Format::JPEG).max_bytes(1 << 20)] {
        let output = converter.convert(&photo).unwrap();
        assert!(pictures(&output.bytes) == pictures(&photo) || drops_metadata(&output));
    }
}

#[test]
fn what_a_photo_says_of_itself_goes_to_png() {
    let Some(photo) = case("metadata-to-png.jpg") else { return };
    let png = transvase::convert(&photo, Format::PNG).unwrap();
    for keyword in ["XML:com.adobe.xmp", "Raw profile type iptc", "Comment"] {
        assert_eq!(count(&png.bytes, keyword.as_bytes()), 1, "{keyword}");
    }
    assert!(!drops_metadata(&png));
}
