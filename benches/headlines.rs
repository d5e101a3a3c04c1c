//! The three headline conversions on the files of `examples/`: `cargo bench -p transvase-benches`.

#![allow(missing_docs, reason = "criterion_group! makes a public function without one")]

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use transvase::{Converter, Format};
use transvase_benches::example;

/// The headlines: input, target, and the share of the input's size that the result may have.
const HEADLINES: [(&str, &str, Option<u64>); 3] =
    [("report.pdf", "docx", None), ("book.mobi", "pdf", None), ("photo.jpg", "jpeg", Some(50))];

fn headlines(criterion: &mut Criterion) {
    for (name, target, percent) in HEADLINES {
        let (Some(target), bytes) = (Format::find(target), example(name)) else {
            println!("{name}: this build does not know {target}");
            continue;
        };
        let limit = percent.map(|percent| bytes.len() as u64 * percent / 100);
        let converter = limit.map_or_else(|| Converter::new(target), |limit| Converter::new(target).max_bytes(limit));
        if let Err(error) = converter.convert(&bytes) {
            println!("{name} to {target}: {error}");
            continue;
        }
        let mut group = criterion.benchmark_group("headlines");
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function(format!("{name} to {target}"), |bencher| bencher.iter(|| converter.convert(&bytes)));
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(Duration::from_secs(8)).without_plots();
    targets = headlines
}
criterion_main!(benches);
