//! Prometheus metrics, on a listener of their own.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use crate::state::App;

/// Upper ends of the conversion histogram, in seconds.
const SECONDS: &[f64] = &[0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 120.0];

static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// Starts counting. One process counts once, however many services run in it.
pub fn start() {
    RECORDER.get_or_init(|| {
        let recorder = PrometheusBuilder::new().set_buckets(SECONDS).ok()?.build_recorder();
        let handle = recorder.handle();
        metrics::set_global_recorder(recorder).ok()?;
        describe();
        Some(handle)
    });
}

fn describe() {
    metrics::describe_counter!("transvase_requests_total", "Requests answered, by route and status.");
    metrics::describe_counter!("transvase_refusals_total", "Problems answered, by code.");
    metrics::describe_histogram!("transvase_conversion_seconds", "Time of conversions, by source and target.");
    metrics::describe_counter!("transvase_credits_settled_total", "Credits charged.");
    metrics::describe_counter!("transvase_worker_restarts_total", "Worker processes that took another's place.");
    metrics::describe_counter!("transvase_storage_full_total", "Files of jobs that found no room, by what they are.");
    metrics::describe_gauge!("transvase_queue_depth", "Conversions that wait for a worker.");
    metrics::describe_gauge!("transvase_in_flight", "Conversions that run.");
    metrics::describe_gauge!("transvase_workers", "Worker processes.");
}

/// Counts an answer.
pub fn request(path: &str, status: u16, code: &str) {
    let path = if path.is_empty() { "other" } else { path };
    metrics::counter!("transvase_requests_total", "path" => path.to_owned(), "status" => status.to_string())
        .increment(1);
    if !code.is_empty() {
        metrics::counter!("transvase_refusals_total", "code" => code.to_owned()).increment(1);
    }
}

/// Counts a finished conversion.
pub fn conversion(source: &'static str, target: &'static str, took: Duration) {
    metrics::histogram!("transvase_conversion_seconds", "source" => source, "target" => target).record(took);
}

/// Counts what was charged.
pub fn settled(credits: i64) {
    metrics::counter!("transvase_credits_settled_total").increment(credits.unsigned_abs());
}

/// Counts workers that took another's place.
pub fn worker_restarts(count: u64) {
    metrics::counter!("transvase_worker_restarts_total").increment(count);
}

/// Counts a file of a job that found no room on the disk.
pub fn storage_full(file: &'static str) {
    metrics::counter!("transvase_storage_full_total", "file" => file).increment(1);
}

/// Counts a file of a job that could not be kept, if that was for want of room.
pub fn not_kept(file: &'static str, error: &std::io::Error) {
    use std::io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    if matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge) {
        storage_full(file);
    }
}

/// Folds what the histograms gathered; without it they would grow.
pub fn tidy() {
    if let Some(Some(handle)) = RECORDER.get() {
        handle.run_upkeep();
    }
}

/// The listener's one page.
pub fn router(app: Arc<App>) -> Router {
    Router::new().route("/metrics", get(page)).with_state(app)
}

async fn page(State(app): State<Arc<App>>) -> impl IntoResponse {
    metrics::gauge!("transvase_queue_depth").set(app.engine.waiting() as f64);
    metrics::gauge!("transvase_in_flight").set(app.engine.running() as f64);
    metrics::gauge!("transvase_workers").set(app.engine.processes().len() as f64);
    let text = RECORDER.get().and_then(Option::as_ref).map_or_else(String::new, PrometheusHandle::render);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
}
