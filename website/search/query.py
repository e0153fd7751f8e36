"""From what a visitor typed to what is found: public rows only, best first.

Best is what is called exactly so, then what has all the words in its name, then in its name or
the names around it; then what says them. The same on both databases.
"""

from django.db import models
from django.db.models import Case, Q, QuerySet, Value, When
from django.db.models.expressions import RawSQL

from website.search import index, words
from website.search.kinds import Kind

EXACT, IN_NAME, AROUND_IT, SOMEWHERE = range(4)
FIELDS = {IN_NAME: index.NAME, AROUND_IT: index.NAME + index.ABOUT}
EVERY_FIELD = index.NAME + index.ABOUT + index.BODY


def find(kind: Kind, query: str) -> QuerySet:
    """Public rows of `kind` with every word of `query`, best first; none without a word."""
    query = kind.identifier(query) or query
    sought = words.terms(query)
    if not sought:
        return kind.public().none()
    others = kind.others(sought)
    found = Q(pk__in=matching(kind.name, sought, EVERY_FIELD))
    rows = kind.public().filter(found | others if others else found)
    return rows.annotate(rank=_rank(kind, query, sought, others)).order_by("rank", *kind.order_by)


def matching(kind: str, sought: list[words.Term], fields: str, exactly: str = "") -> RawSQL:
    """Primary keys, for `pk__in`: every term in one of `fields`, the letters of the index."""
    sql, params = index.backend().MATCHING, [_expression(sought, fields), kind]
    if exactly:
        sql, params = f"{sql} AND search_index.keys LIKE %s", [*params, f"%\n{exactly}\n%"]
    return RawSQL(sql, params)  # noqa: S611 the SQL is ours, what was typed is a parameter


def _rank(kind, query, sought, others):
    ranks = [(Q(pk__in=matching(kind.name, sought, EVERY_FIELD, words.key(query))), EXACT)]
    ranks += [
        (Q(pk__in=matching(kind.name, sought, letters)), rank) for rank, letters in FIELDS.items()
    ]
    ranks += [(others, AROUND_IT)] if others else []
    whens = [When(condition, then=Value(rank)) for condition, rank in ranks]
    return Case(*whens, default=Value(SOMEWHERE), output_field=models.IntegerField())


def _expression(sought, fields):
    database = index.backend()
    each = (
        database.ANY.join(
            database.word(field + form, is_beginning=term.is_beginning)
            for field in fields
            for form in term.forms
        )
        for term in sought
    )
    return database.ALL.join(f"({any_of})" for any_of in each)
