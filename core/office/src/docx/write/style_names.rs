//! Built-in style names other than those of paragraphs: of links, pieces of programs, marks and tables.

/// Id of the style of links.
pub(super) const HYPERLINK: &str = "Hyperlink";
/// Id of the style of pieces of programs in a text. Word has none of its own but for that of imported HTML; this is the
/// one that programs for technical texts know.
pub(super) const CODE: &str = "VerbatimChar";
/// Its name.
pub(super) const CODE_NAME: &str = "Verbatim Char";
/// Id of the style of tables with lines around every cell.
pub(super) const TABLE_GRID: &str = "TableGrid";
/// Id of the character style of a remark's mark.
pub(super) const COMMENT: &str = "CommentReference";
/// Its name, as Word knows it.
pub(super) const COMMENT_NAME: &str = "annotation reference";

/// Ids of the styles that are not those of paragraphs.
pub(super) const OTHER_IDS: [&str; 10] = [
    HYPERLINK,
    CODE,
    TABLE_GRID,
    "DefaultParagraphFont",
    "TableNormal",
    "NoList",
    COMMENT,
    "FootnoteReference",
    "EndnoteReference",
    "PlaceholderText",
];
