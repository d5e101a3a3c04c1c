//! Office Math in RTF (RTF 1.9.1, "Office Math"): groups named as the elements of Office Math (ECMA-376 part 1, 22.1)
//! are, with an `m` before them.

use transvase_model::flow::{Math, MathStyle};

/// Structures in one another that are kept; deeper ones are the signs in them.
const MAX_DEPTH: usize = 24;

/// A group of a formula.
#[derive(Debug, Default)]
pub(super) struct Node {
    name: String,
    text: String,
    children: Vec<Node>,
    style: MathStyle,
}

impl Node {
    /// Takes a control word: the first names the group.
    pub(super) fn take(&mut self, word: &str, value: Option<i32>) {
        match (word, value) {
            ("msty", Some(0)) => self.style = MathStyle::Upright,
            ("msty", Some(1)) => self.style = MathStyle::Bold,
            ("mnor", _) => self.style = MathStyle::Words,
            _ if self.name.is_empty() && word.starts_with('m') => word.clone_into(&mut self.name),
            _ => {}
        }
    }

    /// Takes text.
    pub(super) fn text(&mut self, text: &str) {
        self.text.extend(text.chars().filter(|c| !c.is_control()));
    }

    /// Takes a group in it.
    pub(super) fn push(&mut self, node: Node) {
        // Groups without a name only hold together what is said of a run.
        if node.name.is_empty() && node.children.is_empty() {
            self.text.push_str(&node.text);
        } else {
            self.children.push(node);
        }
    }

    /// The row of signs and structures in it.
    pub(super) fn row(&self) -> Vec<Math> {
        self.inside(0)
    }

    fn inside(&self, depth: usize) -> Vec<Math> {
        let mut row: Vec<Math> = Vec::new();
        for math in self.children.iter().flat_map(|child| child.math(depth + 1)) {
            match (row.last_mut(), math) {
                (Some(Math::Signs(before, same)), Math::Signs(text, style)) if *same == style => before.push_str(&text),
                (_, math) => row.push(math),
            }
        }
        row
    }

    fn child(&self, name: &str) -> Option<&Node> {
        self.children.iter().find(|child| child.name == name)
    }

    fn part(&self, name: &str, depth: usize) -> Vec<Math> {
        self.child(name).map(|child| child.inside(depth)).unwrap_or_default()
    }

    /// The text of a property.
    fn property(&self, name: &str) -> Option<&str> {
        let properties = self.children.iter().find(|child| child.name.ends_with("Pr"))?;
        properties.child(name).map(|property| property.text.trim())
    }

    fn sign(&self, name: &str, usual: char) -> Option<char> {
        match self.property(name) {
            Some(text) => text.chars().next(),
            None => Some(usual),
        }
    }

    fn is_hidden(&self, name: &str) -> bool {
        self.property(name).is_some_and(|value| !matches!(value, "0" | "off"))
    }

    fn math(&self, depth: usize) -> Vec<Math> {
        if self.name.ends_with("Pr") {
            return Vec::new();
        }
        if self.name == "mr" {
            return Math::of_text(&self.text, self.style);
        }
        if depth > MAX_DEPTH {
            return self.flat();
        }
        let part = |name: &str| self.part(name, depth);
        let script = |sub: &str, sup: &str| Math::Script { base: part("me"), sub: part(sub), sup: part(sup) };
        let math = match self.name.as_str() {
            "mf" => Math::Fraction(part("mnum"), part("mden")),
            "msSup" | "msSub" | "msSubSup" => script("msub", "msup"),
            "msPre" => {
                let before = Math::Script { base: Vec::new(), sub: part("msub"), sup: part("msup") };
                return std::iter::once(before).chain(part("me")).collect();
            }
            "mrad" if self.is_hidden("mdegHide") => Math::Root(Vec::new(), part("me")),
            "mrad" => Math::Root(part("mdeg"), part("me")),
            "mnary" => Math::Big {
                sign: self.sign("mchr", '∫').unwrap_or('∫'),
                below: if self.is_hidden("msubHide") { Vec::new() } else { part("msub") },
                above: if self.is_hidden("msupHide") { Vec::new() } else { part("msup") },
                beside: self.property("mlimLoc").is_none_or(|place| place == "subSup"),
                body: part("me"),
            },
            "mlimLow" => Math::Limit { base: part("me"), below: part("mlim"), above: Vec::new() },
            "mlimUpp" => Math::Limit { base: part("me"), below: Vec::new(), above: part("mlim") },
            "mfunc" => Math::Function(Math::name_of(part("mfName")), part("me")),
            "md" => Math::Fenced(self.sign("mbegChr", '('), self.fenced(depth), self.sign("mendChr", ')')),
            "macc" => Math::Accent(part("me"), self.sign("mchr", '\u{302}').unwrap_or('\u{302}')),
            "mborderBox" => Math::Accent(part("me"), Math::BOX),
            "mbar" if self.property("mpos") == Some("bot") => Math::Accent(part("me"), '\u{332}'),
            "mbar" => Math::Accent(part("me"), '\u{305}'),
            "mm" => Math::Matrix(self.rows("mmr", depth), false),
            "meqArr" => Math::Matrix(self.cells(depth).into_iter().map(|cell| vec![cell]).collect(), true),
            _ => return self.inside(depth),
        };
        vec![math]
    }

    /// The rows between fences, with the sign that parts them.
    fn fenced(&self, depth: usize) -> Vec<Math> {
        let parting = Math::Signs(self.sign("msepChr", '|').map(String::from).unwrap_or_default(), MathStyle::Italic);
        self.cells(depth)
            .into_iter()
            .reduce(|mut all, row| {
                all.push(parting.clone());
                all.extend(row);
                all
            })
            .unwrap_or_default()
    }

    fn cells(&self, depth: usize) -> Vec<Vec<Math>> {
        self.children.iter().filter(|child| child.name == "me").map(|child| child.inside(depth)).collect()
    }

    fn rows(&self, name: &str, depth: usize) -> Vec<Vec<Vec<Math>>> {
        self.children.iter().filter(|child| child.name == name).map(|row| row.cells(depth)).collect()
    }

    /// The signs in it, one after the other.
    fn flat(&self) -> Vec<Math> {
        let (mut text, mut stack) = (String::new(), vec![self]);
        while let Some(node) = stack.pop() {
            if node.name == "mr" {
                text.push_str(&node.text);
            }
            stack.extend(node.children.iter().rev());
        }
        if text.is_empty() { Vec::new() } else { vec![Math::Signs(text, MathStyle::Italic)] }
    }
}
