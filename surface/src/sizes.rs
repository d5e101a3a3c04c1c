//! Byte sizes with units, as people write and read them. The command line and the Python package understand units;
//! everything else takes bytes.

/// The units, with the number of bytes each stands for: decimal ones are thousands, the `i` ones
/// are 1,024s (IEC 80000-13).
const UNITS: &[(&str, u64)] = &[
    ("b", 1),
    ("kb", 1_000),
    ("mb", 1_000_000),
    ("gb", 1_000_000_000),
    ("kib", 1 << 10),
    ("mib", 1 << 20),
    ("gib", 1 << 30),
];

/// The bytes of a size such as `200000`, `200KB`, `1.5 MB` or `64KiB`; `None` where it is not one.
pub fn parse(text: &str) -> Option<u64> {
    let text = text.trim().replace('_', "").to_ascii_lowercase();
    let digits = text.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit = if unit.is_empty() { "b" } else { unit };
    let (_, bytes) = UNITS.iter().find(|(name, _)| *name == unit)?;
    if let Ok(whole) = number.trim().parse::<u64>() {
        return whole.checked_mul(*bytes);
    }
    let size = number.trim().parse::<f64>().ok()? * *bytes as f64;
    (0.0..u64::MAX as f64).contains(&size).then_some(size as u64)
}

/// A number with commas between its thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_and_binary_units_differ() {
        let sizes = [
            ("200000", 200_000),
            ("200KB", 200_000),
            ("200 kb", 200_000),
            ("200KiB", 204_800),
            ("1.5MB", 1_500_000),
            ("2MiB", 2_097_152),
            ("1_000", 1_000),
            ("18446744073709551615", u64::MAX),
        ];
        for (text, bytes) in sizes {
            assert_eq!(parse(text), Some(bytes), "{text}");
        }
    }

    #[test]
    fn what_is_no_size_is_refused() {
        for text in [
            "",
            "KB",
            "-1",
            "-1KB",
            "1XB",
            "1e3",
            "nan",
            "inf",
            "1 2",
            "1,5MB",
            "99999999999999999999",
            "20000000000GB",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(12_345_678), "12,345,678");
    }
}
