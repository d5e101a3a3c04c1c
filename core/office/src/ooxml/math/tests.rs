use super::*;

fn read(inner: &str) -> Vec<Math> {
    row(&Tree::parse(&format!("<m:oMath>{inner}</m:oMath>")))
}

/// A run, and the letters it becomes.
fn r(text: &str) -> String {
    format!("<m:r><m:t>{text}</m:t></m:r>")
}

fn s(text: &str) -> Vec<Math> {
    vec![signs(text)]
}

fn e(text: &str) -> String {
    format!("<m:e>{}</m:e>", r(text))
}

#[test]
fn runs_have_their_style_and_are_joined() {
    let run =
        |looks: &str, text: &str| format!("<m:r><m:rPr>{looks}</m:rPr><w:rPr><w:b/></w:rPr><m:t>{text}</m:t></m:r>");
    let cases = [
        (r("a") + &r("+b"), vec![signs("a+b")]),
        (run("<m:sty m:val='p'/>", "d"), vec![Math::Signs("d".into(), MathStyle::Upright)]),
        (run("<m:sty m:val='bi'/>", "v"), vec![Math::Signs("v".into(), MathStyle::Bold)]),
        (run("<m:nor/>", " if "), vec![Math::Signs(" if ".into(), MathStyle::Words)]),
        (run("<m:nor m:val='0'/>", "x"), s("x")),
        (run("<m:scr m:val='double-struck'/>", "R1"), s("ℝ\u{1D7D9}")),
        ("<w:r><w:t>text</w:t></w:r>".into(), vec![Math::Signs("text".into(), MathStyle::Words)]),
        ("<w:ins>".to_owned() + &r("a") + "</w:ins><w:del>" + &r("b") + "</w:del>", s("a")),
    ];
    for (xml, expected) in cases {
        assert_eq!(read(&xml), expected, "{xml}");
    }
}

/// Markup as the examples of ECMA-376 part 1, 22.1.2, have it.
#[test]
fn structures_are_those_of_the_specification() {
    let script = |base: &str, sub: &str, sup: &str| {
        let row = |text: &str| if text.is_empty() { Vec::new() } else { s(text) };
        Math::Script { base: row(base), sub: row(sub), sup: row(sup) }
    };
    let part = |name: &str, text: &str| format!("<m:{name}>{}</m:{name}>", r(text));
    let (num, den) = (part("num", "a"), part("den", "b"));
    let (sub, sup) = (part("sub", "i"), part("sup", "n"));
    let cases = [
        (format!("<m:f>{num}{den}</m:f>"), vec![Math::Fraction(s("a"), s("b"))]),
        (format!("<m:f><m:fPr><m:type m:val='lin'/></m:fPr>{num}{den}</m:f>"), s("a/b")),
        (format!("<m:f><m:fPr><m:type m:val='skw'/></m:fPr>{num}{den}</m:f>"), vec![Math::Fraction(s("a"), s("b"))]),
        (
            format!("<m:f><m:fPr><m:type m:val='noBar'/></m:fPr>{num}{den}</m:f>"),
            vec![Math::Matrix(vec![vec![s("a")], vec![s("b")]], false)],
        ),
        (format!("<m:sSub>{}{sub}</m:sSub>", e("x")), vec![script("x", "i", "")]),
        (format!("<m:sSup>{}{sup}</m:sSup>", e("x")), vec![script("x", "", "n")]),
        (format!("<m:sSubSup>{}{sub}{sup}</m:sSubSup>", e("x")), vec![script("x", "i", "n")]),
        (format!("<m:sPre>{sub}{sup}{}</m:sPre>", e("x")), vec![script("", "i", "n"), signs("x")]),
        (
            format!("<m:rad><m:radPr><m:degHide m:val='1'/></m:radPr><m:deg/>{}</m:rad>", e("x")),
            vec![Math::Root(Vec::new(), s("x"))],
        ),
        (format!("<m:rad>{}{}</m:rad>", part("deg", "3"), e("x")), vec![Math::Root(s("3"), s("x"))]),
        (format!("<m:func>{}{}</m:func>", part("fName", "f"), e("x")), vec![Math::Function(s("f"), s("x"))]),
        (format!("<m:acc>{}</m:acc>", e("x")), vec![Math::Accent(s("x"), '\u{302}')]),
        (
            format!("<m:acc><m:accPr><m:chr m:val='⃗'/></m:accPr>{}</m:acc>", e("x")),
            vec![Math::Accent(s("x"), '\u{20D7}')],
        ),
        (format!("<m:bar>{}</m:bar>", e("x")), vec![Math::Accent(s("x"), '\u{332}')]),
        (
            format!("<m:bar><m:barPr><m:pos m:val='top'/></m:barPr>{}</m:bar>", e("x")),
            vec![Math::Accent(s("x"), '\u{305}')],
        ),
        (format!("<m:groupChr>{}</m:groupChr>", e("x")), vec![Math::Accent(s("x"), '\u{23DF}')]),
        (format!("<m:box>{}</m:box>", e("x")), s("x")),
        (format!("<m:borderBox>{}</m:borderBox>", e("x")), vec![Math::Accent(s("x"), '\u{20DE}')]),
        (format!("<m:phant>{}</m:phant>", e("x")), s("x")),
        (format!("<m:phant><m:phantPr><m:show m:val='0'/></m:phantPr>{}</m:phant>", e("x")), Vec::new()),
    ];
    for (xml, expected) in cases {
        assert_eq!(read(&xml), expected, "{xml}");
    }
}

#[test]
fn operators_have_limits_where_their_document_has_them() {
    let big = |properties: &str| {
        let xml = format!(
            "<m:nary><m:naryPr>{properties}</m:naryPr><m:sub>{}</m:sub><m:sup>{}</m:sup>{}</m:nary>",
            r("0"),
            r("n"),
            e("x")
        );
        read(&xml).remove(0)
    };
    let expected = |sign, beside| Math::Big { sign, below: s("0"), above: s("n"), beside, body: s("x") };
    assert_eq!(big(""), expected('∫', true));
    assert_eq!(big("<m:chr m:val='∑'/>"), expected('∑', false));
    assert_eq!(big("<m:chr m:val='∑'/><m:limLoc m:val='subSup'/>"), expected('∑', true));
    let Math::Big { below, above, .. } = big("<m:subHide/><m:supHide m:val='off'/>") else { panic!() };
    assert_eq!((below, above), (Vec::new(), s("n")));
}

#[test]
fn brackets_matrices_and_lines() {
    let fenced = format!("<m:d>{}{}</m:d>", e("a"), e("b"));
    assert_eq!(read(&fenced), [Math::Fenced(Some('('), s("a|b"), Some(')'))]);
    let open = format!(
        "<m:d><m:dPr><m:begChr m:val='{{'/><m:sepChr m:val=','/><m:endChr m:val=''/></m:dPr>{}{}</m:d>",
        e("a"),
        e("b")
    );
    assert_eq!(read(&open), [Math::Fenced(Some('{'), s("a,b"), None)]);
    let matrix = format!("<m:m><m:mr>{}{}</m:mr><m:mr>{}{}</m:mr></m:m>", e("a"), e("b"), e("c"), e("d"));
    assert_eq!(read(&matrix), [Math::Matrix(vec![vec![s("a"), s("b")], vec![s("c"), s("d")]], false)]);
    let lines = format!("<m:eqArr>{}{}</m:eqArr>", e("a&amp;=b"), e("c"));
    assert_eq!(read(&lines), [Math::Matrix(vec![vec![s("a"), s("=b")], vec![s("c"), Vec::new()]], true)]);
    let numbered = format!("<m:eqArr><m:eqArrPr><m:maxDist m:val='1'/></m:eqArrPr>{}</m:eqArr>", e("a=b#(1)"));
    assert_eq!(read(&numbered), s("a=b\u{2003}(1)"));
}

#[test]
fn limits_above_and_below_are_one() {
    let inner = format!("<m:limUpp>{}<m:lim>{}</m:lim></m:limUpp>", e("x"), r("b"));
    let both = format!("<m:limLow><m:e>{inner}</m:e><m:lim>{}</m:lim></m:limLow>", r("a"));
    assert_eq!(read(&both), [Math::Limit { base: s("x"), below: s("a"), above: s("b") }]);
}

#[test]
fn what_lies_too_deep_keeps_its_letters() {
    let deep = format!("{}{}{}", "<m:sSup><m:e>".repeat(300), r("x"), "</m:e></m:sSup>".repeat(300));
    let math = read(&deep);
    let mut depth = 0;
    let mut row = &math;
    while let [Math::Script { base, .. }] = row.as_slice() {
        (row, depth) = (base, depth + 1);
    }
    assert_eq!((row, depth), (&s("x"), MAX_DEPTH));
}
