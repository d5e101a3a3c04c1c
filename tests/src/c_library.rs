//! The C library as it is installed at `TRANSVASE_PREFIX`: the programs of `tests/c` and `tests/cpp`, how they are
//! compiled against it, and the inputs they work on.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{files_below, root, samples};

/// Every warning is an error: the headers must not bring one into anybody's build.
pub const WARNINGS: [&str; 4] = ["-Wall", "-Wextra", "-Werror", "-pedantic"];

/// Seconds after which a program counts as hanging, under valgrind on a busy machine too.
const HANG_S: &str = "900";

/// Conversions of the program that watches memory while `TRANSVASE_SOAK` is set.
const SOAK_CONVERSIONS: &str = "10000";

/// An installed library.
#[derive(Debug, Clone)]
pub struct Installed {
    prefix: PathBuf,
}

impl Installed {
    /// The library at `TRANSVASE_PREFIX`; otherwise says that the tests are skipped.
    pub fn find() -> Option<Self> {
        let prefix = std::env::var_os("TRANSVASE_PREFIX").map(PathBuf::from);
        if prefix.is_none() {
            println!("skipped: C library tests: TRANSVASE_PREFIX is not set");
        }
        prefix.map(|prefix| Installed { prefix })
    }

    /// Where it is installed.
    pub fn prefix(&self) -> &Path {
        &self.prefix
    }

    /// The folder of the libraries.
    pub fn lib(&self) -> PathBuf {
        self.prefix.join("lib")
    }

    /// The installed C header.
    ///
    /// # Panics
    /// Where it is not there.
    pub fn header(&self) -> String {
        fs::read_to_string(self.prefix.join("include/transvase.h")).expect("the header is installed")
    }

    /// What pkg-config says to `words`, as the words of a command line.
    ///
    /// # Panics
    /// Where it does not know the library.
    pub fn pkg_config(&self, words: &[&str]) -> Vec<String> {
        let mut command = Command::new("pkg-config");
        command.args(words).arg("transvase").env("PKG_CONFIG_PATH", self.lib().join("pkgconfig"));
        said(&mut command).split_whitespace().map(str::to_owned).collect()
    }

    /// Compiles and links `source` into `folder`.
    ///
    /// # Panics
    /// Where the compiler refuses it, or warns: its words are the message.
    pub fn compile(&self, compiler: &str, flags: &[&str], source: &Path, folder: &Path) -> PathBuf {
        self.link(compiler, flags, source, folder, &self.pkg_config(&["--cflags", "--libs"]))
    }

    /// As [`Installed::compile`], into a program that has the library inside: with `-static` among the flags
    /// the system's libraries as well, otherwise that one alone.
    pub fn compile_static(&self, compiler: &str, flags: &[&str], source: &Path, folder: &Path) -> PathBuf {
        let mut words = self.pkg_config(&["--static", "--cflags", "--libs"]);
        if !flags.contains(&"-static") {
            // The linker takes the shared library of two with the same name, unless it is told the file.
            words.iter_mut().for_each(|word| *word = word.replace("-ltransvase", "-l:libtransvase.a"));
        }
        self.link(compiler, flags, source, folder, &words)
    }

    fn link(&self, compiler: &str, flags: &[&str], source: &Path, folder: &Path, library: &[String]) -> PathBuf {
        let program = folder.join(source.file_stem().expect("a source has a name"));
        let mut command = Command::new(compiler);
        command.args(WARNINGS).args(flags).arg("-pthread").arg(source).arg("-o").arg(&program).args(library);
        said(&mut command);
        program
    }

    /// Checks `source` without making a program of it.
    ///
    /// # Panics
    /// As [`Installed::compile`].
    pub fn check(&self, compiler: &str, flags: &[&str], source: &Path) {
        let mut command = Command::new(compiler);
        command.args(WARNINGS).args(flags).arg("-fsyntax-only").arg(source).args(self.pkg_config(&["--cflags"]));
        said(&mut command);
    }

    /// What the compiler says to `source`, which it must refuse.
    ///
    /// # Panics
    /// Where it does not.
    pub fn refusal(&self, compiler: &str, flags: &[&str], source: &Path) -> String {
        let mut command = Command::new(compiler);
        command.args(flags).arg("-fsyntax-only").arg(source).args(self.pkg_config(&["--cflags"]));
        let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        assert!(!output.status.success(), "{command:?} succeeds");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    /// A command of `words` that finds the shared library and does not run for ever.
    pub fn command<S: AsRef<OsStr>>(&self, words: &[S]) -> Command {
        let mut command = Command::new("timeout");
        command.arg(HANG_S).args(words).env("LD_LIBRARY_PATH", self.lib());
        command
    }

    /// Runs a test program over `inputs`, below the words of `tool`, if any.
    ///
    /// # Panics
    /// Where a check of the program fails, or the tool finds fault: their words are the message.
    pub fn run(&self, tool: &[&str], program: &Path, inputs: &Path) -> String {
        let scratch = empty(&program.with_extension("scratch"));
        let words: Vec<&OsStr> = tool.iter().map(OsStr::new).chain([program.as_os_str()]).collect();
        // Memory that cannot be had is an answer the programs test: the sanitizers are to pass it on.
        let soak = std::env::var_os("TRANSVASE_SOAK").map(|_| SOAK_CONVERSIONS);
        let mut command = self.command(&words);
        said(command.arg(inputs).arg(scratch).args(soak).env("ASAN_OPTIONS", "allocator_may_return_null=1"))
    }
}

/// Runs a command to its end: what it prints on standard output.
///
/// # Panics
/// Where it does not start or ends badly: its words are the message.
pub fn said(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}{err}", output.status);
    out.into_owned()
}

/// Whether `tool` is installed; otherwise says that `what` is skipped.
pub fn has(tool: &str, what: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        println!("skipped: {what}: {tool} is not installed");
    }
    found
}

/// The compiler of a source, of the family of `c_compiler`: `gcc` or `clang`.
pub fn compiler_for(source: &Path, c_compiler: &str) -> &'static str {
    match (is_cpp(source), c_compiler) {
        (false, "gcc") => "gcc",
        (true, "gcc") => "g++",
        (false, _) => "clang",
        (true, _) => "clang++",
    }
}

/// Whether a source is of C++.
pub fn is_cpp(source: &Path) -> bool {
    source.extension().is_some_and(|end| end == "cpp")
}

/// The standard the headers promise to be good for.
pub fn standard(source: &Path) -> &'static str {
    if is_cpp(source) { "-std=c++17" } else { "-std=c11" }
}

/// The sources of every program of `tests/c` and `tests/cpp`.
pub fn sources() -> Vec<PathBuf> {
    let files = ["tests/c", "tests/cpp"].into_iter().flat_map(|folder| files_below(&root().join(folder)));
    files.filter(|path| path.extension().is_some_and(|end| end == "c" || end == "cpp")).collect()
}

/// The programs that are tests: all but the one that measures.
pub fn tests() -> Vec<PathBuf> {
    sources().into_iter().filter(|path| path.file_stem().is_some_and(|name| name != "overhead")).collect()
}

/// The folder at `path`, emptied.
///
/// # Panics
/// Where it cannot be made.
pub fn empty(path: &Path) -> PathBuf {
    let _ = fs::remove_dir_all(path);
    fs::create_dir_all(path).expect("the temporary folder can be written");
    path.to_owned()
}

/// Puts the files of `examples/` where the programs look for their inputs.
///
/// # Panics
/// Where they cannot be copied.
pub fn real_inputs(folder: &Path) -> PathBuf {
    let examples = root().join("examples");
    for name in ["report.pdf", "book.mobi", "photo.jpg"] {
        fs::copy(examples.join(name), folder.join(name)).expect("the examples are part of the repository");
    }
    shared_inputs(folder)
}

/// The same by name, but made here and small: under tools that make a program fifty times slower.
///
/// # Panics
/// Where they cannot be written.
pub fn small_inputs(folder: &Path) -> PathBuf {
    let photo = samples::named("rgb.jpg");
    for (name, bytes) in [("report.pdf", samples::pdf()), ("book.mobi", samples::mobi()), ("photo.jpg", photo)] {
        fs::write(folder.join(name), bytes).expect("the folder can be written");
    }
    shared_inputs(folder)
}

fn shared_inputs(folder: &Path) -> PathBuf {
    fs::copy(root().join("tests/data/locked.pdf"), folder.join("locked.pdf")).expect("the folder can be written");
    let album = samples::mobi_of("<html><body><p>One picture</p><p><img src=\"pictures/one.png\"/></p></body></html>");
    for (name, bytes) in [("picture.png", samples::named("rgb.png")), ("album.mobi", album)] {
        fs::write(folder.join(name), bytes).expect("the folder can be written");
    }
    folder.to_owned()
}
