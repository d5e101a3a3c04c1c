//! [`Store`] over a SQL database: each method is one function of `statements`, run in one transaction.

use std::future::Future;
use std::sync::Arc;

use async_trait::async_trait;
use futures_util::future::BoxFuture;
use sqlx::AnyConnection;

use super::statements::{accounts, admission, deliveries, history, jobs, keys, reservations, sessions};
use super::{
    Account, Act, Admission, Admitted, ApiKey, Attempt, AuditEntry, Caller, Claim, Delivery, Ended, History, Job,
    Moment, Needed, NewAccount, NewJob, NewKey, News, NotCreated, Outcome, Pause, Plan, Rate, Refusal, Refused,
    Removal, Result, SecretHash, Settled, Store, StoreError, Swept, Take,
};
use crate::config::{Config, Rates};

/// Statements that belong together. They are run again where the database asks for it, and see the
/// same arguments each time.
pub type Operation<T> =
    Arc<dyn for<'c> Fn(&'c mut AnyConnection) -> BoxFuture<'c, sqlx::Result<T>> + Send + Sync + 'static>;

/// How transactions run: all that differs between databases.
pub trait Database: Send + Sync + 'static {
    /// Runs an operation in a transaction and answers once it is committed. It is run to its end
    /// even if nobody waits for the answer any more.
    fn write<T: Send + 'static>(&self, operation: Operation<T>) -> impl Future<Output = Result<T>> + Send;

    /// Runs an operation that changes nothing.
    fn read<T: Send + 'static>(&self, operation: Operation<T>) -> impl Future<Output = Result<T>> + Send;
}

/// The settings that statements go by.
#[derive(Debug, Clone, Copy)]
pub struct Policy {
    /// Requests a minute.
    pub rates: Rates,
    /// Requests a minute of the operator.
    pub operator_rates: Rates,
    /// Conversions at the same time on the free plan.
    pub free_concurrency: u32,
    /// Conversions at the same time on the paid plan.
    pub paid_concurrency: u32,
    /// Jobs that have not ended, on the free plan.
    pub free_jobs: u32,
    /// Jobs that have not ended, on the paid plan.
    pub paid_jobs: u32,
    /// Time after which no request is answered any more, in milliseconds.
    pub longest_request_ms: i64,
    /// Days the history is kept.
    pub history_days: u32,
}

/// A store over a database.
pub struct SqlStore<D> {
    database: D,
    policy: Policy,
}

impl<D: Database> SqlStore<D> {
    /// A store whose tables are up to date.
    pub fn new(database: D, config: &Config) -> Self {
        let policy = Policy {
            rates: config.rates(false),
            operator_rates: config.rates(true),
            free_concurrency: config.free_concurrency,
            paid_concurrency: config.paid_concurrency,
            free_jobs: config.free_jobs,
            paid_jobs: config.paid_jobs,
            longest_request_ms: config.longest_request().as_millis() as i64,
            history_days: config.history_days,
        };
        SqlStore { database, policy }
    }
}

/// Gives a closure the type of an operation's.
fn operation<T, F>(function: F) -> Operation<T>
where
    F: for<'c> Fn(&'c mut AnyConnection) -> BoxFuture<'c, sqlx::Result<T>> + Send + Sync + 'static,
{
    Arc::new(function)
}

/// `call!(accounts::set_plan, account, plan)`: the operation that calls this function with copies of
/// these arguments.
macro_rules! call {
    ($function:path $(, $argument:ident)*) => {{
        let arguments = ($($argument,)*);
        operation(move |connection| {
            #[allow(clippy::unused_unit, reason = "a function may have no arguments")]
            let ($($argument,)*) = arguments.clone();
            Box::pin($function(connection $(, $argument)*))
        })
    }};
}

#[async_trait]
impl<D: Database> Store for SqlStore<D> {
    async fn ping(&self) -> Result<()> {
        self.database.read(call!(accounts::ping)).await
    }

    async fn admit(&self, admission: Admission) -> Result<Result<Admitted, Refused>> {
        // Nobody's key is looked up without a transaction: strangers do not queue with those who write.
        if let Caller::Key(hash) = admission.caller
            && !self.database.read(call!(keys::is_known, hash)).await?
        {
            return Ok(Err(Refused { why: Refusal::UnknownKey, whose: None }));
        }
        let policy = self.policy;
        self.database.write(call!(admission::admit, admission, policy)).await
    }

    async fn settle(&self, request: &str, outcome: Outcome, now: Moment) -> Result<Option<Settled>> {
        let request = request.to_owned();
        self.database.write(call!(reservations::settle, request, outcome, now)).await
    }

    async fn release(&self, request: &str, outcome: Outcome, now: Moment) -> Result<()> {
        let request = request.to_owned();
        self.database.write(call!(reservations::release, request, outcome, now)).await
    }

    async fn beat(&self, node: &str, now: Moment) -> Result<()> {
        let node = node.to_owned();
        self.database.write(call!(reservations::beat, node, now)).await
    }

    async fn sweep(&self, now: Moment) -> Result<Swept> {
        let policy = self.policy;
        self.database.write(call!(reservations::sweep, policy, now)).await
    }

    async fn create_account(&self, account: NewAccount, act: Act) -> Result<Result<Account, NotCreated>> {
        self.database.write(call!(accounts::create, account, act)).await
    }

    async fn account(&self, email: &str) -> Result<Option<Account>> {
        let email = email.to_owned();
        self.database.read(call!(accounts::by_email, email)).await
    }

    async fn credentials(&self, email: &str) -> Result<Option<(Account, Option<String>)>> {
        let email = email.to_owned();
        self.database.read(call!(accounts::credentials, email)).await
    }

    async fn accounts(&self) -> Result<Vec<Account>> {
        self.database.read(call!(accounts::all)).await
    }

    async fn set_plan(&self, account: i64, plan: Plan, act: Act) -> Result<()> {
        self.database.write(call!(accounts::set_plan, account, plan, act)).await
    }

    async fn set_disabled(&self, account: i64, disabled: bool, act: Act) -> Result<()> {
        self.database.write(call!(accounts::set_disabled, account, disabled, act)).await
    }

    async fn delete_account(&self, account: i64, act: Act) -> Result<bool> {
        self.database.write(call!(accounts::delete, account, act)).await
    }

    async fn set_password(&self, account: i64, hash: &str, keep: Option<SecretHash>, act: Act) -> Result<()> {
        let hash = hash.to_owned();
        self.database.write(call!(accounts::set_password, account, hash, keep, act)).await
    }

    async fn create_key(&self, key: NewKey, act: Act) -> Result<ApiKey> {
        self.database.write(call!(keys::create, key, act)).await
    }

    async fn keys(&self, account: i64) -> Result<Vec<ApiKey>> {
        self.database.read(call!(keys::of_account, account)).await
    }

    async fn rotate_key(&self, old: i64, new: NewKey, grace_ms: i64, act: Act) -> Result<Option<ApiKey>> {
        self.database.write(call!(keys::rotate, old, new, grace_ms, act)).await
    }

    async fn revoke_key(&self, account: i64, key: i64, act: Act) -> Result<bool> {
        self.database.write(call!(keys::revoke, account, key, act)).await
    }

    async fn open_session(&self, session: SecretHash, account: i64, expires_at: Moment, act: Act) -> Result<()> {
        self.database.write(call!(sessions::open, session, account, expires_at, act)).await
    }

    async fn session(&self, session: SecretHash, now: Moment) -> Result<Option<Account>> {
        self.database.read(call!(sessions::account, session, now)).await
    }

    async fn end_sessions(&self, account: i64, one: Option<SecretHash>, act: Act) -> Result<()> {
        self.database.write(call!(sessions::end, account, one, act)).await
    }

    async fn know_browser(&self, browser: SecretHash, account: i64, expires_at: Moment) -> Result<()> {
        self.database.write(call!(sessions::know_browser, browser, account, expires_at)).await
    }

    async fn knows_browser(&self, browser: SecretHash, email: &str, now: Moment) -> Result<bool> {
        let email = email.to_owned();
        self.database.read(call!(sessions::knows_browser, browser, email, now)).await
    }

    async fn create_link(&self, link: SecretHash, expires_at: Moment) -> Result<()> {
        self.database.write(call!(sessions::create_link, link, expires_at)).await
    }

    async fn link_is_open(&self, link: SecretHash, now: Moment) -> Result<bool> {
        self.database.read(call!(sessions::link_is_open, link, now)).await
    }

    async fn take(&self, bucket: &str, per_minute: u32, burst: u32, now: Moment) -> Result<Option<Rate>> {
        let bucket = bucket.to_owned();
        self.database.write(call!(sessions::take, bucket, per_minute, burst, now)).await
    }

    async fn history(&self, account: i64, days: u32, count: u32, now: Moment) -> Result<History> {
        self.database.read(call!(history::of_account, account, days, count, now)).await
    }

    async fn audit_log(&self, account: i64, count: u32) -> Result<Vec<AuditEntry>> {
        self.database.read(call!(history::audit_log, account, count)).await
    }

    async fn create_job(&self, job: NewJob) -> Result<bool> {
        self.database.write(call!(jobs::create, job)).await
    }

    async fn job(&self, account: i64, id: &str) -> Result<Option<Job>> {
        let id = id.to_owned();
        self.database.read(call!(jobs::one, account, id)).await
    }

    async fn jobs(&self, account: i64, count: u32) -> Result<Vec<Job>> {
        self.database.read(call!(jobs::of_account, account, count)).await
    }

    async fn waiting_jobs(&self, of_each: u32, count: u32, now: Moment) -> Result<Vec<(String, i64)>> {
        self.database.read(call!(jobs::waiting, of_each, count, now)).await
    }

    async fn claim_job(&self, id: &str, node: &str, now: Moment) -> Result<Option<Claim>> {
        let (id, node) = (id.to_owned(), node.to_owned());
        self.database.write(call!(jobs::claim, id, node, now)).await
    }

    async fn pause_job(&self, id: &str, node: &str, pause: Pause) -> Result<bool> {
        let (id, node) = (id.to_owned(), node.to_owned());
        self.database.write(call!(jobs::pause, id, node, pause)).await
    }

    async fn note_progress(&self, node: &str, news: Vec<News>) -> Result<Vec<String>> {
        let node = node.to_owned();
        self.database.write(call!(jobs::note_progress, node, news)).await
    }

    async fn finish_job(&self, id: &str, node: &str, ended: Ended, now: Moment) -> Result<bool> {
        let (id, node) = (id.to_owned(), node.to_owned());
        self.database.write(call!(jobs::finish, id, node, ended, now)).await
    }

    async fn leave_jobs(&self, node: &str) -> Result<()> {
        let node = node.to_owned();
        self.database.write(call!(jobs::leave, node)).await
    }

    async fn leave_stranded(&self, node: &str, mine: Vec<String>, now: Moment) -> Result<()> {
        let node = node.to_owned();
        self.database.write(call!(jobs::leave_stranded, node, mine, now)).await
    }

    async fn job_bytes(&self, account: i64, now: Moment) -> Result<u64> {
        self.database.read(call!(jobs::bytes, account, now)).await
    }

    async fn remove_job(&self, account: i64, id: &str, now: Moment) -> Result<Option<Removal>> {
        let id = id.to_owned();
        self.database.write(call!(jobs::remove, account, id, now)).await
    }

    async fn needed_of_jobs(&self, ids: Vec<String>, now: Moment) -> Result<Vec<(String, Needed)>> {
        self.database.read(call!(jobs::needed, ids, now)).await
    }

    async fn due_deliveries(&self, take: Take) -> Result<Vec<Delivery>> {
        self.database.write(call!(deliveries::due, take)).await
    }

    async fn end_delivery(&self, id: &str, attempt: Attempt) -> Result<()> {
        let id = id.to_owned();
        self.database.write(call!(deliveries::end, id, attempt)).await
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        StoreError(error.to_string())
    }
}
