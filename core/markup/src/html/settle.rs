//! Normalised base style: the size, line height and family most characters have are left to the writer and its options,
//! and other sizes keep their proportion.

use std::collections::BTreeMap;
use std::sync::Arc;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::flow::{Block, Flow, Paragraph, TextStyle, each_run_mut, walk_mut};

use super::css::MEDIUM_PT;

/// Sizes within this share of the ordinary one count as ordinary.
const SAME_SIZE: f32 = 0.03;

/// Characters by style.
#[derive(Debug, Default)]
struct Census {
    /// By size in hundredths of a point.
    sizes: BTreeMap<u32, usize>,
    /// By line height in hundredths; `None` is normal.
    line_heights: BTreeMap<Option<u32>, usize>,
    languages: BTreeMap<Option<Arc<str>>, usize>,
}

/// Settles a finished document.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub fn settle(flow: &mut Flow, context: &Context) -> Result<()> {
    let mut census = Census::default();
    for_all(flow, &mut |paragraph| {
        context.tick(1 + paragraph.content.len() as u64)?;
        census.count(paragraph);
        Ok(())
    })?;
    let size = most(&census.sizes).map_or(MEDIUM_PT, |hundredths| hundredths as f32 / 100.0);
    let line_height = most(&census.line_heights).flatten();
    settle_language(&mut flow.metadata.language, most(&census.languages).flatten());
    settle_margins(flow);
    let language = flow.metadata.language.clone();
    for_all(flow, &mut |paragraph| {
        context.tick(1 + paragraph.content.len() as u64)?;
        if paragraph.style.line_height.map(hundredths) == line_height {
            paragraph.style.line_height = None;
        }
        scale_paragraph(paragraph, MEDIUM_PT / size);
        each_run_mut(&mut paragraph.content, &mut |run| {
            run.style.size = scaled(run.style.size, size);
            if same_language(run.style.language.as_deref(), language.as_deref()) {
                run.style.language = None;
            }
        });
        Ok(())
    })
}

/// Settles a document whose pages are its own: everything keeps the size that it says.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub fn settle_on_pages(flow: &mut Flow, context: &Context) -> Result<()> {
    let mut census = Census::default();
    for_all(flow, &mut |paragraph| {
        context.tick(1 + paragraph.content.len() as u64)?;
        census.count(paragraph);
        each_run_mut(&mut paragraph.content, &mut |run| run.style.size = Some(size_of(&run.style)));
        Ok(())
    })?;
    settle_language(&mut flow.metadata.language, most(&census.languages).flatten());
    Ok(())
}

/// What all of the text is set in by is a margin of its page, which is the writer's.
fn settle_margins(flow: &mut Flow) {
    let mut margins: Option<(f32, f32)> = None;
    let mut measure = |paragraph: &mut Paragraph| {
        let style = &paragraph.style;
        let (start, end) = margins.unwrap_or((f32::MAX, f32::MAX));
        margins = Some((start.min(style.indent_start), end.min(style.indent_end)));
    };
    flow.sections.iter_mut().for_each(|section| outer(&mut section.blocks, &mut measure));
    let Some((start, end)) = margins.filter(|(start, end)| *start > 0.0 || *end > 0.0) else { return };
    let mut move_out = |paragraph: &mut Paragraph| {
        paragraph.style.indent_start -= start.max(0.0);
        paragraph.style.indent_end -= end.max(0.0);
    };
    flow.sections.iter_mut().for_each(|section| outer(&mut section.blocks, &mut move_out));
}

/// The paragraphs that stand on the page itself. Recursion is as deep as groups lie in one another, which the builder
/// bounds.
fn outer(blocks: &mut [Block], visit: &mut dyn FnMut(&mut Paragraph)) {
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) => visit(paragraph),
            Block::Group(group) => outer(&mut group.blocks, visit),
            _ => {}
        }
    }
}

/// The language most of the text says it is in counts where the metadata say none, or the same
/// without its region.
fn settle_language(stated: &mut Option<String>, of_text: Option<Arc<str>>) {
    let Some(of_text) = of_text else { return };
    let main = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    if stated.as_deref().is_none_or(|stated| !stated.contains('-') && main(stated) == main(&of_text)) {
        *stated = Some(of_text.to_string());
    }
}

fn same_language(a: Option<&str>, b: Option<&str>) -> bool {
    a.zip(b).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b))
}

fn for_all(flow: &mut Flow, visit: &mut dyn FnMut(&mut Paragraph) -> Result<()>) -> Result<()> {
    let mut sections = flow.sections.iter_mut();
    sections.try_for_each(|section| walk_mut(section.blocks.as_mut_slice() as &mut [Block], visit))
}

impl Census {
    fn count(&mut self, paragraph: &mut Paragraph) {
        let mut characters = 0;
        each_run_mut(&mut paragraph.content, &mut |run| {
            *self.sizes.entry(hundredths(size_of(&run.style))).or_default() += run.text.len();
            *self.languages.entry(run.style.language.clone()).or_default() += run.text.len();
            characters += run.text.len();
        });
        if paragraph.role.is_running_text() {
            *self.line_heights.entry(paragraph.style.line_height.map(hundredths)).or_default() += characters;
        }
    }
}

fn size_of(style: &TextStyle) -> f32 {
    style.size.unwrap_or(MEDIUM_PT)
}

fn hundredths(value: f32) -> u32 {
    (value * 100.0).round() as u32
}

/// The key with the largest count; the smallest such key on a tie.
fn most<K: Clone + Ord>(counts: &BTreeMap<K, usize>) -> Option<K> {
    let best = counts.values().max()?;
    counts.iter().find(|(_, count)| *count == best).map(|(key, _)| key.clone())
}

/// A size in proportion to the ordinary one; `None` where it is that.
fn scaled(size: Option<f32>, ordinary: f32) -> Option<f32> {
    let times = size.unwrap_or(MEDIUM_PT) / ordinary;
    ((times - 1.0).abs() > SAME_SIZE).then_some(times * MEDIUM_PT)
}

/// Lengths were measured in the book's sizes, so they keep their proportion too.
fn scale_paragraph(paragraph: &mut Paragraph, times: f32) {
    if (times - 1.0).abs() <= SAME_SIZE {
        return;
    }
    let style = &mut paragraph.style;
    for length in [
        &mut style.indent_start,
        &mut style.indent_end,
        &mut style.indent_first,
        &mut style.space_before,
        &mut style.space_after,
    ] {
        *length *= times;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{Inline, Run, Section};

    #[test]
    fn most_of_the_text_is_the_measure() {
        let paragraph = |text: &str, size, line_height| {
            let style = TextStyle { size, ..TextStyle::default() };
            let mut paragraph =
                Paragraph { content: vec![Inline::Text(Run { text: text.into(), style })], ..Paragraph::default() };
            (paragraph.style.line_height, paragraph.style.indent_first) = (line_height, 10.0);
            Block::Paragraph(paragraph)
        };
        let blocks = vec![paragraph("title", Some(16.0), None), paragraph("much more text", Some(8.0), Some(1.3))];
        let mut flow = Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() };
        settle(&mut flow, &Context::default()).unwrap();
        let mut seen = Vec::new();
        for_all(&mut flow, &mut |paragraph| {
            let Inline::Text(run) = &paragraph.content[0] else { panic!() };
            seen.push((run.style.size, paragraph.style.line_height, paragraph.style.indent_first));
            Ok(())
        })
        .unwrap();
        assert_eq!(seen, [(Some(24.0), None, 15.0), (None, None, 15.0)]);
    }

    #[test]
    fn what_all_of_the_text_is_set_in_by_is_a_margin() {
        let paragraph = |start| {
            let mut paragraph = Paragraph::default();
            (paragraph.style.indent_start, paragraph.style.indent_end) = (start, 5.0);
            Block::Paragraph(paragraph)
        };
        let blocks = vec![paragraph(15.0), Block::Quote(vec![paragraph(0.0)]), paragraph(45.0)];
        let mut flow = Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() };
        settle(&mut flow, &Context::default()).unwrap();
        let mut seen = Vec::new();
        outer(&mut flow.sections[0].blocks, &mut |paragraph| {
            seen.push((paragraph.style.indent_start, paragraph.style.indent_end));
        });
        assert_eq!(seen, [(0.0, 0.0), (30.0, 0.0)]);
    }
}
