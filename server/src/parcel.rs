//! Response bodies with backpressure: a result on its way to a client is handed out piece by piece, and dropped where
//! the client takes it too slowly. Results have so much memory together; what does not fit waits on the disk, so that
//! those who read slowly fill neither.

use std::io::{Seek, SeekFrom, Write};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::AbortHandle;

/// Time in which a transfer may be as slow as it likes.
pub const GRACE: Duration = Duration::from_secs(10);

/// Bytes that are handed out at once. They are copied: a piece of the result would keep all of it.
const PIECE: usize = 64 << 10;

/// Bytes that one permit of the shelf stands for.
const UNIT: u64 = 1 << 10;

/// The memory of all results that are being sent.
#[derive(Debug, Clone)]
pub struct Shelf(Arc<Semaphore>);

/// Where a result lies.
enum Store {
    Memory {
        bytes: Vec<u8>,
        _room: OwnedSemaphorePermit,
    },
    /// A file without a name.
    Disk(tokio::fs::File),
    /// It was taken too slowly.
    Gone,
}

struct Parcel {
    rest: Arc<Mutex<Store>>,
    taken: usize,
    length: usize,
    watchdog: AbortHandle,
}

impl Shelf {
    /// Room for results of so many bytes together.
    pub fn new(bytes: u64) -> Self {
        let units = usize::try_from(bytes / UNIT).unwrap_or(usize::MAX);
        Shelf(Arc::new(Semaphore::new(units.min(Semaphore::MAX_PERMITS))))
    }

    /// The body of a result that is to be taken at `rate` bytes a second or more.
    ///
    /// # Errors
    /// Where it has to go over the disk, and that is full.
    pub async fn body(&self, bytes: Vec<u8>, rate: u64) -> std::io::Result<Body> {
        if bytes.len() <= PIECE {
            return Ok(Body::from(bytes));
        }
        let length = bytes.len();
        Ok(Self::parcel(self.keep(bytes).await?, length, rate))
    }

    fn parcel(store: Store, length: usize, rate: u64) -> Body {
        let rest = Arc::new(Mutex::new(store));
        let time = GRACE.saturating_add(Duration::from_secs_f64(length as f64 / rate.max(1) as f64));
        let watchdog = tokio::spawn(drop_after(time, Arc::clone(&rest))).abort_handle();
        Body::new(Parcel { rest, taken: 0, length, watchdog })
    }

    /// The body of a result that lies in a file, as [`Shelf::body`].
    pub fn file(file: std::fs::File, length: u64, rate: u64) -> Body {
        Self::parcel(Store::Disk(tokio::fs::File::from_std(file)), length as usize, rate)
    }

    async fn keep(&self, bytes: Vec<u8>) -> std::io::Result<Store> {
        let units = u32::try_from((bytes.len() as u64).div_ceil(UNIT)).ok();
        let room = units.and_then(|units| Arc::clone(&self.0).try_acquire_many_owned(units).ok());
        match room {
            Some(room) => Ok(Store::Memory { bytes, _room: room }),
            None => {
                let file =
                    tokio::task::spawn_blocking(move || on_disk(&bytes)).await.map_err(std::io::Error::other)??;
                Ok(Store::Disk(tokio::fs::File::from_std(file)))
            }
        }
    }
}

fn on_disk(bytes: &[u8]) -> std::io::Result<std::fs::File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

async fn drop_after(time: Duration, rest: Arc<Mutex<Store>>) {
    tokio::time::sleep(time).await;
    *rest.lock().unwrap_or_else(PoisonError::into_inner) = Store::Gone;
}

impl Store {
    /// The next piece, from the byte `taken` on.
    fn poll_piece(&mut self, taken: usize, cx: &mut Context<'_>) -> Poll<std::io::Result<Bytes>> {
        match self {
            Store::Gone => Poll::Ready(Err(std::io::ErrorKind::TimedOut.into())),
            Store::Memory { bytes, .. } => {
                let rest = bytes.get(taken..).unwrap_or_default();
                Poll::Ready(Ok(Bytes::copy_from_slice(&rest[..rest.len().min(PIECE)])))
            }
            Store::Disk(file) => {
                let mut piece = vec![0; PIECE];
                let mut buffer = ReadBuf::new(&mut piece);
                ready!(Pin::new(file).poll_read(cx, &mut buffer))?;
                let read = buffer.filled().len();
                piece.truncate(read);
                let is_cut = read == 0;
                Poll::Ready(if is_cut { Err(std::io::ErrorKind::UnexpectedEof.into()) } else { Ok(piece.into()) })
            }
        }
    }
}

impl HttpBody for Parcel {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<std::io::Result<Frame<Bytes>>>> {
        if self.taken == self.length {
            return Poll::Ready(None);
        }
        let taken = self.taken;
        let piece = {
            let mut rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
            ready!(rest.poll_piece(taken, cx))
        };
        self.taken += piece.as_ref().map_or(0, Bytes::len);
        Poll::Ready(Some(piece.map(Frame::data)))
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

    fn bytes() -> Vec<u8> {
        (0..200_001).map(|number| (number % 251) as u8).collect()
    }

    #[tokio::test]
    async fn it_arrives_whole_from_memory_and_from_the_disk() {
        for room in [1 << 20, 0] {
            let body = Shelf::new(room).body(bytes(), 8192).await.unwrap();
            assert_eq!(body.collect().await.unwrap().to_bytes(), bytes());
        }
    }

    #[tokio::test]
    async fn results_have_so_much_memory_together() {
        let shelf = Shelf::new(300_000);
        let first = shelf.keep(bytes()).await.unwrap();
        assert!(matches!(first, Store::Memory { .. }));
        assert!(matches!(shelf.keep(bytes()).await.unwrap(), Store::Disk(_)));
        drop(first);
        assert!(matches!(shelf.keep(bytes()).await.unwrap(), Store::Memory { .. }));
    }

    #[tokio::test]
    async fn what_is_taken_too_slowly_is_dropped() {
        let rest = Arc::new(Mutex::new(Shelf::new(1 << 20).keep(vec![7; 200_000]).await.unwrap()));
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
