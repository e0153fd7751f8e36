"""A field of a paper and its value, in words: for a plan's before and after."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from profiles.dates import PartialDate
from publications.admin.forms import CitableForm
from publications.importer.authors import name_of
from publications.models import Publication, PublicationLink

NOTHING = "–"


def label(name: str) -> str:
    """ "container_title" -> "Appeared in"; a further BibTeX field is called as in the file."""
    own = {
        "authors": _("authors"),
        "links": _("link"),
        "awards": _("award"),
        "topics": _("topic"),
        "date_text": _("date as printed"),
    }
    if name in own:
        return capfirst(own[name])
    columns = {field.name: field for field in Publication._meta.concrete_fields}
    return capfirst(columns[name].verbose_name) if name in columns else name


def plain(reason: str) -> str:
    """A problem's reason; where it begins with a column's name, with the label of its box."""
    name, colon, rest = reason.partition(": ")
    return f"{label(name)}: {rest}" if colon and name.isidentifier() else reason


def shown(name: str, value) -> str:
    """What stands in the field, as a person reads it; `value` is as a plan's Change has it."""
    if value in (None, "", []):
        return NOTHING
    if value is True:
        return _("yes")
    return SHOWN.get(name, _plain)(value)


def _plain(value):
    if isinstance(value, list):
        return ", ".join(str(one) for one in value)
    return str(value)


def _authors(rows):
    return ", ".join(f"{name_of(row).display}{row[6]}" for row in rows)


def _link(row):
    kind, text, url = row
    words = dict(PublicationLink.Kind.choices).get(kind, kind)
    return f"{text or words}: {url}"


def _award(row):
    return ": ".join(part for part in row if part)


def _choice(name):
    choices = dict(Publication._meta.get_field(name).choices)
    return lambda value: str(choices.get(value, value))


def _date(value):
    return PartialDate.from_stored(value).display()


SHOWN = {
    "authors": _authors,
    "links": _link,
    "awards": _award,
    "date": _date,
    "entry_type": CitableForm.label_of,
    "status": _choice("status"),
    "presentation": _choice("presentation"),
}
