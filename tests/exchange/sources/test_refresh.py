"""What is new elsewhere is proposed to its owner, once; nothing is public before they say so."""

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from exchange.news.proposals import propose
from publications import reference_lists
from publications.importer import undo
from publications.models import ImportBatch, PendingImport, Publication, RefusedWork
from tests.exchange.sources.conftest import orcid_group, orcid_work
from tests.publications.admin_import import form_of
from tests.publications.papers import make_paper

IDENTIFIER = "0000-0002-1825-0097"
WORKS = f"pub.orcid.org/v3.0/{IDENTIFIER}/works"


@pytest.fixture
def orcid(services, alice):
    """`orcid("Kelp", "More Kelp")`: these are the works under alice's iD."""
    alice.orcid = IDENTIFIER
    alice.save()

    def says(*titles):
        works = [orcid_work(number, title) for number, title in enumerate(titles, 11)]
        services.say(WORKS, {"group": [orcid_group(work) for work in works]})
        codes = ",".join(str(work["put-code"]) for work in works)
        services.say(f"{WORKS}/{codes}", {"bulk": [{"work": work} for work in works]})

    return says


def refresh(alice, **options):
    call_command("refresh", researcher=alice.slug, **options)


def plan(client, alice, source="ORCID"):
    """(its address, its page) of what was found for alice at a source."""
    client.force_login(alice.owner)
    pending = PendingImport.objects.get(name=source)
    url = reverse("admin:publications_importbatch_plan", args=[pending.pk])
    return url, client.get(url).content.decode()


def test_new_works_wait_on_home_and_are_nowhere_else(client, alice, orcid, capsys):
    orcid("Kelp", "More Kelp")
    refresh(alice)
    assert f"{alice.slug}: 2 new, 0 with something to add." in capsys.readouterr().out
    assert not Publication.objects.exists()
    client.force_login(alice.owner)
    home = client.get(reverse("admin:index")).content.decode()
    assert "Found at ORCID: 2 new papers." in home
    assert "<strong>New paper:</strong> More Kelp, Journal of Kelp, 2020" in home


def test_a_separator_of_unicode_in_a_title_costs_nothing(alice, orcid):
    orcid("Kelp\u2028and moss", "More Kelp")
    refresh(alice)
    found = reference_lists.parse(bytes(PendingImport.objects.get().data)).records
    assert [record.text("title") for record in found] == ["Kelp and moss", "More Kelp"]


def test_accepted_they_are_papers_and_the_next_night_only_what_is_new_is_proposed(
    client, alice, orcid
):
    orcid("Kelp", "More Kelp")
    refresh(alice)
    url, page = plan(client, alice)
    client.post(url, form_of(page))
    assert alice.authorships.public().count() == 2
    orcid("Kelp", "More Kelp", "Kelp at last")
    refresh(alice)
    html = client.get(
        reverse(
            "admin:publications_importbatch_plan",
            args=[PendingImport.objects.get(batch=None).pk],
        )
    ).content.decode()
    assert "Kelp at last" in html
    assert "More Kelp" not in html


def test_what_is_here_already_is_not_proposed(alice, orcid):
    title = "Growing kelp in the fjords of the north"
    make_paper(title, alice, date="2020", container_title="Journal of Kelp", entry_type="article")
    orcid(title)
    refresh(alice)
    assert not PendingImport.objects.exists()


def test_refused_they_never_come_again(client, alice, orcid):
    orcid("Kelp", "More Kelp")
    refresh(alice)
    pending = PendingImport.objects.get()
    client.force_login(alice.owner)
    client.post(reverse("admin:publications_importbatch_discard", args=[pending.pk]))
    assert RefusedWork.objects.filter(researcher=alice).count() == 2
    refresh(alice)
    assert not PendingImport.objects.exists()


def test_what_was_not_ticked_is_refused(client, alice, orcid):
    orcid("Kelp", "More Kelp")
    refresh(alice)
    url, page = plan(client, alice)
    client.post(url, form_of(page) | {"entry": ["3"]})
    assert list(Publication.objects.values_list("title", flat=True)) == ["More Kelp"]
    refused = set(RefusedWork.objects.values_list("identity", flat=True))
    assert refused == {"title:kelp:2020", "title:morekelp:2020"}


def test_imported_on_the_plan_and_undone_they_never_come_again(client, alice, orcid):
    orcid("Kelp")
    refresh(alice)
    url, page = plan(client, alice)
    client.post(url, form_of(page))
    undo.undo(ImportBatch.objects.get())
    assert not Publication.objects.exists()
    refresh(alice)
    assert not PendingImport.objects.filter(batch=None).exists()


def test_what_was_found_before_there_were_proposals_can_be_refused(client, alice, orcid):
    data = b'[{"type": "article-journal", "title": "Kelp", "DOI": "10.1234/kelp"}]'
    pending = PendingImport.objects.create(
        user=alice.owner,
        researcher=alice,
        name="ORCID",
        data=data,
        options={"found": {"created": 1, "updated": 0}},
        is_found=True,
    )
    client.force_login(alice.owner)
    assert "Found at ORCID: 1 new paper." in client.get(reverse("admin:index")).content.decode()
    client.post(reverse("admin:publications_importbatch_discard", args=[pending.pk]))
    assert RefusedWork.objects.get().identity == "doi:10.1234/kelp"


def test_a_published_version_of_a_preprint_is_proposed(client, alice, orcid, services):
    services.say_usual()
    paper = make_paper("Kelp and the tide", alice, arxiv="2301.01234", status="preprint")
    orcid("Kelp")
    refresh(alice)
    url, page = plan(client, alice, "arXiv")
    client.post(url, form_of(page))
    paper.refresh_from_db()
    assert "10.1234/kelp.1" in (paper.doi, *paper.versions.values_list("doi", flat=True))


def test_without_a_network_what_was_found_stays(alice, orcid, services, capsys):
    orcid("Kelp")
    refresh(alice)
    services.say(WORKS, b"", 503)
    with pytest.raises(CommandError, match="Not all") as error:
        refresh(alice)
    assert error.value.returncode == 2
    assert "ORCID has too much to do" in capsys.readouterr().out
    assert PendingImport.objects.count() == 1


def test_the_same_proposal_is_not_made_anew(alice, orcid):
    orcid("Kelp")
    refresh(alice)
    before = PendingImport.objects.get()
    refresh(alice)
    assert PendingImport.objects.get().pk == before.pk


def test_it_outlasts_the_day_that_uploads_are_kept(client, alice, orcid):
    orcid("Kelp")
    refresh(alice)
    PendingImport.objects.update(created_at="2020-01-01T00:00Z")
    _url, page = plan(client, alice)
    assert "Journal of Kelp" in page


def test_all_are_those_with_an_id(alice, bob, orcid, capsys):
    orcid("Kelp")
    call_command("refresh", all=True)
    assert capsys.readouterr().out.splitlines() == [
        f"{alice.slug}: 1 new, 0 with something to add."
    ]


def test_an_error_with_one_costs_the_others_nothing(alice, bob, orcid, monkeypatch, capsys):
    orcid("Kelp")
    bob.orcid = "0000-0001-5109-3700"
    bob.save()

    def answers(person, client):
        return {}["organisation"] if person == alice else ()

    monkeypatch.setattr("exchange.news.refresh._answers", answers)
    with pytest.raises(CommandError) as stopped:
        call_command("refresh", all=True)
    assert stopped.value.returncode == 2
    told = capsys.readouterr().out
    assert f"{alice.slug}: An error of this program" in told
    assert f"{bob.slug}: 0 new" in told


def test_an_error_behind_what_was_found_is_told(alice, orcid, monkeypatch, capsys):
    orcid("Kelp")

    def of_orcid(person, answer):
        return propose(person, answer) if answer.items else {}["organisation"]

    monkeypatch.setattr("exchange.news.proposals.propose", of_orcid)
    with pytest.raises(CommandError) as stopped:
        refresh(alice)
    assert stopped.value.returncode == 2
    told = capsys.readouterr().out
    assert f"{alice.slug}: 1 new" in told
    assert f"{alice.slug}: An error of this program" in told


def test_an_error_behind_the_button_is_a_sentence(client, alice, orcid, monkeypatch):
    monkeypatch.setattr("exchange.news.refresh._answers", lambda person, client: {}["organisation"])
    client.force_login(alice.owner)
    url = reverse("admin:publications_importbatch_news")
    answer = client.post(url, {"record": alice.slug}, follow=True)
    assert "An error of this program; it is in the log." in answer.content.decode()


def test_the_button_leads_to_the_plan(client, alice, orcid):
    orcid("Kelp")
    client.force_login(alice.owner)
    home = client.get(reverse("admin:index")).content.decode()
    assert "Look for news now" in home
    answer = client.post(reverse("admin:publications_importbatch_news"), {"record": alice.slug})
    pending = PendingImport.objects.get()
    assert answer.url == reverse("admin:publications_importbatch_plan", args=[pending.pk])


def test_a_colleague_sees_none_of_it(client, alice, bob, orcid):
    orcid("Kelp")
    refresh(alice)
    client.force_login(bob.owner)
    url = reverse("admin:publications_importbatch_plan", args=[PendingImport.objects.get().pk])
    assert client.get(url).status_code == 404
    assert "Found at" not in client.get(reverse("admin:index")).content.decode()
