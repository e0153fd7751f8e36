"""Papers that a file for a researcher brings, and that print other people's names alone."""

import pytest
from django.urls import reverse

from profiles.signals import send_names_changed
from publications import claims
from publications.importer import undo
from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    ImportBatch,
    Publication,
    papers_of,
    public_papers,
)
from tests.publications.admin_import import plan_of
from tests.publications.importing import KELP, actions, reasons, run_command, take
from tests.publications.papers import make_paper
from tests.publications.test_command_export_publications import export
from tests.publications.test_import_authors import entry
from tests.publications.test_split import dump, joined, split

pytestmark = pytest.mark.django_db
READING = """
@article{worms, title={The Genetics of Worms}, author={Brenner, Sydney}, year={1974}}
@article{acids, title={The Replication of Acids}, author={Meselson, M. and Stahl, F.}, year={1958}}
@article{foam, title={The Physics of Foam}, author={Ahlgren, Anna}, year={1999}}
"""
OWN = "@article{own, title={On the Holdfast}, author={Ahlgren, Alice}, year={2020}}"
QUESTION = "do not name you: a reading list"


def page_of(researcher):
    return {paper.citation_key for paper in papers_of(researcher)}


def questions(researcher):
    return AuthorshipSuggestion.objects.filter(researcher=researcher, reason="unnamed")


def suggestions_page(client):
    return client.get(reverse("admin:publications_authorshipsuggestion_changelist"))


def answer(client, **data):
    return client.post(reverse("admin:publications_authorshipsuggestion_changelist"), data)


# --- What an import lists ------------------------------------------------------------------------


def test_a_paper_of_others_in_a_volume_that_one_edits_is_not_listed(alice):
    paper = "@inproceedings{ebb, title={On Ebb}, author={Brandt, Bob}, crossref={days}}"
    volume = "@proceedings{days, title={Shore Days}, editor={Ahlgren, Alice}, year={2020}}"
    chapter = "@incollection{reef, title={Reefs}, author={Brandt, Bob}, editor={Ahlgren, Alice}}"
    take(OWN + paper + chapter + volume, alice)
    assert page_of(alice) == {"own", "days"}


def test_the_volume_that_one_s_paper_appeared_in_is_not_listed(alice):
    paper = "@inproceedings{tides, title={On Tides}, author={Ahlgren, Alice}, crossref={days}}"
    volume = "@proceedings{%s, title={Proceedings of the Shore %s}, editor={Brandt, Bob}}"
    take(OWN + paper + volume % ("days", "Days") + volume % ("more", "Weeks"), alice)
    assert page_of(alice) == {"own", "tides", "more"}


def test_others_papers_are_asked_about(alice):
    report = take(READING + KELP, alice)
    assert report.counts["created"] == 4
    assert page_of(alice) == {"kelp"}
    assert report.unlisted == questions(alice).count() == 3
    assert report.as_json()["unlisted"] == 3
    assert "Alice" not in reasons(report)


@pytest.mark.parametrize(
    "authors",
    [
        *("Ahlgren, Alice", "Ahlgren, A.", "A. Ahlgren and Ahlgren, A."),
        "Brenner, Sydney and Ahlgren, Alice and others",
    ],
)
def test_what_may_be_their_name_is_listed(alice, authors):
    take(entry(authors), alice)
    assert page_of(alice) == {"kelp"}
    assert not questions(alice).exists()


@pytest.mark.parametrize("authors", ["李明", "Ahlgren, Anna", "Brenner, Alice", "Alice, Sydney"])
def test_what_cannot_be_theirs_is_not(alice, authors):
    take(entry(authors), alice)
    assert page_of(alice) == set()
    assert questions(alice).count() == 1


def test_a_further_entry_of_the_file_may_print_the_name(alice):
    entries = entry("Brenner, Sydney") + entry("Brenner, Sydney and Ahlgren, Alice", "more")
    report = take(entries, alice)
    assert (report.unlisted, Publication.objects.count()) == (0, 1)
    assert page_of(alice) == {"kelp"}


def test_a_further_file_may_print_the_name(alice):
    take(entry("Brenner, Sydney"), alice)
    take(entry("Brenner, Sydney and Ahlgren, Alice", "more"), alice, file="more.bib")
    assert [row.researcher for row in Authorship.objects.order_by("pk")] == [None, alice]
    assert not AuthorshipSuggestion.objects.exists()


def test_again_says_nothing_and_writes_nothing(alice):
    take(READING, alice)
    before = dump()
    report = take(READING, alice)
    assert (set(actions(report)), report.unlisted) == ({"unchanged"}, 0)
    assert dump() == before


def test_once_the_list_of_authors_is_cut_it_is_listed(alice):
    take(entry("Brenner, Sydney"), alice)
    take(entry("Brenner, Sydney and others") + OWN, alice)
    assert page_of(alice) == {"kelp", "own"}
    assert not claims.answerable(alice.owner).exists()


def test_the_report_tells_it_once(alice, capsys, tmp_path):
    from django.core.management import call_command

    (tmp_path / "reading.bib").write_text(READING)
    call_command("import_bibtex", str(tmp_path / "reading.bib"), researcher=alice.slug)
    text = capsys.readouterr().out
    assert text.count("3 papers do not name Alice Ahlgren: stored, not listed.") == 1
    _code, report, _error = run_command(tmp_path / "reading.bib", researcher=alice.slug)
    assert report["unlisted"] == 0


def test_a_paper_that_is_here_already_stays_as_it_is(alice):
    paper = make_paper("The Genetics of Worms", "Sydney Brenner", date="1974")
    take(READING, alice)
    assert page_of(alice) == set()
    assert paper in public_papers()
    assert questions(alice).count() == 3


def test_undo_takes_them_away(alice):
    take(READING, alice)
    undo.undo(ImportBatch.objects.get())
    assert not Publication.objects.exists()


def test_without_a_researcher_they_are_the_lab_s(alice):
    take(READING)
    assert public_papers().count() == 3
    assert not AuthorshipSuggestion.objects.exists()


# --- Who meets them ------------------------------------------------------------------------------


def test_no_visitor_meets_them(alice, client):
    take(READING, alice)
    assert not public_papers().exists()
    slug = Publication.objects.get(citation_key="worms").slug
    addresses = ("/publications/", f"/{alice.slug}/", f"/{alice.slug}/publications/", "/")
    addresses += (f"/{alice.slug}/publications.bib", f"/{alice.slug}/publications/feed/")
    addresses += ("/sitemap-publications.xml", "/sitemap.xml", "/search/?q=genetics")
    for address in addresses:
        page = client.get(address)
        assert slug not in page.content.decode(), address
        assert "Genetics" not in page.content.decode().replace("genetics", ""), address
    assert client.get(f"/publications/{slug}/").status_code == 404
    assert client.get(f"/publications/{slug}.bib").status_code == 404


def test_a_colleague_whose_name_is_printed_shows_them(alice, bob):
    take(entry("Brandt, Bob"), alice)
    claims.confirm(AuthorshipSuggestion.objects.get(researcher=bob))
    assert page_of(bob) == {"kelp"}
    assert public_papers().count() == 1


# --- The question, once --------------------------------------------------------------------------


def test_it_is_asked_once(at_work, alice):
    take(READING, alice)
    page = suggestions_page(at_work).content.decode()
    assert page.count(QUESTION) == 1
    assert "3 papers do not name you" in page
    assert page.count("row_confirm") == 0
    front = at_work.get(reverse("admin:index")).content.decode()
    assert "3 papers that you imported do not name you" in front
    assert "The Genetics of Worms" not in front


def test_list_them_all(at_work, alice):
    take(READING, alice)
    answer(at_work, list_unnamed=alice.pk)
    assert page_of(alice) == {"worms", "acids", "foam"}
    assert public_papers().count() == 3
    assert QUESTION not in suggestions_page(at_work).content.decode()


def test_not_mine_is_remembered(at_work, alice):
    take(READING, alice)
    answer(at_work, refuse_unnamed=alice.pk)
    assert QUESTION not in suggestions_page(at_work).content.decode()
    report = take(READING.replace("1974", "1975"), alice)
    assert (page_of(alice), report.unlisted) == (set(), 0)
    assert not public_papers().exists()
    assert QUESTION not in suggestions_page(at_work).content.decode()


def test_the_operator_s_export_holds_what_went_in_until_it_is_answered(at_work, alice):
    take(READING + KELP, alice)
    assert export(researcher=alice.slug).count("\n@") + 1 == 4
    answer(at_work, refuse_unnamed=alice.pk)
    assert export(researcher=alice.slug).count("@") == 1


def test_the_plan_says_so(at_work, alice):
    page = plan_of(at_work, READING, researcher=alice.pk)
    assert "No paper here prints the name of Alice Ahlgren" in page


def test_one_alone_can_be_answered(at_work, alice):
    take(READING, alice)
    row = questions(alice).get(authorship__publication__citation_key="worms")
    answer(at_work, row_confirm=row.pk)
    assert page_of(alice) == {"worms"}
    assert questions(alice).count() == 2


def test_another_name_lists_what_prints_it(alice):
    take(READING, alice)
    alice.other_names = "Sydney Brenner"
    alice.save()
    send_names_changed(alice, by_manager=False)
    row = Authorship.objects.get(family="Brenner")
    assert (row.researcher, row.role) == (alice, "author")
    assert page_of(alice) == {"worms"}
    assert not row.publication.authorships.filter(role="listed").exists()
    assert questions(alice).count() == 2


def test_another_name_lists_nothing_that_others_brought(alice, bob):
    """A name that one has given oneself is a claim, though the operator's file brought it here."""
    paper = make_paper("The Genetics of Worms", "Sydney Brenner", bob, owner=bob, date="1974")
    take(READING.split("@article{acids")[0], alice)
    alice.other_names = "Sydney Brenner"
    alice.save()
    send_names_changed(alice, by_manager=False)
    assert not paper.authorships.filter(researcher=alice).exists()
    assert AuthorshipSuggestion.objects.filter(researcher=alice, state="found").exists()


def test_another_name_lists_it_at_the_next_import_too(alice):
    take(READING, alice)
    alice.other_names = "Sydney Brenner"
    alice.save()
    take(READING, alice)
    assert page_of(alice) == {"worms"}
    assert Authorship.objects.filter(role="listed").count() == 2


def test_nobody_answers_for_another(client, alice, bob):
    take(READING, alice)
    client.force_login(bob.owner)
    assert QUESTION not in suggestions_page(client).content.decode()
    answer(client, list_unnamed=alice.pk)
    answer(client, refuse_unnamed=alice.pk)
    assert questions(alice).filter(state="pending").count() == 3


def test_a_manager_sees_whose_they_are(client, alice, manager):
    take(READING, alice)
    client.force_login(manager)
    page = suggestions_page(client).content.decode()
    assert "3 papers do not name Alice Ahlgren" in page


def test_the_list_of_papers_says_that_they_are_on_no_page(at_work, alice):
    take(READING, alice)
    changelist = reverse("admin:publications_publication_changelist")
    page = at_work.get(changelist).content.decode()
    assert page.count("On no page") == 3
    assert "state-published" not in page
    answer(at_work, list_unnamed=alice.pk)
    assert at_work.get(changelist).content.decode().count("state-published") == 3


def test_saving_the_paper_keeps_the_question(at_work, alice):
    take(READING, alice)
    paper = Publication.objects.get(citation_key="worms")
    page = at_work.get(reverse("admin:publications_publication_change", args=[paper.pk]))
    formset = page.context["inline_admin_formsets"][0].formset
    assert formset.initial_form_count() == 1
    assert paper.authorships.count() == 2


def test_taken_apart_both_are_asked_about(alice):
    one, two = (entry("Brenner, Sydney", key) for key in ("one", "two"))
    joined(alice, one, two.replace("title", "note={More}, title"))
    for paper in split("two"):
        assert paper.authorships.filter(role="listed", researcher=None).exists()
    assert not public_papers().exists()
