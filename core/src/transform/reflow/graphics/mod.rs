//! Pictures and drawings: which paths and labels make one figure (`region`, `curves`, `figure`), what it is
//! in the document: shapes (the room `sketch`), a picture (`flat`) or one out of the
//! flow (`float`, `sign`), or a ground behind text (`ground`); and the images of a page (`picture`), those
//! on a scan among them (`scan`, `recognised`), some of which stand in lines of text (`letter`).

pub(super) mod cards;
pub(super) mod curves;
pub(super) mod figure;
pub(super) mod flat;
pub(super) mod float;
pub(super) mod ground;
pub(super) mod letter;
pub(super) mod picture;
pub(super) mod recognised;
pub(super) mod region;
pub(super) mod scan;
mod sign;
