"""News, own pages, parts of the home page, redirects."""

from collections.abc import Callable

from django import forms
from django.conf import settings
from django.contrib import admin
from django.db.models import Prefetch
from django.utils import timezone, translation
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from profiles import access, sections
from profiles.admin.base import PublishableAdmin, ScopedAdmin
from profiles.admin.forms import ScopedForm, fieldset
from profiles.admin.items import SHOWN, ItemAdmin
from profiles.admin.ordering import OrderedRow, OrderPages, number
from profiles.admin.publishing import StateFilter
from profiles.identifiers import is_valid_pk
from profiles.models import Award, NewsItem, Page, Redirect, Researcher, Section
from profiles.slugs import RESERVED_PAGES, TakenSlugs

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
