//! The base style sheet: how text is set where its source says nothing.

/// For every text.
pub(super) const TEXT: &str = "\
body { line-height: 1.5; overflow-wrap: break-word }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.4em 0 .5em; break-after: avoid; \
text-indent: 0; font-size: 1rem }
.subtitle { text-indent: 0 }
ul, ol { margin: .6em 0; padding-left: 2em }
li { margin: .2em 0 }
li > p { margin: .3em 0 }
dl { margin: .8em 0 }
dt { font-weight: bold; break-after: avoid }
dd { margin: 0 0 .4em 2em }
dd > p { margin: .2em 0 }
.labelled, .plain > li { list-style: none }
.labelled { padding-left: 2.5em }
.label { font-variant-numeric: lining-nums }
.labelled > li > .label, .labelled > li > p:first-child > .label { float: left; margin-left: -2.5em; min-width: 2.1em; \
padding-right: .4em }
blockquote { margin: 1em 2em }
figure { margin: 1.2em 0; text-align: center }
caption, figcaption { margin: .5em 0; text-indent: 0 }
figcaption p { margin: 0; text-indent: 0 }
img, svg { max-width: 100% }
svg, foreignObject { overflow: visible }
img { height: auto }
.left { float: left; margin: .2em 1em .5em 0; max-width: 50% }
.right { float: right; margin: .2em 0 .5em 1em; max-width: 50% }
table { border-collapse: collapse; margin: 1em 0; text-indent: 0 }
td, th { padding: .25em .6em; text-align: left; vertical-align: top }
td > p, th > p { margin: .2em 0; text-indent: 0 }
.rules { border-top: 1px solid #999; border-bottom: 1px solid #999 }
.rules td, .rules th { border-bottom: 1px solid #ddd }
.rules thead th { border-bottom: 1px solid #999 }
pre { line-height: 1.35; white-space: pre-wrap; tab-size: 4; margin: 1em 0 }
pre, code, kbd { font-family: monospace, monospace }
code, kbd { font-size: .92em }
pre > code { font-size: 1em }
kbd { border: 1px solid #ccc; border-radius: .2em; padding: 0 .25em }
hr { border: 0; border-top: 1px solid #999; margin: 1.5em auto }
sub, sup { font-size: .75em; line-height: 0 }
mark { color: inherit }
ruby > rt { font-size: .5em }
.tab { white-space: pre; tab-size: 4 }
.dropcap { float: left; font-size: 3.1em; line-height: .85; padding: .05em .08em 0 0 }
.toc { list-style: none; padding: 0; text-indent: 0 }
.toc .toc { padding-left: 1.5em }
.toc .page { float: right; margin-left: 1em }
.notes { border-top: 1px solid #999; font-size: .9rem; margin-top: 2em; padding-top: .5em }
.notes ol { list-style: none; margin: 0; padding: 0 }
.notes aside, .notes li { margin: .4em 0 }
.note { margin: .2em 0; text-indent: 0 }
.frame { margin: 1em 0; padding: .5em .8em }
.words { line-height: 1.2; text-indent: 0 }
.words p { margin: 0; text-indent: 0 }
.cover { text-align: center; text-indent: 0; margin: 0 }
";

/// For a page on a screen, which may be printed.
pub(super) const SCREEN: &str = "\
body { max-width: 42em; margin: 2em auto; padding: 0 1em }
@media print { body { max-width: none; margin: 0; padding: 0 } pre, figure, tr { break-inside: avoid } }
";

/// Where paragraphs begin with an indent.
pub(super) const INDENTED: &str = "p { margin: 0 }\nh1 + p, h2 + p, h3 + p, h4 + p { text-indent: 0 }\n";

/// Where room stands between paragraphs.
pub(super) const SPACED: &str = "p { margin: .8em 0 }\n";
