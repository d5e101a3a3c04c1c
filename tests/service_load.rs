//! The service under more load than it can take. Figures are printed; asserted are effects alone:
//! nobody who was let in is lost, everybody else is told when to come back, and the books are right.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use transvase::{Converter, Format};
use transvase_server::store::Plan;
use transvase_tests::http;
use transvase_tests::load::{self, Seen, percentile};
use transvase_tests::samples;
use transvase_tests::service::Service;

/// A photograph of 60 KB brought under half its size: the work the service is measured with. It is some
/// ten milliseconds of it, so that ten times as much can be asked for from the same machine.
fn request(key: &str) -> Vec<u8> {
    let photo = samples::all().into_iter().find(|sample| sample.name == "photo.jpg").expect("there is such a sample");
    let photo = Converter::new(Format::JPEG).max_bytes(60_000).convert(&photo.bytes).expect("it can be made smaller");
    let parts = [("file", Some("x.jpg"), photo.bytes.as_slice()), ("to", None, b"jpeg"), ("max_bytes", None, b"30000")];
    http::conversion(key, &[], &parts)
}

fn told(name: &str, seen: &Seen) {
    let at = |list: &[f64], share| percentile(list, share);
    println!(
        "{name}: {:?}; accepted p50 {:.1} ms, p99 {:.1} ms; refused p50 {:.1} ms, p99 {:.1} ms",
        seen.by_status,
        at(&seen.accepted_ms, 0.5),
        at(&seen.accepted_ms, 0.99),
        at(&seen.refused_ms, 0.5),
        at(&seen.refused_ms, 0.99)
    );
}

fn mib(bytes: Option<u64>) -> f64 {
    bytes.unwrap_or(0) as f64 / f64::from(1 << 20)
}

#[test]
fn overload_loses_nobody_and_charges_nobody_twice() {
    let words = ["--rate-per-key", "0", "--rate-per-account", "0", "--free-concurrency", "10000", "--workers", "2"];
    let Some(service) = Service::start_released("load-overload", &words) else { return };
    let credits = 10_000_000;
    let (key, account) = service.account("owner", Plan::Free, credits);
    let request = request(&key);
    // Refused clients come back after this: a hundred of them ask for ten times what two workers make.
    let rest = Duration::from_millis(80);
    let calm = load::run(service.address, &request, 1, Duration::from_secs(3), rest);
    told("one client", &calm);
    let memory_before = load::memory(service.id());
    let time = Duration::from_secs(if load::is_soak() { 300 } else { 30 });
    let seen = load::run(service.address, &request, 100, time, rest);
    told("a hundred clients", &seen);
    let asked = seen.by_status.values().sum::<u64>() as f64;
    println!("asked for {:.1} times what was made", asked / seen.count(200).max(1) as f64);
    let memory_after = load::memory(service.id());
    println!("memory: {:.1} MiB before, {:.1} MiB after", mib(memory_before), mib(memory_after));
    assert!(seen.count(200) > 0 && seen.count(503) > 0, "some are let in, some are not: {:?}", seen.by_status);
    let others: Vec<_> = seen.by_status.keys().filter(|status| ![200, 429, 503].contains(*status)).collect();
    assert!(others.is_empty(), "no other answers: {:?}", seen.by_status);
    assert_eq!(seen.mute, 0, "every refusal says when to come back");
    let answered = (calm.count(200) + seen.count(200)) as i64;
    let left = http::get_with(service.address, "/api/account", &key).json()["credits"].as_i64();
    assert_eq!(left, Some(credits - answered), "every answer is charged once, and nothing else ({})", account.id);
    assert!(service.temporary_files().is_empty());
}

#[test]
fn slow_clients_do_not_keep_the_others_waiting() {
    let words = ["--rate-per-key", "0", "--rate-per-account", "0", "--workers", "2"];
    let Some(service) = Service::start_released("load-loris", &words) else { return };
    let key = service.key("owner");
    let request = request(&key);
    let (rounds, time) = if load::is_soak() { (5, Duration::from_secs(20)) } else { (1, Duration::from_secs(4)) };
    let mut ratios = Vec::new();
    for round in 0..rounds {
        let alone = load::run(service.address, &request, 2, time, Duration::ZERO);
        told(&format!("round {round}, alone"), &alone);
        let (goes_on, open) = (AtomicBool::new(true), AtomicU64::new(0));
        let among = std::thread::scope(|scope| {
            scope.spawn(|| load::loris(service.address, 1_000, &goes_on, &open));
            service.until("the slow ones are there", |_| open.load(Ordering::Relaxed) > 900);
            let among = load::run(service.address, &request, 2, time, Duration::ZERO);
            println!("slow sockets open: {}", open.load(Ordering::Relaxed));
            goes_on.store(false, Ordering::Relaxed);
            among
        });
        told(&format!("round {round}, among a thousand slow ones"), &among);
        assert_eq!(among.count(200), among.accepted_ms.len() as u64);
        assert_eq!(among.by_status.len(), 1, "nobody fails: {:?}", among.by_status);
        ratios.push(percentile(&among.accepted_ms, 0.99) / percentile(&alone.accepted_ms, 0.99).max(0.001));
    }
    ratios.sort_unstable_by(f64::total_cmp);
    println!("p99 among slow ones to p99 alone, median: {:.2}", percentile(&ratios, 0.5));
}
