"""The demo lab of historical scientists, brought in the ways that a user has.

Its content lies beside this module: lab.toml names the members and what ties them together;
<slug>.toml holds a member's record, a table for each row with values as typed into its form, in
their order; <slug>.bib holds their papers, which `[[paper]]` tables adorn after the import.
"""

import io
import os
import tomllib
from pathlib import Path

from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import transaction
from django.db.models import FileField, Q
from django.forms import modelform_factory
from django.utils import translation
from django.utils.text import slugify

from history.models import Revision
from profiles.models import Delegation, Researcher, SiteSettings, offered_languages
from publications import references
from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    ImportBatch,
    NewsMention,
    ProjectPaper,
    Publication,
    PublicationAward,
    PublicationLink,
    Topic,
    Venue,
    VenueAlias,
    VenueRank,
    Version,
)
from website.models import DemoNote

# Pictures in it were drawn for the demo, most of them by tests/demo/draw.py.
FOLDER = Path(__file__).resolve().parent
ADMIN = "admin"
LOADED, REMOVED = "loaded", "removed"
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


def read_toml(path: Path) -> dict:
    """Read a file of the demo."""
    with path.open("rb") as file:
        return tomllib.load(file)


# What the demo brought is noted, so that exactly that can be taken away.


def read_note() -> dict:
    """{"state": "loaded" or "removed", "rows": {model label: [keys]}}, or {} before it came."""
    return DemoNote.objects.values("state", "rows").first() or {}


def welcome() -> str:
    """The lab's words for the front page, in Markdown."""
    return read_toml(FOLDER / "lab.toml")["welcome"]


def write_note(state: str, rows: dict) -> None:
    DemoNote.objects.update_or_create(pk=1, defaults={"state": state, "rows": rows})


def is_here() -> bool:
    """Whether the lab was brought and not taken away."""
    return DemoNote.objects.filter(state=LOADED).exists()


def admin_password() -> str:
    """The hash of the demo admin's password; "" where no such account exists."""
    admin = get_user_model().objects.filter(username=ADMIN).first()
    return admin.password if admin else ""


def load() -> dict:
    """Everything or nothing. Returns the keys of the new rows by model, as noted."""
    before = _keys()
    lab = read_toml(FOLDER / "lab.toml")
    people = {slug: read_toml(FOLDER / f"{slug}.toml") for slug in lab["members"]}
    password = admin_password()
    with transaction.atomic(), translation.override("en"):
        _use_languages(unused=[])
        researchers = {slug: create_researcher(slug, people[slug], password) for slug in people}
        for venue in lab["venue"]:
            add_venue(venue)
        for slug in people:
            import_papers(FOLDER / f"{slug}.bib", slug)
        for slug, person in people.items():
            fill(researchers[slug], person)
        for entry in lab["delegation"]:
            delegate = researchers[entry["delegate"]].owner
            Delegation.objects.create(researcher=researchers[entry["researcher"]], user=delegate)
        for entry in lab["suggestion"]:
            # Whether the printed name is theirs is left to them, or was denied.
            authorship = Authorship.objects.get(
                publication__citation_key=entry["paper"], family=entry["family"]
            )
            authorship.researcher = None
            authorship.save()
            AuthorshipSuggestion.objects.update_or_create(
                authorship=authorship,
                researcher=researchers[entry["researcher"]],
                defaults={"state": entry["state"], "reason": entry["reason"]},
            )
        after = _keys()
        rows = {label: sorted(after[label] - before[label]) for label in TRACKED}
        write_note(LOADED, rows)
    return rows


def _use_languages(unused: list[str]) -> None:
    """Some people of the demo have texts in two; what a manager has saved is the lab's choice."""
    if not Revision.objects.filter(kind=SiteSettings._meta.label_lower).exists():
        SiteSettings.objects.update(unused_languages=unused)


def _keys():
    return {
        label: set(apps.get_model(label)._base_manager.values_list("pk", flat=True))
        for label in TRACKED
    }


def create_researcher(slug: str, person: dict, password: str) -> Researcher:
    """The researcher and an account of the same name, with this password's hash, "" for none.

    An account that is here already stays as it is, password and all, and is never removed.
    """
    if not get_user_model().objects.filter(username=slug).exists():
        account = get_user_model()(username=slug, is_staff=True, password=password)
        if not password:
            account.set_unusable_password()
        account.save()
    options = {"slug": slug, "username": slug, "publish": True}
    if "native_name" in person:
        options["native_name"] = person["native_name"]
    _call_quietly("create_researcher", person["name"], **options)
    # The forms of the name find the papers, so they are there before the import.
    return _save(Researcher.objects.get(slug=slug), person["researcher"])


def add_venue(entry: dict) -> None:
    """Add a venue with its other names and ranks."""
    values = {name: entry.get(name, "") for name in ("name", "short_name", "url")}
    venue = _save(Venue(), values)
    for alias in entry.get("aliases", ()):
        _save(VenueAlias(), {"name": alias}, venue=venue)
    for rank in entry.get("ranks", ()):
        _save(VenueRank(), rank, venue=venue)


def import_papers(path: Path, slug: str) -> None:
    """Import papers by the command that users have."""
    # As a user would name it: the report and the sources keep this, not where the machine has it.
    _call_quietly("import_bibtex", os.path.relpath(path), researcher=slug)


def _call_quietly(command, *args, **options):
    call_command(command, *args, stdout=io.StringIO(), stderr=io.StringIO(), **options)


def fill(researcher: Researcher, person: dict) -> None:
    """Their papers' additions, the choice for the home page, then every row of the record."""
    for entry in person.get("paper", ()):
        _adorn(entry)
    for position, key in enumerate(person.get("selected", ()), 1):
        authorship = researcher.authorships.get(publication__citation_key=key)
        authorship.is_selected, authorship.selected_position = True, position
        authorship.save()
    models = {
        model.__name__: model
        for app in ("profiles", "publications")
        for model in apps.get_app_config(app).get_models()
    }
    # In the file's order: a page may show a picture, and a news item may point at a page.
    for name in person:
        if name in models:
            for entry in person[name]:
                _add(models[name], entry, researcher)


def _adorn(entry):
    """Adds to the paper of a citation key what its BibTeX does not say."""
    values = dict(entry)
    publication = Publication.objects.get(citation_key=values.pop("key"))
    topics, awards, links, versions = (
        values.pop(name, ()) for name in ("topics", "awards", "links", "versions")
    )
    if values:
        _save(publication, values)
    for name in topics:
        topic, _ = Topic.objects.get_or_create(slug=slugify(name), defaults={"name": name})
        publication.topics.add(topic)
    for model, rows in ((PublicationAward, awards), (PublicationLink, links)):
        for position, row in enumerate(rows):
            _save(model(), row | {"position": position}, publication=publication)
    for version in versions:
        _save(Version(), version, publication=publication)


def _add(model, entry, researcher):
    values = dict(entry)
    links, papers = values.pop("links", ()), values.pop("papers", ())
    kept = {"researcher": researcher}
    if model.__name__ == "Picture":
        kept["uploaded_by"] = researcher.owner
    # A page named by its address, a picture by its description, become what a form takes.
    if "page" in values:
        values["page"] = researcher.page_set.get(slug=values["page"]).pk
    if model.__name__ == "Page":
        for picture in researcher.pictures.all():
            shown = f"![{picture.alt}]({picture.image.url})"
            values["body"] = values["body"].replace(f"![{picture.alt}]()", shown)
    row = _save(model(), values, **kept)
    for position, link in enumerate(links):
        parent = {model._meta.model_name: row}
        _save(row.links.model(), link | {"position": position}, **parent)
    for key in papers:
        through, name = MENTIONS[model.__name__]
        through.objects.create(**{name: row}, publication=Publication.objects.get(citation_key=key))
    if model.__name__ == "NewsItem":
        references.update_mentions(row)


def _save(row, values, **kept):
    """`row` with `values` as typed into its form, and `kept` (parents) as they are.

    Raises ValidationError naming the row: the demo's content is wrong, or the form is.
    """
    values = dict(values)
    if "translations" in values:
        kept["translations"] = values.pop("translations")
    for name, value in kept.items():
        setattr(row, name, value)
    files = {}
    for name in values:
        if isinstance(row._meta.get_field(name), FileField):
            path = FOLDER / values[name]
            files[name] = SimpleUploadedFile(path.name, path.read_bytes())
    form = modelform_factory(type(row), fields=list(values))(values, files, instance=row)
    if not form.is_valid():
        raise ValidationError(f"{row._meta.label} {values}: {form.errors.as_json()}")
    saved = form.save(commit=False)
    saved.full_clean()
    saved.save()
    return saved


def remove(rows: dict) -> int:
    """Deletes the rows noted, and what was written under their names; returns how many people went.

    A paper that a member who is not of the demo has taken up stays, and so do the venues and
    topics that any paper still uses.
    """
    with transaction.atomic():
        people = Researcher.objects.filter(pk__in=rows["profiles.Researcher"])
        count = people.count()
        others = Researcher.objects.exclude(pk__in=people)
        taken_up = Q(owner__in=others) | Q(authorships__researcher__in=others)
        Publication.objects.filter(
            Q(pk__in=rows["publications.Publication"]) | Q(owner__in=people)
        ).exclude(pk__in=Publication.objects.filter(taken_up).values("pk")).delete()
        batches = Q(pk__in=rows["publications.ImportBatch"]) | Q(researcher__in=people)
        ImportBatch.objects.filter(batches).delete()
        people.delete()
        # An account that owns another record by now is somebody's.
        accounts = get_user_model().objects.filter(pk__in=rows["auth.User"])
        accounts.filter(researcher=None, is_superuser=False).delete()
        for model in (Venue, Topic):
            model.objects.filter(pk__in=rows[model._meta.label], publications=None).delete()
        _use_languages(unused=offered_languages())
        write_note(REMOVED, {})
    return count
