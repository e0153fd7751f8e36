"""The admin of every kind of row on a record, as the table in profiles.items says it; and of news,
own pages, sections of the home page, redirects.
"""

from collections.abc import Callable

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.db.models import Prefetch
from django.http import HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from profiles import access, sections
from profiles.addresses import admin_url
from profiles.admin.base import PublishableAdmin, ScopedAdmin
from profiles.admin.forms import ScopedForm, ScopedTabularInline, fieldset
from profiles.admin.ordering import OrderedRow, OrderPages, number
from profiles.admin.publishing import StateFilter
from profiles.folding import fold
from profiles.identifiers import is_valid_pk
from profiles.items import KINDS
from profiles.models import Award, Experience, NewsItem, Page, Redirect, Researcher, Section
from profiles.slugs import RESERVED_PAGES, TakenSlugs

SHOWN = fieldset(_("On the page"), ("published_at", "position"))
KIND_OF = {kind.model: kind for kind in KINDS.values()}


class ItemAdmin(PublishableAdmin):
    """Its options are those of the row of its model in the table."""

    list_select_related = ["researcher"]

    def __init__(self, model, admin_site):
        self.kind = kind = KIND_OF[model]
        self.menu_group = "cv" if hasattr(model, "cv_entry") else "news"
        self.menu_place = 10 + list(KIND_OF).index(model)
        self.purpose = kind.purpose
        self.markdown, self.markdown_words = kind.markdown, kind.inline_markdown
        self.list_display = [*kind.columns, "researcher"]
        self.list_filter = [StateFilter, *kind.filters]
        self.search_fields = kind.search
        (title, first), *further = kind.fieldsets
        further = [fieldset(title, *lines) for title, lines in further]
        self.fieldsets = [fieldset(title, "researcher", *first), *further, SHOWN]
        if kind.links_model:
            options = {"model": kind.links_model, "fields": ["position", "label", "url", "file"]}
            if kind.links_label:
                options["verbose_name_plural"] = kind.links_label
            self.inlines = [type("LinkInline", (ScopedTabularInline,), options)]
        super().__init__(model, admin_site)

    def save_related(self, request, form, formsets, change):
        super().save_related(request, form, formsets, change)
        if self.model is Experience and {"organisation", "end"} & {*form.changed_data}:
            _offer_position(request, form.instance)


def _offer_position(request, job):
    """Says once in a request that the line under the name lacks a job that lasts, or has one that
    ended, and links to its boxes.
    """
    person, place = job.researcher, fold(job.organisation)
    has_it = [
        any(row.is_current and fold(row.organisation) == place for row in rows)
        for rows in (Experience.objects.filter(researcher=person), person.affiliations.all())
    ]
    if len({*has_it}) == 1 or not place or getattr(request, "position_offered", False):
        return
    request.position_offered = True
    text = _("The line under the name still names {place}. {link}")
    if has_it[0]:
        text = _("The line under the name does not name {place} yet. {link}")
    url = f"{admin_url(Researcher, 'change', person.pk)}#affiliations-group"
    link = format_html('<a href="{}">{}</a>', url, _("Change the position"))
    messages.info(request, format_html(text, place=job.organisation, link=link))


class ItemOrder(OrderPages):
    """In a part of the home page: an order of one's own, or newest first again."""

    lead = _(
        "The newest come first by themselves. As soon as you save an order here, yours counts; "
        "what you add later then comes first until you place it."
    )
    undo_label = _("Newest first again")

    @property
    def kind(self):
        return KIND_OF[self.model]

    def is_by_hand(self, researcher):
        return self.kind.section in sections.ordered_by_hand(researcher)

    def rows(self, researcher):
        rows = self.model.objects.filter(researcher=researcher)
        rows = self.kind.in_order(rows, by_hand=self.is_by_hand(researcher))
        lines = []
        for row in rows:
            dates = (getattr(row, name, None) for name in ("dates", "date", "end", "start"))
            lines.append(OrderedRow(str(row.pk), str(row), str(next(filter(None, dates), ""))))
        return lines

    def keep(self, researcher, keys, on):
        number(self.model.objects.filter(researcher=researcher), keys)
        sections.arrange(researcher, self.kind.section, Section.Arrangement.MANUAL)

    def undo(self, researcher):
        sections.arrange(researcher, self.kind.section, Section.Arrangement.DATE)


class OrderedItemAdmin(ItemAdmin):
    """For what stands in a part of the home page."""

    order_pages = ItemOrder

    def response_post_save_change(self, request, obj):
        """Who came from the page of the whole CV goes back there."""
        if "_cv" not in request.GET:
            return super().response_post_save_change(request, obj)
        url = reverse("admin:cv", args=[obj.researcher_id])
        return HttpResponseRedirect(f"{url}#{self.kind.section}-heading")


for _kind in KINDS.values():
    if hasattr(_kind.model, "cv_entry"):
        admin.site.register(_kind.model, OrderedItemAdmin)


# --- News, own pages, sections, redirects ---------------------------------------------------------

# News drafted from something else on the record: `?about=<kind>-<id>` opens the form with a
# sentence in it. Kind -> (user, id) -> whose news it is, and its text; None where the user may not
# see it.
drafts: dict[str, Callable[[object, int], tuple[Researcher, str] | None]] = {}


def about_award(user, pk: int) -> tuple[Researcher, str] | None:
    """Whose an award is, and a draft of news about it; None where `user` may not see it."""
    award = access.visible(Award.objects.filter(pk=pk), user).first()
    if award is None:
        return None
    name = f"[{award.name}]({award.url})" if award.url else f"**{award.name}**"
    if award.awarder:
        text = gettext("Received the %(award)s from %(awarder)s.")
        return award.researcher, text % {"award": name, "awarder": award.awarder}
    return award.researcher, gettext("Received the %(award)s.") % {"award": name}


drafts["award"] = about_award


class NewsForm(ScopedForm):
    def clean(self):
        """One who writes for two people does not send the readers of one to the other."""
        cleaned = super().clean()
        refuse_rows_of_others(self, cleaned, ["page"])
        return cleaned


def refuse_rows_of_others(form, cleaned, names):
    """`names`: boxes in which a row is chosen; a paper may be many people's."""
    owner = cleaned.get("researcher") or getattr(form.instance, "researcher", None)
    for name in names:
        if owner and getattr(cleaned.get(name), "researcher_id", owner.pk) != owner.pk:
            form.add_error(name, _("This belongs to another profile."))


@admin.register(NewsItem)
class NewsItemAdmin(ItemAdmin):
    form = NewsForm

    def get_changeform_initial_data(self, request):
        """News are of today, and suggested in the site's first language, as every original."""
        today = {"date": timezone.localdate().isoformat()}
        initial = today | super().get_changeform_initial_data(request)
        kind, _dash, pk = request.GET.get("about", "").partition("-")
        if kind in drafts and is_valid_pk(pk):
            with translation.override(settings.LANGUAGE_CODE):
                draft = drafts[kind](request.user, int(pk))
            if draft is not None:
                initial |= {"researcher": draft[0].pk, "body": draft[1]}
        return initial


class PageForm(ScopedForm):
    class Meta:
        help_texts = {"position": _("The menu shows small numbers first.")}

    def taken_slugs(self):
        owner = self.cleaned_data.get("researcher") or self.owner
        return TakenSlugs(Page.objects.filter(researcher=owner), reserved=RESERVED_PAGES)


class MenuOrder(OrderPages):
    title = _("Order of the menu")

    def rows(self, researcher):
        pages = Page.objects.filter(researcher=researcher, in_menu=True)
        return [OrderedRow(str(page.pk), page.title) for page in pages]

    def keep(self, researcher, keys, on):
        number(Page.objects.filter(researcher=researcher), keys)


@admin.register(Page)
class PageAdmin(PublishableAdmin):
    order_pages = MenuOrder
    form = PageForm
    menu_group = "pages"
    menu_place = 40
    purpose = _("Pages of your own, such as “Software” or “Join us”, in the menu or not.")
    slug_from = "title"
    markdown = ["body"]
    list_display = ["title", "slug", "in_menu", "state", "updated_at", "researcher"]
    list_select_related = ["researcher"]
    list_filter = [StateFilter, "in_menu"]
    search_fields = ["title", "slug", "body"]
    fieldsets = [fieldset(None, "researcher", "title", "slug", "body", "in_menu"), SHOWN]


class SectionOrder(OrderPages):
    title = _("Order of the home page")
    lead = _("Untick a section to leave it out. A section without content is never shown.")
    tick = _("shown")

    def rows(self, researcher):
        filled = {part.anchor for part in sections.home_sections(researcher)}
        rows = []
        for part in sections.in_order(researcher, researcher.section_set.all()):
            is_empty = part.is_shown and part.anchor not in filled
            note = _("nothing to show yet") if is_empty else ""
            rows.append(OrderedRow(part.anchor, str(part), note, part.is_shown))
        return rows

    def keep(self, researcher, keys, on):
        parts = {
            row.anchor: row for row in sections.in_order(researcher, researcher.section_set.all())
        }
        for key, part in parts.items():
            part.is_shown = key in on
        sections.put_in_order([parts[key] for key in keys])


@admin.register(Section)
class SectionAdmin(PublishableAdmin):
    order_pages = SectionOrder
    menu_group = "pages"
    menu_place = 41
    purpose = _(
        "Every section of the home page has its usual place and heading. Add one only for a "
        "section that should differ, or for a text of your own."
    )
    markdown = ["body"]
    list_display = ["__str__", "kind", "is_shown", "limit", "state", "researcher"]
    list_select_related = ["researcher"]
    list_filter = [StateFilter, "kind"]
    search_fields = ["heading", "body"]
    fieldsets = [
        fieldset(None, "researcher", "kind", "heading", "body", "is_shown", description=purpose),
        fieldset(_("How much of it"), "limit", "arrangement"),
        fieldset(_("On the page"), "published_at"),
    ]


class RedirectForm(ScopedForm):
    class Meta:
        widgets = {
            "old_path": forms.TextInput(attrs={"class": "vTextField", "placeholder": "/about/"})
        }

    def clean(self):
        cleaned = super().clean()
        refuse_rows_of_others(self, cleaned, Redirect.ROWS)
        return cleaned


@admin.register(Redirect)
class RedirectAdmin(ScopedAdmin):
    form = RedirectForm
    menu_group = "pages"
    menu_place = 43
    purpose = _("Old addresses of your former site, and where they should lead now.")
    autocomplete_fields = Redirect.ROWS
    list_display = ["old_path", "leads_to", "researcher"]
    list_select_related = ["researcher"]
    search_fields = ["old_path", "target"]
    fieldsets = [
        fieldset(
            None,
            *("researcher", "old_path"),
            description=_("For links to your old site: where they should lead now."),
        ),
        fieldset(
            _("Leads to"),
            *("publication", ("page", "news_item"), ("project", "talk"), "teaching"),
            description=_(
                "Choose one, and the old address follows it wherever it stands. While it is a "
                "draft, visitors find nothing there."
            ),
        ),
        fieldset(_("Or to another place"), "target", "file"),
    ]

    def get_queryset(self, request):
        """With what each leads to, as far as the user may know it."""
        fields = [self.opts.get_field(name) for name in Redirect.ROWS]
        rows = (field.related_model._default_manager.all() for field in fields)
        known = [access.pickable(queryset, request.user) for queryset in rows]
        return super().get_queryset(request).prefetch_related(*map(Prefetch, Redirect.ROWS, known))

    @admin.display(description=_("leads to"))
    def leads_to(self, redirect):
        if row := redirect.row:
            return f"{capfirst(row._meta.verbose_name)}: {row}"
        if any(getattr(redirect, f"{name}_id") for name in Redirect.ROWS):
            return _("Nothing: it is deleted, or another’s draft.")
        return redirect.file.name.rpartition("/")[2] or redirect.target or _("Your home page")
