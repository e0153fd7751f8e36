"""Two editors, one row: the second to save sees both texts, and chooses.

The form carries the digest of what it was opened on. Where the row differs by now, saving shows the
form again, as typed, with what stands here beside it. An answer of "theirs" closes that field, or
leaves out those rows; the rest is saved as typed.
"""

import re
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass

from django.contrib.admin.helpers import AdminErrorList
from django.contrib.admin.utils import unquote
from django.core.exceptions import NON_FIELD_ERRORS
from django.db import models
from django.http import QueryDict
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from history import comparison, snapshots
from history.models import Revision, VersionedModel
from history.snapshots import revisions_of
from profiles import access
from profiles.admin.forms import ScopedForm, translated_column, translation_fields
from profiles.identifiers import is_valid_pk
from profiles.versions import RowNames

# Names of the form's own: what it was opened on; the answer for one field; "all of mine".
OPENED_ON = "_opened_on"
ANSWER = "_answer-"
ALL_MINE = "_all_mine"
THEIRS = "theirs"
ROW_CHANGED = (
    gettext_lazy("This was changed while you had it open. Nothing is lost: choose below."),
    gettext_lazy("You saved this in another window meanwhile. Nothing is lost: choose below."),
    gettext_lazy("%(name)s saved this while you had it open. Nothing is lost: choose below."),
)


@dataclass
class Conflict:
    """One field, or the rows of one inline, of which the two say different things."""

    name: str
    label: str
    theirs: str
    mine: str
    # True: only the other changed it.
    is_theirs: bool


# --- What a ModelAdmin asks, in this order --------------------------------------------------------


def note_opened(request, model: type[models.Model], object_id: str | None) -> None:
    """Before a form is made: a save in between is then noticed."""
    pk = unquote(object_id or "")
    if request.method == "GET" and issubclass(model, VersionedModel) and is_valid_pk(pk):
        with suppress(model.DoesNotExist):
            state = snapshots.take(model(pk=int(pk)))
            request.opened_on = snapshots.digest(model, state)


def guard(form: type[ScopedForm], request, row: models.Model) -> None:
    """Makes the form of `row` keep what is left to the other editor, and refuse to be saved where
    the row is not what it was opened on.
    """
    form.kept = _left_to_them(request)
    if _says_what_it_was_opened_on(request, row):
        form.refuse = lambda _form: _refusal(request, row)


def rows_to_save(
    request, data: QueryDict, row: models.Model, model: type[models.Model], prefix: str
) -> QueryDict:
    """`data` with those rows of an inline of `row` that are to be saved: none where they are left
    to the other editor, and as new ones those that were deleted meanwhile.
    """
    if row.pk is None or not _says_what_it_was_opened_on(request, row):
        return data
    if model not in [edited.model for edited in row.get_edited_inlines()]:
        return data
    if prefix in _left_to_them(request):
        return with_rows(data, prefix, [], [])
    rows = model._base_manager.filter(pk__in=sent_ids(data, prefix))
    stored = {str(pk) for pk in rows.values_list("pk", flat=True)}
    initial, added = sent_rows(data, prefix)
    gone = [values for values in initial if values.get("id", [""])[-1] not in stored]
    if not gone:
        return data
    kept = [values for values in initial if values not in gone]
    again = [values | {"id": [""]} for values in gone if "DELETE" not in values]
    return with_rows(data, prefix, kept, again + added)


def fill_context(request, context: dict, row: models.Model | None) -> None:
    """What the page of the form says of it: both texts, where another was faster."""
    context["opened_on"] = getattr(request, "opened_on", "")
    if not getattr(request, "conflicts", False):
        return
    formsets = [inline.formset for inline in context["inline_admin_formsets"]]
    form = context["adminform"].form
    context["conflicts"] = _conflicts(request, form, formsets, row)
    # Said once, above both texts: what is left are mistakes.
    first, *others = form.non_field_errors()
    form.errors.pop(NON_FIELD_ERRORS)
    for other in others:
        form.add_error(None, other)
    context["why"] = first
    context["errors"] = AdminErrorList(form, formsets)
    context["files_again"] = bool(request.FILES)


def texts_of_deleted(request, model: type[models.Model], object_id: str | None) -> dict | None:
    """What was typed into the form of a row that is deleted by now, to be taken along, and where to
    bring the row back: for the template. None where the user knows of no such deletion.
    """
    pk = unquote(object_id or "")
    if not issubclass(model, VersionedModel) or not is_valid_pk(pk):
        return None
    if model._base_manager.filter(pk=pk).exists():
        return None
    gone = Revision.objects.filter(kind=model._meta.label_lower, object_id=int(pk)).first()
    if gone is None or gone.action != Revision.Action.DELETED or gone.researcher is None:
        return None
    if not access.may_publish(request.user, gone.researcher):
        return None
    return {
        "title": _("“%(row)s” was deleted while you had it open") % {"row": gone.name},
        "gone": gone,
        "texts": _sent_texts(request.POST, model),
        "trash_url": reverse("admin:profiles_researcher_trash", args=[gone.researcher_id]),
    }


# --- Another was faster --------------------------------------------------------------------------


def _says_what_it_was_opened_on(request, row):
    """Whatever is sent, of rows without versions there is nothing to compare with."""
    is_sent = request.method == "POST" and OPENED_ON in request.POST
    return is_sent and isinstance(row, VersionedModel)


def _refusal(request, row):
    """The message, where the row is not what the form was opened on; else None."""
    model = type(row)
    list(model._base_manager.select_for_update().filter(pk=row.pk).values_list("pk"))
    state = snapshots.take(row)
    digest = snapshots.digest(model, state)
    request.opened_on, request.stored = digest, state
    if digest == request.POST[OPENED_ON]:
        return None
    request.conflicts = True
    return changed_by(revisions_of(row), digest, request.user)


def _conflicts(request, form, formsets, row):
    """List what was changed meanwhile, compared as people read it."""
    model, names = type(row), RowNames(request.user)
    opened_on = revisions_of(row).filter(digest=request.POST[OPENED_ON]).first()

    def texts(state):
        return {content.name: content.after for content in comparison.contents(model, state, names)}

    stored = texts(request.stored)
    sent_texts = texts(_sent_state(form, formsets))
    unsaid = form.errors.keys() | form.stands_for.keys()  # what is no date, say, is in no state
    for name in unsaid & form.fields.keys():
        value = form[name].value()
        parts = filter(None, value) if isinstance(value, list) else [value or ""]
        sent_texts[_version_name(form, name)] = " ".join(map(str, parts))
    # What stood there when this editor opened it; unknown where no version says so.
    before = texts(opened_on.state) if opened_on else None
    # (name, label, name as versions have it) of changed boxes, then of the rows of inlines.
    sent = [(name, form[name].label, _version_name(form, name)) for name in form.changed_data]
    inlines = {inline.model: inline.name for inline in model.get_edited_inlines()}
    for formset in formsets:
        if formset.model in inlines and formset.has_changed():
            label = capfirst(str(formset.model._meta.verbose_name_plural))
            sent.append((formset.prefix, label, inlines[formset.model]))
    conflicts = []
    for name, label, key in sent:
        if before is None or before.get(key) != stored.get(key):
            is_theirs = before is not None and sent_texts.get(key) == before.get(key)
            pair = stored.get(key, ""), sent_texts.get(key, "")
            conflicts.append(Conflict(name, label, *pair, is_theirs=is_theirs))
    return conflicts


def changed_by(versions, digest: str, user, texts: tuple[str, str, str] = ROW_CHANGED) -> str:
    """Tells `user` who saved what has these versions, and stands as `digest` now, meanwhile.

    `texts`: where that is not known, where it was `user`, and where it was another.
    """
    last = versions.filter(digest=digest).select_related("user").first()
    if last is None or last.user is None:
        return texts[0]
    return texts[1] if last.user == user else texts[2] % {"name": last.user.get_username()}


def _left_to_them(request):
    """The names of what stays as the other saved it; none where all of mine is to be saved."""
    answers = {} if ALL_MINE in request.POST else request.POST
    return [
        name.removeprefix(ANSWER)
        for name, value in answers.items()
        if name.startswith(ANSWER) and value == THEIRS
    ]


# --- What was sent -------------------------------------------------------------------------------


def _version_name(form, name):
    if pair := translated_column(form._meta.model, name):
        return "@".join(reversed(pair))
    return form.stands_for.get(name, name)


def _sent_state(form, formsets):
    """The row and its inlines as this editor would have them, as a version would say it."""
    fields = snapshots.values_of(form.instance)
    for field in form.instance._meta.many_to_many:
        rows = form.cleaned_data.get(field.name, ())
        fields[field.name] = sorted(row.pk for row in rows)
    rows = {
        formset.model._meta.label_lower: [
            snapshots.values_of(row.instance)
            for row in formset.forms
            if row in formset.initial_forms or row.has_changed()
            if not formset._should_delete_form(row)
        ]
        for formset in formsets
    }
    return {"fields": fields, "rows": rows}


def sent_ids(data: QueryDict, prefix: str) -> list[str]:
    """The keys of rows that the form was opened with."""
    initial, _added = sent_rows(data, prefix)
    return [pk for row in initial if is_valid_pk(pk := row.get("id", [""])[-1])]


def sent_rows(data: QueryDict, prefix: str) -> tuple[list[dict], list[dict]]:
    """What was sent of the rows of an inline, of those that were there and of new ones: name in
    the row -> values.
    """
    rows = defaultdict(dict)
    pattern = re.compile(rf"{re.escape(prefix)}-([0-9]{{1,4}})-(.+)", re.DOTALL)
    for key in data:
        if match := pattern.fullmatch(key):
            rows[int(match[1])][match[2]] = data.getlist(key)
    counts = (data.get(f"{prefix}-{name}_FORMS", "") for name in ("INITIAL", "TOTAL"))
    initial, total = (int(text) if re.fullmatch("[0-9]{1,4}", text) else 0 for text in counts)
    numbers = [number for number in sorted(rows) if number < total]
    return (
        [rows[number] for number in numbers if number < initial],
        [rows[number] for number in numbers if number >= initial],
    )


def with_rows(data: QueryDict, prefix: str, initial: list[dict], added: list[dict]) -> QueryDict:
    """`data` as if these rows of the inline had been sent, and no other."""
    sent = QueryDict(mutable=True)
    for key in data:
        if not re.match(rf"{re.escape(prefix)}-[0-9]+-", key):
            sent.setlist(key, data.getlist(key))
    for number, row in enumerate([*initial, *added]):
        for name, values in row.items():
            sent.setlist(f"{prefix}-{number}-{name}", values)
    sent[f"{prefix}-INITIAL_FORMS"] = str(len(initial))
    sent[f"{prefix}-TOTAL_FORMS"] = str(len(initial) + len(added))
    return sent


def _sent_texts(data: QueryDict, model: type[models.Model]) -> list[tuple[str, str]]:
    """(label, what was typed) of the columns of `model`, translations among them."""
    columns = {f.name: capfirst(str(f.verbose_name)) for f in model._meta.fields if f.editable}
    for name in translation_fields(model):
        language, column = translated_column(model, name)
        columns[name] = f"{columns.get(column, column)} ({language})"
    pairs = [(label, data.get(name, "")) for name, label in columns.items()]
    return [(label, text) for label, text in pairs if text.strip()]
