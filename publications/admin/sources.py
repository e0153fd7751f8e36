"""The entries that a paper was imported from: which of them says what, and what contradicts that;
and what imports did to it. All of it is derived from what is kept with the paper.
"""

from dataclasses import dataclass, field

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from history.models import LogEvent, Revision
from profiles import access
from profiles.admin.forms import ScopedTabularInline
from publications.fields import AUTHOR_COLUMNS, COLUMNS, FORM_COLUMNS, RANKS, trust_rank
from publications.importer.paper_store import stored_values
from publications.importer.report import field_display, field_label
from publications.importer.uniting import unite_two
from publications.merging.split import splittable
from publications.models import (
    Authorship,
    ImportBatch,
    ImportChange,
    Publication,
    Source,
    Venue,
)

# Not said by anybody of the work itself.
UNTOLD = {"citation_key", "date_text", "et_al"}
IDENTIFIERS = ("doi", "arxiv", "pmid")
# Signs of a value that are shown.
LONGEST = 200


class SourceInline(ScopedTabularInline):
    model = Source
    fields = readonly_fields = ["citation_key", "entry_type", "file", "line", "text", "split"]
    max_num, can_delete = 0, False
    verbose_name_plural = _("entries it was imported from")

    def get_queryset(self, request):
        others = Source.objects.filter(publication=OuterRef("publication"))
        others = others.exclude(pk=OuterRef("pk"))
        papers = splittable(request.user).order_by().values("pk")
        return (
            super()
            .get_queryset(request)
            .annotate(may_split=Exists(others) & Q(publication__in=papers))
        )

    @admin.display(description=_("as in the file"))
    def text(self, source):
        return format_html('<pre class="bibtex">{}</pre>', source.raw)

    @admin.display(description=_("another work?"))
    def split(self, source):
        if not source.may_split:
            return "–"
        args = [source.publication_id, source.pk]
        url = reverse("admin:publications_publication_split", args=args)
        return format_html('<a href="{}">{}</a>', url, gettext("Make this a paper of its own"))


def events_of_paper(paper, user) -> list[LogEvent]:
    """What imports and merges did to it, as far as the user may know; newest first."""
    read = Source.objects.filter(publication=paper).values("batch")
    changed = ImportChange.objects.filter(publication=paper).values("batch")
    batches = ImportBatch.objects.filter(Q(pk__in=read) | Q(pk__in=changed)).defer("report")
    visible = set(access.visible(batches, user).values_list("pk", flat=True))
    events = []
    for batch in batches:  # by day and file; with the way to those of one's own
        url = reverse("admin:publications_importbatch_change", args=[batch.pk])
        text, undone = (
            gettext("Imported from %(file)s"),
            gettext("The import of %(file)s was undone"),
        )
        if batch.origin == ImportBatch.Origin.SPLIT:
            text = gettext("The entry %(file)s became a paper of its own")
            undone = gettext("The entry %(file)s was joined again")
        elif batch.origin == ImportBatch.Origin.MERGE:
            text = gettext("“%(file)s” became part of it")
        name = {"file": batch}
        events.append(LogEvent(batch.created_at, text % name, url if batch.pk in visible else ""))
        if batch.undone_at:
            events.append(LogEvent(batch.undone_at, undone % name))
    merged = Revision.objects.filter(kind=Venue._meta.label_lower, object_id=paper.venue_id)
    for version in merged.filter(action=Revision.Action.MERGED):
        text = gettext("Duplicates of its venue, %(venue)s, were merged")
        events.append(LogEvent(version.made_at, text % {"venue": version.name}))
    return sorted(events, key=lambda event: event.when, reverse=True)


# --- Where each field is from ---------------------------------------------------------------------


@dataclass
class FieldOrigin:
    """One field: what stands on the paper and who says so, "" where it was typed here; and what
    `others` say instead: (value, who).
    """

    column: str
    value: object
    who: str = ""
    others: list[tuple[object, str]] = field(default_factory=list)


def origins(paper: Publication) -> list[FieldOrigin]:
    """Of each field that an entry of the paper tells of; none of a paper that was typed."""
    sources = sorted(paper.sources.select_related("batch"), key=lambda one: trust_rank(one.file))
    stored = stored_values(COLUMNS, [getattr(paper, name) for name in COLUMNS])
    authors = paper.authorships.exclude(role=Authorship.Role.LISTED).order_by("position", "pk")
    stored["authors"] = list(map(list, authors.values_list(*AUTHOR_COLUMNS))) if sources else []
    rows = []
    for column in [name for name in COLUMNS if name not in UNTOLD] + ["authors"]:
        told = [
            (value, one)
            for one in sources
            if (value := one.values.get(column))
            and not (one.version_id and (column in FORM_COLUMNS))
        ]
        if not told:
            continue
        mine = stored.get(column)
        agree = [one for value, one in told if value == mine]
        agree += [one for value, one in told if mine and unite_two(column, value, mine) == mine]
        row = FieldOrigin(column, mine, who(agree[0]) if agree else "")
        for value, one in told:
            is_same = one in agree or any(value == other for other, _who in row.others)
            if not is_same and not (mine and unite_two(column, mine, value)):
                row.others.append((value, who(one)))
        rows.append(row)
    return rows


def who(source: Source) -> str:
    """ "Crossref 10.1000/182, 3 May 2027"; of a file, its name and the key of the entry."""
    names = IDENTIFIERS if source.file in RANKS else ()
    identifier = next(filter(None, map(source.values.get, names)), source.citation_key)
    text = " ".join(filter(None, [source.file or gettext("an import"), identifier]))
    if source.batch is None:
        return text
    return f"{text}, {date_format(localtime(source.batch.created_at), 'DATE_FORMAT')}"


def origins_table(paper: Publication) -> str:
    """As HTML: each field with who says so, and what others say instead."""
    rows = map(_shown, origins(paper))
    return render_to_string("admin/publications/origins.html", {"rows": rows})


def _shown(origin: FieldOrigin) -> dict:
    """A row of the table of where fields are from, as its template takes it."""

    def text(value):
        return Truncator(field_display(origin.column, value)).chars(LONGEST)

    return {
        "label": field_label(origin.column),
        "value": text(origin.value),
        "who": origin.who,
        "others": [(text(value), who) for value, who in origin.others],
    }
