"""The forms of the admin: whose row it is, its address, and its texts in second languages."""

from collections import defaultdict
from datetime import date, datetime
from functools import lru_cache

from django import forms
from django.contrib.admin.widgets import AdminTextareaWidget, AdminTextInputWidget
from django.core.exceptions import ValidationError
from django.db.models import TextField
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext_lazy as _

from profiles import languages, limits
from profiles.markdown_editor import OF_THE_SITE, MarkdownLineWidget, MarkdownWidget
from profiles.markdown_lint import refusal
from profiles.models import Researcher
from profiles.site import second_languages
from profiles.slugs import TakenSlugs, make_slug


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
