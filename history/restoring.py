"""Bringing a version back: onto the row that is there, or a row that was deleted."""

from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from history import comparison, recording, snapshots
from history.comparison import Difference
from history.field_display import Names
from history.models import Revision
from history.versioned import FIXED, Kind, Rows, kind_named
from profiles import access


class Refused(Exception):  # noqa: N818 - says what becomes of the wish
    """Nothing was changed; the text says why."""


# What a version never decides about a row that is there: that is done by publishing it, and by
# putting the list in order, whose versions are its own.
STATE = "published_at"
LEFT_ALONE = {STATE, "position"}


def preview(revision: Revision, row: models.Model, user) -> list[Difference]:
    """What `restore` would do to `row`: now, and then."""
    kind = kind_named(revision.kind)
    now = snapshots.take(kind, row.pk)
    found = comparison.differences(kind, now, revision.state, Names(user))
    return [difference for difference in found if difference.name not in LEFT_ALONE]


def restore(revision: Revision, row: models.Model, chosen: Collection[str], user) -> list[str]:
    """Sets what is `chosen` (names of differences); a new version says so. Returns what to tell.

    A colleague's link to a paper, and each one's choices, stay as they are. Raises Refused.
    """
    kind, told = kind_named(revision.kind), []
    if not chosen:
        raise Refused(_("Nothing was ticked, so nothing was changed."))
    try:
        with transaction.atomic():
            recording.remember(row)
            _set_columns(row, revision.state["fields"], chosen, user, told)
            _set_translations(row, revision.state["fields"], chosen)
            row.full_clean(exclude=_unchosen(row, chosen))
            row.save()
            for rows in kind.edited():
                if rows.name in chosen:
                    _set_rows(rows, row, revision.state["rows"].get(rows.name, ()), user, told)
            recording.record(row, user, Revision.Action.RESTORED)
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from error
    except IntegrityError as error:
        raise Refused(_("It does not fit what stands here now, so nothing was changed.")) from error
    return told


def _unchosen(row, chosen):
    return [f.name for f in row._meta.fields if f.name not in chosen]


# --- Columns --------------------------------------------------------------------------------------


def _set_columns(row, values, chosen, user, told):
    for field in comparison.columns(type(row)):
        if field.name not in chosen or field.name not in values or field.name in LEFT_ALONE:
            continue
        value = values[field.name]
        if field.many_to_many:
            known = access.pickable(field.related_model._base_manager.all(), user)
            getattr(row, field.name).set(known.filter(pk__in=value))
        elif _is_here(field, value, user, told):
            _set(row, field, values)


def _set(row, field, values):
    """With the text as typed, which has its own column."""
    setattr(row, field.attname, field.to_python(values[field.name]))
    if text := getattr(field, "text_field", ""):
        setattr(row, text, values.get(text, ""))


def _is_here(field, value, user, told):
    """A file that is gone, or a row that is gone or not theirs to refer to, is not brought back."""
    if isinstance(field, models.FileField) and value and not field.storage.exists(value):
        told.append(_("%(name)s: the file is not kept any more.") % {"name": field.verbose_name})
        return False
    if field.is_relation and value is not None:
        rows = field.related_model._base_manager.filter(pk=value)
        return (access.pickable(rows, user) if user else rows).exists()
    return True


def _set_translations(row, values, chosen):
    for name in chosen:
        column, at, code = name.partition("@")
        if at and column in getattr(row, "translatable", ()):
            texts = dict(row.translations.get(code, {}))
            texts[column] = values.get("translations", {}).get(code, {}).get(column, "")
            texts = {key: text for key, text in texts.items() if text}
            row.translations = {**row.translations, code: texts}
            row.translations = {key: texts for key, texts in row.translations.items() if texts}


# --- Rows -----------------------------------------------------------------------------------------


def _set_rows(rows: Rows, parent, wanted, user, told):
    here = {row.pk: row for row in snapshots.stored(rows, parent.pk)}
    for pk in here.keys() - {values["id"] for values in wanted}:
        if not _is_a_colleagues(here[pk], rows, user):
            here[pk].delete()
    for values in wanted:
        row = here.get(values["id"]) or _new(rows, parent, values, user)
        setattr(row, rows.parent, parent)
        if all(_fits(row, field, values, user, told) for field in _columns(rows)):
            if hasattr(row, "translations"):
                row.translations = values.get("translations") or {}
            row.save()


def _new(rows, parent, values, user):
    """Public only by the hand of one who may publish."""
    row = rows.model(pk=values["id"])
    if hasattr(row, STATE):
        moment = values.get(STATE) if access.can_publish(parent, user) else None
        row.published_at = row._meta.get_field(STATE).to_python(moment)
    return row


def _fits(row, field, values, user, told):
    """False where the row points at what is not there any more, and cannot stand without."""
    if field.name not in values:
        return True
    if _is_here(field, values[field.name], user, told):
        _set(row, field, values)
        return True
    return field.null or not field.is_relation


def _columns(rows):
    hidden = FIXED | rows.private | {rows.parent, STATE}
    return [field for field in comparison.columns(rows.model) if field.name not in hidden]


def _is_a_colleagues(row, rows, user):
    """Only they take their name off a paper."""
    linked = getattr(row, "researcher_id", None)
    if linked is None or rows.parent == "researcher":
        return False
    return not access.publishing_records_of(user).filter(pk=linked).exists()


# --- What was deleted -----------------------------------------------------------------------------


def bring_back(revision: Revision, user) -> tuple[models.Model, list[str]]:
    """The row as it was when it was deleted, with the key it had; and what to tell.

    Raises Refused where it is there again, or something else has taken its place.
    """
    kind, told = kind_named(revision.kind), []
    if kind.model._base_manager.filter(pk=revision.object_id).exists():
        raise Refused(_("It is back already."))
    row = _made(kind.model, revision.state["fields"], told)
    try:
        with transaction.atomic():
            told += kind.readdress(row)
            row.validate_unique()
            row.validate_constraints()
            _insert(row)
            _bring_rows(kind, revision, told)
            told += kind.settle(row, user)
            recording.record(row, user, Revision.Action.RESTORED)
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from error
    except IntegrityError as error:
        raise Refused(_("Something that stands here now has taken its place.")) from error
    return row, told


def _made(model, values, told):
    row = model()
    for field in model._meta.concrete_fields:
        if field.name not in values:
            continue
        if _is_here(field, values[field.name], None, told):
            setattr(row, field.attname, field.to_python(values[field.name]))
        elif field.is_relation and not field.null:
            raise Refused(_("What it belonged to is gone."))
    for field in model._meta.concrete_fields:
        if text := getattr(field, "text_field", ""):
            setattr(row, text, values.get(text, ""))
    return row


def _insert(row):
    """As it was, "when it was made" included; but changed now, so that readers come again."""
    row.save_base(raw=True, force_insert=True)
    if any(field.name == "updated_at" for field in row._meta.fields):
        type(row)._base_manager.filter(pk=row.pk).update(updated_at=timezone.now())
        row.refresh_from_db()


def _bring_rows(kind: Kind, revision, told):
    row = kind.model._base_manager.get(pk=revision.object_id)
    for field in row._meta.many_to_many:
        pks = revision.state["fields"].get(field.name, ())
        getattr(row, field.name).set(field.related_model._base_manager.filter(pk__in=pks))
    for rows in kind.rows:
        for values in revision.state["rows"].get(rows.name, ()):
            try:
                with transaction.atomic():
                    _insert(_made(rows.model, values, told))
            except (Refused, IntegrityError):
                told.append(
                    _("%(row)s: not brought back, its place is taken.")
                    % {"row": rows.model._meta.verbose_name}
                )
