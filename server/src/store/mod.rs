//! The store, over a database: accounts, keys, credits, sessions. Never a file, its name or a key.
//!
//! One trait, [`Store`]; `sqlite.rs` and `postgres.rs` say how a transaction runs on each database, `statements/` what
//! is done in it, once for both, and `sql.rs` brings the two together. Moments are milliseconds since the Unix epoch
//! and come from the caller; credits are whole numbers.

mod bucket;
mod job;
mod migrate;
mod postgres;
mod sql;
mod sqlite;
mod statements;

use std::sync::Arc;

use async_trait::async_trait;

use crate::config::Config;
pub use job::{
    Attempt, Claim, Delivery, Ended, Job, JobState, Needed, NewJob, News, Pause, Receiver, Removal, Take, Then, Webhook,
};
use postgres::Postgres;
use sql::SqlStore;
use sqlite::Sqlite;

/// Milliseconds since the Unix epoch.
pub type Moment = i64;

/// SHA-256 of a secret: the only form in which one is kept.
pub type SecretHash = [u8; 32];

/// What went wrong with the database itself; the text is for the log.
#[derive(Debug, Clone)]
pub struct StoreError(pub String);

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the database failed: {}", self.0)
    }
}

impl std::error::Error for StoreError {}

/// Result of an operation.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// What an account may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plan {
    /// Counted credits that expire.
    Free,
    /// No counting.
    Paid,
}

impl Plan {
    /// Its word, as people and programs write it.
    pub fn name(self) -> &'static str {
        match self {
            Plan::Free => "free",
            Plan::Paid => "paid",
        }
    }
}

/// Address of the account of whoever runs the service, which the command line makes; nobody signs in to it.
pub const OPERATOR: &str = "operator";

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its number.
    pub id: i64,
    /// E-mail address in lower case; [`OPERATOR`] for the local operator's account.
    pub email: String,
    /// Its plan.
    pub plan: Plan,
    /// Whether it may look after other accounts.
    pub is_administrator: bool,
    /// Credits left; of no meaning on the paid plan.
    pub credits: i64,
    /// When the credits expire.
    pub credits_expire_at: Moment,
    /// When it was created.
    pub created_at: Moment,
    /// When it was disabled.
    pub disabled_at: Option<Moment>,
}

impl Account {
    /// Whether it is the local operator's.
    pub fn is_operator(&self) -> bool {
        self.email == OPERATOR
    }
}

/// An account to be made.
#[derive(Debug, Clone)]
pub struct NewAccount {
    /// E-mail address in lower case.
    pub email: String,
    /// Argon2id hash in PHC form; `None` for an account nobody signs in to.
    pub password_hash: Option<String>,
    /// Its plan.
    pub plan: Plan,
    /// Whether it may look after other accounts.
    pub is_administrator: bool,
    /// Credits it starts with.
    pub credits: i64,
    /// When they expire.
    pub credits_expire_at: Moment,
    /// The one-time link it is made by, which is used up with it.
    pub link: Option<SecretHash>,
}

impl NewAccount {
    /// An account on the free plan with its first credits, which begin to expire now.
    pub fn on_free_plan(config: &Config, email: String, password_hash: Option<String>, now: Moment) -> Self {
        NewAccount {
            email,
            password_hash,
            plan: Plan::Free,
            is_administrator: false,
            credits: config.free_credits,
            credits_expire_at: now + i64::from(config.free_days) * DAY_MS,
            link: None,
        }
    }
}

/// Why an account was not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotCreated {
    /// The address has an account already.
    EmailTaken,
    /// The one-time link is unknown, used or expired.
    BadLink,
}

/// An API key as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// Its number.
    pub id: i64,
    /// Whose it is.
    pub account: i64,
    /// The name its owner gave it.
    pub name: String,
    /// Its first characters, for people.
    pub prefix: String,
    /// Its last four characters, for people.
    pub last_four: String,
    /// When it was created.
    pub created_at: Moment,
    /// When it was last used, to the minute.
    pub last_used_at: Option<Moment>,
    /// When it stops working.
    pub expires_at: Option<Moment>,
    /// When it was revoked.
    pub revoked_at: Option<Moment>,
    /// The key that took its place.
    pub replaced_by: Option<i64>,
}

impl ApiKey {
    /// Whether it works.
    pub fn is_living(&self, now: Moment) -> bool {
        self.revoked_at.is_none() && self.expires_at.is_none_or(|expires_at| expires_at > now)
    }
}

/// An API key to be made.
#[derive(Debug, Clone)]
pub struct NewKey {
    /// Whose it is.
    pub account: i64,
    /// The name its owner gives it.
    pub name: String,
    /// SHA-256 of the whole key.
    pub hash: SecretHash,
    /// Its first characters.
    pub prefix: String,
    /// Its last four characters.
    pub last_four: String,
    /// When it stops working.
    pub expires_at: Option<Moment>,
}

/// Who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caller {
    /// The owner of the key with this hash.
    Key(SecretHash),
    /// The account signed in to the dashboard.
    Account(i64),
}

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Purpose {
    /// A look at formats or the account: costs a request, no credit.
    Look,
    /// A conversion: reserves a credit and a place.
    Convert {
        /// The request's own number, unique for ever; what is reserved goes by it.
        request: String,
        /// `Idempotency-Key`, if one was sent.
        idempotency_key: Option<String>,
        /// Whether it is to be a job, which has a place among the account's jobs instead.
        is_job: bool,
    },
}

/// A request to be admitted.
#[derive(Debug, Clone)]
pub struct Admission {
    /// Who asks.
    pub caller: Caller,
    /// What for.
    pub purpose: Purpose,
    /// The start of this process, as [`Store::beat`] names it.
    pub node: String,
    /// Now.
    pub now: Moment,
}

/// A token bucket after a request: what the `RateLimit` headers say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// Requests a minute; 0 for no limit.
    pub limit: u32,
    /// Requests that can be made at once.
    pub remaining: u32,
    /// Time until one more can be made, in milliseconds.
    pub reset_ms: u64,
}

/// A request that may go on.
#[derive(Debug, Clone)]
pub struct Admitted {
    /// Whose it is. Its credits are those left after the reservation.
    pub account: Account,
    /// The key's number; `None` from the dashboard.
    pub key: Option<i64>,
    /// The bucket that is nearer to empty, of the key's and the account's.
    pub rate: Rate,
    /// Set where the `Idempotency-Key` belongs to a finished request: its fingerprint. Nothing is
    /// charged then.
    pub replay_of: Option<SecretHash>,
    /// Set where the `Idempotency-Key` belongs to a job that is there: its number, and its fingerprint. Nothing is
    /// reserved then.
    pub job: Option<(String, SecretHash)>,
}

/// A request that may not go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// Why.
    pub why: Refusal,
    /// Whose it is, by the numbers of the account and of the key, where that is known; for the log.
    pub whose: Option<(i64, Option<i64>)>,
}

/// Why a request may not go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// No key has this hash.
    UnknownKey,
    /// The key was revoked.
    RevokedKey,
    /// The key expired at this moment.
    ExpiredKey(Moment),
    /// The account is disabled.
    AccountDisabled,
    /// The key's or the account's bucket is empty.
    RateLimited(Rate),
    /// The account has this many conversions running already.
    TooManyConcurrent(u32),
    /// The account has this many jobs already that have not ended.
    TooManyJobs(u32),
    /// No credit is left.
    CreditsExhausted,
    /// The credits expired at this moment.
    CreditsExpired(Moment),
    /// A request with this `Idempotency-Key` is running.
    IdempotencyInProgress,
}

/// Status of an [`Outcome`] that its client did not wait for, or wanted no more.
pub const HUNG_UP: u16 = 499;

/// How a conversion ended: what the dashboard's history shows of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// HTTP status; [`HUNG_UP`] where the client hung up.
    pub status: u16,
    /// Problem code, empty for a success.
    pub code: String,
    /// Format id of the source, empty where unknown.
    pub source: String,
    /// Format id of the target, empty where unknown.
    pub target: String,
    /// Size of the upload.
    pub bytes_in: u64,
    /// Size of the result.
    pub bytes_out: u64,
    /// Warning codes, joined by commas.
    pub warnings: String,
    /// Time from admission to answer in milliseconds.
    pub took_ms: u64,
    /// SHA-256 of the request, where an `Idempotency-Key` came with it.
    pub fingerprint: Option<SecretHash>,
}

/// What was charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settled {
    /// Credits the request cost.
    pub cost: i64,
    /// Credits left; `None` on the paid plan.
    pub remaining: Option<i64>,
}

/// One request of the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastRequest {
    /// The request's number.
    pub request: String,
    /// When it ended.
    pub at: Moment,
    /// Name of the key, empty from the dashboard.
    pub key_name: String,
    /// Credits it cost.
    pub cost: i64,
    /// How it ended.
    pub outcome: Outcome,
}

/// Requests of one day, or of one pair of formats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Usage {
    /// The day as 2026-01-31 (UTC), or the pair as `pdf docx`.
    pub name: String,
    /// Requests that were answered with a file.
    pub succeeded: u64,
    /// Requests that failed.
    pub failed: u64,
}

/// Something done to an account or a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// When.
    pub at: Moment,
    /// To which account.
    pub account: i64,
    /// By whom: an account's address, or `command line`.
    pub actor: String,
    /// What, as in `key.created`.
    pub action: String,
    /// To what: a key's prefix and last four, a plan; never a secret.
    pub subject: String,
}

/// Who does something to an account, and when: every change carries one into the audit log.
#[derive(Debug, Clone)]
pub struct Act {
    /// An account's address, or `command line`.
    pub actor: String,
    /// Now.
    pub now: Moment,
}

/// What an account did since a moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    /// By day, oldest first, days without requests included.
    pub by_day: Vec<Usage>,
    /// By pair of formats, most used first.
    pub by_pair: Vec<Usage>,
    /// The last requests, newest first.
    pub last: Vec<PastRequest>,
}

/// What [`Store::sweep`] found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Swept {
    /// Reservations of processes that are no more, released.
    pub reservations: u64,
    /// Jobs of processes that are no more, which begin anew.
    pub jobs: u64,
}

/// The service's memory. Every method is one transaction.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Answers once the database does.
    async fn ping(&self) -> Result<()>;

    /// Admits a request: key, rate, credit, place, in this order. A conversion's credit is reserved
    /// when this returns.
    async fn admit(&self, admission: Admission) -> Result<Result<Admitted, Refused>>;

    /// Charges a conversion, exactly once; `None` where its reservation is gone, which means that it
    /// must not be answered with a file.
    async fn settle(&self, request: &str, outcome: Outcome, now: Moment) -> Result<Option<Settled>>;

    /// Gives a reservation back, unless it has become a job's.
    async fn release(&self, request: &str, outcome: Outcome, now: Moment) -> Result<()>;

    /// Says that the process `node` lives. Reservations of one that has not said so for
    /// [`NODE_LEASE_MS`] are given back by [`Store::sweep`].
    async fn beat(&self, node: &str, now: Moment) -> Result<()>;

    /// Gives back what dead processes reserved, and what is older than any request may be, lets their jobs begin anew,
    /// and drops what is past its time: idempotency keys and jobs that ended after 24 hours, sessions, links, buckets,
    /// history.
    async fn sweep(&self, now: Moment) -> Result<Swept>;

    /// Makes an account; its credits are granted in the same transaction.
    async fn create_account(&self, account: NewAccount, act: Act) -> Result<Result<Account, NotCreated>>;

    /// The account with this address.
    async fn account(&self, email: &str) -> Result<Option<Account>>;

    /// The account and its password's hash, for signing in.
    async fn credentials(&self, email: &str) -> Result<Option<(Account, Option<String>)>>;

    /// Every account, oldest first; not those that were deleted.
    async fn accounts(&self) -> Result<Vec<Account>>;

    /// Changes the plan. A change back to free keeps the credits and their expiry.
    async fn set_plan(&self, account: i64, plan: Plan, act: Act) -> Result<()>;

    /// Disables or enables an account.
    async fn set_disabled(&self, account: i64, disabled: bool, act: Act) -> Result<()>;

    /// Deletes an account: its address and password, keys, sessions, history and audit log. Requests that
    /// run get no answer and cost nothing. What remains is the ledger, of an account without a name, and
    /// that it was deleted. False where there is no such account.
    async fn delete_account(&self, account: i64, act: Act) -> Result<bool>;

    /// Changes the password and ends every session but `keep`.
    async fn set_password(&self, account: i64, hash: &str, keep: Option<SecretHash>, act: Act) -> Result<()>;

    /// Makes a key.
    async fn create_key(&self, key: NewKey, act: Act) -> Result<ApiKey>;

    /// The keys of an account, newest first, revoked ones included.
    async fn keys(&self, account: i64) -> Result<Vec<ApiKey>>;

    /// Puts `new` in the place of the key `old`, which stops working after `grace_ms`; `None` where
    /// the account has no such living key.
    async fn rotate_key(&self, old: i64, new: NewKey, grace_ms: i64, act: Act) -> Result<Option<ApiKey>>;

    /// Revokes a key at once; false where the account has no such living key.
    async fn revoke_key(&self, account: i64, key: i64, act: Act) -> Result<bool>;

    /// Opens a session of the dashboard.
    async fn open_session(&self, session: SecretHash, account: i64, expires_at: Moment, act: Act) -> Result<()>;

    /// The account of a living session.
    async fn session(&self, session: SecretHash, now: Moment) -> Result<Option<Account>>;

    /// Ends one session, or all of the account's.
    async fn end_sessions(&self, account: i64, one: Option<SecretHash>, act: Act) -> Result<()>;

    /// Remembers a browser that an account was signed in with.
    async fn know_browser(&self, browser: SecretHash, account: i64, expires_at: Moment) -> Result<()>;

    /// Whether the account with this address was signed in with this browser.
    async fn knows_browser(&self, browser: SecretHash, email: &str, now: Moment) -> Result<bool>;

    /// Keeps a one-time link to make an administrator's account with; earlier ones end.
    async fn create_link(&self, link: SecretHash, expires_at: Moment) -> Result<()>;

    /// Whether a one-time link would be taken.
    async fn link_is_open(&self, link: SecretHash, now: Moment) -> Result<bool>;

    /// Takes a token from a bucket of its own, such as the sign-in throttle's: `per_minute` tokens flow
    /// in, `burst` fit. `None` where it is empty.
    async fn take(&self, bucket: &str, per_minute: u32, burst: u32, now: Moment) -> Result<Option<Rate>>;

    /// What an account did in the last `days` days, with the last `count` requests.
    async fn history(&self, account: i64, days: u32, count: u32, now: Moment) -> Result<History>;

    /// The last `count` entries of the audit log of an account, newest first.
    async fn audit_log(&self, account: i64, count: u32) -> Result<Vec<AuditEntry>>;

    /// Makes a job of an admitted conversion, whose reservation it takes over; false where that is gone.
    async fn create_job(&self, job: NewJob) -> Result<bool>;

    /// A job of an account.
    async fn job(&self, account: i64, id: &str) -> Result<Option<Job>>;

    /// The last `count` jobs of an account, newest first.
    async fn jobs(&self, account: i64, count: u32) -> Result<Vec<Job>>;

    /// Jobs that wait, by number and account: those of accounts that have none running first, then the oldest of each
    /// account, at most `of_each` of one and `count` of all.
    async fn waiting_jobs(&self, of_each: u32, count: u32, now: Moment) -> Result<Vec<(String, i64)>>;

    /// Takes a job that waits for the process `node`; `None` where it waits no more.
    async fn claim_job(&self, id: &str, node: &str, now: Moment) -> Result<Option<Claim>>;

    /// Puts a job of the process `node` back whose result found no room; false where it is not its own any more.
    async fn pause_job(&self, id: &str, node: &str, pause: Pause) -> Result<bool>;

    /// Writes down how far jobs of the process `node` are; those that are not its own any more.
    async fn note_progress(&self, node: &str, news: Vec<News>) -> Result<Vec<String>>;

    /// Ends a job of the process `node`, charges or gives back its credit, and has its webhook sent; false where it is
    /// not its own any more.
    async fn finish_job(&self, id: &str, node: &str, ended: Ended, now: Moment) -> Result<bool>;

    /// Lets the running jobs of the process `node`, which ends in order, begin anew elsewhere.
    async fn leave_jobs(&self, node: &str) -> Result<()>;

    /// Lets running jobs of the process `node` begin anew that it knows nothing of; it has `mine`.
    async fn leave_stranded(&self, node: &str, mine: Vec<String>, now: Moment) -> Result<()>;

    /// Bytes that the files of an account's jobs have together.
    async fn job_bytes(&self, account: i64, now: Moment) -> Result<u64>;

    /// Cancels a job that has not ended, and forgets one that has; `None` where the account has no such job.
    async fn remove_job(&self, account: i64, id: &str, now: Moment) -> Result<Option<Removal>>;

    /// What is needed still of the files of the jobs with these numbers; nothing is said of what is no job.
    async fn needed_of_jobs(&self, ids: Vec<String>, now: Moment) -> Result<Vec<(String, Needed)>>;

    /// Takes webhooks that are due.
    async fn due_deliveries(&self, take: Take) -> Result<Vec<Delivery>>;

    /// Writes down how an attempt to send a webhook went.
    async fn end_delivery(&self, id: &str, attempt: Attempt) -> Result<()>;
}

/// A day in milliseconds.
pub const DAY_MS: i64 = 24 * 3600 * 1000;

/// Time after which a process that says nothing counts as dead, in milliseconds.
pub const NODE_LEASE_MS: i64 = 10_000;

/// Time an `Idempotency-Key` is remembered, in milliseconds.
pub const IDEMPOTENCY_MS: i64 = DAY_MS;

/// Opens the store that the configuration names, made or brought up to date where it has to be.
pub async fn open(config: &Config) -> Result<Arc<dyn Store>> {
    sqlx::any::install_default_drivers();
    match config.database.file() {
        Some(file) => Ok(Arc::new(SqlStore::new(Sqlite::open(file, config.synchronous).await?, config))),
        None => Ok(Arc::new(SqlStore::new(Postgres::open(&config.database.0).await?, config))),
    }
}

/// Whether the database that the configuration names is one of this service already.
///
/// # Errors
/// Where it does not answer.
pub async fn exists(config: &Config) -> Result<bool> {
    match config.database.file() {
        // What an earlier try left empty holds nothing of anybody.
        Some(file) => Ok(file.metadata().is_ok_and(|known| known.len() > 0)),
        None => {
            sqlx::any::install_default_drivers();
            postgres::has_tables(&config.database.0).await
        }
    }
}

/// Now, in milliseconds since the Unix epoch.
pub fn now() -> Moment {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as Moment)
}
