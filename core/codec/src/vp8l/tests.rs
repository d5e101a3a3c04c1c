//! Streams, read again by an independent decoder.

use std::convert::Infallible;
use std::io::Cursor;

use super::Pixels;

/// The stream in a file of its own (RFC 9649, 2.6).
fn file(stream: &[u8]) -> Vec<u8> {
    let pad = vec![0; stream.len() % 2];
    let chunk = [b"VP8L", &(stream.len() as u32).to_le_bytes()[..], stream, &pad].concat();
    [b"RIFF", &(chunk.len() as u32 + 4).to_le_bytes()[..], b"WEBP", &chunk].concat()
}

/// What a decoder reads: red, green, blue and opacity.
fn decoded(stream: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(file(stream))).unwrap();
    let mut samples = vec![0; decoder.output_buffer_size().unwrap()];
    decoder.read_image(&mut samples).unwrap();
    if !decoder.has_alpha() {
        samples = samples.chunks_exact(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]).collect();
    }
    let (width, height) = decoder.dimensions();
    (width, height, samples)
}

fn encoded(width: usize, samples: &[u8], effort: u8) -> Vec<u8> {
    let Ok(stream) = Pixels::from_samples(width, 4, samples).encode(effort, &mut || Ok::<(), Infallible>(()));
    stream
}

/// Numbers without an order (xorshift32).
fn noise(seed: u32) -> impl FnMut() -> u32 {
    let mut state = seed.max(1);
    move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    }
}

/// Pictures of all kinds.
fn pictures(width: usize, height: usize) -> Vec<Vec<u8>> {
    let draw = |of: &mut dyn FnMut(usize, usize) -> [u8; 4]| -> Vec<u8> {
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).flat_map(|(x, y)| of(x, y)).collect()
    };
    let mut random = noise(7);
    let mut any = draw(&mut |_, _| random().to_le_bytes());
    let few = |count: u32| {
        let mut random = noise(count);
        draw(&mut |x, y| {
            let color = if (x / 3 + y / 2) % 4 == 0 { random() % count } else { (x / 5) as u32 % count };
            color.wrapping_mul(0x0103_0507).to_le_bytes()
        })
    };
    let mut pictures: Vec<Vec<u8>> = [1, 2, 3, 4, 5, 16, 17, 200, 256, 257].map(few).to_vec();
    pictures.push(draw(&mut |x, y| [(x * 3 + y) as u8, (x + y * 2) as u8, (x * y / 7) as u8, 255]));
    pictures.push(draw(&mut |x, y| [(x / 8) as u8, 0, 0, (y * 5) as u8]));
    pictures.push(draw(&mut |x, y| [x as u8 ^ y as u8; 4]));
    // Gray, and rows that come again.
    pictures.push(draw(&mut |x, y| [[x as u8, x as u8, x as u8, 255], [9, 8, 7, 255]][usize::from(y % 5 == 0)]));
    pictures.push(any.clone());
    any.rotate_left(width);
    pictures.push([any.clone(), any].concat()[..width * height * 4].to_vec());
    pictures
}

#[test]
fn pictures_come_back_as_they_were() {
    for (width, height) in [(1, 1), (1, 9), (9, 1), (2, 2), (7, 3), (40, 33), (300, 5), (5, 300), (130, 70)] {
        for (kind, samples) in pictures(width, height).iter().enumerate() {
            for effort in [0, 5, 9] {
                let found = decoded(&encoded(width, samples, effort));
                assert_eq!((found.0, found.1), (width as u32, height as u32));
                assert!(found.2 == *samples, "{width} x {height}, kind {kind}, effort {effort}");
            }
        }
    }
}

/// Rows longer than a stretch of the search, copies longer than the longest, and colours far away.
#[test]
fn large_pictures_come_back_as_they_were() {
    for samples in pictures(16_383, 5).into_iter().chain(pictures(900, 700)) {
        let width = if samples.len() == 16_383 * 20 { 16_383 } else { 900 };
        assert!(decoded(&encoded(width, &samples, 5)).2 == samples);
    }
}

#[test]
fn what_comes_again_takes_hardly_any_bytes() {
    let mut random = noise(3);
    let strip: Vec<u8> = (0..64 * 16).flat_map(|_| random().to_le_bytes()).collect();
    let one = encoded(64, &strip, 5).len();
    let sixty = encoded(64, &strip.repeat(60), 5).len();
    // A row more than the strip may be new: neighbours tell the first row of a picture otherwise than the same one below.
    assert!(sixty < one + one / 8, "{one} {sixty}");
    assert!(encoded(500, &vec![7; 500 * 500 * 4], 5).len() < 40);
}

#[test]
fn opacity_is_the_green_of_a_stream_without_a_head() {
    let opacity: Vec<u8> = (0..60 * 40).map(|at| (at % 60 * 4) as u8).collect();
    let plane = Pixels::from_opacity(60, &opacity);
    let Ok(body) = plane.encode_body(5, &mut || Ok::<(), Infallible>(()));
    let Ok(whole) = plane.encode(5, &mut || Ok::<(), Infallible>(()));
    assert_eq!(whole[5..], body);
    let green: Vec<u8> = decoded(&whole).2.chunks_exact(4).map(|pixel| pixel[1]).collect();
    assert_eq!(green, opacity);
}

#[test]
fn an_encoder_stops_when_it_is_told_to() {
    let samples = &pictures(130, 70)[14];
    let mut calls = 0;
    let mut count = |most: usize| {
        calls = 0;
        Pixels::from_samples(130, 4, samples).encode(5, &mut || {
            calls += 1;
            if calls > most { Err(calls) } else { Ok(()) }
        })
    };
    assert!(count(usize::MAX).is_ok());
    for most in 0..6 {
        assert_eq!(count(most), Err(most + 1));
    }
}
