"""Imports in the admin, sites among them: upload a ZIP, see the plan, apply it, read what was done.

The pages of papers alone, the list and the undo: publications.admin.imports.
"""

import hashlib
import json
import shlex
from io import BytesIO

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.shortcuts import redirect
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from exchange.paper_files_admin import FilesForm, PaperFilesMixin
from exchange.site_import import importer
from exchange.site_import.report import PAPERS, as_json
from exchange.site_import.report_page import paper_titles, report_page
from exchange.site_import.tree import SiteError, Tree
from profiles import access
from profiles.root_addresses import held_at_root
from publications.admin.import_forms import TRIES, Progress, UploadForm
from publications.admin.import_pages import counted
from publications.admin.imports import CHANGED, PLACE, PLAN_TITLE
from publications.admin.imports import ImportBatchAdmin as PapersImportAdmin
from publications.importer import PlanOutdated
from publications.models import ImportBatch, PendingImport
from uploads.documents import MAX_BYTES

IMPORT_SITE = gettext_lazy("Import your old site")


class SiteForm(UploadForm):
    kind = "site"
    title = IMPORT_SITE
    is_for_one = True

    file = forms.FileField(
        label=gettext_lazy("Your site as a ZIP"),
        required=False,
        allow_empty_file=True,
        help_text=gettext_lazy(
            "The folder that holds _config.yml. On GitHub: the green button “Code”, then “Download "
            "ZIP”."
        ),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
    )
    repair_encoding = forms.BooleanField(
        label=gettext_lazy("Mend damaged letters, such as “Ã©” for “é”"), required=False
    )

    def __init__(self, *args, pending: PendingImport | None = None, **kwargs):
        super().__init__(*args, pending=pending, **kwargs)
        researcher = self.fields["researcher"]
        researcher.label = _("Whose site")
        researcher.error_messages["required"] = _("Choose whose site this is.")
        self.fields["state"].label = _("What is new")
        if pending:
            self.initial["repair_encoding"] = pending.options["repair_encoding"]

    def read(self, cleaned):
        file = cleaned.get("file")
        if file is None and self.pending is None:
            return self.add_error("file", _("Choose the ZIP of your site."))
        data = bytes(self.pending.data) if file is None else file.read(MAX_BYTES + 1)
        if max(len(data), file.size if file else 0) > MAX_BYTES:
            text = _(
                "This is larger than the %(size)s that the admin takes at once. Leave out what the "
                "site does not need, such as videos."
            )
            self.add_error("file", text % {"size": filesizeformat(MAX_BYTES)})
            words = ["manage.py", "import_site", file.name]
            self.command = shlex.join([*words, "--researcher", cleaned["researcher"].slug])
            return None
        self.name = file.name[-500:] if file else self.pending.name
        self.data_read = data
        try:
            importer.read(Tree.open_zip(BytesIO(data)))
        except SiteError as error:
            self.add_error("file", str(error))
        return None

    def options(self):
        return {self.kind: True, "repair_encoding": self.cleaned_data["repair_encoding"]}


class SiteProposal:
    """For one request: what the upload would do, and doing it as it was shown."""

    def __init__(self, pending: PendingImport, user, progress: Progress):
        self.pending, self.user, self.progress = pending, user, progress

    def plan(self) -> importer.SitePlan:
        """Raises SiteError."""
        self.progress.at("reading")
        options = self.pending.options
        tell = self.progress.at("planning")
        return importer.plan(
            Tree.open_zip(
                BytesIO(bytes(self.pending.data)), repair_encoding=options["repair_encoding"]
            ),
            self.pending.researcher,
            by_operator=access.is_manager(self.user),
            draft=options["draft"],
            progress=lambda done, total: tell(done, total or 0),
        )

    def apply(self, shown: str) -> tuple[importer.SitePlan, int | None, bool]:
        """(plan, number of the import, whether it was done); not where `shown`, the digest of the
        plan that the user saw, is another's. Raises SiteError.
        """
        for _try in range(TRIES):
            plan = self.plan()
            if digest(plan) != shown:
                break
            try:
                number = importer.apply(
                    plan,
                    origin=ImportBatch.Origin.ADMIN,
                    user=self.user,
                    name=self.pending.name,
                    progress=self.progress.at("writing"),
                )
            except PlanOutdated:
                continue
            return plan, number, True
        return self.plan(), None, False


def digest(plan: importer.SitePlan) -> str:
    """What the page of a plan says, in short: equal for equal plans."""
    text = json.dumps(as_json(plan), default=str, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@admin.register(ImportBatch)
class ImportBatchAdmin(PaperFilesMixin, PapersImportAdmin):
    """With files and sites of other systems, and their plans."""

    other_forms = (FilesForm, SiteForm)

    def menu_links(self, request):
        links = super().menu_links(request)
        return [*links, (IMPORT_SITE, reverse(f"{PLACE}site"))] if links else []

    # --- The plan -------------------------------------------------------------------------------

    def plan_view(self, request, token):
        pending = self.pending(request, token)
        if pending.batch_id or not pending.options.get(SiteForm.kind):
            return super().plan_view(request, token)
        with Progress(request.user, token) as progress:
            proposal = SiteProposal(pending, request.user, progress)
            try:
                if request.method == "POST":
                    return self._apply_site(request, proposal)
                return self._show_site(request, pending, proposal.plan())
            except SiteError as error:
                messages.error(request, str(error))
                return redirect(f"{PLACE}options", pending.pk)

    def _show_site(self, request, pending, plan):
        context = {
            "title": PLAN_TITLE,
            "pending": pending,
            "token": pending.pk,
            "plan": plan,
            "site": report_page(as_json(plan), paper_titles(plan)),
            "digest": digest(plan),
            "at_root": self._addresses_at_root(request, plan),
        }
        return self.page(request, "site_plan", context)

    def _addresses_at_root(self, request, plan):
        """Of the old addresses, those that lead here from the root, or would: a manager decides."""
        person = plan.researcher
        if settings.SINGLE_RESEARCHER or not (
            person.old_paths_at_root or access.is_manager(request.user)
        ):
            return []
        return held_at_root(person, [address.path for address in plan.addresses])

    def _apply_site(self, request, proposal):
        plan, number, is_done = proposal.apply(request.POST.get("digest", ""))
        pending = proposal.pending
        if not is_done:
            messages.warning(request, CHANGED)
            return self._show_site(request, pending, plan)
        if number is None:
            messages.info(request, _("There was nothing to import, so nothing was changed."))
            return redirect(f"{PLACE}plan", pending.pk)
        counts = ImportBatch.objects.get(pk=number).counts
        new = counts.get("created", 0)
        text = ngettext(
            "Imported: %(new)s new row or paper.", "Imported: %(new)s new rows and papers.", new
        )
        return self.finish(request, pending, number, text % {"new": new})

    # --- One import -----------------------------------------------------------------------------

    def change_view(self, request, object_id, form_url="", extra_context=None):
        """What a site had beside papers stands below them."""
        answer = super().change_view(request, object_id, form_url, extra_context)
        context = getattr(answer, "context_data", None) or {}
        if report := context and context["batch"].report.get("site"):
            context["site"] = report_page(report)
            page, papers = context["page"], report["counts"].get(PAPERS, {})
            names = {name for name, _word, _count in page["tabs"]}
            page["counts"] = counted(papers | {"unlisted": context["batch"].counts["unlisted"]})
            page["tabs"] = [row for row in page["counts"] if row[0] in names]
        return answer
