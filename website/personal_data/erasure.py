"""Deletes everything about one person, and what was made from it.

One transaction: all of it goes or, where something fails, nothing. Files, caches and the free
pages of the database are cleared once it has committed.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial

from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import FileField, Model

from profiles.models import Researcher
from uploads.images import delete_stored_picture
from website.personal_data import orphaned_files, secure_delete
from website.personal_data.tables import Holding, Person, holdings, settling
from website.search import index

BATCH = 500


@dataclass
class Plan:
    """What would go: each table's keys; `stays` counts the rows of shared papers that remain."""

    person: Person
    goes: list[tuple[Holding, list]] = field(default_factory=list)
    stays: list[tuple[Holding, int]] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    @property
    def counts(self) -> list[tuple[str, int]]:
        """(what, how many) of what goes, in words."""
        return _in_words((holding, len(keys)) for holding, keys in self.goes)

    @property
    def kept(self) -> list[tuple[str, int]]:
        return _in_words(self.stays)


def _in_words(counts: Iterable[tuple[Holding, int]]) -> list[tuple[str, int]]:
    """Links of a paper, a talk and a person are all links; what only ties rows is no thing."""
    sums = Counter()
    for holding, count in counts:
        meta = holding.model._meta
        if not meta.auto_created:
            sums[meta.verbose_name, meta.verbose_name_plural] += count
    return [(str(one if n == 1 else many), n) for (one, many), n in sums.items()]


def plan(researcher: Researcher) -> Plan:
    """What `erase` would do now. Reads only."""
    result = Plan(Person(researcher))
    for holding in holdings():
        keys = list(holding.erased(result.person).order_by("pk").values_list("pk", flat=True))
        keys = list(dict.fromkeys(keys))
        if keys:
            result.goes.append((holding, keys))
        rows = holding.rows(result.person).exclude(pk__in=keys).distinct()
        if count := rows.count():
            result.stays.append((holding, count))
        result.files += _files(holding, keys)
    return result


def _files(holding, keys):
    for some in _batches(keys):
        for row in holding.model._base_manager.filter(pk__in=some):
            yield from holding.files(row)


def erase(researcher: Researcher) -> Plan:
    """Does it; returns what went."""
    with transaction.atomic():
        researcher = Researcher.objects.select_for_update().get(pk=researcher.pk)
        done = plan(researcher)
        for settle in settling():
            settle(done.person)
        for holding, keys in done.goes:
            for some in _batches(keys):
                holding.model._base_manager.filter(pk__in=some).delete()
        secure_delete.forget_words()
        transaction.on_commit(partial(_clear, done.files), robust=True)
    return done


def _clear(names):
    for name in names:
        if not _is_used(name):
            delete_stored_picture(default_storage, name)
    orphaned_files.clear_unused_uploads()
    index.fill()
    secure_delete.clear_caches()
    secure_delete.clear_free_pages()


def _is_used(name):
    """A copied row may show the same picture."""
    return any(
        holding.model._base_manager.filter(**{column.attname: name}).exists()
        for holding in holdings()
        for column in _file_columns(holding.model)
    )


def _file_columns(model: type[Model]) -> list[FileField]:
    return [column for column in model._meta.concrete_fields if isinstance(column, FileField)]


def _batches(keys: list) -> Iterable[list]:
    for start in range(0, len(keys), BATCH):
        yield keys[start : start + BATCH]
