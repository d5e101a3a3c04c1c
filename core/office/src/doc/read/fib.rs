//! The file information block ([MS-DOC], 2.5): where everything in the file lies.

use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::le;

/// The first two bytes (`wIdent`) of documents of Word 97 and later.
const WORD_97: u16 = 0xA5EC;
/// The same of earlier programs: Word 2, Word 6 and 95 for Windows.
const OLDER: [u16; 3] = [0xA5DC, 0xA59B, 0xA5DB];
/// The least version of the format that is read: that of Word 97.
const VERSION: u16 = 0xC1;
/// Where the counts of characters lie: `ccpText` and what follows in `FibRgLw97` ([MS-DOC], 2.5.4).
const COUNTS: usize = 0x4C;
/// Where the places of the tables lie: `FibRgFcLcb97` ([MS-DOC], 2.5.6).
const PLACES: usize = 0x9A;
/// Bytes of the block that are read: more than any version has.
const MOST: usize = 0x1000;

/// The parts of the text, in their order in the file ([MS-DOC], 2.4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Main = 0,
    Footnotes = 1,
    Headers = 2,
    Comments = 4,
    Endnotes = 5,
    Boxes = 6,
    HeaderBoxes = 7,
}

/// Tables by their number in the block ([MS-DOC], 2.5.6: `FibRgFcLcb97`).
#[derive(Debug, Clone, Copy)]
pub(super) enum Table {
    Styles = 1,
    FootnoteRefs = 2,
    FootnoteTexts = 3,
    CommentRefs = 4,
    CommentTexts = 5,
    Sections = 6,
    Headers = 11,
    LetterPages = 12,
    ParagraphPages = 13,
    Fonts = 15,
    BookmarkNames = 21,
    BookmarkBegins = 22,
    Document = 31,
    Pieces = 33,
    CommentAuthors = 36,
    Anchors = 40,
    HeaderAnchors = 41,
    EndnoteRefs = 46,
    EndnoteTexts = 47,
    Drawings = 50,
    Editors = 51,
    BoxTexts = 56,
    HeaderBoxTexts = 58,
    Lists = 73,
    ListUses = 74,
}

/// The block.
#[derive(Debug)]
pub(super) struct Fib {
    /// Its bytes, and some that follow.
    bytes: Vec<u8>,
    flags: u16,
}

impl Fib {
    /// The block at the beginning of the stream of the text.
    ///
    /// # Errors
    /// `UnknownSource` for documents before Word 97, `Malformed`.
    pub(super) fn read(bytes: &[u8]) -> Result<Self> {
        // FibBase ([MS-DOC], 2.5.2): `wIdent` at 0, `nFib` at 2, `lid` at 6, the flags at 10.
        let sign = le::u16(bytes, 0).unwrap_or_default();
        let version = le::u16(bytes, 2).unwrap_or_default();
        if OLDER.contains(&sign) || (sign == WORD_97 && version < VERSION) {
            let message = "the document was made by Word 95 or an older version, which cannot be read";
            return Err(
                Error::new(ErrorCode::UnknownSource, message).hint("open it in a newer program and save it again")
            );
        }
        if sign != WORD_97 {
            return Err(Error::malformed("the Word document in the file is damaged at its beginning"));
        }
        let head = bytes.get(..MOST.min(bytes.len())).unwrap_or_default();
        Ok(Fib { bytes: head.to_vec(), flags: le::u16(bytes, 10).unwrap_or_default() })
    }

    /// Whether the document is encrypted or obfuscated with a password.
    pub(super) fn is_encrypted(&self) -> bool {
        // `fEncrypted` and `fObfuscated`.
        self.flags & 0x8100 != 0
    }

    /// The name of the stream that the tables lie in.
    pub(super) fn tables(&self) -> &'static str {
        // `fWhichTblStm`.
        if self.flags & 0x200 != 0 { "1Table" } else { "0Table" }
    }

    /// The language the document was made in.
    pub(super) fn language(&self) -> u32 {
        // `lid`.
        u32::from(le::u16(&self.bytes, 6).unwrap_or_default())
    }

    /// Where a part of the text begins, and where it ends.
    pub(super) fn range(&self, part: Part) -> (u32, u32) {
        let count = |at: usize| le::i32(&self.bytes, COUNTS + at * 4).map_or(0, |count| count.max(0) as u32);
        let begin = (0..part as usize).map(count).fold(0, u32::saturating_add);
        (begin, begin.saturating_add(count(part as usize)))
    }

    /// Where a table lies in its stream, and its length.
    pub(super) fn place(&self, table: Table) -> (usize, usize) {
        let at = PLACES + table as usize * 8;
        let field = |at: usize| le::u32(&self.bytes, at).unwrap_or_default() as usize;
        (field(at), field(at + 4))
    }

    /// The bytes of a table; none where it has none.
    pub(super) fn table<'t>(&self, tables: &'t [u8], table: Table) -> &'t [u8] {
        let (at, len) = self.place(table);
        let end = at.saturating_add(len).min(tables.len());
        tables.get(at..end).unwrap_or_default()
    }
}
