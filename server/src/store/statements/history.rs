//! The ledger of credits, the record of requests, the audit log: what is kept of the past.

use std::collections::HashMap;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row, query};
use time::OffsetDateTime;

use super::super::{Act, AuditEntry, DAY_MS, History, Moment, Outcome, PastRequest, Usage};

/// One line of the ledger, which is only ever added to.
pub(super) struct Entry<'a> {
    /// Whose credits.
    pub account: i64,
    /// `grant`, `reserve`, `release` or `settle`.
    pub kind: &'static str,
    /// For which request.
    pub request: Option<&'a str>,
    /// What is added to the balance.
    pub credits: i64,
    /// When.
    pub at: Moment,
}

impl Entry<'_> {
    /// Adds the line.
    pub(super) async fn write(&self, connection: &mut AnyConnection) -> sqlx::Result<()> {
        let statement = "INSERT INTO ledger (account, kind, request, credits, happened_at) VALUES ($1, $2, $3, $4, $5)";
        let insert = query(statement).bind(self.account).bind(self.kind).bind(self.request);
        insert.bind(self.credits).bind(self.at).execute(connection).await.map(|_| ())
    }
}

/// A request that has ended.
pub(super) struct Past<'a> {
    /// The request's number.
    pub request: &'a str,
    /// Whose it was.
    pub account: i64,
    /// The key it came with.
    pub key: Option<i64>,
    /// Credits it cost.
    pub cost: i64,
    /// When it ended.
    pub at: Moment,
}

impl Past<'_> {
    /// Adds the request to the record.
    pub(super) async fn write(&self, connection: &mut AnyConnection, outcome: &Outcome) -> sqlx::Result<()> {
        let statement = "INSERT INTO history (request, account, key_id, happened_at, cost, status, code, source, \
                         target, bytes_in, bytes_out, warnings, took_ms) \
                         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
        let insert = query(statement).bind(self.request).bind(self.account).bind(self.key).bind(self.at);
        let insert = insert.bind(self.cost).bind(i64::from(outcome.status)).bind(&outcome.code);
        let insert = insert.bind(&outcome.source).bind(&outcome.target).bind(outcome.bytes_in as i64);
        let insert = insert.bind(outcome.bytes_out as i64).bind(&outcome.warnings).bind(outcome.took_ms as i64);
        insert.execute(connection).await.map(|_| ())
    }
}

/// Adds a line to the audit log.
pub(super) async fn record(
    connection: &mut AnyConnection,
    account: i64,
    act: &Act,
    action: &str,
    subject: &str,
) -> sqlx::Result<()> {
    let statement = "INSERT INTO audit (account, happened_at, actor, action, subject) VALUES ($1, $2, $3, $4, $5)";
    let insert = query(statement).bind(account).bind(act.now).bind(&act.actor).bind(action).bind(subject);
    insert.execute(connection).await.map(|_| ())
}

/// What an account did in the last `days` days, today included, and its last `count` requests.
pub async fn of_account(
    connection: &mut AnyConnection,
    account: i64,
    days: u32,
    count: u32,
    now: Moment,
) -> sqlx::Result<History> {
    let today = now.div_euclid(DAY_MS);
    let first = today - i64::from(days) + 1;
    Ok(History {
        by_day: by_day(connection, account, first, today).await?,
        by_pair: by_pair(connection, account, first).await?,
        last: last(connection, account, count).await?,
    })
}

async fn by_day(connection: &mut AnyConnection, account: i64, first: i64, today: i64) -> sqlx::Result<Vec<Usage>> {
    let statement = "SELECT happened_at / 86400000 AS day, COUNT(*) AS requests, \
                     CAST(SUM(CASE WHEN status = 200 THEN 1 ELSE 0 END) AS BIGINT) AS succeeded \
                     FROM history WHERE account = $1 AND happened_at >= $2 GROUP BY happened_at / 86400000";
    let rows = query(statement).bind(account).bind(first * DAY_MS).fetch_all(connection).await?;
    let counts = rows.iter().map(|row| Ok((row.try_get("day")?, counts(row)?)));
    let counts: HashMap<i64, (u64, u64)> = counts.collect::<sqlx::Result<_>>()?;
    let usage = |day: i64| {
        let (succeeded, failed) = counts.get(&day).copied().unwrap_or_default();
        Usage { name: day_name(day), succeeded, failed }
    };
    Ok((first..=today).map(usage).collect())
}

async fn by_pair(connection: &mut AnyConnection, account: i64, first: i64) -> sqlx::Result<Vec<Usage>> {
    let statement = "SELECT source, target, COUNT(*) AS requests, \
                     CAST(SUM(CASE WHEN status = 200 THEN 1 ELSE 0 END) AS BIGINT) AS succeeded \
                     FROM history WHERE account = $1 AND happened_at >= $2 AND source <> '' AND target <> '' \
                     GROUP BY source, target ORDER BY COUNT(*) DESC, source, target";
    let rows = query(statement).bind(account).bind(first * DAY_MS).fetch_all(connection).await?;
    let usage = rows.iter().map(|row| {
        let (succeeded, failed) = counts(row)?;
        let (source, target): (&str, &str) = (row.try_get("source")?, row.try_get("target")?);
        Ok(Usage { name: format!("{source} {target}"), succeeded, failed })
    });
    usage.collect()
}

/// Requests that succeeded and that failed.
fn counts(row: &AnyRow) -> sqlx::Result<(u64, u64)> {
    let (requests, succeeded): (i64, i64) = (row.try_get("requests")?, row.try_get("succeeded")?);
    Ok((succeeded as u64, (requests - succeeded) as u64))
}

/// The day with this number since the Unix epoch, as 2026-01-31.
fn day_name(day: i64) -> String {
    let midnight = OffsetDateTime::from_unix_timestamp(day * DAY_MS / 1000);
    midnight.map_or_else(|_| day.to_string(), |midnight| midnight.date().to_string())
}

async fn last(connection: &mut AnyConnection, account: i64, count: u32) -> sqlx::Result<Vec<PastRequest>> {
    let statement = "SELECT history.request, history.happened_at, api_keys.name AS key_name, history.cost, \
                     history.status, history.code, history.source, history.target, history.bytes_in, \
                     history.bytes_out, history.warnings, history.took_ms \
                     FROM history LEFT JOIN api_keys ON api_keys.id = history.key_id \
                     WHERE history.account = $1 ORDER BY history.happened_at DESC, history.request DESC LIMIT $2";
    let rows = query(statement).bind(account).bind(i64::from(count)).fetch_all(connection).await?;
    rows.iter().map(past_request).collect()
}

fn past_request(row: &AnyRow) -> sqlx::Result<PastRequest> {
    Ok(PastRequest {
        request: row.try_get("request")?,
        at: row.try_get("happened_at")?,
        key_name: row.try_get::<Option<String>, _>("key_name")?.unwrap_or_default(),
        cost: row.try_get("cost")?,
        outcome: outcome(row)?,
    })
}

/// How a request ended, of a row with the columns that say it.
pub(super) fn outcome(row: &AnyRow) -> sqlx::Result<Outcome> {
    let size = |column| Ok::<_, sqlx::Error>(row.try_get::<i64, _>(column)? as u64);
    Ok(Outcome {
        status: size("status")? as u16,
        code: row.try_get("code")?,
        source: row.try_get("source")?,
        target: row.try_get("target")?,
        bytes_in: size("bytes_in")?,
        bytes_out: size("bytes_out")?,
        warnings: row.try_get("warnings")?,
        took_ms: size("took_ms")?,
        fingerprint: None,
    })
}

/// The last `count` lines of the audit log of an account, newest first.
pub async fn audit_log(connection: &mut AnyConnection, account: i64, count: u32) -> sqlx::Result<Vec<AuditEntry>> {
    let statement = "SELECT account, happened_at, actor, action, subject FROM audit WHERE account = $1 \
                     ORDER BY id DESC LIMIT $2";
    let rows = query(statement).bind(account).bind(i64::from(count)).fetch_all(connection).await?;
    let entry = |row: &AnyRow| {
        Ok(AuditEntry {
            at: row.try_get("happened_at")?,
            account: row.try_get("account")?,
            actor: row.try_get("actor")?,
            action: row.try_get("action")?,
            subject: row.try_get("subject")?,
        })
    };
    rows.iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_the_names_of_the_calendar() {
        assert_eq!(day_name(0), "1970-01-01");
        // `date -u -d @1709164800 +%F`
        assert_eq!(day_name(1_709_164_800 / 86_400), "2024-02-29");
    }
}
