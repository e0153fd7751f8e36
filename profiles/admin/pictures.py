"""The pictures in somebody's texts: found again, described, deleted."""

from django.contrib import admin
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from profiles.admin.base import GuardedAdmin
from profiles.admin.files import FilesMixin, address
from profiles.models import Picture
from website import image_usage, previews


@admin.register(Picture)
class PictureAdmin(FilesMixin, GuardedAdmin):
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
            '<img class="thumbnail" src="{}" alt="{}">', previews.file(row.image.url), row.alt
        )

    @admin.display(description=_("to place it in a text"))
    def markdown_code(self, row):
        return format_html("<code>![{}]({})</code>", row.alt, row.image.url)

    @admin.display(description=_("stands in"))
    def shown_in(self, row):
        rows = image_usage.places(row.image.name)
        links = ((address(each), capfirst(each._meta.verbose_name), each) for each in rows)
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
