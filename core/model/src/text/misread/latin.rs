//! Mojibake of Latin code pages: languages of Latin letters that have a code page of their own, read by the one of the
//! West.

use encoding_rs::{Encoding, ISO_8859_2, WINDOWS_1250, WINDOWS_1254};

/// A group of languages, and how often a text shows that it is in one of them.
struct Group {
    encoding: &'static Encoding,
    alphabet: &'static str,
    shows: fn(&Signs) -> bool,
}

const GROUPS: [Group; 7] = [
    // zgadzaj± siê, ³adunek.
    Group {
        encoding: ISO_8859_2,
        alphabet: "Polish",
        shows: |signs| signs.polish >= SURE && signs.has("±¶¼¦") >= 1 && signs.has("¹œÿ") == 0,
    },
    // zbo¿a, ³adunek, zgadzaj¹cy siê: formulas have the raised figures alone.
    Group {
        encoding: WINDOWS_1250, alphabet: "Polish", shows: |signs| signs.polish >= SURE && signs.has("¿êœæ") >= 1
    },
    // pøístavù, lodì: Danish has ø alone, Italian ì and ù alone.
    Group {
        encoding: WINDOWS_1250,
        alphabet: "Czech",
        shows: |signs| signs.has("ø") >= 1 && signs.has("ìù") >= 1 && signs.has("øìù") > SURE && signs.has("åæ") == 0,
    },
    // spoloènos, ruèno: š and ž are the same in both code pages, and Italian and French have neither.
    Group {
        encoding: WINDOWS_1250,
        alphabet: "Slovak or South Slavic",
        shows: |signs| signs.has("šž") >= SURE && signs.has("èòæð¾") >= SURE && signs.has("êçëàœ") == 0,
    },
    // szerzõdés, tûzfû: Portuguese and Estonian have õ as well, but not with these, French has û.
    Group {
        encoding: WINDOWS_1250,
        alphabet: "Hungarian",
        shows: |signs| {
            signs.has("õû") >= SURE && signs.has("á") >= 1 && signs.has("öü") >= 1 && signs.has("ãçêäàè") == 0
        },
    },
    // ºi informaþii, cã.
    Group {
        encoding: WINDOWS_1250,
        alphabet: "Romanian",
        shows: |signs| {
            signs.romanian >= SURE && signs.has("ã") >= 1 && signs.has("þî") >= 1 && signs.has("çõáéíóú") == 0
        },
    },
    // sözleþmesi, taþýdýðýný: Icelandic has þ and ð with other vowels.
    Group {
        encoding: WINDOWS_1254,
        alphabet: "Turkish",
        shows: |signs| signs.turkish >= 1 && signs.has("ý") >= SURE && signs.has("áíúóæ") == 0,
    },
];

/// Signs from which on they are no slip.
const SURE: usize = 2;

/// The signs of a text, and how many stand where only some languages would have their letters.
struct Signs<'t> {
    text: &'t str,
    polish: usize,
    romanian: usize,
    turkish: usize,
}

impl Signs<'_> {
    fn of(text: &str) -> Signs<'_> {
        let mut signs = Signs { text, polish: 0, romanian: 0, turkish: 0 };
        let letters: Vec<char> = [' '].into_iter().chain(text.chars()).chain([' ']).collect();
        for place in letters.windows(3) {
            let (before, after) = (place[0].is_alphabetic(), place[2].is_alphabetic());
            match place[1] {
                '¿' if before => signs.polish += 1,
                '³' if after => signs.polish += 1,
                '¹' if before && after => signs.polish += 1,
                'º' if after => signs.romanian += 1,
                'þ' if before => (signs.romanian, signs.turkish) = (signs.romanian + 1, signs.turkish + 1),
                _ => {}
            }
        }
        signs
    }

    /// How often the text has any of some small letters, or their capitals.
    fn has(&self, letters: &str) -> usize {
        self.text.chars().flat_map(char::to_lowercase).filter(|c| letters.contains(*c)).count()
    }
}

/// The code page that a text is of, and its language.
pub(super) fn page_of(text: &str) -> Option<(&'static Encoding, &'static str)> {
    let signs = Signs::of(text);
    GROUPS.iter().find(|group| (group.shows)(&signs)).map(|group| (group.encoding, group.alphabet))
}

#[cfg(test)]
mod tests {
    use super::super::Misreading;
    use super::*;

    #[test]
    fn latin_letters_of_other_code_pages_are_read_as_what_they_are() {
        let texts = [
            ("Wszystkie żądania składa się na piśmie, najpóźniej w łódzkim urzędzie", WINDOWS_1250),
            ("Wszystkie żądania składa się na piśmie, zgadzają się łódzkie urzędy", ISO_8859_2),
            ("Příští úterý bude smlouva podepsána, řekl předseda, a dům zůstane", WINDOWS_1250),
            ("Zmluva bude podpísaná v utorok, všetci členovia súhlasia, že počkajú", WINDOWS_1250),
            ("A felek őszig megegyeztek, a tűzifa ára változatlan, és az erdőből jön", WINDOWS_1250),
            ("Sözleşme salı günü imzalanacak, taşıdığı yük için ışık gerekir", WINDOWS_1254),
        ];
        for (text, encoding) in texts {
            let (bytes, _, unmappable) = encoding.encode(text);
            assert!(!unmappable, "{text}");
            let read = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&bytes).0.into_owned();
            assert_eq!(Misreading::of(&read).map(|found| found.mend(&read)).as_deref(), Some(text), "{read}");
        }
    }

    #[test]
    fn languages_of_the_west_stay() {
        for text in [
            "¿Qué? 12 m³ de agua y 3 cm³ más¹, ¿no? El nº 4 y el 5º piso",
            "São Paulo não é à toa, as ações são boas, nº 12 e 3ºs",
            "Ele dispõe e põe os avós na sala, está aí",
            "Então os 1ºs e os 2ºs não vão",
            "a³b + c³d = x¹y",
            "Prøven på lørdag er gratis, og øl på fløde",
            "Perciò così più città è già là, e però",
            "Kõik õlad on külmad, öö ja päev, jõgi",
            "Alþingi kom saman í gær, það er sýnt að ný lög þarf",
            "Le même où il fut sûr, là où Šárka a dû être, dès août",
            "Où êtes-vous allée à Noël, élève français, çà et là",
        ] {
            assert_eq!(page_of(text).map(|page| page.1), None, "{text}");
        }
    }
}
