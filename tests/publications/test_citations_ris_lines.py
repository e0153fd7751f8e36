"""Each line of RIS is a tag of its list, two blanks, a dash, a blank and the value, in CR LF."""

import re

import pytest

from publications import citations, importer
from publications.bibtex import BibtexDecodeError, parse
from publications.models import Publication, PublicationLink, Topic
from tests.conftest import SHARED
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db
LINE = re.compile(r"[A-Z][A-Z0-9]  - .*")
TAGS = re.compile(
    "TY|ER|A[1-4BDNUV]|BT|C[1-8APTY]|D[ABOP]|E[DPT]|I[DS]|J[12AFO]|KW|L[1-4ABK]|M[1-3]|N[12V]|OP"
    "|P[BY]|R[INP]|S[ENPT]|T[1-3AIT]|U[1-5R]|V[LO]|Y[12]"
)
FILES = sorted(SHARED.glob("bibtex/sites/*"))
BREAKS = "one\ntwo\r\nthree\vfour\ffive\x85six\u2028seven\u2029eight\x1cnine"


def written():
    papers = Publication.objects.order_by("pk")
    return citations.ris(citations.with_citation_data(papers))


def check(text, count):
    records = [block for block in re.split(r"(?<=ER  - \r\n)(?:\r\n)?", text) if block]
    assert len(records) == count
    for record in records:
        # Every line break that there is, not only those of RIS.
        lines = record.splitlines()
        assert record == "".join(f"{line}\r\n" for line in lines)
        assert all(LINE.fullmatch(line) for line in lines), lines
        tags = [line[:2] for line in lines]
        assert (tags[0], tags[-1]) == ("TY", "ER")
        assert (tags.count("TY"), tags.count("ER")) == (1, 1)
        assert all(map(TAGS.fullmatch, tags)), tags


def test_ris_lines_hold_by_the_letter(alice):
    texts = ("title", "container_title", "abstract", "note", "publisher", "place", "series")
    values = dict.fromkeys(texts, BREAKS) | {
        "pages": "1–9",
        "doi": "10.1000/182",
        "date": "2024-11",
    }
    neumann = {"given": BREAKS, "particle": "von", "family": "Neumann", "suffix": "Jr."}
    paper = make_paper(values.pop("title"), alice, neumann, **values)
    paper.topics.add(Topic.objects.create(name="a\u2028b", slug="a-b"))
    PublicationLink.objects.create(publication=paper, kind="pdf", url="https://e.org/a.pdf")
    make_paper("Another")
    check(written(), 2)


@pytest.mark.parametrize("path", FILES or [None], ids=lambda path: path.name if path else "absent")
def test_files_of_sites(shared, path):
    try:
        importer.run([("papers.bib", parse(path.read_bytes()))], by_operator=True)
    except BibtexDecodeError:
        return
    check(written(), Publication.objects.count())
