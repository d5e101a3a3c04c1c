//! `cargo xtask measure service`: how soon the service is ready, and what it holds in memory while it waits.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::commands::{build_dist, dist_binary};

/// Starts that are measured; medians count.
const RUNS: usize = 7;
/// Worker processes.
const WORKERS: &str = "2";

/// Measures and prints.
pub fn run() -> Result<(), String> {
    build_dist()?;
    let folder = std::env::temp_dir().join(format!("transvase-idle-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let runs: Result<Vec<_>, _> = (0..RUNS).map(|run| one(&folder.join(format!("{run}.db")))).collect();
    // Only a leftover in the system's temporary folder if it fails.
    let _ = std::fs::remove_dir_all(&folder);
    let runs = runs?;
    println!("start to ready: {:.0} ms", median(runs.iter().map(|run| run.0)));
    println!("PSS of the server and {WORKERS} workers, idle: {:.1} MB", median(runs.iter().map(|run| run.1)));
    println!("medians of {RUNS} starts, each with a new SQLite file");
    Ok(())
}

/// Milliseconds to ready, and megabytes.
fn one(database: &Path) -> Result<(f64, f64), String> {
    let began = Instant::now();
    let mut command = Command::new(dist_binary());
    command.args(["serve", "--listen", "127.0.0.1:0", "--workers", WORKERS, "--database"]);
    command.arg(format!("sqlite:{}", database.display())).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut server = command.spawn().map_err(|error| error.to_string())?;
    let result = wait_until_ready(&mut server).map(|()| began.elapsed().as_secs_f64() * 1e3);
    std::thread::sleep(Duration::from_secs(1));
    let bytes = family(server.id()).into_iter().filter_map(pss_bytes).sum::<u64>();
    // A server that has ended already has been reported by `result`.
    let _ = server.kill();
    let _ = server.wait();
    Ok((result?, bytes as f64 / 1e6))
}

fn wait_until_ready(server: &mut Child) -> Result<(), String> {
    let mut line = String::new();
    let out = server.stdout.take().ok_or("the service has no output")?;
    BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
    let address = line.trim().rsplit('/').next().unwrap_or_default().to_owned();
    for _ in 0..1000 {
        if is_ready(&address).unwrap_or(false) {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Err(format!("the service at {address:?} is not ready"))
}

fn is_ready(address: &str) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer.starts_with("HTTP/1.1 200"))
}

/// A process and its children.
fn family(parent: u32) -> Vec<u32> {
    let children = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = children.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    ids.filter(|id| *id == parent || parent_of(*id) == Some(parent)).collect()
}

/// The fourth field of `/proc/PID/stat` (proc(5)), after a name that may hold anything.
fn parent_of(id: u32) -> Option<u32> {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    text.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

/// Proportional set size: shared pages count by how many share them (proc(5), smaps_rollup).
fn pss_bytes(id: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{id}/smaps_rollup")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
