//! Admission of a request, in this order: key, account, rate, credit, place.
//!
//! A request that is refused for its rate takes nothing from any bucket; one that is refused later
//! has taken its token, or asking in a loop would cost nothing.

use sqlx::{AnyConnection, Row, query, query_scalar};

use super::super::bucket::{Flow, nearer_to_empty};
use super::super::sql::Policy;
use super::super::{
    Account, Admission, Admitted, Caller, IDEMPOTENCY_MS, Moment, Plan, Purpose, Rate, Refusal, Refused, SecretHash,
};
use super::history::Entry;
use super::jobs;
use super::keys::{self, Presented};
use super::{accounts, hex, unhex};
use crate::auth;

/// Why an admission ends early: what was written by then stays only where it was refused.
enum Stop {
    Refused(Refusal),
    Failed(sqlx::Error),
}

impl From<sqlx::Error> for Stop {
    fn from(error: sqlx::Error) -> Self {
        Stop::Failed(error)
    }
}

/// Admits a request.
pub async fn admit(
    connection: &mut AnyConnection,
    admission: Admission,
    policy: Policy,
) -> sqlx::Result<Result<Admitted, Refused>> {
    let mut whose = None;
    match steps(connection, &admission, &policy, &mut whose).await {
        Ok(admitted) => Ok(Ok(admitted)),
        Err(Stop::Refused(why)) => Ok(Err(Refused { why, whose })),
        Err(Stop::Failed(error)) => Err(error),
    }
}

/// Who asks, as the database has it.
struct Who {
    account: Account,
    full_at: i64,
    presented: Option<Presented>,
}

/// The steps, in their order. `whose` is set as soon as that is known.
async fn steps(
    connection: &mut AnyConnection,
    admission: &Admission,
    policy: &Policy,
    whose: &mut Option<(i64, Option<i64>)>,
) -> Result<Admitted, Stop> {
    let who = identify(connection, admission).await?;
    *whose = Some((who.account.id, who.presented.as_ref().map(|presented| presented.key.id)));
    who.check(admission.now).map_err(Stop::Refused)?;
    let rate = take_tokens(connection, &who, policy, admission.now).await?;
    let key = who.presented.map(|presented| presented.key.id);
    let mut admitted = Admitted { account: who.account, key, rate, replay_of: None, job: None };
    if let Purpose::Convert { request, idempotency_key, is_job } = &admission.purpose {
        let place = Place { request, node: &admission.node, is_job: *is_job, now: admission.now };
        place.take(connection, &mut admitted, idempotency_key.as_deref(), policy).await?;
    }
    Ok(admitted)
}

/// The account, locked, and the key.
async fn identify(connection: &mut AnyConnection, admission: &Admission) -> Result<Who, Stop> {
    let unknown = || Stop::Refused(Refusal::UnknownKey);
    let (id, hash) = match &admission.caller {
        Caller::Account(id) => (*id, None),
        Caller::Key(hash) => (keys::owner(connection, hash).await?.ok_or_else(unknown)?, Some(hash)),
    };
    let (account, full_at) = accounts::lock(connection, id).await?.ok_or_else(unknown)?;
    let presented = match hash {
        Some(hash) => Some(keys::presented(connection, hash).await?.ok_or_else(unknown)?),
        None => None,
    };
    Ok(Who { account, full_at, presented })
}

impl Who {
    /// Whether both the key and the account are in a state to ask.
    fn check(&self, now: Moment) -> Result<(), Refusal> {
        if let Some(Presented { key, .. }) = &self.presented {
            if key.revoked_at.is_some() {
                return Err(Refusal::RevokedKey);
            }
            if let Some(expires_at) = key.expires_at.filter(|expires_at| *expires_at <= now) {
                return Err(Refusal::ExpiredKey(expires_at));
            }
        }
        if self.account.disabled_at.is_some() { Err(Refusal::AccountDisabled) } else { Ok(()) }
    }
}

/// Takes a token from the key's bucket and one from the account's, or from neither.
async fn take_tokens(connection: &mut AnyConnection, who: &Who, policy: &Policy, now: Moment) -> Result<Rate, Stop> {
    let refused = |rate| Stop::Refused(Refusal::RateLimited(rate));
    let rates = if who.account.is_operator() { policy.operator_rates } else { policy.rates };
    let flow = Flow::of_a_minute(rates.per_account);
    let (full_at, mut rate) = flow.take(who.full_at, now).map_err(refused)?;
    if let Some(presented) = &who.presented {
        let flow = Flow::of_a_minute(rates.per_key);
        let (full_at, of_key) = flow.take(presented.full_at, now).map_err(refused)?;
        rate = nearer_to_empty(of_key, rate);
        keys::touch(connection, presented, full_at, now).await?;
    }
    if full_at != who.full_at {
        let update = query("UPDATE accounts SET rate_full_at = $2 WHERE id = $1").bind(who.account.id).bind(full_at);
        update.execute(connection).await?;
    }
    Ok(rate)
}

/// A place among the running conversions, to be taken.
struct Place<'a> {
    request: &'a str,
    node: &'a str,
    is_job: bool,
    now: Moment,
}

impl Place<'_> {
    /// Reserves a credit and a place. A request that is known by its `Idempotency-Key` is told apart
    /// first: repeating it costs nothing, so that a client whose last credit paid for an answer it
    /// did not get can still get it. A job that is there is not made again.
    async fn take(
        &self,
        connection: &mut AnyConnection,
        admitted: &mut Admitted,
        idempotency_key: Option<&str>,
        policy: &Policy,
    ) -> Result<(), Stop> {
        let mut idempotency = idempotency_key.map(|key| hex(&auth::hash(key)));
        if let Some(hash) = &idempotency {
            if self.is_job {
                admitted.job = jobs::of_idempotency(connection, admitted.account.id, hash, self.now).await?;
            }
            if admitted.job.is_some() {
                return Ok(());
            }
            admitted.replay_of = finished(connection, admitted.account.id, hash, self.now).await?;
        }
        if admitted.replay_of.is_some() {
            idempotency = None;
        }
        let cost = cost(admitted, self.now).map_err(Stop::Refused)?;
        self.check(connection, admitted, policy).await?;
        self.reserve(connection, admitted, cost, idempotency.as_deref()).await?;
        Ok(())
    }

    /// Writes the reservation down, with what it takes.
    async fn reserve(
        &self,
        connection: &mut AnyConnection,
        admitted: &mut Admitted,
        cost: i64,
        idempotency: Option<&str>,
    ) -> sqlx::Result<()> {
        let account = admitted.account.id;
        let statement = "INSERT INTO reservations (request, account, key_id, node, credits, idempotency_hash, \
                         reserved_at, is_job) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        let insert = query(statement).bind(self.request).bind(account).bind(admitted.key).bind(self.node);
        let insert = insert.bind(cost).bind(idempotency).bind(self.now).bind(i64::from(self.is_job));
        insert.execute(&mut *connection).await?;
        if let Some(hash) = idempotency {
            remember(connection, account, hash).await?;
        }
        if cost > 0 {
            let update = query("UPDATE accounts SET credits = credits - $2 WHERE id = $1").bind(account).bind(cost);
            update.execute(&mut *connection).await?;
            admitted.account.credits -= cost;
            let request = Some(self.request);
            Entry { account, kind: "reserve", request, credits: -cost, at: self.now }.write(connection).await?;
        }
        Ok(())
    }

    /// Whether the account may have one more conversion running, or one more job.
    async fn check(&self, connection: &mut AnyConnection, admitted: &Admitted, policy: &Policy) -> Result<(), Stop> {
        let count = query_scalar("SELECT COUNT(*) FROM reservations WHERE account = $1 AND is_job = $2");
        let count = count.bind(admitted.account.id).bind(i64::from(self.is_job));
        let has: i64 = count.fetch_one(connection).await?;
        let limit = match (admitted.account.plan, self.is_job) {
            (Plan::Free, false) => policy.free_concurrency,
            (Plan::Paid, false) => policy.paid_concurrency,
            (Plan::Free, true) => policy.free_jobs,
            (Plan::Paid, true) => policy.paid_jobs,
        };
        match has < i64::from(limit) {
            true => Ok(()),
            false if self.is_job => Err(Stop::Refused(Refusal::TooManyJobs(limit))),
            false => Err(Stop::Refused(Refusal::TooManyConcurrent(limit))),
        }
    }
}

/// The fingerprint of the finished request with this `Idempotency-Key`, where there is one of the last
/// 24 hours; refused where it is running.
async fn finished(
    connection: &mut AnyConnection,
    account: i64,
    hash: &str,
    now: Moment,
) -> Result<Option<SecretHash>, Stop> {
    let select = query("SELECT fingerprint, finished_at FROM idempotency WHERE account = $1 AND hash = $2");
    let Some(row) = select.bind(account).bind(hash).fetch_optional(connection).await? else { return Ok(None) };
    let fingerprint: Option<String> = row.try_get("fingerprint")?;
    let finished_at: Option<Moment> = row.try_get("finished_at")?;
    match (fingerprint, finished_at) {
        (Some(fingerprint), Some(at)) if at > now - IDEMPOTENCY_MS => Ok(Some(unhex(&fingerprint)?)),
        (_, Some(_)) => Ok(None),
        (_, None) => Err(Stop::Refused(Refusal::IdempotencyInProgress)),
    }
}

/// Remembers that the request with this `Idempotency-Key` is running, in the place of one past its time.
async fn remember(connection: &mut AnyConnection, account: i64, hash: &str) -> sqlx::Result<()> {
    let statement = "INSERT INTO idempotency (account, hash) VALUES ($1, $2) \
                     ON CONFLICT (account, hash) DO UPDATE SET fingerprint = NULL, finished_at = NULL";
    query(statement).bind(account).bind(hash).execute(connection).await.map(|_| ())
}

/// Credits that a conversion takes. Credits that are used up cannot expire.
fn cost(admitted: &Admitted, now: Moment) -> Result<i64, Refusal> {
    let account = &admitted.account;
    match account.plan {
        _ if admitted.replay_of.is_some() => Ok(0),
        Plan::Paid => Ok(0),
        Plan::Free if account.credits <= 0 => Err(Refusal::CreditsExhausted),
        Plan::Free if account.credits_expire_at <= now => Err(Refusal::CreditsExpired(account.credits_expire_at)),
        Plan::Free => Ok(1),
    }
}
