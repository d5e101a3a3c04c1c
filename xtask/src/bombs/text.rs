//! Bombs of formats that are text: HTML, Markdown, RTF, plain text, notebooks, JSON.

use super::make::{Bomb, Deep, Wide, base64, bomb, data_address, deep, flat_png, nest, repeat, wide};

/// Every bomb of these formats.
pub fn all() -> Vec<Bomb> {
    let tables = [
        wide("html", HTML_WIDE, html),
        deep("html", HTML_DEEP, html),
        wide("md", MD_WIDE, plain),
        deep("md", MD_DEEP, plain),
        wide("rtf", RTF_WIDE, rtf),
        deep("rtf", RTF_DEEP, rtf),
        wide("txt", TXT_WIDE, plain),
        wide("ipynb", NOTEBOOK_WIDE, notebook),
        wide("json", JSON_WIDE, json),
        deep("json", JSON_DEEP, plain),
    ];
    tables.into_iter().flatten().chain(html_others()).chain(rtf_others()).chain(other_others()).collect()
}

fn plain(text: &str) -> Vec<u8> {
    text.into()
}

fn html(body: &str) -> Vec<u8> {
    format!("<!DOCTYPE html><html><head><title>t</title></head><body>{body}</body></html>").into()
}

const HTML_WIDE: &[Wide] = &[
    ("p", "<p>a", 500_000),
    ("br", "<br>a", 1_000_000),
    ("headings", "<h1>a</h1>", 100_000),
    ("ids", "<p id=a{n}>a</p>", 100_000),
    ("links", "<a href=#a{n}>a</a> ", 100_000),
    ("spans", "<span>a</span>", 300_000),
    ("styles", "<b style='font-size:{n}px;color:#{n}'>a</b>", 100_000),
    ("items", "<ul><li>a</ul>", 200_000),
    ("rules", "<hr>", 200_000),
    ("page-breaks", "<p style='page-break-after:always'>a", 100_000),
    ("tables", "<table><tr><td>a</table>", 50_000),
    ("rows", "<table><tr><td>a<td>b<tr><td>c", 100_000),
    ("colspans", "<table><tr><td colspan=1000>a<tr><td colspan=999>b</table>", 2_000),
    ("rowspans", "<table><tr><td rowspan=65534 colspan=1000>a<tr><td>b</table>", 300),
    ("ruby", "<ruby>a<rt>b</ruby>", 100_000),
    ("soft-hyphens", "a&shy;", 1_000_000),
    ("combining", "&#x301;", 1_000_000),
    ("right-to-left", "a&#x202e;b&#x2067;", 200_000),
    ("emoji", "&#x1F469;&#x200D;", 300_000),
    ("numbers-wide", "<p style='margin-left:99999999px;text-indent:-1e9em;line-height:1e9'>a", 5_000),
    ("floats", "<div style='float:left;width:1px'>a</div>", 100_000),
    ("inputs", "<input value=a><select><option>b</select>", 50_000),
    ("unclosed", "<a><b><i><u>", 100_000),
    ("adoption", "<a><p>", 100_000),
    ("comments", "<!--a-->", 500_000),
    ("maths", "<math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>", 30_000),
    ("drawings", "<svg width=9 height=9><rect width=9 height=9 /></svg>", 20_000),
    ("notes", "<sup><a href=#n{n} id=r{n}>1</a></sup><p id=n{n}><a href=#r{n}>1</a> note", 50_000),
    ("columns", "<col>", 300_000),
    ("captions", "<table><caption>a<tr><th>b</table>", 50_000),
];

const HTML_DEEP: &[Deep] = &[
    ("div", "<div>", "a", "</div>", 200_000),
    ("tables-nested", "<table><tr><td>", "a", "</table>", 100_000),
    ("quotes", "<blockquote>", "a", "</blockquote>", 100_000),
    ("lists", "<ul><li>", "a", "</ul>", 100_000),
    ("formats", "<b><i>", "a", "</i></b>", 100_000),
    ("fonts", "<font size=+1 color=red>", "a", "", 100_000),
    ("maths-nested", "<math><mrow><msup>", "a", "</msup>", 100_000),
    ("roots", "<msqrt>", "a", "</msqrt>", 100_000),
    ("drawing-groups", "<svg><g>", "a", "</g></svg>", 50_000),
    ("details", "<details><summary>a</summary>", "a", "</details>", 50_000),
    ("ruby-nested", "<ruby><rt>", "a", "</rt></ruby>", 50_000),
    ("templates", "<template>", "a", "</template>", 100_000),
];

fn html_others() -> Vec<Bomb> {
    vec![
        bomb("html-word.html", || html(&"a".repeat(10 << 20))),
        bomb("html-tag-name.html", || html(&format!("<{}>", "a".repeat(10 << 20)))),
        bomb("html-attribute.html", || html(&format!("<p style='{}'>", "a:b;".repeat(2 << 20)))),
        bomb("html-attributes.html", || html(&format!("<p {}>a", repeat("a{n}=b ", 300_000)))),
        bomb("html-digits.html", || {
            html(&format!("<img width={0} src=a><p style='width:{0}px'>a", "9".repeat(5 << 20)))
        }),
        bomb("html-class-names.html", || html(&format!("<p class='{}'>a", repeat("a{n} ", 500_000)))),
        bomb("html-rules-by-elements.html", || {
            html(&format!("<style>{}</style>{}", repeat(".a{n} p{color:red}", 20_000), "<p class=b>a".repeat(20_000)))
        }),
        bomb("html-rules-descend.html", || {
            html(&format!("<style>{}{{color:red}}</style>{}", "div ".repeat(1_000), nest("<div>", "a", "</div>", 500)))
        }),
        bomb("html-rules-not.html", || {
            html(&format!("<style>{}p{}{{}}</style><p>a", ":not(".repeat(100_000), ")".repeat(9)))
        }),
        bomb("html-variables.html", || {
            html(&format!(
                "<style>:root{{--a0:x;{}}}p{{color:var(--a30)}}</style><p>a",
                repeat("--b{n}:var(--a{n})var(--a{n});", 40)
            ))
        }),
        bomb("html-imports.html", || {
            html(&format!("<style>{}</style>a", "@import 'a.css';@media all{".repeat(100_000)))
        }),
        bomb("html-picture-100mp.html", || html(&format!("<img src='{}'>", data_address((10_000, 10_000))))),
        bomb("html-picture-many.html", || {
            let picture = format!("<img src='data:image/png;base64,{}'>", base64(&flat_png((1, 1), 8, 0)));
            html(&picture.repeat(50_000))
        }),
        bomb("html-picture-sizes.html", || {
            let picture = format!(
                "<img width={{n}}000000 height=1 src='data:image/png;base64,{}'>",
                base64(&flat_png((1, 1), 8, 0))
            );
            html(&repeat(&picture, 2_000))
        }),
        bomb("html-table-wide.html", || html(&format!("<table><tr>{}</table>", "<td>a".repeat(100_000)))),
        bomb("html-table-spans.html", || {
            html(&format!("<table>{}</table>", "<tr><td rowspan=65534><td colspan=1000>a".repeat(3_000)))
        }),
        bomb("html-padding.html", || html(&nest("<div style='padding:50%'>", "a", "</div>", 500).repeat(40))),
        bomb("html-borders.html", || html(&nest("<div style='border:1px solid'>", "a", "</div>", 400).repeat(300))),
    ]
}

const MD_WIDE: &[Wide] = &[
    ("headings", "# a\n\n", 200_000),
    ("paragraphs", "a\n\n", 500_000),
    ("hard-breaks", "a  \n", 400_000),
    ("references", "[a{n}]: b\n[a{n}]\n\n", 60_000),
    ("footnotes", "a[^{n}]\n\n[^{n}]: b\n\n", 60_000),
    ("footnote-itself", "[^a]: [^a] [^a]\n", 20_000),
    ("footnote-named", "[^a] ", 300_000),
    ("lists", "* a\n  1. b\n", 100_000),
    ("rows", "|a|b|\n|-|-|\n|c|d|\n\n", 50_000),
    ("stars", "*a **b ", 300_000),
    ("stars-alone", "*_", 1_000_000),
    ("brackets", "[", 1_000_000),
    ("brackets-both", "[a](", 500_000),
    ("picture-brackets", "![[", 300_000),
    ("backticks", "`a``b", 300_000),
    ("dollars", "$a", 500_000),
    ("angles", "<a", 500_000),
    ("angles-comment", "<!--a", 300_000),
    ("declarations", "<?a", 300_000),
    ("entities", "&amp;", 1_000_000),
    ("addresses", "<http://a.b/{n}> https://c.d/{n} ", 50_000),
    ("html-blocks", "<div>\n\na\n\n", 100_000),
    ("code", "```\na\n```\n", 100_000),
    ("strikes", "~~a~b", 300_000),
    ("tasks", "- [ ] a\n", 200_000),
    ("rules", "---\n\n", 300_000),
    ("definitions", "a\n: b\n\n", 100_000),
    ("pipes", "|a", 500_000),
    ("backslashes", "\\", 2_000_000),
    ("tabs", "\t", 2_000_000),
];

const MD_DEEP: &[Deep] = &[
    ("quotes", ">", " a", "", 100_000),
    ("quotes-spaced", "> ", "a\n", "", 100_000),
    ("lists-line", "* ", "a\n", "", 50_000),
    ("lists-number", "1. ", "a\n", "", 50_000),
    ("brackets-nested", "[", "a", "](b)", 200_000),
    ("pictures-nested", "![", "a", "](b)", 100_000),
    ("parentheses", "[a](", "b", ")", 200_000),
    ("stars-nested", "*a ", "b", " a*", 200_000),
    ("html-nested", "<div>", "a", "</div>", 100_000),
    ("quote-in-list", "> * ", "a", "\n", 20_000),
];

fn rtf(body: &str) -> Vec<u8> {
    format!("{{\\rtf1\\ansi{{\\fonttbl{{\\f0 Arial;}}}}{body}}}").into()
}

const RTF_WIDE: &[Wide] = &[
    ("paragraphs", "a\\par ", 500_000),
    ("pages", "\\page ", 200_000),
    ("sections", "a\\sect\\sectd{\\header a}", 30_000),
    ("headers", "{\\header a}{\\footer b}", 100_000),
    ("cells", "\\trowd\\cellx9\\intbl a\\cell\\row", 100_000),
    ("cells-one-row", "\\cellx{n}", 200_000),
    ("cells-merged", "\\trowd\\clvmgf\\cellx9\\clvmrg\\cellx99\\intbl a\\cell\\cell\\row", 30_000),
    ("footnotes", "a{\\footnote b}", 60_000),
    ("fields", "{\\field{\\*\\fldinst HYPERLINK a}{\\fldrslt b}}", 60_000),
    ("bookmarks", "{\\*\\bkmkstart a{n}}b{\\*\\bkmkend a{n}}", 60_000),
    ("fonts", "{\\fonttbl{\\f{n} A{n};}}\\f{n} a", 60_000),
    ("colours", "{\\colortbl;\\red1\\green{n}\\blue3;}\\cf1 a", 60_000),
    ("styles", "{\\stylesheet{\\s{n}\\sbasedon{n} a;}}\\s{n} a\\par", 60_000),
    ("style-circle", "{\\stylesheet{\\s1\\sbasedon2 a;}{\\s2\\sbasedon1 b;}}\\s1 a\\par", 20_000),
    (
        "lists",
        "{\\*\\listtable{\\list\\listid{n}{\\listlevel}}}{\\*\\listoverridetable{\\listoverride\\listid{n}\\ls{n}}}\\ls{n} a\\par",
        20_000,
    ),
    ("letters", "\\u-10179?\\u-9000?", 200_000),
    ("unicode-skip", "\\uc999999999\\u65 a", 100_000),
    ("sizes", "\\fs{n} a", 200_000),
    ("tabs", "\\tx{n}", 300_000),
    ("tabs-text", "\\tab a", 300_000),
    ("pictures", "{\\pict\\pngblip\\picw2147483647\\pich2147483647\\picwgoal-1 89504e47}", 50_000),
    ("shapes", "{\\shp{\\*\\shpinst{\\sp{\\sn pib}{\\sv a}}{\\shptxt a\\par}}}", 30_000),
    ("bitmaps", "{\\pict\\wbitmap0\\picw99999\\pich99999 00}", 30_000),
    ("words", "\\a{n} ", 500_000),
    ("bins", "\\bin0 ", 500_000),
    ("bin-lies", "{\\pict\\bin2147483647 a}", 1_000),
    ("remarks", "{\\*\\annotation a}{\\*\\atnid b}", 60_000),
    ("drawn", "{\\do\\dptxbx{\\dptxbxtext a\\par}}", 60_000),
    ("columns", "\\cols{n}\\colno{n}\\colw9 ", 60_000),
    ("numbers", "\\li999999999\\fi-999999999\\sb999999999\\sl999999999 a\\par", 20_000),
];

const RTF_DEEP: &[Deep] = &[
    ("groups", "{", "a", "}", 1_000_000),
    ("footnotes-nested", "{\\footnote ", "a", "}", 20_000),
    ("fields-nested", "{\\field{\\*\\fldinst A}{\\fldrslt ", "a", "}}", 20_000),
    ("tables-nested", "\\trowd\\cellx9\\intbl\\itap{n} a", "\\nestcell", "{\\nesttableprops\\nestrow}", 3_000),
    ("headers-nested", "{\\header ", "a", "}", 20_000),
    ("shapes-nested", "{\\shp{\\*\\shpinst{\\shptxt ", "a", "}}}", 5_000),
    ("alternatives", "{\\upr{a}{\\*\\ud ", "a", "}}", 50_000),
];

fn rtf_others() -> Vec<Bomb> {
    vec![
        bomb("rtf-word.rtf", || rtf(&"a".repeat(10 << 20))),
        bomb("rtf-control-word.rtf", || rtf(&format!("\\{} a", "a".repeat(10 << 20)))),
        bomb("rtf-digits.rtf", || rtf(&format!("\\fs{} a", "9".repeat(10 << 20)))),
        bomb("rtf-picture-zeros.rtf", || rtf(&format!("{{\\pict\\pngblip {}}}", "00".repeat(5 << 20)))),
        bomb("rtf-picture-100mp.rtf", || {
            let hex: String = flat_png((10_000, 10_000), 8, 0).iter().map(|byte| format!("{byte:02x}")).collect();
            rtf(&format!("{{\\pict\\pngblip {hex}}}"))
        }),
    ]
}

const TXT_WIDE: &[Wide] = &[
    ("line", "a", 10 << 20),
    ("words", "a ", 5 << 20),
    ("lines", "a\n", 1_000_000),
    ("newlines", "\n", 5_000_000),
    ("paragraphs", "a\n\n", 500_000),
    ("form-feeds", "\u{c}", 500_000),
    ("combining", "\u{301}", 2_000_000),
    ("right-to-left", "a\u{202e}\u{2067}\u{5d0}", 300_000),
    ("isolates", "\u{2066}", 1_000_000),
    ("joiners", "\u{1f469}\u{200d}", 300_000),
    ("zero-width", "\u{200b}", 2_000_000),
    ("soft-hyphens", "a\u{ad}", 1_000_000),
    ("ligature", "\u{fdfa}", 500_000),
    ("indic", "\u{915}\u{94d}", 500_000),
    ("variation", "\u{fe0f}", 1_000_000),
    ("tabs", "\t", 5_000_000),
    ("bullets", "* a\n\t- b\n", 100_000),
];

fn notebook(cells: &str) -> Vec<u8> {
    let cells = cells.trim_end_matches(',');
    format!("{{\"nbformat\":4,\"nbformat_minor\":5,\"metadata\":{{}},\"cells\":[{cells}]}}").into()
}

const NOTEBOOK_WIDE: &[Wide] = &[
    ("cells", r#"{"cell_type":"code","metadata":{},"source":["a"],"outputs":[]},"#, 100_000),
    ("markdown", "{\"cell_type\":\"markdown\",\"metadata\":{},\"source\":[\"# a\\n\",\"* b\"]},", 60_000),
    (
        "outputs",
        r#"{"cell_type":"code","metadata":{},"source":[],"outputs":[{"output_type":"stream","name":"stdout","text":["a"]}]},"#,
        60_000,
    ),
    (
        "html",
        r#"{"cell_type":"code","metadata":{},"source":[],"outputs":[{"output_type":"display_data","metadata":{},"data":{"text/html":["<table><tr><td>a<td>b</table>"]}}]},"#,
        30_000,
    ),
    (
        "colours",
        r#"{"cell_type":"code","metadata":{},"source":[],"outputs":[{"output_type":"stream","name":"stdout","text":["\u001b[31ma\u001b[38;5;9mb\u001b[999999999;9m"]}]},"#,
        30_000,
    ),
    (
        "drawings",
        r#"{"cell_type":"code","metadata":{},"source":[],"outputs":[{"output_type":"display_data","metadata":{},"data":{"image/svg+xml":"<svg xmlns='http://www.w3.org/2000/svg' width='999' height='999'><rect width='9' height='9'/></svg>"}}]},"#,
        3_000,
    ),
];

fn json(blocks: &str) -> Vec<u8> {
    let blocks = blocks.trim_end_matches(',');
    format!("{{\"format\":\"transvase-document\",\"version\":1,\"blocks\":[{blocks}]}}").into()
}

const JSON_WIDE: &[Wide] = &[
    ("paragraphs", r#"{"type":"paragraph","text":"a"},"#, 200_000),
    ("headings", r#"{"type":"heading","level":1,"text":"a"},"#, 100_000),
    ("tables", r#"{"type":"table","rows":[{"cells":[{"columns":65535,"rows":65535,"blocks":[]}]}]},"#, 20_000),
    ("lists", r#"{"type":"list","items":[{"blocks":[{"type":"paragraph","text":"a"}]}]},"#, 60_000),
    ("numbers", "1e999,", 1_000_000),
    ("nulls", "null,", 1_000_000),
];

const JSON_DEEP: &[Deep] = &[
    ("arrays", "[", "", "]", 1_000_000),
    ("objects", "{\"a\":", "1", "}", 500_000),
    ("blocks", r#"{"format":"transvase-document","version":1,"blocks":["#, "", "]}", 100_000),
];

fn other_others() -> Vec<Bomb> {
    let deep_metadata = || {
        format!("{{\"nbformat\":4,\"nbformat_minor\":5,\"cells\":[],\"metadata\":{}}}", nest("[", "", "]", 1_000_000))
    };
    vec![
        bomb("ipynb-deep.ipynb", deep_metadata),
        bomb("ipynb-source.ipynb", || {
            notebook(&format!(
                r#"{{"cell_type":"markdown","metadata":{{}},"source":[{}"a"]}}"#,
                "\"a\",".repeat(1_000_000)
            ))
        }),
        bomb("ipynb-picture.ipynb", || {
            let picture = base64(&flat_png((10_000, 10_000), 8, 0));
            let output =
                format!(r#"{{"output_type":"display_data","metadata":{{}},"data":{{"image/png":"{picture}"}}}}"#);
            notebook(&format!(r#"{{"cell_type":"code","metadata":{{}},"source":[],"outputs":[{output}]}}"#))
        }),
        bomb("json-string.json", || json(&format!(r#"{{"type":"paragraph","text":"{}"}}"#, "\\u0041".repeat(2 << 20)))),
        bomb("json-number.json", || json(&"9".repeat(10 << 20))),
        bomb("json-keys.json", || {
            format!("{{\"format\":\"transvase-document\",\"version\":1,{}\"b\":1}}", repeat("\"a{n}\":1,", 500_000))
        }),
        bomb("md-word.md", || "a".repeat(10 << 20)),
        bomb("md-table-wide.md", || format!("{0}\n{1}\n{0}\n", "|a".repeat(50_000), "|-".repeat(50_000))),
        bomb("md-table-short-rows.md", || {
            format!("{}\n{}\n{}", "|a".repeat(2_000), "|-".repeat(2_000), "|a\n".repeat(50_000))
        }),
        bomb("md-front-matter.md", || format!("---\n{}---\na", repeat("a{n}: &a [*a, *a]\n", 100_000))),
        bomb("md-picture-many.md", || {
            format!("![a](data:image/png;base64,{})\n\n", base64(&flat_png((1, 1), 8, 0))).repeat(20_000)
        }),
        bomb("md-reference-amplified.md", || format!("[a]: b{}\n\n{}", "c".repeat(50_000), "[a] ".repeat(50_000))),
        bomb("txt-utf16.txt", || [vec![0xFF, 0xFE], b"a\0\n\0".repeat(1_000_000)].concat()),
        bomb("txt-zeros.txt", || vec![0_u8; 5 << 20]),
        bomb("txt-not-utf8.txt", || [&b"words of some length "[..], &[0xE9, 0xFC, b' '].repeat(1 << 20)].concat()),
    ]
}
