"""/cards/…: the picture that a link to a researcher shows where it is shared.

The address holds a digest of what is on the picture, so it may be kept for ever; a former one
leads to the one of today. Drawn once, then kept in the cache named "cards".
"""

from contextlib import suppress

from django.conf import settings
from django.core.cache import caches
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.views import View

from profiles import languages
from profiles.markup import plain_text
from profiles.models import Researcher
from profiles.site import researcher_theme, site_settings, site_theme
from uploads.social_cards import Card, jpeg

A_YEAR = 365 * 24 * 3600


def card(researcher: Researcher) -> Card:
    """From the researcher's own row alone, and of that only what the home page shows."""
    look, native = researcher_theme(researcher), researcher.native_language
    text = researcher.translated("headline") or researcher.translated("biography")
    return Card(
        title=researcher.translated("display_name"),
        second=researcher.name_beside[0],
        text=Truncator(plain_text(text, researcher)).chars(180),
        foot=site_name(),
        picture=researcher.portrait.name or "",
        is_portrait=True,
        accent=look.accent,
        paper=look.papers[0],
        language=languages.current() if languages.fits(native) else native,
    )


def site_card() -> Card:
    """Return the social card of the lab's own pages."""
    look = site_theme()
    return Card(
        title=site_settings().site_name,
        text=_("Researchers, their news and their publications"),
        accent=look.accent,
        paper=look.papers[0],
        language=languages.current(),
    )


def site_address() -> str:
    """Path of the card of the whole site."""
    return reverse("site-card", kwargs={"digest": site_card().digest})


def address(researcher: Researcher) -> str:
    """Path of the card of a researcher's pages."""
    kwargs = {"slug": researcher.slug, "digest": card(researcher).digest}
    return reverse("researcher-card", kwargs=kwargs)


def site_name() -> str:
    """One person's site goes by that person's name."""
    return "" if settings.SINGLE_RESEARCHER else site_settings().site_name


def picture(card: Card) -> bytes:
    """The JPEG file, from the cache or drawn now. A cache that cannot be written is no loss."""
    with suppress(OSError):
        if kept := caches["cards"].get(card.digest):
            return kept
    drawn = jpeg(card)
    with suppress(OSError):
        caches["cards"].set(card.digest, drawn)
    return drawn


class CardView(View):
    """A subclass says whose card it is: `get_card()` and `get_address()`, or 404."""

    http_method_names = ["get", "head"]

    def get(self, request, digest, **kwargs):
        shown = self.get_object()
        current = self.get_card(shown)
        if digest != current.digest:
            return HttpResponseRedirect(self.get_address(shown))
        response = HttpResponse(picture(current), content_type="image/jpeg")
        # Other sites show it: that is what it is for. A JPEG is not compressed again.
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        response.headers["Content-Encoding"] = "identity"
        response.headers["ETag"] = f'"{digest}"'
        patch_cache_control(response, public=True, max_age=A_YEAR, immutable=True)
        return response


class SiteCardView(CardView):
    def get_object(self):
        return None

    def get_card(self, _nothing):
        return site_card()

    def get_address(self, _nothing):
        return site_address()


class ResearcherCardView(CardView):
    get_card = staticmethod(card)
    get_address = staticmethod(address)

    def get_object(self):
        return get_object_or_404(Researcher.objects.public(), slug=self.kwargs["slug"])
