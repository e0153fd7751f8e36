"""“Your data” on a researcher's form: everything as one file, and the end of the record."""

from tempfile import TemporaryFile

from django import forms
from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.contrib.auth import logout
from django.core.exceptions import PermissionDenied
from django.http import FileResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters

from accounts.forms import OwnPasswordForm
from profiles import access
from website import personal_data
from website.personal_data.archive import file_name


class ErasureForm(OwnPasswordForm):
    """The address, so that it is the right person; the password, so that it is the right hand."""

    slug = forms.CharField(
        label=_("The address, typed"),
        max_length=80,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )
    field_order = ["slug", "password"]

    def __init__(self, *args, researcher, **kwargs):
        super().__init__(*args, **kwargs)
        self.researcher = researcher
        self.fields["password"].widget.attrs.pop("autofocus", None)

    def clean_slug(self):
        if self.cleaned_data["slug"].strip().strip("/") != self.researcher.slug:
            raise forms.ValidationError(_("This is not the address of these pages."))
        return self.researcher.slug


class PersonalDataMixin:
    """Adds <id>/data/ and <id>/erase/ to a researcher's admin; there is no other deletion."""

    def get_urls(self):
        view = self.admin_site.admin_view
        name = "profiles_researcher_%s"
        return [
            path("<path:object_id>/data/", view(self.data_view), name=name % "data"),
            path("<path:object_id>/erase/", view(self.erase_view), name=name % "erase"),
            *super().get_urls(),
        ]

    def get_actions(self, request):
        """Django's own deletion leaves traces: see website.personal_data."""
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def delete_view(self, request, object_id, extra_context=None):
        researcher = self.get_object(request, unquote(object_id))
        if not self.has_delete_permission(request, researcher):
            raise PermissionDenied
        return redirect("admin:profiles_researcher_erase", researcher.pk)

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        context["may_take_data"] = obj is not None and access.administers(request.user, obj)
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def data_view(self, request, object_id):
        """A GET explains; a POST sends the file."""
        researcher = self._administered(request, object_id)
        if request.method == "POST":
            return archive_of(researcher)
        title = gettext("Data about %(name)s") % {"name": researcher}
        return self._page(request, researcher, "data", title)

    @method_decorator(sensitive_post_parameters())
    def erase_view(self, request, object_id):
        researcher = self._administered(request, object_id)
        form = ErasureForm(request.POST or None, request=request, researcher=researcher)
        if form.is_valid():
            return self._erase(request, researcher)
        title = gettext("Delete %(name)s") % {"name": researcher}
        found = personal_data.plan(researcher)
        own = found.person.account == request.user
        return self._page(request, researcher, "erase", title, form=form, plan=found, own=own)

    def _administered(self, request, object_id):
        researcher = self.get_object(request, unquote(object_id))
        if not access.administers(request.user, researcher):
            raise PermissionDenied
        return researcher

    def _page(self, request, researcher, name, title, **context):
        context |= self.admin_site.each_context(request) | {
            "title": title,
            "original": researcher,
            "opts": self.opts,
        }
        return TemplateResponse(request, f"admin/profiles/researcher/{name}.html", context)

    def _erase(self, request, researcher):
        """Not into the admin's log: it would keep the name."""
        done = personal_data.erase(researcher)
        if done.person.account == request.user and done.person.account_goes:
            logout(request)
            return TemplateResponse(
                request,
                "admin/profiles/researcher/erased.html",
                self.admin_site.each_context(request)
                | {"title": gettext("Deleted"), "is_nav_sidebar_enabled": False},
            )
        messages.success(request, gettext("The record is deleted, with all that belonged to it."))
        return redirect(reverse("admin:index"))


def archive_of(researcher) -> FileResponse:
    """Beside the memory, not in it: uploads are large."""
    archive = TemporaryFile()  # noqa: SIM115 the answer closes it
    personal_data.write_archive(researcher, archive)
    archive.seek(0)
    name = file_name(researcher)
    return FileResponse(archive, as_attachment=True, filename=name, content_type="application/zip")
