"""One paper from what was pasted: its BibTeX or RIS, or a text with its DOI."""

import pytest
from django.urls import reverse

from publications.identifiers import find_arxiv, find_dois
from publications.models import PendingImport, Publication
from tests.publications.importing import KELP
from tests.publications.papers import make_paper

QUICK = reverse("admin:publications_publication_quick")


@pytest.fixture
def paste(client, alice):
    client.force_login(alice.owner)
    return lambda text, **data: client.post(QUICK, {"text": text, "record": alice.slug} | data)


def test_pasted_bibtex_is_planned(paste, alice):
    answer = paste(KELP)
    pending = PendingImport.objects.get()
    assert answer.url == reverse("admin:publications_importbatch_plan", args=[pending.pk])
    assert pending.researcher == alice
    assert not Publication.objects.exists()


def test_pasted_ris_is_planned(paste):
    answer = paste("TY  - JOUR\nTI  - Growing Kelp\nDO  - 10.1234/x.y\nER  - \n")
    pending = PendingImport.objects.get()
    assert answer.url == reverse("admin:publications_importbatch_plan", args=[pending.pk])
    assert pending.name == "pasted.ris"


def test_a_doi_in_a_text_is_filled_into_the_form(paste, client):
    answer = paste("Turing, A. (1950). Mind, 59. https://doi.org/10.1093/mind/LIX.236.433.")
    assert answer.url.startswith(reverse("admin:publications_publication_add"))
    assert 'value="10.1093/mind/lix.236.433"' in client.get(answer.url).content.decode()


def test_an_arxiv_number_is_a_preprint(paste, client):
    html = client.get(paste("see arXiv:2401.01234v2").url).content.decode()
    assert 'value="2401.01234"' in html
    assert '<option value="preprint" selected>' in html


def test_a_paper_that_is_here_is_led_to(paste, alice):
    paper = make_paper("Here", alice, doi="10.1234/x.y", published_at=None)
    answer = paste("doi:10.1234/X.Y")
    assert answer.url == reverse("admin:publications_publication_change", args=[paper.pk])


def test_a_colleague_s_public_paper_is_named(paste, client, bob):
    make_paper("Theirs", bob, owner=bob, doi="10.1234/x.y")
    answer = paste("10.1234/x.y")
    assert answer.url == reverse("admin:publications_authorshipsuggestion_changelist")
    assert "Theirs" in client.get(answer.url).content.decode()


def test_a_colleague_s_draft_is_not_known(paste, bob):
    make_paper("Zebrafinch", bob, owner=bob, doi="10.1234/x.y", published_at=None)
    answer = paste("10.1234/x.y")
    assert answer.url.startswith(reverse("admin:publications_publication_add"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A title and nothing else", "no BibTeX, RIS, DOI or arXiv"),
        ("10.1000/aa and 10.1000/bb", "several DOIs"),
        ("", "no BibTeX, RIS, DOI or arXiv"),
        ("@article of mine, write to alice@home (today)", "no BibTeX, RIS, DOI or arXiv"),
    ],
)
def test_nothing_to_go_by_is_said_and_the_text_stays(paste, text, said):
    html = paste(text).content.decode()
    assert not PendingImport.objects.exists()
    assert said in html
    assert f"{text}</textarea>" in html


def test_for_a_colleague_nothing_is_added(paste, bob):
    assert paste("10.1234/x.y", record=bob.slug).status_code == 404


def test_dois_are_found_in_any_text():
    text = "(doi:10.1145/12.34), https://dl.acm.org/doi/pdf/10.1145/56.78?x=1 [10.1145/12.34]"
    assert find_dois(text) == ["10.1145/12.34", "10.1145/56.78"]
    assert find_arxiv("https://arxiv.org/pdf/2401.01234v1") == "2401.01234"
    assert find_arxiv("version 2401.01234 of it") == ""
