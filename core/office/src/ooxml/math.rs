//! Office Math (ECMA-376 part 1, 22.1) as the model's formulas.

use super::tree::{Tree, TreeNode};
use transvase_markup::math::Face;
use transvase_model::flow::{Math, MathStyle};

/// Structures in one another; what lies deeper is taken out of its structures.
const MAX_DEPTH: usize = 40;
/// The narrowest of spaces, which the writer sets between parts for who reads the letters alone.
const HAIR_SPACE: char = '\u{200A}';
/// What has been deleted, or only says how something looks.
const SILENT: [&str; 8] =
    ["m:rPr", "m:ctrlPr", "m:argPr", "w:rPr", "w:del", "w:moveFrom", "w:commentReference", "w:instrText"];

/// The row of parts in an element, such as `m:oMath`.
pub(crate) fn row(element: &Tree) -> Vec<Math> {
    Reader { depth: 0 }.row(element)
}

/// The value of a property of a structure: `m:chr` in `m:naryPr` of an `m:nary`; `Some("")` of one without a value.
fn property<'t>(element: &'t Tree, name: &str) -> Option<&'t str> {
    let group = format!("{}Pr", element.tag());
    element.child(&group)?.child(name).map(|property| property.attribute("m:val").unwrap_or_default())
}

/// Whether a property that is on or off is on; without a value it is (22.9.2.7).
fn is_on(value: Option<&str>) -> bool {
    value.is_some_and(|value| !matches!(value, "0" | "off" | "false"))
}

/// A sign that a property names, or its default; `None` of an empty one.
fn sign(value: Option<&str>, default: char) -> Option<char> {
    value.map_or(Some(default), |value| value.chars().next())
}

/// Signs in the style of operators.
fn signs(text: impl Into<String>) -> Math {
    Math::Signs(text.into(), MathStyle::Italic)
}

/// Reads structures that lie in one another.
struct Reader {
    depth: usize,
}

impl Reader {
    fn row(&mut self, element: &Tree) -> Vec<Math> {
        Math::joined(element.children().flat_map(|child| self.part(child)).collect::<Vec<_>>())
    }

    /// The row in the first child of that name; empty where there is none.
    fn child(&mut self, element: &Tree, name: &str) -> Vec<Math> {
        element.child(name).map(|child| self.row(child)).unwrap_or_default()
    }

    fn part(&mut self, element: &Tree) -> Vec<Math> {
        match element.tag() {
            "m:r" | "w:r" => run(element),
            tag if SILENT.contains(&tag) => Vec::new(),
            _ if self.depth >= MAX_DEPTH => flat(element),
            _ => {
                self.depth += 1;
                let parts = self.structure(element);
                self.depth -= 1;
                parts
            }
        }
    }

    fn structure(&mut self, element: &Tree) -> Vec<Math> {
        let one = match element.tag() {
            "m:f" => return self.fraction(element),
            "m:sSub" | "m:sSup" | "m:sSubSup" => self.script(element),
            "m:sPre" => return self.script_before(element),
            "m:rad" => self.root(element),
            "m:nary" => self.big(element),
            "m:d" => self.fenced(element),
            "m:m" => self.matrix(element),
            "m:eqArr" => return self.lines(element),
            "m:func" => Math::Function(Math::name_of(self.child(element, "m:fName")), self.child(element, "m:e")),
            "m:borderBox" => Math::Accent(self.child(element, "m:e"), Math::BOX),
            "m:limLow" | "m:limUpp" => self.limit(element),
            "m:acc" => Math::Accent(self.child(element, "m:e"), accent(sign(property(element, "m:chr"), '\u{302}'))),
            "m:bar" => {
                let mark = if property(element, "m:pos") == Some("top") { '\u{305}' } else { '\u{332}' };
                Math::Accent(self.child(element, "m:e"), mark)
            }
            "m:groupChr" => self.grouped(element),
            // What is not shown takes room alone (22.1.2.81).
            "m:phant" if property(element, "m:show").is_some_and(|show| !is_on(Some(show))) => return Vec::new(),
            tag if tag.ends_with("Pr") => return Vec::new(),
            // Boxes, links, changes and whatever else is around parts.
            _ => return self.row(element),
        };
        vec![one]
    }

    fn fraction(&mut self, element: &Tree) -> Vec<Math> {
        let (over, under) = (self.child(element, "m:num"), self.child(element, "m:den"));
        match property(element, "m:type") {
            Some("noBar") => vec![Math::Matrix(vec![vec![over], vec![under]], false)],
            Some("lin") => [over, vec![signs("/")], under].concat(),
            _ => vec![Math::Fraction(over, under)],
        }
    }

    fn script(&mut self, element: &Tree) -> Math {
        let [base, sub, sup] = ["m:e", "m:sub", "m:sup"].map(|name| self.child(element, name));
        Math::Script { base, sub, sup }
    }

    /// Scripts at the left are scripts of nothing before the row.
    fn script_before(&mut self, element: &Tree) -> Vec<Math> {
        let [base, sub, sup] = ["m:e", "m:sub", "m:sup"].map(|name| self.child(element, name));
        let mut parts = vec![Math::Script { base: Vec::new(), sub, sup }];
        parts.extend(base);
        parts
    }

    fn root(&mut self, element: &Tree) -> Math {
        let degree = if is_on(property(element, "m:degHide")) { Vec::new() } else { self.child(element, "m:deg") };
        Math::Root(degree, self.child(element, "m:e"))
    }

    fn big(&mut self, element: &Tree) -> Math {
        let sign = sign(property(element, "m:chr"), '∫').unwrap_or('∫');
        let mut limit = |hide: &str, name: &str| {
            if is_on(property(element, hide)) { Vec::new() } else { self.child(element, name) }
        };
        let (below, above) = (limit("m:subHide", "m:sub"), limit("m:supHide", "m:sup"));
        // Without a place of its own that of the document, which is this where nobody changed it (22.1.2.49, 22.1.2.67).
        let beside = property(element, "m:limLoc").map_or(matches!(sign, '∫'..='∰'), |place| place == "subSup");
        Math::Big { sign, below, above, beside, body: self.child(element, "m:e") }
    }

    fn fenced(&mut self, element: &Tree) -> Math {
        let (open, close) = (sign(property(element, "m:begChr"), '('), sign(property(element, "m:endChr"), ')'));
        let between = sign(property(element, "m:sepChr"), '|');
        let mut body = Vec::new();
        for (at, part) in element.children().filter(|child| child.is("m:e")).enumerate() {
            body.extend(between.filter(|_| at > 0).map(signs));
            body.extend(self.row(part));
        }
        Math::Fenced(open, Math::joined(body), close)
    }

    fn matrix(&mut self, element: &Tree) -> Math {
        let cells = |row: &Tree| row.children().filter(|child| child.is("m:e")).map(|cell| self.row(cell)).collect();
        let rows = element.children().filter(|child| child.is("m:mr")).map(cells).collect();
        let mut places = element.descendants().filter(|child| child.is("m:mcJc"));
        Math::Matrix(rows, places.next().is_some_and(|place| place.attribute("m:val") == Some("left")))
    }

    /// Lines that are set under one another, at the places that `&` marks; a `#` parts the number of an equation from it
    /// where the lines are as long as can be.
    fn lines(&mut self, element: &Tree) -> Vec<Math> {
        let is_numbered = is_on(property(element, "m:maxDist"));
        let rows = element.children().filter(|child| child.is("m:e")).map(|line| aligned(self.row(line), is_numbered));
        let mut rows: Vec<Vec<Vec<Math>>> = rows.collect();
        if let [row] = rows.as_mut_slice() {
            return Math::joined(std::mem::take(row).into_iter().flatten());
        }
        let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
        rows.iter_mut().for_each(|row| row.resize(columns, Vec::new()));
        vec![Math::Matrix(rows, true)]
    }

    fn limit(&mut self, element: &Tree) -> Math {
        let (mut base, limit) = (self.child(element, "m:e"), self.child(element, "m:lim"));
        let is_below = element.is("m:limLow");
        if let [Math::Limit { below, above, .. }] = base.as_mut_slice() {
            let free = if is_below { below } else { above };
            if free.is_empty() {
                *free = limit;
                return base.remove(0);
            }
        }
        let (below, above) = if is_below { (limit, Vec::new()) } else { (Vec::new(), limit) };
        Math::Limit { base, below, above }
    }

    /// A row with a brace, bracket or arrow along it.
    fn grouped(&mut self, element: &Tree) -> Math {
        let base = self.child(element, "m:e");
        let is_above = property(element, "m:pos") == Some("top");
        match (sign(property(element, "m:chr"), '⏟').unwrap_or('⏟'), is_above) {
            ('⏟', false) => Math::Accent(base, '\u{23DF}'),
            ('⏞', true) => Math::Accent(base, '\u{23DE}'),
            ('→', true) => Math::Accent(base, '\u{20D7}'),
            ('←', true) => Math::Accent(base, '\u{20D6}'),
            // The place is that of the sign, and the row then stands at the other side of it.
            (sign, true) => Math::Limit { base, below: Vec::new(), above: vec![signs(sign)] },
            (sign, false) => Math::Limit { base, below: vec![signs(sign)], above: Vec::new() },
        }
    }
}

/// A line cut at the marks of alignment: every other one, the first among them, aligns; the others part columns
/// (22.1.2.34).
fn aligned(line: Vec<Math>, is_numbered: bool) -> Vec<Vec<Math>> {
    let mut cells = vec![Vec::new()];
    for math in line {
        let Math::Signs(text, style) = math else {
            cells.last_mut().into_iter().for_each(|cell| cell.push(math.clone()));
            continue;
        };
        for (at, piece) in text.split('&').enumerate() {
            if at > 0 {
                cells.push(Vec::new());
            }
            let piece = if is_numbered { piece.replacen('#', "\u{2003}", 1) } else { piece.to_owned() };
            if let Some(cell) = cells.last_mut().filter(|_| !piece.is_empty()) {
                cell.push(Math::Signs(piece, style));
            }
        }
    }
    cells
}

/// The combining character of an accent that may be given as the sign of its own.
fn accent(mark: Option<char>) -> char {
    match mark.unwrap_or('\u{302}') {
        '^' | 'ˆ' => '\u{302}',
        '~' | '˜' => '\u{303}',
        '¯' | 'ˉ' => '\u{304}',
        '‾' => '\u{305}',
        '˘' => '\u{306}',
        '˙' => '\u{307}',
        '¨' => '\u{308}',
        'ˇ' => '\u{30C}',
        '`' => '\u{300}',
        '´' => '\u{301}',
        '→' | '⃗' => '\u{20D7}',
        '←' => '\u{20D6}',
        '_' => '\u{332}',
        other => other,
    }
}

/// The letters of a run in its style.
fn run(element: &Tree) -> Vec<Math> {
    let mut text = String::new();
    for child in element.children() {
        match child.tag() {
            "m:t" | "w:t" => text.push_str(&child.text()),
            "w:tab" | "w:br" => text.push(' '),
            "w:sym" => text.extend(child.attribute("w:char").and_then(symbol)),
            _ => {}
        }
    }
    let text = text.strip_prefix(HAIR_SPACE).unwrap_or(&text);
    let looks = element.child("m:rPr");
    let style = if element.is("w:r") { MathStyle::Words } else { looks.map_or(MathStyle::Italic, style) };
    let face = looks.and_then(|looks| looks.child("m:scr")).and_then(|scr| face(scr.attribute("m:val")?));
    let text = match face {
        Some(face) => text.chars().map(|letter| face.letter(letter)).collect(),
        None => text.to_owned(),
    };
    Math::of_text(&text, style)
}

fn symbol(code: &str) -> Option<char> {
    char::from_u32(u32::from_str_radix(code, 16).ok()?)
}

/// The style of a run: text that is none of the formula, or how its letters are (22.1.2.112).
fn style(looks: &Tree) -> MathStyle {
    if looks.child("m:nor").is_some_and(|nor| is_on(Some(nor.attribute("m:val").unwrap_or_default()))) {
        return MathStyle::Words;
    }
    match looks.child("m:sty").and_then(|sty| sty.attribute("m:val")) {
        Some("p") => MathStyle::Upright,
        Some("b" | "bi") => MathStyle::Bold,
        _ => MathStyle::Italic,
    }
}

/// The face of letters (22.1.3.11).
fn face(name: &str) -> Option<Face> {
    Some(match name {
        "double-struck" => Face::DoubleStruck,
        "script" => Face::Script,
        "fraktur" => Face::Fraktur,
        "sans-serif" => Face::Sans,
        "monospace" => Face::Monospace,
        _ => return None,
    })
}

/// The letters of everything inside, without its structures.
fn flat(element: &Tree) -> Vec<Math> {
    let text: String = element
        .descendants()
        .filter(|inner| matches!(inner.tag(), "m:t" | "w:t"))
        .flat_map(Tree::nodes)
        .filter_map(|node| if let TreeNode::Text(text) = node { Some(text.as_str()) } else { None })
        .collect();
    if text.is_empty() { Vec::new() } else { vec![signs(text)] }
}

#[cfg(test)]
mod tests;
