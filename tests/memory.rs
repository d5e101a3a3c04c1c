//! The limit of memory is kept by what conversions really allocate.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::fs;
use std::io::Cursor;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use transvase::{Converter, Format, Limits};
use transvase_memory::Counting;
use transvase_tests::samples::quick;
use transvase_tests::{root, samples};

/// What the whole process holds, and held at the most: the allocator below the one that is tested.
static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

struct Watched;

#[global_allocator]
static ALLOCATOR: Counting<Watched> = Counting(Watched);

#[allow(unsafe_code, reason = "an allocator is unsafe to write; this one hands every call on as it came")]
// SAFETY: every call goes to the system's allocator with the same arguments; counting neither allocates nor unwinds.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(held, Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(place, layout) }
    }
}

/// Conversions one at a time: the sums above are those of the process.
static TURN: Mutex<()> = Mutex::new(());

fn converter(to: Format, memory_bytes: u64) -> Converter {
    quick(to).limits(Limits { memory_bytes, ..Limits::default() })
}

/// What a conversion allocates at the most beyond what there was. What a dependency makes once and keeps for the rest of
/// the process is there before.
fn peak(bytes: &[u8], to: Format) -> u64 {
    drop(quick(to).convert(bytes).unwrap());
    let before = HELD.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    drop(quick(to).convert(bytes).unwrap());
    (PEAK.load(Ordering::Relaxed) - before) as u64
}

/// What a conversion may allocate and give back between two looks, as in one call that
/// subsets and packs fonts, or draws a picture inside a drawing.
const UNSEEN_BYTES: u64 = 2 << 20;

/// Of every format there is: a sample is all that one more needs.
#[test]
fn what_is_counted_is_what_is_allocated() {
    let _turn = TURN.lock().unwrap();
    let mut findings = Vec::new();
    for (sample, to) in samples::pairs() {
        let peak = peak(&sample.bytes, to);
        let too_little = (peak * 8 / 10).min(peak.saturating_sub(UNSEEN_BYTES));
        let refused = converter(to, too_little).convert(&sample.bytes).err();
        let which = refused.as_ref().and_then(|error| error.details().which.as_deref());
        // What takes less than may go unseen is never refused.
        if which != Some("memory_bytes") && too_little > 0 {
            findings.push(format!("{} to {to}: {too_little} of {peak} bytes are enough", sample.name));
        }
        // Nothing of before is left to be counted.
        if let Err(error) = converter(to, peak * 11 / 10).convert(&sample.bytes) {
            findings.push(format!("{} to {to}: 110 % of {peak} bytes are not enough: {error}", sample.name));
        }
    }
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

/// What is read and written row by row is never there whole: beside the result, some bands are.
#[test]
fn rows_go_by() {
    let _turn = TURN.lock().unwrap();
    let picture = image::RgbImage::from_fn(2_400, 1_800, |x, y| image::Rgb([x as u8, y as u8, (x / 9 + y / 7) as u8]));
    let mut tiff = Cursor::new(Vec::new());
    picture.write_to(&mut tiff, image::ImageFormat::Tiff).unwrap();
    let whole = picture.as_raw().len() as u64;
    for to in [Format::PNG, Format::JPEG] {
        let result = quick(to).convert(tiff.get_ref()).unwrap().bytes.len() as u64;
        let peak = peak(tiff.get_ref(), to);
        assert!(peak < 2 * result + whole / 3, "TIFF to {to}: {peak} bytes for {result}, of {whole} bytes of pixels");
    }
}

#[test]
fn threads_count_together() {
    let _turn = TURN.lock().unwrap();
    let bytes = fs::read(root().join("examples/report.pdf")).unwrap();
    let alone = peak(&bytes, Format::DOCX);
    let error = converter(Format::DOCX, alone / 2).threads(4).convert(&bytes).unwrap_err();
    assert_eq!(error.details().which.as_deref(), Some("memory_bytes"), "{error}");
    converter(Format::DOCX, 4 * alone).threads(4).convert(&bytes).unwrap();
}

#[test]
fn what_a_caller_holds_is_not_counted() {
    let _turn = TURN.lock().unwrap();
    let bytes = fs::read(root().join("examples/photo.jpg")).unwrap();
    let peak = peak(&bytes, Format::PNG);
    let kept = vec![1_u8; 2 * peak as usize];
    assert!(converter(Format::PNG, peak * 11 / 10).convert(&bytes).is_ok());
    drop(kept);
}
