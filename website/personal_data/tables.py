"""Which rows of which table are about a person: what an archive holds and an erasure deletes.

A model whose `owned_through` leads straight to its researcher needs no line here: its rows are
exported and erased with the record. Every other one stands in TABLES or IMPERSONAL; a table that
nobody thought of fails tests/personal_data/test_registry.py.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import FileField, Model, Q, QuerySet

from accounts import sessions
from profiles.access import MANAGERS
from profiles.models import Delegation, Researcher
from publications.models import Authorship, ImportBatch, Publication, Topic, Venue
from publications.visibility import public_papers
from website.personal_data import redaction

NOBODY = Q(pk__in=[])
# What other rows hang on goes after them.
LAST = {"profiles.researcher": 1, "auth.user": 2}


@dataclass(frozen=True)
class Person:
    """A researcher, and the account that edits the record (None: nobody signs in for it)."""

    researcher: Researcher

    @cached_property
    def account(self):
        return self.researcher.owner

    @cached_property
    def account_goes(self) -> bool:
        """Whether the account has no other use: no manager's, and nobody's delegate."""
        user = self.account
        if user is None or user.is_superuser or user.groups.filter(name=MANAGERS).exists():
            return False
        others = Delegation.objects.filter(user=user).exclude(researcher=self.researcher)
        return not others.current().exists()

    def by_account(self, path: str = "user") -> Q:
        """The rows of their account, which `path` leads to."""
        return Q(**{path: self.account}) if self.account else NOBODY

    def by_erased_account(self, path: str = "user") -> Q:
        return self.by_account(path) if self.account_goes else NOBODY

    @property
    def papers(self) -> QuerySet[Publication]:
        """Brought by them, or with a name that is linked to them; drafts and hidden ones too."""
        theirs = Q(owner=self.researcher) | Q(authorships__researcher=self.researcher)
        return Publication.objects.filter(theirs).order_by().distinct()

    @property
    def sole_papers(self) -> QuerySet[Publication]:
        """Of these, those that no other researcher has."""
        others = Authorship.objects.filter(publication__in=self.papers.values("pk"))
        others = others.exclude(researcher=None).exclude(researcher=self.researcher)
        brought = ~Q(owner=None) & ~Q(owner=self.researcher)
        papers = self.papers.exclude(pk__in=others.values("publication"))
        return papers.exclude(pk__in=Publication.objects.filter(brought).values("pk"))

    @property
    def batches(self) -> QuerySet[ImportBatch]:
        """For their record; and, by their account, for nobody's."""
        unassigned = self.by_account() & Q(researcher=None)
        return ImportBatch.objects.filter(Q(researcher=self.researcher) | unassigned)

    @property
    def erased_batches(self) -> QuerySet[ImportBatch]:
        """What a manager imported for the lab stays with the manager's account."""
        batches = self.batches
        return batches if self.account_goes else batches.filter(researcher=self.researcher)

    @cached_property
    def batch_keys(self) -> set[int]:
        return set(self.batches.values_list("pk", flat=True))


def _unchanged(person, row, values):
    return values


def _stored_files(row) -> list[str]:
    """The stored names in the row's own columns: never names that somebody typed into a text."""
    columns = [f for f in row._meta.concrete_fields if isinstance(f, FileField)]
    return [name for f in columns if (name := getattr(row, f.attname).name)]


@dataclass(frozen=True)
class PersonalTable:
    """`about(person)` says which rows are exported; `erasable(person)` which are erased, the same
    unless said otherwise.

    `hidden` are columns that no export shows. `describe(person, row, values)` takes out of an
    exported row what is somebody else's. `with_account`: rows that stay while the account does.
    """

    label: str
    about: Callable[[Person], Q]
    erasable: Callable[[Person], Q] | None = None
    hidden: tuple[str, ...] = ()
    describe: Callable[[Person, Model, dict], dict] = _unchanged
    files: Callable[[Model], Iterable[str]] = _stored_files
    # Whether `files` reads them out of a document, such as an earlier version.
    names_in_documents: bool = False
    with_account: bool = False

    @property
    def model(self) -> type[Model]:
        return apps.get_model(self.label)

    def rows(self, person: Person) -> QuerySet:
        return self.model._base_manager.filter(self.about(person))

    def erased(self, person: Person) -> QuerySet:
        if self.with_account and not person.account_goes:
            return self.model._base_manager.none()
        return self.model._base_manager.filter((self.erasable or self.about)(person))


def personal_tables() -> list[PersonalTable]:
    """All of them: papers first, then what is on the page, the record, the account."""
    declared = {table.label for table in TABLES}
    followed = [
        PersonalTable(model._meta.label_lower, _along(paths))
        for model in apps.get_models()
        if model._meta.label_lower not in declared and (paths := straight_paths(model))
    ]
    return sorted([*TABLES, *followed], key=lambda table: LAST.get(table.label, 0))


def straight_paths(model: type[Model]) -> list[str]:
    """Its `owned_through`, if that leads by single-valued columns to whose row it is.

    A paper's does not: it belongs to each of its authors, and stays while one of them does.
    """
    paths = list(getattr(model, "owned_through", ()))
    return paths if paths and all(_is_straight(model, path) for path in paths) else []


def _is_straight(model, path):
    if path == "pk":
        return True
    for name in path.split("__"):
        column = model._meta.get_field(name)
        if not (column.many_to_one or column.one_to_one) or not column.concrete:
            return False
        model = column.related_model
    return model is Researcher


def _along(paths):
    def about(person):
        condition = Q()
        for path in paths:
            condition |= Q(**{path: person.researcher.pk})
        return condition

    return about


# --- Papers ---------------------------------------------------------------------------------------
# A paper is everybody's who is linked to it or brought it. Erased are a person's papers that nobody
# else has. The others stay with the name as printed, and nothing that leads from it to the person.


def _among(rows, path="pk"):
    return Q(**{f"{path}__in": rows.values("pk")})


def _rows_of_papers(label, path, **options):
    """A table whose rows hang on a paper, which `path` leads to."""
    return PersonalTable(
        label,
        lambda person: _among(person.papers, path),
        erasable=lambda person: _among(person.sole_papers, path),
        **options,
    )


def _of_researcher(person):
    return Q(researcher=person.researcher)


def _describe_authorship(person, row, values):
    """Of a co-author, what the paper prints."""
    if row.researcher_id == person.researcher.pk:
        return values
    return {name: value for name, value in values.items() if name not in redaction.CHOICES}


def _describe_suggestion(person, row, values):
    """Which paper it is about, unless that is another's draft."""
    paper = row.authorship.publication_id
    visible = person.papers.filter(pk=paper) or public_papers().filter(pk=paper)
    if not visible:
        return values
    return values | {"paper": visible[0].slug, "printed_name": row.authorship.name}


def _describe_change(person, row, values):
    before = redaction.for_archive(values["before"], person.researcher, person.batch_keys)
    fields = {name: value for name, value in before.get("fields", {}).items() if name != "owner"}
    return values | {"before": before | {"fields": fields}}


def _describe_revision(person, row, values):
    state = redaction.for_archive(row.state, person.researcher, person.batch_keys)
    return values | {"state": state}


def _sources(person, batches):
    """Entries of their own files. A colleague's file may say what only the colleague should see."""
    brought = Q(batch=None, publication__owner=person.researcher)
    return _among(batches, "batch") | brought


def _revisions_erased(person):
    """Of what goes with the person, and those of the lab's own rows that they made."""
    condition = _of_researcher(person) | person.by_erased_account() & Q(researcher=None)
    for model, rows in (
        (Publication, person.sole_papers),
        (Venue, Venue.objects.filter(_venues_erased(person))),
        (Topic, Topic.objects.filter(_topics_erased(person))),
    ):
        condition |= Q(kind=model._meta.label_lower) & _among(rows, "object_id")
    return condition


def _venues(person):
    used = person.papers.exclude(venue=None).values("venue")
    return person.by_account("added_by") | Q(pk__in=used)


def _venues_erased(person):
    """That they, or an import of theirs, brought, and nobody else uses or has worked on."""
    brought = person.by_erased_account("added_by")
    for keys in person.erased_batches.values_list("venues", flat=True):
        brought |= Q(pk__in=keys, added_by=None)
    return brought & _unused_by_others(person, "venue") & Q(aliases=None, ranks=None)


def _topics(person):
    return _among(person.papers, "publications")


def _topics_erased(person):
    return _topics(person) & _unused_by_others(person, "topics")


def _unused_by_others(person, path):
    stay = Publication.objects.exclude(pk__in=person.sole_papers.values("pk"))
    return ~Q(pk__in=stay.exclude(**{path: None}).values(path))


# --- The record and the account -------------------------------------------------------------------


def _describe_delegation(person, row, values):
    """Their delegates the owner has chosen, and sees by name in the admin."""
    if row.researcher_id == person.researcher.pk:
        return values | {"user": row.user.get_username()}
    return values


def _describe_log_entry(person, row, values):
    """When, what kind of thing and which; its name and the change may be another's words."""
    return {name: v for name, v in values.items() if name not in ("object_repr", "change_message")}


def _log_entries_erased(person):
    """By the account, or naming it; about rows that go, or are gone: nobody knows whose."""
    condition = NOBODY
    if person.account_goes:
        # As who did it, or as whom another made a delegate of theirs.
        condition = person.by_account()
        delegate = json.dumps(f"{person.account.get_username()} →")[:-1]
        condition |= Q(change_message__contains=delegate)
    for table in personal_tables():
        if table.label != "admin.logentry":
            condition |= Q(pk__in=_log_entries_about_erased(table, person))
    return condition


def _log_entries_about_erased(table, person):
    kind = ContentType.objects.get_for_model(table.model)
    entries = dict(LogEntry.objects.filter(content_type=kind).values_list("pk", "object_id"))
    logged = {key for key in entries.values() if key and key.isdecimal()}
    stay = table.model._base_manager.filter(pk__in=logged)
    stay = stay.exclude(pk__in=list(table.erased(person).values_list("pk", flat=True)))
    here = {str(key) for key in stay.values_list("pk", flat=True)}
    return [entry for entry, key in entries.items() if key not in here]


def _sessions(person):
    return _among(sessions.user_sessions(person.account)) if person.account else NOBODY


def _tries_to_sign_in(person):
    if person.account is None:
        return NOBODY
    condition = Q()
    for name in {person.account.get_username(), person.account.email} - {""}:
        condition |= Q(username__iexact=name)
    return condition


def _axes_table(label):
    # Who tried a name need not have been its owner: from where is the attacker's.
    hidden = ("ip_address", "user_agent", "http_accept", "get_data", "post_data", "session_hash")
    return PersonalTable(label, _tries_to_sign_in, hidden=hidden, with_account=True)


# Papers go before venues, rows before whose they are.
TABLES = (
    _rows_of_papers("publications.publication", "pk"),
    _rows_of_papers("publications.authorship", "publication", describe=_describe_authorship),
    PersonalTable(
        "publications.authorshipsuggestion", _of_researcher, describe=_describe_suggestion
    ),
    _rows_of_papers("publications.version", "publication"),
    _rows_of_papers("publications.publicationaward", "publication"),
    _rows_of_papers("publications.publicationlink", "publication"),
    _rows_of_papers("publications.formeraddress", "publication"),
    _rows_of_papers("publications.notduplicate", "one"),
    _rows_of_papers("publications.publication_topics", "publication"),
    PersonalTable(
        "publications.importbatch",
        lambda person: _among(person.batches),
        erasable=lambda person: _among(person.erased_batches),
    ),
    PersonalTable(
        "publications.importchange",
        lambda person: _among(person.batches, "batch"),
        erasable=lambda person: _among(person.erased_batches, "batch"),
        describe=_describe_change,
    ),
    PersonalTable(
        "publications.source",
        lambda person: _sources(person, person.batches),
        erasable=lambda person: (
            _sources(person, person.erased_batches) | _among(person.sole_papers, "publication")
        ),
    ),
    PersonalTable(
        "publications.pendingimport",
        Person.by_account,
        erasable=lambda person: person.by_erased_account() | _of_researcher(person),
    ),
    PersonalTable(
        "history.revision",
        _of_researcher,
        erasable=_revisions_erased,
        describe=_describe_revision,
        files=redaction.files_in_revision,
        names_in_documents=True,
    ),
    PersonalTable("publications.venue", _venues, erasable=_venues_erased),
    PersonalTable("publications.topic", _topics, erasable=_topics_erased),
    # An account's own uploads for another's record, or for the site itself, are not the person's.
    PersonalTable("profiles.picture", _of_researcher),
    # Whom the person lets edit, and whom the person edits for.
    PersonalTable(
        "profiles.delegation",
        lambda person: _of_researcher(person) | person.by_account(),
        erasable=lambda person: _of_researcher(person) | person.by_erased_account(),
        describe=_describe_delegation,
    ),
    PersonalTable("profiles.formerslug", _of_researcher),
    PersonalTable(
        "auth.user",
        lambda person: Q(pk=getattr(person.account, "pk", None)),
        hidden=("password",),
        with_account=True,
    ),
    # The second factor, without what lets one in.
    PersonalTable("otp_totp.totpdevice", Person.by_account, hidden=("key",), with_account=True),
    PersonalTable("otp_static.staticdevice", Person.by_account, with_account=True),
    PersonalTable(
        "otp_static.statictoken",
        lambda person: person.by_account("device__user"),
        hidden=("token",),
        with_account=True,
    ),
    PersonalTable(
        "admin.logentry",
        Person.by_account,
        erasable=_log_entries_erased,
        describe=_describe_log_entry,
    ),
    PersonalTable(
        "sessions.session", _sessions, hidden=("session_key", "session_data"), with_account=True
    ),
    _axes_table("axes.accessattempt"),
    _axes_table("axes.accessfailurelog"),
    _axes_table("axes.accesslog"),
)

# Tables that say nothing about a person, or whose rows go with others, and why.
IMPERSONAL = {
    "website.searchdocument": "made anew from the rows that it finds",
    "publications.venuealias": "shared by the lab",
    "publications.venuerank": "shared by the lab",
    "auth.group": "of the program, not of people",
    "auth.group_permissions": "of the program, not of people",
    "auth.permission": "of the program, not of people",
    "contenttypes.contenttype": "of the program, not of people",
    "auth.user_groups": "a column of the account",
    "auth.user_user_permissions": "a column of the account",
    "axes.accessattemptexpiration": "goes with its attempt",
}
