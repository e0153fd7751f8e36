"""The admin of what needs several apps: a researcher with invitations and personal data, papers
found by the search, pictures.

The site itself: website.admin_site.
"""

from tempfile import TemporaryFile

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.auth import logout
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import FileResponse, Http404
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.decorators import method_decorator
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters

from accounts.admin import InvitationPages
from accounts.forms import OwnPasswordForm
from accounts.invite_people import InvitePeoplePages
from history.models import LogEvent
from profiles import access, addresses, limits
from profiles.addresses import admin_url
from profiles.admin import extra_pages
from profiles.admin.activity import ActivityPages
from profiles.admin.base import ScopedAdmin
from profiles.admin.extra_pages import ExtraPages
from profiles.admin.researcher import ResearcherAdmin as BaseResearcherAdmin
from profiles.identifiers import is_valid_pk
from profiles.models import MOMENT, Picture
from publications.admin.publication import PublicationAdmin as BasePublicationAdmin
from publications.models import ImportBatch, Publication
from website import media, personal_data
from website.search.query import CANDIDATES, find_papers

TEMPLATES = "admin/profiles/researcher"
# Of fewer, a search reads all.
MANY_PAPERS = 10_000


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


@admin.register(Publication)
class PublicationAdmin(BasePublicationAdmin):
    def get_search_results(self, request, queryset, search_term):
        """Of many papers, those in which words begin as typed, or that have such a number: found
        by the index of the search, and read for the rest. No draft is in it, so all are read.
        One's own papers are few. Ctrl+K names a few papers, and looks at no more than a visitor's
        search does.
        """
        page = request.resolver_match.url_name
        is_picker = page == "autocomplete"
        is_palette = page in ("palette", "palette-results")
        by_words = find_papers(search_term, CANDIDATES if is_palette else MANY_PAPERS)
        is_of_all = by_words and (is_picker or access.is_manager(request.user))
        if is_of_all and Publication.objects.order_by()[MANY_PAPERS : MANY_PAPERS + 1].exists():
            drafts = Publication.objects.annotate(moment=MOMENT).filter(moment=None).order_by()
            by_number = Q(doi=search_term) | Q(arxiv=search_term)
            queryset = queryset.filter(by_words | by_number | Q(pk__in=drafts.values("pk")))
        return super().get_search_results(request, queryset, search_term)


class LabActivityPages(ActivityPages):
    def lab_events(self, after, before, account):
        """Imports, each with who brought what for whom."""
        batches = ImportBatch.objects.defer("report").select_related("user", "researcher")
        if account:
            batches = batches.filter(user=account)
        if after:
            batches = batches.filter(created_at__gt=after)
        if before:
            batches = batches.filter(created_at__lte=before)
        return [_import_event(batch) for batch in batches]


class PersonalDataPages(ExtraPages):
    """<id>/data/ and <id>/erase/ of a researcher."""

    def get_urls(self):
        return [
            self.path("<path:object_id>/data/", self.data_view, "data"),
            self.path("<path:object_id>/erase/", self.erase_view, "erase"),
        ]

    def data_view(self, request, object_id):
        """A GET explains; a POST sends the file."""
        researcher = self.admin.get_administered(request, object_id)
        if request.method == "POST":
            archive = TemporaryFile()  # noqa: SIM115 the answer closes it; uploads are large
            personal_data.write_archive(researcher, archive)
            archive.seek(0)
            return FileResponse(
                archive,
                as_attachment=True,
                filename=personal_data.file_name(researcher),
                content_type="application/zip",
            )
        title = gettext("Data about %(name)s") % {"name": researcher}
        context = {"title": title, "original": researcher}
        return self.admin.render_page(request, f"{TEMPLATES}/data.html", context)

    @method_decorator(sensitive_post_parameters())
    def erase_view(self, request, object_id):
        researcher = self.admin.get_administered(request, object_id)
        form = ErasureForm(request.POST or None, request=request, researcher=researcher)
        if form.is_valid():
            done = personal_data.erase(researcher)
            # Not into the admin's log: it would keep the name.
            if done.person.account == request.user and done.person.account_goes:
                logout(request)
                context = {"title": gettext("Deleted"), "is_nav_sidebar_enabled": False}
                context = self.admin.admin_site.each_context(request) | context
                return TemplateResponse(request, f"{TEMPLATES}/erased.html", context)
            text = gettext("The profile is deleted, with all that belonged to it.")
            messages.success(request, text)
            return redirect("admin:index")
        plan = personal_data.plan(researcher)
        context = {
            "title": gettext("Delete %(name)s") % {"name": researcher},
            "original": researcher,
            "form": form,
            "plan": plan,
            "own": plan.person.account == request.user,
        }
        return self.admin.render_page(request, f"{TEMPLATES}/erase.html", context)


# Registered above, with the pages of a whole website: exchange.admin.
class ResearcherAdmin(BaseResearcherAdmin):
    """With its pages of every app; there is no other deletion than <id>/erase/."""

    pages = [LabActivityPages, InvitationPages, InvitePeoplePages, PersonalDataPages]

    def get_actions(self, request):
        """Leave out Django's deletion, which leaves traces (website.personal_data erases)."""
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def delete_view(self, request, object_id, extra_context=None):
        researcher = self.get_object(request, unquote(object_id))
        if not self.has_delete_permission(request, researcher):
            raise PermissionDenied
        return redirect("admin:profiles_researcher_erase", researcher.pk)


def _import_event(batch):
    text = gettext("Import of %(files)s") % {"files": Truncator(batch).chars(100)}
    if batch.researcher:
        text = gettext("%(import)s for %(name)s") % {"import": text, "name": batch.researcher}
    if batch.undone_at:
        text = gettext("%(import)s, undone since") % {"import": text}
    user = batch.user.get_username() if batch.user else ""
    return LogEvent(batch.created_at, text, admin_url(ImportBatch, "change", batch.pk), user)


@admin.register(Picture)
class PictureAdmin(ScopedAdmin):
    """Pictures come in by the Markdown editor; here they are found again, described, deleted."""

    menu_group = "files"
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
        return [self.page_path("files/", self.files_view, "files"), *super().get_urls()]

    def files_view(self, request):
        records = access.records_of(request.user).order_by("family_name", "pk")
        pk = request.GET.get("researcher", "")
        chosen = records.filter(pk=pk if is_valid_pk(pk) else None) if pk else records
        researcher = chosen.first()
        if researcher is None:
            raise Http404
        stored = sorted(limits.files(researcher), key=lambda upload: -upload.size)
        context = {
            "title": _("Files and space"),
            "researcher": researcher,
            "choice": extra_pages.choice(request.user, records, researcher),
            "files": [
                (upload, admin_url(type(upload.row), "change", upload.row.pk)) for upload in stored
            ],
            "used": sum(upload.size for upload in stored),
            "limit": settings.UPLOAD_QUOTA,
        }
        return self.render_page(request, "admin/profiles/picture/files.html", context)

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
            addresses.file_url(row.image.url),
            row.alt,
        )

    @admin.display(description=_("to place it in a text"))
    def markdown_code(self, row):
        return format_html("<code>![{}]({})</code>", row.alt, row.image.url)

    @admin.display(description=_("stands in"))
    def shown_in(self, row):
        rows = media.rows_showing(row.image.name)
        links = (
            (admin_url(type(row), "change", row.pk), capfirst(row._meta.verbose_name), row)
            for row in rows
        )
        listed = format_html_join(mark_safe("<br>"), '<a href="{}">{}: {}</a>', links)
        return listed or _("No text yet, so visitors do not get it.")

    def get_deleted_objects(self, objs, request):
        """The texts stay, and show a gap: which they are, is said before."""
        names, *rest = super().get_deleted_objects(objs, request)
        gaps = dict.fromkeys(gap for row in objs for gap in media.rows_showing(row.image.name))
        text = gettext("A gap in a text that shows it now (%(kind)s: %(name)s)")
        texts = [text % {"kind": row._meta.verbose_name, "name": row} for row in gaps]
        return [*names, *texts], *rest
