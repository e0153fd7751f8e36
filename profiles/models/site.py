"""The site as a whole, edited by managers: its name, words, menu, news and groups of people."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import get_script_prefix, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from history.models import InlineRows, VersionedModel
from profiles.data_policy import DataPolicy, Subject
from profiles.dates import PartialDateField
from profiles.identifiers import validate_link, validate_url
from profiles.models.base import PublicQuerySet, Publishable, Translated
from profiles.models.researcher import Researcher
from profiles.themes import Theme
from uploads.images import PictureField


def offered_languages() -> list[str]:
    """Those that a new site does not use, until a manager ticks them."""
    return list(settings.OFFERED_LANGUAGES)


class SiteSettings(VersionedModel, Translated):
    """One row, read by profiles.site; its empty boxes say what the environment does."""

    record_field = ""
    data_policy = DataPolicy(Subject.LAB)
    translatable = ("name", "welcome", "picture_alt", "footer")
    # Whether the menu leads to news of the lab; profiles.site asks it with the row.
    has_news = False

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    name = models.CharField(_("name"), max_length=120, blank=True)
    logo = PictureField(
        _("logo"),
        folder="site",
        blank=True,
        help_text=_("Stands before the name. JPEG, PNG, WebP or GIF, at most 10 MB."),
    )
    logo_alt = models.CharField(
        _("alternative text of the logo"),
        max_length=200,
        blank=True,
        help_text=_("Only where it says more than the name beside it."),
    )
    welcome = models.TextField(
        _("welcome text"), blank=True, help_text=_("At the top of the front page.")
    )
    picture = PictureField(
        _("picture"),
        folder="site",
        blank=True,
        help_text=_("Wide, above the welcome text. JPEG, PNG, WebP or GIF, at most 10 MB."),
    )
    picture_alt = models.CharField(
        _("alternative text of the picture"),
        max_length=200,
        blank=True,
        help_text=_("What the picture shows, for those who cannot see it."),
    )
    theme = models.CharField(
        _("colours"),
        max_length=20,
        choices=Theme,
        blank=True,
        help_text=_("Of the pages that are nobody's own. Everyone chooses for their own pages."),
    )
    footer = models.TextField(
        _("footer"),
        blank=True,
        help_text=_("At the end of every page, such as an address or a link to the imprint."),
    )
    citation_counts = models.BooleanField(
        _("how often papers were cited"),
        default=False,
        help_text=_(
            "As OpenAlex counts it, with its date, on the pages of papers; each researcher chooses "
            "for their own. It needs a key of OpenAlex on the server."
        ),
    )
    # Those of VITAE_LANGUAGES that pages are not offered in.
    unused_languages = models.JSONField(
        _("languages not in use"), default=offered_languages, blank=True
    )
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("site settings")
        verbose_name_plural = _("site settings")
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="site_settings_once")]

    def __str__(self):
        return self.name or str(_("Site settings"))

    @property
    def site_name(self) -> str:
        return self.translated("name") or settings.SITE_NAME

    @property
    def site_welcome(self) -> str:
        """The welcome of the front page in Markdown, VITAE_WELCOME where none is written."""
        return self.translated("welcome") or settings.WELCOME

    @property
    def site_theme(self) -> str:
        """The value of Theme that pages have unless a researcher chose another."""
        chosen = (self.theme, settings.THEME)
        return next((theme for theme in chosen if theme in Theme.values), Theme.HARBOUR)


class MenuLink(Translated):
    """A further entry of the lab's menu."""

    data_policy = DataPolicy(Subject.LAB)
    translatable = ("label",)
    inline_of = (InlineRows("site"),)

    site = models.ForeignKey(SiteSettings, models.CASCADE, related_name="menu_links")
    label = models.CharField(_("label"), max_length=60)
    url = models.CharField(
        _("address"),
        max_length=500,
        validators=[validate_link],
        help_text=_("A path of this site, such as /ada-lovelace/join-us/, or an address."),
    )
    position = models.PositiveIntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("menu entry")
        verbose_name_plural = _("menu")
        ordering = ["position", "id"]

    def __str__(self):
        return self.label

    @property
    def href(self) -> str:
        """On a page in another language, its own page in that language."""
        return local_url(self.url)


class LabNewsItem(VersionedModel, Publishable, Translated):
    """News of the lab itself, at /news/; a researcher's own are NewsItem. One person's site has
    none.
    """

    record_field = ""
    data_policy = DataPolicy(Subject.LAB)
    translatable = ("headline", "body")

    date_text = models.CharField(max_length=60, blank=True, editable=False)
    date = PartialDateField(_("date"), text_field="date_text", allow_present=False, blank=False)
    headline = models.CharField(_("headline"), max_length=200)
    url = models.CharField(
        _("link"),
        max_length=500,
        blank=True,
        validators=[validate_link],
        help_text=_("Where the headline leads: an address, or a path of this site."),
    )
    body = models.TextField(_("text"), blank=True)
    updated_at = models.DateTimeField(auto_now=True)

    objects = PublicQuerySet.as_manager()

    class Meta(Publishable.Meta):
        verbose_name = _("lab news item")
        verbose_name_plural = _("lab news")
        ordering = ["-date", "-id"]

    def __str__(self):
        return self.headline

    @property
    def href(self) -> str:
        return local_url(self.url)

    def get_absolute_url(self) -> str:
        return f"{reverse('lab-news')}#news-{self.pk}"


def local_url(url: str) -> str:
    """A path of this site as its pages have it: below a preview, or the prefix of a language."""
    if not url.startswith("/") or url.startswith(settings.MEDIA_URL):
        return url
    return get_script_prefix().rstrip("/") + url


def make_site_settings(using, apps=None, **kwargs):
    """After each migrate, and after each flush: the row is always there to be edited."""
    from django.apps import apps as current_apps

    try:
        model = (apps or current_apps).get_model("profiles", "SiteSettings")
    except LookupError:  # migrated back to before there was one
        return
    model.objects.using(using).get_or_create(pk=1)


NAME_OR_PROFILE = _("Choose a profile, or type a name.")
A_YEAR = [MinValueValidator(1000), MaxValueValidator(2999)]


class PeopleGroup(VersionedModel, Translated):
    record_field = ""
    data_policy = DataPolicy(Subject.LAB)
    translatable = ("name",)

    name = models.CharField(_("name"), max_length=80, help_text=_("Such as Faculty or Alumni."))
    position = models.PositiveIntegerField(
        _("order"), default=0, help_text=_("The front page shows small numbers first.")
    )

    class Meta:
        verbose_name = _("group")
        verbose_name_plural = _("groups")
        ordering = ["position", "id"]

    def __str__(self):
        return self.name


def next_group_position() -> int:
    """Return the place behind all groups."""
    return 1 + (PeopleGroup.objects.aggregate(last=models.Max("position"))["last"] or 0)


class Membership(models.Model):
    """A person in the one group they stand in; one without a profile here by their name."""

    data_policy = DataPolicy(Subject.RESEARCHER, "researcher")  # managers edit it
    inline_of = (InlineRows("group"),)

    group = models.ForeignKey(PeopleGroup, models.CASCADE, related_name="memberships")
    researcher = models.OneToOneField(
        Researcher,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="membership",
        verbose_name=_("profile"),
    )
    name = models.CharField(
        _("or a name"), max_length=200, blank=True, help_text=_("Of who has no profile here.")
    )
    url = models.CharField(_("link"), max_length=500, blank=True, validators=[validate_url])
    since = models.PositiveSmallIntegerField(
        _("from"), null=True, blank=True, validators=A_YEAR, help_text=_("A year.")
    )
    until = models.PositiveSmallIntegerField(
        _("until"), null=True, blank=True, validators=A_YEAR, help_text=_("A year.")
    )
    now = models.CharField(
        _("now"), max_length=200, blank=True, help_text=_("Where they are now, in plain words.")
    )
    position = models.PositiveIntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        ordering = ["position", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(researcher=None) ^ models.Q(name=""),
                name="member_is_somebody",
                violation_error_message=NAME_OR_PROFILE,
            ),
        ]

    def __str__(self):
        return self.name or str(self.researcher or "–")

    def clean(self):
        super().clean()
        if self.since and self.until and self.until < self.since:
            raise ValidationError(_("The end is before the start."))

    @property
    def years(self) -> str:
        """The years as "2015–2020", "since 2015", "until 2020", or ""."""
        if self.since and self.until:
            return str(self.since) if self.since == self.until else f"{self.since}–{self.until}"
        if self.since:
            return gettext("since %(year)s") % {"year": self.since}
        return gettext("until %(year)s") % {"year": self.until} if self.until else ""
