"""Ctrl+K: what may be opened, by a few letters of its name."""

from profiles.admin import extra_pages
from profiles.models import Award
from publications.models import Publication
from tests.conftest import make_researcher
from website import menu

URL = "/admin/search/results/"


def found(client, text=""):
    return client.get(URL, {"q": text}).json()


def labels(client, text=""):
    return [each["label"] for each in found(client, text)]


def test_palette_finds_a_row_by_letters(at_work, alice):
    award = Award.objects.create(researcher=alice, name="The <b>Kelp</b> Prize", published_at=None)
    [row] = found(at_work, "kelp")
    url = f"/admin/profiles/award/{award.pk}/change/"
    assert row == {"label": "The <b>Kelp</b> Prize", "kind": "Award", "url": url}
    page = at_work.get("/admin/search/", {"q": "kelp"}).content.decode()
    assert f'<a href="{url}">The &lt;b&gt;Kelp&lt;/b&gt; Prize</a>' in page


def test_pages_and_actions_are_found_by_their_names(at_work):
    assert "Import papers" in labels(at_work, "import pap")
    assert "Add talk" in labels(at_work, "add talk")
    assert "View live" in labels(at_work, "live")


def test_without_a_word_it_offers_every_page(at_work):
    assert {"Home", "Profile", "Papers", "Add award"} <= set(labels(at_work))


def test_every_answer_opens(at_work, alice):
    Publication.objects.create(title="On kelp", slug="kelp", owner=alice)
    for each in [*found(at_work), *found(at_work, "kelp")]:
        assert at_work.get(each["url"]).status_code == 200, each


def test_nothing_of_a_colleague_is_found(at_work, bob):
    Award.objects.create(researcher=bob, name="Kelp Prize")
    assert found(at_work, "kelp") == []


def test_a_manager_finds_everybody(client, manager, bob):
    make_researcher("Eve Ekholm")
    client.force_login(manager)
    assert "Eve Ekholm" in labels(client, "ekholm")


def test_of_many_rows_a_manager_finds_the_last_and_a_way_to_all(client, monkeypatch, manager, bob):
    monkeypatch.setattr(menu, "LOOKED_AT", 2, raising=False)
    for name in ("First Kelp Prize", "Second Kelp Prize", "Third Prize"):
        Award.objects.create(researcher=bob, name=name)
    client.force_login(manager)
    expected = [("Second Kelp Prize", "Award"), ("All with “kelp”", "Awards")]
    rows = found(client, "kelp")
    assert [(each["label"], each["kind"]) for each in rows] == expected
    assert "First Kelp Prize" in client.get(rows[1]["url"]).content.decode()
    Award.objects.first().delete()
    assert labels(client, "kelp") == ["Second Kelp Prize"]


def test_whose_rows_they_are_is_not_compared(client, monkeypatch, manager, alice, bob):
    """Their owner is found, and a list finds rows by the name."""
    monkeypatch.setattr(extra_pages, "MANY", 1)
    Award.objects.create(researcher=bob, name="Kelp Prize")
    client.force_login(manager)
    assert "Bob Brandt" in labels(client, "brandt")
    assert "Kelp Prize" not in labels(client, "brandt")


def test_awkward_texts_are_answered(at_work):
    for text in ("\0", "%", "'", '"', "x" * 5000, "😀", "  "):
        assert at_work.get(URL, {"q": text}).status_code == 200
