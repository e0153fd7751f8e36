"""From what a visitor typed to what is found: public rows only, best first.

Best is what is called exactly so, then what has all the words in its name, then in its name or
the names around it; then what says them. The same on both databases.
"""

from django.db import connection
from django.db.models import Case, IntegerField, Q, QuerySet, Value, When
from django.db.models.expressions import RawSQL

from profiles.models import Researcher
from publications.models import Authorship
from website.search import words
from website.search.documents import Kind
from website.search.index import ABOUT, BODY, NAME

EXACT, IN_NAME, AROUND_IT, SOMEWHERE = range(4)
# More than these share a name: then their papers are found by the name as printed.
MOST_PEOPLE = 20
MATCHING = {
    # CROSS: the words first. The other way round, SQLite asks FTS5 anew for each document.
    "sqlite": (
        "SELECT object_id FROM website_searchwords CROSS JOIN website_searchdocument document"
        " ON document.id = website_searchwords.rowid"
        " WHERE website_searchwords MATCH %s AND kind = %s"
    ),
    "postgresql": (
        "SELECT object_id FROM website_searchdocument"
        " WHERE array_to_tsvector(string_to_array(words, ' ')) @@ %s::tsquery AND kind = %s"
    ),
}
# A quoted word, what makes it a beginning, and the signs for all and any of several.
SYNTAX = {"sqlite": ('"{}"', "*", " AND ", " OR "), "postgresql": ("'{}'", ":*", " & ", " | ")}


def find(kind: Kind, query: str) -> QuerySet:
    """Public rows of `kind` with every word of `query`, best first; none without a word."""
    query = kind.identifier(query) or query
    terms = words.terms(query)
    if not terms:
        return kind.public().none()
    by_name = _papers_of(terms) if kind.name == "papers" else Q(pk__in=[])
    matches = Q(pk__in=_matching(kind.name, terms, NAME + ABOUT + BODY))
    exact = Q(pk__in=_matching(kind.name, terms, NAME + ABOUT + BODY, words.key(query)))
    in_name = Q(pk__in=_matching(kind.name, terms, NAME))
    around_it = Q(pk__in=_matching(kind.name, terms, NAME + ABOUT)) | by_name
    ranks = {EXACT: exact, IN_NAME: in_name, AROUND_IT: around_it}
    rank = Case(
        *(When(condition, then=Value(rank)) for rank, condition in ranks.items()),
        default=Value(SOMEWHERE),
        output_field=IntegerField(),
    )
    rows = kind.public().filter(matches | by_name)
    return rows.annotate(rank=rank).order_by("rank", *kind.order_by)


def _matching(kind, terms, parts, exactly=""):
    """Primary keys, for `pk__in`: every term in one of `parts`, letters of the index."""
    # A term is letters and digits alone: it needs no escaping.
    quoted, beginning, all_of, any_of = SYNTAX[connection.vendor]
    each = (
        any_of.join(
            quoted.format(part + form) + (beginning if term.is_beginning else "")
            for part in parts
            for form in term.forms
        )
        for term in terms
    )
    expression = all_of.join(f"({one})" for one in each)
    sql, params = MATCHING[connection.vendor], [expression, kind]
    if exactly:
        sql, params = f"{sql} AND keys LIKE %s", [*params, f"%\n{exactly}\n%"]
    return RawSQL(sql, params)  # noqa: S611 the SQL is ours, what was typed is a parameter


def _papers_of(terms):
    """Papers of public researchers who are called so, however the paper prints their name.

    Asked at each search, for whom a paper is linked to, and who is public, is no part of the index.
    """
    named = Researcher.objects.public().filter(pk__in=_matching("people", terms, NAME))
    people = list(named.values_list("pk", flat=True)[:MOST_PEOPLE])
    shown = Authorship.objects.filter(researcher__in=people, is_hidden=False)
    return Q(pk__in=shown.values("publication")) if people else Q(pk__in=[])
