//! Pictures that a drawing names and that lie beside it, and what of them is missing.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;

/// The pictures that a drawing names.
#[derive(Default)]
pub(super) struct Links(Mutex<Named>);

#[derive(Default)]
struct Named {
    /// Files by their references: one that is named a thousand times is held once.
    files: BTreeMap<String, Arc<Vec<u8>>>,
    missing: usize,
    first_missing: Option<String>,
    /// What ends the conversion, which cannot be told at once.
    error: Option<Error>,
}

impl Links {
    /// What `read` makes of the file that a reference names. It is missed where there is none, or nothing comes of it.
    pub(super) fn resolve<T>(
        &self,
        reference: &str,
        context: &Context,
        read: impl FnOnce(Arc<Vec<u8>>) -> Result<Option<T>>,
    ) -> Option<T> {
        // Reading a drawing asks for the pictures in it, so nothing is locked meanwhile.
        let file = self.named().file(reference, context);
        match file.and_then(|file| file.map_or(Ok(None), read)) {
            Ok(picture) => self.kept(picture, reference),
            Err(error) => {
                self.named().error.get_or_insert(error);
                None
            }
        }
    }

    /// A picture of this name, which is missed where it is none.
    pub(super) fn kept<T>(&self, picture: Option<T>, name: &str) -> Option<T> {
        if picture.is_none() {
            let mut named = self.named();
            named.missing += 1;
            named.first_missing.get_or_insert_with(|| name.chars().take(80).collect());
        }
        picture
    }

    fn named(&self) -> MutexGuard<'_, Named> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Warns of what is missing.
    ///
    /// # Errors
    /// What ended the reading of a file.
    pub(super) fn finish(self, context: &Context) -> Result<()> {
        let named = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(first) = named.first_missing {
            let count = named.missing;
            let message = counted(
                count,
                "[picture of the drawing is|pictures of the drawing are] missing or of an unknown format",
            );
            let message = format!("{message}; the first is {first:?}");
            context.warn(Warning::new(WarningCode::ImageDropped, message));
        }
        named.error.map_or(Ok(()), Err)
    }
}

impl Named {
    fn file(&mut self, reference: &str, context: &Context) -> Result<Option<Arc<Vec<u8>>>> {
        context.checkpoint()?;
        if let Some(known) = self.files.get(reference) {
            return Ok(Some(Arc::clone(known)));
        }
        let Some(file) = context.resource(reference)? else { return Ok(None) };
        context.room(file.len())?;
        let file = Arc::new(file.to_vec());
        self.files.insert(reference.to_owned(), Arc::clone(&file));
        Ok(Some(file))
    }
}
