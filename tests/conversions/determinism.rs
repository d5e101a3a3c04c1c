//! The same bytes, options and version give the same bytes, for any number of threads.

use transvase::{Converter, Output};
use transvase_tests::samples::{all, pairs, quick, targets};

#[test]
fn results_depend_on_nothing_but_the_input() {
    for (sample, target) in pairs() {
        let run = |threads| quick(target).threads(threads).convert(&sample.bytes);
        let Ok(first) = run(1) else { panic!("{} to {target} fails", sample.name) };
        let other = run(8).unwrap();
        same(&first, &other, &format!("{} to {target}, with 8 threads", sample.name));
    }
}

#[test]
fn ceilings_are_met_the_same_way() {
    for sample in all().into_iter().filter(|sample| targets(sample).contains(&sample.format)) {
        let limit = sample.bytes.len() as u64 / 2;
        let run = |threads| {
            let converter = Converter::new(sample.format).max_bytes(limit.max(1)).best_effort(true).threads(threads);
            converter.convert(&sample.bytes).unwrap()
        };
        same(&run(1), &run(2), &sample.name);
    }
}

fn same(one: &Output, other: &Output, what: &str) {
    // Not `assert_eq`: a failure would print both files.
    assert!(one.bytes == other.bytes, "{what}: the bytes differ");
    assert_eq!(one.warnings, other.warnings, "{what}");
}
