//! Inlines: links, fields, bookmarks and form fields around the runs of a paragraph.

use super::MAX_DEPTH;
use super::Writer;
use super::run::Around;
use super::text::escaped;
use transvase_base::error::Result;
use transvase_model::flow::{
    Anchor, Control, ControlKind, Field, FieldKind, IndexEntry, Inline, LinkTarget, Run, Script, TextStyle,
};
use transvase_model::text::bookmarks::clean_uri;
use transvase_model::text::counting::names;

impl Writer<'_> {
    pub(super) fn inlines(&mut self, content: &[Inline], around: Around) -> Result<()> {
        content.iter().try_for_each(|inline| self.inline(inline, around))
    }

    fn inline(&mut self, inline: &Inline, around: Around) -> Result<()> {
        self.context.tick(1)?;
        match inline {
            Inline::Text(run) => self.run(run, around),
            Inline::LineBreak => self.out.push_str("\\line "),
            Inline::Tab => self.out.push_str("\\tab "),
            Inline::Image(image) => self.image(image, around)?,
            Inline::Link { target, content } => self.link(target, content, around)?,
            Inline::Anchor(anchor) => self.place(anchor),
            Inline::Note(number) => self.note(*number, around)?,
            Inline::Field(field) => self.field(field, around),
            Inline::Drawing(drawing) => self.drawing(drawing, around)?,
            Inline::Formula(formula) => match super::math::written(formula) {
                Some(math) => self.out.push_str(&math),
                None => {
                    self.losses.formulas += 1;
                    self.run(&formula.run, around);
                }
            },
            Inline::Control { control, content } => self.control(control, content, around)?,
            Inline::Comment { comment, content } => self.comment(*comment, content, around)?,
            Inline::Change { change, content } => {
                self.inner(content, Around { change: Some(*change), ..around })?;
            }
            Inline::Index(entry) => self.index(entry),
        }
        Ok(())
    }

    /// What is in another inline; beyond the deepest nesting its text alone.
    pub(super) fn inner(&mut self, content: &[Inline], around: Around) -> Result<()> {
        let scope = super::blocks::Scope { depth: around.scope.depth + 1, ..around.scope };
        if scope.depth <= MAX_DEPTH {
            return self.inlines(content, Around { scope, ..around });
        }
        self.losses.deep = true;
        let mut runs: Vec<&Run> = Vec::new();
        transvase_model::flow::each_run(content, &mut |run| runs.push(run));
        runs.into_iter().for_each(|run| self.run(run, around));
        Ok(())
    }

    fn link(&mut self, target: &LinkTarget, content: &[Inline], around: Around) -> Result<()> {
        let instruction = match target {
            LinkTarget::External(uri) => clean_uri(uri).map(|uri| format!("HYPERLINK \"{uri}\"")),
            LinkTarget::Internal(anchor) => {
                self.bookmarks.name(anchor).map(|name| format!("HYPERLINK \\\\l \"{name}\""))
            }
        };
        let Some(instruction) = instruction else {
            self.losses.links += 1;
            return self.inner(content, around);
        };
        self.put(format_args!("{{\\field{{\\*\\fldinst{{{instruction}}}}}{{\\fldrslt{{"));
        self.inner(content, around)?;
        self.out.push_str("}}}");
        Ok(())
    }

    /// A place that links lead to.
    fn place(&mut self, anchor: &Anchor) {
        if let Some(bookmark) = self.bookmarks.place(anchor) {
            let name = bookmark.name;
            self.put(format_args!("{{\\*\\bkmkstart {name}}}{{\\*\\bkmkend {name}}}"));
        }
    }

    fn field(&mut self, field: &Field, around: Around) {
        let instruction = match &field.kind {
            FieldKind::PageNumber(None) => "PAGE".to_owned(),
            FieldKind::PageNumber(Some(format)) => format!("PAGE \\\\* {}", names::switch(*format).unwrap_or("Arabic")),
            FieldKind::PageCount => "NUMPAGES \\\\* Arabic".to_owned(),
            FieldKind::SectionPages => "SECTIONPAGES".to_owned(),
            FieldKind::Styled(style) => format!("STYLEREF \"{}\"", escaped(&style.replace('"', ""))),
            FieldKind::PageOf(anchor) => match self.bookmarks.name(anchor) {
                Some(name) => format!("PAGEREF {name} \\\\h"),
                None => return self.run(&field.run, around),
            },
        };
        let letters = self.letters(&field.run.style, around.size, "");
        self.put(format_args!("{{\\field{{\\*\\fldinst{{{letters} {instruction} }}}}{{\\fldrslt"));
        let shown = Some(field.run.text.as_str()).filter(|text| !text.is_empty()).unwrap_or("1");
        self.text(shown, &field.run.style, around);
        self.out.push_str("}}");
    }

    /// A place that an index leads to: colons part the entry from the ones inside it.
    fn index(&mut self, entry: &IndexEntry) {
        let terms: Vec<String> = entry.terms.iter().map(|term| escaped(&term.replace(':', "\u{2236}"))).collect();
        self.put(format_args!("{{\\xe {{{}}}}}", terms.join(":")));
    }

    /// A part of a form.
    fn control(&mut self, control: &Control, content: &[Inline], around: Around) -> Result<()> {
        let (kind, instruction, state) = match &control.kind {
            ControlKind::Checkbox(on) => (1, "FORMCHECKBOX", format!("\\ffhps20\\ffdefres0\\ffres{}", i32::from(*on))),
            ControlKind::Choice(choices, false) => {
                let shown = words(content);
                let chosen = choices.iter().position(|choice| *choice == shown).unwrap_or(0);
                (2, "FORMDROPDOWN", format!("\\ffhaslistbox1\\ffdefres0\\ffres{chosen}"))
            }
            _ => (0, "FORMTEXT", "\\fftypetxt0".to_owned()),
        };
        self.put(format_args!("{{\\field{{\\*\\fldinst{{{instruction} {{\\*\\formfield{{\\fftype{kind}{state}"));
        let named = [("ffname", &control.name), ("ffstattext", &control.title)];
        for (word, text) in named {
            if let Some(text) = text {
                self.put(format_args!("{{\\*\\{word} {}}}", escaped(text)));
            }
        }
        if let ControlKind::Choice(choices, false) = &control.kind {
            for choice in choices.iter().take(25) {
                self.put(format_args!("{{\\*\\ffl {}}}", escaped(choice)));
            }
        }
        self.out.push_str("}}}}{\\fldrslt");
        if kind == 0 {
            self.out.push(' ');
            self.inner(content, around)?;
        }
        self.out.push_str("}}");
        Ok(())
    }

    /// The mark of a note, or of a remark, in the style around it.
    pub(super) fn mark(&mut self, mark: &str, around: Around) {
        let style = TextStyle { script: Script::Superscript, ..TextStyle::default() };
        let letters = self.letters(&style, around.size, mark);
        self.put(format_args!("{{{letters} {mark}}}"));
    }
}

/// The words of inlines.
fn words(content: &[Inline]) -> String {
    content.iter().filter_map(Inline::run).map(|run| run.text.as_str()).collect()
}
