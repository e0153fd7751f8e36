"""What a page of the admin costs does not grow with the number of people and papers here."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from history.snapshots import save_revision
from profiles import access
from profiles.admin import activity, extra_pages
from profiles.models import NewsItem, Page
from publications.admin import authorship
from publications.importer import undo
from publications.matching.paper_index import possible_duplicates
from publications.models import Authorship, Publication
from tests.publications.papers import make_paper
from website.search import index

pytestmark = pytest.mark.django_db


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads plans of SQLite")
@pytest.mark.parametrize("rule", [access.visible, access.editable, access.publishable])
@pytest.mark.parametrize("model", [Publication, Authorship])
def test_one_s_own_papers_are_found_without_reading_all(alice, rule, model):
    plan = rule(model.objects.order_by(), alice.owner).explain()
    assert "SCAN" not in plan


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads plans of SQLite")
def test_what_happened_in_the_lab_comes_by_an_index(db):
    assert activity.lab_activity()[:50].explain().splitlines()[0].endswith("revision_newest")
    of_one = activity.lab_activity().filter(user=1)[:50].explain()
    assert "revision_by_account" in of_one
    assert "TEMP B-TREE" not in of_one


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads plans of SQLite")
def test_what_is_deleted_is_found_among_deletions(alice):
    assert "revision_deleted" in activity.deleted_anywhere()[:50].explain().splitlines()[0]
    assert "SCAN history_revision" not in activity.deleted(alice, alice.owner).explain()


@pytest.mark.parametrize("page", ["activity", "trash"])
def test_versions_of_the_lab_are_not_counted(client, crowd, manager, alice, bob, page):
    """Nor are all accounts read, to choose one."""
    row = NewsItem.objects.create(researcher=bob, date="2024", body="Tides.")
    save_revision(row, bob.owner, "added")
    client.force_login(manager)
    with CaptureQueriesContext(connection) as queries:
        html = client.get(reverse(f"admin:profiles_researcher_{page}_shared")).content.decode()
    assert not [each for each in queries if "COUNT(" in each["sql"]]
    assert not re.findall(f"<option[^>]*>{bob.owner.username}", html)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads plans of SQLite")
def test_what_an_import_made_is_found_by_an_index(alice):
    batch = alice.import_batches.create(written_at=timezone.now())
    assert "publication_created" in undo._made(batch).order_by("pk").explain()


def test_a_search_of_papers_compares_no_whole_rows(client, alice, bob, manager):
    make_paper("Tides", alice, bob)
    make_paper("Reefs", alice, "Kim Bo")
    client.force_login(manager)
    address = reverse("admin:publications_publication_changelist")
    with CaptureQueriesContext(connection) as queries:
        page = client.get(address, {"q": "tide brandt"}).content.decode()
    assert "Tides" in page
    assert "Reefs" not in page
    assert "0 results" in client.get(address, {"q": '"brandt tide"'}).content.decode()
    assert not [each for each in queries if 'DISTINCT "publications_publication"' in each["sql"]]


def test_many_papers_are_searched_by_the_index(client, monkeypatch, alice, manager):
    monkeypatch.setattr("website.admin.MANY_PAPERS", 2)
    make_paper("On tides", alice, "Kim Bo", doi="10.5/abc")
    make_paper("Undertides", alice)
    make_paper("A draft on tides", alice, published_at=None)
    index.rebuild()
    client.force_login(manager)

    def found(typed):
        page = client.get(reverse("admin:publications_publication_changelist"), {"q": typed})
        titles = ("On tides", "Undertides", "A draft on tides")
        return [title for title in titles if f">{title}</a>" in page.content.decode()]

    assert found("tide") == ["On tides", "A draft on tides"]
    assert found("bo tide") == ["On tides"]
    assert found('"on tides"') == ["On tides", "A draft on tides"]
    assert found("10.5/abc") == ["On tides"]
    assert found("§") == []
    assert len(found("")) == 3
    with CaptureQueriesContext(connection) as queries:
        found("tide")
    listed = [each["sql"] for each in queries if "'%tide%'" in each["sql"]]
    assert listed
    assert all("website_searchdocument" in sql for sql in listed)


def test_the_palette_looks_at_no_more_papers_than_a_visitors_search(client, monkeypatch, manager):
    monkeypatch.setattr("website.admin.MANY_PAPERS", 2)
    monkeypatch.setattr("website.admin.CANDIDATES", 1, raising=False)
    for number in range(3):
        make_paper(f"Tides {number}", slug=f"t{number}")
    index.rebuild()
    client.force_login(manager)

    def found(page):
        return re.findall(r"Tides \d", client.get(reverse(page), {"q": "tide"}).content.decode())

    for page in ("admin:palette", "admin:palette-results"):
        assert found(page) == ["Tides 2"]
    assert set(found("admin:publications_publication_changelist")) == {"Tides 2", "Tides 1"}


def test_papers_by_title_are_sorted_by_an_index(client, manager):
    for number, title in enumerate(("On B", "On A", "On C", "On A")):
        make_paper(title, slug=f"t{number}", date=str(2000 + number))
    client.force_login(manager)
    address = reverse("admin:publications_publication_changelist")
    up, down = (client.get(address, {"o": order}).context["cl"] for order in ("1", "-1"))
    assert [paper.date.year for paper in up.result_list] == [2003, 2001, 2000, 2002]
    assert [paper.date.year for paper in down.result_list] == [2002, 2000, 2003, 2001]
    if connection.vendor == "sqlite":
        plan = up.queryset[:50].explain()
        assert "publication_by_title" in plan
        assert "TEMP B-TREE" not in plan


@pytest.fixture
def crowd(monkeypatch, alice, bob):
    """As if two people were more than a list should name."""
    monkeypatch.setattr(extra_pages, "MANY", 1)


PAGES = [
    reverse("admin:cv"),
    reverse("admin:publications_authorship_order"),
    reverse("admin:profiles_picture_files"),
    reverse("admin:profiles_newsitem_add"),
    reverse("admin:profiles_newsitem_changelist"),
    reverse("admin:publications_publication_add"),
    reverse("admin:publications_importbatch_add"),
    reverse("admin:publications_importbatch_changelist"),
]


@pytest.mark.parametrize("page", PAGES)
def test_no_list_of_many_people_is_in_a_page(client, crowd, alice, bob, manager, page):
    for who in (alice, bob):
        who.import_batches.create()
    client.force_login(manager)
    html = client.get(page).content.decode()
    assert re.findall("<(option|a)[^>]*>[^<]*Bob Brandt", html) == []


def test_no_list_of_everybody_s_pages_is_in_a_form(client, crowd, bob, manager):
    Page.objects.create(researcher=bob, title="Tide tables", slug="tides")
    client.force_login(manager)
    html = client.get(reverse("admin:profiles_newsitem_add")).content.decode()
    assert "Tide tables" not in html
    of = {"app_label": "profiles", "model_name": "newsitem", "field_name": "page", "term": "tide"}
    found = client.get(reverse("admin:autocomplete"), of).json()["results"]
    assert [each["text"] for each in found] == ["Tide tables"]


def test_one_of_many_is_chosen_by_typing(client, crowd, alice, bob, manager):
    client.force_login(manager)
    order = reverse("admin:publications_authorship_order")
    assert "admin-autocomplete" in client.get(order).content.decode()
    of = {"app_label": "profiles", "model_name": "section", "field_name": "researcher"}
    found = client.get(reverse("admin:autocomplete"), of | {"term": "bran"}).json()["results"]
    assert found == [{"id": str(bob.pk), "text": "Bob Brandt"}]
    index = reverse("admin:index")
    assert "Bob Brandt</h2>" in client.get(index, {"researcher": bob.pk}).content.decode()
    assert client.get(index, {"researcher": "x"}).status_code == 404


def test_rows_of_one_of_many_are_found_by_the_name(client, crowd, alice, bob, manager):
    for who in (alice, bob):
        NewsItem.objects.create(researcher=who, date="2024", body=f"By {who.slug}")
    client.force_login(manager)
    html = client.get(reverse("admin:profiles_newsitem_changelist"), {"q": "brandt"})
    assert "By bob-brandt" in html.content.decode()
    assert "By alice" not in html.content.decode()


def test_the_menu_counts_few_questions(client, monkeypatch, alice, bob, manager):
    paper = Publication.objects.create(title="On Notes", slug="notes", owner=alice)
    for number in range(3):
        row = paper.authorships.create(family=f"Brandt{number}")
        row.suggestions.create(researcher=bob)
    client.force_login(manager)
    papers = reverse("admin:publications_publication_changelist")
    assert "(3)" in client.get(papers).content.decode()
    monkeypatch.setattr(authorship, "COUNTED", 2)
    assert "(2+)" in client.get(papers).content.decode()


def test_what_one_may_pick_is_asked_row_by_row(client, alice, manager):
    """No list of all public papers, nor of all names that have the word."""
    papers = access.pickable(Publication.objects.all(), alice.owner)
    assert 'W0."id" = ("publications_publication"."id")) LIMIT 1' in str(papers.query)
    client.force_login(manager)
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse("admin:publications_publication_changelist"), {"q": "tide"})
    (counted,) = [
        each["sql"] for each in queries if "COUNT(" in each["sql"] and "tide" in each["sql"]
    ]
    assert '"publication_id" = ("publications_publication"."id")) LIMIT 1' in counted


def test_few_versions_need_no_list_of_all_papers(alice):
    make_paper("Tides", alice)
    with CaptureQueriesContext(connection) as queries:
        assert possible_duplicates(Publication.objects.all()) == []
    asked = [
        each["sql"] for each in queries if each["sql"].startswith('SELECT "publications_version"')
    ]
    assert asked
    assert all('= ("publications_version"."publication_id")' in sql for sql in asked)


def test_papers_alike_are_counted_by_what_an_index_holds(alice):
    """By keys and ids: for a title or a DOI of its own, each paper would be read."""
    make_paper("Tides", alice)
    with CaptureQueriesContext(connection) as queries:
        assert possible_duplicates(Publication.objects.all()) == []
    counted = [each["sql"] for each in queries if "GROUP BY" in each["sql"]]
    assert len(counted) == 4
    for sql in counted:
        assert re.search(r'SELECT MAX\(U0\."id"\) AS "last" FROM .* GROUP BY', sql), sql


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads plans of SQLite")
def test_papers_like_those_that_came_last_are_found_without_reading_all(alice):
    make_paper("Tides", alice)
    with CaptureQueriesContext(connection) as queries:
        assert possible_duplicates(Publication.objects.all(), since=1) == []
    compared = [each["sql"] for each in queries if '"id" >= 1' in each["sql"]]
    assert len(compared) == 4
    for sql in compared:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            plan = [step for *_ids, step in cursor.fetchall()]
        assert plan[0].endswith("USING INTEGER PRIMARY KEY (rowid>?)")
        assert not [step for step in plan if step.startswith("SCAN")]


def test_papers_in_the_news_are_asked_row_by_row(client, alice):
    item = NewsItem.objects.create(researcher=alice, date="2024", body="Tides.")
    client.force_login(alice.owner)
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse("admin:profiles_newsitem_change", args=[item.pk]))
    asked = [each["sql"] for each in queries if 'FROM "publications_newsmention"' in each["sql"]]
    assert any('= ("publications_newsmention"."publication_id")' in sql for sql in asked)
