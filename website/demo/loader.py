"""Brings the demo lab in by the doors that a user has: two commands, then the forms."""

import io
import os

from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import transaction
from django.utils import translation

from profiles.models import Delegation, Researcher
from publications import mentions
from publications.models import NewsMention, ProjectPaper, Publication
from website.demo import forms, marker, papers
from website.demo.content import Item, Person
from website.demo.lab import DELEGATIONS, PEOPLE, SUGGESTIONS, VENUES

ADMIN = "admin"
# What the demo adds that does not go away with its people.
TRACKED = (
    "auth.User",
    "profiles.Researcher",
    "publications.Publication",
    "publications.ImportBatch",
    "publications.Venue",
    "publications.Topic",
)
MENTIONS = {"NewsItem": (NewsMention, "news_item"), "Project": (ProjectPaper, "project")}


def load() -> dict:
    """Everything or nothing. Returns the keys of the new rows by model, as `marker` keeps them."""
    before = _keys()
    with transaction.atomic(), translation.override("en"):
        _load()
    after = _keys()
    rows = {label: sorted(after[label] - before[label]) for label in TRACKED}
    marker.write(marker.LOADED, rows)
    return rows


def admin_password() -> str:
    """The hash of the demo admin's password; "" where no such account exists."""
    admin = get_user_model().objects.filter(username=ADMIN).first()
    return admin.password if admin else ""


def _keys():
    return {
        label: set(apps.get_model(label)._base_manager.values_list("pk", flat=True))
        for label in TRACKED
    }


def _load():
    password = admin_password()
    people = {person.slug: _create(person, password) for person in PEOPLE}
    for venue in VENUES:
        papers.add_venue(venue)
    for person in PEOPLE:
        _import(person)
    for person in PEOPLE:
        _fill(person, people[person.slug])
    for owner, delegate in DELEGATIONS:
        Delegation.objects.create(researcher=people[owner], user=people[delegate].owner)
    for key, family, slug, state, reason in SUGGESTIONS:
        papers.suggest(key, family, people[slug], state, reason)


def _create(person: Person, password):
    _make_account(person.slug, password)
    options = {"slug": person.slug, "username": person.slug, "publish": True}
    if person.native_name:
        options["native_name"] = person.native_name
    _quietly("create_researcher", person.name, **options)
    # The forms of the name find the papers, so they are there before the import.
    researcher = Researcher.objects.get(slug=person.slug)
    return forms.save(researcher, person.record, translations=person.translations)


def _make_account(username, password):
    """One that is here already stays as it is, password and all, and is never removed."""
    account = get_user_model()(username=username, is_staff=True, password=password)
    if not password:
        account.set_unusable_password()
    if not get_user_model().objects.filter(username=username).exists():
        account.save()


def _import(person):
    # As a user would name it: the report and the sources keep this, not where the machine has it.
    _quietly("import_bibtex", os.path.relpath(person.bibtex), researcher=person.slug)


def _quietly(command, *args, **options):
    call_command(command, *args, stdout=io.StringIO(), stderr=io.StringIO(), **options)


def _fill(person, researcher):
    for paper in person.papers:
        papers.adorn(paper)
    papers.select(researcher, person.selected)
    for item in sorted(person.items, key=_before):
        _add(item, researcher)


def _before(item):
    """A page may show a picture, and a news item may point at a page."""
    return {"Picture": 0, "Page": 1}.get(item.model, 2)


def _add(item: Item, researcher):
    model = apps.get_model(item.model if "." in item.model else f"profiles.{item.model}")
    kept = {"researcher": researcher}
    if item.model == "Picture":
        kept["uploaded_by"] = researcher.owner
    if item.translations:
        kept["translations"] = item.translations
    row = forms.save(model(), _resolved(item, researcher), **kept)
    for position, (label, url) in enumerate(item.links):
        forms.save(
            row.links.model(), {"label": label, "url": url, "position": position}, **_of(row)
        )
    for key in item.papers:
        through, name = MENTIONS[item.model]
        through.objects.create(**{name: row}, publication=Publication.objects.get(citation_key=key))
    if item.model == "NewsItem":
        mentions.follow(row)


def _resolved(item, researcher):
    """A page named by its address, a picture by its description, become what a form takes."""
    values = dict(item.values)
    if "page" in values:
        values["page"] = researcher.page_set.get(slug=values["page"]).pk
    if item.model == "Page":
        for picture in researcher.pictures.all():
            values["body"] = values["body"].replace(f"![{picture.alt}]()", _shown(picture))
    return values


def _shown(picture):
    return f"![{picture.alt}]({picture.image.url})"


def _of(row):
    return {row._meta.model_name: row}
