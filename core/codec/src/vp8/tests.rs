//! Frames decoded by another program's decoder.

use super::{Knobs, Picture, Study};

/// A picture with smooth parts, edges and texture.
fn sample(width: usize, height: usize) -> Vec<u8> {
    let pixel = |at: usize| {
        let (x, y) = (at % width, at / width);
        let texture = if x > width / 2 { ((x * 7 + y * 13 + x * y) % 61) as u8 } else { 0 };
        let disc = if (x as i32 - 20).pow(2) + (y as i32 - 20).pow(2) < 150 { 90 } else { 0 };
        [(x * 3 % 160) as u8 + texture, 60 + disc + texture, (y * 2 % 150) as u8 + disc]
    };
    (0..width * height).flat_map(pixel).collect()
}

fn study(width: usize, height: usize) -> Study {
    let picture = Picture::from_samples(width, height, 3, &sample(width, height)).unwrap();
    Study::new::<()>(picture, &mut || Ok(())).unwrap()
}

fn encoded(width: usize, height: usize, quality: f64, effort: u8) -> Vec<u8> {
    let frame = study(width, height).encode::<()>(&Knobs::of_quality(quality, effort), &mut || Ok(())).unwrap();
    riff(&frame)
}

/// A file of one frame (RFC 9649, 2.5).
fn riff(frame: &[u8]) -> Vec<u8> {
    let padding = frame.len() % 2;
    let sizes = [frame.len() + padding + 12, frame.len()].map(|size| (size as u32).to_le_bytes());
    [b"RIFF", &sizes[0][..], b"WEBPVP8 ", &sizes[1], frame, &[0][..padding]].concat()
}

fn decoded(file: &[u8]) -> Vec<u8> {
    let mut decoder = image_webp::WebPDecoder::new(std::io::Cursor::new(file)).unwrap();
    let mut samples = vec![0; decoder.output_buffer_size().unwrap()];
    decoder.read_image(&mut samples).unwrap();
    samples
}

fn mean_gap(a: &[u8], b: &[u8]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(&a, &b)| f64::from(a.abs_diff(b))).sum::<f64>() / a.len() as f64
}

#[test]
fn pictures_of_all_sizes_come_back() {
    for (width, height) in [(1, 1), (2, 3), (16, 16), (17, 33), (64, 15), (97, 81)] {
        for effort in [0, 3, 5, 9] {
            let gap = mean_gap(&decoded(&encoded(width, height, 98.0, effort)), &sample(width, height));
            assert!(gap < 5.0, "{width}x{height} at effort {effort}: {gap}");
        }
    }
}

#[test]
fn quality_decides_on_size_and_error() {
    let original = sample(160, 120);
    let results = [0.0, 30.0, 60.0, 85.0, 100.0].map(|quality| {
        let file = encoded(160, 120, quality, 5);
        (file.len(), mean_gap(&decoded(&file), &original))
    });
    for pair in results.windows(2) {
        assert!(pair[0].0 < pair[1].0 && pair[0].1 > pair[1].1, "{results:?}");
    }
}

#[test]
fn results_are_the_same_each_time() {
    assert_eq!(encoded(97, 81, 70.0, 5), encoded(97, 81, 70.0, 5));
}

#[test]
fn estimates_come_near() {
    for (width, height) in [(120, 90), (900, 900)] {
        let mut study = study(width, height);
        for step in [12.0, 50.0] {
            let knobs = Knobs { step, fidelity: 1.0, effort: 3 };
            let estimate = study.estimate::<()>(&knobs, &mut || Ok(())).unwrap() as f64;
            let size = study.encode::<()>(&knobs, &mut || Ok(())).unwrap().len() as f64;
            assert!((estimate / size - 1.0).abs() < 0.1, "{estimate} {size}");
        }
    }
}

#[test]
fn knobs_at_their_ends_are_borne() {
    let study = study(50, 40);
    for (step, fidelity) in [(0.0, 0.0), (1e9, 0.0), (0.0, 1e9), (f64::NAN, f64::NAN)] {
        let frame = study.encode::<()>(&Knobs { step, fidelity, effort: 5 }, &mut || Ok(())).unwrap();
        decoded(&riff(&frame));
    }
}

#[test]
fn what_stops_a_row_stops_the_frame() {
    let mut rows = 0;
    let stopped = study(64, 64).encode(&Knobs::of_quality(50.0, 5), &mut || {
        rows += 1;
        if rows > 2 { Err("stop") } else { Ok(()) }
    });
    assert_eq!(stopped, Err("stop"));
}

#[test]
fn pictures_without_a_frame_are_refused() {
    assert!(Picture::from_samples(0, 5, 3, &[]).is_none());
    assert!(Picture::from_samples(16384, 1, 3, &vec![0; 16384 * 3]).is_none());
    assert!(Picture::from_samples(5, 5, 3, &[0; 74]).is_none());
}
