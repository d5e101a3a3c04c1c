//! The end of a connection below HTTP: it notes what a request's head looked like on the wire, and
//! closes so that a client that is still sending can read the answer.

use std::io::Result;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

/// Bytes of an unread request that are taken after the answer. A socket that is closed with unread
/// bytes resets the connection, and the answer is lost on the way.
pub(super) const LINGER_BYTES: u64 = 64 << 20;

/// Time for that.
pub(super) const LINGER_TIME: Duration = Duration::from_secs(5);

/// Time in which a client must take something of an answer that waits to be sent.
const STALL: Duration = Duration::from_secs(30);

/// Bytes of a head that are kept to be looked at; hyper refuses longer ones.
const HEAD_BYTES: usize = 64 << 10;

/// What came over a connection before its present request was understood.
#[derive(Debug, Default)]
pub struct Wire {
    /// Whether a byte came at all.
    has_spoken: AtomicBool,
    /// Whether a body is under way, which is not kept.
    in_body: AtomicBool,
    seen: Mutex<Vec<u8>>,
}

impl Wire {
    /// Whether a byte came at all.
    pub fn has_spoken(&self) -> bool {
        self.has_spoken.load(Ordering::Relaxed)
    }

    /// Says that a request's body begins or has ended.
    pub fn set_in_body(&self, yes: bool) {
        self.in_body.store(yes, Ordering::Relaxed);
    }

    /// Takes the head of the request at hand, as it came. Empty where it was read together with the
    /// body before it.
    pub fn take_head(&self) -> Vec<u8> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let end = seen.windows(4).position(|four| four == b"\r\n\r\n").map_or(seen.len(), |at| at + 4);
        seen.drain(..end).collect()
    }

    fn note(&self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        self.has_spoken.store(true, Ordering::Relaxed);
        if !self.in_body.load(Ordering::Relaxed) {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            let room = HEAD_BYTES.saturating_sub(seen.len());
            seen.extend(&bytes[..bytes.len().min(room)]);
        }
    }
}

/// Whether a head names both ways to say how long its body is, which proxies and servers have been
/// made to read differently.
pub fn is_smuggling(head: &[u8]) -> bool {
    let has = |name: &[u8]| {
        head.split(|byte| *byte == b'\n')
            .any(|line| line.split(|byte| *byte == b':').next().is_some_and(|key| key.eq_ignore_ascii_case(name)))
    };
    has(b"content-length") && has(b"transfer-encoding")
}

/// A stream with a [`Wire`] and a patient end.
#[derive(Debug)]
pub struct Socket<S> {
    stream: S,
    wire: Arc<Wire>,
    farewell: Option<Farewell>,
    stall: Option<Pin<Box<Sleep>>>,
}

#[derive(Debug)]
struct Farewell {
    until: Pin<Box<Sleep>>,
    taken: u64,
}

impl<S> Socket<S> {
    /// Wraps a stream.
    pub fn new(stream: S, wire: Arc<Wire>) -> Self {
        Socket { stream, wire, farewell: None, stall: None }
    }

    /// Passes on what a write came to, unless it has come to nothing for too long.
    fn unless_stalled(&mut self, cx: &mut Context<'_>, written: Poll<Result<usize>>) -> Poll<Result<usize>> {
        if written.is_ready() {
            self.stall = None;
            return written;
        }
        let stall = self.stall.get_or_insert_with(|| Box::pin(tokio::time::sleep(STALL)));
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
    fn two_lengths_are_smuggling_and_one_is_not() {
        let both = b"POST / HTTP/1.1\r\nContent-LENGTH: 3\r\nTransfer-Encoding: chunked\r\n\r\n";
        assert!(is_smuggling(both));
        assert!(!is_smuggling(b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nX: content-length: 3\r\n\r\n"));
        assert!(!is_smuggling(b"POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n"));
    }

    #[test]
    fn heads_are_taken_one_by_one() {
        let wire = Wire::default();
        assert!(!wire.has_spoken());
        wire.note(b"GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\nA: b\r\n\r\n");
        assert_eq!(wire.take_head(), b"GET /a HTTP/1.1\r\n\r\n");
        assert_eq!(wire.take_head(), b"GET /b HTTP/1.1\r\nA: b\r\n\r\n");
        wire.set_in_body(true);
        wire.note(b"GET /c HTTP/1.1\r\n\r\n");
        assert!(wire.take_head().is_empty() && wire.has_spoken());
    }
}
