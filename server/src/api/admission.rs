//! Admission control: whether a request may go on, before a byte of its body is read, by key, rate, credit and place.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use axum::http::request::Parts;
use serde_json::json;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

use crate::api::key;
use crate::api::rate::rate_headers;
use crate::http::{Client, Note, client};
use crate::problem::{self, Problem, Result};
use crate::state::App;
use crate::store::{
    self, Admission, Admitted, Caller, HUNG_UP, Job, Moment, NewJob, Outcome, Purpose, Refusal, Settled, StoreError,
};

/// Time a refused client waits for its reservation to be given back, and between two attempts at that.
const RELEASE_WAIT: Duration = Duration::from_secs(1);

/// Longest `Idempotency-Key`, in bytes.
const IDEMPOTENCY_BYTES: usize = 255;

/// A conversion that was let in. Its credit and its place are reserved; whatever happens, they are
/// settled or given back: dropping this gives them back too.
pub struct Ticket {
    app: Arc<App>,
    /// What the store said.
    pub admitted: Admitted,
    request: String,
    began: Instant,
    /// What is known of the conversion so far.
    pub outcome: Outcome,
    is_open: bool,
}

/// Admits a request that costs no credit, by the key it carries.
///
/// # Errors
/// Any problem of keys, accounts and rates.
pub async fn look(app: &App, parts: &Parts) -> Result<Admitted> {
    let caller = caller(app, parts)?;
    admit(app, &Sender::of(parts), caller, Purpose::Look).await
}

/// Who sent a request, and where that is noted.
#[derive(Clone)]
struct Sender {
    note: Note,
    client: Option<Client>,
}

impl Sender {
    fn of(parts: &Parts) -> Self {
        Sender { note: Note::of(&parts.extensions), client: parts.extensions.get::<Client>().copied() }
    }
}

/// The owner of the request's key, which the store has still to know.
///
/// # Errors
/// `missing_api_key`, `invalid_api_key`, `rate_limited`.
pub fn caller(app: &App, parts: &Parts) -> Result<Caller> {
    let hash = key::of(parts).map_err(|problem| stranger(app, &Sender::of(parts), problem))?;
    Ok(Caller::Key(hash))
}

/// What a client is told that has sent a wrong key: the problem, or that it has sent too many.
fn stranger(app: &App, sender: &Sender, problem: Problem) -> Problem {
    let Some(client) = sender.client else { return problem };
    if app.strangers.take(client.ip) {
        return problem;
    }
    let detail = "Too many requests without a valid key came from your address. Wait before trying again.";
    Problem::new(problem::RATE_LIMITED).detail(detail).retry_after(2)
}

async fn admit(app: &App, sender: &Sender, caller: Caller, purpose: Purpose) -> Result<Admitted> {
    let admission = Admission { caller, purpose, node: app.node.clone(), now: store::now() };
    let answer = app.store.admit(admission).await.map_err(|error| unavailable(&error))?;
    let whose = match &answer {
        Ok(admitted) => Some((admitted.account.id, admitted.key)),
        Err(refused) => refused.whose,
    };
    if let Some((account, key)) = whose {
        sender.note.caller(account, key);
    }
    answer.map_err(|refused| {
        let problem = of_refusal(&refused.why);
        if refused.why == Refusal::UnknownKey { stranger(app, sender, problem) } else { problem }
    })
}

/// The database does not answer: worth another try.
pub fn unavailable(error: &StoreError) -> Problem {
    tracing::error!(%error, "the store failed");
    Problem::overloaded("The service cannot reach its database.", 5)
}

fn of_refusal(refusal: &Refusal) -> Problem {
    match refusal {
        Refusal::UnknownKey => Problem::new(problem::INVALID_API_KEY),
        Refusal::RevokedKey => Problem::new(problem::REVOKED_API_KEY),
        Refusal::ExpiredKey(at) => Problem::new(problem::EXPIRED_API_KEY).with("expires_at", rfc3339(*at)),
        Refusal::AccountDisabled => Problem::new(problem::ACCOUNT_DISABLED),
        Refusal::RateLimited(rate) => Problem::new(problem::RATE_LIMITED)
            .detail(format!("At most {} requests a minute are allowed.", rate.limit))
            .with("limit", rate.limit)
            .with_headers(rate_headers(*rate))
            .retry_after(rate.reset_ms.div_ceil(1000).max(1)),
        Refusal::TooManyConcurrent(limit) => Problem::new(problem::TOO_MANY_CONCURRENT)
            .detail(format!("At most {limit} conversions of one account run at a time."))
            .with("limit", *limit)
            .retry_after(1),
        Refusal::TooManyJobs(limit) => Problem::new(problem::TOO_MANY_JOBS)
            .detail(format!("At most {limit} jobs of one account wait or run at a time."))
            .with("limit", *limit)
            .retry_after(5),
        Refusal::CreditsExhausted => Problem::new(problem::CREDITS_EXHAUSTED),
        Refusal::CreditsExpired(at) => Problem::new(problem::CREDITS_EXPIRED).with("expires_at", rfc3339(*at)),
        Refusal::IdempotencyInProgress => Problem::new(problem::IDEMPOTENCY_IN_PROGRESS).retry_after(1),
    }
}

/// A moment as RFC 3339 writes it, to the second, in UTC.
pub fn rfc3339(at: Moment) -> String {
    let moment = OffsetDateTime::from_unix_timestamp(at.div_euclid(1000));
    moment.ok().and_then(|moment| moment.format(&Rfc3339).ok()).unwrap_or_default()
}

/// The `Idempotency-Key` of a request.
///
/// # Errors
/// `invalid_request` where it is not one line of 1 to 255 visible characters.
fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
    let is_sane =
        |text: &&str| (1..=IDEMPOTENCY_BYTES).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
    let key = value.to_str().ok().map(str::trim).filter(is_sane);
    let bad = || {
        Problem::new(problem::INVALID_REQUEST)
            .detail("The header Idempotency-Key must have 1 to 255 visible ASCII characters.")
    };
    key.map(|key| Some(key.to_owned())).ok_or_else(bad)
}

impl Ticket {
    /// Admits a conversion: its credit and its place are reserved when this returns, and somebody is
    /// free, or will be soon.
    ///
    /// # Errors
    /// Any problem of keys, accounts, rates and credits; `overloaded`.
    pub async fn take(app: &Arc<App>, caller: Caller, parts: &Parts) -> Result<Self> {
        let idempotency_key = idempotency_key(&parts.headers)?;
        let sender = Sender::of(parts);
        if !app.engine.has_room() {
            // The key is judged all the same, but nothing is reserved that would be given back at once.
            let known = admit(app, &sender, caller, Purpose::Look).await?;
            if !app.engine.has_room_for(known.account.id) {
                return Err(full());
            }
        }
        Self::admit(app, sender, caller, idempotency_key, false).await
    }

    /// Admits what is to be a job: its credit, and its place among the account's jobs. Where the job is there already,
    /// by its `Idempotency-Key`, the admission says which, and nothing is reserved.
    ///
    /// # Errors
    /// Any problem of keys, accounts, rates and credits; `too_many_jobs`.
    pub async fn take_for_job(app: &Arc<App>, caller: Caller, parts: &Parts) -> Result<Self> {
        let idempotency_key = idempotency_key(&parts.headers)?;
        Self::admit(app, Sender::of(parts), caller, idempotency_key, true).await
    }

    /// In a task of its own: what is reserved while the client hangs up becomes a ticket all the same, which gives it
    /// back.
    async fn admit(
        app: &Arc<App>,
        sender: Sender,
        caller: Caller,
        idempotency_key: Option<String>,
        is_job: bool,
    ) -> Result<Self> {
        let app = Arc::clone(app);
        // Ours alone: whoever could choose it could spend another's reservation.
        let request = client::random_word();
        let purpose = Purpose::Convert { request: request.clone(), idempotency_key, is_job };
        let task = tokio::spawn(async move {
            let began = now();
            let admitted = admit(&app, &sender, caller, purpose).await?;
            let is_open = admitted.job.is_none();
            Ok(Ticket { app, admitted, request, began, outcome: Outcome::default(), is_open })
        });
        task.await.unwrap_or_else(|error| Err(Problem::internal(error)))
    }

    /// The number of the request.
    pub fn request(&self) -> &str {
        &self.request
    }

    /// Makes a job of it, which what was reserved goes over to.
    ///
    /// # Errors
    /// `overloaded` where the reservation is gone or the database does not answer. In the second case there may be a job
    /// all the same: its reservation is not the ticket's to give back then.
    pub async fn into_job(mut self, webhook: Option<String>) -> Result<Job> {
        let Outcome { target, bytes_in, fingerprint, .. } = self.outcome.clone();
        let job = NewJob { id: self.request.clone(), target, bytes_in, fingerprint, webhook, now: store::now() };
        match self.app.store.create_job(job.clone()).await {
            Ok(true) => {
                self.is_open = false;
                Ok(job.accepted(self.admitted.account.id))
            }
            Ok(false) => {
                self.is_open = false;
                Err(Problem::overloaded("The job was interrupted; nothing was charged. Send it again.", 1))
            }
            Err(error) => Err(self.refused(unavailable(&error)).await),
        }
    }

    /// Charges the conversion.
    ///
    /// # Errors
    /// `overloaded` where the reservation is gone or the database does not answer: no file may be sent.
    pub async fn settle(mut self) -> Result<Settled> {
        self.outcome.status = 200;
        self.outcome.took_ms = self.took_ms();
        let outcome = self.outcome.clone();
        let settled = self.app.store.settle(&self.request, outcome, store::now()).await;
        match settled {
            Ok(Some(settled)) => {
                self.is_open = false;
                Ok(settled)
            }
            Ok(None) => {
                self.is_open = false;
                Err(Problem::overloaded("The conversion was interrupted; nothing was charged. Send it again.", 1))
            }
            Err(error) => Err(self.refused(unavailable(&error)).await),
        }
    }

    /// Gives the reservation back, and the problem with it.
    pub async fn refused(mut self, problem: Problem) -> Problem {
        self.outcome.status = problem.spec.status;
        problem.spec.code.clone_into(&mut self.outcome.code);
        if let Some(released) = self.give_back() {
            // The client's next request should find the place free; a database that is away is not waited for.
            let _ = tokio::time::timeout(RELEASE_WAIT, released).await;
        }
        problem
    }

    /// Gives the reservation back in a task of its own, which nobody's hanging up can stop.
    fn give_back(&mut self) -> Option<JoinHandle<()>> {
        let runtime = Handle::try_current().ok().filter(|_| self.is_open)?;
        self.is_open = false;
        self.outcome.took_ms = self.took_ms();
        let (request, outcome) = (std::mem::take(&mut self.request), std::mem::take(&mut self.outcome));
        Some(runtime.spawn(release(Arc::clone(&self.app), request, outcome)))
    }

    /// Time since the request was let in, in milliseconds.
    fn took_ms(&self) -> u64 {
        now().saturating_duration_since(self.began).as_millis() as u64
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if self.is_open {
            self.outcome.status = HUNG_UP;
            self.give_back();
        }
    }
}

/// Gives a reservation back, as often as it takes: while this process lives, nobody else does it.
async fn release(app: Arc<App>, request: String, outcome: Outcome) {
    while let Err(error) = app.store.release(&request, outcome.clone(), store::now()).await {
        tracing::error!(%error, "a reservation could not be released yet");
        tokio::time::sleep(RELEASE_WAIT).await;
    }
}

/// Nobody is free, nor will be soon.
pub fn full() -> Problem {
    Problem::overloaded("The service is busy: every worker has a conversion, and the queue is full.", 2)
}

fn now() -> Instant {
    Instant::now()
}

/// The problem of an upload that is larger than the plan allows.
pub fn too_large(limit_bytes: u64) -> Problem {
    let detail = format!("The files of one request may have at most {limit_bytes} bytes together on your plan.");
    Problem::new(problem::FILE_TOO_LARGE).detail(detail).with("limit_bytes", json!(limit_bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Rate;

    #[test]
    fn every_refusal_is_its_problem() {
        let rate = Rate { limit: 60, remaining: 0, reset_ms: 1500 };
        let limited = of_refusal(&Refusal::RateLimited(rate));
        assert_eq!((limited.spec.status, limited.retry_after_s), (429, Some(2)));
        assert_eq!(of_refusal(&Refusal::TooManyConcurrent(2)).members["limit"], 2);
        let expired = of_refusal(&Refusal::CreditsExpired(1_767_225_600_000));
        assert_eq!((expired.spec.status, &expired.members["expires_at"]), (402, &json!("2026-01-01T00:00:00Z")));
        assert_eq!(of_refusal(&Refusal::IdempotencyInProgress).spec.status, 409);
        assert_eq!(of_refusal(&Refusal::AccountDisabled).spec.status, 403);
        assert_eq!(of_refusal(&Refusal::UnknownKey).spec.code, "invalid_api_key");
    }

    #[test]
    fn an_idempotency_key_is_one_visible_word() {
        let of = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("idempotency-key", text.parse().unwrap());
            idempotency_key(&headers).map_err(|problem| problem.spec.status)
        };
        assert_eq!(of("a-1"), Ok(Some("a-1".into())));
        assert_eq!(of(""), Err(400));
        assert_eq!(of("a b"), Err(400));
        assert_eq!(idempotency_key(&HeaderMap::new()).unwrap(), None);
    }
}
