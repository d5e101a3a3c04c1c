//! Files made byte by byte, of the simplest kind there is of them. Fuzzing uses them, too: nothing but the standard
//! library is needed here.

/// A PDF of these objects, the first of them its catalog; `more` goes into the trailer.
pub fn assembled<O: AsRef<[u8]>>(objects: &[O], more: &str) -> Vec<u8> {
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(file.len());
        file.extend(format!("{} 0 obj\n", index + 1).bytes());
        file.extend(object.as_ref());
        file.extend(b"\nendobj\n");
    }
    let start = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    for offset in offsets {
        file.extend(format!("{offset:010} 00000 n \n").bytes());
    }
    let trailer = format!("trailer\n<< /Size {} /Root 1 0 R{more} >>\n", objects.len() + 1);
    file.extend(format!("{trailer}startxref\n{start}\n%%EOF\n").bytes());
    file
}

/// Title of [`mobi`].
pub const MOBI_TITLE: &str = "A Made Book";

/// A MOBI 6 book of one uncompressed text record, by the format's public description: PDB header,
/// `PalmDOC` header, MOBI header, EXTH with an author, text, end-of-file record.
pub fn mobi() -> Vec<u8> {
    mobi_of(
        "<html><head></head><body><h1>One</h1><p>The <i>first</i> chapter is short.</p>\
         <mbp:pagebreak/><h1>Two</h1><p>The second one ends the book.</p></body></html>",
    )
}

/// The book with another text, of at most 4,096 bytes.
pub fn mobi_of(text: &str) -> Vec<u8> {
    let exth = exth(&[(100, b"A. Writer"), (101, b"Example Press")]);
    let records = [record_zero(text.len(), &exth), text.as_bytes().to_vec(), vec![0xE9, 0x8E, 0x0D, 0x0A]];
    let mut file = vec![0; 32];
    file[..11].copy_from_slice(b"A_Made_Book");
    file.extend([0; 28]);
    file.extend(b"BOOKMOBI");
    file.extend([0; 8]);
    file.extend((records.len() as u16).to_be_bytes());
    let mut offset = 78 + 8 * records.len() + 2;
    for (index, record) in records.iter().enumerate() {
        file.extend((offset as u32).to_be_bytes());
        file.extend((index as u32 * 2).to_be_bytes());
        offset += record.len();
    }
    file.extend([0; 2]);
    for record in &records {
        file.extend(record);
    }
    file
}

/// The book with a picture that lies beside it, as old books name them.
pub fn mobi_with_picture(path: &str) -> Vec<u8> {
    mobi_of(&format!("<html><head></head><body><p>A dot stands here.</p><p><img src=\"{path}\"/></p></body></html>"))
}

fn exth(rows: &[(u32, &[u8])]) -> Vec<u8> {
    let body: Vec<u8> = rows
        .iter()
        .flat_map(|(kind, value)| [&kind.to_be_bytes()[..], &(value.len() as u32 + 8).to_be_bytes(), value].concat())
        .collect();
    let mut block = b"EXTH".to_vec();
    block.extend((body.len() as u32 + 12).to_be_bytes());
    block.extend((rows.len() as u32).to_be_bytes());
    block.extend(body);
    block.resize(block.len().next_multiple_of(4), 0);
    block
}

fn record_zero(text_len: usize, exth: &[u8]) -> Vec<u8> {
    const HEADER: usize = 232;
    let mut record = Vec::new();
    record.extend(1_u16.to_be_bytes());
    record.extend(0_u16.to_be_bytes());
    record.extend((text_len as u32).to_be_bytes());
    record.extend(1_u16.to_be_bytes());
    record.extend(4_096_u16.to_be_bytes());
    record.extend([0; 4]);
    let mut header = vec![0xFF; HEADER];
    let mut put = |at: usize, value: u32| header[at..at + 4].copy_from_slice(&value.to_be_bytes());
    put(4, HEADER as u32);
    put(8, 2);
    put(12, 65_001);
    put(16, 7);
    put(20, 6);
    put(64, 2);
    put(68, (16 + HEADER + exth.len()) as u32);
    put(72, MOBI_TITLE.len() as u32);
    put(76, 9);
    put(80, 0);
    put(84, 0);
    put(88, 6);
    put(92, 2);
    put(96, 0);
    put(100, 0);
    put(112, 0x40);
    put(176, 0x0001_0001);
    put(224, 0);
    header[..4].copy_from_slice(b"MOBI");
    record.extend(header);
    record.extend(exth);
    record.extend(MOBI_TITLE.bytes());
    record.extend([0; 4]);
    record
}
