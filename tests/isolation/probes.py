"""What the tests of guards ask: each probe is True while nothing comes out and nothing is changed.

A probe is (model, function of the owner, everybody's clients and a row of the owner's).
"""

from django.contrib.auth import get_user_model
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.urls import reverse
from django_otp.plugins.otp_totp.models import TOTPDevice

from profiles import models as people
from publications import models as papers
from tests.isolation.admin_views import everything, silent, url
from tests.isolation.forms import sent_by
from tests.isolation.rows import MARK
from tests.isolation.who import address, short
from tests.profiles.test_markdown_upload import picture


def of_row(view, row):
    """What follows in the address of a view."""
    return [] if view in ("changelist", "add") else [row.pk]


# In the header of the admin, for who writes drafts for the owner, whose page is one itself.
OWN_PREVIEW = '<a href="/admin/preview/zebrafinch-zoe/">Preview</a>'


def reads(model, view="changelist", who="bob", query="", known=""):
    """`who` finds nothing of the owner's but `known` behind a view of the model."""

    def probe(owner, everybody, row):
        return silent(everybody[who].get(url(model, view, *of_row(view, row)) + query), known)

    return model, probe


def closed(model, view="change", who="bob"):
    """`who` gets the 404 of what is not there."""

    def probe(owner, everybody, row):
        return everybody[who].get(url(model, view, *of_row(view, row))).status_code == 404

    return model, probe


def shut(name, who, *, of_a_row=False):
    """`who` gets that 404 from an address of our own; see who.py."""
    model = short(name)[0] or people.Talk

    def probe(owner, everybody, row):
        return everybody[who].get(address(name, owner, of_a_row=of_a_row)).status_code == 404

    return model, probe


def writes(model, view="delete", who="bob", **sent):
    """`who` changes nothing by a form."""

    def probe(owner, everybody, row):
        before = everything()
        data = {"post": "yes", "_selected_action": row.pk} | sent
        everybody[who].post(url(model, view, *of_row(view, row)), data)
        return everything() == before

    return model, probe


def says(model, text, view="changelist", who="bob", **query):
    """`who` is not offered `text`."""

    def probe(owner, everybody, row):
        page = everybody[who].get(url(model, view, *of_row(view, row)), query)
        return text not in page.content.decode()

    return model, probe


def keeps(model, below, who="owner", **fields):
    """`who` sends a form with `fields` more: the rows of `below` stay as they are."""

    def probe(owner, everybody, row):
        page = url(model, "change", row.pk)
        before = list(below.objects.order_by("pk").values())
        everybody[who].post(page, sent_by(everybody[who].get(page)) | fields)
        return list(below.objects.order_by("pk").values()) == before

    return model, probe


def public(probe):
    """The same of a row that is public by now, and so no longer a drafter's."""
    model, ask = probe

    def of_public(owner, everybody, row):
        model.objects.update(published_at=owner.created_at)
        return ask(owner, everybody, row)

    return model, of_public


def picks(field, of):
    """Bob's type-ahead box offers nothing of the owner's."""

    def probe(owner, everybody, row):
        query = {"app_label": of._meta.app_label, "model_name": of._meta.model_name}
        query |= {"field_name": field, "term": MARK[:4]}
        return silent(everybody["bob"].get(reverse("admin:autocomplete"), query))

    return papers.Publication, probe


# --- One of a kind --------------------------------------------------------------------------------


def offers_a_page(owner, everybody, row):
    """The form of bob's news offers no page of the owner's."""
    return silent(everybody["bob"].get(url(people.NewsItem, "add")))


def publishes(owner, everybody, row):
    """A delegate who may not publish adds a draft."""
    client, page = everybody["drafter"], url(people.Talk, "add")
    client.post(page, sent_by(client.get(page)) | {"title": "New"})
    return not people.Talk.objects.filter(title="New").latest("pk").is_public


def shows_a_file(owner, everybody, row):
    """A picture that nothing public shows is not given out."""
    name = "portraits/zebrafinch-1x1.webp"
    if not default_storage.exists(name):
        default_storage.save(name, ContentFile(b"x"))
    return all(c.get(f"/media/{name}").status_code == 404 for c in everybody.values())


def shows_a_cover(owner, everybody, row):
    """The picture of a draft is not in a colleague’s preview."""
    row.cover.save("cover.gif", picture())
    return everybody["bob"].get(f"/admin/preview/media/{row.cover.name}").status_code == 404


def reaches_a_superuser(view):
    """A manager does not."""

    def probe(owner, everybody, row):
        chief, _made = get_user_model().objects.get_or_create(username="chief", is_superuser=True)
        args = [] if view == "changelist" else [chief.pk]
        answer = everybody["manager"].get(reverse(f"admin:auth_user_{view}", args=args))
        return answer.status_code == 404 or "chief" not in answer.content.decode()

    return get_user_model(), probe


def waits_for_the_second_factor(owner, everybody, row):
    """A password alone opens no editor where a code is asked for besides."""
    bob = get_user_model().objects.get(username="bob")
    TOTPDevice.objects.get_or_create(user=bob, name="phone", confirmed=True)
    answer = everybody["bob"].post(reverse("admin:markdown-preview"), {"content": "x"})
    return answer.status_code == 403
