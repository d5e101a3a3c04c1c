//! Numbered files: pages, frames and parts of a document where one file was named.

use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use transvase::Format;
use zip::ZipArchive;

use crate::failure::Failure;
use crate::output::{Destination, are_one};

/// The files of an archive, in their order, where all of them are of a format; `None` where it holds something else too.
pub fn unpacked(archive: &[u8], format: Format) -> Option<Vec<Vec<u8>>> {
    let mut archive = ZipArchive::new(Cursor::new(archive)).ok()?;
    let mut files = Vec::new();
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).ok()?;
        let extension = Path::new(file.name()).extension()?.to_str()?;
        if !format.spec().answers_to(extension) {
            return None;
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).ok()?;
        files.push(bytes);
    }
    Some(files)
}

/// Writes files beside each other, numbered as `output` says; where one cannot be written none stays that is new.
///
/// # Errors
/// `Exists`, also of an input; `Output`.
pub fn write<'p>(
    files: &[Vec<u8>],
    output: &Path,
    inputs: impl Iterator<Item = &'p Path> + Clone,
    force: bool,
) -> Result<Vec<PathBuf>, Failure> {
    let names: Vec<PathBuf> = (1..=files.len()).map(|number| name(output, number, files.len())).collect();
    let mut places = Vec::new();
    for name in &names {
        if inputs.clone().any(|input| are_one(input, name)) {
            return Err(Failure::Exists(name.clone()));
        }
        places.push(Destination::new(name, force)?);
    }
    for (at, (place, bytes)) in places.iter().zip(files).enumerate() {
        if let Err(failure) = place.write(bytes) {
            places[..at].iter().for_each(Destination::take_back);
            return Err(failure);
        }
    }
    Ok(names)
}

/// The name of one of so many files: its number is where the name says so with `%d` or, with leading zeros, `%03d`, or
/// else behind the stem, as wide as the last.
pub fn name(output: &Path, number: usize, count: usize) -> PathBuf {
    let file = output.file_name().unwrap_or_default().to_string_lossy();
    if let Some((start, end, width)) = place(&file) {
        return output.with_file_name(format!("{}{number:0width$}{}", &file[..start], &file[end..]));
    }
    let width = count.to_string().len();
    let mut name = output.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number:0width$}"));
    if let Some(extension) = output.extension() {
        name.push(".");
        name.push(extension);
    }
    output.with_file_name(name)
}

/// Whether a name says where its number goes.
pub fn has_place(output: &Path) -> bool {
    output.file_name().is_some_and(|name| place(&name.to_string_lossy()).is_some())
}

/// Where a name says that its number goes, and how wide it is at least.
fn place(name: &str) -> Option<(usize, usize, usize)> {
    name.match_indices('%').find_map(|(start, _)| {
        let rest = &name[start + 1..];
        let digits = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let width = if digits == 0 { Some(1) } else { rest[..digits].parse().ok().filter(|width| *width <= 20) };
        rest[digits..].starts_with('d').then(|| Some((start, start + digits + 2, width?)))?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_where_the_name_says() {
        for (output, number, count, expected) in [
            ("a/p.png", 2, 3, "a/p-2.png"),
            ("p.png", 2, 12, "p-02.png"),
            ("p-%02d.png", 7, 12, "p-07.png"),
            ("p%d.x.png", 7, 12, "p7.x.png"),
            ("100%.png", 1, 3, "100%-1.png"),
            ("page", 1, 3, "page-1"),
        ] {
            assert_eq!(name(Path::new(output), number, count), Path::new(expected), "{output}");
        }
        assert!(has_place(Path::new("d/p-%03d.png")) && !has_place(Path::new("%d/p.png")));
        assert!(!has_place(Path::new("p-%99d.png")));
    }
}
