"""A paper as plain values: small on disk, ready for the tables, and a PaperState again if asked.

Plain are text, numbers, None, and lists, tuples, sets and dictionaries of them.
"""

from datetime import datetime
from typing import NamedTuple

import orjson  # of an import's time, Python's own takes four per cent more

from publications.fields import COLUMNS, VERSION_COLUMNS
from publications.importer.state import AuthorState, PaperState, SourceState, VersionState
from publications.models import Publication, Version


def _defaults(model, names):
    """What a column holds where nothing is said; of an enumeration, the plain text."""
    defaults = {name: model._meta.get_field(name).get_default() for name in names}
    return {name: getattr(value, "value", value) for name, value in defaults.items()}


DEFAULTS = _defaults(Publication, COLUMNS)
OF_A_VERSION = _defaults(Version, VERSION_COLUMNS)


class Packed(NamedTuple):
    """The parts of a PaperState; what is JSON in the database is text here."""

    pk: int
    slug: str
    owner: int | None
    venue: int | None
    is_draft: bool
    is_disputed: bool
    # In ISO 8601.
    updated_at: str | None
    # In the order of COLUMNS.
    columns: tuple
    fields: str
    # (pk, is_changed, researcher, is_selected, row, suggestions, reasons, orcid)
    authors: list[tuple]
    # Primary keys of rows that go.
    removed: list[int]
    links: list[list]
    awards: list[list]
    topics: list[str]
    # (pk, is_changed, values in the order of VERSION_COLUMNS)
    versions: list[tuple]
    # (pk, is_changed, is_settled, index of the version or None, what a row of it holds)
    sources: list[tuple]
    changed: set[str]


def pack(state: PaperState) -> Packed:
    return Packed(
        state.pk,
        state.slug,
        state.owner,
        state.venue,
        state.is_draft,
        state.is_disputed,
        state.updated_at and state.updated_at.isoformat(),
        _row(state.columns, DEFAULTS),
        _json(state.fields) if state.fields else "[]",
        [_packed_author(author) for author in state.authors],
        [author.pk for author in state.removed if author.pk],
        state.links,
        state.awards,
        state.topics,
        [(v.pk, v.is_changed, _row(v.values, OF_A_VERSION)) for v in state.versions],
        [_source(source, state.versions) for source in state.sources],
        state.changed,
    )


def _packed_author(author):
    chosen = (author.researcher, author.is_selected, author.row)
    return (
        author.pk,
        author.is_changed,
        *chosen,
        author.suggestions,
        author.reasons,
        author.orcid,
    )


def _row(values, defaults):
    if all(values.values()):
        values = defaults | values
        return tuple([values[name] for name in defaults])
    return tuple([values.get(name) or default for name, default in defaults.items()])


def _source(source, versions):
    return (
        source.pk,
        source.is_changed,
        source.is_settled,
        versions.index(source.version) if source.version else None,
        (
            source.key,
            source.entry_type,
            source.raw,
            _json(source.fields),
            _json(source.values),
            source.fingerprint,
            source.file,
            source.line,
        ),
    )


def _json(value):
    return orjson.dumps(value).decode()


def unpack(packed: Packed) -> PaperState:
    """The state again, as one that this run has fed."""
    versions = [
        VersionState(_values(VERSION_COLUMNS, row), pk, new) for pk, new, row in packed.versions
    ]
    return PaperState(
        packed.slug,
        packed.pk,
        packed.owner,
        packed.venue,
        is_draft=packed.is_draft,
        is_disputed=packed.is_disputed,
        updated_at=packed.updated_at and datetime.fromisoformat(packed.updated_at),
        columns=_values(COLUMNS, packed.columns),
        authors=[_author(*author) for author in packed.authors],
        links=packed.links,
        awards=packed.awards,
        topics=packed.topics,
        fields=orjson.loads(packed.fields),
        versions=versions,
        sources=[_read_source(*source, versions) for source in packed.sources],
        changed=packed.changed,
        removed=[AuthorState([], pk) for pk in packed.removed],
        in_run=True,
    )


def _values(names, row):
    return {name: value for name, value in zip(names, row, strict=True) if value}


def _author(pk, is_changed, researcher, is_selected, row, suggestions, reasons, orcid):
    return AuthorState(row, pk, researcher, is_selected, suggestions, reasons, is_changed, orcid)


def _read_source(pk, is_changed, is_settled, version, row, versions):
    key, entry_type, raw, fields, values, fingerprint, file, line = row
    return SourceState(
        orjson.loads(values),
        fingerprint,
        file,
        key,
        pk,
        None if version is None else versions[version],
        entry_type,
        raw,
        orjson.loads(fields),
        line,
        is_changed,
        is_settled,
    )
