"""The CV as a Word document, with Word's own headings, lists and links, so that one can go on
writing. Formulas are in the signs that Unicode has for them.
"""

import re
from dataclasses import replace
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from exchange.cv_formats.document import Block, Document, DocumentEntry, DocumentPart, Run, Runs

# No XML file may hold these.
CONTROLS = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# English Metric Units, of which 36,000 are a millimetre.
PAPERS = {"a4": (7_560_000, 10_692_000), "us-letter": (7_772_400, 10_058_400)}
PORTRAIT = 1_080_000
LIST_STYLES = ("List Bullet", "List Bullet 2", "List Bullet 3")


def write(document: Document) -> bytes:
    """Return the file. Needs python-docx."""
    import docx

    word = docx.Document()
    name = " ".join(filter(None, [document.name, document.name_beside]))
    properties = word.core_properties
    properties.title = properties.author = clean(document.name)[:255]
    properties.language, properties.comments = document.language, ""
    page = word.sections[0]
    page.page_width, page.page_height = PAPERS.get(document.paper, PAPERS["a4"])
    if document.portrait:
        _portrait(word, document)
    word.add_heading(clean(name), 0)
    for position in document.positions:
        add_runs(word.add_paragraph(), position.line)
    for contact in document.contacts:
        text = " ".join(contact.text.split())
        runs = Run(f"{contact.label}: "), Run(text, url=contact.url)
        add_runs(word.add_paragraph(style="No Spacing"), runs)
    for part in document.parts:
        word.add_heading(clean(part.heading), 1)
        _part(word, part)
    file = BytesIO()
    word.save(file)
    return _without_times(file)


def _portrait(word, document):
    picture = word.add_picture(BytesIO(document.portrait), width=PORTRAIT)
    picture._inline.docPr.set("descr", clean(document.portrait_alt))


def _without_times(file: BytesIO) -> bytes:
    """The same document is the same bytes, whenever it is written."""
    written = BytesIO()
    with ZipFile(file) as parts, ZipFile(written, "w", ZIP_DEFLATED) as target:
        for part in parts.infolist():
            # Made of its name alone, a member has the first moment that ZIP knows.
            target.writestr(ZipInfo(part.filename), parts.read(part), ZIP_DEFLATED)
    return written.getvalue()


def _part(word, part: DocumentPart):
    _blocks(word, part.texts)
    for group in part.groups:
        word.add_heading(clean(group.heading), 2)
        for paper in group.papers:
            paragraph = word.add_paragraph()
            number = f"{paper.number}. " if paper.number else ""
            add_runs(paragraph, (Run(number), *paper.reference))
        for line in group.legend:
            add_runs(word.add_paragraph(style="No Spacing"), (Run(line),))
    for entry in part.entries:
        _entry(word, entry)


def _entry(word, entry: DocumentEntry):
    title = [replace(run, marks=(*run.marks, "strong"), url=entry.url) for run in entry.title]
    paragraph = word.add_paragraph()
    paragraph.paragraph_format.keep_with_next = True
    add_runs(paragraph, (*title, Run(f", {entry.when}" if entry.when else "")))
    for detail in entry.details:
        add_runs(word.add_paragraph(style="No Spacing"), detail)
    _blocks(word, entry.body)
    if entry.links:
        runs = (Run(label or url, url=url) for label, url in entry.links)
        spaced = [run for link in runs for run in (Run(", "), link)][1:]
        add_runs(word.add_paragraph(style="No Spacing"), tuple(spaced))


def _blocks(word, blocks: tuple[Block, ...]):
    for block in blocks:
        style, runs = {"quote": "Quote", "code": "No Spacing"}.get(block.kind), block.runs
        if block.marker and block.marker[0].isdigit():
            style, runs = "List Paragraph", (Run(f"{block.marker} "), *runs)
        elif block.kind == "item":
            style = LIST_STYLES[min(block.level, 2)] if block.marker else "List Continue"
        add_runs(word.add_paragraph(style=style), runs)


def add_runs(paragraph, runs: Runs) -> None:
    """Add runs to a paragraph, links as Word's own."""
    for run in runs:
        text = clean(run.text)
        if not text:
            continue
        added = paragraph.add_run(text)
        font = added.font
        font.bold = "strong" in run.marks or None
        font.italic = "emph" in run.marks or None
        font.superscript = "super" in run.marks or None
        font.subscript = "sub" in run.marks or None
        font.strike = "strike" in run.marks or None
        font.underline = "underline" in run.marks or bool(run.url) or None
        if "code" in run.marks:
            font.name = "Consolas"
        if run.url:
            _link(paragraph, added, run.url)


def _link(paragraph, run, url: str):
    """Puts a run into a hyperlink, for which python-docx has no method of its own."""
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    element = OxmlElement("w:hyperlink")
    target = paragraph.part.relate_to(clean(url), RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
    element.set(qn("r:id"), target)
    run._r.addprevious(element)
    element.append(run._r)


def clean(text: str) -> str:
    """Return text without characters that XML does not allow."""
    return CONTROLS.sub("", text)
