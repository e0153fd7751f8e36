"""One box for papers: it says what it understood, asks the services, and shows a plan."""

import pytest
from django.urls import reverse

from exchange.sources import admin as sources_admin
from exchange.sources.pasted import named_in
from publications.models import PendingImport, Publication
from tests.publications.importing import KELP
from tests.publications.papers import make_paper

LOOK_UP = reverse("admin:publications_importbatch_lookup")
DOI = "https://doi.org/10.1234/kelp.2"


@pytest.fixture
def paste(client, alice):
    client.force_login(alice.owner)
    return lambda text, **data: client.post(LOOK_UP, {"text": text, "researcher": alice.pk} | data)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("see (doi:10.1145/12.34), DOI 10.1145/56.78", {"doi": ["10.1145/12.34", "10.1145/56.78"]}),
        ("https://arxiv.org/pdf/2401.01234v2 2401.01234", {"arxiv": ["2401.01234"]}),
        ("https://doi.org/10.48550/arXiv.2401.01234", {"arxiv": ["2401.01234"]}),
        ("arXiv:hep-th/9901001, about 12.5", {"arxiv": ["hep-th/9901001"]}),
        ("PMID: 12345678 of 87654321", {"pmid": ["12345678"]}),
        ("orcid.org/0000-0002-1825-0097", {"orcid": ["0000-0002-1825-0097"]}),
        ("0000-0002-1825-0098", {}),
        ("https://dblp.org/pid/65/9612.html", {"dblp": ["65/9612"]}),
        ("https://openreview.net/forum?id=rJl-b3RcF7", {"openreview": ["rJl-b3RcF7"]}),
        ("https://openalex.org/A5023888391", {"openalex": ["A5023888391"]}),
        ("https://www.nature.com/articles/s41586-0-1", {"doi": ["10.1038/s41586-0-1"]}),
        ("journals.plos.org/a?id=10.1371/p.1&type=printable", {"doi": ["10.1371/p.1"]}),
        ("https://aclanthology.org/P19-1285.pdf", {"doi": ["10.18653/v1/p19-1285"]}),
        ("https://zenodo.org/records/1234567", {"doi": ["10.5281/zenodo.1234567"]}),
        ("A title and nothing else", {}),
    ],
)
def test_identifiers_are_found_in_any_text(text, named):
    assert named_in(text) == named


def test_what_was_understood_is_said_before_anybody_is_asked(paste, services):
    html = paste(f"{DOI}, arXiv:2301.01234").content.decode()
    assert "10.1234/kelp.2" in html
    assert "2301.01234" in html
    assert 'value="Ask doi.org, arXiv"' in html
    assert not services.asked


def test_then_they_are_asked_and_the_plan_is_shown(paste, services, client, alice):
    services.say_usual()
    text = f"{DOI}, arXiv:2301.01234"
    answer = paste(text, understood="doi:10.1234/kelp.2 arxiv:2301.01234")
    pending = PendingImport.objects.get()
    assert answer.url == reverse("admin:publications_importbatch_plan", args=[pending.pk])
    assert (pending.name, pending.researcher) == ("doi.org, arXiv", alice)
    html = client.get(answer.url).content.decode()
    assert "Growing Kelp" in html
    assert not Publication.objects.exists()


def test_a_text_that_changed_is_understood_anew(paste, services):
    html = paste(f"{DOI}, PMID 12345678", understood="doi:10.1234/kelp.2").content.decode()
    assert 'value="Ask doi.org, PubMed"' in html
    assert not services.asked


def test_a_service_that_fails_is_named_and_the_text_stays(paste, services):
    html = paste(DOI, understood="doi:10.1234/kelp.2").content.decode()
    assert "No registry knows the DOI 10.1234/kelp.2." in html
    assert f"{DOI}</textarea>" in html
    assert "?doi=10.1234%2Fkelp.2" in html, "one may still type it in oneself"
    assert not PendingImport.objects.exists()


@pytest.mark.parametrize("text", [KELP, "TY  - JOUR\nTI  - Growing Kelp\nER  - \n"])
def test_a_reference_list_goes_to_its_plan_at_once(paste, services, text):
    assert "/plan/" in paste(text).url
    assert not services.asked


def test_nobody_need_be_asked(paste, client):
    html = paste(DOI).content.decode()
    assert "?doi=10.1234%2Fkelp.2" in html
    url = f"{reverse('admin:publications_publication_add')}?arxiv=2401.01234&status=preprint"
    assert '<option value="preprint" selected>' in client.get(url).content.decode()


def test_a_paper_that_is_here_is_named(paste, alice, bob):
    make_paper("Hidden away", alice, doi="10.1234/kelp.2", published_at=None)
    make_paper("Theirs", bob, owner=bob, doi="10.1234/x.y")
    make_paper("Zebrafinch", bob, owner=bob, doi="10.1234/secret", published_at=None)
    html = paste(f"{DOI} 10.1234/x.y 10.1234/secret").content.decode()
    assert "Hidden away" in html
    assert "Theirs" in html
    assert "Zebrafinch" not in html


def test_an_orcid_id_of_somebody_else_is_pointed_out(paste):
    assert "not the iD on the profile" in paste("0000-0002-1825-0097").content.decode()


def test_too_many_at_once(paste, monkeypatch):
    monkeypatch.setattr(sources_admin, "MOST", 2)
    html = paste("10.1000/aa 10.1000/bb 10.1000/cc").content.decode()
    assert "paste up to 2 at once" in html


@pytest.mark.parametrize("text", ["", "A title and nothing else", "write to alice@home (today)"])
def test_nothing_to_go_by_is_said(paste, text):
    html = paste(text).content.decode()
    assert "There is no DOI" in html
    assert f"{text}</textarea>" in html


def test_nothing_is_added_for_a_colleague(paste, bob, services):
    paste(DOI, researcher=bob.pk, understood="doi:10.1234/kelp.2")
    assert not PendingImport.objects.filter(researcher=bob).exists()
