//! The inline builder: the content of a paragraph while it is read, what is open, and how letters look there.

use std::rc::Rc;
use std::sync::Arc;

use super::super::styles::Properties;
use super::super::text_style::{Case, Kind};
use transvase_model::flow::{Block, Inline, LinkTarget, Run, TextStyle};

/// How letters look at a place.
#[derive(Debug, Default)]
pub(super) struct Looks {
    /// By [`Kind`] of letter.
    pub styles: [TextStyle; 3],
    pub case: Case,
}

impl Looks {
    fn style(&self, kind: Kind) -> &TextStyle {
        match kind {
            Kind::Latin => &self.styles[0],
            Kind::Asian => &self.styles[1],
            Kind::Complex => &self.styles[2],
        }
    }
}

/// What content stands in.
#[derive(Debug)]
pub(super) enum Container<'t> {
    /// The paragraph itself.
    Paragraph,
    Link(LinkTarget),
    /// A remark, with the name that its end has.
    Comment(usize, Option<&'t str>),
    Change(usize),
}

#[derive(Debug)]
struct Open<'t> {
    container: Container<'t>,
    content: Vec<Inline>,
}

/// Styles around a place, and how letters look there.
#[derive(Debug, Clone)]
pub(super) struct Layer<'t> {
    pub names: Vec<&'t str>,
    pub properties: Properties<'t>,
    pub looks: Rc<Looks>,
}

/// A paragraph that is being read.
#[derive(Debug)]
pub(super) struct Line<'t> {
    open: Vec<Open<'t>>,
    layers: Vec<Layer<'t>>,
    /// Whether white space that comes now is left out.
    spaced: bool,
    /// The kind of the letter before.
    kind: Kind,
    /// Small letters above those that come now.
    pub ruby: Option<Arc<str>>,
    /// Frames that hang on the paragraph: they stand before it.
    pub frames: Vec<Block>,
    /// Blocks that stand behind the paragraph.
    pub after: Vec<Block>,
}

impl<'t> Line<'t> {
    pub(super) fn new(layer: Layer<'t>) -> Line<'t> {
        Line {
            open: vec![Open { container: Container::Paragraph, content: Vec::new() }],
            layers: vec![layer],
            spaced: true,
            kind: Kind::Latin,
            ruby: None,
            frames: Vec::new(),
            after: Vec::new(),
        }
    }

    /// The styles at hand.
    pub(super) fn layer(&self) -> &Layer<'t> {
        // The first one is never taken away.
        &self.layers[self.layers.len() - 1]
    }

    pub(super) fn push_layer(&mut self, layer: Layer<'t>) {
        self.layers.push(layer);
    }

    pub(super) fn pop_layer(&mut self) {
        if self.layers.len() > 1 {
            self.layers.pop();
        }
    }

    /// The style of letters at hand that no text says the kind of.
    pub(super) fn style(&self) -> TextStyle {
        self.layer().looks.style(Kind::Latin).clone()
    }

    /// Adds text of the file: white space counts once (6.1.2).
    pub(super) fn text(&mut self, text: &str) {
        let mut gathered = String::new();
        for c in text.chars() {
            let is_space = matches!(c, ' ' | '\t' | '\n' | '\r');
            if !is_space {
                gathered.push(c);
            } else if !self.spaced {
                gathered.push(' ');
            }
            self.spaced = is_space;
        }
        self.letters(&gathered);
    }

    /// Adds text as it is.
    pub(super) fn exact(&mut self, text: &str) {
        self.spaced = false;
        self.letters(text);
    }

    /// Adds letters, those of each kind in the look of the kind.
    fn letters(&mut self, text: &str) {
        let mut from = 0;
        for (at, c) in text.char_indices() {
            if let Some(kind) = Kind::of(c).filter(|kind| *kind != self.kind) {
                self.run(text.get(from..at).unwrap_or_default());
                (from, self.kind) = (at, kind);
            }
        }
        self.run(text.get(from..).unwrap_or_default());
    }

    fn run(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let looks = self.layer().looks.clone();
        let text = looks.case.apply(text);
        let style = TextStyle { ruby: self.ruby.clone(), ..looks.style(self.kind).clone() };
        match self.content().last_mut() {
            Some(Inline::Text(last)) if last.style == style => last.text.push_str(&text),
            _ => self.content().push(Inline::Text(Run { text, style })),
        }
    }

    /// Adds something that is no text.
    pub(super) fn push(&mut self, inline: Inline) {
        self.spaced = false;
        self.content().push(inline);
    }

    /// Adds a place, which takes no room.
    pub(super) fn place(&mut self, inline: Inline) {
        self.content().push(inline);
    }

    fn content(&mut self) -> &mut Vec<Inline> {
        // The paragraph itself is never closed before its end.
        let last = self.open.len() - 1;
        &mut self.open[last].content
    }

    /// Begins something that content stands in; what it returns closes it again.
    pub(super) fn begin(&mut self, container: Container<'t>) -> usize {
        self.open.push(Open { container, content: Vec::new() });
        self.open.len() - 1
    }

    /// Ends what was begun at a depth. Changes inside it that go on are begun again behind it.
    pub(super) fn end(&mut self, depth: usize) {
        let mut go_on = Vec::new();
        while self.open.len() > depth.max(1) {
            let Some(Open { container, content }) = self.open.pop() else { return };
            if let (Container::Change(change), true) = (&container, self.open.len() > depth) {
                go_on.push(*change);
            }
            self.put(container, content);
        }
        for change in go_on.into_iter().rev() {
            self.begin(Container::Change(change));
        }
    }

    /// Ends the innermost thing that is meant, where one is open.
    pub(super) fn end_where(&mut self, is_meant: impl Fn(&Container<'t>) -> bool) {
        if let Some(depth) = self.open.iter().rposition(|open| is_meant(&open.container)) {
            self.end(depth);
        }
    }

    fn put(&mut self, container: Container<'t>, content: Vec<Inline>) {
        let whole = match container {
            Container::Paragraph => return self.content().extend(content),
            Container::Comment(comment, _) => Inline::Comment { comment, content },
            Container::Link(_) | Container::Change(_) if content.is_empty() => return,
            Container::Link(target) => Inline::Link { target, content },
            Container::Change(change) => Inline::Change { change, content },
        };
        self.content().push(whole);
    }

    /// The content, with the blocks before and behind it.
    pub(super) fn finish(mut self) -> (Vec<Inline>, [Vec<Block>; 2]) {
        self.end(1);
        while self.open.len() > 1 {
            // Changes that were begun again.
            let Some(Open { container, content }) = self.open.pop() else { break };
            self.put(container, content);
        }
        (std::mem::take(self.content()), [self.frames, self.after])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line() -> Line<'static> {
        let layer = Layer { names: Vec::new(), properties: Properties::default(), looks: Rc::default() };
        Line::new(layer)
    }

    fn words(content: &[Inline]) -> String {
        let one = |inline: &Inline| match inline {
            Inline::Text(run) => run.text.clone(),
            Inline::Change { content, .. } => format!("<{}>", words(content)),
            Inline::Link { content, .. } => format!("[{}]", words(content)),
            Inline::Comment { content, .. } => format!("({})", words(content)),
            _ => "@".into(),
        };
        content.iter().map(one).collect()
    }

    #[test]
    fn white_space_counts_once() {
        let mut line = line();
        line.text(" \n a \t");
        line.text(" b");
        line.exact("  ");
        line.text(" c");
        assert_eq!(words(&line.finish().0), "a b   c");
    }

    #[test]
    fn what_is_open_is_closed_in_its_order() {
        let mut line = line();
        let link = line.begin(Container::Link(LinkTarget::Internal("a".into())));
        line.text("one");
        line.begin(Container::Comment(0, Some("c")));
        line.begin(Container::Change(0));
        line.text("two");
        line.end(link);
        line.text("three");
        line.end_where(|container| matches!(container, Container::Change(0)));
        line.text("four");
        assert_eq!(words(&line.finish().0), "[one(<two>)]<three>four");
    }

    #[test]
    fn letters_of_each_script_are_runs() {
        let mut line = line();
        line.text("ab, שלום 12 c");
        let (content, _) = line.finish();
        assert_eq!(words(&content), "ab, שלום 12 c");
    }
}
