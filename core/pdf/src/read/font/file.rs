//! Names inside embedded TrueType and OpenType files: some printer drivers call all fonts alike, as `CIDFont+F1`, and
//! leave the family to the file.

use hayro_syntax::object::{Dict, Stream};
use skrifa::FontRef;
use skrifa::MetadataProvider;
use skrifa::attribute::Style;
use skrifa::raw::TableProvider;
use skrifa::string::StringId;

use super::super::stream;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_font::font_names::{Class, FontName};

/// The looks a font file states.
#[derive(Debug, PartialEq)]
pub(super) struct FontFile {
    /// Its family.
    pub name: Option<FontName>,
    /// Its weight, from 100 to 900.
    pub weight: u16,
    /// Whether it is italic or oblique.
    pub italic: bool,
    /// Its kind of letters, where it says.
    pub class: Option<Class>,
}

impl FontFile {
    /// The file of a font; `None` where it has none with tables.
    ///
    /// # Errors
    /// A limit on unpacked bytes.
    pub fn read(descriptor: &Dict<'_>, context: &Context) -> Result<Option<FontFile>> {
        let Some(stream) = descriptor.get::<Stream<'_>>(b"FontFile2") else { return Ok(None) };
        Ok(FontFile::of(&stream::decode(&stream, context)?))
    }

    fn of(data: &[u8]) -> Option<FontFile> {
        let font = FontRef::new(data).ok()?;
        let os2 = font.os2().ok()?;
        let family = font
            .localized_strings(StringId::TYPOGRAPHIC_FAMILY_NAME)
            .english_or_first()
            .or_else(|| font.localized_strings(StringId::FAMILY_NAME).english_or_first());
        let attributes = font.attributes();
        Some(FontFile {
            name: family.map(|family| FontName::parse(&family.to_string())).filter(|name| !name.key.is_empty()),
            weight: attributes.weight.value() as u16,
            italic: !matches!(attributes.style, Style::Normal),
            class: class(os2.panose_10()),
        })
    }
}

/// The kind of letters by the PANOSE numbers (OpenType 1.9, `OS/2`): family kind, serif style, and proportion at
/// the fourth place.
fn class(panose: &[u8]) -> Option<Class> {
    match panose {
        [2, _, _, 9, ..] => Some(Class::Mono),
        [2, 2..=10, ..] => Some(Class::Serif),
        [2, 11..=15, ..] => Some(Class::Sans),
        [5, ..] => Some(Class::Symbol),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panose_tells_the_kind_of_letters() {
        // Times New Roman, Arial, Courier New and Wingdings, by their files; one that says nothing.
        assert_eq!(class(&[2, 2, 6, 3, 5, 4, 5, 2, 3, 4]), Some(Class::Serif));
        assert_eq!(class(&[2, 11, 6, 4, 2, 2, 2, 2, 2, 4]), Some(Class::Sans));
        assert_eq!(class(&[2, 7, 3, 9, 2, 2, 5, 2, 4, 4]), Some(Class::Mono));
        assert_eq!(class(&[5, 0, 0, 0, 0, 0, 0, 0, 0, 0]), Some(Class::Symbol));
        assert_eq!(class(&[0; 10]), None);
    }

    #[test]
    fn pieces_of_files_say_nothing() {
        assert_eq!(FontFile::of(b"\0\x01\0\0\0\0"), None);
    }

    #[test]
    fn a_file_says_its_family() {
        let mut faces = transvase_font::fonts::FontBook::bundled().faces();
        let bold = faces.find(|face| {
            let font = face.to_font();
            &*font.family == "Liberation Sans" && font.weight == 700 && font.italic
        });
        let file = FontFile::of(&bold.expect("a bundled face").program().data).expect("a whole file");
        assert_eq!(file.name.map(|name| name.key).as_deref(), Some("liberationsans"));
        assert_eq!((file.weight, file.italic, file.class), (700, true, Some(Class::Sans)));
    }
}
