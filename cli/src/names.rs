//! Output file names for results that nobody named.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use transvase::Format;

/// Where the result of `input` goes that has no other place: beside it, and never over it.
pub fn beside(input: &Path, target: Format) -> PathBuf {
    let name = input.with_file_name(of_result(input, target));
    if name != input {
        return name;
    }
    let mut smaller = input.file_stem().unwrap_or_default().to_owned();
    smaller.push(".min.");
    smaller.push(input.extension().unwrap_or_default());
    input.with_file_name(smaller)
}

/// The input's stem and the target's extension; an extension that fits already stays.
pub fn of_result(input: &Path, target: Format) -> OsString {
    let mut name = input.file_stem().unwrap_or_default().to_owned();
    let spec = target.spec();
    let own = input.extension().filter(|own| own.to_str().is_some_and(|own| spec.answers_to(own)));
    name.push(".");
    name.push(own.unwrap_or_else(|| spec.extensions.first().copied().unwrap_or(spec.id).as_ref()));
    name
}

/// Where a result goes that has another format than `output` says, such as several files in an archive: its name with the
/// extension of what it is, or, where that is not free, with both.
pub fn of_other(output: &Path, format: Format, is_free: impl Fn(&Path) -> bool) -> PathBuf {
    let extension = format.spec().extensions.first().copied().unwrap_or(format.id());
    let name = output.with_extension(extension);
    if is_free(&name) {
        return name;
    }
    let mut whole = output.as_os_str().to_owned();
    whole.push(".");
    whole.push(extension);
    whole.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_lie_beside_their_inputs_and_never_over_them() {
        let cases = [
            ("x.jpg", Format::PNG, "x.png"),
            ("a/b.c.pdf", Format::DOCX, "a/b.c.docx"),
            ("x.jpg", Format::JPEG, "x.min.jpg"),
            ("a/X.JPEG", Format::JPEG, "a/X.min.JPEG"),
            ("photo", Format::JPEG, "photo.jpg"),
            ("a/.hidden", Format::PDF, "a/.hidden.pdf"),
            ("book.azw3", Format::PDF, "book.pdf"),
        ];
        for (input, target, output) in cases {
            assert_eq!(beside(Path::new(input), target), Path::new(output), "{input} to {target}");
        }
    }

    #[test]
    fn an_archive_gives_way_to_an_input() {
        let name =
            |output: &str, input: &str| of_other(Path::new(output), Format::ZIP, |name| name != Path::new(input));
        assert_eq!(name("a/b.c.md", "x"), Path::new("a/b.c.zip"));
        assert_eq!(name("book.fb2.md", "book.fb2.zip"), Path::new("book.fb2.md.zip"));
    }
}
