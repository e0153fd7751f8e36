"""Records of one paper -> one record. Plan first, to be shown; then write(), in one transaction.

The record that leads keeps its own words. What it leaves empty, the other fills. What differs is
kept with another version, as a further link, or in the BibTeX entry that the other came from; a
record that was typed here, or edited since its import, gets such an entry made of it. It is kept as
an import, whose undo makes them the papers that they were.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import Enum

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from profiles import access
from profiles.models import Researcher
from publications import claims
from publications.bibtex import write_entry
from publications.citations.bibtex import fields as citation_fields
from publications.citations.bibtex import lead as leading_form
from publications.fields import COLUMNS, FORM_COLUMNS, NAME_COLUMNS, VERSION_COLUMNS, display
from publications.importer import undo
from publications.importer.entry_merge import KEEP, TAKE, Sides, decide, fields_by_name
from publications.matching import Form, have_other_identifiers, is_preprint
from publications.merging.related_rows import merge_authors, merge_related_rows, next_position
from publications.models import (
    Authorship,
    FormerAddress,
    ImportBatch,
    ImportChange,
    NotDuplicate,
    Publication,
    Source,
    Version,
)

COMPARED = (*(name for name in COLUMNS if name not in ("date_text", "et_al")), "venue", "cover")
NAMES = tuple(name for name in NAME_COLUMNS if name != "marks")


class Kept(Enum):
    """Where a value goes that the leading record says otherwise."""

    VERSION = "version"
    LINK = "link"
    ENTRY = "entry"
    NEW_ENTRY = "new entry"
    HISTORY = "history"


@dataclass(frozen=True, slots=True)
class Difference:
    """`name` is a column, or "authors"; `value` as a person reads it."""

    name: str
    value: str
    kept: Kept


@dataclass
class AbsorbedPaper:
    """What becomes of one record that does not lead."""

    paper: Publication
    is_version: bool
    # Columns that it fills, and what it says otherwise.
    fills: list[str] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)


def comparable_value(paper: Publication, name: str):
    """The column's value in comparable form; an empty one is falsy."""
    value = getattr(paper, name)
    if name == "date":
        return value.stored if value else ""
    return value.name if name == "cover" and value else value


def values_of(paper: Publication) -> dict:
    """Return the values of all columns that a merge compares."""
    return {name: comparable_value(paper, name) for name in COMPARED}


def printed_names(paper: Publication) -> list[list[str]]:
    """In order; without who is listed and not printed."""
    rows = paper.authorships.exclude(role=Authorship.Role.LISTED).order_by("position", "pk")
    return [list(row) for row in rows.values_list(*NAMES)]


def is_another_form(lead: Publication, other: Publication) -> bool:
    """A preprint beside a paper, a journal version beside a talk's: each with its own identity."""
    one, two = (
        Form.from_values({name: value or "" for name, value in values_of(paper).items()}, paper.pk)
        for paper in (lead, other)
    )
    if one.is_preprint != two.is_preprint or have_other_identifiers(one, two):
        return True
    kinds = {one.kind, two.kind}
    return len(kinds) == 2 and not kinds & {"misc", "online", "unpublished"}


def compare(lead: dict, authors: list, other: Publication, *, is_version: bool) -> AbsorbedPaper:
    """`lead`: the leading record's values, which this fills where they are empty."""
    part = AbsorbedPaper(other, is_version)
    entries = [source.values for source in other.sources.filter(version=None)]
    for name in COMPARED:
        value = comparable_value(other, name)
        decision = decide(Sides.of_papers(lead[name], value))
        if decision == KEEP:
            continue
        if decision == TAKE and not (is_version and name in FORM_COLUMNS):
            lead[name] = value
            part.fills.append(name)
        else:
            kept = _kept(name, value, entries, is_version=is_version)
            part.differences.append(Difference(name, display(name, getattr(other, name)), kept))
    other_authors = printed_names(other)
    if other_authors and authors and other_authors != authors:
        imported = [[row[: len(NAMES)] for row in values.get("authors", ())] for values in entries]
        kept = Kept.ENTRY if other_authors in imported else Kept.NEW_ENTRY
        rows = other.authorships.exclude(role=Authorship.Role.LISTED)
        names = "; ".join(row.name for row in rows.order_by("position", "pk"))
        part.differences.append(Difference("authors", names, kept))
    return part


def _kept(name, value, entries, *, is_version):
    if is_version and name in VERSION_COLUMNS:
        return Kept.VERSION
    if name == "url":
        return Kept.LINK
    if name in ("venue", "cover"):
        return Kept.HISTORY
    return Kept.ENTRY if value in [values.get(name) for values in entries] else Kept.NEW_ENTRY


def leads_best(papers) -> Publication:
    """The published form, then what visitors see, then who is linked, then the older record."""

    def rank(paper):
        linked = paper.authorships.exclude(researcher=None).count()
        return is_preprint(values_of(paper)), not paper.is_public, -linked, paper.pk

    return min(papers, key=rank)


# --- Who may, and what is none -----------------------------------------------------------------


def refusal(papers: Iterable[Publication], user) -> str:
    """Why `user` may not merge these papers; '' where they may.

    They edit each of them. Beside a public paper, a draft becomes public: that takes the right to
    publish, and a draft that colleagues are linked to, or brought, waits for its own publication.
    """
    papers = list(papers)
    selected = Publication.objects.filter(pk__in=[paper.pk for paper in papers])
    if access.editable(selected, user).count() != len(papers):
        return _("You may merge only papers that you may edit.")
    drafts = [paper for paper in papers if not paper.is_public]
    if not drafts or len(drafts) == len(papers) or access.is_manager(user):
        return ""
    if access.publishable(selected, user).count() != len(papers):
        return _("One of them is public already: only who may publish may merge it with a draft.")
    records = access.records_of(user)
    for paper in drafts:
        if claims.is_shared(paper, records):
            text = _("“%(title)s” is a draft that is not yours alone. Publish it first.")
            return text % {"title": paper}
    return ""


def possible_leads(papers: Iterable[Publication], user) -> list[Publication]:
    """A colleague's paper leads where there is one: it stays theirs, to unpublish, too."""
    papers = list(papers)
    return [paper for paper in papers if not claims.may_withdraw(paper, user)] or papers


def mark_not_duplicates(papers: list[int]) -> None:
    """Each two of these ids are two works, whatever they share."""
    ids = sorted(papers)
    pairs = [NotDuplicate(one_id=a, other_id=b) for a in ids for b in ids if a < b]
    NotDuplicate.objects.bulk_create(pairs, ignore_conflicts=True)


# --- The merge itself --------------------------------------------------------------------------


class PublicationMerge:
    """`lead` stays, with its address; `others` become part of it.

    `versions`: the ids of those that are another printed form of the work; by default, found out.
    """

    def __init__(
        self,
        lead: Publication,
        others: Iterable[Publication],
        versions: Collection[int] | None = None,
    ):
        self.lead = lead
        kept, names = values_of(lead), printed_names(lead)
        self.parts = []
        for other in others:
            is_version = (
                other.pk in versions if versions is not None else is_another_form(lead, other)
            )
            self.parts.append(compare(kept, names, other, is_version=is_version))
            names = names or printed_names(other)

    @property
    def others(self) -> list[Publication]:
        return [part.paper for part in self.parts]

    @property
    def papers(self) -> list[Publication]:
        return [self.lead, *self.others]

    @transaction.atomic
    def write(self, user=None) -> Publication:
        """Returns the one that stays. The others are gone, and their addresses lead to it; an undo
        of `batch` makes them again.
        """
        list(Publication.objects.select_for_update().filter(pk__in=[p.pk for p in self.papers]))
        self.batch = ImportBatch.objects.create(
            researcher=self._whose(user),
            user=user,
            origin=ImportBatch.Origin.MERGE,
            files=[str(paper) for paper in self.others],
        )
        undo.save_snapshots(self.batch, [self.lead.pk])
        others = [paper.pk for paper in self.others]
        undo.save_snapshots(self.batch, others, [*undo.INLINES, *undo.MOVED])
        public = [paper.published_at for paper in self.papers if paper.is_public]
        for part in self.parts:
            self._absorb(part)
        if public:
            self.lead.published_at = min(public)
        self.lead.save()
        self.batch.written_at = self.lead.updated_at
        self.batch.save(update_fields=["written_at"])
        return self.lead

    def _whose(self, user):
        """The record, of those that have the papers, for which `user` may undo the merge."""
        has = Q(brought_publications__in=self.papers) | Q(authorships__publication__in=self.papers)
        records = access.publishing_records_of(user) if user else Researcher.objects.none()
        return records.filter(has).order_by("pk").first() or self.lead.owner

    def _absorb(self, part):
        lead, other = self.lead, part.paper
        kept = {difference.kept for difference in part.differences}
        needs_entry = Kept.NEW_ENTRY in kept or _lost_words(lead, other)
        entry = as_entry(other) if needs_entry else None
        version = None
        if part.is_version:  # the other's own form, beside those that it had
            values = {name: getattr(other, name) for name in VERSION_COLUMNS if name != "date_text"}
            version = Version.objects.create(publication=lead, **values)
        other.sources.filter(version=None).update(version=version)
        other.sources.update(publication=lead)
        other.versions.update(publication=lead)
        if entry:
            entry.publication, entry.version = lead, version
            entry.save()
        _fill(lead, part)
        merge_authors(lead, other)
        merge_related_rows(lead, other, keep_url=Kept.LINK in kept)
        _keep_owner(lead, other)
        FormerAddress.objects.filter(publication=other).update(publication=lead)
        FormerAddress.objects.create(slug=other.slug, publication=lead)
        # Without the picture, whose file would go with the row: the lead or a version shows it.
        Publication.objects.filter(pk=other.pk).update(cover="")
        changes = list(other.import_changes.all())
        Publication.objects.get(pk=other.pk).delete()
        ImportChange.objects.bulk_create(changes)  # for the undo, they outlive it


def as_entry(paper: Publication) -> Source:
    """The record as it stands, as BibTeX: for a paper that no file told of, or not in these words.

    Its values are left empty: no file said them, so that an import takes them for typed by hand.
    """
    translated = [
        (f"{name}-{language}", text)
        for language, texts in sorted(paper.translations.items())
        for name, text in sorted(texts.items())
    ]
    key = paper.citation_key or paper.slug
    fields = [*citation_fields(leading_form(paper)), *translated]
    raw = write_entry(paper.entry_type, key, fields)
    return Source(citation_key=key, entry_type=paper.entry_type, raw=raw)


def _fill(lead, part):
    other = part.paper
    for name in part.fills:
        setattr(lead, name, getattr(other, name))
    if "cover" in part.fills:
        lead.cover_alt = other.cover_alt
    stored = fields_by_name(lead.fields)
    lead.fields = [*lead.fields, *(pair for pair in other.fields if pair[0] not in stored)]
    lead.translations = {
        language: {**other.translations.get(language, {}), **lead.translations.get(language, {})}
        for language in {**other.translations, **lead.translations}
    }


def _lost_words(lead, other):
    """Further fields and translations that the leading record has in other words."""
    stored = fields_by_name(lead.fields)
    sources = other.sources.all()
    imported = [list(pair) for source in sources for pair in source.values.get("fields", ())]
    return any(
        name in stored and value not in stored[name] and [name, value] not in imported
        for name, value in other.fields
    ) or any(
        lead.translations.get(language, {}).get(name, text) != text
        for language, texts in other.translations.items()
        for name, text in texts.items()
    )


# --- whose it is, and where it was ----------------------------------------------------------------


def _keep_owner(lead, other):
    """Who brought the other record may go on editing: listed, off their page, if nowhere named."""
    owner = other.owner
    if owner is None or owner == lead.owner:
        return
    if lead.owner is None:
        lead.owner = owner
    elif not lead.authorships.filter(researcher=owner).exists():
        lead.authorships.create(
            researcher=owner,
            role=Authorship.Role.LISTED,
            is_hidden=True,
            position=next_position(lead.authorships),
        )
