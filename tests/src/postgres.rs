//! A PostgreSQL server of a test's own, in a scratch folder, stopped and removed at the test's end.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::cli;

/// How long the server may take to answer or to stop.
const PATIENCE: Duration = Duration::from_mins(1);
/// What is needed of an installation.
const PROGRAMS: [&str; 5] = ["initdb", "postgres", "createdb", "psql", "pg_isready"];
/// The database user of the tests, who may do everything.
const USER: &str = "transvase";

/// A running server.
#[derive(Debug)]
pub struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    server: Child,
}

impl Postgres {
    /// Starts a server; where PostgreSQL is not installed, says that `what` is skipped.
    ///
    /// # Panics
    /// Where it is installed and does not start.
    pub fn start(what: &str) -> Option<Self> {
        let Some(programs) = programs() else {
            println!("skipped: {what}: PostgreSQL is not installed");
            return None;
        };
        let folder = cli::scratch(&format!("postgres-{what}"));
        give_away(&folder);
        let data = folder.join("data");
        let mut init = unprivileged(&programs.join("initdb"));
        init.args(["--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C", "--username", USER, "--pgdata"]);
        let status = init.arg(&data).stdout(Stdio::null()).status().expect("initdb starts");
        assert!(status.success(), "initdb: {status}");
        let port = free_port();
        let server = serve(&programs, &data, &folder, port);
        let postgres = Postgres { programs, folder, port, server };
        postgres.wait_until_ready();
        Some(postgres)
    }

    /// Makes an empty database and answers its URL.
    ///
    /// # Panics
    /// Where the server does not make it.
    pub fn database(&self, name: &str) -> String {
        let mut create = self.client("createdb");
        let status = create.arg(name).status().expect("createdb starts");
        assert!(status.success(), "createdb {name}: {status}");
        format!("postgres://{USER}@127.0.0.1:{}/{name}", self.port)
    }

    /// Ends every connection of clients, as a restart of the server would.
    ///
    /// # Panics
    /// Where the server does not answer.
    pub fn end_connections(&self) {
        let statement = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                         WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
        let mut client = self.client("psql");
        let status =
            client.args(["--quiet", "--dbname=postgres", "--command", statement]).stdout(Stdio::null()).status();
        assert!(status.expect("psql starts").success());
    }

    fn client(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.args(["--host=127.0.0.1", "--username", USER, "--port", &self.port.to_string()]);
        command
    }

    fn wait_until_ready(&self) {
        let began = Instant::now();
        while !self.client("pg_isready").stdout(Stdio::null()).status().is_ok_and(|status| status.success()) {
            assert!(began.elapsed() < PATIENCE, "PostgreSQL does not answer");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// SIGINT is the server's fast shutdown: it ends its connections and stops.
impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-INT", &self.server.id().to_string()]).status();
        let began = Instant::now();
        while matches!(self.server.try_wait(), Ok(None)) && began.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.server.kill();
        let _ = self.server.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The folder of the newest server's programs, which is not on the search path where several can be
/// installed.
fn programs() -> Option<PathBuf> {
    let folders = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let versions = folders.filter_map(|entry| Some(entry.ok()?.path().join("bin")));
    let on_path = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect::<Vec<_>>());
    let mut found: Vec<PathBuf> = versions.chain(on_path.into_iter().flatten()).collect();
    found.retain(|folder| PROGRAMS.iter().all(|program| folder.join(program).is_file()));
    found.sort();
    found.pop()
}

/// A program run as a user without rights, which PostgreSQL insists on; it ends with the test, even
/// with one that is killed.
fn unprivileged(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "--pdeathsig=INT"]).arg(program);
    command
}

/// Lets the user without rights write into a folder.
fn give_away(folder: &Path) {
    if is_root() {
        let status = Command::new("chown").arg("postgres").arg(folder).status().expect("chown starts");
        assert!(status.success(), "chown: {status}");
    }
}

fn is_root() -> bool {
    let answer = Command::new("id").arg("-u").output().expect("id starts");
    answer.stdout.trim_ascii() == b"0"
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("the loopback has a free port");
    listener.local_addr().expect("it is bound").port()
}

/// Nothing here outlives the test, so nothing needs to reach the disk.
fn serve(programs: &Path, data: &Path, folder: &Path, port: u16) -> Child {
    let log = std::fs::File::create(folder.join("log")).expect("the scratch folder can be written");
    let mut server = unprivileged(&programs.join("postgres"));
    server.arg("-D").arg(data).args(["-p", &port.to_string(), "-h", "127.0.0.1", "-k", ""]);
    server.args(["-c", "fsync=off", "-c", "max_connections=200"]);
    server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().expect("PostgreSQL starts")
}
