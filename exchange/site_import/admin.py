"""Imports of sites in the admin: upload a ZIP, see the plan, apply it, read what was done.

The pages of papers alone, the list and the undo: publications.admin.imports.
"""

import shlex
from collections.abc import Collection
from functools import partial
from io import BytesIO

from django import forms
from django.conf import settings
from django.contrib import messages
from django.shortcuts import redirect
from django.template.defaultfilters import filesizeformat
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from exchange.site_import import importer, report_page
from exchange.site_import.files import MAX_UNPACKED, packed, zip_of
from exchange.site_import.own_names import is_group, person_of
from exchange.site_import.records import Place
from exchange.site_import.report import PAPERS, as_json
from exchange.site_import.tree import SiteError, Tree
from exchange.sources.client import Client, NotAvailable
from exchange.sources.lookup import orcid_files
from history.snapshots import digest_of
from profiles import access
from profiles.addresses import held_at_root, make_researcher
from profiles.identifiers import normalise_orcid
from profiles.models import Researcher
from profiles.signals import send_names_changed
from publications.admin import import_pages
from publications.admin.import_forms import REPAIR, Proposal, UploadForm, close
from publications.admin.import_pages import counted
from publications.admin.imports import PLACE
from publications.models import ImportBatch, PendingImport
from publications.refusals import refuse, refused
from uploads.documents import MAX_BYTES

FILL_IN = gettext_lazy("Fill in from ORCID")
IMPORT_SITE = gettext_lazy("Import your old site")
# Of one person's site, without what tools keep in it; import_site takes more of them.
MAX_FILES = 3_000
# Of what a larger site has beside them.
TOO_MUCH = gettext_lazy(
    "left out: the admin takes %(size)s of a site, small files first. Upload this one by hand "
    "where you need it."
)


class SiteForm(UploadForm):
    kind = "site"
    title = IMPORT_SITE
    open_label = gettext_lazy("A new profile, of the person whose site it is")
    open_help = gettext_lazy("Empty: a new profile, of the person whose site it is.")

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
    repair_encoding = forms.BooleanField(label=REPAIR, required=False)

    def __init__(self, *args, user, pending: PendingImport | None = None, **kwargs):
        self.is_for_one = pending is not None
        super().__init__(*args, user=user, pending=pending, **kwargs)
        researcher = self.fields["researcher"]
        researcher.initial = researcher.queryset.filter(owner=user).first()
        researcher.label = _("Whose site")
        researcher.error_messages["required"] = _("Choose whose site this is.")
        self.fields["state"].label = _("What is new")
        if pending:
            self.initial["repair_encoding"] = pending.options["repair_encoding"]

    def read(self, cleaned):
        file = cleaned.get("file")
        if file is None and self.pending is None:
            return self.add_error("file", _("Choose the ZIP of your site."))
        self.name = file.name[-500:] if file else self.pending.name
        self.left_out = [] if file else self.pending.options.get("left_out", [])
        try:
            tree = Tree.open_zip(file or BytesIO(self.pending.data), most=MAX_UNPACKED)
            if (count := len(tree.files) + len(tree.problems)) > MAX_FILES:
                return self._refuse_files(cleaned, count)
            self.data_read = self._data(file, tree)
            record = importer.read(Tree.open_zip(BytesIO(self.data_read)))
        except SiteError as error:
            return self.add_error("file", str(error))
        if cleaned["researcher"] is None:
            self._find_whose(record)
        return None

    def _data(self, file, tree):
        """The ZIP that is kept: of a larger one the files that fit, small ones first."""
        if file is None:
            return bytes(self.pending.data)
        if file.size <= MAX_BYTES:
            file.seek(0)
            return file.read()
        data, self.left_out = zip_of(tree.files, MAX_BYTES)
        return data

    def _find_whose(self, record):
        """The profile of the person whose site it is; one is made with what is kept of this."""
        self.new_name, known = person_of(record)
        if not self.new_name:
            text = _("The site does not say of which one person it is: choose a profile.")
            self.add_error("researcher", text)
        self.cleaned_data["researcher"] = known

    def values(self):
        values = super().values()
        if values["researcher"] is None:
            values["researcher"] = make_researcher(self.new_name)
            send_names_changed(values["researcher"], by_manager=True)
        return values

    def _refuse_files(self, cleaned, count):
        text = _(
            "These are %(count)s files; the admin takes a site of up to %(most)s. Leave out what "
            "holds no text of the site, such as a copy of the built site or folders of data, and "
            "make the ZIP anew."
        )
        numbers = {"count": number_format(count), "most": number_format(MAX_FILES)}
        self.add_error("file", text % numbers)
        words = ["manage.py", "import_site", self.name]
        if researcher := cleaned["researcher"]:
            words += ["--researcher", researcher.slug]
        self.command = shlex.join(words)

    def options(self):
        options = {"repair_encoding": self.cleaned_data["repair_encoding"]}
        return options | {self.kind: True, "left_out": self.left_out}


class OrcidForm(UploadForm):
    """A public record of ORCID becomes the profile, by the plan that the site of another has."""

    kind = "orcid"
    title = FILL_IN
    is_for_one = True

    orcid = forms.CharField(
        label=gettext_lazy("ORCID iD"),
        max_length=80,
        help_text=gettext_lazy(
            "Such as 0000-0002-1825-0097. Names, biography, links, jobs, degrees, prizes, grants "
            "and works that are public there; nothing that you wrote here is replaced."
        ),
        error_messages={"required": gettext_lazy("Type the iD, or paste its address.")},
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["researcher"].label = _("Whose profile")
        self.fields["state"].label = _("What is new")
        if self.sole:
            self.initial.setdefault("orcid", self.sole.orcid)

    def clean_orcid(self):
        return normalise_orcid(self.cleaned_data["orcid"])

    def read(self, cleaned):
        self.name = f"ORCID {cleaned['orcid']}"
        try:
            files = orcid_files(cleaned["orcid"], Client(self.progress.at("asking")))
        except NotAvailable as why:
            return self.add_error("orcid", str(why))
        self.data_read = packed(files)
        return None

    def options(self):
        """Of a site: its plan, its report and its undo are this one's."""
        return {"site": True, "repair_encoding": False}


class SiteProposal(Proposal):
    """For one request: what the upload would do, and doing it as it was shown."""

    template = "site_plan"

    def plan(self, left_out: Collection[str] = ()) -> importer.SitePlan:
        """`left_out`: keys of what is not ticked. Raises SiteError."""
        self.progress.at("reading")
        options = self.pending.options
        tree = Tree.open_zip(
            BytesIO(bytes(self.pending.data)), repair_encoding=options["repair_encoding"]
        )
        for path in options.get("left_out", ()):
            tree.problem(Place(path), TOO_MUCH % {"size": filesizeformat(MAX_BYTES)})
        record = importer.read(tree)
        if self.pending.is_found:
            record = record.with_affiliations([one["key"] for one in options["proposals"]])
        tell = self.progress.at("planning")
        return importer.plan(
            tree,
            self.pending.researcher,
            record=report_page.without(record, left_out) if left_out else record,
            by_operator=access.is_manager(self.user),
            draft=options["draft"],
            progress=lambda done, total: tell(done, total or 0),
        )

    def rows_state(self):
        """Of the rows; a plan of a site is kept, however short."""
        return import_pages.rows_state(self.pending, self.user)

    def _keep(self, plan, state):
        has_ticks, name = plan.record.system in report_page.WITH_TICKS, plan.unknown_name
        page = report_page.report_page(
            as_json(plan), report_page.papers_of(plan), is_whole=has_ticks
        )
        shown = {
            "digest": self.digest(plan),
            "writes": plan.writes,
            "site": page,
            "has_ticks": has_ticks,
            "keys": report_page.number_rows(page) if has_ticks else [],
            "names": [(name, 0)] if name and not is_group(name) else [],
            "old_paths": [address.path for address in plan.addresses],
        }
        return import_pages.keep_plan(self.pending, state, shown)

    def unticked(self, keys: Collection[str]) -> set[str]:
        """Of these keys those that are not to be taken: in the end, what was refused before."""
        chosen = self.pending.choices.get("skip")
        return set(keys) & (set(chosen) if chosen is not None else refused(self.pending.researcher))

    def context(self, shown, query):
        pending, keys = self.pending, shown["keys"]
        unticked = self.unticked(keys)
        return shown | {
            "unticked": {at for at, key in enumerate(keys) if key in unticked},
            "may_publish": _may_appear(pending.researcher, self.user),
            "at_root": self._addresses_at_root(shown["old_paths"]),
        }

    def _addresses_at_root(self, paths):
        """Of the old addresses, those that lead here from the root, or would: a manager decides."""
        person = self.pending.researcher
        if settings.SINGLE_RESEARCHER or not (
            person.old_paths_at_root or access.is_manager(self.user)
        ):
            return []
        return held_at_root(person, paths)

    def note(self, data):
        """Of another plan's boxes a page says nothing."""
        kept = self.pending.plan or {}
        if "boxes" in data and kept.get("digest") == data.get("digest"):
            ticked = set(data.getlist("entry"))
            skip = [key for at, key in enumerate(kept.get("keys", ())) if str(at) not in ticked]
            self.pending.note(choices={"skip": skip})
        return True

    def _offers(self, plan):
        return True

    def _write(self, plan, state):
        """The number of the import, None where there was nothing to import. Raises SiteError."""
        kept = import_pages.kept_plan(self.pending, state) or self._keep(plan, state)
        if unticked := self.unticked(kept["keys"]):
            plan = self.plan(report_page.with_doubles(plan, unticked))
        number = importer.apply(
            plan,
            origin=ImportBatch.Origin.ADMIN,
            user=self.user,
            name=self.pending.name,
            progress=self.progress.at("writing"),
            further=partial(self._close, unticked),
        )
        if number is None:
            refuse(self.pending.researcher, unticked)
        return number

    def told(self, counts):
        new = counts.get("created", 0)
        text = ngettext(
            "Imported: %(new)s new row or paper.", "Imported: %(new)s new rows and papers.", new
        )
        return text % {"new": new}

    def digest(self, plan):
        return digest_of(as_json(plan))

    def _close(self, unticked, batch):
        refuse(self.pending.researcher, unticked)
        close(self.pending, batch)


def _may_appear(person, user):
    """Whether this user can make the page public, and nobody did."""
    return not person.is_public and access.can_publish(person, user)


class SiteMixin:
    """For the admin of imports: the plan of a site, and what a site had beside papers."""

    def plan_view(self, request, token):
        try:
            return super().plan_view(request, token)
        except SiteError as error:
            messages.error(request, str(error))
            return redirect(f"{PLACE}options", token)

    def finish(self, request, pending, batch, text):
        """To the page that it made public, where that was asked for."""
        answer, person = super().finish(request, pending, batch, text), pending.researcher
        if "_publish" not in request.POST or not person or not _may_appear(person, request.user):
            return answer
        self.admin_site.get_model_admin(Researcher).publish(
            request, Researcher.objects.filter(pk=person.pk)
        )
        return redirect(person)

    def batch_context(self, batch, page, user):
        """What a site had beside papers stands below them."""
        report = batch.report.get("site")
        if not report:
            return super().batch_context(batch, page, user)
        papers, names = report["counts"].get(PAPERS, {}), {name for name, *_rest in page["tabs"]}
        page["counts"] = counted(papers | {"unlisted": batch.counts["unlisted"]})
        page["tabs"] = [row for row in page["counts"] if row[0] in names]
        return {"site": report_page.report_page(report)}
