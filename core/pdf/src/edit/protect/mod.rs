//! Encryption by passwords (ISO 32000-2, 7.6): what a file had is put on again, with the same passwords and
//! permissions, or a new one with AES-256, or none, as options ask for it.
//!
//! There are no random numbers here, so that a file has one result: keys and what begins a chain of blocks come from
//! the passwords and the content by hashing. The standard asks that they cannot be guessed, not that they differ each
//! time.

mod cipher;

use std::borrow::Cow;

use hayro_syntax::object::{Dict, MaybeRef, Object as Parsed};

use super::object::{Dictionary, Object, Stream};
use crate::read::crypt::{self, Method};
use cipher::Unicode;
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::options::{OptionKind, OptionSpec};

/// The password of whoever encrypts.
pub(super) static OWNER_PASSWORD: OptionSpec = OptionSpec {
    key: "owner_password",
    kind: OptionKind::Text,
    unit: "",
    default: "",
    doc: "Owner password of the PDF, which is encrypted with AES-256. Without the option encrypt the PDF opens without \
          a password. By default it is the password of encrypt.",
};

/// Takes the encryption off.
pub(super) static DECRYPT: OptionSpec = OptionSpec {
    key: "decrypt",
    kind: OptionKind::Flag,
    unit: "",
    default: "false",
    doc: "Remove the encryption of a PDF that was opened with a password.",
};

/// Permissions that allow everything (7.6.4.2, table 22).
const ALL_ALLOWED: i32 = -4;

/// Bytes of the key of a file that names its methods (version 4); readers fill up shorter ones.
const MIXED_KEY: usize = 16;

/// How a file is encrypted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Protection {
    key: Vec<u8>,
    strings: Method,
    streams: Method,
    spares_metadata: bool,
    /// The dictionary that says so in the file.
    entries: Dictionary,
}

impl Protection {
    /// The protection of a file that opens with the password of the options; `None` where it has none, or the options
    /// ask for another one.
    ///
    /// # Errors
    /// `UnsupportedRoute` where a file could not be written with it again.
    pub fn of(bytes: &[u8], context: &Context) -> Result<Option<Protection>> {
        let Some(lock) = crypt::Lock::find(bytes) else { return Ok(None) };
        if context.options().flag(&DECRYPT) && !lock.spares_pages() {
            return Ok(None);
        }
        let given = crypt::passwords(context);
        let entries = crypt::Lock::source(bytes).and_then(|(dict, _)| copied(&dict));
        let entries = entries.filter(|_| !lock.spares_pages()).ok_or_else(refused)?;
        let key = if lock.takes_unicode() {
            let spellings = given.iter().flat_map(|given| crypt::prepared(given)).chain([String::new()]);
            spellings.into_iter().find_map(|password| Unicode::of(&entries)?.key(password.as_bytes()))
        } else {
            lock.password(&given).map(|password| lock.key(&password))
        };
        let (strings, streams) = lock.methods();
        let mut key = key.ok_or_else(refused)?;
        if entries.get("V").as_integer() == Some(4) && key.len() < MIXED_KEY {
            key.resize(MIXED_KEY, 0);
        }
        Ok(Some(Protection { key, strings, streams, spares_metadata: lock.spares_metadata(), entries }))
    }

    /// Protection by AES-256 (revision 6): `user` opens the file, `owner` may change that. `seed` is the content, which
    /// the key of the file depends on beside the passwords.
    pub fn new(user: &str, owner: &str, seed: &[u8]) -> Protection {
        let [_, user] = crypt::prepared(user);
        let [_, owner] = crypt::prepared(owner);
        let (unicode, key) = Unicode::new(user.as_bytes(), owner.as_bytes(), ALL_ALLOWED, seed);
        let filter =
            Dictionary::default().with("CFM", Object::name("AESV3")).with("AuthEvent", Object::name("DocOpen"));
        let filters = Dictionary::default().with("StdCF", filter.with("Length", 32));
        let mut entries = Dictionary::default().with("Filter", Object::name("Standard")).with("V", 5).with("R", 6);
        entries.set("Length", 256);
        entries.set("P", i64::from(ALL_ALLOWED));
        entries.set("CF", filters);
        entries.set("StmF", Object::name("StdCF"));
        entries.set("StrF", Object::name("StdCF"));
        unicode.write(&mut entries);
        Protection { key, strings: Method::Aes256, streams: Method::Aes256, spares_metadata: false, entries }
    }

    /// The dictionary that says how the file is encrypted.
    pub fn entries(&self) -> &Dictionary {
        &self.entries
    }

    /// A string of object `number`, encrypted.
    pub fn string(&self, number: u32, plain: &[u8]) -> Vec<u8> {
        cipher::encipher(self.strings, &self.key, number, plain)
    }

    /// The data of the stream `number`, encrypted unless it is metadata and that stays open.
    pub fn stream<'s>(&self, number: u32, stream: &'s Stream) -> Cow<'s, [u8]> {
        let is_spared = self.spares_metadata && stream.dictionary.get("Type").is_name("Metadata");
        if is_spared || self.streams == Method::None {
            return Cow::Borrowed(&stream.data);
        }
        cipher::encipher(self.streams, &self.key, number, &stream.data).into()
    }
}

fn refused() -> Error {
    let message = "the encryption of the PDF cannot be kept in the result";
    Error::new(ErrorCode::UnsupportedRoute, message).hint("ask for a result without encryption with decrypt=true")
}

/// A dictionary without references, as that of an encryption is.
fn copied(dict: &Dict<'_>) -> Option<Dictionary> {
    let mut copy = Dictionary::default();
    for (key, value) in dict.entries() {
        let MaybeRef::NotRef(value) = value else { return None };
        copy.set(key, copied_value(value)?);
    }
    Some(copy)
}

fn copied_value(value: Parsed<'_>) -> Option<Object> {
    Some(match value {
        Parsed::Boolean(value) => Object::Boolean(value),
        Parsed::Number(number) => Object::Integer(number.as_i64()),
        Parsed::String(text) => Object::String(text.as_bytes().to_vec()),
        Parsed::Name(name) => Object::name(name),
        Parsed::Dict(dict) => Object::Dictionary(copied(&dict)?),
        _ => return None,
    })
}
