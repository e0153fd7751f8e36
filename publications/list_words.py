"""Words looked for in a list of papers: in titles, names, venues and topics; accents aside."""

import re

from django.db.models import QuerySet

from profiles.folding import fold
from publications.list_items import printed_names
from publications.models import Publication

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


def papers_with_words(papers: QuerySet[Publication], typed: str) -> list[int]:
    """The keys of those in which all the words stand."""
    phrases = list(filter(None, map(_plain_words, PHRASE.findall(typed))))
    texts = words(papers).items()
    matches = [pk for pk, text in texts if all(phrase in text for phrase in phrases)]
    return matches[:MATCHES_AT_MOST]


def words(papers: QuerySet[Publication]) -> dict[int, str]:
    """What each of `papers`, which have their `list_year`, is found by, folded."""
    texts = {
        pk: [str(text) for text in row if text]
        for pk, *row in papers.order_by().values_list("pk", *SEARCHED)
    }
    these = papers.order_by().values("pk")
    tagged = TOPICS.objects.filter(publication__in=these).order_by("pk")
    for pk, name in tagged.values_list("publication", "topic__name"):
        texts[pk].append(name)
    for pk, names in printed_names(these).items():
        texts[pk] += names
    return {pk: _plain_words(" ".join(parts)) for pk, parts in texts.items()}


def _plain_words(text: str) -> str:
    """Without accents, capitals and signs: "Domain-Adaptation" is "domain adaptation"."""
    return NOT_A_WORD.sub(" ", fold(text)).strip()
