//! Embedding permissions of a font file (OpenType 1.9, `OS/2.fsType`).

use skrifa::FontRef;
use skrifa::raw::TableProvider;

/// Restricted: not to go with any document.
const RESTRICTED: u16 = 0x0002;
/// To look at and to print.
const PRINT: u16 = 0x0004;
/// To edit with.
const EDIT: u16 = 0x0008;
/// Bitmaps only, whatever the others say.
const BITMAPS: u16 = 0x0200;

/// What a font may do in a document. Where several bits are set the mildest counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Licence {
    /// Not go with it.
    Forbidden,
    /// Show it.
    Print,
    /// Be there for whoever edits it.
    Edit,
}

impl Licence {
    fn of_bits(bits: u16) -> Licence {
        let forbidden = bits & BITMAPS != 0;
        match bits & (RESTRICTED | PRINT | EDIT) {
            _ if forbidden => Licence::Forbidden,
            0 => Licence::Edit,
            bits if bits & EDIT != 0 => Licence::Edit,
            bits if bits & PRINT != 0 => Licence::Print,
            _ => Licence::Forbidden,
        }
    }
}

/// What a font file allows; everything where it does not say. `None` where it is no font.
pub fn licence(file: &[u8]) -> Option<Licence> {
    let font = FontRef::from_index(file, 0).ok()?;
    Some(font.os2().map_or(Licence::Edit, |os2| Licence::of_bits(os2.fs_type())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mildest_bit_decides() {
        use Licence::{Edit, Forbidden, Print};
        let cases =
            [(0, Edit), (8, Edit), (2, Forbidden), (4, Print), (0x000C, Edit), (0x0200, Forbidden), (0x0100, Edit)];
        for (bits, allowed) in cases {
            assert_eq!(Licence::of_bits(bits), allowed, "{bits:#06x}");
        }
    }
}
