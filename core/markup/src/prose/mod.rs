//! What formats that say what a text is, rather than how its pages look, have in common: Markdown, HTML, plain text, JSON
//! and what is made of them. Before such a writer begins, [`prepare`] makes the document one stream of text: layout that
//! only holds a page together goes, changes are settled, boxes before items are tasks, typed prose is no code, and what runs at the edges of pages is said once or not at all.

mod anchors;
mod breaks;
mod contents;
mod dropped;
mod endnotes;
mod lines;
mod listing;
mod looks;
mod notes;
mod numbers;
mod page_marks;
mod pictures;
mod running;
mod shown;
mod slugs;
mod spans;
mod spelled;
mod steps;
mod table_grid;
mod tasks;
mod title;
mod typed;
mod words;

pub use anchors::Anchors;
pub use contents::renew_contents;
pub use dropped::Dropped;
pub use endnotes::{append_endnotes, append_notes};
pub use lines::Lines;
pub use listing::is_one_listing;
pub use looks::{Look, Looks};
pub use notes::{NoteCounter, NoteMarks};
pub use numbers::Numbers;
pub use page_marks::{PageMarks, page_at};
pub use pictures::{Images, Pictures};
pub use shown::{is_picture, is_written};
pub(crate) use slugs::Slugs;
pub use spans::{Span, shows_itself, spans};
pub use spelled::{spell_out, spelled_list};
pub use steps::{Step, step};
pub use table_grid::{Grid, Placed, head_rows};
pub use title::{title, title_line};
pub use words::{each_inline, every_leaf, line_of, texts, words};

use transvase_base::context::Context;
use transvase_base::options::{OptionKind, OptionSpec};
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_model::flow::Flow;
use transvase_model::text::hidden_words;

/// Where images go.
pub static IMAGES: OptionSpec = OptionSpec {
    key: "images",
    kind: OptionKind::Choice(&["zip", "embed", "none"]),
    unit: "",
    default: "",
    doc: "Where the pictures of a document go: into a zip archive beside the text, into the text itself as data URIs, \
          or nowhere (only their descriptions are kept). By default HTML embeds them, and Markdown and JSON leave them \
          out.",
};

/// Whether the pages of the source are marked.
pub static PAGE_BREAKS: OptionSpec = OptionSpec {
    key: "page_breaks",
    kind: OptionKind::Flag,
    unit: "",
    default: "false",
    doc: "Mark in the text where each page of the source begins.",
};

/// What becomes of running heads and feet.
pub static RUNNING_HEADS: OptionSpec = OptionSpec {
    key: "running_heads",
    kind: OptionKind::Choice(&["none", "once"]),
    unit: "",
    default: "none",
    doc: "What happens to page headers and footers: left out (unless there is no other text), or written once, at the \
          beginning and end of the text. JSON keeps them by default, unless it is cut into chunks.",
};

/// What becomes of text that nobody sees.
pub static HIDDEN: OptionSpec = OptionSpec {
    key: "hidden",
    kind: OptionKind::Choice(&["drop", "keep"]),
    unit: "",
    default: "drop",
    doc: "What happens to text that is not visible on the page, such as white letters on white paper, letters smaller \
          than a point, or text off the page: left out with a warning, or kept as text. JSON keeps and marks it by \
          default, unless it is cut into chunks.",
};

/// Makes the document one stream of text. Columns, room and tables for the layout alone are gone, changes are settled,
/// running heads are blocks at its ends where [`RUNNING_HEADS`] says so, and gone where not. Charts are tables of their
/// values.
/// Text that nobody sees is gone too, unless [`HIDDEN`] keeps it.
pub fn prepare(flow: &mut Flow, context: &Context) {
    settle_charts(flow, context);
    settle_hidden(flow, context);
    settle_remarks(flow);
    if flow.accept_changes() {
        let message = "text that is marked as deleted was left out";
        context.warn(Warning::new(WarningCode::AnnotationDropped, message));
    }
    settle_running(flow, context);
    flow.drop_layout();
    tasks::settle(flow);
    typed::settle(flow);
    breaks::settle(flow);
}

/// Puts tables of their values in the places of charts, and says so: a text has no other way to show one.
pub fn settle_charts(flow: &mut Flow, context: &Context) {
    let charts = flow.tell_charts();
    if charts > 0 {
        let message = counted(charts, "[chart was|charts were] written as [a table of its|tables of their] values");
        context.warn(Warning::new(WarningCode::DrawingDropped, message));
    }
}

/// Remarks are what a document says that says nothing else.
fn settle_remarks(flow: &mut Flow) {
    if !flow.text_seen().is_something()
        && let Some(last) = flow.sections.last_mut()
    {
        last.blocks.extend(std::mem::take(&mut flow.comments).into_iter().flat_map(|remark| remark.blocks));
    }
}

/// Leaves out text that nobody sees, or keeps all of it, as [`HIDDEN`] says.
pub fn settle_hidden(flow: &mut Flow, context: &Context) {
    if context.options().choice(&HIDDEN) == Some("keep") {
        flow.show_unseen();
    } else {
        hidden_words::warn(&flow.drop_hidden(), context);
    }
}

/// Takes running heads and feet off the pages, and says them once at both ends of the text where [`RUNNING_HEADS`] asks
/// for it, or where they are all there is.
pub fn settle_running(flow: &mut Flow, context: &Context) {
    let said = running::say_page_words(flow);
    let is_asked = context.options().choice(&RUNNING_HEADS) == Some("once");
    running::settle(flow, is_asked || !flow.body_seen().is_something(), said, context);
    let pages = flow.sections.iter().filter_map(|section| section.page.as_ref());
    if pages.into_iter().any(|page| page.line_numbers.is_some()) {
        context.warn(Warning::new(WarningCode::RunningTextDropped, "the numbers of lines were left out"));
    }
}

/// Puts what pages have at their edges for themselves into the text.
pub fn say_page_words(flow: &mut Flow) {
    running::say_page_words(flow);
}
