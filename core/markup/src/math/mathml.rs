//! Formulas to MathML (presentation markup, MathML Core).

use std::io::Write;

use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result};
use transvase_container::xml::{Attributes, Node, XmlReader, XmlWriter};
use transvase_model::flow::{Formula, FormulaSource, Math, MathStyle};

/// Namespace of MathML.
const MATHML: &str = "http://www.w3.org/1998/Math/MathML";
/// Nesting beyond which a formula is written as text in one line.
const MAX_DEPTH: usize = 60;
/// The elements of MathML Core that only say how a formula looks, and `math` itself.
const ELEMENTS: [&str; 28] = [
    "math",
    "merror",
    "mfrac",
    "mi",
    "mmultiscripts",
    "mn",
    "mo",
    "mover",
    "mpadded",
    "mphantom",
    "mprescripts",
    "mroot",
    "mrow",
    "ms",
    "mspace",
    "msqrt",
    "mstyle",
    "msub",
    "msubsup",
    "msup",
    "mtable",
    "mtd",
    "mtext",
    "mtr",
    "munder",
    "munderover",
    "none",
    "semantics",
];
/// Attributes that nothing can be loaded or run by.
const ATTRIBUTES: [&str; 24] = [
    "accent",
    "accentunder",
    "columnspan",
    "depth",
    "dir",
    "display",
    "displaystyle",
    "fence",
    "form",
    "height",
    "largeop",
    "linethickness",
    "lspace",
    "mathvariant",
    "maxsize",
    "minsize",
    "movablelimits",
    "rowspan",
    "rspace",
    "scriptlevel",
    "separator",
    "stretchy",
    "symmetric",
    "width",
];

/// Writes a formula as a `math` element.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub fn write(xml: &mut XmlWriter<impl Write>, formula: &Formula, context: &Context) -> Result<()> {
    if let Some(FormulaSource::MathMl(source)) = &formula.source
        && let Some(markup) = sound(source, formula.display, context)?
    {
        xml.raw(&markup);
        return Ok(());
    }
    let display = if formula.display { "block" } else { "inline" };
    let attributes = [("xmlns", MATHML), ("display", display)];
    xml.open("math", if formula.display { &attributes } else { &attributes[..1] });
    if is_deep(&formula.row, MAX_DEPTH) || formula.row.is_empty() {
        xml.leaf("mtext", &[], &formula.run.text);
    } else if let Some(FormulaSource::Tex(tex)) = &formula.source {
        xml.open("semantics", &[]);
        row(xml, &formula.row);
        xml.leaf("annotation", &[("encoding", "application/x-tex")], tex);
        xml.close("semantics");
    } else {
        parts(xml, &formula.row);
    }
    xml.close("math");
    Ok(())
}

/// Writes a formula as a `math` element of one row, which a note says in another language (MathML 3, 5.1).
pub fn write_annotated(xml: &mut XmlWriter<impl Write>, formula: &Formula, (encoding, note): (&str, &str)) {
    let display = if formula.display { "block" } else { "inline" };
    xml.open("math", &[("xmlns", MATHML), ("display", display)]);
    xml.open("semantics", &[]);
    // Programs take several elements here for several lines.
    xml.element("mrow", &[], |xml| parts(xml, &formula.row));
    xml.leaf("annotation", &[("encoding", encoding)], note);
    xml.close("semantics");
    xml.close("math");
}

/// MathML of a source, written anew with nothing in it but what shows a formula; `None` where it is no `math` element
/// or not well formed.
fn sound(source: &str, display: bool, context: &Context) -> Result<Option<String>> {
    match copy(source, display, context) {
        Err(error) if matches!(error.code(), ErrorCode::Malformed | ErrorCode::Truncated) => Ok(None),
        other => other,
    }
}

fn copy(source: &str, display: bool, context: &Context) -> Result<Option<String>> {
    let mut reader = XmlReader::new(source, context);
    let mut xml = XmlWriter::part(Vec::new());
    // Names of the elements that are open; empty where one is left out but what is in it stays.
    let mut open: Vec<String> = Vec::new();
    // How many elements are open that are left out with what is in them.
    let mut dropped = 0_usize;
    let mut seen = false;
    while let Some(node) = reader.next()? {
        match node {
            Node::Start(_) if dropped > 0 => dropped += 1,
            Node::End if dropped > 0 => dropped -= 1,
            Node::Start(element) => {
                if seen != (element.name != "math")
                    || matches!(element.namespace.as_deref(), Some(space) if space != MATHML)
                {
                    return Ok(None);
                }
                if matches!(element.name.as_str(), "annotation" | "annotation-xml" | "script" | "style") {
                    dropped = 1;
                    continue;
                }
                let known = ELEMENTS.contains(&element.name.as_str());
                let mut attributes: Vec<(&str, &str)> =
                    ATTRIBUTES.iter().filter_map(|name| Some((*name, element.attribute(name)?))).collect();
                if !seen {
                    attributes.retain(|(name, _)| *name != "display");
                    attributes.insert(0, ("xmlns", MATHML));
                    attributes.extend(display.then_some(("display", "block")));
                }
                seen = true;
                let name = if known { element.name.as_str() } else { "mrow" };
                xml.open(name, &attributes);
                open.push(name.to_owned());
            }
            Node::End => {
                if let Some(name) = open.pop() {
                    xml.close(&name);
                }
            }
            Node::Text(text) if !open.is_empty() && dropped == 0 => xml.text(&text),
            Node::Text(_) => {}
        }
    }
    let whole = seen && open.is_empty();
    let markup = String::from_utf8(xml.finish()?).unwrap_or_default();
    Ok(whole.then_some(markup))
}

/// Whether parts lie in one another deeper than `left` levels.
fn is_deep(row: &[Math], left: usize) -> bool {
    left == 0 || row.iter().any(|part| part.rows().into_iter().any(|row| is_deep(row, left - 1)))
}

/// A row as one element.
fn row(xml: &mut XmlWriter<impl Write>, math: &[Math]) {
    if let [Math::Signs(text, style)] = math
        && tokens(text, *style).len() == 1
    {
        return signs(xml, text, *style);
    }
    xml.open("mrow", &[]);
    parts(xml, math);
    xml.close("mrow");
}

fn parts(xml: &mut XmlWriter<impl Write>, math: &[Math]) {
    math.iter().for_each(|part| one(xml, part));
}

fn one(xml: &mut XmlWriter<impl Write>, math: &Math) {
    match math {
        Math::Signs(text, style) => signs(xml, text, *style),
        Math::Fraction(over, under) => rows(xml, "mfrac", &[], &[over, under]),
        Math::Script { base, sub, sup } => scripts(xml, base, sub, sup),
        Math::Root(degree, body) if degree.is_empty() => rows(xml, "msqrt", &[], &[body]),
        Math::Root(degree, body) => rows(xml, "mroot", &[], &[body, degree]),
        Math::Big { sign, below, above, beside, body } => {
            big(xml, *sign, (below, above), *beside);
            row(xml, body);
        }
        Math::Limit { base, below, above } => limits(xml, &[], |xml| row(xml, base), below, above),
        Math::Function(name, body) => {
            row(xml, name);
            // Function application, which nobody sees.
            xml.leaf("mo", &[], "\u{2061}");
            row(xml, body);
        }
        Math::Fenced(open, body, close) => fenced(xml, *open, body, *close),
        Math::Accent(body, mark) => accent(xml, body, *mark),
        Math::Matrix(lines, left) => matrix(xml, lines, *left),
    }
}

fn rows(xml: &mut XmlWriter<impl Write>, name: &str, attributes: Attributes<'_>, parts: &[&[Math]]) {
    xml.open(name, attributes);
    parts.iter().for_each(|part| row(xml, part));
    xml.close(name);
}

fn scripts(xml: &mut XmlWriter<impl Write>, base: &[Math], sub: &[Math], sup: &[Math]) {
    match (sub.is_empty(), sup.is_empty()) {
        (true, true) => row(xml, base),
        (false, true) => rows(xml, "msub", &[], &[base, sub]),
        (true, false) => rows(xml, "msup", &[], &[base, sup]),
        (false, false) => rows(xml, "msubsup", &[], &[base, sub, sup]),
    }
}

fn limits<W: Write>(
    xml: &mut XmlWriter<W>,
    attributes: Attributes<'_>,
    base: impl FnOnce(&mut XmlWriter<W>),
    below: &Vec<Math>,
    above: &Vec<Math>,
) {
    let name = match (below.is_empty(), above.is_empty()) {
        (true, true) => return base(xml),
        (false, true) => "munder",
        (true, false) => "mover",
        (false, false) => "munderover",
    };
    xml.open(name, attributes);
    base(xml);
    [below, above].into_iter().filter(|row| !row.is_empty()).for_each(|part| row(xml, part));
    xml.close(name);
}

fn big(xml: &mut XmlWriter<impl Write>, sign: char, (below, above): (&Vec<Math>, &Vec<Math>), beside: bool) {
    let mut text = [0; 4];
    let sign: &str = sign.encode_utf8(&mut text);
    if beside {
        let name = match (below.is_empty(), above.is_empty()) {
            (true, true) => return xml.leaf("mo", &[("largeop", "true")], sign),
            (false, true) => "msub",
            (true, false) => "msup",
            (false, false) => "msubsup",
        };
        xml.open(name, &[]);
        xml.leaf("mo", &[("largeop", "true")], sign);
        [below, above].into_iter().filter(|part| !part.is_empty()).for_each(|part| row(xml, part));
        xml.close(name);
    } else {
        let operator = [("largeop", "true"), ("movablelimits", "false")];
        limits(xml, &[], |xml| xml.leaf("mo", &operator, sign), below, above);
    }
}

fn fenced(xml: &mut XmlWriter<impl Write>, open: Option<char>, body: &[Math], close: Option<char>) {
    xml.open("mrow", &[]);
    for (sign, form) in [(open, "prefix"), (close, "postfix")] {
        if form == "postfix" {
            parts(xml, body);
        }
        if let Some(sign) = sign {
            xml.leaf("mo", &[("fence", "true"), ("form", form), ("stretchy", "true")], sign.encode_utf8(&mut [0; 4]));
        }
    }
    xml.close("mrow");
}

/// Combining characters and the signs that stand for them over or under a row, and whether that is under it.
const ACCENTS: [(char, &str, bool); 16] = [
    ('\u{300}', "`", false),
    ('\u{301}', "´", false),
    ('\u{302}', "^", false),
    ('\u{303}', "~", false),
    ('\u{304}', "¯", false),
    ('\u{305}', "¯", false),
    ('\u{306}', "˘", false),
    ('\u{307}', "˙", false),
    ('\u{308}', "¨", false),
    ('\u{30A}', "˚", false),
    ('\u{30C}', "ˇ", false),
    ('\u{20D7}', "→", false),
    ('\u{331}', "_", true),
    ('\u{332}', "_", true),
    ('\u{23DE}', "⏞", false),
    ('\u{23DF}', "⏟", true),
];

fn accent(xml: &mut XmlWriter<impl Write>, body: &[Math], mark: char) {
    if mark == Math::BOX {
        return rows(xml, "menclose", &[("notation", "box")], &[body]);
    }
    let own = mark.to_string();
    let known = ACCENTS.iter().find(|(combining, ..)| *combining == mark);
    let (sign, below) = known.map_or((own.as_str(), false), |(_, sign, below)| (*sign, *below));
    let (name, attribute) = if below { ("munder", "accentunder") } else { ("mover", "accent") };
    xml.open(name, &[(attribute, "true")]);
    row(xml, body);
    // Over one letter the sign keeps its size.
    let wide = !matches!(body, [Math::Signs(text, _)] if text.chars().count() == 1);
    xml.leaf("mo", &[("stretchy", if wide { "true" } else { "false" })], sign);
    xml.close(name);
}

fn matrix(xml: &mut XmlWriter<impl Write>, lines: &[Vec<Vec<Math>>], left: bool) {
    // MathML Core aligns cells by style sheets alone; browsers know the attribute's hint no more, other programs do.
    let align = [("columnalign", "left")];
    xml.open("mtable", if left { &align } else { &[] });
    for cells in lines {
        xml.open("mtr", &[]);
        for cell in cells {
            xml.open("mtd", &[]);
            parts(xml, cell);
            xml.close("mtd");
        }
        xml.close("mtr");
    }
    xml.close("mtable");
}

/// A piece of a row of signs.
#[derive(Debug, PartialEq, Eq)]
enum Token<'t> {
    Number(&'t str),
    Identifier(&'t str),
    Operator(&'t str),
    Words(&'t str),
}

fn signs(xml: &mut XmlWriter<impl Write>, text: &str, style: MathStyle) {
    for token in tokens(text, style) {
        match token {
            Token::Number(text) => xml.leaf("mn", &[], &bold(text, style)),
            Token::Operator(text) => xml.leaf("mo", &[], text),
            Token::Words(text) => xml.leaf("mtext", &[], &text.replace(' ', "\u{A0}")),
            // One letter is slanted by itself, several are not (MathML Core, 2.4 and 3.2.2).
            Token::Identifier(text) => {
                let upright = style == MathStyle::Upright && text.chars().count() == 1;
                let attributes = [("mathvariant", "normal")];
                xml.leaf("mi", if upright { &attributes } else { &[] }, &bold(text, style));
            }
        }
    }
}

/// Letters and digits in the bold of mathematics, which Unicode has of its own (block Mathematical Alphanumeric
/// Symbols), as MathML Core has no attribute for it.
fn bold(text: &str, style: MathStyle) -> String {
    let shift = |c: char| {
        let from = |base: u32, first: char| char::from_u32(base + u32::from(c) - u32::from(first)).unwrap_or(c);
        match c {
            'A'..='Z' => from(0x1D400, 'A'),
            'a'..='z' => from(0x1D41A, 'a'),
            '0'..='9' => from(0x1D7CE, '0'),
            'Α'..='Ω' if c != '\u{3A2}' => from(0x1D6A8, 'Α'),
            'α'..='ω' => from(0x1D6C2, 'α'),
            _ => c,
        }
    };
    if style == MathStyle::Bold { text.chars().map(shift).collect() } else { text.to_owned() }
}

fn tokens(text: &str, style: MathStyle) -> Vec<Token<'_>> {
    if style == MathStyle::Words {
        return if text.is_empty() { Vec::new() } else { vec![Token::Words(text)] };
    }
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            c if c.is_ascii_digit() => number(rest),
            // Letters that are upright and side by side are one name.
            c if c.is_alphabetic() && style == MathStyle::Upright => span(rest, char::is_alphabetic),
            c => c.len_utf8() + span(rest.get(c.len_utf8()..).unwrap_or_default(), is_combining),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        match first {
            c if c.is_whitespace() => {}
            c if c.is_ascii_digit() => tokens.push(Token::Number(token)),
            c if c.is_alphanumeric() || matches!(c, '∞' | '∅' | '∂' | '…' | '⋯') => {
                tokens.push(Token::Identifier(token));
            }
            _ => tokens.push(Token::Operator(token)),
        }
    }
    tokens
}

fn span(text: &str, is_in: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_in(c)).unwrap_or(text.len())
}

/// The length of a number: digits, and a point or comma between digits.
fn number(text: &str) -> usize {
    let whole = span(text, |c| c.is_ascii_digit());
    let rest = text.get(whole..).unwrap_or_default();
    match rest.strip_prefix(['.', ',']).map(|digits| span(digits, |c| c.is_ascii_digit())) {
        Some(digits) if digits > 0 => whole + 1 + digits,
        _ => whole,
    }
}

fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{20D0}'..='\u{20FF}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{Run, TextStyle};

    fn signs_of(text: &str) -> Vec<Math> {
        vec![Math::Signs(text.into(), MathStyle::Italic)]
    }

    fn written(formula: &Formula) -> String {
        let mut xml = XmlWriter::part(Vec::new());
        write(&mut xml, formula, &Context::default()).unwrap();
        String::from_utf8(xml.finish().unwrap()).unwrap()
    }

    fn formula(row: Vec<Math>) -> Formula {
        Formula::new(row, Run { text: String::new(), style: TextStyle::default() })
    }

    fn inner(row: Vec<Math>) -> String {
        let text = written(&formula(row));
        let text = text.strip_prefix("<math xmlns=\"http://www.w3.org/1998/Math/MathML\">").unwrap();
        text.strip_suffix("</math>").unwrap().to_owned()
    }

    #[test]
    fn structures_are_those_of_mathml_core() {
        let cases = [
            (
                Math::Fraction(signs_of("a+1"), signs_of("2")),
                "<mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>2</mn></mfrac>",
            ),
            (Math::Root(Vec::new(), signs_of("x")), "<msqrt><mi>x</mi></msqrt>"),
            (Math::Root(signs_of("3"), signs_of("x")), "<mroot><mi>x</mi><mn>3</mn></mroot>"),
            (
                Math::Script { base: signs_of("x"), sub: signs_of("i"), sup: signs_of("2") },
                "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>",
            ),
            (
                Math::Limit {
                    base: vec![Math::Signs("lim".into(), MathStyle::Upright)],
                    below: signs_of("n"),
                    above: vec![],
                },
                "<munder><mi>lim</mi><mi>n</mi></munder>",
            ),
            (
                Math::Fenced(Some('('), signs_of("3.14,x"), None),
                "<mrow><mo fence=\"true\" form=\"prefix\" stretchy=\"true\">(</mo><mn>3.14</mn><mo>,</mo><mi>x</mi></mrow>",
            ),
            (
                Math::Accent(signs_of("x"), '\u{302}'),
                "<mover accent=\"true\"><mi>x</mi><mo stretchy=\"false\">^</mo></mover>",
            ),
            (Math::Signs("v".into(), MathStyle::Bold), "<mi>𝐯</mi>"),
            (Math::Signs("d".into(), MathStyle::Upright), "<mi mathvariant=\"normal\">d</mi>"),
        ];
        for (math, expected) in cases {
            assert_eq!(inner(vec![math]), expected);
        }
    }

    #[test]
    fn the_source_is_taken_where_it_is_sound() {
        let with =
            |source: &str| Formula { source: Some(FormulaSource::MathMl(source.into())), ..formula(signs_of("y")) };
        let sound = with("<math xmlns='http://www.w3.org/1998/Math/MathML'><mi onclick='x()'>x</mi></math>");
        assert_eq!(written(&sound), "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mi>x</mi></math>");
        let script = with("<math><mi>x</mi><annotation-xml><script>1</script></annotation-xml></math>");
        assert!(!written(&script).contains("script"));
        let noted = with("<math><semantics><mi>x</mi><annotation>words</annotation></semantics></math>");
        assert!(!written(&noted).contains("words"));
        for broken in ["<math><mi>x</math>", "<math><mi>x", "<p>x</p>", "", "<math></math><math></math>"] {
            assert!(written(&with(broken)).contains("<mi>y</mi>"), "{broken}");
        }
    }

    #[test]
    fn what_is_too_deep_is_text() {
        let deep = (0..200).fold(signs_of("x"), |row, _| vec![Math::Root(Vec::new(), row)]);
        assert!(inner(deep).starts_with("<mtext>"));
    }
}
