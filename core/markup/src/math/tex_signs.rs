//! TeX symbol table: the commands of LaTeX's mathematics for single signs (the symbol tables of LaTeX2e, amssymb
//! included), as KaTeX and MathJax know them as well.

use transvase_model::flow::Math;

/// Signs with their commands, in the order of the signs.
static SIGNS: &[(char, &str)] = &[
    ('#', "\\#"),
    ('$', "\\$"),
    ('%', "\\%"),
    ('&', "\\&"),
    ('\\', "\\backslash"),
    ('^', "\\hat{}"),
    ('_', "\\_"),
    ('{', "\\{"),
    ('}', "\\}"),
    ('~', "\\sim"),
    ('\u{A0}', "\\ "),
    ('¬', "\\neg"),
    ('°', "^\\circ"),
    ('±', "\\pm"),
    ('·', "\\cdot"),
    ('×', "\\times"),
    ('÷', "\\div"),
    ('Γ', "\\Gamma"),
    ('Δ', "\\Delta"),
    ('Θ', "\\Theta"),
    ('Λ', "\\Lambda"),
    ('Ξ', "\\Xi"),
    ('Π', "\\Pi"),
    ('Σ', "\\Sigma"),
    ('Υ', "\\Upsilon"),
    ('Φ', "\\Phi"),
    ('Ψ', "\\Psi"),
    ('Ω', "\\Omega"),
    ('α', "\\alpha"),
    ('β', "\\beta"),
    ('γ', "\\gamma"),
    ('δ', "\\delta"),
    ('ε', "\\varepsilon"),
    ('ζ', "\\zeta"),
    ('η', "\\eta"),
    ('θ', "\\theta"),
    ('ι', "\\iota"),
    ('κ', "\\kappa"),
    ('λ', "\\lambda"),
    ('μ', "\\mu"),
    ('ν', "\\nu"),
    ('ξ', "\\xi"),
    ('ο', "o"),
    ('π', "\\pi"),
    ('ρ', "\\rho"),
    ('ς', "\\varsigma"),
    ('σ', "\\sigma"),
    ('τ', "\\tau"),
    ('υ', "\\upsilon"),
    ('φ', "\\varphi"),
    ('χ', "\\chi"),
    ('ψ', "\\psi"),
    ('ω', "\\omega"),
    ('ϑ', "\\vartheta"),
    ('ϕ', "\\phi"),
    ('ϖ', "\\varpi"),
    ('ϱ', "\\varrho"),
    ('ϵ', "\\epsilon"),
    ('\u{2003}', "\\quad"),
    ('–', "-"),
    ('\u{2016}', "\\|"),
    ('†', "\\dagger"),
    ('‡', "\\ddagger"),
    ('•', "\\bullet"),
    ('…', "\\ldots"),
    ('′', "'"),
    ('″', "''"),
    ('‴', "'''"),
    ('ℏ', "\\hbar"),
    ('ℑ', "\\Im"),
    ('ℓ', "\\ell"),
    ('℘', "\\wp"),
    ('ℜ', "\\Re"),
    ('ℵ', "\\aleph"),
    ('←', "\\leftarrow"),
    ('↑', "\\uparrow"),
    ('→', "\\to"),
    ('↓', "\\downarrow"),
    ('↔', "\\leftrightarrow"),
    ('↕', "\\updownarrow"),
    ('↗', "\\nearrow"),
    ('↘', "\\searrow"),
    ('↙', "\\swarrow"),
    ('↖', "\\nwarrow"),
    ('↦', "\\mapsto"),
    ('↩', "\\hookleftarrow"),
    ('↪', "\\hookrightarrow"),
    ('↼', "\\leftharpoonup"),
    ('⇀', "\\rightharpoonup"),
    ('⇌', "\\rightleftharpoons"),
    ('⇐', "\\Leftarrow"),
    ('⇑', "\\Uparrow"),
    ('⇒', "\\Rightarrow"),
    ('⇓', "\\Downarrow"),
    ('⇔', "\\Leftrightarrow"),
    ('∀', "\\forall"),
    ('∁', "\\complement"),
    ('∂', "\\partial"),
    ('∃', "\\exists"),
    ('∄', "\\nexists"),
    ('∅', "\\emptyset"),
    ('∆', "\\Delta"),
    ('∇', "\\nabla"),
    ('∈', "\\in"),
    ('∉', "\\notin"),
    ('∋', "\\ni"),
    ('∏', "\\prod"),
    ('∐', "\\coprod"),
    ('∑', "\\sum"),
    ('−', "-"),
    ('∓', "\\mp"),
    ('∕', "/"),
    ('∖', "\\setminus"),
    ('∗', "*"),
    ('∘', "\\circ"),
    ('∙', "\\bullet"),
    ('√', "\\surd"),
    ('∝', "\\propto"),
    ('∞', "\\infty"),
    ('∠', "\\angle"),
    ('∣', "\\mid"),
    ('∤', "\\nmid"),
    ('∥', "\\parallel"),
    ('∦', "\\nparallel"),
    ('∧', "\\wedge"),
    ('∨', "\\vee"),
    ('∩', "\\cap"),
    ('∪', "\\cup"),
    ('∫', "\\int"),
    ('∬', "\\iint"),
    ('∭', "\\iiint"),
    ('∮', "\\oint"),
    ('∴', "\\therefore"),
    ('∵', "\\because"),
    ('∶', ":"),
    ('∼', "\\sim"),
    ('≀', "\\wr"),
    ('≃', "\\simeq"),
    ('≅', "\\cong"),
    ('≈', "\\approx"),
    ('≍', "\\asymp"),
    ('≐', "\\doteq"),
    ('≔', ":="),
    ('≠', "\\neq"),
    ('≡', "\\equiv"),
    ('≤', "\\leq"),
    ('≥', "\\geq"),
    ('≪', "\\ll"),
    ('≫', "\\gg"),
    ('≲', "\\lesssim"),
    ('≳', "\\gtrsim"),
    ('≺', "\\prec"),
    ('≻', "\\succ"),
    ('⊂', "\\subset"),
    ('⊃', "\\supset"),
    ('⊄', "\\not\\subset"),
    ('⊆', "\\subseteq"),
    ('⊇', "\\supseteq"),
    ('⊊', "\\subsetneq"),
    ('⊋', "\\supsetneq"),
    ('⊎', "\\uplus"),
    ('⊓', "\\sqcap"),
    ('⊔', "\\sqcup"),
    ('⊕', "\\oplus"),
    ('⊖', "\\ominus"),
    ('⊗', "\\otimes"),
    ('⊘', "\\oslash"),
    ('⊙', "\\odot"),
    ('⊢', "\\vdash"),
    ('⊣', "\\dashv"),
    ('⊤', "\\top"),
    ('⊥', "\\perp"),
    ('⊨', "\\models"),
    ('⋀', "\\bigwedge"),
    ('⋁', "\\bigvee"),
    ('⋂', "\\bigcap"),
    ('⋃', "\\bigcup"),
    ('⋄', "\\diamond"),
    ('⋅', "\\cdot"),
    ('⋆', "\\star"),
    ('⋮', "\\vdots"),
    ('⋯', "\\cdots"),
    ('⋱', "\\ddots"),
    ('⌈', "\\lceil"),
    ('⌉', "\\rceil"),
    ('⌊', "\\lfloor"),
    ('⌋', "\\rfloor"),
    ('□', "\\square"),
    ('△', "\\triangle"),
    ('◦', "\\circ"),
    ('⟂', "\\perp"),
    ('⟨', "\\langle"),
    ('⟩', "\\rangle"),
    ('⟵', "\\longleftarrow"),
    ('⟶', "\\longrightarrow"),
    ('⟷', "\\longleftrightarrow"),
    ('⟸', "\\Longleftarrow"),
    ('⟹', "\\Longrightarrow"),
    ('⟺', "\\Longleftrightarrow"),
    ('⟼', "\\longmapsto"),
    ('⨁', "\\bigoplus"),
    ('⨂', "\\bigotimes"),
    ('⨄', "\\biguplus"),
    ('⩽', "\\leqslant"),
    ('⩾', "\\geqslant"),
];

/// Letters that Unicode has in a face of their own outside its block of them, with that face and the plain letter.
static LETTERS: &[(char, &str, char)] = &[
    ('ℂ', "\\mathbb", 'C'),
    ('ℊ', "\\mathcal", 'g'),
    ('ℋ', "\\mathcal", 'H'),
    ('ℌ', "\\mathfrak", 'H'),
    ('ℍ', "\\mathbb", 'H'),
    ('ℎ', "", 'h'),
    ('ℐ', "\\mathcal", 'I'),
    ('ℒ', "\\mathcal", 'L'),
    ('ℕ', "\\mathbb", 'N'),
    ('ℙ', "\\mathbb", 'P'),
    ('ℚ', "\\mathbb", 'Q'),
    ('ℛ', "\\mathcal", 'R'),
    ('ℝ', "\\mathbb", 'R'),
    ('ℤ', "\\mathbb", 'Z'),
    ('ℨ', "\\mathfrak", 'Z'),
    ('ℬ', "\\mathcal", 'B'),
    ('ℭ', "\\mathfrak", 'C'),
    ('ℰ', "\\mathcal", 'E'),
    ('ℱ', "\\mathcal", 'F'),
    ('ℳ', "\\mathcal", 'M'),
    ('ℴ', "\\mathcal", 'o'),
];

/// The faces of the mathematical letters, 52 letters each, from U+1D400 on (The Unicode Standard, table 22-2).
const FACES: [&str; 13] = [
    "\\mathbf",
    "",
    "\\boldsymbol",
    "\\mathcal",
    "\\boldsymbol",
    "\\mathfrak",
    "\\mathbb",
    "\\mathfrak",
    "\\mathsf",
    "\\mathsf",
    "\\mathsf",
    "\\mathsf",
    "\\mathtt",
];
/// The first of the mathematical letters, and the end of those that are Latin.
const FIRST_LETTER: u32 = 0x1D400;
const LATIN_END: u32 = 0x1D6A4;

/// The command for a sign, where it is not its own.
pub(super) fn command(sign: char) -> Option<&'static str> {
    SIGNS.iter().find(|(known, _)| *known == sign).map(|(_, command)| *command)
}

/// The face and the plain letter of a letter in a face of its own; the face is empty for slanted letters.
pub(super) fn letter(sign: char) -> Option<(&'static str, char)> {
    if let Some((_, face, plain)) = LETTERS.iter().find(|(known, ..)| *known == sign) {
        return Some((face, *plain));
    }
    let index = u32::from(sign).checked_sub(FIRST_LETTER).filter(|_| u32::from(sign) < LATIN_END)?;
    let face = FACES.get(index as usize / 52)?;
    let place = (index % 52) as u8;
    let plain = if place < 26 { b'A' + place } else { b'a' + place - 26 };
    Some((face, char::from(plain)))
}

/// The command for a mark above or below, of one letter and of more than one, by its combining character.
pub(super) fn accent(mark: char) -> Option<(&'static str, &'static str)> {
    Some(match mark {
        '\u{300}' => ("\\grave", "\\grave"),
        '\u{301}' => ("\\acute", "\\acute"),
        '\u{302}' => ("\\hat", "\\widehat"),
        '\u{303}' => ("\\tilde", "\\widetilde"),
        '\u{304}' => ("\\bar", "\\overline"),
        '\u{305}' => ("\\overline", "\\overline"),
        '\u{306}' => ("\\breve", "\\breve"),
        '\u{307}' => ("\\dot", "\\dot"),
        '\u{308}' => ("\\ddot", "\\ddot"),
        '\u{30A}' => ("\\mathring", "\\mathring"),
        '\u{30C}' => ("\\check", "\\check"),
        '\u{331}' | '\u{332}' => ("\\underline", "\\underline"),
        '\u{338}' => ("\\not", "\\not"),
        Math::BOX => ("\\boxed", "\\boxed"),
        '\u{20D6}' => ("\\overleftarrow", "\\overleftarrow"),
        '\u{20D7}' => ("\\vec", "\\overrightarrow"),
        '\u{23DE}' => ("\\overbrace", "\\overbrace"),
        '\u{23DF}' => ("\\underbrace", "\\underbrace"),
        _ => return None,
    })
}

/// The command for the name of a function; `None` for names that LaTeX has none for.
pub(super) fn function(name: &str) -> Option<String> {
    super::tex_names::function(name).map(|(name, _)| format!("\\{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_in_a_face_of_their_own_have_the_command_of_the_face() {
        // Names of the characters in the Unicode Character Database.
        let cases = [
            ('\u{1D400}', "\\mathbf", 'A'),   // MATHEMATICAL BOLD CAPITAL A
            ('\u{1D44E}', "", 'a'),           // MATHEMATICAL ITALIC SMALL A
            ('\u{1D54F}', "\\mathbb", 'X'),   // MATHEMATICAL DOUBLE-STRUCK CAPITAL X
            ('\u{1D504}', "\\mathfrak", 'A'), // MATHEMATICAL FRAKTUR CAPITAL A
            ('\u{1D6A3}', "\\mathtt", 'z'),   // MATHEMATICAL MONOSPACE SMALL Z
            ('ℝ', "\\mathbb", 'R'),           // DOUBLE-STRUCK CAPITAL R
        ];
        for (sign, face, plain) in cases {
            assert_eq!(letter(sign), Some((face, plain)), "{sign}");
        }
        assert_eq!(letter('\u{1D6A4}'), None);
    }
}
