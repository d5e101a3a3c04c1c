//! Paragraphs under way: white space collapses as HTML has it, runs of one style grow together,
//! links hold what lies in them.

use transvase_model::flow::{
    Align, Anchor, Block, Emphasis, Inline, Meaning, Paragraph, ParagraphStyle, Role, Run, Script, TextStyle,
};

use super::super::css::{Break, Inherited, MEDIUM_PT, Script as CssScript, TextAlign, Transform, WhiteSpace};
use super::boxes::align;
use super::direction::Direction;
use super::{Builder, Level};

/// Height of an empty line as a multiple of the font size.
const EMPTY_LINE: f32 = 1.2;

/// A paragraph being filled.
#[derive(Debug)]
pub(super) struct Open {
    pub paragraph: Paragraph,
    /// The link its last piece lies in.
    link: Option<usize>,
    /// White space that comes now collapses into what was there.
    pub after_space: bool,
    pub direction: Direction,
    text_align: Option<TextAlign>,
    font_size: f32,
    /// Indents (left, right) in points.
    insets: (f32, f32),
}

impl Builder<'_> {
    /// Appends the text of a node.
    pub(super) fn push_text(&mut self, text: &str) {
        let Some(level) = self.levels.last() else { return };
        if level.style.text.hidden {
            self.hidden_text |= !text.trim().is_empty();
            return;
        }
        let (space, transform) = (level.style.text.white_space, level.style.text.transform);
        match space {
            WhiteSpace::Normal => self.push_collapsed(text, transform),
            WhiteSpace::Pre | WhiteSpace::PreLine => self.push_lines(text, space, transform),
        }
    }

    fn push_collapsed(&mut self, text: &str, transform: Transform) {
        if text.starts_with(char::is_alphanumeric) && self.is_after_control() {
            self.gap();
        }
        let text = match &self.open {
            Some(_) => text,
            // White space between blocks opens no paragraph.
            None => text.trim_start_matches(is_space),
        };
        if text.is_empty() {
            return;
        }
        let mut after_space = self.open().after_space;
        let mut out = String::new();
        for piece in text.split_inclusive(is_space) {
            let word = piece.trim_end_matches(is_space);
            out.push_str(word);
            after_space &= word.is_empty();
            if word.len() < piece.len() && !after_space {
                out.push(' ');
                after_space = true;
            }
        }
        self.open().after_space = after_space;
        self.push_run(transformed(out, transform));
    }

    fn is_after_control(&self) -> bool {
        let last = self.open.as_ref().and_then(|open| open.paragraph.content.last());
        matches!(last, Some(Inline::Control { .. }))
    }

    /// Text whose line breaks count, and in `pre` its spaces too.
    fn push_lines(&mut self, text: &str, space: WhiteSpace, transform: Transform) {
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.line_break();
            }
            let line = line.trim_end_matches('\r');
            if space == WhiteSpace::PreLine {
                self.push_collapsed(line, transform);
            } else {
                self.push_columns(line, transform);
            }
        }
    }

    /// A blank, unless there is one.
    pub(super) fn gap(&mut self) {
        if self.open.as_ref().is_some_and(|open| !open.after_space) {
            self.push_collapsed(" ", Transform::None);
        }
    }

    /// Parts what comes from a word or a part of a form before it.
    pub(super) fn part(&mut self) {
        let last = self.open.as_ref().and_then(|open| open.paragraph.content.last());
        let is_apart = match last {
            Some(Inline::Text(run)) => !run.text.ends_with(char::is_alphanumeric),
            last => !matches!(last, Some(Inline::Control { .. })),
        };
        if !is_apart {
            self.gap();
        }
    }

    /// Parts text that has a place of its own from the text before it: by a line where it stands higher or lower.
    pub(super) fn stand_apart(&mut self, top: Option<f32>) {
        let before = std::mem::replace(&mut self.placed, top);
        match self.open.as_ref().filter(|open| is_visible(&open.paragraph.content)) {
            Some(_) if before.zip(top).is_some_and(|(before, top)| (before - top).abs() > 1.0) => self.line_break(),
            Some(_) => self.gap(),
            None => {}
        }
    }

    /// Text of a line whose blanks and tabs count.
    fn push_columns(&mut self, line: &str, transform: Transform) {
        for (at, text) in line.split('\t').enumerate() {
            if at > 0 {
                self.push_inline(Inline::Tab);
            }
            if !text.is_empty() {
                self.open().after_space = false;
                self.push_run(transformed(text.to_owned(), transform));
            }
        }
    }

    /// Ends the line.
    pub(super) fn line_break(&mut self) {
        let is_code = self.levels.last().is_some_and(|level| level.style.text.white_space == WhiteSpace::Pre);
        let open = self.open();
        if !is_code {
            trim_end(&mut open.paragraph.content);
        }
        open.after_space = true;
        self.push_inline(Inline::LineBreak);
    }

    /// Marks a place: at once where a paragraph has text, else before the next text.
    pub(super) fn push_anchor(&mut self, anchor: Anchor) {
        match &mut self.open {
            Some(open) => open.paragraph.content.push(Inline::Anchor(anchor)),
            None => self.anchors.push(anchor),
        }
        if let Some(open) = &mut self.open {
            open.link = None;
        }
    }

    fn push_run(&mut self, text: String) {
        if text.is_empty() {
            return;
        }
        self.after_box = false;
        let Some(style) = self.run_style() else { return };
        let link = self.levels.last().and_then(|level| level.link);
        let open = self.open();
        open.direction.see(&text);
        if let Some(run) = last_run(&mut open.paragraph.content, open.link, link)
            && run.style == style
        {
            run.text.push_str(&text);
            return;
        }
        self.push_inline(Inline::Text(Run { text, style }));
    }

    /// The style of text here.
    pub(super) fn run_style(&mut self) -> Option<TextStyle> {
        let level = self.levels.last_mut()?;
        let meaning = level.meaning;
        let style = || TextStyle { meaning, ..text_style(&level.style.text) };
        Some(level.run_style.get_or_insert_with(style).clone())
    }

    /// Appends a piece, inside the link that is open here.
    pub(super) fn push_inline(&mut self, inline: Inline) {
        let link = self.levels.last().and_then(|level| level.link);
        let target = link.and_then(|link| self.links.get(link)).cloned();
        let open = self.open();
        let same_link = open.link == link;
        open.link = link;
        match (target, open.paragraph.content.last_mut()) {
            (None, _) => open.paragraph.content.push(inline),
            (Some(_), Some(Inline::Link { content, .. })) if same_link => content.push(inline),
            (Some(target), _) => open.paragraph.content.push(Inline::Link { target, content: vec![inline] }),
        }
    }

    /// The paragraph under way, begun if there is none.
    pub(super) fn open(&mut self) -> &mut Open {
        if self.open.is_none() {
            let begun = self.begin();
            self.open = Some(begun);
            if let Some(label) = self.label.take() {
                self.push_run(format!("{} ", label.trim_end()));
                self.open.as_mut().expect("just begun").after_space = true;
            }
        }
        self.open.as_mut().expect("just begun")
    }

    /// A paragraph in the style of the innermost box.
    fn begin(&mut self) -> Open {
        let content = std::mem::take(&mut self.anchors).into_iter().map(Inline::Anchor).collect();
        let (left, right) = (self.frame().left, self.frame().right);
        let page_break_before = std::mem::take(&mut self.new_page) && self.has_text();
        let space_before = std::mem::take(&mut self.space);
        let level = self.levels.iter().rev().find(|level| level.style.is_block());
        let style = level.map_or(&self.root, |level| &level.style);
        let role = level.map_or(Role::Body, |level: &Level| level.role);
        let paragraph_style = ParagraphStyle {
            indent_first: style.text.indent,
            space_before,
            line_height: style.text.line_height,
            page_break_before,
            keep_with_next: matches!(role, Role::Heading(_)) || style.break_after == Break::Avoid,
            keep_together: style.break_inside == Break::Avoid,
            background: style.background,
            ..ParagraphStyle::default()
        };
        Open {
            paragraph: Paragraph { role, style: paragraph_style, content, ..Paragraph::default() },
            link: None,
            after_space: true,
            direction: Direction::of(&style.text),
            text_align: style.text.align,
            font_size: style.text.size,
            insets: (left, right),
        }
    }

    /// Ends the paragraph under way, if there is one.
    pub(super) fn flush(&mut self) {
        let Some(open) = self.open.take() else { return };
        let Open { mut paragraph, insets, direction, text_align, font_size, .. } = open;
        if paragraph.role != Role::Preformatted {
            trim_end(&mut paragraph.content);
        }
        let lines = trim_breaks(&mut paragraph.content);
        if !is_visible(&paragraph.content) {
            self.skip_empty(paragraph, lines, font_size);
            return;
        }
        let style = &mut paragraph.style;
        let right_to_left = direction.is_right_to_left();
        style.right_to_left = right_to_left;
        // Books are justified where their reader wants it, pages of a document's own where it says so.
        let justified = (text_align == Some(TextAlign::Justify) && self.has_own_pages()).then_some(Align::Justify);
        style.align = style.align.or(justified).or(align(text_align, direction));
        (style.indent_start, style.indent_end) = if right_to_left { (insets.1, insets.0) } else { insets };
        style.indent_first = style.indent_first.max(-style.indent_start - 36.0);
        if is_picture(&paragraph.content) {
            style.indent_first = 0.0;
        }
        paragraph.shrink_to_fit();
        self.push_block(Block::Paragraph(paragraph));
    }

    /// A paragraph that shows nothing is only space; its anchors and page break wait for the next.
    fn skip_empty(&mut self, paragraph: Paragraph, lines: usize, font_size: f32) {
        let anchors = paragraph.content.into_iter().filter_map(|inline| match inline {
            Inline::Anchor(anchor) => Some(anchor),
            _ => None,
        });
        self.anchors.extend(anchors);
        self.new_page |= paragraph.style.page_break_before;
        let lines = lines.clamp(1, 4) as f32;
        self.space = self.space.max(paragraph.style.space_before) + lines * EMPTY_LINE * font_size;
    }
}

/// Where the last text of `content` can grow, if the piece to come lies in the same link.
fn last_run(content: &mut [Inline], last_link: Option<usize>, link: Option<usize>) -> Option<&mut Run> {
    if last_link != link {
        return None;
    }
    match (content.last_mut()?, link) {
        (Inline::Text(run), None) => Some(run),
        (Inline::Link { content, .. }, Some(_)) => match content.last_mut()? {
            Inline::Text(run) => Some(run),
            _ => None,
        },
        _ => None,
    }
}

/// White space that collapses (CSS Text 3, 4.1.1).
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{C}')
}

/// Takes the space off the end, through anchors.
fn trim_end(content: &mut Vec<Inline>) {
    for index in (0..content.len()).rev() {
        match &mut content[index] {
            Inline::Anchor(_) => {}
            Inline::Text(run) => {
                if run.text.ends_with(' ') {
                    run.text.pop();
                }
                if run.text.is_empty() {
                    content.remove(index);
                }
                return;
            }
            Inline::Link { content: inner, .. } => {
                trim_end(inner);
                return;
            }
            _ => return,
        }
    }
}

/// Takes off the line break that ends the last line. Returns the number of breaks there were where
/// the paragraph has nothing else.
fn trim_breaks(content: &mut Vec<Inline>) -> usize {
    let breaks = content.iter().filter(|inline| matches!(inline, Inline::LineBreak)).count();
    let last = content.iter().rposition(|inline| !matches!(inline, Inline::Anchor(_)));
    if let Some(last) = last
        && matches!(content[last], Inline::LineBreak)
    {
        content.remove(last);
    }
    breaks
}

/// Whether a reader would see anything.
fn is_visible(content: &[Inline]) -> bool {
    content.iter().any(|inline| match inline {
        Inline::Text(run) => run.text.contains(|c: char| !c.is_whitespace() && c != '\u{200B}'),
        Inline::Image(_) | Inline::Drawing(_) | Inline::Formula(_) | Inline::Control { .. } | Inline::Note(_) => true,
        Inline::Link { content, .. } => is_visible(content),
        _ => false,
    })
}

/// Whether there is a picture and no text.
fn is_picture(content: &[Inline]) -> bool {
    content.iter().all(|inline| match inline {
        Inline::Text(run) => run.text.trim().is_empty(),
        Inline::Link { content, .. } => is_picture(content),
        _ => true,
    })
}

fn transformed(text: String, transform: Transform) -> String {
    match transform {
        Transform::None => text,
        Transform::Uppercase => text.to_uppercase(),
        Transform::Lowercase => text.to_lowercase(),
        Transform::Capitalize => capitalized(&text),
    }
}

fn capitalized(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for c in text.chars() {
        if inside || !c.is_alphanumeric() {
            out.push(c);
        } else {
            out.extend(c.to_uppercase());
        }
        inside = c.is_alphanumeric() || (inside && matches!(c, '\'' | '\u{2019}'));
    }
    out
}

/// Whether emphasis marks stand below the characters, as Chinese has them where nothing is said.
fn marks_below(text: &Inherited) -> bool {
    let chinese = || text.language.as_deref().is_some_and(|tag| tag.to_ascii_lowercase().starts_with("zh"));
    text.emphasis_below.unwrap_or_else(chinese)
}

/// The style of a run in the flow's terms.
fn text_style(text: &Inherited) -> TextStyle {
    TextStyle {
        name: None,
        meaning: Meaning::default(),
        east_asian: None,
        scale: 1.0,
        spacing: text.spacing,
        unkerned: false,
        raise: 0.0,
        family: text.family.clone(),
        size: ((text.size - MEDIUM_PT).abs() > 0.05).then_some(text.size),
        weight: text.weight,
        italic: text.italic,
        underline: text.underline,
        strike: text.strike,
        decoration: text.decoration,
        border: None,
        effect: None,
        script: match text.script {
            CssScript::Super => Script::Superscript,
            CssScript::Sub => Script::Subscript,
            _ => Script::Normal,
        },
        small_caps: text.small_caps,
        monospace: text.monospace,
        color: text.seen_color(),
        background: text.highlight,
        emphasis: text.emphasis.map(|mark| if marks_below(text) { Emphasis::UnderDot } else { mark }),
        ruby: None,
        picture: None,
        hidden: None,
        language: text.language.clone(),
    }
}
