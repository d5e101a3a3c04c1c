//! Number words in Thai and Vietnamese (ECMA-376 part 1, 17.18.59, `thaiCounting` and `vietnameseCounting`).

use super::{joined, rest, word};

const THAI: [&str; 9] = ["หนึ่ง", "สอง", "สาม", "สี่", "ห้า", "หก", "เจ็ด", "แปด", "เก้า"];
/// Thai powers of ten, from a hundred.
const THAI_POWERS: [(u32, &str); 4] = [(100_000, "แสน"), (10_000, "หมื่น"), (1_000, "พัน"), (100, "ร้อย")];
const VIETNAMESE: [&str; 9] = ["một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín"];

pub(super) fn thai(number: u32) -> String {
    let power = |(value, name): (u32, &str)| rest(number / value % 10, |digit| word(&THAI, digit).to_owned() + name);
    let tens = match number / 10 % 10 {
        0 => String::new(),
        1 => "สิบ".to_owned(),
        2 => "ยี่สิบ".to_owned(),
        digit => word(&THAI, digit).to_owned() + "สิบ",
    };
    // One behind anything else has a word of its own.
    let ones = if number % 10 == 1 && number > 1 { "เอ็ด" } else { word(&THAI, number % 10) };
    THAI_POWERS.map(power).concat() + &tens + ones
}

pub(super) fn vietnamese(number: u32) -> String {
    match number {
        1_000.. => {
            let end = number % 1_000;
            let link = if (1..100).contains(&end) { "không trăm" } else { "" };
            joined(&[&vietnamese(number / 1_000), "nghìn", link, &rest(end, linked)], " ")
        }
        100.. => joined(&[word(&VIETNAMESE, number / 100), "trăm", &rest(number % 100, linked)], " "),
        20.. => joined(&[word(&VIETNAMESE, number / 10), "mươi", vietnamese_ones(number)], " "),
        10.. => joined(&["mười", vietnamese_ones(number)], " "),
        _ => word(&VIETNAMESE, number).to_owned(),
    }
}

/// What follows hundreds: ones alone with a word between.
fn linked(number: u32) -> String {
    if number < 10 { format!("lẻ {}", vietnamese(number)) } else { vietnamese(number) }
}

/// Ones behind tens: one and five sound otherwise there.
fn vietnamese_ones(number: u32) -> &'static str {
    match (number / 10, number % 10) {
        (2.., 1) => "mốt",
        (_, 5) => "lăm",
        (_, ones) => word(&VIETNAMESE, ones),
    }
}
