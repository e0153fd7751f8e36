"""Every format says one paper alike: the same columns, whoever wrote it down."""

import pytest

from publications import importer, reference_lists
from publications.models import Publication
from tests.publications.lists import SAME, names, reading

EVERY = pytest.mark.parametrize("name", SAME)
SAID = {
    "title": "Tides & Ledgers: a study of kelp",
    "entry_type": "article",
    "container_title": "Journal of Quiet Plants",
    "date": "2021-04-09",
    "doi": "10.5555/quiet.12",
    "status": "published",
}
NUMBERS = {"volume": "12", "issue": "3", "pages": "101–118", "abstract": "Kelp keeps accounts."}


@EVERY
def test_every_format_says_it(name):
    values = reading(SAME[name])
    said = SAID if name == "orcid" else SAID | NUMBERS
    assert {column: values.get(column) for column in said} == said


@EVERY
def test_every_format_names_both(name):
    both = [("Ada B.", "", "Lind", "", ""), ("Charlie", "van der", "Moss", "", "")]
    assert names(reading(SAME[name])) == both


@pytest.mark.parametrize("name", ["csl", "nbib", "isi", "crossref", "openalex", "orcid"])
def test_its_orcid_is_kept(name):
    assert reading(SAME[name])["orcids"] == ["0000-0002-1825-0097", ""]


@pytest.mark.parametrize("name", sorted(SAME.keys() - {"orcid"}))
def test_its_keywords_are_kept(name):
    assert ["keywords", "kelp, ledgers"] in reading(SAME[name])["fields"]


@pytest.mark.parametrize("name", ["ris", "csl", "enw", "xml"])
def test_its_key_is_kept(name):
    assert reading(SAME[name])["citation_key"] == "lind2021"


@EVERY
def test_its_source_is_its_own_text(name):
    (record,) = reference_lists.parse(SAME[name].encode()).records
    assert record.raw in SAME[name]
    assert len(record.raw) > len(SAME[name]) / 2


@pytest.mark.django_db
def test_all_of_them_are_one_paper():
    files = [(name, reference_lists.parse(text.encode())) for name, text in SAME.items()]
    report = importer.run(files, by_operator=True)
    assert report.counts == {
        "created": 1, "merged": len(SAME) - 1, "updated": 0, "unchanged": 0, "refused": 0
    }  # fmt: skip
    paper = Publication.objects.get()
    assert paper.pmid == "30000001"
    assert paper.authorships.count() == 2
