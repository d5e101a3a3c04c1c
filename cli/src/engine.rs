//! The conversion engine, in this process or in workers, and the fonts it has.

use transvase_surface::fonts::{self, Fonts, Library};
use transvase_worker::Pool;

use crate::args::WorkArgs;
use crate::failure::Failure;
use crate::isolated;

/// The variable that names more fonts and folders of fonts.
const FONTS_VARIABLE: &str = "TRANSVASE_FONTS";

/// What converts.
#[derive(Debug)]
pub enum Engine {
    /// This process.
    Here(Fonts),
    /// Workers, which have the fonts.
    Workers(Pool),
}

impl Engine {
    /// The engine that the command line asks for, for that many conversions at a time.
    ///
    /// # Errors
    /// `NoInput` where a font cannot be read; `MissingResource` where workers cannot be had.
    pub fn start(args: &WorkArgs, conversions: usize) -> Result<Engine, Failure> {
        let fonts = fonts(args)?;
        Ok(match args.isolate {
            true => Engine::Workers(isolated::pool(args, conversions, fonts)?),
            false => Engine::Here(fonts),
        })
    }
}

fn fonts(args: &WorkArgs) -> Result<Fonts, Failure> {
    let variable = std::env::var_os(FONTS_VARIABLE).unwrap_or_default();
    let more = std::env::split_paths(&variable).filter(|path| !path.as_os_str().is_empty());
    let mut given = Vec::new();
    for path in args.fonts.iter().cloned().chain(more) {
        given.extend(fonts::given(&path).map_err(|error| Failure::reading(&path, &error))?);
    }
    Ok(Fonts { given, library: (!args.no_system_fonts).then(Library::of_system) })
}
