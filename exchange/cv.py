"""One structured CV of one researcher, that every format renders: the page, PDF, LaTeX, JSON.

Texts are as stored (Markdown, maths between dollar signs), in the active language where they
are translated; dates are in that language's words. Only what is public is in it.
"""

from collections import Counter
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import chain

from django.db.models import CharField, Count, Q, Value
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from profiles.entries import CVEntry, joined, localized, period, place
from profiles.identifiers import orcid_url, protected_email
from profiles.items import KINDS, has, possessed, visible
from profiles.markup import joined_html, small_html
from profiles.models import CVVariant, Researcher, Section
from profiles.sections import Wanted, items
from publications import entry_types
from publications.bylines import Name, Sign
from publications.citations import citable, csl_item
from publications.citations.styles import STYLES
from publications.list_filters import FORTHCOMING, in_year
from publications.list_items import PublicationItem, items_of, legend
from publications.models import Publication, papers_of, shown_authorships

# Longer lists of authors are cut after the first; one's own name never is.
NAMED_AT_MOST, NAMED_FIRST = 12, 8
# A CV is complete. Of more papers than any page should hold, the newest stand there, and where all
# of them are.
WHOLE_UP_TO, NEWEST = 500, 150

Kind = Section.Kind
# The letter of a paper's number -> the heading that it stands under.
GROUPS = {
    "J": gettext_lazy("Journal articles"),
    "C": gettext_lazy("Conference papers"),
    "P": gettext_lazy("Preprints"),
    "O": gettext_lazy("Books and other works"),
}


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
    # In a citation style, with the signs of its italics; "": as below.
    cited: str = ""

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

    @property
    def legend(self) -> list[Sign]:
        """The signs beside names, with their meanings; a citation style prints none."""
        return [] if any(reference.cited for reference in self.references) else legend(self.items)


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
    yield from (sign.text + sign.words for sign in group.legend)
    for item in group.items:
        yield from (item.paper.translated("title"), item.source)
        yield from (name.text for name in item.authors)


def variants(researcher: Researcher) -> list[CVVariant]:
    """Those of somebody's CVs that a page shows, in their order."""
    rows = visible(researcher, "cvvariant_set") if has(researcher, "cv_variants") else ()
    return list(rows)


def build(researcher: Researcher, variant: CVVariant | None = None) -> CV:
    """Everything public, whatever the home page leaves out; or what a variant has of it."""
    variant = variant or CVVariant()
    listed = {name: kind for name, kind in KINDS.items() if hasattr(kind.model, "cv_entry")}
    has_of = possessed(researcher, listed)
    rows = items(researcher, {name: Wanted() for name in listed if name in has_of})
    parts = [
        CVSection(name, str(kind.heading), _newest(rows.get(name, ()), name, variant))
        for name, kind in listed.items()
    ]
    # After education and experience.
    if has(researcher, "publications"):
        parts.insert(2, _papers(researcher, variant))
    positions = []
    for row in researcher.affiliations.all():
        where = place(localized(row, "department"), localized(row, "organisation"))
        title = joined(localized(row, "role"), where)
        logo = row.organisation_logo
        positions.append(CVEntry(title, period(row), row.organisation_url, logo=logo))
    beside, language = researcher.name_beside
    shows_interests = not variant.sections or Kind.INTERESTS in variant.sections
    return CV(
        name=researcher.translated("display_name"),
        name_beside=beside,
        language_beside=language,
        pronouns=researcher.translated("pronouns"),
        headline=researcher.translated("headline"),
        positions=positions,
        contacts=list(_contacts(researcher)) if variant.has_contact else [],
        interests=researcher.translated("interests") if shows_interests else "",
        parts=[part for part in _in_order(parts, variant.sections) if part.entries],
    )


def _in_order(parts, kinds):
    if not kinds:
        return parts
    return [part for kind in kinds for part in parts if part.kind == kind]


def _newest(rows, section, variant) -> list[CVEntry]:
    """Entries of the rows that a variant has, newest first as they are."""
    if variant.years and section != Kind.EDUCATION:
        since = first_year(variant.years)
        rows = [row for row in rows if (last := last_year(row)) is None or last >= since]
    return [_with_row(row) for row in rows[: variant.at_most]]


def first_year(years: int) -> int:
    """The first of the last so many years: of one, this year."""
    return timezone.localdate().year - years + 1


def last_year(row) -> int | None:
    """The year in which a row of a record ended, or was; None where nobody knows."""
    dates = [getattr(row, name, None) for name in ("start", "end", "date")]
    dates += chain.from_iterable(getattr(row, "dates", None) or ())
    today = timezone.localdate().year
    return max((today if date.is_present else date.year for date in dates if date), default=None)


def _with_row(row) -> CVEntry:
    logo = getattr(row, "organisation_logo", None)
    return replace(row.cv_entry(), row=row, anchor=row.anchor, logo=logo)


def _papers(researcher, variant) -> CVSection:
    """In groups as committees ask for them, newest first."""
    papers, total, all_of_them = _papers_of_variant(researcher, variant), {}, ""
    newest = papers.order_by("-date", "-id").values_list("pk", flat=True)[: WHOLE_UP_TO + 1]
    if len(newest) > WHOLE_UP_TO:
        newest, total = newest[:NEWEST], _how_many(papers)
        all_of_them = number_format(total.total(), force_grouping=True)
    items = items_of(newest[: variant.at_most], researcher)
    return CVSection(
        Kind.PUBLICATIONS, _("Publications"), grouped(items, variant.style, total), all_of_them
    )


def _papers_of_variant(researcher, variant):
    papers = papers_of(researcher)
    if variant.years:
        papers = papers.filter(since_year(first_year(variant.years)))
    if variant.only_selected:
        selected = shown_authorships(researcher).filter(is_selected=True)
        papers = papers.filter(pk__in=selected.values("publication"))
    return papers


def since_year(year: int) -> Q:
    """The condition of papers from a year on, and of those still to come."""
    return Q(date__gte=Value(f"{year:04}", CharField())) | forthcoming


forthcoming = in_year(FORTHCOMING)


def grouped(
    items: Iterable[PublicationItem], style: str = "", total: dict[str, int] | None = None
) -> list["ReferenceGroup"]:
    """Items, newest first, under headings; `style`: a key of STYLES; `total`: of each group, where
    not all of it is here.
    """
    groups, total, cited = {letter: [] for letter in GROUPS}, total or {}, {}
    items = list(items)
    if style in STYLES:
        # A copy: what a page shows of a paper is loaded otherwise.
        papers = citable(copy(item.paper) for item in items)
        cited = {
            paper.pk: STYLES[style].marked(csl_item(paper, with_maths=True)) for paper in papers
        }
    for item in items:
        groups[group_of(item)].append(item)
    return [
        ReferenceGroup(
            str(GROUPS[letter]),
            [
                Reference(
                    f"{letter}{total.get(letter, len(papers)) - place}",
                    item,
                    cited.get(item.paper.pk, ""),
                )
                for place, item in enumerate(papers)
            ],
        )
        for letter, papers in groups.items()
        if papers
    ]


def _how_many(papers) -> Counter[str]:
    """Count the papers of each group."""
    rows = papers.order_by().annotate(is_on_server=Q(arxiv__gt="") | Q(doi__gt=""))
    rows = rows.values_list("entry_type", "status", "is_on_server").annotate(count=Count("pk"))
    counts = Counter()
    for entry_type, status, is_on_server, count in rows:
        paper = Publication(entry_type=entry_type, status=status, doi="1" if is_on_server else "")
        counts[group_of(PublicationItem(paper, []))] += count
    return counts


def group_of(item: PublicationItem) -> str:
    """The letter of its group: J, C, P or O."""
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
