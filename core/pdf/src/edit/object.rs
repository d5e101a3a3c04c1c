//! Objects of a PDF (ISO 32000-2, 7.3), as values that can be changed.

use std::sync::Arc;

/// What an indirect object is called in its document: its number and generation in the file it came from. Files are
/// written with numbers of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Id {
    /// The number, from 1.
    pub number: u32,
    /// The generation; 0 of all that are new.
    pub generation: u16,
}

/// A value.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) enum Object {
    /// `null`, which an absent entry is, too.
    #[default]
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A number that is whole.
    Integer(i64),
    /// A number that is not.
    Real(f64),
    /// A string, without what it was encrypted with.
    String(Vec<u8>),
    /// A name without its slash and escapes.
    Name(Vec<u8>),
    /// A list.
    Array(Vec<Object>),
    /// Values by name.
    Dictionary(Dictionary),
    /// Bytes with a dictionary; only as an object of its own.
    Stream(Stream),
    /// Another object of the document.
    Reference(Id),
    /// A value that nobody looks into, as its text, whose references are by the numbers of its file. Only as an object
    /// of its own, of a file that we wrote.
    #[cfg_attr(not(feature = "write"), allow(dead_code, reason = "files are only filled where they are written"))]
    Written(Box<[u8]>),
}

static NULL: Object = Object::Null;

impl Object {
    /// A name.
    pub fn name(text: impl AsRef<[u8]>) -> Object {
        Object::Name(text.as_ref().to_vec())
    }

    /// The value as a whole number, cut off where it is not one.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Object::Integer(value) => Some(*value),
            Object::Real(value) => Some(*value as i64),
            _ => None,
        }
    }

    /// The bytes of a string.
    pub fn as_string(&self) -> Option<&[u8]> {
        match self {
            Object::String(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The bytes of a name.
    pub fn as_name(&self) -> Option<&[u8]> {
        match self {
            Object::Name(name) => Some(name),
            _ => None,
        }
    }

    /// Whether it is this name.
    pub fn is_name(&self, name: &str) -> bool {
        self.as_name() == Some(name.as_bytes())
    }

    /// The items of an array.
    pub fn as_array(&self) -> Option<&[Object]> {
        match self {
            Object::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The dictionary that it is, or that a stream has.
    pub fn as_dictionary(&self) -> Option<&Dictionary> {
        match self {
            Object::Dictionary(dictionary) => Some(dictionary),
            Object::Stream(stream) => Some(&stream.dictionary),
            _ => None,
        }
    }

    /// As [`Object::as_dictionary`], to be changed.
    pub fn as_dictionary_mut(&mut self) -> Option<&mut Dictionary> {
        match self {
            Object::Dictionary(dictionary) => Some(dictionary),
            Object::Stream(stream) => Some(&mut stream.dictionary),
            _ => None,
        }
    }

    /// The stream that it is.
    pub fn as_stream(&self) -> Option<&Stream> {
        match self {
            Object::Stream(stream) => Some(stream),
            _ => None,
        }
    }

    /// As [`Object::as_stream`], to be changed.
    pub fn as_stream_mut(&mut self) -> Option<&mut Stream> {
        match self {
            Object::Stream(stream) => Some(stream),
            _ => None,
        }
    }

    /// The object it refers to.
    pub fn as_reference(&self) -> Option<Id> {
        match self {
            Object::Reference(id) => Some(*id),
            _ => None,
        }
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Object::Null)
    }

    /// Calls `change` with each value within, however deep, and with this one last.
    pub fn each_mut(&mut self, change: &mut impl FnMut(&mut Object)) {
        match self {
            Object::Array(items) => items.iter_mut().for_each(|item| item.each_mut(change)),
            Object::Dictionary(dictionary) => dictionary.values_mut().for_each(|value| value.each_mut(change)),
            Object::Stream(stream) => stream.dictionary.values_mut().for_each(|value| value.each_mut(change)),
            _ => {}
        }
        change(self);
    }

    /// Calls `look` with this value and each within, however deep.
    pub fn each(&self, look: &mut impl FnMut(&Object)) {
        look(self);
        match self {
            Object::Array(items) => items.iter().for_each(|item| item.each(look)),
            Object::Dictionary(dictionary) => dictionary.values().for_each(|value| value.each(look)),
            Object::Stream(stream) => stream.dictionary.values().for_each(|value| value.each(look)),
            _ => {}
        }
    }
}

impl From<Dictionary> for Object {
    fn from(dictionary: Dictionary) -> Object {
        Object::Dictionary(dictionary)
    }
}

impl From<Stream> for Object {
    fn from(stream: Stream) -> Object {
        Object::Stream(stream)
    }
}

impl From<Id> for Object {
    fn from(id: Id) -> Object {
        Object::Reference(id)
    }
}

impl From<Vec<Object>> for Object {
    fn from(items: Vec<Object>) -> Object {
        Object::Array(items)
    }
}

impl From<i64> for Object {
    fn from(value: i64) -> Object {
        Object::Integer(value)
    }
}

/// Values by name, in the order of their names. A sorted list: most have four entries, for which a tree takes 808 bytes,
/// and a tagged file has one for each paragraph.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Dictionary(Vec<(Box<[u8]>, Object)>);

impl Dictionary {
    /// The dictionary of these entries, of which the last of a name counts; those that are `null` are none.
    pub fn of(mut entries: Vec<(Box<[u8]>, Object)>) -> Dictionary {
        entries.reverse();
        entries.sort_by(|(a, _), (b, _)| a.cmp(b));
        entries.dedup_by(|(a, _), (b, _)| a == b);
        entries.retain(|(_, value)| *value != Object::Null);
        entries.shrink_to_fit();
        Dictionary(entries)
    }

    /// Where an entry is, or would be.
    fn place(&self, key: &[u8]) -> Result<usize, usize> {
        self.0.binary_search_by(|(name, _)| (**name).cmp(key))
    }

    /// The entry of a key, which may be a reference: [`Document::get`](super::Document::get) follows it. `null` where
    /// there is none.
    pub fn get(&self, key: impl AsRef<[u8]>) -> &Object {
        self.place(key.as_ref()).map_or(&NULL, |at| &self.0[at].1)
    }

    /// The entry of a key, to be changed.
    pub fn get_mut(&mut self, key: impl AsRef<[u8]>) -> Option<&mut Object> {
        let at = self.place(key.as_ref()).ok()?;
        Some(&mut self.0[at].1)
    }

    /// Whether there is such an entry.
    pub fn has(&self, key: impl AsRef<[u8]>) -> bool {
        self.place(key.as_ref()).is_ok()
    }

    /// Sets an entry; `null` removes it.
    pub fn set(&mut self, key: impl AsRef<[u8]>, value: impl Into<Object>) {
        let key = key.as_ref();
        match (value.into(), self.place(key)) {
            (Object::Null, Ok(at)) => drop(self.0.remove(at)),
            (Object::Null, Err(_)) => {}
            (value, Ok(at)) => self.0[at].1 = value,
            (value, Err(at)) => self.0.insert(at, (key.into(), value)),
        }
    }

    /// The dictionary with one more entry.
    #[must_use]
    pub fn with(mut self, key: impl AsRef<[u8]>, value: impl Into<Object>) -> Dictionary {
        self.set(key, value);
        self
    }

    /// Takes an entry out.
    pub fn remove(&mut self, key: impl AsRef<[u8]>) -> Option<Object> {
        self.place(key.as_ref()).ok().map(|at| self.0.remove(at).1)
    }

    /// Its entries, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &Object)> {
        self.0.iter().map(|(key, value)| (&**key, value))
    }

    /// The names of its entries.
    pub fn keys(&self) -> impl Iterator<Item = &[u8]> {
        self.0.iter().map(|(key, _)| &**key)
    }

    /// Its values.
    pub fn values(&self) -> impl Iterator<Item = &Object> {
        self.0.iter().map(|(_, value)| value)
    }

    /// Its values, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Object> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Keeps the entries that `keep` says yes to.
    pub fn retain(&mut self, mut keep: impl FnMut(&[u8], &Object) -> bool) {
        self.0.retain(|(key, value)| keep(key, value));
    }
}

/// Bytes with a dictionary. The bytes are as they lie in the file, but for its encryption; the dictionary says by which
/// filters they were packed. Its `Length` is the writer's business.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Stream {
    /// What is said of the bytes, without `Length`.
    pub dictionary: Dictionary,
    /// The packed bytes.
    pub data: Arc<[u8]>,
}

impl Stream {
    /// A stream of bytes without a filter.
    pub fn new(dictionary: Dictionary, bytes: Vec<u8>) -> Stream {
        let mut stream = Stream { dictionary, data: Arc::default() };
        stream.set_plain(bytes);
        stream
    }

    /// Replaces the bytes by others without a filter.
    pub fn set_plain(&mut self, bytes: Vec<u8>) {
        self.dictionary.remove("DecodeParms");
        self.dictionary.remove("Filter");
        self.data = bytes.into();
    }

    /// Replaces the bytes by others that this one filter has packed.
    pub fn set_packed(&mut self, bytes: Vec<u8>, filter: &str, parameters: Option<Dictionary>) {
        self.dictionary.set("Filter", Object::name(filter));
        self.dictionary.set("DecodeParms", parameters.map_or(Object::Null, Object::Dictionary));
        self.data = bytes.into();
    }
}
