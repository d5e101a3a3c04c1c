"""Styles and the frame of flat ODT documents."""

from __future__ import annotations

from html import escape

from .html import SIZES
from .model import Doc

_SPACES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in {
        "office": "office",
        "style": "style",
        "text": "text",
        "table": "table",
        "draw": "drawing",
        "number": "datastyle",
        "fo": "xsl-fo-compatible",
        "svg": "svg-compatible",
        "meta": "meta",
        "form": "form",
    }.items()
)
_SPACES += ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"'

_SPANS = {
    "b": 'fo:font-weight="bold" style:font-weight-asian="bold" style:font-weight-complex="bold"',
    "i": 'fo:font-style="italic"',
    "u": 'style:text-underline-style="solid" style:text-underline-width="auto" style:text-underline-color="font-color"',
    "s": 'style:text-line-through-style="solid" style:text-line-through-type="single"',
    "sup": 'style:text-position="super 60%"',
    "sub": 'style:text-position="sub 60%"',
    "sc": 'fo:font-variant="small-caps"',
    "code": 'style:font-name="Liberation Mono" fo:font-size="90%"',
}


def span_style(marks: tuple[str, ...]) -> tuple[str, str]:
    """Name and content of the style of text with these marks."""
    properties, names = [], []
    for mark in marks:
        tag, _, value = mark.partition("=")
        kind = {"c": f'fo:color="{value}"', "bg": f'fo:background-color="{value}"'}
        properties.append(kind.get(tag) or _SPANS[tag])
        names.append(mark.replace("=", "").replace("#", ""))
    return "T_" + "_".join(names), f"><style:text-properties {' '.join(properties)}/>"


def _paragraph(name: str, parent: str, paragraph: str = "", text: str = "", inside: str = "") -> str:
    return (
        f'<style:style style:name="{name}" style:family="paragraph" style:parent-style-name="{parent}" style:class="text">'
        f"<style:paragraph-properties {paragraph}>{inside}</style:paragraph-properties><style:text-properties {text}/></style:style>"
    )


def _named(doc: Doc) -> str:
    """The styles paragraphs name."""
    justify = 'fo:text-align="justify" ' if doc.justify else ""
    hyphens = (
        'fo:hyphenate="true" fo:hyphenation-remain-char-count="2" fo:hyphenation-push-char-count="2"'
        if doc.hyphens
        else ""
    )
    width = (SIZES[doc.page][1 if doc.wide else 0] - 2 * _margin(doc)) / 10
    tab = f'<style:tab-stops><style:tab-stop style:position="{width}cm" style:type="right" style:leader-style="dotted" style:leader-text="."/></style:tab-stops>'
    drop = '<style:drop-cap style:lines="3" style:length="1" style:distance="0.1cm"/>'
    body = f'{justify}fo:margin-bottom="0.22cm" fo:line-height="115%" fo:orphans="2" fo:widows="2"'
    made = [
        _paragraph("Standard", "", 'style:writing-mode="rl-tb" fo:text-align="end"' if doc.rtl else ""),
        _paragraph("Text_20_body", "Standard", body, hyphens),
        *[
            _paragraph(
                f"Heading_20_{n}",
                "Standard",
                'fo:margin-top="0.4cm" fo:margin-bottom="0.2cm" fo:keep-with-next="always"',
                f'fo:font-size="{size:.1f}pt" style:font-size-complex="{size:.1f}pt" style:font-size-asian="{size:.1f}pt" fo:font-weight="bold" style:font-weight-complex="bold" style:font-weight-asian="bold"',
            )
            for n, size in ((1, doc.size * 1.8), (2, doc.size * 1.4), (3, doc.size * 1.15), (4, doc.size))
        ],
        _paragraph("P_centre", "Text_20_body", 'fo:text-align="center"'),
        _paragraph("P_right", "Text_20_body", 'fo:text-align="end"'),
        _paragraph("P_quote", "Text_20_body", 'fo:margin-left="1cm" fo:margin-right="1cm"', 'fo:font-style="italic"'),
        _paragraph("P_pull", "Standard", "", 'fo:font-size="15pt" fo:font-weight="bold" fo:color="#884444"'),
        _paragraph("P_anchor", "Standard", "", 'fo:font-size="2pt"'),
        _paragraph("P_drop", "Text_20_body", "", "", drop),
        _paragraph("P_verse", "Text_20_body", 'fo:margin-left="1.2cm" fo:margin-bottom="0.4cm"'),
        _paragraph("P_small", "Text_20_body", "", 'fo:font-size="9pt"'),
        _paragraph("P_lead", "Text_20_body", "", 'fo:font-size="13pt"'),
        _paragraph("P_item", "Standard", 'fo:margin-bottom="0.08cm"'),
        _paragraph("P_cell", "Standard"),
        _paragraph(
            "P_head",
            "Standard",
            "",
            'fo:font-weight="bold" style:font-weight-complex="bold" style:font-weight-asian="bold"',
        ),
        _paragraph("P_number", "Standard", 'fo:text-align="end"'),
        _paragraph(
            "P_caption",
            "Standard",
            'fo:text-align="center" fo:margin-bottom="0.3cm"',
            'fo:font-size="9.5pt" fo:font-style="italic"',
        ),
        _paragraph("P_code", "Standard", "", 'style:font-name="Liberation Mono" fo:font-size="9pt"'),
        _paragraph(
            "P_box", "Standard", 'fo:border="1pt solid #4477aa" fo:background-color="#e4eef8" fo:padding="0.25cm"'
        ),
        _paragraph(
            "P_rule",
            "Standard",
            'fo:border-bottom="0.8pt solid #333333" fo:margin-bottom="0.2cm"',
            'fo:font-size="4pt"',
        ),
        _paragraph("P_note", "Standard", 'fo:margin-left="0.4cm" fo:text-indent="-0.4cm"', 'fo:font-size="9pt"'),
        _paragraph("P_running", "Standard", 'fo:text-align="center"', 'fo:font-size="9pt"'),
        *[_paragraph(f"P_contents{n}", "Standard", f'fo:margin-left="{(n - 1) * 0.7}cm"', "", tab) for n in (1, 2, 3)],
        '<style:style style:name="Frame" style:family="graphic"/>',
    ]
    return "".join(made)


def _list_styles(doc: Doc) -> str:
    """Bulleted and numbered lists of four levels."""
    bullets, numbers = [], []
    for level, (bullet, form) in enumerate(zip("•–▪•", "1a11", strict=True), 1):
        place = (
            '<style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment '
            f'text:label-followed-by="listtab" fo:text-indent="-{0.055 * doc.size:.2f}cm" fo:margin-left="{0.064 * level * doc.size:.2f}cm"/></style:list-level-properties>'
        )
        bullets.append(
            f'<text:list-level-style-bullet text:level="{level}" text:bullet-char="{bullet}">{place}</text:list-level-style-bullet>'
        )
        numbers.append(
            f'<text:list-level-style-number text:level="{level}" style:num-format="{form}" style:num-suffix=".">{place}</text:list-level-style-number>'
        )
    made = f'<text:list-style style:name="L_bullet">{"".join(bullets)}</text:list-style>'
    return made + f'<text:list-style style:name="L_number">{"".join(numbers)}</text:list-style>'


def _margin(doc: Doc) -> int:
    return 18 if doc.page != "A5" else 14


def _layout(name: str, doc: Doc, wide: bool) -> str:
    """A page layout."""
    width, height = SIZES[doc.page][::-1] if wide else SIZES[doc.page]
    ground = f' fo:background-color="{doc.ground}"' if doc.ground else ""
    mode = ' style:writing-mode="rl-tb"' if doc.rtl else ""
    turn = "landscape" if wide else "portrait"
    properties = f'fo:page-width="{width}mm" fo:page-height="{height}mm" fo:margin="{_margin(doc)}mm" style:print-orientation="{turn}"{ground}{mode}'
    gap = '<style:header-footer-properties fo:min-height="0.6cm" fo:margin-{}="0.3cm"/>'
    header = (
        f"<style:header-style>{gap.format('bottom')}</style:header-style>" if doc.header or doc.first_header else ""
    )
    footer = f"<style:footer-style>{gap.format('top')}</style:footer-style>" if doc.footer or doc.first_footer else ""
    return f'<style:page-layout style:name="{name}"><style:page-layout-properties {properties}/>{header}{footer}</style:page-layout>'


def _running(tag: str, text: str | None) -> str:
    """A running head or foot; `#` is the page number."""
    number = '<text:page-number text:select-page="current">1</text:page-number>'
    if text is None:
        return ""
    return (
        f'<style:{tag}><text:p text:style-name="P_running">{escape(text).replace("#", number)}</text:p></style:{tag}>'
    )


def document(doc: Doc, automatic: str, body: str) -> str:
    """The whole document."""
    country = {
        "en": "US" if doc.hyphens else "GB",
        "de": "DE",
        "ar": "EG",
        "he": "IL",
        "zh": "CN",
        "ja": "JP",
        "fr": "FR",
    }[doc.language]
    family = {"zh": "-asian", "ja": "-asian", "ar": "-complex", "he": "-complex"}.get(doc.language, "")
    language = f'fo:language{family}="{doc.language}" fo:country{family}="{country}"'.replace(
        "fo:language-", "style:language-"
    ).replace("fo:country-", "style:country-")
    ink = f'fo:color="{doc.ink}"' if doc.ink else ""
    fonts = f'style:font-name="{doc.font}" style:font-name-asian="Droid Sans Fallback" style:font-name-complex="DejaVu Sans"'
    sizes = f'fo:font-size="{doc.size}pt" style:font-size-asian="{doc.size}pt" style:font-size-complex="{doc.size}pt"'
    mode = ' style:writing-mode="rl-tb"' if doc.rtl else ""
    faces = "".join(
        f'<style:font-face style:name="{name}" svg:font-family="&apos;{name}&apos;"/>'
        for name in (
            "Liberation Serif",
            "Liberation Sans",
            "Liberation Mono",
            "DejaVu Sans",
            "DejaVu Serif",
            "Droid Sans Fallback",
        )
    )
    default = (
        '<style:default-style style:family="paragraph">'
        f'<style:paragraph-properties{mode} style:tab-stop-distance="1.25cm"/>'
        f"<style:text-properties {fonts} {sizes} {language} {ink}/></style:default-style>"
    )
    heads = _running("header", doc.header if doc.header or doc.first_header else None) + _running(
        "header-first", doc.first_header
    )
    feet = _running("footer", doc.footer if doc.footer or doc.first_footer else None) + _running(
        "footer-first", doc.first_footer
    )
    masters = "".join(
        f'<style:master-page style:name="{name}" style:page-layout-name="{layout}">{heads}{feet}</style:master-page>'
        for name, layout in (("Standard", "L1"), ("Wide", "L2"))
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {_SPACES} office:version="1.3" '
        'office:mimetype="application/vnd.oasis.opendocument.text">'
        f"<office:font-face-decls>{faces}</office:font-face-decls>"
        f"<office:styles>{default}{_named(doc)}{_list_styles(doc)}</office:styles>"
        f"<office:automatic-styles>{automatic}{_layout('L1', doc, doc.wide)}{_layout('L2', doc, True)}</office:automatic-styles>"
        f"<office:master-styles>{masters}</office:master-styles>"
        f"<office:body><office:text>{body}</office:text></office:body></office:document>"
    )
