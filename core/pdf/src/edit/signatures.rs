//! Digital signatures (ISO 32000-2, 12.8), which hold for the bytes of a file and not for what they mean: a file that is
//! written anew has none.

use std::collections::BTreeSet;

use super::document::Document;
use super::object::{Dictionary, Id, Object};
use transvase_base::context::Context;
use transvase_base::error::Result;
pub(super) use transvase_base::options::SIGNATURES;
use transvase_base::warning::{Warning, WarningCode};

/// Whether a document is signed.
pub(super) fn is_signed(document: &Document) -> bool {
    document.objects.values().any(has_signature)
}

/// Whether an object is a signature, or holds one.
fn has_signature(object: &Object) -> bool {
    let mut found = false;
    object.each(&mut |value| found |= matches!(value, Object::Dictionary(entries) if entries.has("ByteRange")));
    found
}

/// Takes the signatures out; the fields that had them stay, and what they show.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn drop(document: &mut Document, context: &Context) -> Result<()> {
    let signed = document.objects.iter().filter(|(_, object)| has_signature(object));
    let signatures: BTreeSet<Id> = signed.filter(|(_, object)| is_signature(object)).map(|(id, _)| *id).collect();
    for object in document.objects.values_mut() {
        context.tick(1)?;
        object.each_mut(&mut |value| {
            if let Object::Dictionary(entries) = value {
                let is_value = |value: &Object| match value {
                    Object::Reference(id) => signatures.contains(id),
                    value => is_signature(value),
                };
                entries.retain(|_, value| !is_value(value));
                if entries.has("SigFlags") {
                    entries.remove("SigFlags");
                }
            }
        });
    }
    document.objects.retain(|id, _| !signatures.contains(id));
    if let Some(catalog) = document.catalog_mut() {
        // Permissions that a signature gave, and what is needed to check one later.
        catalog.remove("Perms");
        catalog.remove("DSS");
    }
    context.warn(Warning::new(
        WarningCode::SignatureDropped,
        "the digital signatures were removed, since they are not valid for the new file",
    ));
    Ok(())
}

fn is_signature(value: &Object) -> bool {
    value.as_dictionary().is_some_and(|entries: &Dictionary| entries.has("ByteRange"))
}
