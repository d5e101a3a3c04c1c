//! Every conversion ends when it is told to, and leaves nothing behind: of every format there is.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use transvase::{CancelToken, ErrorCode, Format};
use transvase_tests::samples::{self, Sample, quick};

fn each(mut look: impl FnMut(&Sample, Format)) {
    for (sample, to) in samples::small_pairs() {
        look(&sample, to);
    }
}

#[test]
fn no_time_is_no_conversion() {
    each(|sample, to| {
        let error = quick(to).deadline(Duration::ZERO).convert(&sample.bytes).unwrap_err();
        assert_eq!(error.code(), ErrorCode::TimedOut, "{} to {to}", sample.name);
    });
}

#[test]
fn a_used_token_ends_what_holds_it() {
    each(|sample, to| {
        let token = CancelToken::new();
        token.cancel();
        let error = quick(to).cancel(token).convert(&sample.bytes).unwrap_err();
        assert_eq!(error.code(), ErrorCode::Cancelled, "{} to {to}", sample.name);
    });
}

/// A converter that is stopped from within at its `last` report, and how many it made.
fn stopped_at(last: u64, to: Format, bytes: &[u8]) -> (Result<Vec<u8>, ErrorCode>, u64) {
    let reports = Arc::new(AtomicU64::new(0));
    let seen = Arc::clone(&reports);
    let converter = quick(to).watched(move |_, _, _| seen.fetch_add(1, Ordering::Relaxed) < last);
    let result = converter.convert(bytes).map(|output| output.bytes).map_err(|error| error.code());
    (result, reports.load(Ordering::Relaxed))
}

#[test]
fn a_listener_stops_a_conversion_at_any_report() {
    each(|sample, to| {
        let (whole, reports) = stopped_at(u64::MAX, to, &sample.bytes);
        for last in (0..reports).step_by((reports / 8).max(1) as usize) {
            let (result, _) = stopped_at(last, to, &sample.bytes);
            // After the last of its work a conversion may end before it looks again.
            let is_late = last + 1 == reports && result == whole;
            assert!(result == Err(ErrorCode::Cancelled) || is_late, "{} to {to} at {last} of {reports}", sample.name);
        }
        assert_eq!(stopped_at(u64::MAX, to, &sample.bytes).0, whole, "{} to {to}: something was left", sample.name);
    });
}

/// Steps at which conversions panic: close to one another at first, where there are many kinds of them.
fn steps() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(1_u64), |step| Some(step + (step / 2).max(1))).take_while(|step| *step < 1_000_000)
}

#[test]
fn a_panic_at_any_step_is_an_error_and_no_abort() {
    transvase_surface::panics::silence();
    each(|sample, to| {
        let whole = quick(to).convert(&sample.bytes).unwrap().bytes;
        for step in steps() {
            let result = quick(to).option("fail_at", step).convert(&sample.bytes);
            match result {
                Err(error) => assert_eq!(error.code(), ErrorCode::Internal, "{} to {to} at {step}", sample.name),
                // It has fewer steps.
                Ok(output) if output.bytes == whole => break,
                // Behind a fence a panic costs what it is about.
                Ok(output) => assert!(!output.warnings.is_empty(), "{} to {to} at {step}", sample.name),
            }
        }
    });
}
