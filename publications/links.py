"""The links of a paper, in the order in which readers look for them."""

from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlsplit

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from profiles.identifiers import shown_url
from profiles.languages import differing
from profiles.markup import render_maths
from profiles.small_html import joined_html, lang, small_html
from publications import identifiers
from publications.models import Publication, PublicationLink, Status

Kind = PublicationLink.Kind
ARXIV = "arxiv"
ORDER = (
    *(Kind.PUBLISHER, Kind.PDF, ARXIV, Kind.PREPRINT, Kind.CODE, Kind.DATA, Kind.SLIDES),
    *(Kind.POSTER, Kind.VIDEO, Kind.DEMO, Kind.WEBSITE, Kind.BLOG, Kind.SUPPLEMENT, Kind.OTHER),
)
# What the host of an address says of what is there.
HOSTS = {
    "arxiv.org": ARXIV,
    "github.com": Kind.CODE,
    "gitlab.com": Kind.CODE,
    "bitbucket.org": Kind.CODE,
    "codeberg.org": Kind.CODE,
    "youtube.com": Kind.VIDEO,
    "youtu.be": Kind.VIDEO,
    "vimeo.com": Kind.VIDEO,
}


class PaperLink(NamedTuple):
    kind: str
    text: str
    href: str

    @property
    def is_outside(self) -> bool:
        return "://" in self.href

    @property
    def is_main(self) -> bool:
        """What most readers come for stands as a button."""
        return self.kind in (Kind.PDF, Kind.CODE)

    @property
    def html(self) -> str:
        """In a list; two for each of a hundred papers: too many for a template each."""
        form = '<a class="main-link" href="{}"' if self.is_main else '<a href="{}"'
        form += ' rel="noopener">{}</a>' if self.is_outside else ">{}</a>"
        return small_html(form, shown_url(self.href), self.text)


def links_of(paper: Publication, stored: Iterable[PublicationLink]) -> list[PaperLink]:
    """The owner's links as `stored`, then DOI, own address and arXiv where none goes there already.

    Those of one kind stay in the owner's order.
    """
    links = [PaperLink(link.kind, str(link.name), link.href) for link in stored]
    if paper.doi:
        links.append(PaperLink(Kind.PUBLISHER, "DOI", paper.doi_url))
    if paper.url and not is_doi_address(paper.url, paper.doi):
        links.append(_own_address(paper.url))
    if paper.arxiv:
        links.append(PaperLink(ARXIV, "arXiv", paper.arxiv_url))
    by_place = {}
    for link in links:
        by_place.setdefault(_place(link.href), link)
    return _with_paper(sorted(by_place.values(), key=lambda link: ORDER.index(link.kind)))


def is_doi_address(url: str, doi: str) -> bool:
    """Whether `url` is where the DOI leads: doi.org, or a publisher's page that names its end.

    "https://www.nature.com/articles/171737a0" is 10.1038/171737a0's.
    """
    name = doi.partition("/")[2].lower()
    path = url.partition("://")[2].partition("/")[2].lower()
    return bool(name) and (len(name) > 5 or "doi" in url.lower()) and name in path


def _own_address(url: str) -> PaperLink:
    """The address in the paper's own `url`: a PDF, a page of arXiv, a repository, or its page."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    kind = HOSTS.get(host, Kind.PUBLISHER)
    if parts.path.lower().endswith(".pdf") or (kind == ARXIV and parts.path.startswith("/pdf/")):
        kind = Kind.PDF
    text = "arXiv" if kind == ARXIV else host if kind == Kind.PUBLISHER else str(Kind(kind).label)
    return PaperLink(kind, text or _("Link"), url)


def _place(href: str) -> str:
    """The same for two spellings of one address."""
    arxiv = identifiers.normalise_arxiv(href) if "arxiv.org/abs/" in href else ""
    place = identifiers.arxiv_url(arxiv) if arxiv else href
    return place.partition("://")[2].removeprefix("www.").rstrip("/").lower() or href


def _with_paper(links: list[PaperLink]) -> list[PaperLink]:
    """The first link to where it appeared is "Paper", unless its owner named it otherwise."""
    for index, link in enumerate(links):
        if link.kind == Kind.PUBLISHER and _is_unnamed(link.text):
            links[index] = PaperLink(link.kind, _("Paper"), link.href)
            break
    return links


def _is_unnamed(text):
    return text == "DOI" or "." in text or text == str(Kind.PUBLISHER.label)


def title_link(paper: Publication, url: str) -> SafeString:
    """Its title, which leads to its page at `url`; before it whether the paper was retracted."""
    title = render_maths(paper.translated("title") or "")
    link = small_html('<a href="{}"{}>{}</a>', url, lang(differing(paper, "title")), title)
    return joined_html(" ", filter(None, (retracted_mark(paper), link)))


def retracted_mark(paper: Publication) -> SafeString:
    """What stands before the title of a paper that was retracted; "" for any other."""
    if paper.status != Status.RETRACTED:
        return SafeString("")
    return small_html('<strong class="retracted">{}</strong>', _("Retracted:"))
