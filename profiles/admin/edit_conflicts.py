"""Two editors, one row: the second to save is told, sees both texts, and chooses.

The form carries the digest of what it was opened on. Where the row differs by now, saving shows the
form again, as typed, with what stands here beside it. An answer of "theirs" closes that field, or
leaves out those rows; the rest is saved as form_state.
"""

from dataclasses import dataclass

from django.contrib.admin.utils import unquote
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from history import comparison, snapshots
from history.models import Revision, VersionedModel
from history.recording import revisions_of
from profiles import access
from profiles.admin import form_state
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
        if request.method == "POST" and (gone := self._deletion(request, pk)):
            return self._deleted_page(request, gone)
        if request.method == "GET":
            # Before the form is made: a save in between is then noticed.
            request.opened_on = self._stored_digest(pk)
        return super().changeform_view(request, object_id, form_url, extra_context)

    def _stored_digest(self, pk):
        try:
            return snapshots.digest(self.model, snapshots.take(self.model(pk=pk)))
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
        state = snapshots.take(obj)
        digest = snapshots.digest(self.model, state)
        request.opened_on, request.stored = digest, state
        if digest == request.POST[OPENED_ON]:
            return None
        request.conflicts = True
        last = revisions_of(obj).filter(digest=digest).select_related("user").first()
        if last is None or last.user is None:
            return _("This was changed while you had it open. Nothing is lost: choose below.")
        text = _("%(name)s saved this while you had it open. Nothing is lost: choose below.")
        return text % {"name": last.user.get_username()}

    def get_formset_kwargs(self, request, obj, inline, prefix):
        kwargs = super().get_formset_kwargs(request, obj, inline, prefix)
        if request.method == "POST" and obj.pk and OPENED_ON in request.POST:
            kwargs["data"] = self._without_theirs(request, kwargs["data"], inline.model, prefix)
        return kwargs

    def _without_theirs(self, request, data, model, prefix):
        """What was sent, without rows that are left to the other; deleted ones are new ones."""
        if model not in [inline.model for inline in self.model.get_edited_inlines()]:
            return data
        if prefix in _answered(request, THEIRS):
            return form_state.without_rows(data, prefix)
        rows = model._base_manager.filter(pk__in=form_state.ids(data, prefix))
        here = {str(pk) for pk in rows.values_list("pk", flat=True)}
        return form_state.with_rows_added_again(data, prefix, here)

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        context["opened_on"] = getattr(request, "opened_on", "")
        if getattr(request, "conflicts", False):
            formsets = [inline.formset for inline in context["inline_admin_formsets"]]
            form = context["adminform"].form
            context["conflicts"] = self._conflicts(request, form, formsets, obj)
            context["why"] = form.non_field_errors()[0]
            context["files_again"] = bool(request.FILES)
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def _conflicts(self, request, form, formsets, obj):
        versions = revisions_of(obj).filter(digest=request.POST[OPENED_ON])
        base = getattr(versions.first(), "state", None)
        conflicts = [
            *(_of_field(form, name, base, request.stored) for name in form.changed_data),
            *(_of_rows(self.model, formset, base, request) for formset in formsets),
        ]
        return [conflict for conflict in conflicts if conflict]

    # --- The row is gone ------------------------------------------------------------------------

    def _deletion(self, request, pk):
        """Its last version, where somebody deleted it from a record that one may edit."""
        if self.model._base_manager.filter(pk=pk).exists():
            return None
        last = Revision.objects.filter(kind=self.opts.label_lower, object_id=pk).first()
        is_own = last and last.researcher and access.may_publish(request.user, last.researcher)
        return last if is_own and last.action == Revision.Action.DELETED else None

    def _deleted_page(self, request, gone):
        context = self.admin_site.each_context(request) | {
            "title": _("“%(row)s” was deleted while you had it open") % {"row": gone.name},
            "opts": self.opts,
            "gone": gone,
            "texts": form_state.texts(request.POST, self.model),
            "trash_url": reverse("admin:profiles_researcher_trash", args=[gone.researcher_id]),
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
    if base and form_state.in_state(form, name, base) == form_state.in_state(form, name, stored):
        return None
    box = form[name]
    initial = form_state.from_state(form, name, base) if base else None
    return Conflict(
        name,
        box.label,
        form_state.in_words(box.field, box.initial),
        form_state.in_words(box.field, box.value()),
        is_theirs=bool(base) and not box.field.has_changed(initial, box.data),
    )


def _of_rows(model, formset, base, request):
    inlines = model.get_edited_inlines()
    inline = next((one for one in inlines if one.model is formset.model), None)
    if inline is None or not formset.has_changed():
        return None
    now = snapshots.edited_part(model, request.stored)["rows"][inline.name]
    then = snapshots.edited_part(model, base)["rows"][inline.name] if base else None
    if then == now:
        return None
    return Conflict(
        formset.prefix,
        str(inline.model._meta.verbose_name_plural).capitalize(),
        comparison.display_rows(inline, now, RowNames(request.user)),
        form_state.rows_in_words(formset),
        is_theirs=then is not None and not form_state.rows_changed(formset, then),
    )
