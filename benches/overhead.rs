//! What `tests/c/overhead.c` measures, without C between: the core's own cost of a call that has nothing to do but
//! copy. `cargo bench -p transvase-benches --bench overhead`; the difference is the overhead of the C library.

use std::hint::black_box;
use std::time::Instant;

use transvase::{Converter, Format};
use transvase_benches::example;

/// Bytes of the input, rounds, and calls in each, as in the program in C.
const LEN: usize = 1024;
const ROUNDS: usize = 9;
const COUNT: u32 = 200_000;

fn main() {
    let photo = example("photo.jpg");
    let converter = Converter::new(Format::JPEG).max_bytes(1 << 20);
    let best = (0..ROUNDS).map(|_| round_ns(&photo[..LEN], &converter)).fold(f64::INFINITY, f64::min);
    println!("measured: {best:.0} ns a call of the core (the best of {ROUNDS} rounds of {COUNT})");
}

/// Nanoseconds a call.
fn round_ns(input: &[u8], converter: &Converter) -> f64 {
    let start = Instant::now();
    for _ in 0..COUNT {
        let output = converter.convert(black_box(input));
        assert!(black_box(output).is_ok(), "a file under its limit comes back as it is");
    }
    start.elapsed().as_nanos() as f64 / f64::from(COUNT)
}
