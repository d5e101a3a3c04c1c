//! Makes small documents of Word 97 for tests ([MS-DOC]).

use transvase_container::cfb::build::container;

/// Where the text begins in its stream, and bytes of a page.
const TEXT: usize = 0x800;
const PAGE: usize = 512;

/// A paragraph: its stretches of text, each with the properties of its letters; the last one ends with the mark.
pub(super) struct Para<'a> {
    pub runs: Vec<(&'a str, Vec<u8>)>,
    pub style: u16,
    pub lines: Vec<u8>,
}

/// A paragraph of plain text in the usual style.
pub(super) fn plain(text: &str) -> Para<'_> {
    Para { runs: vec![(text, Vec::new())], style: 0, lines: Vec::new() }
}

/// A document with its parts: the main text, and notes, whose marks are the characters 0x02 of the main text.
#[derive(Default)]
pub(super) struct Sample<'a> {
    pub main: Vec<Para<'a>>,
    pub notes: Vec<Para<'a>>,
    /// Flags of the block at the beginning, and the version of the format.
    pub flags: u16,
    pub version: Option<u16>,
    /// The stream of data.
    pub data: Vec<u8>,
}

impl Sample<'_> {
    /// The file. Its text is one piece of sixteen bits, and one of eight where it is plain at its end.
    pub(super) fn file(&self) -> Vec<u8> {
        let all: Vec<&Para<'_>> = self.main.iter().chain(&self.notes).collect();
        let text: String = all.iter().flat_map(|para| &para.runs).map(|(text, _)| *text).collect();
        let units: Vec<u16> = text.encode_utf16().collect();
        let count = |paras: &[Para<'_>]| -> usize {
            paras.iter().flat_map(|para| &para.runs).map(|(text, _)| text.encode_utf16().count()).sum()
        };
        let (main, notes) = (count(&self.main), count(&self.notes));
        let mut document = vec![0; TEXT];
        document.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
        document.resize(document.len().next_multiple_of(PAGE), 0);
        let letters = document.len() / PAGE;
        document.extend(letter_page(&all));
        document.extend(paragraph_page(&all));
        let mut tables = Tables::default();
        let end = (TEXT + units.len() * 2) as u32;
        tables.add(1, styles());
        tables.add(12, [TEXT as u32, end, letters as u32].iter().flat_map(|word| word.to_le_bytes()).collect());
        tables.add(13, [TEXT as u32, end, letters as u32 + 1].iter().flat_map(|word| word.to_le_bytes()).collect());
        tables.add(33, pieces(units.len() as u32));
        let (list, levels) = list();
        tables.add(73, list);
        tables.bytes.extend(levels);
        tables.add(74, list_use());
        if notes > 0 {
            let marks = units.iter().take(main).enumerate().filter(|(_, unit)| **unit == 2).map(|(at, _)| at as u32);
            let marks: Vec<u32> = marks.collect();
            let counted = vec![1_u16; marks.len()];
            let places = marks.iter().copied().chain([main as u32]).flat_map(u32::to_le_bytes);
            tables.add(2, places.chain(counted.into_iter().flat_map(u16::to_le_bytes)).collect());
            let mut at = 0;
            let ends = self.notes.iter().map(|para| {
                at += count(std::slice::from_ref(para)) as u32;
                at
            });
            let ends: Vec<u32> = std::iter::once(0).chain(ends).collect();
            tables.add(3, ends.into_iter().flat_map(u32::to_le_bytes).collect());
        }
        self.head(&mut document, &tables, (main, notes));
        container(&[("WordDocument", &document), ("1Table", &tables.bytes), ("Data", &self.data)])
    }

    fn head(&self, document: &mut [u8], tables: &Tables, (main, notes): (usize, usize)) {
        let mut put = |at: usize, field: &[u8]| document[at..at + field.len()].copy_from_slice(field);
        put(0, &0xA5EC_u16.to_le_bytes());
        put(2, &self.version.unwrap_or(0xC1).to_le_bytes());
        put(6, &0x0409_u16.to_le_bytes());
        put(10, &(self.flags | 0x200).to_le_bytes());
        put(0x4C, &(main as u32).to_le_bytes());
        put(0x50, &(notes as u32).to_le_bytes());
        for (number, at, len) in &tables.places {
            put(0x9A + number * 8, &(*at as u32).to_le_bytes());
            put(0x9E + number * 8, &(*len as u32).to_le_bytes());
        }
    }
}

#[derive(Default)]
struct Tables {
    bytes: Vec<u8>,
    places: Vec<(usize, usize, usize)>,
}

impl Tables {
    fn add(&mut self, number: usize, table: Vec<u8>) {
        self.places.push((number, self.bytes.len(), table.len()));
        self.bytes.extend(table);
    }
}

fn pieces(count: u32) -> Vec<u8> {
    let mut plex: Vec<u8> = [0, count].iter().flat_map(|place: &u32| place.to_le_bytes()).collect();
    plex.extend([0, 0]);
    plex.extend((TEXT as u32).to_le_bytes());
    plex.extend([0, 0]);
    let mut table = vec![2];
    table.extend((plex.len() as u32).to_le_bytes());
    table.extend(plex);
    table
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// A page with the properties of letters (2.9.33).
fn letter_page(all: &[&Para<'_>]) -> Vec<u8> {
    let runs: Vec<(usize, &[u8])> =
        all.iter().flat_map(|para| &para.runs).map(|(text, list)| (units(text), list.as_slice())).collect();
    page(&runs, 1, &|list| {
        let mut record = vec![list.len() as u8];
        record.extend_from_slice(list);
        record
    })
}

/// A page with the properties of paragraphs (2.9.175).
fn paragraph_page(all: &[&Para<'_>]) -> Vec<u8> {
    let lists: Vec<Vec<u8>> = all
        .iter()
        .map(|para| para.style.to_le_bytes().into_iter().chain(para.lines.iter().copied()).collect())
        .collect();
    let lens = all.iter().map(|para| para.runs.iter().map(|(text, _)| units(text)).sum::<usize>());
    let paras: Vec<(usize, &[u8])> = lens.zip(lists.iter().map(Vec::as_slice)).collect();
    page(&paras, 13, &|list| {
        let mut record =
            if list.len() % 2 == 1 { vec![list.len().div_ceil(2) as u8] } else { vec![0, list.len() as u8 / 2] };
        record.extend_from_slice(list);
        record
    })
}

fn page(stretches: &[(usize, &[u8])], size: usize, record: &dyn Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let mut page = vec![0; PAGE];
    let mut place = TEXT;
    let mut free = PAGE - 1;
    for (at, (len, list)) in stretches.iter().enumerate() {
        page[at * 4..at * 4 + 4].copy_from_slice(&(place as u32).to_le_bytes());
        place += len * 2;
        let record = record(list);
        free = (free - record.len()) / 2 * 2;
        page[free..free + record.len()].copy_from_slice(&record);
        page[(stretches.len() + 1) * 4 + at * size] = (free / 2) as u8;
    }
    let count = stretches.len();
    page[count * 4..count * 4 + 4].copy_from_slice(&(place as u32).to_le_bytes());
    page[PAGE - 1] = count as u8;
    page
}

/// The usual style, that of first headings, and one of characters in italics (2.9.271).
fn styles() -> Vec<u8> {
    let mut table: Vec<u8> = [18_u16, 3, 10, 1, 0, 15, 0, 0, 0, 0].iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut style = |number: u16, kind: u16, base: u16, name: &str, lists: &[&[u8]]| {
        let mut bytes: Vec<u8> =
            [number, kind | base << 4, lists.len() as u16, 0, 0].iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend((units(name) as u16).to_le_bytes());
        bytes.extend(name.encode_utf16().flat_map(u16::to_le_bytes));
        bytes.extend([0, 0]);
        for list in lists {
            bytes.extend((list.len() as u16).to_le_bytes());
            bytes.extend_from_slice(list);
            bytes.resize(bytes.len().next_multiple_of(2), 0);
        }
        table.extend((bytes.len() as u16).to_le_bytes());
        table.extend(bytes);
    };
    style(0, 1, 0xFFF, "Normal", &[&[0, 0], &[0x43, 0x4A, 22, 0]]);
    style(1, 1, 0, "heading 1", &[&[1, 0, 0x13, 0xA4, 240, 0], &[0x35, 0x08, 1]]);
    style(0xFFE, 2, 0xFFF, "Emphasis", &[&[0x36, 0x08, 1]]);
    table
}

/// A list of one level, numbered with a dot behind, and its level (2.9.192 and 2.9.150).
fn list() -> (Vec<u8>, Vec<u8>) {
    let mut list = vec![1, 0];
    list.extend(7_i32.to_le_bytes());
    list.extend([0; 22]);
    list.extend([1, 0]);
    let mut level = vec![0; 28];
    level[0] = 3;
    level[6] = 1;
    level[25] = 4;
    level.extend([0x5E, 0x84, 0xD0, 2]);
    level.extend([2, 0, 0, 0, b'.', 0]);
    (list, level)
}

fn list_use() -> Vec<u8> {
    let mut table = 1_u32.to_le_bytes().to_vec();
    table.extend(7_i32.to_le_bytes());
    table.extend([0; 12]);
    table.extend([0xFF; 4]);
    table
}
