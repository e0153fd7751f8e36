"""What has versions, and the versions: what a row and its inlines said, each time it was saved."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.apps import apps
from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class InlineRows:
    """Rows of a model that stand on another's form, and in its versions.

    The model says so itself: `inline_of = [InlineRows("talk")]` names its foreign key to the row
    with the form. `private` columns are each person's own choice: neither compared nor restored.
    `is_edited` False: they only come back with a row that was deleted.
    """

    parent: str
    private: frozenset[str] = frozenset()
    is_edited: bool = True
    model: type[models.Model] | None = None

    @property
    def name(self) -> str:
        return self.model._meta.label_lower


class VersionedModel(models.Model):
    """A model with a form of its own, whose rows keep versions."""

    # The column that names the record a row belongs to; "pk": it is one; "": all share it.
    record_field = "researcher"

    class Meta:
        abstract = True

    @classmethod
    def get_inlines(cls) -> list[InlineRows]:
        """Of all models that say `inline_of` this one."""
        return [
            replace(inline, model=relation.related_model)
            for relation in cls._meta.related_objects
            for inline in getattr(relation.related_model, "inline_of", ())
            if inline.parent == relation.field.name
        ]

    @classmethod
    def get_edited_inlines(cls) -> list[InlineRows]:
        return [inline for inline in cls.get_inlines() if inline.is_edited]

    def prepare_undelete(self) -> list[str]:
        """Before a deleted row is stored again: finds it another address where its own is taken.

        Returns messages for whoever brings it back.
        """
        return []


def get_versioned_model(label: str) -> type[VersionedModel] | None:
    """ "profiles.newsitem" -> its model; None for what has no versions, or has gone since."""
    try:
        model = apps.get_model(label)
    except (LookupError, ValueError):
        return None
    return model if issubclass(model, VersionedModel) else None


def get_versioned_models() -> list[type[VersionedModel]]:
    """Return all models that keep versions."""
    return [model for model in apps.get_models() if issubclass(model, VersionedModel)]


def get_form_row(row: models.Model) -> models.Model:
    """The row on whose form `row` stands: itself, where it has one."""
    if isinstance(row, VersionedModel):
        return row
    parents = [inline.parent for inline in getattr(row, "inline_of", ()) if inline.is_edited]
    return getattr(row, parents[0]) if parents else row


@dataclass(frozen=True)
class LogEvent:
    """A change that left no version, and the address of the page that tells more of it."""

    when: datetime
    text: str
    url: str = ""
    user: str = ""


class Revision(models.Model):
    """One version of one row, with its inline rows; history writes and reads them.

    Gone with the researcher whose record it belongs to.
    """

    class Action(models.TextChoices):
        # As it stood before the next revision: after an import, a command, or before any history.
        BASELINE = "found", _("as it stood")
        ADDED = "added", _("added")
        CHANGED = "changed", _("changed")
        MERGED = "merged", _("merged")
        IMPORTED = "imported", _("imported")
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
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        db_index=False,  # see Meta.indexes
    )
    # As history.snapshots takes it, and the digest of what a person edits of it.
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
            # What happened in the lab, newest first, and what one account did there.
            models.Index(fields=["-made_at", "-id", "action"], name="revision_newest"),
            models.Index(fields=["user", "-made_at", "-id"], name="revision_by_account"),
            # Of all versions, few are the last word on a row that is gone.
            models.Index(
                fields=["-id"], condition=models.Q(action="deleted"), name="revision_deleted"
            ),
        ]

    def __str__(self):
        return self.name
