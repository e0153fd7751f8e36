"""Rows with a marker in every column, and in everything that hangs on them: read off the models.

A marker is "Zebrafinch", the model and the column, and a second word to search for; so a page that
echoes the search is no leak, and what leaks says where it came from. Long texts show a picture.
"""

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import models
from django.utils import timezone

from profiles.dates import PartialDate, PartialDateField
from profiles.models import FormerSlug, Picture, ProfileItem, Researcher
from publications.models import Publication

MARK, SOUGHT = "Zebrafinch", "quagga"
TEXTS = (models.CharField, models.TextField)
NOT_WORDS = {"entry_type", "status", "checksum"}
# Whose presence alone would change what is shown.
LEFT_ALONE = {"native_language", "alternate_language", "language", "theme", "layout"}


def marker(model, column, length=None):
    return f"{MARK}{model.__name__}{column.replace('_', '')} {SOUGHT}"[:length]


def slug(model):
    return f"{MARK}-{model.__name__}".lower()


def columns(model) -> dict:
    """A value that holds the marker, for each column that can."""
    found = {}
    for column in model._meta.fields:
        value = _value(model, column)
        if value is not None:
            found[column.name] = value
    return found


def _value(model, column):
    if isinstance(column, models.FileField):
        return _file(model, column)
    if isinstance(column, PartialDateField):
        return None if column.blank else PartialDate.from_iso("2024")
    if isinstance(column, models.DateTimeField) and not (column.null or column.has_default()):
        return timezone.now()
    if isinstance(column, models.SlugField):
        return slug(model)
    if column.name == "translations":
        return {"zh-hans": {name: marker(model, name) for name in model.translatable}}
    if isinstance(column, TEXTS) and _is_text(column):
        return _text(model, column)
    return None


def _is_text(column):
    is_plain = type(column).__module__.startswith("django.db")
    is_of_a_date = column.name.endswith("_text")
    known = NOT_WORDS | LEFT_ALONE
    return is_plain and not (column.choices or is_of_a_date or column.name in known)


def _text(model, column):
    if "url" in column.name or column.name == "target":
        return f"https://example.org/{MARK}{model.__name__}"
    if isinstance(column, models.TextField):
        return f"{marker(model, column.name)} ![]({picture()})"
    return marker(model, column.name, column.max_length)


def picture():
    """The address of a picture in a text."""
    return f"/media/{_file(Picture, Picture._meta.get_field('image'))}"


def _file(model, column):
    """A stored file whose name is one of ours in shape, and tells."""
    word = f"{MARK}{model.__name__}{column.name}".lower()
    ending = "-4x4.webp" if isinstance(column, models.ImageField) else ".pdf"
    name = f"{column.folder}/{word}{ending}"
    if not default_storage.exists(name):
        default_storage.save(name, ContentFile(b"%PDF-1.4 or RIFF"))
    return name


def files(*rows_of) -> list[str]:
    """The names of all files that rows of these models would have."""
    return [
        _file(model, column)
        for model in rows_of
        for column in model._meta.fields
        if isinstance(column, models.FileField)
    ]


def children(model):
    """Models of rows that are nothing without a row of `model`: (model, its foreign key)."""
    for relation in model._meta.related_objects:
        if relation.one_to_many and relation.on_delete is models.CASCADE:
            yield relation.related_model, relation.field.name


def make(model, **given):
    """A marked row with a marked row of everything that hangs on it and stands on its own."""
    values = {name: value for name, value in columns(model).items() if name not in given}
    row = model.objects.create(**values, **given)
    for child, key in children(model):
        if _stands_alone(child, key):
            child.objects.create(**columns(child) | {key: row})
    return row


def _stands_alone(child, key):
    """It needs no second row, nor its number, and has no state of its own."""
    known = {key, *columns(child)}
    needs = [
        column.name
        for column in child._meta.fields
        if not (column.null or column.primary_key or column.has_default() or column.name in known)
        and not column.empty_strings_allowed
    ]
    return not needs and not issubclass(child, ProfileItem) and child is not FormerSlug


def items():
    """The models of what stands on a researcher's pages, in the order of their names."""
    found = [model for model in ProfileItem.__subclasses__() if not model._meta.abstract]
    return sorted(found, key=lambda model: model.__name__)


def of_item(model, **given):
    fixed = {"kind": "text"} if model.__name__ == "Section" else {}
    return make(model, **fixed, **given)


def everything():
    """All models of which a marked row can be made here."""
    known = [Researcher, Publication, *items()]
    return [*known, *(child for model in known for child, _key in children(model))]
