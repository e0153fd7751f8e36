"""What a row and those that hang on it said, each time somebody saved them."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _


class Revision(models.Model):
    """One version of one row, with its inline rows; history writes and reads them.

    Gone with the researcher whose record it belongs to.
    """

    class Action(models.TextChoices):
        # As it stood before the next revision: after an import, a command, or before any history.
        FOUND = "found", _("as it stood")
        ADDED = "added", _("added")
        CHANGED = "changed", _("changed")
        MERGED = "merged", _("merged")
        RESTORED = "restored", _("restored")
        DELETED = "deleted", _("deleted")

    owned_through = ("researcher",)

    # None: a shared vocabulary, or a paper that is nobody's.
    researcher = models.ForeignKey(
        "profiles.Researcher", models.CASCADE, null=True, related_name="revisions", db_index=False
    )
    # "profiles.newsitem" and its key; the row itself may be gone.
    kind = models.CharField(max_length=80)
    object_id = models.BigIntegerField()
    # What the row called itself.
    name = models.CharField(max_length=300)
    action = models.CharField(max_length=10, choices=Action, default=Action.CHANGED)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    # As history.snapshots.take() gives it, and the digest of what a person edits of it.
    state = models.JSONField(default=dict)
    digest = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("version")
        verbose_name_plural = _("versions")
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["kind", "object_id", "-id"], name="revision_of_row"),
            models.Index(fields=["researcher", "-id"], name="revision_of_record"),
        ]

    def __str__(self):
        return self.name

    @property
    def when(self) -> str:
        return date_format(timezone.localtime(self.made_at), "DATETIME_FORMAT")
