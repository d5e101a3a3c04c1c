//! `kill -9` at any moment: what was answered is charged, once; what was not is given back; nothing is
//! left behind, and the service is back at once.
//!
//! Each request has an account of its own with a few credits, so that a charge too many here cannot
//! make up for one too few there. Clients repeat a request under its `Idempotency-Key` until they have
//! an answer, and some of those that have one as if they had lost it. Some have a job made instead: each that was
//! accepted ends, and its end is told.

use std::collections::{BTreeSet, VecDeque};
use std::io::Write;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use transvase_server::auth::key;
use transvase_server::store::{self, Act, NewAccount, Plan, Store};
use transvase_tests::hostile::Random;
use transvase_tests::http::{self, Answer};
use transvase_tests::postgres::Postgres;
use transvase_tests::service::{GUARD, Service, wait_for};
use transvase_tests::{books, cli};

/// Clients at the same time.
const CLIENTS: usize = 4;
/// Credits of an account: more than a request costs, so that a second charge would show.
const CREDITS: i64 = 5;
/// Requests without an answer that a client carries along before it waits.
const CARRIED: usize = 30;
/// How many of these may be jobs, which take longer than most processes here live: with more of them a client would only wait.
const CARRIED_JOBS: usize = 10;
/// Longest time between a return and the next kill, in milliseconds: several times what a request takes, so that some are
/// answered and some are not.
const PAUSE_MS: usize = 1_500;
/// Ceiling of a result's size, which is less than the picture has.
const MAX_BYTES: usize = 9_000;

/// Kills on each database: few, or the figure that is recorded in the documentation.
fn kills() -> usize {
    if std::env::var_os("TRANSVASE_SOAK").is_some() { 500 } else { 25 }
}

#[test]
fn nothing_is_lost_on_sqlite() {
    let Some(binary) = cli::binary("kills over SQLite") else { return };
    let folder = cli::scratch("kill-sqlite");
    let database = format!("sqlite:{}", folder.join("transvase.db").display());
    Campaign::new(&database, &binary, &folder, 1).run("SQLite");
    let mut left: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").file_name().into_string().expect("names are plain"))
        .collect();
    left.retain(|name| {
        let known = ["transvase.db", "transvase.db-wal", "transvase.db-shm", "transvase.db-jobs", "log", "tmp"];
        !known.contains(&name.as_str())
    });
    assert!(left.is_empty(), "files are left beside the database: {left:?}");
    std::fs::remove_dir_all(folder).expect("the folder can be removed");
}

#[test]
fn nothing_is_lost_on_postgres() {
    let Some(binary) = cli::binary("kills over PostgreSQL") else { return };
    let Some(postgres) = Postgres::start("kill") else { return };
    let folder = cli::scratch("kill-postgres");
    Campaign::new(&postgres.database("kill"), &binary, &folder, 2).run("PostgreSQL");
    std::fs::remove_dir_all(folder).expect("the folder can be removed");
}

/// A service that is killed again and again.
struct Campaign {
    service: Service,
    random: Random,
    field: Field,
    workers: Vec<u32>,
    slowest: Duration,
}

/// What the clients share.
struct Field {
    address: Mutex<SocketAddr>,
    store: Arc<dyn Store>,
    picture: Vec<u8>,
    is_over: AtomicBool,
    /// Where the ends of jobs are told, and the jobs that were.
    receiver: SocketAddr,
    told: Arc<Mutex<BTreeSet<String>>>,
}

impl Campaign {
    fn new(database: &str, binary: &std::path::Path, folder: &std::path::Path, seed: u64) -> Self {
        let jobs = folder.join("transvase.db-jobs").display().to_string();
        let words = ["--workers", "2", "--slow-workers", "1", "--rate-per-key", "0", "--rate-per-account", "0"];
        let of_jobs = ["--webhook-private", "--jobs-dir", &jobs];
        let service = Service::start_on(database, binary, folder, &[&words[..], &of_jobs].concat());
        let (receiver, told) = receiver();
        let field = Field {
            receiver,
            told,
            address: Mutex::new(service.address),
            store: service.store(),
            picture: picture(),
            is_over: AtomicBool::new(false),
        };
        Campaign { service, random: Random::new(seed), field, workers: Vec::new(), slowest: Duration::ZERO }
    }

    fn run(mut self, what: &str) {
        let requests = self.kill_under_load();
        let requests = finish(&self.field, requests);
        check_charges(&self.field, &requests);
        self.check_webhooks(&requests);
        self.check_remains();
        let answers: usize = requests.iter().map(|request| request.costs.len()).sum();
        println!(
            "{what}: {} kills, {} requests, {answers} answers, slowest return {} ms",
            kills(),
            requests.len(),
            self.slowest.as_millis()
        );
    }

    /// Kills while the clients work; what they asked for.
    fn kill_under_load(&mut self) -> Vec<Request> {
        let Campaign { service, random, field, workers, slowest } = self;
        std::thread::scope(|scope| {
            let field = &*field;
            let clients: Vec<_> = (0..CLIENTS).map(|number| scope.spawn(move || client(field, number))).collect();
            for _ in 0..kills() {
                std::thread::sleep(Duration::from_millis(random.below(PAUSE_MS) as u64));
                let running = children(service.id());
                workers.extend(&running);
                if random.below(3) == 0 && !running.is_empty() {
                    kill(running[random.below(running.len())]);
                } else {
                    service.kill();
                    *slowest = (*slowest).max(come_back(service, field));
                }
            }
            field.is_over.store(true, Ordering::SeqCst);
            clients.into_iter().flat_map(|client| client.join().expect("a client works")).collect()
        })
    }

    /// The end of every job was told, though its process died before it could.
    fn check_webhooks(&self, requests: &[Request]) {
        let jobs: BTreeSet<String> = requests.iter().filter_map(|request| request.job.clone()).collect();
        assert!(!jobs.is_empty(), "there were no jobs");
        self.service.until("the ends of all jobs are told", |_| {
            std::thread::sleep(Duration::from_millis(200));
            jobs.is_subset(&self.field.told.lock().unwrap_or_else(PoisonError::into_inner))
        });
    }

    /// Nothing is reserved once the lease of the dead has run out, the books balance, and neither
    /// files nor processes are left.
    fn check_remains(&mut self) {
        self.service.until("reservations are given back", |service| {
            std::thread::sleep(Duration::from_millis(200));
            wait_for(books::open_reservations(&service.database)) == 0
        });
        wait_for(books::check(&self.service.database));
        self.workers.extend(children(self.service.id()));
        self.service.terminate();
        assert_eq!(self.service.wait(), Some(0), "{}", self.service.log());
        let left = self.service.temporary_files();
        assert!(left.is_empty(), "files are left: {left:?}");
        let workers = &self.workers;
        self.service.until("workers end with their server", |_| workers.iter().all(|worker| !is_worker(*worker)));
    }
}

/// Starts the service again; the time until it is well.
fn come_back(service: &mut Service, field: &Field) -> Duration {
    let began = Instant::now();
    service.restart();
    let request = http::request("GET", "/healthz", &[], b"");
    service.until("it is well again", |service| {
        exchange(service.address, &request).is_some_and(|answer| answer.status == 200)
    });
    *field.address.lock().unwrap_or_else(PoisonError::into_inner) = service.address;
    began.elapsed()
}

/// A request of one client, with an account of its own.
struct Request {
    email: String,
    secret: String,
    bytes: Vec<u8>,
    /// Whether it asks for a job, and the job that was accepted.
    is_job: bool,
    job: Option<String>,
    /// What each answer with a file says that it cost.
    costs: Vec<i64>,
    /// Answers that are wanted: two where the client acts as if it had lost the first.
    wanted: usize,
}

impl Request {
    fn new(field: &Field, client: usize, number: usize, is_job: bool) -> Self {
        let email = format!("{client}-{number}@example.org");
        let idempotency_key = format!("request-{client}-{number}");
        let secret = wait_for(customer(&*field.store, &email));
        let (limit, webhook) = (MAX_BYTES.to_string(), format!("http://{}/", field.receiver));
        let mut parts: Vec<http::Part> =
            vec![("to", None, b"jpeg"), ("max_bytes", None, limit.as_bytes()), ("file", Some("a.jpg"), &field.picture)];
        parts.extend(is_job.then_some(("webhook", None, webhook.as_bytes())));
        let path = if is_job { "/api/jobs" } else { "/api/convert" };
        let bytes = http::form(path, &secret, &[("Idempotency-Key", &idempotency_key)], &parts);
        let wanted = 1 + usize::from(!is_job && number.is_multiple_of(4));
        Request { email, secret, bytes, is_job, job: None, costs: Vec::new(), wanted }
    }

    /// Asks how a job stands, and for its result.
    fn follow(&mut self, address: SocketAddr, id: &str) {
        let authorization = format!("Bearer {}", self.secret);
        let get =
            |path: &str| exchange(address, &http::request("GET", path, &[("Authorization", &authorization)], b""));
        let Some(answer) = get(&format!("/api/jobs/{id}")).filter(|answer| answer.status == 200) else { return };
        match answer.json()["status"].as_str() {
            Some("succeeded") => {}
            // It was in too many processes that were killed: it costs nothing and may be asked for again.
            Some("failed") => {
                assert_eq!(answer.json()["problem"]["code"], "internal_error", "{}", answer.json());
                return self.job = None;
            }
            _ => return,
        }
        if let Some(result) = get(&format!("/api/jobs/{id}/result")).filter(|result| result.status == 200) {
            self.costs.push(cost(&result));
        }
    }

    /// Asks once. Whether all the answers that are wanted are there.
    fn ask(&mut self, field: &Field) -> bool {
        let address = *field.address.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(id) = self.job.clone() {
            self.follow(address, &id);
        } else if let Some(answer) = exchange(address, &self.bytes) {
            match answer.status {
                202 if self.is_job => self.job = answer.json()["id"].as_str().map(str::to_owned),
                200 => self.costs.push(cost(&answer)),
                // Running still, or its process was killed, or the service is not ready for it.
                409 | 429 | 500 | 503 => {}
                other => panic!("{}: {other} {}", self.email, answer.json()),
            }
        }
        self.costs.len() >= self.wanted
    }
}

fn cost(answer: &Answer) -> i64 {
    assert_eq!(transvase::detect(&answer.body), Some(transvase::Format::JPEG));
    assert!(answer.body.len() <= MAX_BYTES, "{} bytes", answer.body.len());
    answer.header("credits-cost").parse().expect("an answer says what it cost")
}

/// An account with credits, and its key.
async fn customer(store: &dyn Store, email: &str) -> String {
    let act = || Act { actor: "test".into(), now: store::now() };
    let new = NewAccount {
        email: email.into(),
        password_hash: None,
        plan: Plan::Free,
        is_administrator: false,
        credits: CREDITS,
        credits_expire_at: store::now() + store::DAY_MS,
        link: None,
    };
    let account = store.create_account(new, act()).await.expect("the store writes").expect("a new address");
    let (secret, new) = key::issue(account.id, "key", None).expect("the system has random numbers");
    store.create_key(new, act()).await.expect("the store writes");
    secret
}

/// Asks for one thing after another until it is over; what is not answered is asked for again later.
fn client(field: &Field, number: usize) -> Vec<Request> {
    let (mut done, mut carried) = (Vec::new(), VecDeque::<Request>::new());
    for turn in 0.. {
        if field.is_over.load(Ordering::SeqCst) {
            break;
        }
        if carried.len() >= CARRIED {
            std::thread::sleep(Duration::from_millis(50));
        }
        let is_new = carried.len() < CARRIED && turn % 3 != 0;
        let old = if is_new { None } else { carried.pop_front() };
        let may_be_job = carried.iter().filter(|request| request.is_job).count() < CARRIED_JOBS;
        let mut request = old.unwrap_or_else(|| Request::new(field, number, turn, may_be_job && turn % 3 == 1));
        if request.ask(field) { done.push(request) } else { carried.push_back(request) }
    }
    done.extend(carried);
    done
}

/// Asks again, now that nothing is killed any more, until everything is answered.
fn finish(field: &Field, mut requests: Vec<Request>) -> Vec<Request> {
    let began = Instant::now();
    loop {
        let mut missing = 0;
        for request in requests.iter_mut().filter(|request| request.costs.len() < request.wanted) {
            missing += usize::from(!request.ask(field));
        }
        if missing == 0 {
            return requests;
        }
        assert!(began.elapsed() < GUARD, "{missing} requests are never answered");
        std::thread::sleep(Duration::from_millis(200));
    }
}

/// Each request was charged once, whatever its client saw: the answer that was charged may be one
/// that never arrived, but then those that did cost nothing.
fn check_charges(field: &Field, requests: &[Request]) {
    assert!(requests.len() >= kills(), "the service was busy: {} requests", requests.len());
    for Request { email, costs, .. } in requests {
        let account = wait_for(field.store.account(email)).expect("the store answers").expect("the account is there");
        assert_eq!(account.credits, CREDITS - 1, "{email} saw costs of {costs:?}");
        assert!(costs.iter().sum::<i64>() <= 1, "{email} was told of {costs:?}");
    }
}

/// A receiver of webhooks: where it listens, and the jobs whose ends it was told.
fn receiver() -> (SocketAddr, Arc<Mutex<BTreeSet<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let address = listener.local_addr().expect("it has an address");
    let told = Arc::new(Mutex::new(BTreeSet::new()));
    std::thread::spawn({
        let told = Arc::clone(&told);
        move || {
            for mut stream in listener.incoming().flatten() {
                // The sender may be killed in the middle.
                let Some((_, body)) = http::read_request(&mut stream) else { continue };
                let document: serde_json::Value = serde_json::from_slice(&body).expect("it is a document");
                let id = document["data"]["id"].as_str().expect("it names a job").to_owned();
                told.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
                let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n");
            }
        }
    });
    (address, told)
}

/// A JPEG picture of some detail, small enough to be converted many times a second.
fn picture() -> Vec<u8> {
    let mut random = Random::new(3);
    let mut noise = || random.below(64) as u8;
    let picture =
        image::RgbImage::from_fn(240, 160, |x, y| image::Rgb([x as u8 ^ noise(), y as u8 ^ noise(), noise()]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Jpeg).expect("a picture in memory can be encoded");
    let bytes = bytes.into_inner();
    assert!(bytes.len() > MAX_BYTES, "{} bytes need no work", bytes.len());
    bytes
}

/// Sends a request; `None` where no whole answer comes.
fn exchange(address: SocketAddr, request: &[u8]) -> Option<Answer> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(GUARD)).ok()?;
    // A server that has answered may have closed: the answer is there all the same.
    let _ = stream.write_all(request);
    http::read(&mut stream)
}

/// The children of a process: a list for each of its threads.
fn children(id: u32) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten();
    let lists = threads.filter_map(|thread| std::fs::read_to_string(thread.ok()?.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>()).collect()
}

fn kill(id: u32) {
    // It may have ended by itself.
    let _ = std::process::Command::new("kill")
        .args(["-KILL", &id.to_string()])
        .stderr(std::process::Stdio::null())
        .status();
}

/// Whether a process with this number is a worker: its second word says so.
fn is_worker(id: u32) -> bool {
    let line = std::fs::read(PathBuf::from(format!("/proc/{id}/cmdline"))).unwrap_or_default();
    line.split(|byte| *byte == 0).nth(1) == Some(b"worker")
}
