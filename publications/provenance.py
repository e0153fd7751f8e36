"""Where each field of a paper is from, and what its sources say that contradicts it.

All of it is derived from the entries that are kept with the paper.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from publications.fields import COLUMNS, FORM_COLUMNS
from publications.importer.authors import ROW
from publications.importer.paper_store import stored_values
from publications.importer.uniting import unite_two
from publications.models import Authorship, Publication, Source
from publications.trust import RANKS, rank

# Not said by anybody of the work itself.
UNTOLD = {"citation_key", "date_text", "et_al"}
IDENTIFIERS = ("doi", "arxiv", "pmid")


@dataclass
class Origin:
    """One field: what stands on the paper and who says so, "" where it was typed here; and what
    `others` say instead: (value, who).
    """

    column: str
    value: object
    who: str = ""
    others: list[tuple[object, str]] = field(default_factory=list)


def origins(paper: Publication) -> list[Origin]:
    """Of each field that an entry of the paper tells of; none of a paper that was typed."""
    sources = sorted(paper.sources.select_related("batch"), key=lambda one: rank(one.file))
    stored = stored_values(COLUMNS, [getattr(paper, name) for name in COLUMNS])
    authors = paper.authorships.exclude(role=Authorship.Role.LISTED).order_by("position", "pk")
    stored["authors"] = list(map(list, authors.values_list(*ROW))) if sources else []
    rows = []
    for column in [name for name in COLUMNS if name not in UNTOLD] + ["authors"]:
        told = [
            (value, one)
            for one in sources
            if (value := one.values.get(column))
            and not (one.version_id and (column in FORM_COLUMNS))
        ]
        if not told:
            continue
        mine = stored.get(column)
        agree = [one for value, one in told if value == mine]
        agree += [one for value, one in told if mine and unite_two(column, value, mine) == mine]
        row = Origin(column, mine, who(agree[0]) if agree else "")
        for value, one in told:
            is_same = one in agree or any(value == other for other, _who in row.others)
            if not is_same and not (mine and unite_two(column, mine, value)):
                row.others.append((value, who(one)))
        rows.append(row)
    return rows


def who(source: Source) -> str:
    """ "Crossref 10.1000/182, 3 May 2027"; of a file, its name and the key of the entry."""
    names = IDENTIFIERS if source.file in RANKS else ()
    identifier = next(filter(None, map(source.values.get, names)), source.citation_key)
    text = " ".join(filter(None, [source.file or _("an import"), identifier]))
    if source.batch is None:
        return text
    return f"{text}, {date_format(localtime(source.batch.created_at), 'DATE_FORMAT')}"
