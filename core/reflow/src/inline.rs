//! Inline content: the words of a paragraph as styled runs, tabs, breaks, links and anchors.

mod label;

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::areas::{Target, Targets};
use super::block::Para;
use super::caps::FEW;
use super::color::is_light;
use super::text::clean;
use super::text::leader::{self, leader};
use super::text::line::Line;
use super::text::tolerances::WIDEST_SPACE;
use super::text::word::{Becomes, Gap, Word, rounded};
use super::toc::{self, Entry};
pub(super) use label::{after_tab, hanging_label};
use label::{label_end, label_words, stands_below};
use transvase_base::units::Pt;
use transvase_model::flow::{
    Align, Anchor, Field, FieldKind, Inline, Leader, LinkTarget, Role, Run, TabAlign, TabStop, TextStyle,
};

/// Korean lines that show a space at their end, at the least, where those without end within a word.
const SPACED: usize = 3;
/// One in so many does, at the least: words end at about one line in four by chance.
const SPACED_SHARE: usize = 20;
/// Distance within which two tab stops are one: what is typed after a tab is seldom set finer.
const SAME_STOP: Pt = Pt(2.0);

/// What the words of the whole document tell about one of them.
#[derive(Debug, Default)]
pub(super) struct Lexicon {
    /// Words with a hyphen inside, as they stand within lines.
    hyphenated: BTreeSet<String>,
    /// Lines that end in Korean letters, and those of them that show a space there.
    korean: (usize, usize),
}

impl Lexicon {
    /// Notes the hyphenated words of a line; the last one may have been divided there.
    pub fn learn(&mut self, line: &Line) {
        if let Some(last) = line.words.last().filter(|word| word.text.chars().next_back().is_some_and(is_korean)) {
            self.korean.0 += 1;
            self.korean.1 += usize::from(last.space_after);
        }
        if !line.words.iter().any(|word| word.text.contains('-')) {
            return;
        }
        let text = line.text();
        let words: Vec<&str> = text.split_whitespace().collect();
        for word in words.iter().take(words.len().saturating_sub(1)).filter(|word| word.contains('-')) {
            self.hyphenated.insert(bare(word));
        }
    }

    /// Whether a Korean word goes on over the end of its line. Korean lines may end within words; where
    /// the spaces at the ends of lines are shown, the others are known.
    fn goes_on(&self, end: &Word, start: &Word) -> bool {
        let korean = end.text.chars().next_back().is_some_and(is_korean)
            && start.text.chars().next().is_some_and(char::is_alphanumeric);
        let (lines, spaced) = self.korean;
        korean && !end.space_after && !start.space_left && spaced >= SPACED && spaced * SPACED_SHARE >= lines
    }

    /// Whether a word divided at a hyphen keeps it.
    fn keeps_hyphen(&self, start: &str, end: &str) -> bool {
        self.hyphenated.contains(&format!("{}-{}", bare(start), bare(end)))
    }
}

/// Whether a character is a syllable of Korean.
fn is_korean(c: char) -> bool {
    ('\u{AC00}'..='\u{D7A3}').contains(&c)
}

fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

/// Builds the content of a paragraph.
pub(super) struct Writer<'a> {
    lexicon: &'a Lexicon,
    targets: &'a Targets,
    /// Whether something dark lies behind the text.
    on_dark: bool,
    content: Vec<Inline>,
    link: Option<(usize, Vec<Inline>)>,
    pub tabs: Vec<TabStop>,
}

impl<'a> Writer<'a> {
    /// A writer; `on_dark` tells that light text can be read where it stands.
    pub fn new(lexicon: &'a Lexicon, targets: &'a Targets, on_dark: bool) -> Self {
        Writer { lexicon, targets, on_dark, content: Vec::new(), link: None, tabs: Vec::new() }
    }

    /// Writes the lines of a paragraph, without the first `skip` words.
    pub fn write(mut self, para: &Para, skip: usize) -> (Vec<Inline>, Vec<TabStop>) {
        self.content.extend(para.anchors.iter().cloned().map(Inline::Anchor));
        let mut joint = Joint::Nothing;
        for (at, line) in para.lines.iter().enumerate() {
            let words = if at == 0 { line.words.get(skip..).unwrap_or_default() } else { &line.words };
            let next = para.lines.get(at + 1);
            let after = match next {
                Some(_) if line.ends_in_break => Joint::Break,
                Some(next) => self.joint(words, next),
                None => Joint::Nothing,
            };
            // A marker that is no list's keeps its distance from the text, as does a term that the text hangs below.
            let label = if at == 0 && skip == 0 { label_words(para, line) } else { 0 };
            let hyphen = match after {
                Joint::Hyphen if matches!(para.meaning.role, Role::Heading(_) | Role::Title) => Hyphen::Goes,
                Joint::Hyphen => Hyphen::Optional,
                _ => Hyphen::Stays,
            };
            self.line(words, para, line, joint, Shape { label, hyphen, is_last: next.is_none() });
            joint = after;
        }
        self.close_link();
        // Most paragraphs of a large table are one word.
        self.content.shrink_to_fit();
        (self.content, self.tabs)
    }

    /// What stands between a line and the next one.
    fn joint(&self, words: &[Word], next: &Line) -> Joint {
        let (Some(last), Some(first)) = (words.last(), next.words.first()) else { return Joint::Space };
        let (Some(end), Some(start)) = (last.text.chars().next_back(), first.text.chars().next()) else {
            return Joint::Space;
        };
        // The room between Chinese and Latin letters is made by the layout: it is no space of the text.
        if clean::is_unspaced(end) || clean::is_unspaced(start) || self.lexicon.goes_on(last, first) {
            return Joint::Nothing;
        }
        // The hyphen may be a stretch of its own.
        let word = whole_word(words, true);
        let divided = word.chars().rev().nth(1).is_some_and(char::is_alphabetic);
        match end {
            '-' | '\u{2010}' if divided && start.is_lowercase() => {
                let keeps = self.lexicon.keeps_hyphen(&word, &whole_word(&next.words, false));
                if keeps { Joint::Nothing } else { Joint::Hyphen }
            }
            '-' | '\u{2010}' if divided && start.is_alphanumeric() => Joint::Nothing,
            _ => Joint::Space,
        }
    }

    fn line(&mut self, words: &[Word], para: &Para, line: &Line, joint: Joint, shape: Shape) {
        let tabs_count = has_tabs(para);
        let mut before = match joint {
            Joint::Break => {
                self.push(Inline::LineBreak);
                Before::Nothing
            }
            Joint::Space => Before::Space,
            Joint::Nothing | Joint::Hyphen => Before::Nothing,
        };
        if let Some(entry) = entry_in(para, line, words) {
            self.entry(words, para, entry, before);
            return;
        }
        let mut at = 0;
        while let Some(word) = words.get(at) {
            if at > 0 {
                let after_label = at == shape.label && tabs_count;
                before = if after_label { Before::Tab } else { Before::of(word.gap, tabs_count) };
            }
            let dots = if para.rtl { 0 } else { leader(&words[at..]) };
            if dots > 0 && at + dots < words.len() && at > 0 {
                let end = end_of_part(&words[at + dots..], tabs_count) - para.frame.left;
                self.tab(TabStop { position: end, align: TabAlign::End, leader: Some(Leader::Dots) }, word);
                at += dots;
                self.word(&words[at], Before::Nothing, Hyphen::Stays);
                at += 1;
                continue;
            }
            if dots > 0 && at > 0 && shape.is_last && toc::leads_out(line) {
                self.tab(
                    TabStop {
                        position: line.rect.right - para.frame.left,
                        align: TabAlign::End,
                        leader: Some(Leader::Dots),
                    },
                    word,
                );
                break;
            }
            if before == Before::Tab {
                self.tab(jump(words, at, para), word);
                before = Before::Nothing;
            }
            let hyphen = if at + 1 == words.len() { shape.hyphen } else { Hyphen::Stays };
            self.word(word, before, hyphen);
            at += 1;
        }
    }

    /// Writes the last line of an entry of a table of contents: its words, a jump to the end, and
    /// the page number.
    fn entry(&mut self, words: &[Word], para: &Para, entry: Entry, mut before: Before) {
        let title = words[..entry.number].iter().rposition(|word| !leader::is_dots(word));
        let title = &words[..title.map_or(entry.number, |at| at + 1)];
        let label = label_end(title);
        for (at, word) in title.iter().enumerate() {
            if at > 0 {
                before = Before::of(word.gap, false);
            }
            if at > 0 && at == label {
                let position = word.rect.left - para.frame.left;
                self.tab(TabStop { position, align: TabAlign::Start, leader: None }, word);
                before = Before::Nothing;
            }
            self.word(word, before, Hyphen::Stays);
        }
        let Some(first) = words.get(entry.number) else { return };
        let right = words.iter().map(|word| word.rect.right).fold(f32::NEG_INFINITY, f32::max);
        let at_edge = (para.frame.right - right).abs() < first.size;
        let position = if at_edge { para.frame.width() } else { right - para.frame.left };
        self.tab(TabStop { position, align: TabAlign::End, leader: entry.dots.then_some(Leader::Dots) }, first);
        let text: String = words[entry.number..].iter().map(|word| word.text.as_str()).collect();
        let run = Run { text, style: self.style(first) };
        let target = first.link.or_else(|| title.last().and_then(|word| word.link));
        self.push(match self.anchor(target) {
            Some(anchor) => Inline::Field(Field { kind: FieldKind::PageOf(anchor), run }),
            None => Inline::Text(run),
        });
    }

    /// The place in the document a link leads to.
    fn anchor(&self, link: Option<usize>) -> Option<Anchor> {
        match self.targets.get(link?)? {
            Some(Target::Link(LinkTarget::Internal(anchor))) => Some(anchor.clone()),
            _ => None,
        }
    }

    fn tab(&mut self, stop: TabStop, word: &Word) {
        let known = self.tabs.iter().any(|tab| (tab.position - stop.position).abs() < SAME_STOP);
        if !known && self.tabs.len() < FEW {
            self.tabs.push(stop);
        }
        if self.link.as_ref().map(|(link, _)| *link) != word.link {
            // A jump to a link is no part of it, or it would be underlined.
            self.close_link();
        }
        self.push(Inline::Tab);
    }

    fn word(&mut self, word: &Word, before: Before, hyphen: Hyphen) {
        let style = self.style(word);
        let text = &*hyphen.of(&word.text);
        let inside = self.link.as_ref().map(|(link, _)| *link) == word.link;
        if before == Before::Space && !inside {
            // The space before a link or after it is no part of it.
            self.close_link();
            let plain = TextStyle { underline: false, strike: false, ..style.clone() };
            self.text(" ", &plain);
        }
        self.enter(word.link);
        let spaced = before == Before::Space && inside;
        if let Some(becomes) = &word.becomes {
            self.spaced_text("", &style, spaced);
            return self.push(computed(becomes, text, style));
        }
        self.spaced_text(text, &style, spaced);
    }

    fn spaced_text(&mut self, text: &str, style: &TextStyle, spaced: bool) {
        if spaced && !self.append(" ", style) {
            // The space between two styles is underlined only where both are.
            let last = self.last_style();
            let lined = last.is_some_and(|last| last.underline) && style.underline;
            let plain = TextStyle { underline: lined, strike: false, ..last.unwrap_or(style).clone() };
            self.text(" ", &plain);
        }
        self.text(text, style);
    }

    fn style(&self, word: &Word) -> TextStyle {
        let (mut style, on_ground) = (word.style.clone(), self.on_dark || word.on_ground);
        style.size = style.size.map(|size| rounded(size, 2.0).max(1.0));
        style.color = style.color.filter(|color| on_ground || !is_light(*color));
        style.hidden = word.hidden;
        style
    }

    fn target(&mut self) -> &mut Vec<Inline> {
        match &mut self.link {
            Some((_, content)) => content,
            None => &mut self.content,
        }
    }

    fn last_style(&self) -> Option<&TextStyle> {
        let content = self.link.as_ref().map_or(&self.content, |(_, content)| content);
        match content.last() {
            Some(Inline::Text(run)) => Some(&run.style),
            _ => None,
        }
    }

    fn push(&mut self, inline: Inline) {
        self.target().push(inline);
    }

    /// Adds to the last run where it has this style.
    fn append(&mut self, text: &str, style: &TextStyle) -> bool {
        match self.target().last_mut() {
            Some(Inline::Text(run)) if run.style == *style => {
                run.text.push_str(text);
                true
            }
            _ => false,
        }
    }

    fn text(&mut self, text: &str, style: &TextStyle) {
        if !text.is_empty() && !self.append(text, style) {
            self.push(Inline::Text(Run { text: text.to_owned(), style: style.clone() }));
        }
    }

    fn enter(&mut self, link: Option<usize>) {
        if self.link.as_ref().map(|(open, _)| *open) != link {
            self.close_link();
            self.link = link.map(|link| (link, Vec::new()));
        }
    }

    fn close_link(&mut self) {
        let Some((link, content)) = self.link.take() else { return };
        match self.targets.get(link).cloned().flatten() {
            Some(target) if !content.is_empty() => self.content.extend(target.around(content)),
            _ => self.content.extend(content),
        }
    }
}

/// What is written instead of a word's text.
fn computed(becomes: &Becomes, text: &str, style: TextStyle) -> Inline {
    match becomes {
        Becomes::Field(kind) => Inline::Field(Field { kind: kind.clone(), run: Run { text: text.to_owned(), style } }),
        Becomes::Note(index) => Inline::Note(*index),
        Becomes::Image(image) => Inline::Image(image.as_ref().clone()),
        Becomes::Formula(formula) => Inline::Formula(formula.clone()),
    }
}

/// Right edge of the words up to the next tab, where gaps are written as such.
fn end_of_part(words: &[Word], tabs_count: bool) -> f32 {
    let part = words.iter().enumerate().take_while(|(at, word)| *at == 0 || !tabs_count || word.gap != Gap::Tab);
    part.map(|(_, word)| word.rect.right).fold(f32::NEG_INFINITY, f32::max)
}

/// The tab stop before word `at`: at the end of the line where the last part ends there.
fn jump(words: &[Word], at: usize, para: &Para) -> TabStop {
    let rest = words.get(at..).unwrap_or_default();
    let leads = (0..rest.len()).any(|from| leader(&rest[from..]) > 0);
    let is_last = !leads && !rest.iter().skip(1).any(|word| word.gap == Gap::Tab);
    let end = rest.iter().map(|word| word.rect.right).fold(f32::NEG_INFINITY, f32::max);
    let (left, size) = rest.first().map_or((0.0, 0.0), |word| (word.rect.left, word.size));
    let hangs = para.lines.len() > 1 && stands_below(para, left, size);
    if is_last && !hangs && (para.frame.right - end).abs() < WIDEST_SPACE * size {
        return TabStop { position: para.frame.width(), align: TabAlign::End, leader: None };
    }
    TabStop { position: left - para.frame.left, align: TabAlign::Start, leader: None }
}

/// Whether the gaps of a paragraph's lines are written as tabs; otherwise they are spaces.
pub(super) fn has_tabs(para: &Para) -> bool {
    !para.rtl && para.align != Some(Align::Center)
}

/// What a line has of its own.
#[derive(Debug, Clone, Copy)]
struct Shape {
    /// Words of a list marker set off from the text; 0 where there is none.
    label: usize,
    /// What becomes of the hyphen at its end.
    hyphen: Hyphen,
    /// Whether it is the last one of its paragraph.
    is_last: bool,
}

/// What becomes of the hyphen at the end of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Hyphen {
    /// It is written.
    Stays,
    /// It is no part of the word, and shows only where a line ends there again.
    Optional,
    /// It is not written.
    Goes,
}

impl Hyphen {
    /// The text of a word whose hyphen this is.
    fn of(self, text: &str) -> Cow<'_, str> {
        let without = || text.strip_suffix(['-', '\u{2010}']).unwrap_or(text);
        match self {
            Hyphen::Stays => Cow::Borrowed(text),
            Hyphen::Optional => Cow::Owned(format!("{}\u{AD}", without())),
            Hyphen::Goes => Cow::Borrowed(without()),
        }
    }
}

/// The end of the entry of a table of contents that a whole line is.
fn entry_in(para: &Para, line: &Line, words: &[Word]) -> Option<Entry> {
    let whole = matches!(para.meaning.role, Role::Contents(_)) && words.len() == line.words.len();
    toc::entry_of(line).filter(|_| whole)
}

/// What stands between two lines.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Joint {
    Nothing,
    Space,
    /// The hyphen at the end goes.
    Hyphen,
    Break,
}

/// What stands before a word.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Before {
    Nothing,
    Space,
    Tab,
}

impl Before {
    fn of(gap: Gap, tabs_count: bool) -> Before {
        match gap {
            Gap::None => Before::Nothing,
            Gap::Tab if tabs_count => Before::Tab,
            Gap::Space | Gap::Tab => Before::Space,
        }
    }
}

/// The last or first word of words.
fn whole_word(words: &[Word], last: bool) -> String {
    let start = if last { words.iter().rposition(|word| word.gap != Gap::None).unwrap_or(0) } else { 0 };
    let rest = words.get(start..).unwrap_or_default();
    let word = rest.iter().enumerate().take_while(|(at, word)| *at == 0 || word.gap == Gap::None);
    word.map(|(_, word)| word.text.as_str()).collect()
}
