//! Record 0: the PalmDOC header, the MOBI header and where EXTH begins.
//!
//! Field positions as the `MobileRead` wiki's page "MOBI" lists them, counted from the start of the
//! record.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use transvase_base::error::{Error, ErrorCode, Result};
use transvase_container::pdb::{be_u16, be_u32};

/// Marks an index field that is not used.
const UNUSED: u32 = u32::MAX;

/// How text records are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Compression {
    /// Not at all.
    None,
    /// `PalmDOC`'s byte-oriented LZ77.
    PalmDoc,
    /// Huffman codes over a dictionary of phrases.
    HuffCdic,
}

/// What record 0 says.
#[derive(Debug)]
pub(super) struct Header<'a> {
    record: &'a [u8],
    pub compression: Compression,
    /// Bytes of the whole text, unpacked.
    pub text_length: usize,
    /// Number of text records; they follow record 0.
    pub text_records: usize,
    /// Whether the text is under digital rights management.
    pub encrypted: bool,
    /// Length of the MOBI header; 0 in plain `PalmDOC` files, which have none.
    length: usize,
}

impl<'a> Header<'a> {
    /// Reads record 0.
    ///
    /// # Errors
    /// `Truncated` or `Malformed`.
    pub fn parse(record: &'a [u8]) -> Result<Header<'a>> {
        if record.len() < 16 {
            return Err(Error::truncated("the PalmDOC header"));
        }
        let compression = match be_u16(record, 0) {
            Some(1) => Compression::None,
            Some(2) => Compression::PalmDoc,
            Some(17_480) => Compression::HuffCdic,
            other => {
                let message = format!("the book uses an unknown compression ({})", other.unwrap_or(0));
                return Err(Error::malformed(message));
            }
        };
        let is_mobi = record.get(16..20) == Some(b"MOBI");
        Ok(Header {
            record,
            compression,
            text_length: be_u32(record, 4).unwrap_or(0) as usize,
            text_records: usize::from(be_u16(record, 8).unwrap_or(0)),
            encrypted: be_u16(record, 12).unwrap_or(0) != 0,
            length: if is_mobi { be_u32(record, 20).unwrap_or(0) as usize } else { 0 },
        })
    }

    /// Refuses a book under digital rights management.
    ///
    /// # Errors
    /// `DrmProtected`.
    pub fn refuse_drm(&self) -> Result<()> {
        if !self.encrypted {
            return Ok(());
        }
        let error = Error::new(ErrorCode::DrmProtected, "the book is protected by DRM (digital rights management)");
        Err(error.hint("convert a copy of the book without DRM"))
    }

    /// Whether there is a MOBI header.
    pub fn is_mobi(&self) -> bool {
        self.length > 0
    }

    /// A 32-bit field of the MOBI header; `None` where the header is too short to hold it.
    fn field(&self, at: usize) -> Option<u32> {
        (at + 4 <= 16 + self.length).then(|| be_u32(self.record, at)).flatten()
    }

    /// A field that names a record; `None` where it is unset.
    fn index(&self, at: usize) -> Option<usize> {
        self.field(at).filter(|index| *index != UNUSED).map(|index| index as usize)
    }

    /// Version of the file format: 6 and below is MOBI6, 8 is KF8.
    pub fn version(&self) -> u32 {
        self.field(36).unwrap_or(0)
    }

    /// Encoding of text and strings.
    pub fn encoding(&self) -> &'static Encoding {
        match self.field(28) {
            Some(65_001) => UTF_8,
            _ => WINDOWS_1252,
        }
    }

    /// Title, as the header has it.
    pub fn full_name(&self) -> Option<&'a [u8]> {
        let (at, len) = (self.index(84)?, self.index(88)?);
        self.record.get(at..at.checked_add(len)?).filter(|name| !name.is_empty())
    }

    /// BCP 47 tag of the book's language.
    pub fn language(&self) -> Option<String> {
        transvase_model::text::lcid::tag(self.field(92)?)
    }

    /// First record of images and other resources.
    pub fn first_resource(&self) -> Option<usize> {
        self.index(108)
    }

    /// First record of the Huffman tables and how many records they take.
    pub fn huffman(&self) -> Option<(usize, usize)> {
        Some((self.index(112)?, self.index(116)?))
    }

    /// The EXTH block and whatever follows it in the record.
    pub fn exth(&self) -> Option<&'a [u8]> {
        let has_exth = self.field(128)? & 0x40 != 0;
        has_exth.then(|| self.record.get(16 + self.length..)).flatten()
    }

    /// What follows the text in each text record: bit 0 for bytes of a split character, and one
    /// entry for each bit above.
    pub fn trailing_flags(&self) -> u16 {
        // The field came with the header of 228 bytes and more.
        if self.length < 0xE4 { 0 } else { be_u16(self.record, 242).unwrap_or(0) }
    }

    /// Record of the NCX index.
    pub fn ncx(&self) -> Option<usize> {
        self.index(244)
    }

    /// KF8: record of the flow table.
    pub fn fdst(&self) -> Option<usize> {
        self.index(192)
    }

    /// KF8: record of the fragment index.
    pub fn fragments(&self) -> Option<usize> {
        self.index(248)
    }

    /// KF8: record of the skeleton index.
    pub fn skeletons(&self) -> Option<usize> {
        self.index(252)
    }
}
