//! Idle connections: those that have had nothing to do for long are ended.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, SizeHint};

/// How often a connection is looked at.
const ROUND: Duration = Duration::from_millis(500);

/// The requests of a connection that are not answered to their end.
#[derive(Debug, Clone)]
pub struct Busy(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    open: usize,
    /// When the last of them ended.
    since: Instant,
}

/// One of them.
#[derive(Debug)]
pub struct Open(Busy);

/// The body of an answer: its request is open until it is gone.
struct Answer {
    body: Body,
    _open: Open,
}

impl Default for Busy {
    /// A connection without a request.
    fn default() -> Self {
        Busy(Arc::new(Mutex::new(State { open: 0, since: Instant::now() })))
    }
}

impl Busy {
    /// A request begins.
    pub fn begin(&self) -> Open {
        self.state().open += 1;
        Open(self.clone())
    }

    /// Returns once the connection has had no request for so long.
    pub async fn idle(&self, time: Duration) {
        loop {
            tokio::time::sleep(ROUND.min(time)).await;
            let state = self.state();
            if state.open == 0 && state.since.elapsed() >= time {
                return;
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.open -= 1;
        state.since = Instant::now();
    }
}

impl Open {
    /// Keeps the request open until the body is gone.
    pub fn until_sent(self, body: Body) -> Body {
        Body::new(Answer { body, _open: self })
    }
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_connection_is_idle_once_all_its_answers_are_gone() {
        let (busy, time) = (Busy::default(), Duration::from_millis(20));
        let body = busy.begin().until_sent(Body::from("x"));
        assert!(tokio::time::timeout(10 * time, busy.idle(time)).await.is_err());
        drop(body);
        busy.idle(time).await;
    }
}
