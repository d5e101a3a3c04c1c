//! Which files of an archive are pictures, and their order.

use std::cmp::Ordering;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_container::foreign;
use transvase_container::zip::{self, Package};
use transvase_format::Confidence;

/// Extensions of the pictures that are read: those of every format of the registry that is one.
const PICTURES: [&str; 46] = [
    "jpg", "jpeg", "jpe", "jfif", "png", "gif", "webp", "tif", "tiff", "bmp", "dib", "ico", "cur", "qoi", "ff", "hdr",
    "pic", "rgbe", "pnm", "ppm", "pgm", "pbm", "pam", "avif", "avifs", "heic", "heif", "hif", "jxl", "jp2", "j2k",
    "j2c", "jpc", "jpf", "jpx", "jpg2", "psd", "psb", "exr", "dds", "svg", "svgz", "tga", "icb", "vda", "vst",
];

/// Extensions of files that go with comics and say nothing that is shown.
const OTHERS: [&str; 6] = ["xml", "txt", "nfo", "sfv", "db", "ini"];

/// Whether a file is an archive of pictures. One that holds more pictures than other files surely is, unless it says that
/// it is something else; any other one may be where that is said of it.
pub(super) fn sniff(bytes: &[u8]) -> Confidence {
    let (mut pictures, mut strangers, mut entries) = (0, 0, 0);
    for name in zip::entry_names(bytes) {
        let name = String::from_utf8_lossy(name);
        entries += 1;
        pictures += usize::from(is_picture(&name));
        strangers += usize::from(is_stranger(&name));
    }
    match pictures > strangers && !foreign::is_package(bytes) {
        true => Confidence::Certain,
        false if entries > 0 => Confidence::Unlikely,
        false => Confidence::No,
    }
}

fn extension(name: &str) -> String {
    let file = name.rsplit('/').next().unwrap_or_default();
    file.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default()
}

/// What some systems put into every archive.
fn is_hidden(name: &str) -> bool {
    name.starts_with("__MACOSX/") || name.rsplit('/').next().is_some_and(|file| file.starts_with('.'))
}

fn is_picture(name: &str) -> bool {
    !is_hidden(name) && PICTURES.contains(&extension(name).as_str())
}

/// Whether an entry is a file that does not go with comics.
fn is_stranger(name: &str) -> bool {
    let is_beside = name.ends_with('/') || is_hidden(name) || OTHERS.contains(&extension(name).as_str());
    !is_beside && !is_picture(name)
}

/// The names of the pictures in their order.
pub(super) fn names(bytes: &[u8], context: &Context) -> Result<Vec<String>> {
    Ok(sorted(&Package::open(bytes, context)?))
}

/// The names of the pictures of an archive in their order.
pub(super) fn sorted(package: &Package) -> Vec<String> {
    let mut names: Vec<String> = package.names().filter(|name| is_picture(name)).map(str::to_owned).collect();
    names.sort_by(|a, b| natural(a, b));
    names
}

/// Warns of files that are left out since they do not go with comics.
pub(super) fn warn_of_strangers(package: &Package, context: &Context) {
    let strangers = || package.names().filter(|name| is_stranger(name));
    let Some(first) = strangers().next() else { return };
    let count = strangers().count();
    let message = counted(
        count,
        "[file of the archive is no picture|files of the archive are not pictures] and [was|were] left out",
    );
    let message = format!("{message}; the first is {first:?}");
    context.warn(Warning::new(WarningCode::AnnotationDropped, message));
}

/// The order people expect: numbers by their size, letters whatever their case.
fn natural(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    loop {
        let (first, second) = (left.chars().next(), right.chars().next());
        let (Some(first), Some(second)) = (first, second) else {
            return first.is_some().cmp(&second.is_some()).then_with(|| a.cmp(b));
        };
        if first.is_ascii_digit() && second.is_ascii_digit() {
            let (number, rest) = digits(left);
            let (other, other_rest) = digits(right);
            match number.len().cmp(&other.len()).then_with(|| number.cmp(other)) {
                Ordering::Equal => (left, right) = (rest, other_rest),
                unequal => return unequal,
            }
        } else {
            match first.to_lowercase().cmp(second.to_lowercase()) {
                Ordering::Equal => (left, right) = (&left[first.len_utf8()..], &right[second.len_utf8()..]),
                unequal => return unequal,
            }
        }
    }
}

/// The number a text begins with, without leading zeros, and what follows it.
fn digits(text: &str) -> (&str, &str) {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].trim_start_matches('0'), &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_as_such() {
        let mut names = ["b/page10.png", "b/page2.png", "B/page1.png", "a.png", "b/page02b.png"];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(names, ["a.png", "B/page1.png", "b/page2.png", "b/page02b.png", "b/page10.png"]);
    }
}
