"""On save, the admin says what of a text visitors will not see as it was meant."""

from django.contrib import messages

from profiles.markdown_lint import lint
from profiles.models import Researcher


class RemarksMixin:
    """For a ModelAdmin with `markdown`, `markdown_lines` and `owner_field`."""

    # Columns of one line that may hold Markdown, and have a plain box.
    markdown_words = ()

    def save_related(self, request, form, formsets, change):
        super().save_related(request, form, formsets, change)
        for remark in lint(self._texts(form.instance), self._whose(form.instance)):
            messages.warning(request, remark)

    def _texts(self, obj):
        """In every language."""
        names = [*self.markdown, *self.markdown_lines, *self.markdown_words]
        for texts in (vars(obj), *getattr(obj, "translations", {}).values()):
            yield from (texts[name] for name in names if texts.get(name))

    def _whose(self, obj):
        return obj if isinstance(obj, Researcher) else getattr(obj, self.owner_field or "", None)
