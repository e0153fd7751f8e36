"""What documents are made of: the CVs of one record, and biographies of a length that was asked."""

import re

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from history.models import VersionedModel
from profiles.markup import plain_text
from profiles.models.base import ProfileItem, Translated
from profiles.slugs import is_address


class CVVariant(ProfileItem):
    """A choice of what is on a CV, kept by name, at /<researcher>/cv/<slug>/. A draft is for its
    editors alone. What it leaves out is on the record as before.
    """

    class Style(models.TextChoices):
        """Keys of publications.citations.styles, but for the first."""

        PAGE = "", _("as on the CV's page, with links")
        APA = "apa", "APA"
        IEEE = "ieee", "IEEE"
        ACM = "acm", "ACM"
        CHICAGO = "chicago", "Chicago"

    class Design(models.TextChoices):
        SOBER = "sober", _("sober, one column")
        MODERN = "modern", _("modern, two columns")

    class Paper(models.TextChoices):
        A4 = "a4", "A4"
        LETTER = "us-letter", "Letter"

    translatable = ("name",)

    name = models.CharField(_("name"), max_length=80, help_text=_("Such as Short CV."))
    slug = models.SlugField(_("address"), max_length=80)
    is_default = models.BooleanField(
        _("the CV that visitors meet first"),
        default=False,
        help_text=_("The page CV and its files are this one."),
    )
    # Of Section.Kind, in their order; empty: all, in the usual one.
    sections = models.JSONField(_("sections"), default=list, blank=True)
    years = models.PositiveSmallIntegerField(
        _("the last … years"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(99)],
        help_text=_("What ended before is left out. Education stays whole."),
    )
    at_most = models.PositiveSmallIntegerField(
        _("rows of a section at most"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text=_("The newest."),
    )
    pages = models.PositiveSmallIntegerField(
        _("pages of the PDF at most"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(99)],
        help_text=_(
            "Where it would be longer, the oldest rows are left out, of each section a share."
        ),
    )
    only_selected = models.BooleanField(_("selected publications only"), default=False)
    style = models.CharField(
        _("citation style"), max_length=20, choices=Style, blank=True, default=Style.PAGE
    )
    language = models.CharField(
        _("language"), max_length=20, blank=True, help_text=_("Empty: that of the page.")
    )
    has_contact = models.BooleanField(_("contact details"), default=True)
    has_photo = models.BooleanField(_("portrait, in PDF and Word"), default=False)
    design = models.CharField(
        _("design of the PDF"), max_length=20, choices=Design, default=Design.SOBER
    )
    paper = models.CharField(_("paper size"), max_length=20, choices=Paper, default=Paper.A4)

    class Meta(ProfileItem.Meta):
        verbose_name = _("version of the CV")
        verbose_name_plural = _("versions of the CV")
        ordering = ["position", "name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["researcher", "slug"], name="cv_variant_address_once"),
            models.UniqueConstraint(
                fields=["researcher"],
                condition=models.Q(is_default=True),
                name="cv_variant_default_once",
                violation_error_message=_(
                    "Another version is the one that visitors meet first: untick it there first."
                ),
            ),
            is_address("cv_variant_slug_is_address"),
        ]

    def __str__(self):
        return self.name

    def get_absolute_url(self) -> str:
        slugs = {"slug": self.researcher.slug, "variant": self.slug}
        return reverse("cv-variant", kwargs=slugs)


class ShortBiography(VersionedModel, Translated):
    """A biography of so many words at most, for programmes and proposals. It stands on no page."""

    owned_through = ("researcher",)
    translatable = ("text",)

    researcher = models.ForeignKey(
        "profiles.Researcher", models.CASCADE, verbose_name=_("researcher")
    )
    # Not "words": the editor of Markdown has a box of that name.
    length = models.PositiveSmallIntegerField(
        _("words at most"), choices=[(count, str(count)) for count in (50, 100, 200)]
    )
    text = models.TextField(_("text"))
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("short biography")
        verbose_name_plural = _("short biographies")
        ordering = ["length"]
        constraints = [
            models.UniqueConstraint(
                fields=["researcher", "length"],
                name="biography_length_once",
                violation_error_message=_("There is one of this length already."),
            )
        ]

    def __str__(self):
        return gettext("Biography, %(count)d words") % {"count": self.length or 0}

    def clean(self):
        """Words are what stands between blanks; a Han letter counts as one."""
        super().clean()
        count = count_words(plain_text(self.text))
        if self.length and count > self.length:
            counts = {"count": count, "most": self.length}
            message = _("These are %(count)d words; %(most)d are asked for.")
            raise ValidationError({"text": ValidationError(message, params=counts)})


def count_words(text: str) -> int:
    """Words between blanks; of Chinese and Japanese, letters."""
    return len(re.findall(r"[\u3040-\u30ff\u3400-\u9fff]|[^\s\u3040-\u30ff\u3400-\u9fff]+", text))
