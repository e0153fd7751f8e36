"""The forms of the admin, and the inlines in them: whose rows they show, what may be picked, which
boxes they have; addresses, and texts in second languages.
"""

from collections import defaultdict
from copy import deepcopy
from datetime import date, datetime
from functools import lru_cache

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AdminTextareaWidget, AdminTextInputWidget
from django.core.exceptions import ValidationError
from django.db.models import DateTimeField, FileField, TextField
from django.forms import CheckboxInput
from django.urls import reverse_lazy
from django.utils.text import Truncator, capfirst, format_lazy
from django.utils.translation import gettext_lazy as _

from profiles import access, languages, limits
from profiles.admin import extra_pages
from profiles.admin.hardening import (
    BoundedInlineFormSet,
    SafeMultipleChoiceField,
    SafeSelect,
    SafeSelectMultiple,
)
from profiles.dates import PartialDateField, PeriodsField, box_kind
from profiles.identifiers import url_options
from profiles.markdown_editor import OF_THE_SITE, MarkdownLineWidget, MarkdownWidget, refusal
from profiles.models import Researcher, SiteSettings
from profiles.site import second_languages
from profiles.slugs import TakenSlugs, make_slug
from uploads.kept import KeptFileInput


class DayAndHour(forms.SplitDateTimeWidget):
    """A moment, in the boxes that browsers have for a day and an hour: no script makes them."""

    def __init__(self, attrs=None):
        day = {"type": "date", "aria-label": _("Date:")}
        hour = {"type": "time", "step": "any", "aria-label": _("Time:")}
        super().__init__(attrs, "%Y-%m-%d", "%H:%M:%S", day, hour)


def validate_moment(moment: datetime) -> None:
    """Refuse a moment that another time zone, such as the database's, may have no year for."""
    if not date.min.year < moment.year < date.max.year:
        raise ValidationError(_("Enter a valid date."))


class DayAndHourField(forms.SplitDateTimeField):
    """What is sent by `DayAndHour`."""

    default_validators = [validate_moment]


# --- Texts in second languages -------------------------------------------------------------------


class TranslatedForm(forms.ModelForm):
    """Reads and writes the boxes that `with_translations` adds."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for language, field in _pairs(self._meta.model):
            name = translation_field(language, field)
            self.initial[name] = self.instance.translations.get(language, {}).get(field, "")
            if box := self.fields.get(name):
                # In an empty box stands what the page shows while it is empty.
                original = Truncator(getattr(self.instance, field)).chars(200)
                box.widget.attrs["placeholder"] = original

    def _post_clean(self):
        super()._post_clean()
        for language, field in _pairs(self._meta.model):
            name = translation_field(language, field)
            if name not in self.cleaned_data:
                continue
            translations = self.instance.translations
            texts = translations.get(language, {}) | {field: self.cleaned_data[name].strip()}
            texts = {key: text for key, text in texts.items() if text}
            changed = translations | {language: texts}
            self.instance.translations = {code: words for code, words in changed.items() if words}


def with_translations(form, model, markdown=(), markdown_lines=()):
    """`form` with a box for each translatable text of `model` in each second language."""
    return _with_boxes(form, model, markdown, markdown_lines, tuple(_pairs(model)))


@lru_cache
def _with_boxes(form, model, markdown, markdown_lines, pairs):
    widgets = dict.fromkeys(markdown, MarkdownWidget)
    widgets |= dict.fromkeys(markdown_lines, MarkdownLineWidget)
    fields = {}
    for language, name in pairs:
        column = model._meta.get_field(name)
        is_long = isinstance(column, TextField)
        widget = widgets.get(name, AdminTextareaWidget if is_long else AdminTextInputWidget)
        fields[translation_field(language, name)] = forms.CharField(
            label=capfirst(column.verbose_name),
            required=False,
            max_length=limits.longest(column),
            widget=widget(attrs={"lang": language} | ({"rows": 4} if is_long else {})),
        )
    return type(form.__name__, (form,), fields) if fields else form


def translation_fieldsets(model):
    """A folded part of the form for each second language."""
    for code in second_languages():
        if names := translation_fields(model, code):
            title = _("In %(language)s") % {"language": languages.own_name(code)}
            help_text = _("Shown on the pages in that language; what is empty stays as above.")
            yield title, {"classes": ["collapse"], "fields": names, "description": help_text}


def beside_originals(fieldsets, model):
    """`fieldsets` of single fields, each with its boxes in second languages behind it."""
    boxes = defaultdict(list)
    for code, field in _pairs(model):
        boxes[field].append(translation_field(code, field))
    return [
        (title, options | {"fields": [box for name in names for box in (name, *boxes[name])]})
        for title, options in fieldsets
        for names in [options["fields"]]
    ]


def translation_fields(model, only=None):
    """The boxes of `model`, in every second language or in one."""
    return [translation_field(code, field) for code, field in _pairs(model) if only in (None, code)]


def translation_field(language, field):
    """The name of the box of a column in a language: title__zh_hans."""
    return f"{field}__{language.replace('-', '_')}"


def translated_column(model, name: str) -> tuple[str, str] | None:
    """ "body__zh_hans" -> ("zh-hans", "body"); None for a box of another kind."""
    return next((pair for pair in _pairs(model) if translation_field(*pair) == name), None)


def _pairs(model):
    texts = getattr(model, "translatable", ())
    return [(code, field) for code in second_languages() for field in texts] if texts else []


# --- Whose row it is -----------------------------------------------------------------------------


class ScopedForm(TranslatedForm):
    """Set by ScopedAdmin.get_form: `owner`, `owner_field`, `slug_from` and `markdown`."""

    owner = None
    markdown = ()
    owner_field = "researcher"
    slug_from = None
    # Set by edit_conflicts.guard: fields that keep what another editor saved, and whether the whole
    # is refused because of them.
    kept = ()
    refuse = None
    # Boxes of the form's own that stand for rows -> the kind of these rows, as versions name it.
    stands_for = {}
    slug_help = _("Leave it empty: it is made for you. Set once.")

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for name in self.fields.keys() & set(self.kept):
            self.fields[name].disabled = True
        if self.owner and self.instance._state.adding:
            setattr(self.instance, self.owner_field, self.owner)
        if self.slug_from and "slug" in self.fields:
            self.fields["slug"].required = False
            self.fields["slug"].help_text = self.slug_help
        # Whose text it is, to the editors of Markdown, where the form does not ask for it.
        for field in self.fields.values():
            if isinstance(field.widget, MarkdownWidget):
                researcher = self._own_researcher()
                field.widget.attrs["data-researcher"] = researcher
                field.widget.attrs["data-researcher-field"] = self.owner_field or ""

    def _own_researcher(self):
        """The key of whose texts these are, as the editor sends it; "" before that is known."""
        if self.owner_field:
            return getattr(self.instance, f"{self.owner_field}_id") or ""
        is_record = isinstance(self.instance, Researcher)
        return (self.instance.pk or "") if is_record else OF_THE_SITE

    def _get_validation_exclusions(self):
        """The owner counts in "once for each researcher", though the form does not ask for it."""
        return super()._get_validation_exclusions() - {self.owner_field}

    def clean(self):
        cleaned = super().clean()
        if self.refuse and (why := self.refuse()):
            self.add_error(None, why)
        for name in self.changed_data:  # what is stored already keeps nobody from the rest
            if name.partition("__")[0] in self.markdown and (why := refusal(cleaned.get(name))):
                self.add_error(name, why)
        text = cleaned.get(self.slug_from)
        if "slug" in self.fields and text and not cleaned.get("slug") and "slug" not in self.errors:
            cleaned["slug"] = make_slug(
                text, self.taken_slugs(), fallback=self._meta.model._meta.model_name
            )
        if self.owner_field is None:
            researcher = self.instance if isinstance(self.instance, Researcher) else None
        else:
            owner = getattr(self.instance, self.owner_field, None)
            researcher = cleaned.get(self.owner_field) or owner
        limits.check_quota(researcher, self.files.values())  # those of its rows of links, too
        return cleaned

    def taken_slugs(self):
        return TakenSlugs(self._meta.model._base_manager.all())


# --- Fieldsets -----------------------------------------------------------------------------------


def fieldset(title, *fields, **options) -> tuple:
    """A part of a form, as `fieldsets` of a ModelAdmin lists them; `options` are Django's."""
    return title, {"fields": fields, **options}


def without(fieldsets, hidden):
    """`fieldsets` without the fields in `hidden`, and without what that leaves empty."""
    kept = []
    for title, options in fieldsets:
        lines = [
            line if isinstance(line, str) else tuple(name for name in line if name not in hidden)
            for line in options["fields"]
            if line not in hidden
        ]
        if lines := [line for line in lines if line]:
            kept.append((title, options | {"fields": lines}))
    return kept


def only(fieldsets, names):
    """`fieldsets`, of their lines those alone with a field in `names`, or a translation of one."""
    kept = []
    for title, options in fieldsets:
        lines = [line for line in options["fields"] if _holds(line, names)]
        if lines:
            kept.append((title, options | {"fields": lines}))
    return kept


def _holds(line, names):
    fields = [line] if isinstance(line, str) else line
    return any(name in names or name.partition("__")[0] in names for name in fields)


# --- Forms and inlines in a ModelAdmin ------------------------------------------------------------

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
    formfield_overrides = {DateTimeField: {"form_class": DayAndHourField, "widget": DayAndHour}}

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
            is_one_of_many and extra_pages.are_many(request.user)
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
            kwargs["max_length"] = limits.longest(db_field)
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
        names = tuple(translation_fields(self.model))
        if not names or not issubclass(self.form, TranslatedForm):
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
        return with_translations(self.form, self.model, *markdown)


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
            column = "__" in name and translated_column(self.model, name)
            language, original = column or ("", "")
            if original in fields:
                field = fields[name] = deepcopy(field)
                words = fields[original].label, languages.own_name(language)
                field.label = format_lazy("{} ({})", *words)
            field.widget.attrs.setdefault("aria-label", capfirst(field.label))
        formset.deletion_widget = CheckboxInput({"aria-label": _("Delete this row")})
        return formset

    def with_translations(self, fieldsets):
        return beside_originals(fieldsets, self.model)


class ScopedStackedInline(ScopedInline, admin.StackedInline):
    def with_translations(self, fieldsets):
        return [*fieldsets, *translation_fieldsets(self.model)]
