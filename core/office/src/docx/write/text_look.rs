//! Run formatting: what each run of a paragraph looks like, and what most of it does.

use super::MAX_DEPTH;
use super::bucket::Bucket;
use super::look::{Base, MONOSPACE_FAMILY, TextLook};
use transvase_base::votes::Votes;
use transvase_model::flow::{Inline, Paragraph, Run, Script};
use transvase_model::text::language_tags::is_language_tag;

/// The look of the paragraph's text, as far as one holds for most of it.
pub(super) fn dominant(paragraph: &Paragraph, bucket: Bucket, base: &Base) -> Option<TextLook> {
    let mut votes = Votes::default();
    for_each_run(&paragraph.content, 0, &mut |run| {
        if run.style.script == Script::Normal {
            votes.add(resolve(run, bucket, base), run.text.len() as u64);
        }
    });
    votes.winner()
}

/// The look of a run in a bucket.
pub(super) fn resolve(run: &Run, bucket: Bucket, base: &Base) -> TextLook {
    let mut look = base.resolve(&run.style, bucket.size(base));
    if bucket == Bucket::Code {
        look.code = false;
        if run.style.family.is_none() {
            look.family = MONOSPACE_FAMILY.into();
        }
    }
    if !is_language_tag(&look.language) {
        look.language = base.language.clone();
    }
    look
}

/// Calls `each` for every run of the content, those inside other inlines included.
pub(super) fn for_each_run(content: &[Inline], depth: usize, each: &mut dyn FnMut(&Run)) {
    for inline in content {
        if let Some(run) = inline.run() {
            each(run);
        } else if let Some(content) = inline.children().filter(|_| depth < MAX_DEPTH) {
            for_each_run(content, depth + 1, each);
        }
    }
}
