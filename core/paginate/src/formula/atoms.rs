//! Classes of atoms and the room between them (The TeXbook, chapters 17 and 18).

use super::boxes::MathBox;

/// What an atom is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// A letter or number.
    Ord,
    /// A large operator, or the name of a function.
    Op,
    /// A binary operation.
    Bin,
    /// A relation.
    Rel,
    /// What opens.
    Open,
    /// What closes.
    Close,
    /// Punctuation.
    Punct,
    /// A part of its own, such as a fraction.
    Inner,
}

/// A box in a row.
#[derive(Debug, Clone)]
pub(super) struct Atom {
    /// What it is to what stands before it.
    pub left: Class,
    /// What it is to what follows it.
    pub right: Class,
    /// What is painted.
    pub inside: MathBox,
}

impl Atom {
    pub(super) fn new(class: Class, inside: MathBox) -> Atom {
        Atom { left: class, right: class, inside }
    }
}

/// Room between two atoms as a share of the size, in text and in scripts (The TeXbook, chapter 18, the table on page 170).
pub(super) fn room(left: Class, right: Class, in_script: bool) -> f32 {
    use Class::{Bin, Close, Inner, Op, Open, Ord, Punct, Rel};
    let (eighteenths, only_in_text) = match (left, right) {
        (Ord | Close | Inner, Op) | (Op, Ord | Op) => (3, false),
        (Bin, _) | (_, Bin) => (4, true),
        (Rel, Rel) | (Open, _) | (_, Close) => (0, true),
        (Rel, Punct) | (Punct, Rel) => (3, true),
        (_, Rel) | (Rel, _) => (5, true),
        (Punct, _) => (3, true),
        (Inner, _) | (_, Inner) => (3, true),
        (Ord | Op | Close, Ord | Open | Punct) => (0, true),
    };
    if only_in_text && in_script { 0.0 } else { eighteenths as f32 / 18.0 }
}

/// Makes operations that have nothing on a side plain signs, such as the minus before a number (The TeXbook, appendix G,
/// rules 5 and 6).
pub(super) fn settle(atoms: &mut [Atom]) {
    use Class::{Bin, Close, Op, Open, Ord, Punct, Rel};
    let mut before = None;
    for at in 0..atoms.len() {
        let next = atoms.get(at + 1).map(|next| next.left);
        let Some(atom) = atoms.get_mut(at) else { break };
        let stands_alone = matches!(before, None | Some(Bin | Op | Rel | Open | Punct))
            || matches!(next, None | Some(Rel | Close | Punct));
        if atom.left == Bin && stands_alone {
            (atom.left, atom.right) = (Ord, Ord);
        }
        before = Some(atom.right);
    }
}

/// The class of a sign (after the operator dictionary of MathML Core, appendix B, and plain TeX).
pub(super) fn class_of(sign: char) -> Class {
    match sign {
        '(' | '[' | '{' | '⟨' | '⌈' | '⌊' | '⟦' | '⟪' => Class::Open,
        ')' | ']' | '}' | '⟩' | '⌉' | '⌋' | '⟧' | '⟫' | '!' | '?' => Class::Close,
        ',' | ';' => Class::Punct,
        '+'
        | '−'
        | '±'
        | '∓'
        | '×'
        | '÷'
        | '·'
        | '∗'
        | '⋅'
        | '∖'
        | '∘'
        | '∙'
        | '∧'
        | '∨'
        | '∩'
        | '∪'
        | '⊎'
        | '⊓'
        | '⊔'
        | '⋆'
        | '⋄'
        | '†'
        | '‡'
        | '≀'
        | '⨿'
        | '∔'
        | '⊕'..='⊝'
        | '⊞'..='⊡'
        | '⋉'..='⋌'
        | '⋎'
        | '⋏' => Class::Bin,
        '∏' | '∐' | '∑' | '∫'..='∳' | '⋀'..='⋃' | '⨀'..='⨆' | '⨌' => Class::Op,
        '='
        | '<'
        | '>'
        | ':'
        | '∈'..='∍'
        | '∝'
        | '∣'..='∦'
        | '∴'..='∷'
        | '∹'..='∻'
        | '∼'..='≿'
        | '⊀'..='⊋'
        | '⊏'..='⊒'
        | '⊢'..='⊩'
        | '⊲'..='⊵'
        | '⋈'
        | '⋍'
        | '⋐'..='⋭'
        | '⟂'
        | '⩽'
        | '⩾' => Class::Rel,
        '←'..='⇿' | '⟰'..='⟿' | '⤀'..='⥿' => Class::Rel,
        '…' | '⋯' | '⋱' => Class::Inner,
        _ => Class::Ord,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_that_of_the_texbook() {
        use Class::*;
        let cases = [
            (Ord, Ord, 0.0),
            (Ord, Bin, 4.0),
            (Rel, Ord, 5.0),
            (Punct, Ord, 3.0),
            (Open, Ord, 0.0),
            (Ord, Close, 0.0),
            (Ord, Op, 3.0),
            (Inner, Ord, 3.0),
            (Close, Rel, 5.0),
        ];
        for (left, right, eighteenths) in cases {
            assert!((room(left, right, false) * 18.0 - eighteenths).abs() < 1e-5, "{left:?} {right:?}");
        }
        assert_eq!(room(Ord, Rel, true), 0.0);
        assert!(room(Ord, Op, true) > 0.0);
    }

    #[test]
    fn a_sign_before_a_number_is_none_of_an_operation() {
        let of = |classes: &[Class]| {
            let mut atoms: Vec<Atom> = classes.iter().map(|class| Atom::new(*class, MathBox::default())).collect();
            settle(&mut atoms);
            atoms.iter().map(|atom| atom.left).collect::<Vec<_>>()
        };
        use Class::*;
        assert_eq!(of(&[Bin, Ord]), [Ord, Ord]);
        assert_eq!(of(&[Ord, Bin, Ord]), [Ord, Bin, Ord]);
        assert_eq!(of(&[Ord, Rel, Bin, Ord]), [Ord, Rel, Ord, Ord]);
        assert_eq!(of(&[Ord, Bin, Close]), [Ord, Ord, Close]);
    }
}
