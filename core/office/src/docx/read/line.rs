//! The inline builder: the content of a paragraph while it is read, within what is open around it, such as links,
//! fields and comments, whose ends need not come in the order of their beginnings.

use super::fields::FieldState;
use transvase_model::flow::{Block, Control, Inline, LinkTarget, Run};

/// What stands around inlines.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Open {
    /// The paragraph.
    Paragraph,
    /// A link.
    Link(LinkTarget),
    /// The range of a remark, by its index.
    Comment(usize),
    /// A change, by its index.
    Change(usize),
    /// A part of a form.
    Control(Control),
    /// A field.
    Field(Box<FieldState>),
}

/// Where the content of a paragraph is parted.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cut {
    /// A new page begins.
    Page,
    /// A new column begins.
    Column,
    /// Blocks stand between the text.
    Blocks(Vec<Block>),
}

#[derive(Debug)]
struct Layer {
    open: Open,
    content: Vec<Inline>,
}

/// The content of a paragraph.
#[derive(Debug)]
pub(super) struct Line {
    layers: Vec<Layer>,
    /// What stands before each cut.
    done: Vec<(Vec<Inline>, Cut)>,
    /// Whether a table of contents begins in it.
    has_contents: bool,
}

/// Layers that may be open at a time; what is opened beyond is not seen.
const MAX_LAYERS: usize = 48;

impl Line {
    /// A paragraph in which some things are open from the one before.
    pub(super) fn new(open: Vec<Open>) -> Line {
        let mut line = Line {
            layers: vec![Layer { open: Open::Paragraph, content: Vec::new() }],
            done: Vec::new(),
            has_contents: false,
        };
        open.into_iter().for_each(|open| line.open(open));
        line
    }

    /// Opens a layer.
    pub(super) fn open(&mut self, open: Open) {
        if self.layers.len() < MAX_LAYERS {
            self.layers.push(Layer { open, content: Vec::new() });
        }
    }

    /// Adds an inline where the text is.
    pub(super) fn push(&mut self, inline: Inline) {
        if let Some(layer) = self.layers.last_mut() {
            push(&mut layer.content, inline);
        }
    }

    /// Adds several.
    pub(super) fn extend(&mut self, inlines: impl IntoIterator<Item = Inline>) {
        inlines.into_iter().for_each(|inline| self.push(inline));
    }

    /// Closes the nearest layer that is meant; those opened in it stay open behind it. What it makes of its content is
    /// returned by `wrap` and added. Tells whether there was one.
    pub(super) fn close(&mut self, is_meant: impl Fn(&Open) -> bool) -> bool {
        let Some(at) = self.layers.iter().rposition(|layer| is_meant(&layer.open)).filter(|at| *at > 0) else {
            return false;
        };
        let mut inside = Vec::new();
        while self.layers.len() > at {
            inside.extend(self.close_last());
        }
        inside.pop();
        inside.into_iter().rev().for_each(|open| self.open(open));
        true
    }

    /// Closes the last layer, and returns what it was.
    fn close_last(&mut self) -> Option<Open> {
        let layer = self.layers.pop().filter(|_| !self.layers.is_empty())?;
        let mut open = layer.open;
        self.has_contents |= matches!(&open, Open::Field(field) if field.is_contents() && !field.shown);
        let made = wrap(&mut open, layer.content);
        if let Some(Layer { open: Open::Field(outer), .. }) = self.layers.last_mut()
            && !outer.in_result
        {
            outer.instruction.push_str(&words(&made));
        } else {
            self.extend(made);
        }
        Some(open)
    }

    /// The field that is open nearest.
    pub(super) fn field(&mut self) -> Option<&mut FieldState> {
        self.layers.iter_mut().rev().find_map(|layer| match &mut layer.open {
            Open::Field(field) => Some(&mut **field),
            _ => None,
        })
    }

    /// The fields that are open, the outermost first.
    pub(super) fn fields(&self) -> impl Iterator<Item = &FieldState> {
        self.layers.iter().filter_map(|layer| match &layer.open {
            Open::Field(field) => Some(&**field),
            _ => None,
        })
    }

    /// Whether it belongs to a table of contents, which may begin and end in it.
    pub(super) fn is_of_contents(&self) -> bool {
        self.has_contents || self.fields().any(FieldState::is_contents)
    }

    /// Whether text comes to the instruction of a field, where it is not seen.
    pub(super) fn is_instruction(&self) -> bool {
        self.fields().any(|field| !field.in_result)
    }

    /// Forgets what the nearest field showed until its result begins.
    pub(super) fn begin_result(&mut self) {
        let is_field = |layer: &&mut Layer| matches!(&layer.open, Open::Field(_));
        if let Some(layer) = self.layers.iter_mut().rev().find(is_field)
            && let Open::Field(field) = &mut layer.open
            && !field.in_result
        {
            field.in_result = true;
            layer.content.clear();
        }
    }

    /// Parts the paragraph here.
    pub(super) fn cut(&mut self, cut: Cut) {
        let open = self.close_all();
        let content = self.layers.first_mut().map(|layer| std::mem::take(&mut layer.content)).unwrap_or_default();
        self.done.push((content, cut));
        open.into_iter().for_each(|open| self.open(open));
    }

    /// Closes everything; what was open, the outermost first.
    fn close_all(&mut self) -> Vec<Open> {
        let mut open = Vec::new();
        while self.layers.len() > 1 {
            open.extend(self.close_last());
        }
        open.reverse();
        open
    }

    /// The end of the paragraph: its content with its cuts, the rest, and what stays open behind it.
    pub(super) fn finish(mut self) -> (Vec<(Vec<Inline>, Cut)>, Vec<Inline>, Vec<Open>) {
        let mut open = self.close_all();
        // A field whose result has not begun is damaged: it must not swallow the rest of the text.
        open.retain(|open| match open {
            Open::Field(field) => field.in_result,
            Open::Comment(_) => true,
            _ => false,
        });
        let rest = self.layers.pop().map(|layer| layer.content).unwrap_or_default();
        (self.done, rest, open)
    }
}

/// What a layer makes of its content.
fn wrap(open: &mut Open, content: Vec<Inline>) -> Vec<Inline> {
    match open {
        Open::Paragraph => content,
        Open::Field(field) => field.result(content),
        Open::Control(control) => vec![Inline::Control { control: control.clone(), content }],
        _ if content.is_empty() => content,
        Open::Link(target) => linked(target, content),
        Open::Comment(comment) => vec![Inline::Comment { comment: *comment, content }],
        Open::Change(change) => vec![Inline::Change { change: *change, content }],
    }
}

/// Inlines in a link. Links do not lie in links: those inside that lead elsewhere hold, and what stands beside them is in
/// the one around them, as are the words of a contents entry beside the number of its page.
pub(super) fn linked(target: &LinkTarget, content: Vec<Inline>) -> Vec<Inline> {
    let (mut out, mut stretch) = (Vec::new(), Vec::new());
    for inline in content {
        match inline {
            Inline::Link { target: inner, content } if inner == *target => stretch.extend(content),
            inline if is_linked(&inline) => {
                close(target, &mut stretch, &mut out);
                out.push(inline);
            }
            inline => stretch.push(inline),
        }
    }
    close(target, &mut stretch, &mut out);
    out
}

/// Puts a stretch in a link; places alone need none.
fn close(target: &LinkTarget, stretch: &mut Vec<Inline>, out: &mut Vec<Inline>) {
    let content = std::mem::take(stretch);
    if content.iter().all(|inline| matches!(inline, Inline::Anchor(_))) {
        out.extend(content);
    } else {
        out.push(Inline::Link { target: target.clone(), content });
    }
}

/// Whether an inline is a link, or a link lies in it.
fn is_linked(inline: &Inline) -> bool {
    let inlines = std::slice::from_ref(inline);
    transvase_model::flow::inlines(inlines).any(|inline| matches!(inline, Inline::Link { .. }))
}

/// Adds an inline; text goes on with that before it where both look the same.
fn push(content: &mut Vec<Inline>, inline: Inline) {
    if let (Some(Inline::Text(last)), Inline::Text(run)) = (content.last_mut(), &inline)
        && last.style == run.style
        && run.style.ruby.is_none()
    {
        last.text.push_str(&run.text);
        return;
    }
    content.push(inline);
}

/// The words of inlines.
pub(super) fn words(content: &[Inline]) -> String {
    let mut words = String::new();
    transvase_model::flow::inlines(content).for_each(|inline| match inline {
        Inline::Text(Run { text, .. }) => words.push_str(text),
        Inline::Field(field) => words.push_str(&field.run.text),
        Inline::Tab | Inline::LineBreak => words.push(' '),
        _ => {}
    });
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::TextStyle;

    fn text(words: &str) -> Inline {
        Inline::Text(Run { text: words.into(), style: TextStyle::default() })
    }

    #[test]
    fn ranges_may_end_in_any_order() {
        let mut line = Line::new(Vec::new());
        let target = LinkTarget::External("https://example.org".into());
        line.push(text("a"));
        line.open(Open::Comment(0));
        line.push(text("b"));
        line.open(Open::Link(target.clone()));
        line.push(text("c"));
        assert!(line.close(|open| *open == Open::Comment(0)));
        line.push(text("d"));
        assert!(line.close(|open| matches!(open, Open::Link(_))));
        assert!(!line.close(|open| matches!(open, Open::Link(_))));
        let (done, rest, open) = line.finish();
        assert!(done.is_empty() && open.is_empty());
        let link = |words: &str| Inline::Link { target: target.clone(), content: vec![text(words)] };
        assert_eq!(rest, [text("a"), Inline::Comment { comment: 0, content: vec![text("b"), link("c")] }, link("d")]);
    }

    #[test]
    fn the_words_beside_a_link_are_in_the_one_around_it() {
        let (around, other) = (LinkTarget::Internal("a".into()), LinkTarget::Internal("b".into()));
        let link = |target: &LinkTarget, content: Vec<Inline>| Inline::Link { target: target.clone(), content };
        let same = linked(&around, vec![text("Head"), Inline::Tab, link(&around, vec![text("7")])]);
        assert_eq!(same, [link(&around, vec![text("Head"), Inline::Tab, text("7")])]);
        let two = linked(&around, vec![text("x"), link(&other, vec![text("y")]), Inline::Anchor("z".into())]);
        let parts = [link(&around, vec![text("x")]), link(&other, vec![text("y")]), Inline::Anchor("z".into())];
        assert_eq!(two, parts);
    }

    #[test]
    fn remarks_go_on_in_the_next_paragraph() {
        let mut line = Line::new(Vec::new());
        line.open(Open::Comment(3));
        line.push(text("a"));
        line.cut(Cut::Page);
        line.push(text("b"));
        let (done, rest, open) = line.finish();
        let remark = |words: &str| vec![Inline::Comment { comment: 3, content: vec![text(words)] }];
        assert_eq!((done, rest, open), (vec![(remark("a"), Cut::Page)], remark("b"), vec![Open::Comment(3)]));
    }
}
