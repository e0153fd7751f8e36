"""CSL-JSON, Crossref, OpenAlex and ORCID: what their items may be."""

import json

import pytest

from tests.publications.lists import names, reading, readings


def csl(**item):
    return reading(json.dumps([{"id": "k", "type": "article-journal", "title": "Kelp"} | item]))


@pytest.mark.parametrize(
    ("issued", "date", "text"),
    [
        ({"date-parts": [[2020]]}, "2020", None),
        ({"date-parts": [["2020", "3"]]}, "2020-03", None),
        ({"date-parts": [[2020, 2, 31]]}, "2020-02", "2020-02-31"),
        ({"date-parts": [[2020, 3], [2020, 5]]}, "2020-03", "2020-03/2020-05"),
        ({"date-parts": [[2020]], "circa": True}, "2020", "2020~"),
        ({"date-parts": [[2020]], "season": 2}, "2020-07s2", None),
        ({"raw": "March 2020"}, "2020-03", None),
        ({"literal": "in the spring of 2020"}, "2020", "in the spring of 2020"),
        ({"date-parts": [[None]]}, None, None),
        ("2020-03-12", "2020-03-12", None),
    ],
)
def test_csl_dates_are_no_more_precise_than_the_item(issued, date, text):
    values = csl(issued=issued)
    if date and "s" in date:
        assert values["date"] == csl(issued="2020-22")["date"]
    else:
        assert values.get("date") == date
    assert values.get("date_text") == text


@pytest.mark.parametrize(
    ("person", "name"),
    [
        ({"family": "Lind", "given": "Ada", "suffix": "III"}, ("Ada", "", "Lind", "III", "")),
        (
            {"family": "Moss", "given": "C.", "non-dropping-particle": "van der"},
            ("C.", "van der", "Moss", "", ""),
        ),
        (
            {"family": "Moss", "given": "C.", "dropping-particle": "von"},
            ("C.", "von", "Moss", "", ""),
        ),
        ({"family": "Lind Jr.", "given": "Ada"}, ("Ada", "", "Lind", "Jr.", "")),
        ({"family": "Vega de Mar", "given": "Eva"}, ("Eva", "", "Vega de Mar", "", "")),
        ({"literal": "Kelp and Moss Group"}, ("", "", "", "", "Kelp and Moss Group")),
        ({"family": "Plato"}, ("", "", "Plato", "", "")),
        ("Ada Lind", ("Ada", "", "Lind", "", "")),
    ],
)
def test_csl_names(person, name):
    assert names(csl(author=[person])) == [name]


@pytest.mark.parametrize(
    ("kind", "entry_type"),
    [
        ("paper-conference", "inproceedings"),
        ("chapter", "incollection"),
        ("article", "online"),
        ("article-newspaper", "article"),
        ("journal-article", "article"),
        ("post-weblog", "online"),
        ("nothing-known", "misc"),
    ],
)
def test_csl_types(kind, entry_type):
    assert csl(type=kind)["entry_type"] == entry_type


def test_csl_theses_and_places():
    thesis = csl(type="thesis", genre="Ph.D. dissertation", publisher="Moss College")
    assert (thesis["entry_type"], thesis["publisher"]) == ("phdthesis", "Moss College")
    meeting = csl(type="paper-conference", **{"event-place": "Oslo", "event-title": "Algae 20"})
    assert (meeting["place"], meeting["container_title"]) == ("Oslo", "Algae 20")


def test_csl_items_in_an_object_and_in_lines():
    item = {"type": "book", "title": "Kelp"}
    assert reading(json.dumps({"items": [item]}))["title"] == "Kelp"
    lines = "\n".join(json.dumps(item | {"title": title}) for title in ("Kelp", "Moss"))
    assert [values["title"] for values in readings(lines)] == ["Kelp", "Moss"]


def test_crossref_books_stand_in_a_series():
    work = {"type": "monograph", "title": ["Kelp"], "container-title": ["Studies of Kelp"]}
    values = reading(json.dumps({"message": work}))
    assert values["series"] == "Studies of Kelp"
    assert "container_title" not in values


def test_crossref_groups_and_preprints():
    work = {
        "title": ["Kelp"], "reference-count": 0, "type": "posted-content",
        "DOI": "10.1101/2020.01.01.000001", "posted": {"date-parts": [[2020, 1]]},
        "institution": [{"name": "bioRxiv"}], "author": [{"name": "Kelp Watch"}],
    }  # fmt: skip
    values = reading(json.dumps({"message": work}))
    assert (values["entry_type"], values["status"]) == ("online", "preprint")
    assert names(values) == [("", "", "", "", "Kelp Watch")]
    assert values["date"] == "2020-01"


@pytest.mark.parametrize(
    ("given", "date"),
    [("2020-01-01", "2020"), ("2020-05-01", "2020-05"), ("2020-05-02", "2020-05-02")],
)
def test_openalex_days_that_it_fills_in_are_not_believed(given, date):
    work = {"id": "https://openalex.org/W1", "title": "Kelp", "authorships": []}
    work |= {"publication_date": given, "publication_year": 2020}
    assert reading(json.dumps(work))["date"] == date


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("Yu LI", ("Yu", "", "LI", "", "")),
        ("William H. Press", ("William H.", "", "Press", "", "")),
        ("Committee on Kelp", ("", "", "", "", "Committee on Kelp")),
    ],
)
def test_openalex_names_are_in_the_order_of_speech(printed, name):
    work = {"title": "Kelp", "authorships": [{"author": {"display_name": printed}}]}
    assert names(reading(json.dumps(work))) == [name]


def test_openalex_finds_the_preprint_beside_the_paper():
    work = {
        "title": "Kelp", "authorships": [], "doi": "https://doi.org/10.5555/kelp",
        "locations": [{"landing_page_url": "https://arxiv.org/abs/2001.00001"}],
    }  # fmt: skip
    assert reading(json.dumps(work))["arxiv"] == "2001.00001"


def test_orcid_authors_out_of_the_bibtex_that_a_work_cites_itself_by():
    citation = {"citation-type": "bibtex", "citation-value": "@misc{k, author={Lind, Ada}}"}
    work = {"put-code": 1, "type": "book", "title": {"title": {"value": "Kelp"}}}
    assert names(reading(json.dumps([work | {"citation": citation}])))[0][2] == "Lind"


def test_orcid_lists_who_did_more_than_one_thing_once_and_no_support():
    people = [("Ada Lind", "CONCEPTUALIZATION"), ("Ada Lind", "writing-original-draft")]
    people += [("Bo Li", "author"), ("Bo Li", "author"), ("Cy Moe", "SUPPORT_STAFF")]
    rows = [
        {"credit-name": {"value": name}, "contributor-attributes": {"contributor-role": role}}
        for name, role in people
    ]
    work = {"put-code": 1, "type": "book", "title": {"title": {"value": "Kelp"}}}
    found = names(reading(json.dumps([work | {"contributors": {"contributor": rows}}])))
    assert [name[2] for name in found] == ["Lind", "Li", "Li"]


def test_orcid_volume_s_doi_is_not_the_paper_s():
    ids = [{"external-id-type": "doi", "external-id-value": "10.5555/book"}]
    ids[0]["external-id-relationship"] = "part-of"
    work = {"put-code": 1, "type": "book-chapter", "title": {"title": {"value": "Kelp"}}}
    values = reading(
        json.dumps({"bulk": [{"work": work | {"external-ids": {"external-id": ids}}}]})
    )
    assert "doi" not in values


@pytest.mark.parametrize(
    "item",
    [
        {"author": "Ada Lind and Bo Moss", "year": "2020", "booktitle": "Kelp Days"},
        {"authors": "Ada Lind and Bo Moss", "date": "2020", "venue": "Kelp Days"},
        {"authors": ["Ada Lind", "Bo Moss"], "datePublished": "2020", "venue": "Kelp Days"},
    ],
)
def test_names_of_bibtex_and_of_lists_made_at_home_are_read(item):
    values = csl(type="inproceedings", pages="1--2", howpublished="On paper", **item)
    assert [name[2] for name in names(values)] == ["Lind", "Moss"]
    assert (values["entry_type"], values["container_title"]) == ("inproceedings", "Kelp Days")
    assert (values["date"], values["pages"]) == ("2020", "1–2")
    assert ["howpublished", "On paper"] in [list(pair) for pair in values["fields"]]
