"""What every ModelAdmin of Vitae stands on: each part of the admin has its turn here."""

import json
import re

from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.utils import flatten_fieldsets
from django.db import DatabaseError
from django.http import Http404
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from history.models import LogEvent, Revision, VersionedModel
from history.snapshots import save_baseline, save_revision
from profiles import access
from profiles.addresses import admin_url
from profiles.admin import edit_conflicts, extra_pages, forms, publishing
from profiles.admin.activity import HistoryPages, undelete_url
from profiles.admin.extra_pages import ExtraPages
from profiles.admin.forms import ScopedMixin, may
from profiles.admin.hardening import POST_BUTTON, HardenedMixin, with_plain_line_breaks
from profiles.disk import log_storage_error, set_status
from profiles.folding import in_sentence
from profiles.markdown_editor import lint
from profiles.models import Publishable, Researcher
from profiles.site import site_settings
from uploads import kept
from uploads.documents import untagged_pdfs
from uploads.images import decode_pictures

NOT_STORED = _(
    "%(why)s Nothing was saved. What you typed is still here: keep this page open, and save again "
    "later."
)
# A form of fewer parts has no table of contents.
WORTH_A_LIST = 6
# A heading that explains itself, "Links: slides, video", is its first words there.
EXPLAINED = re.compile("[:：,，]")
Action = Revision.Action


def _short(heading):
    return EXPLAINED.split(str(heading))[0]


class ScopedAdmin(HardenedMixin, ScopedMixin, admin.ModelAdmin):
    """A model says what its rows have: versions (VersionedModel), a state (Publishable).

    A save, as Django calls it:
    changeform_view     what was sent is tidied, and a button answers the question of the state
    has_..._permission  profiles.access
    get_form            the form refuses to write over what another saved meanwhile
    get_formset_kwargs  so do its inlines
    save_model          how the row stood is kept as a version, before it changes
    save_related        what visitors will not see of a text as it was meant
    log_change          how the row stands now is kept as a version
    response_change     what became of it, and where it is
    """

    form = forms.ScopedForm
    # The place of the menu in which it stands (website.menu), and where there.
    menu_group = "settings"
    menu_place = 100
    # What a list without a row says: what it is for.
    purpose = ""
    list_per_page = 50
    show_full_result_count = False
    # A field whose text makes the address when a row is added; see forms.ScopedForm.
    slug_from = None
    # Whether rows are added, or deleted, here at all.
    can_add = can_delete = True
    # Whether only a lab has such rows: none are in a site of one person.
    is_of_lab = False
    # The page on which its rows are put in order, if there is one: see profiles.admin.ordering.
    order_pages: type[ExtraPages] | None = None
    pages: list[type[ExtraPages]] = []

    class Media:
        js = [
            f"js/{name}.js"
            for name in ("drag", "admin-form", "admin-order", "admin-keep", "admin-picture")
        ]

    @property
    def is_versioned(self) -> bool:
        return issubclass(self.model, VersionedModel)

    @property
    def has_state(self) -> bool:
        return issubclass(self.model, Publishable)

    @property
    def order(self):
        return self.order_pages(self) if self.order_pages else None

    def row_url(self, page, row):
        return admin_url(self.model, page, row.pk)

    def get_urls(self):
        state_page = publishing.StatePage if self.has_state else None
        parts = filter(None, [HistoryPages, state_page, self.order_pages, *self.pages])
        return [*(url for part in parts for url in part(self).get_urls()), *super().get_urls()]

    # --- May they? -------------------------------------------------------------------------

    def has_module_permission(self, request):
        return self._may(request, access.can_see, access.can_see_some, None)

    def has_view_permission(self, request, obj=None):
        return self._may(request, access.can_see, access.can_see_some, obj)

    def has_change_permission(self, request, obj=None):
        return self._may(request, access.can_edit, access.can_edit_some, obj)

    def has_delete_permission(self, request, obj=None):
        may = self._may(request, access.can_delete, access.can_delete_some, obj)
        return self.can_delete and may

    def has_add_permission(self, request):
        return self.can_add and self._may(request, None, access.can_add, None)

    def _may(self, request, row_rule, model_rule, obj):
        """`row_rule` says it of a row, `model_rule` of all of the model."""
        if self.is_of_lab and settings.SINGLE_RESEARCHER:
            return False
        if obj is not None:
            return may(request, row_rule, obj)
        user, key = request.user, (model_rule.__name__, self.model)
        return access.cached(user, key, lambda: model_rule(self.model, user))

    # --- A save: what was sent, and what becomes of it ------------------------------------------

    def changeform_view(self, request, object_id=None, form_url="", extra_context=None):
        """What a full disk does not take, and what was typed into a row that is deleted by now, is
        shown again.
        """
        if request.method != "POST":
            edit_conflicts.note_opened(request, self.model, object_id)
            return super().changeform_view(request, object_id, form_url, extra_context)
        request.POST = with_plain_line_breaks(request.POST)
        if self.has_state:
            publishing.press_button(request)
        request.refusal = kept.give_back(request)
        decode_pictures(request.FILES)
        try:
            page = super().changeform_view(request, object_id, form_url, extra_context)
            kept.keep_or_forget(request, page)
        except Http404:  # asked only now: the row may go at any moment before
            if texts := edit_conflicts.texts_of_deleted(request, self.model, object_id):
                return self.render_page(request, "admin/history/gone.html", texts, status=409)
            raise
        except (DatabaseError, OSError) as error:
            problem = log_storage_error(request, error)
        else:  # by now it is committed, and nothing waits for the PDFs to be read
            for warning in untagged_pdfs(getattr(request, "saved_forms", ())):
                messages.info(request, warning)
            return page
        request.refusal = NOT_STORED % {"why": problem.text}
        for file in request.FILES.values():
            file.seek(0)
        page = super().changeform_view(request, object_id, form_url, extra_context)
        kept.keep_or_forget(request, page)
        return set_status(page, problem)

    def get_form(self, request, obj=None, change=False, **kwargs):
        kwargs.setdefault("form", self.translated_form(request, obj))
        form = super().get_form(request, obj, change, **kwargs)
        if change:
            edit_conflicts.guard(form, request, obj)
        if refusal := getattr(request, "refusal", ""):
            form.refuse = lambda _form: refusal
        form.slug_from = self.slug_from
        form.owner_field = self.owner_field
        form.markdown = self.written
        form.owner = None if change else self.default_researcher(request)
        if self.has_state and not change and "published_at" in form.base_fields:
            form.base_fields["published_at"].widget.is_new = True
        return form

    def get_formset_kwargs(self, request, obj, inline, prefix):
        kwargs = super().get_formset_kwargs(request, obj, inline, prefix)
        if data := kwargs.get("data"):
            model = inline.model
            kwargs["data"] = edit_conflicts.rows_to_save(request, data, obj, model, prefix)
        return kwargs

    def save_model(self, request, obj, form, change):
        if change:
            save_baseline(obj)
        elif self.has_state:
            publishing.hold_back(obj, self.owner_field, request.user)
        super().save_model(request, obj, form, change)

    def save_related(self, request, form, formsets, change):
        """Says what of a text, in every language, visitors will not see as it was meant."""
        super().save_related(request, form, formsets, change)
        row = form.instance
        written = [vars(row), *getattr(row, "translations", {}).values()]
        texts = [texts[name] for texts in written for name in self.written if texts.get(name)]
        if isinstance(row, Researcher):
            speaker = row
        else:
            speaker = getattr(row, self.owner_field) if self.owner_field else site_settings()
        for warning in lint(texts, speaker):
            messages.warning(request, warning)
        request.saved_forms = [form, *(inline for rows in formsets for inline in rows.forms)]

    def log_addition(self, request, obj, message):
        save_revision(obj, request.user, Action.ADDED)
        return super().log_addition(request, obj, message)

    def log_change(self, request, obj, message):
        save_revision(obj, request.user)
        return super().log_change(request, obj, message)

    def response_add(self, request, obj, post_url_continue=None):
        request.answer = self.saved(request, obj)
        return super().response_add(request, obj, post_url_continue)

    def response_change(self, request, obj):
        request.answer = self.saved(request, obj)
        return super().response_change(request, obj)

    def saved(self, request, row) -> str:
        """The message that tells of it."""
        change_url = self.row_url("change", row)
        if self.has_state:
            state_url = self.row_url("state", row)
            return publishing.saved(request, row, self.owner_field, change_url, state_url)
        return format_html(_("{row} is saved."), row=publishing.row_link(row, change_url))

    def message_user(self, request, message, *args, **kwargs):
        """Django says that "the thing “x” was changed successfully"; `request.answer` is ours."""
        super().message_user(request, getattr(request, "answer", message), *args, **kwargs)

    # --- A deletion: can it come back? ------------------------------------------------------------

    @property
    def can_come_back(self) -> bool:
        return self.is_versioned and self.model is not Researcher

    def render_delete_form(self, request, context):
        context["can_come_back"] = self.can_come_back
        return super().render_delete_form(request, context)

    def response_action(self, request, queryset):
        """Several at once: Django's action answers with a page of its own."""
        response = super().response_action(request, queryset)
        if isinstance(response, TemplateResponse):
            response.context_data["can_come_back"] = self.can_come_back
        return response

    def log_deletions(self, request, queryset):
        """Django tells of a deletion while the rows are still there."""
        for row in queryset:
            save_revision(row, request.user, Action.DELETED)
        return super().log_deletions(request, queryset)

    def response_delete(self, request, obj_display, obj_id):
        rows = Revision.objects.filter(kind=self.opts.label_lower, object_id=obj_id)
        last = rows.select_related("researcher").first()
        button = ""
        if last and self.can_come_back and (url := undelete_url(last, request.user)):
            button = format_html(POST_BUTTON, url, "undo", _("Undo"))
        text = _("“{row}” is deleted. {button}")
        request.answer = format_html(text, row=in_sentence(obj_display), button=button)
        return super().response_delete(request, obj_display, obj_id)

    # --- Earlier versions -----------------------------------------------------------------------

    def history_view(self, request, object_id, extra_context=None):
        if not self.is_versioned:
            return super().history_view(request, object_id, extra_context)
        return HistoryPages(self).history_view(request, object_id)

    def may_read_versions(self, request, row) -> bool:
        """Who writes a record reads its versions; of what all share, those who may edit it do."""
        if getattr(self.model, "owned_through", ()) and self.has_view_permission(request, row):
            return True
        return self.has_change_permission(request, row)

    def external_events(self, request, row) -> list[LogEvent]:
        """What else changed `row`, as far as the user may know; newest first."""
        return []

    # --- The form -------------------------------------------------------------------------------

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        if self.has_state and db_field.name == "published_at":
            kwargs |= publishing.FORM_FIELD
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def default_researcher(self, request):
        """The one record a new row belongs to where no question needs asking."""
        records = access.records_for(self.model, request.user)[:2] if self.owner_field else ()
        return records[0] if len(records) == 1 else None

    def get_fieldsets(self, request, obj=None):
        """Without fields whose answer is known, or is not theirs to give."""
        fieldsets = super().get_fieldsets(request, obj)
        may_change = obj is None or self.has_change_permission(request, obj)
        if may_change and self.offers_translations(request, obj):
            fieldsets = [*fieldsets, *forms.translation_fieldsets(self.model)]
        if obj is None:
            hidden = {"position"}  # there is nothing yet to be put before or after
            is_known = self.default_researcher(request) is not None
        else:
            hidden = set()
            is_known = not access.is_manager(request.user)
        if is_known:
            hidden.add(self.owner_field)
        if self.has_state and not publishing.may_be_asked(request.user, obj):
            hidden.add("published_at")
        return forms.without(fieldsets, hidden)

    def get_readonly_fields(self, request, obj=None):
        fixed = {self.owner_field, "slug"} if obj is not None else set()
        shown = flatten_fieldsets(super().get_fieldsets(request, obj))
        return [
            *super().get_readonly_fields(request, obj),
            *(name for name in shown if name in fixed),
        ]

    def get_inline_formsets(self, *args, **kwargs):
        formsets = super().get_inline_formsets(*args, **kwargs)
        for formset in formsets:  # Django's script would say "Add another Link"
            data = json.loads(formset.inline_formset_data())
            data["options"]["addText"] = gettext("Add %(name)s") % {
                "name": formset.opts.verbose_name
            }
            formset.inline_formset_data = json.dumps(data)
        return formsets

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        # (id of the heading, its name); the ids are those of Django's templates.
        toc = []
        for place, part in enumerate(context["adminform"]):
            toc += [(f"fieldset-0-{place}-heading", _short(part.name))] if part.name else []
            toc += self._inline_headings(context, after_fieldset=place)
        toc += self._inline_headings(context, after_fieldset=None)
        context["toc"] = toc if len(toc) >= WORTH_A_LIST else []
        context["has_history"] = obj is not None and self.may_read_versions(request, obj)
        edit_conflicts.fill_context(request, context, obj)
        if self.has_state:
            publishing.fill_context(context, obj)
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def _inline_headings(self, context, after_fieldset):
        for inline in context["inline_admin_formsets"]:
            if inline.opts.after_fieldset == after_fieldset:
                words = capfirst(inline.opts.verbose_name_plural)
                yield f"{inline.formset.prefix}-heading", _short(words)

    def view_on_site(self, obj):
        """Straight to the page, and only to one that visitors can open."""
        has_page = hasattr(obj, "get_absolute_url") and publishing.is_public(obj, self.owner_field)
        return obj.get_absolute_url() if has_page else None

    # --- The list ---------------------------------------------------------------------------

    def changelist_view(self, request, extra_context=None):
        """Head the list with its name instead of Django's "Select publication to change"."""
        page = {"title": capfirst(self.opts.verbose_name_plural), "purpose": self.purpose}
        if request.method == "GET":
            page["trash_url"] = self._trash_url(request)
        if self.order and access.publishes(request.user):
            page["order_url"] = self.order.url()
        return super().changelist_view(request, page | (extra_context or {}))

    def get_actions(self, request):
        """What deletes comes last."""
        actions = super().get_actions(request)
        delete = actions.pop("delete_selected", None)
        return actions | ({"delete_selected": delete} if delete else {})

    def _trash_url(self, request):
        """Where what was deleted is: of one's one record; of managers, all of the lab."""
        if not self.is_versioned:
            return None
        if access.is_manager(request.user):
            return admin_url(Researcher, "trash_shared")
        records = access.records_of(request.user)[:2] if self.model.record_field else []
        if len(records) != 1:
            return None
        return admin_url(Researcher, "trash", records[0].pk)

    def get_list_display(self, request):
        """Whose row it is matters only to those who keep several records."""
        columns = super().get_list_display(request)
        if not access.has_several_records(request.user):
            return [name for name in columns if name != self.owner_field]
        return columns

    def get_list_filter(self, request):
        """Of many people none is a filter: get_search_fields finds them instead."""
        filters = super().get_list_filter(request)
        if self._tells_people_apart(request) and not extra_pages.are_many(request.user):
            return [*filters, (self.owner_field, admin.RelatedOnlyFieldListFilter)]
        return filters

    def get_search_fields(self, request):
        fields = super().get_search_fields(request)
        if request.resolver_match.url_name in ("palette", "palette-results"):
            return fields  # it names the people themselves
        if fields and self._tells_people_apart(request) and extra_pages.are_many(request.user):
            return [*fields, f"{self.owner_field}__display_name"]
        return fields

    def _tells_people_apart(self, request):
        return self.owner_field in self.list_display and access.is_manager(request.user)

    # --- The menu ---------------------------------------------------------------------------

    def menu_name(self, request):
        return None

    def menu_url(self, request):
        return None

    def menu_links(self, request) -> list:
        """List further pages of this ModelAdmin as (name, address)."""
        return []


class PublishableAdmin(ScopedAdmin):
    """For rows with a state: the column, the filter and the two actions of their list."""

    actions = ["publish", "withdraw"]
    list_filter = [publishing.StateFilter]

    @admin.display(description=_("status"), ordering="published_at")
    def state(self, row):
        return format_html('<span class="state state-{}">{}</span>', row.state, row.state_in_words)

    @admin.action(description=_("Publish"), permissions=["change"])
    def publish(self, request, queryset):
        now = timezone.now()
        rows = access.publishable(queryset, request.user)
        self.set_state(request, rows.exclude(published_at__lte=now), now)

    @admin.action(description=_("Unpublish"), permissions=["change"])
    def withdraw(self, request, queryset):
        rows = access.publishable(queryset, request.user).exclude(published_at=None)
        self.set_state(request, rows, None)

    def set_state(self, request, rows, moment):
        changed = list(rows)
        for row in changed:
            save_baseline(row)
            row.published_at = moment
            row.save(update_fields=["published_at", "updated_at"])
            self.log_change(request, row, [{"changed": {"fields": [str(_("publish on"))]}}])
        if len(changed) == 1:
            messages.success(request, self.saved(request, changed[0]))
            return
        text = ngettext("%(count)s entry changed.", "%(count)s entries changed.", len(changed))
        messages.success(request, text % {"count": len(changed)})
