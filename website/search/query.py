"""From what a visitor typed to what is found: public rows only, best first.

Best is what is called exactly so, then what has all the words in its name, then in its name or
the names around it; then what says them. The same on both databases.

One statement asks the index for all of it, and takes the last CANDIDATES of each kind and rank: so
a word costs the same, whether a thousand rows have it or a hundred thousand.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from django.db import connection
from django.db.models import Q, QuerySet
from django.db.models.expressions import RawSQL

from profiles.compiled_queries import CompiledQuery, Keys, Placeholder, together
from profiles.models import Researcher
from publications.models import Authorship
from website.search import words
from website.search.documents import KINDS, SearchKind
from website.search.index import ABOUT, BODY, NAME, word_of_key, word_of_kind

ALL = NAME + ABOUT + BODY
EXACT, IN_NAME, AROUND_IT, SOMEWHERE = range(4)
PARTS = {EXACT: "", IN_NAME: NAME, AROUND_IT: NAME + ABOUT, SOMEWHERE: ALL}
# More than these share a name: then their papers are found by the name as printed.
MOST_PEOPLE = 20
# Of so many rows with a common word, those that came last, the best are shown.
CANDIDATES = 200
# PostgreSQL cannot tell how common the beginning of a word is. So the last so many papers are
# looked through first, and the index is asked where they have not enough.
LOOKED_THROUGH = 5_000
MATCHING = {
    # CROSS: the words first. The other way round, SQLite asks FTS5 anew for each document.
    "sqlite": (
        "FROM website_searchwords CROSS JOIN website_searchdocument document"
        " ON document.id = website_searchwords.rowid"
        " WHERE website_searchwords MATCH %s"
    ),
    "postgresql": (
        "FROM website_searchdocument document WHERE kind = '{kind}' AND vector @@ %s::tsquery"
    ),
}
LAST_FIRST = {"sqlite": "website_searchwords.rowid DESC", "postgresql": "-document.id"}
# A quoted word, what makes it a beginning, and the signs for all and any of several.
SYNTAX = {"sqlite": ('"{}"', "*", " AND ", " OR "), "postgresql": ("'{}'", ":*", " & ", " | ")}


@dataclass(frozen=True)
class FoundRows:
    kind: SearchKind
    # Primary keys of public rows, best first.
    keys: list[int]
    # Whether there may be more.
    is_cut: bool


def find(typed: str, *kinds: SearchKind) -> list[FoundRows]:
    """What has every word of `typed`, of each of `kinds` (or of all there are)."""
    kinds = kinds or tuple(KINDS.values())
    queries = {kind.name: kind.identifier(typed) or typed for kind in kinds}
    candidates = _candidates(queries)
    if "papers" in candidates:
        _add_papers_of_people(candidates["papers"], words.terms(queries["papers"]))
    found = [(kind, candidates[kind.name]) for kind in kinds]
    asked = [(_PUBLIC[kind.name], {"keys": [*ranks]}) for kind, ranks in found if ranks]
    public = iter(together(*asked))
    return [_ranked(kind, ranks, next(public) if ranks else ()) for kind, ranks in found]


def _candidates(queries: dict[str, str]) -> dict[str, dict[int, int]]:
    """{name of a kind: its query} -> {name: {primary key: rank}}, the best of each."""
    candidates, arms, expressions = {name: {} for name in queries}, [], []
    for name, query in queries.items():
        terms = words.terms(query)
        for rank, parts in PARTS.items() if terms else ():
            columns = f"'{name}', {rank}, document.id, object_id"
            expression = _expression(name, terms, parts) if parts else _exactly(name, query)
            sql, params = _select_last(name, columns, expression, is_exact=not parts)
            arms.append(f"SELECT * FROM ({sql}) arm{len(arms)}")  # noqa: S608 ours
            expressions += params
    if not arms:
        return candidates
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(arms), expressions)
        rows = sorted(cursor.fetchall(), key=lambda row: (row[1] == EXACT, row[1], -row[2]))
    for name, rank, _document, key in rows:
        if rank == EXACT:
            candidates[name][key] = rank
        elif len(candidates[name]) < CANDIDATES:
            candidates[name].setdefault(key, rank)
    return candidates


def _public(kind):
    rows = kind.public().filter(pk__in=Keys("keys")).order_by(*kind.order_by)
    return rows.prefetch_related(None).values_list("pk")


# Of each kind, the keys of those that a visitor may meet.
_PUBLIC = {name: CompiledQuery(partial(_public, kind)) for name, kind in KINDS.items()}


def _ranked(kind, ranks, public) -> FoundRows:
    keys = sorted((key for (key,) in public), key=ranks.__getitem__)
    return FoundRows(kind, keys, is_cut=len(ranks) >= CANDIDATES)


def _add_papers_of_people(ranks, terms):
    if not (people := _people(terms)):
        return
    for (key,) in _last_shown(people=people, limit=CANDIDATES):
        ranks[key] = min(AROUND_IT, ranks.get(key, AROUND_IT))


def find_papers(query: str, most: int | None = None) -> Q:
    """Which papers have every word of `query`, unranked: for lists that filter by words.

    `most`: of those whose texts have them, no more than the last so many.
    """
    terms = words.terms(query)
    if not terms:
        return Q()
    expression = _expression("papers", terms, ALL)
    selected, params = _select("papers", "object_id"), [expression]
    if most:
        selected, params = _select_last("papers", "object_id", expression, most)
    if people := _people(terms):
        # One list of both: between two, joined by OR, PostgreSQL would look through every paper.
        shown = _shown_of(people).values_list("publication")
        sql, more_params = shown.query.sql_with_params()
        selected = f"SELECT object_id FROM ({selected}) AS found UNION ALL {sql}"  # noqa: S608 ours
        params += more_params
    return Q(pk__in=RawSQL(selected, params))  # noqa: S611 ours; what was typed is a parameter


def finds(kinds: Iterable[SearchKind], query: str) -> bool:
    """Whether any of `kinds` has a public row with every word of `query`."""
    return any(found.keys for found in find(query, *kinds))


def _select(kind, columns):
    return f"SELECT {columns} {MATCHING[connection.vendor].format(kind=kind)}"


def _select_last(kind, columns, expression, most=CANDIDATES, *, is_exact=False) -> tuple[str, list]:
    """The statement and its parameters, which are the expression, once or twice."""
    selected = _select(kind, columns)
    order = f"ORDER BY {LAST_FIRST[connection.vendor]} LIMIT {most}"
    if connection.vendor == "sqlite" or kind != "papers" or is_exact:
        return f"{selected} {order}", [expression]
    last = "SELECT * FROM website_searchdocument WHERE kind = 'papers' ORDER BY -id"
    last = f"SELECT id, object_id FROM ({last} LIMIT {LOOKED_THROUGH}) AS document"  # noqa: S608
    sql = (
        f"WITH last AS MATERIALIZED ({last} WHERE vector @@ %s::tsquery {order})"  # noqa: S608
        f" SELECT {columns} FROM last AS document WHERE (SELECT COUNT(*) FROM last) = {most}"
        f" UNION ALL ({selected} AND (SELECT COUNT(*) FROM last) < {most} {order})"
    )
    return sql, [expression, expression]


def _exactly(kind, typed):
    """What the index is asked: whatever is called so, blanks and signs apart."""
    quoted, _beginning, all_of, _any_of = SYNTAX[connection.vendor]
    return all_of.join(map(quoted.format, (word_of_kind(kind), word_of_key(typed))))


def _expression(kind, terms, parts):
    """What the index is asked: every term in one of `parts`."""
    # A term is letters and digits alone: it needs no escaping.
    quoted, beginning, all_of, any_of = SYNTAX[connection.vendor]
    expressions = [
        any_of.join(
            quoted.format(part + form) + (beginning if term.is_beginning else "")
            for part in parts
            for form in term.forms
        )
        for term in terms
    ]
    return all_of.join([quoted.format(word_of_kind(kind)), *(f"({one})" for one in expressions)])


def _people(terms) -> list[int]:
    """Public researchers who are called so, however a paper prints their name; of too many, none.

    Asked at each search, for whom a paper is linked to, and who is public, is no part of the index.
    """
    people = _called(expression=_expression("people", terms, NAME), limit=MOST_PEOPLE + 1)
    return [key for (key,) in people] if len(people) <= MOST_PEOPLE else []


def _people_called():
    sql, params = _select_last("people", "object_id", Placeholder("expression"))
    keys = RawSQL(sql, params)  # noqa: S611 as above
    return Researcher.objects.public().order_by().filter(pk__in=keys).values_list("pk")


def _shown_of(people) -> QuerySet[Authorship]:
    return Authorship.objects.filter(researcher__in=people, is_hidden=False).order_by()


_called = CompiledQuery(_people_called)
_last_shown = CompiledQuery(
    lambda: _shown_of(Keys("people")).order_by("-pk").values_list("publication")
)
