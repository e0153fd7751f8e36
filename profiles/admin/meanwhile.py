"""Two editors, one row: the second to save is told, sees both texts, and chooses.

The form carries the digest of what it was opened on. Where the row differs by now, saving shows the
form again, as typed, with what stands here beside it. An answer of "theirs" closes that field, or
leaves out those rows; the rest is saved as typed.
"""

from dataclasses import dataclass

from django.contrib.admin.utils import unquote
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from history import comparison, recording, snapshots, versioned
from history.field_display import Names
from history.models import Revision
from profiles import access
from profiles.admin import typed

# Names of the form's own: what it was opened on; the answer for one field; "all of mine".
OPENED_ON = "_opened_on"
ANSWER = "_answer-"
ALL_MINE = "_all_mine"
THEIRS = "theirs"


@dataclass
class Clash:
    """One field, or the rows of one inline, of which the two say different things."""

    name: str
    label: str
    theirs: str
    mine: str
    # True: only the other changed it.
    is_theirs: bool


class MeanwhileMixin:
    """For a ModelAdmin whose forms are RecordForms."""

    def changeform_view(self, request, object_id=None, form_url="", extra_context=None):
        kind = versioned.kind_of(self.model)
        if kind is None or object_id is None or not self._is_id(unquote(object_id)):
            return super().changeform_view(request, object_id, form_url, extra_context)
        pk = int(unquote(object_id))
        if request.method == "POST" and (gone := self._gone(request, kind, pk)):
            return self._tell_gone(request, gone)
        if request.method == "GET":
            # Before the form is made: a save in between is then noticed.
            request.opened_on = self._digest(kind, pk)
        return super().changeform_view(request, object_id, form_url, extra_context)

    def _digest(self, kind, pk):
        try:
            return snapshots.digest(kind, snapshots.take(kind, pk))
        except self.model.DoesNotExist:
            return ""

    # --- Another was faster ---------------------------------------------------------------------

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change, **kwargs)
        form.kept = _answered(request, THEIRS) if change else ()
        form.refuse = None
        if request.method == "POST" and change and OPENED_ON in request.POST:
            form.refuse = lambda _form: self._refusal(request, obj)
        return form

    def _refusal(self, request, obj):
        """The message, where the row is not what the form was opened on; else None."""
        list(self.model._base_manager.select_for_update().filter(pk=obj.pk).values_list("pk"))
        state, digest = recording.seen(obj)
        request.opened_on, request.stored = digest, state
        if digest == request.POST[OPENED_ON]:
            return None
        request.clashes = True
        last = recording.revisions_of(obj).filter(digest=digest).select_related("user").first()
        if last is None or last.user is None:
            return _("This was changed while you had it open. Nothing is lost: choose below.")
        text = _("%(name)s saved this while you had it open. Nothing is lost: choose below.")
        return text % {"name": last.user.get_username()}

    def get_formset_kwargs(self, request, obj, inline, prefix):
        kwargs = super().get_formset_kwargs(request, obj, inline, prefix)
        if request.method == "POST" and obj.pk and OPENED_ON in request.POST:
            kwargs["data"] = self._settled(request, kwargs["data"], inline.model, prefix)
        return kwargs

    def _settled(self, request, data, model, prefix):
        """What was sent, without rows that are left to the other; deleted ones are new ones."""
        if model not in [rows.model for rows in versioned.kind_of(self.model).edited()]:
            return data
        if prefix in _answered(request, THEIRS):
            return typed.without_rows(data, prefix)
        rows = model._base_manager.filter(pk__in=typed.ids(data, prefix))
        here = {str(pk) for pk in rows.values_list("pk", flat=True)}
        return typed.with_rows_added_again(data, prefix, here)

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        context["opened_on"] = getattr(request, "opened_on", "")
        if getattr(request, "clashes", False):
            formsets = [inline.formset for inline in context["inline_admin_formsets"]]
            form = context["adminform"].form
            context["clashes"] = self._clashes(request, form, formsets, obj)
            context["why"] = form.non_field_errors()[0]
            context["files_again"] = bool(request.FILES)
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def _clashes(self, request, form, formsets, obj):
        kind = versioned.kind_of(self.model)
        versions = recording.revisions_of(obj).filter(digest=request.POST[OPENED_ON])
        base = getattr(versions.first(), "state", None)
        found = [
            *(_of_field(form, name, base, request.stored) for name in form.changed_data),
            *(_of_rows(kind, formset, base, request) for formset in formsets),
        ]
        return [clash for clash in found if clash]

    # --- The row is gone ------------------------------------------------------------------------

    def _gone(self, request, kind, pk):
        """Its last version, where somebody deleted it from a record that one may edit."""
        if self.model._base_manager.filter(pk=pk).exists():
            return None
        last = Revision.objects.filter(kind=kind.name, object_id=pk).first()
        is_own = last and last.researcher and access.may_publish(request.user, last.researcher)
        return last if is_own and last.action == Revision.Action.DELETED else None

    def _tell_gone(self, request, gone):
        context = self.admin_site.each_context(request) | {
            "title": _("“%(row)s” was deleted while you had it open") % {"row": gone.name},
            "opts": self.opts,
            "gone": gone,
            "texts": typed.texts(request.POST, self.model),
            "deleted_address": reverse(
                "admin:profiles_researcher_deleted", args=[gone.researcher_id]
            ),
        }
        return TemplateResponse(request, "admin/history/gone.html", context, status=409)


def _answered(request, answer):
    """The names that were answered so; none where all of mine is to be saved."""
    if request.method != "POST" or ALL_MINE in request.POST:
        return ()
    return tuple(
        name.removeprefix(ANSWER)
        for name, value in request.POST.items()
        if name.startswith(ANSWER) and value == answer
    )


# --- What differs --------------------------------------------------------------------------------


def _of_field(form, name, base, stored):
    """None where only this editor changed it."""
    if base and typed.in_state(form, name, base) == typed.in_state(form, name, stored):
        return None
    box = form[name]
    initial = typed.from_state(form, name, base) if base else None
    return Clash(
        name,
        box.label,
        typed.in_words(box.field, box.initial),
        typed.in_words(box.field, box.value()),
        is_theirs=bool(base) and not box.field.has_changed(initial, box.data),
    )


def _of_rows(kind, formset, base, request):
    rows = next((one for one in kind.edited() if one.model is formset.model), None)
    if rows is None or not formset.has_changed():
        return None
    names = Names(request.user)
    now = snapshots.edited(kind, request.stored)["rows"][rows.name]
    then = snapshots.edited(kind, base)["rows"][rows.name] if base else None
    if then == now:
        return None
    return Clash(
        formset.prefix,
        str(rows.model._meta.verbose_name_plural).capitalize(),
        comparison.lines(rows, now, names),
        typed.rows_in_words(formset),
        is_theirs=then is not None and not typed.rows_changed(formset, then),
    )
