"""One paper: what it is called, where it appeared, who wrote it."""

from django.contrib import admin
from django.contrib.admin.widgets import AdminTextareaWidget
from django.db.models import TextField
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from history.models import LogEvent, Revision
from profiles import access
from profiles.admin.base import GuardedStackedInline, GuardedTabularInline
from profiles.admin.forms import Taken
from profiles.admin.states import PublishableAdmin, StateFilter
from profiles.slugs import make_slug
from publications import entry_types
from publications.admin.authorship import AuthorInline
from publications.admin.exporting import ExportMixin
from publications.admin.forms import PublicationForm, VersionForm
from publications.admin.merging import MergeMixin
from publications.admin.quick_add import QuickAddMixin
from publications.admin.several import SeveralMixin
from publications.admin.sharing import SharingMixin
from publications.completeness import LackingFilter
from publications.models import (
    FormerAddress,
    ImportBatch,
    Publication,
    PublicationAward,
    PublicationLink,
    Source,
    Venue,
    Version,
)
from publications.visibility import public_papers


class LinkInline(GuardedTabularInline):
    model = PublicationLink
    fields = ["position", "kind", "url", "file", "label"]
    verbose_name_plural = _("links and files: PDF, code, slides")


class AwardInline(GuardedTabularInline):
    model = PublicationAward
    fields = ["position", "name", "url"]


class VersionInline(GuardedStackedInline):
    model = Version
    form = VersionForm
    verbose_name_plural = _("other versions, such as the preprint of a published paper")
    fields = [
        ("entry_type", "status", "date"),
        "title",
        "container_title",
        ("doi", "arxiv", "isbn"),
        ("url", "citation_key"),
    ]


class SourceInline(GuardedTabularInline):
    model = Source
    fields = readonly_fields = ["citation_key", "entry_type", "file", "line", "text"]
    max_num, can_delete = 0, False
    verbose_name_plural = _("BibTeX entries it was imported from")

    @admin.display(description=_("as in the file"))
    def text(self, source):
        return format_html('<pre class="bibtex">{}</pre>', source.raw)


@admin.register(Publication)
class PublicationAdmin(
    QuickAddMixin, ExportMixin, MergeMixin, SeveralMixin, SharingMixin, PublishableAdmin
):
    form = PublicationForm
    menu_group = "papers"
    menu_place = 50
    purpose = _("Your papers. Import a BibTeX file, or paste one paper on the front page.")
    owner_field = "owner"
    markdown = ["abstract", "note"]
    markdown_lines = ["tldr"]
    autocomplete_fields = ["venue", "topics"]
    list_display = ["title", "year", "where", "kind", "state", "owner"]
    list_select_related = ["venue", "owner"]
    list_filter = [
        StateFilter,
        LackingFilter,
        "status",
        "presentation",
        ("topics", admin.RelatedOnlyFieldListFilter),
    ]
    search_fields = [
        "title",
        "short_name",
        "container_title",
        "doi",
        "arxiv",
        "authorships__family",
    ]
    ordering = ["-date", "-id"]
    actions = [
        "publish",
        "withdraw",
        "select_for_page",
        "hide_from_page",
        "show_on_page",
        "describe",
        "merge",
        "export_biblatex",
        "export_bibtex",
        "export_csl_json",
        "export_ris",
    ]
    readonly_fields = ["further_fields", "former_addresses"]
    inlines = [AuthorInline, LinkInline, VersionInline, AwardInline, SourceInline]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    "owner",
                    "title",
                    "short_name",
                    ("entry_type", "status", "date"),
                    "published_at",
                ]
            },
        ),
        (
            _("Where it appeared"),
            {
                "fields": [
                    "venue",
                    "container_title",
                    ("volume", "issue", "pages"),
                    "presentation",
                ]
            },
        ),
        (
            _("How it is found"),
            {"fields": [("doi", "arxiv"), ("isbn", "issn", "pmid"), "url", "citation_key"]},
        ),
        (_("For readers"), {"fields": ["tldr", "abstract", "topics", "note"]}),
        (_("Cover"), {"classes": ["collapse"], "fields": ["cover", "cover_alt"]}),
        (
            _("Details"),
            {
                "classes": ["collapse"],
                "fields": [
                    ("publisher", "place"),
                    ("series", "edition", "number"),
                    ("language", "et_al"),
                    "further_fields",
                    "former_addresses",
                ],
            },
        ),
    ]

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        if isinstance(db_field, TextField) and db_field.name in ("title", "container_title"):
            kwargs["widget"] = AdminTextareaWidget(attrs={"rows": 2})
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def is_public(self, obj):
        return public_papers().filter(pk=obj.pk).exists()

    def save_model(self, request, obj, form, change):
        if not obj.slug:
            taken = Taken(Publication.objects.all(), FormerAddress.objects.all())
            obj.slug = make_slug(obj.title, taken, fallback="paper", length=100)
        super().save_model(request, obj, form, change)

    def external_events(self, request, paper):
        events = [*_imports_of(paper, request.user), *_venue_merges_of(paper)]
        return sorted(events, key=lambda event: event.when, reverse=True)

    @admin.display(description=_("year"), ordering="date")
    def year(self, paper):
        return paper.year or "–"

    @admin.display(description=_("where"), ordering="container_title")
    def where(self, paper):
        return (paper.venue and paper.venue.short_name) or paper.container_title

    @admin.display(description=_("type"), ordering="entry_type")
    def kind(self, paper):
        return entry_types.display(paper.entry_type)

    @admin.display(description=_("further BibTeX fields"))
    def further_fields(self, paper):
        """Every field of the imported entry that Vitae has no box for, as it stood there."""
        rows = [(name, value) for name, value in paper.fields]
        return (
            format_html(
                '<table class="further">{}</table>',
                format_html_join("", "<tr><th>{}</th><td><code>{}</code></td></tr>", rows),
            )
            if rows
            else "–"
        )

    @admin.display(description=_("former addresses"))
    def former_addresses(self, paper):
        """Of records that were merged into this one; they lead here."""
        rows = paper.former_addresses.all() if paper.pk else ()
        return ", ".join(f"/publications/{row.slug}/" for row in rows) or "–"


# --- What changed a paper without a version of it -------------------------------------------------


def _imports_of(paper, user):
    """By day and file, as its form names them too; with the way to those of one's own."""
    batches = ImportBatch.objects.filter(sources__publication=paper)
    changed = ImportBatch.objects.filter(changes__publication=paper)
    batches = (batches | changed).distinct().defer("report")
    own = set(access.visible(batches, user).values_list("pk", flat=True))
    for batch in batches:
        url = reverse("admin:publications_importbatch_change", args=[batch.pk])
        text = gettext("Imported from %(file)s") % {"file": batch}
        yield LogEvent(batch.created_at, text, url if batch.pk in own else "")
        if batch.undone_at:
            undone = gettext("The import of %(file)s was undone") % {"file": batch}
            yield LogEvent(batch.undone_at, undone)


def _venue_merges_of(paper):
    merged = Revision.objects.filter(kind=Venue._meta.label_lower, object_id=paper.venue_id)
    for version in merged.filter(action=Revision.Action.MERGED):
        text = gettext("Records of its venue, %(venue)s, became one") % {"venue": version.name}
        yield LogEvent(version.made_at, text)
