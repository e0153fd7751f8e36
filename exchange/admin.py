"""A researcher and the imports in the admin, with the pages of all that comes and goes whole."""

from tempfile import TemporaryFile

from django import forms
from django.contrib import admin
from django.http import FileResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from exchange import cv_admin, paper_files, static_site  # noqa: F401 registers itself
from exchange.documents_admin import DocumentPages
from exchange.news.inbox import InboxMixin
from exchange.paper_files_admin import FilesForm, FilesProposal
from exchange.site_import.admin import (
    FILL_IN,
    IMPORT_SITE,
    OrcidForm,
    SiteForm,
    SiteMixin,
    SiteProposal,
)
from exchange.sources.admin import LookUpForm, reader_of
from profiles.admin.extra_pages import ExtraPages
from profiles.models import Researcher
from publications.admin.imports import PLACE
from publications.admin.imports import ImportBatchAdmin as PapersImportAdmin
from publications.models import ImportBatch
from website.admin import ResearcherAdmin as BaseResearcherAdmin


class WebsiteForm(forms.Form):
    base_url = forms.URLField(
        label=_("Its address"),
        required=False,
        max_length=200,
        assume_scheme="https",
        help_text=_(
            "Where it will be, such as https://name.github.io. Without it, links work, but feeds, "
            "the sitemap and pictures for shared links are left out."
        ),
    )


class WebsitePages(ExtraPages):
    """<id>/website/ of a researcher."""

    def get_urls(self):
        return [self.path("<path:object_id>/website/", self.website_view, "website")]

    def website_view(self, request, object_id):
        """A GET explains; a POST sends the file."""
        researcher = self.admin.get_administered(request, object_id)
        form = WebsiteForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            archive = TemporaryFile()  # noqa: SIM115 the answer closes it
            base_url = form.cleaned_data["base_url"]
            try:
                static_site.write_zip(archive, researcher, base_url)
            except static_site.NotExportedError as error:
                archive.close()
                form.add_error(None, str(error))
            else:
                archive.seek(0)
                name = f"{researcher.slug}-website.zip"
                return FileResponse(
                    archive, as_attachment=True, filename=name, content_type="application/zip"
                )
        title = gettext("%(name)s as a website") % {"name": researcher}
        context = {"title": title, "original": researcher, "form": form}
        return self.admin.render_page(request, "admin/profiles/researcher/website.html", context)


@admin.register(Researcher)
class ResearcherAdmin(BaseResearcherAdmin):
    pages = [*BaseResearcherAdmin.pages, WebsitePages, DocumentPages]


@admin.register(ImportBatch)
class ImportBatchAdmin(SiteMixin, InboxMixin, PapersImportAdmin):
    """Imports of papers, with files, sites of other systems, and what other services know."""

    other_forms = (LookUpForm, OrcidForm, FilesForm, SiteForm)
    proposals = {FilesForm.kind: FilesProposal, SiteForm.kind: SiteProposal}

    def menu_links(self, request):
        links = super().menu_links(request)
        more = [(FILL_IN, "orcid"), (IMPORT_SITE, "site")] if links else []
        return [*links, *((name, reverse(f"{PLACE}{page}")) for name, page in more)]

    def add_view(self, request, form_url="", extra_context=None):
        return self.upload_view(request, reader_of(request))

    def batch_context(self, batch, page, user):
        if "attached" in batch.report:
            return {"attached": paper_files.attached(batch, user)}
        return super().batch_context(batch, page, user)
