//! The standards a PDF can be held to, and what to say where a document cannot meet one.

use std::collections::BTreeSet;

use krilla::configure::{Accessibility, Archival, Configuration, ConfigurationBuilder, PdfVersion, ValidationError};
use krilla::error::KrillaError;

use super::text::Hyphens;
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::options::{OptionKind, OptionSpec};
use transvase_model::pages::Pages;

/// The option that chooses a standard.
pub(crate) static PDF_STANDARD: OptionSpec = OptionSpec {
    key: "pdf_standard",
    kind: OptionKind::Choice(&["none", "a-2b", "ua-1"]),
    unit: "",
    default: "none",
    doc: "Standard the PDF must meet: a-2b (PDF/A-2b, ISO 19005-2, for archives) or ua-1 (PDF/UA-1, ISO 14289-1, for accessibility).",
};

/// What a PDF must meet beyond ISO 32000-1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standard {
    /// Nothing more.
    None,
    /// PDF/A-2b.
    Archival,
    /// PDF/UA-1.
    Accessible,
}

impl Standard {
    /// The standard the options ask for.
    pub(super) fn chosen(context: &Context) -> Standard {
        match context.options().choice(&PDF_STANDARD) {
            Some("a-2b") => Standard::Archival,
            Some("ua-1") => Standard::Accessible,
            _ => Standard::None,
        }
    }

    pub(super) fn is_archival(self) -> bool {
        self == Standard::Archival
    }

    pub(super) fn is_accessible(self) -> bool {
        self == Standard::Accessible
    }

    /// What hyphens at broken lines give as text.
    pub(super) fn hyphens(self) -> Hyphens {
        if self.is_accessible() { Hyphens::Soft } else { Hyphens::Plain }
    }

    /// Checks what can be known before anything is written.
    pub(super) fn check(self, pages: &Pages) -> Result<()> {
        if !self.is_accessible() {
            return Ok(());
        }
        if pages.structure.is_empty() {
            return Err(refused("PDF/UA-1 needs a tagged structure, and this source has none"));
        }
        if pages.metadata.language.as_deref().is_none_or(str::is_empty) {
            return Err(refused("PDF/UA-1 needs the language of the document, and this source does not name one"));
        }
        Ok(())
    }

    pub(super) fn configuration(self) -> Result<Configuration> {
        let builder = ConfigurationBuilder::new().with_version(PdfVersion::Pdf17);
        let builder = match self {
            Standard::None => builder,
            Standard::Archival => builder.with_archival_validator(Archival::A2_B),
            Standard::Accessible => builder.with_accessibility_validator(Accessibility::UA1),
        };
        builder.finish().map_err(|error| Error::new(ErrorCode::Internal, format!("{error:?}")))
    }
}

/// An error of the PDF library in our terms.
pub(super) fn explain(error: &KrillaError) -> Error {
    match error {
        KrillaError::Validation(broken) => {
            let reasons: BTreeSet<&str> = broken.iter().map(|(error, _)| reason(error)).collect();
            let reasons: Vec<&str> = reasons.into_iter().collect();
            refused(&format!("the document does not meet the standard: {}", reasons.join("; ")))
        }
        // The bundled faces are whole: it is one of the caller's, or of the document's.
        KrillaError::Font(_, why) => {
            Error::new(ErrorCode::MissingResource, format!("a font is damaged and cannot be embedded: {why}"))
        }
        _ => Error::new(ErrorCode::Internal, format!("the PDF could not be put together: {error}")),
    }
}

fn refused(why: &str) -> Error {
    Error::option(PDF_STANDARD.key, why).hint("leave out the option pdf_standard to get an ordinary PDF")
}

/// Why a document breaks a standard, in a user's words.
fn reason(error: &ValidationError) -> &'static str {
    match error {
        ValidationError::ContainsNotDefGlyph(..) => "some characters are in no available font",
        ValidationError::NoCodepointMapping(..) | ValidationError::InvalidCodepointMapping(..) => {
            "some glyphs have no text"
        }
        ValidationError::UnicodePrivateArea(..) => "some characters are from the private use area of Unicode",
        ValidationError::RestrictedLicense(..) => "the licence of a font forbids embedding it",
        ValidationError::MissingAltText(..) => "an image has no alternative text",
        ValidationError::MissingAnnotationAltText(..) => "a link has no text",
        ValidationError::NoDocumentTitle => "the document has no title",
        ValidationError::NoDocumentLanguage => "the document does not say its language",
        ValidationError::MissingDocumentOutline => "the document has no bookmarks",
        ValidationError::MissingHeadingTitle => "a heading has no text",
        ValidationError::MissingTagging => "the document has no structure",
        ValidationError::MissingCMYKProfile => "an image has CMYK colours",
        ValidationError::TooLongString | ValidationError::TooLongName => "a name or string is too long",
        ValidationError::TooManyIndirectObjects => "the document has too many objects",
        _ => "it holds something the standard forbids",
    }
}
