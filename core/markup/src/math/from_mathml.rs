//! MathML to formulas: presentation markup, as far as [`Math`] can hold it. Signs of other elements stay.

use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result};
use transvase_container::xml::{Node, XmlReader};
use transvase_model::flow::{Math, MathStyle};

/// Operators with limits below and above (MathML Core, appendix B: those that are large and have movable limits).
const SUMS: &str = "∑∏∐⋀⋁⋂⋃⨀⨁⨂⨃⨄⨅⨆";
/// Operators with limits beside them.
const INTEGRALS: &str = "∫∬∭∮∯∰";
/// Signs over a row, and the combining characters they mean.
const ACCENTS: [(&str, char); 16] = [
    ("^", '\u{302}'),
    ("ˆ", '\u{302}'),
    ("~", '\u{303}'),
    ("˜", '\u{303}'),
    ("¯", '\u{305}'),
    ("\u{203E}", '\u{305}'),
    ("ˉ", '\u{304}'),
    ("˘", '\u{306}'),
    ("˙", '\u{307}'),
    ("¨", '\u{308}'),
    ("˚", '\u{30A}'),
    ("ˇ", '\u{30C}'),
    ("´", '\u{301}'),
    ("`", '\u{300}'),
    ("→", '\u{20D7}'),
    ("\u{20D7}", '\u{20D7}'),
];

/// An element of MathML, with the attributes that count.
#[derive(Debug, Default)]
pub struct MathElement {
    /// Its local name.
    pub name: String,
    /// `mathvariant`.
    pub variant: Option<String>,
    /// `columnalign`.
    pub align: Option<String>,
    /// `open` and `close` of an `mfenced`.
    pub fences: [Option<String>; 2],
    /// The text right in it.
    pub text: String,
    /// The elements in it.
    pub children: Vec<MathElement>,
}

impl MathElement {
    /// Elements that may lie in one another; what lies deeper is left out.
    pub const MAX_DEPTH: usize = 40;

    /// An element without anything in it.
    pub fn new(name: &str, attribute: impl Fn(&str) -> Option<String>) -> MathElement {
        MathElement {
            name: name.to_owned(),
            variant: attribute("mathvariant"),
            align: attribute("columnalign"),
            fences: [attribute("open"), attribute("close")],
            ..MathElement::default()
        }
    }

    /// The formula of a `math` element.
    pub fn formula(&self) -> Vec<Math> {
        row(&self.children)
    }
}

/// Reads a `math` element; an empty row where it is none or damaged.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub fn from_mathml(source: &str, context: &Context) -> Result<Vec<Math>> {
    match tree(source, context) {
        Ok(root) => Ok(row(&root.children)),
        Err(error) if error.code() == ErrorCode::Malformed => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

fn tree(source: &str, context: &Context) -> Result<MathElement> {
    let mut reader = XmlReader::new(source, context);
    let mut open = vec![MathElement::default()];
    let mut beyond = 0;
    while let Some(node) = reader.next()? {
        match node {
            Node::Start(_) if open.len() > MathElement::MAX_DEPTH => beyond += 1,
            Node::Start(element) => {
                open.push(MathElement::new(&element.name, |name| element.attribute(name).map(str::to_owned)));
            }
            Node::Text(text) => open.iter_mut().last().into_iter().for_each(|top| top.text.push_str(&text)),
            Node::End if beyond > 0 => beyond -= 1,
            Node::End => {
                if let Some(done) = open.pop()
                    && let Some(above) = open.last_mut()
                {
                    above.children.push(done);
                }
            }
        }
    }
    Ok(open.into_iter().next().unwrap_or_default())
}

/// The elements of a row, one after the other.
fn row(elements: &[MathElement]) -> Vec<Math> {
    let mut parts = Vec::new();
    let mut rest = elements.iter();
    while let Some(element) = rest.next() {
        let mut found = part(element);
        // What a sum is taken over stands after it.
        if let [Math::Big { body, .. }] = found.as_mut_slice()
            && let Some(next) = rest.next()
        {
            *body = part(next);
        }
        parts.append(&mut found);
    }
    joined(parts)
}

fn part(element: &MathElement) -> Vec<Math> {
    let children = element.children.as_slice();
    let at = |index: usize| children.get(index).map(part).unwrap_or_default();
    match element.name.as_str() {
        "mi" | "mn" | "mo" | "mtext" | "ms" => letters(element),
        "semantics" => at(0),
        "annotation" | "annotation-xml" | "mphantom" | "mspace" | "none" | "mprescripts" => Vec::new(),
        "mfrac" => vec![Math::Fraction(at(0), at(1))],
        "msqrt" => vec![Math::Root(Vec::new(), row(children))],
        "mroot" => vec![Math::Root(at(1), at(0))],
        "msub" => scripts(children, at(1), Vec::new()),
        "msup" => scripts(children, Vec::new(), at(1)),
        "msubsup" => scripts(children, at(1), at(2)),
        "munder" => limits(children, at(1), Vec::new()),
        "mover" => limits(children, Vec::new(), at(1)),
        "munderover" => limits(children, at(1), at(2)),
        "mfenced" => vec![fenced(element)],
        "mtable" => vec![matrix(element)],
        // What lies too deep is text.
        "mrow" if children.is_empty() => letters(element),
        "mrow" | "math" | "mstyle" | "mpadded" | "merror" | "" => bracketed(children),
        _ => row(children),
    }
}

fn letters(element: &MathElement) -> Vec<Math> {
    let text: Vec<&str> = element.text.split_whitespace().collect();
    let text = text.join(" ");
    let variant = element.variant.as_deref().unwrap_or_default();
    let style = match element.name.as_str() {
        "mtext" | "ms" => MathStyle::Words,
        _ if variant.contains("bold") => MathStyle::Bold,
        "mi" if variant == "normal" || (variant.is_empty() && text.chars().count() > 1) => MathStyle::Upright,
        _ => MathStyle::Italic,
    };
    // Signs that only programs see, such as of a product or an application.
    let text: String = text.chars().filter(|c| !matches!(c, '\u{2061}'..='\u{2064}')).collect();
    if text.is_empty() { Vec::new() } else { vec![Math::Signs(text, style)] }
}

/// The one sign of an operator among those of a list.
fn operator(element: Option<&MathElement>, known: &str) -> Option<char> {
    let element = element?;
    let inner = if element.children.len() == 1 { element.children.first()? } else { element };
    let mut signs = inner.text.trim().chars();
    let sign = signs.next().filter(|_| inner.name == "mo" && signs.next().is_none())?;
    known.contains(sign).then_some(sign)
}

fn scripts(children: &[MathElement], sub: Vec<Math>, sup: Vec<Math>) -> Vec<Math> {
    if let Some(sign) = operator(children.first(), SUMS).or_else(|| operator(children.first(), INTEGRALS)) {
        return vec![Math::Big { sign, below: sub, above: sup, beside: true, body: Vec::new() }];
    }
    vec![Math::Script { base: children.first().map(part).unwrap_or_default(), sub, sup }]
}

fn limits(children: &[MathElement], below: Vec<Math>, above: Vec<Math>) -> Vec<Math> {
    let first = children.first();
    if let Some(sign) = operator(first, SUMS).or_else(|| operator(first, INTEGRALS)) {
        return vec![Math::Big { sign, below, above, beside: false, body: Vec::new() }];
    }
    let base = first.map(part).unwrap_or_default();
    if let ([Math::Signs(sign, _)], true) = (above.as_slice(), below.is_empty())
        && let Some((_, mark)) = ACCENTS.iter().find(|(known, _)| known == sign)
    {
        return vec![Math::Accent(base, *mark)];
    }
    vec![Math::Limit { base, below, above }]
}

/// A row, between brackets where its first and last element are such.
fn bracketed(children: &[MathElement]) -> Vec<Math> {
    const OPEN: &str = "([{⟨⌈⌊|‖∣∥";
    const CLOSE: &str = ")]}⟩⌉⌋|‖∣∥";
    if let [first, middle @ .., last] = children
        && let (Some(open), Some(close)) = (operator(Some(first), OPEN), operator(Some(last), CLOSE))
        && !middle.iter().any(|element| operator(Some(element), OPEN).or(operator(Some(element), CLOSE)).is_some())
    {
        return vec![Math::Fenced(Some(open), row(middle), Some(close))];
    }
    row(children)
}

fn fenced(element: &MathElement) -> Math {
    let [open, close] = &element.fences;
    let sign = |stated: &Option<String>, usual| stated.as_ref().map_or(Some(usual), |sign| sign.trim().chars().next());
    let mut body = Vec::new();
    for (index, child) in element.children.iter().enumerate() {
        if index > 0 {
            body.push(Math::Signs(",".into(), MathStyle::Italic));
        }
        body.extend(part(child));
    }
    Math::Fenced(sign(open, '('), joined(body), sign(close, ')'))
}

fn matrix(element: &MathElement) -> Math {
    let cells = |line: &MathElement| line.children.iter().map(part_of_cell).collect();
    let lines = element.children.iter().filter(|line| matches!(line.name.as_str(), "mtr" | "mlabeledtr"));
    Math::Matrix(lines.map(cells).collect(), element.align.as_deref().is_some_and(|align| align.starts_with("left")))
}

fn part_of_cell(cell: &MathElement) -> Vec<Math> {
    if cell.name == "mtd" { row(&cell.children) } else { part(cell) }
}

/// A row with neighbours of one style as one.
fn joined(parts: Vec<Math>) -> Vec<Math> {
    let mut row: Vec<Math> = Vec::new();
    for part in parts {
        match (row.last_mut(), part) {
            (Some(Math::Signs(text, style)), Math::Signs(more, other))
                if *style == other && other != MathStyle::Upright =>
            {
                text.push_str(&more);
            }
            (_, part) => row.push(part),
        }
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{Formula, Run, TextStyle};

    fn linear(source: &str) -> String {
        let source = format!("<math xmlns='http://www.w3.org/1998/Math/MathML'>{source}</math>");
        let row = from_mathml(&source, &Context::default()).unwrap();
        Formula::new(row, Run { text: String::new(), style: TextStyle::default() }).run.text
    }

    /// Structures as MathML 3, chapter 3, and Unicode technical note 28 write them.
    #[test]
    fn structures_come_back() {
        let cases = [
            ("<mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>2</mn></mfrac>", "(a+1)/2"),
            ("<msqrt><mi>x</mi><mo>-</mo><mn>1</mn></msqrt>", "√(x-1)"),
            ("<mroot><mi>x</mi><mn>3</mn></mroot>", "√(3&x)"),
            ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_i^2"),
            (
                "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
                "∑_(i=1)^n i",
            ),
            ("<mover><mi>x</mi><mo>^</mo></mover>", "x\u{302}"),
            ("<mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow><mo>=</mo><mn>0</mn>", "(x)=0"),
            ("<mfenced open='['><mi>a</mi><mi>b</mi></mfenced>", "[a,b)"),
            ("<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr></mtable>", "1 & 0"),
            ("<semantics><mi>E</mi><annotation>E = m</annotation></semantics>", "E"),
            ("<munder><mi>lim</mi><mi>n</mi></munder>", "lim_n"),
        ];
        for (source, expected) in cases {
            assert_eq!(linear(source), expected, "{source}");
        }
    }

    #[test]
    fn damage_and_depth_are_no_error() {
        let deep = format!("{}<mi>x</mi>{}", "<mrow>".repeat(300), "</mrow>".repeat(300));
        assert_eq!(linear(&deep), "x");
        assert_eq!(linear("<mfrac><mi>a</mi>"), "");
        assert_eq!(linear("<mfrac/>"), "/");
    }
}
