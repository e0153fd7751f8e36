"""One structured CV of one researcher, that every format renders: the page, PDF, LaTeX, JSON.

Texts are as stored (Markdown, maths between dollar signs), in the active language where they
are translated; dates are in that language's words. Only what is public is in it.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import chain

from django.db.models import Count, Q
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from profiles.compiled_queries import CompiledQuery, Param
from profiles.entries import CVEntry, joined, localized, period, place
from profiles.identifiers import orcid_url, protected_email
from profiles.items import KINDS, has
from profiles.loading import Wanted, items
from profiles.models import Researcher, Section
from profiles.small_html import joined_html, small_html
from publications import entry_types
from publications.bylines import Name
from publications.list_items import PublicationItem, items_of
from publications.models import Publication
from publications.visibility import papers_of, public_papers_of

# Longer lists of authors are cut after the first; one's own name never is.
NAMED_AT_MOST, NAMED_FIRST = 12, 8
# A CV is complete. Of more papers than any page should hold, the newest stand there, and where all
# of them are.
WHOLE_UP_TO, NEWEST = 500, 150

Kind = Section.Kind


@dataclass(frozen=True)
class Contact:
    """A line of the head: a kind ("email", "orcid", "github", ...), its text and its address."""

    kind: str
    label: str
    text: str
    url: str = ""


@dataclass(frozen=True)
class CVSection:
    """`kind` is a section's kind, or "advisors"; entries newest first, papers in groups."""

    kind: str
    heading: str
    entries: list[CVEntry] | list["ReferenceGroup"]
    # How many papers there are, in digits as one writes them, where only the newest are here.
    all_of_them: str = ""


@dataclass(frozen=True)
class Reference:
    """A paper; `number` counts within its group, from the oldest, so that it stays: "J12".

    `names`: None stands for authors who are left out.
    """

    number: str
    item: PublicationItem

    @property
    def names(self) -> list[Name | None]:
        """Everybody, or the first of a long list; in any case whose CV it is."""
        authors = self.item.authors
        if len(authors) <= NAMED_AT_MOST:
            return authors
        self_names = [name for name in authors[NAMED_FIRST:] if name.is_self]
        return [*authors[:NAMED_FIRST], *([None, *self_names] if self_names else [])]

    @property
    def et_al(self) -> bool:
        return self.item.paper.et_al or self.names[-1:] != self.item.authors[-1:]

    @property
    def title_stop(self) -> str:
        """A full stop, unless the title asks or calls out."""
        return (
            "" if self.item.paper.translated("title").endswith((".", "?", "!", "？", "。")) else "."
        )

    @property
    def names_html(self) -> str:
        """The authors, or the editors, as HTML up to the title."""
        item, et_al = self.item, self.et_al
        names = joined_html(", ", (name.html if name else "…" for name in self.names))
        behind = ", " + _("et al.") if et_al else ""
        if item.are_editors:
            behind += " " + _("(eds.)")
        if item.authors:
            behind += " " if et_al else ". "
        return small_html("{}{}", names, behind)

    @property
    def year(self) -> str:
        """The year with the punctuation around it."""
        source, paper = self.item.source, self.item.paper
        comma, year = ", " if source and paper.date else "", str(paper.year or "")
        return f"{comma}{year}{'.' if source or year else ''}"

    @property
    def identifier_html(self) -> str:
        paper = self.item.paper
        form = ' <span class="reference-doi">{}:<a href="{}" rel="noopener">{}</a></span>'
        if paper.doi:
            return small_html(form, "doi", paper.doi_url, paper.doi)
        return small_html(form, "arXiv", paper.arxiv_url, paper.arxiv) if paper.arxiv else ""


@dataclass(frozen=True)
class ReferenceGroup:
    heading: str
    references: list[Reference]

    @property
    def items(self) -> list[PublicationItem]:
        return [reference.item for reference in self.references]


@dataclass(frozen=True)
class CV:
    name: str
    # The name in the other script, and its language.
    name_beside: str = ""
    language_beside: str = ""
    pronouns: str = ""
    headline: str = ""
    positions: list[CVEntry] = field(default_factory=list)
    contacts: list[Contact] = field(default_factory=list)
    interests: str = ""
    parts: list[CVSection] = field(default_factory=list)


def letters(cv: CV) -> set[str]:
    """Every sign that the CV is written with: whether there are fonts for it."""
    texts = [cv.name, cv.name_beside, cv.headline, cv.interests]
    texts += [contact.label + contact.text for contact in cv.contacts]
    for part in cv.parts:
        texts.append(part.heading)
        for entry in part.entries:
            texts += _texts_of_group(entry) if part.kind == Kind.PUBLICATIONS else _texts_of(entry)
    for position in cv.positions:
        texts += _texts_of(position)
    return set().union(*texts)


def _texts_of(entry: CVEntry) -> Iterable[str]:
    return entry.title, entry.when, *entry.details, entry.body, *chain.from_iterable(entry.links)


def _texts_of_group(group: ReferenceGroup) -> Iterable[str]:
    yield group.heading
    for item in group.items:
        yield from (item.paper.translated("title"), item.source)
        yield from (name.text for name in item.authors)


def build(researcher: Researcher) -> CV:
    """Everything public, whatever the home page leaves out."""
    listed = {name: kind for name, kind in KINDS.items() if hasattr(kind.model, "cv_entry")}
    rows = items(researcher, {name: Wanted() for name in listed if has(researcher, name)})
    parts = [
        CVSection(name, str(kind.heading), [_with_row(row) for row in rows.get(name, ())])
        for name, kind in listed.items()
    ]
    # After education and experience.
    if has(researcher, "publications"):
        parts.insert(2, _papers(researcher))
    positions = []
    for row in researcher.affiliations.all():
        where = place(localized(row, "department"), localized(row, "organisation"))
        title = joined(localized(row, "role"), where)
        logo = row.organisation_logo
        positions.append(CVEntry(title, period(row), row.organisation_url, logo=logo))
    beside, language = researcher.name_beside
    return CV(
        name=researcher.translated("display_name"),
        name_beside=beside,
        language_beside=language,
        pronouns=researcher.translated("pronouns"),
        headline=researcher.translated("headline"),
        positions=positions,
        contacts=list(_contacts(researcher)),
        interests=researcher.translated("interests"),
        parts=[part for part in parts if part.entries],
    )


def _with_row(row) -> CVEntry:
    logo = getattr(row, "organisation_logo", None)
    return replace(row.cv_entry(), row=row, anchor=row.anchor, logo=logo)


def _papers(researcher) -> CVSection:
    """In groups as committees ask for them, newest first."""
    if researcher.editor is None:
        newest = _newest_papers(researcher=researcher.pk, limit=WHOLE_UP_TO + 1)
    else:
        newest = list(_keys(papers_of(researcher))[: WHOLE_UP_TO + 1])
    total, all_of_them = {}, ""
    if len(newest) > WHOLE_UP_TO:
        newest, total = newest[:NEWEST], _how_many(papers_of(researcher))
        all_of_them = number_format(total.total(), force_grouping=True)
    groups = {letter: [] for letter in "JCPO"}
    for item in items_of((key for (key,) in newest), researcher):
        groups[_group(item)].append(item)
    headings = {
        "J": _("Journal articles"),
        "C": _("Conference papers"),
        "P": _("Preprints"),
        "O": _("Books and other works"),
    }
    entries = [
        ReferenceGroup(
            headings[letter],
            [
                Reference(f"{letter}{total.get(letter, len(papers)) - place}", item)
                for place, item in enumerate(papers)
            ],
        )
        for letter, papers in groups.items()
        if papers
    ]
    return CVSection(Kind.PUBLICATIONS, _("Publications"), entries, all_of_them)


def _keys(papers):
    return papers.order_by("-date", "-id").values_list("pk")


_newest_papers = CompiledQuery(lambda: _keys(public_papers_of(Param("researcher"))))


def _how_many(papers) -> Counter[str]:
    """Count the papers of each group."""
    rows = papers.order_by().annotate(is_on_server=Q(arxiv__gt="") | Q(doi__gt=""))
    rows = rows.values_list("entry_type", "status", "is_on_server").annotate(count=Count("pk"))
    counts = Counter()
    for entry_type, status, is_on_server, count in rows:
        paper = Publication(entry_type=entry_type, status=status, doi="1" if is_on_server else "")
        counts[_group(PublicationItem(paper, []))] += count
    return counts


def _group(item: PublicationItem) -> str:
    if item.is_preprint:
        return "P"
    return {"article": "J", "inproceedings": "C"}.get(entry_types.known(item.paper.entry_type), "O")


def _contacts(researcher) -> Iterable[Contact]:
    """The e-mail address only as far as its owner shows it."""
    if researcher.location:
        yield Contact("location", _("Location"), researcher.translated("location"))
    if researcher.postal_address:
        yield Contact("address", _("Address"), researcher.translated("postal_address"))
    email, display = researcher.email, researcher.email_display
    if email and display == researcher.EmailDisplay.PLAIN:
        yield Contact("email", _("E-mail"), email, f"mailto:{email}")
    elif email and display != researcher.EmailDisplay.HIDDEN:
        yield Contact("email", _("E-mail"), protected_email(email))
    if researcher.orcid:
        yield Contact("orcid", "ORCID", researcher.orcid, orcid_url(researcher.orcid))
    for link in researcher.links.all():
        text = link.href.removeprefix("https://").removeprefix("http://").removeprefix("mailto:")
        yield Contact(link.kind, str(link.name), text.rstrip("/"), link.href)
