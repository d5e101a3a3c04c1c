use super::*;

fn said(words: impl Fn(u32) -> Option<String>, numbers: &[u32]) -> String {
    numbers.iter().map(|number| words(*number).unwrap_or_default()).collect::<Vec<_>>().join("|")
}

/// LibreOffice says the same (its list labels of 24.2), but for the words between in English, French and Dutch.
#[test]
fn numbers_are_said_in_languages() {
    let numbers = [1, 11, 21, 32, 53, 71, 80, 91, 100, 121, 300, 1_000, 3_021];
    let words = |language| said(|number| cardinal(language, number), &numbers);
    assert_eq!(
        words(Language::English),
        "One|Eleven|Twenty-one|Thirty-two|Fifty-three|Seventy-one|Eighty|Ninety-one|One hundred|One hundred twenty-one|\
         Three hundred|One thousand|Three thousand twenty-one"
    );
    assert_eq!(
        words(Language::German),
        "Eins|Elf|Einundzwanzig|Zweiunddreißig|Dreiundfünfzig|Einundsiebzig|Achtzig|Einundneunzig|Einhundert|\
         Einhunderteinundzwanzig|Dreihundert|Eintausend|Dreitausendeinundzwanzig"
    );
    assert_eq!(
        words(Language::French),
        "Un|Onze|Vingt et un|Trente-deux|Cinquante-trois|Soixante et onze|Quatre-vingts|Quatre-vingt-onze|Cent|\
         Cent vingt et un|Trois cents|Mille|Trois mille vingt et un"
    );
    assert_eq!(
        words(Language::Spanish),
        "Uno|Once|Veintiuno|Treinta y dos|Cincuenta y tres|Setenta y uno|Ochenta|Noventa y uno|Cien|Ciento veintiuno|\
         Trescientos|Mil|Tres mil veintiuno"
    );
    assert_eq!(
        words(Language::Russian),
        "Один|Одиннадцать|Двадцать один|Тридцать два|Пятьдесят три|Семьдесят один|Восемьдесят|Девяносто один|Сто|\
         Сто двадцать один|Триста|Одна тысяча|Три тысячи двадцать один"
    );
}

/// The words of Portugal and of Brazil differ in some; Hindi has one for each number below a hundred.
#[test]
fn numbers_are_said_where_they_differ() {
    let words = |language, numbers: &[u32]| said(|number| cardinal(language, number), numbers);
    assert_eq!(words(Language::Portuguese, &[14, 16, 18, 117]), "Catorze|Dezasseis|Dezoito|Cento e dezassete");
    assert_eq!(
        words(Language::BrazilianPortuguese, &[14, 16, 18, 117]),
        "Quatorze|Dezesseis|Dezoito|Cento e dezessete"
    );
    assert_eq!(words(Language::Hindi, &[1, 29, 99, 100, 2_021]), "एक|उनतीस|निन्यानवे|एक सौ|दो हज़ार इक्कीस");
}

#[test]
fn ordinals_are_said_in_languages() {
    let numbers = [1, 3, 7, 8, 12, 21, 40, 80, 100];
    let words = |language| said(|number| ordinal_text(language, number), &numbers);
    assert_eq!(
        words(Language::English),
        "First|Third|Seventh|Eighth|Twelfth|Twenty-first|Fortieth|Eightieth|One hundredth"
    );
    assert_eq!(
        words(Language::German),
        "Erste|Dritte|Siebte|Achte|Zwölfte|Einundzwanzigste|Vierzigste|Achtzigste|Einhundertste"
    );
    assert_eq!(
        words(Language::French),
        "Premier|Troisième|Septième|Huitième|Douzième|Vingt et unième|Quarantième|Quatre-vingtième|Centième"
    );
    assert_eq!(
        words(Language::Russian),
        "Первый|Третий|Седьмой|Восьмой|Двенадцатый|Двадцать первый|Сороковой|Восьмидесятый|Сотый"
    );
}

#[test]
fn ordinals_in_digits_end_as_the_language_has_it() {
    let ordinals = |language| [1, 2, 3, 11, 22].map(|number| ordinal(language, number)).join(" ");
    assert_eq!(ordinals(Language::English), "1st 2nd 3rd 11th 22nd");
    assert_eq!(ordinals(Language::French), "1er 2e 3e 11e 22e");
    assert_eq!(ordinals(Language::German), "1. 2. 3. 11. 22.");
}

#[test]
fn what_is_too_large_has_no_words() {
    for language in [Language::English, Language::Polish, Language::Thai] {
        assert_eq!((cardinal(language, 0), cardinal(language, 1_000_000)), (None, None));
    }
}
