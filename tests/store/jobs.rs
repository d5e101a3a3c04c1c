//! Jobs: every one ends once, whoever dies meanwhile, and is charged as a conversion is.

use transvase_server::store::{
    Caller, Delivery, Ended, Job, JobState, Moment, NODE_LEASE_MS, Needed, NewJob, News, Pause, Refusal, Removal,
    SecretHash, Store, Take,
};

use crate::place::{Ask, DAY, NODE, NOW, Place, account, act, credits, customer, failure, key, success};

const ANN: &str = "ann@example.org";

/// Admits a job and makes it.
pub async fn make(store: &dyn Store, key: SecretHash, id: &str, webhook: Option<&str>) {
    Ask::new(key, id).for_job().of(store).await.unwrap();
    assert!(create(store, id, webhook).await);
}

async fn create(store: &dyn Store, id: &str, webhook: Option<&str>) -> bool {
    let job = NewJob {
        id: id.into(),
        target: "docx".into(),
        bytes_in: 5,
        fingerprint: Some([3; 32]),
        webhook: webhook.map(str::to_owned),
        now: NOW,
    };
    store.create_job(job).await.unwrap()
}

pub fn done() -> Ended {
    Ended { outcome: success(), problem: None, expires_at: Some(NOW + 1000) }
}

pub fn failed() -> Ended {
    Ended { outcome: failure(), problem: Some("{\"code\":\"corrupt_file\"}".into()), expires_at: None }
}

/// Webhooks that are due, taken until a moment.
pub async fn due(store: &dyn Store, until: Moment, now: Moment) -> Vec<Delivery> {
    let shares = Take { count: 9, of_each: 2, unknown: 4, troubled: 2, kept: 2, until, now };
    store.due_deliveries(shares).await.unwrap()
}

async fn needed(store: &dyn Store, id: &str, now: Moment) -> Option<Needed> {
    store.needed_of_jobs(vec![id.into()], now).await.unwrap().first().map(|(_, needed)| *needed)
}

pub async fn job(store: &dyn Store, account: i64, id: &str) -> Job {
    store.job(account, id).await.unwrap().expect("the job is there")
}

pub async fn a_job_is_charged_when_it_has_succeeded(place: Place) {
    let store = place.open().await;
    let (ann, key) = customer(&*store, 3).await;
    make(&*store, key, "j1", None).await;
    assert!(!create(&*store, "j2", None).await, "nobody reserved that");
    assert_eq!(credits(&*store, ANN).await, 2, "it is reserved");
    assert_eq!(store.waiting_jobs(9, 9, NOW).await.unwrap(), [("j1".to_owned(), ann.id)]);
    let claim = store.claim_job("j1", NODE, NOW + 1).await.unwrap().expect("it waits");
    assert_eq!((claim.owner.id, claim.pauses), (ann.id, 0));
    let news = News { id: "j1".into(), stage: "read", done: 1, total: 4 };
    assert_eq!(store.note_progress(NODE, vec![news]).await.unwrap(), [""; 0]);
    let running = job(&*store, ann.id, "j1").await;
    assert_eq!((running.state, running.started_at), (JobState::Running, Some(NOW + 1)));
    assert_eq!(running.progress, Some(("read".into(), 1, 4)));
    assert!(store.finish_job("j1", NODE, done(), NOW + 2).await.unwrap());
    assert!(!store.finish_job("j1", NODE, failed(), NOW + 2).await.unwrap(), "once");
    let ended = job(&*store, ann.id, "j1").await;
    assert_eq!((ended.state, ended.cost, ended.finished_at), (JobState::Succeeded, 1, Some(NOW + 2)));
    assert_eq!((ended.outcome.source.as_str(), ended.outcome.bytes_out), ("pdf", success().bytes_out));
    assert_eq!(needed(&*store, "j1", NOW + 999).await, Some(Needed::Result));
    assert_eq!(needed(&*store, "j1", NOW + 1000).await, Some(Needed::Nothing));
    assert_eq!(needed(&*store, "j2", NOW).await, None, "it is no job");
    assert_eq!(store.job_bytes(ann.id, NOW + 999).await.unwrap(), success().bytes_out);
    assert_eq!(store.job_bytes(ann.id, NOW + 1000).await.unwrap(), 0);
    store.beat(NODE, NOW + 2 * DAY).await.unwrap();
    store.sweep(NOW + 2 * DAY).await.unwrap();
    assert!(store.job(ann.id, "j1").await.unwrap().is_none(), "it is forgotten");
    assert_eq!(credits(&*store, ANN).await, 2);
    place.check_books().await;
}

pub async fn a_job_that_fails_costs_nothing(place: Place) {
    let store = place.open().await;
    let (ann, key) = customer(&*store, 3).await;
    make(&*store, key, "j1", None).await;
    store.claim_job("j1", NODE, NOW).await.unwrap().expect("it waits");
    assert!(store.finish_job("j1", NODE, failed(), NOW).await.unwrap());
    let ended = job(&*store, ann.id, "j1").await;
    assert_eq!((ended.state, ended.cost, ended.outcome.code.as_str()), (JobState::Failed, 0, "corrupt_file"));
    assert!(ended.problem.unwrap().contains("corrupt_file"));
    assert_eq!(credits(&*store, ANN).await, 3);
    assert_eq!(needed(&*store, "j1", NOW).await, Some(Needed::Nothing));
    place.check_books().await;
}

pub async fn a_job_has_one_process_at_a_time(place: Place) {
    let store = place.open().await;
    let other = place.open().await;
    let (_, key) = customer(&*store, 3).await;
    make(&*store, key, "j1", None).await;
    let (first, second) = tokio::join!(store.claim_job("j1", "one", NOW), other.claim_job("j1", "two", NOW));
    let (first, second) = (first.unwrap().is_some(), second.unwrap().is_some());
    assert!(first != second, "one of them has it");
    let (mine, not_mine) = if first { ("one", "two") } else { ("two", "one") };
    let news = || vec![News { id: "j1".into(), stage: "read", done: 0, total: 0 }];
    assert_eq!(store.note_progress(not_mine, news()).await.unwrap(), ["j1"]);
    assert!(!store.finish_job("j1", not_mine, done(), NOW).await.unwrap());
    assert!(store.finish_job("j1", mine, done(), NOW).await.unwrap());
    place.check_books().await;
}

pub async fn a_job_outlives_its_process_but_not_for_ever(place: Place) {
    let store = place.open().await;
    let (ann, key) = customer(&*store, 3).await;
    make(&*store, key, "j1", None).await;
    let mut now = NOW;
    store.claim_job("j1", "left", now).await.unwrap().expect("it waits");
    store.leave_jobs("left").await.unwrap();
    for attempt in 1..=3 {
        assert_eq!(job(&*store, ann.id, "j1").await.state, JobState::Queued, "attempt {attempt}");
        store.beat("dies", now).await.unwrap();
        store.claim_job("j1", "dies", now).await.unwrap().expect("it waits");
        now += NODE_LEASE_MS;
        assert_eq!(store.sweep(now).await.unwrap().jobs, 0, "it lives");
        now += 1;
        assert_eq!(store.sweep(now).await.unwrap().jobs, 1);
    }
    let ended = job(&*store, ann.id, "j1").await;
    assert_eq!((ended.state, ended.outcome.code.as_str()), (JobState::Failed, "internal_error"));
    assert_eq!(credits(&*store, ANN).await, 3);
    // A job that waits belongs to nobody whose death could end it.
    make(&*store, key, "j2", None).await;
    assert_eq!(store.sweep(now + DAY).await.unwrap().reservations, 0);
    assert_eq!(job(&*store, ann.id, "j2").await.state, JobState::Queued);
    store.remove_job(ann.id, "j2", now).await.unwrap();
    place.check_books().await;
}

pub async fn who_cancels_first_has_it(place: Place) {
    let store = place.open().await;
    let (ann, key) = customer(&*store, 3).await;
    let bob = account(&*store, "bob@example.org", 3).await;
    make(&*store, key, "j1", None).await;
    make(&*store, key, "j2", None).await;
    assert_eq!(store.remove_job(bob.id, "j1", NOW).await.unwrap(), None, "it is not his");
    assert_eq!(store.remove_job(ann.id, "j1", NOW).await.unwrap(), Some(Removal::Cancelled));
    assert!(store.claim_job("j1", NODE, NOW).await.unwrap().is_none());
    store.claim_job("j2", NODE, NOW).await.unwrap().expect("it waits");
    assert_eq!(store.remove_job(ann.id, "j2", NOW).await.unwrap(), Some(Removal::Cancelled));
    assert!(!store.finish_job("j2", NODE, done(), NOW).await.unwrap(), "it was cancelled before");
    assert_eq!(job(&*store, ann.id, "j2").await.state, JobState::Cancelled);
    assert_eq!(credits(&*store, ANN).await, 3);
    assert_eq!(store.remove_job(ann.id, "j2", NOW).await.unwrap(), Some(Removal::Forgotten));
    assert_eq!(store.remove_job(ann.id, "j2", NOW).await.unwrap(), None);
    assert_eq!(store.jobs(ann.id, 9).await.unwrap().len(), 1);
    place.check_books().await;
}

pub async fn the_same_request_is_the_same_job(place: Place) {
    let store = place.open().await;
    let (ann, key) = customer(&*store, 3).await;
    Ask::new(key, "j1").again_as("k").for_job().of(&*store).await.unwrap();
    let early = Ask::new(key, "j2").again_as("k").for_job().of(&*store).await.unwrap_err();
    assert_eq!(early, Refusal::IdempotencyInProgress, "it is being uploaded");
    assert!(create(&*store, "j1", None).await);
    store.release("j1", failure(), NOW).await.unwrap();
    assert_eq!(credits(&*store, ANN).await, 2, "what has become a job's is nobody else's to give back");
    let again = Ask::new(key, "j3").again_as("k").for_job().of(&*store).await.unwrap();
    assert_eq!(again.job, Some(("j1".into(), [3; 32])));
    assert_eq!(credits(&*store, ANN).await, 2, "nothing more was reserved");
    let waited_for = Ask::new(key, "j4").again_as("k").of(&*store).await.unwrap_err();
    assert_eq!(waited_for, Refusal::IdempotencyInProgress);
    store.remove_job(ann.id, "j1", NOW).await.unwrap();
    let anew = Ask::new(key, "j5").again_as("k").for_job().of(&*store).await.unwrap();
    assert_eq!(anew.job, None, "what was cancelled can be asked for again");
    store.release("j5", failure(), NOW).await.unwrap();
    place.check_books().await;
}

pub async fn jobs_are_counted_for_themselves(place: Place) {
    let place = place.with(&[("free_concurrency", "1"), ("free_jobs", "2")]);
    let store = place.open().await;
    let (ann, key) = customer(&*store, 9).await;
    make(&*store, key, "j1", None).await;
    make(&*store, key, "j2", None).await;
    let third = Ask::new(key, "j3").for_job().of(&*store).await.unwrap_err();
    assert_eq!(third, Refusal::TooManyJobs(2));
    Ask::new(key, "r1").of(&*store).await.unwrap();
    assert_eq!(Ask::new(key, "r2").of(&*store).await.unwrap_err(), Refusal::TooManyConcurrent(1));
    store.release("r1", failure(), NOW).await.unwrap();
    store.remove_job(ann.id, "j1", NOW).await.unwrap();
    make(&*store, key, "j4", None).await;
    for id in ["j2", "j4"] {
        store.remove_job(ann.id, id, NOW).await.unwrap();
    }
    place.check_books().await;
}

pub async fn the_oldest_of_each_account_come_first(place: Place) {
    let store = place.open().await;
    let (ann, of_ann) = customer(&*store, 9).await;
    let bob = account(&*store, "bob@example.org", 9).await;
    let (of_bob, _) = key(&*store, bob.id).await;
    for id in ["a1", "a2", "a3"] {
        make(&*store, of_ann, id, None).await;
    }
    make(&*store, of_bob, "b1", None).await;
    let waiting = store.waiting_jobs(2, 9, NOW).await.unwrap();
    let ids: Vec<_> = waiting.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["a1", "b1", "a2"]);
    assert_eq!(waiting[1].1, bob.id);
    assert_eq!(store.waiting_jobs(2, 1, NOW).await.unwrap(), [("a1".to_owned(), ann.id)]);
}

pub async fn end(store: &dyn Store, id: &str, ended: Ended) {
    store.claim_job(id, NODE, NOW).await.unwrap().expect("it waits");
    assert!(store.finish_job(id, NODE, ended, NOW).await.unwrap());
}

pub async fn accounts_that_have_none_running_come_first(place: Place) {
    let store = place.open().await;
    let (_, of_ann) = customer(&*store, 9).await;
    let bob = account(&*store, "bob@example.org", 9).await;
    let (of_bob, _) = key(&*store, bob.id).await;
    for (key, id) in [(of_ann, "a1"), (of_ann, "a2"), (of_bob, "b1"), (of_bob, "b2")] {
        make(&*store, key, id, None).await;
    }
    store.claim_job("a1", NODE, NOW).await.unwrap().expect("it waits");
    let waiting = store.waiting_jobs(2, 9, NOW).await.unwrap();
    assert_eq!(waiting.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ["b1", "b2", "a2"]);
}

pub async fn a_job_that_found_no_room_waits_longer_and_longer(place: Place) {
    let store = place.open().await;
    let (ann, key) = customer(&*store, 3).await;
    make(&*store, key, "j1", None).await;
    let mut now = NOW;
    for pauses in 0..9 {
        let claim = store.claim_job("j1", NODE, now).await.unwrap().expect("it waits");
        assert_eq!((claim.owner.id, claim.pauses), (ann.id, pauses), "however often");
        let pause = Pause { until: now + 100, problem: "{\"code\":\"overloaded\"}".into() };
        assert!(!store.pause_job("j1", "another", pause.clone()).await.unwrap(), "it is not its own");
        assert!(store.pause_job("j1", NODE, pause).await.unwrap());
        let waits = job(&*store, ann.id, "j1").await;
        assert!(waits.state == JobState::Queued && waits.problem.unwrap().contains("overloaded"));
        assert!(store.waiting_jobs(9, 9, now + 99).await.unwrap().is_empty());
        assert!(store.claim_job("j1", NODE, now + 99).await.unwrap().is_none());
        now += 100;
        assert_eq!(store.waiting_jobs(9, 9, now).await.unwrap().len(), 1);
        assert_eq!(credits(&*store, ANN).await, 2, "its credit is reserved still");
    }
    store.claim_job("j1", NODE, now).await.unwrap().expect("it waits");
    assert!(job(&*store, ann.id, "j1").await.problem.is_none(), "it is tried again");
    assert!(store.finish_job("j1", NODE, done(), now).await.unwrap());
    assert_eq!(job(&*store, ann.id, "j1").await.cost, 1);
    place.check_books().await;
}

pub async fn a_job_that_its_process_lost_begins_anew(place: Place) {
    let store = place.open().await;
    let (ann, key) = customer(&*store, 9).await;
    for id in ["j1", "j2"] {
        make(&*store, key, id, None).await;
        store.claim_job(id, NODE, NOW).await.unwrap().expect("it waits");
    }
    store.leave_stranded(NODE, vec!["j1".into()], NOW).await.unwrap();
    assert_eq!(job(&*store, ann.id, "j1").await.state, JobState::Running);
    assert_eq!(job(&*store, ann.id, "j2").await.state, JobState::Queued);
    for id in ["j1", "j2"] {
        store.remove_job(ann.id, id, NOW).await.unwrap();
    }
    place.check_books().await;
}

pub async fn what_belongs_to_an_account_goes_with_it(place: Place) {
    let store = place.open().await;
    let (ann, key) = customer(&*store, 3).await;
    make(&*store, key, "j1", Some("https://example.org/hook")).await;
    make(&*store, key, "j2", Some("https://example.org/hook")).await;
    store.claim_job("j1", NODE, NOW).await.unwrap().expect("it waits");
    store.finish_job("j1", NODE, done(), NOW).await.unwrap();
    store.claim_job("j2", NODE, NOW).await.unwrap().expect("it waits");
    assert!(store.delete_account(ann.id, act()).await.unwrap());
    assert!(!store.finish_job("j2", NODE, done(), NOW).await.unwrap());
    assert!(due(&*store, NOW, NOW).await.is_empty());
    assert!(store.jobs(ann.id, 9).await.unwrap().is_empty());
    let caller = Caller::Key(key);
    assert!(crate::place::look(&*store, caller, NOW).await.is_err());
    place.check_books().await;
}
