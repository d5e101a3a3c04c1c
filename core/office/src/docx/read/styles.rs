//! The style sheet: styles and what they are based on (ECMA-376 part 1, 17.7).

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::layout::Layout;
use super::numbering::Numbering;
use super::roles::{self, Named};
use super::table_style::TableStyle;
use super::text::TextProperties;
use super::values::child_val;
use crate::ooxml::{Theme, Tree, Trees};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Styles that a style may be based on, one on the other.
const MAX_CHAIN: usize = 64;

/// What a style is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Paragraph,
    Character,
    Table,
    Numbering,
}

/// A style as the sheet has it.
#[derive(Debug, Clone)]
pub(super) struct Style {
    pub id: Arc<str>,
    pub kind: Kind,
    pub name: Arc<str>,
    based_on: Option<String>,
    link: Option<String>,
    pub layout: Layout,
    pub text: TextProperties,
    pub table: TableStyle,
}

/// A style of paragraphs with all that it is based on.
#[derive(Debug, Clone, Default)]
pub(super) struct ParagraphLooks {
    /// Its id; empty of what no style is named for.
    pub id: Arc<str>,
    /// Its name, where the sheet has it.
    pub name: Option<Arc<str>>,
    /// How its paragraphs stand, with the indents of the list that it is counted in.
    pub layout: Layout,
    /// The same without these.
    pub plain: Layout,
    /// How their text looks.
    pub text: TextProperties,
    /// What it is by its name, or by those of what it is based on.
    pub named: Option<Named>,
}

/// The style sheet.
#[derive(Debug, Default)]
pub(super) struct Styles {
    pub default_layout: Layout,
    pub default_text: TextProperties,
    styles: BTreeMap<String, Style>,
    defaults: Vec<(Kind, String)>,
    paragraphs: BTreeMap<String, Rc<ParagraphLooks>>,
    characters: BTreeMap<String, Rc<(Option<Arc<str>>, TextProperties)>>,
}

impl Styles {
    /// Reads the part of the styles.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub(super) fn read(text: &str, theme: &Theme, context: &Context) -> Result<Styles> {
        let mut styles = Styles::default();
        let mut trees = Trees::new(text, &["w:styles"], context);
        while let Some(tree) = trees.next()? {
            match tree.tag() {
                "w:docDefaults" => {
                    let text = tree.find(&["w:rPrDefault", "w:rPr"]);
                    styles.default_text = text.map(|tree| TextProperties::read(tree, theme)).unwrap_or_default();
                    let layout = tree.find(&["w:pPrDefault", "w:pPr"]);
                    styles.default_layout = layout.map(|tree| Layout::read(tree, theme)).unwrap_or_default();
                }
                "w:style" => styles.add(&tree, theme),
                _ => {}
            }
        }
        Ok(styles)
    }

    fn add(&mut self, tree: &Tree, theme: &Theme) {
        let Some(id) = tree.attribute("w:styleId") else { return };
        let kind = match tree.attribute("w:type") {
            Some("character") => Kind::Character,
            Some("table") => Kind::Table,
            Some("numbering") => Kind::Numbering,
            _ => Kind::Paragraph,
        };
        let owned = |tag| child_val(tree, tag).map(str::to_owned);
        let style = Style {
            id: id.into(),
            kind,
            name: child_val(tree, "w:name").unwrap_or(id).into(),
            based_on: owned("w:basedOn"),
            link: owned("w:link"),
            layout: tree.child("w:pPr").map(|tree| Layout::read(tree, theme)).unwrap_or_default(),
            text: tree.child("w:rPr").map(|tree| TextProperties::read(tree, theme)).unwrap_or_default(),
            table: if kind == Kind::Table { TableStyle::read(tree, theme) } else { TableStyle::default() },
        };
        if tree.attribute("w:default").is_some_and(|value| matches!(value, "1" | "true" | "on")) {
            self.defaults.push((kind, id.to_owned()));
        }
        self.styles.insert(id.to_owned(), style);
    }

    /// The style of an id and the styles it is based on, the nearest first; a loop ends where it begins.
    pub(super) fn chain(&self, id: &str, kind: Kind) -> Vec<&Style> {
        let mut chain: Vec<&Style> = Vec::new();
        let mut next = self.styles.get(id).filter(|style| style.kind == kind);
        while let Some(style) = next {
            if chain.len() >= MAX_CHAIN || chain.iter().any(|known| known.id == style.id) {
                break;
            }
            chain.push(style);
            let base = style.based_on.as_deref().and_then(|id| self.styles.get(id));
            next = base.filter(|base| base.kind == kind);
        }
        chain
    }

    /// The id of the style that holds where none is named.
    pub(super) fn default_of(&self, kind: Kind) -> Option<&str> {
        self.defaults.iter().rev().find(|(known, _)| *known == kind).map(|(_, id)| id.as_str())
    }

    /// The list of a style of lists.
    pub(super) fn list_of(&self, id: &str) -> Option<i64> {
        self.styles.get(id)?.layout.numbered?.list
    }

    /// The looks of paragraphs of a style; of the default one where that is not in the sheet.
    pub(super) fn paragraph(&mut self, id: Option<&str>, numbering: &Numbering) -> Rc<ParagraphLooks> {
        let known = |id: &&str| self.styles.get(*id).is_some_and(|style| style.kind == Kind::Paragraph);
        let id = id.filter(known).or_else(|| self.default_of(Kind::Paragraph)).unwrap_or_default().to_owned();
        if let Some(looks) = self.paragraphs.get(&id) {
            return looks.clone();
        }
        let looks = Rc::new(self.resolve(&id, numbering));
        self.paragraphs.insert(id, looks.clone());
        looks
    }

    fn resolve(&self, id: &str, numbering: &Numbering) -> ParagraphLooks {
        let chain = self.chain(id, Kind::Paragraph);
        let mut looks = ParagraphLooks { id: id.into(), ..ParagraphLooks::default() };
        for style in chain.iter().rev() {
            looks.plain = style.layout.laid_over(&looks.plain);
            let own = style.layout.numbered.filter(|numbered| numbered.list.is_some() || numbered.level.is_some());
            if own.is_some() {
                let list = looks.plain.numbered.and_then(|numbered| numbered.list);
                let level = list.and_then(|list| numbering.style_level(list, &style.id, looks.plain.numbered));
                if let Some(level) = list.zip(level).and_then(|(list, level)| numbering.level(list, level)) {
                    looks.layout = level.layout.of_level().laid_over(&looks.layout);
                }
            }
            looks.layout = style.layout.laid_over(&looks.layout);
            looks.text = style.text.over(&looks.text);
        }
        if let Some(numbered) = &mut looks.layout.numbered {
            let styles = chain.iter().map(|style| &style.id);
            let level = styles.into_iter().find_map(|id| numbering.level_of_style(numbered.list?, id));
            numbered.level = level.or(numbered.level);
        }
        looks.name = chain.first().map(|style| style.name.clone());
        looks.named = chain.iter().find_map(|style| roles::named(&style.id, &style.name));
        looks
    }

    /// The name of a style of characters, and how it makes text look.
    pub(super) fn character(&mut self, id: &str) -> Rc<(Option<Arc<str>>, TextProperties)> {
        if let Some(known) = self.characters.get(id) {
            return known.clone();
        }
        // A style of paragraphs stands for the one of characters that it is linked to.
        let own = self.styles.get(id).filter(|style| style.kind == Kind::Paragraph);
        let id_of_link = own.and_then(|style| style.link.clone());
        let chain = self.chain(id_of_link.as_deref().unwrap_or(id), Kind::Character);
        let text = chain.iter().rev().fold(TextProperties::default(), |below, style| style.text.over(&below));
        let is_default = self.default_of(Kind::Character) == Some(id);
        let name = chain.first().filter(|_| !is_default).map(|style| style.name.clone());
        let looks = Rc::new((name, text));
        self.characters.insert(id.to_owned(), looks.clone());
        looks
    }

    /// The name of a style.
    pub(super) fn name(&self, id: &str) -> Option<Arc<str>> {
        self.styles.get(id).map(|style| style.name.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const W: &str = "xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'";

    fn sheet(styles: &str) -> Styles {
        let text = format!("<w:styles {W}>{styles}</w:styles>");
        Styles::read(&text, &Theme::default(), &Context::default()).unwrap()
    }

    fn style(id: &str, rest: &str) -> String {
        format!("<w:style w:type='paragraph' w:styleId='{id}'><w:name w:val='{id}'/>{rest}</w:style>")
    }

    #[test]
    fn styles_are_based_on_others_and_loops_end() {
        let loop_ = style("A", "<w:basedOn w:val='B'/><w:rPr><w:sz w:val='40'/></w:rPr>")
            + &style(
                "B",
                "<w:basedOn w:val='A'/><w:pPr><w:jc w:val='center'/></w:pPr><w:rPr><w:sz w:val='20'/></w:rPr>",
            );
        let looks = sheet(&loop_).paragraph(Some("A"), &Numbering::default());
        assert_eq!(looks.text.size, Some(20.0));
        assert!(looks.layout.align.is_some());
    }

    #[test]
    fn unknown_styles_are_the_default_one() {
        let default = "<w:style w:type='paragraph' w:default='1' w:styleId='N'><w:name w:val='Normal'/><w:rPr><w:sz w:val='30'/></w:rPr></w:style>";
        let looks = sheet(default).paragraph(Some("None"), &Numbering::default());
        assert_eq!((looks.text.size, looks.name.as_deref()), (Some(15.0), Some("Normal")));
    }
}
