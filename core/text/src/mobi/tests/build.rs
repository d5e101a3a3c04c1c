//! Writes small books, so that tests need no files. It follows the same public descriptions as the
//! reader, but packs what the reader unpacks.

/// Which compression the text records get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    None,
    PalmDoc,
    HuffCdic,
}

/// A book to be written.
#[derive(Debug, Clone)]
pub struct Sample {
    pub text: Vec<u8>,
    pub packing: Packing,
    pub version: u32,
    pub codepage: u32,
    /// Title, position (MOBI6) or fragment and offset (KF8), depth, parent.
    pub ncx: Vec<(&'static str, Vec<u32>, u32, Option<u32>)>,
    pub images: Vec<Vec<u8>>,
    pub exth: Vec<(u32, Vec<u8>)>,
    /// KF8: position, length and fragment count of each skeleton.
    pub skeletons: Vec<(u32, u32, u32)>,
    /// KF8: insert position and length of each fragment.
    pub fragments: Vec<(u32, u32)>,
    /// KF8: where the flows begin and end.
    pub flows: Vec<(u32, u32)>,
    pub encryption: u16,
    /// Bytes of text in a record.
    pub record_size: usize,
}

impl Default for Sample {
    fn default() -> Self {
        Sample {
            text: Vec::new(),
            packing: Packing::None,
            version: 6,
            codepage: 65_001,
            ncx: Vec::new(),
            images: Vec::new(),
            exth: Vec::new(),
            skeletons: Vec::new(),
            fragments: Vec::new(),
            flows: Vec::new(),
            encryption: 0,
            record_size: 4_096,
        }
    }
}

/// A PDB file of the given records.
pub fn pdb(kind: &[u8; 8], records: &[Vec<u8>]) -> Vec<u8> {
    let mut file = vec![0; 78];
    file[..6].copy_from_slice(b"Sample");
    file[60..68].copy_from_slice(kind);
    file[76..78].copy_from_slice(&(records.len() as u16).to_be_bytes());
    let mut offset = 78 + 8 * records.len();
    for record in records {
        file.extend((offset as u32).to_be_bytes());
        file.extend([0; 4]);
        offset += record.len();
    }
    file.extend(records.concat());
    file
}

impl Sample {
    /// The file.
    pub fn write(&self) -> Vec<u8> {
        pdb(b"BOOKMOBI", &self.records())
    }

    /// A joint file: this book, the boundary, and `second` behind it.
    pub fn write_joint(mut self, mut second: Sample) -> Vec<u8> {
        self.exth.push((121, vec![0; 4]));
        let boundary = self.records().len() as u32 + 1;
        if let Some((_, value)) = self.exth.last_mut() {
            *value = boundary.to_be_bytes().to_vec();
        }
        let mut records = self.records();
        records.push(b"BOUNDARY".to_vec());
        second.images.clear();
        records.extend(second.records());
        pdb(b"BOOKMOBI", &records)
    }

    fn records(&self) -> Vec<Vec<u8>> {
        let texts: Vec<Vec<u8>> = self.text.chunks(self.record_size).map(|chunk| self.pack(chunk)).collect();
        let mut records = vec![Vec::new()];
        let count = texts.len();
        records.extend(texts);
        let huffman = (self.packing == Packing::HuffCdic).then_some(records.len());
        if huffman.is_some() {
            let bytes: Vec<[u8; 1]> = (0..=255).map(|byte| [byte]).collect();
            let phrases: Vec<(&[u8], bool)> = bytes.iter().map(|byte| (&byte[..], true)).collect();
            records.push(super::super::huffcdic::sample::huff());
            records.push(super::super::huffcdic::sample::cdic(&phrases));
        }
        let ncx = self.push_index(&mut records, &self.ncx_entries(), &self.ncx_strings());
        let skeletons = self.push_index(&mut records, &self.skeleton_entries(), &[]);
        let fragments = self.push_index(&mut records, &self.fragment_entries(), &[]);
        let fdst = (!self.flows.is_empty()).then_some(records.len());
        if fdst.is_some() {
            records.push(self.fdst());
        }
        let first_image = (!self.images.is_empty()).then_some(records.len());
        records.extend(self.images.iter().cloned());
        records[0] = self.record0(count, [first_image, huffman, fdst, ncx, fragments, skeletons]);
        records
    }

    fn pack(&self, chunk: &[u8]) -> Vec<u8> {
        let mut packed = match self.packing {
            Packing::None => chunk.to_vec(),
            Packing::PalmDoc => palmdoc(chunk),
            // Phrase `n` is the byte `n`, and its code is `255 - n`.
            Packing::HuffCdic => chunk.iter().map(|byte| 255 - byte).collect(),
        };
        // What follows the text: no byte of a split character, then an entry of two bytes.
        packed.extend([0, b'x', 0x82]);
        packed
    }

    fn record0(&self, text_records: usize, fields: [Option<usize>; 6]) -> Vec<u8> {
        let [first_image, huffman, fdst, ncx, fragments, skeletons] = fields;
        let mut record = vec![0; 16 + 264];
        let compression: u16 = match self.packing {
            Packing::None => 1,
            Packing::PalmDoc => 2,
            Packing::HuffCdic => 17_480,
        };
        record[..2].copy_from_slice(&compression.to_be_bytes());
        record[4..8].copy_from_slice(&(self.text.len() as u32).to_be_bytes());
        record[8..10].copy_from_slice(&(text_records as u16).to_be_bytes());
        record[10..12].copy_from_slice(&4_096_u16.to_be_bytes());
        record[12..14].copy_from_slice(&self.encryption.to_be_bytes());
        record[16..20].copy_from_slice(b"MOBI");
        let mut set = |at: usize, value: u32| record[at..at + 4].copy_from_slice(&value.to_be_bytes());
        let index = |index: Option<usize>| index.map_or(u32::MAX, |index| index as u32);
        set(20, 264);
        set(24, 2);
        set(28, self.codepage);
        set(36, self.version);
        set(80, text_records as u32 + 1);
        set(92, 0x0409);
        set(108, index(first_image));
        set(112, index(huffman));
        set(116, if huffman.is_some() { 2 } else { 0 });
        set(128, if self.exth.is_empty() { 0 } else { 0x40 });
        set(192, index(fdst));
        // One trailing entry and the overlap of characters.
        set(240, 0b11);
        set(244, index(ncx));
        set(248, index(fragments));
        set(252, index(skeletons));
        let exth = self.exth_block();
        set(84, 16 + 264 + exth.len() as u32);
        set(88, 4);
        record.extend(exth);
        record.extend(b"Name\0\0\0\0");
        record
    }

    fn exth_block(&self) -> Vec<u8> {
        if self.exth.is_empty() {
            return Vec::new();
        }
        let mut block = b"EXTH\0\0\0\0".to_vec();
        block.extend((self.exth.len() as u32).to_be_bytes());
        for (kind, data) in &self.exth {
            block.extend(kind.to_be_bytes());
            block.extend((data.len() as u32 + 8).to_be_bytes());
            block.extend(data);
        }
        let length = block.len() as u32;
        block[4..8].copy_from_slice(&length.to_be_bytes());
        block.resize(block.len().next_multiple_of(4), 0);
        block
    }

    fn fdst(&self) -> Vec<u8> {
        let mut record = b"FDST\0\0\0\x0C".to_vec();
        record.extend((self.flows.len() as u32).to_be_bytes());
        for (start, end) in &self.flows {
            record.extend(start.to_be_bytes());
            record.extend(end.to_be_bytes());
        }
        record
    }

    fn ncx_strings(&self) -> Vec<u8> {
        let label =
            |(title, ..): &(&str, Vec<u32>, u32, Option<u32>)| [varint(title.len() as u32), title.as_bytes().to_vec()];
        self.ncx.iter().flat_map(label).flatten().collect()
    }

    /// Labels and tag values of the NCX, one value for each tag.
    fn ncx_entries(&self) -> Vec<(Vec<u8>, Vec<(u8, Vec<u32>)>)> {
        let mut offset = 0;
        let mut entries = Vec::new();
        for (number, (title, position, depth, parent)) in self.ncx.iter().enumerate() {
            let tag = if position.len() == 2 { 6 } else { 1 };
            let mut tags = vec![(tag, position.clone()), (3, vec![offset]), (4, vec![*depth])];
            tags.extend(parent.map(|parent| (21, vec![parent])));
            entries.push((format!("{number:03}").into_bytes(), tags));
            offset += (varint(title.len() as u32).len() + title.len()) as u32;
        }
        entries
    }

    fn skeleton_entries(&self) -> Vec<(Vec<u8>, Vec<(u8, Vec<u32>)>)> {
        let entry = |(position, length, count): &(u32, u32, u32)| {
            (b"SKEL0".to_vec(), vec![(1, vec![*count]), (6, vec![*position, *length])])
        };
        self.skeletons.iter().map(entry).collect()
    }

    fn fragment_entries(&self) -> Vec<(Vec<u8>, Vec<(u8, Vec<u32>)>)> {
        let entry = |(insert, length): &(u32, u32)| (format!("{insert:010}").into_bytes(), vec![(6, vec![0, *length])]);
        self.fragments.iter().map(entry).collect()
    }

    /// Appends an index of header, one data record and its strings; `None` where it is empty.
    fn push_index(
        &self,
        records: &mut Vec<Vec<u8>>,
        entries: &[(Vec<u8>, Vec<(u8, Vec<u32>)>)],
        strings: &[u8],
    ) -> Option<usize> {
        if entries.is_empty() {
            return None;
        }
        let at = records.len();
        // One control byte: a bit for each tag.
        const TAGS: [(u8, u8); 5] = [(1, 1), (6, 2), (3, 1), (4, 1), (21, 1)];
        let mut header = b"INDX".to_vec();
        header.resize(192, 0);
        header[4..8].copy_from_slice(&192_u32.to_be_bytes());
        header[24..28].copy_from_slice(&1_u32.to_be_bytes());
        header[52..56].copy_from_slice(&u32::from(!strings.is_empty()).to_be_bytes());
        header.extend(b"TAGX");
        header.extend((12 + 4 * (TAGS.len() as u32 + 1)).to_be_bytes());
        header.extend(1_u32.to_be_bytes());
        for (bit, (tag, values)) in TAGS.iter().enumerate() {
            header.extend([*tag, *values, 1 << bit, 0]);
        }
        header.extend([0, 0, 0, 1]);
        let mut data = b"INDX".to_vec();
        data.resize(192, 0);
        let mut offsets = Vec::new();
        for (label, tags) in entries {
            offsets.extend((data.len() as u16).to_be_bytes());
            data.push(label.len() as u8);
            data.extend(label);
            let known: Vec<_> = TAGS
                .iter()
                .enumerate()
                .filter_map(|(bit, (tag, _))| Some((bit, tags.iter().find(|(t, _)| t == tag)?)))
                .collect();
            data.push(known.iter().fold(0, |control, (bit, _)| control | 1 << bit));
            data.extend(known.iter().flat_map(|(_, (_, values))| values.iter().flat_map(|value| varint(*value))));
        }
        let table = data.len() as u32;
        data[20..24].copy_from_slice(&table.to_be_bytes());
        data[24..28].copy_from_slice(&(entries.len() as u32).to_be_bytes());
        data.extend(b"IDXT");
        data.extend(offsets);
        records.extend([header, data]);
        if !strings.is_empty() {
            records.push(strings.to_vec());
        }
        Some(at)
    }
}

/// Seven bits a byte, the high bit on the last.
fn varint(value: u32) -> Vec<u8> {
    let mut bytes = vec![(value & 0x7F) as u8 | 0x80];
    let mut rest = value >> 7;
    while rest > 0 {
        bytes.insert(0, (rest & 0x7F) as u8);
        rest >>= 7;
    }
    bytes
}

/// `PalmDOC` codes for a text: repeated bytes become overlapping copies, a space before a letter one
/// code, bytes of other characters literals.
fn palmdoc(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let repeats = text[at..].iter().skip(1).take_while(|next| **next == byte).take(10).count();
        if repeats >= 3 && (9..0x80).contains(&byte) {
            out.push(byte);
            let pair = 0x8000_u16 | 1 << 3 | (repeats as u16 - 3);
            out.extend(pair.to_be_bytes());
            at += 1 + repeats;
        } else if byte == b' ' && text.get(at + 1).is_some_and(|next| (0x40..0x80).contains(next)) {
            out.push(text[at + 1] ^ 0x80);
            at += 2;
        } else if (9..0x80).contains(&byte) || byte == 0 {
            out.push(byte);
            at += 1;
        } else {
            out.extend([1, byte]);
            at += 1;
        }
    }
    out
}
