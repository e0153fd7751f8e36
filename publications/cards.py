"""/cards/publications/…: the picture that a link to a paper shows where it is shared."""

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import ngettext

from profiles.cards import CardView, site_name
from profiles.themes import site_theme
from publications import paper_page
from publications.latex import plain_title
from publications.list_items import PublicationItem
from publications.visibility import public_papers
from uploads import Card

NAMED_AT_MOST = 6


def card(item: PublicationItem) -> Card:
    """What its page shows: title, names, where and when, the cover."""
    paper, look = item.paper, site_theme()
    where, year = item.badge or item.container, str(paper.year or "")
    return Card(
        title=plain_title(paper.translated("title")),
        text=_names([name.text for name in item.authors]),
        detail=where if year in where else f"{where}, {year}".removeprefix(", "),
        foot=site_name(),
        picture=paper.cover.name or "",
        accent=look.accent,
        paper=look.papers[0],
        language=paper.language,
    )


def address(item: PublicationItem) -> str:
    kwargs = {"publication": item.paper.slug, "digest": card(item).digest}
    return reverse("publication-card", kwargs=kwargs)


def _names(printed):
    more = len(printed) - NAMED_AT_MOST
    if more < 2:
        return ", ".join(printed)
    words = ngettext("and %(count)d other", "and %(count)d others", more) % {"count": more}
    return ", ".join([*printed[:NAMED_AT_MOST], words])


class PublicationCardView(CardView):
    def get_object(self):
        found = public_papers().select_related("venue")
        return paper_page.load(get_object_or_404(found, slug=self.kwargs["publication"])).item

    def get_card(self, item):
        return card(item)

    def get_address(self, item):
        return address(item)
