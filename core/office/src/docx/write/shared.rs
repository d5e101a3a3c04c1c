//! Shared writer state: numbers, and what was referred to, while the parts of the package are written one after the
//! other.

use super::image::Pictures;
use super::notes::Notes;
use super::numbering::Numbering;
use super::outline::Outline;
use super::survey::Survey;
use super::template::Template;
use transvase_model::flow::{Change, Comment, Note};
use transvase_model::text::bookmarks::Bookmarks;

/// What the parts share.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub numbering: Numbering,
    pub outline: Outline,
    pub pictures: Pictures,
    pub bookmarks: Bookmarks,
    pub notes: Notes,
    pub comments: Comments,
    pub changes: Changes,
    /// Controls written: each has a number of its own.
    pub controls: usize,
    /// Links to places that do not exist.
    pub lost_links: usize,
}

impl Shared {
    pub(super) fn of(survey: &Survey, notes: Vec<Note>, comments: Vec<Comment>, changes: Vec<Change>) -> Shared {
        let taken = survey.template.as_ref().map_or((0, 0), Template::free_lists);
        let mut numbering = Numbering::after(taken);
        Shared {
            outline: Outline::of(survey.outline.as_ref(), &mut numbering),
            numbering,
            bookmarks: Bookmarks::of(&survey.anchors),
            notes: Notes::of(notes, survey.first_notes),
            comments: Comments::of(comments),
            changes: Changes::of(changes),
            ..Shared::default()
        }
    }
}

/// The remarks of a document.
#[derive(Debug, Default)]
pub(super) struct Comments {
    pub list: Vec<Comment>,
    /// Which of them have their range in the text.
    pub placed: Vec<bool>,
}

impl Comments {
    pub(super) fn of(list: Vec<Comment>) -> Comments {
        Comments { placed: vec![false; list.len()], list }
    }

    pub(super) fn place(&mut self, index: usize) -> bool {
        self.placed.get_mut(index).is_some_and(|placed| !std::mem::replace(placed, true))
    }
}

/// The changes of a document.
#[derive(Debug, Default)]
pub(super) struct Changes {
    pub list: Vec<Change>,
    /// Stretches written: each has a number of its own.
    pub written: usize,
}

impl Changes {
    pub(super) fn of(list: Vec<Change>) -> Changes {
        Changes { list, written: 0 }
    }
}
