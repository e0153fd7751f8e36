"""Many files for papers in the admin: dropped, shown with the papers they find, attached."""

from io import BytesIO

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.shortcuts import redirect
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from exchange import paper_files
from exchange.site_import.files import MAX_UNPACKED, packed
from exchange.site_import.tree import SiteError, Tree
from history.snapshots import digest_of
from publications.admin.import_forms import UploadForm, close
from publications.admin.imports import CHANGED, PLACE
from publications.file_names import EXTENSIONS
from publications.importer import PlanOutdated
from publications.progress import Progress
from uploads.documents import MAX_BYTES, extension_of
from website import checks
from website.review import Issue, ProfileReview

ADD_FILES = gettext_lazy("Add PDFs and pictures to papers")
ACCEPT = ",".join(f".{name}" for name in sorted(EXTENSIONS))


class ManyFilesInput(forms.FileInput):
    allow_multiple_selected = True

    def value_from_datadict(self, data, files, name):
        return files.getlist(name)


class ManyFilesField(forms.FileField):
    """A box for several files, whose cleaned value is their list."""

    widget = ManyFilesInput

    def clean(self, data, initial=None):
        return [super(ManyFilesField, self).clean(file, initial) for file in data]


class FilesForm(UploadForm):
    kind = "files"
    title = ADD_FILES
    is_for_one = True

    file = ManyFilesField(
        label=gettext_lazy("The files"),
        required=False,
        allow_empty_file=True,
        help_text=gettext_lazy(
            "PDFs, slides and pictures, up to 100 at once, or a ZIP of them; 50 MB in all."
        ),
        widget=ManyFilesInput(attrs={"accept": ACCEPT}),
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        del self.fields["state"]  # files are as public as their papers

    def read(self, cleaned):
        """Keeps them as one ZIP; a ZIP that comes alone is that one."""
        cleaned["state"] = "publish"
        files = cleaned.get("file")
        if not files and self.pending is None:
            return self.add_error("file", _("Choose the files, or drop them here."))
        if sum(file.size for file in files) > MAX_BYTES:
            text = _("Together they are larger than %(size)s: add them in several parts.")
            return self.add_error("file", text % {"size": filesizeformat(MAX_BYTES)})
        if not files:
            self.name, self.data_read = self.pending.name, bytes(self.pending.data)
        elif len(files) == 1 and extension_of(files[0].name) == "zip":
            self.name, self.data_read = files[0].name[-500:], files[0].read()
        else:
            text = ngettext("%(count)s file", "%(count)s files", len(files))
            self.name = text % {"count": len(files)}
            # In a folder each, for browsers send two of one name; a folder of all is taken off.
            paths = {f"{number}/{file.name}": file for number, file in enumerate(files)}
            self.data_read = packed({path: file.read() for path, file in paths.items()})
        try:
            Tree.open_zip(BytesIO(self.data_read), most=MAX_UNPACKED)
        except SiteError as error:
            self.add_error("file", str(error))
        return None

    def options(self):
        return {self.kind: True}

    def wanted(self) -> list[Issue]:
        """The files that papers name and that are not here, of whose papers it is certain."""
        researcher = self.sole or self.fields["researcher"].initial
        if researcher is None:
            return []
        return list(checks.find_files(ProfileReview(researcher, timezone.localdate())))


class PaperFilesMixin:
    """For the admin of imports: files behind the address of a plan."""

    def plan_view(self, request, token):
        pending = self.pending(request, token)
        if pending.batch_id or not pending.options.get(FilesForm.kind):
            return super().plan_view(request, token)
        with Progress(request.user, token) as progress:
            tree = Tree.open_zip(BytesIO(bytes(pending.data)))
            plan = paper_files.plan(
                tree, pending.researcher, request.user, progress=progress.at("planning")
            )
            if request.method == "POST":
                return self._attach(request, pending, plan)
            return self._show_files(request, pending, plan)

    def _show_files(self, request, pending, plan, leave=()):
        groups = {"new": [], "replaced": [], "there": [], "none": []}
        for step in plan.steps:
            word = "replaced" if step.replaces else "new"
            word = "there" if step.is_there else word if step.writes else "none"
            groups[word].append(step)
        context = {
            "title": _("Which file goes to which paper"),
            "pending": pending,
            "token": pending.pk,
            "plan": plan,
            "groups": groups,
            "unreadable": plan.tree.problems,
            "leave": leave,
            "digest": _digest(plan),
        }
        return self.page(request, "files_plan", context)

    def _attach(self, request, pending, plan):
        ticked = set(request.POST.getlist("file"))
        leave = {step.path for step in plan.steps} - ticked
        known = {step.path for step in plan.steps if step.writes}
        batch = None
        try:
            if request.POST.get("digest") != _digest(plan) or not ticked <= known:
                raise PlanOutdated
            batch = paper_files.apply(plan, pending.name, leave)
        except PlanOutdated:
            messages.warning(request, CHANGED)
            return self._show_files(request, pending, plan, leave)
        except ValidationError as error:
            messages.error(request, " ".join(error.messages))
        if batch is None:
            messages.info(request, _("No file was added."))
            return redirect(f"{PLACE}plan", pending.pk)
        close(pending, batch)
        count = batch.counts["attached"]
        text = ngettext("Added %(count)s file.", "Added %(count)s files.", count)
        return self.finish(request, pending, batch, text % {"count": count})

    def batch_context(self, batch, page, user):
        """What was added stands on the page of its import."""
        if "attached" not in batch.report:
            return super().batch_context(batch, page, user)
        return {"attached": paper_files.attached(batch, user)}


def _digest(plan):
    """What the page of a plan says, in short: equal for equal plans."""
    steps = [[step.as_json(), step.paper and step.paper.updated_at] for step in plan.steps]
    return digest_of(steps)
