//! A metafile for tests.

/// A record of an EMF: its type and what follows, in whole words ([MS-EMF] 2.3).
pub(super) fn record(kind: u32, words: &[i32]) -> Vec<u8> {
    let size = 8 + 4 * words.len() as u32;
    let words = words.iter().flat_map(|word| word.to_le_bytes());
    kind.to_le_bytes().into_iter().chain(size.to_le_bytes()).chain(words).collect()
}

/// A metafile of 200 by 100 units with a red box in it, and a word.
pub fn sample() -> Vec<u8> {
    let mut text: Vec<i32> = vec![0, 0, 199, 99, 1, 0x3F80_0000, 0x3F80_0000];
    text.extend([20, 50, 2, 76, 0, 0, 0, -1, -1, 80]);
    text.extend([i32::from(b'H') | i32::from(b'i') << 16, 10, 10]);
    let mut font = vec![1, -20, 0, 0, 0, 700, 0, 0];
    font.extend(
        "Arial\0"
            .encode_utf16()
            .collect::<Vec<_>>()
            .chunks(2)
            .map(|pair| i32::from(pair[0]) | i32::from(pair[1]) << 16),
    );
    font.resize(81, 0);
    let body: Vec<Vec<u8>> = vec![
        record(9, &[200, 100]),              // EMR_SETWINDOWEXTEX
        record(39, &[2, 0, 0x0000_00FF, 0]), // EMR_CREATEBRUSHINDIRECT, red
        record(37, &[2]),                    // EMR_SELECTOBJECT
        record(43, &[50, 25, 150, 75]),      // EMR_RECTANGLE
        record(82, &font),                   // EMR_EXTCREATEFONTINDIRECTW
        record(37, &[1]),
        record(84, &text),       // EMR_EXTTEXTOUTW
        record(14, &[0, 0, 20]), // EMR_EOF
    ];
    let body: Vec<u8> = body.concat();
    let mut header = vec![0, 0, 199, 99, 0, 0, 5_291, 2_645, 0x464D_4520, 0x1_0000];
    header.extend([body.len() as i32 + 108, 9, 3, 0, 0, 0, 1_920, 1_080, 508, 285, 0, 0, 0, 508_000, 285_000]);
    [record(1, &header), body].concat()
}
