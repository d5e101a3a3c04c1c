mod pages;

use std::sync::Arc;

use transvase_base::changed::changed;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::resources::Resources;
use transvase_base::warning::WarningCode;
use transvase_format::Confidence;
use transvase_markup::html::headings::text_of;
use transvase_model::flow::{Block, ControlKind, Flow, Inline, LinkTarget, walk_mut};

use super::{read, sniff};

const GIF: &[u8] = b"GIF89a\x01\0\x01\0\x80\0\0\xFF\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";

fn flow_of(html: &str, context: &Context) -> Flow {
    read::read(html.as_bytes(), context).unwrap()
}

fn texts(flow: &mut Flow) -> Vec<String> {
    let mut texts = Vec::new();
    let visit: Result<()> = walk_mut(&mut flow.sections[0].blocks, &mut |paragraph| {
        texts.push(text_of(&paragraph.content));
        Ok(())
    });
    visit.unwrap();
    texts
}

fn inlines(flow: &mut Flow) -> Vec<Inline> {
    let mut all = Vec::new();
    let visit: Result<()> = walk_mut(&mut flow.sections[0].blocks, &mut |paragraph| {
        all.extend(paragraph.content.clone());
        Ok(())
    });
    visit.unwrap();
    all
}

fn shown(html: &str) -> Vec<String> {
    texts(&mut flow_of(html, &Context::default()))
}

#[test]
fn what_browsers_hide_is_left_out() {
    let html =
        "<!doctype html><title>T</title><style>.no { display: none } p::before { content: 'n' attr(id) ' ' }</style>
        <p id=1>a</p><p hidden>x<p class=no>x<template><p>x</template><noscript><img src=x></noscript><script>x</script>
        <details><summary>s</summary>b</details><dialog>x</dialog><dialog open>c</dialog>";
    assert_eq!(shown(html), ["n1 a", "s", "b", "c"]);
}

#[test]
fn what_is_for_paper_is_shown_on_pages_alone() {
    let html = "<style media=print>.s { display: none }</style><style media='screen'>.p { display: none }</style>
        <style>@media print and (min-width: 10cm) { .w { display: none } } @media not print { .n { display: none } }</style>
        <p class=s>s<p class=p>p<p class=w>w<p class=n>n<p>b";
    assert_eq!(shown(html), ["s", "w", "b"]);
    let context = Context::default();
    let mut paper = context.for_pages(true, || flow_of(html, &context));
    assert_eq!(texts(&mut paper), ["p", "n", "b"]);
}

#[test]
fn what_stands_for_what_cannot_be_shown_is_shown() {
    let html = "<p>a<noscript>b</noscript><p>c<video src=d.mp4>e</video><canvas>f</canvas>
        <iframe srcdoc='&lt;p>g&lt;/p>'>x</iframe><object data=h.swf>i</object>";
    assert_eq!(shown(html), ["ab", "c d.mp4 e f", "g", "i"]);
    let frames = "<frameset><frame src=a.html title=A></frameset><noframes><p>b <i>c</i></noframes>";
    assert_eq!(shown(frames), ["A", "b c"]);
}

#[test]
fn counters_are_told_where_sheets_tell_them() {
    let html = "<style>body { counter-reset: part } h2 { counter-increment: part; counter-reset: sub }
        h2::before { content: counter(part, upper-roman) '. ' } h3::before { counter-increment: sub; content: counter(part) '.' counter(sub) ' ' }
        ol { counter-reset: item; list-style: none } li { counter-increment: item } li::before { content: counters(item, '.') ' ' }</style>
        <h2>a</h2><h3>b</h3><h3>c</h3><h2>d</h2><h3>e</h3><ol><li>f<ol><li>g<li>h</ol><li>i</ol>";
    assert_eq!(shown(html), ["I. a", "1.1 b", "1.2 c", "II. d", "2.1 e", "1 f", "1.1 g", "1.2 h", "2 i"]);
}

#[test]
fn items_that_no_list_counts_so_are_marked_in_their_text() {
    let html = "<style>.m::marker { content: '(' counter(list-item, lower-alpha) ') ' }</style>
        <ol style='list-style-type: khmer' start=12><li>a<li><p>b</ol><ul style='list-style: \"Step \"'><li>c</ul>
        <ol><li class=m>d<li class=m>e</ol><ol start=-1><li>f<li>g</ol>";
    assert_eq!(shown(html), ["១២. a", "១៣. b", "Step c", "(a) d", "(b) e", "-1. f", "0. g"]);
    let flow = flow_of("<ol reversed><li>a<li>b</ol><ol reversed start=9><li>c<li>d</ol>", &Context::default());
    let numbers = flow.sections[0].blocks.iter().flat_map(|block| match block {
        Block::List(list) => list.items.iter().map(|item| item.number).collect(),
        _ => Vec::new(),
    });
    assert_eq!(numbers.collect::<Vec<_>>(), [Some(2), Some(1), Some(9), Some(8)]);
}

#[test]
fn text_at_places_of_its_own_stands_apart() {
    let html =
        "<p><span style='position: absolute; top: 10px'>one</span><span style='position: absolute; top: 10px'>two
        </span><b style='position: absolute; top: 40px'>three</b>four";
    assert_eq!(shown(html), ["one two three four"]);
}

#[test]
fn pages_that_say_they_are_xml_are_read_so() {
    let html =
        "<html xmlns='http://www.w3.org/1999/xhtml'><head><title/></head><body><p/><a id='x'/><p>a</p></body></html>";
    assert_eq!(shown(html), ["a"]);
}

#[test]
fn feet_of_tables_stand_below_them() {
    let html = "<table><tr><th>a<tfoot><tr><td>c</tfoot><tbody><tr><td>b</table>";
    assert_eq!(shown(html), ["a", "b", "c"]);
}

#[test]
fn heads_say_what_a_page_is() {
    let html =
        "<html lang=de_AT><head><title> A\nB </title><meta name=author content=Ann><meta name=Author content=Bob>
        <meta name=description content=D><meta name=keywords content='x, y'><meta property=og:title content=no>";
    let metadata = flow_of(html, &Context::default()).metadata;
    assert_eq!((metadata.title.as_deref(), metadata.subject.as_deref()), (Some("A B"), Some("D")));
    assert_eq!((metadata.authors.join(), metadata.keywords.join()), ("Ann Bob".into(), "x y".into()));
    assert_eq!(metadata.language.as_deref(), Some("de-AT"));
}

trait Join {
    fn join(&self) -> String;
}

impl Join for Vec<String> {
    fn join(&self) -> String {
        self.as_slice().join(" ")
    }
}

#[test]
fn pictures_and_sheets_lie_beside_the_page_or_in_it() {
    let mut resources = Resources::default();
    for (name, bytes) in [("img/a b.gif", GIF), ("css/a.css", b"@import 'b.css';"), ("css/b.css", b"p { color: red }")]
    {
        resources.add(name, Arc::from(bytes)).unwrap();
    }
    let context = Context::default().with_resources(Arc::new(resources));
    let html = "<link rel=stylesheet href=css/a.css><p>red<img src='img/a%20b.gif'><img src='data:image/gif;base64,R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs='>
        <img src=gone.png alt=Gone><img src=http://h/x.png><img src=//h/y.png>";
    let mut flow = flow_of(html, &context);
    assert_eq!(flow.media.len(), 1, "both are the same");
    let inlines = inlines(&mut flow);
    assert_eq!(inlines.iter().filter(|inline| matches!(inline, Inline::Image(_))).count(), 2);
    assert_eq!(inlines[0].run().and_then(|run| run.style.color).map(|color| color.r), Some(255));
    assert!(texts(&mut flow)[0].ends_with("[Gone]"));
    let said = context.take_warnings();
    let dropped: Vec<&str> =
        said.iter().filter(|it| it.code == WarningCode::ImageDropped).map(|it| &*it.message).collect();
    assert!(
        dropped.len() == 2 && dropped[1].starts_with("2 files") && dropped[1].contains("http://h/x.png"),
        "{dropped:?}"
    );
}

#[test]
fn links_lead_inside_outside_or_nowhere() {
    let context = Context::default();
    let html = "<base href='https://h.org/a/'><p id=x>t <a href=#x>in</a> <a href=#>top</a> <a href=b.html>rel</a>
        <a href='mailto:a@b'>mail</a> <a href='javascript:1'>js</a> <a href=#lost>lost</a>";
    let targets: Vec<_> = inlines(&mut flow_of(html, &context))
        .into_iter()
        .filter_map(|inline| match inline {
            Inline::Link { target: LinkTarget::Internal(to), .. } => Some(to.to_string()),
            Inline::Link { target: LinkTarget::External(to), .. } => Some(to),
            _ => None,
        })
        .collect();
    assert_eq!(targets, ["#x", "#", "https://h.org/a/b.html", "mailto:a@b", "#"]);
}

#[test]
fn forms_are_shown_as_they_are_filled_in() {
    let html = "<form>Name <input name=n value=Ann><input type=hidden value=x><input type=submit value=Go>
        <input type=checkbox checked> <select><option>a<option selected>b</select> <textarea>two\nlines</textarea></form>";
    let mut flow = flow_of(html, &Context::default());
    let controls: Vec<ControlKind> = inlines(&mut flow)
        .into_iter()
        .filter_map(|inline| match inline {
            Inline::Control { control, .. } => Some(control.kind),
            _ => None,
        })
        .collect();
    let choice = ControlKind::Choice(vec!["a".into(), "b".into()], false);
    assert_eq!(controls, [ControlKind::Text(false), ControlKind::Checkbox(true), choice, ControlKind::Text(true)]);
    assert!(texts(&mut flow)[0].starts_with("Name Ann") && !texts(&mut flow)[0].contains("Go"));
}

#[test]
fn notes_of_converters_become_notes() {
    let html = "<p>Text<a href='#fn1' class='footnote-ref' id='fnref1' role='doc-noteref'><sup>1</sup></a>.</p>
        <section class='footnotes' role='doc-endnotes'><hr><ol><li id='fn1'><p>The note.<a href='#fnref1'
        role='doc-backlink'>↩︎</a></p></li></ol></section>";
    let mut flow = flow_of(html, &Context::default());
    assert_eq!(texts(&mut flow), ["Text."]);
    let Block::Paragraph(note) = &flow.notes[0].blocks[0] else { panic!() };
    assert_eq!((text_of(&note.content).as_str(), flow.notes[0].mark.as_deref()), ("The note.", None));
}

#[test]
fn notes_count_on_from_the_number_of_the_first() {
    let mark = |at: u8| format!("<a href='#fn{at}' role='doc-noteref'>{at}</a>");
    let note = |at: u8| format!("<aside id='fn{at}' role='doc-footnote'>{at}. Said.</aside>");
    let html = format!("<p>Text{} more{}</p>{}{}", mark(35), mark(36), note(35), note(36));
    let flow = flow_of(&html, &Context::default());
    assert_eq!((flow.notes.len(), flow.first_notes.foot), (2, 35));
}

#[test]
fn pages_are_known_by_their_first_tag() {
    let likely = [
        "<!DOCTYPE html>",
        "\u{FEFF} \n<!-- c --><html>",
        "<?xml version='1.0'?><!DOCTYPE html PUBLIC 'x'><html>",
        "<?xml version='1.0'?><div xmlns='http://www.w3.org/1999/xhtml'>",
        "<HEAD>",
        "<title>x</title>",
    ];
    for html in likely {
        assert_eq!(sniff::sniff(html.as_bytes()), Confidence::Likely, "{html}");
    }
    let maybe = ["<p align=center>x", "<html> is the root of a page.", "Hello <b>world</b>\n<p>Second", "<title>x"];
    for html in maybe {
        assert_eq!(sniff::sniff(html.as_bytes()), Confidence::Maybe, "{html}");
    }
    let unlikely = [
        "<?xml version='1.0'?><FictionBook>",
        "<svg>",
        "text",
        "<pre",
        "<tablet>",
        "<!-- open",
        "&eacute;&nbsp;",
        "<my-element>x</my-element>",
        "Write <b> and </b>.",
        "# Head\n<p>One</p><b>two</b>",
        "if (a <b> c) { return '<p></p>'; }",
    ];
    for other in unlikely {
        assert_eq!(sniff::sniff(other.as_bytes()), Confidence::Unlikely, "{other}");
    }
    for other in [&b""[..], b"\x01\x02<p>", b"Subject: x\nFrom: y\nMIME-Version: 1.0\n\n<p>z</p>"] {
        assert_eq!(sniff::sniff(other), Confidence::No, "{other:?}");
    }
}

#[test]
fn cut_and_changed_pages_do_not_panic() {
    let html = "<!doctype html><html><head><meta charset=utf-8><style>a:not(.b)::after{content:'x'}li:nth-child(2n+1)
        {float:left}</style><body><table border=1><tr><td colspan=2>a<td rowspan=3>b</table><ul><li>x<li>y</ul>
        <select><option>z</select><video src=a.mp4></video><ruby>a<rt>b</rt></ruby><img src=data:,x><svg><g/></svg>";
    for seed in 0..500_u64 {
        let _ = read::read(&changed(html.as_bytes(), seed, 16), &Context::default());
    }
}

/// Sheets that count siblings of siblings, and deep pages, take steps that are counted.
#[test]
fn hostile_pages_end() {
    let html = format!(
        "<style>{}</style><table><tr>{}</table>{}",
        "td:nth-child(2n+1):nth-last-child(3n):nth-of-type(7n) { color: red }".repeat(50),
        "<td>x".repeat(3_000),
        "<div><section>".repeat(1_000),
    );
    assert!(read::read(html.as_bytes(), &Context::default()).is_ok());
}

#[test]
fn words_stand_for_pictures_elsewhere_and_lead_to_them() {
    let html = "<p><img src='https://h.org/a%20b.png' alt='A  duck'>, <img src=//h.org/c%20d.gif alt='C'>,
        <img src=https://h.org/e.gif alt=''> <img src=https://h.org/f.gif>
        <a href=https://h.org><img src=https://h.org/g.png alt=G></a> <img src='i/j.png' alt=J> <img src='file:///k.png' alt=K>";
    let link = |inline: &Inline| match inline {
        Inline::Link { target: LinkTarget::External(target), content } => {
            let run = content[0].run()?;
            Some([target.clone(), run.text.clone(), run.style.picture.as_deref()?.to_owned()])
        }
        _ => None,
    };
    let links: Vec<_> = inlines(&mut flow_of(html, &Context::default())).iter().filter_map(link).collect();
    let expected = [
        ["https://h.org/a%20b.png", "[A duck]", "https://h.org/a%20b.png"],
        ["https://h.org/c%20d.gif", "[C]", "https://h.org/c%20d.gif"],
        ["https://h.org", "[G]", "https://h.org/g.png"],
        ["i/j.png", "[J]", "i/j.png"],
    ];
    assert_eq!(links, expected);
}

#[test]
fn links_to_what_lies_beside_the_page_are_kept_as_they_are() {
    let html = "<p><a href='b%20c.html#d'>rel</a> <a href='/e'>root</a> <a href='//h.org'>host</a> <a href='file:///C:/f.html'>machine</a>";
    let link = |inline: Inline| match inline {
        Inline::Link { target: LinkTarget::External(to), .. } => Some(to),
        _ => None,
    };
    let context = Context::default();
    let targets: Vec<_> = inlines(&mut flow_of(html, &context)).into_iter().filter_map(link).collect();
    assert_eq!(targets, ["b%20c.html#d", "/e", "https://h.org"]);
    assert!(context.take_warnings().iter().any(|warning| warning.code == WarningCode::LinkDropped));
}
