//! XML namespaces of the parts.

/// Namespace of WordprocessingML, transitional.
pub(super) const W: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
/// The namespace of Office Math.
pub(super) const MATH: &str = "http://schemas.openxmlformats.org/officeDocument/2006/math";
/// Namespace of check boxes.
pub(super) const W14: &str = "http://schemas.microsoft.com/office/word/2010/wordml";
/// Namespace of markup that only some programs know (ECMA-376 part 3).
pub(super) const MC: &str = "http://schemas.openxmlformats.org/markup-compatibility/2006";
/// Namespace of inline drawings.
pub(super) const WP: &str = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing";
/// Namespace of DrawingML.
pub(super) const A: &str = "http://schemas.openxmlformats.org/drawingml/2006/main";
/// Namespace of pictures.
pub(super) const PIC: &str = "http://schemas.openxmlformats.org/drawingml/2006/picture";
/// Namespace of shapes in text documents.
pub(super) const WPS: &str = "http://schemas.microsoft.com/office/word/2010/wordprocessingShape";
/// Namespace of groups of shapes in text documents.
pub(super) const WPG: &str = "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup";
