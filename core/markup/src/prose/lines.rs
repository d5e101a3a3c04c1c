//! Line prefixes: the lines of a text, with what stands before them in quotes, lists and the like.

/// What has been written.
#[derive(Debug, Default)]
pub struct Lines {
    out: String,
    /// What stands before each line.
    prefix: String,
    /// Where the parts of it begin, from the outermost.
    parts: Vec<usize>,
    /// What stands before the next line instead, where an item begins with it.
    opening: Option<String>,
    /// Whether the next line begins a block behind another.
    gap: bool,
}

impl Lines {
    /// Writes a line.
    pub fn line(&mut self, text: &str) {
        self.settle_gap();
        let before = self.opening.take().unwrap_or_else(|| self.prefix.clone());
        let whole = before + text;
        self.out.push_str(if text.is_empty() { whole.trim_end_matches([' ', '\t']) } else { &whole });
        self.out.push('\n');
    }

    /// Writes lines.
    pub(crate) fn lines(&mut self, text: &str) {
        text.split('\n').for_each(|line| self.line(line));
    }

    /// Writes a block of one or more lines.
    pub fn block(&mut self, text: &str) {
        self.lines(text);
        self.end_block();
    }

    /// The next line is of another block.
    pub fn end_block(&mut self) {
        self.gap = true;
    }

    /// The next line follows at once.
    pub fn join(&mut self) {
        self.gap = false;
    }

    /// Begins what has something before its first line, and before the others.
    pub fn enter(&mut self, first: &str, others: &str) {
        self.settle_gap();
        let before = self.opening.take().unwrap_or_else(|| self.prefix.clone());
        self.opening = Some(before + first);
        self.parts.push(self.prefix.len());
        self.prefix.push_str(others);
    }

    /// Ends it; its first line is there even where it is empty.
    pub fn leave(&mut self) {
        if self.opening.is_some() {
            self.line("");
        }
        self.prefix.truncate(self.parts.pop().unwrap_or(0));
        self.end_block();
    }

    /// Whether the next line is the first of the document, where hyphens would be taken for the beginning of metadata, or
    /// of an item, where they would be one line with its bullet.
    pub fn is_beginning(&self) -> bool {
        self.out.is_empty() || self.opening.is_some()
    }

    /// The text.
    pub fn finish(self) -> String {
        self.out
    }

    fn settle_gap(&mut self) {
        if std::mem::take(&mut self.gap) && !self.out.is_empty() {
            self.out.push_str(self.prefix.trim_end());
            self.out.push('\n');
        }
    }
}
