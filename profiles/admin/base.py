"""How the admin applies profiles.access. Every ModelAdmin and inline of Vitae stands on this."""

import json
import re

from django.contrib import admin, messages
from django.contrib.admin.utils import flatten_fieldsets
from django.db import DatabaseError
from django.db.models import TextField
from django.forms import CheckboxInput
from django.urls import reverse_lazy
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from profiles import access
from profiles.admin import forms, people
from profiles.admin.edit_conflicts import EditConflictMixin
from profiles.admin.hardening import (
    BoundedInlineFormSet,
    HardenedMixin,
    SafeMultipleChoiceField,
    SafeSelect,
    SafeSelectMultiple,
    with_plain_line_breaks,
)
from profiles.admin.history import HistoryMixin
from profiles.dates import PartialDateField, PeriodsField, box_kind
from profiles.limits import longest
from profiles.markdown_editor import MarkdownLineWidget, MarkdownWidget
from profiles.markdown_lint import lint
from profiles.models import Researcher, SiteSettings
from profiles.site import site_settings
from profiles.storage_errors import log_storage_error, set_status

DATE_WORDS = reverse_lazy("admin:date-words")
NOT_STORED = _(
    "%(why)s Nothing was saved. What you typed is still here: keep this page open, and save again "
    "later. A file has to be chosen again."
)
# A form of fewer parts has no table of contents.
WORTH_A_LIST = 6
# A heading that explains itself, "Links: slides, video", is its first words there.
EXPLAINED = re.compile("[:：,，]")


class ScopedMixin:
    """For a ModelAdmin and an inline alike: rows, pickers and Markdown boxes."""

    # The column that says whose row it is. Set on save; never another's.
    owner_field = "researcher"
    # Columns with the editor; those of a sentence or two; those that may hold Markdown in a plain
    # box.
    markdown = ()
    markdown_lines = ()
    markdown_words = ()

    def get_queryset(self, request):
        return access.visible(super().get_queryset(request), request.user)

    def formfield_for_foreignkey(self, db_field, request, **kwargs):
        if db_field.name == self.owner_field:
            kwargs["queryset"] = access.records_for(self.model, request.user)
            # What belongs to nobody is public without anyone's leave: a manager's choice alone.
            kwargs["required"] = not (db_field.blank and access.is_manager(request.user))
        elif "queryset" not in kwargs:
            rows = db_field.remote_field.model._default_manager.all()
            kwargs["queryset"] = access.pickable(rows, request.user)
        is_own = db_field.name == self.owner_field and not access.is_manager(request.user)
        model = db_field.remote_field.model
        # What everybody has, such as pages, is as many for a manager.
        is_owned = access.is_manager(request.user) and hasattr(model, "owned_through")
        is_one_of_many = is_owned or (model is Researcher and not is_own)
        if db_field.name in self.get_autocomplete_fields(request) or (
            is_one_of_many and people.are_many(request.user)
        ):
            kwargs.setdefault("widget", SafeSelect(db_field, self.admin_site))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_manytomany(self, db_field, request, **kwargs):
        rows = db_field.remote_field.model._default_manager.all()
        kwargs |= {
            "queryset": access.pickable(rows, request.user),
            "form_class": SafeMultipleChoiceField,
        }
        if db_field.name in self.get_autocomplete_fields(request):
            kwargs.setdefault("widget", SafeSelectMultiple(db_field, self.admin_site))
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    @property
    def written(self) -> list[str]:
        """The columns that hold Markdown."""
        return [*self.markdown, *self.markdown_lines, *self.markdown_words]

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        if db_field.name in self.markdown:
            kwargs["widget"] = MarkdownWidget
        elif db_field.name in self.markdown_lines:
            kwargs["widget"] = MarkdownLineWidget
        if isinstance(db_field, TextField):
            kwargs["max_length"] = longest(db_field)
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if isinstance(db_field, (PartialDateField, PeriodsField)):
            field.widget.attrs["data-words"] = f"{DATE_WORDS}?box={box_kind(db_field)}"
        return field

    def offers_translations(self, request, obj) -> bool:
        """Whether there are boxes in second languages: where they are switched on, hold a text,
        or came with what was sent. `obj` is the row, or of an inline the row that it stands in.
        """
        names = tuple(forms.translation_fields(self.model))
        if not names or not issubclass(self.form, forms.TranslatedForm):
            return False
        if any(key.endswith(names) for key in request.POST):
            return True
        key = ("translations", self.model, obj and obj.pk)
        return access.cached(request.user, key, lambda: self._has_translations(request, obj))

    def _has_translations(self, request, obj):
        # Of the site's own texts, its languages in use are the switch.
        if isinstance(obj, SiteSettings) or getattr(obj, "translations", None):
            return True
        researcher = obj if isinstance(obj, Researcher) else getattr(obj, "researcher", None)
        if researcher:
            return researcher.multilingual or bool(researcher.translations)
        return access.records_of(request.user).multilingual().exists()

    def translated_form(self, request, obj, **options):
        """The form with its boxes for second languages, where they are offered."""
        if not self.offers_translations(request, obj):
            return self.form
        markdown = tuple(self.markdown), tuple(self.markdown_lines)
        return forms.with_translations(self.form, self.model, *markdown, **options)


class ScopedAdmin(EditConflictMixin, HistoryMixin, HardenedMixin, ScopedMixin, admin.ModelAdmin):
    form = forms.ScopedForm
    # The place of the menu in which it stands (website.menu), and where there.
    menu_group = "settings"
    menu_place = 100
    # What a list without a row says: what it is for.
    purpose = ""
    list_per_page = 50
    show_full_result_count = False
    # A field whose text makes the address when a row is added; see forms.ScopedForm.
    slug_from = None

    class Media:
        js = ["js/admin-form.js", "js/admin-order.js", "js/admin-keep.js", "js/admin-picture.js"]

    # --- May they? -------------------------------------------------------------------------

    def has_module_permission(self, request):
        return self.has_view_permission(request)

    def has_view_permission(self, request, obj=None):
        return self._may(request, access.can_see, access.can_see_some, obj)

    def has_change_permission(self, request, obj=None):
        return self._may(request, access.can_edit, access.can_edit_some, obj)

    def has_delete_permission(self, request, obj=None):
        return self._may(request, access.can_delete, access.can_delete_some, obj)

    def has_add_permission(self, request):
        return self._may(request, None, access.can_add, None)

    def _may(self, request, row_rule, model_rule, obj):
        """`row_rule` says it of a row, `model_rule` of all of the model."""
        if obj is not None:
            return may(request, row_rule, obj)
        user, key = request.user, (model_rule.__name__, self.model)
        return access.cached(user, key, lambda: model_rule(self.model, user))

    # --- The list ---------------------------------------------------------------------------

    def changelist_view(self, request, extra_context=None):
        """Django's heading is "Select publication to change"."""
        own = {"title": capfirst(self.opts.verbose_name_plural), "purpose": self.purpose}
        return super().changelist_view(request, own | (extra_context or {}))

    # --- The page of a row --------------------------------------------------------------------

    def view_on_site(self, obj):
        """Straight to the page, and only to one that visitors can open."""
        has_page = hasattr(obj, "get_absolute_url") and self.is_public(obj)
        return obj.get_absolute_url() if has_page else None

    def is_public(self, obj):
        """Whether visitors see it."""
        return obj.is_public

    # --- What a save says -------------------------------------------------------------------

    def answer(self, request, row):
        name = format_html('<a href="{}">{}</a>', self.row_url("change", row), row)
        return format_html(_("{row} is saved."), row=name)

    def response_add(self, request, obj, post_url_continue=None):
        request.answer = self.answer(request, obj)
        return super().response_add(request, obj, post_url_continue)

    def response_change(self, request, obj):
        request.answer = self.answer(request, obj)
        return super().response_change(request, obj)

    def message_user(self, request, message, *args, **kwargs):
        """Django says that "the thing “x” was changed successfully"; `request.answer` is ours."""
        super().message_user(request, getattr(request, "answer", message), *args, **kwargs)

    # --- The front page ---------------------------------------------------------------------

    def menu_name(self, request):
        return None

    def menu_url(self, request):
        return None

    def menu_links(self, request) -> list:
        """Further pages of its own: (name, address)."""
        return []

    # --- Forms ------------------------------------------------------------------------------

    def changeform_view(self, request, object_id=None, form_url="", extra_context=None):
        """What a full disk does not take is shown again, as typed."""
        if request.method != "POST":
            return super().changeform_view(request, object_id, form_url, extra_context)
        request.POST = with_plain_line_breaks(request.POST)
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except (DatabaseError, OSError) as error:
            problem = log_storage_error(request, error)
        request.refusal = NOT_STORED % {"why": problem.text}
        for file in request.FILES.values():
            file.seek(0)
        page = super().changeform_view(request, object_id, form_url, extra_context)
        return set_status(page, problem)

    def get_form(self, request, obj=None, change=False, **kwargs):
        kwargs.setdefault("form", self.translated_form(request, obj))
        form = super().get_form(request, obj, change, **kwargs)
        if refusal := getattr(request, "refusal", ""):
            form.refuse = lambda _form: refusal
        form.slug_from = self.slug_from
        form.owner_field = self.owner_field
        form.markdown = self.written
        form.owner = None if change else self.default_researcher(request)
        return form

    def default_researcher(self, request):
        """The one record a new row belongs to where no question needs asking."""
        records = access.records_for(self.model, request.user)[:2] if self.owner_field else ()
        return records[0] if len(records) == 1 else None

    def get_fieldsets(self, request, obj=None):
        fieldsets = super().get_fieldsets(request, obj)
        may_change = obj is None or self.has_change_permission(request, obj)
        if may_change and self.offers_translations(request, obj):
            fieldsets = [*fieldsets, *forms.translation_fieldsets(self.model)]
        return forms.without(fieldsets, self.get_excluded_fields(request, obj))

    def get_excluded_fields(self, request, obj):
        """Fields that the form leaves out, because their answer is known or not theirs to give."""
        hidden = set()
        if (obj is None and self.default_researcher(request)) or (
            obj is not None and not access.is_manager(request.user)
        ):
            hidden.add(self.owner_field)
        return hidden

    def get_readonly_fields(self, request, obj=None):
        fixed = {self.owner_field, "slug"} if obj is not None else set()
        shown = flatten_fieldsets(super().get_fieldsets(request, obj))
        return [
            *super().get_readonly_fields(request, obj),
            *(name for name in shown if name in fixed),
        ]

    def get_inline_formsets(self, *args, **kwargs):
        formsets = super().get_inline_formsets(*args, **kwargs)
        for formset in formsets:  # Django's script would say "Add another Link"
            data = json.loads(formset.inline_formset_data())
            data["options"]["addText"] = gettext("Add %(name)s") % {
                "name": formset.opts.verbose_name
            }
            formset.inline_formset_data = json.dumps(data)
        return formsets

    def render_change_form(self, request, context, *args, **kwargs):
        # (id of the heading, its name); the ids are those of Django's templates.
        toc = []
        for place, part in enumerate(context["adminform"]):
            toc += [(f"fieldset-0-{place}-heading", part.name)] if part.name else []
            toc += self._inline_headings(context, after_fieldset=place)
        toc += self._inline_headings(context, after_fieldset=None)
        context["toc"] = toc if len(toc) >= WORTH_A_LIST else []
        return super().render_change_form(request, context, *args, **kwargs)

    def _inline_headings(self, context, after_fieldset):
        for inline in context["inline_admin_formsets"]:
            if inline.opts.after_fieldset == after_fieldset:
                words = str(capfirst(inline.opts.verbose_name_plural))
                yield f"{inline.formset.prefix}-heading", EXPLAINED.split(words)[0]

    def save_related(self, request, form, formsets, change):
        """Says what of a text, in every language, visitors will not see as it was meant."""
        super().save_related(request, form, formsets, change)
        row = form.instance
        written = [vars(row), *getattr(row, "translations", {}).values()]
        texts = [texts[name] for texts in written for name in self.written if texts.get(name)]
        if isinstance(row, Researcher):
            speaker = row
        else:
            speaker = getattr(row, self.owner_field) if self.owner_field else site_settings()
        for warning in lint(texts, speaker):
            messages.warning(request, warning)

    def get_list_display(self, request):
        """Whose row it is matters only to those who keep several records."""
        columns = super().get_list_display(request)
        if not access.has_several_records(request.user):
            return [name for name in columns if name != self.owner_field]
        return columns

    def get_list_filter(self, request):
        """Of many people none is a filter: get_search_fields finds them instead."""
        filters = super().get_list_filter(request)
        if self._tells_people_apart(request) and not people.are_many(request.user):
            return [*filters, (self.owner_field, admin.RelatedOnlyFieldListFilter)]
        return filters

    def get_search_fields(self, request):
        fields = super().get_search_fields(request)
        if request.resolver_match.url_name in ("palette", "palette-results"):
            return fields  # it names the people themselves
        if fields and self._tells_people_apart(request) and people.are_many(request.user):
            return [*fields, f"{self.owner_field}__display_name"]
        return fields

    def _tells_people_apart(self, request):
        return self.owner_field in self.list_display and access.is_manager(request.user)


def may(request, rule, row) -> bool:
    """Whether a rule of profiles.access lets the user do it to a row; with one not yet stored, yes.

    Asked once a request: a form asks the same some forty times.
    """
    if row.pk is None:
        return True
    key = (rule.__name__, type(row), row.pk)
    return access.cached(request.user, key, lambda: rule(row, request.user))


class ScopedInline(ScopedMixin):
    """What may be done to a row of an inline follows from its parent."""

    formset = BoundedInlineFormSet
    extra = 0
    classes = ["collapse"]
    show_change_link = False
    # The number of the fieldset that it stands behind; None: behind all of them.
    after_fieldset = None
    # The number box that buttons and dragging fill in; see static/js/admin-order.js.
    place_field = "position"

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field and db_field.name == self.place_field:
            field.widget.attrs["data-place"] = True
        return field

    def _has_translations(self, request, obj):
        if super()._has_translations(request, obj):
            return True
        rows = self.model._base_manager.exclude(translations={})
        inlines = self.parent_model.get_inlines()
        parent = next(inline.parent for inline in inlines if inline.model is self.model)
        return obj is not None and rows.filter(**{parent: obj}).exists()

    def has_view_permission(self, request, obj=None):
        return obj is None or may(request, access.can_see, obj)

    def has_change_permission(self, request, obj=None):
        return obj is None or may(request, access.can_edit, obj)

    def has_delete_permission(self, request, obj=None):
        return self.has_change_permission(request, obj)

    def has_add_permission(self, request, obj=None):
        return self.has_change_permission(request, obj)


class ScopedTabularInline(ScopedInline, admin.TabularInline):
    def get_formset(self, request, obj=None, **kwargs):
        """The head of a column is no label: each box says its own."""
        kwargs.setdefault("form", self.translated_form(request, obj, in_columns=True))
        formset = super().get_formset(request, obj, **kwargs)
        for field in formset.form.base_fields.values():
            field.widget.attrs.setdefault("aria-label", capfirst(field.label))
        formset.deletion_widget = CheckboxInput({"aria-label": _("Delete this row")})
        return formset

    def get_fieldsets(self, request, obj=None):
        fieldsets = super().get_fieldsets(request, obj)
        if self.offers_translations(request, obj):
            return forms.beside_originals(fieldsets, self.model)
        return fieldsets


class ScopedStackedInline(ScopedInline, admin.StackedInline):
    def get_formset(self, request, obj=None, **kwargs):
        kwargs.setdefault("form", self.translated_form(request, obj))
        return super().get_formset(request, obj, **kwargs)

    def get_fieldsets(self, request, obj=None):
        fieldsets = super().get_fieldsets(request, obj)
        if self.offers_translations(request, obj):
            return [*fieldsets, *forms.translation_fieldsets(self.model)]
        return fieldsets
