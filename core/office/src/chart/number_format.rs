//! Numbers as a format code shows them (ECMA-376 part 1, 18.8.31): what axes and labels need of it.

/// Most digits behind the point.
const MAX_DECIMALS: usize = 15;
/// Days from the first of January 1970 back to day 0 of serial dates, the 30th of December 1899.
const EPOCH: i64 = 25_569;
/// Last day of serial dates: the end of the year 9999.
const LAST_DAY: f64 = 2_958_465.0;
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
/// From the day of the first of January 1970 on.
const DAYS: [&str; 7] = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];

/// A number as a format code shows it.
pub(super) fn format(value: f64, code: &str) -> String {
    let sections = sections(code);
    let (section, value) = match sections.as_slice() {
        [_, negative, ..] if value < 0.0 => (*negative, -value),
        [_, _, zero, ..] if value == 0.0 => (*zero, value),
        [first, ..] => (*first, value),
        [] => ("", value),
    };
    if section.trim().is_empty() || section.eq_ignore_ascii_case("general") {
        return general(value);
    }
    if is_date(section) {
        return date(value, section);
    }
    let pattern = Pattern::of(section);
    if pattern.has_digits { pattern.show(value) } else { pattern.before }
}

/// Whether a format code shows dates or times.
pub(super) fn is_date(code: &str) -> bool {
    let letters = pieces(code).filter_map(|piece| if let Piece::Sign(sign) = piece { Some(sign) } else { None });
    let letters: String = letters.collect::<String>().to_ascii_lowercase();
    !letters.contains("general") && letters.contains(['y', 'd', 'm', 'h', 's']) && !letters.contains(['0', '#'])
}

/// A number as it is: ten digits of it.
fn general(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-9..1e11).contains(&size) {
        return scientific(value, 2);
    }
    let lead = if size > 0.0 { libm::log10(size).floor() as i32 } else { 0 };
    let text = format!("{value:.*}", (9 - lead).clamp(0, 9) as usize);
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A number with a power of ten, of two digits or more.
fn scientific(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$E}");
    match text.split_once('E').map(|(lead, power)| (lead, power.parse::<i32>())) {
        Some((lead, Ok(power))) => format!("{lead}E{}{:02}", if power < 0 { '-' } else { '+' }, power.abs()),
        _ => text,
    }
}

/// The sections of a code: for positive numbers, negative ones and zero.
fn sections(code: &str) -> Vec<&str> {
    let (mut quoted, mut escaped) = (false, false);
    let parts = code.split(move |letter: char| {
        let is_end = letter == ';' && !quoted && !escaped;
        quoted ^= letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        is_end
    });
    parts.collect()
}

/// A piece of a section.
enum Piece {
    /// A letter that stands for something.
    Sign(char),
    /// A letter that is shown.
    Shown(char),
}

/// The pieces of a section; colours and conditions in brackets are none, but currencies are.
fn pieces(section: &str) -> impl Iterator<Item = Piece> {
    let mut letters = section.chars();
    let (mut quoted, mut currency) = (false, false);
    std::iter::from_fn(move || {
        loop {
            let letter = letters.next()?;
            if quoted {
                if letter != '"' {
                    return Some(Piece::Shown(letter));
                }
                quoted = false;
            } else if currency {
                match letter {
                    '-' => letters.by_ref().take_while(|letter| *letter != ']').for_each(drop),
                    ']' => {}
                    _ => return Some(Piece::Shown(letter)),
                }
                currency = false;
            } else {
                match letter {
                    '"' => quoted = true,
                    '\\' => return letters.next().map(Piece::Shown),
                    '_' => return letters.next().map(|_| Piece::Shown(' ')),
                    '*' => {
                        letters.next();
                    }
                    '[' if letters.as_str().starts_with('$') => {
                        letters.next();
                        currency = true;
                    }
                    '[' => letters.by_ref().take_while(|letter| *letter != ']').for_each(drop),
                    letter => return Some(Piece::Sign(letter)),
                }
            }
        }
    })
}

/// How a section shows numbers.
#[derive(Debug, Default)]
struct Pattern {
    before: String,
    after: String,
    has_digits: bool,
    /// Digits before the point at least.
    whole: usize,
    /// Digits behind it at least and at most.
    decimals: (usize, usize),
    grouped: bool,
    percent: bool,
    /// Thousands that it counts in.
    thousands: i32,
    scientific: bool,
}

impl Pattern {
    fn of(section: &str) -> Pattern {
        let mut pattern = Pattern::default();
        let (mut behind_point, mut commas) = (false, 0);
        for piece in pieces(section) {
            match piece {
                Piece::Sign(digit @ ('0' | '#' | '?')) => {
                    pattern.digit(digit, behind_point, commas > 0);
                    commas = 0;
                }
                Piece::Sign('.') => behind_point = true,
                Piece::Sign(',') if pattern.has_digits => commas += 1,
                Piece::Sign('E' | 'e') if pattern.has_digits => pattern.scientific = true,
                Piece::Sign('+' | '-') if pattern.scientific => {}
                Piece::Sign(letter) | Piece::Shown(letter) => {
                    pattern.percent |= matches!(piece, Piece::Sign('%'));
                    let place = if pattern.has_digits { &mut pattern.after } else { &mut pattern.before };
                    place.push(letter);
                }
            }
        }
        pattern.thousands = commas;
        pattern
    }

    fn digit(&mut self, digit: char, behind_point: bool, behind_comma: bool) {
        self.has_digits = true;
        if self.scientific {
            return;
        }
        self.grouped |= behind_comma && !behind_point;
        if behind_point {
            self.decimals.1 = (self.decimals.1 + 1).min(MAX_DECIMALS);
            if digit == '0' {
                self.decimals.0 = self.decimals.1;
            }
        } else if digit == '0' {
            self.whole = (self.whole + 1).min(MAX_DECIMALS);
        }
    }

    fn show(&self, value: f64) -> String {
        let value = if self.percent { value * 100.0 } else { value };
        let value = value / libm::pow(1000.0, f64::from(self.thousands));
        let size = value.abs();
        let digits = if self.scientific { scientific(size, self.decimals.1) } else { self.digits(size) };
        let is_zero = digits.chars().all(|digit| matches!(digit, '0' | '.' | ','));
        let sign = if value < 0.0 && !is_zero { "-" } else { "" };
        format!("{sign}{}{digits}{}", self.before, self.after)
    }

    fn digits(&self, size: f64) -> String {
        let text = format!("{size:.*}", self.decimals.1);
        let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
        let whole = if self.whole == 0 { whole.trim_start_matches('0') } else { whole };
        let whole = format!("{whole:0>width$}", width = self.whole);
        let whole = if self.grouped { grouped(&whole) } else { whole };
        let kept = decimals.trim_end_matches('0').len().max(self.decimals.0);
        let decimals = &decimals[..kept.min(decimals.len())];
        if decimals.is_empty() { whole } else { format!("{whole}.{decimals}") }
    }
}

/// Digits in groups of three.
fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A serial date as a section shows it.
fn date(value: f64, section: &str) -> String {
    let value = value.clamp(0.0, LAST_DAY);
    let day = value.floor() as i64 - EPOCH;
    let seconds = ((value - value.floor()) * 86_400.0).round() as u32;
    let mut text = String::new();
    let mut signs: Vec<(char, usize)> = Vec::new();
    for piece in pieces(section) {
        match piece {
            Piece::Sign(sign) => match signs.last_mut() {
                Some((last, count)) if *last == sign.to_ascii_lowercase() => *count += 1,
                _ => signs.push((sign.to_ascii_lowercase(), 1)),
            },
            Piece::Shown(letter) => {
                text.extend(signs.drain(..).map(|sign| field(sign, day, seconds, section)));
                text.push(letter);
            }
        }
    }
    text.extend(signs.into_iter().map(|sign| field(sign, day, seconds, section)));
    text
}

/// A field of a date.
fn field((sign, count): (char, usize), days: i64, seconds: u32, section: &str) -> String {
    let (year, month, day) = civil(days);
    let padded = |number: i64| if count == 1 { number.to_string() } else { format!("{number:02}") };
    let named = |name: &str| if count == 3 { name.chars().take(3).collect() } else { name.to_owned() };
    match sign {
        'y' if count < 3 => format!("{:02}", year % 100),
        'y' => year.to_string(),
        'm' if section.contains(['h', 'H', 's']) => padded(i64::from(seconds / 60 % 60)),
        'm' if count == 5 => MONTHS[month - 1].chars().take(1).collect(),
        'm' if count > 2 => named(MONTHS[month - 1]),
        'm' => padded(month as i64),
        'd' if count > 2 => named(DAYS[days.rem_euclid(7) as usize]),
        'd' => padded(day),
        'h' => padded(i64::from(seconds / 3600)),
        's' => padded(i64::from(seconds % 60)),
        '@' => String::new(),
        other => std::iter::repeat_n(other, count).collect(),
    }
}

/// Year, month and day of a day counted from the first of January 1970 (H. Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms", `civil_from_days`).
fn civil(days: i64) -> (i64, usize, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month.clamp(1, 12) as usize, of_year - (153 * shifted + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::format;

    /// As Excel shows them.
    #[test]
    fn numbers_are_shown_by_their_code() {
        let cases = [
            (0.1 + 0.2, "General", "0.3"),
            (1500.0, "", "1500"),
            (-0.0, "General", "0"),
            (2.5, "0", "2"),
            (2.345, "0.00", "2.35"),
            (0.256, "0%", "26%"),
            (0.256, "0.0%", "25.6%"),
            (1_234_567.0, "#,##0", "1,234,567"),
            (-1234.5, "#,##0.00", "-1,234.50"),
            (-5.0, "0;(0)", "(5)"),
            (0.0, "0;-0;\"none\"", "none"),
            (12.0, "\"$\"#,##0_);[Red](\"$\"#,##0)", "$12 "),
            (12.0, "[$€-407]#,##0", "€12"),
            (5_000_000.0, "0.0,,\"M\"", "5.0M"),
            (0.5, "#.##", ".5"),
            (7.0, "000", "007"),
            (12_345.0, "0.00E+00", "1.23E+04"),
            (1e20, "General", "1.00E+20"),
            (44_197.0, "yyyy-mm-dd", "2021-01-01"),
            (44_197.0, "mmm yy", "Jan 21"),
            (44_197.75, "ddd h:mm", "Fri 18:00"),
            (44_197.0, "d\\-mmmm", "1-January"),
            (f64::NAN, "0", "NaN"),
        ];
        for (value, code, expected) in cases {
            assert_eq!(format(value, code), expected, "{value} {code}");
        }
    }
}
