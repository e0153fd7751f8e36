"""Every real and odd file at hand: in, out as BibTeX, in again elsewhere: the same records."""

import pytest
from django.db import transaction

from publications import bibtex, citations, importer
from publications.bibtex import Unreadable
from publications.models import Publication
from tests.conftest import SHARED

pytestmark = pytest.mark.django_db
FILES = sorted(SHARED.glob("bibtex/sites/*")) + sorted(SHARED.glob("bibtex/edge/*"))


def elsewhere(work):
    """What `work` returns when done in an empty database, which is empty again afterwards."""
    with transaction.atomic():
        result = work()
        transaction.set_rollback(True)
    return result


def take(data):
    report = importer.run([("papers.bib", bibtex.parse(data))], trusted=True)
    return report.counts


def exported():
    """CSL-JSON and BibTeX, as export_publications writes them."""
    papers = citations.with_citation_data(Publication.objects.order_by("pk"))
    return citations.csl_json(papers), citations.bibtex(papers)


def first(data):
    take(data)
    return exported()


def second(text):
    take(text)
    csl, again = exported()
    return csl, again, take(text)


@pytest.mark.parametrize("path", FILES or [None], ids=lambda path: path.name if path else "absent")
def test_it_works(shared, path):
    try:
        csl, text = elsewhere(lambda: first(path.read_bytes()))
    except Unreadable:
        return
    csl_again, text_again, counts = elsewhere(lambda: second(text))
    assert csl_again == csl
    assert text_again == text
    assert counts["unchanged"] == sum(counts.values())
