//! A database for one case, and the words the cases are written in.

use std::sync::Arc;

use transvase_server::auth::key;
use transvase_server::config::Config;
use transvase_server::store::{
    self, Account, Act, Admission, Admitted, Caller, Moment, NewAccount, Outcome, Plan, Purpose, Refusal, SecretHash,
    Store,
};
use transvase_tests::books;

/// A moment at the start of a UTC day: `date -u -d @1800057600` says 2027-01-16.
pub const NOW: Moment = 1_800_057_600_000;
/// A day in milliseconds.
pub const DAY: Moment = 24 * 3600 * 1000;
/// The process that most requests are made by.
pub const NODE: &str = "node";

/// An empty database.
pub struct Place {
    config: Config,
}

impl Place {
    /// A database with settings; requests are not limited unless a case says so.
    pub fn new(url: String, settings: &[(&str, &str)]) -> Self {
        let mut config = Config::default();
        let unlimited = [
            ("rate_per_key", "0"),
            ("rate_per_account", "0"),
            ("free_concurrency", "1000"),
            ("paid_concurrency", "1000"),
            ("free_jobs", "1000"),
        ];
        for (key, value) in unlimited.iter().chain(settings).chain(&[("database", url.as_str())]) {
            config.set(key, value).expect("the setting is one");
        }
        Place { config }
    }

    /// The place with other settings.
    pub fn with(mut self, settings: &[(&str, &str)]) -> Self {
        for (key, value) in settings {
            self.config.set(key, value).expect("the setting is one");
        }
        self
    }

    /// The URL of the database.
    pub fn url(&self) -> &str {
        &self.config.database.0
    }

    /// A server's store, with connections of its own.
    pub async fn open(&self) -> Arc<dyn Store> {
        store::open(&self.config).await.expect("the store opens")
    }

    /// A number that a statement finds in the database, read past the store.
    pub async fn number(&self, statement: &'static str) -> i64 {
        books::number(self.url(), statement).await
    }

    /// Migrations that its tables have been through.
    pub async fn migrations(&self) -> i64 {
        self.number("SELECT COUNT(*) FROM _sqlx_migrations").await
    }

    /// Checks that the books balance and nothing is reserved.
    pub async fn check_books(&self) {
        books::check(self.url()).await;
    }
}

/// Migrations that there are.
pub fn written_migrations() -> i64 {
    transvase_tests::files_below(&transvase_tests::root().join("server/src/store/migrations")).len() as i64
}

/// Somebody on the command line, now.
pub fn act() -> Act {
    act_at(NOW)
}

/// Somebody on the command line, at a moment.
pub fn act_at(now: Moment) -> Act {
    Act { actor: "command line".into(), now }
}

/// What makes an account on the free plan.
pub fn newcomer(email: &str, credits: i64) -> NewAccount {
    NewAccount {
        email: email.into(),
        password_hash: None,
        plan: Plan::Free,
        is_administrator: false,
        credits,
        credits_expire_at: NOW + 30 * DAY,
        link: None,
    }
}

/// Makes an account on the free plan.
pub async fn account(store: &dyn Store, email: &str, credits: i64) -> Account {
    store.create_account(newcomer(email, credits), act()).await.unwrap().expect("the address is free")
}

/// Makes a key: its hash and its number.
pub async fn key(store: &dyn Store, account: i64) -> (SecretHash, i64) {
    let (_, kept) = key::issue(account, "laptop", None).expect("the system has random numbers");
    let hash = kept.hash;
    (hash, store.create_key(kept, act()).await.unwrap().id)
}

/// Makes an account with some credits, and a key.
pub async fn customer(store: &dyn Store, credits: i64) -> (Account, SecretHash) {
    let account = account(store, "ann@example.org", credits).await;
    let (hash, _) = key(store, account.id).await;
    (account, hash)
}

/// Asks for a look.
pub async fn look(store: &dyn Store, caller: Caller, now: Moment) -> Result<Admitted, Refusal> {
    let admission = Admission { caller, purpose: Purpose::Look, node: NODE.into(), now };
    store.admit(admission).await.expect("the database works").map_err(|refused| refused.why)
}

/// A conversion to be asked for.
#[derive(Clone)]
pub struct Ask<'a> {
    pub caller: Caller,
    pub request: &'a str,
    pub idempotency_key: Option<&'a str>,
    pub is_job: bool,
    pub node: &'a str,
    pub now: Moment,
}

impl<'a> Ask<'a> {
    /// By the owner of a key, now.
    pub fn new(key: SecretHash, request: &'a str) -> Self {
        Ask { caller: Caller::Key(key), request, idempotency_key: None, is_job: false, node: NODE, now: NOW }
    }

    /// With an `Idempotency-Key`.
    pub fn again_as(self, idempotency_key: &'a str) -> Self {
        Ask { idempotency_key: Some(idempotency_key), ..self }
    }

    /// For a job.
    pub fn for_job(self) -> Self {
        Ask { is_job: true, ..self }
    }

    /// At another moment.
    pub fn at(self, now: Moment) -> Self {
        Ask { now, ..self }
    }

    /// Asks.
    pub async fn of(self, store: &dyn Store) -> Result<Admitted, Refusal> {
        let idempotency_key = self.idempotency_key.map(str::to_owned);
        let purpose = Purpose::Convert { request: self.request.into(), idempotency_key, is_job: self.is_job };
        let admission = Admission { caller: self.caller, purpose, node: self.node.into(), now: self.now };
        store.admit(admission).await.expect("the database works").map_err(|refused| refused.why)
    }
}

/// A success.
pub fn success() -> Outcome {
    Outcome {
        status: 200,
        source: "pdf".into(),
        target: "docx".into(),
        bytes_in: 5_000_000_000,
        bytes_out: 2,
        warnings: "FontsSubstituted".into(),
        took_ms: 7,
        ..Outcome::default()
    }
}

/// A failure.
pub fn failure() -> Outcome {
    Outcome { status: 422, code: "corrupt_file".into(), source: "pdf".into(), ..Outcome::default() }
}

/// The credits of an account.
pub async fn credits(store: &dyn Store, email: &str) -> i64 {
    store.account(email).await.unwrap().expect("the account is there").credits
}
