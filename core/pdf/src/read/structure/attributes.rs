//! Attributes of structure elements (ISO 32000-1, 14.7.5 and 14.8.5) that the model has room for.

use hayro_syntax::object::{Dict, Name, Object};
use hayro_syntax::xref::XRef;

use super::super::arrays;

/// Attribute objects of one element that are looked at.
const MAX_OBJECTS: usize = 64;

/// Rows or columns a cell covers at most; more is damage.
const MAX_SPAN: i32 = 1_000;

/// What the attributes of an element say.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Attributes {
    /// Columns a cell covers.
    pub column_span: u32,
    /// Rows a cell covers.
    pub row_span: u32,
    /// Whether the labels of a list are numbers or letters.
    pub numbered: bool,
}

impl Default for Attributes {
    fn default() -> Self {
        Attributes { column_span: 1, row_span: 1, numbered: false }
    }
}

impl Attributes {
    /// The attributes of an element: those of its classes, then its own.
    pub fn of<'a>(element: &Dict<'a>, classes: &Dict<'a>, xref: &'a XRef) -> Attributes {
        let mut attributes = Attributes::default();
        for class in objects(element.get::<Object<'a>>(b"C"), xref) {
            let object = class.into_name().and_then(|name| classes.get::<Object<'a>>(name.as_ref()));
            objects(object, xref).into_iter().for_each(|object| attributes.take(&object));
        }
        objects(element.get::<Object<'a>>(b"A"), xref).into_iter().for_each(|object| attributes.take(&object));
        attributes
    }

    /// Takes what one attribute object says.
    fn take(&mut self, object: &Object<'_>) {
        let Object::Dict(dict) = object else { return };
        let span = |key: &[u8]| dict.get::<i32>(key).map(|span| span.clamp(1, MAX_SPAN) as u32);
        self.column_span = span(b"ColSpan").unwrap_or(self.column_span);
        self.row_span = span(b"RowSpan").unwrap_or(self.row_span);
        if let Some(numbering) = dict.get::<Name<'_>>(b"ListNumbering") {
            let numbers: [&[u8]; 6] =
                [b"Decimal", b"UpperRoman", b"LowerRoman", b"UpperAlpha", b"LowerAlpha", b"Ordered"];
            self.numbered = numbers.contains(&numbering.as_ref());
        }
    }
}

/// One object, or those of an array, in which revision numbers may stand, too.
fn objects<'a>(object: Option<Object<'a>>, xref: &'a XRef) -> Vec<Object<'a>> {
    match object {
        Some(Object::Array(array)) => arrays::entries(&array, xref).take(MAX_OBJECTS).collect(),
        Some(one) => vec![one],
        None => Vec::new(),
    }
}
