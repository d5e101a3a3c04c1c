//! The service shares its workers among accounts: slow files of some keep no others waiting. And it says when its database
//! cannot be written.

use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use sqlx::{Connection, Executor};
use transvase_server::store::{Plan, now};
use transvase_tests::http::{self, Part};
use transvase_tests::samples;
use transvase_tests::service::{GUARD, Service, wait_for};

fn png() -> Vec<u8> {
    samples::named("rgb.png")
}

/// Sends conversions that only their deadline ends, two at a time, until it is told to stop.
fn besiege(address: SocketAddr, key: &str, is_over: &AtomicBool) {
    let png = png();
    let endless: [Part; 3] =
        [("file", Some("x.png"), &png), ("to", None, b"jpeg"), ("options", None, b"{\"fail_point\": \"endless\"}")];
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    let answer = http::convert(address, key, &endless);
                    assert_ne!(answer.status, 200);
                }
            });
        }
    });
}

#[test]
fn accounts_with_slow_files_keep_no_others_waiting() {
    let words = ["--workers", "2", "--free-time-s", "8", "--rate-per-key", "0", "--rate-per-account", "0"];
    let Some(service) = Service::start("fair-siege", &[&words[..], &["--metrics-listen", "127.0.0.1:0"]].concat())
    else {
        return;
    };
    let hostile = ["first", "second"].map(|name| service.account(name, Plan::Free, 200).0);
    let healthy = service.account("healthy", Plan::Free, 200).0;
    let (is_over, png, failed) = (AtomicBool::new(false), png(), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for key in &hostile {
            scope.spawn(|| besiege(service.address, key, &is_over));
        }
        service.until("they are at it", |service| service.metric("transvase_in_flight") > 2.0);
        let parts: [Part; 2] = [("file", Some("x.png"), &png), ("to", None, b"jpeg")];
        for _ in 0..48 {
            let answer = http::convert(service.address, &healthy, &parts);
            if answer.status != 200 {
                failed.lock().unwrap().push((answer.status, answer.code()));
            }
        }
        is_over.store(true, Ordering::Relaxed);
    });
    assert_eq!(failed.into_inner().unwrap(), [], "of 48 requests of a third account");
}

#[test]
fn an_account_has_its_places_whatever_the_number_of_its_keys() {
    let words = ["--free-time-s", "5", "--metrics-listen", "127.0.0.1:0"];
    let Some(service) = Service::start("fair-keys", &words) else { return };
    let (first, account) = service.account("owner", Plan::Free, 200);
    let (second, new) = transvase_server::auth::key::issue(account.id, "second", None).unwrap();
    let act = transvase_server::store::Act { actor: "test".into(), now: now() };
    wait_for(service.store().create_key(new, act)).unwrap();
    let png = png();
    let endless: [Part; 3] =
        [("file", Some("x.png"), &png), ("to", None, b"jpeg"), ("options", None, b"{\"fail_point\": \"endless\"}")];
    std::thread::scope(|scope| {
        for key in [&first, &first] {
            scope.spawn(|| http::convert(service.address, key, &endless));
        }
        service.until("they run", |service| service.metric("transvase_in_flight") > 1.0);
        let refused = http::convert(service.address, &second, &endless);
        assert_eq!((refused.status, refused.code()), (429, "too_many_concurrent".into()));
    });
}

/// A thread that holds the lock of a service's database from the first word to the second.
fn lock(service: &Service) -> (std::thread::JoinHandle<()>, Receiver<()>, Sender<()>) {
    let url = service.database.clone();
    let ((held, is_held), (free, is_free)) = (channel(), channel());
    let thread = std::thread::spawn(move || {
        wait_for(async move {
            let mut connection = sqlx::AnyConnection::connect(&url).await.unwrap();
            connection.execute("BEGIN IMMEDIATE").await.unwrap();
            held.send(()).unwrap();
            is_free.recv().unwrap();
            connection.execute("ROLLBACK").await.unwrap();
        });
    });
    (thread, is_held, free)
}

#[test]
fn a_database_that_cannot_be_written_is_told_and_nobody_waits_in_line_for_it() {
    let words = ["--rate-per-key", "0", "--rate-per-account", "0"];
    let Some(service) = Service::start("fair-locked", &words) else { return };
    let key = service.key("owner");
    assert_eq!(http::get(service.address, "/readyz", &[]).status, 200);
    let (thread, is_held, free) = lock(&service);
    is_held.recv().unwrap();
    let began = Instant::now();
    let png = png();
    std::thread::scope(|scope| {
        for _ in 0..100 {
            scope.spawn(|| {
                let parts: [Part; 2] = [("file", Some("x.png"), &png), ("to", None, b"jpeg")];
                let answer = http::convert(service.address, &key, &parts);
                assert!([429, 503].contains(&answer.status), "{}", answer.status);
            });
        }
    });
    assert!(began.elapsed() < GUARD, "each in its turn would have waited for the lock");
    service.until("it is not ready", |service| http::get(service.address, "/readyz", &[]).status == 503);
    free.send(()).unwrap();
    thread.join().unwrap();
    service.until("it is ready again", |service| http::get(service.address, "/readyz", &[]).status == 200);
    let parts: [Part; 2] = [("file", Some("x.png"), &png), ("to", None, b"jpeg")];
    assert_eq!(http::convert(service.address, &key, &parts).status, 200);
}

#[test]
fn answers_over_tls_say_that_tls_is_wanted() {
    let Some(service) = Service::start("fair-headers", &["--trusted-proxies", "127.0.0.1"]) else { return };
    let secure = http::get(service.address, "/healthz", &[("X-Forwarded-Proto", "https")]);
    assert!(secure.header("strict-transport-security").starts_with("max-age="));
    let plain = http::get(service.address, "/healthz", &[]);
    assert_eq!(plain.header("strict-transport-security"), "");
    for path in ["/", "/signin", "/nowhere", "/openapi.json", "/api/formats", "/healthz"] {
        let answer = http::get(service.address, path, &[]);
        assert!(answer.header("content-security-policy").contains("default-src 'none'"), "{path}");
    }
}
