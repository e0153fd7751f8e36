"""Mistakes of typing: for a word that nothing public has, the nearest of those that are known.

Known are the words of the index from names, titles and venues. Some may be of rows that are not
public by now: so none is offered that finds nothing.
"""

from collections import Counter
from collections.abc import Iterable

from django.db import connection

from profiles.folding import fold
from website.search.documents import KINDS, SearchKind
from website.search.index import ABOUT, NAME
from website.search.query import finds
from website.search.words import UNFOLDED_RUN

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
    words = Counter()
    with connection.cursor() as cursor:
        for start in (part + beginning for part in (NAME, ABOUT) for beginning in beginnings):
            end = start[:-1] + chr(ord(start[-1]) + 1)
            # A blank stands before every letter and digit.
            cursor.execute(f"{KNOWN[connection.vendor]} LIMIT {MOST_READ}", [f"{start} ", end])
            for word, count in cursor.fetchall():
                words[word[1:]] += count
    return words


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
