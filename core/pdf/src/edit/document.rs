//! The object table: a document as its indirect objects.

use std::collections::{BTreeMap, BTreeSet};

use super::object::{Dictionary, Id, Object, Stream};
use super::protect::Protection;

/// References that lead to references, followed; honest files have none.
const MAX_HOPS: usize = 16;

/// A document that can be changed: its objects, and where to begin.
#[derive(Debug, Clone, Default)]
pub(crate) struct Document {
    /// The objects. A reference to one that is not here means `null`.
    pub objects: BTreeMap<Id, Object>,
    /// The catalogue.
    pub root: Option<Id>,
    /// What the document says about itself.
    pub info: Option<Id>,
    /// The file's two identifiers, where it has them.
    pub identifiers: Option<[Vec<u8>; 2]>,
    /// Version of the standard, as in (1, 7).
    pub version: (u8, u8),
    /// Whether there is more in the file that it was read from, which could not be read.
    pub is_incomplete: bool,
    /// What the file is encrypted with when it is written.
    pub protection: Option<Protection>,
}

impl Document {
    /// The object `id`; `null` where there is none.
    pub fn object(&self, id: Id) -> &Object {
        self.objects.get(&id).unwrap_or(&Object::Null)
    }

    /// The object `id`, to be changed.
    #[allow(dead_code, reason = "for steps that change objects of any kind")]
    pub fn object_mut(&mut self, id: Id) -> Option<&mut Object> {
        self.objects.get_mut(&id)
    }

    /// A value itself: what it refers to where it is a reference.
    pub fn resolve<'d>(&'d self, mut value: &'d Object) -> &'d Object {
        for _ in 0..MAX_HOPS {
            match value {
                Object::Reference(id) => value = self.object(*id),
                _ => return value,
            }
        }
        &Object::Null
    }

    /// The entry of a dictionary, any reference followed; `null` where there is none.
    pub fn get<'d>(&'d self, dictionary: &'d Dictionary, key: impl AsRef<[u8]>) -> &'d Object {
        self.resolve(dictionary.get(key))
    }

    /// The dictionary that is the entry of another one.
    pub fn dictionary<'d>(&'d self, of: &'d Dictionary, key: impl AsRef<[u8]>) -> Option<&'d Dictionary> {
        self.get(of, key).as_dictionary()
    }

    /// The items of an array that is an entry of a dictionary; none where it is not one.
    pub fn items<'d>(&'d self, of: &'d Dictionary, key: impl AsRef<[u8]>) -> &'d [Object] {
        self.get(of, key).as_array().unwrap_or_default()
    }

    /// The dictionary of the object `id`.
    pub fn dictionary_of(&self, id: Id) -> Option<&Dictionary> {
        self.resolve(self.object(id)).as_dictionary()
    }

    /// The dictionary of the object `id`, to be changed.
    pub fn dictionary_mut(&mut self, id: Id) -> Option<&mut Dictionary> {
        self.objects.get_mut(&id)?.as_dictionary_mut()
    }

    /// The stream that the object `id` is.
    pub fn stream(&self, id: Id) -> Option<&Stream> {
        self.object(id).as_stream()
    }

    /// The stream that the object `id` is, to be changed.
    pub fn stream_mut(&mut self, id: Id) -> Option<&mut Stream> {
        self.objects.get_mut(&id)?.as_stream_mut()
    }

    /// The catalogue.
    pub fn catalog(&self) -> Option<&Dictionary> {
        self.dictionary_of(self.root?)
    }

    /// The catalogue, to be changed.
    pub fn catalog_mut(&mut self) -> Option<&mut Dictionary> {
        self.dictionary_mut(self.root?)
    }

    /// Adds an object under a new id.
    pub fn add(&mut self, object: impl Into<Object>) -> Id {
        let last = self.objects.last_key_value().map_or(0, |(id, _)| id.number);
        let id = Id { number: last.saturating_add(1), generation: 0 };
        self.objects.insert(id, object.into());
        id
    }

    /// Takes an object out: references to it mean `null` from then on.
    pub fn remove(&mut self, id: Id) -> Option<Object> {
        self.objects.remove(&id)
    }

    /// Takes out what nothing leads to from the catalogue and the description of the document.
    pub fn prune(&mut self) {
        let mut reached = BTreeSet::new();
        let mut waiting: Vec<Id> = [self.root, self.info].into_iter().flatten().collect();
        while let Some(id) = waiting.pop() {
            if reached.insert(id) {
                self.object(id).each(&mut |value| waiting.extend(value.as_reference()));
            }
        }
        self.objects.retain(|id, _| reached.contains(id));
    }

    /// Ids of the streams, in their order.
    pub fn streams(&self) -> impl Iterator<Item = (Id, &Stream)> {
        self.objects.iter().filter_map(|(id, object)| Some((*id, object.as_stream()?)))
    }

    /// Lets every reference to an object lead to another one, where `moved` has it.
    pub fn redirect(&mut self, moved: &BTreeMap<Id, Id>) {
        if moved.is_empty() {
            return;
        }
        let mut redirect = |value: &mut Object| {
            if let Object::Reference(id) = value
                && let Some(to) = moved.get(id)
            {
                *id = *to;
            }
        };
        self.objects.values_mut().for_each(|object| object.each_mut(&mut redirect));
        for place in [&mut self.root, &mut self.info].into_iter().flatten() {
            *place = *moved.get(place).unwrap_or(place);
        }
    }
}
