"""Where papers appear: conferences, journals, series, with their ranks."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from history.models import InlineRows, VersionedModel
from profiles.identifiers import validate_url


class Venue(VersionedModel):
    """Never deleted under a paper. Any member may add one; managers edit."""

    shared = True
    record_field = ""

    name = models.CharField(
        _("full name"), max_length=300, help_text=_("Without a year or number of the meeting.")
    )
    short_name = models.CharField(
        _("short name"), max_length=60, blank=True, help_text=_("The badge, such as NSDI.")
    )
    url = models.CharField(_("link"), max_length=500, blank=True, validators=[validate_url])
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, editable=False
    )

    class Meta:
        verbose_name = _("venue")
        verbose_name_plural = _("venues")
        ordering = ["name"]
        indexes = [
            # Matching an imported container title, and the admin's search.
            models.Index(fields=["name"], name="venue_name"),
        ]

    def __str__(self):
        return f"{self.name} ({self.short_name})" if self.short_name else self.name


class VenueAlias(models.Model):
    """Another form in which papers print the venue's name."""

    shared = True
    inline_of = (InlineRows("venue"),)

    venue = models.ForeignKey(Venue, models.CASCADE, related_name="aliases")
    name = models.CharField(_("printed as"), max_length=300)

    class Meta:
        verbose_name = _("alias")
        verbose_name_plural = _("aliases")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["venue", "name"], name="venue_alias_once"),
        ]

    def __str__(self):
        return self.name


class VenueRank(models.Model):
    """A venue's level in one ranking: CCF A, CORE A*."""

    shared = True
    inline_of = (InlineRows("venue"),)

    venue = models.ForeignKey(Venue, models.CASCADE, related_name="ranks")
    scheme = models.CharField(_("ranking"), max_length=40, help_text=_("Such as CCF or CORE."))
    level = models.CharField(_("level"), max_length=20, help_text=_("Such as A or A*."))

    class Meta:
        verbose_name = _("rank")
        verbose_name_plural = _("ranks")
        ordering = ["scheme"]
        constraints = [
            models.UniqueConstraint(fields=["venue", "scheme"], name="venue_rank_once"),
        ]

    def __str__(self):
        return f"{self.scheme}-{self.level}"
