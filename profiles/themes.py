"""How pages look: the themes and layouts to choose from.

The colours themselves are custom properties in static/css/site/tokens.css; PAPER and ACCENT repeat
those that are wanted elsewhere, and a test holds both to the same values.
"""

from dataclasses import dataclass

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Theme(models.TextChoices):
    HARBOUR = "harbour", _("Harbour: teal on warm paper")
    INDIGO = "indigo", _("Indigo: blue ink on cool white")
    GARNET = "garnet", _("Garnet: deep red on cream")
    MOSS = "moss", _("Moss: green on pale stone")
    GRAPHITE = "graphite", _("Graphite: black on white, plain headings")


class Layout(models.TextChoices):
    SIDE = "side", _("portrait and links beside the text")
    CENTRED = "centred", _("one centred column, the portrait on top")


# Theme -> the colour of the page, in light and in dark.
PAPER = {
    Theme.HARBOUR: ("#fdfcf9", "#16191b"),
    Theme.INDIGO: ("#fcfcfe", "#14161d"),
    Theme.GARNET: ("#fefcfa", "#1a1616"),
    Theme.MOSS: ("#fcfdf9", "#151915"),
    Theme.GRAPHITE: ("#ffffff", "#141414"),
}
# Theme -> its accent on light paper, for the pictures that we draw.
ACCENT = {
    Theme.HARBOUR: "#17566b",
    Theme.INDIGO: "#3a45a8",
    Theme.GARNET: "#98243b",
    Theme.MOSS: "#33652e",
    Theme.GRAPHITE: "#1a1a1a",
}


@dataclass(frozen=True)
class Look:
    theme: str = Theme.HARBOUR
    layout: str = Layout.SIDE

    @property
    def papers(self) -> tuple[str, str]:
        """The page's colour in light and in dark, as #rrggbb."""
        return PAPER[Theme(self.theme)]

    @property
    def accent(self) -> str:
        return ACCENT[Theme(self.theme)]


def site_theme() -> Look:
    """The directory, the lab's list of papers, the search: VITAE_THEME."""
    return Look(settings.THEME if settings.THEME in Theme.values else Theme.HARBOUR)


def researcher_theme(researcher) -> Look:
    """A row written past the forms may hold anything: it looks like the lab then."""
    theme = researcher.theme if researcher.theme in Theme.values else site_theme().theme
    layout = researcher.layout if researcher.layout in Layout.values else Layout.SIDE
    return Look(theme, layout)
