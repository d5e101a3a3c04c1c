//! Guides: the named values that the outlines of shapes are computed from (ECMA-376 part 1, 20.1.9.11). Lengths are English
//! metric units, angles 60,000ths of a degree.

use std::collections::BTreeMap;

/// Guides of one shape; more are left out.
const MAX_GUIDES: usize = 2_000;
/// 60,000ths of a degree in a radian.
const RADIAN: f64 = 10_800_000.0 / std::f64::consts::PI;

/// Names with their values.
pub(super) struct Guides {
    values: BTreeMap<String, f64>,
}

impl Guides {
    /// The guides that every shape has, from its width and height (20.1.10.56, and the annex on preset shapes).
    pub(super) fn new(width: f64, height: f64) -> Guides {
        let (short, long) = (width.min(height), width.max(height));
        let mut guides = Guides { values: BTreeMap::new() };
        let plain = [
            ("l", 0.0),
            ("t", 0.0),
            ("r", width),
            ("b", height),
            ("w", width),
            ("h", height),
            ("hc", width / 2.0),
            ("vc", height / 2.0),
            ("ss", short),
            ("ls", long),
            ("cd2", 10_800_000.0),
            ("cd4", 5_400_000.0),
            ("cd8", 2_700_000.0),
            ("3cd4", 16_200_000.0),
            ("3cd8", 8_100_000.0),
            ("5cd8", 13_500_000.0),
            ("7cd8", 18_900_000.0),
        ];
        plain.into_iter().for_each(|(name, value)| guides.set(name, value));
        for (name, whole) in [("wd", width), ("hd", height), ("ssd", short)] {
            for part in [2, 3, 4, 5, 6, 8, 10, 12, 16, 32] {
                guides.set(&format!("{name}{part}"), whole / f64::from(part));
            }
        }
        guides
    }

    /// Gives a name a value, whatever it had.
    pub(super) fn set(&mut self, name: &str, value: f64) {
        if self.values.len() < MAX_GUIDES || self.values.contains_key(name) {
            self.values.insert(name.to_owned(), if value.is_finite() { value } else { 0.0 });
        }
    }

    /// Gives a name a value where it has none.
    pub(super) fn set_default(&mut self, name: &str, value: f64) {
        if !self.values.contains_key(name) {
            self.set(name, value);
        }
    }

    /// Whether there is a value of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// Computes a guide and gives its name the result.
    pub(super) fn compute(&mut self, name: &str, formula: &str) {
        let value = self.formula(formula);
        self.set(name, value);
    }

    /// The value of a name or a number; 0 of what is neither.
    pub(super) fn value(&self, term: &str) -> f64 {
        self.values
            .get(term)
            .copied()
            .or_else(|| term.parse().ok())
            .filter(|value: &f64| value.is_finite())
            .unwrap_or(0.0)
    }

    fn formula(&self, formula: &str) -> f64 {
        let mut words = formula.split_ascii_whitespace();
        let operator = words.next().unwrap_or_default();
        let mut term = || words.next().map_or(0.0, |word| self.value(word));
        let (x, y, z) = (term(), term(), term());
        let angle = |value: f64| value / RADIAN;
        match operator {
            "*/" => x * y / z,
            "+-" => x + y - z,
            "+/" => (x + y) / z,
            "?:" => {
                if x > 0.0 {
                    y
                } else {
                    z
                }
            }
            "abs" => x.abs(),
            "at2" => libm::atan2(y, x) * RADIAN,
            "cat2" => x * libm::cos(libm::atan2(z, y)),
            "sat2" => x * libm::sin(libm::atan2(z, y)),
            "cos" => x * libm::cos(angle(y)),
            "sin" => x * libm::sin(angle(y)),
            "tan" => x * libm::tan(angle(y)),
            "max" => x.max(y),
            "min" => x.min(y),
            "mod" => (x * x + y * y + z * z).sqrt(),
            "pin" => y.min(z).max(x),
            "sqrt" => x.max(0.0).sqrt(),
            "val" => x,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The operators as 20.1.9.11 explains them.
    #[test]
    fn formulas_are_those_of_the_specification() {
        let mut guides = Guides::new(200.0, 100.0);
        guides.set("a", 3.0);
        let cases = [
            ("*/ a 4 2", 6.0),
            ("+- a 4 2", 5.0),
            ("+/ a 4 2", 3.5),
            ("?: a 4 2", 4.0),
            ("?: -1 4 2", 2.0),
            ("abs -3", 3.0),
            ("at2 1 1", 2_700_000.0),
            ("cat2 10 3 4", 6.0),
            ("sat2 10 3 4", 8.0),
            ("cos 10 3600000", 5.0),
            ("sin 10 1800000", 5.0),
            ("tan 10 2700000", 10.0),
            ("max 1 2", 2.0),
            ("min 1 2", 1.0),
            ("mod 2 3 6", 7.0),
            ("pin 0 5 3", 3.0),
            ("pin 0 -5 3", 0.0),
            ("sqrt 16", 4.0),
            ("val wd4", 50.0),
            ("val ssd8", 12.5),
            ("*/ 1 1 0", f64::INFINITY),
            ("what 1", 0.0),
            ("", 0.0),
        ];
        for (formula, expected) in cases {
            let value = guides.formula(formula);
            assert!(value == expected || (value - expected).abs() < 1e-6, "{formula}: {value}");
        }
        guides.compute("b", "*/ 1 1 0");
        assert_eq!(guides.value("b"), 0.0);
    }
}
