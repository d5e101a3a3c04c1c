//! Numerals and alphabets of the West, of the Near East and of South Asia (CSS Counter Styles 3, 6 and 7; ECMA-376 part 1,
//! 17.18.59).

/// Roman signs with their values, those that take off included.
pub(super) const SIGNS: [(u32, &str); 13] = [
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
];
/// The alphabets that count, from the letter for 1.
pub(super) const LATIN: &str = "abcdefghijklmnopqrstuvwxyz";
pub(super) const GREEK: &str = "αβγδεζηθικλμνξοπρστυφχψω";
pub(super) const RUSSIAN: &str = "абвгдежзиклмнопрстуфхцчшщыэюя";
/// Those that OpenDocument knows beside it, as LibreOffice counts with them.
pub(super) const BULGARIAN: &str = "абвгдежзиклмнопрстуфхцчшщъюя";
pub(super) const SERBIAN: &str = "абвгдђежзијклљмнњопрстћуфхцчџш";
pub(super) const KHMER: &str = "កខគឃងចឆជឈញដឋឌឍណតថទធនបផពភមយរលវសហឡអ";
pub(super) const LAO: &str = "ກຂຄງຈຊຍດຕຖທນບປຜຝພຟມຢຣລວສຫອຮຯຮໜໝ";
pub(super) const BURMESE: &str = "ကခဂဃငစဆဇဈညဋဌဍဎဏတထဒဓနပဖဗဘမယရလဝသဟဠအ";
pub(super) const TIBETAN: &str = "ཀཁགངཅཆཇཉཏཐདནཔཕབམཙཚཛཝཞཟའཡརལཤསཧཨ";
pub(super) const HEBREW: &str = "אבגדהוזחטיכלמנסעפצקרשת";
pub(super) const ARABIC: &str = "أبتثجحخدذرزسشصضطظعغفقكلمنهوي";
pub(super) const ABJAD: &str = "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ";
pub(super) const HINDI_CONSONANTS: &str = "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह";
pub(super) const HINDI_VOWELS: &str = "अआइईउऊऋऌऍऎएऐऑऒओऔ";
pub(super) const THAI: &str = "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ";
/// The signs that notes are marked with, in the order of The Chicago Manual of Style.
pub(super) const SYMBOLS: &str = "*†‡§";
/// How often a letter stands at most; Word begins with one again after 780, thirty times the letters of Latin.
const MOST_REPEATED: u32 = 30;
/// Hebrew numerals by power of ten (CSS Counter Styles 3, `hebrew`).
const HEBREW_NUMERALS: [[&str; 9]; 4] = [
    ["א", "ב", "ג", "ד", "ה", "ו", "ז", "ח", "ט"],
    ["י", "כ", "ל", "מ", "נ", "ס", "ע", "פ", "צ"],
    ["ק", "ר", "ש", "ת", "תק", "תר", "תש", "תת", "תתק"],
    ["א׳", "ב׳", "ג׳", "ד׳", "ה׳", "ו׳", "ז׳", "ח׳", "ט׳"],
];
const GREEK_NUMERALS: [[&str; 9]; 4] = [
    ["α", "β", "γ", "δ", "ε", "στ", "ζ", "η", "θ"],
    ["ι", "κ", "λ", "μ", "ν", "ξ", "ο", "π", "ϟ"],
    ["ρ", "σ", "τ", "υ", "φ", "χ", "ψ", "ω", "ϡ"],
    ["͵α", "͵β", "͵γ", "͵δ", "͵ε", "͵στ", "͵ζ", "͵η", "͵θ"],
];
const GEORGIAN_NUMERALS: [[&str; 9]; 4] = [
    ["ა", "ბ", "გ", "დ", "ე", "ვ", "ზ", "ჱ", "თ"],
    ["ი", "კ", "ლ", "მ", "ნ", "ჲ", "ო", "პ", "ჟ"],
    ["რ", "ს", "ტ", "ჳ", "ფ", "ქ", "ღ", "ყ", "შ"],
    ["ჩ", "ც", "ძ", "წ", "ჭ", "ხ", "ჴ", "ჯ", "ჰ"],
];
/// The first letter of the Armenian numerals, which follow the order of the alphabet.
const ARMENIAN: u32 = 0x531;

/// a to z, then aa, ab and so on (CSS Counter Styles 3, `lower-alpha`); nothing for 0.
pub(super) fn alphabetic(number: u32, letters: &str) -> Option<String> {
    let letters: Vec<char> = letters.chars().collect();
    let base = u32::try_from(letters.len()).ok()?;
    let mut rest = number;
    let mut word = Vec::new();
    while rest > 0 {
        rest -= 1;
        word.push(*letters.get((rest % base) as usize)?);
        rest /= base;
    }
    (!word.is_empty()).then(|| word.iter().rev().collect())
}

/// a to z, then aa, bb and so on (ECMA-376 part 1, 17.16.4.3.1, `alphabetic`); nothing for 0.
pub(super) fn repeated(number: u32, letters: &str) -> Option<String> {
    let count = u32::try_from(letters.chars().count()).ok()?;
    let before = number.checked_sub(1)?;
    let letter = letters.chars().nth((before % count) as usize)?;
    Some(String::from(letter).repeat((before / count % MOST_REPEATED) as usize + 1))
}

/// Roman numerals from 1 to 3,999 (CSS Counter Styles 3, `lower-roman`).
pub(super) fn roman(number: u32) -> Option<String> {
    let mut rest = Some(number).filter(|number| (1..4_000).contains(number))?;
    let mut word = String::new();
    for (value, sign) in SIGNS {
        while rest >= value {
            word.push_str(sign);
            rest -= value;
        }
    }
    Some(word)
}

/// A number in other digits than those of ASCII, which follow their zero.
pub(super) fn digits(number: u32, zero: char) -> Option<String> {
    let digit = |c: char| char::from_u32(u32::from(zero) + c.to_digit(10)?);
    number.to_string().chars().map(digit).collect()
}

/// A number in digits that are given, from 0.
pub(super) fn digits_of(number: u32, signs: &str) -> Option<String> {
    number.to_string().chars().map(|c| signs.chars().nth(c.to_digit(10)? as usize)).collect()
}

/// One of the signs that follow a first one, which stands for 1.
pub(super) fn sign(number: u32, first: char, count: u32) -> Option<String> {
    let before = number.checked_sub(1).filter(|before| *before < count)?;
    char::from_u32(u32::from(first) + before).map(String::from)
}

/// The numbers in circles that Unicode has, 1 to 50.
pub(super) fn circled(number: u32) -> Option<String> {
    match number {
        1..=20 => sign(number, '①', 20),
        21..=35 => sign(number - 20, '㉑', 15),
        _ => sign(number.checked_sub(35)?, '㊱', 15),
    }
}

pub(super) fn hebrew(number: u32) -> Option<String> {
    // 15 and 16 would begin the name of God.
    match number % 100 {
        end @ (15 | 16) => {
            let rest = if number > 100 { by_powers(number - end, &HEBREW_NUMERALS)? } else { String::new() };
            Some(rest + if end == 15 { "טו" } else { "טז" })
        }
        _ => by_powers(number, &HEBREW_NUMERALS),
    }
}

/// Greek numerals, as ODF names them `α, β, ... (gr)`.
pub(super) fn greek(number: u32) -> Option<String> {
    by_powers(number, &GREEK_NUMERALS)
}

pub(super) fn georgian(number: u32) -> Option<String> {
    by_powers(number, &GEORGIAN_NUMERALS)
}

/// Armenian numerals, in capitals.
pub(super) fn armenian(number: u32) -> Option<String> {
    let letter = |power: usize, digit: usize| {
        char::from_u32(ARMENIAN + u32::try_from(power * 9 + digit).ok()? - 1).map(String::from)
    };
    spelled(number, letter)
}

fn by_powers(number: u32, signs: &[[&str; 9]; 4]) -> Option<String> {
    spelled(number, |power, digit| signs.get(power)?.get(digit - 1).map(|sign| (*sign).to_owned()))
}

/// A number from 1 to 9,999 with a sign for each digit by its power of ten, and none for 0.
fn spelled(number: u32, sign: impl Fn(usize, usize) -> Option<String>) -> Option<String> {
    if !(1..10_000).contains(&number) {
        return None;
    }
    let text = number.to_string();
    let powers = (0..text.len()).rev();
    let signs = powers.zip(text.bytes()).filter(|(_, digit)| *digit != b'0');
    signs.map(|(power, digit)| sign(power, usize::from(digit - b'0'))).collect()
}
