"""The forms of the admin: whose row it is, its address, and its texts in a second language."""

from functools import lru_cache

from django import forms
from django.conf import settings
from django.contrib.admin.widgets import AdminTextareaWidget, AdminTextInputWidget
from django.db.models import TextField
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from profiles.markdown_editor import MarkdownWidget
from profiles.slugs import make_slug


class Taken:
    """The addresses in use, asked one at a time."""

    def __init__(self, *querysets):
        self.querysets = querysets

    def __contains__(self, slug):
        return any(rows.filter(slug=slug).exists() for rows in self.querysets)


class RecordForm(forms.ModelForm):
    """Set by GuardedAdmin.get_form: `owner`, `owner_field` and `slug_from`."""

    owner = None
    owner_field = "researcher"
    slug_from = None

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if self.owner and self.instance._state.adding:
            setattr(self.instance, self.owner_field, self.owner)
        if self.slug_from and "slug" in self.fields:
            self.fields["slug"].required = False
            self.fields["slug"].help_text = _("Leave it empty: it is made for you. Set once.")
        for language, field in _translation_pairs(self._meta.model):
            name = translation_name(language, field)
            self.initial[name] = self.instance.translations.get(language, {}).get(field, "")

    def _get_validation_exclusions(self):
        """The owner counts in "once for each researcher", though the form does not ask for it."""
        return super()._get_validation_exclusions() - {self.owner_field}

    def clean(self):
        cleaned = super().clean()
        text = cleaned.get(self.slug_from)
        if "slug" in self.fields and text and not cleaned.get("slug") and "slug" not in self.errors:
            cleaned["slug"] = make_slug(text, self.taken_slugs(), fallback=self._fallback())
        return cleaned

    def taken_slugs(self):
        return Taken(self._meta.model._base_manager.all())

    def _fallback(self):
        return self._meta.model._meta.model_name

    def _post_clean(self):
        super()._post_clean()
        for language, field in _translation_pairs(self._meta.model):
            name = translation_name(language, field)
            if name in self.cleaned_data:
                self._keep(language, field, self.cleaned_data[name].strip())

    def _keep(self, language, field, text):
        texts = dict(self.instance.translations.get(language, {}))
        texts.pop(field, None)
        if text:
            texts[field] = text
        self.instance.translations = {
            code: words
            for code, words in {**self.instance.translations, language: texts}.items()
            if words
        }


# --- A second language ---------------------------------------------------------------------------


def second_languages():
    return [(code, name) for code, name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def translation_name(language, field):
    return f"{field}__{language.replace('-', '_')}"


@lru_cache
def with_translations(form, model, markdown=()):
    """`form` with a field for each translatable text of `model` in each second language."""
    fields = {
        translation_name(language, name): _translation_field(model, name, language, markdown)
        for language, name in _translation_pairs(model)
    }
    return type(form.__name__, (form,), fields) if fields else form


def translation_fieldsets(model):
    for code, name in second_languages():
        names = [translation_name(code, field) for field in getattr(model, "translatable", ())]
        if names:
            title = _("In %(language)s") % {"language": LANGUAGE_NAMES.get(code, gettext(name))}
            help_text = _("Shown on the pages in that language; what is empty stays as above.")
            yield title, {"classes": ["collapse"], "fields": names, "description": help_text}


# A language is named in itself.
LANGUAGE_NAMES = {"en": "English", "zh-hans": "简体中文"}


def _translation_pairs(model):
    texts = getattr(model, "translatable", ())
    return [(code, field) for code, _name in second_languages() for field in texts]


def _translation_field(model, name, language, markdown):
    column = model._meta.get_field(name)
    long = isinstance(column, TextField)
    attrs = {"lang": language} | ({"rows": 4} if long else {})
    widget = AdminTextareaWidget if long else AdminTextInputWidget
    if name in markdown:
        widget = MarkdownWidget
    return forms.CharField(
        label=capfirst(column.verbose_name),
        required=False,
        max_length=column.max_length,
        widget=widget(attrs=attrs),
    )


# --- Fieldsets -----------------------------------------------------------------------------------


def names(fieldsets):
    """The fields of `fieldsets`, those that share a line included."""
    for _title, options in fieldsets:
        for line in options["fields"]:
            yield from [line] if isinstance(line, str) else line


def without(fieldsets, hidden):
    """`fieldsets` without the fields in `hidden`, and without what that leaves empty."""
    kept = []
    for title, options in fieldsets:
        lines = [_line_without(line, hidden) for line in options["fields"]]
        lines = [line for line in lines if line]
        if lines:
            kept.append((title, options | {"fields": lines}))
    return kept


def _line_without(line, hidden):
    if isinstance(line, str):
        return None if line in hidden else line
    return tuple(name for name in line if name not in hidden)
