//! The options handle, and the token that cancels a conversion.

use std::ffi::CString;
use std::path::Path;
use std::time::Duration;

use transvase::{CancelToken, Converter, FontFile, Format, Limits};
use transvase_surface::fonts::{self, Library};

use crate::error::{Error, Failure};
use crate::guard;
use crate::pointer::{Bytes, Listener, Progress, Slot, Text, User, null};
use crate::status::Status;

/// The settings of a conversion. Threads may share one that none of them changes.
#[derive(Clone)]
pub struct Options {
    converter: Converter,
    limits: Limits,
}

/// Cancels conversions from any thread.
pub struct Cancel(CancelToken);

impl Default for Options {
    fn default() -> Self {
        // The target is named with each conversion.
        Options { converter: Converter::new(Format::PDF), limits: Limits::default() }
    }
}

impl Options {
    /// The converter these settings describe; its target is named with each conversion.
    pub fn converter(&self) -> &Converter {
        &self.converter
    }

    /// The limits in force.
    pub fn limits(options: Option<&Options>) -> Limits {
        options.map_or_else(Limits::default, |options| options.limits.clone())
    }

    fn change(&mut self, change: impl FnOnce(Converter) -> Converter) {
        self.converter = change(self.converter.clone());
    }
}

/// Runs a change of `options`, which must be there.
fn changing(
    options: Option<&mut Options>,
    error: &Slot<Error>,
    change: impl FnOnce(&mut Options) -> transvase::Result<()>,
) -> Status {
    guard::status(error, || {
        let options = options.ok_or_else(|| null("options"))?;
        change(options).map_err(Failure::from)
    })
}

/// Sets an option from text, after it was checked.
fn set(options: &mut Options, key: Text, value: &str) -> transvase::Result<()> {
    let spec = transvase::option_spec(key.required("key")?)?;
    spec.parse(value)?;
    options.change(|converter| converter.option(spec.key, value));
    Ok(())
}

/// New settings, all at their defaults. Free them with `tvase_options_free`.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_options_new() -> Option<Box<Options>> {
    guard::answer(None, || Some(Box::default()))
}

/// A copy of settings, to be changed on its own: for one conversion with a token of its own, say. It
/// shares the token and the progress function of the original until it is given others. NULL of NULL.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_options_copy(options: Option<&Options>) -> Option<Box<Options>> {
    guard::answer(None, || options.cloned().map(Box::new))
}

/// Frees settings. NULL is accepted.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_options_free(options: Option<Box<Options>>) {
    guard::answer((), || drop(options));
}

/// Sets an option by its key from text, as in `tvase_options_set(options, "max_bytes", "200000", NULL)`.
/// `tvase_options_bounds` says what it takes. What is refused changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_options_set(
    options: Option<&mut Options>,
    key: Text,
    value: Text,
    error: Slot<Error>,
) -> Status {
    changing(options, &error, |options| set(options, key, value.required("value")?))
}

/// Sets an option that takes a whole number.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_options_set_integer(
    options: Option<&mut Options>,
    key: Text,
    value: u64,
    error: Slot<Error>,
) -> Status {
    changing(options, &error, |options| set(options, key, &value.to_string()))
}

/// Sets an option that takes a decimal number.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_options_set_number(
    options: Option<&mut Options>,
    key: Text,
    value: f64,
    error: Slot<Error>,
) -> Status {
    changing(options, &error, |options| set(options, key, &value.to_string()))
}

/// Sets an option that is true or false.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_options_set_flag(
    options: Option<&mut Options>,
    key: Text,
    value: bool,
    error: Slot<Error>,
) -> Status {
    changing(options, &error, |options| set(options, key, if value { "true" } else { "false" }))
}

/// Names the input's format by id, extension or media type, instead of what its bytes look like.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_options_set_source(options: Option<&mut Options>, source: Text, error: Slot<Error>) -> Status {
    changing(options, &error, |options| {
        let source = transvase_surface::formats::source(source.required("source")?)?;
        options.change(|converter| converter.source(source));
        Ok(())
    })
}

/// Sets a ceiling by its key; `tvase_limits_at` lists the keys with their units and defaults. The defaults
/// are safe for untrusted input: raise one only for input that you trust.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_options_set_limit(
    options: Option<&mut Options>,
    key: Text,
    value: u64,
    error: Slot<Error>,
) -> Status {
    changing(options, &error, |options| {
        options.limits.set(key.required("key")?, value)?;
        let limits = options.limits.clone();
        options.change(|converter| converter.limits(limits));
        Ok(())
    })
}

/// Adds a font to set text in where the bundled ones do not have it: the `len` bytes of an OpenType or
/// TrueType file, which are copied. `name` is what warnings and errors call it.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_options_add_font(
    options: Option<&mut Options>,
    name: Text,
    font: Bytes,
    len: usize,
    error: Slot<Error>,
) -> Status {
    changing(options, &error, |options| {
        let font = FontFile::new(name.required("name")?, font.slice("font", len)?);
        options.change(|converter| converter.fonts([font]));
        Ok(())
    })
}

/// Adds the font file at `path`, or every one in the folder there and below.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_options_add_font_file(options: Option<&mut Options>, path: Text, error: Slot<Error>) -> Status {
    guard::status(&error, || {
        let options = options.ok_or_else(|| null("options"))?;
        let path = Path::new(path.required("path")?);
        let given = fonts::given(path).map_err(|error| Failure::reading(path, &error))?;
        options.change(|converter| converter.fonts(given));
        Ok(())
    })
}

/// Looks for fonts of this system where neither the bundled ones nor those that were added have glyphs; a
/// warning names what was used, since the result then depends on the machine. Off by default.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_options_use_system_fonts(options: Option<&mut Options>, error: Slot<Error>) -> Status {
    changing(options, &error, |options| {
        let library = Library::of_system();
        options.change(|converter| converter.font_finder(move |request| library.find(request)));
        Ok(())
    })
}

/// Sets the time a conversion may take, in milliseconds; 0, the default, means no end. It is noticed
/// within 50 ms, but not inside a single call into a decoder of others.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_options_set_timeout_ms(
    options: Option<&mut Options>,
    milliseconds: u64,
    error: Slot<Error>,
) -> Status {
    changing(options, &error, |options| {
        let time = (milliseconds > 0).then(|| Duration::from_millis(milliseconds));
        options.change(|converter| converter.deadline(time));
        Ok(())
    })
}

/// Sets the token that cancels the conversions made with these settings. The settings keep what they
/// need of it: it may be freed before they are.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_options_set_cancel(
    options: Option<&mut Options>,
    cancel: Option<&Cancel>,
    error: Slot<Error>,
) -> Status {
    changing(options, &error, |options| {
        let token = cancel.ok_or_else(|| null("cancel"))?.0.clone();
        options.change(|converter| converter.cancel(token));
        Ok(())
    })
}

/// Sets the function that is told of the progress of the conversions made with these settings; NULL
/// for none. `user` is handed to it as it is, and must be good as long as the settings are used.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_options_set_progress(
    options: Option<&mut Options>,
    progress: Progress,
    user: User,
    error: Slot<Error>,
) -> Status {
    changing(options, &error, |options| {
        let listener = Listener::new(progress, user);
        options.change(|converter| {
            converter.watched(move |stage, done, total| {
                let stage = CString::new(stage.name()).unwrap_or_default();
                listener.tell(&stage, done, total)
            })
        });
        Ok(())
    })
}

/// A new token, not used yet. Free it with `tvase_cancel_free`.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_cancel_new() -> Option<Box<Cancel>> {
    guard::answer(None, || Some(Box::new(Cancel(CancelToken::new()))))
}

/// Ends every conversion that runs or will run with this token, with `TVASE_CANCELLED`. From any
/// thread; not from a signal handler. NULL is accepted.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_cancel(cancel: Option<&Cancel>) {
    guard::answer((), || {
        if let Some(cancel) = cancel {
            cancel.0.cancel();
        }
    });
}

/// Whether the token was used.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_cancel_is_cancelled(cancel: Option<&Cancel>) -> bool {
    guard::answer(false, || cancel.is_some_and(|cancel| cancel.0.is_cancelled()))
}

/// Frees a token; conversions that use it go on. NULL is accepted.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_cancel_free(cancel: Option<Box<Cancel>>) {
    guard::answer((), || drop(cancel));
}
