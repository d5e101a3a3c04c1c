//! Numbering definitions: lists as the file defines them, with their levels, and the lists that are made of them
//! (ECMA-376 part 1, 17.9).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::layout::{Layout, Numbered};
use super::styles::Styles;
use super::text::TextProperties;
use super::values::{child_val, number, switch, val};
use crate::ooxml::{Theme, Tree, Trees};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::flow::{Language, Marker, NumberFormat};
use transvase_model::text::counting::names;

/// Levels of a list.
pub(super) const LEVELS: usize = 9;
/// Definitions that may stand for others, one for the other.
const MAX_LINKS: usize = 8;

/// A level of a list.
#[derive(Debug, Clone, Default)]
pub(super) struct Level {
    /// Number of the first item.
    pub start: u32,
    /// How numbers are written (17.18.59); nothing where there are none.
    pub format: Option<NumberFormat>,
    /// The marker is a sign.
    pub bullet: bool,
    /// The text of the marker, with `%1` for the number of the first level and so on.
    pub text: Arc<str>,
    /// The level whose items begin the count anew, from 1; 0 is none, nothing each level above.
    pub restart: Option<usize>,
    /// All numbers are written in digits.
    pub legal: bool,
    /// The marker is a picture.
    pub picture: bool,
    /// Id of the style whose paragraphs are counted here.
    style: Option<Arc<str>>,
    /// Where the items stand.
    pub layout: Layout,
    /// How the marker looks.
    pub look: TextProperties,
}

/// A definition of lists.
#[derive(Debug, Clone, Default)]
struct Definition {
    levels: Vec<Level>,
    /// Id of the style of lists that stands for it.
    by_style: Option<String>,
}

/// A list that is made of a definition.
#[derive(Debug, Clone, Default)]
struct Made {
    definition: i64,
    /// Levels that differ, by their index.
    levels: BTreeMap<usize, Level>,
    /// Numbers that levels begin with.
    starts: BTreeMap<usize, u32>,
}

/// The lists of a file.
#[derive(Debug, Clone, Default)]
pub(super) struct Numbering {
    definitions: BTreeMap<i64, Definition>,
    lists: BTreeMap<i64, Made>,
}

impl Numbering {
    /// Reads the part of the lists of a document in a language.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub(super) fn read(text: &str, theme: &Theme, language: Language, context: &Context) -> Result<Numbering> {
        let mut numbering = Numbering::default();
        let mut trees = Trees::new(text, &["w:numbering"], context);
        while let Some(tree) = trees.next()? {
            let id = |name| tree.attribute(name).and_then(number::<i64>);
            match tree.tag() {
                "w:abstractNum" => {
                    numbering
                        .definitions
                        .extend(id("w:abstractNumId").map(|id| (id, definition(&tree, theme, language))));
                }
                "w:num" => numbering.lists.extend(id("w:numId").map(|id| (id, made(&tree, theme, language)))),
                _ => {}
            }
        }
        Ok(numbering)
    }

    /// Puts the definitions of styles of lists in the places of those that name them (17.9.21, 17.9.27).
    pub(super) fn link(&mut self, styles: &Styles) {
        let linked = |numbering: &Numbering, definition: &Definition| {
            let list = styles.list_of(definition.by_style.as_deref()?)?;
            Some(numbering.lists.get(&list)?.definition)
        };
        let ids: Vec<i64> = self.definitions.keys().copied().collect();
        for id in ids {
            let mut target = id;
            for _ in 0..MAX_LINKS {
                match self.definitions.get(&target).and_then(|definition| linked(self, definition)) {
                    Some(next) if next != target => target = next,
                    _ => break,
                }
            }
            if target != id {
                self.lists.values_mut().filter(|list| list.definition == id).for_each(|list| list.definition = target);
            }
        }
    }

    /// The definition that a list is made of: lists of one count together.
    pub(super) fn definition_of(&self, list: i64) -> Option<i64> {
        self.lists.get(&list).map(|list| list.definition)
    }

    /// A level of a list, from 0.
    pub(super) fn level(&self, list: i64, level: u8) -> Option<&Level> {
        let list = self.lists.get(&list)?;
        let index = usize::from(level);
        list.levels.get(&index).or_else(|| self.definitions.get(&list.definition)?.levels.get(index))
    }

    /// The number a list begins a level with, where that differs from what it is made of.
    pub(super) fn start_of(&self, list: i64, level: u8) -> Option<u32> {
        self.lists.get(&list)?.starts.get(&usize::from(level)).copied()
    }

    /// The level of a list at which the paragraphs of a style are counted.
    pub(super) fn level_of_style(&self, list: i64, style: &str) -> Option<u8> {
        (0..LEVELS as u8)
            .find(|level| self.level(list, *level).is_some_and(|level| level.style.as_deref() == Some(style)))
    }

    /// As [`Numbering::level_of_style`], or else the level that is said, or the first.
    pub(super) fn style_level(&self, list: i64, style: &str, said: Option<Numbered>) -> Option<u8> {
        self.level_of_style(list, style).or_else(|| said.map(|numbered| numbered.level.unwrap_or(0)))
    }
}

fn definition(tree: &Tree, theme: &Theme, language: Language) -> Definition {
    let mut levels = vec![Level { format: Some(NumberFormat::Decimal), ..Level::default() }; LEVELS];
    for (index, level) in levels_in(tree, theme, language) {
        levels[index] = level;
    }
    Definition { levels, by_style: child_val(tree, "w:numStyleLink").map(str::to_owned) }
}

fn levels_in(tree: &Tree, theme: &Theme, language: Language) -> Vec<(usize, Level)> {
    let levels = tree.children().filter(|child| child.is("w:lvl"));
    let index = |level: &Tree| level.attribute("w:ilvl").and_then(number::<usize>).filter(|index| *index < LEVELS);
    levels.filter_map(|tree| Some((index(tree)?, level(tree, theme, language)))).collect()
}

fn level(tree: &Tree, theme: &Theme, language: Language) -> Level {
    let look = tree.child("w:rPr").map(|tree| TextProperties::read(tree, theme)).unwrap_or_default();
    let language = look.language.as_deref().map_or(language, names::language);
    let formats: Vec<&Tree> = tree.children().filter(|child| child.is("w:numFmt")).collect();
    let is = |name| formats.iter().any(|format| val(format) == Some(name));
    Level {
        start: child_val(tree, "w:start").and_then(number).unwrap_or(0),
        format: if is("none") || is("bullet") { None } else { Some(number_format(&formats, language)) },
        bullet: is("bullet"),
        text: Marker::words(child_val(tree, "w:lvlText").unwrap_or_default()).into(),
        restart: child_val(tree, "w:lvlRestart").and_then(number),
        legal: switch(tree, "w:isLgl") == Some(true),
        picture: tree.child("w:lvlPicBulletId").is_some(),
        style: child_val(tree, "w:pStyle").map(Arc::from),
        layout: tree.child("w:pPr").map(|tree| Layout::read(tree, theme)).unwrap_or_default(),
        look,
    }
}

/// The first known of several formats: the one of a newer program comes first, and behind it what stands for it.
fn number_format(formats: &[&Tree], language: Language) -> NumberFormat {
    let known = |tree: &&Tree| names::of_office(val(tree)?, tree.attribute("w:format"), language);
    formats.iter().find_map(known).unwrap_or(NumberFormat::Decimal)
}

fn made(tree: &Tree, theme: &Theme, language: Language) -> Made {
    let mut made =
        Made { definition: child_val(tree, "w:abstractNumId").and_then(number).unwrap_or(-1), ..Made::default() };
    for change in tree.children().filter(|child| child.is("w:lvlOverride")) {
        let Some(index) = change.attribute("w:ilvl").and_then(number::<usize>).filter(|index| *index < LEVELS) else {
            continue;
        };
        made.levels.extend(levels_in(change, theme, language).into_iter().map(|(_, level)| (index, level)));
        made.starts.extend(child_val(change, "w:startOverride").and_then(number).map(|start| (index, start)));
    }
    made
}
