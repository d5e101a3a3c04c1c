//! Fair scheduling: the workers are shared among accounts, not among requests.
//!
//! There are two lanes. A conversion begins in the quick one, where its account has its share of it. If it takes longer
//! than most, it steps aside into the slow lane, behind the others, and leaves its place to whoever waits; an account that
//! has used much of late begins there. So files that take half a minute each do not keep those waiting that take a tenth
//! of a second, whoever sends them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

/// Time after which a conversion steps aside.
pub const STEP_ASIDE: Duration = Duration::from_secs(1);

/// Time in which half of what an account has used is forgotten.
const HALF_LIFE: Duration = Duration::from_mins(1);

/// Seconds of a worker, of late, above which an account leaves the last quick place to others.
const HEAVY_S: f64 = 10.0;

/// Seconds of a worker by which an account must have used more than another to lose its place in the queue to it.
const DISPLACED_S: f64 = 1.0;

/// How many conversions run and wait at a time.
#[derive(Debug, Clone, Copy)]
pub struct Sizes {
    /// Places of the quick lane: about one for each core.
    pub quick: usize,
    /// Places of the slow lane.
    pub slow: usize,
    /// Conversions that may wait.
    pub waiting: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lane {
    Quick,
    Slow,
}

/// The places, and those who wait for them.
#[derive(Debug)]
pub struct Queue {
    sizes: Sizes,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    running: Vec<Running>,
    waiting: Vec<Waiting>,
    used: HashMap<i64, Used>,
    next: u64,
}

#[derive(Debug)]
struct Running {
    number: u64,
    account: i64,
    lane: Lane,
    is_patient: bool,
    began: Instant,
    is_behind: Arc<AtomicBool>,
}

#[derive(Debug)]
struct Waiting {
    account: i64,
    /// Whether nobody sits and waits for it: it has no place in the queue, and goes after those that have.
    is_patient: bool,
    call: oneshot::Sender<Place>,
}

/// Seconds of a worker that an account had used at a moment.
#[derive(Debug, Clone, Copy)]
struct Used {
    seconds: f64,
    at: Instant,
}

/// A place of one conversion, left when it is dropped.
#[derive(Debug)]
pub struct Place {
    queue: Arc<Queue>,
    number: u64,
    /// Whether the conversion has stepped aside.
    pub is_behind: Arc<AtomicBool>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.queue.tend(|state, now| state.leave(self.number, now));
    }
}

impl Used {
    fn left(self, now: Instant) -> f64 {
        let halves = now.saturating_duration_since(self.at).as_secs_f64() / HALF_LIFE.as_secs_f64();
        self.seconds * (-halves).exp2()
    }
}

impl Queue {
    /// An empty queue.
    pub fn new(sizes: Sizes) -> Arc<Self> {
        Arc::new(Queue { sizes, state: Mutex::default() })
    }

    /// Waits for a place, at most so long; `None` where there is none in time, or others go first.
    pub async fn enter(self: &Arc<Self>, account: i64, longest_wait: Duration) -> Option<Place> {
        let (call, turn) = oneshot::channel();
        self.tend(|state, now| {
            if state.makes_room(account, self.sizes, now) {
                state.waiting.push(Waiting { account, is_patient: false, call });
            }
        });
        tokio::time::timeout(longest_wait, turn).await.ok()?.ok()
    }

    /// Waits for a place of the slow lane for as long as it takes, behind those who sit and wait.
    pub async fn enter_patiently(self: &Arc<Self>, account: i64) -> Option<Place> {
        let (call, turn) = oneshot::channel();
        self.tend(|state, _| state.waiting.push(Waiting { account, is_patient: true, call }));
        turn.await.ok()
    }

    /// Whether a conversion of this account would get a place, or one to wait at.
    pub fn has_room_for(&self, account: i64) -> bool {
        let (state, now) = (self.lock(), Instant::now());
        state.lane_for(account, false, self.sizes, now).is_some() || state.last_before(account, self.sizes, now).is_ok()
    }

    /// Whether a conversion of whomever would get a place, or one to wait at.
    pub fn has_room(&self) -> bool {
        let state = self.lock();
        state.count(Lane::Quick) < self.sizes.quick || state.waiting() < self.sizes.waiting
    }

    /// Conversions that run.
    pub fn running(&self) -> usize {
        self.lock().running.len()
    }

    /// Conversions that wait.
    pub fn waiting(&self) -> usize {
        self.lock().waiting()
    }

    /// Lets conversions that have run long enough step aside, and those that wait take their places.
    pub fn look_round(self: &Arc<Self>) {
        self.tend(|_, _| ());
    }

    /// Changes the state, and calls whoever can begin then.
    fn tend(self: &Arc<Self>, change: impl FnOnce(&mut State, Instant)) {
        let calls = {
            let (mut state, now) = (self.lock(), Instant::now());
            change(&mut state, now);
            state.step_aside(self.sizes, now);
            state.next_turns(self, now)
        };
        for (call, place) in calls {
            // Whoever has gone away leaves the place again: outside of the lock.
            drop(call.send(place));
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn count(&self, lane: Lane) -> usize {
        self.running.iter().filter(|running| running.lane == lane).count()
    }

    fn waiting(&self) -> usize {
        self.waiting.iter().filter(|waiting| !waiting.is_patient && !waiting.call.is_closed()).count()
    }

    /// Seconds of a worker that the account has used of late, those of running conversions included.
    fn used(&self, account: i64, now: Instant) -> f64 {
        let past = self.used.get(&account).map_or(0.0, |used| used.left(now));
        let of_account = self.running.iter().filter(|running| running.account == account);
        past + of_account.map(|running| now.saturating_duration_since(running.began).as_secs_f64()).sum::<f64>()
    }

    fn has_running(&self, account: i64) -> bool {
        self.running.iter().any(|running| running.account == account)
    }

    /// The lane in which the account may begin now. It has at most half of the places of either. What is patient has
    /// half of the slow ones alone, so that what takes long can step aside, and an account half of those.
    fn lane_for(&self, account: i64, is_patient: bool, sizes: Sizes, now: Instant) -> Option<Lane> {
        if is_patient {
            let of_patient = sizes.slow.div_ceil(2);
            let own = self.running.iter().filter(|running| running.is_patient && running.account == account).count();
            if self.patient() >= of_patient || own >= of_patient.div_ceil(2) {
                return None;
            }
        }
        let has =
            |lane| self.running.iter().filter(|running| running.account == account && running.lane == lane).count();
        let kept = usize::from(self.used(account, now) >= HEAVY_S);
        let fits =
            |lane, places: usize, kept: usize| self.count(lane) + kept < places && has(lane) < places.div_ceil(2);
        match () {
            () if !is_patient && fits(Lane::Quick, sizes.quick, kept) => Some(Lane::Quick),
            () if fits(Lane::Slow, sizes.slow, if is_patient { 0 } else { self.kept_for_patient(sizes) }) => {
                Some(Lane::Slow)
            }
            () => None,
        }
    }

    /// Conversions that run and that nobody sits and waits for.
    fn patient(&self) -> usize {
        self.running.iter().filter(|running| running.is_patient).count()
    }

    /// Slow places that are kept for the patient: one, where some wait and none runs, or they would wait for ever.
    fn kept_for_patient(&self, sizes: Sizes) -> usize {
        let waits = self.waiting.iter().any(|waiting| waiting.is_patient && !waiting.call.is_closed());
        usize::from(waits && sizes.slow > 1 && self.patient() == 0)
    }

    /// Makes room among those who wait, where that is possible.
    fn makes_room(&mut self, account: i64, sizes: Sizes, now: Instant) -> bool {
        self.waiting.retain(|waiting| !waiting.call.is_closed());
        if self.lane_for(account, false, sizes, now).is_some() {
            return true;
        }
        match self.last_before(account, sizes, now) {
            Ok(displaced) => {
                displaced.map(|place| self.waiting.remove(place));
                true
            }
            Err(()) => false,
        }
    }

    /// Whether the account may wait, and who has to go for it: one that has used more of late.
    fn last_before(&self, account: i64, sizes: Sizes, now: Instant) -> Result<Option<usize>, ()> {
        if self.waiting() < sizes.waiting {
            return Ok(None);
        }
        let used = |place: &usize| self.waiting.get(*place).map_or(0.0, |waiting| self.used(waiting.account, now));
        let impatient = (0..self.waiting.len()).filter(|place| !self.waiting[*place].is_patient);
        let heaviest = impatient.max_by(|one, other| used(one).total_cmp(&used(other)));
        let heaviest = heaviest.filter(|place| used(place) > self.used(account, now) + DISPLACED_S);
        heaviest.map(Some).ok_or(())
    }

    /// Moves conversions that have run long enough into the slow lane, as far as it has places.
    fn step_aside(&mut self, sizes: Sizes, now: Instant) {
        let mut free = sizes.slow.saturating_sub(self.count(Lane::Slow) + self.kept_for_patient(sizes));
        let is_long = |running: &&mut Running| {
            running.lane == Lane::Quick && now.saturating_duration_since(running.began) >= STEP_ASIDE
        };
        for running in self.running.iter_mut().filter(is_long) {
            if free == 0 {
                return;
            }
            free -= 1;
            running.lane = Lane::Slow;
            running.is_behind.store(true, Ordering::Relaxed);
        }
    }

    /// Those who can begin now, with their places: whoever has nothing running goes first, and of those who used least.
    fn next_turns(&mut self, queue: &Arc<Queue>, now: Instant) -> Vec<(oneshot::Sender<Place>, Place)> {
        self.waiting.retain(|waiting| !waiting.call.is_closed());
        let mut turns = Vec::new();
        while let Some((place, lane)) = self.next_turn(queue.sizes, now) {
            let waiting = self.waiting.remove(place);
            let place = self.begin(queue, &waiting, lane, now);
            turns.push((waiting.call, place));
        }
        turns
    }

    fn next_turn(&self, sizes: Sizes, now: Instant) -> Option<(usize, Lane)> {
        let mut order: Vec<usize> = (0..self.waiting.len()).collect();
        let used = |place: &usize| self.used(self.waiting[*place].account, now);
        order.sort_by(|one, other| used(one).total_cmp(&used(other)));
        order.sort_by_key(|place| self.has_running(self.waiting[*place].account));
        order.sort_by_key(|place| self.waiting[*place].is_patient);
        order.into_iter().find_map(|place| {
            let Waiting { account, is_patient, .. } = self.waiting[place];
            Some((place, self.lane_for(account, is_patient, sizes, now)?))
        })
    }

    fn begin(&mut self, queue: &Arc<Queue>, waiting: &Waiting, lane: Lane, now: Instant) -> Place {
        self.next += 1;
        let (number, &Waiting { account, is_patient, .. }) = (self.next, waiting);
        let is_behind = is_patient || lane == Lane::Slow && self.used(account, now) >= HEAVY_S;
        let is_behind = Arc::new(AtomicBool::new(is_behind));
        self.running.push(Running { number, account, lane, is_patient, began: now, is_behind: Arc::clone(&is_behind) });
        Place { queue: Arc::clone(queue), number, is_behind }
    }

    /// Takes a conversion out and writes down what it used.
    fn leave(&mut self, number: u64, now: Instant) {
        let Some(at) = self.running.iter().position(|running| running.number == number) else { return };
        let Running { account, began, .. } = self.running.swap_remove(at);
        let before = self.used.get(&account).map_or(0.0, |used| used.left(now));
        let seconds = before + now.saturating_duration_since(began).as_secs_f64();
        self.used.insert(account, Used { seconds, at: now });
        // What is nothing by now is not remembered.
        self.used.retain(|_, used| used.left(now) > 0.01);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Duration = Duration::ZERO;
    const SOON: Duration = Duration::from_millis(200);

    fn queue(quick: usize, slow: usize, waiting: usize) -> Arc<Queue> {
        Queue::new(Sizes { quick, slow, waiting })
    }

    fn has_used(queue: &Queue, account: i64, seconds: f64) {
        queue.lock().used.insert(account, Used { seconds, at: Instant::now() });
    }

    /// Makes what runs as old as conversions that step aside.
    fn age(queue: &Queue) {
        for running in &mut queue.lock().running {
            running.began = Instant::now().checked_sub(STEP_ASIDE).unwrap();
        }
    }

    #[tokio::test]
    async fn as_many_run_as_there_are_places_and_the_rest_wait() {
        let queue = queue(2, 0, 1);
        let first = queue.enter(1, NOW).await.unwrap();
        let second = queue.enter(2, NOW).await.unwrap();
        assert!(queue.enter(3, SOON).await.is_none(), "nobody left");
        assert_eq!((queue.running(), queue.waiting()), (2, 0));
        let third = tokio::spawn({
            let queue = Arc::clone(&queue);
            async move { queue.enter(3, Duration::from_mins(1)).await }
        });
        while queue.waiting() == 0 {
            tokio::task::yield_now().await;
        }
        assert!(!queue.has_room() && queue.enter(4, SOON).await.is_none(), "one waits already");
        drop(first);
        assert!(third.await.unwrap().is_some());
        drop(second);
        assert_eq!(queue.running(), 0, "what is dropped unseen leaves its place");
    }

    #[tokio::test]
    async fn one_account_has_half_of_the_places() {
        let queue = queue(2, 0, 4);
        let _first = queue.enter(1, NOW).await.unwrap();
        assert!(queue.enter(1, SOON).await.is_none());
        assert!(queue.enter(2, NOW).await.is_some());
    }

    #[tokio::test]
    async fn what_takes_long_steps_aside() {
        let queue = queue(2, 2, 4);
        let held = [queue.enter(1, NOW).await.unwrap(), queue.enter(2, NOW).await.unwrap()];
        assert!(held.iter().all(|place| !place.is_behind.load(Ordering::Relaxed)));
        age(&queue);
        queue.look_round();
        assert!(held.iter().all(|place| place.is_behind.load(Ordering::Relaxed)));
        let quick = queue.enter(3, NOW).await.unwrap();
        assert!(!quick.is_behind.load(Ordering::Relaxed), "it has a place of its own");
    }

    #[tokio::test]
    async fn accounts_with_slow_files_leave_a_place_to_others() {
        let queue = queue(2, 2, 8);
        for hostile in [1, 2] {
            has_used(&queue, hostile, 2.0 * HEAVY_S);
        }
        let mut held = Vec::new();
        for hostile in [1, 2, 1, 2, 1, 2] {
            held.extend(queue.enter(hostile, NOW).await);
        }
        assert_eq!(held.len(), 3, "two of the slow lane, one of the quick");
        assert!(queue.enter(3, NOW).await.is_some());
    }

    #[tokio::test]
    async fn the_patient_have_a_slow_place_though_others_take_long() {
        let queue = queue(1, 2, 9);
        let first = queue.enter(1, NOW).await.unwrap();
        age(&queue);
        queue.look_round();
        assert!(first.is_behind.load(Ordering::Relaxed));
        let patient = tokio::spawn({
            let queue = Arc::clone(&queue);
            async move { queue.enter_patiently(2).await }
        });
        let held = patient.await.unwrap().unwrap();
        let second = queue.enter_patiently(2);
        assert!(tokio::time::timeout(SOON, second).await.is_err(), "an account has half of their places");
        drop(held);
    }

    #[tokio::test]
    async fn the_patient_have_half_of_the_slow_places_and_no_place_of_others() {
        let queue = queue(1, 2, 0);
        let first = queue.enter_patiently(1).await.unwrap();
        assert!(first.is_behind.load(Ordering::Relaxed));
        let second = tokio::spawn({
            let queue = Arc::clone(&queue);
            async move { queue.enter_patiently(2).await }
        });
        while queue.lock().waiting.is_empty() {
            tokio::task::yield_now().await;
        }
        assert_eq!(queue.waiting(), 0, "it fills no place of those who wait");
        let quick = queue.enter(3, NOW).await.unwrap();
        age(&queue);
        queue.look_round();
        assert!(quick.is_behind.load(Ordering::Relaxed), "there is room to step aside");
        assert!(!second.is_finished());
        drop(first);
        assert!(second.await.unwrap().is_some());
    }

    #[tokio::test]
    async fn whoever_used_least_goes_first() {
        let queue = queue(1, 0, 4);
        let only = queue.enter(9, NOW).await.unwrap();
        let wait = |account| {
            let queue = Arc::clone(&queue);
            tokio::spawn(async move { queue.enter(account, Duration::from_mins(1)).await })
        };
        has_used(&queue, 1, 5.0);
        let heavy = wait(1);
        while queue.waiting() < 1 {
            tokio::task::yield_now().await;
        }
        let light = wait(2);
        while queue.waiting() < 2 {
            tokio::task::yield_now().await;
        }
        drop(only);
        let light = light.await.unwrap().unwrap();
        assert!(!heavy.is_finished());
        drop(light);
        assert!(heavy.await.unwrap().is_some());
    }

    #[tokio::test]
    async fn whoever_has_nothing_running_goes_before_whoever_has_and_used_less() {
        let queue = queue(4, 0, 4);
        let _of_first = queue.enter(1, NOW).await.unwrap();
        let only = queue.enter(9, NOW).await.unwrap();
        let _others = [queue.enter(8, NOW).await.unwrap(), queue.enter(7, NOW).await.unwrap()];
        has_used(&queue, 2, 5.0);
        let wait = |account| {
            let queue = Arc::clone(&queue);
            tokio::spawn(async move { queue.enter(account, Duration::from_mins(1)).await })
        };
        let again = wait(1);
        while queue.waiting() < 1 {
            tokio::task::yield_now().await;
        }
        let new = wait(2);
        while queue.waiting() < 2 {
            tokio::task::yield_now().await;
        }
        drop(only);
        let new = new.await.unwrap().unwrap();
        assert!(!again.is_finished());
        drop(new);
        assert!(again.await.unwrap().is_some());
    }

    #[tokio::test]
    async fn a_full_queue_takes_a_light_account_for_a_heavy_one() {
        let queue = queue(1, 0, 1);
        let _only = queue.enter(9, NOW).await.unwrap();
        has_used(&queue, 1, 5.0);
        let heavy = tokio::spawn({
            let queue = Arc::clone(&queue);
            async move { queue.enter(1, Duration::from_mins(1)).await }
        });
        while queue.waiting() == 0 {
            tokio::task::yield_now().await;
        }
        assert!(!queue.has_room_for(1) && queue.has_room_for(2));
        assert!(queue.enter(2, SOON).await.is_none(), "it waited, and nobody left");
        assert!(heavy.await.unwrap().is_none(), "it had to go for it");
    }
}
