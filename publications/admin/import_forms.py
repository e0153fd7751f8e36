"""What is to be imported: asked for, read, planned, and applied only as it was shown."""

import shlex
from functools import partial

from django import forms
from django.contrib.admin.widgets import AdminTextareaWidget
from django.utils.formats import number_format
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from history.snapshots import digest_of
from profiles import access, limits
from profiles.admin import extra_pages
from publications import importer, reference_lists
from publications.admin import import_pages
from publications.admin.import_pages import (
    PER_PAGE,
    choices_after,
    names_to_ask,
    plan_page,
    shown_rows,
)
from publications.bibtex import BibtexDecodeError, ParsedFile, UnsureEncodingError
from publications.models import ImportBatch, PendingImport
from publications.refusals import all_of, refuse

MAX_BYTES = 10 * 1024 * 1024
MAX_ENTRIES = 5000
PASTED = "pasted."
# What a window to choose files shows first; what a file is, its content says.
EXTENSIONS = ".bib,.bibtex,.biblatex,.ris,.json,.xml,.enw,.nbib,.ciw,.isi,.txt,text/plain"
# What is said most often of a file that is no list, in English alone: for the catalogues.
REASONS = [
    gettext_noop("This is not a text file but a PDF, an archive or a picture."),
    gettext_noop("This is not a text file: it is full of control characters."),
    gettext_noop("This is a web page (HTML), no list of references."),
]
BUSY = gettext_lazy(
    "Another upload of yours is being read just now, and one is read at a time. Send this one "
    "again in a minute."
)
UNANSWERED = gettext_lazy(
    "Nothing was imported yet: no paper prints the name that the profile has. Say below whose "
    "papers these are."
)
UPDATES = [
    (
        importer.FILL,
        gettext_lazy("Fill in what is missing, and update what you have not edited yourself"),
    ),
    (importer.OVERWRITE, gettext_lazy("Take the file’s word, over your own edits too")),
    (importer.NEVER, gettext_lazy("Leave them as they are, and only add new papers")),
]
STATES = [
    ("publish", gettext_lazy("Show them at once")),
    ("draft", gettext_lazy("Keep them as drafts until you publish them")),
]
# Encodings that have no other name than their own.
RARE = (
    "iso-8859-5 iso-8859-6 iso-8859-15 cp737 cp850 cp852 cp857 cp866 mac-cyrillic mac-greek "
    "mac-latin2 mac-turkish"
)
REPAIR = gettext_lazy("Mend damaged letters, such as “Ã©” for “é”")
ENCODINGS = [
    ("", gettext_lazy("Found out from the file")),
    ("utf-8", "UTF-8"),
    ("cp1252", gettext_lazy("Western European (Windows-1252)")),
    ("latin-1", gettext_lazy("Western European (Latin-1)")),
    ("cp1250", gettext_lazy("Central European (Windows-1250)")),
    ("iso-8859-2", gettext_lazy("Central European (Latin-2)")),
    ("cp1251", gettext_lazy("Cyrillic (Windows-1251)")),
    ("koi8-r", gettext_lazy("Cyrillic (KOI8-R)")),
    ("koi8-u", gettext_lazy("Cyrillic (KOI8-U)")),
    ("cp1253", gettext_lazy("Greek (Windows-1253)")),
    ("iso-8859-7", gettext_lazy("Greek (ISO 8859-7)")),
    ("cp1254", gettext_lazy("Turkish (Windows-1254)")),
    ("cp1255", gettext_lazy("Hebrew (Windows-1255)")),
    ("cp1256", gettext_lazy("Arabic (Windows-1256)")),
    ("cp1257", gettext_lazy("Baltic (Windows-1257)")),
    ("cp874", gettext_lazy("Thai (Windows-874)")),
    ("gb18030", gettext_lazy("Chinese, simplified (GB 18030)")),
    ("big5hkscs", gettext_lazy("Chinese, traditional (Big5)")),
    ("cp932", gettext_lazy("Japanese (Shift JIS)")),
    ("euc_jis_2004", gettext_lazy("Japanese (EUC-JP)")),
    ("cp949", gettext_lazy("Korean (EUC-KR)")),
    ("utf-16", "UTF-16"),
    ("mac-roman", gettext_lazy("Old Macintosh (Mac Roman)")),
    *((name, name) for name in RARE.split()),
]


# Of an import of papers, kept with what was uploaded.
OPTIONS = ("update", "encoding", "repair_encoding")


class UploadForm(forms.Form):
    """What is imported, and for whom. `pending` is what was uploaded before, where only the answers
    are to be changed. After a refusal for its size, `command` is what to run on the server instead.
    """

    researcher = forms.ModelChoiceField(
        label=gettext_lazy("Whose papers"),
        queryset=None,
        error_messages={"required": gettext_lazy("Choose whose papers these are.")},
    )
    state = forms.ChoiceField(
        label=gettext_lazy("New papers"),
        choices=STATES,
        widget=forms.RadioSelect,
        initial="publish",
    )
    # In its address, and in the options of what was uploaded; also the name of its template.
    kind = ""
    # How far the page is told that the server is.
    progress = None
    # Whether the server reads another upload of the same account.
    is_busy = False
    # Else a manager may leave open whose papers these are: so says the list, so the box of a name.
    is_for_one = False
    open_label = gettext_lazy("Whoever they name")
    open_help = gettext_lazy("Empty: whoever they name.")

    def __init__(self, *args, user, pending: PendingImport | None = None, **kwargs):
        super().__init__(*args, **kwargs)
        self.pending, self.command = pending, ""
        field = self.fields["researcher"]
        field.queryset = access.records_for(ImportBatch, user).order_by("family_name", "pk")
        field.required = self.is_for_one or not access.is_manager(user)
        field.empty_label = self.open_label if not field.required else field.empty_label
        if access.is_manager(user) and extra_pages.are_many(user):
            field.widget = extra_pages.type_ahead(ImportBatch._meta.get_field("researcher"))
            field.help_text = "" if field.required else self.open_help
            field.queryset = field.queryset  # to the new box
        # A delegate with a page imports for it, unless another is chosen.
        field.initial = field.queryset.filter(owner=user).first() if field.required else None
        first = list(field.queryset[:2])
        self.sole = first[0] if len(first) == 1 and field.required else None
        if self.sole:
            field.required = False
            field.widget = forms.HiddenInput()
        if pending:
            self.initial["researcher"] = pending.researcher_id
            self.initial["state"] = "draft" if pending.options["draft"] else "publish"

    def clean_researcher(self):
        return self.sole or self.cleaned_data["researcher"]

    def clean(self):
        cleaned = super().clean() or self.cleaned_data
        if self.is_busy:
            self.add_error(None, BUSY)
        if not self.errors and self.files and cleaned["researcher"]:
            limits.check_rate(cleaned["researcher"])
        if not self.errors:
            self.read(cleaned)
        return cleaned

    def read(self, cleaned: dict) -> None:
        """Sets `name` and `data_read`, or adds an error that says why it is nothing to import."""
        raise NotImplementedError

    def values(self) -> dict:
        """Return the columns of the PendingImport that the form describes."""
        return {
            "researcher": self.cleaned_data["researcher"],
            "name": self.name,
            "data": self.data_read,
            "options": self.options() | {"draft": self.cleaned_data["state"] == "draft"},
        }


class ImportForm(UploadForm):
    kind = "upload"
    title = gettext_lazy("Import papers")

    file = forms.FileField(
        label=gettext_lazy("A file: choose it, or drop it here"),
        help_text=gettext_lazy(
            "BibTeX, RIS, CSL-JSON, EndNote (.enw or XML), PubMed (.nbib), Web of Science, or what "
            "ORCID, OpenAlex or Crossref give out as JSON. Which of them it is, is found out."
        ),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": EXTENSIONS}),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste the papers, in any form"),
        required=False,
        strip=False,
        help_text=gettext_lazy(
            "DOIs, arXiv numbers, PMIDs, an ORCID iD, addresses of papers, BibTeX, RIS, references "
            "as they are printed; one or many, mixed. You see it before anything is stored."
        ),
        widget=AdminTextareaWidget(attrs={"rows": 6, "spellcheck": "false"}),
    )
    update = forms.ChoiceField(
        label=gettext_lazy("Papers that are here already"),
        choices=UPDATES,
        widget=forms.RadioSelect,
        initial=importer.FILL,
    )
    encoding = forms.ChoiceField(
        label=gettext_lazy("Encoding"),
        choices=ENCODINGS,
        required=False,
        help_text=gettext_lazy("Only if letters with accents come out wrong."),
    )
    repair_encoding = forms.BooleanField(label=REPAIR, required=False)

    def __init__(self, *args, pending: PendingImport | None = None, **kwargs):
        super().__init__(*args, pending=pending, **kwargs)
        if pending:
            self.initial |= {name: pending.options.get(name) for name in OPTIONS}

    def read(self, cleaned):
        file, text = cleaned.get("file"), cleaned.get("text") or ""
        if file is not None and text.strip():
            self.add_error("text", _("Either a file or a text, not both. Empty this box."))
        elif file is not None:
            data = file.read(MAX_BYTES + 1)
            # A file that was cut while it came says so by its size.
            self._take("file", file.name[-500:], data, cleaned["encoding"], file.size)
        elif text.strip():
            self._take("text", PASTED, text.encode("utf-8", "replace"), "utf-8")
        elif self.pending:
            self._take("file", self.pending.name, bytes(self.pending.data), cleaned["encoding"])
        else:
            self.add_error("file", _("Choose a file, or paste something below."))

    def _take(self, box, name, data, encoding, size=0):
        """Sets `name` and `data_read`, or says why this is nothing to import."""
        if max(len(data), size) > MAX_BYTES:
            text = _("This is larger than the %(size)s MB that the admin takes at once.")
            return self._refuse_size(box, name, text % {"size": MAX_BYTES // 1024**2})
        if not data.strip(b"\0 \t\r\n"):
            return self.add_error(box, _("This file is empty."))
        self.name, self.data_read = name, data
        self.cleaned_data["encoding"] = encoding
        try:
            parsed = reference_lists.parse(data, encoding=encoding or None)
        except UnsureEncodingError:
            return None  # The page of the plan asks; the file need not be chosen again.
        except BibtexDecodeError as error:
            box = "encoding" if encoding and box == "file" else box
            return self.add_error(box, _(str(error)))
        if not parsed.records:
            text = _(
                "There is no paper in this that can be read. In BibTeX one starts like "
                "@article{key, in RIS like TY  - JOUR."
            )
            return self.add_error(box, text)
        if name == PASTED:
            self.name += parsed.extension
        if (count := len(parsed.records)) > MAX_ENTRIES:
            text = _("These are %(count)s entries; the admin takes up to %(most)s at once.")
            numbers = {"count": number_format(count), "most": number_format(MAX_ENTRIES)}
            return self._refuse_size(box, name, text % numbers)
        return None

    def _refuse_size(self, box, name, why):
        self.add_error(box, why)
        # The same import, asked of the command line.
        cleaned = self.cleaned_data
        words = ["manage.py", "import_bibtex", "papers.bib" if name.startswith(PASTED) else name]
        if researcher := cleaned.get("researcher"):
            words += ["--researcher", researcher.slug]
        if cleaned["update"] != importer.FILL:
            words += ["--update", cleaned["update"]]
        words += ["--draft"] if cleaned["state"] == "draft" else []
        words += ["--encoding", cleaned["encoding"]] if cleaned.get("encoding") else []
        self.command = shlex.join(words)

    def options(self):
        return {name: self.cleaned_data[name] for name in OPTIONS}


class PlanChanged(Exception):  # noqa: N818 - says what the plan is
    """The plan is not the one that was shown; or the text says why nothing was imported yet."""


class Proposal:
    """For one request. `progress` has a stage for each part: see Progress."""

    template = "plan"
    nothing = gettext_lazy("There was nothing to import, so nothing was changed.")

    def __init__(self, pending: PendingImport, user, progress):
        self.pending, self.user, self.progress = pending, user, progress

    @cached_property
    def parsed(self) -> ParsedFile:
        """Raises UnsureEncodingError where the user has to say which encoding it is in."""
        self.progress.at("reading")
        options = self.pending.options
        return reference_lists.parse(
            bytes(self.pending.data),
            encoding=options["encoding"] or None,
            repair_encoding=options.get("repair_encoding", False),
        )

    def plan(self, **choices) -> importer.Plan:
        """`choices`: the importer's `skip`, `theirs`, `mine` and `unnamed`."""
        options, total = self.pending.options, len(self.parsed.records)
        # The importer reads as it goes and knows no total; here the file was read before.
        tell = self.progress.at("planning")
        return importer.plan(
            [(self.pending.name, self.parsed)],
            self.pending.researcher,
            update=options["update"],
            draft=options["draft"],
            by_operator=access.is_manager(self.user),
            papers=self.pending.known_papers,
            progress=lambda done, _total: tell(done, total),
            **choices,
        )

    def shown(self) -> dict:
        """What the pages of the plan show, before any choice; made anew where rows changed."""
        state = self.rows_state()
        return import_pages.kept_plan(self.pending, state) or self._keep(self.plan(), state)

    def rows_state(self) -> str:
        """Of the rows; "" where no plan is kept, and this one fits on a page and will not be."""
        if not self.pending.plan and len(self.parsed.records) <= PER_PAGE:
            return ""
        return import_pages.rows_state(self.pending, self.user)

    def _keep(self, plan, state):
        shown = {
            "digest": self.digest(plan),
            "counts": plan.totals(),
            "names": names_to_ask(plan),
            "names_nobody": plan.names_nobody,
            "is_damaged": bool(self.parsed.damaged),
            **shown_rows(plan, self.parsed),
        }
        # One that has a single page is made as fast as it is looked up.
        if len(plan.steps) > PER_PAGE:
            return import_pages.keep_plan(self.pending, state, shown)
        return shown

    def context(self, shown: dict, query: dict) -> dict:
        """What the template of a page takes."""
        names = ("names", "names_nobody", "is_damaged", "counts", "digest")
        return {
            "page": plan_page(shown, self.pending.choices, query),
            "unnamed": self.pending.choices.get("unnamed", ""),
        } | {name: shown[name] for name in names}

    def note(self, data) -> bool:
        """Keep what a page says of its choices. False where the upload was discarded meanwhile."""
        choices = choices_after(data, self.shown(), self.pending.choices)
        return self.pending.note(choices=choices)

    def apply(self, shown: str) -> int | None:
        """`shown` is the digest of the plan that the user saw, before any choice. Returns the
        number of the import, None where there was nothing to import.

        Raises PlanChanged, also for a choice that this plan does not offer, and where nobody said
        whose papers these are; then nothing was written, and choices that are not offered any more
        are forgotten.
        """
        try:
            return importer.until_current(partial(self._apply, shown))
        except importer.PlanOutdated as error:
            raise PlanChanged from error

    def _apply(self, shown):
        state = self.rows_state()
        kept = import_pages.kept_plan(self.pending, state)
        if kept and kept["digest"] != shown:
            raise PlanChanged
        plan = self.plan()
        if not self._offers(plan) or self.digest(plan) != shown:
            self._keep(plan, state)
            raise PlanChanged
        return self._write(plan, state)

    def _offers(self, plan):
        """Whether the plan has all that was chosen."""
        mine, offered = self.choices()["mine"], changes_of(plan)
        self._forget(mine - offered)
        return mine <= offered

    def _write(self, plan, _state):
        choices = self.choices()
        if plan.names_nobody and not choices["unnamed"]:
            raise PlanChanged(UNANSWERED)
        if any(choices.values()):
            plan = self.plan(**choices)
        report = importer.apply(
            plan,
            origin=ImportBatch.Origin.ADMIN,
            user=self.user,
            progress=self.progress.at("writing"),
            further=partial(close, self.pending) if plan.writes else None,
        )
        return report.batch

    def told(self, counts: dict) -> str:
        """What is said of an import that was made."""
        new, changed = counts["created"], counts["updated"]
        text = ngettext("Imported: %(new)s new paper.", "Imported: %(new)s new papers.", new)
        if changed:
            text = ngettext(
                "Imported: %(new)s new paper, %(changed)s changed.",
                "Imported: %(new)s new papers, %(changed)s changed.",
                new,
            )
        return text % {"new": number_format(new), "changed": number_format(changed)}

    def digest(self, plan) -> str:
        """What the page of the plan says, in short: equal for equal plans."""

        def said(changes):
            return [[c.field, c.mine, c.theirs] for c in changes]

        steps = [[s.as_json(), said(s.changes), said(s.conflicts)] for s in plan.steps]
        return digest_of(steps)

    def choices(self) -> dict[str, set]:
        """`skip`, `theirs`, `mine` and `unnamed` as the importer takes them."""
        name, chosen = self.pending.name, self.pending.choices
        fields = (
            [(name, int(line), field) for line, field in map(cut_field, chosen.get(kind, ()))]
            for kind in ("theirs", "mine")
        )
        theirs, mine = map(set, fields)
        return {
            "skip": {(name, line) for line in chosen.get("skip", ())},
            "theirs": theirs,
            "mine": mine,
            "unnamed": importer.Answer(chosen.get("unnamed", "")),
        }

    def _forget(self, gone):
        if gone:
            texts = {f"{line}:{field}" for _file, line, field in gone}
            choices = self.pending.choices
            self.pending.note(choices=choices | {"mine": sorted({*choices["mine"]} - texts)})


def close(pending: PendingImport, batch: ImportBatch) -> None:
    """It was imported, and in the same transaction: who comes back is led there.

    What was found is decided with it, taken or not: if it is undone, that is the last word.
    """
    if pending.is_found:
        refuse(pending.researcher, all_of(pending))
    # In the database alone: if the commit fails, the object is as it was.
    rows = PendingImport.objects.filter(pk=pending.pk)
    rows.update(batch_id=batch.pk, data=b"", plan=None, choices={})


def cut_field(text: str) -> tuple[str, str]:
    """ "12:title" -> ("12", "title"), as the boxes of a plan name a field of an entry."""
    line, _colon, field = text.partition(":")
    return line, field


def changes_of(plan: importer.Plan) -> set[tuple[str, int, str]]:
    """(file, line, field) of all that the plan changes on papers."""
    return {(step.file, step.line, c.field) for step in plan.steps for c in step.changes}
