"""The table of contents of a long form, and the words that add a row to one of its parts."""

import json
import re

from django.utils.text import capfirst
from django.utils.translation import gettext as _

WORTH_A_LIST = 6
# A heading that explains itself, "Links: slides, video", is its first words here.
EXPLAINED = re.compile("[:：,，]")


def form_toc(form, formsets) -> list[tuple[str, str]]:
    """(id of the heading, name) of fieldsets and inlines; [] of a short form."""
    # The ids that Django's templates give to their headings.
    parts = [(f"fieldset-0-{place}-heading", f.name) for place, f in enumerate(form) if f.name]
    for inline in formsets:
        words = str(capfirst(inline.opts.verbose_name_plural))
        parts.append((f"{inline.formset.prefix}-heading", EXPLAINED.split(words)[0]))
    return parts if len(parts) >= WORTH_A_LIST else []


def inline_data(inline) -> str:
    """For Django's script, which would say "Add another Link"."""
    data = json.loads(inline.inline_formset_data())
    data["options"]["addText"] = _("Add %(name)s") % {"name": inline.opts.verbose_name}
    return json.dumps(data)
