//! Jobs over HTTP: accepted at once, converted later, told of, kept for a while; and none is lost with a process.

use std::time::Duration;

use serde_json::Value;
use transvase_server::store::Plan;
use transvase_tests::books;
use transvase_tests::http::{self, Part};
use transvase_tests::jobs::{delete, ended, make, png, post, result, state};
use transvase_tests::service::{Service, wait_for};

/// Settings without limits of rates.
const WORDS: [&str; 6] = ["--workers", "2", "--rate-per-key", "0", "--rate-per-account", "0"];

fn credits(service: &Service, key: &str) -> i64 {
    http::get_with(service.address, "/api/account", key).json()["credits"].as_i64().unwrap()
}

const ENDLESS: Part = ("options", None, b"{\"fail_point\": \"endless\"}");

#[test]
fn a_job_gives_what_a_conversion_does() {
    let Some(service) = Service::start("jobs-result", &WORDS) else { return };
    let (key, _) = service.account("owner", Plan::Free, 5);
    let (stranger, _) = service.account("stranger", Plan::Free, 5);
    let png = png();
    let parts: [Part; 2] = [("file", Some("a photo.png"), &png), ("to", None, b"jpeg")];
    let id = make(service.address, &key, &parts);
    let job = ended(&service, &key, &id);
    let words = ["status", "from", "to"].map(|name| job[name].as_str().unwrap_or_default());
    assert_eq!(words, ["succeeded", "png", "jpeg"], "{job}");
    assert_eq!((job["credits_cost"].as_i64(), job["bytes_in"].as_u64()), (Some(1), Some(png.len() as u64)));
    assert_eq!(job["result"], format!("/api/jobs/{id}/result"));
    let (later, now) = (result(service.address, &key, &id), http::convert(service.address, &key, &parts));
    assert_eq!((later.status, now.status), (200, 200));
    assert_eq!(later.body, now.body);
    for name in ["content-type", "content-disposition", "content-length", "convert-warnings"] {
        assert_eq!(later.header(name), now.header(name), "{name}");
    }
    assert_eq!(credits(&service, &key), 3, "one for each");

    for answer in [
        http::get_with(service.address, &format!("/api/jobs/{id}"), &stranger),
        result(service.address, &stranger, &id),
        delete(service.address, &stranger, &id),
        result(service.address, &key, "../../etc/passwd"),
        http::get_with(service.address, "/api/jobs/0", &key),
    ] {
        assert_eq!((answer.status, answer.code()), (404, "not_found".into()));
    }
    assert_eq!(http::get(service.address, &format!("/api/jobs/{id}/result"), &[]).code(), "missing_api_key");
    assert_eq!(delete(service.address, &key, &id).status, 204);
    assert_eq!(result(service.address, &key, &id).status, 404, "it is forgotten");
    wait_for(books::check(&service.database));
}

#[test]
fn a_job_that_fails_says_why_and_costs_nothing() {
    let Some(service) = Service::start("jobs-failure", &WORDS) else { return };
    let (key, _) = service.account("owner", Plan::Free, 5);
    let png = png();
    let broken = &png[..png.len() / 2];
    let id = make(service.address, &key, &[("file", Some("x.png"), broken), ("to", None, b"jpeg")]);
    let job = ended(&service, &key, &id);
    let waited_for = http::convert(service.address, &key, &[("file", Some("x.png"), broken), ("to", None, b"jpeg")]);
    let code = waited_for.code();
    assert_eq!((job["status"].as_str(), job["problem"]["code"].as_str()), (Some("failed"), Some(code.as_str())));
    assert_eq!((job["credits_cost"].as_i64(), job["result"].is_null()), (Some(0), true));
    let told = result(service.address, &key, &id);
    assert_eq!((told.status, told.code()), (waited_for.status, code));
    assert_eq!(told.json()["detail"], waited_for.json()["detail"]);
    assert_eq!(credits(&service, &key), 5);
    // What can be known at once is told at once, and nothing of it is kept.
    for (parts, code) in [
        (&[("file", Some("x.png"), &png[..]), ("to", None, b"nothing")][..], "unknown_format"),
        (&[("file", Some("x.png"), &png[..])], "missing_to"),
        (&[("to", None, b"jpeg")], "missing_file"),
        (
            &[("file", Some("x.png"), &png[..]), ("to", None, b"jpeg"), ("webhook", None, b"http://x.org/")],
            "invalid_option",
        ),
        (&[("file", Some("x.png"), &png[..]), ("to", None, b"jpeg"), ("webhok", None, b"x")], "unknown_field"),
        (
            &[
                ("file", Some("x.png"), &png[..]),
                ("to", None, b"jpeg"),
                ("options", None, b"{\"quality\": 1, \"quality\": 90}"),
            ],
            "duplicate_field",
        ),
    ] {
        assert_eq!(post(service.address, &key, &[], parts).code(), code);
    }
    let long = "x".repeat(60_000);
    let unknown = post(service.address, &key, &[], &[("file", Some("x.png"), &png), ("to", None, long.as_bytes())]);
    assert!(unknown.code() == "unknown_format" && unknown.body.len() < 2000, "it is not repeated whole");
    let webhook: [Part; 3] =
        [("file", Some("x.png"), &png), ("to", None, b"jpeg"), ("webhook", None, b"https://example.org/")];
    assert_eq!(http::convert(service.address, &key, &webhook).code(), "unknown_field", "it is for jobs alone");
    let folder = service.folder.join("transvase.db-jobs");
    service.until("nothing is kept of a failure", |_| transvase_tests::files_below(&folder).is_empty());
    wait_for(books::check(&service.database));
}

#[test]
fn a_job_can_be_cancelled() {
    let Some(service) = Service::start("jobs-cancel", &[&WORDS[..], &["--metrics-listen", "127.0.0.1:0"]].concat())
    else {
        return;
    };
    let (key, _) = service.account("owner", Plan::Free, 5);
    let png = png();
    let parts: [Part; 3] = [("file", Some("x.png"), &png), ("to", None, b"jpeg"), ENDLESS];
    let ids: Vec<String> = (0..4).map(|_| make(service.address, &key, &parts)).collect();
    service.until("as many run as may", |service| service.metric("transvase_in_flight") > 0.0);
    let unfinished = result(service.address, &key, &ids[0]);
    assert_eq!((unfinished.status, unfinished.code()), (409, "job_not_finished".into()));
    assert_eq!(credits(&service, &key), 1);
    // Those who sit and wait are not kept waiting.
    let quick: [Part; 2] = [("file", Some("x.png"), &png), ("to", None, b"jpeg")];
    assert_eq!(http::convert(service.address, &key, &quick).status, 200);
    for id in &ids {
        assert_eq!(delete(service.address, &key, id).status, 204);
        assert_eq!(state(service.address, &key, id)["status"], "cancelled");
        assert_eq!(result(service.address, &key, id).code(), "job_cancelled");
    }
    service.until("their places are free", |service| service.metric("transvase_in_flight") < 1.0);
    assert_eq!(credits(&service, &key), 4);
    wait_for(books::check(&service.database));
}

#[test]
fn jobs_have_their_own_number_and_their_results_an_end() {
    let words = [&WORDS[..], &["--free-jobs", "2", "--job-result-s", "1"]].concat();
    let Some(service) = Service::start("jobs-limits", &words) else { return };
    let (key, _) = service.account("owner", Plan::Free, 5);
    let png = png();
    let parts: [Part; 3] = [("file", Some("x.png"), &png), ("to", None, b"jpeg"), ENDLESS];
    let ids: Vec<String> = (0..2).map(|_| make(service.address, &key, &parts)).collect();
    let third = post(service.address, &key, &[], &parts);
    assert_eq!((third.status, third.code(), third.json()["limit"].as_u64()), (429, "too_many_jobs".into(), Some(2)));
    ids.iter().for_each(|id| assert_eq!(delete(service.address, &key, id).status, 204));
    let id = make(service.address, &key, &parts[..2]);
    ended(&service, &key, &id);
    service.until("its result is past its time", |service| {
        let answer = result(service.address, &key, &id);
        (answer.status, answer.code()) == (410, "result_expired".into())
    });
    assert_eq!(state(service.address, &key, &id)["status"], "succeeded", "it is still known");
}

#[test]
fn a_repeated_request_is_the_same_job() {
    let Some(service) = Service::start("jobs-idempotency", &WORDS) else { return };
    let (key, _) = service.account("owner", Plan::Free, 5);
    let png = png();
    let parts: [Part; 2] = [("file", Some("x.png"), &png), ("to", None, b"jpeg")];
    let named = [("Idempotency-Key", "k-1")];
    let first = post(service.address, &key, &named, &parts).json()["id"].as_str().unwrap().to_owned();
    let again = post(service.address, &key, &named, &parts);
    assert_eq!((again.status, again.json()["id"].as_str()), (202, Some(first.as_str())));
    let other = post(service.address, &key, &named, &[("file", Some("x.png"), &png), ("to", None, b"webp")]);
    assert_eq!((other.status, other.code()), (422, "idempotency_key_reused".into()));
    ended(&service, &key, &first);
    assert_eq!(post(service.address, &key, &named, &parts).json()["id"], first);
    assert_eq!(credits(&service, &key), 4, "it is paid once");
}

#[test]
fn jobs_outlive_their_service() {
    let Some(mut service) = Service::start("jobs-restart", &WORDS) else { return };
    let (key, _) = service.account("owner", Plan::Free, 9);
    let png = png();
    let parts: [Part; 2] = [("file", Some("x.png"), &png), ("to", None, b"jpeg")];
    // One takes the account's place for jobs, so that the others wait.
    let held = make(service.address, &key, &[&parts[..], &[ENDLESS]].concat());
    let waiting: Vec<String> = (0..3).map(|_| make(service.address, &key, &parts)).collect();
    let is_running = |service: &Service, id: &str| state(service.address, &key, id)["status"] == "running";
    service.until("one runs", |service| is_running(service, &held));
    service.restart();
    assert!(waiting.iter().all(|id| state(service.address, &key, id)["status"] != "failed"));
    service.until("what ran begins anew", |service| {
        std::thread::sleep(Duration::from_millis(200));
        is_running(service, &held)
    });
    assert_eq!(delete(service.address, &key, &held).status, 204);
    for id in &waiting {
        assert_eq!(ended(&service, &key, id)["status"], "succeeded");
        assert_eq!(result(service.address, &key, id).status, 200);
    }
    assert_eq!(credits(&service, &key), 6);

    // One that is told to end leaves what it has begun to the next at once.
    let id = make(service.address, &key, &[&parts[..], &[ENDLESS]].concat());
    service.until("it runs", |service| is_running(service, &id));
    service.terminate();
    assert_eq!(service.wait(), Some(0), "{}", service.log());
    let left = wait_for(books::number(&service.database, "SELECT COUNT(*) FROM jobs WHERE state = 'queued'"));
    assert_eq!(left, 1, "{}", service.log());
    service.restart();
    service.until("it runs again", |service| is_running(service, &id));
    delete(service.address, &key, &id);
    wait_for(books::check(&service.database));
}

/// Whether a queued job says that its result found no room.
fn waits_for_room(job: &Value) -> bool {
    job["status"] == "queued" && job["problem"]["code"] == "overloaded"
}

#[test]
fn a_result_that_finds_no_room_is_waited_for() {
    // Files of one account have half of the room: two fill it but for the upload of a third.
    let words = ["--slow-workers", "6", "--jobs-bytes", "16000", "--metrics-listen", "127.0.0.1:0"];
    let Some(service) = Service::start("jobs-room", &[&WORDS[..], &words].concat()) else { return };
    let holders = ["first", "second"].map(|name| service.account(name, Plan::Free, 5).0);
    let (key, _) = service.account("owner", Plan::Free, 5);
    let mut png = png();
    png.resize(5000, 0);
    let file: Part = ("file", Some("x.png"), &png);
    let held = holders.each_ref().map(|key| make(service.address, key, &[file, ("to", None, b"jpeg"), ENDLESS]));
    let id = make(service.address, &key, &[file, ("to", None, b"bmp")]);
    service.until("it waits for room", |service| waits_for_room(&state(service.address, &key, &id)));
    assert!(service.metric("transvase_storage_full_total{file=\"result\"}") >= 1.0);
    assert_eq!((credits(&service, &key), result(service.address, &key, &id).status), (4, 409));
    // More often than a converter may die.
    let pauses = || wait_for(books::number(&service.database, "SELECT MAX(pauses) FROM jobs"));
    service.until("it was tried again", |_| pauses() >= 2);
    assert!(waits_for_room(&state(service.address, &key, &id)));
    for (key, id) in holders.iter().zip(&held) {
        assert_eq!(delete(service.address, key, id).status, 204);
    }
    wait_for(books::change(&service.database, "UPDATE jobs SET paused_until = 0"));
    let job = ended(&service, &key, &id);
    assert_eq!((job["status"].as_str(), job["problem"].is_null()), (Some("succeeded"), true), "{job}");
    assert_eq!((result(service.address, &key, &id).status, credits(&service, &key)), (200, 4));
    wait_for(books::check(&service.database));
}

#[test]
fn a_job_that_never_finds_room_fails_as_overloaded() {
    let words = ["--slow-workers", "6", "--jobs-bytes", "16000"];
    let Some(service) = Service::start("jobs-no-room", &[&WORDS[..], &words].concat()) else { return };
    let holders = ["first", "second"].map(|name| service.account(name, Plan::Free, 5).0);
    let (key, _) = service.account("owner", Plan::Free, 5);
    let mut png = png();
    png.resize(5000, 0);
    let file: Part = ("file", Some("x.png"), &png);
    let _held = holders.each_ref().map(|key| make(service.address, key, &[file, ("to", None, b"jpeg"), ENDLESS]));
    let id = make(service.address, &key, &[file, ("to", None, b"bmp")]);
    service.until("it waits for room", |service| waits_for_room(&state(service.address, &key, &id)));
    wait_for(books::change(&service.database, "UPDATE jobs SET pauses = 99, paused_until = 0 WHERE pauses > 0"));
    let job = ended(&service, &key, &id);
    assert_eq!(
        (job["status"].as_str(), job["problem"]["code"].as_str()),
        (Some("failed"), Some("overloaded")),
        "{job}"
    );
    let told = result(service.address, &key, &id);
    assert_eq!((told.status, told.code(), credits(&service, &key)), (503, "overloaded".into(), 5));
}
