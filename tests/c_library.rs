//! The installed C library as programs in C and C++ meet it: `tests/c`, `tests/cpp` and the examples are compiled
//! against the prefix in `TRANSVASE_PREFIX` and run, by themselves and under the tools that watch memory.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use transvase_tests::c_library::{
    Installed, compiler_for, empty, has, is_cpp, real_inputs, said, small_inputs, sources, standard, tests,
};
use transvase_tests::words::docx;
use transvase_tests::{files_below, header, root, samples, two_at_a_time};

/// Only leaks of memory nobody points at any more count: Rust keeps 48 bytes for each thread that calls it, with
/// a pointer into their middle, which the main thread still has when it ends. Reports that are no faults are in a file.
const VALGRIND: [&str; 6] = [
    "valgrind",
    "--quiet",
    "--leak-check=full",
    "--errors-for-leak-kinds=definite,indirect",
    "--error-exitcode=99",
    concat!("--suppressions=", env!("CARGO_MANIFEST_DIR"), "/c/valgrind.supp"),
];

/// Sites of `unsafe` in the crate, all in one file. A change of the number is a change to be argued for.
const UNSAFE_SITES: usize = 8;

fn folder(name: &str) -> PathBuf {
    empty(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("c-library").join(name))
}

/// Memory is not watched where the program watches it itself.
fn for_memory_tools() -> Vec<PathBuf> {
    tests().into_iter().filter(|path| path.file_stem().unwrap() != "growth").collect()
}

/// Compiles and runs every test with the compilers of a family.
fn every_test_passes(family: &str) {
    let Some(library) = Installed::find().filter(|_| has(family, "C programs")) else { return };
    let folder = folder(family);
    let inputs = real_inputs(&empty(&folder.join("inputs")));
    for source in tests() {
        let program = library.compile(compiler_for(&source, family), &[standard(&source)], &source, &folder);
        for line in library.run(&[], &program, &inputs).lines().filter(|line| line.starts_with("measured: ")) {
            println!("{line}");
        }
    }
}

#[test]
fn every_program_passes_with_gcc() {
    every_test_passes("gcc");
}

#[test]
fn every_program_passes_with_clang() {
    every_test_passes("clang");
}

#[test]
fn the_headers_are_good_for_every_standard() {
    let Some(library) = Installed::find() else { return };
    let alone = folder("alone");
    fs::write(alone.join("c.c"), "#include <transvase.h>\nint main(void) { return TVASE_OK; }\n").unwrap();
    fs::write(alone.join("cpp.cpp"), "#include <transvase.hpp>\nint main() { return TVASE_OK; }\n").unwrap();
    for family in ["gcc", "clang"].into_iter().filter(|family| has(family, "standards of C and C++")) {
        for source in sources().into_iter().chain(files_below(&alone)) {
            let standards: &[&str] =
                if is_cpp(&source) { &["-std=c++17", "-std=c++20"] } else { &["-std=c99", "-std=c11", "-std=c2x"] };
            for standard in standards {
                library.check(compiler_for(&source, family), &[standard], &source);
            }
        }
        for source in files_below(&alone) {
            let strict = ["-Wconversion", "-Wshadow", standard(&source)];
            library.check(compiler_for(&source, family), &strict, &source);
        }
    }
}

#[test]
fn cpp_does_without_exceptions() {
    let Some(library) = Installed::find() else { return };
    let folder = folder("no-exceptions");
    let inputs = real_inputs(&empty(&folder.join("inputs")));
    let source = root().join("tests/cpp/results.cpp");
    for compiler in ["g++", "clang++"].into_iter().filter(|compiler| has(compiler, "C++ without exceptions")) {
        let program = library.compile(compiler, &["-std=c++17", "-fno-exceptions"], &source, &folder);
        library.run(&[], &program, &inputs);
    }
}

#[test]
fn joined_files_stand_one_behind_the_other() {
    let Some(library) = Installed::find().filter(|_| has("gcc", "joined files")) else { return };
    let folder = folder("joined");
    let inputs = small_inputs(&empty(&folder.join("inputs")));
    let source = root().join("tests/c/input.c");
    let program = library.compile("gcc", &[standard(&source)], &source, &folder);
    library.run(&[], &program, &inputs);
    let text = docx::text(&fs::read(program.with_extension("scratch").join("joined.docx")).unwrap());
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words:?} is missing: {text:?}"));
    assert!(at("The second one ends the book.") < at(samples::PDF_LINES[0]), "{text:?}");
}

#[test]
fn no_program_loses_or_misuses_memory() {
    let Some(library) = Installed::find().filter(|_| has("gcc", "valgrind") && has("valgrind", "memory of C programs"))
    else {
        return;
    };
    let folder = folder("valgrind");
    let inputs = small_inputs(&empty(&folder.join("inputs")));
    // Minutes, most of them in the interpreter of valgrind.
    two_at_a_time(for_memory_tools().into_iter(), |source| {
        let flags = ["-g", standard(&source)];
        let program = library.compile(compiler_for(&source, "gcc"), &flags, &source, &folder);
        library.run(&VALGRIND, &program, &inputs);
    });
}

fn sanitizers_find_nothing(family: &str) {
    let folder = folder(&format!("sanitized-{family}"));
    let Some(library) = Installed::find().filter(|_| has(family, "sanitizers") && has_sanitizers(family, &folder))
    else {
        return;
    };
    let inputs = small_inputs(&empty(&folder.join("inputs")));
    for source in for_memory_tools() {
        let flags = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", standard(&source)];
        let program = library.compile(compiler_for(&source, family), &flags, &source, &folder);
        library.run(&[], &program, &inputs);
    }
}

/// Whether the compiler has what sanitized programs are linked with; a package of its own for clang.
fn has_sanitizers(compiler: &str, folder: &Path) -> bool {
    let source = folder.join("empty.c");
    fs::write(&source, "int main(void) { return 0; }\n").unwrap();
    let mut command = Command::new(compiler);
    command.arg("-fsanitize=address,undefined").arg(&source).arg("-o").arg(folder.join("empty"));
    let has = command.output().is_ok_and(|output| output.status.success());
    if !has {
        println!("skipped: sanitizers of {compiler}: its runtime (libclang-rt) is not installed");
    }
    has
}

#[test]
fn sanitizers_of_gcc_find_nothing() {
    sanitizers_find_nothing("gcc");
}

#[test]
fn sanitizers_of_clang_find_nothing() {
    sanitizers_find_nothing("clang");
}

#[test]
fn a_program_may_have_the_library_inside() {
    let Some(library) = Installed::find().filter(|_| has("gcc", "static linking")) else { return };
    let folder = folder("static");
    let inputs = small_inputs(&empty(&folder.join("inputs")));
    let source = root().join("tests/c/convert.c");
    for flags in [&[standard(&source)][..], &[standard(&source), "-static"]] {
        let program = library.compile_static("gcc", flags, &source, &folder);
        // Without a word about where libraries are.
        said(Command::new(&program).arg(&inputs).arg(&folder).env_remove("LD_LIBRARY_PATH"));
        if flags.contains(&"-static") {
            let headers = said(Command::new("readelf").arg("--program-headers").arg(&program));
            assert!(!headers.contains("INTERP"), "the program needs a loader: {headers}");
        }
        // Some 100 MB with debug information.
        fs::remove_file(program).unwrap();
    }
}

#[test]
fn a_static_link_is_told_every_library_of_the_system() {
    let Some(library) = Installed::find().filter(|_| has("pkg-config", "static linking")) else { return };
    let probe = folder("static-needs").join("probe.rs");
    fs::write(&probe, "").unwrap();
    let mut rustc = Command::new("rustc");
    rustc.args(["--crate-type", "staticlib", "--print", "native-static-libs"]).arg(&probe);
    let output = rustc.current_dir(probe.parent().unwrap()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let named =
        text.lines().find_map(|line| line.split_once("native-static-libs: ")).unwrap_or_else(|| panic!("{text}"));
    let told = library.pkg_config(&["--static", "--libs"]);
    // The unwinder is the C compiler's own: its shared library cannot be part of a static program.
    for word in named.1.split_whitespace().filter(|word| !word.starts_with("-lgcc")) {
        assert!(told.iter().any(|known| known == word), "{word} is missing: {told:?}");
    }
    assert!(!told.iter().any(|word| word == "-lgcc_s"), "{told:?}");
    assert_eq!(library.pkg_config(&["--libs"]).iter().filter(|word| word.starts_with("-l")).count(), 1);
}

#[test]
fn an_old_standard_of_cpp_is_refused_in_one_sentence() {
    let Some(library) = Installed::find() else { return };
    let source = folder("old-cpp").join("old.cpp");
    fs::write(&source, "#include <transvase.hpp>\nint main() { return 0; }\n").unwrap();
    for compiler in ["g++", "clang++"].into_iter().filter(|compiler| has(compiler, "standards of C++")) {
        for standard in ["-std=c++11", "-std=c++14"] {
            let said = library.refusal(compiler, &[standard], &source);
            let errors: Vec<&str> = said.lines().filter(|line| line.contains("error: ")).collect();
            assert!(errors.len() == 1 && errors[0].contains("needs C++17"), "{said}");
        }
    }
}

#[test]
fn what_is_exported_is_what_the_header_declares() {
    let Some(library) = Installed::find().filter(|_| has("nm", "exported symbols")) else { return };
    let shared = library.lib().join("libtransvase.so");
    let symbols = said(Command::new("nm").args(["--dynamic", "--defined-only"]).arg(&shared));
    let mut exported: Vec<&str> = symbols.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
    exported.sort_unstable();
    assert_eq!(exported, header::declared(&library.header()));
    assert_eq!(library.header(), header::text(), "the installed header is not the one of the sources");

    let dynamic = said(Command::new("readelf").arg("--dynamic").arg(&shared));
    let soname = dynamic.lines().find(|line| line.contains("(SONAME)")).unwrap_or_else(|| panic!("{dynamic}"));
    let (_, name) = soname.trim_end_matches(']').split_once('[').unwrap();
    assert!(name.starts_with("libtransvase.so.") && library.lib().join(name).is_file(), "{soname}");
}

#[test]
fn every_function_is_documented_and_tried_with_null() {
    let header = header::text();
    let lines: Vec<&str> = header.lines().collect();
    for pair in lines.windows(2) {
        let undocumented = !header::declared(pair[1]).is_empty() && !pair[0].starts_with("// ");
        assert!(!undocumented, "{} has no words above it", pair[1]);
    }
    let tried = fs::read_to_string(root().join("tests/c/null.c")).unwrap();
    let takes_nothing = |name: &str| header.contains(&format!("{name}(void)")) || name == "tvase_version_fits";
    for name in header::declared(&header).into_iter().filter(|name| !takes_nothing(name)) {
        assert!(tried.contains(&format!("{name}(")), "tests/c/null.c does not call {name}");
    }
}

#[test]
fn every_status_is_reached_by_a_test() {
    let tried = fs::read_to_string(root().join("tests/c/errors.c")).unwrap();
    for (_, name, _) in header::statuses() {
        assert!(tried.contains(&format!("TVASE_{name}")), "tests/c/errors.c does not reach TVASE_{name}");
    }
}

#[test]
fn unsafe_code_stays_in_one_file() {
    let mut sites = 0;
    for path in files_below(&root().join("ffi/src")) {
        let source = fs::read_to_string(&path).unwrap();
        let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
        let found: usize = code.map(|line| line.replace("#[unsafe(no_mangle)]", "").matches("unsafe").count()).sum();
        assert!(found == 0 || path.ends_with("pointer.rs"), "{} is unsafe", path.display());
        sites += found;
    }
    assert_eq!(sites, UNSAFE_SITES);
}

#[test]
fn every_entry_is_a_panic_boundary() {
    // Each does its work inside one of these, which all end in `guard`.
    let boundaries = ["guard::answer(", "guard::text(", "guard::status(", "changing(", "part(", "nth(", "said("];
    let mut entries = 0;
    for path in files_below(&root().join("ffi/src")) {
        let source = fs::read_to_string(&path).unwrap();
        for entry in source.split("#[unsafe(no_mangle)]").skip(1) {
            let body = entry.split_once("\n}").map_or(entry, |(body, _)| body);
            let guarded = boundaries.iter().any(|boundary| body.contains(boundary));
            assert!(guarded, "no boundary in {}: {body}", path.display());
            entries += 1;
        }
    }
    assert_eq!(entries, header::declared(&header::text()).len());
}

/// Copies an example into a folder of its own, as somebody would who starts from it.
fn example(name: &str) -> PathBuf {
    let folder = folder(&format!("example-{name}"));
    for path in files_below(&root().join("examples").join(name)) {
        fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
    }
    folder
}

#[test]
fn the_example_in_c_builds_with_make() {
    let Some(library) = Installed::find().filter(|_| has("make", "the example in C")) else { return };
    let folder = example("c");
    let pkg_config = library.lib().join("pkgconfig");
    said(Command::new("make").current_dir(&folder).env("PKG_CONFIG_PATH", pkg_config));
    let result = folder.join("report.docx");
    said(&mut library.command(&[folder.join("convert"), root().join("examples/report.pdf"), result.clone()]));
    assert!(fs::read(result).unwrap().starts_with(b"PK"));
}

#[test]
fn the_example_in_cpp_builds_with_cmake() {
    let Some(library) = Installed::find().filter(|_| has("cmake", "the example in C++")) else { return };
    let folder = example("cpp");
    let recipe = fs::read_to_string(folder.join("CMakeLists.txt")).unwrap();
    for target in ["Transvase::transvase", "Transvase::transvase_static"] {
        let build = folder.join(target.replace(':', "-"));
        fs::write(folder.join("CMakeLists.txt"), recipe.replace("Transvase::transvase", target)).unwrap();
        let prefix = format!("-DCMAKE_PREFIX_PATH={}", library.prefix().display());
        said(Command::new("cmake").arg(prefix).arg("-S").arg(&folder).arg("-B").arg(&build));
        said(Command::new("cmake").arg("--build").arg(&build));
        let result = build.join("small.jpg");
        let words = [build.join("convert"), root().join("examples/photo.jpg"), result.clone(), "100000".into()];
        // CMake has told the program where the library is.
        said(library.command(&words).env_remove("LD_LIBRARY_PATH"));
        let len = fs::metadata(result).unwrap().len();
        assert!(len > 0 && len <= 100_000, "{len}");
        fs::remove_file(build.join("convert")).unwrap();
    }
}
