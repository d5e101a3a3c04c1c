//! Files that the command line hands in for documents to name.

use std::sync::Arc;

use transvase_surface::files;

use crate::args::WorkArgs;
use crate::failure::Failure;
use crate::settings;

/// A file handed in.
#[derive(Debug)]
pub struct Resource {
    /// What documents call it.
    pub name: String,
    /// What it holds.
    pub bytes: Arc<[u8]>,
}

/// The files handed in, for every conversion of a command.
pub type Resources = Arc<[Resource]>;

/// The files that `--resource` hands in; together they have no more bytes than the limit on inputs allows.
///
/// # Errors
/// `InvalidOption` where a word is not of its form; `NoInput`; `LimitExceeded`.
pub fn given(args: &WorkArgs) -> Result<Resources, Failure> {
    let most_bytes = settings::limits(args)?.input_bytes;
    let (mut given, mut sum) = (Vec::new(), 0);
    for word in &args.resources {
        let (name, file) = settings::resource(word)?;
        let bytes = files::read(file, most_bytes).map_err(|unread| Failure::unread(file, unread))?;
        sum += bytes.len() as u64;
        files::check_size(sum, most_bytes)?;
        given.push(Resource { name: name.to_owned(), bytes: bytes.into() });
    }
    Ok(given.into())
}
