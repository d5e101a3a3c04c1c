//! Rows: their signs and structures as atoms, and these beside one another.

use super::Setter;
use super::atoms::{Atom, Class, class_of, room, settle};
use super::boxes::{Ink, MathBox};
use super::letters::styled;
use super::style::Style;
use transvase_model::flow::{Math, MathStyle};

/// Width of a space that somebody typed, as a share of the size.
const TYPED_SPACE: f32 = 0.25;

impl Setter {
    /// A row as one box.
    pub(super) fn row(&self, row: &[Math], style: Style) -> MathBox {
        let mut whole = MathBox::default();
        for piece in self.beside(self.atoms(row, style), style, false) {
            whole.append(piece);
        }
        if let [Math::Signs(..)] = row
            && let [Ink::Glyph { .. }] = &whole.ink[..]
        {
            whole.is_glyph = true;
        }
        whole
    }

    /// A row divided behind its relations and operations, where lines may break.
    pub(super) fn pieces(&self, row: &[Math], style: Style) -> Vec<MathBox> {
        self.beside(self.atoms(row, style), style, true)
    }

    fn beside(&self, mut atoms: Vec<Atom>, style: Style, divides: bool) -> Vec<MathBox> {
        settle(&mut atoms);
        let mut pieces = vec![MathBox::default()];
        let mut before: Option<Class> = None;
        let last = atoms.len().saturating_sub(1);
        for (at, atom) in atoms.into_iter().enumerate() {
            let gap = before.map_or(0.0, |before| room(before, atom.left, style.level > 0)) * self.size(style);
            before = Some(atom.right);
            let ends = divides && at > 0 && at < last && matches!(atom.right, Class::Rel | Class::Bin);
            if let Some(piece) = pieces.last_mut() {
                let lean = if at == 0 { 0.0 } else { lean_before(piece, &atom) };
                piece.append(MathBox::space(gap + lean));
                let accent = atom.inside.accent.filter(|_| at == 0 && last == 0);
                piece.append(atom.inside);
                piece.accent = accent;
            }
            if ends {
                pieces.push(MathBox::default());
            }
        }
        pieces
    }

    fn atoms(&self, row: &[Math], style: Style) -> Vec<Atom> {
        row.iter().flat_map(|math| self.atoms_of(math, style)).collect()
    }

    fn atoms_of(&self, math: &Math, style: Style) -> Vec<Atom> {
        let one = |class, inside| vec![Atom::new(class, inside)];
        match math {
            Math::Signs(text, letters) => self.signs(text, *letters, style),
            Math::Fraction(over, under) => one(Class::Inner, self.fraction(over, under, style)),
            Math::Script { base, sub, sup } => one(class(base), self.scripts(base, sub, sup, style)),
            Math::Root(degree, body) => one(Class::Ord, self.radical(degree, body, style)),
            Math::Big { sign, below, above, beside, body } => {
                let sign = self.big(*sign, (below, above), *beside, style);
                let mut atoms = one(Class::Op, sign);
                atoms.extend(self.atoms(body, style));
                atoms
            }
            Math::Limit { base, below, above } => one(class(base), self.limits(base, below, above, style)),
            Math::Function(name, body) => {
                let mut atoms = one(Class::Op, self.row(name, style));
                atoms.extend(self.atoms(body, style));
                atoms
            }
            Math::Fenced(open, body, close) => {
                let inside = self.fenced(*open, body, *close, style);
                let side = |fence: &Option<char>, class| if fence.is_some() { class } else { Class::Ord };
                vec![Atom { left: side(open, Class::Open), right: side(close, Class::Close), inside }]
            }
            Math::Accent(body, mark) => one(class(body), self.accent(body, *mark, style)),
            Math::Matrix(rows, at_left) => one(Class::Ord, self.matrix(rows, *at_left, style)),
        }
    }

    fn signs(&self, text: &str, letters: MathStyle, style: Style) -> Vec<Atom> {
        if letters == MathStyle::Words || letters == MathStyle::Upright && is_name(text) {
            let class = if letters == MathStyle::Words { Class::Ord } else { Class::Op };
            let mut word = MathBox::default();
            text.chars().for_each(|letter| word.append(self.sign(letter, letters, style)));
            return vec![Atom::new(class, word)];
        }
        let signs: Vec<char> = text.chars().collect();
        let mut atoms = Vec::new();
        for (at, sign) in signs.iter().enumerate() {
            let class = class_of(styled(*sign, letters));
            if *sign == ' ' && is_loose(&signs, at, letters) {
                continue;
            }
            let is_large = class == Class::Op;
            let inside = if is_large { self.operator(*sign, style) } else { self.sign(*sign, letters, style) };
            atoms.push(Atom::new(class, inside));
        }
        atoms
    }

    /// A sign as a box. What is copied from it is what was written.
    pub(super) fn sign(&self, sign: char, letters: MathStyle, style: Style) -> MathBox {
        let size = self.size(style);
        if sign == ' ' {
            let mut space = MathBox::space(TYPED_SPACE * size);
            if let Some(id) = self.face.glyph(' ') {
                space.ink.push(Ink::Glyph { id, x: 0.0, y: 0.0, size, advance: space.width, sign: Some(' ') });
            }
            return space;
        }
        let glyph = self.face.glyph(styled(sign, letters)).unwrap_or(0);
        self.glyph(glyph, Some(sign), style)
    }

    /// A glyph as a box.
    pub(super) fn glyph(&self, id: u32, sign: Option<char>, style: Style) -> MathBox {
        let size = self.size(style);
        let extent = self.face.extent(id);
        let ink = Ink::Glyph { id, x: 0.0, y: 0.0, size, advance: extent.advance * size, sign };
        MathBox {
            width: extent.advance * size,
            ascent: extent.top * size,
            descent: -extent.bottom * size,
            italic: self.face.italics_correction(id) * size,
            accent: self.face.top_accent(id).map(|at| at * size),
            is_glyph: true,
            ink: vec![ink],
        }
    }
}

/// The class of a row that something is set at: that of its one atom.
fn class(row: &[Math]) -> Class {
    match row {
        [Math::Signs(text, MathStyle::Upright)] if is_name(text) => Class::Op,
        [Math::Signs(text, style)] => {
            let mut signs = text.chars().map(|sign| class_of(styled(sign, *style)));
            signs.next().filter(|_| signs.next().is_none()).unwrap_or(Class::Ord)
        }
        [Math::Big { .. } | Math::Function(..)] => Class::Op,
        [Math::Limit { base, .. } | Math::Script { base, .. } | Math::Accent(base, _)] => class(base),
        _ => Class::Ord,
    }
}

/// The room that a leaning letter needs before what stands upright, such as a bracket; not before its own scripts, or
/// another letter (MathML Core leaves that to the font, TeX adds it).
fn lean_before(piece: &MathBox, atom: &Atom) -> f32 {
    if matches!(atom.left, Class::Close | Class::Open | Class::Inner) { piece.italic } else { 0.0 }
}

/// Whether upright letters are the name of a function.
fn is_name(text: &str) -> bool {
    text.len() > 1 && text.chars().all(|letter| letter.is_ascii_alphabetic())
}

/// Whether a space stands beside an operator, which has room of its own.
fn is_loose(signs: &[char], at: usize, letters: MathStyle) -> bool {
    let is_operator =
        |sign: Option<&char>| sign.is_none_or(|sign| *sign == ' ' || class_of(styled(*sign, letters)) != Class::Ord);
    is_operator(at.checked_sub(1).and_then(|before| signs.get(before))) || is_operator(signs.get(at + 1))
}
