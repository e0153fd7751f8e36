"""The CVs of the demo lab: every format says of every entry what the others say.

What a format cannot say is listed; whatever else one of them leaves out fails.
"""

import json
from dataclasses import replace
from itertools import cycle

import pytest
import yaml
from selectolax.lexbor import LexborHTMLParser

from exchange.cv_formats import rendercv, resume, typeset
from profiles.models import CVVariant, Researcher
from tests.exchange.cv_formats.sayings import FORMATS, document_of, squeezed, text_of_pdf, unsaid


@pytest.fixture(scope="module")
def cvs(loaded):
    """Everybody's, read once: the formats write them and change nothing."""
    return {person.slug: document_of(person) for person in Researcher.objects.all()}


@pytest.mark.parametrize("name", FORMATS)
def test_every_entry_of_the_lab_is_in_the_format(cvs, name):
    assert [piece for cv in cvs.values() for piece in unsaid(cv, name)] == []


# On the page and not in a file: its buttons, its lists of files and versions, and links beyond.
PAGE_ALONE = ".cv-files, .cv-kind, .cv-more, script, .visually-hidden, math"


def texts_in_order(page):
    """Each text of the CV on its page, in the order of reading."""
    article = LexborHTMLParser(page).css_first("article.cv")
    for node in article.css(PAGE_ALONE):
        node.decompose()
    for node in article.traverse(include_text=True):
        if node.tag == "-text" and squeezed(node.text()):
            yield squeezed(node.text())


def test_the_pdf_reads_in_the_order_of_the_page(client, lab, cvs):
    """Each text of the page is in the PDF's after the one before, whichever its design."""
    astray = []
    for (slug, cv), design in zip(cvs.items(), cycle(CVVariant.Design.values)):
        pdf, reached = squeezed(text_of_pdf(typeset.write(replace(cv, design=design)))), 0
        for text in texts_in_order(client.get(f"/{slug}/cv/").content.decode()):
            found = pdf.find(text, reached)
            astray += [(slug, text, pdf[reached : reached + 40])] * (found < 0)
            reached = found + len(text) if found >= 0 else reached
    assert astray == []


def test_what_is_listed_as_unsaid_is_not_more_than_that(cvs):
    """Of the papers and rows of everybody, RenderCV and JSON Resume have as many as the CV."""
    for cv in cvs.values():
        rows = sum(len(part.entries) for part in cv.parts)
        papers = sum(len(group.papers) for part in cv.parts for group in part.groups)
        assert resume_counts(cv) == rendercv_counts(cv) == (rows, papers)


def resume_counts(cv):
    written = json.loads(resume.write(cv))
    rows = sum(len(written.get(kind, ())) for kind in ("work", "education", "awards", "projects"))
    return rows, len(written.get("publications", ()))


def rendercv_counts(cv):
    sections = yaml.safe_load(rendercv.write(cv))["cv"]["sections"].values()
    entries = [entry for section in sections for entry in section if isinstance(entry, dict)]
    papers = [entry for entry in entries if "authors" in entry]
    return len(entries) - len(papers), len(papers)
