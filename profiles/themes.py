# ruff: noqa: E501
"""How pages look: the themes and layouts to choose from, and our line drawings.

The colours themselves are custom properties in static/css/site/tokens.css; PAPER and ACCENT repeat
those that are wanted elsewhere, and a test holds both to the same values.
"""

from dataclasses import dataclass

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


# --- Line drawings of our own, on a grid of 24 --------------------------------------------------

# A sign never stands alone: the service's name is always written beside it. Services of one sort
# share a sign.
SIGNS = {
    "globe": '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c3 2.6 4 5.4 4 8.5s-1 5.9-4 8.5c-3-2.6-4-5.4-4-8.5s1-5.9 4-8.5z"/>',
    "cap": '<path d="M2.5 9.5 12 5l9.5 4.5L12 14z"/><path d="M6.5 11.7V16c1.5 1.4 3.4 2 5.5 2s4-.6 5.5-2v-4.3M21.5 9.5V15"/>',
    "papers": '<path d="M7 3.5h7l4 4v9H7z"/><path d="M14 3.5v4h4M7 7H4.5v13.5H15V17"/>',
    "branch": '<circle cx="7" cy="5.5" r="2"/><circle cx="7" cy="18.5" r="2"/><circle cx="17" cy="8.5" r="2"/><path d="M7 7.5v9M17 10.5c0 3.5-4 3.5-10 5"/>',
    "people": '<circle cx="9" cy="8.5" r="3"/><path d="M3.5 19c0-3.5 2.5-5.5 5.5-5.5s5.5 2 5.5 5.5M15.5 5.8a3 3 0 0 1 0 5.4M17.5 14c2 .8 3 2.6 3 5"/>',
    "bubble": '<path d="M4 5.5h16v11h-8.5L7 20.5v-4H4z"/><path d="M8 9.5h8M8 12.5h5"/>',
    "play": '<rect x="3" y="5.5" width="18" height="13" rx="3"/><path d="m10.5 9.3 4.5 2.7-4.5 2.7z"/>',
    "nodes": '<circle cx="12" cy="5.5" r="2.2"/><circle cx="5.5" cy="17.5" r="2.2"/><circle cx="18.5" cy="17.5" r="2.2"/><path d="m10.9 7.5-4.3 8M13.1 7.5l4.3 8M7.7 17.5h8.6"/>',
    "book": '<path d="M12 6.5C10 5 7 4.5 3.5 4.7v13.5c3.5-.2 6.5.3 8.5 1.8 2-1.5 5-2 8.5-1.8V4.7C17 4.5 14 5 12 6.5zM12 6.5V20"/>',
    "document": '<path d="M6 3.5h8l4 4v13H6z"/><path d="M14 3.5v4h4M9 12h6M9 15.5h6"/>',
    "id": '<circle cx="12" cy="12" r="8.5"/><path d="M9 10.5v5.5M9 7.9v.1M12.2 8.5h1.8c2.2 0 3.6 1.5 3.6 3.7s-1.4 3.8-3.6 3.8h-1.8z"/>',
    "mail": '<rect x="3.5" y="5.5" width="17" height="13" rx="1.5"/><path d="m4 7 8 6 8-6"/>',
    "pin": '<path d="M12 20.5c-4-4.5-6-7.6-6-10.5a6 6 0 0 1 12 0c0 2.9-2 6-6 10.5z"/><circle cx="12" cy="10" r="2"/>',
    "link": '<path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1"/>',
    "feed": '<path d="M5 19h.1M5 12a7 7 0 0 1 7 7M5 5a14 14 0 0 1 14 14"/>',
    "building": '<path d="M3.5 20.5h17M5.5 20.5v-10M18.5 20.5v-10M10 20.5v-10M14 20.5v-10M3.5 10.5 12 4l8.5 6.5z"/>',
    "github": '<path d="M5 4.5 8 6.5a10 10 0 0 1 8 0l3-2v5.2c.6 1 .9 2.1.9 3.3 0 4.2-3.2 6.5-7.9 6.5S4.1 17.2 4.1 13c0-1.2.3-2.3.9-3.3z"/><path d="M9 12.5v1.4M15 12.5v1.4"/>',
    "linkedin": '<rect x="3.5" y="3.5" width="17" height="17" rx="3"/><path d="M8 10.8v5.7M8 7.4v.1M11.6 16.5v-5.7M11.6 13.4c0-1.7 1-2.7 2.4-2.7s2.4 1 2.4 2.7v3.1"/>',
    "dblp": '<path d="M5 8.5 11 5v5l-6 3.500zM13 14l6-3.500v5L13 19zM5 17l5-2.900M14 8.700l5-2.9"/>',
    "sun": '<circle cx="12" cy="12" r="4"/><path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4"/>',
    "moon": '<path d="M20 14.2A8.2 8.2 0 0 1 9.8 4 8.2 8.2 0 1 0 20 14.2z"/>',
    "filter": '<path d="M4 7h16M7 12h10M10 17h4"/>',
    "search": '<circle cx="10.5" cy="10.5" r="6"/><path d="m15 15 5.5 5.5"/>',
}

# Sign -> the services that share it.
SERVICES = {
    "cap": "scholar",
    "papers": "semantic-scholar openalex arxiv pubmed inspire hal scopus acm ieee openreview",
    "people": "researchgate",
    "nodes": "wikidata huggingface",
    "book": "wikipedia",
    "branch": "gitlab",
    "bubble": "mastodon bluesky x zhihu",
    "play": "youtube bilibili",
    "document": "cv",
    "globe": "website",
}
SIGN_OF = {service: sign for sign, names in SERVICES.items() for service in names.split()}
