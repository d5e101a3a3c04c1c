//! Opening a file: from bytes to an object graph, with cross-references (repaired where they are broken) and
//! decryption.
//!
//! The object layer unpacks cross-reference streams and object streams by itself and without a
//! limit, so they are unpacked once within the limits before it sees the file.

use hayro_syntax::object::{Array, Dict, FromBytes};
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use memchr::memmem;

use super::crypt::{self, Lock};
use super::stream;
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::options::{self, Options};

/// Opens `bytes`, with the password of the options or the empty one.
///
/// # Errors
/// `PasswordRequired`, `PasswordIncorrect`, `DrmProtected` where something else than a password opens the file, or where
/// no page tree can be found `Malformed`, or `Truncated` if the file has no end.
pub(crate) fn open(bytes: &[u8], context: &Context) -> Result<Pdf> {
    opened(bytes, context).map_err(|error| match error.code() {
        ErrorCode::Malformed if is_cut(bytes) => {
            let hint = "the file was not copied or downloaded to its end: fetch it again";
            Error::new(ErrorCode::Truncated, "the PDF ends before the list of its pages").hint(hint)
        }
        _ => error,
    })
}

/// Bytes at the ends of a file among which its marks are looked for: some programs add a little before and behind them.
const TAIL: usize = 4_096;

/// Whether it is a PDF by its head, and the mark of its end is missing (ISO 32000-2, 7.5.2 and 7.5.5). Files that are made to
/// be read as they come have one near their beginning, too.
fn is_cut(bytes: &[u8]) -> bool {
    let (head, tail) = (&bytes[..bytes.len().min(TAIL)], &bytes[bytes.len().saturating_sub(TAIL)..]);
    memmem::find(head, b"%PDF-").is_some() && memmem::rfind(tail, b"%%EOF").is_none()
}

fn opened(bytes: &[u8], context: &Context) -> Result<Pdf> {
    let mut data = bytes.to_vec();
    trim_keywords(&mut data);
    match Lock::find(&data) {
        None => load(data, "", context)?.map_err(|error| load_error(error, context)),
        Some(lock) if lock.handler != "Standard" => Err(foreign(&lock.handler)),
        Some(lock) => unlock(data, &lock, context),
    }
}

/// Opens a file that passwords lock. One that opens without a password opens with a needless one, too.
fn unlock(mut data: Vec<u8>, lock: &Lock, context: &Context) -> Result<Pdf> {
    let locked = || load_error(LoadPdfError::Decryption(DecryptionError::PasswordProtected), context);
    let passwords = crypt::passwords(context);
    if lock.spares_pages() {
        crypt::hide(&mut data);
        return load(data, "", context)?.map_err(|error| load_error(error, context));
    }
    if lock.takes_unicode() {
        let given = passwords.iter().flat_map(|given| crypt::prepared(given));
        for candidate in given.chain([String::new()]) {
            if let Ok(pdf) = load(data.clone(), &candidate, context)? {
                return Ok(pdf);
            }
        }
        return Err(locked());
    }
    let password = lock.password(&passwords).ok_or_else(locked)?;
    if let Ok(text) = std::str::from_utf8(&password)
        && let Ok(pdf) = load(data.clone(), text, context)?
    {
        return Ok(pdf);
    }
    // The object layer takes no passwords but those in UTF-8.
    let copy = lock.open(&data, &password, context)?;
    load(copy, "", context)?.map_err(|error| load_error(error, context))
}

fn load(data: Vec<u8>, password: &str, context: &Context) -> Result<std::result::Result<Pdf, LoadPdfError>> {
    check_nesting(&data)?;
    check_object_streams(&data, context)?;
    context.checkpoint()?;
    let loaded = Pdf::new_with_password(data, password);
    context.checkpoint()?;
    Ok(loaded)
}

fn foreign(handler: &str) -> Error {
    let message = format!("the PDF is protected by {handler}, which a password cannot open");
    Error::new(ErrorCode::DrmProtected, message)
}

/// Whether the file says it is encrypted.
pub(crate) fn is_encrypted(bytes: &[u8]) -> bool {
    memmem::find(bytes, b"/Encrypt").is_some()
}

/// Moves blanks between the word `stream` and the end of its line to before the word, so that no offset changes. None
/// may be there (ISO 32000-1, 7.3.8.1), and the object layer takes a stream that has some for none.
fn trim_keywords(data: &mut [u8]) {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let after = |at: usize| at + b"stream".len();
    let loose = memmem::find_iter(data, b"stream").filter(|at| data.get(after(*at)).is_some_and(is_blank));
    for at in loose.collect::<Vec<_>>() {
        let rest = data.get(after(at)..).unwrap_or_default();
        let blanks = rest.iter().take_while(|byte| is_blank(byte)).count();
        let ends_line = matches!(rest.get(blanks), Some(b'\r' | b'\n'));
        if ends_line && data[..at].trim_ascii_end().ends_with(b">>") {
            data[at..after(at) + blanks].rotate_right(blanks);
        }
    }
}

/// Dictionaries within one another that the object layer follows; real ones have a few.
const MAX_NESTING: usize = 500;

/// Bytes from one dictionary's start to the next within it, for both to count as nested.
const NESTING_WINDOW: usize = 256;

/// Refuses dictionaries nested beyond what the object layer follows: wherever it looks for objects by their looks, each
/// would cost it all those within.
fn check_nesting(bytes: &[u8]) -> Result<()> {
    let (mut depth, mut last) = (0, 0);
    // It looks where a word begins and at objects with a number; elsewhere, as in the samples of a picture, the bytes of a
    // start mean nothing.
    let is_looked_at = |at: &usize| {
        let before = &bytes[..*at];
        before.last().is_none_or(|byte| matches!(byte, 0 | b'\t' | b'\n' | 12 | b'\r' | b' '))
            || before.ends_with(b"obj")
    };
    for at in memmem::find_iter(bytes, b"<<").filter(is_looked_at) {
        let between = bytes.get(last..at).unwrap_or_default();
        let is_within = between.len() <= NESTING_WINDOW && memmem::find(between, b">>").is_none();
        depth = if is_within { depth + 1 } else { 0 };
        if depth > MAX_NESTING {
            return Err(Error::malformed("the PDF has dictionaries nested too deeply"));
        }
        last = at;
    }
    Ok(())
}

/// What deflate packs a byte into at most; an encrypted stream shows no more than its length.
const MAX_DEFLATE_RATIO: u64 = 1_032;

/// Bytes before the word `stream` in which its dictionary is looked for.
const DICTIONARY_WINDOW: usize = 4_096;

/// Unpacks the streams that the object layer may unpack by itself, for the sake of the limits alone.
/// They are charged to a gauge of their own: most are unpacked, and charged, again when they are read.
fn check_object_streams(bytes: &[u8], context: &Context) -> Result<()> {
    let encrypted = is_encrypted(bytes);
    let gauge = Context::new(Options::default(), context.limits().clone()).with_input(bytes.len())?;
    // Each end is looked for once, however many streams have none.
    let mut ends = memmem::find_iter(bytes, b"endstream").peekable();
    for at in memmem::find_iter(bytes, b"stream") {
        context.tick(1)?;
        let start = at + b"stream".len();
        while ends.next_if(|end| *end < start).is_some() {}
        let Some(dict) = dictionary_before(bytes, at) else { continue };
        let data = bytes.get(start..ends.peek().copied().unwrap_or(bytes.len())).unwrap_or_default();
        if !may_unfold(&dict, data, context) {
            continue;
        }
        context.checkpoint()?;
        let is_table = dict.contains_key(b"W") && dict.contains_key(b"Size");
        if is_table {
            check_table(stream::measure(data, &dict, &gauge)?, &dict, bytes.len())?;
        } else if encrypted {
            let most = (data.len() as u64).saturating_mul(MAX_DEFLATE_RATIO) / 2;
            let is_objects = dict.contains_key(b"First");
            context.check(Limit::stream_bytes, if is_objects { most } else { 0 })?;
        } else {
            stream::measure(data, &dict, &gauge)?;
        }
    }
    Ok(())
}

/// Objects that any file may name: the object layer keeps a place for each, used or not.
const FEW_OBJECTS: u64 = 1 << 16;

/// Whether a table of cross-references, unpacked to so many bytes, has no more rows than the file has bytes: an object
/// takes more than one, even where many are packed together.
fn check_table(unpacked: u64, dict: &Dict<'_>, file: usize) -> Result<()> {
    let widths = dict.get::<Array<'_>>(b"W").map_or(0, |widths| widths.iter::<u32>().take(3).map(u64::from).sum());
    if unpacked / u64::max(widths, 1) > u64::max(file as u64, FEW_OBJECTS) {
        return Err(Error::malformed("the PDF names more objects than it can hold"));
    }
    Ok(())
}

/// Whether a stream is of the kinds the object layer unpacks, told by entries they cannot lack (ISO
/// 32000-1, tables 16 and 17), or could be too large if taken for one.
fn may_unfold(dict: &Dict<'_>, data: &[u8], context: &Context) -> bool {
    let most = (data.len() as u64).saturating_mul(MAX_DEFLATE_RATIO);
    dict.contains_key(b"First")
        || dict.contains_key(b"W")
        || stream::filter_count(dict).is_none_or(|count| count > 1)
        || most > context.limits().stream_bytes
}

/// The dictionary that ends before the word `stream` at `at`; `None` where there is none.
fn dictionary_before(bytes: &[u8], at: usize) -> Option<Dict<'_>> {
    let head = bytes.get(at.saturating_sub(DICTIONARY_WINDOW)..at)?.trim_ascii_end();
    head.strip_suffix(b">>")?;
    // An object begins with `obj`; what stands before it belongs to others.
    let start = memmem::rfind(head, b"obj").map_or(0, |at| at + 3);
    let dict = head.get(start..)?.trim_ascii_start();
    Dict::from_bytes(dict)
}

fn load_error(error: LoadPdfError, context: &Context) -> Error {
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected)
            if context.options().is_set(&options::PASSWORD) =>
        {
            Error::new(ErrorCode::PasswordIncorrect, "the password does not open this PDF")
        }
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => {
            Error::new(ErrorCode::PasswordRequired, "the PDF is encrypted and needs a password")
                .hint("give the password with the option password")
        }
        LoadPdfError::Decryption(_) => Error::malformed("the encryption of the PDF is damaged or not supported"),
        LoadPdfError::Invalid => Error::malformed("no pages were found in the PDF"),
    }
}
