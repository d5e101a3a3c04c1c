//! A progress bar, for conversions that take a while and people who watch.

use std::io::{IsTerminal, stderr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use transvase::Stage;

/// A bar for anything quicker would only flicker.
const PATIENCE: Duration = Duration::from_millis(500);

/// What a conversion last said of itself; written by the library, read by the bar.
#[derive(Debug, Clone, Default)]
pub struct State(Arc<Mutex<Option<(Stage, u64, u64)>>>);

impl State {
    /// Notes a report of the library.
    pub fn set(&self, stage: Stage, done: u64, total: u64) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((stage, done, total));
    }

    fn get(&self) -> Option<(Stage, u64, u64)> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A bar that appears once it is worth it.
pub struct Watch {
    shown: bool,
    began: Instant,
    bar: Option<ProgressBar>,
}

impl Watch {
    /// A bar on standard error, if that is a terminal and `quiet` is not set.
    pub fn new(quiet: bool) -> Self {
        Watch { shown: !quiet && stderr().is_terminal(), began: Instant::now(), bar: None }
    }

    /// Draws what `state` says.
    pub fn draw(&mut self, state: &State) {
        let Some((stage, done, total)) = state.get() else {
            return self.draw_steps("read", 0, 0);
        };
        self.draw_steps(stage.name(), done, total);
    }

    /// Does something that writes to the terminal, with the bar out of its way.
    pub fn aside<T>(&mut self, work: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(work),
            None => work(),
        }
    }

    /// Draws `done` of `total` under a word; a total of 0 is not known.
    pub fn draw_steps(&mut self, word: &str, done: u64, total: u64) {
        if !self.shown || self.began.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(ProgressBar::new_spinner);
        if total > 0 {
            bar.set_length(total);
            bar.set_position(done.min(total));
        }
        bar.set_style(style(total > 0));
        bar.set_message(word.to_owned());
        bar.tick();
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn style(counted: bool) -> ProgressStyle {
    let template = if counted { "{msg:9} [{bar:30}] {pos}/{len} {elapsed}" } else { "{msg:9} {spinner} {elapsed}" };
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ")
}
