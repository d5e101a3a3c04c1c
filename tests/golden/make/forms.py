"""Documents with form fields. A field stands in the line of its label; its value is claimed with it."""

from __future__ import annotations

import io
from collections.abc import Callable

import pikepdf
from fontTools import subset
from fontTools.ttLib import TTFont
from reportlab.lib.pagesizes import A5
from reportlab.pdfgen.canvas import Canvas

from .fodt_styles import document
from .model import Doc
from .produce import File, libreoffice, normal, saved, weasyprint

_TITLE = "Mooring Request"
_TEXTS = {"Name": "Jonas Brekke", "Boat": "Old Annie", "Length": "7 m"}
_CHECKS = {"Needs water": True, "Needs power": False}
_RADIOS = {"North quay": False, "Salt steps": True}
_CHOICES = ["One night", "One week", "All summer"]
_LAST = "Hand the sheet in at the harbour office."


def _claims(filled: bool, *, texts: bool = True, buttons: bool = True, choices: bool = True) -> list[str]:
    """The labels, and the values that are filled in; buttons are claimed by their labels alone."""
    lines = [f"heading 1: {_TITLE}"]
    if texts:
        lines += [
            f"paragraph: {label}: {value}" if filled else f"paragraph: {label}:" for label, value in _TEXTS.items()
        ]
    if buttons:
        lines += [f"paragraph: {label}" for label in (*_CHECKS, *_RADIOS)]
    if choices:
        lines.append(f"paragraph: Stay: {_CHOICES[1]}" if filled else "paragraph: Stay:")
    return [*lines, f"paragraph: {_LAST}"]


def by_reportlab(filled: bool) -> File:
    """All kinds of fields."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, A5, invariant=1)
    canvas.setFont("Helvetica-Bold", 20)
    canvas.drawString(45, 530, _TITLE)
    canvas.setFont("Helvetica", 11)
    form, y = canvas.acroForm, 490
    for label, value in _TEXTS.items():
        canvas.drawString(45, y, f"{label}:")
        form.textfield(
            name=label,
            value=value if filled else "",
            x=110,
            y=y - 5,
            width=200,
            height=18,
            fontSize=11,
            borderWidth=0.5,
        )
        y -= 32
    for label, on in _CHECKS.items():
        form.checkbox(name=label, checked=filled and on, x=45, y=y - 3, size=14, borderWidth=0.5)
        canvas.drawString(66, y, label)
        y -= 26
    for label, on in _RADIOS.items():
        chosen = filled and on
        form.radio(name="place", value=label.replace(" ", ""), selected=chosen, x=45, y=y - 3, size=14, borderWidth=0.5)
        canvas.drawString(66, y, label)
        y -= 26
    canvas.drawString(45, y, "Stay:")
    choices = _CHOICES if filled else [" ", *_CHOICES]
    value = _CHOICES[1] if filled else " "
    form.choice(
        name="stay", value=value, options=choices, x=110, y=y - 5, width=120, height=18, fontSize=11, borderWidth=0.5
    )
    canvas.drawString(45, y - 40, _LAST)
    canvas.save()
    return normal(buffer.getvalue()), _claims(filled)


def by_weasyprint(filled: bool) -> File:
    """Fields made from HTML."""
    value = lambda text: f" value='{text}'" if filled else ""  # noqa: E731
    checked = lambda on: " checked" if filled and on else ""  # noqa: E731
    rows = [f"<p>{label}: <input type='text' name='{label}'{value(text)}></p>" for label, text in _TEXTS.items()]
    rows += [f"<p><input type='checkbox' name='{label}'{checked(on)}> {label}</p>" for label, on in _CHECKS.items()]
    rows += [
        f"<p><input type='radio' name='place' value='{label}'{checked(on)}> {label}</p>"
        for label, on in _RADIOS.items()
    ]
    options = "".join(
        f"<option value='{text}'{' selected' if filled and text == _CHOICES[1] else ''}>{text}</option>"
        for text in _CHOICES
    )
    options = options if filled else "<option value='' selected></option>" + options
    rows.append(f"<p>Stay: <select name='stay'>{options}</select></p>")
    sheet = "@page { size: A5; margin: 16mm } body { font: 11pt 'Liberation Sans' } input { border: 0.5pt solid #333 } input { display: inline-block; height: 1em; width: 1em } input[type=text] { width: 60mm; height: 1.3em } select { width: 40mm }"
    body = f"<style>{sheet}</style><h1>{_TITLE}</h1>{''.join(rows)}<p>{_LAST}</p>"
    page = f"<html lang='en'><title>{_TITLE}</title><body>{body}</body></html>"
    return normal(basic_latin(weasyprint(page, forms=True))), _claims(filled)


def basic_latin(pdf: bytes) -> bytes:
    """The file with its fonts cut down to basic Latin: WeasyPrint puts in the whole font for forms."""
    options = subset.Options(retain_gids=True, hinting=False, layout_features=[], notdef_outline=True)
    with pikepdf.open(io.BytesIO(pdf)) as file:
        for item in file.objects:
            if isinstance(item, pikepdf.Dictionary) and "/FontFile2" in item:
                face = TTFont(io.BytesIO(item.FontFile2.read_bytes()), recalcTimestamp=False)
                cutter = subset.Subsetter(options)
                cutter.populate(unicodes=range(32, 127))
                cutter.subset(face)
                buffer = io.BytesIO()
                face.save(buffer)
                item.FontFile2.write(buffer.getvalue())
        return saved(file)


def by_libreoffice(filled: bool) -> File:
    """Text fields, check boxes and a combo box as form controls."""
    controls, body = [], [f'<text:h text:style-name="Heading_20_1" text:outline-level="1">{_TITLE}</text:h>']
    number = 0

    def control(width: str) -> str:
        size = f'text:anchor-type="as-char" svg:width="{width}" svg:height="0.6cm"'
        return f'<draw:control draw:control="c{number}" {size}/>'

    for label, value in _TEXTS.items():
        number += 1
        state = f' form:value="{value}" form:current-value="{value}"' if filled else ""
        controls.append(f'<form:text form:name="{label}" xml:id="c{number}" form:id="c{number}"{state}/>')
        body.append(f'<text:p text:style-name="Text_20_body">{label}: {control("6cm")}</text:p>')
    for label, on in _CHECKS.items():
        number += 1
        state = ' form:state="checked" form:current-state="checked"' if filled and on else ""
        controls.append(f'<form:checkbox form:name="{label}" xml:id="c{number}" form:id="c{number}"{state}/>')
        body.append(f'<text:p text:style-name="Text_20_body">{control("0.6cm")} {label}</text:p>')
    body.append(f'<text:p text:style-name="Text_20_body">{_LAST}</text:p>')
    form = f'<office:forms><form:form form:name="Form">{"".join(controls)}</form:form></office:forms>'
    text = document(Doc("form", [], [], page="A5", font="Liberation Sans"), "", form + "".join(body))
    pdf = libreoffice([("form", text)], tagged=False)["form"]
    lines = [f"paragraph: {label}" for label in _CHECKS]
    return normal(pdf), [*_claims(filled, buttons=False, choices=False)[:-1], *lines, f"paragraph: {_LAST}"]


FILES: dict[str, Callable[[], File]] = {
    "form-filled-reportlab.pdf": lambda: by_reportlab(True),
    "form-empty-reportlab.pdf": lambda: by_reportlab(False),
    "form-filled-weasyprint.pdf": lambda: by_weasyprint(True),
    "form-empty-weasyprint.pdf": lambda: by_weasyprint(False),
    "form-filled-libreoffice-untagged.pdf": lambda: by_libreoffice(True),
}
