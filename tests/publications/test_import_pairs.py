"""Pairs of entries, and whether they are one paper: decided by hand, in tests/data/pairs/.

Each pair comes in one file, in the other order, and from two files in both orders: whether they
are one, and what the paper then says, must be the same.
"""

import re
from typing import NamedTuple

import pytest

from publications import bibtex
from publications.matching import normalise_title
from publications.matching.forms import bare_url
from publications.models import Publication
from tests.publications.importing import DATA, take

pytestmark = pytest.mark.django_db
VERDICT = re.compile(r"^% (one|two)(?:, (\w+) differs)?: (.*)$", re.M)
PAIR = re.compile(r"[a-z]\d\d")
FILES = ["decided", "held_back"]


class Pair(NamedTuple):
    name: str
    verdict: str
    differs: str
    about: str
    entries: list[str]


def read_pairs(file):
    _intro, *parts = VERDICT.split((DATA / "pairs" / f"{file}.bib").read_text())
    for verdict, differs, about, text in zip(*[iter(parts)] * 4, strict=True):
        entries = [record.raw for record in bibtex.parse(text).records]
        yield Pair(PAIR.search(text)[0], verdict, differs or "", about, entries)


def in_one_file(firsts, seconds):
    pairs = zip(firsts, seconds, strict=True)
    return [take("\n".join(f"{one}\n{two}" for one, two in pairs))]


def in_two_files(firsts, seconds):
    return [take("\n".join(firsts), file="a.bib"), take("\n".join(seconds), file="b.bib")]


def outcomes(reports):
    """Pair -> (the papers that it is, the fields on which the report tells a contradiction)."""
    papers, differs = {}, {}
    for paper in Publication.objects.order_by("pk"):
        for pair in {PAIR.match(source.citation_key)[0] for source in paper.sources.all()}:
            papers.setdefault(pair, []).append(said(paper))
    for problem in (problem for report in reports for problem in report.problems):
        if "another entry of this paper" in problem.reason:
            differs[PAIR.match(problem.key)[0]] = problem.reason.partition(":")[0]
    return papers, differs


def said(paper):
    """What the paper says, but for the order of lists and the style of its words."""
    fields = [
        [name, value] for name, value in paper.fields if name not in ("ids", "keywords", "tags")
    ]
    listed = {
        item.strip()
        for name, value in paper.fields
        if name in ("ids", "keywords", "tags")
        for item in value.split(",")
    }
    urls = {bare_url(paper.url), *(bare_url(link.url) for link in paper.links.all())} - {""}
    return {
        "title": normalise_title(paper.title),
        "authors": [str(row) for row in paper.authorships.all()],
        "keys and lists": listed | {paper.citation_key},
        "urls": urls,
        "fields": sorted(fields),
        "sources": paper.sources.count(),
        "versions": [(form.citation_key, form.doi) for form in paper.versions.all()],
        **{
            name: getattr(paper, name)
            for name in ("entry_type", "date_text", "volume", "issue", "pages", "doi", "arxiv")
        },
        **{
            name: getattr(paper, name)
            for name in ("container_title", "edition", "isbn", "abstract", "status", "et_al")
        },
        "date": paper.date and paper.date.stored,
        "publisher": paper.publisher,
    }


@pytest.mark.parametrize("file", FILES)
def test_they_are_joined_as_was_decided_in_whichever_order(file):
    pairs = list(read_pairs(file))
    orders = [list(zip(*(pair.entries[::step] for pair in pairs), strict=True)) for step in (1, -1)]
    wrong, results = [], []
    for way in (in_one_file, in_two_files):
        for firsts, seconds in orders:
            papers, differs = outcomes(way(firsts, seconds))
            results.append(papers)
            Publication.objects.all().delete()
            for pair in pairs:
                count = {1: "one", 2: "two"}[len(papers[pair.name])]
                if (count, differs.get(pair.name, "")) != (pair.verdict, pair.differs):
                    told = f"{count} {differs.get(pair.name, '')}"
                    wrong.append(f"{pair.name} {way.__name__}: {told}: {pair.about}")
    assert not wrong, "\n".join(wrong)
    for pair in pairs:
        # Of what contradicts the first in the file has the word; two papers stand in their order.
        first, *others = [
            sorted((paper | {pair.differs: ""} for paper in papers[pair.name]), key=str)
            for papers in results
        ]
        assert others == [first] * 3, f"{pair.name}: {pair.about}"
