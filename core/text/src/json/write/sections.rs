//! Serialised sections, notes, comments and metadata.

use super::super::measure::points;
use super::super::schema::{self, Section};
use super::blocks::OUTERMOST;
use super::{Each, Teller, size};
use transvase_markup::prose::NoteMarks;
use transvase_model::flow::{self, FirstNotes, Note};
use transvase_model::metadata::Metadata;

pub(super) fn metadata(metadata: &Metadata) -> schema::Metadata {
    let Metadata { title, authors, subject, keywords, publisher, language, identifier, date, modified, producer } =
        metadata.clone();
    schema::Metadata { title, authors, subject, keywords, publisher, language, identifier, date, modified, producer }
}

pub(super) fn page(page: &flow::SourcePage) -> schema::Page {
    let (width, height) = size(page.size);
    schema::Page { number: page.number, width, height }
}

pub(super) fn entry(item: &flow::OutlineItem) -> schema::OutlineItem {
    schema::OutlineItem { level: item.level, title: item.title.clone(), target: item.target.to_string() }
}

pub(super) fn first_notes(first: FirstNotes) -> schema::FirstNotes {
    let told = |number: u32| Some(number).filter(|number| *number != 1);
    schema::FirstNotes { foot: told(first.foot), end: told(first.end) }
}

pub(super) fn change(change: &flow::Change) -> schema::Change {
    schema::Change { kind: change.kind.into(), author: change.author.clone(), date: change.date.clone() }
}

impl<'f> Teller<'f> {
    /// A section whose blocks are made while they are written.
    pub(super) fn section<'s>(
        &'s self,
        section: &'f flow::Section,
    ) -> Section<Each<impl Iterator<Item = schema::Block> + Clone + 's>>
    where
        'f: 's,
    {
        let blocks = section.blocks.iter().take_while(|_| self.goes_on());
        Section {
            page: section.page.as_ref().map(setup),
            new_page: section.new_page,
            numbers: section
                .numbers
                .map(|numbers| schema::PageNumbers { format: numbers.format.into(), start: numbers.start }),
            header: section.header.as_ref().map(|text| self.running(text)),
            footer: section.footer.as_ref().map(|text| self.running(text)),
            blocks: Each(blocks.flat_map(|block| self.block(block, OUTERMOST))),
        }
    }

    fn running(&self, text: &flow::RunningText) -> schema::RunningText {
        let blocks = |blocks: &Vec<flow::Block>| self.blocks(blocks, OUTERMOST);
        schema::RunningText {
            blocks: blocks(&text.default),
            first: text.first.as_ref().map(blocks),
            even: text.even.as_ref().map(blocks),
        }
    }

    pub(super) fn notes(&self) -> Vec<schema::Note> {
        let marks = NoteMarks::of(self.flow);
        let told = |(note, label): (&Note, &String)| schema::Note {
            kind: note.kind.into(),
            label: label.clone(),
            mark: note.mark.clone(),
            blocks: self.blocks(&note.blocks, OUTERMOST),
        };
        self.flow.notes.iter().zip(marks.all()).take_while(|_| self.goes_on()).map(told).collect()
    }

    pub(super) fn comment(&self, comment: &flow::Comment) -> schema::Comment {
        schema::Comment {
            author: comment.author.clone(),
            date: comment.date.clone(),
            blocks: self.blocks(&comment.blocks, OUTERMOST),
        }
    }
}

fn setup(page: &flow::PageSetup) -> schema::PageSetup {
    let (width, height) = size(page.size);
    let column = |column: &flow::Column| schema::Column { width: points(column.width), gap: points(column.gap) };
    schema::PageSetup {
        width,
        height,
        margins: schema::Edges::new(page.margins, points),
        header_distance: page.header_distance.map(points),
        footer_distance: page.footer_distance.map(points),
        columns: page.columns.iter().map(column).collect(),
        separator: page.separator,
        line_numbers: page.line_numbers.map(|numbers| schema::LineNumbers {
            every: numbers.every,
            on_each_page: numbers.on_each_page,
            distance: points(numbers.distance),
        }),
        mirrored: page.mirrored,
        borders: page.borders.as_ref().map(|borders| schema::PageBorders {
            lines: schema::Borders::from(&borders.lines),
            room: Some(schema::Edges::new(borders.room, points)),
            from_text: borders.from_text,
        }),
        grid: page.grid.map(|grid| schema::LineGrid {
            pitch: points(grid.pitch),
            spacing: grid.spacing,
            in_tables: grid.in_tables,
        }),
        vertical: page.vertical,
    }
}
