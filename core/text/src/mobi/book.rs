//! The book in its container: which half of a joint file to read, and what EXTH says.

use encoding_rs::Encoding;

use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_container::pdb::Pdb;
use transvase_markup::html::{is_right_to_left, without_markup};
use transvase_model::metadata::Metadata;

use super::exth::{Exth, kind};
use super::header::Header;

/// Version of KF8 in the MOBI header.
const KF8: u32 = 8;

/// An opened book.
#[derive(Debug)]
pub(super) struct Book<'a> {
    pub pdb: Pdb<'a>,
    /// Record 0 of the half that is read.
    pub base: usize,
    pub header: Header<'a>,
    pub exth: Exth<'a>,
    /// First record of images and other resources; both halves share them.
    pub first_resource: usize,
}

impl<'a> Book<'a> {
    /// Opens a book; of a joint file the KF8 half.
    ///
    /// # Errors
    /// `Truncated` or `Malformed` where the headers cannot be read.
    pub fn open(bytes: &'a [u8], context: &Context) -> Result<Book<'a>> {
        let pdb = Pdb::parse(bytes)?;
        if pdb.is_cut_short() {
            let message = "the file is cut short: its last records are missing";
            context.warn(Warning::new(WarningCode::InputRepaired, message));
        }
        let record = pdb.record(0).ok_or_else(|| Error::truncated("the list of records"))?;
        let header = Header::parse(record)?;
        let exth = Exth::parse(header.exth().unwrap_or_default(), context)?;
        let first_resource = header.first_resource().unwrap_or(usize::MAX);
        // Of a file that is cut short the first half is the whole one.
        let is_joint = header.version() < KF8 && !pdb.is_cut_short();
        let second = exth.number(kind::BOUNDARY).filter(|_| is_joint);
        let second = second.and_then(|base| Some((base, kf8_half(&pdb, base)?)));
        let Some((base, kf8)) = second else {
            return Ok(Book { pdb, base: 0, header, exth, first_resource });
        };
        let own = Exth::parse(kf8.exth().unwrap_or_default(), context)?;
        // The resources lie in the first half; a second half may have none of its own.
        Ok(Book { pdb, base, header: kf8, exth: own, first_resource })
    }

    /// Whether the text is KF8.
    pub fn is_kf8(&self) -> bool {
        self.header.version() >= KF8
    }

    /// Encoding of text and strings.
    pub fn encoding(&self) -> &'static Encoding {
        self.header.encoding()
    }

    /// Whether the book's text usually runs from right to left: by its language, or by the way its
    /// pages are turned, which says nothing about Chinese and Japanese, whose columns run that way.
    pub fn usually_right_to_left(&self) -> bool {
        let language = self.metadata().language.unwrap_or_default();
        let says = |kind, value: &str| {
            self.exth.text(kind, self.encoding()).is_some_and(|text| text.eq_ignore_ascii_case(value))
        };
        let turned = says(kind::PAGE_PROGRESSION, "rtl") || says(kind::WRITING_MODE, "horizontal-rl");
        let columns = ["zh", "ja"].iter().any(|known| language.starts_with(known));
        is_right_to_left(&language) || (turned && !columns)
    }

    /// What the book says about itself.
    pub fn metadata(&self) -> Metadata {
        let encoding = self.encoding();
        let text = |kind| self.exth.text(kind, encoding);
        let decode = |name| encoding.decode_without_bom_handling(name).0.trim().to_owned();
        let title = text(kind::TITLE).or_else(|| self.header.full_name().map(decode));
        let title = title.or_else(|| Some(decode(self.pdb.name).replace('_', " ")));
        Metadata {
            title: title.filter(|title| !title.is_empty()),
            authors: self.exth.texts(kind::AUTHOR, encoding),
            subject: text(kind::DESCRIPTION).map(|text| without_markup(&text)),
            keywords: self.exth.texts(kind::SUBJECT, encoding),
            publisher: text(kind::PUBLISHER),
            language: text(kind::LANGUAGE).or_else(|| self.header.language()).map(|tag| tag.replace('_', "-")),
            identifier: text(kind::ISBN),
            date: text(kind::DATE),
            modified: None,
            producer: text(kind::CONTRIBUTOR),
        }
    }
}

/// The header of the KF8 half behind the boundary, if there is a sound one.
fn kf8_half<'a>(pdb: &Pdb<'a>, base: usize) -> Option<Header<'a>> {
    let boundary = pdb.record(base.checked_sub(1)?)?;
    let header = Header::parse(pdb.record(base)?).ok()?;
    (boundary.starts_with(b"BOUNDARY") && header.version() >= KF8).then_some(header)
}
