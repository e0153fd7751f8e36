"""Where a researcher belongs, studied and worked, and what they were honoured with."""

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from history.models import InlineRows
from profiles.dates import PeriodsField
from profiles.identifiers import validate_url
from profiles.languages import validate_language
from profiles.models.base import (
    AtOrganisation,
    Period,
    ProfileItem,
    Translated,
)
from profiles.models.researcher import Researcher

# A row that lasts, or ended last, comes first; equal dates keep the manual order.
NEWEST_FIRST = ["-end", "-start", "position", "id"]


class Affiliation(AtOrganisation, Period, Translated):
    """The line under the name: a role at an organisation, now or formerly."""

    owned_through = ("researcher",)
    translatable = ("role", "organisation", "department", "place")
    inline_of = (InlineRows("researcher"),)

    researcher = models.ForeignKey(Researcher, models.CASCADE, related_name="affiliations")
    role = models.CharField(
        _("role"), max_length=200, blank=True, help_text=_("Such as Ph.D. candidate.")
    )
    position = models.PositiveIntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("affiliation")
        verbose_name_plural = _("affiliations")
        ordering = ["position", "id"]

    def __str__(self):
        return ", ".join(filter(None, [self.role, self.organisation])) or "–"


class Education(ProfileItem, AtOrganisation, Period):
    translatable = (
        "degree",
        "field_of_study",
        "organisation",
        "department",
        "place",
        "advisor",
        "thesis",
        "grade",
        "description",
    )

    degree = models.CharField(
        _("degree"), max_length=200, blank=True, help_text=_("Such as Ph.D. or exchange student.")
    )
    field_of_study = models.CharField(_("field of study"), max_length=200, blank=True)
    advisor = models.CharField(
        _("advisor"), max_length=300, blank=True, help_text=_("Markdown links are welcome.")
    )
    thesis = models.CharField(_("thesis"), max_length=400, blank=True)
    grade = models.CharField(_("grade"), max_length=80, blank=True)
    description = models.TextField(_("description"), blank=True)

    class Meta:
        verbose_name = _("education")
        verbose_name_plural = _("education")
        ordering = NEWEST_FIRST

    def __str__(self):
        return ", ".join(filter(None, [self.degree, self.field_of_study, self.organisation])) or "–"

    @admin.display(description=_("degree"), ordering="degree")
    def degree_line(self):
        return ", ".join(filter(None, [self.degree, self.field_of_study])) or str(self)

    def clean(self):
        super().clean()
        if not (self.degree or self.organisation):
            raise ValidationError(_("Give a degree or an organisation."))


class Experience(ProfileItem, AtOrganisation, Period):
    class Kind(models.TextChoices):
        EMPLOYMENT = "employment", _("employment")
        RESEARCH = "research", _("research position")
        INTERNSHIP = "internship", _("internship")
        VISITING = "visiting", _("visiting position")
        TEACHING = "teaching", _("teaching position")
        VOLUNTEERING = "volunteering", _("volunteering")
        OTHER = "other", _("other")

    translatable = ("role", "organisation", "department", "place", "mentor", "description")

    kind = models.CharField(_("kind"), max_length=20, choices=Kind, default=Kind.EMPLOYMENT)
    role = models.CharField(_("role"), max_length=200, blank=True)
    mentor = models.CharField(
        _("mentor"), max_length=300, blank=True, help_text=_("Markdown links are welcome.")
    )
    description = models.TextField(
        _("description"), blank=True, help_text=_("Lists may be nested; each level is a bullet.")
    )

    class Meta:
        verbose_name = _("experience")
        verbose_name_plural = _("experience")
        ordering = NEWEST_FIRST

    def __str__(self):
        return ", ".join(filter(None, [self.role, self.organisation])) or "–"

    @admin.display(description=_("role"), ordering="role")
    def role_line(self):
        return self.role or str(self)

    def clean(self):
        super().clean()
        if not (self.role or self.organisation):
            raise ValidationError(_("Give a role or an organisation."))


class Award(ProfileItem):
    translatable = ("name", "awarder", "note", "co_recipients")

    name = models.CharField(_("name"), max_length=300)
    url = models.CharField(_("link"), max_length=500, blank=True, validators=[validate_url])
    abbreviation = models.CharField(_("abbreviation"), max_length=40, blank=True)
    alternate_name = models.CharField(_("name in another language"), max_length=300, blank=True)
    alternate_language = models.CharField(
        _("that language"),
        max_length=20,
        blank=True,
        validators=[validate_language],
        help_text=_("A code such as zh-Hans."),
    )
    awarder = models.CharField(_("awarded by"), max_length=200, blank=True)
    dates_text = models.CharField(max_length=120, blank=True, editable=False)
    dates = PeriodsField(_("when"), text_field="dates_text")
    note = models.TextField(_("note"), blank=True)
    co_recipients = models.CharField(_("shared with"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("award")
        verbose_name_plural = _("awards")
        ordering = ["-dates", "position", "id"]

    def __str__(self):
        return self.name
