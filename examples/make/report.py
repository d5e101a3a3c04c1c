"""Makes ../report.pdf: a short technical report, written as a flat OpenDocument file and exported by LibreOffice."""

import base64
import re
import subprocess
import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

import drawings

OUT = Path(__file__).resolve().parent.parent
TITLE = "Water Levels of the Merrow Estuary"
GAUGES = [
    # name, river km, days recorded, mean high water, mean range (m)
    ("Sorrel Point", "0.0", "365", "2.41", 4.6),
    ("Ferry Stage", "3.2", "361", "2.58", 4.4),
    ("Hollin Bridge", "7.9", "365", "2.83", 3.7),
    ("Lantry Quay", "12.4", "349", "2.96", 2.9),
    ("Upper Weir", "16.1", "365", "3.02", 1.2),
]

NAMESPACES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in [
        ("office", "office"), ("style", "style"), ("text", "text"), ("table", "table"), ("draw", "drawing"),
        ("fo", "xsl-fo-compatible"), ("svg", "svg-compatible"), ("meta", "meta"),
    ]
) + ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"'

STYLES = """
<style:default-style style:family="paragraph">
 <style:paragraph-properties fo:hyphenation-ladder-count="no-limit"/>
 <style:text-properties style:font-name="Liberation Serif" fo:font-size="11pt" fo:language="en" fo:country="GB"
  fo:hyphenate="true" fo:hyphenation-remain-char-count="2" fo:hyphenation-push-char-count="2"/>
</style:default-style>
<style:style style:name="Standard" style:family="paragraph"/>
<style:style style:name="Body" style:family="paragraph" style:parent-style-name="Standard">
 <style:paragraph-properties fo:text-align="justify" fo:margin-bottom="0.2cm" fo:line-height="118%" fo:orphans="2" fo:widows="2"/>
</style:style>
<style:style style:name="Title" style:family="paragraph">
 <style:paragraph-properties fo:text-align="center" fo:margin-bottom="0.3cm"/>
 <style:text-properties style:font-name="Liberation Sans" fo:font-size="22pt" fo:font-weight="bold"/>
</style:style>
<style:style style:name="Byline" style:family="paragraph">
 <style:paragraph-properties fo:text-align="center" fo:margin-bottom="0.8cm"/>
 <style:text-properties fo:font-style="italic" fo:color="#555555"/>
</style:style>
<style:style style:name="H1" style:family="paragraph" style:default-outline-level="1">
 <style:paragraph-properties fo:margin-top="0.5cm" fo:margin-bottom="0.25cm" fo:keep-with-next="always"/>
 <style:text-properties style:font-name="Liberation Sans" fo:font-size="15pt" fo:font-weight="bold" fo:color="#1f3864"/>
</style:style>
<style:style style:name="H2" style:family="paragraph" style:default-outline-level="2">
 <style:paragraph-properties fo:margin-top="0.35cm" fo:margin-bottom="0.15cm" fo:keep-with-next="always"/>
 <style:text-properties style:font-name="Liberation Sans" fo:font-size="12pt" fo:font-weight="bold"/>
</style:style>
<style:style style:name="Caption" style:family="paragraph">
 <style:paragraph-properties fo:text-align="center" fo:margin-top="0.15cm" fo:margin-bottom="0.4cm"/>
 <style:text-properties fo:font-size="9.5pt" fo:font-style="italic"/>
</style:style>
<style:style style:name="Running" style:family="paragraph">
 <style:paragraph-properties fo:text-align="center"/>
 <style:text-properties style:font-name="Liberation Sans" fo:font-size="8.5pt" fo:color="#666666"/>
</style:style>
<style:style style:name="Bold" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="Italic" style:family="text"><style:text-properties fo:font-style="italic"/></style:style>
<style:style style:name="Link" style:family="text">
 <style:text-properties fo:color="#0b4f9e" style:text-underline-style="solid"/>
</style:style>
<text:list-style style:name="Bullets"><text:list-level-style-bullet text:level="1" text:bullet-char="&#8226;">
 <style:list-level-properties text:list-level-position-and-space-mode="label-alignment">
  <style:list-level-label-alignment text:label-followed-by="listtab" fo:margin-left="1.1cm" fo:text-indent="-0.5cm"/>
 </style:list-level-properties></text:list-level-style-bullet></text:list-style>
<text:list-style style:name="Numbers"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix=".">
 <style:list-level-properties text:list-level-position-and-space-mode="label-alignment">
  <style:list-level-label-alignment text:label-followed-by="listtab" fo:margin-left="1.1cm" fo:text-indent="-0.6cm"/>
 </style:list-level-properties></text:list-level-style-number></text:list-style>
"""

AUTOMATIC = """
<style:page-layout style:name="A4"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm"
  fo:margin-top="2cm" fo:margin-bottom="1.8cm" fo:margin-left="2.5cm" fo:margin-right="2.5cm"/>
 <style:header-style><style:header-footer-properties fo:min-height="0.6cm" fo:margin-bottom="0.5cm"/></style:header-style>
 <style:footer-style><style:header-footer-properties fo:min-height="0.6cm" fo:margin-top="0.5cm"/></style:footer-style>
</style:page-layout>
<style:style style:name="TwoColumns" style:family="section"><style:section-properties text:dont-balance-text-columns="false">
 <style:columns fo:column-count="2" fo:column-gap="0.8cm"/></style:section-properties></style:style>
<style:style style:name="Gauges" style:family="table"><style:table-properties style:width="15cm" table:align="center"/></style:style>
<style:style style:name="Column" style:family="table-column"><style:table-column-properties style:column-width="3cm"/></style:style>
<style:style style:name="Cell" style:family="table-cell">
 <style:table-cell-properties fo:border="0.5pt solid #333333" fo:padding="0.12cm"/></style:style>
<style:style style:name="Head" style:family="table-cell">
 <style:table-cell-properties fo:border="0.5pt solid #333333" fo:padding="0.12cm" fo:background-color="#dde6f0"/></style:style>
<style:style style:name="Right" style:family="paragraph"><style:paragraph-properties fo:text-align="end"/></style:style>
<style:style style:name="Picture" style:family="graphic"><style:graphic-properties style:wrap="none"/></style:style>
"""


def inline(text):
    """`*bold*`, `_italic_` and `[words](address)` of one piece of text."""
    text = escape(text)
    text = re.sub(r"\[([^]]+)\]\(([^)]+)\)", r'<text:a xlink:type="simple" xlink:href="\2" text:style-name="Link">\1</text:a>', text)
    text = re.sub(r"\*([^*]+)\*", r'<text:span text:style-name="Bold">\1</text:span>', text)
    return re.sub(r"(?<!\w)_([^_]+)_(?!\w)", r'<text:span text:style-name="Italic">\1</text:span>', text)


def paragraphs(*texts, style="Body"):
    return "".join(f'<text:p text:style-name="{style}">{inline(text)}</text:p>' for text in texts)


def heading(level, text):
    return f'<text:h text:style-name="H{level}" text:outline-level="{level}">{inline(text)}</text:h>'


def listed(style, *items):
    rows = "".join(f"<text:list-item>{paragraphs(item)}</text:list-item>" for item in items)
    return f'<text:list text:style-name="{style}">{rows}</text:list>'


def columns(*texts):
    return f'<text:section text:name="Columns" text:style-name="TwoColumns">{paragraphs(*texts)}</text:section>'


def table():
    heads = ["Gauge", "River km", "Days", "Mean high water (m)", "Mean range (m)"]
    head = "".join(f'<table:table-cell table:style-name="Head">{paragraphs(f"*{text}*", style="Standard")}</table:table-cell>' for text in heads)
    rows = ""
    for row in GAUGES:
        texts = [str(value) for value in row]
        styles = ["Standard"] + ["Right"] * 4
        rows += "<table:table-row>" + "".join(
            f'<table:table-cell table:style-name="Cell">{paragraphs(text, style=style)}</table:table-cell>'
            for text, style in zip(texts, styles)
        ) + "</table:table-row>"
    return (
        '<table:table table:name="Gauges" table:style-name="Gauges"><table:table-column table:style-name="Column" table:number-columns-repeated="5"/>'
        f"<table:table-header-rows><table:table-row>{head}</table:table-row></table:table-header-rows>{rows}</table:table>"
    )


def picture():
    data = base64.b64encode(drawings.chart([(name, span) for name, *_, span in GAUGES])).decode()
    return (
        '<text:p text:style-name="Caption"><draw:frame draw:name="Chart" draw:style-name="Picture" text:anchor-type="as-char" '
        'svg:width="14cm" svg:height="6.53cm">'
        f"<draw:image><office:binary-data>{data}</office:binary-data></draw:image></draw:frame></text:p>"
    )


def body():
    return "".join([
        paragraphs(TITLE, style="Title"),
        paragraphs("Report of the survey of 2025, prepared for the harbour office", style="Byline"),
        heading(1, "Summary"),
        paragraphs(
            "Five gauges recorded the level of the water between the mouth of the estuary and the weir, every six minutes, "
            "for one year. The tide loses *three quarters of its range* on the way up, while the mean level rises by "
            "sixty-one centimetres. High water at the weir follows high water at the mouth by one hour and fifty minutes in "
            "summer, and by up to _two hours and a quarter_ when the river is in flood. We recommend two changes to the tables "
            "that are given to boatmen, and one further gauge.",
        ),
        heading(1, "Instruments"),
        paragraphs(
            "Each station consists of a stilling well, a pressure sensor at its foot and a float above it. The two instruments "
            "fail in different ways: a sensor drifts slowly, a float sticks at once. Where they differ by more than two "
            "centimetres the reading is marked, and a person looks at it. The parts of a station are:",
        ),
        listed(
            "Bullets",
            "a well of plastic pipe, thirty centimetres wide, with an opening of four centimetres below the lowest water;",
            "a pressure sensor with a range of ten metres and a resolution of one millimetre;",
            "a float on a toothed tape, which turns a counter and needs no electricity;",
            "a logger that keeps ninety days of readings, and sends them once an hour.",
        ),
        heading(1, "Method"),
        heading(2, "Reduction of the readings"),
        columns(
            "All levels are given in metres above the zero of the chart, which lies 2.20 metres below the bench mark on the "
            "sill of the ferry house. The mark was levelled again at the beginning and at the end of the survey, in both "
            "directions, and had not moved by more than the error of the work, which is three millimetres.",
            "Readings of the sensor were corrected for the pressure of the air, taken from the station at the airfield, and "
            "for the density of the water, which was measured weekly at every gauge with a conductivity probe. The second "
            "correction is small at the weir, where the water is fresh, and reaches nine centimetres at the mouth after a dry "
            "month. It had been left out of the survey of 1987, and explains most of the difference between that survey and "
            "this one.",
            "Gaps of less than one hour were filled by a smooth curve through the neighbouring readings. Longer gaps were left "
            "open. There are sixteen of them, and fifteen are at Lantry Quay, where the cable was twice cut by the same "
            "dredger.",
            "The tide was separated from the river by fitting sixty-two constituents to each record, beginning with the "
            "lunar half-day. What remains is weather and rain. It was compared with the flow over the weir, and with the wind, "
            "at delays of up to three days; the delay that explained most was taken as the time that a flood needs to travel.",
        ),
        heading(2, "Checks"),
        paragraphs(
            "A second observer read the staff at each gauge once a week, at a time of their own choosing, without seeing the "
            "record. Of 247 such readings, 239 agree with the record within two centimetres. The other eight were all made on "
            "two days of strong wind, when the staff itself could not be read any better. The procedure follows the manual of "
            "the [Permanent Service for Mean Sea Level](https://psmsl.org/) and the guide of the "
            "[Intergovernmental Oceanographic Commission](https://www.ioc.unesco.org/).",
        ),
        heading(1, "Results"),
        paragraphs(
            "Table 1 gives the mean of the high waters and the mean range at each gauge. The range falls slowly as far as "
            "Hollin Bridge, and then quickly: above the bridge the bed rises, and at low water the river runs over gravel.",
        ),
        table(),
        paragraphs("Table 1. The gauges, from the mouth to the weir", style="Caption"),
        picture(),
        paragraphs("Figure 1. Mean range in metres at the five gauges", style="Caption"),
        heading(2, "Time of high water"),
        paragraphs(
            "The tables in use allow one hour and a half for the tide to travel from Sorrel Point to the weir, the whole year "
            "round. The survey shows that this is right on fewer than half of all days. With the river low, the tide takes one "
            "hour and fifty minutes; for each ten cubic metres per second that come over the weir, another four minutes must be "
            "added. In the flood of the eleventh of February it took two hours and nineteen minutes.",
        ),
        heading(2, "Highest waters"),
        paragraphs(
            "The highest level of the year, 4.07 metres at Ferry Stage, was reached on the twenty-second of October at 07:48. "
            "It was not the highest tide of the year, which had come a fortnight before on a calm day, but an ordinary spring "
            "tide raised by sixty-four centimetres of surge. At the weir the same water rose no higher than it does on any "
            "wet Thursday. A surge and a flood have not yet met within the time of any record; the marks on the wall of the "
            "ferry house, which go back to 1771, suggest that they meet once or twice in a century.",
        ),
        heading(1, "Recommendations"),
        listed(
            "Numbers",
            "The interval from the mouth to the weir should be given in the tables as a line, not as a number, with the flow "
            "over the weir as its other axis.",
            "The level at Hollin Bridge should be given as clearance below the middle arch, which is what is asked for, and "
            "not as height above the zero of the chart, which is not.",
            "A sixth gauge should be set up between Lantry Quay and the weir, where the record shows that something happens "
            "to the low waters that five gauges cannot explain.",
        ),
        heading(1, "Acknowledgements"),
        paragraphs(
            "The survey would not have been possible without the ferrymen, who broke the ice from the wells in January, nor "
            "without the book of tides kept at Sorrel Point for forty-one years by its first observer. Readings and programs "
            "can be had from the [survey office](mailto:survey@example.org) and at "
            "[example.org/merrow](https://example.org/merrow).",
        ),
    ])


def document():
    fonts = "".join(
        f'<style:font-face style:name="{name}" svg:font-family="&apos;{name}&apos;"/>'
        for name in ("Liberation Serif", "Liberation Sans")
    )
    header = paragraphs(f"{TITLE} · Survey of 2025", style="Running")
    footer = '<text:p text:style-name="Running">Page <text:page-number/> of <text:page-count/></text:p>'
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document {NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:meta><dc:title>{TITLE}</dc:title><meta:initial-creator>The Transvase Contributors</meta:initial-creator>
<dc:creator>The Transvase Contributors</dc:creator><dc:subject>Tides</dc:subject></office:meta>
<office:font-face-decls>{fonts}</office:font-face-decls>
<office:styles>{STYLES}</office:styles>
<office:automatic-styles>{AUTOMATIC}</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="A4">
<style:header>{header}</style:header><style:footer>{footer}</style:footer></style:master-page></office:master-styles>
<office:body><office:text>{body()}</office:text></office:body>
</office:document>"""


def main():
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "report.fodt"
        source.write_text(document(), "utf-8")
        target = 'pdf:writer_pdf_Export:{"ExportBookmarks":{"type":"boolean","value":"true"}}'
        words = ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", target]
        subprocess.run([*words, "--outdir", OUT, source], check=True, stdout=subprocess.DEVNULL)
    print("report.pdf", (OUT / "report.pdf").stat().st_size)


if __name__ == "__main__":
    main()
