//! The TCP stream below HTTP: it notes what a request's head looked like on the wire, and closes so that a client that
//! is still sending can read the answer.

use std::io::Result;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

use super::framing::Framing;
use crate::parcel::GRACE;

/// Bytes of an unread request that are taken after the answer. A socket that is closed with unread
/// bytes resets the connection, and the answer is lost on the way.
pub(super) const LINGER_BYTES: u64 = 64 << 20;

/// Time for that.
pub(super) const LINGER_TIME: Duration = Duration::from_secs(5);

/// What a system may keep of an answer before it takes more: a third of its largest buffer of a connection (Linux,
/// `tcp_wmem`: 4 MiB), and what the client's own holds beside.
const BUFFER_BYTES: u64 = 2 << 20;

/// Time in which a client that takes an answer at this rate, in bytes a second, is bound to take something of it.
pub fn stall(rate: u64) -> Duration {
    GRACE + Duration::from_secs(BUFFER_BYTES / rate.max(1))
}

/// What came over a connection before its present request was understood.
#[derive(Debug, Default)]
pub struct Wire {
    /// Whether a byte came at all.
    has_spoken: AtomicBool,
    framing: Mutex<Framing>,
}

impl Wire {
    /// Whether a byte came at all.
    pub fn has_spoken(&self) -> bool {
        self.has_spoken.load(Ordering::Relaxed)
    }

    /// What is wrong with the head of the HTTP/1 request at hand, as it came over the wire.
    pub fn take_flaw(&self) -> Option<&'static str> {
        match self.framing().take_head() {
            Some(head) => head.flaw(),
            None => Some("The beginning of this request could not be found."),
        }
    }

    fn note(&self, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.has_spoken.store(true, Ordering::Relaxed);
            self.framing().read(bytes);
        }
    }

    fn framing(&self) -> MutexGuard<'_, Framing> {
        self.framing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A stream with a [`Wire`] and a patient end.
#[derive(Debug)]
pub struct Socket<S> {
    stream: S,
    wire: Arc<Wire>,
    farewell: Option<Farewell>,
    /// Time in which the client must take something of an answer that waits to be sent.
    patience: Duration,
    stall: Option<Pin<Box<Sleep>>>,
}

#[derive(Debug)]
struct Farewell {
    until: Pin<Box<Sleep>>,
    taken: u64,
}

impl<S> Socket<S> {
    /// Wraps a stream whose end must take something of an answer in the time of `patience`.
    pub fn new(stream: S, wire: Arc<Wire>, patience: Duration) -> Self {
        Socket { stream, wire, farewell: None, patience, stall: None }
    }

    /// Passes on what a write came to, unless it has come to nothing for too long.
    fn unless_stalled(&mut self, cx: &mut Context<'_>, written: Poll<Result<usize>>) -> Poll<Result<usize>> {
        if written.is_ready() {
            self.stall = None;
            return written;
        }
        let patience = self.patience;
        let stall = self.stall.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        stall.as_mut().poll(cx).map(|()| Err(std::io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Socket<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        let before = buffer.filled().len();
        let result = Pin::new(&mut self.stream).poll_read(cx, buffer);
        self.wire.note(&buffer.filled()[before..]);
        result
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Socket<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.unless_stalled(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[std::io::IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.unless_stalled(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    /// Ends our side, then takes what the client still sends until it ends its own.
    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        let this = &mut *self;
        if this.farewell.is_none() {
            std::task::ready!(Pin::new(&mut this.stream).poll_shutdown(cx))?;
        }
        let fresh = || Farewell { until: Box::pin(tokio::time::sleep_until(Instant::now() + LINGER_TIME)), taken: 0 };
        let farewell = this.farewell.get_or_insert_with(fresh);
        let mut scratch = [0; 16 << 10];
        while farewell.taken < LINGER_BYTES && farewell.until.as_mut().poll(cx).is_pending() {
            let mut buffer = ReadBuf::new(&mut scratch);
            match Pin::new(&mut this.stream).poll_read(cx, &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => farewell.taken += buffer.filled().len() as u64,
                Poll::Ready(_) => return Poll::Ready(Ok(())),
                Poll::Pending => return Poll::Pending,
            }
        }
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_judged_one_by_one() {
        let wire = Wire::default();
        assert!(!wire.has_spoken());
        wire.note(b"GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nA: b\r\n\r\n");
        assert!(wire.has_spoken());
        assert_eq!(wire.take_flaw(), None);
        assert!(wire.take_flaw().is_some());
        assert!(wire.take_flaw().is_some(), "no head was read for it");
    }

    #[test]
    fn whoever_takes_an_answer_at_the_least_rate_is_waited_for() {
        assert!(stall(8192) * 8192 >= Duration::from_secs(BUFFER_BYTES));
        assert!(stall(0) > GRACE);
    }
}
