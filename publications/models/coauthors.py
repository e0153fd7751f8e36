"""People elsewhere: where a co-author who has no pages here has their own."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from history.models import VersionedModel
from profiles.identifiers import validate_url


class Coauthor(VersionedModel):
    """Links the printed name on this researcher's papers; matched letter by letter."""

    owned_through = ("researcher",)

    researcher = models.ForeignKey(
        "profiles.Researcher",
        models.CASCADE,
        related_name="coauthors",
        verbose_name=_("researcher"),
    )
    names = models.TextField(
        _("names"),
        help_text=_("As papers print it, such as Grace Hopper; further forms on further lines."),
    )
    url = models.CharField(_("their site"), max_length=500, validators=[validate_url])

    class Meta:
        verbose_name = _("co-author elsewhere")
        verbose_name_plural = _("co-authors elsewhere")
        ordering = ["names", "id"]

    def __str__(self):
        return next(iter(self.forms), "–")

    @property
    def forms(self) -> list[str]:
        return [" ".join(line.split()) for line in self.names.splitlines() if line.strip()]
