//! Many clients at a time against a running service, and what they saw.

use std::collections::BTreeMap;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt;
use tokio::net::TcpSocket;

use crate::http::{self, Answer};

/// Whether the long forms are asked for.
pub fn is_soak() -> bool {
    std::env::var_os("TRANSVASE_SOAK").is_some()
}

/// What the clients saw.
#[derive(Debug, Default)]
pub struct Seen {
    /// Answers by their status; 0 where a connection ended without one.
    pub by_status: BTreeMap<u16, u64>,
    /// Time to each success, in milliseconds, sorted.
    pub accepted_ms: Vec<f64>,
    /// Time to each refusal, in milliseconds, sorted.
    pub refused_ms: Vec<f64>,
    /// Refusals without a `Retry-After`.
    pub mute: u64,
}

impl Seen {
    /// Answers of a status.
    pub fn count(&self, status: u16) -> u64 {
        self.by_status.get(&status).copied().unwrap_or(0)
    }

    fn add(&mut self, answer: Option<&Answer>, took: Duration) {
        let status = answer.map_or(0, |answer| answer.status);
        *self.by_status.entry(status).or_default() += 1;
        let ms = took.as_secs_f64() * 1000.0;
        if status == 200 {
            self.accepted_ms.push(ms);
        } else {
            self.refused_ms.push(ms);
            self.mute += u64::from(answer.is_none_or(|answer| answer.header("retry-after").is_empty()));
        }
    }

    fn merge(&mut self, other: Seen) {
        other.by_status.into_iter().for_each(|(status, count)| *self.by_status.entry(status).or_default() += count);
        self.accepted_ms.extend(other.accepted_ms);
        self.refused_ms.extend(other.refused_ms);
        self.mute += other.mute;
    }
}

/// The value below which `share` of the sorted values lie; 0 where there are none.
pub fn percentile(sorted: &[f64], share: f64) -> f64 {
    let at = ((sorted.len() as f64 * share) as usize).min(sorted.len().saturating_sub(1));
    sorted.get(at).copied().unwrap_or(0.0)
}

/// Lets `clients` send `request` again and again for a time, each over one connection that is kept,
/// with a rest after a refusal.
pub fn run(address: SocketAddr, request: &[u8], clients: usize, time: Duration, rest: Duration) -> Seen {
    let seen = Mutex::new(Seen::default());
    let began = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..clients {
            scope.spawn(|| {
                let own = client(address, request, rest, || began.elapsed() < time);
                seen.lock().expect("no client panics").merge(own);
            });
        }
    });
    let mut seen = seen.into_inner().expect("no client panics");
    seen.accepted_ms.sort_unstable_by(f64::total_cmp);
    seen.refused_ms.sort_unstable_by(f64::total_cmp);
    seen
}

fn client(address: SocketAddr, request: &[u8], rest: Duration, goes_on: impl Fn() -> bool) -> Seen {
    let mut seen = Seen::default();
    let mut stream = http::connect(address);
    while goes_on() {
        let began = Instant::now();
        let _ = stream.write_all(request);
        let answer = http::read(&mut stream);
        seen.add(answer.as_ref(), began.elapsed());
        if answer.as_ref().is_none_or(|answer| answer.header("connection") == "close") {
            stream = http::connect(address);
        }
        if answer.is_none_or(|answer| answer.status != 200) {
            std::thread::sleep(rest);
        }
    }
    seen
}

/// Sockets that send the head of a request byte by byte, from several addresses, as long as `goes_on`
/// says so; one that is closed is opened again. `open` says how many there are.
///
/// # Panics
/// Where the system has no threads to give.
pub fn loris(address: SocketAddr, sockets: usize, goes_on: &AtomicBool, open: &AtomicU64) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("the system has threads");
    runtime.block_on(async {
        let all = (0..sockets).map(|number| one_loris(address, number, goes_on, open));
        futures(all).await;
    });
}

async fn one_loris(address: SocketAddr, number: usize, goes_on: &AtomicBool, open: &AtomicU64) {
    while goes_on.load(Ordering::Relaxed) {
        let Ok(socket) = TcpSocket::new_v4() else { return };
        // Four addresses of the loopback network, so that no cap on one of them sends them away.
        let own = [127, 0, 0, 2 + (number % 4) as u8];
        let _ = socket.bind((own, 0).into());
        if let Ok(mut stream) = socket.connect(address).await {
            open.fetch_add(1, Ordering::Relaxed);
            while goes_on.load(Ordering::Relaxed) && stream.write_all(b"G").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
            open.fetch_sub(1, Ordering::Relaxed);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Runs futures side by side on this thread.
async fn futures(all: impl Iterator<Item = impl Future<Output = ()>>) {
    let mut all: Vec<_> = all.map(Box::pin).collect();
    std::future::poll_fn(|cx| {
        all.retain_mut(|future| future.as_mut().poll(cx).is_pending());
        if all.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
}

/// Memory of a process and its children that is its own (PSS), in bytes; `None` where the system does
/// not say.
pub fn memory(process: u32) -> Option<u64> {
    let children = std::fs::read_dir(format!("/proc/{process}/task")).ok()?.filter_map(Result::ok);
    let children = children.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    let children: u64 = children
        .flat_map(|text| text.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<u32>>())
        .filter_map(memory)
        .sum();
    let text = std::fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
    let line = text.lines().find(|line| line.starts_with("Pss:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024 + children)
}
