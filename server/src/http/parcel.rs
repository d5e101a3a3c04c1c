//! A result on its way to a client: handed out piece by piece, and dropped where the client takes it
//! too slowly. Without an end, those who never read would fill the memory with their results.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::task::AbortHandle;

/// Time in which a transfer may be as slow as it likes.
pub const GRACE: Duration = Duration::from_secs(10);

/// Bytes that are handed out at once. They are copied: a piece of the result would keep all of it.
const PIECE: usize = 64 << 10;

struct Parcel {
    rest: Arc<Mutex<Vec<u8>>>,
    taken: usize,
    length: usize,
    watchdog: AbortHandle,
}

/// The body of a result that is to be taken at `rate` bytes a second or more.
pub fn body(bytes: Vec<u8>, rate: u64) -> Body {
    if bytes.len() <= PIECE {
        return Body::from(bytes);
    }
    let length = bytes.len();
    let rest = Arc::new(Mutex::new(bytes));
    let time = GRACE.saturating_add(Duration::from_secs_f64(length as f64 / rate.max(1) as f64));
    let watchdog = tokio::spawn(drop_after(time, Arc::clone(&rest))).abort_handle();
    Body::new(Parcel { rest, taken: 0, length, watchdog })
}

async fn drop_after(time: Duration, rest: Arc<Mutex<Vec<u8>>>) {
    tokio::time::sleep(time).await;
    *rest.lock().unwrap_or_else(PoisonError::into_inner) = Vec::new();
}

impl HttpBody for Parcel {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<std::io::Result<Frame<Bytes>>>> {
        if self.taken == self.length {
            return Poll::Ready(None);
        }
        let end = self.length.min(self.taken + PIECE);
        let piece = {
            let rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
            rest.get(self.taken..end).map(Bytes::copy_from_slice)
        };
        let Some(piece) = piece else { return Poll::Ready(Some(Err(std::io::ErrorKind::TimedOut.into()))) };
        self.taken = end;
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.taken == self.length
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact((self.length - self.taken) as u64)
    }
}

impl Drop for Parcel {
    fn drop(&mut self) {
        self.watchdog.abort();
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;

    #[tokio::test]
    async fn it_arrives_whole() {
        let bytes: Vec<u8> = (0..200_001).map(|number| (number % 251) as u8).collect();
        let arrived = body(bytes.clone(), 8192).collect().await.unwrap().to_bytes();
        assert_eq!(arrived, bytes);
    }

    #[tokio::test]
    async fn what_is_taken_too_slowly_is_dropped() {
        let rest = Arc::new(Mutex::new(vec![7; 200_000]));
        let mut parcel = Parcel {
            rest: Arc::clone(&rest),
            taken: 0,
            length: 200_000,
            watchdog: tokio::spawn(drop_after(Duration::ZERO, rest)).abort_handle(),
        };
        assert!(parcel.frame().await.unwrap().is_ok());
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(parcel.frame().await.unwrap().is_err());
    }
}
