//! Hidden text: taken out, or made text as any other.

use std::collections::{BTreeMap, BTreeSet};

use super::{Block, Field, Flow, Group, Hidden, Inline, Paragraph, Place, Run, TextStyle, Unseen};

/// How many words are hidden, by how they are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HiddenWords {
    kinds: BTreeMap<Hidden, usize>,
    /// The pages they stand on; none stands for a page that is not known.
    pages: BTreeSet<Option<u32>>,
}

impl HiddenWords {
    /// Counts the words of a text that stands on `page` of the source.
    pub fn count(&mut self, text: &str, hidden: Hidden, page: Option<u32>) {
        let words = text.split_whitespace().count();
        if words > 0 {
            *self.kinds.entry(hidden).or_default() += words;
            self.pages.insert(page);
        }
    }

    /// The number of words of each kind there is.
    pub fn kinds(&self) -> impl Iterator<Item = (Hidden, usize)> + '_ {
        self.kinds.iter().map(|(hidden, words)| (*hidden, *words))
    }

    /// The number of words of all kinds.
    pub fn total(&self) -> usize {
        self.kinds.values().sum()
    }

    /// The page of the source that all of them stand on.
    pub fn page(&self) -> Option<u32> {
        self.pages.first().copied().flatten().filter(|_| self.pages.len() == 1)
    }

    fn of(all: Vec<Unseen>) -> Self {
        let mut words = Self::default();
        for Unseen { page, text, hidden } in all {
            words.count(&text, hidden, Some(page));
        }
        words
    }
}

impl Flow {
    /// Drops the text that nobody sees, with the paragraphs and what is around them that hold nothing else, and tells how
    /// many words went. Cells stay, so that tables keep their shape.
    pub fn drop_hidden(&mut self) -> HiddenWords {
        let words = HiddenWords::of(std::mem::take(&mut self.unseen));
        let places = std::mem::take(&mut self.places);
        let mut dropping = Dropping { words, places: &places, page: None };
        self.each_story_mut(&mut |blocks| {
            dropping.blocks(blocks);
        });
        let words = dropping.words;
        self.places = places;
        words
    }

    /// Makes text that nobody sees text as any other, but for what no block holds. Tells how many words of that went.
    pub fn unhide(&mut self) -> HiddenWords {
        let words = HiddenWords::of(std::mem::take(&mut self.unseen));
        self.each_list(&mut |blocks| {
            for block in blocks {
                if let Block::Paragraph(paragraph) = block {
                    unhide(&mut paragraph.content);
                    paragraph.drop_cap.iter_mut().for_each(|capital| capital.run.style.hidden = None);
                }
            }
        });
        words
    }

    /// Puts the text that no block holds behind the others, each piece of a page as a paragraph.
    pub fn show_unseen(&mut self) {
        let all = std::mem::take(&mut self.unseen);
        let Some(last) = self.sections.last_mut() else { return };
        for unseen in all {
            let style = TextStyle { hidden: Some(unseen.hidden), ..TextStyle::default() };
            let content = vec![Inline::Text(Run { text: unseen.text, style })];
            last.blocks.push(Block::Paragraph(Paragraph { content, ..Paragraph::default() }));
        }
    }
}

/// What goes, and where it stands. Recursion is as deep as blocks lie in one another, which whoever builds them bounds.
struct Dropping<'p> {
    words: HiddenWords,
    places: &'p [Place],
    page: Option<u32>,
}

impl Dropping<'_> {
    /// Whether any text went from among these blocks.
    fn blocks(&mut self, blocks: &mut Vec<Block>) -> bool {
        let mut went = false;
        blocks.retain_mut(|block| {
            let went_inside = match block {
                Block::Paragraph(paragraph) => self.paragraph(paragraph),
                _ => block.children_mut().into_iter().fold(false, |went, inside| self.blocks(inside) | went),
            };
            went |= went_inside;
            !went_inside || !is_hollow(block)
        });
        went
    }

    fn paragraph(&mut self, paragraph: &mut Paragraph) -> bool {
        let place = paragraph.place.and_then(|place| self.places.get(place.0 as usize));
        self.page = place.and_then(|place| place.stretches.first()).map(|stretch| stretch.page);
        let went = self.inlines(&mut paragraph.content);
        let capital = paragraph.drop_cap.take_if(|capital| capital.run.style.hidden.is_some());
        went | capital.is_some_and(|capital| self.counts(&capital.run))
    }

    fn inlines(&mut self, content: &mut Vec<Inline>) -> bool {
        let mut went = false;
        content.retain_mut(|inline| {
            if let Inline::Drawing(drawing) = inline {
                drawing.stretches_mut().for_each(|blocks| went |= self.blocks(blocks));
                return true;
            }
            let is_gone = match inline.children_mut() {
                Some(inside) => {
                    let went_inside = self.inlines(inside);
                    went |= went_inside;
                    went_inside && is_empty(inside)
                }
                None => inline.run().is_some_and(|run| self.counts(run)),
            };
            went |= is_gone;
            !is_gone
        });
        went
    }

    /// Whether a run is hidden; then it is counted.
    fn counts(&mut self, run: &Run) -> bool {
        let hidden = run.style.hidden;
        hidden.inspect(|hidden| self.words.count(&run.text, *hidden, self.page)).is_some()
    }
}

/// Whether inlines show nothing and are no place that anything leads to.
fn is_empty(content: &[Inline]) -> bool {
    content.iter().all(|inline| match inline {
        Inline::Text(run) => run.text.trim().is_empty(),
        Inline::LineBreak | Inline::Tab => true,
        _ => false,
    })
}

/// Whether a block holds nothing; its items without anything go.
fn is_hollow(block: &mut Block) -> bool {
    match block {
        Block::Paragraph(paragraph) => paragraph.drop_cap.is_none() && is_empty(&paragraph.content),
        Block::List(list) => {
            list.items.retain(|item| !item.blocks.is_empty());
            list.items.is_empty()
        }
        Block::Quote(blocks) | Block::Group(Group { blocks, .. }) => blocks.is_empty(),
        Block::Frame(frame) => frame.blocks.is_empty(),
        Block::Table(table) => table.rows.iter().flat_map(|row| &row.cells).all(|cell| cell.blocks.is_empty()),
        _ => false,
    }
}

/// Makes hidden text among inlines text as any other, which goes on with that before it where nothing else parted them.
fn unhide(content: &mut Vec<Inline>) {
    let mut was_hidden = false;
    for mut inline in std::mem::take(content) {
        if let Some(inside) = inline.children_mut() {
            unhide(inside);
        }
        let hidden = match &mut inline {
            Inline::Text(run) | Inline::Field(Field { run, .. }) => run.style.hidden.take().is_some(),
            Inline::Formula(formula) => formula.run.style.hidden.take().is_some(),
            _ => false,
        };
        match (content.last_mut(), &inline) {
            (Some(Inline::Text(last)), Inline::Text(run)) if hidden != was_hidden && last.style == run.style => {
                last.text.push_str(&run.text);
            }
            _ => content.push(inline),
        }
        was_hidden = hidden;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::{Cell, DropCap, LinkTarget, Purpose, Row, Section, Table};

    fn paragraph(text: &str) -> Block {
        of(vec![run(text, None)])
    }

    fn flow(blocks: Vec<Block>) -> Flow {
        Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() }
    }

    fn table(purpose: Purpose, cells: Vec<Vec<Block>>) -> Block {
        let cells = cells.into_iter().map(|blocks| Cell { blocks, ..Cell::default() }).collect();
        Block::Table(Table { purpose, rows: vec![Row { cells, ..Row::default() }], ..Table::default() })
    }

    fn run(text: &str, hidden: Option<Hidden>) -> Inline {
        Inline::Text(Run { text: text.into(), style: TextStyle { hidden, ..TextStyle::default() } })
    }

    fn of(content: Vec<Inline>) -> Block {
        Block::Paragraph(Paragraph { content, ..Paragraph::default() })
    }

    #[test]
    fn hidden_text_goes_with_what_holds_nothing_else() {
        let tiny = |text: &str| run(text, Some(Hidden::Tiny));
        let target = LinkTarget::External("https://example.org".into());
        let link = Inline::Link { target, content: vec![tiny("d e")] };
        let cells = table(Purpose::Data, vec![vec![of(vec![tiny("f")])], vec![paragraph("g")]]);
        let gone = table(Purpose::Data, vec![vec![of(vec![tiny("h")])]]);
        let blank = table(Purpose::Data, vec![vec![]]);
        let mixed = of(vec![run("a", None), tiny("b c"), link]);
        let mut flow =
            flow(vec![mixed, of(vec![tiny("i"), run(" ", None)]), of(Vec::new()), cells, gone, blank.clone()]);
        flow.unseen.push(Unseen { page: 1, text: "off the page".into(), hidden: Hidden::OffPage });
        let words = flow.drop_hidden();
        assert_eq!(words.kinds().collect::<Vec<_>>(), [(Hidden::Tiny, 7), (Hidden::OffPage, 3)]);
        let cells = table(Purpose::Data, vec![vec![], vec![paragraph("g")]]);
        assert_eq!(flow.sections[0].blocks, [paragraph("a"), of(Vec::new()), cells, blank]);
        assert_eq!(flow.drop_hidden(), HiddenWords::default());
    }

    #[test]
    fn words_of_one_page_tell_it() {
        let mut words = HiddenWords::default();
        words.count("one", Hidden::Tiny, Some(3));
        words.count("two", Hidden::Ground, Some(3));
        words.count(" ", Hidden::Ground, Some(4));
        assert_eq!(words.page(), Some(3));
        words.count("three", Hidden::Tiny, None);
        assert_eq!(words.page(), None);
    }

    #[test]
    fn hidden_initials_go_too() {
        let style = TextStyle { hidden: Some(Hidden::Ground), ..TextStyle::default() };
        let initial = DropCap { run: Run { text: "O".into(), style }, lines: 2 };
        let begins = |content| {
            Block::Paragraph(Paragraph { content, drop_cap: Some(initial.clone().into()), ..Paragraph::default() })
        };
        let mut flow = flow(vec![begins(vec![run("nce", None)]), begins(vec![])]);
        assert_eq!(flow.drop_hidden().total(), 2);
        assert_eq!(flow.sections[0].blocks, [paragraph("nce")]);
    }

    #[test]
    fn places_that_links_lead_to_stay() {
        let content = vec![Inline::Anchor("here".into()), run("gone", Some(Hidden::Ground))];
        let mut flow = flow(vec![of(content)]);
        assert_eq!(flow.drop_hidden().total(), 1);
        assert_eq!(flow.sections[0].blocks, [of(vec![Inline::Anchor("here".into())])]);
    }

    #[test]
    fn text_that_was_hidden_goes_on_with_that_around_it() {
        let content = || vec![run("a ", None), run("b", Some(Hidden::Layer)), run(" c", None), run("d", None)];
        let mut flow = flow(vec![of(content())]);
        assert_eq!(flow.unhide().total(), 0);
        assert_eq!(
            flow.sections[0].blocks,
            [of(vec![run("a b c", None), run("d", None)])],
            "as if nothing had been said"
        );
    }

    #[test]
    fn text_that_no_block_holds_comes_last() {
        let mut flow = flow(vec![paragraph("a")]);
        flow.unseen.push(Unseen { page: 2, text: "off".into(), hidden: Hidden::OffPage });
        flow.show_unseen();
        assert_eq!(flow.sections[0].blocks, [paragraph("a"), of(vec![run("off", Some(Hidden::OffPage))])]);
        assert!(flow.unseen.is_empty());
    }
}
