//! Destinations: where the text of a group goes, and what its end does (RTF 1.9.1, "Destinations" of each chapter).

use super::field::OpenField;
use super::lines::Lines;
use super::old_mark::OldMark;
use super::picture::OpenPicture;
use super::shape::OpenShape;
use super::story::Story;
use super::{Reader, State};
use transvase_base::error::Result;

/// Stories in stories that are kept apart; deeper ones are part of the one around them.
const MAX_STORIES: usize = 12;
/// Shapes, fields and pictures in one another that are kept apart.
const MAX_NESTED: usize = 100;

/// Where text goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// Into the story at hand.
    Text,
    /// Nowhere.
    Skip,
    /// Nowhere, unless a group inside says that it is of Unicode.
    Either,
    Fonts,
    Colors,
    Styles,
    Lists,
    Overrides,
    Authors,
    /// Into a buffer, as it is.
    Buffer,
    Picture,
    Shape,
    Info,
    Form,
    OldMark,
    Math,
}

impl Target {
    /// Whether it is a table at the beginning of a file in which no text can begin.
    pub(super) fn is_table(self) -> bool {
        matches!(self, Target::Fonts | Target::Colors | Target::Lists | Target::Overrides | Target::Authors)
    }
}

/// What the end of a group does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Nothing,
    /// What is in the buffer is of use.
    Buffer(What),
    Story(Kind),
    Style(StyleKind),
    Field,
    Picture,
    Shape,
    Row,
    OldMark,
    Math,
    Display,
    Ground,
    Date(&'static str),
}

/// What a buffer holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    Info(&'static str),
    Instruction,
    LevelText,
    MarkText,
    PlaceBegin,
    PlaceEnd,
    Index,
    PropertyName,
    PropertyValue,
    CommentBegin,
    CommentEnd,
    CommentAuthor,
    CommentDate,
    CommentPlace,
    Form(&'static str),
    MarkBefore,
    MarkAfter,
}

/// What a story is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Note,
    Comment,
    Header(Pages),
    Footer(Pages),
    Shape,
}

/// Pages that running text is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pages {
    All,
    Left,
    First,
}

/// What a style is of, and its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StyleKind {
    Paragraph,
    Letters(i32),
    Other,
}

/// Groups that readers pass over though they do not say so.
fn is_skipped(word: &str) -> bool {
    matches!(
        word,
        "nonshppict"
            | "private"
            | "objdata"
            | "objclass"
            | "objname"
            | "filetbl"
            | "template"
            | "listname"
            | "levelnumbers"
            | "falt"
            | "panose"
            | "fname"
            | "ftnsep"
            | "ftnsepc"
            | "ftncn"
            | "aftnsep"
            | "aftnsepc"
            | "aftncn"
            | "tc"
            | "txe"
            | "rxe"
            | "shprslt"
            | "datafield"
            | "fldtype"
            | "nonesttables"
            | "xmlopen"
            | "keycode"
            | "comment"
            | "atnicn"
            | "listpicture"
            | "userprops"
            | "fontemb"
            | "fontfile"
            | "mmathPr"
            | "mctrlPr"
            | "margPr"
            | "themedata"
            | "colorschememapping"
            | "latentstyles"
            | "datastore"
            | "defchp"
            | "defpap"
    )
}

/// Whether a group that is part of the one around it holds no text of that.
pub(super) fn holds_no_text(word: &str) -> bool {
    is_skipped(word)
        || matches!(
            word,
            "fldinst" | "pict" | "sp" | "xe" | "listtext" | "pntext" | "fonttbl" | "colortbl" | "stylesheet"
        )
}

/// The texts of the information group.
fn info(word: &str) -> Option<&'static str> {
    let known = ["title", "author", "subject", "doccomm", "keywords", "company", "generator"];
    known.into_iter().find(|known| *known == word)
}

/// The texts of a part of a form.
fn form(word: &str) -> Option<&'static str> {
    ["ffname", "ffstattext", "ffdeftext", "ffl"].into_iter().find(|known| *known == word)
}

impl Reader<'_> {
    /// Takes a control word, if it begins a destination.
    pub(super) fn destination(&mut self, word: &str) -> bool {
        match self.state.target {
            Target::Info => return self.info_group(word),
            Target::Form => return form(word).map(|what| self.buffer(What::Form(what))).is_some(),
            Target::Math => {
                if word == "mctrlPr" {
                    self.math.pop();
                    self.state.target = Target::Skip;
                }
                return false;
            }
            Target::Styles | Target::Fonts => {
                let skipped = is_skipped(word);
                if skipped {
                    self.state.target = Target::Skip;
                }
                return skipped;
            }
            _ => {}
        }
        if is_skipped(word) {
            self.state.target = Target::Skip;
            return true;
        }
        self.table_group(word) || self.text_group(word) || self.object_group(word)
    }

    fn info_group(&mut self, word: &str) -> bool {
        if let Some(what) = info(word) {
            self.buffer(What::Info(what));
            return true;
        }
        if word == "upr" {
            self.state.target = Target::Either;
            return true;
        }
        let date = ["creatim", "revtim"].into_iter().find(|known| *known == word);
        match date {
            Some(word) => {
                self.date = super::info::Date::default();
                self.state.end = End::Date(word);
            }
            None if matches!(word, "operator" | "manager" | "category" | "hlinkbase" | "printim" | "buptim") => {
                self.state.target = Target::Skip;
            }
            None => return false,
        }
        true
    }

    /// Tables at the beginning of a file.
    fn table_group(&mut self, word: &str) -> bool {
        let target = match word {
            "fonttbl" => Target::Fonts,
            "colortbl" => Target::Colors,
            "stylesheet" => Target::Styles,
            "listtable" => Target::Lists,
            "listoverridetable" => Target::Overrides,
            "revtbl" => Target::Authors,
            "info" => Target::Info,
            "leveltext" if matches!(self.state.target, Target::Lists | Target::Overrides) => {
                self.buffer(What::LevelText);
                return true;
            }
            "generator" => {
                self.buffer(What::Info("generator"));
                return true;
            }
            _ => return false,
        };
        self.state.target = target;
        true
    }

    /// Groups that hold text, or say something of it.
    fn text_group(&mut self, word: &str) -> bool {
        match word {
            "header" | "headerr" => self.begin_story(Kind::Header(Pages::All)),
            "headerl" => self.begin_story(Kind::Header(Pages::Left)),
            "headerf" => self.begin_story(Kind::Header(Pages::First)),
            "footer" | "footerr" => self.begin_story(Kind::Footer(Pages::All)),
            "footerl" => self.begin_story(Kind::Footer(Pages::Left)),
            "footerf" => self.begin_story(Kind::Footer(Pages::First)),
            "footnote" => self.begin_note(),
            "annotation" => self.begin_story(Kind::Comment),
            "atrfstart" => self.buffer(What::CommentBegin),
            "atrfend" => self.buffer(What::CommentEnd),
            "atnauthor" => self.buffer(What::CommentAuthor),
            "atndate" | "atntime" => self.buffer(What::CommentDate),
            "atnref" => self.buffer(What::CommentPlace),
            "atnid" | "atnparent" => self.state.target = Target::Skip,
            "bkmkstart" => self.buffer(What::PlaceBegin),
            "bkmkend" => self.buffer(What::PlaceEnd),
            "xe" => self.buffer(What::Index),
            "listtext" | "pntext" => self.buffer(What::MarkText),
            "pntxtb" => self.buffer(What::MarkBefore),
            "pntxta" => self.buffer(What::MarkAfter),
            "pn" => {
                self.old_mark = OldMark::default();
                (self.state.target, self.state.end) = (Target::OldMark, End::OldMark);
            }
            "nesttableprops" => {
                self.rows.push(std::mem::take(&mut self.row));
                self.state.end = End::Row;
            }
            "upr" => self.state.target = Target::Either,
            _ => return false,
        }
        true
    }

    /// Fields, pictures, objects and shapes.
    fn object_group(&mut self, word: &str) -> bool {
        match word {
            "field" if self.fields.len() < MAX_NESTED => {
                self.fields.push(OpenField::default());
                self.state.end = End::Field;
            }
            "fldinst" => self.buffer(What::Instruction),
            "fldrslt" => self.begin_result(),
            "formfield" => self.state.target = Target::Form,
            "pict" if self.pictures.len() < MAX_NESTED => {
                self.pictures.push(OpenPicture::default());
                (self.state.target, self.state.end) = (Target::Picture, End::Picture);
            }
            "shp" | "do" if self.shapes.len() < MAX_NESTED => {
                self.shapes.push(OpenShape::default());
                (self.state.target, self.state.end) = (Target::Shape, End::Shape);
            }
            "shpinst" | "shpgrp" | "sp" => {}
            "sn" => self.buffer(What::PropertyName),
            "sv" => self.buffer(What::PropertyValue),
            "shptxt" | "dptxbxtext" if !self.shapes.is_empty() => self.begin_story(Kind::Shape),
            "moMath" => {
                self.math = vec![super::math::Node::default()];
                (self.state.target, self.state.end) = (Target::Math, End::Math);
            }
            "moMathPara" => {
                self.display = true;
                self.state.end = End::Display;
            }
            "mmathPict" => self.state.target = Target::Skip,
            "shppict" | "result" | "object" | "picprop" => {}
            "background" => {
                self.is_ground = true;
                (self.state.target, self.state.end) = (Target::Shape, End::Ground);
            }
            _ => return false,
        }
        true
    }

    /// Text goes into a buffer until the group ends.
    pub(super) fn buffer(&mut self, what: What) {
        self.buffers.push(String::new());
        (self.state.target, self.state.end) = (Target::Buffer, End::Buffer(what));
    }

    /// Begins a stretch of text of its own.
    pub(super) fn begin_story(&mut self, kind: Kind) {
        self.state.target = Target::Text;
        if self.stories.len() >= MAX_STORIES {
            return;
        }
        self.stories.push(Story::default());
        self.state.end = End::Story(kind);
        self.state.lines = std::rc::Rc::new(Lines::default());
        self.state.letters = super::letters::Letters::default();
        self.state.link = None;
        self.rows.push(std::mem::take(&mut self.row));
    }

    /// Ends the stretch of text at hand.
    pub(super) fn end_story(&mut self) -> Result<Vec<transvase_model::flow::Block>> {
        if !self.story().atoms.is_empty() {
            self.paragraph()?;
        }
        let context = self.context;
        let mut story = self.stories.pop().unwrap_or_default();
        self.row = self.rows.pop().unwrap_or_default();
        super::blocks::assemble(story.take(context)?, context)
    }

    /// What stood in a group that has ended.
    pub(super) fn end(&mut self, inner: State) -> Result<()> {
        match inner.end {
            End::Nothing if inner.target == Target::Math => {
                let node = self.math.pop().unwrap_or_default();
                if let Some(around) = self.math.last_mut() {
                    around.push(node);
                }
            }
            End::Math => self.end_formula(),
            End::Display => self.display = false,
            End::Ground => self.is_ground = false,
            End::Nothing => match (inner.target, self.state.target) {
                (Target::Fonts, Target::Fonts) => self.fonts.end(),
                (Target::Authors, Target::Authors) => self.authors.end(),
                _ => {}
            },
            End::Buffer(what) => {
                let text = self.buffers.pop().unwrap_or_default();
                self.end_buffer(what, text, &inner);
            }
            End::Story(kind) => {
                // The last paragraph looks as its group said.
                let outer = std::mem::replace(&mut self.state, inner);
                let blocks = self.end_story();
                self.state = outer;
                self.end_kind(kind, blocks?);
            }
            End::Style(kind) => self.end_style(kind, &inner),
            End::Field => self.end_field(),
            End::Picture => self.end_picture()?,
            End::Shape => self.end_shape()?,
            End::Row => self.row = self.rows.pop().unwrap_or_default(),
            End::OldMark => self.end_old_mark(),
            End::Date(word) => self.end_date(word),
        }
        Ok(())
    }
}
