"""What Vitae exports as RIS and as CSL-JSON it imports again: the same export, from elsewhere."""

from contextlib import suppress

import pytest
from django.db import transaction

from publications import bibtex, citations, importer, reference_lists
from publications.bibtex import BibtexDecodeError
from publications.models import Publication
from tests.conftest import SHARED

pytestmark = pytest.mark.django_db
SITES = sorted(SHARED.glob("bibtex/sites/*"))
EDGE = sorted(SHARED.glob("bibtex/edge/*"))
TOGETHER = [[path] for path in SITES] + [EDGE[start::24] for start in range(24)]


def elsewhere(files, formats):
    """What a database that holds nothing but these files exports; it is empty again afterwards."""
    with transaction.atomic():
        report = importer.run(files, by_operator=True)
        assert not report.counts["refused"] or len(files) != 1
        papers = citations.with_citation_data(Publication.objects.order_by("pk"))
        texts = {name: citations.FORMATS[name].write(papers) for name in formats}
        transaction.set_rollback(True)
    return texts


def readable(paths):
    for path in paths:
        with suppress(BibtexDecodeError):
            yield path.name, bibtex.parse(path.read_bytes())


@pytest.mark.parametrize("name", ["csl-json", "ris"])
@pytest.mark.parametrize(
    "paths", TOGETHER or [None], ids=lambda paths: paths[0].name if paths else "absent"
)
def test_an_export_comes_back(shared, paths, name):
    first = elsewhere(list(readable(paths)), [name])[name]
    files = [("papers", reference_lists.parse(first.encode()))]
    assert elsewhere(files, [name])[name] == first
