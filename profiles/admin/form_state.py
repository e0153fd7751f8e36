"""What a form that was sent says, beside what stands in a version: in words, or as values."""

from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.forms import Field
from django.forms.models import BaseInlineFormSet, ModelChoiceField
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from profiles.admin.forms import translated_column, translation_fields
from profiles.dates import PartialDate
from profiles.identifiers import is_valid_pk

# --- One field -----------------------------------------------------------------------------------


def in_state(form, name: str, state: dict):
    """What a version has in the column of this box."""
    fields = state["fields"]
    if pair := translated_column(form._meta.model, name):
        language, column = pair
        return (fields.get("translations") or {}).get(language, {}).get(column, "")
    return fields.get(name)


def from_state(form, name: str, state: dict):
    """The same as a form field takes it for its initial value."""
    value = in_state(form, name, state)
    if translated_column(form._meta.model, name):
        return value
    return _initial(form._meta.model, name, value, state["fields"])


def _initial(model, name, value, values):
    try:
        column = model._meta.get_field(name)
    except FieldDoesNotExist:
        return value
    if column.is_relation:
        return value
    value = column.to_python(value)
    text = values.get(getattr(column, "text_field", ""), "")
    return value.with_text(text) if text and isinstance(value, PartialDate) else value


def in_words(field: Field, value) -> str:
    """What stands in a box, as a person reads it."""
    if value in (None, "", [], False):
        return _("no") if value is False else ""
    if isinstance(field, ModelChoiceField):
        values = value if isinstance(value, list | tuple | models.QuerySet) else [value]
        keys = [str(getattr(one, "pk", one)) for one in values]
        rows = field.queryset.filter(pk__in=filter(is_valid_pk, keys))
        return ", ".join(map(str, rows))
    if choices := dict(getattr(field, "choices", ())):
        return str(choices.get(value, value))
    if value is True:
        return _("yes")
    if hasattr(field.widget, "decompress"):
        return _in_parts(field.widget, value)
    value = field.prepare_value(value)
    return str(value).replace("\r\n", "\n").strip()


def _in_parts(widget, value):
    parts = value if isinstance(value, list) else widget.decompress(value)
    parts = widget.display(parts) if hasattr(widget, "display") else parts
    return " ".join(str(part) for part in parts if part)


# --- The rows of an inline -----------------------------------------------------------------------


def rows_in_words(formset: BaseInlineFormSet) -> str:
    """A line for each row that is to stay."""
    kept = [form for form in formset.forms if not _goes(formset, form)]
    return "\n".join(filter(None, map(_line, kept)))


def _goes(formset, form):
    empty = form not in formset.initial_forms and not form.has_changed()
    return empty or formset._should_delete_form(form)


def _line(form):
    texts = []
    for box in form.visible_fields():
        if box.name in ("DELETE", "position"):
            continue
        value = box.value()
        usual = value == box.field.initial and not isinstance(value, str)
        if value is True:
            texts.append(str(box.label))
        elif value is not False and not usual:
            texts.append(in_words(box.field, value))
    return " · ".join(filter(None, texts))


def rows_changed(formset: BaseInlineFormSet, then: list[dict]) -> bool:
    """Whether this editor changed any of the rows that stood there `then`."""
    rows = {row["id"]: row for row in then}
    if formset.deleted_forms or any(form.has_changed() for form in formset.extra_forms):
        return True
    return any(
        _row_changed(form, rows[form.instance.pk])
        for form in formset.initial_forms
        if form.instance.pk in rows
    )


def _row_changed(form, row):
    model = form._meta.model
    own = [box for box in form.visible_fields() if box.name in row]
    return any(
        box.field.has_changed(_initial(model, box.name, row[box.name], row), box.data)
        for box in own
        if not box.field.disabled
    )


# --- What was sent -------------------------------------------------------------------------------


def ids(data: QueryDict, prefix: str) -> list[str]:
    """The keys of rows that the form was opened with."""
    keys = (data.get(f"{prefix}-{number}-id", "") for number in range(_initial_forms(data, prefix)))
    return [pk for pk in keys if is_valid_pk(pk)]


def without_rows(data: QueryDict, prefix: str) -> QueryDict:
    """As if no row had been sent: none is saved, none deleted."""
    return _counted(data, prefix, 0, 0)


def with_rows_added_again(data: QueryDict, prefix: str, here: set[str]) -> QueryDict:
    """Rows that were deleted meanwhile become new ones, with what was typed in them."""
    count, total = _initial_forms(data, prefix), _number(data, f"{prefix}-TOTAL_FORMS")
    lost = [n for n in range(count) if data.get(f"{prefix}-{n}-id") not in here]
    if not lost:
        return data
    kept = [n for n in range(count) if n not in lost]
    again = [n for n in lost if not data.get(f"{prefix}-{n}-DELETE")]
    order = [*kept, *again, *range(count, total)]
    made = _counted(data, prefix, len(order), len(kept))
    for key in [key for key in made if key.startswith(f"{prefix}-") and key.count("-") > 1]:
        if key.removeprefix(f"{prefix}-").partition("-")[0].isdigit():
            del made[key]
    for place, number in enumerate(order):
        _copy(data, made, f"{prefix}-{number}-", f"{prefix}-{place}-", number in lost)
    return made


def _copy(data, made, source, target, is_new):
    for key in data:
        if key.startswith(source):
            made.setlist(target + key.removeprefix(source), data.getlist(key))
    if is_new:
        made[f"{target}id"] = ""


def _counted(data, prefix, total, initial):
    made = data.copy()
    made[f"{prefix}-TOTAL_FORMS"], made[f"{prefix}-INITIAL_FORMS"] = str(total), str(initial)
    return made


def _initial_forms(data, prefix):
    total = _number(data, f"{prefix}-TOTAL_FORMS")
    return min(_number(data, f"{prefix}-INITIAL_FORMS"), total)


def _number(data, name):
    text = data.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0


def texts(data: QueryDict, model: type[models.Model]) -> list[tuple[str, str]]:
    """(label, what was typed) of the columns of `model`, translations among them."""
    columns = {f.name: capfirst(str(f.verbose_name)) for f in model._meta.fields if f.editable}
    for name in translation_fields(model):
        language, column = translated_column(model, name)
        columns[name] = f"{columns.get(column, column)} ({language})"
    texts = [(label, data.get(name, "")) for name, label in columns.items()]
    return [(label, text) for label, text in texts if text.strip()]
