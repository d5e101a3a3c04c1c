//! Names of parts as they are referred to from within a package.

/// The name of the part that a reference in a folder leads to (ECMA-376, part 2, 6.5).
pub fn referred(folder: &str, target: &str) -> String {
    let target = target.split('#').next().unwrap_or_default().replace('\\', "/");
    let mut path: Vec<&str> = if target.starts_with('/') { Vec::new() } else { folder.split('/').collect() };
    for step in target.split('/') {
        match step {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            step => path.push(step),
        }
    }
    path.retain(|step| !step.is_empty());
    percent_decoded(&path.join("/"))
}

/// A name with the characters that its percent signs stand for.
fn percent_decoded(name: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = name.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after
            .get(..2)
            .and_then(|code| std::str::from_utf8(code).ok())
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        match (first, code) {
            (b'%', Some(code)) => {
                bytes.push(code);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_names_of_parts() {
        let cases = [
            ("word", "styles.xml", "word/styles.xml"),
            ("word", "../media/a%20b.png", "media/a b.png"),
            ("word", "/word/media/a.png", "word/media/a.png"),
            ("", "word\\document.xml", "word/document.xml"),
            ("word", "../../../x", "x"),
            ("word", "NULL%", "word/NULL%"),
        ];
        for (folder, target, expected) in cases {
            assert_eq!(referred(folder, target), expected);
        }
    }
}
