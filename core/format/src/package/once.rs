//! Deduplicated pictures: one that a package has several times is kept once, and all that refers to the others refers
//! to the first.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::parts::{Kind, Parts};

/// How the names of parts end that may refer to others.
const MARKUP: [&str; 4] = [".xml", ".rels", ".vml", ".rdf"];

/// Leaves of pictures with the same bytes the first one. Books stay as they are: their lists name every file.
pub(super) fn once(parts: &mut Parts) {
    for (kept, spare) in equal(parts) {
        if let Some(changed) = redirected(parts, &kept, &spare) {
            for (name, text) in changed {
                parts.set(&name, text);
            }
            parts.drop_part(&spare);
        }
    }
}

/// Pictures that are the same as one before them in the same folder, each behind that one.
fn equal(parts: &Parts) -> Vec<(String, String)> {
    let mut firsts: BTreeMap<(&str, &str, Arc<[u8]>), &str> = BTreeMap::new();
    let mut found = Vec::new();
    for part in &parts.list {
        let Some((folder, name)) = part.name.rsplit_once('/') else { continue };
        let (Some((_, extension)), true) = (name.rsplit_once('.'), is_of_pictures(parts.kind(), folder)) else {
            continue;
        };
        match firsts.get(&(folder, extension, part.bytes.clone())) {
            Some(first) => found.push(((*first).to_owned(), part.name.clone())),
            None => {
                firsts.insert((folder, extension, part.bytes.clone()), &part.name);
            }
        }
    }
    found
}

/// Whether pictures lie in a folder, by custom.
fn is_of_pictures(kind: Kind, folder: &str) -> bool {
    match kind {
        Kind::Ooxml => folder.ends_with("/media"),
        Kind::Odf => folder == "Pictures",
        Kind::Epub => false,
    }
}

/// The parts that refer to a picture, referring to the other one; `None` where one does so in an unknown way, or none
/// does in a known one.
fn redirected(parts: &Parts, kept: &str, spare: &str) -> Option<Vec<(String, String)>> {
    // References are relative, but end in the last folder and the name.
    let [kept, spare] = [kept, spare].map(last_two);
    let is_alone = |end: &str| parts.list.iter().filter(|part| part.name.ends_with(end)).count() == 1;
    if !is_alone(kept) || !is_alone(spare) {
        return None;
    }
    let mut changed = Vec::new();
    for part in parts.list.iter().filter(|part| MARKUP.iter().any(|end| part.name.ends_with(end))) {
        let text = std::str::from_utf8(&part.bytes).ok()?;
        let is_list = matches!(part.name.as_str(), "[Content_Types].xml" | "META-INF/manifest.xml");
        if is_list || !text.contains(spare) {
            continue;
        }
        let new = text.replace(&format!("{spare}\""), &format!("{kept}\""));
        if new.contains(spare) {
            return None;
        }
        changed.push((part.name.clone(), new));
    }
    (!changed.is_empty()).then_some(changed)
}

fn last_two(name: &str) -> &str {
    let start = name.rmatch_indices('/').nth(1).map_or(0, |(at, _)| at + 1);
    &name[start..]
}
