"""Every way in for a file, over HTTP: read off the columns that hold files, and the others."""

from dataclasses import dataclass, field

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from profiles.models import Affiliation, Researcher, ResearcherLink
from tests.exchange.site_import.conftest import zipped
from tests.isolation.forms import sent_by
from tests.isolation.rows import ROWS
from tests.isolation.who import MANAGERS_ONLY
from tests.publications.papers import make_paper
from tests.website.test_dashboard import key_of
from uploads.documents import DocumentField, extension_of
from uploads.images import file_columns


@dataclass
class EntryPoint:
    """An address that takes a file in `box`, among `sent`."""

    url: str
    box: str
    sent: dict = field(default_factory=dict)

    def put(self, client, file):
        return client.post(self.url, self.sent | {self.box: file})


class PaperFiles(EntryPoint):
    """Alone, and then beside a copy that is named after the citation key of a paper."""

    def put(self, client, file):
        name, data = file.name, file.read()
        self._add(client, SimpleUploadedFile(name, data))
        copy = SimpleUploadedFile(f"tides.{extension_of(name)}", data)
        return self._add(client, SimpleUploadedFile(name, data), copy)

    def _add(self, client, *files):
        """What the last page answers: that of the plan, where none is to be added."""
        answer = client.post(self.url, {self.box: files})
        if answer.status_code != 302:
            return answer
        plan = client.get(answer.url)
        groups = plan.context["groups"]
        ticked = [step.path for step in (*groups["new"], *groups["replaced"])]
        sent = {"digest": plan.context["digest"], "file": ticked}
        added = client.post(answer.url, sent)
        return added if ticked else plan


class Site(EntryPoint):
    """By itself, and then as the portrait in a site."""

    def put(self, client, file):
        data, portrait = file.read(), f"portrait.{extension_of(file.name)}"
        about = f"---\nlayout: about\npermalink: /\nprofile:\n  image: {portrait}\n---\nKelp.\n"
        site = {"_config.yml": "scholar:\n  last_name: [Ahlgren]\n", "_pages/about.md": about}
        site |= {"_layouts/about.html": "", "_bibliography/papers.bib": "---\n---\n"}
        site[f"assets/img/{portrait}"] = data
        self._import(client, SimpleUploadedFile(file.name, data))
        return self._import(client, SimpleUploadedFile("site.zip", zipped(site).read()))

    def _import(self, client, file):
        """What the last page answers: that of the plan, where it takes no file."""
        answer = super().put(client, file)
        if answer.status_code != 302:
            return answer
        plan = client.get(answer.url)
        done = client.post(answer.url, {"digest": plan.context["digest"]})
        return done if Researcher.objects.exclude(portrait="").exists() else plan


# Label -> the column behind it; None where a file comes by no form of a model.
COLUMNS = {f"{m._meta.label}.{name}": m._meta.get_field(name) for m, name in file_columns()}
WITHOUT_A_FORM = ["markdown-upload", "import", "dashboard-mend", "paper-files", "site"]
ENTRY_POINTS = COLUMNS | dict.fromkeys(WITHOUT_A_FORM)
ENTRY_POINTS = {
    name: ENTRY_POINTS[name]
    for name in sorted(ENTRY_POINTS, key=lambda name: name.split(".")[::-1])
}
OF_DOCUMENTS = [name for name, column in ENTRY_POINTS.items() if isinstance(column, DocumentField)]
OF_DOCUMENTS += ["dashboard-mend", "paper-files"]
OF_PICTURES = [name for name in ENTRY_POINTS if name not in (*OF_DOCUMENTS, "import")]


def entry_point(name, client, researcher) -> EntryPoint:
    """For who is signed in with `client`: the form of a row of theirs, as its page sends it.

    A form of managers alone signs one in.
    """
    if name == "markdown-upload":
        return EntryPoint(reverse("admin:markdown-upload"), "image")
    if name == "import":
        sent = {"update": "fill", "state": "publish"}
        return EntryPoint(reverse("admin:publications_importbatch_add"), "file", sent)
    if name == "dashboard-mend":
        make_paper("Bare", researcher, owner=researcher)
        sent = {"record": researcher.slug, "key": key_of(researcher, "no-pdf")}
        return EntryPoint(reverse("admin:dashboard-mend"), "file", sent)
    if name == "paper-files":
        make_paper("Tides", researcher, owner=researcher, citation_key="tides")
        return PaperFiles(reverse("admin:publications_importbatch_files"), "file")
    if name == "site":
        url = reverse("admin:publications_importbatch_site")
        return Site(url, "file", {"state": "publish"})
    column = COLUMNS[name]
    model = _with_a_form(column.model)
    if model in MANAGERS_ONLY:
        users = get_user_model().objects
        client.force_login(users.create_superuser(f"chief-{users.count()}"))
    row = ROWS[model](researcher)
    url = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[row.pk])
    url += PARTS.get(column.model, "")
    page = client.get(url)
    if model is not column.model:
        return _in_a_new_line(EntryPoint(url, column.name, sent_by(page)), page, column.model)
    if column.name in page.context["adminform"].fields:
        return EntryPoint(url, column.name, sent_by(page))
    url = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_add")
    return EntryPoint(url, column.name, sent_by(page))  # it comes with the row, once


# Of the form of a profile: where its lines stand with all their boxes.
PARTS = {ResearcherLink: "?_part=links", Affiliation: "?_part=affiliations"}


def _with_a_form(model):
    """`model`, or whose form has a line for it."""
    if model in admin.site._registry:
        return model
    registry = admin.site._registry.items()
    return next(m for m, one in registry if model in [inline.model for inline in one.inlines])


def _in_a_new_line(entry, page, model):
    formsets = (each.formset for each in page.context["inline_admin_formsets"])
    formset = next(each for each in formsets if each.model is model)
    number = formset.initial_form_count()
    line = f"{formset.prefix}-{number}"
    values = {
        f"{line}-{name}": "x" if box.initial is None else box.initial
        for name, box in formset.empty_form.fields.items()
        if box.required
    }
    count = {f"{formset.prefix}-TOTAL_FORMS": number + 1}
    return EntryPoint(entry.url, f"{line}-{entry.box}", entry.sent | count | values)
