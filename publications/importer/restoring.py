"""How papers stand, kept as JSON, and put back row by row: what an undo needs.

Columns are kept by name, so that a column which came or went since is no obstacle.
"""

from datetime import datetime

from django.db import models
from django.utils.dateparse import parse_datetime

from profiles.dates import PartialDate, PartialDateField
from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    Publication,
    PublicationAward,
    PublicationLink,
    Source,
    Version,
)

BATCH = 500
# What an import writes of a paper, beside its columns: each after what it points at. Anything
# else that points at a paper is a person's doing, and no import's.
TOPICS = Publication.topics.through
ROWS = (
    *(Version, Authorship, AuthorshipSuggestion, PublicationLink, PublicationAward, TOPICS),
    Source,
)
PAPER = {AuthorshipSuggestion: "authorship__publication"}


def dump(papers: list[int]) -> dict[int, dict]:
    """Paper -> {"publication": its columns, "version": [rows], …}, JSON-clean: eight queries.

    No topics are said to be none: dumps made before topics were imported do not speak of them.
    """
    name = TOPICS._meta.model_name
    dumps = {row["id"]: {"publication": row, name: []} for row in _rows(Publication, papers)}
    for model in ROWS:
        for row in _rows(model, papers):
            dumps[row.pop("paper")].setdefault(model._meta.model_name, []).append(row)
    return dumps


def restore(dumps: dict[int, dict], written_at: datetime) -> None:
    """Makes the papers stand as they were dumped, before the import of `written_at` changed them.

    What a dump points at may be gone by now.
    """
    _update(Publication, [dump["publication"] for dump in dumps.values()], list(dumps))
    wanted = {model: _wanted(model, dumps) for model in ROWS}
    for model in reversed(ROWS):
        others = _of(model, _told_of(model, dumps)).exclude(
            pk__in=[row["id"] for row in wanted[model]]
        )
        if model is AuthorshipSuggestion:  # a later find by somebody's names stays
            others = others.filter(created_at=written_at)
        others.delete()
    for model in ROWS:
        _update(model, wanted[model], list(dumps))


def _told_of(model, dumps):
    name = TOPICS._meta.model_name
    return [pk for pk, dump in dumps.items() if model is not TOPICS or name in dump]


def _of(model, papers):
    path = "pk" if model is Publication else PAPER.get(model, "publication")
    return model.objects.filter(**{f"{path}__in": papers}).order_by("pk")


def _rows(model, papers):
    names = [field.attname for field in model._meta.concrete_fields]
    paper = {} if model is Publication else {"paper": models.F(PAPER.get(model, "publication"))}
    for row in _of(model, papers).values(*names, **paper):
        yield {name: _plain(value) for name, value in row.items()}


def _plain(value):
    if isinstance(value, PartialDate):
        return value.stored
    return value.isoformat() if hasattr(value, "isoformat") else value


def _wanted(model, dumps):
    return [row for dump in dumps.values() for row in dump.get(model._meta.model_name, ())]


# --- Putting back ---------------------------------------------------------------------------------


def _update(model, wanted, papers):
    """Rows that are there get the columns that differ; rows that are not there are made again."""
    here = {row["id"]: row for row in _rows(model, papers)}
    wanted = list(_pointing_somewhere(model, wanted, here))
    changed = {row["id"]: _different(row, here[row["id"]]) for row in wanted if row["id"] in here}
    names = sorted(set().union(*changed.values()))
    rows = [_instance(model, here[row["id"]] | row) for row in wanted if changed.get(row["id"])]
    if names:
        _let_go(model, changed)
        model.objects.bulk_update(rows, names, BATCH)
    _make([_instance(model, row) for row in wanted if row["id"] not in here])


def _different(row, now):
    return {name for name in row.keys() & now.keys() if row[name] != now[name]}


def _let_go(model, changed):
    """Two names of a paper may have changed hands: for a moment they are nobody's."""
    if model is Authorship:
        rows = [pk for pk, names in changed.items() if "researcher_id" in names]
        Authorship.objects.filter(pk__in=rows).update(researcher=None)


def _make(rows):
    """With the keys that they had; "when it was made" is put back too."""
    if not rows:
        return
    model = type(rows[0])
    stamps = [f.name for f in model._meta.fields if getattr(f, "auto_now_add", False)]
    before = [{name: getattr(row, name) for name in stamps} for row in rows]
    model.objects.bulk_create(rows, BATCH)
    if stamps:
        for row, values in zip(rows, before, strict=True):
            vars(row).update(values)
        model.objects.bulk_update(rows, stamps, BATCH)


def _instance(model, row):
    fields = {field.attname: field for field in model._meta.concrete_fields}
    return model(**{n: _value(fields[n], row[n], row) for n in fields if n in row})


def _value(field, value, row):
    if isinstance(field, PartialDateField) and value:
        return PartialDate.from_stored(value, row.get(field.text_field, ""))
    if isinstance(field, models.DateTimeField) and value:
        return parse_datetime(value)
    return value


def _pointing_somewhere(model, rows, here):
    """A column that points at what is gone keeps what stands there now; or the row stays out."""
    outside = [
        field
        for field in model._meta.concrete_fields
        if field.is_relation and field.related_model not in (*ROWS, Publication)
    ]
    gone = {field: _gone(field, rows) for field in outside}
    for row in rows:
        lost = [field for field in outside if row.get(field.attname) in gone[field]]
        if all(field.null for field in lost) or row["id"] in here:
            now = here.get(row["id"], {})
            yield row | {field.attname: now.get(field.attname) for field in lost}


def _gone(field, rows):
    asked = {row.get(field.attname) for row in rows} - {None}
    found = field.related_model._base_manager.filter(pk__in=asked).values_list("pk", flat=True)
    return asked - set(found)
