//! `cargo xtask cinstall`: the C library, its headers, and what pkg-config and CMake need to find them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::commands::{self, cargo, root, target_folder};

const USAGE: &str = "\
cargo xtask cinstall --prefix DIR [--destdir DIR] [--libdir NAME] [--features LIST] [--no-fonts] [--built DIR]

Builds the library and installs lib/libtransvase.*, include/transvase.{h,hpp}, pkg-config and CMake
files and valgrind's suppressions below the prefix, and says what lies where. --destdir stages the files below another root, --libdir names the library's folder
(default lib), --built takes the libraries from a folder instead of building them, --no-fonts leaves the bundled
faces out: laying text out on pages is then the error MissingResource.";

/// Installs libraries that are built already.
pub fn install_built(built: &Path, prefix: &Path) -> Result<(), String> {
    let (prefix, built) = (prefix.to_owned(), built.to_owned());
    let system = system_libraries()?;
    Install { staged: prefix.clone(), prefix, libdir: "lib".into(), built, system }.install()
}

/// The system's libraries that a program with the library inside is linked with, as the compiler names them for
/// its own runtime: no crate of the library brings another. The unwinder is left out: a C compiler adds its own,
/// the shared or the static one as the program asks, where the name of the shared one would make a static
/// program impossible.
fn system_libraries() -> Result<Vec<String>, String> {
    let folder = target_folder().join("c-probe");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let (source, list) = (folder.join("probe.rs"), folder.join("libraries.txt"));
    write(&source, "")?;
    let mut compiler = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    compiler.args(["--crate-type", "staticlib", "--out-dir"]).arg(&folder).arg(&source);
    let print = format!("native-static-libs={}", list.display());
    let output = compiler.args(["--print", &print]).output().map_err(|error| format!("rustc: {error}"))?;
    if !output.status.success() {
        return Err(format!("{compiler:?}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
    Ok(text.split_whitespace().filter(|word| !word.starts_with("-lgcc")).map(str::to_owned).collect())
}

/// Where valgrind's rules go, below the prefix.
const SUPPRESSIONS: &str = "share/transvase/valgrind.supp";

/// What the words ask for.
#[derive(Default)]
struct Request<'a> {
    prefix: Option<&'a str>,
    destdir: Option<&'a str>,
    libdir: Option<&'a str>,
    built: Option<&'a str>,
    features: Vec<&'a str>,
}

/// Where things go.
struct Install {
    prefix: PathBuf,
    staged: PathBuf,
    libdir: String,
    built: PathBuf,
    /// Words for the linker: the system's libraries below the static one.
    system: Vec<String>,
}

/// Builds and installs as the words say.
pub fn run(words: &[&str]) -> Result<(), String> {
    if cfg!(windows) {
        return Err("installing by xtask needs a Unix system; cargo-c does it on others".into());
    }
    let request = parse(words)?;
    let prefix = absolute(request.prefix.ok_or(USAGE)?)?;
    if request.built.is_none() {
        // Without the Rust kind of library, which the tests link: cargo optimises across crates only where
        // nothing of that kind is asked for.
        let build = ["rustc", "--locked", "--profile", "dist", "--package", "transvase-ffi", "--lib", "--crate-type"];
        commands::run(cargo(&build).arg("cdylib,staticlib").args(&request.features))?;
    }
    let root = absolute(request.destdir.unwrap_or("/"))?;
    let staged = root.join(prefix.strip_prefix("/").unwrap_or(&prefix));
    let built = request.built.map_or_else(|| Ok(target_folder().join("dist")), absolute)?;
    let (libdir, system) = (request.libdir.unwrap_or("lib").to_owned(), system_libraries()?);
    let install = Install { prefix, staged, libdir, built, system };
    install.install()?;
    println!("{}", install.summary());
    Ok(())
}

fn parse<'a>(words: &[&'a str]) -> Result<Request<'a>, String> {
    let mut request = Request::default();
    let mut rest = words;
    while let [flag, after @ ..] = rest {
        rest = after;
        if *flag == "--no-fonts" {
            request.features.push("--no-default-features");
            continue;
        }
        let [value, after @ ..] = rest else { return Err(USAGE.into()) };
        rest = after;
        match *flag {
            "--prefix" => request.prefix = Some(value),
            "--destdir" => request.destdir = Some(value),
            "--libdir" => request.libdir = Some(value),
            "--built" => request.built = Some(value),
            "--features" => request.features.extend(["--features", *value]),
            _ => return Err(USAGE.into()),
        }
    }
    Ok(request)
}

fn absolute(path: &str) -> Result<PathBuf, String> {
    std::path::absolute(path).map_err(|error| format!("{path}: {error}"))
}

/// The version, and the series within which libraries are compatible: below 1.0 a minor version may
/// change everything. `ffi/build.rs` gives the library the same name.
fn versions() -> (&'static str, String) {
    let (major, minor) = (env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"));
    (env!("CARGO_PKG_VERSION"), if major == "0" { format!("0.{minor}") } else { major.to_owned() })
}

impl Install {
    fn install(&self) -> Result<(), String> {
        let lib = self.staged.join(&self.libdir);
        let include = self.staged.join("include");
        self.library(&lib)?;
        for name in ["transvase.h", "transvase.hpp"] {
            copy(&root().join("include").join(name), &include.join(name))?;
        }
        copy(&root().join("ffi/valgrind.supp"), &self.staged.join(SUPPRESSIONS))?;
        write(&lib.join("pkgconfig/transvase.pc"), &self.pkg_config())?;
        write(&lib.join("cmake/Transvase/TransvaseConfig.cmake"), &self.cmake_config())?;
        write(&lib.join("cmake/Transvase/TransvaseConfigVersion.cmake"), &cmake_version())
    }

    /// What lies where now, and how a program is built with it.
    fn summary(&self) -> String {
        let Install { prefix, staged, libdir, .. } = self;
        let (prefix, lib) = (prefix.display(), Path::new(libdir).display());
        format!(
            "installed in {}:\n  {lib}/{}, {lib}/libtransvase.a\n  include/transvase.h, include/transvase.hpp\n  \
             {lib}/pkgconfig/transvase.pc, {lib}/cmake/Transvase\n  {SUPPRESSIONS}\n\n\
             export PKG_CONFIG_PATH={prefix}/{lib}/pkgconfig LD_LIBRARY_PATH={prefix}/{lib}\n\
             cc program.c $(pkg-config --cflags --libs transvase)",
            staged.display(),
            shared_names()[0]
        )
    }

    /// The static library, the shared one under its full version, and the names that lead to it.
    fn library(&self, lib: &Path) -> Result<(), String> {
        let [plain, series, full] = shared_names();
        let built = if cfg!(target_os = "macos") { "libtransvase_ffi.dylib" } else { "libtransvase_ffi.so" };
        copy(&self.built.join(built), &lib.join(&full))?;
        copy(&self.built.join("libtransvase_ffi.a"), &lib.join("libtransvase.a"))?;
        link(&full, &lib.join(series))?;
        link(&full, &lib.join(plain))
    }

    fn pkg_config(&self) -> String {
        format!(
            "prefix={}\nlibdir=${{prefix}}/{}\nincludedir=${{prefix}}/include\n\n\
             Name: transvase\n\
             Description: Converts documents, e-books and images in process, and compresses PDF, JPEG, PNG and WebP under a byte limit\n\
             Version: {}\n\
             Libs: -L${{libdir}} -ltransvase\n\
             Libs.private: {}\n\
             Cflags: -I${{includedir}}\n",
            self.prefix.display(),
            self.libdir,
            versions().0,
            self.system.join(" ")
        )
    }

    /// Imported targets, found from where the file lies, so that the folder can be moved.
    fn cmake_config(&self) -> String {
        let up = "/..".repeat(2 + self.libdir.split('/').filter(|part| !part.is_empty()).count());
        let [plain, _, _] = shared_names();
        format!(
            "get_filename_component(_transvase_prefix \"${{CMAKE_CURRENT_LIST_DIR}}{up}\" ABSOLUTE)\n\
             if(TARGET Transvase::transvase)\n\
             \x20 return()\n\
             endif()\n\
             add_library(Transvase::transvase SHARED IMPORTED)\n\
             set_target_properties(Transvase::transvase PROPERTIES\n\
             \x20 IMPORTED_LOCATION \"${{_transvase_prefix}}/{lib}/{plain}\"\n\
             \x20 INTERFACE_INCLUDE_DIRECTORIES \"${{_transvase_prefix}}/include\")\n\
             add_library(Transvase::transvase_static STATIC IMPORTED)\n\
             set_target_properties(Transvase::transvase_static PROPERTIES\n\
             \x20 IMPORTED_LOCATION \"${{_transvase_prefix}}/{lib}/libtransvase.a\"\n\
             \x20 INTERFACE_INCLUDE_DIRECTORIES \"${{_transvase_prefix}}/include\"\n\
             \x20 INTERFACE_LINK_LIBRARIES \"{needs}\")\n",
            lib = self.libdir,
            needs = self.system.join(";"),
        )
    }
}

/// The names of the shared library: for the linker, for the loader, and the file itself.
fn shared_names() -> [String; 3] {
    let (version, series) = versions();
    if cfg!(target_os = "macos") {
        return [
            "libtransvase.dylib".into(),
            format!("libtransvase.{series}.dylib"),
            format!("libtransvase.{version}.dylib"),
        ];
    }
    ["libtransvase.so".into(), format!("libtransvase.so.{series}"), format!("libtransvase.so.{version}")]
}

/// Any version of the series from the one asked for on.
fn cmake_version() -> String {
    let (version, series) = versions();
    format!(
        "set(PACKAGE_VERSION \"{version}\")\n\
         string(REGEX MATCH \"^{pattern}(\\\\.|$)\" _transvase_series \"${{PACKAGE_FIND_VERSION}}\")\n\
         if(NOT PACKAGE_FIND_VERSION OR (_transvase_series AND NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION))\n\
         \x20 set(PACKAGE_VERSION_COMPATIBLE TRUE)\n\
         endif()\n\
         if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)\n\
         \x20 set(PACKAGE_VERSION_EXACT TRUE)\n\
         endif()\n",
        pattern = series.replace('.', "\\\\.")
    )
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    make_folder_of(to)?;
    // A program may be running with the old file: it is unlinked, not overwritten.
    let _ = fs::remove_file(to);
    fs::copy(from, to).map(drop).map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    make_folder_of(path)?;
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn make_folder_of(path: &Path) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn link(target: &str, place: &Path) -> Result<(), String> {
    let _ = fs::remove_file(place);
    commands::run(Command::new("ln").args(["-s", target]).arg(place))
}
