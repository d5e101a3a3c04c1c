//! Credit reservations, and how they end: charged, given back, or swept up after a process that died.

use sqlx::{AnyConnection, Row, query};
use transvase::ErrorCode;

use super::super::sql::Policy;
use super::super::{DAY_MS, IDEMPOTENCY_MS, Moment, NODE_LEASE_MS, Outcome, Plan, Settled, Swept};
use super::history::{Entry, Past};
use super::{accounts, hex, jobs};
use crate::problem::Problem;

/// What a running request holds.
struct Reservation {
    request: String,
    account: i64,
    key: Option<i64>,
    credits: i64,
    idempotency: Option<String>,
}

/// Whose reservation may be taken out.
#[derive(Clone, Copy)]
enum Whose {
    /// A process's: one that has become a job's is not.
    Process,
    /// Anybody's.
    Anybody,
}

/// Takes a reservation out: whoever gets it ends the request, and nobody gets it twice.
async fn take(connection: &mut AnyConnection, request: &str, whose: Whose) -> sqlx::Result<Option<Reservation>> {
    let statement = match whose {
        Whose::Process => {
            "DELETE FROM reservations WHERE request = $1 AND node <> '' \
             RETURNING account, key_id, credits, idempotency_hash"
        }
        Whose::Anybody => {
            "DELETE FROM reservations WHERE request = $1 RETURNING account, key_id, credits, idempotency_hash"
        }
    };
    let row = query(statement).bind(request).fetch_optional(connection).await?;
    let reservation = row.map(|row| {
        Ok(Reservation {
            request: request.into(),
            account: row.try_get("account")?,
            key: row.try_get("key_id")?,
            credits: row.try_get("credits")?,
            idempotency: row.try_get("idempotency_hash")?,
        })
    });
    reservation.transpose()
}

/// Charges a conversion; `None` where its reservation is gone.
pub async fn settle(
    connection: &mut AnyConnection,
    request: String,
    outcome: Outcome,
    now: Moment,
) -> sqlx::Result<Option<Settled>> {
    let Some(reservation) = take(connection, &request, Whose::Anybody).await? else { return Ok(None) };
    if reservation.credits > 0 {
        reservation.entry("settle", 0, now).write(connection).await?;
    }
    reservation.finish(connection, &outcome, now).await?;
    reservation.past(reservation.credits, now).write(connection, &outcome).await?;
    let account = accounts::of_number(connection, reservation.account).await?;
    let remaining = (account.plan == Plan::Free).then_some(account.credits);
    Ok(Some(Settled { cost: reservation.credits, remaining }))
}

/// Gives a reservation back; nothing where it is gone, or has become a job's.
pub async fn release(
    connection: &mut AnyConnection,
    request: String,
    outcome: Outcome,
    now: Moment,
) -> sqlx::Result<()> {
    give_back(connection, &request, Whose::Process, &outcome, now).await.map(|_| ())
}

/// Gives the reservation of a job back.
pub(super) async fn release_job(
    connection: &mut AnyConnection,
    id: &str,
    outcome: &Outcome,
    now: Moment,
) -> sqlx::Result<()> {
    give_back(connection, id, Whose::Anybody, outcome, now).await.map(|_| ())
}

/// Gives a reservation back; false where it is gone.
async fn give_back(
    connection: &mut AnyConnection,
    request: &str,
    whose: Whose,
    outcome: &Outcome,
    now: Moment,
) -> sqlx::Result<bool> {
    let Some(reservation) = take(connection, request, whose).await? else { return Ok(false) };
    if reservation.credits > 0 {
        let update = query("UPDATE accounts SET credits = credits + $2 WHERE id = $1").bind(reservation.account);
        update.bind(reservation.credits).execute(&mut *connection).await?;
        reservation.entry("release", reservation.credits, now).write(connection).await?;
    }
    reservation.forget(connection).await?;
    reservation.past(0, now).write(connection, outcome).await?;
    Ok(true)
}

/// Gives back every reservation of an account: its requests that run are not answered with a file.
pub(super) async fn give_back_all(connection: &mut AnyConnection, account: i64, now: Moment) -> sqlx::Result<()> {
    let select = query("SELECT request FROM reservations WHERE account = $1 ORDER BY request").bind(account);
    for row in select.fetch_all(&mut *connection).await? {
        give_back(connection, row.try_get("request")?, Whose::Anybody, &Outcome::default(), now).await?;
    }
    Ok(())
}

impl Reservation {
    fn entry(&self, kind: &'static str, credits: i64, at: Moment) -> Entry<'_> {
        Entry { account: self.account, kind, request: Some(&self.request), credits, at }
    }

    fn past(&self, cost: i64, at: Moment) -> Past<'_> {
        Past { request: &self.request, account: self.account, key: self.key, cost, at }
    }

    /// Keeps what a repeated request is compared with. Without a fingerprint there is nothing to
    /// compare, and the `Idempotency-Key` is free again.
    async fn finish(&self, connection: &mut AnyConnection, outcome: &Outcome, now: Moment) -> sqlx::Result<()> {
        let (Some(hash), Some(fingerprint)) = (&self.idempotency, &outcome.fingerprint) else {
            return self.forget(connection).await;
        };
        let statement = "UPDATE idempotency SET fingerprint = $3, finished_at = $4 WHERE account = $1 AND hash = $2";
        let update = query(statement).bind(self.account).bind(hash).bind(hex(fingerprint)).bind(now);
        update.execute(connection).await.map(|_| ())
    }

    /// Frees the `Idempotency-Key`. A reservation that repeats a finished request holds none.
    async fn forget(&self, connection: &mut AnyConnection) -> sqlx::Result<()> {
        let Some(hash) = &self.idempotency else { return Ok(()) };
        let delete = query("DELETE FROM idempotency WHERE account = $1 AND hash = $2");
        delete.bind(self.account).bind(hash).execute(connection).await.map(|_| ())
    }
}

/// Says that a process lives.
pub async fn beat(connection: &mut AnyConnection, node: String, now: Moment) -> sqlx::Result<()> {
    let statement = "INSERT INTO nodes (name, beat_at) VALUES ($1, $2) \
                     ON CONFLICT (name) DO UPDATE SET beat_at = excluded.beat_at";
    query(statement).bind(node).bind(now).execute(connection).await.map(|_| ())
}

/// Gives back what dead processes reserved, and what is older than any request, and drops what is past its time.
pub async fn sweep(connection: &mut AnyConnection, policy: Policy, now: Moment) -> sqlx::Result<Swept> {
    let dead_before = now - NODE_LEASE_MS;
    let mut reservations = 0;
    let too_old = now - policy.longest_request_ms;
    for request in abandoned(connection, dead_before, too_old).await? {
        reservations += u64::from(give_back(connection, &request, Whose::Process, &lost().0, now).await?);
    }
    let jobs = jobs::sweep(connection, now).await?;
    let history_from = now - i64::from(policy.history_days) * DAY_MS;
    for (statement, before) in [
        ("DELETE FROM nodes WHERE beat_at < $1", dead_before),
        ("DELETE FROM idempotency WHERE finished_at < $1", now - IDEMPOTENCY_MS),
        ("DELETE FROM sessions WHERE expires_at <= $1", now),
        ("DELETE FROM links WHERE expires_at <= $1", now),
        ("DELETE FROM browsers WHERE expires_at <= $1", now),
        ("DELETE FROM buckets WHERE full_at <= $1", now.saturating_mul(1000)),
        ("DELETE FROM history WHERE happened_at < $1", history_from),
    ] {
        query(statement).bind(before).execute(&mut *connection).await?;
    }
    Ok(Swept { reservations, jobs })
}

/// Requests of processes that have not said for the time of the lease that they live, and those that nobody ended in the
/// longest time there is; not those of jobs that were accepted, which belong to no process. Accounts come in one order, so
/// that two servers that sweep at once do not wait for one another in a ring.
async fn abandoned(connection: &mut AnyConnection, dead_before: Moment, too_old: Moment) -> sqlx::Result<Vec<String>> {
    let statement = "SELECT request FROM reservations WHERE node <> '' AND (reserved_at < $2 OR NOT EXISTS \
                     (SELECT 1 FROM nodes WHERE nodes.name = reservations.node AND nodes.beat_at >= $1)) \
                     ORDER BY account, request";
    let rows = query(statement).bind(dead_before).bind(too_old).fetch_all(connection).await?;
    rows.iter().map(|row| row.try_get("request")).collect()
}

/// How a request ended whose process died, and the problem document that tells it.
pub(super) fn lost() -> (Outcome, String) {
    let problem = Problem::of_code(ErrorCode::Internal);
    let outcome = Outcome { status: problem.spec.status, code: problem.spec.code.into(), ..Outcome::default() };
    (outcome, problem.document("", "").to_string())
}
