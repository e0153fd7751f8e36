"""An archive planned and restored: all of it in one transaction, or nothing.

On an installation without a record every row keeps its id, so that addresses within pages and feeds
stay, and a second export is the same bytes. Elsewhere rows get new ids, in the same order; a venue
or topic that is here already is used instead of the archive's. Settings and menu of a lab come to a
site that has none set.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from types import SimpleNamespace

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import DatabaseError, transaction
from django.db.models import AutoField, Max, Model

from exchange.archive.checking import check_columns, check_state
from exchange.archive.reading import Archive, ArchiveError, check_upload, is_key, upload_folders
from exchange.archive.references import OutsideError, convert_row, needed, references
from exchange.archive.writing import FILES
from exchange.backup_databases import database
from history import snapshots
from history.models import Revision
from profiles.compiled_queries import batched
from profiles.data_policy import archived_models
from profiles.models import FormerSlug, MenuLink, Researcher, SiteSettings
from profiles.slugs import NOT_FOR_PEOPLE, is_reserved, make_slug
from publications.models import (
    FormerAddress,
    ImportChange,
    ImportedRow,
    Publication,
    Topic,
    Venue,
    Version,
)
from uploads.images import delete_stored_picture, store_renditions
from website import demo
from website.personal_data.tables import file_names
from website.search import index

User = get_user_model()
RESEARCHER, PAPER = "profiles.researcher", "publications.publication"
VENUE, TOPIC = "publications.venue", "publications.topic"
SITE = "profiles.sitesettings"  # one row, which `migrate` makes
AT_ONCE = 500


@dataclass
class ImportPlan:
    """What `apply` would do. `conflicts` forbid it; `notices` say what comes in otherwise than it
    stands in the archive.
    """

    archive: Archive
    # On an installation without a record.
    keeps_ids: bool
    counts: dict[str, int] = field(default_factory=dict)
    conflicts: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    # User names of accounts that it makes, and key of those that are here.
    new_accounts: list[str] = field(default_factory=list)
    accounts: dict[str, int] = field(default_factory=dict)
    # (label, id) -> the address it gets.
    slugs: dict[tuple[str, int], str] = field(default_factory=dict)
    # (label, id) -> key of what is here and is used instead; None: it is left out.
    instead: dict[tuple[str, int], int | None] = field(default_factory=dict)
    ids: dict[str, set[int]] = field(default_factory=dict)


def plan(archive: Archive, *, rename: bool = False) -> ImportPlan:
    """Reads and checks every byte, and writes nothing. Raises ArchiveError.

    `rename`: profiles and papers whose address is taken get another; a paper that is here already
    comes in beside it.
    """
    result = ImportPlan(archive, keeps_ids=_is_empty(), notices=list(archive.missing))
    # For each byte three: rows with indexes and journal, pictures in all their sizes.
    archive.check_room(3 * sum(size for size, _digest in archive.files.values()))
    _read_ids(result)
    if not result.keeps_ids:
        _plan_addresses(result, rename)
        _plan_vocabulary(result)
    if result.ids[SITE] and _has_settings():
        result.instead[SITE, 1] = 1
        result.notices.append(
            "This site has a name or words of its own. Its settings and menu stay as they are here."
        )
    _plan_accounts(result)
    rows = _Rows(result)
    for label in archived_models():
        result.counts[label] = sum(1 for _row in rows.build_all(label))
    result.counts = {label: count for label, count in result.counts.items() if count}
    result.notices += rows.notices
    for name in rows.unused - rows.named:
        archive.files.pop(FILES + name, None)
    if unnamed := sorted(set(archive.uploads) - rows.named):
        raise ArchiveError(f"It holds a file that no row of it names: {unnamed[0]}.")
    for name in archive.uploads:
        check_upload(name, archive.read_upload(name))
        if default_storage.exists(name):
            _compare_with_stored(archive, name)
    for name in archive.lost:
        if default_storage.exists(name):
            raise ArchiveError(f"{name}: it was lost there, and another is stored here.")
    return result


def _is_empty():
    models = (model for label, model in archived_models().items() if label != SITE)
    return not any(model._base_manager.exists() for model in models)


def _has_settings():
    blank = snapshots.values_of(SiteSettings())
    rows = [snapshots.values_of(row) | {"updated_at": None} for row in SiteSettings.objects.all()]
    return rows != [blank | {"updated_at": None}] or MenuLink.objects.exists()


# --- What is here already -------------------------------------------------------------------------


def _read_ids(result):
    for label in archived_models():
        ids, last = result.ids.setdefault(label, set()), 0
        for place, row in result.archive.rows(label):
            if row["id"] <= last:
                raise ArchiveError(f"{place}: the rows do not stand in their order.")
            last = row["id"]
            ids.add(last)


def _texts(result, label, *names):
    """Id -> columns of the rows of a model. What is no text is refused with its row, later."""
    rows = {}
    for _place, row in result.archive.rows(label):
        values = ((name, row.get(name)) for name in names)
        rows[row["id"]] = {n: value if isinstance(value, str) else "" for n, value in values}
    return rows


def _plan_addresses(result, rename):
    people = {*_column(Researcher, "slug"), *_column(FormerSlug, "slug"), *NOT_FOR_PEOPLE}
    papers = {*_column(Publication, "slug"), *_column(FormerAddress, "slug")}
    by_number = {
        (name, number): slug
        for name in ("doi", "arxiv")
        for number, slug in [
            *Publication.objects.exclude(**{name: ""}).values_list(name, "slug"),
            *Version.objects.exclude(**{name: ""}).values_list(name, "publication__slug"),
        ]
    }
    for label, taken, name in ((RESEARCHER, people, "display_name"), (PAPER, papers, "title")):
        rows = _texts(result, label, name, "slug", "doi", "arxiv")
        claimed = {row["slug"] for row in rows.values()}
        for pk, row in rows.items():
            numbers = (by_number.get((n, row.get(n))) for n in ("doi", "arxiv"))
            stored_number = next(filter(None, numbers), "")
            is_taken = row["slug"] in taken or (label == RESEARCHER and is_reserved(row["slug"]))
            if not (stored_number or is_taken):
                continue
            what = f"“{row[name][:60]}”"
            is_here = f"{what} is here already, as “{stored_number}”"
            why = is_here if stored_number else f"the address “{row['slug']}” of {what} is taken"
            if not rename:
                result.conflicts.append(f"{why[0].upper()}{why[1:]}.")
                continue
            slug = row["slug"]
            if is_taken:
                length = 120 if label == PAPER else 80
                slug = make_slug(slug, taken | claimed, fallback="imported", length=length)
                result.slugs[label, pk] = slug
                claimed.add(slug)
            result.notices.append(f"{why[0].upper()}{why[1:]}: it comes in as “{slug}”.")
    for label, taken in (("profiles.formerslug", people), ("publications.formeraddress", papers)):
        for pk, row in _texts(result, label, "slug").items():
            if row["slug"] in taken:
                result.instead[label, pk] = None
                result.notices.append(f"The former address “{row['slug']}” is taken: left out.")


def _plan_vocabulary(result):
    """A venue or topic of the same name is used as it is here, ranks and all."""
    stored = Venue.objects.order_by("-pk").values_list("pk", "name", "short_name")
    venues = {(name.casefold(), short.casefold()): pk for pk, name, short in stored}
    topics = {name: pk for pk, name in Topic.objects.values_list("pk", "name")}
    slugs = {slug: pk for pk, slug in Topic.objects.values_list("pk", "slug")}
    for pk, row in _texts(result, VENUE, "name", "short_name").items():
        name = (row["name"].casefold(), row["short_name"].casefold())
        if name in venues:
            result.instead[VENUE, pk] = venues[name]
            result.notices.append(f"The venue “{row['name']}” is here already, and used as it is.")
    for pk, row in _texts(result, TOPIC, "name", "slug").items():
        topic = topics.get(row["name"]) or slugs.get(row["slug"])
        if topic:
            result.instead[TOPIC, pk] = topic
            result.notices.append(f"The topic “{row['name']}” is here already, and used as it is.")


def _column(model, name):
    return model._base_manager.values_list(name, flat=True)


def _plan_accounts(result):
    names = result.archive.accounts
    result.accounts = dict(
        User._base_manager.filter(username__in=names).values_list("username", "pk")
    )
    for name in names:
        try:
            User._meta.get_field("username").clean(name, None)
        except ValidationError as error:
            raise ArchiveError(f"The account “{name}”: {' '.join(error.messages)}") from error
        if name not in result.accounts:
            result.new_accounts.append(name)
    if result.accounts:
        some = ", ".join(sorted(result.accounts))
        result.notices.append(f"What belongs to these accounts goes to those of this site: {some}.")
    if result.new_accounts:
        some = ", ".join(result.new_accounts)
        result.notices.append(
            f"These accounts are made, without e-mail or password, so that nobody can sign in "
            f"with one before you invite them: {some}."
        )


# --- The rows -------------------------------------------------------------------------------------


class _Rows:
    """The rows of an archive as instances that may be stored; what they refer to as it is here.

    Itself the tables.References of an archive.
    """

    def __init__(self, result: ImportPlan):
        self.plan, self.notices = result, []
        self.accounts = dict.fromkeys(result.new_accounts, 0) | result.accounts
        self.owners = set(_column(Researcher, "owner")) - {None}
        self.uploads = set(result.archive.uploads) | result.archive.lost
        # Uploads of rows that come in, and of those that others here stand for.
        self.named: set[str] = set()
        self.unused: set[str] = set()
        self.keys: dict[str, dict[int, int]] = {}
        self.last: dict[str, int] = {}
        for label, model in archived_models().items():
            ids = sorted(result.ids[label])
            self.last[label] = 0 if result.keeps_ids else _last_key(model)
            self.keys[label] = {}
            for one in ids:
                stored = result.instead.get((label, one))
                self.keys[label][one] = stored or self._new_key(label, one)

    def _new_key(self, label, key):
        is_kept = self.plan.keeps_ids or label == SITE
        self.last[label] = max(self.last[label], key) if is_kept else self.last[label] + 1
        return key if is_kept else self.last[label]

    def build_all(self, label: str) -> Iterator[Model]:
        model = archived_models()[label]
        for place, row in self.plan.archive.rows(label):
            built = self._build(model, place, row)
            if built is not None:
                yield built

    def _build(self, model, place, row):
        label = model._meta.label_lower
        try:
            if (label, row["id"]) in self.plan.instead or self._goes_with_another(model, row):
                self.unused.update(file_names(model, row))
                return None
            self._check_references(model, place, row)
            state = convert_row(model, row, self)
            if slug := self.plan.slugs.get((label, row["id"])):
                state["slug"] = slug
            if label == RESEARCHER and state.get("owner") in self.owners:
                state["owner"] = None
                self.notices.append(
                    f"The account “{row['owner']}” has a profile here: “{row['slug']}” comes in "
                    "without an account."
                )
            built = check_columns(model, place, state, self.uploads)
        except OutsideError:
            return None
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise ArchiveError(f"{place}: it is no row of ours ({error!r}).") from error
        if not self._is_restorable(place, built):
            return None
        self.named.update(file_names(model, state))
        return built

    def _check_references(self, model, place, row):
        for name, label in needed(model).items():
            known = self.accounts if label == "auth.user" else self.keys.get(label)
            value = row.get(name)
            if value is not None and known is not None and value not in known:
                raise ArchiveError(f"{place}: its {name} is not in the archive.")

    def _is_restorable(self, place, built):
        """A version that could not be put back stays out: what it says is another release's."""
        if not isinstance(built, Revision | ImportChange | ImportedRow):
            return True
        try:
            check_state(built, self.uploads)
        except (ArchiveError, KeyError, TypeError, ValueError, AttributeError) as error:
            self.notices.append(
                f"{place}: a version that cannot be restored is left out ({error})."
            )
            return False
        return True

    def _goes_with_another(self, model, row):
        """Of a venue that is here: its ranks, aliases, versions. Of a site: its menu."""
        instead = self.plan.instead
        if model._meta.label_lower == "history.revision":
            return (row["kind"], row["object_id"]) in instead
        columns = references(model).items()
        is_shared = getattr(model, "shared", False) or model is MenuLink
        return is_shared and any((label, row.get(name)) in instead for name, label in columns)

    def key(self, label, key):
        if not is_key(key):
            raise ValueError(key)
        keys = self.keys[label]
        if key not in keys:  # of a row that is gone; an earlier version may bring it back
            keys[key] = self._new_key(label, key)
        return keys[key]

    def account(self, account):
        return self.accounts[account]


# --- Doing it -------------------------------------------------------------------------------------


def apply(result: ImportPlan) -> None:
    """Restores what was planned, all of it or nothing. Raises ArchiveError.

    Uploads come first, under random names that no row names yet: of one that is killed they are
    left over, till `manage.py purge`.
    """
    added: list[str] = []
    try:
        for name in result.archive.uploads:
            _store_upload(result.archive, name, added)
        with transaction.atomic():
            if result.keeps_ids != _is_empty():
                raise ArchiveError("Something was stored here meanwhile. Plan it again.")
            _make_accounts(result)
            _store_rows(result)
    except DatabaseError as error:
        _delete(added)
        reason = str(error).strip().splitlines()[0]
        raise ArchiveError(f"The database refuses a row of it: {reason}.") from error
    except BaseException:
        _delete(added)
        raise
    if result.keeps_ids and result.archive.demo:
        _note_demo(result)
    index.complete()


def _make_accounts(result):
    for name in result.new_accounts:
        account = User(username=name, is_staff=True)
        account.set_unusable_password()
        account.save()
        result.accounts[name] = account.pk


def _store_rows(result):
    rows = _Rows(result)
    if rows.keys[SITE] and (SITE, 1) not in result.instead:
        SiteSettings.objects.all().delete()
    for label, model in archived_models().items():
        for some in batched(rows.build_all(label), AT_ONCE):
            snapshots.store(model, some)
    for label, model in archived_models().items():
        if rows.keys[label] and isinstance(model._meta.pk, AutoField):
            # No new row gets the key of one that is gone, which an earlier version may bring back.
            database().reserve_keys(model._meta.db_table, rows.last[label])


def _last_key(model) -> int:
    """The highest that a row has or had."""
    highest = model._base_manager.aggregate(highest=Max("pk"))["highest"] or 0
    if not isinstance(model._meta.pk, AutoField):
        return highest
    return max(highest, database().last_key(model._meta.db_table))


def _note_demo(result):
    made = set(result.new_accounts)
    rows = {label: list(result.archive.demo.get(label, ())) for label in demo.TRACKED}
    rows["auth.User"] = [result.accounts[name] for name in rows["auth.User"] if name in made]
    demo.write_note(demo.LOADED, rows)


# --- Uploads --------------------------------------------------------------------------------------


def _compare_with_stored(archive, name):
    with default_storage.open(name) as stored:
        if stored.read() != archive.read_upload(name):
            raise ArchiveError(f"{name}: another upload is stored under this name here.")


def _store_upload(archive, name, added):
    """With its smaller sizes. One that is here already stays."""
    if default_storage.exists(name):
        return _compare_with_stored(archive, name)
    content = archive.read_upload(name)
    added.append(name)
    if default_storage.save(name, ContentFile(content)) != name:
        raise ArchiveError(f"{name}: another upload was stored under this name meanwhile.")
    if upload_folders()[name.partition("/")[0]]:
        store_renditions(SimpleNamespace(storage=default_storage, name=name), content)
    return None


def _delete(names):
    for name in names:
        with suppress(OSError):
            delete_stored_picture(default_storage, name)
