"""What is remembered of a record's upkeep, and the words by which a search finds it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from profiles.data_policy import DataPolicy, Subject
from profiles.models.researcher import Researcher


class Dismissal(models.Model):
    """“Not a problem”: an issue that is not shown again. See website.checks."""

    owned_through = ("researcher",)

    researcher = models.ForeignKey(Researcher, models.CASCADE, related_name="dismissals")
    key = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["researcher", "key"], name="dismissal_once")]

    def __str__(self):
        return self.key


class CheckedLinkQuerySet(models.QuerySet):
    def answered(self):
        return self.exclude(outcome=CheckedLink.Outcome.ASKED)


class CheckedLink(models.Model):
    """What came of asking for one address of a record. See website.linkcheck."""

    class Outcome(models.TextChoices):
        REACHED = "reached", _("reached")
        UNSURE = "unsure", _("the site would not tell a program")
        GONE = "gone", _("the page is not there")
        FAILED = "failed", _("the site has an error")
        SILENT = "silent", _("no answer in time")
        UNKNOWN = "unknown", _("there is no such site")
        REFUSED = "refused", _("not asked: no public address")
        ASKED = "asked", _("asked, not answered yet")

    owned_through = ("researcher",)

    researcher = models.ForeignKey(Researcher, models.CASCADE, related_name="checked_links")
    url = models.CharField(max_length=2000)
    outcome = models.CharField(max_length=10, choices=Outcome)
    # The HTTP status, where there was one.
    status = models.PositiveSmallIntegerField(null=True)
    checked_at = models.DateTimeField()

    objects = CheckedLinkQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["researcher", "url"], name="checked_link_once")
        ]

    def __str__(self):
        return self.url


class DemoNote(models.Model):
    """What the demo lab brought, in one row, or that it was taken away. See website.demo."""

    data_policy = DataPolicy(
        Subject.PROGRAM, not_archived="the archive names the demo's rows beside its tables"
    )

    state = models.CharField(max_length=10)
    rows = models.JSONField(default=dict)

    def __str__(self):
        return self.state


class SearchDocument(models.Model):
    """The words of one row that a search may find; made from it by website.search.index.

    The database indexes `words` in full: by FTS5 in SQLite, as a tsvector in PostgreSQL.
    """

    data_policy = DataPolicy(Subject.PROGRAM, not_archived="made anew from the rows that it finds")

    # One of website.search.documents.KINDS.
    kind = models.CharField(max_length=10)
    object_id = models.PositiveBigIntegerField()
    # Folded, each with the letter of the part in which it stands before it: "kpapers ntides bmoon".
    # What finds the row before all others, typed in full, is a word of its own: "x101000x1".
    words = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "object_id"], name="search_document_once")
        ]

    def __str__(self):
        return f"{self.kind} {self.object_id}"
