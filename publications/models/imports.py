"""Where papers came from: each run of an import, and each entry that ever fed a paper."""

from uuid import uuid4

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from history.models import InlineRows
from profiles.data_policy import DataPolicy, Subject


class ImportBatch(models.Model):
    """One import: who, when, from what; undone as one."""

    class Origin(models.TextChoices):
        COMMAND = "command", _("command line")
        ADMIN = "admin", _("admin")
        # No file: an entry of a paper became a paper of its own (merging.split).
        SPLIT = "split", _("a paper taken apart")
        # Nor here: duplicates became one paper (merging.papers).
        MERGE = "merge", _("papers merged")

    # Of papers that are here: all of them become what they were again, or none does.
    WITHOUT_FILE = (Origin.SPLIT, Origin.MERGE)

    owned_through = ("researcher",)

    researcher = models.ForeignKey(
        "profiles.Researcher",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="import_batches",
        verbose_name=_("for"),
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, verbose_name=_("by")
    )
    origin = models.CharField(_("from"), max_length=10, choices=Origin, default=Origin.COMMAND)
    files = models.JSONField(_("files"), default=list)
    # The counts and problems of the report, as import_bibtex --json prints them.
    report = models.JSONField(_("report"), default=dict)
    # Of the report, so that a list of imports need not load it whole.
    counts = models.JSONField(_("result"), default=dict, editable=False)
    # The keys of the venues that it made.
    venues = models.JSONField(default=list, editable=False)
    created_at = models.DateTimeField(_("when"), auto_now_add=True)
    # The `updated_at` of every paper as this import left it: one that differs was touched since.
    written_at = models.DateTimeField(null=True, editable=False)
    undone_at = models.DateTimeField(_("undone"), null=True, blank=True)

    class Meta:
        verbose_name = _("import")
        verbose_name_plural = _("imports")
        ordering = ["-created_at", "-id"]
        indexes = [models.Index(fields=["-created_at", "-id"], name="import_newest")]

    def __str__(self):
        """Names without the folders of whoever ran the command."""
        return ", ".join(file.rstrip("/").rpartition("/")[2] for file in self.files) or str(self.pk)


class PendingImport(models.Model):
    """What was uploaded, between its plan and the word to import it. Its user's alone; for a day.

    Once imported it holds the `batch`, and no text any more: who goes back is led there.
    """

    data_policy = DataPolicy(Subject.ACCOUNT, "user", "an upload that waits for a word, for a day")

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    researcher = models.ForeignKey("profiles.Researcher", models.CASCADE, null=True)
    name = models.CharField(max_length=500)
    data = models.BinaryField()
    # {"update", "draft", "encoding", "repair_encoding"}, as importer and bibtex.parse take them; of
    # what was found also its "found" counts, its "proposals", as exchange.news.proposals has
    # them, and "papers": line -> key of the paper that the entry is known to be.
    options = models.JSONField(default=dict)
    # What was chosen on the pages of the plan so far: {"skip": lines of entries to leave out,
    # "theirs" and "mine": fields, "12:title", in which the file wins, or is not followed}.
    choices = models.JSONField(default=dict)
    # What the pages of the plan show, as publications.admin.import_pages keeps it.
    plan = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    batch = models.ForeignKey(ImportBatch, models.CASCADE, null=True)
    # Not uploaded: looked up by `refresh`, and waiting for a word for as long as it takes.
    is_found = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self):
        return self.name

    @property
    def known_papers(self) -> dict[tuple[str, int], int]:
        """(file, line) -> the paper that an entry of what was found is known to be."""
        papers = self.options.get("papers", {})
        return {(self.name, int(line)): paper for line, paper in papers.items()}

    def note(self, **values) -> bool:
        """Stores `values` of these columns. False, and not stored, where its user has discarded it
        in another window meanwhile; save() fails there.
        """
        for name, value in values.items():
            setattr(self, name, value)
        return bool(PendingImport.objects.filter(pk=self.pk).update(**values))


class NewsMail(models.Model):
    """Of an account: whether it is written to of what waits for it, and when that was done last."""

    data_policy = DataPolicy(
        Subject.ACCOUNT, "user", "whom this site writes to, and when, is nobody else's"
    )

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE)
    is_wanted = models.BooleanField(default=True)
    sent_at = models.DateTimeField(null=True)

    def __str__(self):
        return str(self.user)


class RefusedWork(models.Model):
    """A work, or a change of one, that was found elsewhere and decided for good.

    `refresh` proposes it no more: it was refused; or it was accepted, and an undo is the last word.
    """

    owned_through = ("researcher",)

    researcher = models.ForeignKey("profiles.Researcher", models.CASCADE, related_name="+")
    # "doi:10.1000/182", "Crossref:kelp:abstract:5f0a…", as publications.refusals has it.
    identity = models.CharField(max_length=300)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["researcher", "identity"], name="refused_once")
        ]

    def __str__(self):
        return self.identity


class AlwaysFrom(models.Model):
    """A source whose news a researcher takes unasked; each time is an import that can be undone."""

    owned_through = ("researcher",)

    researcher = models.ForeignKey(
        "profiles.Researcher", models.CASCADE, related_name="always_from"
    )
    # "Crossref", as exchange.sources names it.
    source = models.CharField(max_length=40)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["researcher", "source"], name="always_from_once")
        ]

    def __str__(self):
        return self.source


@receiver(pre_save, sender="profiles.Researcher")
def _ask_the_next_owner(sender, instance, **signal):
    """What an owner takes unasked is their choice: whoever owns the profile next is asked."""
    if instance.pk:  # a new profile has none
        rows = AlwaysFrom.objects.filter(researcher=instance.pk)
        rows.exclude(researcher__owner=instance.owner_id).delete()


class ImportChange(models.Model):
    """A paper that was here before an import changed it, as it stood then; for the undo.

    A paper that the import made needs none: its `created_at` is the batch's `written_at`. A paper
    that a merge made part of another is gone, and what is kept of it stays.
    """

    owned_through = ("batch__researcher",)

    batch = models.ForeignKey(ImportBatch, models.CASCADE, related_name="changes")
    publication = models.ForeignKey(
        "Publication", models.CASCADE, related_name="import_changes", db_constraint=False
    )
    before = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["batch", "publication"], name="import_change_once")
        ]

    def __str__(self):
        return str(self.publication_id)


class ImportedRow(models.Model):
    """A row beside papers, as the import of a site left it: of the record, its files and addresses.

    For the next import, which keeps what was edited since, and for the undo.
    """

    owned_through = ("researcher",)

    batch = models.ForeignKey(ImportBatch, models.CASCADE, related_name="rows")
    researcher = models.ForeignKey("profiles.Researcher", models.CASCADE, related_name="+")
    # "profiles.newsitem" and its key; the row itself may be gone.
    kind = models.CharField(max_length=80)
    object_id = models.BigIntegerField()
    # Where in the site: "_news/2024-sosp.md", "_data/cv.yml#awards/3".
    origin = models.CharField(max_length=500)
    # Column -> what the site says, and what was stored: links within texts lead elsewhere.
    source = models.JSONField(default=dict)
    values = models.JSONField(default=dict)
    # Column -> what stood there; None: the import made the row.
    before = models.JSONField(null=True)
    # Of the row as the import left it: one that differs was edited since.
    digest = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["batch", "origin"], name="imported_row_once")
        ]
        indexes = [models.Index(fields=["kind", "object_id"], name="imported_row")]

    def __str__(self):
        return self.origin


class Source(models.Model):
    """An entry of a list that fed a paper, kept whole: nothing of a file is lost by reading it."""

    owned_through = ("publication__owner", "publication__authorships__researcher")
    inline_of = (InlineRows("publication", is_edited=False),)

    publication = models.ForeignKey("Publication", models.CASCADE, related_name="sources")
    version = models.ForeignKey(
        "Version", models.SET_NULL, null=True, blank=True, related_name="sources"
    )
    batch = models.ForeignKey(
        ImportBatch, models.SET_NULL, null=True, blank=True, related_name="sources"
    )
    citation_key = models.CharField(_("citation key"), max_length=200, blank=True)
    entry_type = models.CharField(_("type"), max_length=40)
    raw = models.TextField(_("as in the file"))
    # [[name, raw value], …] in the file's order, duplicates included.
    fields = models.JSONField(_("fields"), default=list)
    # What this entry set, per column of ours, as it was set: an edit by hand shows as a difference.
    values = models.JSONField(_("values as imported"), default=dict)
    checksum = models.CharField(_("checksum"), max_length=64)
    file = models.CharField(_("file"), max_length=500, blank=True)
    line = models.PositiveIntegerField(_("line"), default=0)
    # The paper's `updated_at` when an import last left it saying all that this entry says.
    settled_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("source")
        verbose_name_plural = _("sources")
        ordering = ["id"]
        indexes = [
            # A second run of the same file finds each of its entries by this.
            models.Index(fields=["checksum"], name="source_checksum"),
            # One that was changed in its file is found by its key there.
            models.Index(fields=["citation_key"], name="source_key"),
        ]

    def __str__(self):
        return f"{self.file}:{self.line} {self.citation_key}".strip()
