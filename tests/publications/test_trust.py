"""Where two sources contradict, the more trusted has the word; what a person typed stands above."""

import json

import pytest
from django.core.management import call_command
from django.urls import reverse

from publications import importer, reference_lists
from publications.admin.authors import origins
from publications.models import Publication, Source

DOI = "10.1234/kelp.2"
TYPED = f"""@article{{kelp21, title={{Growing Kelp}}, author={{Alice Ahlgren}}, year={{2021}},
  doi={{{DOI}}}, publisher={{Moss House}}}}"""


def crossref(**values):
    work = {
        "DOI": DOI,
        "type": "journal-article",
        "title": ["Growing Kelp"],
        "author": [{"given": "Alice", "family": "Ahlgren"}],
        "container-title": ["Journal of Kelp"],
        "issued": {"date-parts": [[2021]]},
        "publisher": "Kelp Press",
        "reference-count": 1,
    }
    return "answer.json", json.dumps(work | values)


def orcid(container="Moss Letters"):
    work = {
        "title": {"title": {"value": "Growing Kelp"}},
        "type": "journal-article",
        "journal-title": {"value": container},
        "publication-date": {"year": {"value": "2021"}},
        "external-ids": {"external-id": [{"external-id-type": "doi", "external-id-value": DOI}]},
        "contributors": {"contributor": [{"credit-name": {"value": "Alice Ahlgren"}}]},
    }
    return "works.json", json.dumps([work])


def bring(alice, *files):
    for name, text in files:
        importer.run([(name, reference_lists.Unparsed(text.encode()))], alice)
    return Publication.objects.get()


FILE = ("papers.bib", TYPED)


@pytest.mark.parametrize("files", [(FILE, crossref()), (crossref(), FILE)])
def test_the_publisher_is_believed_before_a_file_in_either_order(alice, files):
    assert bring(alice, *files).publisher == "Kelp Press"


@pytest.mark.parametrize("files", [(orcid(), crossref()), (crossref(), orcid())])
def test_and_before_orcid(alice, files):
    assert bring(alice, *files).container_title == "Journal of Kelp"


def test_what_was_typed_stands_above_all(alice):
    paper = bring(alice, FILE)
    paper.publisher = "Mine & Sons"
    paper.save()
    assert bring(alice, crossref()).publisher == "Mine & Sons"


def test_a_file_that_changes_does_not_win_later(alice):
    bring(alice, FILE, crossref())
    assert (
        bring(alice, ("papers.bib", TYPED.replace("Moss House", "Elsewhere"))).publisher
        == "Kelp Press"
    )


def test_of_equals_the_first_has_the_word(alice):
    other = ("other.bib", TYPED.replace("Moss House", "Elsewhere"))
    assert bring(alice, FILE, other).publisher == "Moss House"


def test_an_answer_is_called_by_its_service_whatever_its_file(alice):
    bring(alice, FILE, crossref(), orcid())
    assert list(Source.objects.values_list("file", flat=True)) == [
        "papers.bib",
        "Crossref",
        "ORCID",
    ]


def test_each_field_tells_who_said_it_and_who_says_otherwise(alice):
    paper = bring(alice, FILE, crossref())
    paper.abstract = paper.note = "Mine."
    paper.save()
    rows = {row.column: row for row in origins(paper)}
    assert rows["publisher"].who.startswith(f"Crossref {DOI}, ")
    ((value, who),) = rows["publisher"].others
    assert (value, who.partition(",")[0]) == ("Moss House", "papers.bib kelp21")
    assert rows["title"].others == []
    assert "abstract" not in rows


def test_the_form_shows_both(client, alice):
    paper = bring(alice, FILE, crossref())
    paper.publisher = "Mine & Sons"
    paper.save()
    client.force_login(alice.owner)
    form = reverse("admin:publications_publication_change", args=[paper.pk])
    html = " ".join(client.get(form).content.decode().split())
    assert 'Mine &amp; Sons <span class="quiet">typed here</span>' in html
    assert "But:</strong> Kelp Press " in html
    assert "But:</strong> Moss House " in html


def test_the_command_names_the_service_too(alice, tmp_path, capsys):
    file = tmp_path / "answer.json"
    file.write_text(crossref()[1])
    call_command("import_works", researcher=alice.slug, file=[str(file)])
    assert Source.objects.get().file == "Crossref"


@pytest.mark.parametrize(
    ("key", "file"),
    [
        ({}, "PubMed"),
        ({"id": "pmid:12345678"}, "PubMed"),
        ({"id": "http://zotero.org/users/1/items/ABCD2345"}, "library.json"),
        ({"id": "ahlgren2021"}, "library.json"),
    ],
)
def test_what_a_program_keeps_is_no_answer_of_the_service_that_it_names(alice, key, file):
    item = {"type": "book", "title": "Kelp", "source": "PubMed"} | key
    bring(alice, ("library.json", json.dumps([item])))
    assert Source.objects.get().file == file
