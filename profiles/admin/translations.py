"""Texts in a second language: a box for each, in a part of the form for each language."""

from functools import lru_cache

from django import forms
from django.contrib.admin.widgets import AdminTextareaWidget, AdminTextInputWidget
from django.db.models import TextField
from django.utils.text import Truncator, capfirst, format_lazy
from django.utils.translation import gettext_lazy as _

from profiles import languages
from profiles.markdown_editor import MarkdownLineWidget, MarkdownWidget


class TranslatedForm(forms.ModelForm):
    """Reads and writes the boxes that `with_translations` adds."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for language, field in _pairs(self._meta.model):
            name = field_name(language, field)
            self.initial[name] = self.instance.translations.get(language, {}).get(field, "")
            self._show_original(name, field)

    def _show_original(self, name, field):
        """In an empty box stands what the page shows while it is empty."""
        if box := self.fields.get(name):
            original = Truncator(getattr(self.instance, field)).chars(200)
            box.widget.attrs["placeholder"] = original

    def _post_clean(self):
        super()._post_clean()
        for language, field in _pairs(self._meta.model):
            name = field_name(language, field)
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


@lru_cache
def with_translations(form, model, markdown=(), markdown_lines=(), *, in_columns=False):
    """`form` with a box for each translatable text of `model` in each second language.

    `in_columns`: the boxes stand beside the originals, so each names its language.
    """
    widgets = dict.fromkeys(markdown, MarkdownWidget)
    widgets |= dict.fromkeys(markdown_lines, MarkdownLineWidget)
    fields = {
        field_name(language, name): _box(model, name, language, widgets.get(name))
        for language, name in _pairs(model)
    }
    for (language, _name), box in zip(_pairs(model), fields.values(), strict=True):
        if in_columns:
            box.label = format_lazy("{} ({})", box.label, languages.own_name(language))
    return type(form.__name__, (form,), fields) if fields else form


def fieldsets(model):
    for code in languages.second_languages():
        if names := field_names(model, code):
            title = _("In %(language)s") % {"language": languages.own_name(code)}
            help_text = _("Shown on the pages in that language; what is empty stays as above.")
            yield title, {"classes": ["collapse"], "fields": names, "description": help_text}


def field_names(model, only=None):
    """The boxes of `model`, in every second language or in one."""
    return [field_name(code, field) for code, field in _pairs(model) if only in (None, code)]


def field_name(language, field):
    return f"{field}__{language.replace('-', '_')}"


def column_of(model, name: str) -> tuple[str, str] | None:
    """ "body__zh_hans" -> ("zh-hans", "body"); None for a box of another kind."""
    return next((pair for pair in _pairs(model) if field_name(*pair) == name), None)


def _pairs(model):
    texts = getattr(model, "translatable", ())
    return [(code, field) for code in languages.second_languages() for field in texts]


def _box(model, name, language, widget):
    column = model._meta.get_field(name)
    long = isinstance(column, TextField)
    widget = widget or (AdminTextareaWidget if long else AdminTextInputWidget)
    return forms.CharField(
        label=capfirst(column.verbose_name),
        required=False,
        max_length=column.max_length,
        widget=widget(attrs={"lang": language} | ({"rows": 4} if long else {})),
    )
