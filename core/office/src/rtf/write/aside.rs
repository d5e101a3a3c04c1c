//! Footnotes and comments (RTF 1.9.1, "Footnotes", "Comments (Annotations)").

use super::Writer;
use super::blocks::{Place, Scope};
use super::run::Around;
use super::text::escaped;
use transvase_base::error::Result;
use transvase_model::flow::{self, Inline, NoteKind, initials};

impl Writer<'_> {
    /// The mark of a note, and the note.
    pub(super) fn note(&mut self, number: usize, around: Around) -> Result<()> {
        // A note is written where it is named first: taken, so that it cannot hold itself.
        let Some(note) = self.notes.get_mut(number) else { return Ok(()) };
        let (kind, mark) = (note.kind, note.mark.clone());
        let blocks = std::mem::take(&mut note.blocks);
        if around.scope.place == Place::Note || around.scope.place == Place::Comment || self.in_shape {
            let mark = mark.unwrap_or_else(|| (number + 1).to_string());
            self.mark(&escaped(&mark), around);
            return self.inner_blocks(&blocks, around);
        }
        let mark = mark.map_or_else(|| "\\chftn".to_owned(), |mark| escaped(&mark));
        self.mark(&mark, around);
        self.out.push_str(if kind == NoteKind::End { "{\\footnote\\ftnalt " } else { "{\\footnote " });
        let scope = Scope::of(Place::Note, around.scope.room);
        let outer = std::mem::take(&mut self.open);
        let frames = std::mem::take(&mut self.frames);
        // The mark stands before the first words.
        let begin = self.out.len();
        self.blocks(&blocks, scope)?;
        if self.out.len() == begin {
            self.paragraph(&flow::Paragraph::default(), scope, None)?;
        }
        self.end_story("}", scope)?;
        self.mark_into(begin, &mark, around);
        (self.open, self.frames, self.after_table) = (outer, frames, false);
        Ok(())
    }

    /// Notes in notes have no place: their text follows their mark.
    fn inner_blocks(&mut self, blocks: &[flow::Block], around: Around) -> Result<()> {
        for leaf in flow::leaves(blocks) {
            if let flow::Block::Paragraph(paragraph) = leaf {
                self.out.push(' ');
                self.inner(&paragraph.content, around)?;
            }
        }
        Ok(())
    }

    /// Puts the mark of a note before the first words of its text, which begins at a place.
    fn mark_into(&mut self, begin: usize, mark: &str, around: Around) {
        let text = self.out.split_off(begin);
        // The looks of the first paragraph end with a space, as its mark has none.
        let at = text.find("\\fs").and_then(|at| Some(at + text.get(at..)?.find(' ')? + 1)).unwrap_or(0);
        let (look, rest) = text.split_at(at);
        self.out.push_str(look);
        self.mark(mark, around);
        self.out.push(' ');
        self.out.push_str(rest);
    }

    /// What a remark is about, and the remark.
    pub(super) fn comment(&mut self, number: usize, content: &[Inline], around: Around) -> Result<()> {
        let comment = self.comments.get_mut(number).map(std::mem::take);
        let Some(comment) = comment.filter(|_| around.scope.place != Place::Comment && !self.in_shape) else {
            return self.inner(content, around);
        };
        self.put(format_args!("{{\\*\\atrfstart {number}}}"));
        self.inner(content, around)?;
        let author = comment.author.as_deref().unwrap_or_default();
        // Cut first: half an escape takes the brace behind it along, and the rest of the file is hidden.
        let (author, initials) = (escaped(author), escaped(&initials(author)));
        self.put(format_args!("{{\\*\\atrfend {number}}}{{\\*\\atnid {initials}}}{{\\*\\atnauthor {author}}}\\chatn"));
        self.put(format_args!("{{\\*\\annotation{{\\*\\atnref {number}}}"));
        if let Some(at) = comment.date.as_deref().map(minutes).filter(|at| *at != 0) {
            self.put(format_args!("{{\\*\\atndate {at}}}"));
        }
        let scope = Scope::of(Place::Comment, around.scope.room);
        let outer = std::mem::take(&mut self.open);
        let frames = std::mem::take(&mut self.frames);
        self.blocks(&comment.blocks, scope)?;
        self.end_story("}", scope)?;
        (self.open, self.frames, self.after_table) = (outer, frames, false);
        Ok(())
    }

    /// Notes that no mark refers to stand behind the text.
    pub(super) fn orphans(&mut self, scope: Scope) -> Result<()> {
        for number in 0..self.notes.len() {
            let blocks = self.notes.get_mut(number).map(|note| std::mem::take(&mut note.blocks)).unwrap_or_default();
            self.blocks(&blocks, scope)?;
        }
        Ok(())
    }
}

/// Year, month, day, hour and minute of a date of ISO 8601.
pub(super) fn parts_of_date(date: &str) -> Option<[u32; 5]> {
    let mut parts = date.split(['-', 'T', ':', ' ']);
    let mut next = || parts.next()?.get(..).and_then(|part| part.trim_end_matches('Z').parse::<u32>().ok());
    let year = next().filter(|year| (1_601..=9_999).contains(year))?;
    let month = next().filter(|month| (1..=12).contains(month)).unwrap_or(1);
    let day = next().filter(|day| (1..=31).contains(day)).unwrap_or(1);
    let hour = next().filter(|hour| *hour < 24).unwrap_or(0);
    let minute = next().filter(|minute| *minute < 60).unwrap_or(0);
    Some([year, month, day, hour, minute])
}

/// A date and time in 32 bits (RTF 1.9.1, `\revdttm`); 0 for what is none.
pub(super) fn minutes(date: &str) -> i64 {
    parts_of_date(date).filter(|[year, ..]| (1_900..2_400).contains(year)).map_or(
        0,
        |[year, month, day, hour, minute]| {
            let bits = minute | hour << 6 | day << 11 | month << 16 | (year - 1_900) << 20;
            i64::from(bits as i32)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_bits() {
        assert_eq!(parts_of_date("2024-02-29T07:05:00Z"), Some([2024, 2, 29, 7, 5]));
        assert_eq!(minutes("2024-02-29T07:05"), (124 << 20) | (2 << 16) | (29 << 11) | (7 << 6) | 5);
        assert_eq!((minutes("yesterday"), parts_of_date("2001")), (0, Some([2001, 1, 1, 0, 0])));
    }
}
