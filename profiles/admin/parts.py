"""A long form: the list of its parts above it, and the words that add a row to one of them."""

import json
import re

from django.utils.text import capfirst
from django.utils.translation import gettext as _

WORTH_A_LIST = 6
# A heading that explains itself, "Links: slides, video", is its first words here.
EXPLAINED = re.compile("[:：,，]")


class PartsMixin:
    """For a ModelAdmin: puts `parts`, [(id of the heading, name)], before the form's template."""

    def render_change_form(self, request, context, *args, **kwargs):
        parts = [*_fieldsets(context["adminform"]), *_inlines(context["inline_admin_formsets"])]
        if len(parts) >= WORTH_A_LIST:
            context["parts"] = parts
        return super().render_change_form(request, context, *args, **kwargs)

    def get_inline_formsets(self, *args, **kwargs):
        formsets = super().get_inline_formsets(*args, **kwargs)
        for formset in formsets:
            formset.inline_formset_data = _add_in_words(formset)
        return formsets


def _add_in_words(formset):
    """For Django's script, which would say "Add another Link"."""
    told = json.loads(formset.inline_formset_data())
    told["options"]["addText"] = _("Add %(name)s") % {"name": formset.opts.verbose_name}
    return json.dumps(told)


def _fieldsets(form):
    """Under the ids that Django's templates give to their headings."""
    for place, fieldset in enumerate(form):
        if fieldset.name:
            yield f"fieldset-0-{place}-heading", fieldset.name


def _inlines(formsets):
    for formset in formsets:
        words = capfirst(formset.opts.verbose_name_plural)
        yield f"{formset.formset.prefix}-heading", EXPLAINED.split(str(words))[0]
