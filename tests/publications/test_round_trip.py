"""Every real and odd file at hand: in, out as BibTeX, in again elsewhere: the same records."""

from contextlib import suppress
from functools import cache

import pytest
from django.db import transaction

from publications import bibtex, citations, importer
from publications.bibtex import BibtexDecodeError
from publications.citations.bibtex import PARENTS
from publications.models import Publication
from tests.conftest import SHARED
from tests.publications.importing import dump

pytestmark = pytest.mark.django_db
SITES = sorted(SHARED.glob("bibtex/sites/*"))
# The longest show nothing more in a dialect.
SHORT_SITES = [path for path in SITES if path.stat().st_size < 50_000]
EDGE = sorted(SHARED.glob("bibtex/edge/*"))
# Small ones go together, neighbours apart, since a project says one paper in several ways; some
# alone, since the only paper of a site is exported without what others would inherit from it.
TOGETHER = [EDGE[start::24] for start in range(24)]
ALONE = SITES + EDGE[::17]


def elsewhere(work):
    """What `work` returns when done in an empty database, which is empty again afterwards."""
    with transaction.atomic():
        result = work()
        transaction.set_rollback(True)
    return result


def readable(paths):
    for path in paths:
        with suppress(BibtexDecodeError):
            yield path.name, bibtex.parse(path.read_bytes())


def take(files):
    report = importer.run(files, by_operator=True)
    assert sum(report.counts.values()) == len(report.steps)
    return report.counts


def exported(dialect=""):
    """CSL-JSON and BibTeX, as export_publications writes them."""
    papers = citations.with_citation_data(Publication.objects.order_by("pk"))
    return citations.csl_json(papers), citations.bibtex(papers, dialect=dialect)


def first(files):
    counts = take(files)
    out, there = exported(), dump()
    again = take(files)
    assert again["unchanged"] == counts["created"] + counts["merged"]
    assert again["refused"] == counts["refused"]
    assert dump() == there
    return out


@cache
def in_dialects(path):
    """What is exported of one file, by dialect."""

    def work():
        take(list(readable([path])))
        return {dialect: exported(dialect) for dialect in citations.DIALECTS}

    return elsewhere(work)


def second(text, dialect=""):
    files = [("papers.bib", bibtex.parse(text))]
    take(files)
    csl, again = exported(dialect)
    return csl, again, take(files)


def comes_back(paths):
    files = list(readable(paths))
    csl, text = elsewhere(lambda: first(files))
    csl_again, text_again, counts = elsewhere(lambda: second(text))
    assert csl_again == csl
    assert text_again == text
    assert counts["unchanged"] == sum(counts.values())


@pytest.mark.parametrize("path", ALONE or [None], ids=lambda path: path.name if path else "absent")
def test_every_file_comes_back(shared, path):
    comes_back([path])


@pytest.mark.parametrize("paths", TOGETHER, ids=range(len(TOGETHER)))
def test_small_files_together(shared, paths):
    try:
        comes_back(paths)
    except AssertionError:
        for path in paths:  # which of them?
            comes_back([path])
        raise


@pytest.mark.parametrize("dialect", citations.DIALECTS)
@pytest.mark.parametrize(
    "path", SHORT_SITES or [None], ids=lambda path: path.name if path else "absent"
)
def test_sites_in_a_dialect(shared, path, dialect):
    csl, text = in_dialects(path)[dialect]
    csl_again, text_again, counts = elsewhere(lambda: second(text, dialect))
    assert without_parents(csl_again) == without_parents(csl)
    assert text_again == text
    assert counts["unchanged"] == sum(counts.values())


def without_parents(items):
    """What an entry inherits is written out: it names no parents any more."""
    for item in items:
        fields = item["custom"].pop("fields", {})
        item["custom"]["rest"] = {n: v for n, v in fields.items() if n not in PARENTS}
    return items
