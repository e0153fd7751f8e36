"""The people of a lab in groups, as its managers put them: faculty, staff, students, alumni."""

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from history.models import InlineRows, VersionedModel
from profiles.data_policy import DataPolicy, Subject
from profiles.identifiers import validate_url
from profiles.models.base import Translated
from profiles.models.researcher import Researcher

NAME_OR_PROFILE = _("Choose a profile, or type a name.")
A_YEAR = [MinValueValidator(1000), MaxValueValidator(2999)]


class PeopleGroup(VersionedModel, Translated):
    record_field = ""
    data_policy = DataPolicy(Subject.LAB)
    translatable = ("name",)

    name = models.CharField(_("name"), max_length=80, help_text=_("Such as Faculty or Alumni."))
    position = models.PositiveIntegerField(
        _("order"), default=0, help_text=_("The front page shows small numbers first.")
    )

    class Meta:
        verbose_name = _("group")
        verbose_name_plural = _("groups")
        ordering = ["position", "id"]

    def __str__(self):
        return self.name


def next_group_position() -> int:
    """Return the place behind all groups."""
    return 1 + (PeopleGroup.objects.aggregate(last=models.Max("position"))["last"] or 0)


class Membership(models.Model):
    """A person in the one group they stand in; one without a profile here by their name."""

    data_policy = DataPolicy(Subject.RESEARCHER, "researcher")  # managers edit it
    inline_of = (InlineRows("group"),)

    group = models.ForeignKey(PeopleGroup, models.CASCADE, related_name="memberships")
    researcher = models.OneToOneField(
        Researcher,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="membership",
        verbose_name=_("profile"),
    )
    name = models.CharField(
        _("or a name"), max_length=200, blank=True, help_text=_("Of who has no profile here.")
    )
    url = models.CharField(_("link"), max_length=500, blank=True, validators=[validate_url])
    since = models.PositiveSmallIntegerField(
        _("from"), null=True, blank=True, validators=A_YEAR, help_text=_("A year.")
    )
    until = models.PositiveSmallIntegerField(
        _("until"), null=True, blank=True, validators=A_YEAR, help_text=_("A year.")
    )
    now = models.CharField(
        _("now"), max_length=200, blank=True, help_text=_("Where they are now, in plain words.")
    )
    position = models.PositiveIntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        ordering = ["position", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(researcher=None) ^ models.Q(name=""),
                name="member_is_somebody",
                violation_error_message=NAME_OR_PROFILE,
            ),
        ]

    def __str__(self):
        return self.name or str(self.researcher or "–")

    def clean(self):
        super().clean()
        if self.since and self.until and self.until < self.since:
            raise ValidationError(_("The end is before the start."))

    @property
    def years(self) -> str:
        """The years as "2015–2020", "since 2015", "until 2020", or ""."""
        if self.since and self.until:
            return str(self.since) if self.since == self.until else f"{self.since}–{self.until}"
        if self.since:
            return gettext("since %(year)s") % {"year": self.since}
        return gettext("until %(year)s") % {"year": self.until} if self.until else ""
