//! From bytes to an object graph: cross-references (repaired where they are broken), decryption.

use std::sync::Arc;

use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use crate::context::Context;
use crate::error::{Error, ErrorCode, Result};
use crate::options;

/// Opens `bytes`, with the password of the options or the empty one.
///
/// # Errors
/// `PasswordRequired`, `PasswordIncorrect`, or `Malformed` where no page tree can be found.
pub(super) fn open(bytes: &[u8], context: &Context) -> Result<Pdf> {
    let password = context.options().text(&options::PASSWORD);
    let data: Arc<[u8]> = Arc::from(bytes);
    let load = |password: &str| Pdf::new_with_password(Arc::new(Arc::clone(&data)), password);
    context.checkpoint()?;
    let loaded = match password.as_deref() {
        // A document that opens without a password opens with a needless one, too.
        Some(password) => load(password).or_else(|error| load("").map_err(|_| error)),
        None => load(""),
    };
    context.checkpoint()?;
    loaded.map_err(|error| load_error(error, password.is_some()))
}

/// Whether the file says it is encrypted.
pub(super) fn is_encrypted(bytes: &[u8]) -> bool {
    bytes.windows(8).any(|window| window == b"/Encrypt")
}

fn load_error(error: LoadPdfError, password_given: bool) -> Error {
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) if password_given => {
            Error::new(ErrorCode::PasswordIncorrect, "the password does not open this PDF")
        }
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => {
            Error::new(ErrorCode::PasswordRequired, "the PDF is encrypted and needs a password")
                .hint("give the password with the option password")
        }
        LoadPdfError::Decryption(_) => {
            Error::malformed("the PDF is encrypted in a way that is damaged or not supported")
        }
        LoadPdfError::Invalid => Error::malformed("the PDF has no page tree and no page that can be found"),
    }
}
