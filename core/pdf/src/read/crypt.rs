//! Encryption by passwords (ISO 32000-2, 7.6) where the object layer does not help: passwords that are no UTF-8 in the
//! file, those of owners, and files of which nothing is encrypted but what is attached.
//!
//! `Lock` is what a file says about its encryption, `cipher` holds the algorithms, `copy` writes the file without it.

pub(crate) mod cipher;
mod copy;

pub(super) use copy::hide;
pub(crate) use copy::next_object;

use std::collections::BTreeMap;

use encoding_rs::{MACINTOSH, WINDOWS_1252};
use hayro_syntax::object::{Array, Dict, FromBytes, Name, ObjectIdentifier, String as PdfString};
use memchr::memmem;
use unicode_normalization::UnicodeNormalization;

use super::strings;
use cipher::{Key, md5, pad, rc4, rc4_often};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::options::{OptionKind, OptionSpec, PASSWORD};

/// Bytes of a password that count up to revision 4.
const PASSWORD_LEN: usize = 32;
/// Times that keys are hashed again from revision 3 on (algorithms 2 and 3).
const ROUNDS: usize = 50;

/// Encrypts a PDF that is written.
pub(crate) static ENCRYPT: OptionSpec = OptionSpec {
    key: "encrypt",
    kind: OptionKind::Text,
    unit: "",
    default: "",
    doc: "Encrypt the PDF (AES-256) so that this password is needed to open it.",
};

/// The passwords that may open a file: that of the options, and that which results are encrypted with, since one above a
/// byte limit is opened again.
pub(crate) fn passwords(context: &Context) -> Vec<String> {
    [&PASSWORD, &ENCRYPT].into_iter().filter_map(|spec| context.options().text(spec)).collect()
}

/// How strings or streams are encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    /// Not at all.
    None,
    /// RC4 with the key of the object.
    Rc4,
    /// AES with the key of the object.
    Aes128,
    /// AES with the key of the file.
    Aes256,
}

/// What a file says about its encryption.
#[derive(Debug)]
pub(crate) struct Lock {
    /// The object that says it, where it is one of its own.
    place: Option<ObjectIdentifier>,
    /// Who decides what opens the file; `Standard` for passwords.
    pub handler: String,
    /// Its revision: the algorithms that make the key.
    revision: u8,
    key_len: usize,
    owner: Vec<u8>,
    user: Vec<u8>,
    permissions: u32,
    /// The first identifier of the file.
    id: Vec<u8>,
    spares_metadata: bool,
    streams: Method,
    strings: Method,
    /// Methods by name, for streams that name their own.
    filters: BTreeMap<Vec<u8>, Method>,
}

impl Lock {
    /// The lock of a file; `None` where it has none, or one that is damaged.
    pub fn find(bytes: &[u8]) -> Option<Lock> {
        let (dict, place) = Lock::source(bytes)?;
        Lock::read(&dict, place, bytes)
    }

    /// The dictionary that describes the lock of a file, and the object that it is where it is one of its own.
    pub fn source(bytes: &[u8]) -> Option<(Dict<'_>, Option<ObjectIdentifier>)> {
        let found = memmem::rfind_iter(bytes, b"/Encrypt").filter_map(|at| {
            let rest = bytes.get(at + b"/Encrypt".len()..)?;
            let value = rest.trim_ascii_start();
            if value.starts_with(b"<<") {
                return Some((Dict::from_bytes(value)?, None));
            }
            let place = reference(value).filter(|_| value.len() < rest.len())?;
            Some((Dict::from_bytes(object(bytes, place)?)?, Some(place)))
        });
        let mut locks = found.filter(|(dict, _): &(Dict<'_>, _)| dict.get::<Name<'_>>(b"Filter").is_some());
        locks.next()
    }

    /// How strings and streams are encrypted.
    pub fn methods(&self) -> (Method, Method) {
        (self.strings, self.streams)
    }

    /// Whether what is said about the document is not encrypted.
    pub fn spares_metadata(&self) -> bool {
        self.spares_metadata
    }

    fn read<'b>(dict: &Dict<'b>, place: Option<ObjectIdentifier>, bytes: &'b [u8]) -> Option<Lock> {
        let handler = String::from_utf8_lossy(dict.get::<Name<'_>>(b"Filter")?.as_ref()).into_owned();
        let text = |key: &[u8]| dict.get::<PdfString<'_>>(key).map(|text| text.as_bytes().to_vec()).unwrap_or_default();
        let version = dict.get::<u8>(b"V").unwrap_or(0);
        let revision = dict.get::<u8>(b"R").unwrap_or(0);
        let bits = dict.get::<u32>(b"Length").unwrap_or(if version >= 4 { 128 } else { 40 });
        // Some programs give the length in bytes.
        let key_len = if bits < 40 { bits } else { bits / 8 }.clamp(5, 16) as usize;
        let filters = filters(dict, bytes);
        let named = |key: &[u8]| match dict.get::<Name<'_>>(key) {
            Some(name) if version >= 4 => filters.get(name.as_ref()).copied().unwrap_or(Method::None),
            None if version >= 4 => Method::None,
            _ => Method::Rc4,
        };
        Some(Lock {
            place,
            handler,
            revision,
            key_len: if revision == 2 { 5 } else { key_len },
            owner: text(b"O"),
            user: text(b"U"),
            permissions: dict.get::<i64>(b"P").unwrap_or(0) as u32,
            id: identifier(bytes),
            spares_metadata: !dict.get::<bool>(b"EncryptMetadata").unwrap_or(true) && revision >= 4,
            streams: named(b"StmF"),
            strings: named(b"StrF"),
            filters,
        })
    }

    /// Whether no text and no page is encrypted, as in files of which only the attachments are.
    pub fn spares_pages(&self) -> bool {
        (self.streams, self.strings) == (Method::None, Method::None)
    }

    /// Whether its passwords are Unicode (revisions 5 and 6).
    pub fn takes_unicode(&self) -> bool {
        self.revision >= 5
    }

    /// The password that opens the file, as its bytes are hashed there: none, or one that is given, as a user's or
    /// an owner's (algorithms 6 and 7). `None` where none does.
    pub fn password(&self, given: &[String]) -> Option<Vec<u8>> {
        let spellings: Vec<Vec<u8>> = given.iter().flat_map(|given| spellings(given)).collect();
        let owners = spellings.iter().map(|owner| self.user_of(owner));
        let mut candidates = spellings.iter().cloned().chain([Vec::new()]).chain(owners);
        candidates.find(|password| self.admits(password))
    }

    /// The file without encryption, by a password that opens it.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub fn open(&self, bytes: &[u8], password: &[u8], context: &Context) -> Result<Vec<u8>> {
        copy::deciphered(bytes, self, &Key::new(self.key(password)), context)
    }

    /// The key of the file (algorithm 2).
    pub fn key(&self, password: &[u8]) -> Vec<u8> {
        let mut input = pad(password).to_vec();
        input.extend_from_slice(self.owner.get(..PASSWORD_LEN).unwrap_or(&self.owner));
        input.extend(self.permissions.to_le_bytes());
        input.extend_from_slice(&self.id);
        if self.spares_metadata {
            input.extend([0xFF; 4]);
        }
        let mut hash = md5(&input);
        for _ in 0..if self.revision >= 3 { ROUNDS } else { 0 } {
            hash = md5(&hash[..self.key_len]);
        }
        hash[..self.key_len].to_vec()
    }

    /// Whether a user's password opens the file (algorithms 4 to 6).
    fn admits(&self, password: &[u8]) -> bool {
        let key = self.key(password);
        if self.revision == 2 {
            return self.user.get(..PASSWORD_LEN) == Some(&rc4(&key, &pad(&[])));
        }
        let hash = md5(&[pad(&[]).as_slice(), &self.id].concat());
        self.user.get(..hash.len()) == Some(&rc4_often(&key, &hash, 0..=19))
    }

    /// The user's password as an owner's password tells it (algorithm 7).
    fn user_of(&self, owner: &[u8]) -> Vec<u8> {
        let mut hash = md5(&pad(owner));
        for _ in 0..if self.revision >= 3 { ROUNDS } else { 0 } {
            hash = md5(&hash);
        }
        let key = &hash[..self.key_len];
        let last = if self.revision == 2 { 0 } else { 19 };
        let padded = rc4_often(key, self.owner.get(..PASSWORD_LEN).unwrap_or_default(), (0..=last).rev());
        let padding = pad(&[]);
        let end = (0..=padded.len()).find(|end| padding.starts_with(&padded[*end..])).unwrap_or(padded.len());
        padded[..end].to_vec()
    }
}

/// How a password may be written down in revisions up to 4: as the standard has it, and as programs have done.
fn spellings(password: &str) -> Vec<Vec<u8>> {
    let mut all = vec![password.as_bytes().to_vec()];
    all.extend(strings::encode(password));
    for encoding in [WINDOWS_1252, MACINTOSH] {
        let (bytes, _, unmappable) = encoding.encode(password);
        all.extend((!unmappable).then(|| bytes.into_owned()));
    }
    all.iter_mut().for_each(|bytes| bytes.truncate(PASSWORD_LEN));
    all
}

/// How a password may be written down from revision 5 on: as it is, and as SASLprep (RFC 4013) has it, which knows one
/// space and no characters that cannot be seen.
pub(crate) fn prepared(password: &str) -> [String; 2] {
    let is_unseen = |c: char| matches!(c, '\u{AD}' | '\u{34F}' | '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}' | '\u{FE00}'..='\u{FE0F}');
    let seen = password.chars().filter(|c| !is_unseen(*c));
    let spaced = seen.map(|c| if c.is_whitespace() { ' ' } else { c });
    [password.to_owned(), spaced.nfkc().collect()]
}

/// The methods by their names; a filter may be an object of its own, and all of them too.
fn filters<'b>(dict: &Dict<'b>, bytes: &'b [u8]) -> BTreeMap<Vec<u8>, Method> {
    let entry = |dict: &Dict<'b>, key: &[u8]| {
        let elsewhere = || {
            let place = dict.get_ref(key)?;
            Dict::from_bytes(object(bytes, ObjectIdentifier::new(place.obj_number, place.gen_number))?)
        };
        dict.get::<Dict<'b>>(key).or_else(elsewhere)
    };
    let Some(filters) = entry(dict, b"CF") else { return BTreeMap::new() };
    let method = |name: &[u8]| {
        let filter = entry(&filters, name)?;
        Some(match filter.get::<Name<'_>>(b"CFM")?.as_ref() {
            b"V2" => Method::Rc4,
            b"AESV2" => Method::Aes128,
            b"AESV3" => Method::Aes256,
            _ => Method::None,
        })
    };
    filters.keys().filter_map(|key| Some((key.as_ref().to_vec(), method(key.as_ref())?))).collect()
}

/// The first identifier that a trailer gives the file; empty where none does.
fn identifier(bytes: &[u8]) -> Vec<u8> {
    let first = |at: usize| {
        let value = bytes.get(at + b"/ID".len()..)?.trim_ascii_start();
        let pair = Array::from_bytes(value).filter(|_| value.starts_with(b"["))?;
        Some(pair.iter::<PdfString<'_>>().next()?.as_bytes().to_vec())
    };
    memmem::rfind_iter(bytes, b"/ID").find_map(first).unwrap_or_default()
}

/// The object that `12 0 R` stands for.
fn reference(text: &[u8]) -> Option<ObjectIdentifier> {
    let mut parts = text.split(u8::is_ascii_whitespace).filter(|part| !part.is_empty());
    let mut number = || std::str::from_utf8(parts.next()?).ok()?.parse::<u32>().ok();
    let (object, generation) = (number()?, number()?.try_into().ok()?);
    parts.next().is_some_and(|word| word.starts_with(b"R")).then(|| ObjectIdentifier::new(object, generation))
}

/// What follows the last head of object `id`.
fn object(bytes: &[u8], id: ObjectIdentifier) -> Option<&[u8]> {
    let head = format!("{} {} obj", id.obj_number, id.gen_number);
    let is_whole = |at: &usize| at.checked_sub(1).is_none_or(|before| !bytes[before].is_ascii_digit());
    let at = memmem::rfind_iter(bytes, head.as_bytes()).find(is_whole)?;
    bytes.get(at + head.len()..).map(<[u8]>::trim_ascii_start)
}
