//! Multipart uploads: a request's body is read part by part, at least so fast, never more than is allowed, and never
//! much of it in memory.

use std::collections::BTreeSet;
use std::io::{Seek, SeekFrom};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
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
use transvase_worker::Part as FilePart;

use crate::api::admission::too_large;
use crate::api::disposition;
use crate::api::fields::{self, FILE, RESOURCE, Texts};
use crate::config::Config;
use crate::engine::Upload;
use crate::parcel::GRACE;
use crate::problem::{self, Problem, Result};
use crate::store::{Outcome, SecretHash};

/// Part with the dashboard's token.
pub const CSRF: &str = "csrf";

/// Longest text part, in bytes.
pub const TEXT_BYTES: usize = 64 << 10;

/// Largest upload that is kept in memory, all its files together, in bytes.
const MEMORY_BYTES: usize = 8 << 20;

/// Everything of a body that is not a file, in bytes; the heads of its parts alone have no more either.
const AROUND_BYTES: u64 = 1 << 20;

/// Bytes that may come without ending a part's head or the boundary before it.
const UNREAD_BYTES: usize = 16 << 10;

/// Bytes after the last boundary that are read, so that the connection can be used again.
const EPILOGUE_BYTES: usize = 64 << 10;

/// What one request may send, and how slowly.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// Most bytes of all files.
    pub file_bytes: u64,
    /// Time for the whole body.
    pub time: Duration,
    /// Least rate after the first seconds, in bytes a second.
    pub rate: u64,
    /// Whether it is a request for a job, which has parts of its own.
    pub is_job: bool,
}

impl Rules {
    /// The settings' rules for files of at most `file_bytes` together.
    pub fn of(config: &Config, file_bytes: u64) -> Self {
        Rules { file_bytes, time: config.upload_timeout_s.0, rate: config.upload_rate_bytes.max(1), is_job: false }
    }
}

/// A request's parts.
#[derive(Debug)]
pub struct Form {
    /// The files, in their order. Those to convert have plain names, resources the ones they were sent with.
    pub files: Vec<FilePart>,
    /// Their bytes, one after the other.
    pub body: Upload,
    /// The other parts.
    pub texts: Texts,
    /// SHA-256 over every part, whatever the order of the texts; taken where the request has an `Idempotency-Key`
    /// alone, since hashing a large file takes a while.
    pub fingerprint: Option<SecretHash>,
}

impl Form {
    /// The name of the first file to convert.
    pub fn first_name(&self) -> Option<&str> {
        self.files.iter().find(|file| !file.resource)?.name.as_deref()
    }

    /// Writes down what is asked for.
    pub fn tell(&self, outcome: &mut Outcome) {
        outcome.bytes_in = self.body.len();
        outcome.target = self.texts.target().into();
        outcome.fingerprint = self.fingerprint;
    }
}

/// Reads a body to its end. With `csrf`, a part of that name is required and must be equal.
///
/// # Errors
/// `not_multipart`, `invalid_multipart`, `missing_file`, `missing_filename`, `unknown_field`,
/// `duplicate_field`, `file_too_large`, `upload_timeout`.
pub async fn read(headers: &HeaderMap, body: Body, rules: Rules, csrf: Option<&str>) -> Result<Form> {
    let boundary = boundary(headers)?;
    let declared = body.size_hint().exact().unwrap_or(0);
    if declared > rules.file_bytes.saturating_add(AROUND_BYTES) {
        return Err(too_large(rules.file_bytes));
    }
    let mut paced = Paced::new(body, rules);
    let spool = Spool { hash: headers.contains_key("idempotency-key").then(Sha256::new), ..Spool::default() };
    let form = parts(&mut paced, boundary, Gathered { spool, ..Gathered::default() }, rules, csrf).await?;
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
    files: Vec<FilePart>,
    spool: Spool,
    texts: Texts,
    seen: Vec<&'static str>,
    /// Bytes of their heads.
    head_bytes: u64,
    is_ours: bool,
}

async fn parts(
    paced: &mut Paced,
    boundary: String,
    mut gathered: Gathered,
    rules: Rules,
    csrf: Option<&str>,
) -> Result<Form> {
    let backlog = Arc::clone(&paced.backlog);
    let mut multipart = Multipart::new(paced, boundary);
    while let Some(part) = multipart.next_field().await.map_err(|error| of_multer(&error))? {
        backlog.clear();
        gathered.take(part, &backlog, rules, csrf).await?;
    }
    gathered.form(csrf).await
}

impl Gathered {
    async fn take(&mut self, mut part: Part<'_>, backlog: &Backlog, rules: Rules, csrf: Option<&str>) -> Result<()> {
        let head = part.headers().iter().map(|(name, value)| name.as_str().len() + value.len());
        self.head_bytes += head.sum::<usize>() as u64;
        if self.head_bytes > AROUND_BYTES {
            return Err(malformed(format!("The headers of all parts together are longer than {AROUND_BYTES} bytes.")));
        }
        let name = self.known(part.name(), csrf.is_some(), rules.is_job)?;
        if [FILE, RESOURCE].contains(&name) {
            return self.file(part, name == RESOURCE, backlog, rules.file_bytes).await;
        }
        let text = text(&mut part, name, backlog).await?;
        match csrf {
            Some(expected) if name == CSRF => self.is_ours = text.as_bytes().ct_eq(expected.as_bytes()).into(),
            _ => self.texts.push(name, text),
        }
        Ok(())
    }

    /// Takes a file, behind those before it.
    async fn file(&mut self, mut part: Part<'_>, resource: bool, backlog: &Backlog, most: u64) -> Result<()> {
        let sent = disposition::sent_name(&part).unwrap_or_default();
        let hint = sent.rsplit_once('.').map(|(_, extension)| extension.to_owned());
        // Documents name a resource by its whole path.
        let name = if resource { sent } else { disposition::plain(&sent) };
        let name = Some(name).filter(|name| !name.is_empty());
        if resource && name.is_none() {
            return Err(Problem::new(problem::MISSING_FILENAME));
        }
        let bytes = self.spool.take(&mut part, backlog, most).await?;
        self.files.push(FilePart { name, hint, bytes, resource });
        Ok(())
    }

    /// The table's own name for a part that may come, and has not come yet unless it is a file.
    fn known(&mut self, name: Option<&str>, has_csrf: bool, is_job: bool) -> Result<&'static str> {
        let name = name.filter(|name| !name.is_empty()).ok_or_else(|| malformed("A part has no name."))?;
        let own = (has_csrf && name == CSRF).then_some((CSRF, false));
        let (known, is_file) = own.or_else(|| fields::find(name, is_job)).ok_or_else(|| unknown(name, is_job))?;
        if !is_file && self.seen.contains(&known) {
            return Err(Problem::new(problem::DUPLICATE_FIELD).detail(format!("The part {known} is given twice.")));
        }
        self.seen.push(known);
        Ok(known)
    }

    async fn form(mut self, csrf: Option<&str>) -> Result<Form> {
        if csrf.is_some() && !self.is_ours {
            return Err(
                Problem::new(problem::INVALID_REQUEST).detail("The form has expired: reload the page and try again.")
            );
        }
        if self.files.iter().all(|file| file.resource) {
            return Err(Problem::new(problem::MISSING_FILE));
        }
        if has_namesakes(&self.files) {
            return Err(
                Problem::new(problem::DUPLICATE_FIELD).detail("Two parts named resource have the same filename.")
            );
        }
        let digest: Option<SecretHash> = self.spool.hash.take().map(|hash| hash.finalize().into());
        let fingerprint = digest.map(|digest| fingerprint(&self.texts, &self.files, &digest));
        Ok(Form { files: self.files, body: self.spool.end().await?, texts: self.texts, fingerprint })
    }
}

/// Nothing is called so. What was meant may be an option whose key is not quite right.
fn unknown(name: &str, is_job: bool) -> Problem {
    let names: Vec<_> = fields::of_request(is_job).map(|field| field.name).collect();
    let shown: String = name.chars().take(40).filter(|c| !c.is_control()).collect();
    let near = transvase::option_spec(&shown).err();
    let near = near.and_then(|error| error.hint_text().map(|hint| format!(" ({hint})"))).unwrap_or_default();
    let detail =
        format!("There is no part or option {shown:?}{near}; the parts are {}, and every option.", names.join(", "));
    Problem::new(problem::UNKNOWN_FIELD).detail(detail)
}

/// Whether two resources have one name.
fn has_namesakes(files: &[FilePart]) -> bool {
    let mut names = BTreeSet::new();
    files.iter().filter(|file| file.resource).any(|file| !names.insert(&file.name))
}

/// SHA-256 over the texts in the table's order, each with its length, then what is said of each file, and the digest
/// of their bytes.
fn fingerprint(texts: &Texts, files: &[FilePart], digest: &SecretHash) -> SecretHash {
    let mut hash = Sha256::new();
    for (name, text) in texts.sorted() {
        hash.update(name);
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    for file in files {
        let name = file.name.as_deref().unwrap_or_default();
        hash.update([u8::from(file.resource)]);
        hash.update((name.len() as u64).to_be_bytes());
        hash.update(name);
        hash.update(file.bytes.to_be_bytes());
    }
    hash.update(digest);
    hash.finalize().into()
}

async fn text(part: &mut Part<'_>, name: &str, backlog: &Backlog) -> Result<String> {
    let mut bytes = Vec::new();
    while let Some(chunk) = chunk(part, backlog).await? {
        if bytes.len() + chunk.len() > TEXT_BYTES {
            return Err(malformed(format!("The part {name} is longer than {TEXT_BYTES} bytes.")));
        }
        bytes.extend(chunk);
    }
    String::from_utf8(bytes).map_err(|_| malformed(format!("The part {name} is not UTF-8.")))
}

async fn chunk(part: &mut Part<'_>, backlog: &Backlog) -> Result<Option<Bytes>> {
    let chunk = part.chunk().await.map_err(|error| of_multer(&error))?;
    backlog.clear();
    Ok(chunk)
}

/// Takes files in, one behind the other: in memory as long as they are small together, then in a temporary file
/// without a name, which is gone with its last handle, whatever happens.
#[derive(Default)]
struct Spool {
    memory: Vec<u8>,
    disk: Option<tokio::fs::File>,
    length: u64,
    /// Takes in all bytes, where a fingerprint is wanted.
    hash: Option<Sha256>,
}

impl Spool {
    /// Takes in one file; its length. All together have at most `most` bytes.
    async fn take(&mut self, part: &mut Part<'_>, backlog: &Backlog, most: u64) -> Result<u64> {
        let before = self.length;
        while let Some(chunk) = chunk(part, backlog).await? {
            self.length += chunk.len() as u64;
            if self.length > most {
                return Err(too_large(most));
            }
            self.keep(&chunk).await?;
        }
        Ok(self.length - before)
    }

    async fn keep(&mut self, chunk: &[u8]) -> Result<()> {
        if let Some(hash) = &mut self.hash {
            hash.update(chunk);
        }
        if self.disk.is_none() && self.memory.len() + chunk.len() > MEMORY_BYTES {
            let mut file = tokio::fs::File::from_std(tempfile::tempfile().map_err(Problem::internal)?);
            file.write_all(&std::mem::take(&mut self.memory)).await.map_err(disk_problem)?;
            self.disk = Some(file);
        }
        match &mut self.disk {
            Some(file) => file.write_all(chunk).await.map_err(disk_problem)?,
            None => self.memory.extend_from_slice(chunk),
        }
        Ok(())
    }

    /// What was taken in.
    async fn end(self) -> Result<Upload> {
        let Some(mut file) = self.disk else { return Ok(Upload::Memory(self.memory)) };
        file.flush().await.map_err(disk_problem)?;
        let mut file = file.into_std().await;
        file.seek(SeekFrom::Start(0)).map_err(Problem::internal)?;
        Ok(Upload::Disk(file, self.length))
    }
}

/// The temporary folder is full, most likely: others' uploads end, and there is room again.
fn disk_problem(error: std::io::Error) -> Problem {
    tracing::error!(%error, "an upload could not be kept");
    Problem::overloaded("The service has no space for the upload. Try again later.", 5)
}

fn of_multer(error: &multer::Error) -> Problem {
    match error {
        multer::Error::StreamReadFailed(cause) => match cause.downcast_ref::<Halt>() {
            Some(halt) => (*halt).into(),
            None => malformed("The body could not be read."),
        },
        multer::Error::IncompleteFieldData { .. } | multer::Error::IncompleteStream => {
            malformed("The body ends before its final boundary: the upload is incomplete.")
        }
        _ => malformed("The headers of a part are malformed."),
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
            Halt::Broken => malformed("The body is incomplete or malformed."),
            Halt::Shapeless => malformed("The headers of a part, or the text before the first boundary, are too long."),
        }
    }
}

/// The body as a stream that gives way after each piece, and after whatever the parser made of one: the parser would
/// take all there is into memory before it looks at it. It ends with an error where it is too slow, or where nothing
/// in it makes sense for too long.
struct Paced {
    body: Body,
    rules: Rules,
    began: Instant,
    received: u64,
    until: Pin<Box<Sleep>>,
    backlog: Arc<Backlog>,
}

/// What the parser has been given and has made nothing of yet. Whoever takes the parts says when it has.
#[derive(Default)]
struct Backlog {
    bytes: AtomicUsize,
    /// Whether the parser is to look at what it has before it gets more.
    gives_way: AtomicBool,
}

impl Backlog {
    /// The parser has made something of what it was given, and may make more of the rest.
    fn clear(&self) {
        self.bytes.store(0, Ordering::Relaxed);
        self.gives_way.store(true, Ordering::Relaxed);
    }

    /// The parser gets a piece.
    fn grow(&self, bytes: usize) -> Result<(), Halt> {
        self.gives_way.store(true, Ordering::Relaxed);
        let before = self.bytes.fetch_add(bytes, Ordering::Relaxed);
        if before > UNREAD_BYTES { Err(Halt::Shapeless) } else { Ok(()) }
    }
}

impl Paced {
    fn new(body: Body, rules: Rules) -> Self {
        let began = Instant::now();
        let until = Box::pin(tokio::time::sleep_until(deadline(began, 0, rules)));
        Paced { body, rules, began, received: 0, until, backlog: Arc::default() }
    }

    fn admit(&mut self, bytes: &Bytes) -> Result<(), Halt> {
        self.received += bytes.len() as u64;
        self.until.as_mut().reset(deadline(self.began, self.received, self.rules));
        self.backlog.grow(bytes.len())
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
        if self.backlog.gives_way.swap(false, Ordering::Relaxed) {
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

#[cfg(test)]
mod tests {
    use futures_util::stream;

    use super::*;

    #[tokio::test]
    async fn no_more_is_read_than_the_parser_needs() {
        let pieces = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&pieces);
        let part = "--b\r\nContent-Disposition: form-data; name=\"resource\"; filename=\"x\"\r\n\r\n1\r\n";
        let body = stream::iter(0..100).map(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
            Ok::<_, std::io::Error>(Bytes::from(part.repeat(100)))
        });
        let rules = Rules { file_bytes: 1 << 20, time: Duration::from_mins(1), rate: 1 << 20, is_job: false };
        let mut paced = Paced::new(Body::from_stream(body), rules);
        let backlog = Arc::clone(&paced.backlog);
        let mut multipart = Multipart::new(&mut paced, "b");
        for _ in 0..150 {
            let mut part = multipart.next_field().await.unwrap().unwrap();
            backlog.clear();
            while chunk(&mut part, &backlog).await.unwrap().is_some() {}
        }
        assert_eq!(pieces.load(Ordering::Relaxed), 2, "the second piece has the parts up to the 200th");
    }
}
