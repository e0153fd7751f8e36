"""Papers chosen in the admin's list go out as a file: what one may see, and no more."""

import pytest
from django.urls import reverse

from tests.publications.papers import as_author, make_paper

LIST = reverse("admin:publications_publication_changelist")


def export(client, user, action, *papers):
    client.force_login(user)
    chosen = [paper.pk for paper in papers]
    return client.post(LIST, {"action": action, "_selected_action": chosen})


@pytest.mark.parametrize(
    ("action", "extension", "begins"),
    [
        ("export_biblatex", "bib", "@article{on-notes,"),
        ("export_bibtex", "bib", "@article{on-notes,"),
        ("export_csl_json", "json", "[\n"),
        ("export_ris", "ris", "TY  - JOUR\r\n"),
    ],
)
def test_chosen_papers_download_as_file(client, alice, action, extension, begins):
    paper = make_paper("On Notes", as_author(alice), owner=alice)
    answer = export(client, alice.owner, action, paper)
    name = f'attachment; filename="publications.{extension}"'
    assert answer["Content-Disposition"] == name
    assert answer.content.decode().startswith(begins)


def test_drafts_of_one_s_own_are_among_them(client, alice):
    draft = make_paper("Unsaid", as_author(alice), owner=alice, published_at=None)
    assert b"Unsaid" in export(client, alice.owner, "export_bibtex", draft).content


def test_another_s_draft_stays_out(client, alice, bob):
    own = make_paper("On Notes", as_author(alice), owner=alice)
    draft = make_paper("Unsaid", as_author(bob), owner=bob, published_at=None)
    text = export(client, alice.owner, "export_bibtex", own, draft).content
    assert b"On Notes" in text
    assert b"Unsaid" not in text


def test_who_has_no_record_gets_nothing(client, alice, charlie):
    paper = make_paper("On Notes", as_author(alice), owner=alice)
    assert b"On Notes" not in export(client, charlie, "export_bibtex", paper).content


@pytest.mark.parametrize(
    ("action", "name"), [("export_biblatex", "journaltitle"), ("export_bibtex", "journal")]
)
def test_bibtex_is_in_the_chosen_dialect(client, alice, action, name):
    paper = make_paper("On Notes", as_author(alice), owner=alice, container_title="Nature")
    assert f"  {name} = {{Nature}}".encode() in export(client, alice.owner, action, paper).content
