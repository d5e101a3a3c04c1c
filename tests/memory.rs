//! The limit of memory is kept by what conversions really allocate.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::fs;
use std::io::Cursor;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use image::{ImageFormat, Rgb, RgbImage};
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

/// Formats whose pictures come row by row, and some that they are written to so.
const IN_ROWS: [(&str, &str); 14] = [
    ("bmp", "png"),
    ("qoi", "png"),
    ("tga", "jpeg"),
    ("pnm", "png"),
    ("farbfeld", "jpeg"),
    ("png", "jpeg"),
    ("png", "bmp"),
    ("png", "qoi"),
    ("png", "tga"),
    ("qoi", "pnm"),
    ("tga", "farbfeld"),
    ("bmp", "tiff"),
    ("tiff", "png"),
    ("tiff", "jpeg"),
];

/// What is written is held once where its length is known before, and some small multiple of the little it is otherwise:
/// never the picture that goes from one file to the other.
#[test]
fn pictures_go_from_file_to_file_in_rows() {
    let _turn = TURN.lock().unwrap();
    let (width, height) = (2_000, 1_500);
    let picture = RgbImage::from_fn(width, height, |x, y| Rgb([(x / 16) as u8, (y / 16) as u8, ((x + y) / 32) as u8]));
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, ImageFormat::Png).unwrap();
    let whole = u64::from(width * height) * 3;
    for (from, to) in IN_ROWS.map(|(from, to)| (Format::find(from).unwrap(), Format::find(to).unwrap())) {
        let bytes = match from {
            Format::PNG => png.get_ref().clone(),
            from => transvase::convert(png.get_ref(), from).unwrap().bytes,
        };
        let written = quick(to).convert(&bytes).unwrap().bytes.len() as u64;
        let peak = peak(&bytes, to);
        assert!(
            peak < written + whole / 2,
            "{from} to {to}: {peak} bytes for {written}, {whole} are the whole picture"
        );
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
