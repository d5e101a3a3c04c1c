//! The user-agent style sheet: how HTML's elements look where no sheet speaks (HTML, section 15, for reading on pages:
//! a link looks like the text around it).

/// What comes to it where a document is laid out on pages as it says, and not as is usual in books.
pub(crate) const SHEET_OF_PAGES: &str = r"
body { margin: 8px }
td, th { padding: 1px }
";

/// The sheet every document begins with.
pub(super) const SHEET: &str = r"
html, body, div, p, h1, h2, h3, h4, h5, h6, blockquote, ul, ol, dir, menu, dl, dt, dd, pre, center, address, hr,
article, aside, section, nav, main, header, footer, hgroup, figure, figcaption, form, fieldset, legend, details,
summary, listing, xmp, plaintext, search, optgroup, option { display: block }
head, script, style, title, template, link, meta, base, datalist, noframes, iframe, input, select, textarea, area, param,
source, track { display: none }
frameset, frameset noframes, frameset ~ noframes { display: block }
li { display: list-item }
table { display: table; text-indent: 0; text-align: start }
caption { display: table-caption; text-align: center }
thead, tbody, tfoot { display: table-row-group }
tr { display: table-row }
td, th { display: table-cell; vertical-align: middle }
col, colgroup { display: table-column }
th { font-weight: bold; text-align: center }
p, dl, pre, listing, xmp { margin: 1em 0 }
h1 { font-size: 2em; font-weight: bold; margin: .67em 0; page-break-inside: avoid }
h2 { font-size: 1.5em; font-weight: bold; margin: .83em 0; page-break-inside: avoid }
h3 { font-size: 1.17em; font-weight: bold; margin: 1em 0; page-break-inside: avoid }
h4 { font-weight: bold; margin: 1.33em 0; page-break-inside: avoid }
h5 { font-size: .83em; font-weight: bold; margin: 1.67em 0; page-break-inside: avoid }
h6 { font-size: .75em; font-weight: bold; margin: 2em 0; page-break-inside: avoid }
blockquote, figure { margin: 1em 40px }
ul, ol, dir, menu { margin: 1em 0; padding-inline-start: 40px }
ul ul, ul ol, ol ul, ol ol { margin: 0 }
ol { list-style-type: decimal }
ul { list-style-type: disc }
dt { break-after: avoid }
dd { margin-inline-start: 40px }
hr { margin: .5em auto }
center { text-align: center }
pre, code, kbd, samp, tt, listing, xmp, plaintext { font-family: monospace }
pre, listing, xmp, plaintext { white-space: pre; text-indent: 0 }
b, strong { font-weight: bolder }
i, em, cite, dfn, var, address { font-style: italic }
u, ins { text-decoration: underline }
s, strike, del { text-decoration: line-through }
sup { vertical-align: super }
sub { vertical-align: sub }
small { font-size: smaller }
big { font-size: larger }
mark { background-color: #ffff00 }
rt { font-size: .75em }
";
