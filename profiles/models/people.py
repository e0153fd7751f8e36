"""What stands beside a researcher: links and which service one leads to, affiliations, advisors,
delegates, former addresses.
"""

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from history.models import InlineRows
from profiles.compiled_queries import Moment
from profiles.data_policy import DataPolicy, Subject
from profiles.dates import Period
from profiles.identifiers import completed_url, orcid_url, validate_url
from profiles.models.base import AtOrganisation, Link, Translated
from profiles.models.researcher import Researcher
from profiles.slugs import validate_slug


class ResearcherLink(Link, Translated):
    class Kind(models.TextChoices):
        WEBSITE = "website", _("Website")
        SCHOLAR = "scholar", "Google Scholar"
        DBLP = "dblp", "DBLP"
        SEMANTIC_SCHOLAR = "semantic-scholar", "Semantic Scholar"
        OPENALEX = "openalex", "OpenAlex"
        ARXIV = "arxiv", "arXiv"
        PUBMED = "pubmed", "PubMed"
        INSPIRE = "inspire", "INSPIRE"
        HAL = "hal", "HAL"
        SCOPUS = "scopus", "Scopus"
        ACM = "acm", "ACM Digital Library"
        IEEE = "ieee", "IEEE Xplore"
        OPENREVIEW = "openreview", "OpenReview"
        RESEARCHGATE = "researchgate", "ResearchGate"
        WIKIDATA = "wikidata", "Wikidata"
        WIKIPEDIA = "wikipedia", "Wikipedia"
        GITHUB = "github", "GitHub"
        GITLAB = "gitlab", "GitLab"
        HUGGINGFACE = "huggingface", "Hugging Face"
        LINKEDIN = "linkedin", "LinkedIn"
        MASTODON = "mastodon", "Mastodon"
        BLUESKY = "bluesky", "Bluesky"
        X = "x", "X"
        YOUTUBE = "youtube", "YouTube"
        BILIBILI = "bilibili", "Bilibili"
        ZHIHU = "zhihu", "Zhihu"
        CV = "cv", _("CV (PDF)")
        OTHER = "other", _("Another, with a label of your own")

    owned_through = ("researcher",)
    translatable = ("label",)
    inline_of = (InlineRows("researcher"),)

    researcher = models.ForeignKey(Researcher, models.CASCADE, related_name="links")
    kind = models.CharField(
        pgettext_lazy("elsewhere", "service"), max_length=20, choices=Kind, default=Kind.WEBSITE
    )

    @property
    def name(self) -> str:
        return self.translated("label") or self.get_kind_display()


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


class Advisorship(Period, Translated):
    """Who advised the researcher, and when. Two successive advisors are two rows."""

    owned_through = ("researcher",)
    translatable = ("name", "role")
    inline_of = (InlineRows("researcher"),)

    researcher = models.ForeignKey(Researcher, models.CASCADE, related_name="advisorships")
    name = models.CharField(_("name"), max_length=200, help_text=_("Such as Prof. Wei Wang."))
    url = models.CharField(_("link"), max_length=500, blank=True, validators=[validate_url])
    role = models.CharField(
        _("role"),
        max_length=80,
        blank=True,
        help_text=_("Empty: “Advisor”. Or “Co-advisor”, “Host”."),
    )
    position = models.PositiveIntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("advisor")
        verbose_name_plural = _("advisors")
        ordering = ["position", "id"]

    def __str__(self):
        return self.name


class DelegationQuerySet(models.QuerySet):
    def current(self):
        return self.filter(models.Q(ends_at=None) | models.Q(ends_at__gt=Moment()))


class Delegation(models.Model):
    """An account that may edit another's record, until it is taken back or ends."""

    owned_through = ("researcher",)

    researcher = models.ForeignKey(Researcher, models.CASCADE, related_name="delegations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="delegations",
        verbose_name=_("account"),
    )
    may_publish = models.BooleanField(
        _("may publish"), default=True, help_text=_("Without it, a delegate writes drafts.")
    )
    ends_at = models.DateTimeField(_("ends"), null=True, blank=True)

    objects = DelegationQuerySet.as_manager()

    class Meta:
        verbose_name = _("delegate")
        verbose_name_plural = _("delegates")
        constraints = [
            models.UniqueConstraint(fields=["researcher", "user"], name="delegation_once")
        ]

    def __str__(self):
        return f"{self.user} → {self.researcher}"


class FormerSlugQuerySet(models.QuerySet):
    def public(self):
        """Those that lead on: to a public researcher, and none that somebody has now."""
        return self.filter(researcher__in=Researcher.objects.public()).exclude(
            slug__in=Researcher.objects.values("slug")
        )


class FormerSlug(models.Model):
    """An address a researcher had before a rename; it redirects for ever."""

    data_policy = DataPolicy(Subject.RESEARCHER, "researcher")  # managers edit it

    slug = models.SlugField(_("address"), max_length=80, unique=True, validators=[validate_slug])
    researcher = models.ForeignKey(Researcher, models.CASCADE, related_name="former_slugs")

    objects = FormerSlugQuerySet.as_manager()

    class Meta:
        verbose_name = _("old web address")
        verbose_name_plural = _("old web addresses")

    def __str__(self):
        return self.slug

    def clean(self):
        super().clean()
        if Researcher.objects.filter(slug=self.slug).exists():
            raise ValidationError({"slug": _("This address is not free. Choose another.")})


# --- Which service a link leads to ---------------------------------------------------------------

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


def kind_of_link(url: str) -> str:
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
    kind = kind_of_link(url)
    return PastedLink(url, Kind.WEBSITE if kind == Kind.OTHER else kind)


def _named(words):
    """The kind that goes by this name, "" where none does."""
    names = {ORCID: ORCID} | {str(label).casefold(): value for value, label in Kind.choices}
    return names.get(words.strip(AROUND).casefold(), "")
