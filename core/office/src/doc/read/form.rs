//! Form fields ([MS-DOC], 2.9.78, FFData).

use transvase_base::le;
use transvase_model::flow::{Control, ControlKind};

use super::plex;

/// Choices of a part that count.
const MAX_CHOICES: usize = 1_000;
/// The result that stands for the usual one.
const USUAL: u16 = 25;

/// A part of a form: its control, and the words of the choice that is made.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Form {
    pub control: Control,
    pub shown: Option<String>,
}

impl Form {
    /// The part that the data of a field, at a place in the stream of data, are; `None` of those that take text, which
    /// stands in the document as any other.
    pub(super) fn read(data: &[u8], at: u32) -> Option<Form> {
        let at = at as usize;
        let head = usize::from(le::u16(data, at.checked_add(4)?)?);
        let end = at.saturating_add(le::u32(data, at)? as usize).min(data.len());
        let bytes = data.get(at.checked_add(head)?..end)?;
        let bits = le::u16(bytes, 4)?;
        let (kind, result) = (bits & 3, bits >> 2 & 0x1F);
        let mut rest = Texts { bytes, at: 10 };
        let name = rest.next()?;
        let usual = le::u16(bytes, rest.at)?;
        rest.at += 2;
        let chosen = if result == USUAL { usual } else { result };
        match kind {
            1 => Some(Form { control: control(name, ControlKind::Checkbox(chosen == 1)), shown: None }),
            2 => {
                // The format, words of help and of the line of state, and the names of two macros.
                for _ in 0..5 {
                    rest.next()?;
                }
                let mut choices = plex::strings(bytes.get(rest.at..)?);
                choices.truncate(MAX_CHOICES);
                let shown = choices.get(usize::from(chosen)).cloned();
                Some(Form { control: control(name, ControlKind::Choice(choices, false)), shown })
            }
            _ => None,
        }
    }
}

fn control(name: String, kind: ControlKind) -> Control {
    Control { name: Some(name).filter(|name| !name.is_empty()), title: None, kind }
}

/// Texts with their lengths before them and zeros behind.
struct Texts<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Texts<'_> {
    fn next(&mut self) -> Option<String> {
        let units = usize::from(le::u16(self.bytes, self.at)?);
        let text = le::text(self.bytes, self.at + 2, units)?;
        self.at += units * 2 + 4;
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_and_choices_are_read() {
        let part = |bits: u16, rest: &[u8]| {
            let mut data = vec![0; 8];
            data.extend([0xFF; 4]);
            data.extend(bits.to_le_bytes());
            data.extend([0; 4]);
            data.extend([1, 0, b'N', 0, 0, 0]);
            data.extend_from_slice(rest);
            data[0] = data.len() as u8;
            data[4] = 8;
            data
        };
        let ticked = Form::read(&part(1 | USUAL << 2, &[1, 0]), 0).unwrap();
        assert_eq!((ticked.control.kind, ticked.control.name.as_deref()), (ControlKind::Checkbox(true), Some("N")));
        let texts = [&[0, 0][..], &[0; 20], &[0xFF, 0xFF, 2, 0, 0, 0, 1, 0, b'a', 0, 1, 0, b'b', 0]].concat();
        let chosen = Form::read(&part(2 | 1 << 2, &texts), 0).unwrap();
        assert_eq!(chosen.shown.as_deref(), Some("b"));
        assert_eq!(Form::read(&part(0, &[0; 9]), 0), None);
        assert_eq!(Form::read(&[1, 2, 3], 2), None);
    }
}
