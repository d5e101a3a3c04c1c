//! Jobs: made, taken by a process, ended. A job's reservation is settled or given back in the transaction that ends it.
//! Whoever changes a job's state first has it: every change says in which state it must be.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row, query, query_scalar};

use super::super::{
    Claim, DAY_MS, Ended, HUNG_UP, Job, JobState, Moment, NODE_LEASE_MS, Needed, NewJob, News, Outcome, Pause, Removal,
    SecretHash, Webhook,
};
use super::{accounts, deliveries, hex, history, reservations, unhex};

/// Times that a job begins before it counts as one that ends the process it runs in.
const ATTEMPTS: i64 = 3;

/// Time that a job which ended is remembered.
const REMEMBERED_MS: i64 = DAY_MS;

/// What [`from_row`] reads.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT jobs.id, jobs.account, jobs.state, jobs.created_at, jobs.started_at, jobs.finished_at, \
             jobs.expires_at, jobs.stage, jobs.done, jobs.total, jobs.problem, jobs.target, jobs.bytes_in, \
             COALESCE(history.cost, 0) AS cost, COALESCE(history.status, 0) AS status, \
             COALESCE(history.code, '') AS code, COALESCE(history.source, '') AS source, \
             COALESCE(history.bytes_out, 0) AS bytes_out, COALESCE(history.warnings, '') AS warnings, \
             COALESCE(history.took_ms, 0) AS took_ms, jobs.webhook, \
             COALESCE(deliveries.attempts, 0) AS webhook_attempts, \
             CASE WHEN deliveries.is_taken = 0 AND deliveries.ended_at IS NULL THEN \
             CASE WHEN receivers.open_at > deliveries.due_at THEN receivers.open_at ELSE deliveries.due_at END \
             END AS webhook_next_at, deliveries.ended_at AS webhook_ended_at, deliveries.reason AS webhook_reason \
             FROM jobs LEFT JOIN history ON history.request = jobs.id LEFT JOIN deliveries ON deliveries.id = jobs.id \
             LEFT JOIN receivers ON receivers.account = deliveries.account AND receivers.host = deliveries.host WHERE ",
            $rest
        )
    };
}

fn from_row(row: &AnyRow) -> sqlx::Result<Job> {
    let size = |column| Ok::<_, sqlx::Error>(row.try_get::<i64, _>(column)? as u64);
    let stage: String = row.try_get("stage")?;
    Ok(Job {
        id: row.try_get("id")?,
        account: row.try_get("account")?,
        state: state(row.try_get("state")?)?,
        created_at: row.try_get("created_at")?,
        started_at: row.try_get("started_at")?,
        finished_at: row.try_get("finished_at")?,
        expires_at: row.try_get("expires_at")?,
        progress: if stage.is_empty() { None } else { Some((stage, size("done")?, size("total")?)) },
        problem: row.try_get("problem")?,
        cost: row.try_get("cost")?,
        outcome: history::outcome(row)?,
        webhook: webhook(row)?,
    })
}

fn webhook(row: &AnyRow) -> sqlx::Result<Option<Webhook>> {
    if row.try_get::<Option<String>, _>("webhook")?.is_none() {
        return Ok(None);
    }
    Ok(Some(Webhook {
        attempts: row.try_get::<i64, _>("webhook_attempts")? as u32,
        next_at: row.try_get("webhook_next_at")?,
        ended_at: row.try_get("webhook_ended_at")?,
        reason: row.try_get("webhook_reason")?,
    }))
}

fn state(word: &str) -> sqlx::Result<JobState> {
    let known = JobState::ALL.into_iter().find(|state| state.name() == word);
    known.ok_or_else(|| sqlx::Error::Decode(format!("{word:?} is no state of a job").into()))
}

/// Makes a job of a reservation, which belongs to no process from then on; false where that is gone.
pub async fn create(connection: &mut AnyConnection, job: NewJob) -> sqlx::Result<bool> {
    let statement = "UPDATE reservations SET node = '' WHERE request = $1 AND is_job = 1 \
                     RETURNING account, key_id, idempotency_hash";
    let Some(row) = query(statement).bind(&job.id).fetch_optional(&mut *connection).await? else { return Ok(false) };
    let (account, key): (i64, Option<i64>) = (row.try_get("account")?, row.try_get("key_id")?);
    let idempotency: Option<String> = row.try_get("idempotency_hash")?;
    let statement = "INSERT INTO jobs (id, account, key_id, state, node, attempts, created_at, stage, done, total, \
                     target, bytes_in, idempotency_hash, fingerprint, webhook) \
                     VALUES ($1, $2, $3, 'queued', '', 0, $4, '', 0, 0, $5, $6, $7, $8, $9)";
    let insert = query(statement).bind(&job.id).bind(account).bind(key).bind(job.now).bind(&job.target);
    let insert = insert.bind(job.bytes_in as i64).bind(idempotency);
    let insert = insert.bind(job.fingerprint.as_ref().map(hex)).bind(&job.webhook);
    insert.execute(connection).await?;
    Ok(true)
}

/// The job that an `Idempotency-Key` of this hash made, with what the request was; not one without a result, which may be
/// asked for again.
pub(super) async fn of_idempotency(
    connection: &mut AnyConnection,
    account: i64,
    hash: &str,
    now: Moment,
) -> sqlx::Result<Option<(String, SecretHash)>> {
    let statement = "SELECT id, fingerprint FROM jobs WHERE account = $1 AND idempotency_hash = $2 \
                     AND fingerprint IS NOT NULL AND state NOT IN ('failed', 'cancelled') \
                     AND (expires_at IS NULL OR expires_at > $3) ORDER BY created_at DESC LIMIT 1";
    let row = query(statement).bind(account).bind(hash).bind(now).fetch_optional(connection).await?;
    row.map(|row| Ok((row.try_get("id")?, unhex(row.try_get("fingerprint")?)?))).transpose()
}

/// A job of an account.
pub async fn one(connection: &mut AnyConnection, account: i64, id: String) -> sqlx::Result<Option<Job>> {
    let select = query(select!("jobs.account = $1 AND jobs.id = $2")).bind(account).bind(id);
    select.fetch_optional(connection).await?.as_ref().map(from_row).transpose()
}

/// The last jobs of an account, newest first.
pub async fn of_account(connection: &mut AnyConnection, account: i64, count: u32) -> sqlx::Result<Vec<Job>> {
    let statement = select!("jobs.account = $1 ORDER BY jobs.created_at DESC, jobs.id LIMIT $2");
    let rows = query(statement).bind(account).bind(i64::from(count)).fetch_all(connection).await?;
    rows.iter().map(from_row).collect()
}

/// Jobs that wait: those of accounts that have none running first, then the oldest of each account.
pub async fn waiting(
    connection: &mut AnyConnection,
    of_each: u32,
    count: u32,
    now: Moment,
) -> sqlx::Result<Vec<(String, i64)>> {
    let statement = "SELECT id, account FROM (SELECT id, account, created_at, ROW_NUMBER() OVER \
                     (PARTITION BY account ORDER BY created_at, id) AS place FROM jobs \
                     WHERE state = 'queued' AND paused_until <= $3) AS ranked WHERE place <= $1 \
                     ORDER BY CASE WHEN EXISTS (SELECT 1 FROM jobs AS running WHERE running.account = ranked.account \
                     AND running.state = 'running') THEN 1 ELSE 0 END, place, created_at, id LIMIT $2";
    let select = query(statement).bind(i64::from(of_each)).bind(i64::from(count)).bind(now);
    let rows = select.fetch_all(connection).await?;
    rows.iter().map(|row| Ok((row.try_get("id")?, row.try_get("account")?))).collect()
}

/// Takes a job that waits.
pub async fn claim(
    connection: &mut AnyConnection,
    id: String,
    node: String,
    now: Moment,
) -> sqlx::Result<Option<Claim>> {
    let statement = "UPDATE jobs SET state = 'running', node = $2, started_at = $3, attempts = attempts + 1, \
                     problem = NULL WHERE id = $1 AND state = 'queued' AND paused_until <= $3 \
                     RETURNING account, pauses";
    let update = query(statement).bind(id).bind(node).bind(now);
    let Some(row) = update.fetch_optional(&mut *connection).await? else { return Ok(None) };
    let pauses = row.try_get::<i64, _>("pauses")? as u32;
    let owner = accounts::of_number(connection, row.try_get("account")?).await?;
    Ok(Some(Claim { owner, pauses }))
}

/// Puts a job back whose result found no room. That was not the converter's fault: it counts as no attempt.
pub async fn pause(connection: &mut AnyConnection, id: String, node: String, pause: Pause) -> sqlx::Result<bool> {
    let statement = "UPDATE jobs SET state = 'queued', node = '', stage = '', attempts = attempts - 1, \
                     pauses = pauses + 1, paused_until = $3, problem = $4 \
                     WHERE id = $1 AND node = $2 AND state = 'running'";
    let update = query(statement).bind(id).bind(node).bind(pause.until).bind(pause.problem);
    Ok(update.execute(connection).await?.rows_affected() > 0)
}

/// Writes down how far jobs are; those that are not this process's any more.
pub async fn note_progress(connection: &mut AnyConnection, node: String, news: Vec<News>) -> sqlx::Result<Vec<String>> {
    let statement =
        "UPDATE jobs SET stage = $3, done = $4, total = $5 WHERE id = $1 AND node = $2 AND state = 'running'";
    let mut lost = Vec::new();
    for news in news {
        let update = query(statement).bind(&news.id).bind(&node).bind(news.stage);
        let update = update.bind(news.done as i64).bind(news.total as i64).execute(&mut *connection).await?;
        if update.rows_affected() == 0 {
            lost.push(news.id);
        }
    }
    Ok(lost)
}

/// Ends a job of a process; false where it is not its own any more.
pub async fn finish(
    connection: &mut AnyConnection,
    id: String,
    node: String,
    ended: Ended,
    now: Moment,
) -> sqlx::Result<bool> {
    let state = if ended.problem.is_none() { JobState::Succeeded } else { JobState::Failed };
    let statement = "UPDATE jobs SET state = $3, node = '', finished_at = $4, expires_at = $5, problem = $6 \
                     WHERE id = $1 AND node = $2 AND state = 'running' RETURNING account, webhook";
    let update = query(statement).bind(&id).bind(node).bind(state.name()).bind(now).bind(ended.expires_at);
    let Some(row) = update.bind(ended.problem).fetch_optional(&mut *connection).await? else { return Ok(false) };
    if state == JobState::Failed {
        reservations::release_job(connection, &id, &ended.outcome, now).await?;
    } else if reservations::settle(connection, id.clone(), ended.outcome, now).await?.is_none() {
        // What cannot be charged is not given away.
        let statement = "UPDATE jobs SET state = 'failed', expires_at = NULL, problem = $2 WHERE id = $1";
        query(statement).bind(&id).bind(reservations::lost().1).execute(&mut *connection).await?;
    }
    if let Some(url) = row.try_get::<Option<String>, _>("webhook")? {
        deliveries::create(connection, &id, row.try_get("account")?, &url, now).await?;
    }
    Ok(true)
}

/// Lets the running jobs of a process that ends in order begin anew: this attempt was not their fault.
pub async fn leave(connection: &mut AnyConnection, node: String) -> sqlx::Result<()> {
    let statement = "UPDATE jobs SET state = 'queued', node = '', stage = '', attempts = attempts - 1 \
                     WHERE node = $1 AND state = 'running'";
    query(statement).bind(node).execute(connection).await.map(|_| ())
}

/// Cancels a job that has not ended, and forgets one that has.
pub async fn remove(
    connection: &mut AnyConnection,
    account: i64,
    id: String,
    now: Moment,
) -> sqlx::Result<Option<Removal>> {
    let statement = "UPDATE jobs SET state = 'cancelled', node = '', problem = NULL, finished_at = $3 \
                     WHERE id = $1 AND account = $2 AND state IN ('queued', 'running') RETURNING target, bytes_in";
    let update = query(statement).bind(&id).bind(account).bind(now);
    if let Some(row) = update.fetch_optional(&mut *connection).await? {
        let bytes_in = row.try_get::<i64, _>("bytes_in")? as u64;
        let outcome = Outcome { status: HUNG_UP, target: row.try_get("target")?, bytes_in, ..Outcome::default() };
        reservations::release_job(connection, &id, &outcome, now).await?;
        return Ok(Some(Removal::Cancelled));
    }
    let delete = query("DELETE FROM jobs WHERE id = $1 AND account = $2").bind(&id).bind(account);
    if delete.execute(&mut *connection).await?.rows_affected() == 0 {
        return Ok(None);
    }
    deliveries::forget(connection, &id).await?;
    Ok(Some(Removal::Forgotten))
}

/// What is needed still of the files of jobs.
pub async fn needed(
    connection: &mut AnyConnection,
    ids: Vec<String>,
    now: Moment,
) -> sqlx::Result<Vec<(String, Needed)>> {
    let mut needed = Vec::new();
    for id in ids {
        let select = query("SELECT state, expires_at FROM jobs WHERE id = $1").bind(&id);
        let Some(row) = select.fetch_optional(&mut *connection).await? else { continue };
        let expires_at: Option<Moment> = row.try_get("expires_at")?;
        let what = match state(row.try_get("state")?)? {
            JobState::Queued | JobState::Running => Needed::Order,
            JobState::Succeeded if expires_at > Some(now) => Needed::Result,
            JobState::Succeeded | JobState::Failed | JobState::Cancelled => Needed::Nothing,
        };
        needed.push((id, what));
    }
    Ok(needed)
}

/// Bytes that the files of an account's jobs have together.
pub async fn bytes(connection: &mut AnyConnection, account: i64, now: Moment) -> sqlx::Result<u64> {
    let statement = "SELECT CAST(COALESCE(SUM(CASE WHEN jobs.state = 'succeeded' THEN history.bytes_out \
                     ELSE jobs.bytes_in END), 0) AS BIGINT) AS bytes \
                     FROM jobs LEFT JOIN history ON history.request = jobs.id WHERE jobs.account = $1 \
                     AND (jobs.state IN ('queued', 'running') OR (jobs.state = 'succeeded' AND jobs.expires_at > $2))";
    let bytes: i64 = query_scalar(statement).bind(account).bind(now).fetch_one(connection).await?;
    Ok(bytes as u64)
}

/// Lets the jobs of dead processes begin anew, but not for ever, and forgets what ended long ago. How many began anew.
pub(super) async fn sweep(connection: &mut AnyConnection, now: Moment) -> sqlx::Result<u64> {
    let statement = "SELECT id, node, attempts FROM jobs WHERE state = 'running' AND NOT EXISTS \
                     (SELECT 1 FROM nodes WHERE nodes.name = jobs.node AND nodes.beat_at >= $1) ORDER BY account, id";
    let rows = query(statement).bind(now - NODE_LEASE_MS).fetch_all(&mut *connection).await?;
    for row in &rows {
        begin_anew(connection, row, now).await?;
    }
    // Not before its webhook has ended, or its result is past its time.
    let statement = "DELETE FROM jobs WHERE finished_at < $1 AND (expires_at IS NULL OR expires_at < $2) AND NOT EXISTS \
                     (SELECT 1 FROM deliveries WHERE deliveries.id = jobs.id AND deliveries.ended_at IS NULL)";
    query(statement).bind(now - REMEMBERED_MS).bind(now).execute(&mut *connection).await?;
    deliveries::sweep(connection, now).await?;
    Ok(rows.len() as u64)
}

/// Lets jobs begin anew that say they run in a process which knows nothing of them.
pub async fn leave_stranded(
    connection: &mut AnyConnection,
    node: String,
    mine: Vec<String>,
    now: Moment,
) -> sqlx::Result<()> {
    let select =
        query("SELECT id, node, attempts FROM jobs WHERE state = 'running' AND node = $1 ORDER BY account, id");
    for row in select.bind(node).fetch_all(&mut *connection).await? {
        if !mine.contains(&row.try_get("id")?) {
            begin_anew(connection, &row, now).await?;
        }
    }
    Ok(())
}

/// Puts a job back that is in nobody's hands; one that was in too many counts as what ends them.
async fn begin_anew(connection: &mut AnyConnection, row: &AnyRow, now: Moment) -> sqlx::Result<()> {
    let (id, node): (String, String) = (row.try_get("id")?, row.try_get("node")?);
    if row.try_get::<i64, _>("attempts")? >= ATTEMPTS {
        let (outcome, problem) = reservations::lost();
        let ended = Ended { outcome, problem: Some(problem), expires_at: None };
        return finish(connection, id, node, ended, now).await.map(|_| ());
    }
    let statement = "UPDATE jobs SET state = 'queued', node = '', stage = '' WHERE id = $1 AND node = $2 \
                     AND state = 'running'";
    query(statement).bind(id).bind(node).execute(connection).await.map(|_| ())
}

/// The job with this number, whosever it is.
pub(super) async fn by_id(connection: &mut AnyConnection, id: &str) -> sqlx::Result<Option<Job>> {
    let row = query(select!("jobs.id = $1")).bind(id).fetch_optional(connection).await?;
    row.as_ref().map(from_row).transpose()
}
