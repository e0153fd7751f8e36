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
from django.http import Http404, QueryDict
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from history import comparison, snapshots
from history.models import Revision, VersionedModel
from history.recording import revisions_of
from profiles import access
from profiles.admin.forms import translated_column, translation_fields
from profiles.identifiers import is_valid_pk
from profiles.versions import RowNames

# Names of the form's own: what it was opened on; the answer for one field; "all of mine".
OPENED_ON = "_opened_on"
ANSWER = "_answer-"
ALL_MINE = "_all_mine"
THEIRS = "theirs"


@dataclass
class Conflict:
    """One field, or the rows of one inline, of which the two say different things."""

    name: str
    label: str
    theirs: str
    mine: str
    # True: only the other changed it.
    is_theirs: bool


class EditConflictMixin:
    """For a ModelAdmin whose forms are ScopedForms."""

    def changeform_view(self, request, object_id=None, form_url="", extra_context=None):
        versioned = issubclass(self.model, VersionedModel)
        if not versioned or object_id is None or not is_valid_pk(unquote(object_id)):
            return super().changeform_view(request, object_id, form_url, extra_context)
        pk = int(unquote(object_id))
        if request.method == "POST":
            try:
                return super().changeform_view(request, object_id, form_url, extra_context)
            except Http404:  # asked only now: it may go at any moment before
                if gone := self._deletion(request, pk):
                    return self._show_texts_of(request, gone)
                raise
        if request.method == "GET":
            # Before the form is made: a save in between is then noticed.
            with suppress(self.model.DoesNotExist):
                state = snapshots.take(self.model(pk=pk))
                request.opened_on = snapshots.digest(self.model, state)
        return super().changeform_view(request, object_id, form_url, extra_context)

    # --- Another was faster ---------------------------------------------------------------------

    def _says_what_it_was_opened_on(self, request):
        """Whatever is sent, of rows without versions there is nothing to compare with."""
        is_versioned = issubclass(self.model, VersionedModel)
        return is_versioned and request.method == "POST" and OPENED_ON in request.POST

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change, **kwargs)
        form.kept = _left_to_them(request) if change else ()
        form.refuse = None
        if change and self._says_what_it_was_opened_on(request):
            form.refuse = lambda _form: self._refusal(request, obj)
        return form

    def _refusal(self, request, obj):
        """The message, where the row is not what the form was opened on; else None."""
        list(self.model._base_manager.select_for_update().filter(pk=obj.pk).values_list("pk"))
        state = snapshots.take(obj)
        digest = snapshots.digest(self.model, state)
        request.opened_on, request.stored = digest, state
        if digest == request.POST[OPENED_ON]:
            return None
        request.conflicts = True
        return changed_by(obj, digest, request.user)

    def get_formset_kwargs(self, request, obj, inline, prefix):
        kwargs = super().get_formset_kwargs(request, obj, inline, prefix)
        if not (obj.pk and self._says_what_it_was_opened_on(request)):
            return kwargs
        data, model = kwargs["data"], inline.model
        if model in [edited.model for edited in self.model.get_edited_inlines()]:
            if prefix in _left_to_them(request):
                return kwargs | {"data": with_rows(data, prefix, [], [])}
            rows = model._base_manager.filter(pk__in=sent_ids(data, prefix))
            here = {str(pk) for pk in rows.values_list("pk", flat=True)}
            initial, added = sent_rows(data, prefix)
            gone = [row for row in initial if row.get("id", [""])[-1] not in here]
            if gone:  # what was deleted meanwhile becomes a new row, with what was typed in it
                kept = [row for row in initial if row not in gone]
                again = [row | {"id": [""]} for row in gone if "DELETE" not in row]
                kwargs["data"] = with_rows(data, prefix, kept, again + added)
        return kwargs

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        context["opened_on"] = getattr(request, "opened_on", "")
        if getattr(request, "conflicts", False):
            formsets = [inline.formset for inline in context["inline_admin_formsets"]]
            form = context["adminform"].form
            context["conflicts"] = self._conflicts(request, form, formsets, obj)
            # Said once, above both texts: what is left are mistakes.
            first, *others = form.non_field_errors()
            form.errors.pop(NON_FIELD_ERRORS)
            for other in others:
                form.add_error(None, other)
            context["why"] = first
            context["errors"] = AdminErrorList(form, formsets)
            context["files_again"] = bool(request.FILES)
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def _conflicts(self, request, form, formsets, obj):
        """All is compared as it reads."""
        opened_on = revisions_of(obj).filter(digest=request.POST[OPENED_ON]).first()
        names = RowNames(request.user)

        def texts(state):
            return {each.name: each.after for each in comparison.contents(self.model, state, names)}

        theirs = texts(request.stored)
        mine = texts(_sent_state(form, formsets))
        for name in form.errors.keys() & form.fields.keys():  # what is no date, say, is in no state
            value = form[name].value()
            parts = filter(None, value) if isinstance(value, list) else [value or ""]
            mine[_version_name(form, name)] = " ".join(map(str, parts))
        # What stood there when this editor opened it; unknown where no version says so.
        before = texts(opened_on.state) if opened_on else None
        # (name, label, name as versions have it) of changed boxes, then of the rows of inlines.
        sent = [(name, form[name].label, _version_name(form, name)) for name in form.changed_data]
        inlines = {inline.model: inline.name for inline in self.model.get_edited_inlines()}
        for formset in formsets:
            if formset.model in inlines and formset.has_changed():
                label = capfirst(str(formset.model._meta.verbose_name_plural))
                sent.append((formset.prefix, label, inlines[formset.model]))
        conflicts = []
        for name, label, key in sent:
            if before is None or before.get(key) != theirs.get(key):
                is_theirs = before is not None and mine.get(key) == before.get(key)
                pair = theirs.get(key, ""), mine.get(key, "")
                conflicts.append(Conflict(name, label, *pair, is_theirs=is_theirs))
        return conflicts

    # --- The row is gone ------------------------------------------------------------------------

    def _show_texts_of(self, request, gone):
        """What was typed, to be taken along, and where to bring the row back."""
        context = {
            "title": _("“%(row)s” was deleted while you had it open") % {"row": gone.name},
            "gone": gone,
            "texts": _sent_texts(request.POST, self.model),
            "trash_url": reverse("admin:profiles_researcher_trash", args=[gone.researcher_id]),
        }
        return self.render_page(request, "admin/history/gone.html", context, status=409)

    def _deletion(self, request, pk):
        """Its last version, where somebody deleted it from a record that one may edit."""
        if self.model._base_manager.filter(pk=pk).exists():
            return None
        last = Revision.objects.filter(kind=self.opts.label_lower, object_id=pk).first()
        is_own = last and last.researcher and access.may_publish(request.user, last.researcher)
        return last if is_own and last.action == Revision.Action.DELETED else None


def changed_by(row: models.Model, digest: str, user) -> str:
    """Tells `user` who saved `row`, which stands as `digest` now, while it was open in a form."""
    last = revisions_of(row).filter(digest=digest).select_related("user").first()
    if last is None or last.user is None:
        return _("This was changed while you had it open. Nothing is lost: choose below.")
    if last.user == user:
        return _("You saved this in another window meanwhile. Nothing is lost: choose below.")
    text = _("%(name)s saved this while you had it open. Nothing is lost: choose below.")
    return text % {"name": last.user.get_username()}


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
    return name


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
