"""From what a visitor typed to what is found: public rows only, best first.

Best is what is called exactly so, then what has all the words in its name, then in its name or
the names around it; then what says them. The same on both databases.

One statement asks the index for all of it, and takes the last CANDIDATES of each kind and rank: so
a word costs the same, whether a thousand rows have it or a hundred thousand.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

from django import template
from django.core.paginator import Page, Paginator
from django.db import connection
from django.db.models import Q, QuerySet
from django.db.models.expressions import RawSQL
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from profiles.compiled_queries import CompiledQuery, Keys, Placeholder, together
from profiles.folding import expand_umlauts, fold
from profiles.markup import plain_text, render_maths
from profiles.markup.structure import without_commands
from profiles.models import Researcher
from publications.models import Authorship
from website.search import documents
from website.search.documents import IS_CJK, KINDS, LONGEST, UNFOLDED_RUN, SearchKind, Term
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
        _add_papers_of_people(candidates["papers"], documents.terms(queries["papers"]))
    found = [(kind, candidates[kind.name]) for kind in kinds]
    asked = [(_PUBLIC[kind.name], {"keys": [*ranks]}) for kind, ranks in found if ranks]
    public = iter(together(*asked))
    return [_ranked(kind, ranks, next(public) if ranks else ()) for kind, ranks in found]


def _candidates(queries: dict[str, str]) -> dict[str, dict[int, int]]:
    """{name of a kind: its query} -> {name: {primary key: rank}}, the best of each."""
    candidates, arms, expressions = {name: {} for name in queries}, [], []
    for name, query in queries.items():
        terms = documents.terms(query)
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
    terms = documents.terms(query)
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


# --- Results -------------------------------------------------------------------------------------

register = template.Library()

IN_OVERVIEW, PER_PAGE = 5, 20
# A quote's length, and how much of it stands before the first mark. Chinese says it in half.
LONGEST_QUOTE, BEFORE = 220, 70
# Further down, a text is not looked through for a quote.
READ = 20_000


@dataclass(frozen=True)
class Hit:
    # What the kind's template shows: the row itself, or what the kind makes of it.
    row: object
    # A piece of its text with what was sought in it marked, or "".
    quote: SafeString


@dataclass(frozen=True)
class Results:
    """What a search found of one kind."""

    found: FoundRows
    terms: list[Term]
    is_chosen: bool

    @property
    def kind(self) -> SearchKind:
        return self.found.kind

    @property
    def count(self) -> int:
        return len(self.found.keys)

    @property
    def has_more(self) -> bool:
        return self.count > IN_OVERVIEW

    def best(self) -> list[Hit]:
        return self.hits(self.found.keys[:IN_OVERVIEW])

    def page(self, number: str) -> Page:
        return Paginator(self.found.keys, PER_PAGE).get_page(number)

    def hits(self, keys: Iterable[int]) -> list[Hit]:
        rows = self.kind.load(keys)
        texts = self.kind.quoted(rows)
        quotes = [quote(map(plain_text, texts[row.pk]), self.terms) for row in rows]
        return [Hit(*pair) for pair in zip(self.kind.present(rows), quotes, strict=True)]


def search(typed: str, chosen: str = "") -> list[Results]:
    """What was found, of each kind of which there is something; of a chosen kind, even nothing."""
    if not (terms := documents.terms(typed)):
        return []
    every_kind = [Results(found, terms, found.kind.name == chosen) for found in find(typed)]
    return [results for results in every_kind if results.count or results.is_chosen]


# --- Marking --------------------------------------------------------------------------------------


@register.filter(name="marked")
def marked_title(text, terms):
    """Text that is no Markdown, with the sought words marked; formulas are set, not searched."""
    text = without_commands(text)
    return render_maths(text) if "$" in text else marked(text, terms)


def marked(text: str, terms: list[Term]) -> SafeString:
    """`text` escaped, each word that was terms in <mark>."""
    parts, end = [], 0
    for start, stop in _spans(text, terms):
        parts.append(conditional_escape(text[end:start]))
        parts.append(format_html("<mark>{}</mark>", text[start:stop]))
        end = stop
    parts.append(conditional_escape(text[end:]))
    return mark_safe("".join(parts))  # noqa: S308 each part is escaped


def quote(texts: Iterable[str], terms: list[Term]) -> SafeString:
    """A piece of the first text that has something to mark, with it marked; else ""."""
    for text in texts:
        text = " ".join(text[:READ].split())
        if spans := _spans(text, terms):
            return marked(_around(text, *spans[0]), terms)
    return mark_safe("")


def _around(text, start, stop):
    """Begins and ends between words where there are blanks."""
    half = 2 if IS_CJK.match(text[start]) else 1
    first = max(0, start - BEFORE // half)
    first = (text.find(" ", first, start) + 1 or first) if first else 0
    last = max(stop, first + LONGEST_QUOTE // half)
    if last < len(text):
        last = text.rfind(" ", stop, last) if " " in text[stop:last] else last
    return ("… " if first else "") + text[first:last] + (" …" if last < len(text) else "")


def _spans(text, terms) -> list[tuple[int, int]]:
    """Where to mark, in order; those that touch are one."""
    spans = []
    for start, stop in _hits(text, terms):
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(stop, spans[-1][1]))
        else:
            spans.append((start, stop))
    return spans


def _hits(text, terms) -> Iterator[tuple[int, int]]:
    latin = tuple(term for term in terms if not term.is_cjk)
    signs = {form for term in terms if term.is_cjk for form in term.forms}
    for run in documents.UNFOLDED_RUN.finditer(text):
        if not IS_CJK.match(run[0]):
            if _is_sought(run[0], latin):
                yield run.span()
            continue
        for at in range(*run.span()) if signs else ():
            for size in (1, 2):
                if at + size <= run.end() and fold(text[at : at + size]) in signs:
                    yield at, at + size


@lru_cache(maxsize=10_000)
def _is_sought(word, latin):
    forms = {fold(word)[:LONGEST], fold(expand_umlauts(word))[:LONGEST]}
    return any(
        form.startswith(wanted) if term.is_beginning else form == wanted
        for term in latin
        for wanted in term.forms
        for form in forms
    )


# --- Mistakes of typing: for a word that nothing public has, the nearest of those that are known -
# Known are the words of the index from names, titles and venues. Some may be of rows that are not
# public by now: so none is offered that finds nothing.

# A shorter word has too many neighbours, a longer one may have more mistakes.
SHORTEST, SHORT = 4, 5
MOST_WRONG, MOST_TRIED = 2, 4
# Of words that begin alike.
MOST_READ = 10_000
# Rows of each kind, on PostgreSQL.
LAST_READ = 1_000
KNOWN = {
    "sqlite": "SELECT term, doc FROM website_searchvocabulary WHERE term >= %s AND term < %s",
    # No list of words is kept there: of each kind the last rows are read, names stand first.
    "postgresql": (
        f"SELECT word, count(*) FROM unnest(ARRAY{[*KINDS]}) AS known (kind),"  # noqa: S608 ours
        " LATERAL (SELECT words FROM website_searchdocument WHERE kind = known.kind"
        f" ORDER BY -id LIMIT {LAST_READ}) AS document,"
        " unnest(string_to_array(left(words, 1000), ' ')) AS word"
        ' WHERE word >= %s COLLATE "C" AND word < %s COLLATE "C" GROUP BY word'
    ),
}


def correct(typed: str, kinds: Iterable[SearchKind]) -> str:
    """A query like `typed` that finds something, where some of its words find nothing; else ""."""
    kinds, right, wrong = list(kinds), [], []
    for word in dict.fromkeys(UNFOLDED_RUN.findall(typed)):
        if finds(kinds, word):
            right.append(word)
        elif len(wrong) == MOST_WRONG or len(fold(word)) < SHORTEST or not fold(word).isalpha():
            return ""
        else:
            wrong.append(word)
    corrections = {}
    for word in wrong:
        near = (known for known in _nearest(fold(word)) if finds(kinds, " ".join([*right, known])))
        if not (known := next(near, "")):
            return ""
        right.append(known)
        corrections[word] = known
    return UNFOLDED_RUN.sub(lambda run: corrections.get(run[0], run[0]), typed) if wrong else ""


def _nearest(word):
    """The best few, nearest first; of equals, what most rows have."""
    most = 1 if len(word) <= SHORT else 2
    letters = set(word)
    ranked = []
    for known, count in _known(word[0], word[1] + word[0]).items():
        # A mistake changes at most two letters: cheaper to see than how many there are.
        is_near = abs(len(known) - len(word)) <= most and len(letters ^ set(known)) <= 2 * most
        if is_near and (mistakes := distance(word, known)) <= most:
            ranked.append((mistakes, -count, known))
    return [known for *_rank, known in sorted(ranked)[:MOST_TRIED]]


def _known(*beginnings) -> Counter[str]:
    """Longer words that begin so -> in how many rows they stand.

    SQLite counts the rows of each: of "on" itself, near no word that is corrected, they are many.
    """
    documents = Counter()
    with connection.cursor() as cursor:
        for start in (part + beginning for part in (NAME, ABOUT) for beginning in beginnings):
            end = start[:-1] + chr(ord(start[-1]) + 1)
            # A blank stands before every letter and digit.
            cursor.execute(f"{KNOWN[connection.vendor]} LIMIT {MOST_READ}", [f"{start} ", end])
            for word, count in cursor.fetchall():
                documents[word[1:]] += count
    return documents


def distance(one: str, other: str) -> int:
    """Letters too many, missing, others, or two exchanged (optimal string alignment)."""
    before, row = [], list(range(len(other) + 1))
    for i, letter in enumerate(one):
        last, before, row = before, row, [i + 1]
        for j, sign in enumerate(other):
            cost = min(before[j] + (letter != sign), before[j + 1] + 1, row[j] + 1)
            if i and j and letter == other[j - 1] and one[i - 1] == sign:
                cost = min(cost, last[j - 1] + 1)
            row.append(cost)
    return row[-1]
