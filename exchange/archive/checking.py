"""Whether a value of an archive is one that its column may hold."""

from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.db.models import CharField, Field, FileField, JSONField, Model, TextField

from exchange.archive.reading import ArchiveError
from exchange.archive.references import fields_by_name
from history import snapshots
from history.models import Revision
from profiles.data_policy import archived_models
from profiles.limits import longest
from profiles.models import Redirect
from publications.models import ImportChange, ImportedRow
from website.personal_data.tables import rows_within


def check_columns(model: type[Model], place: str, row: dict, uploads: Collection[str]) -> Model:
    """The row, not stored; every value obeys its column: kind, length, choices, validators."""
    fields = fields_by_name(model)
    if unknown := sorted(set(row) - set(fields)):
        raise ArchiveError(
            f"{place}: there is no {unknown[0]} in {model._meta.label_lower} here. It may be of a "
            "newer Vitae: upgrade first."
        )
    for name, value in row.items():
        try:
            check_value(fields[name], value, uploads)
        except ValidationError as error:
            raise ArchiveError(f"{place}: {name}: {' '.join(error.messages)}") from error
    built = snapshots.build(model, row)
    stored = snapshots.values_of(built)
    if changed := [name for name in row if stored[name] != row[name]]:
        raise ArchiveError(f"{place}: its {changed[0]} is not as we store it.")
    return built


def check_value(field: Field, value, uploads: Collection[str]) -> None:
    """ValidationError, as of a form; what may be empty here may be empty."""
    if value is None:
        if not field.null and field.get_prep_value(None) is None:  # no date is ""
            raise ValidationError("It is missing.")
    elif isinstance(field, JSONField):
        check_document(field, value)
    elif isinstance(field, CharField | TextField | FileField) and not isinstance(value, str):
        raise ValidationError("It is no text.")
    elif field.is_relation or field.primary_key or value in field.empty_values:
        pass
    elif isinstance(field, FileField):
        # An old address may lead to a file of another row: a paper's, a picture in a text.
        is_of_column = field.model is Redirect or value.startswith(f"{field.folder}/")
        if value not in uploads or not is_of_column:
            raise ValidationError(f"“{value}” is not among its files.")
        if len(value) > field.max_length:
            raise ValidationError("The name of the file is too long.")
    else:
        field.clean(value, None)
        limit = longest(field) if isinstance(field, TextField) else None
        if limit and len(value) > limit:
            raise ValidationError(f"It has {len(value):,} characters; {limit:,} are the most.")


def check_document(field: JSONField, value) -> None:
    """Of the kind that the column begins with, and of the shape that our pages read."""
    is_right = isinstance(value, list if isinstance(field.get_default(), list) else dict)
    if is_right and field.name == "translations":
        is_right = all(isinstance(texts, dict) for texts in value.values())
        for texts in value.values() if is_right else ():
            for name, text in texts.items():
                check_value(field.model._meta.get_field(name), text, ())
    elif is_right and field.name == "fields":
        is_right = all(
            isinstance(pair, list) and len(pair) == 2 and all(isinstance(t, str) for t in pair)
            for pair in value
        )
    elif is_right and field.name in ("files", "unused_languages"):
        is_right = all(isinstance(name, str) for name in value)
    elif is_right and field.name == "counts":
        is_right = all(isinstance(count, int) for count in value.values())
    if not is_right:
        raise ValidationError("It has not the shape that we store.")


def check_state(row: Revision | ImportChange | ImportedRow, uploads: Collection[str]) -> None:
    """ArchiveError unless what a version or an import keeps could be put back."""
    if isinstance(row, Revision) and "/" in row.kind:
        lists = [row.state.get(name, []) for name in ("order", "on", "hidden")]
        if not all(isinstance(keys, list) for keys in lists):
            raise ArchiveError("an order is no list")
    rows = rows_within(type(row), vars(row))
    for name, values in rows:
        fields = fields_by_name(archived_models()[name])
        known = {column: value for column, value in values.items() if column in fields}
        try:
            for column, value in known.items():
                check_value(fields[column], value, uploads)
            snapshots.build(archived_models()[name], known)
        except ValidationError as error:
            raise ArchiveError(" ".join(error.messages)) from error
