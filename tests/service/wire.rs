//! The service against clients that do not behave, over raw sockets; and against those that speak
//! HTTP/2 and TLS.

use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use transvase_server::store::{self, Admission, Caller, Plan, Purpose};
use transvase_tests::http::{self, BOUNDARY, Part};
use transvase_tests::service::{Service, wait_for};
use transvase_tests::{cli, samples};

fn png() -> Vec<u8> {
    samples::named("rgb.png")
}

/// A conversion that only a deadline or a kill ends.
fn endless(file: &[u8]) -> [Part<'_>; 3] {
    [("file", Some("x.png"), file), ("to", None, b"jpeg"), ("options", None, b"{\"fail_point\": \"endless\"}")]
}

fn plain(file: &[u8]) -> [Part<'_>; 2] {
    [("file", Some("x.png"), file), ("to", None, b"jpeg")]
}

/// The head of a conversion's request, with these headers besides key and type.
fn head(key: &str, headers: &str) -> Vec<u8> {
    let kind = format!("Content-Type: multipart/form-data; boundary={BOUNDARY}");
    format!("POST /api/convert HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\n{kind}\r\n{headers}\r\n")
        .into_bytes()
}

fn sent(service: &Service, bytes: &[u8]) -> TcpStream {
    let mut stream = http::connect(service.address);
    stream.write_all(bytes).expect("it is sent");
    stream
}

/// Conversions without an end in both places of a service with one worker, and one for those that take long.
fn both_lanes(service: &Service, key: &str) -> [TcpStream; 2] {
    let running = [(); 2].map(|()| sent(service, &http::conversion(key, &[], &endless(&png()))));
    service.until("they run", |service| service.metric("transvase_in_flight") > 1.0);
    running
}

/// Waits until nothing of this key is reserved any more, as the store sees it.
fn until_released(service: &Service, key: &str) {
    let store = service.store();
    let hash = transvase_server::auth::hash(key);
    service.until("the reservation is given back", |_| {
        let request = format!("probe-{:?}", Instant::now());
        let purpose = Purpose::Convert { request: request.clone(), idempotency_key: None, is_job: false };
        let admission = Admission { caller: Caller::Key(hash), purpose, node: "probe".into(), now: store::now() };
        let answer = wait_for(store.admit(admission)).expect("the store answers");
        wait_for(store.release(&request, store::Outcome::default(), store::now())).expect("the store answers");
        answer.is_ok()
    });
}

#[test]
fn those_who_say_nothing_are_sent_away() {
    let words = ["--first-byte-timeout-s", "0.3", "--header-timeout-s", "0.5"];
    let Some(service) = Service::start("wire-silence", &words) else { return };
    for beginning in ["", "P", "PRI * HTTP/2.0\r\n", "GET / HTTP/1.1\r\nHost: x\r\n"] {
        let mut stream = sent(&service, beginning.as_bytes());
        assert!(http::read(&mut stream).is_none_or(|answer| answer.status == 408), "{beginning:?}");
    }
    assert_eq!(http::get(service.address, "/healthz", &[]).status, 200);
}

#[test]
fn an_upload_that_is_too_slow_ends() {
    let Some(service) = Service::start("wire-slow", &["--upload-timeout-s", "0.5"]) else { return };
    let key = service.key("owner");
    let mut stream = sent(&service, &head(&key, "Content-Length: 100000\r\n"));
    stream.write_all(format!("--{BOUNDARY}\r\n").as_bytes()).expect("it is sent");
    let answer = http::read(&mut stream).expect("there is an answer");
    assert_eq!((answer.status, answer.code()), (408, "upload_timeout".into()));
    assert_eq!(answer.header("connection"), "close");
    until_released(&service, &key);
}

#[test]
fn a_refusal_can_be_read_while_the_client_still_sends() {
    let Some(service) = Service::start("wire-early", &["--paid-upload-bytes", "100000"]) else { return };
    let key = service.key("owner");
    let body = vec![b'x'; 8 << 20];
    let refused = http::send(
        service.address,
        &[head("wrong", &format!("Content-Length: {}\r\n", body.len())), body.clone()].concat(),
    );
    assert_eq!((refused.status, refused.code()), (401, "invalid_api_key".into()));
    let large = http::send(
        service.address,
        &[head(&key, &format!("Content-Length: {}\r\n", body.len())), body.clone()].concat(),
    );
    assert_eq!((large.status, large.code()), (413, "file_too_large".into()));
    let part = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\n");
    let chunked = [head(&key, "Transfer-Encoding: chunked\r\n"), chunk(part.as_bytes()), chunk(&body)].concat();
    let endless = http::send(service.address, &chunked);
    assert_eq!((endless.status, &endless.json()["limit_bytes"]), (413, &serde_json::json!(100_000)));
    assert!(service.temporary_files().is_empty());
    until_released(&service, &key);
}

fn chunk(bytes: &[u8]) -> Vec<u8> {
    [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat()
}

#[test]
fn no_body_is_asked_for_that_would_be_refused() {
    let Some(service) = Service::start("wire-expect", &[]) else { return };
    let key = service.key("owner");
    let first_line = |key: &str, length: usize| {
        let mut stream = sent(&service, &head(key, &format!("Content-Length: {length}\r\nExpect: 100-continue\r\n")));
        let mut line = [0; 12];
        std::io::Read::read_exact(&mut stream, &mut line).expect("there is an answer");
        String::from_utf8_lossy(&line).into_owned()
    };
    assert_eq!(first_line("wrong", 1000), "HTTP/1.1 401");
    assert_eq!(first_line(&key, 300 << 20), "HTTP/1.1 413");
    assert_eq!(first_line(&key, 1000), "HTTP/1.1 100");
}

#[test]
fn bodies_that_are_not_well_formed_are_refused() {
    let Some(service) = Service::start("wire-bodies", &[]) else { return };
    let key = service.key("owner");
    let whole = http::multipart(&plain(&png()));
    let chunked = |body: &[u8]| [head(&key, "Transfer-Encoding: chunked\r\n"), body.to_vec()].concat();
    let sized = |body: &[u8]| [head(&key, &format!("Content-Length: {}\r\n", body.len())), body.to_vec()].concat();
    let part = |line: &str| format!("--{BOUNDARY}\r\n{line}\r\n\r\nx\r\n--{BOUNDARY}--\r\n").into_bytes();
    let long = "x".repeat(10_000);
    let many: Vec<Part> = vec![("resource", Some(long.as_str()), b"".as_slice()); 110];
    let cases = [
        ("a chunk without a length", chunked(b"zz\r\nabc\r\n")),
        ("a chunk that is longer than it says", chunked(&[&b"3\r\n"[..], &whole, b"\r\n0\r\n\r\n"].concat())),
        ("a last chunk that is missing its end", chunked(&[chunk(&whole), b"x".to_vec()].concat())),
        ("no boundary", sized(&vec![b'a'; 100_000])),
        ("a body that ends early", sized(&whole[..whole.len() - 20])),
        ("an endless head of a part", sized(&part(&"A: b\r\n".repeat(10_000)))),
        ("heads that are long together", sized(&http::multipart(&many))),
        ("a part without a name", sized(&part("Content-Disposition: form-data"))),
        ("a part without a head", sized(&part("X: y"))),
    ];
    for (what, request) in cases {
        let answer = http::send(service.address, &request);
        assert_eq!((answer.status, answer.code()), (400, "invalid_multipart".into()), "{what}");
    }
    let body = b"{}";
    let json = http::request(
        "POST",
        "/api/convert",
        &[("Authorization", &format!("Bearer {key}")), ("Content-Type", "application/json")],
        body,
    );
    assert_eq!(http::send(service.address, &json).code(), "not_multipart");
    until_released(&service, &key);
}

#[test]
fn two_lengths_are_refused_and_the_connection_ends() {
    let Some(service) = Service::start("wire-lengths", &[]) else { return };
    let key = service.key("owner");
    for headers in
        ["Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n"]
    {
        let request = [head(&key, headers), b"0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".to_vec()].concat();
        let mut stream = sent(&service, &request);
        let answer = http::read(&mut stream).expect("there is an answer");
        assert_eq!((answer.status, answer.code()), (400, "invalid_request".into()), "{headers}");
        assert!(http::is_closed(&mut stream), "what was smuggled behind it is not answered");
    }
}

#[test]
fn two_lengths_behind_another_request_are_refused_too() {
    let Some(service) = Service::start("wire-lengths-behind", &[]) else { return };
    let key = service.key("owner");
    let first = http::conversion(&key, &[], &plain(&png()));
    let second = head(&key, "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n");
    let requests = [first, second, b"0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".to_vec()].concat();
    let mut stream = sent(&service, &requests);
    assert_eq!(http::read(&mut stream).expect("there is an answer").status, 200);
    let refused = http::read(&mut stream).expect("there is an answer");
    assert_eq!((refused.status, refused.code()), (400, "invalid_request".into()));
    assert!(http::is_closed(&mut stream), "what was smuggled behind it is not answered");
}

#[test]
fn a_request_names_one_host() {
    let Some(service) = Service::start("wire-host", &[]) else { return };
    for hosts in ["", "Host: a\r\nHost: b\r\n"] {
        let refused = http::send(service.address, format!("GET /healthz HTTP/1.1\r\n{hosts}\r\n").as_bytes());
        assert_eq!((refused.status, refused.code()), (400, "invalid_request".into()), "{hosts}");
    }
    assert_eq!(http::send(service.address, b"GET /healthz HTTP/1.0\r\n\r\n").status, 200);
}

/// A frame of HTTP/2 (RFC 9113, 4.1).
fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).expect("a small frame").to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// A field that no table has (RFC 7541, 6.2.2).
fn literal(name: &str, value: &str) -> Vec<u8> {
    let text = |text: &str| [&[u8::try_from(text.len()).expect("a short text")], text.as_bytes()].concat();
    [vec![0], text(name), text(value)].concat()
}

/// The preface of a client of HTTP/2 with its settings.
fn preface() -> Vec<u8> {
    [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(), frame(4, 0, 0, b"")].concat()
}

#[test]
fn requests_that_are_reset_leave_no_reservation() {
    let words = ["--rate-per-key", "0", "--rate-per-account", "0"];
    let Some(service) = Service::start("wire-resets", &words) else { return };
    let (key, _) = service.account("owner", Plan::Free, 200);
    let fields = [
        literal(":method", "POST"),
        literal(":scheme", "http"),
        literal(":path", "/api/convert"),
        literal(":authority", "x"),
        literal("authorization", &format!("Bearer {key}")),
        literal("content-type", "multipart/form-data; boundary=x"),
    ]
    .concat();
    for round in 0..40_u64 {
        let mut stream = sent(&service, &preface());
        for number in 0..20 {
            let id = 2 * number + 1;
            // The connection ends after too many of them.
            let _ = stream.write_all(&frame(1, 4, id, &fields));
            std::thread::sleep(Duration::from_micros([0, 200, 500, 1000, 2000][(round % 5) as usize]));
            let _ = stream.write_all(&frame(3, 0, id, &8_u32.to_be_bytes()));
        }
    }
    until_released(&service, &key);
    let answer = http::convert(service.address, &key, &plain(&png()));
    assert_eq!((answer.status, answer.header("credits-remaining")), (200, "199"), "nothing else was charged");
}

#[test]
fn connections_that_ask_for_nothing_more_are_ended() {
    let Some(service) = Service::start("wire-idle", &["--idle-timeout-s", "0.3"]) else { return };
    let fields = [
        literal(":method", "GET"),
        literal(":scheme", "http"),
        literal(":path", "/healthz"),
        literal(":authority", "x"),
    ]
    .concat();
    let http2 = [preface(), frame(1, 5, 1, &fields)].concat();
    for request in [http::request("GET", "/healthz", &[], b""), http2] {
        let mut stream = sent(&service, &request);
        let mut said = Vec::new();
        std::io::Read::read_to_end(&mut stream, &mut said).expect("it ends");
        assert!(String::from_utf8_lossy(&said).contains("\"status\":\"ok\""));
    }
}

#[test]
fn a_result_without_room_in_memory_arrives_over_the_disk() {
    let Some(service) = Service::start("wire-disk", &["--result-memory-bytes", "0"]) else { return };
    let key = service.key("owner");
    let noise = noise(600, 400);
    let parts: [Part; 2] = [("file", Some("x.jpg"), &noise), ("to", None, b"bmp")];
    let answer = http::convert(service.address, &key, &parts);
    assert_eq!(answer.status, 200);
    assert_eq!(answer.body, transvase::convert(&noise, transvase::Format::find("bmp").unwrap()).unwrap().bytes);
    service.until("nothing is left on the disk", |service| service.temporary_files().is_empty());
}

#[test]
fn heads_have_a_size() {
    let Some(service) = Service::start("wire-heads", &[]) else { return };
    let get = |headers: &[(&str, &str)]| http::get(service.address, "/healthz", headers);
    let long = "x".repeat(20_000);
    let answer = get(&[("X-Long", &long)]);
    assert_eq!((answer.status, answer.code()), (431, "headers_too_large".into()));
    let names: Vec<String> = (0..200).map(|number| format!("X-{number}")).collect();
    let many: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "x")).collect();
    assert_eq!(get(&many[..110]).code(), "headers_too_large");
    assert_eq!(get(&many).status, 431);
    assert_eq!(get(&[("X-Long", &"x".repeat(200_000))]).status, 431);
    assert_eq!(get(&many[..50]).status, 200);
    assert_eq!(http::send(service.address, b"not http at all\r\n\r\n").status, 400);
}

#[test]
fn requests_on_one_connection_are_answered_in_their_order() {
    let Some(service) = Service::start("wire-pipeline", &[]) else { return };
    let key = service.key("owner");
    let one = http::conversion(&key, &[], &plain(&png()));
    let requests = [one.clone(), http::request("GET", "/healthz", &[], b""), one].concat();
    let mut stream = sent(&service, &requests);
    let statuses: Vec<_> =
        (0..3).map(|_| http::read(&mut stream).map(|answer| answer.header("content-type").to_owned())).collect();
    assert_eq!(statuses, [Some("image/jpeg".into()), Some("application/json".into()), Some("image/jpeg".into())]);
}

#[test]
fn a_client_that_hangs_up_cancels_its_conversion() {
    let words = ["--workers", "1", "--metrics-listen", "127.0.0.1:0", "--paid-concurrency", "1"];
    for words in [words.to_vec(), [&words[..], &["--in-process"]].concat()] {
        let Some(service) = Service::start("wire-hang-up", &words) else { return };
        let key = service.key("owner");
        let stream = sent(&service, &http::conversion(&key, &[], &endless(&png())));
        service.until("it runs", |service| service.metric("transvase_in_flight") > 0.0);
        let second = http::convert(service.address, &key, &plain(&png()));
        assert_eq!((second.status, second.code()), (429, "too_many_concurrent".into()));
        stream.shutdown(Shutdown::Both).expect("it was open");
        service.until("it was cancelled", |service| service.metric("transvase_in_flight") == 0.0);
        service
            .until("its place is free", |service| http::convert(service.address, &key, &plain(&png())).status == 200);
    }
}

#[test]
fn an_upload_that_breaks_off_gives_its_reservation_back() {
    let Some(service) = Service::start("wire-break-off", &["--paid-concurrency", "1"]) else { return };
    let key = service.key("owner");
    let stream = sent(&service, &head(&key, "Content-Length: 100000\r\n"));
    std::thread::sleep(Duration::from_millis(50));
    drop(stream);
    service.until("its place is free", |service| http::convert(service.address, &key, &plain(&png())).status == 200);
}

#[test]
fn a_full_queue_is_told_at_once() {
    let words = ["--workers", "1", "--slow-workers", "1", "--queue", "1", "--queue-wait-s", "1", "--paid-time-s", "3"];
    let Some(service) = Service::start("wire-full", &[&words[..], &["--metrics-listen", "127.0.0.1:0"]].concat())
    else {
        return;
    };
    let key = service.key("owner");
    let png = png();
    let mut running = both_lanes(&service, &key);
    let mut waiting = sent(&service, &http::conversion(&key, &[], &plain(&png)));
    service.until("it waits", |service| service.metric("transvase_queue_depth") > 0.0);
    let refused = http::convert(service.address, &key, &plain(&png));
    assert_eq!((refused.status, refused.code()), (503, "overloaded".into()));
    assert!(refused.header("retry-after").parse::<u64>().is_ok());
    let told = refused.json();
    assert!(told["detail"].as_str().is_some_and(|text| text.contains("The service is busy")), "{told}");
    assert!(!told.to_string().to_lowercase().contains("memory"), "{told}");
    assert_eq!(
        http::read(&mut waiting).expect("there is an answer").code(),
        "overloaded",
        "it waits no longer than it may"
    );
    for running in &mut running {
        assert_eq!(http::read(running).expect("there is an answer").code(), "conversion_timeout");
    }
    assert_eq!(http::convert(service.address, &key, &plain(&png)).status, 200);
}

#[test]
fn a_service_that_is_told_to_end_answers_what_runs() {
    let words = ["--workers", "1", "--slow-workers", "1", "--paid-time-s", "2", "--queue-wait-s", "30"];
    let words = [&words[..], &["--metrics-listen", "127.0.0.1:0"]].concat();
    let Some(mut service) = Service::start("wire-drain", &words) else { return };
    let key = service.key("owner");
    let png = png();
    let mut running = both_lanes(&service, &key);
    let mut waiting = sent(&service, &http::conversion(&key, &[], &plain(&png)));
    service.until("it waits", |service| service.metric("transvase_queue_depth") > 0.0);
    service.terminate();
    assert_eq!(http::read(&mut waiting).expect("there is an answer").code(), "overloaded", "what waits is sent away");
    for running in &mut running {
        assert_eq!(http::read(running).expect("there is an answer").code(), "conversion_timeout", "what runs ends");
    }
    assert_eq!(service.wait(), Some(0));
    assert!(TcpStream::connect(service.address).is_err());
    assert!(service.temporary_files().is_empty());
    until_released(&service, &key);
}

#[test]
fn a_second_signal_ends_it_at_once() {
    let words = ["--workers", "1", "--metrics-listen", "127.0.0.1:0"];
    let Some(mut service) = Service::start("wire-signals", &words) else { return };
    let key = service.key("owner");
    let mut running = sent(&service, &http::conversion(&key, &[], &endless(&png())));
    service.until("it runs", |service| service.metric("transvase_in_flight") > 0.0);
    service.terminate();
    service.until("it is ending", |service| service.log().contains("stopping"));
    service.terminate();
    assert_eq!(service.wait(), Some(0));
    assert!(service.log().contains("stopping at once"), "{}", service.log());
    // Its worker is killed: the connection is cut, before or after the client could be told.
    if let Some(answer) = http::read(&mut running) {
        assert_eq!(answer.code(), "overloaded");
    }
}

/// A JPEG of noise.
fn noise(width: u32, height: u32) -> Vec<u8> {
    let mut state = 1_u32;
    let noise = image::RgbImage::from_fn(width, height, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        image::Rgb([(state >> 24) as u8, (state >> 16) as u8, (state >> 8) as u8])
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    noise.write_to(&mut bytes, image::ImageFormat::Jpeg).expect("a picture in memory can be encoded");
    bytes.into_inner()
}

#[test]
fn a_result_that_nobody_takes_is_dropped() {
    let Some(service) = Service::start("wire-untaken", &["--upload-rate-bytes", "100000000"]) else { return };
    let key = service.key("owner");
    // More than the system's buffers take in: noise does not become smaller.
    let noise = noise(3_000, 2_000);
    let parts: [Part; 2] = [("file", Some("x.jpg"), &noise), ("to", None, b"png")];
    let mut stream = sent(&service, &http::conversion(&key, &[], &parts));
    service.until("it is answered", |service| service.log().contains("bytes_out"));
    std::thread::sleep(Duration::from_secs(12));
    assert!(http::read(&mut stream).is_none(), "the rest is not there any more");
}

#[test]
fn connections_of_one_address_are_counted() {
    let Some(service) = Service::start("wire-caps", &["--connections-per-ip", "3"]) else { return };
    let mut held: Vec<_> = (0..3).map(|_| sent(&service, b"GET /")).collect();
    std::thread::sleep(Duration::from_millis(100));
    let mut fourth = http::connect(service.address);
    let _ = fourth.write_all(&http::request("GET", "/healthz", &[], b""));
    assert!(http::read(&mut fourth).is_none(), "there is no place");
    held.clear();
    service.until("a place is free", |service| {
        let mut stream = http::connect(service.address);
        let _ = stream.write_all(&http::request("GET", "/healthz", &[], b""));
        http::read(&mut stream).is_some_and(|answer| answer.status == 200)
    });
}

/// Runs curl on a conversion; what it said of protocol and status.
fn curl(words: &[&str], url: &str, key: &str, file: &Path) -> String {
    let mut command = Command::new("curl");
    command.args(["--silent", "--show-error", "--max-time", "60", "--output"]).arg(file.with_extension("out"));
    command.args(["--write-out", "%{http_version} %{response_code} %{content_type}"]).args(words);
    command.args(["--header", &format!("Authorization: Bearer {key}"), "--form", "to=jpeg", "--form"]);
    command.arg(format!("file=@{}", file.display())).arg(format!("{url}/api/convert"));
    let output = command.output().expect("curl starts");
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn http_2_is_spoken_in_the_clear_and_over_tls() {
    let has = |tool: &str| Command::new(tool).arg("version").output().is_ok();
    if !has("curl") || !has("openssl") {
        println!("skipped: http_2_is_spoken_in_the_clear_and_over_tls: curl or openssl is not installed");
        return;
    }
    let folder = cli::scratch("wire-tls-files");
    let file = folder.join("x.png");
    std::fs::write(&file, png()).expect("the scratch folder can be written");
    let Some(service) = Service::start("wire-h2c", &[]) else { return };
    let key = service.key("owner");
    assert_eq!(curl(&["--http2-prior-knowledge"], &service.url(), &key, &file), "2 200 image/jpeg");
    let large = folder.join("large.png");
    std::fs::write(&large, vec![7; 8 << 20]).expect("the scratch folder can be written");
    let refused = curl(&["--http2-prior-knowledge"], &service.url(), "wrong", &large);
    assert_eq!(refused, "2 401 application/problem+json", "a refusal can be read while the upload is under way");
    assert_eq!(curl(&["--http1.1"], &service.url(), &key, &file), "1.1 200 image/jpeg");
    assert_eq!(curl(&["--http1.0"], &service.url(), &key, &file), "1 200 image/jpeg");

    let (certificate, secret) = (folder.join("certificate.pem"), folder.join("key.pem"));
    let mut openssl = Command::new("openssl");
    openssl.args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]);
    openssl.args(["-addext", "subjectAltName=DNS:localhost", "-keyout"]).arg(&secret).arg("-out").arg(&certificate);
    assert!(openssl.output().expect("openssl starts").status.success());
    let [certificate, secret] = [certificate, secret].map(|path| path.display().to_string());
    let Some(service) = Service::start("wire-tls", &["--tls-certificate", &certificate, "--tls-key", &secret]) else {
        return;
    };
    let key = service.key("owner");
    let url = format!("https://localhost:{}", service.address.port());
    let resolve = format!("localhost:{}:127.0.0.1", service.address.port());
    let words = ["--cacert", &certificate, "--resolve", &resolve];
    assert_eq!(curl(&words, &url, &key, &file), "2 200 image/jpeg");
    assert_eq!(curl(&[&words[..], &["--http1.1"]].concat(), &url, &key, &file), "1.1 200 image/jpeg");
}
