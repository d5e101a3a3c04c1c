//! Makes compound files for tests.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

/// Bytes of a sector and of a small one, and the size below which a stream lies in small ones.
const SECTOR: usize = 512;
const SMALL: usize = 64;
const CUTOFF: usize = 4096;
/// Numbers that end a chain, and that stand for a sector of the table ([MS-CFB], 2.1).
const END: u32 = 0xFFFF_FFFE;
const TABLE: u32 = 0xFFFF_FFFD;
const FREE: u32 = 0xFFFF_FFFF;

/// A compound file with streams at its root.
pub fn container(streams: &[(&str, &[u8])]) -> Vec<u8> {
    let mut file = File { table: Vec::new(), sectors: Vec::new() };
    let (mut small, mut small_table) = (Vec::new(), Vec::new());
    let mut entries = Vec::new();
    for (name, bytes) in streams {
        let start = match bytes.len() {
            0 => END,
            len if len < CUTOFF => {
                let start = small_table.len() as u32;
                push_chain(&mut small_table, bytes.len().div_ceil(SMALL));
                small.extend_from_slice(bytes);
                small.resize(small.len().next_multiple_of(SMALL), 0);
                start
            }
            _ => file.add(bytes),
        };
        entries.push((*name, start, bytes.len()));
    }
    let small_start = file.add(&small);
    let small_table: Vec<u8> = small_table.iter().flat_map(|next: &u32| next.to_le_bytes()).collect();
    let small_table_start = file.add(&small_table);
    let directory = file.add(&directory(&entries, small_start, small.len()));
    file.finish(directory, small_table_start)
}

struct File {
    table: Vec<u32>,
    sectors: Vec<u8>,
}

fn push_chain(table: &mut Vec<u32>, count: usize) {
    let first = table.len() as u32;
    let last = (first + count as u32).saturating_sub(1);
    table.extend((first..=last).map(|at| if at == last { END } else { at + 1 }));
}

impl File {
    /// Puts bytes into sectors of their own; the first of them.
    fn add(&mut self, bytes: &[u8]) -> u32 {
        if bytes.is_empty() {
            return END;
        }
        let start = self.table.len() as u32;
        push_chain(&mut self.table, bytes.len().div_ceil(SECTOR));
        self.sectors.extend_from_slice(bytes);
        self.sectors.resize(self.table.len() * SECTOR, 0xFF);
        start
    }

    fn finish(mut self, directory: u32, small_table: u32) -> Vec<u8> {
        let each = SECTOR / 4;
        let tables = (1..super::LISTED).find(|count| (self.table.len() + count) <= count * each).unwrap();
        let first = self.table.len() as u32;
        self.table.resize(self.table.len() + tables, TABLE);
        self.table.resize(tables * each, FREE);
        let mut bytes = vec![0; SECTOR];
        bytes[..8].copy_from_slice(super::SIGNATURE);
        put(&mut bytes, 24, &[0x3E, 0, 3, 0, 0xFE, 0xFF, 9, 0, 6, 0]);
        put(&mut bytes, 44, &(tables as u32).to_le_bytes());
        put(&mut bytes, 48, &directory.to_le_bytes());
        put(&mut bytes, 56, &(CUTOFF as u32).to_le_bytes());
        put(&mut bytes, 60, &small_table.to_le_bytes());
        put(&mut bytes, 64, &u32::from(small_table != END).to_le_bytes());
        put(&mut bytes, 68, &END.to_le_bytes());
        for at in 0..super::LISTED {
            let number = if at < tables { first + at as u32 } else { FREE };
            put(&mut bytes, super::LIST + at * 4, &number.to_le_bytes());
        }
        bytes.extend_from_slice(&self.sectors);
        self.table.iter().for_each(|next| bytes.extend_from_slice(&next.to_le_bytes()));
        bytes
    }
}

/// The root and the streams, each hanging at the right of the one before.
fn directory(entries: &[(&str, u32, usize)], small: u32, small_len: usize) -> Vec<u8> {
    let mut bytes = entry("Root Entry", 5, FREE, if entries.is_empty() { FREE } else { 1 }, small, small_len);
    for (at, (name, start, len)) in entries.iter().enumerate() {
        let right = if at + 1 < entries.len() { at as u32 + 2 } else { FREE };
        bytes.extend(entry(name, 2, right, FREE, *start, *len));
    }
    bytes
}

fn entry(name: &str, kind: u8, right: u32, child: u32, start: u32, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; 128];
    for (at, unit) in name.encode_utf16().enumerate() {
        put(&mut bytes, at * 2, &unit.to_le_bytes());
    }
    put(&mut bytes, 64, &(name.len() as u16 * 2 + 2).to_le_bytes());
    put(&mut bytes, 66, &[kind, 1]);
    put(&mut bytes, 68, &FREE.to_le_bytes());
    put(&mut bytes, 72, &right.to_le_bytes());
    put(&mut bytes, 76, &child.to_le_bytes());
    put(&mut bytes, 116, &start.to_le_bytes());
    put(&mut bytes, 120, &(len as u64).to_le_bytes());
    bytes
}

fn put(bytes: &mut [u8], at: usize, field: &[u8]) {
    bytes[at..at + field.len()].copy_from_slice(field);
}
