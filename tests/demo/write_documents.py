"""The demo's PDFs: each text of website/demo/documents/ as one page. `python -m` runs it.

A text is a title, then paragraphs; all of them are the Vitae team's own words.
"""

import textwrap
from codecs import BOM_UTF16_BE
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "website/demo/documents"
FONTS = {"F1": "Times-Bold", "F2": "Times-Roman"}  # of every PDF reader


def pdf(text: str) -> bytes:
    """A4, after ISO 32000-1: catalogue, pages, one page, its content, two fonts, the offsets."""
    title, *paragraphs = text.strip().split("\n\n")
    parts = ["BT", "72 750 Td", "/F1 20 Tf 24 TL", *_lines(title, 44), "/F2 12 Tf 17 TL", "T*"]
    for paragraph in paragraphs:
        parts += [*_lines(" ".join(paragraph.split()), 82), "T*"]
    content = "\n".join([*parts, "ET"])
    fonts = "".join(
        f"/{name} << /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >> "
        for name, font in FONTS.items()
    )
    objects = [
        "<< /Type /Catalog /Pages 2 0 R /Lang (en) >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
        f"/Resources << /Font << {fonts}>> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        f"<< /Title <{(BOM_UTF16_BE + title.encode('utf-16-be')).hex()}> >>",
    ]
    body, offsets = "%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        offsets.append(len(body))
        body += f"{number} 0 obj\n{each}\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    body += f"xref\n0 {size}\n0000000000 65535 f \n{table}"
    body += f"trailer\n<< /Size {size} /Root 1 0 R /Info 5 0 R >>\nstartxref\n"
    return f"{body}{body.index('xref')}\n%%EOF\n".encode("cp1252")


def _lines(text, width):
    return [f"({_escaped(line)}) Tj T*" for line in textwrap.wrap(text, width)]


def _escaped(text):
    return text.translate({ord(sign): f"\\{sign}" for sign in "\\()"})


if __name__ == "__main__":
    for path in FOLDER.glob("*.txt"):
        path.with_suffix(".pdf").write_bytes(pdf(path.read_text(encoding="utf-8")))
