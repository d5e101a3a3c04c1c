//! What a document says about itself, and its outline.

/// Title, authors and the like. Empty means unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    /// Title.
    pub title: Option<String>,
    /// Authors, in their order.
    pub authors: Vec<String>,
    /// Subject or description.
    pub subject: Option<String>,
    /// Keywords.
    pub keywords: Vec<String>,
    /// Publisher.
    pub publisher: Option<String>,
    /// BCP 47 tag of the main language, such as `en-GB`.
    pub language: Option<String>,
    /// ISBN, DOI or another identifier.
    pub identifier: Option<String>,
    /// Date as the source writes it, ISO 8601 where the reader can make it so.
    pub date: Option<String>,
    /// Date of the last change, written as [`Metadata::date`] is.
    pub modified: Option<String>,
    /// Program that made the source.
    pub producer: Option<String>,
}
