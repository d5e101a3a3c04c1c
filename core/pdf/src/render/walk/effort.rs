//! Costs of functions (ISO 32000-1, 7.10) and colour spaces (8.6): what is computed for each value that passes through.

use hayro::hayro_syntax::object::{Array, Dict, Name, Object, Stream};

use super::super::super::read::stream;
use super::object::PARTS;
use super::{Walk, Walked, address};

/// Pixels that are painted in the time of a step of a calculator function.
const STEP: u64 = 4;

/// Steps that turning over the stack of a calculator function takes: it has 100 places.
const ROLL_STEPS: u64 = 16;

/// Pixels that are painted while a power is computed.
const POWER: u64 = 24;

/// Inputs of a function: with more there is none.
const MAX_INPUTS: usize = 32;

/// Values that hayro looks at, at most, to replace a stretch of a function by straight lines: it halves it ten times.
const MAX_LOOKS: u64 = 3 << 10;

/// Values looked at for a power.
const POWER_LOOKS: u64 = 64;

/// Values looked at for each sample of a function.
const SAMPLE_LOOKS: u64 = 4;

/// Values of a tint that hayro makes a table of.
pub(super) const TABLE: u64 = 256;

/// What it costs that a value passes.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Effort {
    /// Pixels that are painted while one value passes.
    pub each: u64,
    /// Values that must be looked at to know them all.
    pub looks: u64,
}

impl Effort {
    /// One after another.
    fn and(self, other: Effort) -> Effort {
        let (each, looks) = (self.each.saturating_add(other.each), self.looks.saturating_add(other.looks));
        Effort { each, looks }
    }

    /// Pixels that are painted while all values are looked at.
    pub fn sweep(self) -> u64 {
        self.each.saturating_mul(self.looks)
    }
}

impl Walk<'_> {
    /// What values cost that pass through a function, a colour space, or those of a shading, which must be sound.
    pub(super) fn effort(&mut self, object: &Object<'_>) -> Walked<Effort> {
        let key = match object {
            Object::Array(parts) => address(parts.data()),
            Object::Dict(dict) => address(dict.data()),
            Object::Stream(stream) => address(stream.dict().data()),
            _ => return Ok(Effort::default()),
        };
        if let Some(known) = self.known.efforts.get(&key) {
            return Ok(*known);
        }
        // What leads back to itself is not found a second time.
        self.known.efforts.insert(key, Effort::default());
        let effort = match object {
            Object::Array(parts) => self.effort_of_array(parts)?,
            Object::Dict(dict) => self.effort_of_dict(dict, None)?,
            Object::Stream(stream) => self.effort_of_dict(stream.dict(), Some(stream))?,
            _ => Effort::default(),
        };
        self.known.efforts.insert(key, effort);
        Ok(effort)
    }

    /// A colour space, or several functions.
    fn effort_of_array<'a>(&mut self, parts: &Array<'a>) -> Walked<Effort> {
        let mut effort = Effort::default();
        for part in parts.iter::<Object<'a>>() {
            self.context.tick(1)?;
            effort = effort.and(self.effort(&part)?);
        }
        let mut entries = parts.flex_iter();
        let kind = entries.next::<Name<'_>>();
        match kind.as_ref().map(AsRef::as_ref) {
            Some(b"Separation" | b"Indexed") => {
                self.paint(effort.each.saturating_mul(TABLE))?;
                Ok(Effort::default())
            }
            _ => Ok(effort),
        }
    }

    fn effort_of_dict<'a>(&mut self, dict: &Dict<'a>, stream: Option<&Stream<'a>>) -> Walked<Effort> {
        match (dict.get::<i32>(b"FunctionType"), stream) {
            (Some(0), _) => Ok(sampled(dict)),
            (Some(2), _) => Ok(power(dict)),
            (Some(3), _) => self.stitched(dict),
            (Some(4), Some(program)) => Ok(calculated(&stream::decode(program, self.context)?)),
            _ => {
                let mut effort = Effort::default();
                for key in PARTS {
                    if let Some(part) = dict.get::<Object<'a>>(key) {
                        effort = effort.and(self.effort(&part)?);
                    }
                }
                Ok(effort)
            }
        }
    }

    /// One of several functions passes a value on; all of them must be looked at.
    fn stitched<'a>(&mut self, dict: &Dict<'a>) -> Walked<Effort> {
        let mut effort = Effort::default();
        let parts = dict.get::<Array<'a>>(b"Functions").unwrap_or_default();
        for part in parts.iter::<Object<'a>>() {
            let Effort { each, looks } = self.effort(&part)?;
            effort = Effort { each: effort.each.max(each), looks: effort.looks.saturating_add(looks) };
        }
        Ok(Effort { each: effort.each.saturating_add(STEP), ..effort })
    }
}

/// Each value is found between all corners of a cell of samples.
fn sampled(dict: &Dict<'_>) -> Effort {
    let sizes = dict.get::<Array<'_>>(b"Size").unwrap_or_default();
    let sizes: Vec<u64> = sizes.iter::<u32>().take(MAX_INPUTS).map(u64::from).collect();
    let between = sizes.iter().filter(|size| **size > 1).count();
    let corner = (between + outputs(dict, b"Range") / 2) as u64;
    let looks = sizes.first().map_or(0, |size| size.saturating_mul(SAMPLE_LOOKS).min(MAX_LOOKS));
    Effort { each: STEP.saturating_add(corner << between), looks }
}

fn power(dict: &Dict<'_>) -> Effort {
    let is_straight = dict.get::<f32>(b"N") == Some(1.0);
    let each = if is_straight { STEP } else { POWER };
    let looks = if is_straight { SAMPLE_LOOKS } else { POWER_LOOKS };
    Effort { each: each * outputs(dict, b"C0").max(1) as u64, looks }
}

/// No step of a program is run twice for one value.
fn calculated(program: &[u8]) -> Effort {
    let words = program.split(|byte| byte.is_ascii_whitespace() || matches!(byte, b'{' | b'}'));
    let steps = words.map(|word| match word {
        [] => 0,
        b"roll" | b"copy" => ROLL_STEPS,
        _ => 1,
    });
    Effort { each: STEP * (1 + steps.sum::<u64>()), looks: MAX_LOOKS }
}

fn outputs(dict: &Dict<'_>, key: &[u8]) -> usize {
    dict.get::<Array<'_>>(key).map_or(0, |values| values.raw_iter().take(2 * MAX_INPUTS).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_cost_their_steps() {
        assert_eq!(calculated(b"{dup mul\n{1}{2} ifelse}").each, STEP * 6);
        assert_eq!(calculated(b"").each, STEP);
    }
}
