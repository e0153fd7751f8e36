"""A paper that two members share is one row: what each may do to it without harming the other."""

from django.contrib import admin, messages
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from profiles import access
from profiles.models import Researcher
from publications import claims
from publications.models import Authorship


class SharingMixin:
    # --- Naming a colleague asks them -----------------------------------------------------------

    def save_formset(self, request, form, formset, change):
        if formset.model is not Authorship or access.is_manager(request.user):
            return super().save_formset(request, form, formset, change)
        asked = []
        for author in formset.forms:
            if colleague := author.colleague():
                asked.append((author.instance, colleague))
                author.instance.researcher = author.linked_before
        super().save_formset(request, form, formset, change)
        for row, colleague in asked:
            self._ask(request, row, colleague)
        return None

    def _ask(self, request, row, colleague):
        if row.pk is None:  # a row without a name is not kept
            return
        is_asked = claims.suggest(row, colleague)
        if row.publication.authorships.filter(researcher=colleague).exists():
            text = _("%(name)s has said so already: the paper is on their page now.")
        elif is_asked:
            text = _(
                "%(name)s is asked whether this paper is theirs; it shows there once they agree."
            )
        else:
            text = _("%(name)s has said that this name is not theirs.")
        messages.info(request, text % {"name": colleague})

    def save_related(self, request, form, formsets, change):
        super().save_related(request, form, formsets, change)
        paper = form.instance
        if change or paper.owner is None or not access.may_publish(request.user, paper.owner):
            return
        if not claims.link_owner(paper):
            text = _(
                "No author of this paper is linked to you, so your page does not show it yet. "
                "Choose yourself under “researcher here” beside your name."
            )
            messages.warning(request, text)

    # --- Deleting takes it off one's own page, while others need it ------------------------------

    def _is_shared(self, request, paper):
        """For whom one only writes drafts, what is public is a colleague's."""
        if access.is_manager(request.user):
            return False
        records = access.records_of if paper.published_at is None else access.publishing_records_of
        return claims.is_shared(paper, records(request.user))

    def delete_model(self, request, obj):
        if self._is_shared(request, obj):
            records = access.publishing_records_of(request.user)
            with claims.track_selected(records.filter(authorships__publication=obj), request.user):
                claims.hide(obj, records)
        else:
            super().delete_model(request, obj)

    def delete_queryset(self, request, queryset):
        kept = sum(self._is_shared(request, paper) for paper in queryset)
        for paper in queryset:
            self.delete_model(request, paper)
        if kept:
            text = _("%(count)s of them are colleagues’ papers too: these are only off your page.")
            messages.info(request, text % {"count": kept})

    def response_delete(self, request, obj_display, obj_id):
        if not self.model.objects.filter(pk=obj_id).exists():
            return super().response_delete(request, obj_display, obj_id)
        messages.info(
            request,
            _("“%(paper)s” is a colleague’s paper too. It stays there, and is off your page now.")
            % {"paper": obj_display},
        )
        return self.response_post_save_change(request, self.model.objects.get(pk=obj_id))

    def log_deletions(self, request, queryset):
        gone = [paper for paper in queryset if not self._is_shared(request, paper)]
        return super().log_deletions(request, gone) if gone else []

    def get_deleted_objects(self, objs, request):
        names, *rest = super().get_deleted_objects(objs, request)
        if access.is_manager(request.user):
            return names, *rest
        text = _("%(paper)s: a colleague’s paper too, so it is only taken off your page")
        names = [
            text % {"paper": paper} if self._is_shared(request, paper) else str(paper)
            for paper in objs
        ]
        return names, *rest

    # --- One's own choices ----------------------------------------------------------------------

    @admin.action(description=_("Select for my home page"), permissions=["change"])
    def select_for_page(self, request, queryset):
        self._choose(request, queryset, is_selected=True, is_hidden=False)

    @admin.action(description=_("Hide from my page"), permissions=["change"])
    def hide_from_page(self, request, queryset):
        self._choose(request, queryset, is_hidden=True, is_selected=False)

    @admin.action(description=_("Show on my page again"), permissions=["change"])
    def show_on_page(self, request, queryset):
        self._choose(request, queryset, is_hidden=False)

    def _choose(self, request, queryset, **choices):
        own = access.publishing_records_of(request.user).values("pk")
        rows = Authorship.objects.filter(publication__in=queryset.values("pk"))
        rows = rows.filter(researcher__in=own)
        people = Researcher.objects.filter(pk__in=rows.values("researcher"))
        with claims.track_selected(people, request.user):
            self._tell(request, claims.choose(rows, **choices))

    def _tell(self, request, count):
        text = ngettext("%(count)s paper changed.", "%(count)s papers changed.", count)
        messages.success(request, text % {"count": count})
