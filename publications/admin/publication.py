"""One paper: what it is called, where it appeared, who wrote it, and whose it is."""

from functools import partial

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import flatten
from django.contrib.admin.widgets import AdminTextareaWidget
from django.db.models import Exists, OuterRef, Prefetch, Q, TextField
from django.utils.html import format_html, format_html_join
from django.utils.text import capfirst, smart_split, unescape_string_literal
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from profiles import access, markup
from profiles.admin.base import PublishableAdmin
from profiles.admin.forms import ScopedForm, ScopedStackedInline, ScopedTabularInline, fieldset
from profiles.admin.publishing import StateFilter
from profiles.folding import in_sentence
from profiles.models import Researcher
from profiles.slugs import TakenSlugs, make_slug
from publications import claims, entry_types
from publications.admin.actions import EXPORTS, describe
from publications.admin.authors import (
    AuthorFormSet,
    AuthorInline,
    SourceInline,
    events_of_paper,
    inlines_for,
    names_view,
    origins_table,
)
from publications.admin.merging import PaperMergePage, duplicates_view, split_view
from publications.bibtex import is_outdated, status_in
from publications.citations.reference import join
from publications.completeness import LackingFilter
from publications.entry_types import EntryType
from publications.identifiers import NORMALISERS
from publications.models import (
    Authorship,
    FormerAddress,
    Publication,
    PublicationAward,
    PublicationLink,
    Source,
    Status,
    TitleStart,
    Version,
)

# The names in a line of the list.
NAMED = 3


class TopicFilter(admin.RelatedOnlyFieldListFilter):
    """The topics of the papers in the list; a manager's are all, which need no look at papers."""

    def field_choices(self, field, request, model_admin):
        if access.is_manager(request.user):
            return field.get_choices(include_blank=False, ordering=["name"])
        return super().field_choices(field, request, model_admin)


class CitableForm(forms.ModelForm):
    """Identifiers may come with their whole address; the type may be one that nobody knows."""

    class Meta:
        labels = {"arxiv": "arXiv"}  # Django would write a capital

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
    # Set on save: it asks to unpublish a paper that is a colleague's to unpublish.
    is_withdrawing = False
    # What is said of a note that names a status which the paper no longer has.
    about_note = ""

    def clean(self):
        cleaned = super().clean()
        note, status = cleaned.get("note", ""), cleaned.get("status")
        if status and "status" in self.changed_data and "note" not in self.changed_data:
            if is_outdated(note, status):
                cleaned["note"] = ""
                text = _("“%(note)s” was its status and is no longer its note.")
                self.about_note = text % {"note": note}
            elif status == Status.PUBLISHED and status_in(note):
                self.about_note = _("The note still says “%(note)s”.") % {"note": note}
        return cleaned


STAYS_PUBLISHED = _(
    "“%(paper)s” is a colleague’s paper too. It stays published, and is off your page now."
)


class LinkInline(ScopedTabularInline):
    model = PublicationLink
    classes = []
    after_fieldset = 1
    fields = ["position", "kind", "url", "file", "label"]
    verbose_name_plural = _("links and files: PDF, code, slides")

    def get_extra(self, request, obj=None, **kwargs):
        """A row stands ready for the PDF until there is one."""
        return int(obj is None or not obj.links.filter(kind=PublicationLink.Kind.PDF).exists())


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


# Registered above, with the index of the search: website.admin.
class PublicationAdmin(PublishableAdmin):
    """A paper that two members share is one row: neither harms the other by what they do to it."""

    form = PublicationForm
    change_list_template = "admin/publications/publication/change_list.html"
    menu_group = "papers"
    menu_place = 50
    purpose = _("Your papers. Import a BibTeX file, or paste one paper under “Home”.")
    owner_field = "owner"
    markdown = ["abstract", "note"]
    markdown_lines = ["tldr"]
    autocomplete_fields = ["venue", "topics"]
    list_display = ["shown_title", "authors", "year", "where", "kind", "state", "owner"]
    list_select_related = ["venue", "owner"]
    list_filter = [StateFilter, LackingFilter, "status", "presentation", ("topics", TopicFilter)]
    search_fields = ["title", "short_name", "container_title", "doi", "arxiv", "date"]
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
    readonly_fields = ["further_fields", "former_addresses", "origins"]
    inlines = [AuthorInline, LinkInline, VersionInline, AwardInline, SourceInline]
    # What every paper has; then what is open where it says something; then what few papers need.
    # Authors and links stand behind the fieldset whose number they name.
    fieldsets = [
        fieldset(None, "owner", "title"),
        fieldset(None, ("venue", "container_title"), ("date", "entry_type", "status")),
        fieldset(None, ("cover", "cover_alt"), "published_at"),
        fieldset(
            _("For readers: summary, abstract, topics"),
            *("short_name", "tldr", "abstract", "topics", "note"),
        ),
        fieldset(
            _("Where it appeared: volume, issue, pages"),
            *(("volume", "issue", "pages"), ("badge_text", "presentation")),
        ),
        fieldset(
            _("How it is found: DOI, arXiv, citation key"),
            *(("doi", "arxiv"), ("isbn", "issn", "pmid"), "url", "citation_key"),
        ),
        fieldset(
            _("Details: publisher, series, language"),
            *(("publisher", "place"), ("series", "edition", "number"), ("language", "et_al")),
            *("further_fields", "former_addresses"),
            classes=["collapse"],
        ),
        fieldset(_("Where each field is from"), "origins", classes=["collapse"]),
    ]

    def menu_name(self, request):
        return _("Papers")

    def get_urls(self):
        split_route = "<int:paper>/entries/<int:source>/split/"
        return [
            self.page_path("names/", partial(names_view, self), "names"),
            self.page_path("merge/", PaperMergePage(self).view, "merge"),
            self.page_path("duplicates/", partial(duplicates_view, self), "duplicates"),
            self.page_path(split_route, partial(split_view, self), "split"),
            *super().get_urls(),
        ]

    @admin.action(description=_("Merge: these are one paper"), permissions=["change"])
    def merge(self, request, queryset):
        return PaperMergePage(self).choose(request, queryset)

    def get_changelist_instance(self, request):
        """With the first names of the papers on this page; an import may have brought hundreds."""
        page = super().get_changelist_instance(request)
        names = Authorship.objects.filter(position__lte=NAMED + 1).exclude(family="", literal="")
        names = names.order_by("position", "pk").only("publication_id", "literal", "family")
        first = Prefetch("authorships", names, to_attr="first_names")
        page.result_list = page.result_list.prefetch_related(first)
        return page

    def get_search_results(self, request, queryset, search_term):
        """Family names, too, without a join: to have each paper once, it compares whole rows."""
        for word in smart_split(search_term):
            if word[0] in "\"'" and word[0] == word[-1] and len(word) > 1:
                word = unescape_string_literal(word)
            found = Q()
            for name in self.search_fields:
                found |= Q(**{f"{name}__icontains": word})
            named = Authorship.objects.filter(publication=OuterRef("pk"), family__icontains=word)
            found |= Q(Exists(named))
            queryset = queryset.filter(found)
        return queryset, False

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        if isinstance(db_field, TextField) and db_field.name in ("title", "container_title"):
            kwargs["widget"] = AdminTextareaWidget(attrs={"rows": 2})
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def save_model(self, request, obj, form, change):
        if not obj.slug:
            taken = TakenSlugs(Publication.objects.all(), FormerAddress.objects.all())
            obj.slug = make_slug(obj.title, taken, fallback="paper", length=100)
        before = form.initial.get("published_at") if change else None
        if claims.is_withdrawal(before, obj.published_at):
            form.is_withdrawing = not claims.may_withdraw(obj, request.user)
            obj.published_at = before if form.is_withdrawing else obj.published_at
        if form.about_note:
            messages.info(request, form.about_note)
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
        for formset in formsets:
            if isinstance(formset, AuthorFormSet):
                self._keep_et_al(request, paper, formset)
        if form.is_withdrawing:  # after the names, whose rows hold this choice, too
            self._hide(request, paper)
            messages.warning(request, STAYS_PUBLISHED % {"paper": in_sentence(paper)})
        if change or paper.owner is None or not access.may_publish(request.user, paper.owner):
            return
        if not claims.link_owner(paper):
            text = _(
                "No author of this paper is linked to you, so your page does not show it yet. "
                "Open your name and choose yourself under “Researcher here”."
            )
            if not paper.authorships.exists():
                text = _("This paper has no authors yet, so no page shows it. Open it to add them.")
            messages.warning(request, text)

    def get_inlines(self, request, obj):
        return inlines_for(obj, super().get_inlines(request, obj))

    def get_fieldsets(self, request, obj=None):
        """What says nothing yet is folded, and so are the details."""
        fieldsets = []
        for title, options in super().get_fieldsets(request, obj):
            names = flatten(options["fields"])
            if "origins" in names and not getattr(obj, "is_imported", False):
                continue
            is_filled = any(getattr(obj, name, None) or name in request.GET for name in names)
            folded = title and "classes" not in options and not is_filled
            fieldsets.append((title, options | {"classes": ["collapse"]} if folded else options))
        return fieldsets

    def _keep_et_al(self, request, paper, authors):
        """Of a list of names that was typed."""
        if authors.et_al and not paper.et_al:
            paper.et_al = True
            paper.save(update_fields=["et_al", "updated_at"])
        for warning in authors.warnings:
            messages.warning(request, capfirst(warning))

    # --- Withdrawing and deleting take it off one's own page, while others need it ----------------

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change, **kwargs)
        state = form.base_fields.get("published_at")
        if obj and state and not claims.may_withdraw(obj, request.user):
            text = _("A colleague’s paper too: “Unpublish” takes it off your page alone.")
            state.help_text = text
        return form

    @admin.action(description=_("Unpublish"), permissions=["change"])
    def withdraw(self, request, queryset):
        rows = access.publishable(queryset, request.user).exclude(published_at=None)
        kept = [paper for paper in rows if not claims.may_withdraw(paper, request.user)]
        for paper in kept:
            self._hide(request, paper)
            messages.warning(request, STAYS_PUBLISHED % {"paper": in_sentence(paper)})
        if (going := [paper for paper in rows if paper not in kept]) or not kept:
            self.set_state(request, going, None)

    def _hide(self, request, paper):
        records = access.publishing_records_of(request.user)
        with claims.track_selected(records.filter(authorships__publication=paper), request.user):
            claims.hide(paper, records)

    def _is_shared(self, request, paper):
        """For whom one only writes drafts, what is public is a colleague's."""
        if access.is_manager(request.user):
            return False
        records = access.records_of if paper.published_at is None else access.publishing_records_of
        return claims.is_shared(paper, records(request.user))

    def delete_model(self, request, obj):
        if self._is_shared(request, obj):
            self._hide(request, obj)
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
            % {"paper": in_sentence(obj_display)},
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
        records = access.publishing_records_of(request.user).values("pk")
        rows = Authorship.objects.filter(publication__in=queryset.values("pk"))
        rows = rows.filter(researcher__in=records)
        people = Researcher.objects.filter(pk__in=rows.values("researcher"))
        with claims.track_selected(people, request.user):
            count = claims.choose(rows, **choices)
        text = ngettext("%(count)s paper changed.", "%(count)s papers changed.", count)
        messages.success(request, text % {"count": count})

    # --- What is shown ---

    def external_events(self, request, paper):
        return events_of_paper(paper, request.user)

    def get_queryset(self, request):
        withheld = Authorship.objects.withheld().filter(publication=OuterRef("pk"))
        linked = Authorship.objects.filter(publication=OuterRef("pk"), researcher__isnull=False)
        entries = Source.objects.filter(publication=OuterRef("pk"))
        papers = super().get_queryset(request)
        return papers.annotate(
            is_withheld=Exists(withheld) & ~Exists(linked), is_imported=Exists(entries)
        )

    @admin.display(description=_("title"), ordering=TitleStart("title"))
    def shown_title(self, paper):
        return markup.render_maths(paper.title)

    @admin.display(description=_("authors"))
    def authors(self, paper):
        names = [row.literal or row.family for row in paper.first_names]
        return join(names[:NAMED], et_al=len(names) > NAMED)

    @admin.display(description=_("status"), ordering="published_at")
    def state(self, paper):
        """Since when it is published is when it was imported, so it is not said."""
        if paper.is_withheld:
            return _("On no page")
        if paper.state == "published":
            return format_html('<span class="state state-published">{}</span>', _("Published"))
        return super().state(paper)

    @admin.display(description=_("year"), ordering="date")
    def year(self, paper):
        return paper.year or "–"

    @admin.display(description=_("appeared in"), ordering="container_title")
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

    @admin.display(description=_("sources"))
    def origins(self, paper):
        """Of each field, who says so and when; and what another source says instead."""
        return origins_table(paper)

    @admin.display(description=_("old web addresses"))
    def former_addresses(self, paper):
        """Of records that were merged into this one; they lead here."""
        rows = paper.former_addresses.all() if paper.pk else ()
        return ", ".join(f"/publications/{row.slug}/" for row in rows) or "–"
