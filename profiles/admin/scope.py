"""Whose rows an admin form shows, what may be picked in it, which boxes it has: what forms and the
inlines in them share. And the inlines.
"""

from copy import deepcopy

from django.contrib import admin
from django.db.models import DateTimeField, FileField, TextField
from django.forms import CheckboxInput
from django.urls import reverse_lazy
from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext_lazy as _

from profiles import access, languages
from profiles.admin import forms, people
from profiles.admin.hardening import (
    BoundedInlineFormSet,
    SafeMultipleChoiceField,
    SafeSelect,
    SafeSelectMultiple,
)
from profiles.admin.kept_files import KeptFileInput
from profiles.dates import PartialDateField, PeriodsField, box_kind
from profiles.limits import longest
from profiles.markdown_editor import MarkdownLineWidget, MarkdownWidget
from profiles.models import Researcher, SiteSettings
from profiles.url_fields import url_options

DATE_WORDS = reverse_lazy("admin:date-words")


def may(request, rule, row) -> bool:
    """Whether a rule of profiles.access lets the user do it to a row; with one not yet stored, yes.

    Asked once a request: a form asks the same some forty times.
    """
    if row.pk is None:
        return True
    key = (rule.__name__, type(row), row.pk)
    return access.cached(request.user, key, lambda: rule(row, request.user))


class ScopedMixin:
    """For a ModelAdmin and an inline alike: rows, pickers and Markdown boxes."""

    # The column that says whose row it is. Set on save; never another's.
    owner_field = "researcher"
    # Columns with the editor; those of a sentence or two; those that may hold Markdown in a plain
    # box.
    markdown = ()
    markdown_lines = ()
    markdown_words = ()
    formfield_overrides = {
        DateTimeField: {"form_class": forms.DayAndHourField, "widget": forms.DayAndHour}
    }

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
        """List the columns that hold Markdown."""
        return [*self.markdown, *self.markdown_lines, *self.markdown_words]

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        if db_field.name in self.markdown:
            kwargs["widget"] = MarkdownWidget
        elif db_field.name in self.markdown_lines:
            kwargs["widget"] = MarkdownLineWidget
        if isinstance(db_field, TextField):
            kwargs["max_length"] = longest(db_field)
        elif isinstance(db_field, FileField):
            kwargs.setdefault("widget", KeptFileInput)
        kwargs |= url_options(db_field)
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

    def translated_form(self, request, obj):
        """The form with its boxes for second languages, where they are offered."""
        if not self.offers_translations(request, obj):
            return self.form
        markdown = tuple(self.markdown), tuple(self.markdown_lines)
        return forms.with_translations(self.form, self.model, *markdown)


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

    def get_formset(self, request, obj=None, **kwargs):
        kwargs.setdefault("form", self.translated_form(request, obj))
        return super().get_formset(request, obj, **kwargs)

    def get_fieldsets(self, request, obj=None):
        fieldsets = super().get_fieldsets(request, obj)
        is_offered = self.offers_translations(request, obj)
        return self.with_translations(fieldsets) if is_offered else fieldsets

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
        """The head of a column is no label: each box says its own, and in which language."""
        formset = super().get_formset(request, obj, **kwargs)
        fields = formset.form.base_fields
        for name, field in fields.items():
            column = "__" in name and forms.translated_column(self.model, name)
            language, original = column or ("", "")
            if original in fields:
                field = fields[name] = deepcopy(field)
                words = fields[original].label, languages.own_name(language)
                field.label = format_lazy("{} ({})", *words)
            field.widget.attrs.setdefault("aria-label", capfirst(field.label))
        formset.deletion_widget = CheckboxInput({"aria-label": _("Delete this row")})
        return formset

    def with_translations(self, fieldsets):
        return forms.beside_originals(fieldsets, self.model)


class ScopedStackedInline(ScopedInline, admin.StackedInline):
    def with_translations(self, fieldsets):
        return [*fieldsets, *forms.translation_fieldsets(self.model)]
