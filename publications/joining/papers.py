"""Records of one paper -> one record. Plan first, to be shown; then write(), in one transaction."""

from collections.abc import Collection, Iterable

from django.db import transaction

from publications.bibtex import write_entry
from publications.citations.bibtex import fields as citation_fields
from publications.citations.forms import lead as leading_form
from publications.fields import VERSION_COLUMNS
from publications.joining import differences
from publications.joining.authors import join_authors
from publications.joining.differences import leads_best
from publications.joining.hanging import join_hanging
from publications.models import FormerAddress, Publication, Source, Version

__all__ = ["PaperJoin", "leads_best"]


class PaperJoin:
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
        kept, names = differences.values_of(lead), differences.printed(lead)
        self.parts = []
        for other in others:
            guess = differences.is_another_form(lead, other) if versions is None else None
            is_version = guess if versions is None else other.pk in versions
            part = differences.compare(kept, names, other, is_version=is_version)
            names = names or differences.printed(other)
            self.parts.append(part)

    @property
    def papers(self) -> list[Publication]:
        return [self.lead, *(part.paper for part in self.parts)]

    @transaction.atomic
    def write(self) -> Publication:
        """Returns the one that stays. The others are gone, and their addresses lead to it."""
        list(Publication.objects.select_for_update().filter(pk__in=[p.pk for p in self.papers]))
        public = [paper.published_at for paper in self.papers if paper.is_public]
        for part in self.parts:
            self._absorb(part)
        if public:
            self.lead.published_at = min(public)
        self.lead.save()
        return self.lead

    def _absorb(self, part):
        lead, other = self.lead, part.paper
        entry = as_entry(other) if part.needs_entry or _lost_words(lead, other) else None
        version = _version(lead, other) if part.is_version else None
        _sources(lead, other, version, entry)
        _fill(lead, part)
        join_authors(lead, other)
        join_hanging(lead, other, part)
        _keep_owner(lead, other)
        _leave(lead, other)


# --- printed forms, and the entries that told of them ---------------------------------------------


def _version(lead, other):
    """The other record's own form, as a version beside those that it had."""
    values = {name: getattr(other, name) for name in VERSION_COLUMNS if name != "date_text"}
    return Version.objects.create(publication=lead, **values)


def as_entry(paper: Publication) -> Source:
    """The record as it stands, as BibTeX: for a paper that no file told of, or not in these words.

    Its values are left empty: no file said them, so that an import takes them for typed by hand.
    """
    form = leading_form(paper)
    words = [*citation_fields(form), *_translated(paper)]
    key = paper.citation_key or paper.slug
    raw = write_entry(paper.entry_type, key, words)
    return Source(citation_key=key, entry_type=paper.entry_type, raw=raw)


def _translated(paper):
    for language, texts in sorted(paper.translations.items()):
        yield from ((f"{name}-{language}", text) for name, text in sorted(texts.items()))


def _sources(lead, other, version, entry):
    other.sources.filter(version=None).update(version=version)
    other.sources.update(publication=lead)
    other.versions.update(publication=lead)
    if entry:
        entry.publication, entry.version = lead, version
        entry.save()


# --- columns --------------------------------------------------------------------------------------


def _fill(lead, part):
    other = part.paper
    for name in part.fills:
        setattr(lead, name, getattr(other, name))
    if "cover" in part.fills:
        lead.cover_alt = other.cover_alt
    names = {name for name, _value in lead.fields}
    lead.fields = [*lead.fields, *(pair for pair in other.fields if pair[0] not in names)]
    lead.translations = {
        language: {**other.translations.get(language, {}), **lead.translations.get(language, {})}
        for language in {**other.translations, **lead.translations}
    }


def _lost_words(lead, other):
    """Further fields and translations that the leading record has in other words."""
    mine = {}
    for name, value in lead.fields:
        mine.setdefault(name, []).append(value)
    entries = [source.values.get("fields", ()) for source in other.sources.all()]
    told = [list(pair) for fields in entries for pair in fields]
    fields = [
        pair
        for pair in other.fields
        if pair[0] in mine and pair[1] not in mine[pair[0]] and list(pair) not in told
    ]
    return bool(fields) or any(
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
        last = lead.authorships.order_by("position").last()
        lead.authorships.create(
            researcher=owner,
            role="listed",
            is_hidden=True,
            position=last.position + 1 if last else 0,
        )


def _leave(lead, other):
    """Without the picture that the lead has taken, whose file would go with the row."""
    FormerAddress.objects.filter(publication=other).update(publication=lead)
    FormerAddress.objects.create(slug=other.slug, publication=lead)
    if other.cover and other.cover.name == lead.cover.name:
        Publication.objects.filter(pk=other.pk).update(cover="")
    Publication.objects.get(pk=other.pk).delete()
