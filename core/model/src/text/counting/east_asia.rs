//! East Asian numerals: counts in the writing of East Asia (CSS Counter Styles 3, 7.1; ECMA-376 part 1, 17.18.59).

/// The syllables and letters that Korean lists count with.
pub(super) const GANADA: &str = "가나다라마바사아자차카타파하";
pub(super) const CHOSUNG: &str = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ";
pub(super) const CIRCLED_JAMO: &str = "㉠㉡㉢㉣㉤㉥㉦㉧㉨㉩㉪㉫㉬㉭";
pub(super) const CIRCLED_GANADA: &str = "㉮㉯㉰㉱㉲㉳㉴㉵㉶㉷㉸㉹㉺㉻";
pub(super) const STEMS: &str = "甲乙丙丁戊己庚辛壬癸";
pub(super) const BRANCHES: &str = "子丑寅卯辰巳午未申酉戌亥";
pub(super) const KATAKANA: &str =
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン";
pub(super) const KATAKANA_HALF: &str = "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ";
pub(super) const HIRAGANA: &str =
    "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん";
pub(super) const IROHA: &str =
    "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン";
pub(super) const IROHA_HALF: &str = "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽﾝ";
pub(super) const IROHA_HIRAGANA: &str =
    "いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす";
pub(super) const DIGITS: &str = "〇一二三四五六七八九";
pub(super) const HANJA_DIGITS: &str = "零一二三四五六七八九";
pub(super) const HANGUL_DIGITS: &str = "영일이삼사오육칠팔구";
/// Counting words end below this (CSS Counter Styles 3, 7.1).
const MAX: u32 = 10_000;
/// Korean's own words for tens and ones.
const NATIVE_TENS: [&str; 9] = ["열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔"];
const NATIVE_ONES: [&str; 9] = ["하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉"];

/// When the digit one stands before ten, a hundred and a thousand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum One {
    Always,
    /// Not where a number begins with ten.
    NotFirstTen,
    Never,
}

/// A way of counting in digits, each with its power of ten.
#[derive(Debug)]
pub(super) struct Counting {
    digits: &'static str,
    /// Ten, a hundred, a thousand.
    powers: [char; 3],
    one: One,
    /// What stands for powers left out between others.
    zero: Option<char>,
}

pub(super) const CHINESE: Counting =
    Counting { digits: DIGITS, powers: ['十', '百', '千'], one: One::NotFirstTen, zero: Some('零') };
pub(super) const CHINESE_FORMAL_SIMPLIFIED: Counting =
    Counting {
        digits: "零壹贰叁肆伍陆柒捌玖", powers: ['拾', '佰', '仟'], one: One::Always, zero: Some('零')
    };
pub(super) const CHINESE_FORMAL_TRADITIONAL: Counting =
    Counting {
        digits: "零壹貳參肆伍陸柒捌玖", powers: ['拾', '佰', '仟'], one: One::Always, zero: Some('零')
    };
pub(super) const JAPANESE: Counting =
    Counting { digits: DIGITS, powers: ['十', '百', '千'], one: One::Never, zero: None };
pub(super) const JAPANESE_FORMAL: Counting =
    Counting { digits: "零壱弐参四伍六七八九", powers: ['拾', '百', '阡'], one: One::Always, zero: None };
pub(super) const KOREAN: Counting =
    Counting { digits: HANGUL_DIGITS, powers: ['십', '백', '천'], one: One::Never, zero: None };
pub(super) const KOREAN_FORMAL: Counting =
    Counting { digits: HANGUL_DIGITS, powers: ['십', '백', '천'], one: One::Always, zero: None };
pub(super) const HANJA_FORMAL: Counting =
    Counting { digits: "零壹貳參四五六七八九", powers: ['拾', '百', '仟'], one: One::Always, zero: None };

impl Counting {
    /// A number from 1 to 9,999.
    pub(super) fn written(&self, number: u32) -> Option<String> {
        if !(1..MAX).contains(&number) {
            return None;
        }
        let mut word = String::new();
        let mut is_gap = false;
        for power in (0..4).rev() {
            let digit = number / 10_u32.pow(power) % 10;
            if digit == 0 {
                is_gap = true;
                continue;
            }
            word.extend(self.zero.filter(|_| is_gap && !word.is_empty()));
            is_gap = false;
            let is_first_ten = power == 1 && word.is_empty();
            let has_digit = power == 0 || digit > 1 || self.one.stands(is_first_ten);
            word.extend(self.digits.chars().nth(digit as usize).filter(|_| has_digit));
            word.extend((power as usize).checked_sub(1).and_then(|power| self.powers.get(power)));
        }
        Some(word)
    }
}

impl One {
    fn stands(self, is_first_ten: bool) -> bool {
        self == One::Always || (self == One::NotFirstTen && !is_first_ten)
    }
}

/// One of the signs, the first again after the last.
pub(super) fn cyclic(number: u32, signs: &str) -> Option<String> {
    let before = number.checked_sub(1)? as usize;
    signs.chars().nth(before % signs.chars().count().max(1)).map(String::from)
}

/// One of the signs, and nothing after the last.
pub(super) fn fixed(number: u32, signs: &str) -> Option<String> {
    signs.chars().nth(number.checked_sub(1)? as usize).map(String::from)
}

/// The years of the cycle of sixty.
pub(super) fn stems_and_branches(number: u32) -> Option<String> {
    Some(cyclic(number, STEMS)? + &cyclic(number, BRANCHES)?)
}

/// Korean's own words, 1 to 99.
pub(super) fn korean_native(number: u32) -> Option<String> {
    if !(1..100).contains(&number) {
        return KOREAN.written(number);
    }
    let word = |words: [&'static str; 9], digit: u32| {
        digit.checked_sub(1).and_then(|at| words.get(at as usize).copied()).unwrap_or_default()
    };
    Some(word(NATIVE_TENS, number / 10).to_owned() + word(NATIVE_ONES, number % 10))
}
