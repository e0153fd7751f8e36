"""What stands beside a researcher: links, affiliations, advisors, delegates, former addresses."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from history.models import InlineRows
from profiles.compiled_queries import Moment
from profiles.data_policy import DataPolicy, Subject
from profiles.dates import Period
from profiles.identifiers import validate_url
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

    class Meta(Link.Meta):
        verbose_name = _("link")
        verbose_name_plural = _("links")

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
