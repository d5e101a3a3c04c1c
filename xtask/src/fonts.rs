//! `cargo xtask fonts`: gathers the faces of the features `fonts-cjk` and `fonts-world` from package
//! registries into the target folder. Nothing of them is committed.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::commands::{self, root};

/// Noto fonts of the npm registry's `@expo-google-fonts`, all under the SIL Open Font Licence 1.1: the
/// package, and the file in its folder `400Regular`.
#[rustfmt::skip]
const WORLD: [(&str, &str); 18] = [
    ("noto-sans-armenian", "NotoSansArmenian"), ("noto-sans-bengali", "NotoSansBengali"), ("noto-emoji", "NotoEmoji"),
    ("noto-sans-ethiopic", "NotoSansEthiopic"), ("noto-sans-georgian", "NotoSansGeorgian"), ("noto-sans-gujarati", "NotoSansGujarati"),
    ("noto-sans-gurmukhi", "NotoSansGurmukhi"), ("noto-sans-kannada", "NotoSansKannada"), ("noto-sans-khmer", "NotoSansKhmer"),
    ("noto-sans-lao", "NotoSansLao"), ("noto-sans-malayalam", "NotoSansMalayalam"), ("noto-sans-myanmar", "NotoSansMyanmar"),
    ("noto-sans-oriya", "NotoSansOriya"), ("noto-sans-sinhala", "NotoSansSinhala"), ("noto-sans-tamil", "NotoSansTamil"),
    ("noto-sans-telugu", "NotoSansTelugu"), ("noto-sans-thaana", "NotoSansThaana"), ("noto-serif-tibetan", "NotoSerifTibetan"),
];

/// The Debian package of Droid Sans Fallback (Apache License 2.0), and the file and licence in it.
const CJK: (&str, &str, &str) = (
    "fonts-droid-fallback",
    // The one with Hangul; its fuller sister has more rare ideographs instead.
    "usr/share/fonts-droid-fallback/truetype/DroidSansFallback.ttf",
    "usr/share/doc/fonts-droid-fallback/copyright",
);

/// Gathers all, and says what each feature weighs.
pub fn run() -> Result<(), String> {
    let work = fresh(&folder().join("work"))?;
    gather_cjk(&work)?;
    gather_world(&work)?;
    std::fs::remove_dir_all(&work).map_err(|error| format!("{}: {error}", work.display()))?;
    for feature in features_there() {
        println!("{feature}: {:.1} MB", weight(feature) as f64 / 1e6);
    }
    println!("build with --features {}", features_there().join(","));
    Ok(())
}

/// The features whose fonts are gathered: release builds have them.
pub fn features_there() -> Vec<&'static str> {
    let named = [("fonts-cjk", "cjk"), ("fonts-world", "world")];
    named.into_iter().filter(|(_, name)| folder().join(name).is_dir()).map(|(feature, _)| feature).collect()
}

/// Fills a folder with what is gathered, fonts and licences.
pub fn fill(target: &Path) -> Result<(), String> {
    for name in ["cjk", "world"] {
        let target = fresh(&target.join(name))?;
        let entries = std::fs::read_dir(folder().join(name)).map_err(|_| "run cargo xtask fonts first".to_owned())?;
        for entry in entries.flatten() {
            copy(&entry.path(), &target.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// Where they lie, for the build script of the core, which does not know of another target folder.
fn folder() -> PathBuf {
    root().join("target/fonts")
}

fn weight(feature: &str) -> u64 {
    let fonts = std::fs::read_dir(folder().join(feature.trim_start_matches("fonts-"))).into_iter().flatten();
    let ttf = fonts.flatten().filter(|entry| entry.path().extension().is_some_and(|end| end == "ttf"));
    ttf.filter_map(|entry| Some(entry.metadata().ok()?.len())).sum()
}

fn gather_cjk(work: &Path) -> Result<(), String> {
    let (package, font, licence) = CJK;
    commands::run(Command::new("apt-get").args(["download", "--quiet", package]).current_dir(work))?;
    let archive = only_file(work, ".deb")?;
    commands::run(Command::new("dpkg-deb").arg("--extract").arg(&archive).arg(work.join("deb")))?;
    let target = fresh(&folder().join("cjk"))?;
    copy(&work.join("deb").join(font), &target.join("DroidSansFallback.ttf"))?;
    copy(&work.join("deb").join(licence), &target.join("LICENCE.txt"))
}

fn gather_world(work: &Path) -> Result<(), String> {
    let target = fresh(&folder().join("world"))?;
    for (package, font) in WORLD {
        let place = fresh(&work.join(package))?;
        let name = format!("@expo-google-fonts/{package}");
        commands::run(Command::new("npm").args(["pack", "--silent", &name]).current_dir(&place))?;
        let archive = only_file(&place, ".tgz")?;
        commands::run(Command::new("tar").arg("xzf").arg(&archive).current_dir(&place))?;
        copy(&place.join(format!("package/400Regular/{font}_400Regular.ttf")), &target.join(format!("{font}.ttf")))?;
        copy(&place.join("package/LICENSE"), &target.join(format!("{font}.LICENCE.txt")))?;
    }
    Ok(())
}

/// An empty folder.
fn fresh(path: &Path) -> Result<PathBuf, String> {
    // It need not be there yet.
    let _ = std::fs::remove_dir_all(path);
    std::fs::create_dir_all(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path.to_owned())
}

fn only_file(folder: &Path, end: &str) -> Result<PathBuf, String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found = entries.filter(|path| path.to_string_lossy().ends_with(end));
    found.next().ok_or_else(|| format!("there is no {end} in {}", folder.display()))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    std::fs::copy(from, to).map(|_| ()).map_err(|error| format!("{}: {error}", from.display()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_font_is_named_once() {
        let names: std::collections::BTreeSet<_> = super::WORLD.iter().map(|(_, font)| font).collect();
        assert_eq!(names.len(), super::WORLD.len());
    }
}
