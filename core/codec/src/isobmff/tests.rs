use super::boxes::{boxes, brands, find};
use super::*;
use transvase_base::context::Context;

fn item(kind: &[u8; 4], data: &[u8]) -> NewItem {
    NewItem { kind: *kind, media_type: "", data: data.to_vec(), properties: Vec::new(), refers: Vec::new() }
}

fn written() -> Vec<u8> {
    let mut first = item(b"av01", b"colours");
    first.property(b"ispe", &[&[0; 4], &7_u32.to_be_bytes(), &9_u32.to_be_bytes()], false);
    first.property(b"irot", &[&[3]], true);
    let mut second = item(b"av01", b"opacity");
    second.property(b"ispe", &[&[0; 4], &7_u32.to_be_bytes(), &9_u32.to_be_bytes()], false);
    second.property(b"auxC", &[&[0; 4], b"alpha\0"], true);
    second.refers = vec![(*b"auxl", vec![1])];
    let third =
        NewItem { media_type: "application/rdf+xml", refers: vec![(*b"cdsc", vec![1])], ..item(b"mime", b"<x/>") };
    file(&[*b"avif", *b"mif1"], &[first, second, third])
}

#[test]
fn what_is_written_is_read() {
    let (bytes, context) = (written(), Context::default());
    assert_eq!(brands(&bytes).collect::<Vec<_>>(), [b"avif", b"avif", b"mif1"]);
    let meta = Meta::read(&bytes, &context).unwrap();
    let primary = meta.primary().unwrap();
    assert_eq!(&*meta.data(primary, &context).unwrap(), b"colours");
    let properties: Vec<_> = meta.properties(primary).cloned().collect();
    assert_eq!(properties, [Property::Size(7, 9), Property::Turns(3)]);
    let opacity = meta.referring(b"auxl", primary.id).next().unwrap();
    assert_eq!(&*meta.data(opacity, &context).unwrap(), b"opacity");
    assert!(meta.properties(opacity).any(|property| *property == Property::Role("alpha".into())));
    let packet = meta.of_kind(b"mime").next().unwrap();
    assert_eq!(
        (packet.media_type.as_str(), &*meta.data(packet, &context).unwrap()),
        ("application/rdf+xml", &b"<x/>"[..])
    );
    assert!(meta.item(4).is_err());
}

#[test]
fn words_go_and_nothing_else_moves() {
    let (bytes, context) = (written(), Context::default());
    let silent = silenced(&bytes, false, &context).unwrap();
    assert_eq!(silent.len(), bytes.len());
    assert!(!silent.windows(4).any(|part| part == b"<x/>" || part == b"mime" || part == b"cdsc"));
    let meta = Meta::read(&silent, &context).unwrap();
    let primary = meta.primary().unwrap();
    assert_eq!(&*meta.data(primary, &context).unwrap(), b"colours");
    assert!(meta.properties(primary).eq([&Property::Size(7, 9), &Property::Turns(3)]));
    let opacity = meta.referring(b"auxl", primary.id).next().unwrap();
    assert_eq!(&*meta.data(opacity, &context).unwrap(), b"opacity");
    assert!(meta.item(3).is_err());
    assert_eq!(silenced(&silent, false, &context).unwrap(), silent, "there is nothing more to take");
}

#[test]
fn damage_ends_in_an_error_or_in_less() {
    let (bytes, context) = (written(), Context::default());
    for at in 0..bytes.len() {
        for with in [0, 0x55, 0xFF] {
            let mut damaged = bytes.clone();
            damaged[at] ^= with;
            for file in [&bytes[..at], &damaged] {
                if let Ok(meta) = Meta::read(file, &context) {
                    let _ = meta.primary().and_then(|item| meta.data(item, &context).map(|_| ()));
                }
                let _ = (tracks(file, &context).is_ok(), silenced(file, true, &context).is_ok());
            }
        }
    }
}

#[test]
fn sizes_of_boxes_have_three_forms() {
    let large = [&1_u32.to_be_bytes()[..], b"larg", &18_u64.to_be_bytes(), b"xy", &[0; 4], b"rest", b"all"].concat();
    let found: Vec<_> = boxes(&large).map(|boxed| (boxed.kind, boxed.body)).collect();
    assert_eq!(found, [(*b"larg", &b"xy"[..]), (*b"rest", &b"all"[..])]);
    assert_eq!(find(&large, b"none"), None);
    assert_eq!(boxes(&[0, 0, 0, 7, b'b', b'a', b'd', b'!']).count(), 0);
}
