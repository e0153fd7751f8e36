"""Versions as far as a user may read them and bring them back: onto a row, or a deleted one."""

from collections.abc import Collection
from contextlib import contextmanager

from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from history import comparison, snapshots
from history.comparison import Difference
from history.models import InlineRows, Revision, VersionedModel, get_versioned_model
from history.snapshots import save_baseline, save_revision
from profiles import access
from profiles.signals import undeleted

# What a version never decides about a row that is there: that is done by publishing it, and by
# putting the list in order, whose versions are its own.
STATE = "published_at"
LEFT_ALONE = {STATE, "position"}


class RestoreError(Exception):
    """A version could not be restored; nothing was changed, and the text says why."""


class RowNames:
    """What rows that a version points at are called, as far as `user` may know them; else ""."""

    def __init__(self, user):
        self.user, self.known = user, {}

    def __call__(self, model: type[models.Model], pk: int) -> str:
        if (model, pk) not in self.known:
            rows = access.pickable(model._base_manager.filter(pk=pk), self.user)
            self.known[model, pk] = str(rows.first() or "")
        return self.known[model, pk]


def preview(revision: Revision, row: VersionedModel, user) -> list[Difference]:
    """What `restore` would do to `row`: now, and then."""
    now = snapshots.take(row)
    result = comparison.differences(type(row), now, revision.state, RowNames(user))
    return [difference for difference in result if difference.name not in LEFT_ALONE]


def restore(revision: Revision, row: VersionedModel, chosen: Collection[str], user) -> list[str]:
    """Sets what is `chosen` (names of differences); a new version says so. Returns warnings.

    A colleague's link to a paper, and each one's choices, stay as they are. Raises RestoreError.
    """
    if not chosen:
        raise RestoreError(_("Nothing was ticked, so nothing was changed."))
    fields, warnings = revision.state["fields"], []
    with _all_or_nothing(_("It does not fit what is here now, so nothing was changed.")):
        save_baseline(row)
        _set_columns(row, fields, chosen, user, warnings)
        row.full_clean(exclude=[f.name for f in row._meta.fields if f.name not in chosen])
        row.save()
        for inline in row.get_edited_inlines():
            if inline.name in chosen:
                rows = revision.state["rows"].get(inline.name, ())
                _set_rows(inline, row, rows, user, warnings)
        save_revision(row, user, Revision.Action.RESTORED)
    return warnings


@contextmanager
def _all_or_nothing(reason):
    """In one transaction. Raises RestoreError, with `reason` where a constraint refuses a row."""
    try:
        with transaction.atomic():
            yield
    except ValidationError as error:
        raise RestoreError(" ".join(error.messages)) from error
    except IntegrityError as error:
        raise RestoreError(reason) from error


# --- Columns --------------------------------------------------------------------------------------


def _set_columns(row, values, chosen, user, warnings):
    for field in comparison.compared_fields(type(row)):
        if field.name not in chosen or field.name not in values or field.name in LEFT_ALONE:
            continue
        value = values[field.name]
        if field.many_to_many:
            known = access.pickable(field.related_model._base_manager.all(), user)
            getattr(row, field.name).set(known.filter(pk__in=value))
        elif _is_here(field, value, user, warnings):
            _set(row, field, values)
    translations = values.get("translations", {})
    for name in chosen:
        column, at, code = name.partition("@")
        if at and column in getattr(row, "translatable", ()):
            text = translations.get(code, {}).get(column, "")
            texts = row.translations.get(code, {}) | {column: text}
            texts = {key: text for key, text in texts.items() if text}
            others = {key: value for key, value in row.translations.items() if key != code}
            row.translations = others | ({code: texts} if texts else {})


def _set(row, field, values):
    """With the text as typed, which has its own column."""
    setattr(row, field.attname, field.to_python(values[field.name]))
    if text := getattr(field, "text_field", ""):
        setattr(row, text, values.get(text, ""))


def _is_here(field, value, user, warnings):
    """A file that is gone, or a row that is gone or not theirs to refer to, is not brought back."""
    if isinstance(field, models.FileField) and value and not field.storage.exists(value):
        warnings.append(
            _("%(name)s: the file is not kept any more.") % {"name": field.verbose_name}
        )
        return False
    if field.is_relation and value is not None:
        rows = field.related_model._base_manager.filter(pk=value)
        return (access.pickable(rows, user) if user else rows).exists()
    return True


# --- Rows -----------------------------------------------------------------------------------------


def _set_rows(inline: InlineRows, parent, wanted, user, warnings):
    hidden = inline.private | {inline.parent, STATE}
    columns = [f for f in comparison.compared_fields(inline.model) if f.name not in hidden]
    rows = inline.model._base_manager.filter(**{inline.parent: parent})
    stored = {row.pk: row for row in rows}
    publishing = set(access.publishing_records_of(user).values_list("pk", flat=True))
    for pk in stored.keys() - {values["id"] for values in wanted}:
        linked = getattr(stored[pk], "researcher_id", None)
        if linked is not None and inline.parent != "researcher" and linked not in publishing:
            continue  # only a colleague takes their name off a paper
        stored[pk].delete()
    gone = {values["id"] for values in wanted} - stored.keys()
    # After a merge it may hang on another's row, and stays there: here a copy comes back.
    taken = set(inline.model._base_manager.filter(pk__in=gone).values_list("pk", flat=True))
    for values in wanted:
        pk = values["id"]
        row = stored.get(pk) or inline.model(pk=None if pk in taken else pk)
        setattr(row, inline.parent, parent)
        if row.pk not in stored and hasattr(row, STATE):
            # Public only by the hand of one who may publish.
            moment = values.get(STATE) if access.can_publish(parent, user) else None
            row.published_at = row._meta.get_field(STATE).to_python(moment)
        if all(_set_if_here(row, field, values, user, warnings) for field in columns):
            if hasattr(row, "translations"):
                row.translations = values.get("translations") or {}
            row.save()


def _set_if_here(row, field, values, user, warnings):
    """False where the row points at what is not there any more, and cannot stand without."""
    if field.name not in values:
        return True
    if _is_here(field, values[field.name], user, warnings):
        _set(row, field, values)
        return True
    return field.null or not field.is_relation


# --- What was deleted -----------------------------------------------------------------------------


def undelete(revision: Revision, user) -> tuple[VersionedModel, list[str]]:
    """The row as it was when it was deleted, with the key it had; and warnings.

    Raises RestoreError where it is there again, or something else has taken its place.
    """
    model, warnings = get_versioned_model(revision.kind), []
    if model._base_manager.filter(pk=revision.object_id).exists():
        raise RestoreError(_("It is back already."))
    row = _build(model, revision.state["fields"], warnings)
    with _all_or_nothing(_("Something else is in its place now.")):
        warnings += row.prepare_undelete()
        row.validate_unique()
        row.validate_constraints()
        _insert(row)
        row = model._base_manager.get(pk=row.pk)
        for field in model._meta.many_to_many:
            pks = revision.state["fields"].get(field.name, ())
            getattr(row, field.name).set(field.related_model._base_manager.filter(pk__in=pks))
        for inline in row.get_inlines():
            for values in revision.state["rows"].get(inline.name, ()):
                try:
                    with transaction.atomic():
                        _insert(_build(inline.model, values, warnings))
                except (RestoreError, IntegrityError):
                    text = _("%(row)s: not restored, its place is taken.")
                    warnings.append(text % {"row": inline.model._meta.verbose_name})
        for _receiver, messages in undeleted.send(model, row=row, user=user):
            warnings += messages
        save_revision(row, user, Revision.Action.RESTORED)
    return row, warnings


def _build(model, values, warnings):
    kept = {}
    for field in model._meta.concrete_fields:
        if field.name not in values:
            continue
        if _is_here(field, values[field.name], None, warnings):
            kept[field.name] = values[field.name]
        elif field.is_relation and not field.null:
            raise RestoreError(_("What it belonged to is gone."))
    return snapshots.build(model, kept)


def _insert(row):
    """As it was, "when it was made" included; but changed now, so that readers come again."""
    if hasattr(row, "updated_at"):
        row.updated_at = timezone.now()
    row.save_base(raw=True, force_insert=True)
