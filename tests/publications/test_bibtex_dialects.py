"""BibTeX for classic BibTeX or for biblatex: other names and types, the same record."""

import pytest

from publications import citations
from publications.bibtex import parse
from publications.models import Publication
from tests.publications.importing import actions, take

pytestmark = pytest.mark.django_db
ONLINE = """
@online{kelp,
  title = {Growing Consensus}, subtitle = {In Kelp Forests}, author = {Ahlgren, Alice},
  date = {2024-11-20}, url = {https://e.org/kelp}, eprint = {2401.00001}, eprinttype = {arxiv},
  annote = {kept}
}
"""
ARTICLE = """
@article{tide,
  title = {Of Tides}, author = {Brandt, Bob}, journal = {Ebb}, year = 2023, month = may,
  number = 4, address = {Uppsala}, eprint = {2301.00001}, archiveprefix = {arXiv}
}
"""


def written(dialect):
    papers = citations.with_citation_data(Publication.objects.order_by("pk"))
    return citations.bibtex(papers, dialect=dialect)


def entry(dialect):
    (record,) = parse(written(dialect)).records
    return record.entry_type, dict(record.fields)


def test_classic_bibtex(alice):
    take(ONLINE)
    entry_type, fields = entry("bibtex")
    assert entry_type == "misc"
    assert fields["title"] == "Growing Consensus: In Kelp Forests"
    assert (fields["year"], fields["archiveprefix"]) == ("2024", "arxiv")
    assert fields["howpublished"] == "\\url{https://e.org/kelp}"
    assert '  month = 20 # "~" # nov,\n' in written("bibtex")
    assert not {"date", "subtitle", "eprinttype"} & fields.keys()


def test_biblatex(alice):
    take(ARTICLE)
    _entry_type, fields = entry("biblatex")
    assert (fields["journaltitle"], fields["date"]) == ("Ebb", "2023-05")
    assert (fields["location"], fields["eprinttype"]) == ("Uppsala", "arXiv")
    assert not {"journal", "year", "month", "address"} & fields.keys()


@pytest.mark.parametrize("text", [ONLINE, ARTICLE, "@report{r, title={R}, institution={KTH}}"])
@pytest.mark.parametrize("dialect", citations.DIALECTS)
def test_it_reads_back_to_the_same_record(text, dialect):
    take(text)
    papers = citations.with_citation_data(Publication.objects.all())
    before, exported = citations.csl_json(papers), written(dialect)
    Publication.objects.all().delete()
    take(exported)
    papers = citations.with_citation_data(Publication.objects.all())
    assert citations.csl_json(papers) == before
    assert written(dialect) == exported
    assert actions(take(exported)) == ["unchanged"]


def test_a_thesis_is_a_master_s_where_it_says_so(alice):
    take("@thesis{t, title={On Tides and Kelp}, type={mathesis}, institution={KTH}}")
    entry_type, fields = entry("bibtex")
    assert (entry_type, fields["school"]) == ("mastersthesis", "KTH")


def test_what_an_entry_inherits_is_written_out(alice):
    take(
        "@inproceedings{a, title={Growing Consensus in Kelp}, crossref={p}}"
        "@proceedings{p, title={Symposium on Kelp}, year={2024}}"
    )
    record = parse(written("bibtex")).records[0]
    assert record.get("booktitle") == "Symposium on Kelp"
    assert not record.get("crossref")


@pytest.mark.parametrize("dialect", citations.DIALECTS)
@pytest.mark.parametrize(
    ("own", "parents"),
    [
        ("institution={KTH}", "publisher={Ebb}"),
        ("month=jan", "year={1974}"),
        ("booksubtitle={An Inquiry}", "title={Of Kelp}"),
        ("journal={Tidal Notes}", "title={Of Kelp}"),
        ("journal={Of Kelp}", "title={Of Kelp}"),
    ],
)
def test_what_an_entry_says_hides_nothing_that_it_inherits(dialect, own, parents):
    take(f"@incollection{{a, title={{Of Tides}}, {own}, crossref={{p}}}} @book{{p, {parents}}}")
    before, text = columns(), written(dialect)
    Publication.objects.all().delete()
    take(text)
    assert columns() == before
    assert written(dialect) == text


def columns():
    paper = Publication.objects.get(citation_key="a")
    (source,) = paper.sources.all()
    rest = [pair for pair in paper.fields if pair[0] != "crossref"]
    return {**source.values, "fields": rest, "published": paper.publisher}


def test_one_paper_s_own_file_hides_nothing_either():
    take(
        "@inbook{a, title={Of Tides}, institution={KTH}, month=jan, crossref={p}}"
        "@book{p, title={Of Kelp}, publisher={Ebb}, year={1974}}"
    )
    papers = citations.with_citation_data(Publication.objects.filter(citation_key="a"))
    (record,) = parse(citations.bibtex(papers)).records
    fields = dict(record.fields)
    assert (fields["publisher"], fields["institution"]) == ("Ebb", "KTH")
    assert (fields["year"], fields["month"]) == ("1974", "January")


@pytest.mark.parametrize("dialect", citations.DIALECTS)
def test_a_title_that_a_parent_gave_is_written_out(dialect):
    take("@book{b, note={The second}, crossref={p}} @mvbook{p, title={Of Kelp}}")
    title = Publication.objects.get(citation_key="b").title
    assert parse(written(dialect)).records[0].get("title") == title == "Of Kelp"
