//! Inputs as they were read, and the files that they may name.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use transvase::{Converter, Format, Input, Output, Result};
use transvase_surface::beside::beside;
use transvase_surface::files::folder_of;
use transvase_surface::formats;

use crate::args::is_standard;
use crate::resources::{Resource, Resources};

/// An input.
#[derive(Debug)]
pub struct Source {
    /// Where it came from.
    pub path: PathBuf,
    /// What it holds.
    pub bytes: Vec<u8>,
}

impl Source {
    /// What warnings and errors call it.
    pub fn name(&self) -> String {
        if is_standard(&self.path) { "standard input".into() } else { self.path.to_string_lossy().into_owned() }
    }

    /// The format that its extension names.
    pub fn hint(&self) -> Option<Format> {
        formats::of_path(&self.path)
    }
}

/// The files of one conversion.
#[derive(Debug)]
pub struct Sources {
    /// What is converted: one file, or several that become one, in this order.
    pub inputs: Vec<Source>,
    /// What the command line hands in for them to name.
    pub resources: Resources,
}

impl Sources {
    /// Where the inputs came from.
    pub fn paths(&self) -> impl Iterator<Item = &Path> + Clone {
        self.inputs.iter().map(|input| input.path.as_path())
    }

    /// The folders of the inputs; standard input lies in none.
    fn folders(&self) -> Vec<PathBuf> {
        self.paths().filter(|path| !is_standard(path)).map(|path| folder_of(path).to_owned()).collect()
    }

    /// Bytes of the inputs.
    pub fn input_bytes(&self) -> u64 {
        self.inputs.iter().map(|input| input.bytes.len() as u64).sum()
    }

    /// Converts the inputs to one file. What they name is handed in, or found in their folders and below;
    /// `most_bytes` is the conversion's limit `input_bytes`.
    ///
    /// # Errors
    /// What the library says.
    pub fn convert(&self, converter: Converter, most_bytes: u64) -> Result<Output> {
        let hand_in = |converter: Converter, file: &Resource| converter.resource(&file.name, Arc::clone(&file.bytes));
        let converter = self.resources.iter().fold(converter, hand_in);
        let converter = converter.resource_finder(beside(self.folders(), most_bytes));
        let names: Vec<String> = self.inputs.iter().map(Source::name).collect();
        let named = self.inputs.iter().zip(&names);
        let inputs: Vec<Input> =
            named.map(|(input, name)| Input::new(&input.bytes).name(name).hint(input.hint())).collect();
        converter.join(&inputs)
    }
}
