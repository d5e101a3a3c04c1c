//! Document settings (ECMA-376 part 1, 17.15).

use super::values::{child_val, is_on, length, number, val};
use crate::ooxml::{Theme, Tree, Trees};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::flow::{Language, NumberFormat};
use transvase_model::text::counting::names;

/// The settings that change how the text is read.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    /// Whether even pages have heads and feet of their own.
    pub even_heads: bool,
    /// The version of Word that pages are laid out as.
    pub compatibility: u32,
    /// Whether the spaces between paragraphs add up.
    pub spaces_add: bool,
    /// Whether margins change places on even pages.
    pub mirrored: bool,
    /// Whether the background is shown.
    pub shows_background: bool,
    /// Whether words are divided at the ends of lines.
    pub hyphenates: bool,
    /// How far from their edge lines may end before that, in points.
    pub hyphenation_zone: f32,
    /// Whether lines in tables stand on the grid of the page.
    pub grid_in_tables: bool,
    /// How footnotes and endnotes are counted.
    pub notes: [NoteNumbers; 2],
    /// The language of the document's text.
    pub language: Option<String>,
}

/// What says how footnotes and endnotes are counted.
const NOTES: [&str; 2] = ["w:footnotePr", "w:endnotePr"];

/// How the notes of a kind are counted (17.11.11 and 17.11.4), where the file says it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct NoteNumbers {
    /// How their numbers are written.
    pub format: Option<NumberFormat>,
    /// The first number.
    pub first: Option<u32>,
    /// Whether each section begins with it again.
    pub restarts: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            even_heads: false,
            // What a file is taken for that says nothing: that of Word 2007.
            compatibility: 12,
            spaces_add: false,
            mirrored: false,
            shows_background: false,
            hyphenates: false,
            // 17.15.1.53.
            hyphenation_zone: 18.0,
            grid_in_tables: false,
            notes: [NoteNumbers::default(); 2],
            language: None,
        }
    }
}

impl Settings {
    /// How notes are counted in a section: as it says, or as all are.
    pub(super) fn notes_in(&self, section: Option<&Tree>) -> [NoteNumbers; 2] {
        // Word writes the number of the first note into the sections, and not into the settings.
        let mut notes = self.notes;
        for (all, tag) in notes.iter_mut().zip(NOTES) {
            if let Some(said) = section.and_then(|section| section.child(tag)).map(NoteNumbers::of) {
                let (format, first) = (said.format.or(all.format), said.first.or(all.first));
                *all = NoteNumbers { format, first, restarts: said.restarts || all.restarts };
            }
        }
        notes
    }

    /// Reads the part of the settings, and tells the theme what they say of colours and languages.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub(super) fn read(text: &str, theme: &mut Theme, context: &Context) -> Result<Settings> {
        let mut settings = Settings::default();
        let mut trees = Trees::new(text, &["w:settings"], context);
        while let Some(tree) = trees.next()? {
            match tree.tag() {
                "w:evenAndOddHeaders" => settings.even_heads = is_on(&tree),
                "w:mirrorMargins" => settings.mirrored = is_on(&tree),
                "w:displayBackgroundShape" => settings.shows_background = is_on(&tree),
                "w:autoHyphenation" => settings.hyphenates = is_on(&tree),
                "w:hyphenationZone" => {
                    settings.hyphenation_zone =
                        val(&tree).and_then(length).unwrap_or(settings.hyphenation_zone).max(0.0);
                }
                "w:compat" => settings.read_compatibility(&tree),
                "w:footnotePr" => settings.notes[0] = NoteNumbers::of(&tree),
                "w:endnotePr" => settings.notes[1] = NoteNumbers::of(&tree),
                "w:themeFontLang" => {
                    let tag = |name| tree.attribute(name).map(str::to_owned);
                    settings.language = tag("w:val");
                    (theme.east_asian_language, theme.complex_language) = (tag("w:eastAsia"), tag("w:bidi"));
                }
                "w:clrSchemeMapping" => {
                    for (name, attribute) in [("bg1", "w:bg1"), ("tx1", "w:t1"), ("bg2", "w:bg2"), ("tx2", "w:t2")] {
                        tree.attribute(attribute).into_iter().for_each(|stands_for| theme.alias(name, stands_for));
                    }
                    for (name, attribute) in
                        [("background1", "w:bg1"), ("text1", "w:t1"), ("background2", "w:bg2"), ("text2", "w:t2")]
                    {
                        tree.attribute(attribute).into_iter().for_each(|stands_for| theme.alias(name, stands_for));
                    }
                }
                _ => {}
            }
        }
        Ok(settings)
    }

    fn read_compatibility(&mut self, tree: &Tree) {
        self.grid_in_tables = tree.child("w:adjustLineHeightInTable").is_some_and(is_on);
        self.spaces_add = tree.child("w:doNotUseHTMLParagraphAutoSpacing").is_some_and(is_on);
        let mut settings = tree.children().filter(|child| child.is("w:compatSetting"));
        let mode = settings.find(|setting| setting.attribute("w:name") == Some("compatibilityMode"));
        if let Some(version) = mode.and_then(child_number) {
            self.compatibility = version;
        }
    }
}

fn child_number(tree: &Tree) -> Option<u32> {
    tree.attribute("w:val").and_then(number)
}

impl NoteNumbers {
    /// What a `w:footnotePr` or `w:endnotePr` says.
    fn of(tree: &Tree) -> NoteNumbers {
        let restarts = child_val(tree, "w:numRestart") == Some("eachSect");
        NoteNumbers { format: note_format(tree), first: first(tree), restarts }
    }
}

/// How notes are counted (17.11.17 and 17.11.18).
fn note_format(tree: &Tree) -> Option<NumberFormat> {
    let format = tree.child("w:numFmt")?;
    names::of_office(val(format)?, format.attribute("w:format"), Language::English)
}

/// The number of the first note.
fn first(tree: &Tree) -> Option<u32> {
    child_val(tree, "w:numStart").and_then(number)
}
