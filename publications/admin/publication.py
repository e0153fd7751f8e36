"""One paper: what it is called, where it appeared, who wrote it, and whose it is; its venue."""

from functools import partial

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.widgets import AdminTextareaWidget
from django.db.models import TextField
from django.urls import path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from history.models import LogEvent, Revision
from profiles import access
from profiles.admin.base import ScopedAdmin, ScopedStackedInline, ScopedTabularInline
from profiles.admin.forms import ScopedForm, TakenSlugs
from profiles.admin.publishing import PublishableAdmin, StateFilter
from profiles.models import Researcher
from profiles.slugs import make_slug
from publications import claims, entry_types
from publications.admin.actions import EXPORTS, describe
from publications.admin.authorship import AuthorInline
from publications.admin.merging import PaperMergePage, VenueMergePage, duplicates_view
from publications.admin.quick_add import quick_view
from publications.completeness import LackingFilter
from publications.entry_types import EntryType
from publications.identifiers import NORMALISERS
from publications.models import (
    Authorship,
    FormerAddress,
    ImportBatch,
    Publication,
    PublicationAward,
    PublicationLink,
    Source,
    Topic,
    Venue,
    VenueAlias,
    VenueRank,
    Version,
)
from publications.visibility import public_papers


class CitableForm(forms.ModelForm):
    """Identifiers may come with their whole address; the type may be one that nobody knows."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if field := self.fields.get("entry_type"):
            choices, current = list(EntryType.choices), self.instance.entry_type
            if current and current not in EntryType:
                choices.append((current, entry_types.display(current)))
            self.fields["entry_type"] = forms.ChoiceField(
                label=field.label, choices=choices, initial=field.initial
            )

    def clean(self):
        """What was imported stays as it came; what is typed here has to be right."""
        cleaned = super().clean() or self.cleaned_data
        why = _("This is no %(kind)s as they are written. Copy it again, or leave it empty.")
        for name, normalise in NORMALISERS.items():
            if name in self.changed_data and cleaned.get(name):
                cleaned[name] = normalise(cleaned[name])
                if not cleaned[name]:
                    self.add_error(name, why % {"kind": self.fields[name].label})
        return cleaned


class PublicationForm(CitableForm, ScopedForm):
    pass


class LinkInline(ScopedTabularInline):
    model = PublicationLink
    fields = ["position", "kind", "url", "file", "label"]
    verbose_name_plural = _("links and files: PDF, code, slides")


class AwardInline(ScopedTabularInline):
    model = PublicationAward
    fields = ["position", "name", "url"]


class VersionInline(ScopedStackedInline):
    model = Version
    form = CitableForm
    verbose_name_plural = _("other versions, such as the preprint of a published paper")
    fields = [
        ("entry_type", "status", "date"),
        "title",
        "container_title",
        ("doi", "arxiv", "isbn"),
        ("url", "citation_key"),
    ]


class SourceInline(ScopedTabularInline):
    model = Source
    fields = readonly_fields = ["citation_key", "entry_type", "file", "line", "text"]
    max_num, can_delete = 0, False
    verbose_name_plural = _("BibTeX entries it was imported from")

    @admin.display(description=_("as in the file"))
    def text(self, source):
        return format_html('<pre class="bibtex">{}</pre>', source.raw)


@admin.register(Publication)
class PublicationAdmin(PublishableAdmin):
    """A paper that two members share is one row: neither harms the other by what they do to it."""

    form = PublicationForm
    change_list_template = "admin/publications/publication/change_list.html"
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
        describe,
        "merge",
        *EXPORTS,
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
            {"fields": ["venue", "container_title", ("volume", "issue", "pages"), "presentation"]},
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

    def get_urls(self):
        view, name = self.admin_site.admin_view, "publications_publication_"
        return [
            path("quick/", view(partial(quick_view, self)), name=f"{name}quick"),
            path("merge/", view(PaperMergePage(self).view), name=f"{name}merge"),
            path("duplicates/", view(partial(duplicates_view, self)), name=f"{name}duplicates"),
            *super().get_urls(),
        ]

    @admin.action(description=_("Merge: these are one paper"), permissions=["change"])
    def merge(self, request, queryset):
        return PaperMergePage(self).choose(request, queryset)

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        if isinstance(db_field, TextField) and db_field.name in ("title", "container_title"):
            kwargs["widget"] = AdminTextareaWidget(attrs={"rows": 2})
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def is_public(self, obj):
        return public_papers().filter(pk=obj.pk).exists()

    def save_model(self, request, obj, form, change):
        if not obj.slug:
            taken = TakenSlugs(Publication.objects.all(), FormerAddress.objects.all())
            obj.slug = make_slug(obj.title, taken, fallback="paper", length=100)
        super().save_model(request, obj, form, change)

    # --- Naming a colleague asks them -----------------------------------------------------------

    def save_formset(self, request, form, formset, change):
        if formset.model is not Authorship or access.is_manager(request.user):
            return super().save_formset(request, form, formset, change)
        questions = []
        for author in formset.forms:
            if colleague := author.colleague():
                questions.append((author.instance, colleague))
                author.instance.researcher = author.linked_before
        super().save_formset(request, form, formset, change)
        for row, colleague in questions:
            if row.pk is None:  # a row without a name is not kept
                continue
            is_asked = claims.suggest(row, colleague)
            if row.publication.authorships.filter(researcher=colleague).exists():
                text = _("%(name)s has said so already: the paper is on their page now.")
            elif is_asked:
                text = _(
                    "%(name)s is asked whether this paper is theirs; it shows there once they "
                    "agree."
                )
            else:
                text = _("%(name)s has said that this name is not theirs.")
            messages.info(request, text % {"name": colleague})
        return None

    def save_related(self, request, form, formsets, change):
        super().save_related(request, form, formsets, change)
        paper = form.instance
        if change or paper.owner is None or not access.may_publish(request.user, paper.owner):
            return
        if not claims.link_owner(paper):
            text = _(
                "No author of this paper is linked to you, so your page does not show it yet. "
                "Choose yourself under “researcher here” beside your name."
            )
            messages.warning(request, text)

    # --- Deleting takes it off one's own page, while others need it ------------------------------

    def _is_shared(self, request, paper):
        """For whom one only writes drafts, what is public is a colleague's."""
        if access.is_manager(request.user):
            return False
        records = access.records_of if paper.published_at is None else access.publishing_records_of
        return claims.is_shared(paper, records(request.user))

    def delete_model(self, request, obj):
        if self._is_shared(request, obj):
            records = access.publishing_records_of(request.user)
            with claims.track_selected(records.filter(authorships__publication=obj), request.user):
                claims.hide(obj, records)
        else:
            super().delete_model(request, obj)

    def delete_queryset(self, request, queryset):
        kept = sum(self._is_shared(request, paper) for paper in queryset)
        for paper in queryset:
            self.delete_model(request, paper)
        if kept:
            text = _("%(count)s of them are colleagues’ papers too: these are only off your page.")
            messages.info(request, text % {"count": kept})

    def response_delete(self, request, obj_display, obj_id):
        if not self.model.objects.filter(pk=obj_id).exists():
            return super().response_delete(request, obj_display, obj_id)
        messages.info(
            request,
            _("“%(paper)s” is a colleague’s paper too. It stays there, and is off your page now.")
            % {"paper": obj_display},
        )
        return self.response_post_save_change(request, self.model.objects.get(pk=obj_id))

    def log_deletions(self, request, queryset):
        gone = [paper for paper in queryset if not self._is_shared(request, paper)]
        return super().log_deletions(request, gone) if gone else []

    def get_deleted_objects(self, objs, request):
        names, *rest = super().get_deleted_objects(objs, request)
        if access.is_manager(request.user):
            return names, *rest
        text = _("%(paper)s: a colleague’s paper too, so it is only taken off your page")
        names = [
            text % {"paper": paper} if self._is_shared(request, paper) else str(paper)
            for paper in objs
        ]
        return names, *rest

    # --- One's own choices ----------------------------------------------------------------------

    @admin.action(description=_("Select for my home page"), permissions=["change"])
    def select_for_page(self, request, queryset):
        self._choose(request, queryset, is_selected=True, is_hidden=False)

    @admin.action(description=_("Hide from my page"), permissions=["change"])
    def hide_from_page(self, request, queryset):
        self._choose(request, queryset, is_hidden=True, is_selected=False)

    @admin.action(description=_("Show on my page again"), permissions=["change"])
    def show_on_page(self, request, queryset):
        self._choose(request, queryset, is_hidden=False)

    def _choose(self, request, queryset, **choices):
        own = access.publishing_records_of(request.user).values("pk")
        rows = Authorship.objects.filter(publication__in=queryset.values("pk"))
        rows = rows.filter(researcher__in=own)
        people = Researcher.objects.filter(pk__in=rows.values("researcher"))
        with claims.track_selected(people, request.user):
            count = claims.choose(rows, **choices)
        text = ngettext("%(count)s paper changed.", "%(count)s papers changed.", count)
        messages.success(request, text % {"count": count})

    # --- What is shown ---

    def external_events(self, request, paper):
        batches = ImportBatch.objects.filter(sources__publication=paper)
        changed = ImportBatch.objects.filter(changes__publication=paper)
        batches = (batches | changed).distinct().defer("report")
        own = set(access.visible(batches, request.user).values_list("pk", flat=True))
        events = []
        for batch in batches:  # by day and file; with the way to those of one's own
            url = reverse("admin:publications_importbatch_change", args=[batch.pk])
            text = gettext("Imported from %(file)s") % {"file": batch}
            events.append(LogEvent(batch.created_at, text, url if batch.pk in own else ""))
            if batch.undone_at:
                undone = gettext("The import of %(file)s was undone") % {"file": batch}
                events.append(LogEvent(batch.undone_at, undone))
        merged = Revision.objects.filter(kind=Venue._meta.label_lower, object_id=paper.venue_id)
        for version in merged.filter(action=Revision.Action.MERGED):
            text = gettext("Records of its venue, %(venue)s, became one") % {"venue": version.name}
            events.append(LogEvent(version.made_at, text))
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
        cells = format_html_join("", "<tr><th>{}</th><td><code>{}</code></td></tr>", rows)
        return format_html('<table class="further">{}</table>', cells) if rows else "–"

    @admin.display(description=_("former addresses"))
    def former_addresses(self, paper):
        """Of records that were merged into this one; they lead here."""
        rows = paper.former_addresses.all() if paper.pk else ()
        return ", ".join(f"/publications/{row.slug}/" for row in rows) or "–"


# --- Venues and topics: shared by all, added by any researcher, edited by managers ----------------


class AliasInline(ScopedTabularInline):
    model = VenueAlias
    fields = ["name"]
    verbose_name_plural = _("other forms of the name, as papers print it")


class RankInline(ScopedTabularInline):
    model = VenueRank
    fields = ["scheme", "level"]


class SharedAdmin(ScopedAdmin):
    menu_group = "papers"
    owner_field = None


@admin.register(Venue)
class VenueAdmin(SharedAdmin):
    menu_place = 60
    purpose = _("Journals and conferences. They are shared by everybody here.")
    list_display = ["name", "short_name", "ranking"]
    search_fields = ["name", "short_name", "aliases__name"]
    fields = ["name", "short_name", "url"]
    inlines = [AliasInline, RankInline]
    actions = ["merge"]

    def get_queryset(self, request):
        return super().get_queryset(request).prefetch_related("ranks")

    def save_model(self, request, obj, form, change):
        if not change:
            obj.added_by = request.user
        super().save_model(request, obj, form, change)

    def get_urls(self):
        view = self.admin_site.admin_view(VenueMergePage(self).view)
        return [path("merge/", view, name="publications_venue_merge"), *super().get_urls()]

    def has_merge_permission(self, request):
        return access.is_manager(request.user)

    @admin.action(description=_("Merge: these are one venue"), permissions=["merge"])
    def merge(self, request, queryset):
        return VenueMergePage(self).choose(request, queryset)

    @admin.display(description=_("ranks"))
    def ranking(self, venue):
        return ", ".join(str(rank) for rank in venue.ranks.all())


@admin.register(Topic)
class TopicAdmin(SharedAdmin):
    menu_place = 61
    purpose = _("What papers are about. Everybody here shares them.")
    slug_from = "name"
    list_display = ["name", "slug"]
    search_fields = ["name"]
    fields = ["name", "slug"]
