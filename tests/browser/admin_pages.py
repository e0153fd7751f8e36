"""The pages of the admin, as the registry and the resolver have them."""

from django.contrib import admin
from django.urls import reverse

from history import snapshots
from history.models import Revision, VersionedModel
from profiles.models import NewsItem
from publications.models import Venue
from tests.hostile.rows import fill
from tests.hostile.test_public_pages import ADDRESSES as LINKS
from tests.hostile.test_public_pages import HARMLESS
from tests.isolation.admin_views import url
from tests.isolation.rows import REGISTERED, ROWS, item
from tests.isolation.test_own_views import ADDRESSES
from tests.isolation.who import ORDERS, POST_ONLY, STATES, WHO, address, short

BUTTONS = POST_ONLY | {"importbatch_discard", "logout", *(f"{model}_state" for model in STATES)}
FOR_SCRIPTS = {"markdown-preview", "markdown-upload", "markdown-citable", "date-words"}
FOR_SCRIPTS |= {"autocomplete", "importbatch_progress", "jsi18n", "palette-results"}
FOR_SCRIPTS |= {"account-signed-in"}
# Name -> why there is no page to open.
NO_PAGE = dict.fromkeys(BUTTONS, "a button: it leads to a page that is opened")
NO_PAGE["cvvariant_pages"] = "the pictures that its form shows"
NO_PAGE["cvvariant_new_pages"] = "the same, before it is saved"
NO_PAGE |= dict.fromkeys(FOR_SCRIPTS, "the answer to a script of pages that are opened")
# For who is not signed in, or not wholly.
BEFORE_SIGN_IN = {"login", "code", "one-time-link", "forgotten"}
# Nobody adds or deletes these by hand; an authorship is written in the form of its paper.
CLOSED = {f"authorship_{view}" for view in ("add", "change", "delete", "history")}
CLOSED |= {"authorshipsuggestion_add", "authorshipsuggestion_delete", "importbatch_delete"}
CLOSED |= {"sitesettings_add", "sitesettings_delete"}  # there is one, always


def a_full_lab(owner, rows=2):
    """Rows of every model, with a text in every column; the owner may open every page."""
    fill(owner, HARMLESS[:rows], LINKS[:rows])
    owner.owner.is_superuser = True
    owner.owner.save()


def named(name, *args):
    return reverse(f"admin:{name}", args=args)


def pages(owner):
    """(name, address) of every page below /admin/; what has none is named above."""
    for model in REGISTERED:
        yield from pages_of(model, owner)
    for name, of_a_row in ADDRESSES.items():
        word = short(name)[1]
        if word in WHO and word not in NO_PAGE:
            yield word, address(name, owner, of_a_row=of_a_row)
        elif word in ORDERS:
            yield word, f"{named(name)}?researcher={owner.pk}"
    for name, args, row in (
        ("researcher_undelete", [owner.pk], item(NewsItem, owner, date="2025")),
        ("researcher_undelete_shared", [], ROWS[Venue](owner)),
    ):
        yield name, named(f"profiles_{name}", *args, deleted(row, owner).pk)


def pages_of(model, owner):
    row = model._base_manager.first() or ROWS[model](owner)
    word = model._meta.model_name
    yield f"{word}_changelist", url(model, "changelist")
    yield f"{word}_add", url(model, "add")
    yield f"{word}_add", url(model, "add") + "?_popup=1"
    yield f"{word}_change", url(model, "change", row.pk) + "?_panel=1"
    for part in filter(None, getattr(admin.site._registry[model], "form_pages", ())):
        yield f"{word}_change", url(model, "change", row.pk) + f"?_part={part}"
    for view in ("change", "delete", "history"):
        yield f"{word}_{view}", url(model, view, row.pk)
    if issubclass(model, VersionedModel):
        version = snapshots.save_revision(row, owner.owner, Revision.Action.ADDED)
        pair = f"?from={version.pk}&to={version.pk}"
        yield f"{word}_compare", url(model, "compare", row.pk) + pair
        yield f"{word}_restore", url(model, "restore", row.pk, version.pk)


def deleted(row, owner):
    version = snapshots.save_revision(row, owner.owner, Revision.Action.DELETED)
    row.delete()
    return version


def add_rows(page):
    """All parts of the form unfolded, and a row more in each of its tables."""
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    for button in page.query_selector_all(".inline-group .add-row a"):
        button.dispatch_event("click")
