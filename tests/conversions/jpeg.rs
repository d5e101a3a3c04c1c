//! JPEG as cameras, scanners and the web have it: arithmetic codes, further pictures, metadata on the way to
//! PNG, damage. Files are put together here, segment by segment (ITU T.81, CIPA DC-007).

use std::io::Cursor;

use transvase::{Converter, ErrorCode, Format, Output, WarningCode};
use transvase_tests::{desk, hostile, root};

fn data(name: &str) -> Vec<u8> {
    std::fs::read(root().join("tests/data").join(name)).expect("it is part of the repository")
}

fn to_png(jpeg: &[u8]) -> Output {
    Converter::new(Format::PNG).convert(jpeg).expect("it can be read")
}

fn pixels(picture: &[u8]) -> Vec<u8> {
    image::load_from_memory(picture).expect("it is whole").to_rgb8().into_raw()
}

fn warns(output: &Output, code: WarningCode) -> bool {
    output.warnings.iter().any(|warning| warning.code == code)
}

/// A segment with its marker and length.
fn segment(marker: u8, content: &[u8]) -> Vec<u8> {
    let length = (content.len() as u16 + 2).to_be_bytes();
    [&[0xFF, marker][..], &length, content].concat()
}

/// A picture with segments put in behind its first two bytes.
fn with(jpeg: &[u8], segments: &[Vec<u8>]) -> Vec<u8> {
    [&jpeg[..2], &segments.concat(), &jpeg[2..]].concat()
}

/// The places of `needle` in `bytes`.
fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes.windows(needle.len()).position(|window| window == needle)
}

fn has(bytes: &[u8], needle: &[u8]) -> bool {
    find(bytes, needle).is_some()
}

#[test]
fn arithmetic_codes_say_what_huffman_codes_say() {
    for order in ["baseline", "progressive"] {
        let huffman = to_png(&data(&format!("huffman-{order}.jpg")));
        let arithmetic = data(&format!("arithmetic-{order}.jpg"));
        assert!(pixels(&to_png(&arithmetic).bytes) == pixels(&huffman.bytes), "{order}");
        let smaller = Converter::new(Format::JPEG).lossless(true).convert(&arithmetic).unwrap();
        assert!(smaller.bytes.len() <= arithmetic.len(), "{order}");
        let limited = Converter::new(Format::JPEG).max_bytes(500).convert(&arithmetic).unwrap();
        assert!(limited.bytes.len() <= 500);
        let shown = image::load_from_memory(&limited.bytes).expect("Huffman codes, which every program reads");
        assert_eq!((shown.width(), shown.height()), (48, 40));
    }
}

/// Two pictures with an index of them, as cameras write previews and phones gain maps.
fn two_pictures() -> Vec<u8> {
    let (first, second) = (data("huffman-baseline.jpg"), data("huffman-progressive.jpg"));
    let index = |first_bytes: u32, second_at: u32| {
        let mut index = b"MPF\0II*\0\x08\0\0\0\x03\0".to_vec();
        let mut entry = |tag: u16, kind: u16, count: u32, value: [u8; 4]| {
            index.extend([tag.to_le_bytes(), kind.to_le_bytes()].concat());
            index.extend([count.to_le_bytes(), value].concat());
        };
        entry(0xB000, 7, 4, *b"0100");
        entry(0xB001, 4, 1, 2_u32.to_le_bytes());
        entry(0xB002, 7, 32, 50_u32.to_le_bytes());
        index.extend([0; 4]);
        for number in [0x0003_0000, first_bytes, 0, 0, 0, second.len() as u32, second_at, 0] {
            index.extend(number.to_le_bytes());
        }
        segment(0xE2, &index)
    };
    let bytes = (first.len() + index(0, 0).len()) as u32;
    // Places are counted from behind the marker, the length and the four letters.
    let file = with(&first, &[index(bytes, bytes - 10)]);
    [file, second].concat()
}

/// Where the index of a file says that the second picture lies, and its length.
fn second_in_index(jpeg: &[u8]) -> (usize, usize) {
    let base = find(jpeg, b"MPF\0").expect("there is an index") + 4;
    let little = jpeg[base] == b'I';
    let number = |at: usize| {
        let bytes: [u8; 4] = jpeg[base + at..base + at + 4].try_into().expect("four bytes");
        if little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) }
    };
    let tags = jpeg[base + 10..].chunks(12).take(8).position(|row| row[..2] == [2, 0xB0] || row[..2] == [0xB0, 2]);
    let entries = number(10 + 12 * tags.expect("there are entries") + 8) as usize;
    (base + number(entries + 16 + 8) as usize, number(entries + 16 + 4) as usize)
}

#[test]
fn a_second_picture_stays_with_a_right_index_or_is_missed() {
    let (file, second) = (two_pictures(), data("huffman-progressive.jpg"));
    let roomy = file.len() as u64 - 40;
    for converter in [Converter::new(Format::JPEG).lossless(true), Converter::new(Format::JPEG).max_bytes(roomy)] {
        let output = converter.convert(&file).unwrap();
        if output.bytes == file {
            continue;
        }
        match warns(&output, WarningCode::MetadataDropped) {
            true => assert!(!has(&output.bytes, b"MPF\0"), "an index of what has gone"),
            false => {
                let (at, length) = second_in_index(&output.bytes);
                assert_eq!((at + length, length), (output.bytes.len(), second.len()));
                assert!(output.bytes[at..] == second);
            }
        }
    }
    let lossless = Converter::new(Format::JPEG).lossless(true).convert(&file).unwrap();
    assert!(!warns(&lossless, WarningCode::MetadataDropped), "nothing is lost without loss");
    let tight = Converter::new(Format::JPEG).max_bytes(700).convert(&file).unwrap();
    assert!(tight.bytes.len() <= 700 && warns(&tight, WarningCode::MetadataDropped));
    assert!(warns(&to_png(&file), WarningCode::MetadataDropped) || warns(&to_png(&file), WarningCode::FramesDropped));
}

const XMP: &[u8] = b"<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'/>";
const REMARK: &[u8] = b"drawn by hand";

/// A picture with a packet of XMP, a caption by IPTC and a remark.
fn described() -> Vec<u8> {
    let caption = [b"\x1C\x02\x78\x00\x05".as_slice(), b"Heron"].concat();
    let mut resource = b"Photoshop 3.0\08BIM\x04\x04\0\0".to_vec();
    resource.extend((caption.len() as u32).to_be_bytes());
    resource.extend(&caption);
    with(
        &data("huffman-baseline.jpg"),
        &[
            segment(0xE1, &[b"http://ns.adobe.com/xap/1.0/\0".as_slice(), XMP].concat()),
            segment(0xED, &resource),
            segment(0xFE, REMARK),
        ],
    )
}

/// The keywords of the text chunks of a PNG file (PNG 3rd edition, 11.3.3).
fn keywords(png: &[u8]) -> Vec<String> {
    let (mut keywords, mut at) = (Vec::new(), 8);
    while let Some(head) = png.get(at..at + 8) {
        let length = u32::from_be_bytes(head[..4].try_into().expect("four bytes")) as usize;
        if [b"tEXt", b"iTXt", b"zTXt"].iter().any(|kind| head[4..] == **kind) {
            let text = &png[at + 8..at + 8 + length];
            let end = text.iter().position(|byte| *byte == 0).expect("a keyword ends");
            keywords.push(String::from_utf8_lossy(&text[..end]).into_owned());
        }
        at += 12 + length;
    }
    keywords
}

#[test]
fn what_a_photo_says_of_itself_goes_to_png_and_back() {
    let png = to_png(&described());
    let words = keywords(&png.bytes);
    for word in ["XML:com.adobe.xmp", "Raw profile type iptc", "Comment"] {
        assert!(words.iter().any(|known| known == word), "{word}: {words:?}");
    }
    assert!(!warns(&png, WarningCode::MetadataDropped));
    let back = Converter::new(Format::JPEG).convert(&png.bytes).unwrap();
    for words in [XMP, b"\x1C\x02\x78\x00\x05Heron", REMARK] {
        assert!(has(&back.bytes, words), "{}", String::from_utf8_lossy(words));
    }
    assert!(!warns(&back, WarningCode::MetadataDropped));
}

#[test]
fn damage_is_repaired_and_said() {
    let photo = desk::sample("rgb.jpg").bytes;
    for jpeg in [photo.clone(), data("arithmetic-baseline.jpg"), data("arithmetic-progressive.jpg")] {
        let cut = &jpeg[..jpeg.len() * 3 / 4];
        assert!(warns(&to_png(cut), WarningCode::InputRepaired));
        let again = Converter::new(Format::JPEG).max_bytes(cut.len() as u64 - 10).convert(cut).unwrap();
        assert!(warns(&again, WarningCode::InputRepaired) && again.bytes.len() < cut.len());
    }
    assert!(to_png(&photo).warnings.is_empty());
}

/// A JPEG without the segments of `marker`.
fn without(jpeg: &[u8], marker: u8) -> Vec<u8> {
    let (mut kept, mut at) = (jpeg[..2].to_vec(), 2);
    while jpeg[at + 1] != 0xDA {
        let end = at + 2 + usize::from(u16::from_be_bytes([jpeg[at + 2], jpeg[at + 3]]));
        if jpeg[at + 1] != marker {
            kept.extend(&jpeg[at..end]);
        }
        at = end;
    }
    [kept, jpeg[at..].to_vec()].concat()
}

#[test]
fn what_other_programs_read_is_read() {
    let whole = data("huffman-baseline.jpg");
    let end = whole.len() - 2;
    let plain = pixels(&to_png(&whole).bytes);
    let odd: [(&str, Vec<u8>); 5] = [
        ("tables of motion JPEG (T.81, K.3) are known", without(&whole, 0xC4)),
        ("no end of image", whole[..end].to_vec()),
        ("fill bytes before a marker", [&whole[..2], &[0xFF; 3], &whole[2..]].concat()),
        ("words behind the end", [&whole[..], b"a thumbnail's rest"].concat()),
        ("an empty segment of an application", with(&whole, &[segment(0xEE, b"Adobe")])),
    ];
    for (what, jpeg) in odd {
        let png = Converter::new(Format::PNG).convert(&jpeg).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(pixels(&png.bytes) == plain, "{what}");
        let smaller = Converter::new(Format::JPEG).max_bytes(600).convert(&jpeg).unwrap();
        assert!(smaller.bytes.len() <= 600, "{what}");
    }
}

#[test]
fn nothing_breaks_or_grows_on_changed_bytes() {
    let kinds = [two_pictures(), described(), data("arithmetic-baseline.jpg"), data("arithmetic-progressive.jpg")];
    for (kind, jpeg) in kinds.iter().enumerate() {
        for seed in 0..60 {
            let odd = hostile::mutated(jpeg, seed);
            let limit = odd.len() as u64 / 2;
            for result in [
                Converter::new(Format::PNG).convert(&odd),
                Converter::new(Format::JPEG).convert(&odd),
                Converter::new(Format::JPEG).max_bytes(limit).convert(&odd),
            ] {
                match result {
                    Ok(output) if output.format == Format::JPEG => assert!(output.bytes.len() <= odd.len()),
                    Ok(output) => {
                        assert!(image::ImageReader::new(Cursor::new(output.bytes)).with_guessed_format().is_ok());
                    }
                    Err(error) => assert_ne!(error.code(), ErrorCode::Internal, "kind {kind}, seed {seed}: {error}"),
                }
            }
        }
    }
}
