//! Job records, as the store knows them: conversions that nobody waits for.

use super::{Account, Moment, Outcome, SecretHash};

/// How a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobState {
    /// It waits for its turn.
    Queued,
    /// It is being converted.
    Running,
    /// Its result is there.
    Succeeded,
    /// There is no result.
    Failed,
    /// Its owner wanted it no more.
    Cancelled,
}

impl JobState {
    /// Every state, in the order in which a job has them.
    pub const ALL: [JobState; 5] =
        [JobState::Queued, JobState::Running, JobState::Succeeded, JobState::Failed, JobState::Cancelled];

    /// Its word, as programs read it.
    pub fn name(self) -> &'static str {
        match self {
            JobState::Queued => "queued",
            JobState::Running => "running",
            JobState::Succeeded => "succeeded",
            JobState::Failed => "failed",
            JobState::Cancelled => "cancelled",
        }
    }

    /// Whether nothing comes after it.
    pub fn is_over(self) -> bool {
        matches!(self, JobState::Succeeded | JobState::Failed | JobState::Cancelled)
    }
}

/// A job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Its number, which is also that of the request it goes by in the ledger and the history.
    pub id: String,
    /// Whose it is.
    pub account: i64,
    /// How it stands.
    pub state: JobState,
    /// When it was accepted.
    pub created_at: Moment,
    /// When a worker began with it, the last time.
    pub started_at: Option<Moment>,
    /// When it ended.
    pub finished_at: Option<Moment>,
    /// Until when its result is there.
    pub expires_at: Option<Moment>,
    /// The stage it is in, what is done of that, and its total.
    pub progress: Option<(String, u64, u64)>,
    /// The problem document of one that failed.
    pub problem: Option<String>,
    /// Credits it cost.
    pub cost: i64,
    /// How it ended; before that, what was asked for.
    pub outcome: Outcome,
    /// Its webhook, if it has one.
    pub webhook: Option<Webhook>,
}

/// What became of a job's webhook.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Webhook {
    /// Attempts so far.
    pub attempts: u32,
    /// When the next one is made, unless it is on its way or has ended.
    pub next_at: Option<Moment>,
    /// When it was taken, or given up.
    pub ended_at: Option<Moment>,
    /// Why the last attempt failed; none where it was taken.
    pub reason: Option<String>,
}

/// A job to be made.
#[derive(Debug, Clone)]
pub struct NewJob {
    /// The request that was admitted: the job's number.
    pub id: String,
    /// Format id of the target.
    pub target: String,
    /// Size of the upload.
    pub bytes_in: u64,
    /// SHA-256 of the request, where an `Idempotency-Key` came with it.
    pub fingerprint: Option<SecretHash>,
    /// Where its end is to be told.
    pub webhook: Option<String>,
    /// Now.
    pub now: Moment,
}

impl NewJob {
    /// The job as it stands once it is made.
    pub fn accepted(self, account: i64) -> Job {
        Job {
            id: self.id,
            account,
            state: JobState::Queued,
            created_at: self.now,
            started_at: None,
            finished_at: None,
            expires_at: None,
            progress: None,
            problem: None,
            cost: 0,
            outcome: Outcome { target: self.target, bytes_in: self.bytes_in, ..Outcome::default() },
            webhook: self.webhook.map(|_| Webhook::default()),
        }
    }
}

/// How far a job is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// The job.
    pub id: String,
    /// The stage it is in.
    pub stage: &'static str,
    /// What is done of it.
    pub done: u64,
    /// Its total; 0 where it is not known.
    pub total: u64,
}

/// A job that a process has taken.
#[derive(Debug, Clone)]
pub struct Claim {
    /// Whose it is.
    pub owner: Account,
    /// Times that its result found no room.
    pub pauses: u32,
}

/// That the result of a job found no room, and the job is tried again.
#[derive(Debug, Clone)]
pub struct Pause {
    /// Not before.
    pub until: Moment,
    /// The problem document that says so.
    pub problem: String,
}

/// How a job ended.
#[derive(Debug, Clone)]
pub struct Ended {
    /// As the history has it.
    pub outcome: Outcome,
    /// The problem document of one that failed.
    pub problem: Option<String>,
    /// Until when the result of one that succeeded is there.
    pub expires_at: Option<Moment>,
}

/// What is needed still of the files of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needed {
    /// What was sent.
    Order,
    /// Its result.
    Result,
    /// Nothing: it has ended, and its result is past its time.
    Nothing,
}

/// What became of a job that its owner wanted no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    /// It had not ended, and does not go on; its credit was given back.
    Cancelled,
    /// It had ended, and is forgotten.
    Forgotten,
}

/// Which webhooks are to be taken.
#[derive(Debug, Clone, Copy)]
pub struct Take {
    /// At most so many.
    pub count: u32,
    /// At most so many of one account, with those that were taken before.
    pub of_each: u32,
    /// At most so many for receivers that nothing is known of, with those that were taken before.
    pub unknown: u32,
    /// At most so many for receivers in trouble, with those that were taken before.
    pub troubled: u32,
    /// So many of the places are for accounts that have none.
    pub kept: u32,
    /// Nobody else gets them before.
    pub until: Moment,
    /// Now.
    pub now: Moment,
}

/// A webhook to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Its number, the same at each attempt.
    pub id: String,
    /// The job that ended.
    pub job: Job,
    /// Where to.
    pub url: String,
    /// SHA-256 of the API key that the job came with: what its owner can compute too. `None` where the key is gone.
    pub secret: Option<SecretHash>,
    /// Attempts before this one.
    pub attempts: u32,
    /// Times in succession that its receiver did not answer.
    pub failures: u32,
}

/// How an attempt to send a webhook went.
#[derive(Debug, Clone)]
pub struct Attempt {
    /// What becomes of the webhook.
    pub then: Then,
    /// What was learned of its receiver; `None` where it was not tried.
    pub receiver: Option<Receiver>,
    /// Now.
    pub now: Moment,
}

/// What becomes of a webhook after an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Then {
    /// It was taken.
    Delivered,
    /// It is sent again.
    Again {
        /// Not before.
        due_at: Moment,
        /// Why it was not taken.
        reason: String,
    },
    /// It is not sent any more.
    GivenUp {
        /// Why it was not taken.
        reason: String,
    },
}

/// What is known of a receiver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Receiver {
    /// Whether it took long: it holds a place that others could have.
    pub is_slow: bool,
    /// Times in succession that it did not answer.
    pub failures: u32,
    /// Nothing is sent there before.
    pub open_at: Moment,
}
