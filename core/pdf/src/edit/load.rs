//! The object loader: from a file to its objects, by way of the reader's object layer, which repairs what it can.
//!
//! Only what can be reached from the catalogue and the description of the document is taken: the rest is what earlier
//! revisions and careless programs left behind.

use std::collections::{BTreeSet, VecDeque};

use hayro_syntax::object::{Array, Dict, FromBytes, MaybeRef, Object as Parsed, ObjectIdentifier, String as Text};
use memchr::memmem;

use super::document::Document;
use super::object::{Dictionary, Id, Object, Stream};
use super::protect::Protection;
use super::tree;
use crate::read::{crypt, open};
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};

/// Values within one another that are followed; the object layer has the same bound.
const MAX_DEPTH: usize = 512;

/// Bytes before and after a word in which the dictionary that has it is looked for.
const DICTIONARY_WINDOW: usize = 4_096;

/// Reads a file, with the password of the options where it is encrypted.
///
/// # Errors
/// `PasswordRequired`, `PasswordIncorrect`, `DrmProtected`, `Malformed` where there is no page, or a limit.
pub(crate) fn load(bytes: &[u8], context: &Context) -> Result<Document> {
    let pdf = open::open(bytes, context)?;
    let root = pdf.xref().root_id();
    let trailer = Trailer::find(bytes, root);
    let mut loader = Loader::new(context);
    let mut document = Document {
        root: loader.reach(root),
        info: trailer.info.and_then(|info| loader.reach(info)),
        identifiers: trailer.identifiers,
        version: version(bytes),
        ..Document::default()
    };
    document.protection = Protection::of(bytes, context)?;
    let mut missing = BTreeSet::new();
    while let Some(source) = loader.waiting.pop_front() {
        context.tick(1)?;
        if let (Some(id), Some(object)) = (id_of(source), pdf.xref().get::<Parsed<'_>>(source)) {
            let object = loader.object(object, 0)?;
            document.objects.insert(id, object);
        } else {
            missing.insert(source);
        }
    }
    let found: Vec<Id> = pdf.pages().iter().filter_map(|page| id_of(page.raw().obj_id()?)).collect();
    tree::mend(&mut document, &found, context)?;
    if tree::pages(&document, context)?.is_empty() {
        return Err(Error::malformed("the PDF has no page that can be read"));
    }
    document.is_incomplete = !missing.is_empty() && are_unreadable(bytes, &missing, context)?;
    Ok(document)
}

/// Whether one of the objects that were not found is in the file, in words that cannot be read. Those that are read
/// well were taken out by a later revision.
fn are_unreadable(bytes: &[u8], missing: &BTreeSet<ObjectIdentifier>, context: &Context) -> Result<bool> {
    let mut at = 0;
    while let Some((id, start)) = crypt::next_object(bytes, at) {
        context.tick(1)?;
        let text = bytes.get(start..).unwrap_or_default().trim_ascii_start();
        if missing.contains(&id) && Parsed::from_bytes(text).is_none() {
            return Ok(true);
        }
        at = start;
    }
    Ok(false)
}

/// Objects on their way from the object layer.
pub(super) struct Loader<'c> {
    seen: BTreeSet<Id>,
    waiting: VecDeque<ObjectIdentifier>,
    context: &'c Context,
}

impl<'c> Loader<'c> {
    pub(super) fn new(context: &'c Context) -> Self {
        Loader { seen: BTreeSet::new(), waiting: VecDeque::new(), context }
    }

    /// Has an object read, once.
    pub(super) fn reach(&mut self, source: ObjectIdentifier) -> Option<Id> {
        let id = id_of(source)?;
        if self.seen.insert(id) {
            self.waiting.push_back(source);
        }
        Some(id)
    }

    fn object(&mut self, object: Parsed<'_>, depth: usize) -> Result<Object> {
        if depth > MAX_DEPTH {
            return Err(Error::malformed("the PDF has values nested too deeply"));
        }
        self.context.tick(1)?;
        Ok(match object {
            Parsed::Null(_) => Object::Null,
            Parsed::Boolean(value) => Object::Boolean(value),
            Parsed::Number(number) => number_of(number.as_f64(), number.as_i64()),
            Parsed::String(text) => Object::String(text.as_bytes().to_vec()),
            Parsed::Name(name) => Object::Name(name.as_ref().to_vec()),
            Parsed::Array(items) => {
                let items = items.raw_iter().map(|item| self.value(item, depth + 1));
                Object::Array(items.collect::<Result<_>>()?)
            }
            Parsed::Dict(dict) => Object::Dictionary(self.dictionary(&dict, depth)?),
            Parsed::Stream(stream) => {
                let mut dictionary = self.dictionary(stream.dict(), depth)?;
                dictionary.remove("Length");
                let data = stream.raw_data();
                self.context.room(data.len())?;
                Object::Stream(Stream { dictionary, data: data.into() })
            }
        })
    }

    pub(super) fn dictionary(&mut self, dict: &Dict<'_>, depth: usize) -> Result<Dictionary> {
        let mut entries = Vec::new();
        for (key, value) in dict.entries() {
            let key: &[u8] = key.as_ref();
            entries.push((key.into(), self.value(value, depth + 1)?));
        }
        Ok(Dictionary::of(entries))
    }

    fn value(&mut self, value: MaybeRef<Parsed<'_>>, depth: usize) -> Result<Object> {
        match value {
            MaybeRef::Ref(reference) => Ok(self.reach(reference.into()).map_or(Object::Null, Object::Reference)),
            MaybeRef::NotRef(object) => self.object(object, depth),
        }
    }
}

fn id_of(source: ObjectIdentifier) -> Option<Id> {
    Some(Id { number: source.obj_number, generation: source.gen_number.try_into().ok()? })
}

fn number_of(real: f64, integer: i64) -> Object {
    match real {
        _ if integer as f64 == real => Object::Integer(integer),
        _ if real.is_finite() => Object::Real(real),
        _ => Object::Integer(0),
    }
}

/// Version that the header names (ISO 32000-2, 7.5.2); 1.4 where it names none.
pub(super) fn version(bytes: &[u8]) -> (u8, u8) {
    let head = bytes.get(..crate::HEADER_WINDOW.min(bytes.len())).unwrap_or_default();
    let digits = memmem::find(head, b"%PDF-").and_then(|at| head.get(at + 5..at + 8));
    match digits {
        Some([major @ b'1'..=b'2', b'.', minor @ b'0'..=b'9']) => (major - b'0', minor - b'0'),
        _ => (1, 4),
    }
}

/// What the object layer does not tell of a file's trailer (ISO 32000-2, 7.5.5).
#[derive(Default)]
struct Trailer {
    info: Option<ObjectIdentifier>,
    identifiers: Option<[Vec<u8>; 2]>,
}

impl Trailer {
    /// The last trailers of a file that name this catalogue: the first entries there are of each kind.
    fn find(bytes: &[u8], root: ObjectIdentifier) -> Trailer {
        let mut found = Trailer::default();
        let candidates = memmem::rfind_iter(bytes, b"/Root").filter_map(|at| dictionary_around(bytes, at));
        let own = candidates.filter(|dict| dict.get_ref(b"Root").is_some_and(|id| ObjectIdentifier::from(id) == root));
        for dict in own.take(MAX_TRAILERS) {
            found.info = found.info.or_else(|| dict.get_ref(b"Info").map(Into::into));
            found.identifiers = found.identifiers.or_else(|| identifiers(&dict));
        }
        found
    }
}

/// Trailers that are looked at.
const MAX_TRAILERS: usize = 64;

pub(super) fn identifiers(dict: &Dict<'_>) -> Option<[Vec<u8>; 2]> {
    let pair = dict.get::<Array<'_>>(b"ID")?;
    let mut halves = pair.iter::<Text<'_>>().map(|half| half.as_bytes().to_vec());
    let first = halves.next()?;
    let second = halves.next().unwrap_or_else(|| first.clone());
    Some([first, second])
}

/// The dictionary of a trailer or of a table of cross-references that has the word at `at`.
fn dictionary_around(bytes: &[u8], at: usize) -> Option<Dict<'_>> {
    let from = at.saturating_sub(DICTIONARY_WINDOW);
    let before = bytes.get(from..at)?;
    let start =
        [&b"trailer"[..], b"obj"].into_iter().filter_map(|word| Some(memmem::rfind(before, word)? + word.len()));
    let text = bytes.get(from + start.max()?..)?.trim_ascii_start();
    Dict::from_bytes(text)
}
