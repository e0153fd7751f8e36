"""What every public object shares: a state, an owner, a place in the order, a second language."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from history.models import VersionedModel
from profiles import languages
from profiles.compiled_queries import Moment
from profiles.identifiers import validate_url
from uploads.documents import DocumentField
from uploads.images import PictureField

# `published_at`, as the question for the next one asks for it. Its index is of this expression: one
# of the column SQLite would use for every list of public rows, and sort all of them each time.
MOMENT = Coalesce("published_at", "published_at")


class PublicQuerySet(models.QuerySet):
    """Visibility is this one method; page, feed, sitemap and export all pass through it."""

    def public(self):
        """Rows whose moment has come; drafts (no moment) and schedules (a later one) are not."""
        return self.filter(published_at__lte=Moment())


class Publishable(models.Model):
    """Draft: no moment. Scheduled: a future moment. Published: a moment that has come."""

    published_at = models.DateTimeField(
        _("publish on"),
        null=True,
        blank=True,
        default=timezone.now,
        help_text=_("Empty: a draft that only its editors see. A later moment: it appears then."),
    )

    class Meta:
        abstract = True
        indexes = [models.Index(MOMENT, name="%(class)s_moment")]

    @property
    def is_public(self) -> bool:
        return self.published_at is not None and self.published_at <= timezone.now()

    @property
    def state_in_words(self) -> str:
        """ "Draft", "Scheduled for 3 March 2027, 09:00", "Published since 1 May 2026, 10:30"."""
        words = {
            "draft": gettext("Draft"),
            "scheduled": gettext("Scheduled for %(moment)s"),
            "published": gettext("Published since %(moment)s"),
        }
        moment = self.published_at and date_format(
            timezone.localtime(self.published_at), "DATETIME_FORMAT"
        )
        return words[self.state] % {"moment": moment}

    @property
    def state(self) -> str:
        """The state of the row: 'draft', 'scheduled' or 'published'."""
        if self.published_at is None:
            return "draft"
        return "published" if self.is_public else "scheduled"


class Translated(models.Model):
    """Texts in a second language live beside the original: {"zh-hans": {"title": "…"}}."""

    translatable: tuple[str, ...] = ()

    translations = models.JSONField(_("translations"), default=dict, blank=True, editable=False)

    class Meta:
        abstract = True

    def translated(self, field: str) -> str:
        """The text of `field` in the active language, else the original."""
        if not self.translations:
            return getattr(self, field)
        language = languages.current()
        return self.translations.get(language, {}).get(field) or getattr(self, field)

    def language_of(self, field: str, active: str = "") -> str:
        """The language in which `translated()` answers; the original is in the site's first.

        `active`: the active language, where the caller has asked for it.
        """
        if not self.translations:
            return settings.LANGUAGE_CODE
        language = active or languages.current()
        has_it = self.translations.get(language, {}).get(field)
        return language if has_it else settings.LANGUAGE_CODE


class ProfileItem(VersionedModel, Publishable, Translated):
    """A row of one researcher's profile."""

    # How profiles.access finds whose row it is.
    owned_through = ("researcher",)

    researcher = models.ForeignKey(
        "profiles.Researcher", models.CASCADE, verbose_name=_("researcher")
    )
    position = models.PositiveIntegerField(
        _("order"), default=0, help_text=_("Rows of the same date appear in this order.")
    )
    updated_at = models.DateTimeField(auto_now=True)

    objects = PublicQuerySet.as_manager()

    class Meta(Publishable.Meta):
        abstract = True

    @property
    def anchor(self) -> str:
        """Its id on the page of the CV."""
        return f"{self._meta.model_name}-{self.pk}"

    @property
    def public_url(self) -> str:
        """Its path on the site; of what has no page, its line in the CV, which leaves nothing out.

        `get_absolute_url` is what the admin opens beside a form.
        """
        if hasattr(self, "get_absolute_url"):
            return self.get_absolute_url()
        return f"{reverse('cv', kwargs={'slug': self.researcher.slug})}#{self.anchor}"


class AtOrganisation(models.Model):
    """A place in an organisation; rows of one organisation stand together on the page."""

    organisation = models.CharField(_("organisation"), max_length=200, blank=True)
    organisation_abbreviation = models.CharField(
        _("abbreviation"), max_length=40, blank=True, help_text=_("Such as HKUST.")
    )
    organisation_url = models.CharField(
        _("link"), max_length=500, blank=True, validators=[validate_url]
    )
    organisation_logo = PictureField(
        _("logo"),
        folder="logos",
        blank=True,
        help_text=_("Shown small beside the name. JPEG, PNG, WebP or GIF, at most 10 MB."),
    )
    department = models.CharField(_("department, team or lab"), max_length=200, blank=True)
    place = models.CharField(_("place"), max_length=200, blank=True)

    class Meta:
        abstract = True


class Link(models.Model):
    """A typed link, or one with a label of one's own, in the owner's order: a URL or a file."""

    label = models.CharField(
        _("label"), max_length=80, blank=True, help_text=_("Empty: the kind's own name.")
    )
    url = models.CharField(_("address"), max_length=2000, blank=True, validators=[validate_url])
    file = DocumentField(_("or a file"), folder="files", blank=True)
    position = models.PositiveIntegerField(_("order"), default=0)

    class Meta:
        abstract = True
        verbose_name = _("link")
        verbose_name_plural = _("links")
        ordering = ["position", "id"]
        constraints = [
            models.CheckConstraint(
                condition=~(models.Q(url="") & models.Q(file="")),
                name="%(class)s_goes_somewhere",
                violation_error_message=_("Give an address or a file."),
            ),
        ]

    def __str__(self):
        return self.label or self.url or self.file.name

    @property
    def href(self) -> str:
        return self.file.url if self.file else self.url
