//! Keyword arguments, which every converting function shares, to a [`Converter`].
//!
//! Every option of the core is a keyword. Values are turned into text and go through the core's one
//! parser, so a wrong one is the same `InvalidOption` on every surface. `None` means not set.

use std::path::PathBuf;
use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyMapping, PySequence, PyString};
use transvase::{Converter, Error, Format, Limits, OptionKind};
use transvase_surface::beside::beside;
use transvase_surface::fonts::Fonts;
use transvase_surface::{formats, options};

use crate::cancel::CancelToken;
use crate::errors::exception;
use crate::{fonts, source};

/// What the keywords say.
pub struct Settings {
    /// The conversion, without a hint at the source's format.
    pub converter: Converter,
    /// The source's format, where the caller says it.
    pub source: Option<Format>,
    /// Whom to report progress to.
    pub progress: Option<Py<PyAny>>,
    /// The token that ends the conversion.
    pub cancel: Option<CancelToken>,
    /// Largest input in bytes; nothing is read further.
    pub input_bytes: u64,
    fonts: Fonts,
    system_fonts: bool,
}

impl Settings {
    /// The settings of a conversion to `target`.
    ///
    /// # Errors
    /// `UnknownSource`, `InvalidOption` for a size, limit or timeout that is none, and `TypeError` for a
    /// keyword there is not. Other options are checked when the conversion starts.
    pub fn new(py: Python<'_>, target: Format, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let converter = Converter::new(target);
        let input_bytes = Limits::default().input_bytes;
        let fonts = Fonts::default();
        let mut settings =
            Settings { converter, source: None, progress: None, cancel: None, input_bytes, fonts, system_fonts: true };
        for (key, value) in keywords.into_iter().flatten() {
            if !value.is_none() {
                settings = settings.with(key.cast::<PyString>()?.to_str()?, &value)?;
            }
        }
        settings.fonts.library = fonts::library(py, settings.system_fonts);
        settings.converter = settings.fonts.hand_to(settings.converter);
        Ok(settings)
    }

    /// Hands in the files that documents name: a mapping from their names to inputs.
    ///
    /// # Errors
    /// As [`Source::open`](source::Source::open). A name that is none is reported when the conversion starts.
    pub fn resources(mut self, resources: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(resources) = resources else { return Ok(self) };
        let (names, objects): (Vec<_>, Vec<_>) = pairs(resources)?.into_iter().unzip();
        for (name, file) in names.iter().zip(source::each(objects, self.input_bytes)) {
            let file = file?;
            self.converter = self.converter.resource(name, file.bytes());
        }
        Ok(self)
    }

    /// Lets the conversion find files in these folders that documents name.
    pub fn beside(mut self, py: Python<'_>, folders: Vec<PathBuf>) -> Self {
        if !folders.is_empty() {
            let most_bytes = self.input_bytes;
            self.converter = self.converter.resource_finder(py.detach(|| beside(folders, most_bytes)));
        }
        self
    }

    fn with(self, key: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        match key {
            "from_" => self.source(value),
            "options" => self.options(value),
            "limits" => self.limits(value),
            "timeout" => self.timeout(value),
            "progress" => self.progress(value),
            "cancel" => self.cancel(value),
            "fonts" => self.fonts(value),
            "system_fonts" => self.system_fonts(value),
            _ if transvase::option_spec(key).is_ok() => self.option(key, value),
            _ => Err(PyTypeError::new_err(format!("got an unexpected keyword argument '{key}'"))),
        }
    }

    fn option(mut self, key: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut text = text(key, value)?;
        if value.is_instance_of::<PyString>() {
            text = options::in_bytes(key, &text).map_err(|error| exception(value.py(), &error))?;
        }
        self.converter = self.converter.option(key, &text);
        Ok(self)
    }

    fn options(mut self, options: &Bound<'_, PyAny>) -> PyResult<Self> {
        for (key, value) in pairs(options)? {
            if !value.is_none() {
                self = self.option(&key, &value)?;
            }
        }
        Ok(self)
    }

    fn limits(mut self, limits: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut all = Limits::default();
        for (key, value) in pairs(limits)? {
            all.set(&key, limit(&key, &value)?).map_err(|error| exception(limits.py(), &error))?;
        }
        self.input_bytes = all.input_bytes;
        self.converter = self.converter.limits(all);
        Ok(self)
    }

    fn source(mut self, word: &Bound<'_, PyAny>) -> PyResult<Self> {
        let word = word.cast::<PyString>()?;
        let format = formats::source(word.to_str()?).map_err(|error| exception(word.py(), &error))?;
        self.converter = self.converter.source(format);
        self.source = Some(format);
        Ok(self)
    }

    fn timeout(mut self, seconds: &Bound<'_, PyAny>) -> PyResult<Self> {
        let time = seconds.extract::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let time = time.ok_or_else(|| refused(seconds, "timeout", "is not a number of seconds"))?;
        self.converter = self.converter.deadline(time);
        Ok(self)
    }

    fn fonts(mut self, fonts: &Bound<'_, PyAny>) -> PyResult<Self> {
        if fonts.is_instance_of::<PyString>() || fonts.is_instance_of::<PyBytes>() {
            return Err(PyTypeError::new_err("fonts must be a list of paths or bytes"));
        }
        for (index, font) in fonts.try_iter()?.enumerate() {
            self.fonts.given.extend(source::fonts(&font?, index)?);
        }
        Ok(self)
    }

    fn system_fonts(mut self, yes: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.system_fonts = yes.extract()?;
        Ok(self)
    }

    fn progress(mut self, report: &Bound<'_, PyAny>) -> PyResult<Self> {
        if !report.is_callable() {
            return Err(PyTypeError::new_err("progress must be callable with (stage, done, total)"));
        }
        self.progress = Some(report.clone().unbind());
        Ok(self)
    }

    fn cancel(mut self, token: &Bound<'_, PyAny>) -> PyResult<Self> {
        let token = token.cast::<CancelToken>()?.get().clone();
        self.converter = self.converter.cancel(token.own());
        self.cancel = Some(token);
        Ok(self)
    }
}

/// The pairs of a mapping.
fn pairs<'py>(mapping: &Bound<'py, PyAny>) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    mapping.cast::<PyMapping>()?.items()?.iter().map(|item| item.extract()).collect()
}

/// The value of a limit: a number, or a size as text.
fn limit(key: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    match value.cast::<PyString>() {
        Ok(text) => options::limit(key, text.to_str()?).map_err(|error| exception(value.py(), &error)),
        Err(_) => value.extract().map_err(|_| refused(value, key, "is not a whole number from 0")),
    }
}

/// A value in the form the core's parser takes.
fn text(key: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().to_string());
    }
    if value.is_instance_of::<PyBytes>() {
        // Its text would be that of a literal, quotes and all: a password nobody meant.
        return Err(refused(value, key, "is not text"));
    }
    match value.cast::<PySequence>() {
        Ok(list) if !value.is_instance_of::<PyString>() => listed(key, list),
        _ => Ok(value.str()?.to_str()?.to_owned()),
    }
}

/// The text of page numbers that are given one by one, as in `[1, 2]`. No other option takes a list.
fn listed(key: &str, list: &Bound<'_, PySequence>) -> PyResult<String> {
    let is_pages = transvase::option_spec(key).is_ok_and(|spec| spec.kind == OptionKind::Pages);
    let numbers = list.extract::<Vec<u32>>().ok().filter(|_| is_pages);
    let numbers = numbers.ok_or_else(|| refused(list.as_any(), key, "is not text, and no list of page numbers"))?;
    Ok(numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(","))
}

fn refused(value: &Bound<'_, PyAny>, key: &str, why: &str) -> PyErr {
    let shown = value.repr().map_or_else(|_| "the value".to_owned(), |text| text.to_string());
    exception(value.py(), &Error::option(key, format!("{shown} {why}")))
}
