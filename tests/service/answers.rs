//! The service over real sockets: what it answers, and in which form.

use std::collections::BTreeSet;

use serde_json::json;
use transvase::{Converter, Format, Input};
use transvase_server::problem;
use transvase_server::store::{Outcome, Plan};
use transvase_tests::http::{self, Answer, Part};
use transvase_tests::samples;
use transvase_tests::service::{Service, wait_for};
use transvase_tests::words::docx;

fn sample(name: &str) -> Vec<u8> {
    samples::all().into_iter().find(|sample| sample.name == name).expect("there is such a sample").bytes
}

fn png() -> Vec<u8> {
    sample("rgb.png")
}

fn file(bytes: &[u8]) -> Part<'_> {
    ("file", Some("x.png"), bytes)
}

fn resource<'a>(path: &'a str, bytes: &'a [u8]) -> Part<'a> {
    ("resource", Some(path), bytes)
}

fn to(word: &str) -> Part<'_> {
    ("to", None, word.as_bytes())
}

/// A picture of few bytes and more pixels than the free plan takes.
fn huge() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let picture = image::DynamicImage::new_luma8(8_000, 6_000);
    picture.write_to(&mut bytes, image::ImageFormat::Png).expect("a picture in memory can be encoded");
    bytes.into_inner()
}

fn status_and_code(answer: &Answer) -> (u16, String) {
    (answer.status, answer.code())
}

#[test]
fn a_picture_is_converted_and_everything_is_said_about_it() {
    let Some(service) = Service::start("service-picture", &[]) else { return };
    let (key, _) = service.account("owner", Plan::Free, 200);
    let answer = http::convert(service.address, &key, &[("to", None, b"jpg"), ("file", Some("a b\u{e9}.png"), &png())]);
    assert_eq!(answer.status, 200, "{}", answer.json());
    assert_eq!(transvase::detect(&answer.body), Some(Format::JPEG));
    let told = [
        ("content-type", "image/jpeg"),
        ("content-disposition", "attachment; filename=\"a b_.jpg\"; filename*=UTF-8''a%20b%C3%A9.jpg"),
        ("cache-control", "no-store"),
        ("x-content-type-options", "nosniff"),
        ("api-version", "1"),
        ("credits-cost", "1"),
        ("credits-remaining", "199"),
        ("ratelimit-policy", "\"default\";q=60;w=60"),
    ];
    for (name, value) in told {
        assert_eq!(answer.header(name), value, "{name}");
    }
    assert_eq!(answer.header("content-length"), answer.body.len().to_string());
    assert!(answer.header("ratelimit").starts_with("\"default\";r=59"), "{}", answer.header("ratelimit"));
    let same = transvase::convert(&png(), Format::JPEG).expect("the core converts it");
    assert_eq!(answer.body, same.bytes, "the service adds nothing to the core's result");
}

#[test]
fn every_format_is_answered_as_the_core_answers_it() {
    let Some(service) = Service::start("service-formats", &["--rate-per-key", "0", "--rate-per-account", "0"]) else {
        return;
    };
    let key = service.key("owner");
    for name in ["made.pdf", "made.mobi", "rgb.jpg"] {
        let sample = samples::all().into_iter().find(|sample| sample.name == name).expect("there is such a sample");
        for target in samples::targets(&sample) {
            let few_pixels = ("options", None, b"{\"dpi\": 20}".as_slice());
            let parts =
                [("file", Some(name), sample.bytes.as_slice()), ("to", None, target.id().as_bytes()), few_pixels];
            let answer = http::convert(service.address, &key, &parts);
            match samples::quick(target).convert(&sample.bytes) {
                Ok(output) => {
                    assert_eq!((answer.status, answer.body == output.bytes), (200, true), "{name} to {target}");
                    assert_eq!(answer.header("content-type"), output.format.spec().media_types[0]);
                    assert_eq!(answer.header("convert-warnings").is_empty(), output.warnings.is_empty());
                }
                Err(error) => {
                    assert_eq!(answer.code(), error.code().spec().problem.unwrap_or_default(), "{name} to {target}");
                }
            }
        }
    }
}

/// What is wrong with a request, and the code that says so. Every code of the table that one request
/// can provoke is here or in a test of its own; the last assertion counts them.
#[test]
fn every_problem_is_answered_as_its_document() {
    let words = ["--rate-per-key", "0", "--rate-per-account", "0", "--free-upload-bytes", "2000000"];
    let Some(service) = Service::start("service-problems", &words) else { return };
    let (key, _) = service.account("owner", Plan::Free, 200);
    let png = png();
    let (huge, large) = (huge(), vec![7_u8; 2_000_001]);
    let half = &large[..1_200_000];
    let cases: Vec<(&str, Vec<Part>)> = vec![
        ("missing_file", vec![to("jpeg")]),
        ("missing_to", vec![file(&png)]),
        ("missing_to", vec![file(&png), to(" ")]),
        ("unknown_field", vec![file(&png), to("jpeg"), ("max_byte", None, b"1")]),
        ("unknown_field", vec![file(&png), to("jpeg"), ("csrf", None, b"1")]),
        ("duplicate_field", vec![file(&png), to("jpeg"), to("jpeg")]),
        ("empty_file", vec![file(b""), to("jpeg")]),
        ("invalid_option", vec![file(&png), to("jpeg"), ("quality", None, b"0")]),
        ("invalid_option", vec![file(&png), to("jpeg"), ("options", None, b"{\"nothing\": 1}")]),
        ("unknown_format", vec![file(&png), to("nothing")]),
        ("unsupported_source", vec![file(&[0, 1, 2, 3]), to("jpeg")]),
        ("unsupported_conversion", vec![file(&png), to("txt")]),
        ("format_mismatch", vec![file(&png), to("jpeg"), ("from", None, b"jpeg")]),
        ("corrupt_file", vec![file(&png[..png.len() / 2]), to("jpeg")]),
        ("size_limit_unreachable", vec![file(&png), to("jpeg"), ("max_bytes", None, b"10")]),
        ("file_too_large", vec![file(&large), to("jpeg")]),
        ("file_too_large", vec![file(half), file(half), to("jpeg")]),
        ("file_too_large", vec![file(half), resource("a.css", half), to("jpeg")]),
        ("missing_file", vec![resource("a.css", b"p {}"), to("jpeg")]),
        ("missing_filename", vec![file(&png), ("resource", None, b"p {}"), to("jpeg")]),
        ("missing_filename", vec![file(&png), resource("", b"p {}"), to("jpeg")]),
        ("invalid_option", vec![file(&png), resource("../x", b"p {}"), to("jpeg")]),
        ("duplicate_field", vec![file(&png), resource("a.css", b"p {}"), resource("a.css", b"b {}"), to("jpeg")]),
        ("unsupported_conversion", vec![file(&png), file(&png), to("jpeg")]),
        ("invalid_multipart", vec![file(&png), ("to", None, &[0xFF, 0xFE])]),
        ("resource_limit", vec![file(&huge), to("jpeg")]),
    ];
    let mut seen = BTreeSet::new();
    for (code, parts) in cases {
        let answer = http::convert(service.address, &key, &parts);
        let spec = problem::all().into_iter().find(|spec| spec.code == code).expect("the code is in the table");
        assert_eq!(status_and_code(&answer), (spec.status, code.into()), "{}", answer.json());
        let document = answer.json();
        assert_eq!(document["type"], format!("/errors/{code}"));
        assert_eq!(document["request_id"], answer.header("x-request-id"));
        assert_eq!((&document["status"], &document["instance"]), (&json!(spec.status), &json!("/api/convert")));
        assert!(!document["detail"].as_str().unwrap_or_default().contains("x.png"), "{document}");
        seen.insert(code);
    }
    let too_large = http::convert(service.address, &key, &[file(&large), to("jpeg")]).json();
    assert_eq!(too_large["limit_bytes"], 2_000_000);
    let small = http::convert(service.address, &key, &[file(&png), to("jpeg"), ("max_bytes", None, b"10")]).json();
    assert!(small["smallest_bytes"].as_u64() > Some(10), "{small}");
    let targets = http::convert(service.address, &key, &[file(&png), to("txt")]).json();
    assert!(targets["supported_targets"].as_array().is_some_and(|list| list.contains(&json!("jpeg"))), "{targets}");
    let account = http::get_with(service.address, "/api/account", &key);
    assert_eq!(account.json()["credits"], 200, "no failure is charged");
    assert!(seen.len() >= 14, "{seen:?}");
}

#[test]
fn failures_inside_a_conversion_fail_alone() {
    let words = ["--rate-per-key", "0", "--rate-per-account", "0", "--workers", "2", "--paid-time-s", "1"];
    let Some(service) = Service::start("service-inside", &words) else { return };
    let key = service.key("owner");
    let png = png();
    let failing = |word: &str| {
        let options = format!("{{\"fail_point\": \"{word}\"}}");
        let parts = [file(&png), to("jpeg"), ("options", None, options.as_bytes())];
        status_and_code(&http::convert(service.address, &key, &parts))
    };
    std::thread::scope(|scope| {
        let healthy = scope.spawn(|| {
            (0..20).all(|_| {
                let parts = [file(&png), to("jpeg")];
                http::convert(service.address, &key, &parts).status == 200
            })
        });
        assert_eq!(failing("panic"), (500, "internal_error".into()));
        assert_eq!(failing("missing-resource"), (422, "conversion_failed".into()));
        assert_eq!(failing("endless"), (504, "conversion_timeout".into()));
        assert_eq!(failing("out-of-memory"), (503, "overloaded".into()));
        assert!(healthy.join().expect("the other client ends"), "the others' conversions succeed: {}", service.log());
    });
}

#[test]
fn keys_are_asked_for_and_judged() {
    let Some(service) = Service::start("service-keys", &[]) else { return };
    let get = |headers: &[(&str, &str)]| http::get(service.address, "/api/account", headers);
    let missing = get(&[]);
    assert_eq!(status_and_code(&missing), (401, "missing_api_key".into()));
    assert_eq!(missing.header("www-authenticate"), "Bearer");
    assert_eq!(get(&[("Authorization", "Bearer tvs_live_1")]).code(), "invalid_api_key");
    let (key, account) = service.account("owner", Plan::Free, 200);
    assert_eq!(get(&[("Authorization", &format!("bEARER {key}"))]).status, 200);
    let in_query = http::get_with(service.address, &format!("/api/account?api_key={key}"), &key);
    assert_eq!(in_query.code(), "missing_api_key", "a key in the address is refused, even beside a good one");
    let store = service.store();
    let act = || transvase_server::store::Act { actor: "test".into(), now: transvase_server::store::now() };
    wait_for(store.set_disabled(account.id, true, act())).expect("the store writes");
    assert_eq!(
        status_and_code(&http::get_with(service.address, "/api/account", &key)),
        (403, "account_disabled".into())
    );
    wait_for(store.set_disabled(account.id, false, act())).expect("the store writes");
    let id = wait_for(store.keys(account.id)).expect("the store reads")[0].id;
    wait_for(store.revoke_key(account.id, id, act())).expect("the store writes");
    assert_eq!(http::get_with(service.address, "/api/account", &key).code(), "revoked_api_key");
    let (secret, mut new) = transvase_server::auth::key::issue(account.id, "old", None).expect("randomness");
    new.expires_at = Some(1_000);
    wait_for(store.create_key(new, act())).expect("the store writes");
    let expired = http::get_with(service.address, "/api/account", &secret);
    assert_eq!(
        (expired.code().as_str(), &expired.json()["expires_at"]),
        ("expired_api_key", &json!("1970-01-01T00:00:01Z"))
    );
    let told: Vec<_> = (0..40).map(|_| get(&[("Authorization", "Bearer wrong")]).status).collect();
    assert_eq!((told[0], told[39]), (401, 429), "wrong keys have a rate of their own");
    let log = service.log();
    assert!(!log.contains(&key) && !log.contains(&key[13..]), "no key is logged");
}

#[test]
fn credits_and_rates_run_out() {
    let words = ["--rate-per-key", "8", "--free-concurrency", "1"];
    let Some(service) = Service::start("service-credits", &words) else { return };
    let (key, _) = service.account("owner", Plan::Free, 2);
    let png = png();
    let parts = [file(&png), to("jpeg")];
    let answers: Vec<_> = (0..3).map(|_| status_and_code(&http::convert(service.address, &key, &parts))).collect();
    assert_eq!(answers[1], (200, String::new()));
    assert_eq!(answers[2], (402, "credits_exhausted".into()));
    let (paid, _) = service.account("payer", Plan::Paid, 0);
    let answers: Vec<_> = (0..12).map(|_| http::convert(service.address, &paid, &parts)).collect();
    let limited = answers.iter().find(|answer| answer.status == 429).expect("the rate ends");
    assert_eq!(limited.code(), "rate_limited");
    assert!(limited.header("retry-after").parse::<u64>().is_ok_and(|seconds| (1..=60).contains(&seconds)));
    assert!(limited.header("ratelimit").starts_with("\"default\";r=0;t="), "{}", limited.header("ratelimit"));
    assert!(answers[0].header("credits-remaining").is_empty(), "nothing is counted on the paid plan");
}

#[test]
fn a_failure_is_remembered_by_its_formats_and_code() {
    let Some(service) = Service::start("service-history", &[]) else { return };
    let (key, account) = service.account("owner", Plan::Free, 10);
    let png = png();
    let failed = http::convert(service.address, &key, &[file(&png), to("txt")]);
    assert_eq!(status_and_code(&failed), (422, "unsupported_conversion".into()));
    assert_eq!(failed.header("ratelimit-policy"), "\"default\";q=60;w=60");
    let odd = http::convert(service.address, &key, &[file(&png), to("<b>no format")]);
    assert_eq!(status_and_code(&odd), (400, "unknown_format".into()));
    let store = service.store();
    let history = wait_for(store.history(account.id, 1, 2, transvase_server::store::now())).unwrap();
    let told = history.last.iter().map(|past| {
        let Outcome { source, target, code, .. } = &past.outcome;
        (source.as_str(), target.as_str(), code.as_str(), past.cost)
    });
    // What a client writes where a format belongs is not kept.
    let expected = [("", "", "unknown_format", 0), ("png", "txt", "unsupported_conversion", 0)];
    assert_eq!(told.collect::<Vec<_>>(), expected);
}

#[test]
fn a_request_is_charged_once_however_often_it_is_sent() {
    let Some(service) = Service::start("service-replay", &[]) else { return };
    let (key, _) = service.account("owner", Plan::Free, 10);
    let png = png();
    let send = |word: &str, target: &[u8]| {
        let parts = [file(&png), ("to", None, target)];
        http::send(service.address, &http::conversion(&key, &[("Idempotency-Key", word)], &parts))
    };
    let first = send("one", b"jpeg");
    assert_eq!((first.status, first.header("credits-cost")), (200, "1"));
    let again = send("one", b"jpeg");
    assert_eq!((again.status, again.header("credits-cost"), again.header("credits-remaining")), (200, "0", "9"));
    assert_eq!(first.body, again.body);
    assert_eq!(status_and_code(&send("one", b"webp")), (422, "idempotency_key_reused".into()));
    assert_eq!(status_and_code(&send("a b", b"jpeg")), (400, "invalid_request".into()));
    assert_eq!(send("two", b"jpeg").header("credits-remaining"), "8");
    let beside = |path: &str| {
        let parts = [file(&png), to("jpeg"), resource(path, b"p {}")];
        http::send(service.address, &http::conversion(&key, &[("Idempotency-Key", "three")], &parts))
    };
    assert_eq!(beside("a.css").status, 200);
    assert_eq!(beside("b.css").code(), "idempotency_key_reused", "the name of a resource is of the request too");
}

#[test]
fn formats_and_account_are_told_and_cost_nothing() {
    let Some(service) = Service::start("service-looks", &[]) else { return };
    let (key, _) = service.account("owner", Plan::Free, 200);
    let list = http::get_with(service.address, "/api/formats", &key);
    let ids: Vec<_> = list.json().as_array().expect("a list").iter().map(|format| format["id"].clone()).collect();
    let known: Vec<_> = transvase::formats().map(|spec| json!(spec.id)).collect();
    assert_eq!(ids, known);
    let tag = list.header("etag").to_owned();
    let bearer = format!("Bearer {key}");
    let again = http::get(service.address, "/api/formats", &[("Authorization", &bearer), ("If-None-Match", &tag)]);
    assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, tag.as_str()));
    let one = http::get_with(service.address, "/api/formats/.JPG", &key);
    assert_eq!(one.json()["id"], "jpeg");
    assert_eq!(http::get_with(service.address, "/api/formats/nothing", &key).status, 404);
    let account = http::get_with(service.address, "/api/account", &key);
    assert_eq!((&account.json()["plan"], &account.json()["credits"]), (&json!("free"), &json!(200)));
    assert_eq!(account.json()["limits"]["upload_bytes"], 26_214_400);
    for spec in problem::all() {
        let page = http::get(service.address, &format!("/errors/{}", spec.code), &[]);
        assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"), "{}", spec.code);
    }
    let description = http::get(service.address, "/openapi.json", &[]).json();
    assert_eq!(description["openapi"], "3.1.0");
}

#[test]
fn the_frameworks_own_refusals_have_the_one_form() {
    let Some(service) = Service::start("service-framework", &[]) else { return };
    let answer = |method: &str, path: &str| http::send(service.address, &http::request(method, path, &[], b""));
    assert_eq!(status_and_code(&answer("GET", "/nowhere")), (404, "not_found".into()));
    let wrong = answer("GET", "/api/convert");
    assert_eq!((status_and_code(&wrong), wrong.header("allow")), ((405, "method_not_allowed".into()), "POST"));
    assert_eq!(answer("PUT", "/api/account").code(), "method_not_allowed");
    assert_eq!(answer("GET", "/api/formats/%FF").code(), "invalid_request");
    let mut stream = http::connect(service.address);
    std::io::Write::write_all(&mut stream, &http::request("HEAD", "/api/account", &[], b"")).expect("it is sent");
    let head = http::read_head(&mut stream).expect("there is an answer");
    assert_eq!((head.status, head.header("content-type")), (401, "application/problem+json"));
    assert!(head.header("content-length").parse::<u64>().is_ok_and(|length| length > 0));
    std::io::Write::write_all(&mut stream, &http::request("GET", "/healthz", &[], b"")).expect("it is sent");
    assert_eq!(http::read(&mut stream).expect("no body came before it").status, 200);
}

#[test]
fn a_request_keeps_its_own_id_and_the_log_no_names() {
    let Some(service) = Service::start("service-log", &["--log", "json"]) else { return };
    let key = service.key("owner");
    let png = png();
    let parts = [("file", Some("secret-plans.png"), png.as_slice()), to("jpeg")];
    let answer = http::send(service.address, &http::conversion(&key, &[("X-Request-Id", "mine-1")], &parts));
    assert_eq!((answer.status, answer.header("x-request-id")), (200, "mine-1"));
    http::get(service.address, "/secret-plans?password=hunter2", &[]);
    service.until("both requests are logged", |service| service.log().matches("\"request\"").count() >= 2);
    let log = service.log();
    assert!(log.contains("mine-1") && log.contains("/api/convert"), "{log}");
    for word in ["secret-plans", "hunter2", key.as_str()] {
        assert!(!log.contains(word), "{word} is in the log: {log}");
    }
    assert!(service.temporary_files().is_empty());
}

#[test]
fn a_large_upload_goes_over_the_disk_and_leaves_nothing_there() {
    let Some(service) = Service::start("service-large", &[]) else { return };
    let key = service.key("owner");
    // A PDF may hold anything behind its end: 12 MiB of it do not fit into the memory's share.
    let mut pdf = sample("made.pdf");
    pdf.extend(vec![b'\n'; 12 << 20]);
    let parts = [("to", None, b"docx".as_slice()), ("file", Some("x.pdf"), pdf.as_slice())];
    let answer = http::convert(service.address, &key, &parts);
    let core = transvase::convert(&pdf, Format::find("docx").expect("there is DOCX")).expect("it converts");
    assert_eq!((answer.status, answer.body == core.bytes), (200, true), "{}", answer.json());
    assert!(service.temporary_files().is_empty());
}

#[test]
fn several_files_become_one_with_the_resources_that_they_name() {
    let Some(service) = Service::start("service-several", &[]) else { return };
    let (key, _) = service.account("owner", Plan::Free, 200);
    // Behind its end a PDF may hold anything: either of these fits into the memory's share, both do not.
    let padded = || [sample("made.pdf"), vec![b'\n'; 5 << 20]].concat();
    let (pdf, more, png) = (padded(), padded(), png());
    let book = samples::mobi_with_picture("pics/dot.png");
    let parts: [Part; 6] = [
        resource("pics/dot.png", &png),
        ("file", Some("parts/one.pdf"), &pdf),
        resource("style.css", b"p {}"),
        to("docx"),
        ("file", Some("two.mobi"), &book),
        ("file", Some("three.pdf"), &more),
    ];
    let answer = http::convert(service.address, &key, &parts);
    let converter = Converter::new(Format::DOCX).resource("pics/dot.png", png.as_slice());
    let converter = converter.resource("style.css", b"p {}".as_slice());
    let named = [("one.pdf", &pdf), ("two.mobi", &book), ("three.pdf", &more)];
    let core = converter.join(&named.map(|(name, bytes)| Input::new(bytes).name(name))).expect("the core joins them");
    assert_eq!((answer.status, answer.body == core.bytes), (200, true), "{}", answer.json());
    assert!(answer.header("content-disposition").starts_with("attachment; filename=\"one.docx\""));
    assert_eq!((answer.header("credits-cost"), answer.header("credits-remaining")), ("1", "199"));

    let text = docx::text(&answer.body);
    let (first, second) = (text.find("Quarterly notes"), text.find("A dot stands here"));
    assert!(first.is_some() && first < second && second < text.rfind("Quarterly notes"), "{text}");
    let package = zip::ZipArchive::new(std::io::Cursor::new(&answer.body)).expect("a DOCX is a zip package");
    let is_picture = |name: &str| name.starts_with("word/media/");
    assert!(package.file_names().any(is_picture), "the resource is used");
    let told = answer.header("convert-warnings");
    assert!(told.contains("ResourceIgnored") && told.contains("nothing in the input names style.css"), "{told}");
    assert!(!told.contains("pics/dot.png"), "{told}");
    assert!(service.temporary_files().is_empty());

    let broken: [Part; 3] = [("file", Some("one.mobi"), &book), ("file", Some("b/two.pdf"), b"%PDF-1.4"), to("docx")];
    let refused = http::convert(service.address, &key, &broken).json();
    assert!(refused["detail"].as_str().is_some_and(|detail| detail.starts_with("two.pdf: ")), "{refused}");
}

#[test]
fn health_and_metrics_are_told() {
    let Some(service) = Service::start("service-health", &["--metrics-listen", "127.0.0.1:0"]) else { return };
    let health = http::get(service.address, "/healthz", &[]).json();
    assert_eq!((&health["status"], &health["sandbox"]["mode"]), (&json!("ok"), &json!("isolated")));
    assert_eq!(http::get(service.address, "/readyz", &[]).status, 200);
    let key = service.key("owner");
    let png = png();
    let parts = [file(&png), to("jpeg")];
    http::convert(service.address, &key, &parts);
    http::get(service.address, "/api/account", &[]);
    assert_eq!(service.metric("transvase_requests_total{path=\"/api/convert\",status=\"200\"}"), 1.0);
    assert_eq!(service.metric("transvase_refusals_total{code=\"missing_api_key\"}"), 1.0);
    assert_eq!(service.metric("transvase_conversion_seconds_count{source=\"png\",target=\"jpeg\"}"), 1.0);
    assert_eq!(service.metric("transvase_queue_depth"), 0.0);
}

#[test]
fn a_program_without_tools_can_ask_after_the_service() {
    let Some(binary) = transvase_tests::cli::binary("service-check") else { return };
    let Some(mut service) = Service::start("service-check", &[]) else { return };
    let listen = service.address.to_string();
    let check = || std::process::Command::new(&binary).args(["serve", "--check", "--listen", &listen]).output();
    assert_eq!(check().expect("it starts").status.code(), Some(0));
    service.kill();
    let output = check().expect("it starts");
    assert_eq!(output.status.code(), Some(69), "as EX_UNAVAILABLE of sysexits");
    assert!(String::from_utf8_lossy(&output.stderr).contains("does not answer"));
}

#[test]
fn settings_come_from_flags_variables_and_a_file_in_this_order() {
    let Some(binary) = transvase_tests::cli::binary("service-settings") else { return };
    let folder = transvase_tests::cli::scratch("service-settings");
    let file = folder.join("transvase.toml");
    std::fs::write(&file, "workers = 3\nqueue = 9\nuploads = 7\n").expect("the scratch folder can be written");
    let mut command = std::process::Command::new(&binary);
    command.args(["serve", "--print-config", "--workers", "5", "--allow-signup", "--config"]).arg(&file);
    command.env("TRANSVASE_WORKERS", "4").env("TRANSVASE_QUEUE", "8");
    let output = command.env("TRANSVASE_DATABASE", "postgres://u:secret@localhost/x").output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    for line in ["workers = 5", "queue = 8", "uploads = 7", "allow_signup = true", "connections = 1024"] {
        assert!(text.lines().any(|known| known == line), "{line}: {text}");
    }
    assert!(!text.contains("secret"), "{text}");
    let bad = transvase_tests::cli::run(&binary, &folder, &["serve", "--workers", "many"]);
    assert_eq!(bad.status.code(), Some(64));
    let nowhere = transvase_tests::cli::run(&binary, &folder, &["serve", "--database", "sqlite:/nowhere/at/all.db"]);
    assert_eq!(nowhere.status.code(), Some(69));
}
