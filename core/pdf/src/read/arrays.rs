//! Arrays (ISO 32000-1, 7.3.6), whose entries may be references.

use hayro_syntax::object::{Array, MaybeRef, Object};
use hayro_syntax::xref::XRef;

/// The entries of an array, resolved. An entry that leads nowhere is left out; iterating the array by
/// type would end there.
pub(crate) fn entries<'a>(array: &Array<'a>, xref: &'a XRef) -> impl Iterator<Item = Object<'a>> {
    array.raw_iter().filter_map(move |entry| resolve(entry, xref))
}

/// What a value is, or what it refers to.
pub(super) fn resolve<'a>(entry: MaybeRef<Object<'a>>, xref: &'a XRef) -> Option<Object<'a>> {
    match entry {
        MaybeRef::NotRef(object) => Some(object),
        MaybeRef::Ref(id) => xref.get::<Object<'a>>(id.into()),
    }
}
