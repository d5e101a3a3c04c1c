//! Deduplicated pictures: one that a package has several times is kept once, and all that refers to the others refers
//! to the first.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::parts::{Kind, Part, Parts};

/// How the names of parts end that may refer to others.
const MARKUP: [&str; 4] = [".xml", ".rels", ".vml", ".rdf"];

/// Leaves of pictures with the same bytes the first one. Books stay as they are: their lists name every file.
pub(super) fn once(parts: &mut Parts) {
    let mut spares = Spares::of(parts);
    spares.look(parts);
    let texts: Vec<(String, String)> = references(parts)
        .filter_map(|part| {
            let text = std::str::from_utf8(&part.bytes).ok()?;
            Some((part.name.clone(), spares.redirected(text)?))
        })
        .collect();
    texts.into_iter().for_each(|(name, text)| parts.set(&name, text));
    parts.drop_parts(&spares.redundant());
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

/// Pictures that others are the same as, by the last folder and the name of each: references are relative, but end so.
struct Spares(BTreeMap<String, Spare>);

struct Spare {
    /// The name of its part.
    name: String,
    /// How the other one is referred to.
    kept: String,
    /// Whether something refers to it.
    is_known: bool,
    /// Whether something does so in an unknown way.
    is_odd: bool,
}

impl Spares {
    fn of(parts: &Parts) -> Spares {
        let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
        parts.list.iter().for_each(|part| *ends.entry(last_two(&part.name)).or_default() += 1);
        let is_alone = |name: &str| ends.get(last_two(name)) == Some(&1);
        let equal = equal(parts).into_iter().filter(|(kept, spare)| is_alone(kept) && is_alone(spare));
        let spare = |(kept, name): (String, String)| {
            let kept = last_two(&kept).to_owned();
            (last_two(&name).to_owned(), Spare { name, kept, is_known: false, is_odd: false })
        };
        Spares(equal.map(spare).collect())
    }

    /// Looks how the parts refer to them. A part that is no text might refer to all.
    fn look(&mut self, parts: &Parts) {
        for part in references(parts) {
            let Ok(text) = std::str::from_utf8(&part.bytes) else { return self.0.clear() };
            for (start, end) in paths(text) {
                if let Some(spare) = self.0.get_mut(&text[start..end]) {
                    spare.is_known = true;
                    spare.is_odd |= !text[end..].starts_with('"');
                }
            }
        }
        self.0.retain(|_, spare| spare.is_known && !spare.is_odd);
    }

    /// A text that refers to the others instead; `None` where it refers to none of these.
    fn redirected(&self, text: &str) -> Option<String> {
        let (mut new, mut done) = (String::new(), 0);
        for (start, end) in paths(text) {
            if let Some(spare) = self.0.get(&text[start..end]) {
                new.push_str(&text[done..start]);
                new.push_str(&spare.kept);
                done = end;
            }
        }
        (done > 0).then(|| new + &text[done..])
    }

    /// The parts that nothing refers to any more.
    fn redundant(self) -> BTreeSet<String> {
        self.0.into_values().map(|spare| spare.name).collect()
    }
}

/// The parts that may refer to others, but for those that list them all.
fn references(parts: &Parts) -> impl Iterator<Item = &Part> {
    let is_list = |name: &str| matches!(name, "[Content_Types].xml" | "META-INF/manifest.xml");
    let is_markup = |name: &str| MARKUP.iter().any(|end| name.ends_with(end));
    parts.list.iter().filter(move |part| is_markup(&part.name) && !is_list(&part.name))
}

/// Where a text has the last folder and the name of a path.
fn paths(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let is_end = |character: char| "/\"'<>&?#".contains(character) || character.is_whitespace();
    text.match_indices('/').filter_map(move |(at, _)| {
        let start = text[..at].rfind(is_end).map_or(0, |before| before + 1);
        let end = text[at + 1..].find(is_end).map_or(text.len(), |length| at + 1 + length);
        (start < at && text.is_char_boundary(start) && !text[end..].starts_with('/')).then_some((start, end))
    })
}

fn last_two(name: &str) -> &str {
    let start = name.rmatch_indices('/').nth(1).map_or(0, |(at, _)| at + 1);
    &name[start..]
}
