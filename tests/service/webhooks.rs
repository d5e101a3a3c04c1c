//! Webhooks over HTTP: the ends of jobs are told until somebody takes them, whoever else does not answer.

use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

use serde_json::Value;
use transvase_server::store::Plan;
use transvase_tests::books;
use transvase_tests::http::{self, Part};
use transvase_tests::jobs::{ended, make, png, post, state};
use transvase_tests::service::{GUARD, Service, wait_for};

/// Settings without limits of rates.
const WORDS: [&str; 6] = ["--workers", "2", "--rate-per-key", "0", "--rate-per-account", "0"];

/// What a job says of its webhook.
fn webhook(service: &Service, key: &str, id: &str) -> Value {
    state(service.address, key, id)["webhook"].clone()
}

/// What a receiver got: the path, its headers in lower case, its body.
type Message = (String, Vec<(String, String)>, String);

/// A receiver of webhooks that refuses the first; where it listens, and what it got.
fn receiver() -> (SocketAddr, Receiver<Message>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (sender, received) = channel();
    std::thread::spawn(move || {
        for (number, stream) in listener.incoming().enumerate() {
            let mut stream = stream.unwrap();
            let message = message(&mut stream);
            let status = if number == 0 { "500 Internal Server Error" } else { "204 No Content" };
            stream.write_all(format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n").as_bytes()).unwrap();
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    (address, received)
}

fn message(stream: &mut std::net::TcpStream) -> Message {
    let (head, body) = http::read_request(stream).unwrap();
    let path = head.split(' ').nth(1).unwrap().to_owned();
    let lines = head.lines().skip(1).filter_map(|line| line.split_once(": "));
    let headers = lines.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect();
    (path, headers, String::from_utf8(body).unwrap())
}

/// Checks a message as a receiver does, by another program's HMAC.
const CHECK: &str = "import base64, hashlib, hmac, sys
key, id, stamp, signature = sys.argv[1:]
secret = hashlib.sha256(key.encode()).digest()
code = hmac.new(secret, f'{id}.{stamp}.'.encode() + sys.stdin.buffer.read(), hashlib.sha256).digest()
sys.exit(signature != 'v1,' + base64.b64encode(code).decode())";

fn is_signed(key: &str, (_, headers, body): &Message) -> bool {
    let header = |name: &str| headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str());
    let words = [key, header("webhook-id"), header("webhook-timestamp"), header("webhook-signature")];
    let mut python = Command::new("python3");
    let mut child = python.args(["-c", CHECK]).args(words).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(body.as_bytes()).unwrap();
    child.wait().unwrap().success()
}

#[test]
fn the_end_of_a_job_is_told_until_somebody_takes_it() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: webhooks: python3 is not installed");
        return;
    }
    let words = [&WORDS[..], &["--webhook-private"]].concat();
    let Some(service) = Service::start("jobs-webhook", &words) else { return };
    let (key, _) = service.account("owner", Plan::Free, 5);
    let (address, received) = receiver();
    let (png, hook) = (png(), format!("http://{address}/hook?a=b"));
    let parts: [Part; 3] = [("file", Some("x.png"), &png), ("to", None, b"jpeg"), ("webhook", None, hook.as_bytes())];
    let id = make(service.address, &key, &parts);
    let (refused, taken) = (received.recv_timeout(GUARD).unwrap(), received.recv_timeout(GUARD).unwrap());
    for message in [&refused, &taken] {
        assert_eq!(message.0, "/hook?a=b");
        assert!(is_signed(&key, message), "{message:?}");
        assert!(!is_signed("tvs_live_another", message));
        let told: Value = serde_json::from_str(&message.2).unwrap();
        assert_eq!((told["type"].as_str(), told["data"]["id"].as_str()), (Some("job.succeeded"), Some(id.as_str())));
        let mut known = state(service.address, &key, &id);
        known.as_object_mut().unwrap().remove("webhook");
        assert_eq!(told["data"], known);
    }
    let number = |message: &Message| message.1.iter().find(|(name, _)| name == "webhook-id").unwrap().1.clone();
    assert_eq!(number(&refused), number(&taken), "it is the same message");
    service.until("it is not sent again", |service| webhook(service, &key, &id)["status"] == "delivered");
    let told = webhook(&service, &key, &id);
    assert_eq!((told["attempts"].as_u64(), told["reason"].is_null()), (Some(2), true), "{told}");
    assert!(told["ended_at"].is_string() && told["next_attempt_at"].is_null(), "{told}");
}

#[test]
fn an_address_that_can_never_be_reached_is_refused_at_once() {
    let Some(service) = Service::start("webhooks-refused", &WORDS) else { return };
    let (key, _) = service.account("owner", Plan::Free, 5);
    let png = png();
    for address in [
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.1.2.3/hook",
        "https://169.254.169.254/",
        "https://localhost/",
        "https://2130706433/",
        "https://example.org:0/",
        "https://example.org:99999/",
        "https:///hook",
        "http://example.org/",
    ] {
        let parts: [Part; 3] =
            [("file", Some("x.png"), &png), ("to", None, b"jpeg"), ("webhook", None, address.as_bytes())];
        let answer = post(service.address, &key, &[], &parts);
        assert_eq!((answer.status, answer.code()), (400, "invalid_option".into()), "{address}");
    }
    let parts: [Part; 2] = [("file", Some("x.png"), &png), ("to", None, b"jpeg")];
    let id = make(service.address, &key, &parts);
    assert!(webhook(&service, &key, &id).is_null());
}

#[test]
fn no_webhook_leads_inside() {
    // The job ends by its deadline, so that its address can be changed before: what a name leads to is known then alone.
    let Some(service) = Service::start("webhooks-inside", &[&WORDS[..], &["--free-job-time-s", "3"]].concat()) else {
        return;
    };
    let (key, _) = service.account("owner", Plan::Free, 5);
    let (address, received) = receiver();
    let png = png();
    let endless: Part = ("options", None, b"{\"fail_point\": \"endless\"}");
    let hook: Part = ("webhook", None, b"https://example.org/");
    let id = make(service.address, &key, &[("file", Some("x.png"), &png), ("to", None, b"jpeg"), endless, hook]);
    assert_eq!(webhook(&service, &key, &id)["status"], "pending");
    let port = address.port();
    wait_for(books::change(&service.database, &format!("UPDATE jobs SET webhook = 'https://localhost:{port}/'")));
    assert_eq!(ended(&service, &key, &id)["status"], "failed");
    service.until("it was tried", |service| webhook(service, &key, &id)["reason"].is_string());
    let told = webhook(&service, &key, &id);
    assert_eq!(told["reason"], "the host has no public address");
    assert!(told["status"] == "pending" && told["next_attempt_at"].is_string(), "{told}");
    assert!(service.log().contains("the host has no public address"));
    assert!(received.try_recv().is_err());
}

#[test]
fn receivers_that_never_answer_keep_no_others_waiting() {
    besiege("webhooks-silent", 1);
}

#[test]
fn a_host_for_each_webhook_keeps_no_others_waiting_either() {
    besiege("webhooks-hosts", 30);
}

/// Six accounts have 30 webhooks each to receivers that never answer, at so many hosts, and a seventh has some that are
/// taken.
fn besiege(name: &str, hosts: usize) {
    let words = ["--webhook-private", "--free-jobs", "30", "--slow-workers", "4"];
    let Some(service) = Service::start(name, &[&WORDS[..], &words].concat()) else { return };
    let png = png();
    let file: [Part; 2] = [("file", Some("x.png"), &png), ("to", None, b"jpeg")];
    let make = |key: &str, hook: &str| make(service.address, key, &[&file[..], &[hook_of(hook)]].concat());
    let mut silent = Vec::new();
    let mut last = Vec::new();
    for number in 0..6 {
        let key = service.account(&format!("silent-{number}"), Plan::Free, 40).0;
        // The system takes connections for them, and nobody answers.
        let own: Vec<TcpListener> = (0..hosts).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let hooks = own.iter().cycle().take(30).map(|host| format!("http://{}/", host.local_addr().unwrap()));
        let ids: Vec<String> = hooks.map(|hook| make(&key, &hook)).collect();
        last.extend(ids.last().map(|id| (key, id.clone())));
        silent.extend(own);
    }
    for (key, id) in &last {
        ended(&service, key, id);
    }
    let key = service.account("healthy", Plan::Free, 40).0;
    let (address, received) = receiver();
    // The first is refused, and sent again behind all that was not tried yet.
    let hook = format!("http://{address}/");
    for _ in 0..3 {
        ended(&service, &key, &make(&key, &hook));
        let began = Instant::now();
        received.recv_timeout(GUARD).expect("it is told while others do not answer");
        println!("a webhook came after {:.1} s", began.elapsed().as_secs_f64());
    }
}

fn hook_of(address: &str) -> Part<'_> {
    ("webhook", None, address.as_bytes())
}
