//! Runs of text, and what stands in paragraphs beside them (ECMA-376 part 1, 17.3.3).

use std::rc::Rc;

use super::counting::{is_symbolic, unicode};
use super::fields::FieldState;
use super::line::{Cut, Line, Open};
use super::text::{Levels, TextProperties, is_hidden};
use super::values::val;
use super::{Reading, drawing, math, roles};
use crate::ooxml::{Tree, TreeNode};
use transvase_base::context::Limit;
use transvase_base::error::Result;
use transvase_model::flow::{ChangeKind, FieldKind, Hidden, Inline, Run, TextStyle};

/// Elements of a paragraph that may lie in one another; what lies deeper is read as runs alone.
const MAX_NESTING: usize = 32;

/// What the runs of a paragraph share.
#[derive(Debug, Clone, Default)]
pub(super) struct RunBase {
    /// What its table says.
    pub table: Rc<TextProperties>,
    /// What its style says.
    pub paragraph: TextProperties,
}

/// How a run looks.
pub(super) struct Look {
    pub style: TextStyle,
    pub hidden: bool,
    pub capitals: bool,
    /// Its font, which may be one of signs.
    pub font: Option<std::sync::Arc<str>>,
}

impl Reading<'_> {
    /// Reads what stands in a paragraph.
    pub(super) fn inlines(&mut self, tree: &Tree, line: &mut Line, nesting: usize) -> Result<()> {
        if nesting > MAX_NESTING {
            let runs = tree.descendants().filter(|inner| inner.is("w:r"));
            self.flattened = true;
            return runs.into_iter().try_for_each(|run| self.run(run, line));
        }
        for child in tree.children() {
            self.context.tick(1)?;
            self.inline(child, line, nesting)?;
        }
        Ok(())
    }

    fn inline(&mut self, tree: &Tree, line: &mut Line, nesting: usize) -> Result<()> {
        match tree.tag() {
            "w:r" => self.run(tree, line)?,
            "w:hyperlink" => {
                let target = self.target_of(tree);
                self.around(target.map(Open::Link), tree, line, nesting)?;
            }
            "w:ins" | "w:moveTo" => self.changed(ChangeKind::Inserted, tree, line, nesting)?,
            "w:del" | "w:moveFrom" => self.changed(ChangeKind::Deleted, tree, line, nesting)?,
            "w:sdt" => self.control(tree, line, nesting)?,
            "w:fldSimple" => {
                let instruction = tree.attribute("w:instr").unwrap_or_default().to_owned();
                let state = FieldState {
                    number: self.sequences.count(&instruction),
                    instruction,
                    in_result: true,
                    form: tree.child("w:ffData").and_then(super::controls::form),
                    ..FieldState::default()
                };
                self.around(Some(Open::Field(Box::new(state))), tree, line, nesting)?;
            }
            "w:smartTag" | "w:customXml" | "w:dir" | "w:bdo" | "w:sdtContent" | "w:txbxContent" => {
                self.inlines(tree, line, nesting + 1)?;
            }
            // Blocks have no place here, but programs show them where they stand.
            "w:p" | "w:tbl" | "w:altChunk" => {
                let blocks = self.block_within(tree)?;
                line.cut(Cut::Blocks(blocks));
            }
            "w:bookmarkStart" => line.extend(self.bookmark(tree)),
            "w:commentRangeStart" => {
                let comment = self.comment(tree)?;
                comment.into_iter().for_each(|comment| line.open(Open::Comment(comment)));
            }
            "w:commentRangeEnd" => {
                if let Some(comment) = self.comment(tree)? {
                    line.close(|open| *open == Open::Comment(comment));
                }
            }
            "m:oMath" | "m:oMathPara" => {
                let style = self.look(None).style;
                let formulas = math::read(self, tree, &style)?;
                line.extend(formulas.into_iter().map(|formula| Inline::Formula(Box::new(formula))));
            }
            _ if holds_text(tree) => self.inlines(tree, line, nesting + 1)?,
            _ => {}
        }
        Ok(())
    }

    /// Reads what stands in an element within a layer.
    pub(super) fn around(&mut self, open: Option<Open>, tree: &Tree, line: &mut Line, nesting: usize) -> Result<()> {
        let Some(open) = open else { return self.inlines(tree, line, nesting + 1) };
        let kind = std::mem::discriminant(&open);
        line.open(open);
        self.inlines(tree, line, nesting + 1)?;
        line.close(|open| std::mem::discriminant(open) == kind);
        Ok(())
    }

    fn changed(&mut self, kind: ChangeKind, tree: &Tree, line: &mut Line, nesting: usize) -> Result<()> {
        let change = self.change(kind, tree);
        self.around(Some(Open::Change(change)), tree, line, nesting)
    }

    /// How a run with some properties looks.
    pub(super) fn look(&mut self, properties: Option<&Tree>) -> Look {
        let direct = properties.map(|tree| TextProperties::read(tree, &self.theme)).unwrap_or_default();
        let character = direct.style.as_deref().map(|id| self.styles.character(id));
        let none = TextProperties::default();
        let levels = Levels {
            defaults: &self.styles.default_text,
            table: &self.run_base.table,
            paragraph: &self.run_base.paragraph,
            character: character.as_ref().map_or(&none, |character| &character.1),
            direct: &direct,
        };
        let all = levels.resolve();
        let mut style = all.style();
        if let Some((script, size)) = all.index(self.run_base.paragraph.size.or(self.styles.default_text.size)) {
            (style.script, style.size, style.raise) = (script, Some(size), 0.0);
        }
        if let Some(name) = character.as_ref().and_then(|character| character.0.clone()) {
            style.meaning = roles::meaning(&name);
            style.name = Some(name);
        }
        style.language = style.language.filter(|tag| Some(&**tag) != self.language.as_deref());
        Look { hidden: is_hidden(&all), capitals: all.caps == Some(true), font: all.ascii.or(all.other), style }
    }

    /// Reads a run.
    pub(super) fn run(&mut self, tree: &Tree, line: &mut Line) -> Result<()> {
        let look = self.look(tree.child("w:rPr"));
        for child in tree.children() {
            self.context.tick(1)?;
            match child.tag() {
                "w:fldChar" => self.field_mark(child, &look, line),
                "w:instrText" | "w:delInstrText" => line.field().into_iter().for_each(|field| field.add(&child.text())),
                "w:footnoteReference" | "w:endnoteReference" => self.note_mark(child, tree, line)?,
                tag if stands_around(tag) => self.inline(child, line, 1)?,
                "w:t" | "w:delText" if look.hidden => self.hidden_words.count(&child.text(), Hidden::Unpainted, None),
                _ if look.hidden => {}
                "w:t" | "w:delText" => self.text(&letters(child), &look, line)?,
                "w:drawing" | "w:pict" | "w:object" => {
                    let drawn = drawing::read(self, child, &look.style)?;
                    line.extend(drawn);
                }
                "w:ruby" => self.ruby(child, &look, line)?,
                _ => self.sign(child, &look, line)?,
            }
        }
        Ok(())
    }

    /// What stands for a single sign.
    fn sign(&mut self, tree: &Tree, look: &Look, line: &mut Line) -> Result<()> {
        match tree.tag() {
            "w:tab" => line.push(Inline::Tab),
            "w:ptab" => {
                self.tab_to_edge |= tree.attribute("w:alignment") == Some("right");
                self.tab_to_middle |= tree.attribute("w:alignment") == Some("center");
                line.push(Inline::Tab);
            }
            "w:br" => match tree.attribute("w:type") {
                Some("page") if self.may_break() => line.cut(Cut::Page),
                Some("column") if self.may_break() => line.cut(Cut::Column),
                _ => line.push(Inline::LineBreak),
            },
            "w:cr" => line.push(Inline::LineBreak),
            "w:noBreakHyphen" => self.text("\u{2011}", look, line)?,
            "w:softHyphen" => self.text("\u{AD}", look, line)?,
            "w:sym" => self.symbol(tree, look, line)?,
            "w:pgNum" => {
                let run = Run { text: String::new(), style: look.style.clone() };
                line.push(Inline::Field(transvase_model::flow::Field { kind: FieldKind::PageNumber(None), run }));
            }
            "w:commentReference" => line.extend(self.lone_comment(tree)?),
            "m:oMath" => {
                let formulas = math::read(self, tree, &look.style)?;
                line.extend(formulas.into_iter().map(|formula| Inline::Formula(Box::new(formula))));
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds text, with the signs of symbol fonts as the characters they are.
    pub(super) fn text(&mut self, text: &str, look: &Look, line: &mut Line) -> Result<()> {
        if text.is_empty()
            || line.is_instruction() && line.field().is_some_and(|field| !field.instruction.trim().is_empty())
        {
            return Ok(());
        }
        self.context.charge(Limit::elements, 1)?;
        let font = look.font.as_deref().unwrap_or_default();
        // Letters in a font of signs are signs: some programs write `R` in Wingdings 2 for a ticked box.
        let has_signs = is_symbolic(font) || text.contains(|c| matches!(c, '\u{F020}'..='\u{F0FF}'));
        let text = match has_signs {
            true => text.chars().map(|c| unicode(c, font).unwrap_or(c)).collect(),
            false => text.to_owned(),
        };
        let text = if look.capitals { text.to_uppercase() } else { text };
        line.push(Inline::Text(Run { text, style: look.style.clone() }));
        Ok(())
    }

    /// A character by its code in a font (17.3.3.30).
    fn symbol(&mut self, tree: &Tree, look: &Look, line: &mut Line) -> Result<()> {
        let code =
            tree.attribute("w:char").and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
        let font = tree.attribute("w:font").unwrap_or_default();
        let Some(sign) = code else { return Ok(()) };
        match unicode(sign, font) {
            Some(sign) => self.text(&sign.to_string(), look, line),
            None => {
                self.lose("symbols of unknown fonts");
                Ok(())
            }
        }
    }

    /// Letters with small ones above them that say how they are read (17.3.3.25).
    fn ruby(&mut self, tree: &Tree, look: &Look, line: &mut Line) -> Result<()> {
        let words = |tag: &str| tree.child(tag).map(text_of).unwrap_or_default();
        let (base, small) = (words("w:rubyBase"), words("w:rt"));
        let run = tree.child("w:rubyBase").and_then(|base| base.child("w:r"));
        let style = run.map_or_else(|| look.style.clone(), |run| self.look(run.child("w:rPr")).style);
        if base.is_empty() {
            return self.text(&small, look, line);
        }
        let ruby = (!small.trim().is_empty()).then(|| small.trim().into());
        line.push(Inline::Text(Run { text: base, style: TextStyle { ruby, ..style } }));
        Ok(())
    }

    /// The beginning, the middle or the end of a field (17.16.18).
    fn field_mark(&mut self, tree: &Tree, look: &Look, line: &mut Line) {
        match tree.attribute("w:fldCharType") {
            Some("begin") => {
                let form = tree.child("w:ffData").and_then(super::controls::form);
                let state = FieldState { form, style: look.style.clone(), ..FieldState::default() };
                line.open(Open::Field(Box::new(state)));
            }
            Some("separate") => line.begin_result(),
            Some("end") => {
                if let Some(field) = line.field() {
                    field.number = self.sequences.count(&field.instruction);
                }
                line.close(|open| matches!(open, Open::Field(_)));
            }
            _ => {}
        }
    }

    /// Whether pages and columns may end here.
    fn may_break(&self) -> bool {
        self.depth <= 1 && self.in_main_story
    }
}

/// Whether text stands in an element that is not known.
pub(super) fn holds_text(tree: &Tree) -> bool {
    tree.descendants().any(|inner| inner.is("w:t"))
}

/// Whether an element in a run is one that runs or blocks stand in, or is one of these itself.
fn stands_around(tag: &str) -> bool {
    let around = ["w:p", "w:tbl", "w:r", "w:sdt", "w:txbxContent", "w:hyperlink", "w:ins", "w:del", "w:smartTag"];
    around.contains(&tag)
}

/// The characters of a `w:t`: white space at its ends counts only where it says so (XML 1.0, 2.10).
pub(super) fn letters(tree: &Tree) -> String {
    let text = tree.text();
    let text = if tree.keeps_space() { &text } else { text.trim_matches([' ', '\t', '\r', '\n']) };
    text.chars().map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c }).collect()
}

/// The text of runs, whatever lies around them.
pub(super) fn text_of(tree: &Tree) -> String {
    tree.descendants().filter(|inner| inner.is("w:t")).map(letters).collect()
}

/// The mark of a note that has one of its own: the text that follows in the run.
pub(super) fn mark_after(reference: &Tree, run: &Tree) -> Option<String> {
    let is_own = reference.attribute("w:customMarkFollows").is_some_and(|value| matches!(value, "1" | "true" | "on"));
    let after =
        run.nodes().iter().filter_map(|node| if let TreeNode::Element(tree) = node { Some(tree) } else { None });
    let mark: String = after.filter(|tree| matches!(tree.tag(), "w:t" | "w:sym")).map(mark_text).collect();
    (is_own && !mark.trim().is_empty()).then(|| mark.trim().to_owned())
}

fn mark_text(tree: &Tree) -> String {
    let code = || u32::from_str_radix(tree.attribute("w:char")?, 16).ok().and_then(char::from_u32);
    let font = tree.attribute("w:font").unwrap_or_default();
    if tree.is("w:t") {
        letters(tree)
    } else {
        code().and_then(|sign| unicode(sign, font)).map(String::from).unwrap_or_default()
    }
}

/// A value of an element as an owned text.
pub(super) fn owned_val(tree: &Tree) -> Option<String> {
    val(tree).map(str::to_owned)
}
