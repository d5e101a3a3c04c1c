//! What the HTTP service costs over the core: `cargo bench -p transvase-benches --bench service`.
//!
//! Starts the release command line (`TRANSVASE_BIN`, or the one of this target folder) on this machine, sends it the
//! conversions that the core makes here in between, and prints medians, and rates with two clients.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use transvase::{Converter, Format};
use transvase_benches::example;

/// Requests of each kind, in turns.
const ROUNDS: usize = 300;
/// Seconds of each rate.
const SECONDS: f64 = 6.0;
/// Size of the file that the overhead is measured with.
const FILE_BYTES: u64 = 100_000;
/// Workers and threads that rates are measured with.
const LANES: usize = 2;
/// Clients that keep the workers busy: while one reads its answer another's file is converted.
const CLIENTS: usize = 2 * LANES;

fn main() {
    let Some(program) = program() else {
        println!("no release command line: cargo build --release, or name one with TRANSVASE_BIN");
        return;
    };
    let photo = Converter::new(Format::JPEG).max_bytes(FILE_BYTES).convert(&example("photo.jpg"));
    let photo = photo.expect("the example can be made smaller").bytes;
    let cases = [
        Case { name: "returned as it is", limit: FILE_BYTES, file: photo.clone() },
        Case { name: "made half as large", limit: FILE_BYTES / 2, file: photo },
    ];
    println!("| {FILE_BYTES} bytes of JPEG | engine | core ms | service ms | overhead ms |\n|---|---|---|---|---|");
    for (engine, words) in [("kept worker", &[][..]), ("in process", &["--in-process"][..])] {
        let service = Service::start(&program, words);
        for case in &cases {
            overhead(case, engine, &service);
        }
    }
    let service = Service::start(&program, &[]);
    let (core, served) = (rate(LANES, || cases[1].by_core()), rate_of_service(&service, &cases[1]));
    println!(
        "\n{LANES} threads or workers, made half as large: core {core:.1}/s, service {served:.1}/s, {:.0} %",
        100.0 * served / core
    );
}

/// A conversion, both ways.
struct Case {
    name: &'static str,
    limit: u64,
    file: Vec<u8>,
}

impl Case {
    fn by_core(&self) {
        let result = Converter::new(Format::JPEG).max_bytes(self.limit).convert(&self.file);
        assert!(result.is_ok_and(|output| output.bytes.len() as u64 <= self.limit), "the core converts it");
    }

    /// The request, whole.
    fn request(&self, key: &str) -> Vec<u8> {
        let head = format!(
            "--b\r\ncontent-disposition: form-data; name=\"to\"\r\n\r\njpeg\r\n--b\r\n\
             content-disposition: form-data; name=\"max_bytes\"\r\n\r\n{}\r\n--b\r\n\
             content-disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\n",
            self.limit
        );
        let tail = "\r\n--b--\r\n";
        let length = head.len() + self.file.len() + tail.len();
        let mut request = format!(
            "POST /api/convert HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {key}\r\n\
             content-type: multipart/form-data; boundary=b\r\ncontent-length: {length}\r\n\r\n{head}"
        )
        .into_bytes();
        request.extend(&self.file);
        request.extend(tail.as_bytes());
        request
    }
}

fn overhead(case: &Case, engine: &str, service: &Service) {
    let (request, mut client) = (case.request(&service.key), service.connect());
    let (mut core, mut served) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        core.push(time_ms(|| case.by_core()));
        served.push(time_ms(|| client.send(&request)));
    }
    let (core, served) = (median(core), median(served));
    println!("| {} | {engine} | {core:.2} | {served:.2} | {:.2} |", case.name, served - core);
}

/// Calls a second, from so many threads.
fn rate(threads: usize, call: impl Fn() + Sync) -> f64 {
    let began = Instant::now();
    let lane = || (0..).take_while(|_| began.elapsed().as_secs_f64() < SECONDS).inspect(|_| call()).count();
    let count: usize = std::thread::scope(|scope| {
        let lanes: Vec<_> = (0..threads).map(|_| scope.spawn(lane)).collect();
        lanes.into_iter().map(|lane| lane.join().expect("a lane ends")).sum()
    });
    count as f64 / began.elapsed().as_secs_f64()
}

fn rate_of_service(service: &Service, case: &Case) -> f64 {
    thread_local! {
        static CLIENT: std::cell::RefCell<Option<Client>> = const { std::cell::RefCell::new(None) };
    }
    let request = case.request(&service.key);
    rate(CLIENTS, || CLIENT.with_borrow_mut(|client| client.get_or_insert_with(|| service.connect()).send(&request)))
}

fn time_ms(work: impl FnOnce()) -> f64 {
    let began = Instant::now();
    work();
    began.elapsed().as_secs_f64() * 1e3
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn program() -> Option<PathBuf> {
    let named = std::env::var_os("TRANSVASE_BIN").map(PathBuf::from);
    let beside = std::env::current_exe().ok().and_then(|bench| Some(bench.parent()?.parent()?.join("transvase")));
    named.into_iter().chain(beside).find(|path| path.is_file())
}

/// A running service with a key, ended with this value.
struct Service {
    process: Child,
    address: String,
    key: String,
    folder: PathBuf,
}

impl Service {
    fn start(program: &Path, words: &[&str]) -> Self {
        let folder = std::env::temp_dir().join(format!("transvase-bench-{}-{}", std::process::id(), words.len()));
        std::fs::create_dir_all(&folder).expect("the temporary folder can be written");
        let database = format!("sqlite:{}", folder.join("bench.db").display());
        let key = Command::new(program).args(["keys", "create", "--name", "bench", "--database", &database]).output();
        let key = String::from_utf8(key.expect("the command line starts").stdout).expect("a key is text");
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--database", &database, "--workers", &LANES.to_string()]);
        command.args(["--rate-per-key", "0", "--rate-per-account", "0"]).args(words);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the service starts");
        let mut line = String::new();
        let out = process.stdout.take().expect("its output is a pipe");
        std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut line).expect("it says where it listens");
        let address = line.trim().rsplit('/').next().unwrap_or_default().to_owned();
        Service { process, address, key: key.trim().to_owned(), folder }
    }

    fn connect(&self) -> Client {
        let stream = TcpStream::connect(&self.address).expect("the service listens");
        stream.set_nodelay(true).expect("a socket has options");
        Client { stream, answer: Vec::new() }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended by itself; what stays behind is a leftover in the temporary folder.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A connection that is kept.
struct Client {
    stream: TcpStream,
    answer: Vec<u8>,
}

impl Client {
    /// Sends a request and reads its answer to the end.
    fn send(&mut self, request: &[u8]) {
        self.stream.write_all(request).expect("the request goes out");
        self.answer.clear();
        let mut part = [0; 8 << 10];
        loop {
            let count = self.stream.read(&mut part).expect("an answer comes");
            assert!(count > 0, "the answer is whole");
            self.answer.extend_from_slice(&part[..count]);
            if self.is_whole() {
                break;
            }
        }
        assert!(self.answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&self.answer));
    }

    fn is_whole(&self) -> bool {
        let Some(head) = self.answer.windows(4).position(|end| end == b"\r\n\r\n") else { return false };
        let text = String::from_utf8_lossy(&self.answer[..head]).to_lowercase();
        let length = text.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse::<usize>().ok());
        self.answer.len() >= head + 4 + length.unwrap_or(0)
    }
}
