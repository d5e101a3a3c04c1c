//! Webhook deliveries: those still to be sent, and what became of the others for as long as their jobs are known.

use sqlx::{AnyConnection, Row, query, query_scalar};

use super::super::{Attempt, DAY_MS, Delivery, Moment, Receiver, SecretHash, Take, Then};
use super::{jobs, unhex};

/// Time after which a webhook is given up that waited behind others for a receiver that does not answer: longer than its
/// own attempts take.
const LONGEST_MS: i64 = 3 * DAY_MS;

/// Time that a receiver is remembered.
const REMEMBERED_MS: i64 = DAY_MS;

/// Has the end of a job told.
pub(super) async fn create(
    connection: &mut AnyConnection,
    job: &str,
    account: i64,
    url: &str,
    now: Moment,
) -> sqlx::Result<()> {
    // A job ends once: its number serves for that of its one webhook.
    let statement = "INSERT INTO deliveries (id, job, account, url, host, attempts, is_taken, due_at) \
                     VALUES ($1, $1, $2, $3, $4, 0, 0, $5)";
    let insert = query(statement).bind(job).bind(account).bind(url).bind(host(url)).bind(now);
    insert.execute(connection).await.map(|_| ())
}

/// The host of an address with its port, if it names one: what is in trouble where it does not answer.
fn host(url: &str) -> String {
    let url: Option<axum::http::Uri> = url.parse().ok();
    url.as_ref().and_then(|url| url.authority()).map_or_else(String::new, |host| host.as_str().to_ascii_lowercase())
}

/// The webhooks that may be taken now, in their order.
///
/// A class says what is known of a receiver: 0 that it answers quickly, 1 nothing, 2 that it is in trouble. So is an
/// unknown one of an account that has one in trouble: with a host for each webhook nobody would be known. Of the classes 1
/// and 2 an account has one on its way at a time, and all together have their share of the places ($3, $4). A further
/// one of an account leaves some places to those that have none ($5).
const DUE: &str = "\
WITH open AS ( \
    SELECT waiting.id, waiting.account, waiting.due_at, CASE WHEN waiting.attempts > 0 THEN 1 ELSE 0 END AS is_repeat, \
        COALESCE(receivers.open_at, 0) AS open_at, CASE WHEN receivers.is_slow = 0 THEN 0 \
        WHEN EXISTS (SELECT 1 FROM receivers AS slow WHERE slow.account = waiting.account AND slow.is_slow = 1) THEN 2 \
        ELSE 1 END AS class \
    FROM deliveries AS waiting LEFT JOIN receivers \
        ON receivers.account = waiting.account AND receivers.host = waiting.host \
    WHERE waiting.ended_at IS NULL AND (waiting.due_at <= $1 OR waiting.is_taken = 1) \
), taken AS (SELECT account, class FROM open WHERE due_at > $1 \
), ranked AS ( \
    SELECT id, account, due_at, is_repeat, class, \
        ROW_NUMBER() OVER (PARTITION BY account ORDER BY class, is_repeat, due_at, id) \
            + (SELECT COUNT(*) FROM taken WHERE taken.account = open.account) AS place, \
        ROW_NUMBER() OVER (PARTITION BY account, CASE WHEN class = 0 THEN 0 ELSE 1 END \
            ORDER BY is_repeat, due_at, id) \
            + (SELECT COUNT(*) FROM taken WHERE taken.account = open.account AND taken.class > 0) AS doubtful \
    FROM open WHERE due_at <= $1 AND open_at <= $1 \
), chosen AS ( \
    SELECT id, due_at, is_repeat, class, place, \
        ROW_NUMBER() OVER (PARTITION BY class ORDER BY is_repeat, place, due_at, id) \
            + (SELECT COUNT(*) FROM taken WHERE taken.class = ranked.class) AS of_class \
    FROM ranked WHERE place <= $2 AND (class = 0 OR doubtful = 1) \
), line AS ( \
    SELECT id, place, ROW_NUMBER() OVER (ORDER BY is_repeat, place, due_at, id) AS turn FROM chosen \
    WHERE class = 0 OR (class = 1 AND of_class <= $3) OR (class = 2 AND of_class <= $4) \
) SELECT id FROM line WHERE place = 1 OR turn <= $5 ORDER BY turn LIMIT $6";

/// Takes webhooks that are due: first attempts before repeats, and of those with as many before, accounts that have few
/// on their way before others.
pub async fn due(connection: &mut AnyConnection, take: Take) -> sqlx::Result<Vec<Delivery>> {
    let count = i64::from(take.count);
    let select = query_scalar(DUE).bind(take.now).bind(i64::from(take.of_each)).bind(i64::from(take.unknown));
    let select = select.bind(i64::from(take.troubled)).bind(count - i64::from(take.kept)).bind(count);
    let ids: Vec<String> = select.fetch_all(&mut *connection).await?;
    let mut due = Vec::new();
    for id in ids {
        due.extend(take_one(connection, id, &take).await?);
    }
    Ok(due)
}

/// Takes one of them, unless another process has; its number is that of its job.
async fn take_one(connection: &mut AnyConnection, id: String, take: &Take) -> sqlx::Result<Option<Delivery>> {
    let statement = "UPDATE deliveries SET due_at = $2, attempts = attempts + 1, is_taken = 1 \
                     WHERE id = $1 AND due_at <= $3 AND ended_at IS NULL RETURNING url, attempts, account, host";
    let update = query(statement).bind(&id).bind(take.until).bind(take.now);
    let Some(row) = update.fetch_optional(&mut *connection).await? else { return Ok(None) };
    let secret = secret(connection, &id).await?;
    let Some(job) = jobs::by_id(connection, &id).await? else {
        forget(connection, &id).await?;
        return Ok(None);
    };
    let failures = failures(connection, row.try_get("account")?, row.try_get("host")?).await?;
    let attempts = row.try_get::<i64, _>("attempts")? as u32 - 1;
    Ok(Some(Delivery { id, job, url: row.try_get("url")?, secret, attempts, failures }))
}

/// The hash of the key that a job came with.
async fn secret(connection: &mut AnyConnection, job: &str) -> sqlx::Result<Option<SecretHash>> {
    let statement = "SELECT api_keys.hash FROM jobs JOIN api_keys ON api_keys.id = jobs.key_id WHERE jobs.id = $1";
    let hash: Option<String> = query_scalar(statement).bind(job).fetch_optional(connection).await?;
    hash.map(|hash| unhex(&hash)).transpose()
}

/// Times in succession that a receiver did not answer.
async fn failures(connection: &mut AnyConnection, account: i64, host: &str) -> sqlx::Result<u32> {
    let select = query_scalar("SELECT failures FROM receivers WHERE account = $1 AND host = $2");
    let failures: Option<i64> = select.bind(account).bind(host).fetch_optional(connection).await?;
    Ok(failures.unwrap_or(0) as u32)
}

/// Writes down how an attempt went, for its webhook and for those that wait for the same receiver.
pub async fn end(connection: &mut AnyConnection, id: String, attempt: Attempt) -> sqlx::Result<()> {
    let Attempt { then, receiver, now } = attempt;
    let (due_at, ended_at, reason) = match then {
        Then::Delivered => (now, Some(now), None),
        Then::Again { due_at, reason } => (due_at, None, Some(reason)),
        Then::GivenUp { reason } => (now, Some(now), Some(reason)),
    };
    let statement = "UPDATE deliveries SET due_at = $2, ended_at = $3, reason = $4, is_taken = 0 \
                     WHERE id = $1 AND ended_at IS NULL RETURNING account, host";
    let update = query(statement).bind(id).bind(due_at).bind(ended_at).bind(reason);
    let row = update.fetch_optional(&mut *connection).await?;
    match (row, receiver) {
        (Some(row), Some(receiver)) => {
            note(connection, row.try_get("account")?, row.try_get("host")?, receiver, now).await
        }
        _ => Ok(()),
    }
}

async fn note(
    connection: &mut AnyConnection,
    account: i64,
    host: &str,
    receiver: Receiver,
    now: Moment,
) -> sqlx::Result<()> {
    let statement = "INSERT INTO receivers (account, host, is_slow, failures, open_at, tried_at) \
                     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (account, host) DO UPDATE SET \
                     is_slow = excluded.is_slow, failures = excluded.failures, open_at = excluded.open_at, \
                     tried_at = excluded.tried_at";
    let insert = query(statement).bind(account).bind(host).bind(i64::from(receiver.is_slow));
    let insert = insert.bind(i64::from(receiver.failures)).bind(receiver.open_at).bind(now);
    insert.execute(connection).await.map(|_| ())
}

/// Drops what was to be told of a job.
pub(super) async fn forget(connection: &mut AnyConnection, job: &str) -> sqlx::Result<()> {
    query("DELETE FROM deliveries WHERE job = $1").bind(job).execute(connection).await.map(|_| ())
}

/// Gives up what waited too long, and forgets what belongs to no job any more and receivers of long ago.
pub(super) async fn sweep(connection: &mut AnyConnection, now: Moment) -> sqlx::Result<()> {
    let statement = "UPDATE deliveries SET ended_at = $1, is_taken = 0, \
                     reason = COALESCE(reason, 'its receiver did not answer in time') WHERE ended_at IS NULL \
                     AND EXISTS (SELECT 1 FROM jobs WHERE jobs.id = deliveries.job AND jobs.finished_at < $2)";
    query(statement).bind(now).bind(now - LONGEST_MS).execute(&mut *connection).await?;
    let statement = "DELETE FROM deliveries WHERE ended_at < $1 \
                     AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.id = deliveries.job)";
    query(statement).bind(now - REMEMBERED_MS).execute(&mut *connection).await?;
    let delete = query("DELETE FROM receivers WHERE tried_at < $1 AND open_at < $1").bind(now - REMEMBERED_MS);
    delete.execute(connection).await.map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_one_whatever_its_letters() {
        assert_eq!(host("https://Example.org:8443/a?b=c"), "example.org:8443");
        assert_eq!(host("nonsense of old"), "");
    }
}
