//! The CSS parser: sheets to rules (CSS Syntax 3, as far as books need it), with comments, strings, at-rules and
//! blocks.

use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;

use super::computed::MEDIUM_PT;
use super::declaration::{self, Declaration};
use super::font_face::{self, FontFace};
use super::page::PageRule;
use super::selector::Selector;
use super::value::Length;
use super::variables::names_variable;

/// Rules of one block of declarations.
#[derive(Debug)]
pub(super) struct Rule {
    pub selectors: Vec<Selector>,
    pub normal: Vec<Declaration>,
    pub important: Vec<Declaration>,
}

/// What sheets say.
#[derive(Debug, Default)]
pub(super) struct Sheets {
    pub rules: Vec<Rule>,
    pub faces: Vec<FontFace>,
    pub page: PageRule,
}

/// Depth of `@media` in `@media` that is followed.
const MAX_NESTING: u32 = 4;

/// Appends what a sheet says. `media` are the names of media whose rules count, besides `all`.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`; never for what the sheet says.
pub(super) fn parse_sheet(text: &str, media: &[&str], sheets: &mut Sheets, context: &Context) -> Result<()> {
    parse_rules(&without_comments(text), media, sheets, MAX_NESTING, context)
}

fn parse_rules(text: &str, media: &[&str], sheets: &mut Sheets, nesting: u32, context: &Context) -> Result<()> {
    let mut rest = text;
    loop {
        context.tick(1)?;
        rest = rest.trim_start().trim_start_matches("<!--").trim_start_matches("-->");
        rest = rest.trim_start_matches(|c: char| c == '}' || c.is_whitespace());
        if rest.is_empty() {
            return Ok(());
        }
        let end = find(rest, &['{', ';']);
        let (prelude, mark) = (&rest[..end], rest[end..].chars().next());
        if mark != Some('{') {
            // A statement such as @import or @charset, or rubbish before a semicolon.
            rest = rest.get(end + 1..).unwrap_or_default();
            continue;
        }
        let block = &rest[end + 1..];
        let close = matching_brace(block);
        let inside = &block[..close];
        rest = block.get(close + 1..).unwrap_or_default();
        match prelude.trim().strip_prefix('@') {
            Some(at) if at.trim().eq_ignore_ascii_case("font-face") => {
                context.charge(Limit::elements, 1)?;
                sheets.faces.extend(font_face::parse(inside));
            }
            Some(at) if at.trim().eq_ignore_ascii_case("page") => sheets.page.read(inside),
            Some(at) => {
                if nesting > 0 && media_counts(at, media) {
                    parse_rules(inside, media, sheets, nesting - 1, context)?;
                }
            }
            None => push_rule(prelude, inside, &mut sheets.rules, context)?,
        }
    }
}

fn push_rule(prelude: &str, inside: &str, rules: &mut Vec<Rule>, context: &Context) -> Result<()> {
    let selectors: Vec<Selector> = listed(prelude).into_iter().filter_map(Selector::parse).collect();
    if selectors.is_empty() {
        return Ok(());
    }
    let (normal, important) = parse_declarations(inside);
    if normal.is_empty() && important.is_empty() {
        return Ok(());
    }
    context.charge(Limit::elements, 1)?;
    rules.push(Rule { selectors, normal, important });
    Ok(())
}

/// The pieces between commas, outside of brackets.
pub(super) fn listed(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    loop {
        let end = find(rest, &[',']);
        pieces.push(&rest[..end]);
        match rest.get(end + 1..) {
            Some(after) => rest = after,
            None => return pieces,
        }
    }
}

/// The declarations of a block or a `style` attribute: the normal and the important ones.
pub(super) fn parse_declarations(text: &str) -> (Vec<Declaration>, Vec<Declaration>) {
    let (mut normal, mut important) = (Vec::new(), Vec::new());
    for (name, value) in declarations(text) {
        match value.rsplit_once('!') {
            Some((value, mark)) if mark.trim().eq_ignore_ascii_case("important") => {
                parse_declaration(&name, value, &mut important);
            }
            _ => parse_declaration(&name, value, &mut normal),
        }
    }
    (normal, important)
}

fn parse_declaration(name: &str, value: &str, out: &mut Vec<Declaration>) {
    if name.starts_with("--") {
        out.push(Declaration::Custom(name.into(), value.trim().into()));
    } else if names_variable(value) {
        out.push(Declaration::Deferred(name.into(), value.trim().into()));
    } else {
        declaration::parse(name, value, out);
    }
}

/// The names and the values of a block of declarations. Names are in lower case, but for those of custom properties.
pub(super) fn declarations(text: &str) -> impl Iterator<Item = (String, &str)> {
    let mut rest = text;
    let pieces = std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = find(rest, &[';']);
        let piece = &rest[..end];
        rest = rest.get(end + 1..).unwrap_or_default();
        Some(piece)
    });
    pieces.filter_map(|piece| {
        let (name, value) = piece.split_once(':')?;
        let name = name.trim();
        Some((if name.starts_with("--") { name.to_owned() } else { name.to_ascii_lowercase() }, value))
    })
}

/// Whether the rules inside an at-rule count.
fn media_counts(at: &str, media: &[&str]) -> bool {
    let at = at.trim().to_ascii_lowercase();
    match at.strip_prefix("media") {
        Some(list) => counts_for(list, media),
        None => at.starts_with("supports") || at.starts_with("layer"),
    }
}

/// Width of the page that media queries are asked about, in CSS pixels: that of paper.
const PAGE_WIDTH_PX: f32 = 794.0;

/// Whether a list of media queries (Media Queries 4, 3) fits: one of them names one of `media` or none, and what it
/// asks of widths is so.
pub(crate) fn counts_for(list: &str, media: &[&str]) -> bool {
    let list = list.to_ascii_lowercase();
    listed(&list).into_iter().any(|query| {
        let query = query.trim();
        if let Some(other) = query.strip_prefix("not ").map(str::trim).filter(|other| !other.contains(' ')) {
            return other != "all" && !media.contains(&other);
        }
        let mut parts = query.trim_start_matches("only ").split(" and ").map(str::trim);
        parts.all(|part| match part.strip_prefix('(') {
            Some(feature) => feature_fits(feature.trim_end_matches(')')),
            None => part == "all" || media.contains(&part),
        })
    })
}

/// Whether a feature of a media query is so of a page; those that are not known are not.
fn feature_fits(feature: &str) -> bool {
    let (name, value) = feature.split_once(':').unwrap_or((feature, ""));
    let width = || Length::parse(value)?.to_pt(MEDIUM_PT, MEDIUM_PT, 0.0);
    let page = PAGE_WIDTH_PX * 0.75;
    match name.trim() {
        "min-width" | "min-device-width" => width().is_some_and(|width| width <= page),
        "max-width" | "max-device-width" => width().is_some_and(|width| width >= page),
        "prefers-color-scheme" => value.trim() == "light",
        "orientation" => value.trim() == "portrait",
        _ => false,
    }
}

/// The sheets that a sheet imports (CSS Cascading 4, 3), as far as they count.
pub(crate) fn imports(text: &str, media: &[&str]) -> Vec<String> {
    if !text.contains("@import") && !text.contains("@IMPORT") {
        return Vec::new();
    }
    let text = without_comments(text);
    let mut found = Vec::new();
    let mut rest = text.as_str();
    loop {
        rest = rest.trim_start().trim_start_matches("<!--").trim_start_matches("-->").trim_start();
        let end = find(rest, &[';', '{']);
        if !rest.starts_with('@') || rest[end..].starts_with('{') {
            return found;
        }
        let statement = &rest[1..end];
        rest = rest.get(end + 1..).unwrap_or_default();
        if let Some(import) = statement.get(.."import".len()).filter(|word| word.eq_ignore_ascii_case("import")) {
            found.extend(imported(&statement[import.len()..], media));
        }
    }
}

/// What an import names: a string or an `url()`, and after it the media it is for.
fn imported(statement: &str, media: &[&str]) -> Option<String> {
    let statement = statement.trim();
    let (name, rest) = match statement.get(..4).filter(|word| word.eq_ignore_ascii_case("url(")) {
        Some(_) => statement[4..].split_once(')')?,
        None => {
            let quote = statement.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            statement[1..].split_once(quote)?
        }
    };
    let counts = rest.trim().is_empty() || counts_for(rest, media);
    let name = declaration::unquoted(name);
    (counts && !name.is_empty()).then(|| name.to_owned())
}

/// The pieces of a value between white space, which may stand in the brackets of a function.
pub(super) fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (word, after) = rest.split_at(find(rest, &[' ', '\t', '\n', '\r', '\u{C}']));
        words.push(word);
        rest = after.trim_start();
    }
    words
}

/// Where the first of `marks` stands outside strings and brackets; the length where there is none.
pub(super) fn find(text: &str, marks: &[char]) -> usize {
    let mut quote = None;
    let mut brackets = 0_u32;
    let mut escaped = false;
    for (index, c) in text.char_indices() {
        if escaped {
            escaped = false;
            continue;
        }
        match (quote, c) {
            (_, '\\') => escaped = true,
            (Some(open), _) if c == open || c == '\n' => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, _) if brackets == 0 && marks.contains(&c) => return index,
            (None, '(') => brackets += 1,
            (None, ')') => brackets = brackets.saturating_sub(1),
            _ => {}
        }
    }
    text.len()
}

/// Where the brace that closes the block `text` begins in stands; the length where it is missing.
fn matching_brace(text: &str) -> usize {
    let (mut at, mut open) = (0, 0_u32);
    while at < text.len() {
        at += find(&text[at..], &['{', '}']);
        match text[at..].chars().next() {
            Some('{') => open += 1,
            Some('}') if open == 0 => return at,
            Some(_) => open -= 1,
            None => break,
        }
        at += 1;
    }
    text.len()
}

fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        out.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::super::declaration::{Display, TextAlign};
    use super::*;

    fn rules(text: &str) -> Vec<Rule> {
        sheets(text).rules
    }

    fn sheets(text: &str) -> Sheets {
        let mut sheets = Sheets::default();
        parse_sheet(text, &["screen"], &mut sheets, &Context::default()).unwrap();
        sheets
    }

    #[test]
    fn at_rules_are_skipped_or_entered() {
        let sheet = "@charset 'utf-8'; @font-face { font-family: x; src: url(a;b) } /* p { } */
            @media print { p { display: none } } @media screen, tv { p { display: block } } q { content: '}' }
            h1 { text-align: center !important; color: inherit; }";
        let rules = rules(sheet);
        assert_eq!(rules.len(), 3);
        assert_eq!(sheets(sheet).faces[0].sources, ["a;b"]);
        assert_eq!(rules[0].normal, [Declaration::Display(Display::Block)]);
        assert_eq!(rules[2].important, [Declaration::Align(TextAlign::Center)]);
    }

    #[test]
    fn sheets_are_imported_for_media_that_count() {
        let sheet = "/* x */ @charset 'utf-8'; @import url(a.css); @import \"b.css\" print; @import 'c.css' screen;
            @IMPORT url('d.css') (min-width: 300px); p { } @import 'late.css';";
        assert_eq!(imports(sheet, &["screen"]), ["a.css", "c.css", "d.css"]);
        assert!(imports("@import", &[]).is_empty() && imports("@import 'x", &[]).is_empty());
    }

    #[test]
    fn media_queries_are_asked_about_paper() {
        for fits in ["all", "print, screen", "only screen and (min-width: 600px)", "(max-width: 1000px)", ""] {
            assert_eq!(counts_for(fits, &["screen"]), !fits.is_empty(), "{fits}");
        }
        for other in ["print", "screen and (max-width: 480px)", "(prefers-color-scheme: dark)", "not screen"] {
            assert!(!counts_for(other, &["screen"]), "{other}");
        }
        assert!(counts_for("not print", &["screen"]) && !counts_for("not print", &["print"]));
        assert!(!counts_for("not all and (monochrome)", &["screen"]) && !counts_for("not all", &["screen"]));
    }

    #[test]
    fn unfinished_sheets_give_what_they_have() {
        assert_eq!(rules("p { text-align: center").len(), 1);
        assert_eq!(rules("p { text-align: center; } }} b { color: red").len(), 2);
        assert!(rules("{{{{").is_empty());
        assert!(rules("@media screen { @media screen { ").is_empty());
        assert!(rules("p { \\").is_empty());
    }
}
