"""The papers that the site's search finds."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import chain

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from profiles.markup.references import withhold
from profiles.models import Researcher
from publications import rows
from publications.identifiers import normalise_arxiv, normalise_doi
from publications.models import Authorship, Publication, Topic, Venue, Version
from publications.visibility import public_papers
from website.search import Kind, Origin, Texts, query, register, words
from website.search.index import NAME

TOPICS = Publication.topics.through
NAMES = ("given", "particle", "family", "suffix", "literal")
NUMBERS = ("citation_key", "doi", "arxiv", "isbn")
PLACES = ("container_title", "venue__name", "venue__short_name", "series")
COLUMNS = ("title", "short_name", "translations", "date", "pmid", *PLACES, *NUMBERS)
BODY = ("abstract", "tldr", "note")
# More than these share a name: then their papers are found by the name as printed.
MOST_PEOPLE = 20


def texts(keys: Iterable[int]) -> dict[int, Texts]:
    """In a few queries, without making an object of each paper: an import brings thousands."""
    keys = list(keys)
    names, versions = _names(keys), _versions(keys)
    papers = Publication.objects.filter(pk__in=keys).order_by()
    rows = list(papers.values("pk", "owner", *COLUMNS, *BODY))
    _withhold(rows)
    return {row["pk"]: _of_paper(row, names[row["pk"]], versions[row["pk"]]) for row in rows}


def _withhold(rows):
    """What the texts say of papers that are not public, in the words of who brought them."""
    referring = [row for row in rows if row["owner"] and _refers(row)]
    owners = Researcher.objects.in_bulk({row["owner"] for row in referring}) if referring else {}
    for row in referring:
        whose = owners[row["owner"]]
        row |= {name: withhold(row[name], whose) for name in BODY}
        row["translations"] = {
            code: {name: withhold(text, whose) for name, text in texts.items()}
            for code, texts in row["translations"].items()
        }


def _refers(row):
    texts = [*(row[name] for name in BODY), *_translated(row, BODY)]
    return any("[@" in text or "[[" in text for text in texts)


def _of_paper(row, names, versions):
    year = row["date"].year if row["date"] else None
    titles, places, numbers = zip(*versions, strict=True) if versions else ((), (), ())
    return Texts(
        name=[row["title"], row["short_name"], *_translated(row, ["title"])],
        about=[*(row[n] for n in PLACES), *names, *titles, *places, str(year or "")],
        body=[*(row[n] for n in BODY), *_translated(row, BODY)],
        keys=[row["short_name"], row["pmid"], *(row[n] for n in NUMBERS), *chain(*numbers)],
    )


def _translated(row, fields):
    return [texts.get(field, "") for texts in row["translations"].values() for field in fields]


def _names(keys):
    """{paper: words of its authors and topics}"""
    found = defaultdict(list)
    authors = Authorship.objects.filter(publication__in=keys).order_by()
    for paper, *parts in authors.values_list("publication", *NAMES):
        found[paper] += filter(None, parts)
    topics = TOPICS.objects.filter(publication__in=keys)
    for paper, topic in topics.values_list("publication", "topic__name"):
        found[paper].append(topic)
    return found


def _versions(keys):
    """{paper: [(title, where it appeared, numbers)]} of its other printed forms."""
    found = defaultdict(list)
    others = Version.objects.filter(publication__in=keys).order_by()
    for paper, *row in others.values_list("publication", "title", "container_title", *NUMBERS):
        found[paper].append((row[0], row[1], row[2:]))
    return found


def by_people(sought: list[words.Term]) -> Q | None:
    """Papers of public researchers who are called so, however the paper prints their name.

    Asked at each search, for whom a paper is linked to, and who is public, is no part of the index.
    """
    named = Researcher.objects.public().filter(pk__in=query.matching("people", sought, NAME))
    people = list(named.values_list("pk", flat=True)[:MOST_PEOPLE])
    if not people:
        return None
    shown = Authorship.objects.filter(researcher__in=people, is_hidden=False)
    return Q(pk__in=shown.values("publication"))


def identifier(typed: str) -> str:
    """The DOI or arXiv number alone, of an address or a number as pasted."""
    return normalise_doi(typed) or normalise_arxiv(typed)


ITS_PAPER = "= {row}.publication_id"
THERE = "IN (SELECT id FROM publications_publication WHERE venue_id = {row}.id)"
ABOUT_IT = (
    "IN (SELECT publication_id FROM publications_publication_topics WHERE topic_id = {row}.id)"
)


def register_kind() -> None:
    register(
        Kind(
            name="papers",
            place=20,
            label=_("Publications"),
            template="website/search_results/paper.html",
            rows=lambda: Publication.objects.exclude(published_at=None),
            public=lambda: public_papers().select_related("venue"),
            texts=texts,
            origins=(
                Origin(Publication),
                Origin(Authorship, ITS_PAPER, grows=True),
                Origin(Version, ITS_PAPER, grows=True),
                Origin(TOPICS, ITS_PAPER, grows=True),
                Origin(Topic, ABOUT_IT),
                Origin(Venue, THERE),
            ),
            order_by=("-date", "-pk"),
            present=rows.rows,
            identifier=identifier,
            others=by_people,
        )
    )
