"""The forms of the admin: whose row it is, and its address."""

from django.utils.translation import gettext_lazy as _

from profiles import limits
from profiles.admin.translations import TranslatedForm
from profiles.markdown_editor import MarkdownWidget
from profiles.models import Researcher
from profiles.slugs import make_slug


class Taken:
    """The addresses in use, asked one at a time."""

    def __init__(self, *querysets):
        self.querysets = querysets

    def __contains__(self, slug):
        return any(rows.filter(slug=slug).exists() for rows in self.querysets)


class RecordForm(TranslatedForm):
    """Set by GuardedAdmin.get_form: `owner`, `owner_field` and `slug_from`."""

    owner = None
    owner_field = "researcher"
    slug_from = None
    # Set by EditConflictMixin: fields that keep what another editor saved, and whether the whole is
    # refused because of them.
    kept = ()
    refuse = None

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for name in self.fields.keys() & set(self.kept):
            self.fields[name].disabled = True
        if self.owner and self.instance._state.adding:
            setattr(self.instance, self.owner_field, self.owner)
        if self.slug_from and "slug" in self.fields:
            self.fields["slug"].required = False
            self.fields["slug"].help_text = _("Leave it empty: it is made for you. Set once.")
        self._say_whose()

    def _say_whose(self):
        """To the editors of Markdown, where the form does not ask for it."""
        column = f"{self.owner_field}_id" if self.owner_field else "pk"
        for field in self.fields.values():
            if isinstance(field.widget, MarkdownWidget):
                field.widget.whose(getattr(self.instance, column), self.owner_field)

    def _get_validation_exclusions(self):
        """The owner counts in "once for each researcher", though the form does not ask for it."""
        return super()._get_validation_exclusions() - {self.owner_field}

    def clean(self):
        cleaned = super().clean()
        if self.refuse and (why := self.refuse()):
            self.add_error(None, why)
        text = cleaned.get(self.slug_from)
        if "slug" in self.fields and text and not cleaned.get("slug") and "slug" not in self.errors:
            cleaned["slug"] = make_slug(text, self.taken_slugs(), fallback=self._fallback())
        limits.check_quota(self._whose(), self.files.values())  # those of its rows of links, too
        return cleaned

    def _whose(self):
        if self.owner_field is None:
            return self.instance if isinstance(self.instance, Researcher) else None
        return self.cleaned_data.get(self.owner_field) or getattr(
            self.instance, self.owner_field, None
        )

    def taken_slugs(self):
        return Taken(self._meta.model._base_manager.all())

    def _fallback(self):
        return self._meta.model._meta.model_name


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
