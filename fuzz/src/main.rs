//! Fuzzing with libFuzzer. What is fuzzed is named by the variable `TRANSVASE_FUZZ`: a route of the library, as in
//! `pdf-docx`, or a part of a file that is wrapped into a whole one, as in `jbig2`. Without a name the program lists them.
//! A panic ends libFuzzer's run, also one that the facade would turn into an error.

#![no_main]

mod allocator;
mod checks;
#[path = "../../tests/src/made.rs"]
#[allow(dead_code, reason = "the tests of the surfaces need more of it")]
mod made;
mod parts;
mod subject;

use libfuzzer_sys::fuzz_target;

#[global_allocator]
static ALLOCATOR: allocator::Bounded = allocator::Bounded;

fuzz_target!(init: subject::choose(), |data: &[u8]| subject::try_on(data));
