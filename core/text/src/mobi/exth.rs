//! EXTH: the records of metadata behind the MOBI header. Types as the `MobileRead` wiki's page
//! "MOBI" lists them.

use encoding_rs::Encoding;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_container::pdb::be_u32;

/// Types of records this reader uses.
pub(super) mod kind {
    pub const AUTHOR: u32 = 100;
    pub const PUBLISHER: u32 = 101;
    pub const DESCRIPTION: u32 = 103;
    pub const ISBN: u32 = 104;
    pub const SUBJECT: u32 = 105;
    pub const DATE: u32 = 106;
    pub const CONTRIBUTOR: u32 = 108;
    /// Number of the KF8 half's record 0, in joint files.
    pub const BOUNDARY: u32 = 121;
    /// Resource number of the cover, from 0.
    pub const COVER: u32 = 201;
    /// Resource number of the cover's small copy, from 0.
    pub const THUMBNAIL: u32 = 202;
    pub const TITLE: u32 = 503;
    pub const LANGUAGE: u32 = 524;
    /// How lines and pages follow one another, such as `horizontal-rl`.
    pub const WRITING_MODE: u32 = 525;
    /// Which way pages are turned: `ltr` or `rtl`.
    pub const PAGE_PROGRESSION: u32 = 527;
}

/// The records, in file order.
#[derive(Debug, Default)]
pub(super) struct Exth<'a>(Vec<(u32, &'a [u8])>);

impl<'a> Exth<'a> {
    /// Reads as many records as are whole.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub fn parse(block: &'a [u8], context: &Context) -> Result<Exth<'a>> {
        let mut records = Vec::new();
        if !block.starts_with(b"EXTH") {
            return Ok(Exth(records));
        }
        let count = be_u32(block, 8).unwrap_or(0);
        let mut rest = block.get(12..).unwrap_or_default();
        for _ in 0..count {
            context.tick(1)?;
            let (Some(kind), Some(len)) = (be_u32(rest, 0), be_u32(rest, 4)) else { break };
            let Some(data) = rest.get(8..len as usize) else { break };
            records.push((kind, data));
            rest = &rest[len as usize..];
        }
        Ok(Exth(records))
    }

    /// Data of every record of a type.
    pub fn all(&self, kind: u32) -> impl Iterator<Item = &'a [u8]> {
        self.0.iter().filter(move |record| record.0 == kind).map(|record| record.1)
    }

    /// The first number of a type; `None` where it is absent or unset.
    pub fn number(&self, kind: u32) -> Option<usize> {
        let value = self.all(kind).find_map(|data| be_u32(data, 0))?;
        (value != u32::MAX).then_some(value as usize)
    }

    /// The texts of a type, decoded, trimmed, without empty ones.
    pub fn texts(&self, kind: u32, encoding: &'static Encoding) -> Vec<String> {
        let decode = |data| encoding.decode_without_bom_handling(data).0.trim().to_owned();
        self.all(kind).map(decode).filter(|text| !text.is_empty()).collect()
    }

    /// The first text of a type.
    pub fn text(&self, kind: u32, encoding: &'static Encoding) -> Option<String> {
        self.texts(kind, encoding).into_iter().next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_that_lie_about_their_length_end_the_list() {
        let mut block = b"EXTH\0\0\0\0\0\0\0\x03".to_vec();
        block.extend(b"\0\0\0\x64\0\0\0\x0BAnn\0\0\0\x64\0\0\0\x0BBob\0\0\0\x65\0\0\xFF\xFFno");
        let exth = Exth::parse(&block, &Context::default()).unwrap();
        assert_eq!(exth.texts(kind::AUTHOR, encoding_rs::UTF_8), ["Ann", "Bob"]);
        assert_eq!(exth.text(kind::PUBLISHER, encoding_rs::UTF_8), None);
        let short = b"EXTH\0\0\0\0\xFF\xFF\xFF\xFF\0\0\0\x64\0\0\0\x03";
        assert!(Exth::parse(short, &Context::default()).unwrap().0.is_empty());
    }
}
