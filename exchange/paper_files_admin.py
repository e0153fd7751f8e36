"""Many files for papers in the admin: dropped, shown with the papers they find, attached."""

from io import BytesIO

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from exchange import paper_files
from exchange.site_import.files import MAX_UNPACKED, packed
from exchange.site_import.tree import SiteError, Tree
from history.snapshots import digest_of
from publications.admin.import_forms import PlanChanged, Proposal, UploadForm, close
from publications.file_names import EXTENSIONS
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


class FilesProposal(Proposal):
    """For one request: which file goes to which paper, and adding those that are ticked."""

    template = "files_plan"
    nothing = gettext_lazy("No file was added.")

    @cached_property
    def files(self) -> paper_files.FilePlan:
        tree = Tree.open_zip(BytesIO(bytes(self.pending.data)))
        tell = self.progress.at("planning")
        return paper_files.plan(tree, self.pending.researcher, self.user, progress=tell)

    def shown(self):
        steps = [[one.as_json(), one.paper and one.paper.updated_at] for one in self.files.steps]
        return {"digest": digest_of(steps)}

    def context(self, shown, query):
        groups = {"new": [], "replaced": [], "there": [], "none": []}
        for step in self.files.steps:
            word = "replaced" if step.replaces else "new"
            word = "there" if step.is_there else word if step.writes else "none"
            groups[word].append(step)
        return shown | {
            "title": _("Which file goes to which paper"),
            "plan": self.files,
            "groups": groups,
            "unreadable": self.files.tree.problems,
            "leave": self.pending.choices.get("skip", ()),
        }

    def note(self, data):
        ticked = set(data.getlist("file"))
        leave = [step.path for step in self.files.steps if step.path not in ticked]
        return self.pending.note(choices={"skip": leave})

    @transaction.atomic
    def _apply(self, shown):
        if shown != self.shown()["digest"]:
            raise PlanChanged
        try:
            batch = paper_files.apply(self.files, self.pending.name, self.pending.choices["skip"])
        except ValidationError as error:
            raise PlanChanged(" ".join(error.messages)) from error
        if batch is None:
            return None
        close(self.pending, batch)
        return batch.pk

    def told(self, counts):
        count = counts["attached"]
        text = ngettext("Added %(count)s file.", "Added %(count)s files.", count)
        return text % {"count": count}
