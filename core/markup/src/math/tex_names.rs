//! TeX command names: what TeX and its usual packages (LaTeX2e, amsmath, amssymb) call signs.

use transvase_model::flow::Math;

/// Names of signs that stand in a row.
#[rustfmt::skip]
const SIGNS: &[(&str, &str)] = &[
    ("alpha", "α"), ("beta", "β"), ("gamma", "γ"), ("delta", "δ"), ("epsilon", "ϵ"), ("varepsilon", "ε"), ("zeta", "ζ"),
    ("eta", "η"), ("theta", "θ"), ("vartheta", "ϑ"), ("iota", "ι"), ("kappa", "κ"), ("lambda", "λ"), ("mu", "μ"),
    ("nu", "ν"), ("xi", "ξ"), ("omicron", "ο"), ("pi", "π"), ("varpi", "ϖ"), ("rho", "ρ"), ("varrho", "ϱ"),
    ("sigma", "σ"), ("varsigma", "ς"), ("tau", "τ"), ("upsilon", "υ"), ("phi", "ϕ"), ("varphi", "φ"), ("chi", "χ"),
    ("psi", "ψ"), ("omega", "ω"),
    ("Gamma", "Γ"), ("Delta", "Δ"), ("Theta", "Θ"), ("Lambda", "Λ"), ("Xi", "Ξ"), ("Pi", "Π"), ("Sigma", "Σ"),
    ("Upsilon", "Υ"), ("Phi", "Φ"), ("Psi", "Ψ"), ("Omega", "Ω"),
    ("pm", "±"), ("mp", "∓"), ("times", "×"), ("div", "÷"), ("cdot", "⋅"), ("ast", "∗"), ("star", "⋆"), ("circ", "∘"),
    ("bullet", "∙"), ("oplus", "⊕"), ("ominus", "⊖"), ("otimes", "⊗"), ("odot", "⊙"), ("cap", "∩"), ("cup", "∪"),
    ("wedge", "∧"), ("land", "∧"), ("vee", "∨"), ("lor", "∨"), ("setminus", "∖"), ("neg", "¬"), ("lnot", "¬"),
    ("leq", "≤"), ("le", "≤"), ("geq", "≥"), ("ge", "≥"), ("leqslant", "⩽"), ("geqslant", "⩾"), ("neq", "≠"),
    ("ne", "≠"), ("ll", "≪"), ("gg", "≫"), ("equiv", "≡"), ("sim", "∼"), ("simeq", "≃"), ("approx", "≈"), ("cong", "≅"),
    ("propto", "∝"), ("in", "∈"), ("notin", "∉"), ("ni", "∋"), ("subset", "⊂"), ("subseteq", "⊆"), ("supset", "⊃"),
    ("supseteq", "⊇"), ("mid", "∣"), ("nmid", "∤"), ("parallel", "∥"), ("perp", "⊥"), ("prec", "≺"), ("succ", "≻"),
    ("vdash", "⊢"), ("models", "⊨"), ("doteq", "≐"), ("coloneqq", "≔"), ("triangleq", "≜"),
    ("to", "→"), ("rightarrow", "→"), ("leftarrow", "←"), ("gets", "←"), ("leftrightarrow", "↔"), ("Rightarrow", "⇒"),
    ("Leftarrow", "⇐"), ("Leftrightarrow", "⇔"), ("implies", "⟹"), ("iff", "⟺"), ("mapsto", "↦"), ("uparrow", "↑"),
    ("downarrow", "↓"), ("longrightarrow", "⟶"), ("longleftarrow", "⟵"), ("hookrightarrow", "↪"),
    ("rightharpoonup", "⇀"), ("rightleftharpoons", "⇌"),
    ("infty", "∞"), ("partial", "∂"), ("nabla", "∇"), ("forall", "∀"), ("exists", "∃"), ("nexists", "∄"),
    ("emptyset", "∅"), ("varnothing", "∅"), ("hbar", "ℏ"), ("ell", "ℓ"), ("Re", "ℜ"), ("Im", "ℑ"), ("aleph", "ℵ"),
    ("angle", "∠"), ("triangle", "△"), ("prime", "′"), ("dagger", "†"), ("top", "⊤"), ("bot", "⊥"), ("square", "□"),
    ("therefore", "∴"), ("because", "∵"), ("degree", "°"),
    ("ldots", "…"), ("dots", "…"), ("cdots", "⋯"), ("vdots", "⋮"), ("ddots", "⋱"), ("dotsc", "…"), ("dotsb", "⋯"),
    ("langle", "⟨"), ("rangle", "⟩"), ("lfloor", "⌊"), ("rfloor", "⌋"), ("lceil", "⌈"), ("rceil", "⌉"), ("lvert", "|"),
    ("rvert", "|"), ("vert", "|"), ("lVert", "‖"), ("rVert", "‖"), ("Vert", "‖"), ("lbrace", "{"), ("rbrace", "}"),
    ("lbrack", "["), ("rbrack", "]"), ("{", "{"), ("}", "}"), ("|", "‖"), ("backslash", "\\"), ("%", "%"), ("$", "$"),
    ("#", "#"), ("&", "&"), ("_", "_"), ("colon", ":"), ("quad", "\u{2003}"), ("qquad", "\u{2003}\u{2003}"),
    (",", "\u{2009}"), (":", "\u{2005}"), (">", "\u{2005}"), (";", "\u{2004}"), (" ", " "), ("!", ""),
];

/// Names of operators that stand before what they are taken over.
#[rustfmt::skip]
const BIG: &[(&str, char)] = &[
    ("sum", '∑'), ("prod", '∏'), ("coprod", '∐'), ("int", '∫'), ("iint", '∬'), ("iiint", '∭'), ("oint", '∮'),
    ("bigcup", '⋃'), ("bigcap", '⋂'), ("bigvee", '⋁'), ("bigwedge", '⋀'), ("bigoplus", '⨁'), ("bigotimes", '⨂'),
];

/// Names of functions, which are their own words.
#[rustfmt::skip]
const FUNCTIONS: &[&str] = &[
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "det", "dim", "exp", "gcd", "hom",
    "inf", "ker", "lg", "lim", "liminf", "limsup", "ln", "log", "max", "min", "Pr", "sec", "sin", "sinh", "sup", "tan",
    "tanh",
];

/// Names of functions that a limit stands under.
const WITH_LIMITS: &[&str] = &["det", "gcd", "inf", "lim", "liminf", "limsup", "max", "min", "Pr", "sup"];

/// Names of accents, with the characters that combine.
#[rustfmt::skip]
const ACCENTS: &[(&str, char)] = &[
    ("hat", '\u{302}'), ("widehat", '\u{302}'), ("check", '\u{30C}'), ("tilde", '\u{303}'), ("widetilde", '\u{303}'),
    ("acute", '\u{301}'), ("grave", '\u{300}'), ("dot", '\u{307}'), ("ddot", '\u{308}'), ("breve", '\u{306}'),
    ("bar", '\u{305}'), ("overline", '\u{305}'), ("vec", '\u{20D7}'), ("overrightarrow", '\u{20D7}'),
    ("boxed", Math::BOX),
];

/// What has no sign of its own: how large, where, or what number a formula has.
#[rustfmt::skip]
const SILENT: &[&str] = &[
    "displaystyle", "textstyle", "scriptstyle", "limits", "nolimits", "nonumber", "notag", "big", "Big", "bigg", "Bigg",
    "bigl", "bigr", "Bigl", "Bigr", "biggl", "biggr", "hline", "centering", "left", "right", "middle",
];

fn find<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    table.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}

/// The sign of a name.
pub(super) fn sign(name: &str) -> Option<&'static str> {
    find(SIGNS, name)
}

/// The operator of a name.
pub(super) fn big(name: &str) -> Option<char> {
    find(BIG, name)
}

/// Whether a limit stands at the right of an operator, as it does at integrals.
pub(super) fn is_beside(sign: char) -> bool {
    matches!(sign, '∫'..='∰')
}

/// The function of a name, and whether a limit stands under it.
pub(super) fn function(name: &str) -> Option<(&'static str, bool)> {
    let name = FUNCTIONS.iter().find(|known| **known == name)?;
    Some((name, WITH_LIMITS.contains(name)))
}

/// The character of an accent.
pub(super) fn accent(name: &str) -> Option<char> {
    find(ACCENTS, name)
}

/// Whether a name says nothing that is seen.
pub(super) fn is_silent(name: &str) -> bool {
    SILENT.contains(&name)
}
