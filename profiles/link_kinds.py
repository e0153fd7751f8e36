"""Links to a person's pages elsewhere: which service an address leads to, and what a text that was
pasted holds of them.
"""

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from profiles.identifiers import completed_url, orcid_url
from profiles.models import ResearcherLink

Kind = ResearcherLink.Kind
# Of a link that is a person's ORCID iD: no row, but a column.
ORCID = "orcid"
# Kind -> the address of a user name there.
ADDRESSES = {
    Kind.SCHOLAR: "https://scholar.google.com/citations?user={}",
    Kind.DBLP: "https://dblp.org/pid/{}",
    Kind.SEMANTIC_SCHOLAR: "https://www.semanticscholar.org/author/{}",
    Kind.OPENALEX: "https://openalex.org/{}",
    Kind.ARXIV: "https://arxiv.org/a/{}",
    Kind.PUBMED: "https://pubmed.ncbi.nlm.nih.gov/?term={}",
    Kind.INSPIRE: "https://inspirehep.net/authors/{}",
    Kind.HAL: "https://cv.hal.science/{}",
    Kind.SCOPUS: "https://www.scopus.com/authid/detail.uri?authorId={}",
    Kind.ACM: "https://dl.acm.org/profile/{}",
    Kind.IEEE: "https://ieeexplore.ieee.org/author/{}",
    Kind.OPENREVIEW: "https://openreview.net/profile?id={}",
    Kind.RESEARCHGATE: "https://www.researchgate.net/profile/{}",
    Kind.WIKIDATA: "https://www.wikidata.org/wiki/{}",
    Kind.WIKIPEDIA: "https://wikipedia.org/wiki/User:{}",
    Kind.GITHUB: "https://github.com/{}",
    Kind.GITLAB: "https://gitlab.com/{}",
    Kind.HUGGINGFACE: "https://huggingface.co/{}",
    Kind.LINKEDIN: "https://www.linkedin.com/in/{}",
    Kind.BLUESKY: "https://bsky.app/profile/{}",
    Kind.X: "https://x.com/{}",
    Kind.YOUTUBE: "https://youtube.com/@{}",
    Kind.BILIBILI: "https://space.bilibili.com/{}",
    Kind.ZHIHU: "https://www.zhihu.com/people/{}",
}
HOSTS = {
    urlsplit(address).hostname.removeprefix("www."): kind for kind, address in ADDRESSES.items()
}
HOSTS |= {"twitter.com": Kind.X, "dblp.uni-trier.de": Kind.DBLP, "mastodon.social": Kind.MASTODON}
# "www.", and the country or the language of zh.wikipedia.org and de.linkedin.com.
BEFORE_HOST = re.compile(r"^(?:www|[a-z]{2,3})\.")
# In a text: an address with or without its beginning, @ada@mastodon.social, an ORCID iD.
LINK = re.compile(
    r"""(?P<url>https?://[^\s<>"]+)
    | (?P<handle>@[\w.-]+@(?:[\w-]+\.)+[a-z]{2,})
    | (?P<orcid>\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b)
    | (?P<bare>(?<![@\w.-])(?:[\w-]+\.)+[a-z]{2,}(?:/[^\s<>"]*)?(?![\w@]))""",
    re.I | re.X,
)
AROUND = " \t:;,.|()[]<>*•·–—-"
# A longer text beside an address is a sentence, and no label.
LONGEST_LABEL = 80
WORDS_OF_LABEL = 5


class PastedLink(NamedTuple):
    url: str
    kind: str
    label: str = ""


def kind_of(url: str) -> str:
    """The service that an address leads to; "other" for any that is none."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return Kind.OTHER
    if host.startswith("scholar.google."):
        return Kind.SCHOLAR
    hosts = (host, BEFORE_HOST.sub("", host))
    return next((HOSTS[name] for name in hosts if name in HOSTS), Kind.OTHER)


def read_links(line: str) -> list[PastedLink]:
    """All links in a line of text: "My code: github.com/ada", "GitHub: ada", "@ada@hci.social".

    What stands beside a single one is its label, where it does not name the service alone.
    """
    found = [_link(match) for match in LINK.finditer(line)]
    if not found:
        name, _colon, user = line.partition(":")
        kind = _named(name)
        if kind in ADDRESSES and re.fullmatch(r"@?[\w.-]+", user.strip()):
            found = [PastedLink(ADDRESSES[kind].format(user.strip().lstrip("@")), kind)]
    elif len(found) == 1:
        label = " ".join(LINK.sub(" ", line).strip(AROUND).split())
        if (kind := _named(label)) and found[0].kind in (kind, Kind.WEBSITE):
            found = [found[0]._replace(kind=kind)]
        elif len(label) <= LONGEST_LABEL and len(label.split()) <= WORDS_OF_LABEL:
            found = [found[0]._replace(label=label)]
    return found


def _link(match):
    if handle := match["handle"]:
        _at, user, host = handle.split("@")
        return PastedLink(f"https://{host}/@{user}", Kind.MASTODON)
    if orcid := match["orcid"]:
        return PastedLink(orcid_url(orcid.upper()), ORCID)
    url = completed_url((match["url"] or match["bare"]).rstrip(".,;:)]"))
    if "//orcid.org/" in url:
        return PastedLink(url, ORCID)
    kind = kind_of(url)
    return PastedLink(url, Kind.WEBSITE if kind == Kind.OTHER else kind)


def _named(words):
    """The kind that goes by this name, "" where none does."""
    names = {ORCID: ORCID} | {str(label).casefold(): value for value, label in Kind.choices}
    return names.get(words.strip(AROUND).casefold(), "")
