"""Every view that changes a row with a history leaves a version of it, by who changed it; and one
of how it stood before.

Views are the actions of the lists and the addresses of the admin that are not every model's; one
that is missing here fails with its name. Forms, their inlines and deletions: test_history.py of
both apps.
"""

import pytest
from django.contrib import admin
from django.urls import reverse

from history import snapshots
from history.models import Revision, get_versioned_models
from history.snapshots import track_changes
from profiles.models import Award, NewsItem, Page, Researcher, Section
from publications import models as papers
from tests.isolation.admin_views import url
from tests.isolation.rows import a_paper, a_suggestion, item
from tests.isolation.who import ELSEWHERE, ORDERED, POST_ONLY, STATES, WHO
from tests.profiles.test_markdown_upload import picture
from tests.website.test_dashboard import key_of
from website.inbox import find_changes


def act(action, make):
    """Does the action of a list to the row that `make(owner)` returns, as the owner."""

    def view(client, owner):
        row = make(owner)
        data = {"action": action, "_selected_action": row.pk, "post": "yes"}
        yield
        client.post(url(type(row), "changelist"), data)

    return view


def news(owner, **values):
    return item(NewsItem, owner, date="2025", **values)


def describe(client, owner):
    paper, topic = a_paper(owner), papers.Topic.objects.create(name="T", slug="t")
    data = {"action": "describe", "_selected_action": paper.pk, "apply": "1", "topics": topic.pk}
    yield
    client.post(url(papers.Publication, "changelist"), data)


def repair(client, owner):
    Award.objects.create(researcher=owner, name="Prix PoincarÃ©")
    key = key_of(owner, "encoding")
    yield
    client.post(reverse("admin:dashboard-repair"), {"record": owner.slug, "key": key})


def undo_change(client, owner):
    """What a colleague changed on a paper of theirs, too."""
    paper, bob = a_paper(owner), Researcher.objects.get(slug="bob-brandt")
    papers.Authorship.objects.create(publication=paper, family="Brandt", researcher=bob)
    with track_changes(None, paper):
        paper.title = "Changed"
        paper.save()
    (change,) = find_changes(owner, owner.owner)
    data = {"record": owner.slug, "key": change.key, "seen": change.digest}
    yield
    client.post(reverse("admin:dashboard-undo-change"), data)


def upload(client, owner):
    yield
    assert client.post(reverse("admin:markdown-upload"), {"image": picture()}).status_code == 200


def order(model, make):
    def view(client, owner):
        one, two = make(owner), make(owner)
        yield
        data = {f"place-{two.pk}": 1, f"place-{one.pk}": 2, f"on-{two.pk}": "on"}
        client.post(url(model, "order"), data)

    return view


def order_parts(client, owner):
    yield
    client.post(url(Section, "order"), {"place-biography": 2, "place-awards": 1})


def order_back(client, owner):
    yield from order(Award, lambda owner: item(Award, owner))(client, owner)
    version = Revision.objects.get(action="found")
    client.post(url(Award, "order_versions"), {"restore": version.pk})


def own_name(owner):
    return a_paper(owner, slug=f"paper-{papers.Publication.objects.count()}").authorships.get()


def page(owner):
    return item(Page, owner, slug=f"page-{Page.objects.count()}")


def selected(owner):
    paper = a_paper(owner)
    paper.authorships.update(is_selected=True)
    return paper


def hidden(owner):
    paper = a_paper(owner)
    paper.authorships.update(is_hidden=True)
    return paper


VIEWS = {
    "PublishableAdmin.publish": act("publish", news),
    "PublishableAdmin.withdraw": act("withdraw", lambda o: news(o, published_at="2025-01-01T00Z")),
    "PublicationAdmin.withdraw": act("withdraw", lambda o: a_paper(o, published_at=o.created_at)),
    "PublicationAdmin.select_for_page": act("select_for_page", a_paper),
    "PublicationAdmin.hide_from_page": act("hide_from_page", selected),
    "PublicationAdmin.show_on_page": act("show_on_page", hidden),
    "describe": describe,
    "SuggestionAdmin.confirm": act("confirm", a_suggestion),
    "OwnPapersAdmin.disown": act("disown", lambda o: selected(o).authorships.get()),
    "dashboard-repair": repair,
    "dashboard-undo-change": undo_change,
    "markdown-upload": upload,
    "award_order": order(Award, lambda owner: item(Award, owner)),
    "award_order_versions": order_back,
    "page_order": order(Page, page),
    "section_order": order_parts,
    "authorship_order": order(papers.Authorship, own_name),
}
# View -> why it leaves none, or which test holds that it does.
OTHERS = {
    "delete_selected": "tests/history/test_trash.py",
    "SuggestionAdmin.refuse": "a question is no part of the paper",
    "SuggestionAdmin.take_back": "a question is no part of the paper",
    "PublicationAdmin.merge": "asks first; publication_merge",
    "publication_merge": "tests/publications/test_history.py",
    "publication_split": "tests/publications/test_admin_split.py",
    "VenueAdmin.merge": "asks first; venue_merge",
    "venue_merge": "tests/publications/test_merge_venues.py",
    "publication_duplicates": "says of papers that they differ",
    "researcher_address": "a right: told by the log, tests/history/test_versions.py",
    "researcher_invite": "a right: told by the log",
    "researcher_invite_people": "rights, and new profiles as any: tests/accounts",
    "researcher_undelete": "tests/history/test_trash.py",
    "researcher_undelete_shared": "test_history.py",
    "researcher_erase": "all versions go",
    **dict.fromkeys(["exports"], "reads"),
    **{name: "an import tells of itself" for name in WHO if name.startswith("importbatch_")},
    **{name: "of the account" for name in WHO if name.startswith(("account", "user_", "password"))},
    **dict.fromkeys(POST_ONLY - VIEWS.keys(), "remembers no text"),
    "dashboard-groups": "tests/website/test_lab_home.py",
    "cv": "tests/profiles/test_admin_cv.py",
    "researcher_documents": "tests/exchange/test_documents.py",
    **{f"{model}_order": "as of awards" for model in ORDERED},
    **{f"{model}_state": "by the actions publish and withdraw" for model in STATES},
    **{f"{model}_order_versions": "as of awards" for model in ("section", "authorship", *ORDERED)},
}
READS = {"researcher_data", "researcher_activity", "researcher_trash", "picture_files", "preview"}
READS |= {"researcher_activity_shared", "researcher_trash_shared", "index", "jsi18n", "app_list"}
READS |= {"date-words", "autocomplete", "cvvariant_pages", "cvvariant_new_pages"}
READS |= {"markdown-preview", "markdown-citable", "login", "logout", "code", "one-time-link"}
READS |= {"forgotten", "researcher_website", "palette", "palette-results", "lab-page"}
READS |= {"help", "help-page"}


def actions():
    for form in admin.site._registry.values():
        for name in form.actions:
            action = name if callable(name) else getattr(type(form), name)
            yield action.__qualname__


def rows_now():
    """(kind, id) -> digest of every row that has a history."""
    rows = (row for model in get_versioned_models() for row in model._base_manager.all())
    return {
        (row._meta.label_lower, row.pk): snapshots.digest(type(row), snapshots.take(row))
        for row in rows
    }


def lists_now(owner):
    pages = [getattr(form, "order", None) for form in admin.site._registry.values()]
    orders = [page.versions for page in pages if page]
    return {(order.kind, owner.pk): order.digest(owner) for order in orders}


def test_every_door_is_tried_or_says_why_not():
    views = {*actions(), *WHO, *ELSEWHERE, "delete_selected"}
    views = {"exports" if name.startswith("export_") else name for name in views}
    assert not views - VIEWS.keys() - OTHERS.keys() - READS, (
        "say in test_recorded.py what it records"
    )
    assert not (VIEWS.keys() | OTHERS.keys() | READS) - views, "there is no such view any more"


@pytest.mark.parametrize("name", VIEWS)
def test_it_leaves_a_version_of_what_it_changed(name, owner, everybody):
    steps = VIEWS[name](everybody["owner"], owner)
    next(steps)
    before = rows_now() | lists_now(owner)
    next(steps, None)
    now = rows_now() | lists_now(owner)
    changed = {key for key in now if now[key] != before.get(key)}
    if lists := changed & lists_now(owner).keys():  # an order is no text of the rows
        changed = lists
    assert changed
    for kind, pk in changed:
        last, *older = Revision.objects.filter(kind=kind, object_id=pk)
        assert (last.digest, last.user) == (now[kind, pk], owner.owner), (kind, pk)
        was = before.get((kind, pk))
        assert not was or was in [version.digest for version in older], (kind, pk)
