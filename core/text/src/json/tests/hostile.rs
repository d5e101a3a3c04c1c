//! Cut and changed documents end in an error with a code, or in a document.

use super::*;
use transvase_base::error::ErrorCode;
use transvase_base::side_by_side::STACK_BYTES;

/// Reads bytes; whatever comes of them is written again.
fn survive(bytes: &[u8]) {
    match read::read(bytes, &Context::default()) {
        Ok(flow) => drop(write(flow, &Context::default()).unwrap()),
        Err(error) => assert!([ErrorCode::Malformed, ErrorCode::Truncated].contains(&error.code()), "{error}"),
    }
}

#[test]
fn cut_documents_are_truncated() {
    for end in (0..SAMPLE.len()).step_by(101) {
        survive(&SAMPLE.as_bytes()[..end]);
    }
    let error = read::read(&SAMPLE.as_bytes()[..SAMPLE.len() / 2], &Context::default()).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Truncated);
}

#[test]
fn changed_documents_are_survived() {
    // A linear congruential generator (Knuth, MMIX).
    let mut state = 7_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let signs = b"{}[]\",:0-9e";
    for _ in 0..500 {
        let mut bytes = SAMPLE.as_bytes().to_vec();
        for _ in 0..=next(3) {
            let at = next(bytes.len());
            bytes[at] = if next(2) == 0 { signs[next(signs.len())] } else { next(256) as u8 };
        }
        survive(&bytes);
    }
}

/// A document of one block.
fn of(block: &str) -> String {
    format!("{{\"format\":\"transvase-document\",\"version\":1,\"sections\":[{{\"blocks\":[{block}]}}]}}")
}

#[test]
fn numbers_beyond_reason_are_survived() {
    let blocks = [
        r#"{"type":"table","columns":[1e300,-1],"rows":[{"cells":[{"column_span":4294967295,"row_span":4294967295}]}]}"#,
        r#"{"type":"paragraph","text":"a","runs":[{"text":"a","note":9,"comments":[9,9],"changes":[1]}]}"#,
        r#"{"type":"paragraph","text":"a","font":{"size":1e300,"scale":-1,"weight":65535,"color":"blue"}}"#,
        r#"{"type":"heading","level":255,"text":"a"}"#,
        r#"{"type":"list","marker":{"type":"number","format":"decimal","parents":255},"start":4294967295,"items":[{},{}]}"#,
        r#"{"type":"frame","box":[9,9,-1e30,1e30],"blocks":[]}"#,
        r#"{"type":"paragraph","text":"é","drop_cap":{"text":"é","lines":0}}"#,
        r#"{"type":"paragraph","text":"","runs":[{"drawing":{"images":[{"media":7}],"shapes":[{"path":"M1"}]}}]}"#,
    ];
    for block in blocks {
        let flow = parsed(&of(block));
        drop(whole(flow));
    }
}

#[test]
fn nesting_is_bounded() {
    let deep = |count: usize| {
        let open = "{\"type\":\"quote\",\"blocks\":[".repeat(count);
        of(&format!("{open}{}", "]}".repeat(count)))
    };
    // As whoever converts: on a thread with room.
    let flow = transvase::flow(deep(50).as_bytes(), None).unwrap();
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(|| whole(flow)).unwrap();
    let again = thread.join().unwrap();
    transvase::flow(again.as_bytes(), None).unwrap();
    assert_eq!(transvase::flow(deep(100_000).as_bytes(), None).unwrap_err().code(), ErrorCode::Malformed);
}

#[test]
fn objects_are_counted() {
    let json = of(&vec!["{\"type\":\"rule\"}"; 20_000].join(","));
    let limits = Limits { elements: 10_000, ..Limits::default() };
    let error = read::read(json.as_bytes(), &Context::new(Options::default(), limits)).unwrap_err();
    assert_eq!(error.details().which.as_deref(), Some("elements"));
    parsed(&json);
}
