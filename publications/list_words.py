"""Words looked for in a list of papers: in titles, names, venues and topics; accents aside."""

import re

from django.db.models import Case, QuerySet, When

from profiles.folding import fold
from profiles.models import Researcher
from publications.models import Authorship, Publication

SEARCHED = (
    *("title", "short_name", "container_title", "tldr", "translations"),
    *("venue__short_name", "venue__name", "list_year"),
)
# A database takes only so many parameters in one query.
MATCHES_AT_MOST = 30_000
# What was typed between quotation marks stays together.
PHRASE = re.compile(r"[\"“”„][^\"“”„]+|[^\s\"“”„]+")
NOT_A_WORD = re.compile(r"[\W_]+")
TOPICS = Publication.topics.through


def papers_with_words(papers: QuerySet[Publication], typed: str, at_most: int) -> list[int] | None:
    """The keys of those in which all the words stand; None where more than `at_most` would have to
    be read.
    """
    texts = words(papers, at_most)
    if texts is None:
        return None
    phrases = list(filter(None, map(_plain_words, PHRASE.findall(typed))))
    matches = [pk for pk, text in texts.items() if all(phrase in text for phrase in phrases)]
    return matches[:MATCHES_AT_MOST]


def words(papers: QuerySet[Publication], at_most: int) -> dict[int, str] | None:
    """What each of `papers`, which have their `list_year`, is found by, folded; None of more than
    `at_most`.
    """
    rows = list(papers.order_by().values_list("pk", *SEARCHED)[: at_most + 1])
    if len(rows) > at_most:
        return None
    texts = {pk: [str(text) for text in row if text] for pk, *row in rows}
    these = papers.order_by().values("pk")
    tagged = TOPICS.objects.filter(publication__in=these).order_by("pk")
    for pk, name in tagged.values_list("publication", "topic__name"):
        texts[pk].append(name)
    for pk, names in _printed_names(these).items():
        texts[pk] += names
    return {pk: _plain_words(" ".join(parts)) for pk, parts in texts.items()}


def _printed_names(papers):
    """{paper's pk: the words of its names}, for finding text, in one query."""
    public = When(researcher__in=Researcher.objects.public(), then="researcher__native_name")
    columns = ("given", "particle", "family", "literal", Case(public))
    words = {}
    names = Authorship.objects.filter(publication__in=papers).order_by()
    for paper, *parts in names.values_list("publication", *columns):
        words.setdefault(paper, []).extend(part for part in parts if part)
    return words


def _plain_words(text: str) -> str:
    """Without accents, capitals and signs: "Domain-Adaptation" is "domain adaptation"."""
    return NOT_A_WORD.sub(" ", fold(text)).strip()
