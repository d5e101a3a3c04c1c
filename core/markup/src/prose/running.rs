//! Running heads and feet, in a text without pages.

use std::collections::BTreeSet;

use super::page_marks::page_of;
use super::words::line_of;
use transvase_base::context::Context;
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::flow::{Block, Field, FieldKind, Flow, Inline, PageWords, RunningText, inlines, leaves};
use transvase_model::text::page_words;

/// Letters of all lines that the warning names: the heads of a book with a hundred sections.
const NAMED: usize = 4000;
/// Lines that each line is compared with.
const COMPARED: usize = 1000;

/// Puts what pages have at their edges for themselves where they begin and end in the text; returns its lines.
pub(super) fn say_page_words(flow: &mut Flow) -> BTreeSet<String> {
    let mut words = std::mem::take(&mut flow.page_words);
    if words.is_empty() {
        return BTreeSet::new();
    }
    words.sort_by_key(|page| page.page);
    let said = words.iter().flat_map(|page| page.head.iter().chain(&page.foot)).filter_map(line);
    let said = said.map(|line| line.text).collect();
    let ends =
        words.into_iter().flat_map(|PageWords { page, head, foot }| [((page, false), head), ((page, true), foot)]);
    let mut ends = ends.peekable();
    for section in &mut flow.sections {
        for block in std::mem::take(&mut section.blocks) {
            if let Some(page) = page_of(&flow.places, &block) {
                // The heads of pages up to this one, and the feet of those before it.
                while let Some((_, said)) = ends.next_if(|(end, _)| *end < (page, true)) {
                    section.blocks.extend(said);
                }
            }
            section.blocks.push(block);
        }
    }
    if let Some(last) = flow.sections.last_mut() {
        last.blocks.extend(ends.flat_map(|(_, said)| said));
    }
    said
}

/// Takes the running text off the sections, and tells what of it is not said; some lines are `said` already. Where it is to
/// be said `once`, the first head stands before all else and the last foot behind it.
pub(super) fn settle(flow: &mut Flow, once: bool, said: BTreeSet<String>, context: &Context) {
    let heads: Vec<RunningText> = flow.sections.iter_mut().filter_map(|section| section.header.take()).collect();
    let feet: Vec<RunningText> = flow.sections.iter_mut().filter_map(|section| section.footer.take()).collect();
    let lines = heads.iter().chain(&feet).flat_map(all).filter_map(line).collect::<BTreeSet<_>>();
    let [head, foot]: [Option<Vec<Block>>; 2] =
        if once { [heads.into_iter().find_map(words), feet.into_iter().rev().find_map(words)] } else { [None, None] };
    let mut spoken = said;
    spoken.extend(head.iter().chain(&foot).flatten().filter_map(line).map(|line| line.text));
    let unsaid: BTreeSet<String> = lines.iter().filter_map(|line| unsaid(line, &spoken)).collect();
    warn(&unsaid, context);
    if let (Some(first), Some(head)) = (flow.sections.first_mut(), head) {
        first.blocks.splice(0..0, head);
    }
    if let (Some(last), Some(foot)) = (flow.sections.last_mut(), foot) {
        last.blocks.extend(foot);
    }
}

/// The leaves of all variants of a head or foot.
fn all(text: &RunningText) -> Vec<&Block> {
    let variants = [Some(&text.default), text.first.as_ref(), text.even.as_ref()];
    variants.into_iter().flatten().flat_map(leaves).collect()
}

/// A line of running text.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    text: String,
    /// Without the numbers that count pages.
    bare: String,
}

/// The words of a leaf; nothing of one that only counts pages.
fn line(block: &Block) -> Option<Line> {
    let Block::Paragraph(paragraph) = block else { return None };
    let counts = |inline: &Inline| {
        matches!(inline, Inline::Field(Field { kind: FieldKind::PageNumber(_) | FieldKind::PageCount, .. }))
    };
    let text = spaced(&line_of(paragraph));
    let is_counting = inlines(&paragraph.content).any(counts);
    let typed = inlines(&paragraph.content).map(|inline| if let Inline::Text(run) = inline { &run.text } else { " " });
    let bare = if is_counting { spaced(&typed.collect::<String>()) } else { text.clone() };
    let tells = if is_counting { !is_rest_of_folio(&bare) } else { bare.contains(char::is_alphanumeric) };
    tells.then_some(Line { text, bare })
}

/// Whether a text is what stands with the number of a page: words for it, and the number of all pages.
fn is_rest_of_folio(bare: &str) -> bool {
    let words = || bare.split(' ').filter(|word| word.contains(char::is_alphanumeric));
    let is_of_all = bare.contains('/') || words().any(page_words::is_one);
    let is_number = |word: &str| {
        let number = word.trim_matches(|c: char| !c.is_alphanumeric());
        is_of_all && number.chars().all(|c| c.is_ascii_digit())
    };
    words().all(|word| page_words::is_one(word) || is_number(word))
}

fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What of a line is said nowhere: a head may stand in one line with what its page alone has there.
fn unsaid(line: &Line, spoken: &BTreeSet<String>) -> Option<String> {
    let without = |text: &str| {
        // Whole words alone: a number is part of others.
        let mut rest = format!(" {text} ");
        for said in spoken.iter().take(COMPARED).filter(|said| text.contains(said.as_str())) {
            rest = rest.replacen(&format!(" {said} "), " ", 1);
        }
        rest
    };
    let (text, bare) = (without(&line.text), without(&line.bare));
    [&text, &bare].into_iter().all(|rest| rest.contains(char::is_alphanumeric)).then(|| spaced(&text))
}

fn warn(lines: &BTreeSet<String>, context: &Context) {
    let mut letters = 0;
    let fits = |line: &&String| {
        letters += line.len();
        letters <= NAMED
    };
    let named: Vec<&str> = lines.iter().take_while(fits).map(String::as_str).collect();
    if lines.is_empty() {
        return;
    }
    let more =
        if lines.len() > named.len() { format!("; and {} more", lines.len() - named.len()) } else { String::new() };
    let message = format!("headers and footers were left out: {}{more}", named.join("; "));
    context.warn(Warning::new(WarningCode::RunningTextDropped, message));
}

/// The blocks most pages show; `None` where they show none.
fn words(text: RunningText) -> Option<Vec<Block>> {
    [Some(text.default), text.even, text.first].into_iter().flatten().find(|blocks| !blocks.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::units::Rect;
    use transvase_model::flow::{Paragraph, Place, PlaceId, Run, Section, Stretch, TextStyle};

    fn paragraph(text: &str) -> Block {
        let content = vec![Inline::Text(Run { text: text.into(), style: TextStyle::default() })];
        Block::Paragraph(Paragraph { content, ..Paragraph::default() })
    }

    fn flow() -> Flow {
        let running = |text: &str| Some(RunningText { default: vec![paragraph(text)], ..RunningText::default() });
        let section = |text: &str, header, footer| Section {
            blocks: vec![paragraph(text)],
            header,
            footer,
            ..Section::default()
        };
        let first = section("one", running("head"), running("foot"));
        let second = section("two", running("other head"), running("last foot"));
        Flow { sections: vec![first, second, section("three", None, None)], ..Flow::default() }
    }

    #[test]
    fn running_text_stands_at_both_ends_or_nowhere() {
        let mut once = flow();
        settle(&mut once, true, BTreeSet::new(), &Context::default());
        let blocks: Vec<Block> = once.sections.into_iter().flat_map(|section| section.blocks).collect();
        assert_eq!(blocks, ["head", "one", "two", "three", "last foot"].map(paragraph));
        let mut never = flow();
        let context = Context::default();
        settle(&mut never, false, BTreeSet::new(), &context);
        let blocks: Vec<Block> = never.sections.into_iter().flat_map(|section| section.blocks).collect();
        assert_eq!(blocks, ["one", "two", "three"].map(paragraph));
        let told: Vec<String> = context.take_warnings().into_iter().map(|warning| warning.message).collect();
        assert_eq!(told, ["headers and footers were left out: foot; head; last foot; other head"]);
    }

    #[test]
    fn what_is_said_is_not_told_of() {
        let spoken: BTreeSet<String> = ["3 May".to_owned()].into();
        let unsaid = |text: &str, bare: &str| unsaid(&Line { text: text.to_owned(), bare: bare.to_owned() }, &spoken);
        assert_eq!(unsaid("Acme Limited 3 May", "Acme Limited 3 May").as_deref(), Some("Acme Limited"));
        assert_eq!(unsaid("3 May 12", "3 May"), None, "the number of the page");
        assert_eq!(unsaid("3 May 12", "3 May 12").as_deref(), Some("12"));
        assert_eq!(unsaid("13 May 12", "13 May 12").as_deref(), Some("13 May 12"), "part of a number");
        let heads: BTreeSet<String> = (0..40).map(|at| format!("Chapter {at}")).collect();
        let context = Context::default();
        warn(&heads, &context);
        let told = context.take_warnings().remove(0).message;
        assert!(heads.iter().all(|head| told.contains(head.as_str())), "{told}");
    }

    #[test]
    fn words_beside_the_number_of_a_page_are_told_of() {
        let field =
            Field { kind: FieldKind::PageNumber(None), run: Run { text: "7".into(), style: TextStyle::default() } };
        let told = |before: &str| match paragraph(before) {
            Block::Paragraph(mut head) => {
                head.content.push(Inline::Field(field.clone()));
                line(&Block::Paragraph(head)).map(|line| line.text)
            }
            other => line(&other).map(|line| line.text),
        };
        assert_eq!(told("Page "), None);
        assert_eq!(told("– Seite "), None);
        assert_eq!(told("9 / "), None);
        assert_eq!(told("carp ").as_deref(), Some("carp 7"));
        assert_eq!(told("02/08/2013 ").as_deref(), Some("02/08/2013 7"));
        assert_eq!(line(&paragraph("$2")).map(|line| line.bare).as_deref(), Some("$2"));
    }

    #[test]
    fn what_pages_have_for_themselves_stands_where_they_begin_and_end() {
        let place = |page| Place { stretches: vec![Stretch { page, rect: Rect::default(), lines: Vec::new() }] };
        let on = |page: u32, text: &str| match paragraph(text) {
            Block::Paragraph(paragraph) => Block::Paragraph(Paragraph { place: Some(PlaceId(page - 1)), ..paragraph }),
            other => other,
        };
        let words = |page: u32, head: &str, foot: &str| PageWords {
            page,
            head: vec![paragraph(head)],
            foot: vec![paragraph(foot)],
        };
        let section = |blocks| Section { blocks, ..Section::default() };
        let mut flow = Flow {
            sections: vec![section(vec![on(1, "one"), on(1, "more")]), section(vec![on(3, "three")])],
            places: vec![place(1), place(2), place(3)],
            page_words: vec![words(1, "a", "b"), words(2, "c", "d"), words(3, "e", "f")],
            ..Flow::default()
        };
        let places = flow.places.clone();
        say_page_words(&mut flow);
        let said = flow.sections.iter().flat_map(|section| &section.blocks).map(|block| match block {
            Block::Paragraph(paragraph) => match paragraph.content.as_slice() {
                [Inline::Text(run)] => run.text.clone(),
                _ => String::new(),
            },
            _ => String::new(),
        });
        assert_eq!(said.collect::<Vec<_>>(), ["a", "one", "more", "b", "c", "d", "e", "three", "f"]);
        assert_eq!(flow.places, places);
    }
}
