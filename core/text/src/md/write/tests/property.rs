//! Small documents of nasty text, which must be read back as they were.

use proptest::prelude::*;

use super::*;

/// What a reader must find: a block with its kind, and its text with the looks of each piece.
type Found = Vec<(String, Vec<(String, String)>)>;

fn options() -> Options<'static> {
    let mut options = Options::default();
    options.extension.strikethrough = true;
    options.extension.table = true;
    options.extension.tasklist = true;
    options.extension.footnotes = true;
    options.extension.math_dollars = true;
    options
}

fn read(markdown: &str) -> Found {
    let arena = Arena::new();
    let root = parse_document(&arena, markdown, &options());
    let mut found = Vec::new();
    blocks(root, "", &mut found);
    found
}

fn blocks<'a>(node: &'a AstNode<'a>, path: &str, found: &mut Found) {
    let name = match &node.data.borrow().value {
        NodeValue::Document => String::new(),
        NodeValue::Paragraph => "p".into(),
        NodeValue::Heading(heading) => format!("h{}", heading.level),
        NodeValue::BlockQuote => "quote/".into(),
        NodeValue::List(list) if list.list_type == ListType::Ordered => format!("ol{}/", list.start),
        NodeValue::List(_) => "ul/".into(),
        NodeValue::Item(_) => "li/".into(),
        NodeValue::Table(_) => "table/".into(),
        NodeValue::TableRow(_) => "tr/".into(),
        NodeValue::TableCell => "td".into(),
        NodeValue::CodeBlock(code) => {
            found.push((format!("{path}code"), vec![(String::new(), code.literal.trim_end().to_owned())]));
            return;
        }
        other => format!("{other:?}"),
    };
    let path = format!("{path}{name}");
    if path.ends_with('/') || path.is_empty() {
        node.children().for_each(|child| blocks(child, &path, found));
        return;
    }
    let mut pieces = Vec::new();
    node.children().for_each(|child| inlines(child, "", &mut pieces));
    push_block(found, path, pieces);
}

fn push_block(found: &mut Found, path: String, pieces: Vec<(String, String)>) {
    let mut merged: Vec<(String, String)> = Vec::new();
    for (looks, text) in pieces {
        let looks: String = "bisc".chars().filter(|look| looks.contains(*look)).collect();
        match merged.last_mut() {
            Some((last, all)) if *last == looks => all.push_str(&text),
            _ => merged.push((looks, text)),
        }
    }
    found.push((path, merged));
}

fn inlines<'a>(node: &'a AstNode<'a>, looks: &str, pieces: &mut Vec<(String, String)>) {
    let inside = match &node.data.borrow().value {
        NodeValue::Text(text) => return pieces.push((looks.into(), text.to_string())),
        NodeValue::Code(code) => return pieces.push((format!("{looks}c"), code.literal.clone())),
        NodeValue::SoftBreak => return pieces.push((looks.into(), "SOFT".into())),
        NodeValue::LineBreak => return pieces.push((looks.into(), "\n".into())),
        NodeValue::HtmlInline(tag) => return pieces.push((looks.into(), format!("TAG{tag}"))),
        NodeValue::Emph => format!("{looks}i"),
        NodeValue::Strong => format!("{looks}b"),
        NodeValue::Strikethrough => format!("{looks}s"),
        NodeValue::Link(_) => looks.to_owned(),
        other => return pieces.push((looks.into(), format!("{other:?}"))),
    };
    node.children().for_each(|child| inlines(child, &inside, pieces));
}

/// Tags of looks as looks.
fn untagged(found: Found) -> Found {
    let untag = |(path, pieces): (String, Vec<(String, String)>)| {
        let mut open = String::new();
        let mut all = Vec::new();
        for (looks, text) in pieces {
            let mut rest = text.as_str();
            while let Some(at) = rest.find("TAG<") {
                all.push((format!("{looks}{open}"), rest[..at].to_owned()));
                let end = at + rest[at..].find('>').unwrap();
                let tag = &rest[at + 4..end];
                let look = match tag.trim_start_matches('/') {
                    "strong" => "b",
                    "em" => "i",
                    "del" => "s",
                    "code" => "c",
                    _ => "",
                };
                if tag.starts_with('/') {
                    open = open.replacen(look, "", 1);
                } else {
                    open.push_str(look);
                }
                rest = &rest[end + 1..];
            }
            all.push((format!("{looks}{open}"), rest.to_owned()));
        }
        let mut found = Vec::new();
        push_block(&mut found, path, all.into_iter().filter(|(_, text)| !text.is_empty()).collect());
        found.remove(0)
    };
    found.into_iter().map(untag).collect()
}

/// Text of signs that mean something in Markdown, letters and spaces.
fn nasty() -> impl Strategy<Value = String> {
    let signs = prop::sample::select(vec![
        "*", "**", "_", "__", "~", "~~", "`", "```", "[", "]", "(", ")", "![", "](", "]:", "<", ">", "<b>", "</", "&",
        "&amp;", "&#35;", "#", "##", "-", "---", "+", "1.", "12)", "=", "===", "|", "|-|", "\\", "\\\\", "!", ":", "$",
        "$$", "^", "[^1]", "[x]", "[ ]", "a", "b", "word", "Ä", "語", "。", "“", "€", "…", "7", " ", " ", " ",
        "\u{A0}", ".", ",", ";", "\"", "'", "@", "www", "http",
    ]);
    prop::collection::vec(signs, 1..7).prop_map(|parts| parts.concat())
}

fn pieces() -> impl Strategy<Value = Vec<(String, String)>> {
    let looks = prop::sample::select(vec!["", "", "", "b", "i", "bi", "s", "bs", "c", "bc"]);
    prop::collection::vec((looks.prop_map(str::to_owned), nasty()), 1..5)
}

/// Content, with a break of the line between some pieces.
fn content(pieces: &[(String, String)], breaks: bool) -> Vec<Inline> {
    let mut content = Vec::new();
    for (at, (looks, text)) in pieces.iter().enumerate() {
        if breaks && at == 2 {
            content.push(Inline::LineBreak);
        }
        content.push(run(text, looks));
    }
    content
}

/// What must be read of pieces: spaces are one, none stands at the ends of lines, and their looks do not count.
fn expected(pieces: &[(String, String)], breaks: bool) -> Vec<(char, String)> {
    let mut all: Vec<(char, String)> = Vec::new();
    for (at, (looks, text)) in pieces.iter().enumerate() {
        if breaks && at == 2 {
            all.push(('\n', String::new()));
        }
        all.extend(text.chars().map(|c| (c, looks.clone())));
    }
    plain(all)
}

fn plain(all: Vec<(char, String)>) -> Vec<(char, String)> {
    let mut out: Vec<(char, String)> = Vec::new();
    for (c, looks) in all {
        let last = out.last().map(|(c, _)| *c);
        match c {
            ' ' if matches!(last, None | Some(' ' | '\n')) => {}
            '\n' => {
                while out.last().is_some_and(|(c, _)| *c == ' ') {
                    out.pop();
                }
                if !out.is_empty() {
                    out.push((c, String::new()));
                }
            }
            c if c.is_whitespace() => out.push((c, String::new())),
            c => out.push((c, looks)),
        }
    }
    while out.last().is_some_and(|(c, _)| matches!(c, ' ' | '\n')) {
        out.pop();
    }
    out
}

fn characters(found: Vec<(String, String)>) -> Vec<(char, String)> {
    plain(
        found
            .into_iter()
            .flat_map(|(looks, text)| text.chars().map(|c| (c, looks.clone())).collect::<Vec<_>>())
            .collect(),
    )
}

/// What must be read of text without looks.
fn letters(text: &str) -> String {
    expected(&[(String::new(), text.to_owned())], false).into_iter().map(|(c, _)| c).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, rng_seed: prop::test_runner::RngSeed::Fixed(7), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_is_read_back_as_it_was(pieces in pieces(), role in 0..3_u8, breaks in any::<bool>()) {
        let breaks = breaks && role == 0;
        let (role, path) = [(Role::Body, "p"), (Role::Heading(2), "h2"), (Role::Body, "table/tr/td")][role as usize];
        let strong = path != "p";
        let content = content(&pieces, breaks);
        let expected: Vec<(char, String)> = expected(&pieces, breaks)
            .into_iter()
            .map(|(c, looks)| (c, if strong { looks.replace('b', "") } else { looks }))
            .collect();
        prop_assume!(expected.iter().any(|(c, _)| !c.is_whitespace()));
        let block = paragraph(role, content);
        let markdown = of(vec![if path == "table/tr/td" { Block::Table(table(vec![vec![vec![block]]])) } else { block }]);
        let found = untagged(read(&markdown));
        prop_assert_eq!(found.len(), 1, "{} {:?}", markdown, found);
        let (kind, pieces) = found.into_iter().next().unwrap();
        prop_assert_eq!(&kind, path, "{}", markdown);
        prop_assert_eq!(characters(pieces), expected, "{}", markdown);
    }

    #[test]
    fn blocks_are_read_back_as_they_were(parts in prop::collection::vec((0..7_u8, nasty(), nasty()), 1..5)) {
        let mut blocks = Vec::new();
        let mut expected: Vec<(String, String)> = Vec::new();
        for (kind, one, other) in parts {
            let [a, b] = [&one, &other].map(|text| letters(text));
            prop_assume!(!a.trim().is_empty() && !b.trim().is_empty());
            let both = |path: &str| [a.clone(), b.clone()].map(|text| (path.to_owned(), text));
            match kind {
                0 => {
                    blocks.push(Block::Quote(vec![text(&one), text(&other)]));
                    expected.extend(both("quote/p"));
                }
                1 => {
                    blocks.push(list(Marker::Bullet('•'), 0, vec![vec![text(&one)], vec![text(&other)]]));
                    expected.extend(both("ul/li/p"));
                }
                2 => {
                    blocks.push(list(number(NumberFormat::Decimal, "."), 7, vec![vec![text(&one), text(&other)]]));
                    expected.extend(both("ol7/li/p"));
                }
                3 => {
                    blocks.push(paragraph(Role::Heading(3), vec![run(&one, "")]));
                    blocks.push(text(&other));
                    expected.extend([("h3".to_owned(), a.clone()), ("p".to_owned(), b.clone())]);
                }
                4 => {
                    let inner = list(number(NumberFormat::Decimal, "."), 2, vec![vec![text(&other)]]);
                    blocks.push(list(Marker::Bullet('•'), 0, vec![vec![text(&one), inner]]));
                    expected.extend([("ul/li/p".to_owned(), a.clone()), ("ul/li/ol2/li/p".to_owned(), b.clone())]);
                }
                5 => {
                    blocks.push(Block::Table(table(vec![vec![vec![text(&one)], vec![text(&other)]]])));
                    expected.extend(both("table/tr/td"));
                }
                _ => {
                    let line = |text: &str| paragraph(Role::Preformatted, vec![run(text, "")]);
                    blocks.push(Block::Quote(vec![line(&one), line(&other)]));
                    let code = format!("{one}\n{other}");
                    prop_assume!(code.trim() == code);
                    expected.push(("quote/code".into(), code));
                }
            }
        }
        let markdown = of(blocks);
        let found: Vec<(String, String)> = read(&markdown)
            .into_iter()
            .map(|(path, pieces)| {
                let is_code = path.ends_with("code");
                let text: String = pieces.iter().map(|(_, text)| text.as_str()).collect();
                if is_code { return (path, text); }
                (path, characters(pieces).into_iter().map(|(c, _)| c).collect())
            })
            .collect();
        prop_assert_eq!(found, expected, "{}", markdown);
    }
}

/// Markdown of signs that mean something in it.
fn source() -> impl Strategy<Value = String> {
    let line = (prop::sample::select(vec!["", "", "", "# ", "> ", "- ", "1. ", "    "]), nasty(), nasty());
    let line = line.prop_map(|(begin, one, other)| format!("{begin}{one}{other}"));
    prop::collection::vec(line, 1..4).prop_map(|lines| lines.join("\n\n"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, rng_seed: prop::test_runner::RngSeed::Fixed(11), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_read_and_written_stays_as_it_is(source in source()) {
        let again = |text: &str| written(super::super::super::read::read(text.as_bytes(), &context()).unwrap());
        let first = again(&source);
        prop_assert_eq!(again(&first), first.clone(), "{}", source);
    }
}

#[test]
fn formulas_on_their_own_are_no_other_blocks() {
    for tex in ["|-|", "- x", "> 0", "=", "# y", "a\n\nb"] {
        let source = FormulaSource::Tex(tex.into());
        let run = Run { text: tex.into(), style: TextStyle::default() };
        let formula = Formula { display: true, source: Some(source), ..Formula::new(Vec::new(), run) };
        let markdown = of(vec![paragraph(Role::Body, vec![Inline::Formula(Box::new(formula))])]);
        let found = read(&markdown);
        assert!(found.len() == 1 && found[0].0 == "p", "{markdown} {found:?}");
    }
}

#[test]
fn signs_beside_marks_are_read_as_they_are() {
    let of_looks = |looks: &'static str| ["**", "_**", "*", "_", "a"].map(|text| (looks.to_owned(), text.to_owned()));
    let all: Vec<(String, String)> = ["", "s", "b"].into_iter().flat_map(of_looks).collect();
    let three = all.iter().flat_map(|one| all.iter().map(move |two| (one, two)));
    for ((one, two), three) in three.flat_map(|two| all.iter().map(move |three| (two, three))) {
        let pieces = [one.clone(), two.clone(), three.clone()];
        let markdown = of(vec![paragraph(Role::Body, content(&pieces, false))]);
        let found = untagged(read(&markdown));
        assert_eq!((found.len(), found[0].0.as_str()), (1, "p"), "{markdown}");
        assert_eq!(characters(found[0].1.clone()), expected(&pieces, false), "{markdown}");
    }
}
