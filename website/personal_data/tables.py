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
from django.core.files.storage import default_storage
from django.db.models import FileField, Model, Q, QuerySet

from accounts import sessions
from history.models import Revision
from profiles import access
from profiles.models import Delegation, Researcher
from publications.models import Authorship, ImportBatch, Publication, Topic, Venue
from publications.visibility import public_papers

NOBODY = Q(pk__in=[])
# Each author's own, on a row that all authors of the paper see.
CHOICES = ("researcher", "is_selected", "selected_position", "is_hidden")
ATTACKERS_OWN = (
    *("ip_address", "user_agent", "http_accept", "get_data", "post_data", "session_hash"),
)
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
        if user is None or user.is_superuser or user.groups.filter(name=access.MANAGERS).exists():
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
    describe: Callable[[Person, Model, dict], dict] = lambda person, row, values: values
    # Reads the names of files out of a document, such as an earlier version.
    files_in_document: Callable[[Model], Iterable[str]] | None = None
    with_account: bool = False

    @property
    def model(self) -> type[Model]:
        return apps.get_model(self.label)

    def files(self, row: Model) -> Iterable[str]:
        """The stored names in its own columns: never names that somebody typed into a text."""
        if self.files_in_document:
            return self.files_in_document(row)
        columns = [f for f in row._meta.concrete_fields if isinstance(f, FileField)]
        return [name for f in columns if (name := getattr(row, f.attname).name)]

    def rows(self, person: Person) -> QuerySet:
        return self.model._base_manager.filter(self.about(person))

    def erased(self, person: Person) -> QuerySet:
        if self.with_account and not person.account_goes:
            return self.model._base_manager.none()
        return self.model._base_manager.filter((self.erasable or self.about)(person))


def personal_tables() -> list[PersonalTable]:
    """All of them: papers first, then what is on the page, the record, the account."""
    declared = {table.label for table in TABLES}
    # A paper's `owned_through` leads to each of its authors: it stays while one of them does.
    followed = [
        PersonalTable(
            model._meta.label_lower,
            lambda person, model=model: access.owned_by(model, [person.researcher.pk]),
        )
        for model in apps.get_models()
        if model._meta.label_lower not in declared
        and hasattr(model, "owned_through")
        and access.is_straight(model)
    ]
    return sorted([*TABLES, *followed], key=lambda table: LAST.get(table.label, 0))


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
    return {name: value for name, value in values.items() if name not in CHOICES}


def _describe_suggestion(person, row, values):
    """Which paper it is about, unless that is another's draft."""
    paper = row.authorship.publication_id
    visible = person.papers.filter(pk=paper) or public_papers().filter(pk=paper)
    if not visible:
        return values
    return values | {"paper": visible[0].slug, "printed_name": row.authorship.name}


def _describe_change(person, row, values):
    before = without_others(values["before"], person)
    fields = {name: value for name, value in before.get("fields", {}).items() if name != "owner"}
    return values | {"before": before | {"fields": fields}}


def map_rows(state: dict, **changes: Callable[[dict], dict | None]) -> dict:
    """A state of a paper as imports and versions keep it, its rows changed.

    `changes`: by the model's name; None takes the row out.
    """
    rows = dict(state.get("rows", {}))
    for label, some in rows.items():
        if change := changes.get(label.rpartition(".")[2]):
            rows[label] = [new for row in some if (new := change(row)) is not None]
    return state | {"rows": rows}


def without_others(state: dict, person: Person) -> dict:
    """A state of a paper without colleagues' choices and the entries of others' imports."""
    researcher, batches = person.researcher, person.batch_keys

    def authorship(row):
        if row.get("researcher") == researcher.pk:
            return row
        return {name: row[name] for name in row if name not in CHOICES}

    return map_rows(
        state,
        authorship=authorship,
        authorshipsuggestion=lambda row: row if row["researcher"] == researcher.pk else None,
        source=lambda row: row if row.get("batch") in batches else None,
    )


def files_in_revision(revision: Revision) -> Iterable[str]:
    """The uploads that it names and that are still there."""
    state = revision.state
    rows = [(label, row) for label, some in state.get("rows", {}).items() for row in some]
    for label, row in [(revision.kind, state.get("fields", {})), *rows]:
        try:
            columns = apps.get_model(label)._meta.concrete_fields
        except (LookupError, ValueError):
            continue  # of a release that knew other kinds
        for column in columns:
            name = isinstance(column, FileField) and row.get(column.name)
            if name and default_storage.exists(name):
                yield name


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
            kind = ContentType.objects.get_for_model(table.model)
            entries = LogEntry.objects.filter(content_type=kind).values_list("pk", "object_id")
            logged = {key for _entry, key in entries if key and key.isdecimal()}
            stay = table.model._base_manager.filter(pk__in=logged)
            stay = stay.exclude(pk__in=list(table.erased(person).values_list("pk", flat=True)))
            here = {str(key) for key in stay.values_list("pk", flat=True)}
            condition |= Q(pk__in=[entry for entry, key in entries if key not in here])
    return condition


def _tries_to_sign_in(person):
    if person.account is None:
        return NOBODY
    condition = Q()
    for name in {person.account.get_username(), person.account.email} - {""}:
        condition |= Q(username__iexact=name)
    return condition


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
        describe=lambda person, row, values: values | {"state": without_others(row.state, person)},
        files_in_document=files_in_revision,
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
    PersonalTable(
        "profiles.membership",
        _of_researcher,
        describe=lambda person, row, values: values | {"group": row.group.name},
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
        # When, what kind of thing and which; its name and the change may be another's words.
        hidden=("object_repr", "change_message"),
        erasable=_log_entries_erased,
    ),
    PersonalTable(
        "sessions.session",
        lambda person: _among(sessions.user_sessions(person.account)) if person.account else NOBODY,
        hidden=("session_key", "session_data"),
        with_account=True,
    ),
    *(
        # Who tried a name need not have been its owner: from where is the attacker's.
        PersonalTable(label, _tries_to_sign_in, hidden=ATTACKERS_OWN, with_account=True)
        for label in ("axes.accessattempt", "axes.accessfailurelog", "axes.accesslog")
    ),
)

# Tables that say nothing about a person, or whose rows go with others, and why.
IMPERSONAL = {
    "website.demonote": "keys of rows alone, of people in the demo",
    "website.searchdocument": "made anew from the rows that it finds",
    "profiles.sitesettings": "of the lab, not of people",
    "profiles.peoplegroup": "of the lab, not of people",
    "profiles.menulink": "of the lab, not of people",
    "profiles.labnewsitem": "of the lab, not of people",
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
