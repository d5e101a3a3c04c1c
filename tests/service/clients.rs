//! What programs of others meet: the commands of the manuals as they stand there, warnings, pages of other
//! origins, and the log.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use transvase::{Converter, Format, Output as Converted};
use transvase_server::store::Plan;
use transvase_tests::http::{self, Answer, Part};
use transvase_tests::service::Service;
use transvase_tests::{cli, root, samples};

fn png() -> Vec<u8> {
    samples::named("rgb.png")
}

/// The command of a manual that begins with `curl`, up to the end of its block.
fn command(manual: &str) -> String {
    let text = std::fs::read_to_string(root().join(manual)).expect("the manual is there");
    let from = text.find("\ncurl ").unwrap_or_else(|| panic!("{manual} has a command"));
    let block = &text[from + 1..];
    block[..block.find("\n```").expect("the block ends")].to_owned()
}

fn shell(command: &str, folder: &Path, key: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env("TRANSVASE_API_KEY", key);
    shell.output().expect("the system has a shell")
}

#[test]
fn the_manuals_commands_tell_a_failure_and_never_keep_it() {
    if Command::new("curl").arg("--version").output().is_err() {
        println!("skipped: the command of the manuals: curl is not installed");
        return;
    }
    let Some(service) = Service::start("clients-curl", &[]) else { return };
    let key = service.key("owner");
    // The short command of the README says the status alone; the manual's own shows the problem document.
    for (manual, told) in [("README.md", "401"), ("docs/service.md", "\"code\":\"invalid_api_key\"")] {
        let folder = service.folder.join(manual.replace('/', "-"));
        std::fs::create_dir_all(folder.join("examples")).expect("the scratch folder can be written");
        for name in ["report.pdf", "examples/report.pdf"] {
            std::fs::copy(root().join("examples/report.pdf"), folder.join(name)).expect("the example is there");
        }
        let command = command(manual).replace("http://127.0.0.1:8080", &service.url());
        let files = || std::fs::read_dir(&folder).expect("the folder is there").count();

        let refused = shell(&command, &folder, "tvs_live_nothing");
        let said = String::from_utf8_lossy(&[&refused.stdout[..], &refused.stderr[..]].concat()).into_owned();
        assert!(!refused.status.success() && said.contains(told), "{manual}: {refused:?}");
        assert_eq!(files(), 2, "{manual}: a failure writes nothing");
        let done = shell(&command, &folder, &key);
        assert!(done.status.success() && done.stdout.is_empty(), "{manual}: {done:?}");
        let result = std::fs::read(folder.join("report.docx")).expect("the result is there");
        assert_eq!((transvase::detect(&result), files()), (Some(Format::DOCX), 3), "{manual}");
        assert!(!shell(&command, &folder, "tvs_live_nothing").status.success());
        let kept = std::fs::read(folder.join("report.docx")).expect("the result is still there");
        assert!(kept == result && files() == 3, "{manual}: a failure leaves an earlier result alone");
    }
}

/// A picture that cannot be as small as it is wanted: the core's result, and the parts that ask for it.
fn lossy(png: &[u8]) -> (Converted, Vec<Part<'_>>) {
    let converter = Converter::new(Format::JPEG).max_bytes(20).best_effort(true);
    let expected = converter.convert(png).expect("the core converts it");
    let (name, to, most, best) = ("file", "to", "max_bytes", "best_effort");
    let parts =
        vec![(name, Some("x.png"), png), (to, None, b"jpeg".as_slice()), (most, None, b"20"), (best, None, b"true")];
    (expected, parts)
}

/// The warnings of the core's result as the service tells them.
fn told(output: &Converted) -> Value {
    let entry = |warning: &transvase::Warning| json!({ "code": warning.code.name(), "place": warning.place.to_string(), "message": warning.message });
    let warnings: Vec<_> = output.warnings.iter().map(entry).collect();
    json!({ "count": warnings.len(), "truncated": false, "warnings": warnings })
}

/// The two parts of an answer of multipart/mixed: their heads and contents.
fn parts(answer: &Answer) -> Vec<(String, Vec<u8>)> {
    let boundary = answer.header("content-type").split_once("boundary=").expect("it names a boundary").1;
    let (border, end) = (format!("--{boundary}\r\n"), format!("\r\n--{boundary}"));
    let find = |bytes: &[u8], what: &[u8]| bytes.windows(what.len()).position(|window| window == what);
    let mut rest = answer.body.as_slice();
    let mut parts = Vec::new();
    while let Some(from) = find(rest, border.as_bytes()) {
        rest = &rest[from + border.len()..];
        let head = find(rest, b"\r\n\r\n").expect("a part has a head");
        let until = find(rest, end.as_bytes()).expect("a part has an end");
        parts.push((String::from_utf8_lossy(&rest[..head]).into_owned(), rest[head + 4..until].to_vec()));
        rest = &rest[until + 2..];
    }
    assert_eq!(rest, format!("--{boundary}--\r\n").as_bytes(), "nothing is behind the last part");
    parts
}

#[test]
fn a_warning_has_its_code_its_place_and_its_sentence() {
    let Some(service) = Service::start("clients-warnings", &[]) else { return };
    let (key, png) = (service.key("owner"), png());
    let (expected, request) = lossy(&png);
    assert!(!expected.warnings.is_empty(), "the limit cannot be met");

    let plain = http::convert(service.address, &key, &request);
    assert_eq!((plain.status, plain.header("content-type")), (200, "image/jpeg"), "{}", plain.json());
    let short: Value = serde_json::from_str(plain.header("convert-warnings")).expect("the header is JSON");
    assert_eq!(short, told(&expected));

    let by_part = http::convert(service.address, &key, &[&request[..], &[("warnings", None, b"body")]].concat());
    let accept = [("Accept", "multipart/mixed")];
    let by_header = http::send(service.address, &http::conversion(&key, &accept, &request));
    for answer in [by_part, by_header] {
        assert!(answer.header("content-type").starts_with("multipart/mixed; boundary="), "{answer:?}");
        assert_eq!(answer.header("convert-warnings"), plain.header("convert-warnings"));
        let [(head, file), (_, document)] = parts(&answer).try_into().expect("two parts");
        assert!(head.contains("content-type: image/jpeg") && head.contains("filename=\"x.jpg\""), "{head}");
        assert!(file == expected.bytes, "the file as it is alone");
        let document: Value = serde_json::from_slice(&document).expect("the second part is JSON");
        assert_eq!(document, told(&expected));
    }
    let alone = [&request[..], &[("warnings", None, b"header")]].concat();
    let alone = http::send(service.address, &http::conversion(&key, &accept, &alone));
    assert_eq!(alone.header("content-type"), "image/jpeg", "the part's word counts");
    let odd = http::convert(service.address, &key, &[&request[..], &[("warnings", None, b"all")]].concat());
    assert_eq!((odd.status, odd.code()), (400, "invalid_option".into()));
}

#[test]
fn other_origins_have_the_leave_they_are_given() {
    const APP: &str = "https://app.example.org";
    let Some(service) = Service::start("clients-cors", &["--cors-origins", APP]) else { return };
    let key = format!("Bearer {}", service.key("owner"));
    let ask = |method: &str, path: &str, headers: &[(&str, &str)]| {
        http::send(service.address, &http::request(method, path, headers, b""))
    };
    let asking = [
        ("Origin", APP),
        ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "authorization,idempotency-key"),
    ];
    let preflight = ask("OPTIONS", "/api/convert", &asking);
    assert_eq!((preflight.status, preflight.header("access-control-allow-origin")), (204, APP));
    for word in ["authorization", "content-type", "idempotency-key"] {
        assert!(preflight.header("access-control-allow-headers").contains(word), "{preflight:?}");
    }
    assert!(preflight.header("access-control-allow-methods").contains("POST"), "{preflight:?}");

    let account = ask("GET", "/api/account", &[("Origin", APP), ("Authorization", &key)]);
    assert_eq!((account.status, account.header("access-control-allow-origin")), (200, APP));
    assert_eq!(account.header("vary"), "origin");
    for name in ["convert-warnings", "credits-remaining", "retry-after", "x-request-id", "content-disposition"] {
        assert!(account.header("access-control-expose-headers").contains(name), "{name}");
    }
    let failure = ask("GET", "/api/account", &[("Origin", APP)]);
    assert_eq!((failure.status, failure.header("access-control-allow-origin")), (401, APP), "a page can read why");
    for answer in [&preflight, &account, &failure] {
        assert_eq!(answer.header("access-control-allow-credentials"), "");
    }
    let stranger = ask("OPTIONS", "/api/convert", &[("Origin", "https://evil.example"), asking[1]]);
    assert_eq!((stranger.status, stranger.header("access-control-allow-origin")), (405, ""));
    let page = ask("GET", "/signin", &[("Origin", APP)]);
    assert_eq!((page.status, page.header("access-control-allow-origin")), (200, ""), "the dashboard gives none");
}

/// The lines of a log; every one must be an object.
fn lines(log: &str) -> Vec<Value> {
    let line = |text: &str| serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"));
    log.lines().map(line).inspect(|line: &Value| assert!(line.is_object() && line["level"].is_string())).collect()
}

#[test]
fn every_line_of_the_log_is_an_object() {
    let Some(service) = Service::start("clients-log", &["--log", "json", "--in-process"]) else { return };
    let (key, account) = service.account("owner", Plan::Free, 10);
    let png = png();
    let (_, request) = lossy(&png);
    let answer = http::convert(service.address, &key, &request);
    assert_eq!(answer.status, 200);
    let panicking = [request[0], request[1], ("options", None, br#"{"fail_point": "panic"}"#)];
    assert_eq!(http::convert(service.address, &key, &panicking).code(), "internal_error");
    http::get(service.address, "/api/account", &[]);
    let (poor, poor_account) = service.account("poor", Plan::Free, 0);
    assert_eq!(http::convert(service.address, &poor, &request).code(), "credits_exhausted");
    service.until("all four are logged", |service| service.log().matches("\"target\":\"request\"").count() >= 4);
    let log = lines(&service.log());
    let requests: Vec<_> = log.iter().filter(|line| line["target"] == "request").collect();
    let line = requests[0];
    assert_eq!((&line["from"], &line["to"], &line["status"]), (&json!("png"), &json!("jpeg"), &json!(200)), "{line}");
    assert_eq!((&line["account"], line["key"].is_u64()), (&json!(account.id), true), "{line}");
    assert_eq!(line["bytes_out"], answer.body.len(), "{line}");
    assert!(line["ms"].is_f64() && line["bytes_in"].is_u64(), "numbers are numbers: {line}");
    assert_eq!((&requests[1]["to"], &requests[1]["code"]), (&json!("jpeg"), &json!("internal_error")));
    assert!(requests[2]["account"].is_null(), "nobody is known: {}", requests[2]);
    assert_eq!(requests[3]["account"], poor_account.id, "whom it refuses is known: {}", requests[3]);
    assert!(log.iter().any(|line| line["target"] == "panic" && line["place"].is_string()), "{log:?}");
    let said = |word: &str| log.iter().any(|line| line["message"].as_str().is_some_and(|text| text.contains(word)));
    assert!(said("first administrator") && said("without isolation"), "the start is logged too: {log:?}");
}

#[test]
fn a_start_that_fails_is_a_line_of_the_log() {
    let Some(binary) = cli::binary("a start that fails") else { return };
    let folder = cli::scratch("clients-start");
    let words = ["serve", "--log", "json", "--listen", "127.0.0.1:0", "--database", "sqlite:/nowhere/at/all.db"];
    let output = cli::run(&binary, &folder, &words);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(69), 0));
    let log = lines(&String::from_utf8_lossy(&output.stderr));
    let last = log.last().expect("it says why");
    assert_eq!(last["level"], "ERROR");
    assert!(last["message"].as_str().is_some_and(|text| text.contains("/nowhere/at/all.db")), "{last}");
}
