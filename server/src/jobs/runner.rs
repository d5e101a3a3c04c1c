//! The job runner: takes jobs that wait, and converts them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};

use super::LOOK;
use crate::api::convert::{self, Converted, Progress};
use crate::depot::{Headers, Order};
use crate::http::metrics;
use crate::problem::{self, Problem};
use crate::queue::Place;
use crate::state::App;
use crate::store::{self, Ended, News, Outcome, Pause};

/// Jobs of one account that wait for a place in this process.
const OF_EACH: u32 = 2;

/// Jobs that wait for a place or have one in this process.
const AT_ONCE: usize = 64;

/// Looks between two searches for jobs that say they run here, and do not.
const LOOKS: u32 = 10;

/// Times that a job waits whose result found no room, each longer, before it fails: two hours together.
const PAUSES_S: [i64; 7] = [5, 30, 120, 300, 600, 1_800, 3_600];

/// Time between two attempts to write down how a job ended.
const AGAIN: Duration = Duration::from_secs(1);

/// What this process does.
struct Runner<'a> {
    app: &'a Arc<App>,
    tasks: JoinSet<String>,
    mine: HashMap<String, Mine>,
}

struct Mine {
    task: AbortHandle,
    progress: watch::Receiver<Option<Progress>>,
}

/// Runs jobs until the service stops, and what has begun until this is dropped.
pub async fn run(app: &Arc<App>) {
    let mut runner = Runner { app, tasks: JoinSet::new(), mine: HashMap::new() };
    let mut looks = tokio::time::interval(LOOK);
    let mut look = 0_u32;
    loop {
        tokio::select! {
            _ = looks.tick() => {}
            () = app.jobs.notified() => {}
            Some(ended) = runner.tasks.join_next() => runner.forget(ended.ok()),
        }
        runner.tell_progress().await;
        look += 1;
        if look.is_multiple_of(LOOKS) {
            runner.leave_stranded().await;
        }
        if !app.engine.is_stopping() {
            runner.take_more().await;
        }
    }
}

impl Runner<'_> {
    /// Forgets a task that has ended; one that was stopped or panicked does not say which it was.
    fn forget(&mut self, id: Option<String>) {
        match id {
            Some(id) => drop(self.mine.remove(&id)),
            None => self.mine.retain(|_, mine| !mine.task.is_finished()),
        }
    }

    /// Writes down how far the jobs are, and stops those that are this process's no more.
    async fn tell_progress(&mut self) {
        let news: Vec<News> = self.mine.iter().filter_map(|(id, mine)| news(id, *mine.progress.borrow())).collect();
        if news.is_empty() {
            return;
        }
        match self.app.store.note_progress(&self.app.node, news).await {
            Ok(lost) => lost.iter().filter_map(|id| self.mine.get(id)).for_each(Mine::stop),
            Err(error) => tracing::error!(%error, "the progress of jobs could not be written down"),
        }
    }

    /// A task that panicked, or did not hear that it had a job, leaves it to whoever takes it next.
    async fn leave_stranded(&self) {
        let mine = self.mine.keys().cloned().collect();
        if let Err(error) = self.app.store.leave_stranded(&self.app.node, mine, store::now()).await {
            tracing::error!(%error, "jobs that were left could not be looked for");
        }
    }

    async fn take_more(&mut self) {
        let room = AT_ONCE.saturating_sub(self.mine.len());
        let waiting = match self.app.store.waiting_jobs(OF_EACH, AT_ONCE as u32, store::now()).await {
            Ok(waiting) => waiting,
            Err(error) => return tracing::error!(%error, "the jobs that wait could not be read"),
        };
        for (id, account) in waiting.into_iter().take(room) {
            if self.mine.contains_key(&id) {
                continue;
            }
            let (sender, progress) = watch::channel(None);
            let task = self.tasks.spawn(work(Arc::clone(self.app), id.clone(), account, sender));
            self.mine.insert(id, Mine { task, progress });
        }
    }
}

impl Mine {
    /// Stops the conversion; what comes after it goes on.
    fn stop(&self) {
        if self.progress.has_changed().is_ok() {
            self.task.abort();
        }
    }
}

fn news(id: &str, progress: Option<Progress>) -> Option<News> {
    let Progress { stage, done, total } = progress?;
    Some(News { id: id.into(), stage: stage.name(), done, total })
}

/// One job, from the queue to its end. Dropping this cancels it.
async fn work(app: Arc<App>, id: String, account: i64, progress: watch::Sender<Option<Progress>>) -> String {
    let Some(place) = app.engine.patient_place(account).await else { return id };
    let claim = match app.store.claim_job(&id, &app.node, store::now()).await {
        Ok(Some(claim)) => claim,
        // Another server has it, or its owner wants it no more.
        Ok(None) => return id,
        Err(error) => {
            tracing::error!(%error, "a job could not be taken");
            drop(place);
            tokio::time::sleep(AGAIN).await;
            return id;
        }
    };
    let began = Instant::now();
    let mut outcome = Outcome::default();
    let ended = if claim.owner.disabled_at.is_some() {
        Err(Problem::new(problem::ACCOUNT_DISABLED))
    } else {
        convert(&app, &id, place, progress, &mut outcome).await
    };
    // Not the file but the service failed, as where something kills its workers: the job is left to whoever takes it next,
    // as those of a process that died are, and as often.
    if ended.as_ref().is_err_and(|problem| problem.spec.code == problem::OVERLOADED.code) {
        return id;
    }
    let is_kept = match ended {
        Ok(converted) => Ok(keep(&app, &id, converted).await),
        Err(problem) => Err(problem),
    };
    let ended = match (is_kept, PAUSES_S.get(claim.pauses as usize)) {
        (Ok(true), _) => Ok(()),
        (Ok(false), None) => Err(no_room()),
        (Ok(false), Some(seconds)) => {
            pause(&app, &id, *seconds).await;
            return id;
        }
        (Err(problem), _) => Err(problem),
    };
    outcome.took_ms = began.elapsed().as_millis() as u64;
    finish(&app, &id, ended, outcome).await;
    app.jobs.notify_one();
    id
}

/// Converts the files of a job.
async fn convert(
    app: &App,
    id: &str,
    place: Place,
    progress: watch::Sender<Option<Progress>>,
    outcome: &mut Outcome,
) -> Result<Converted, Problem> {
    let (order, upload) = app.depot.order(id).await.map_err(Problem::internal)?;
    let Order { conversion, stem, is_mixed } = order;
    let names: Vec<String> = conversion.parts.iter().filter_map(|part| part.name.clone()).collect();
    outcome.bytes_in = upload.len();
    outcome.target = transvase::Format::find(&conversion.to).map_or_else(String::new, |format| format.id().into());
    let listener = Box::new(move |stage, done, total| {
        progress.send_replace(Some(Progress { stage, done, total }));
    });
    let began = Instant::now();
    let done = app.engine.run(place, conversion, upload, listener).await;
    let done = convert::concluded(done, began, outcome).map_err(|problem| nameless(problem, &names))?;
    Ok(Converted { done, stem, is_mixed })
}

/// Keeps the answer of a job; false where that failed.
async fn keep(app: &App, id: &str, converted: Converted) -> bool {
    let (headers, bytes) = convert::answered(converted);
    let kept = app.depot.put_result(id, plain(&headers), bytes).await;
    if let Err(error) = &kept {
        metrics::not_kept("result", error);
        tracing::error!(%error, "the result of a job could not be kept");
    }
    kept.is_ok()
}

fn no_room() -> Problem {
    Problem::overloaded("The service could not keep the result: it has no space for it. Try again later.", 60)
}

/// Puts a job back whose result found no room, as often as it takes to write that down.
async fn pause(app: &App, id: &str, seconds: i64) {
    let problem = no_room().document(id, &address(id)).to_string();
    loop {
        let pause = Pause { until: store::now() + seconds * 1000, problem: problem.clone() };
        match app.store.pause_job(id, &app.node, pause).await {
            Ok(_) => return,
            Err(error) => tracing::error!(%error, "a job that found no room could not be put back yet"),
        }
        tokio::time::sleep(AGAIN).await;
    }
}

fn address(id: &str) -> String {
    format!("/api/jobs/{id}")
}

/// The problem without the names of files: it is kept in the database, which has none.
fn nameless(problem: Problem, names: &[String]) -> Problem {
    let has_name = names.iter().any(|name| !name.is_empty() && problem.detail.contains(name.as_str()));
    if has_name { problem.clone().detail(problem.spec.title) } else { problem }
}

fn plain(headers: &HeaderMap) -> Headers {
    headers.iter().filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned()))).collect()
}

/// Writes down how a job ended, as often as it takes: nobody else does while this process lives.
async fn finish(app: &App, id: &str, ended: Result<(), Problem>, mut outcome: Outcome) {
    let problem = ended.err();
    outcome.status = problem.as_ref().map_or(200, |problem| problem.spec.status);
    outcome.code = problem.as_ref().map_or_else(String::new, |problem| problem.spec.code.into());
    let document = problem.map(|problem| problem.document(id, &address(id)).to_string());
    let is_mine = loop {
        let now = store::now();
        let expires_at = document.is_none().then(|| now + app.config.job_result_s.0.as_millis() as i64);
        let ended = Ended { outcome: outcome.clone(), problem: document.clone(), expires_at };
        match app.store.finish_job(id, &app.node, ended, now).await {
            Ok(is_mine) => break is_mine,
            Err(error) => tracing::error!(%error, "the end of a job could not be written down yet"),
        }
        tokio::time::sleep(AGAIN).await;
    };
    match (is_mine, document) {
        (true, None) => app.depot.drop_order(id).await,
        (true, Some(_)) => app.depot.remove(id).await,
        // Its files are those of whoever has it now.
        (false, _) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_that_is_kept_names_no_file() {
        let problem = Problem::new(problem::NOT_FOUND).detail("there is no \"Offer Mr Smith.docx\" here");
        assert_eq!(nameless(problem.clone(), &["Offer Mr Smith.docx".into()]).detail, problem.spec.title);
        assert_eq!(nameless(problem.clone(), &["a.docx".into(), String::new()]).detail, problem.detail);
    }
}
