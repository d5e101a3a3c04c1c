//! Reads a request's body: multipart/form-data, part by part, at least so fast, never more than is
//! allowed, and never much of it in memory.

use std::io::{Seek, SeekFrom};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, header};
use futures_util::{Stream, StreamExt};
use multer::{Field as Part, Multipart};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tokio::io::AsyncWriteExt;
use tokio::time::{Instant, Sleep};

use crate::api::admission::too_large;
use crate::api::disposition;
use crate::api::fields::{FIELDS, FILE, Texts};
use crate::config::Config;
use crate::engine::Upload;
use crate::http::parcel::GRACE;
use crate::problem::{self, Problem, Result};
use crate::store::SecretHash;

/// Part with the dashboard's token.
pub const CSRF: &str = "csrf";

/// Longest text part, in bytes.
pub const TEXT_BYTES: usize = 64 << 10;

/// Largest upload that is kept in memory, in bytes.
const MEMORY_BYTES: usize = 8 << 20;

/// Everything of a body that is not the file, in bytes.
const AROUND_BYTES: u64 = 1 << 20;

/// Bytes that may come without ending a part's head or the boundary before it.
const UNREAD_BYTES: usize = 16 << 10;

/// Bytes after the last boundary that are read, so that the connection can be used again.
const EPILOGUE_BYTES: usize = 64 << 10;

/// What one request may send, and how slowly.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// Largest file, in bytes.
    pub file_bytes: u64,
    /// Time for the whole body.
    pub time: Duration,
    /// Least rate after the first seconds, in bytes a second.
    pub rate: u64,
}

impl Rules {
    /// The settings' rules for files of at most `file_bytes`.
    pub fn of(config: &Config, file_bytes: u64) -> Self {
        Rules { file_bytes, time: config.upload_timeout_s.0, rate: config.upload_rate_bytes.max(1) }
    }
}

/// A request's parts.
#[derive(Debug)]
pub struct Form {
    /// The file.
    pub file: Upload,
    /// The name it came with.
    pub file_name: Option<String>,
    /// The other parts.
    pub texts: Texts,
    /// SHA-256 over every part, whatever their order; taken where the request has an `Idempotency-Key`
    /// alone, since hashing a large file takes a while.
    pub fingerprint: Option<SecretHash>,
}

/// Reads a body to its end. With `csrf`, a part of that name is required and must be equal.
///
/// # Errors
/// `not_multipart`, `invalid_multipart`, `missing_file`, `missing_to`, `unknown_field`,
/// `duplicate_field`, `file_too_large`, `upload_timeout`, `empty_file`.
pub async fn read(headers: &HeaderMap, body: Body, rules: Rules, csrf: Option<&str>) -> Result<Form> {
    let boundary = boundary(headers)?;
    let declared = body.size_hint().exact().unwrap_or(0);
    if declared > rules.file_bytes.saturating_add(AROUND_BYTES) {
        return Err(too_large(rules.file_bytes));
    }
    let mut paced = Paced::new(body, rules);
    let hash = headers.contains_key("idempotency-key").then(Sha256::new);
    let form = parts(&mut paced, boundary, Gathered { hash, ..Gathered::default() }, rules, csrf).await?;
    let mut rest = 0;
    while rest < EPILOGUE_BYTES {
        match paced.next().await {
            Some(Ok(bytes)) => rest += bytes.len(),
            Some(Err(halt)) => return Err(halt.into()),
            None => break,
        }
    }
    Ok(form)
}

fn boundary(headers: &HeaderMap) -> Result<String> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    match multer::parse_boundary(kind) {
        Ok(boundary) if (1..=70).contains(&boundary.len()) => Ok(boundary),
        Err(multer::Error::NoMultipart | multer::Error::DecodeContentType(_)) => {
            Err(Problem::new(problem::NOT_MULTIPART))
        }
        _ => Err(malformed("The header Content-Type names no boundary of 1 to 70 characters.")),
    }
}

fn malformed(detail: impl Into<String>) -> Problem {
    Problem::new(problem::INVALID_MULTIPART).detail(detail)
}

/// The parts as they come.
#[derive(Default)]
struct Gathered {
    file: Option<Upload>,
    /// Takes in the file, where a fingerprint is wanted.
    hash: Option<Sha256>,
    file_name: Option<String>,
    texts: Texts,
    seen: Vec<&'static str>,
    is_ours: bool,
}

async fn parts(
    paced: &mut Paced,
    boundary: String,
    mut gathered: Gathered,
    rules: Rules,
    csrf: Option<&str>,
) -> Result<Form> {
    let unread = Arc::clone(&paced.unread);
    let mut multipart = Multipart::new(paced, boundary);
    while let Some(part) = multipart.next_field().await.map_err(|error| of_multer(&error))? {
        unread.store(0, Ordering::Relaxed);
        gathered.take(part, &unread, rules, csrf).await?;
    }
    gathered.form(csrf)
}

impl Gathered {
    async fn take(&mut self, mut part: Part<'_>, unread: &AtomicUsize, rules: Rules, csrf: Option<&str>) -> Result<()> {
        let name = self.known(part.name(), csrf.is_some())?;
        if name == FILE {
            self.file_name = disposition::sent_name(&part);
            self.file = Some(spool(&mut part, unread, rules.file_bytes, self.hash.as_mut()).await?);
            return Ok(());
        }
        let text = text(&mut part, name, unread).await?;
        match csrf {
            Some(expected) if name == CSRF => self.is_ours = text.as_bytes().ct_eq(expected.as_bytes()).into(),
            _ => self.texts.push(name, text),
        }
        Ok(())
    }

    /// The table's own name for a part that may come, and has not come yet.
    fn known(&mut self, name: Option<&str>, has_csrf: bool) -> Result<&'static str> {
        let name = name.filter(|name| !name.is_empty()).ok_or_else(|| malformed("A part has no name."))?;
        let known = FIELDS.iter().map(|field| field.name).chain(has_csrf.then_some(CSRF));
        let known = known.into_iter().find(|known| *known == name).ok_or_else(|| {
            let names: Vec<_> = FIELDS.iter().map(|field| field.name).collect();
            let shown: String = name.chars().take(40).filter(|c| !c.is_control()).collect();
            let detail = format!("There is no part {shown:?}; the parts are {}.", names.join(", "));
            Problem::new(problem::UNKNOWN_FIELD).detail(detail)
        })?;
        if self.seen.contains(&known) {
            return Err(Problem::new(problem::DUPLICATE_FIELD).detail(format!("The part {known} is given twice.")));
        }
        self.seen.push(known);
        Ok(known)
    }

    fn form(self, csrf: Option<&str>) -> Result<Form> {
        if csrf.is_some() && !self.is_ours {
            return Err(Problem::new(problem::INVALID_REQUEST).detail("The form is too old: load the page again."));
        }
        let file = self.file.ok_or_else(|| Problem::new(problem::MISSING_FILE))?;
        let fingerprint = self.hash.map(|hash| fingerprint(&self.texts, &hash.finalize().into()));
        Ok(Form { file, file_name: self.file_name, texts: self.texts, fingerprint })
    }
}

/// SHA-256 over the parts in the table's order, each with its length, and the file's own digest.
fn fingerprint(texts: &Texts, file: &SecretHash) -> SecretHash {
    let mut hash = Sha256::new();
    for (name, text) in texts.sorted() {
        hash.update(name);
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    hash.update(file);
    hash.finalize().into()
}

async fn text(part: &mut Part<'_>, name: &str, unread: &AtomicUsize) -> Result<String> {
    let mut bytes = Vec::new();
    while let Some(chunk) = chunk(part, unread).await? {
        if bytes.len() + chunk.len() > TEXT_BYTES {
            return Err(malformed(format!("The part {name} is longer than {TEXT_BYTES} bytes.")));
        }
        bytes.extend(chunk);
    }
    String::from_utf8(bytes).map_err(|_| malformed(format!("The part {name} is not UTF-8.")))
}

async fn chunk(part: &mut Part<'_>, unread: &AtomicUsize) -> Result<Option<Bytes>> {
    let chunk = part.chunk().await.map_err(|error| of_multer(&error))?;
    unread.store(0, Ordering::Relaxed);
    Ok(chunk)
}

/// Takes the file: in memory as long as it is small, then to a temporary file without a name, which
/// is gone with its last handle, whatever happens.
async fn spool(part: &mut Part<'_>, unread: &AtomicUsize, most: u64, mut hash: Option<&mut Sha256>) -> Result<Upload> {
    let mut memory = Vec::new();
    let mut disk: Option<tokio::fs::File> = None;
    let mut length = 0;
    while let Some(chunk) = chunk(part, unread).await? {
        length += chunk.len() as u64;
        if length > most {
            return Err(too_large(most));
        }
        if let Some(hash) = &mut hash {
            hash.update(&chunk);
        }
        if disk.is_none() && memory.len() + chunk.len() > MEMORY_BYTES {
            let mut file = tokio::fs::File::from_std(tempfile::tempfile().map_err(Problem::internal)?);
            file.write_all(&std::mem::take(&mut memory)).await.map_err(disk_problem)?;
            disk = Some(file);
        }
        match &mut disk {
            Some(file) => file.write_all(&chunk).await.map_err(disk_problem)?,
            None => memory.extend(chunk),
        }
    }
    let Some(mut file) = disk else { return Ok(Upload::Memory(memory)) };
    file.flush().await.map_err(disk_problem)?;
    let mut file = file.into_std().await;
    file.seek(SeekFrom::Start(0)).map_err(Problem::internal)?;
    Ok(Upload::Disk(file, length))
}

/// The temporary folder is full, most likely: others' uploads end, and there is room again.
fn disk_problem(error: std::io::Error) -> Problem {
    tracing::error!(%error, "an upload could not be kept");
    Problem::overloaded("The service has no room for the upload.", 5)
}

fn of_multer(error: &multer::Error) -> Problem {
    match error {
        multer::Error::StreamReadFailed(cause) => match cause.downcast_ref::<Halt>() {
            Some(halt) => (*halt).into(),
            None => malformed("The body could not be read."),
        },
        multer::Error::IncompleteFieldData { .. } | multer::Error::IncompleteStream => {
            malformed("The body ends before its last boundary.")
        }
        _ => malformed("A part's head is not well-formed."),
    }
}

/// Why a body is not read on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Halt {
    TooSlow,
    Broken,
    Shapeless,
}

impl std::fmt::Display for Halt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Halt {}

impl From<Halt> for Problem {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::TooSlow => Problem::new(problem::UPLOAD_TIMEOUT),
            Halt::Broken => malformed("The body breaks off or is not well-formed."),
            Halt::Shapeless => malformed("A part's head or the text before the first boundary is too long."),
        }
    }
}

/// The body as a stream that gives way after each piece - the parser would take all there is into
/// memory before it looks at it - and that ends with an error where it is too slow, or where nothing
/// in it makes sense for too long.
struct Paced {
    body: Body,
    rules: Rules,
    began: Instant,
    received: u64,
    until: Pin<Box<Sleep>>,
    unread: Arc<AtomicUsize>,
    gives_way: bool,
}

impl Paced {
    fn new(body: Body, rules: Rules) -> Self {
        let began = Instant::now();
        let until = Box::pin(tokio::time::sleep_until(deadline(began, 0, rules)));
        Paced { body, rules, began, received: 0, until, unread: Arc::default(), gives_way: false }
    }

    fn admit(&mut self, bytes: &Bytes) -> Result<(), Halt> {
        self.received += bytes.len() as u64;
        self.until.as_mut().reset(deadline(self.began, self.received, self.rules));
        self.gives_way = true;
        let unread = self.unread.fetch_add(bytes.len(), Ordering::Relaxed);
        if unread > UNREAD_BYTES { Err(Halt::Shapeless) } else { Ok(()) }
    }
}

/// The moment by which the next byte must be there.
fn deadline(began: Instant, received: u64, rules: Rules) -> Instant {
    let earned = Duration::from_secs_f64(received as f64 / rules.rate as f64);
    began + rules.time.min(GRACE.saturating_add(earned))
}

impl Stream for Paced {
    type Item = Result<Bytes, Halt>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Halt>>> {
        if std::mem::take(&mut self.gives_way) {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        match Pin::new(&mut self.body).poll_frame(cx) {
            Poll::Ready(Some(Ok(frame))) => {
                let bytes = frame.into_data().unwrap_or_default();
                Poll::Ready(Some(self.admit(&bytes).map(|()| bytes)))
            }
            Poll::Ready(Some(Err(_))) => Poll::Ready(Some(Err(Halt::Broken))),
            Poll::Ready(None) => Poll::Ready(None),
            Poll::Pending => self.until.as_mut().poll(cx).map(|()| Some(Err(Halt::TooSlow))),
        }
    }
}
