//! Formulas as Office Math (ECMA-376 part 1, 22.1).

use std::io::Write;

use super::document::Document;
use super::look::Jc;
use super::setting::Setting;
use super::text_look::resolve;
use transvase_container::xml::XmlWriter;
use transvase_model::flow::{Formula, Inline, Math, MathStyle};

/// The face of formulas in office programs.
const FACE: &str = "Cambria Math";
/// The narrowest of spaces.
const HAIR_SPACE: &str = "\u{200A}";
/// Nesting of structures in a formula beyond which it is written as text.
const MAX_NESTING: usize = 24;

/// Whether a formula that is set off stands in its paragraph without text beside it.
pub(super) fn is_alone(content: &[Inline]) -> bool {
    let mut seen = content.iter().filter(|inline| !matches!(inline, Inline::Anchor(_)));
    matches!((seen.next(), seen.next()), (Some(Inline::Formula(formula)), None) if formula.display)
}

impl<X: Write> Document<'_, X> {
    /// Writes a formula, `alone` in its paragraph or in a line.
    pub(super) fn formula(&mut self, formula: &Formula, alone: bool, setting: Setting<'_>) {
        let look = resolve(&formula.run, setting.bucket, &self.survey.base).within(setting.size);
        if depth(&formula.row) > MAX_NESTING {
            return self.run.text(&mut self.xml, &formula.run.text, &look, setting.run);
        }
        self.run.end(&mut self.xml);
        let size = (look.size != setting.style.size).then(|| look.size.to_string());
        let mut writer = Writer { xml: &mut self.xml, size, last: None, apart: false };
        if !alone {
            return writer.part("m:oMath", &formula.row);
        }
        writer.xml.open("m:oMathPara", &[]);
        let place = match setting.align {
            Jc::Center => "center",
            Jc::End => "right",
            Jc::Start | Jc::Justify => "left",
        };
        writer.xml.element("m:oMathParaPr", &[], |xml| val(xml, "m:jc", place));
        writer.part("m:oMath", &formula.row);
        writer.xml.close("m:oMathPara");
    }
}

/// How many structures lie in one another.
fn depth(row: &[Math]) -> usize {
    row.iter().map(|math| 1 + math.rows().into_iter().map(|row| depth(row)).max().unwrap_or(0)).max().unwrap_or(0)
}

/// Whether `LibreOffice` reads an operator as one; it drops the others.
fn is_known(sign: char) -> bool {
    matches!(sign, '∏' | '∐' | '∑' | '∫'..='∰')
}

fn val(xml: &mut XmlWriter<impl Write>, name: &str, value: &str) {
    xml.empty(name, &[("m:val", value)]);
}

/// Writes the parts of one formula.
struct Writer<'a, W: Write> {
    xml: &'a mut XmlWriter<W>,
    /// Its size in half-points, where it is another than that of the paragraph's style.
    size: Option<String>,
    /// The last character written.
    last: Option<char>,
    /// Whether what comes next stands in another place than it.
    apart: bool,
}

impl<W: Write> Writer<'_, W> {
    /// A row in an element.
    fn part(&mut self, name: &str, row: &[Math]) {
        self.xml.open(name, &[]);
        row.iter().for_each(|math| self.math(math));
        self.xml.close(name);
    }

    /// An element around its parts, properties first.
    fn structure(&mut self, name: &str, properties: &[(&str, &str)], parts: &[(&str, &[Math])]) {
        self.xml.open(name, &[]);
        if !properties.is_empty() {
            let group = format!("{name}Pr");
            self.xml.element(&group, &[], |xml| properties.iter().for_each(|(name, value)| val(xml, name, value)));
        }
        let apart = !["m:s", "m:acc", "m:bar", "m:groupChr"].iter().any(|attached| name.starts_with(attached));
        for (name, row) in parts {
            self.apart |= apart;
            self.part(name, row);
        }
        self.apart |= apart;
        self.xml.close(name);
    }

    fn math(&mut self, math: &Math) {
        match math {
            Math::Signs(text, style) => self.signs(text, *style),
            Math::Fraction(over, under) => self.structure("m:f", &[], &[("m:num", over), ("m:den", under)]),
            Math::Script { base, sub, sup } => self.script(base, sub, sup),
            Math::Root(degree, body) => {
                let hidden = [("m:degHide", "1")];
                let hidden = if degree.is_empty() { &hidden[..] } else { &[] };
                self.structure("m:rad", hidden, &[("m:deg", degree), ("m:e", body)]);
            }
            Math::Big { sign, below, above, beside, body } if is_known(*sign) => {
                let (sign, place) = (sign.to_string(), if *beside { "subSup" } else { "undOvr" });
                let mut properties = vec![("m:chr", &*sign), ("m:limLoc", place)];
                properties.extend(below.is_empty().then_some(("m:subHide", "1")));
                properties.extend(above.is_empty().then_some(("m:supHide", "1")));
                self.structure("m:nary", &properties, &[("m:sub", below), ("m:sup", above), ("m:e", body)]);
            }
            Math::Big { sign, below, above, body, .. } => {
                self.limit(&[Math::Signs(sign.to_string(), MathStyle::Italic)], below, above);
                body.iter().for_each(|math| self.math(math));
            }
            Math::Function(name, body) => self.structure("m:func", &[], &[("m:fName", name), ("m:e", body)]),
            Math::Limit { base, below, above } => self.limit(base, below, above),
            Math::Fenced(open, body, close) => {
                let fence = |fence: &Option<char>| fence.map(String::from).unwrap_or_default();
                let (open, close) = (fence(open), fence(close));
                self.structure("m:d", &[("m:begChr", &open), ("m:endChr", &close)], &[("m:e", body)]);
            }
            Math::Accent(body, Math::BOX) => self.structure("m:borderBox", &[], &[("m:e", body)]),
            Math::Accent(body, '\u{305}') => self.structure("m:bar", &[("m:pos", "top")], &[("m:e", body)]),
            Math::Accent(body, '\u{332}') => self.structure("m:bar", &[("m:pos", "bot")], &[("m:e", body)]),
            Math::Accent(body, '\u{23DE}') => {
                let place = [("m:chr", "⏞"), ("m:pos", "top"), ("m:vertJc", "bot")];
                self.structure("m:groupChr", &place, &[("m:e", body)]);
            }
            Math::Accent(body, '\u{23DF}') => self.structure("m:groupChr", &[("m:chr", "⏟")], &[("m:e", body)]),
            Math::Accent(body, mark) => {
                self.structure("m:acc", &[("m:chr", &mark.to_string())], &[("m:e", body)]);
            }
            Math::Matrix(rows, left) => self.matrix(rows, *left),
        }
    }

    fn script(&mut self, base: &[Math], sub: &[Math], sup: &[Math]) {
        match (sub, sup) {
            ([], sup) => self.structure("m:sSup", &[], &[("m:e", base), ("m:sup", sup)]),
            (sub, []) => self.structure("m:sSub", &[], &[("m:e", base), ("m:sub", sub)]),
            _ => self.structure("m:sSubSup", &[], &[("m:e", base), ("m:sub", sub), ("m:sup", sup)]),
        }
    }

    fn limit(&mut self, base: &[Math], below: &[Math], above: &[Math]) {
        match (below, above) {
            (below, []) if !below.is_empty() => self.structure("m:limLow", &[], &[("m:e", base), ("m:lim", below)]),
            ([], above) if !above.is_empty() => self.structure("m:limUpp", &[], &[("m:e", base), ("m:lim", above)]),
            ([], []) => base.iter().for_each(|math| self.math(math)),
            _ => {
                self.xml.open("m:limLow", &[]);
                self.xml.open("m:e", &[]);
                self.limit(base, &[], above);
                self.xml.close("m:e");
                self.part("m:lim", below);
                self.xml.close("m:limLow");
            }
        }
    }

    fn matrix(&mut self, rows: &[Vec<Vec<Math>>], left: bool) {
        let count = rows.iter().map(Vec::len).max().unwrap_or(1).to_string();
        self.xml.open("m:m", &[]);
        self.xml.element("m:mPr", &[], |xml| {
            val(xml, "m:plcHide", "1");
            xml.element("m:mcs", &[], |xml| {
                xml.element("m:mc", &[], |xml| {
                    xml.element("m:mcPr", &[], |xml| {
                        val(xml, "m:count", &count);
                        val(xml, "m:mcJc", if left { "left" } else { "center" });
                    });
                });
            });
        });
        for row in rows {
            self.xml.open("m:mr", &[]);
            for cell in row {
                self.apart = true;
                self.part("m:e", cell);
            }
            self.xml.close("m:mr");
        }
        self.xml.close("m:m");
    }

    fn signs(&mut self, text: &str, style: MathStyle) {
        let first = text.chars().next();
        let glued = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        // Who reads the letters only, as searches do, must not take the two parts of a fraction for one word.
        let space = if self.apart && glued(self.last) && glued(first) { HAIR_SPACE } else { "" };
        (self.last, self.apart) = (text.chars().next_back().or(self.last), false);
        let Writer { xml, size, .. } = self;
        xml.open("m:r", &[]);
        match style {
            MathStyle::Italic => {}
            MathStyle::Upright => xml.element("m:rPr", &[], |xml| val(xml, "m:sty", "p")),
            MathStyle::Bold => xml.element("m:rPr", &[], |xml| val(xml, "m:sty", "b")),
            MathStyle::Words => xml.element("m:rPr", &[], |xml| xml.empty("m:nor", &[])),
        }
        xml.element("w:rPr", &[], |xml| {
            xml.empty("w:rFonts", &[("w:ascii", FACE), ("w:hAnsi", FACE)]);
            if let Some(size) = size {
                xml.empty("w:sz", &[("w:val", size)]);
                xml.empty("w:szCs", &[("w:val", size)]);
            }
        });
        xml.leaf("m:t", &[("xml:space", "preserve")], &format!("{space}{text}"));
        xml.close("m:r");
    }
}
