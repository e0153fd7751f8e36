"""What a researcher has uploaded, how much room it takes, and where each file is changed."""

from django.conf import settings
from django.http import Http404
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext_lazy as _

from profiles import access, limits


class FilesMixin:
    """Adds files/ to the admin of pictures."""

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
            "files": [(each, address(each.row)) for each in stored],
            "used": sum(each.size for each in stored),
            "limit": settings.UPLOAD_QUOTA,
        }
        return TemplateResponse(request, "admin/profiles/picture/files.html", context)


def address(row) -> str:
    """Of the form of a row."""
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
