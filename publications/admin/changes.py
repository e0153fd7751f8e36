"""A field of a paper and its value, in words: for a plan's before and after."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from publications.fields import display, label
from publications.importer.authors import name_of
from publications.models import PublicationLink

NOTHING = "–"


def heading(name: str) -> str:
    """ "container_title" -> "Appeared in"; a further BibTeX field is called as in the file."""
    return capfirst(label(name)) or name


def plain(reason: str) -> str:
    """A problem's reason; where it begins with a column's name, with the label of its box."""
    name, colon, rest = reason.partition(": ")
    return f"{heading(name)}: {rest}" if colon and name.isidentifier() else reason


def shown(name: str, value) -> str:
    """What stands in the field, as a person reads it; `value` is as a plan's Change has it."""
    if value in (None, "", []):
        return NOTHING
    if value is True:
        return _("yes")
    if name in SHOWN:
        return SHOWN[name](value)
    return ", ".join(map(str, value)) if isinstance(value, list) else display(name, value)


def _authors(rows):
    return ", ".join(f"{name_of(row).display}{row[6]}" for row in rows)


def _link(row):
    kind, text, url = row
    words = dict(PublicationLink.Kind.choices).get(kind, kind)
    return f"{text or words}: {url}"


def _award(row):
    return ": ".join(part for part in row if part)


SHOWN = {"authors": _authors, "links": _link, "awards": _award}
