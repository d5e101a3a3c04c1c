//! A running service of a test: the real program on a port of its own, over a database of its own.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use transvase_server::auth::key;
use transvase_server::config::Config;
use transvase_server::store::{self, Account, Act, NewAccount, Plan, Store};

use crate::cli;

/// Time in which anything at all must have happened: a guard against hanging, not a measure.
pub const GUARD: Duration = Duration::from_mins(1);

/// A service that runs until it is dropped.
#[derive(Debug)]
pub struct Service {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
    /// Where its metrics are, if `--metrics-listen` was among the words.
    pub metrics: Option<SocketAddr>,
    /// Its folder: the database, the log and `tmp`, its temporary folder.
    pub folder: PathBuf,
    /// Its database's URL.
    pub database: String,
    binary: PathBuf,
    words: Vec<String>,
}

impl Service {
    /// Starts the service with further words of `transvase serve`, over a new SQLite database, as it was
    /// built with the tests: it has the option `fail_point`. Says that `name` is skipped where it is not.
    ///
    /// # Panics
    /// Where it does not start.
    pub fn start(name: &str, words: &[&str]) -> Option<Self> {
        Some(Self::anew(name, &cli::failing_binary(name)?, words))
    }

    /// As [`Service::start`], with the program as it is released, for what is measured.
    ///
    /// # Panics
    /// Where it does not start.
    pub fn start_released(name: &str, words: &[&str]) -> Option<Self> {
        Some(Self::anew(name, &cli::binary(name)?, words))
    }

    fn anew(name: &str, binary: &Path, words: &[&str]) -> Self {
        let folder = cli::scratch(name);
        let database = format!("sqlite:{}", folder.join("transvase.db").display());
        Self::start_on(&database, binary, &folder, words)
    }

    /// Starts the service over a database, in a folder.
    ///
    /// # Panics
    /// Where it does not start.
    pub fn start_on(database: &str, binary: &Path, folder: &Path, words: &[&str]) -> Self {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let (child, address, metrics) = spawn(database, binary, folder, &words);
        let (folder, binary) = (folder.to_owned(), binary.to_owned());
        Service { child, address, metrics, folder, database: database.to_owned(), binary, words }
    }

    /// Starts it again, on another port, after it ended or was killed.
    ///
    /// # Panics
    /// Where it does not start.
    pub fn restart(&mut self) {
        self.kill();
        (self.child, self.address, self.metrics) = spawn(&self.database, &self.binary, &self.folder, &self.words);
    }

    /// Its base URL.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// What it has logged so far.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    /// The files in its temporary folder.
    pub fn temporary_files(&self) -> Vec<PathBuf> {
        crate::files_below(&self.folder.join("tmp"))
    }

    /// Ends it at once, as `kill -9` does.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Asks it to end.
    ///
    /// # Panics
    /// Where the system has no `kill`.
    pub fn terminate(&self) {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args(["-TERM", &id]).status().expect("the system has kill");
        assert!(status.success(), "the service can be asked to end");
    }

    /// Waits until it has ended by itself; its exit status.
    ///
    /// # Panics
    /// Where it does not end.
    pub fn wait(&mut self) -> Option<i32> {
        let began = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.code();
            }
            assert!(began.elapsed() < GUARD, "the service does not end: {}", self.log());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Its store, as another process sees it.
    ///
    /// # Panics
    /// Where it cannot be opened.
    pub fn store(&self) -> Arc<dyn Store> {
        let mut config = Config::default();
        config.set("database", &self.database).expect("the database has a URL");
        wait_for(store::open(&config)).expect("the store can be opened")
    }

    /// An account with a key: the whole key, and the account.
    ///
    /// # Panics
    /// Where the store cannot be written.
    pub fn account(&self, name: &str, plan: Plan, credits: i64) -> (String, Account) {
        let store = self.store();
        let act = || Act { actor: "test".into(), now: store::now() };
        let account = NewAccount {
            email: format!("{name}@example.org"),
            password_hash: None,
            plan,
            is_administrator: false,
            credits,
            credits_expire_at: store::now() + 30 * 24 * 3_600_000,
            link: None,
        };
        let account = wait_for(store.create_account(account, act())).expect("the store writes").expect("a new address");
        let (secret, new) = key::issue(account.id, name, None).expect("the system has randomness");
        wait_for(store.create_key(new, act())).expect("the store writes");
        (secret, account)
    }

    /// A key on the paid plan.
    ///
    /// # Panics
    /// Where the store cannot be written.
    pub fn key(&self, name: &str) -> String {
        self.account(name, Plan::Paid, 0).0
    }

    /// The value of a metric's line that begins with `name`, labels included; 0 where there is none.
    ///
    /// # Panics
    /// Where the service has no metrics.
    pub fn metric(&self, name: &str) -> f64 {
        let address = self.metrics.expect("the service was started with --metrics-listen");
        let page = crate::http::get(address, "/metrics", &[]);
        let text = String::from_utf8_lossy(&page.body).into_owned();
        let line = text.lines().find(|line| line.starts_with(name) && !line.starts_with('#'));
        line.and_then(|line| line.rsplit(' ').next()?.parse().ok()).unwrap_or(0.0)
    }

    /// Waits until `is_so` says yes.
    ///
    /// # Panics
    /// Where it never does; `what` says what was waited for.
    pub fn until(&self, what: &str, mut is_so: impl FnMut(&Self) -> bool) {
        let began = Instant::now();
        while !is_so(self) {
            assert!(began.elapsed() < GUARD, "{what}: {}", self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Runs a future of the store to its end.
///
/// # Panics
/// Where the system has no threads to give.
pub fn wait_for<T>(future: impl Future<Output = T>) -> T {
    use std::sync::LazyLock;
    use tokio::runtime::{Builder, Runtime};
    // One for all: a store's connections belong to the runtime they were opened on.
    static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
        Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("the system has threads")
    });
    RUNTIME.block_on(future)
}

fn spawn(database: &str, binary: &Path, folder: &Path, words: &[String]) -> (Child, SocketAddr, Option<SocketAddr>) {
    let temporary = folder.join("tmp");
    std::fs::create_dir_all(&temporary).expect("the scratch folder can be written");
    let log = std::fs::File::options().create(true).append(true).open(folder.join("log"));
    let mut command = Command::new(binary);
    command.args(["serve", "--listen", "127.0.0.1:0", "--database", database]).args(words);
    command.env("TMPDIR", &temporary).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child =
        command.stderr(log.expect("the scratch folder can be written")).spawn().expect("the service starts");
    let said = child.stdout.take().map(BufReader::new).expect("its standard output is a pipe");
    let mut lines = said.lines().map_while(Result::ok);
    let mut address = |words: &str| {
        let line = lines.next().unwrap_or_else(|| panic!("it says where: {}", log_of(folder)));
        // With `--log json` the line is an object.
        let said: Option<serde_json::Value> = serde_json::from_str(&line).ok();
        let url = match &said {
            Some(said) => said["url"].as_str().filter(|_| said["message"] == words),
            None => line.strip_prefix(words).map(str::trim_start),
        };
        let address = url.and_then(|url| url.strip_prefix("http://"));
        address.and_then(|address| address.parse().ok()).unwrap_or_else(|| panic!("{words}: {line}"))
    };
    let listening = address("listening on");
    let metrics = words.iter().any(|word| word == "--metrics-listen").then(|| address("metrics on"));
    (child, listening, metrics)
}

fn log_of(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("log")).unwrap_or_default()
}
