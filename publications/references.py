"""What `[@key]` and `[[Short name]]` mean in a researcher's texts: papers on that one's pages;
in the site's own texts: papers of the lab.

A key is one that any printed form of a paper or any of its BibTeX entries carries, or the paper's
own address; a name is a short name, else a title. Letter case and blanks do not count, unless
they alone tell two papers apart.
"""

from collections.abc import Callable, Iterable
from functools import cached_property, partial, reduce
from operator import or_

from django.db.models import F, Q, QuerySet

from profiles import markup
from profiles.compiled_queries import CompiledQuery, Keys, Param, together
from profiles.markup.parser import Reference, Target, target, withhold
from profiles.models import NewsItem, Researcher, SiteSettings
from publications import entry_types
from publications.latex import plain_title
from publications.models import (
    NewsMention,
    Publication,
    Source,
    Version,
    papers_of,
    public_papers,
    public_papers_of,
    readable_papers,
)

COLUMNS = (
    *("slug", "citation_key", "short_name", "title", "translations", "date_text", "date"),
    *("entry_type", "arxiv", "container_title"),
)
TEXTS = ("tldr", "abstract", "note")
TITLE_LENGTH = 60
# A journal's whole name stands for its short one where it is as short as this one: "Nature".
NAME_LENGTH = 24
MEETINGS = {"inproceedings", "proceedings"}
# Two digits of a year before it would be read as another century's.
SHORT_YEARS_FROM = 1950

# Where a key and a name are looked for, in this order; FORMER_KEY is of another version, or of an
# entry that fed the paper.
FORMER_KEY = "former key"
KEY_COLUMNS = ("citation_key", FORMER_KEY, "slug")
NAME_COLUMNS = ("short_name", "title")

# Folded text -> (text, paper) of all that are called so.
Index = dict[str, list[tuple[str, Publication]]]


class PaperLookup:
    """Some papers by all that they are called: one query, and one more for a former key."""

    def __init__(self, papers: QuerySet[Publication], load: Callable[[], Iterable] | None = None):
        """`load`: a shorter way to the same papers, as `named` has them."""
        self.query = papers
        self._load = load or named(papers).all
        self._indexes: dict[str, Index] = {}

    def find(self, reference: Reference) -> list[Publication]:
        """None, one, or the several that share a key or a name."""
        for column in KEY_COLUMNS if reference.is_key else NAME_COLUMNS:
            if alike := self._index(column).get(_folded(reference.text)):
                exact = [paper for name, paper in alike if name == reference.text]
                return list(dict.fromkeys(exact or (paper for _name, paper in alike)))
        return []

    def _index(self, column) -> Index:
        if column not in self._indexes:
            index = self._indexes[column] = {}
            for text, paper in self._named(column):
                if text:
                    index.setdefault(_folded(text), []).append((text, paper))
        return self._indexes[column]

    def _named(self, column):
        if column != FORMER_KEY:
            return [(getattr(paper, column), paper) for paper in self._papers.values()]
        these = self.query.order_by().values("pk")
        columns = ("citation_key", "publication")
        versions = Version.objects.filter(publication__in=these).order_by().values_list(*columns)
        entries = Source.objects.filter(publication__in=these).order_by().values_list(*columns)
        return [(key, self._papers[pk]) for key, pk in versions.union(entries)]

    @cached_property
    def _papers(self):
        return {paper.pk: paper for paper in self._load()}


def named(papers: QuerySet[Publication]) -> QuerySet[Publication]:
    """With what finds and labels a paper, and no more; in no order."""
    return papers.order_by().annotate(venue_short_name=F("venue__short_name")).only(*COLUMNS)


class LabLookup(PaperLookup):
    """Of papers too many to be read: each reference asks for those that are called so."""

    def find(self, reference: Reference) -> list[Publication]:
        columns = ("slug", "citation_key") if reference.is_key else NAME_COLUMNS
        called = reduce(or_, (Q(**{f"{column}__iexact": reference.text}) for column in columns))
        for model in (Version, Source) if reference.is_key else ():
            rows = model.objects.filter(citation_key__iexact=reference.text)
            called |= Q(pk__in=rows.values("publication"))
        return PaperLookup(self.query.filter(called)).find(reference)


def _folded(text):
    return " ".join(text.split()).casefold()


def label(paper: Publication) -> str:
    """ "PipeMorph, NSDI'26"; "Nature 2026" of a journal; a short title where no name is given.

    `paper`: as `named` has it.
    """
    name = paper.short_name or short_title(paper.translated("title"))
    where, year = paper.venue_short_name or "", str(paper.year or "")
    if not where and 0 < len(paper.container_title) <= NAME_LENGTH:
        where = paper.container_title
    elif not where and paper.arxiv and not paper.container_title:
        where = "arXiv"
    if where and year and year not in where:
        is_meeting = entry_types.known(paper.entry_type) in MEETINGS
        is_short = is_meeting and paper.year >= SHORT_YEARS_FROM
        where = f"{where}'{paper.year % 100:02}" if is_short else f"{where} {year}"
    return ", ".join(filter(None, [name, where or year]))


def short_title(title: str) -> str:
    """What stands before a colon, as systems are named; else the first words; a formula whole."""
    head = title.partition(": ")[0]
    if len(head) <= TITLE_LENGTH and head.count("$") % 2 == 0:
        return head
    words, length = [], 0
    for word in title.split(" "):
        length += len(word) + 1
        if length > TITLE_LENGTH and " ".join(words).count("$") % 2 == 0:
            return " ".join(words).rstrip(",;:") + "…"
        words.append(word)
    return title


def lookup(researcher: Researcher | SiteSettings, *, drafts: bool = False) -> PaperLookup:
    """The papers on the researcher's pages, or on the lab's; with `drafts`, every one of theirs."""
    if isinstance(researcher, SiteSettings):
        return LabLookup(Publication.objects.all() if drafts else public_papers())
    if not drafts:
        is_visitors = researcher.editor is None
        load = partial(_papers_of, researcher=researcher.pk) if is_visitors else None
        return PaperLookup(papers_of(researcher), load)
    linked = researcher.authorships.values("publication")
    return PaperLookup(Publication.objects.filter(Q(pk__in=linked) | Q(owner=researcher)))


_papers_of = CompiledQuery(lambda: named(public_papers_of(Param("researcher"))))


def finder(researcher: Researcher, drafts: bool) -> Callable[[Reference], list[Target]]:
    """Return the function by which profiles.markup finds what a reference leads to."""
    papers = lookup(researcher, drafts=drafts)
    return lambda reference: [link(paper) for paper in papers.find(reference)]


def link(paper: Publication) -> Target:
    """Return the target of a reference to a paper."""
    title = plain_title(paper.translated("title"))
    return Target(label(paper), paper.get_absolute_url(), title)


def speakers(
    papers: Iterable[Publication], people: dict[int, Researcher] | None = None
) -> dict[int, Researcher]:
    """{paper's pk: whose words its texts are}, of papers whose texts refer; one query if any do.

    Who brought a paper wrote its texts, on whosever page they stand. `people`: those whom an
    earlier part of a long list has loaded, with what they looked up; others are added.
    """
    people = {} if people is None else people
    owners = {}
    for paper in papers:
        # The texts that were loaded: a list leaves the long ones where they are.
        texts = [str(paper.translations), *(vars(paper).get(name, "") for name in TEXTS)]
        if paper.owner_id and any("[@" in text or "[[" in text for text in texts):
            owners[paper.pk] = paper.owner_id
    if missing := set(owners.values()) - people.keys():
        people |= Researcher.objects.public().in_bulk(missing)
    return {pk: people[owner] for pk, owner in owners.items() if owner in people}


def withhold_drafts(
    papers: Iterable[Publication], people: dict[int, Researcher] | None = None
) -> dict[int, Researcher]:
    """Takes from their texts, as loaded, what they say of papers that are not public.

    For pages and files that visitors take away. Returns the speakers; `people` as for them.
    """
    papers = list(papers)
    known = speakers(papers, people)
    for paper in papers:
        if not (speaker := known.get(paper.pk)):
            continue
        for name in TEXTS:
            setattr(paper, name, withhold(getattr(paper, name), speaker))
        paper.translations = {
            code: {name: withhold(text, speaker) for name, text in texts.items()}
            for code, texts in paper.translations.items()
        }
    return known


def citable(papers: QuerySet[Publication], most: int | None = None) -> list[tuple[str, str, str]]:
    """What the editor offers of each paper, the newest first: code, name, address."""
    columns = ("short_name", "citation_key", "slug", "title", "date", "date_text")
    choices = []
    for paper in papers.order_by("-date", "title").only(*columns)[:most]:
        short, title = paper.short_name, plain_title(paper.title)
        # A short name is the plainest; where there is none, a key, else the address.
        is_plain = short and not set(short) & set("[]")
        code = f"[[{short}]]" if is_plain else f"[@{paper.citation_key or paper.slug}]"
        name = f"{short}: {title}" if short else title
        name = f"{name} ({paper.year})" if paper.year else name
        choices.append((code, name, paper.get_absolute_url()))
    return choices


# --- Papers that a news item is about: those its text refers to, and those chosen by hand ---------


def update_mentions(item: NewsItem) -> None:
    """Makes the mentions that the item's texts imply, takes back those they no longer do.

    Drafts count: once public, such a paper's page shows the news. What was chosen by hand stays.
    """
    public, every = lookup(item.researcher), lookup(item.researcher, drafts=True)
    papers = {}
    for reference in _references(item):
        matches = public.find(reference) or every.find(reference)
        if len(matches) == 1:
            papers[matches[0].pk] = matches[0]
    known = {mention.publication_id: mention for mention in item.mentions.all()}
    gone = [m.pk for m in known.values() if not m.by_hand and m.publication_id not in papers]
    item.mentions.filter(pk__in=gone).delete()
    NewsMention.objects.bulk_create(
        NewsMention(news_item=item, publication=papers[pk], by_hand=False)
        for pk in papers.keys() - known.keys()
    )


def _references(item):
    texts = [vars(item), *item.translations.values()]
    words = (text.get(name) or "" for text in texts for name in NewsItem.translatable)
    referring = (text for text in words if "[@" in text or "[[" in text)
    return [reference for text in referring for reference in markup.survey(text).references]


def attach_mentions(items: Iterable[NewsItem], researcher: Researcher) -> None:
    """Gives each item `mentioned`: links to shown papers that its text does not link to."""
    items = {item.pk: item for item in items}
    for item in items.values():
        item.mentioned = []
    asked = {"items": list(items)}
    if researcher.editor is None:
        mentions, papers = together((_mentions, asked), (_mentioned, asked)) if items else ((), ())
    else:
        mentions = _by_hand(items)
        papers = named(_of(mentions, readable_papers(researcher.editor)))
    papers = {paper.pk: link(paper) for paper in papers}
    for mention in mentions:
        item, paper = items[mention.news_item_id], papers.get(mention.publication_id)
        if not paper:
            continue
        goals = (target(reference, researcher) for reference in _references(item))
        if paper.url not in {goal.url for goal in goals if isinstance(goal, Target)}:
            item.mentioned.append(paper)


def _by_hand(items):
    return NewsMention.objects.filter(news_item__in=items, by_hand=True)


def _of(mentions, papers):
    return papers.filter(pk__in=mentions.order_by().values("publication"))


_mentions = CompiledQuery(lambda: _by_hand(Keys("items")))
_mentioned = CompiledQuery(lambda: named(_of(_by_hand(Keys("items")), public_papers())))
