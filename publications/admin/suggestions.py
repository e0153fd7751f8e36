"""Papers that name you: yours, or not?"""

from django.contrib import admin, messages
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from profiles import access
from profiles.admin.base import GuardedAdmin
from publications import claims
from publications.models import AuthorshipSuggestion
from publications.visibility import public_papers


@admin.register(AuthorshipSuggestion)
class SuggestionAdmin(GuardedAdmin):
    menu_group = "papers"
    menu_place = 52
    list_display = ["paper", "name", "year", "state", "created_at", "researcher"]
    list_display_links = None
    list_select_related = ["authorship__publication", "researcher"]
    list_filter = ["state"]
    search_fields = ["authorship__publication__title"]
    actions = ["confirm", "refuse"]
    fields = readonly_fields = ["paper", "name", "researcher", "state", "reason", "created_at"]

    def has_add_permission(self, request):
        return False

    def has_delete_permission(self, request, obj=None):
        """Deleting would forget the "not me" that the next import must remember."""
        return False

    def sole_record(self, request):
        return None

    def menu_name(self, request):
        rows = access.editable(AuthorshipSuggestion.objects.all(), request.user)
        waiting = rows.filter(state=claims.State.PENDING).count()
        name = AuthorshipSuggestion._meta.verbose_name_plural
        return f"{name} ({waiting})" if waiting else name

    def changelist_view(self, request, extra_context=None):
        title = {"title": AuthorshipSuggestion._meta.verbose_name_plural}
        return super().changelist_view(request, title | (extra_context or {}))

    @admin.display(description=_("paper"), ordering="authorship__publication__title")
    def paper(self, row):
        publication = row.authorship.publication
        if public_papers().filter(pk=publication.pk).exists():
            return format_html('<a href="{}">{}</a>', publication.get_absolute_url(), publication)
        return str(publication)

    @admin.display(description=_("name as printed"))
    def name(self, row):
        return row.authorship.name or "–"

    @admin.display(description=_("year"), ordering="authorship__publication__date")
    def year(self, row):
        return row.authorship.publication.year or "–"

    @admin.action(
        description=_("Yes, this is me: show the paper on my page"), permissions=["change"]
    )
    def confirm(self, request, queryset):
        rows = access.editable(queryset, request.user)
        done = sum(claims.confirm(row) for row in rows)
        text = ngettext(
            "%(count)s paper is now on your page.", "%(count)s papers are now on your page.", done
        )
        messages.success(request, text % {"count": done})

    @admin.action(description=_("This is not me"), permissions=["change"])
    def refuse(self, request, queryset):
        for row in access.editable(queryset, request.user):
            claims.refuse(row)
        messages.success(request, _("Noted. You will not be asked again."))
