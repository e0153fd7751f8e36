"""The pictures in somebody's texts, and the room that all one's files take."""

from django.conf import settings
from django.contrib import admin
from django.http import Http404
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from profiles import access, limits, preview_links
from profiles.admin.base import GuardedAdmin
from profiles.models import Picture
from website import image_usage


@admin.register(Picture)
class PictureAdmin(GuardedAdmin):
    """Pictures come in by the Markdown editor; here they are found again, described, deleted."""

    menu_place = 42
    purpose = _("Pictures come here by themselves when you put them into a text.")
    list_display = ["thumbnail", "alt", "created_at", "researcher"]
    list_display_links = ["thumbnail", "alt"]
    list_select_related = ["researcher"]
    search_fields = ["alt"]
    readonly_fields = ["thumbnail", "markdown_code", "shown_in"]
    fields = ["researcher", "thumbnail", "markdown_code", "shown_in", "alt"]
    add_fields = ["researcher", "image", "alt"]

    def get_urls(self):
        view = self.admin_site.admin_view(self.files_view)
        return [path("files/", view, name="profiles_picture_files"), *super().get_urls()]

    def files_view(self, request):
        records = access.records_of(request.user).order_by("family_name", "pk")
        asked = request.GET.get("researcher", "")
        own = records.filter(owner=request.user)
        chosen = (
            records.filter(pk=asked if self._is_id(asked) else None) if asked else own | records
        )
        researcher = chosen.first()
        if researcher is None:
            raise Http404
        stored = sorted(limits.files(researcher), key=lambda each: -each.size)
        context = self.admin_site.each_context(request) | {
            "title": _("Files and space"),
            "opts": self.opts,
            "researcher": researcher,
            "records": records if records[1:2] else [],
            "files": [(each, change_url(each.row)) for each in stored],
            "used": sum(each.size for each in stored),
            "limit": settings.UPLOAD_QUOTA,
        }
        return TemplateResponse(request, "admin/profiles/picture/files.html", context)

    def get_fields(self, request, obj=None):
        return self.fields if obj else self.add_fields

    def get_readonly_fields(self, request, obj=None):
        return super().get_readonly_fields(request, obj) if obj else []

    def save_model(self, request, obj, form, change):
        if not change:
            obj.uploaded_by = request.user
        super().save_model(request, obj, form, change)

    @admin.display(description=_("picture"))
    def thumbnail(self, row):
        if not row.image:
            return "–"
        return format_html(
            '<img class="thumbnail" src="{}" alt="{}">',
            preview_links.file_url(row.image.url),
            row.alt,
        )

    @admin.display(description=_("to place it in a text"))
    def markdown_code(self, row):
        return format_html("<code>![{}]({})</code>", row.alt, row.image.url)

    @admin.display(description=_("stands in"))
    def shown_in(self, row):
        rows = image_usage.places(row.image.name)
        links = ((change_url(each), capfirst(each._meta.verbose_name), each) for each in rows)
        listed = format_html_join(mark_safe("<br>"), '<a href="{}">{}: {}</a>', links)
        return listed or _("No text yet, so visitors do not get it.")

    def get_deleted_objects(self, objs, request):
        """The texts stay, and show a gap: which they are, is said before."""
        names, *rest = super().get_deleted_objects(objs, request)
        gaps = dict.fromkeys(each for row in objs for each in image_usage.places(row.image.name))
        return [*names, *map(_gap_in, gaps)], *rest


def _gap_in(row):
    words = {"kind": row._meta.verbose_name, "name": row}
    return gettext("A gap in a text that shows it now (%(kind)s: %(name)s)") % words


def change_url(row) -> str:
    """Of the form of a row."""
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
