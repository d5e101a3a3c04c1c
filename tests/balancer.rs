//! Two nodes on one PostgreSQL behind nginx, set up as `examples/service/nginx.conf` says: any request may go to
//! either, and what one node knows holds on the other.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use transvase_server::store::Plan;
use transvase_tests::http::{self, Part};
use transvase_tests::postgres::Postgres;
use transvase_tests::service::{GUARD, Service};
use transvase_tests::{cli, root};

/// nginx over a folder of its own, ended with this value.
struct Nginx(Child);

impl Nginx {
    /// Starts nginx with the example's text, its three ports replaced.
    fn start(folder: &Path, front: SocketAddr, nodes: [SocketAddr; 2]) -> Self {
        let text = std::fs::read_to_string(root().join("examples/service/nginx.conf")).unwrap();
        let ports = [("127.0.0.1:8080", front), ("127.0.0.1:8081", nodes[0]), ("127.0.0.1:8082", nodes[1])];
        let text = ports.iter().fold(text, |text, (from, to)| {
            assert!(text.contains(from), "the example names {from}");
            text.replace(from, &to.to_string())
        });
        // Of the test's own: it stays in the foreground, as one process under the test's user.
        std::fs::write(folder.join("nginx.conf"), format!("daemon off;\nmaster_process off;\n{text}")).unwrap();
        let mut command = Command::new("nginx");
        command.arg("-p").arg(folder).args(["-c", "nginx.conf"]).stdin(Stdio::null()).stderr(Stdio::null());
        let nginx = Nginx(command.spawn().unwrap());
        let began = Instant::now();
        while TcpStream::connect(front).is_err() {
            assert!(began.elapsed() < GUARD, "nginx does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
        nginx
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// A small conversion.
fn parts(photo: &[u8]) -> [Part<'_>; 3] {
    [("to", None, b"jpeg"), ("max_bytes", None, b"100000"), ("file", Some("photo.jpg"), photo)]
}

/// The conversions a node has answered, by its own account.
fn answered(node: &Service) -> usize {
    node.log().lines().filter(|line| line.contains("/api/convert") && line.contains("200")).count()
}

#[test]
fn two_nodes_behind_nginx_are_one_service() {
    let name = "two nodes behind nginx";
    let Some(binary) = cli::binary(name) else { return };
    if Command::new("nginx").arg("-v").output().is_err() {
        println!("skipped: {name}: nginx is not installed");
        return;
    }
    let Some(postgres) = Postgres::start("balancer") else { return };
    let database = postgres.database("nodes");
    let words = ["--trusted-proxies", "127.0.0.1", "--rate-per-key", "0", "--rate-per-account", "0"];
    let node = |folder: &str| Service::start_on(&database, &binary, &cli::scratch(folder), &words);
    let (mut first, second) = (node("balancer-1"), node("balancer-2"));
    let front = free_address();
    let _nginx = Nginx::start(&cli::scratch("balancer-nginx"), front, [first.address, second.address]);
    let photo = std::fs::read(root().join("examples/photo.jpg")).unwrap();
    let (key, _) = first.account("ann", Plan::Free, 12);

    // Credits are counted once, whoever answers.
    let left: Vec<String> = (0..8)
        .map(|_| http::convert(front, &key, &parts(&photo)))
        .map(|answer| {
            assert_eq!(answer.status, 200, "{}", answer.json());
            answer.header("credits-remaining").to_owned()
        })
        .collect();
    assert_eq!(left, ["11", "10", "9", "8", "7", "6", "5", "4"]);
    assert!(answered(&first) > 0 && answered(&second) > 0, "both nodes have a share");

    // A repeated request is charged once, on whichever node it lands.
    let repeated: BTreeSet<String> = (0..4)
        .map(|_| {
            let request = http::conversion(&key, &[("Idempotency-Key", "one")], &parts(&photo));
            let answer = http::send(front, &request);
            assert_eq!(answer.status, 200, "{}", answer.json());
            answer.header("credits-remaining").to_owned()
        })
        .collect();
    assert_eq!(repeated, BTreeSet::from(["3".to_owned()]));

    // A node that is gone is passed over, and the last credits are the last.
    first.kill();
    let statuses: Vec<u16> = (0..4).map(|_| http::convert(front, &key, &parts(&photo)).status).collect();
    assert_eq!(statuses, [200, 200, 200, 402]);
}
