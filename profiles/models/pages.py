"""News, own pages, the home page's sections, pictures, old addresses; versions of the CV."""

import re
from contextlib import suppress
from functools import reduce
from operator import or_

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from history.models import InlineRows, VersionedModel
from profiles.dates import PartialDateField
from profiles.identifiers import validate_target
from profiles.markup import plain_text
from profiles.models.base import ProfileItem, Translated
from profiles.models.researcher import Researcher
from profiles.slugs import is_address, validate_page_slug
from uploads.documents import DocumentField
from uploads.images import PictureField


class Page(ProfileItem):
    """A researcher's own Markdown page at /<researcher>/<slug>/."""

    translatable = ("title", "body")

    title = models.CharField(_("title"), max_length=200)
    slug = models.SlugField(_("address"), max_length=80, validators=[validate_page_slug])
    body = models.TextField(_("text"), blank=True)
    in_menu = models.BooleanField(_("in the menu"), default=True)

    class Meta(ProfileItem.Meta):
        verbose_name = _("page")
        verbose_name_plural = _("pages")
        ordering = ["position", "title"]
        constraints = [
            models.UniqueConstraint(fields=["researcher", "slug"], name="page_address_once"),
            is_address("page_slug_is_address"),
        ]

    def __str__(self):
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("page", kwargs={"slug": self.researcher.slug, "page": self.slug})


class NewsItem(ProfileItem):
    translatable = ("headline", "body")

    date_text = models.CharField(max_length=60, blank=True, editable=False)
    date = PartialDateField(_("date"), text_field="date_text", allow_present=False, blank=False)
    headline = models.CharField(
        _("headline"), max_length=200, blank=True, help_text=_("Not needed for a one-line item.")
    )
    body = models.TextField(_("text"))
    pinned = models.BooleanField(_("pinned"), default=False, help_text=_("Stays on top."))
    page = models.ForeignKey(
        Page,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="news",
        verbose_name=_("page with the whole story"),
    )

    class Meta(ProfileItem.Meta):
        verbose_name = _("news item")
        verbose_name_plural = _("news")
        ordering = ["-pinned", "-date", "position", "-id"]
        indexes = [
            *ProfileItem.Meta.indexes,
            # The latest news of one researcher, on their home page and in their feed.
            models.Index(fields=["researcher", "-pinned", "-date"], name="news_latest"),
            # The latest of everybody, on the lab's front page.
            models.Index(fields=["-date", "-id"], name="news_newest"),
        ]

    def __str__(self):
        whose = self.researcher if "[@" in self.body else None  # which paper a key means
        return self.headline or Truncator(plain_text(self.body, whose)).words(12)

    def get_absolute_url(self) -> str:
        return f"{reverse('news', kwargs={'slug': self.researcher.slug})}#news-{self.pk}"


class Section(ProfileItem):
    """Overrides how one part of the home page appears, or adds a text of one's own.

    A part without a row appears at its default place with its default heading, so a new page
    needs none of these.
    """

    class Kind(models.TextChoices):
        BIOGRAPHY = "biography", _("About")
        INTERESTS = "interests", _("Research interests")
        NEWS = "news", _("News")
        PUBLICATIONS = "publications", _("Selected publications")
        EXPERIENCE = "experience", _("Experience")
        EDUCATION = "education", _("Education")
        AWARDS = "awards", _("Awards")
        PROJECTS = "projects", _("Projects")
        TALKS = "talks", _("Talks")
        TEACHING = "teaching", _("Teaching")
        GRANTS = "grants", _("Grants")
        STUDENTS = "students", _("Students")
        SERVICE = "service", _("Service")
        TEXT = "text", _("A text of your own")

    class Arrangement(models.TextChoices):
        DATE = "date", _("newest first")
        MANUAL = "manual", _("as I order them")

    translatable = ("heading", "body")
    inline_of = (InlineRows("researcher"),)

    kind = models.CharField(_("section"), max_length=20, choices=Kind)
    heading = models.CharField(
        _("heading"), max_length=120, blank=True, help_text=_("Empty: the section's own name.")
    )
    body = models.TextField(_("text"), blank=True, help_text=_("For a text of your own. Markdown."))
    is_shown = models.BooleanField(_("shown"), default=True)
    limit = models.PositiveSmallIntegerField(
        _("how many"), null=True, blank=True, help_text=_("Empty: all (news: the latest 8).")
    )
    arrangement = models.CharField(
        _("arranged"), max_length=10, choices=Arrangement, default=Arrangement.DATE
    )

    class Meta(ProfileItem.Meta):
        verbose_name = _("section")
        verbose_name_plural = _("sections of the home page")
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["researcher", "kind"],
                condition=~models.Q(kind="text"),
                name="section_once",
                violation_error_message=_("This section already has its row. Change that one."),
            ),
        ]

    def __str__(self):
        return self.heading or self.get_kind_display()

    @property
    def anchor(self) -> str:
        """The id of the section on the home page."""
        return f"section-{self.pk}" if self.kind == self.Kind.TEXT else str(self.kind)

    @property
    def public_url(self) -> str:
        return f"{self.researcher.get_absolute_url()}#{self.anchor}"


class Picture(VersionedModel):
    """A picture placed in a text by the Markdown editor."""

    owned_through = ("researcher",)

    researcher = models.ForeignKey(
        Researcher, models.CASCADE, null=True, blank=True, related_name="pictures"
    )
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="pictures"
    )
    image = PictureField(_("picture"), folder="pictures")
    alt = models.CharField(_("alternative text"), max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("picture")
        verbose_name_plural = _("pictures")
        ordering = ["-created_at"]

    def __str__(self):
        return self.alt or self.image.name


REDIRECT_ROWS = ("publication", "page", "news_item", "project", "talk", "teaching")
ONE_PLACE = _("It leads to one place: leave the others empty.")


def _row(model, name):
    """Not forgotten when the row is deleted: it may be brought back, and is led to again."""
    options = {"null": True, "blank": True, "db_constraint": False, "related_name": "redirects"}
    return models.ForeignKey(model, models.DO_NOTHING, verbose_name=name, **options)


def _at_most_one(names):
    others = ([name for name in names if name != unset] for unset in names)
    return reduce(
        or_, (models.Q(**{f"{name}__isnull": True for name in unset}) for unset in others)
    )


class Redirect(VersionedModel):
    """An address of a moved site -> a row here, wherever it stands now; a path; or a file, its own
    or one that another row or a text shows. That of a picture leads to its row's cover, or, without
    a row or file, to the portrait.

    Served below the researcher's prefix in a lab, so that two members may both have had
    /about/; at the root of a single researcher's site.
    """

    owned_through = ("researcher",)
    # Columns of which one at most is filled.
    ROWS = REDIRECT_ROWS

    researcher = models.ForeignKey(Researcher, models.CASCADE, related_name="redirects")
    old_path = models.CharField(
        _("old path"),
        max_length=300,
        validators=[RegexValidator(r"^/[^\s?#]*\Z", _("Begin with /, such as /about/."))],
        help_text=_("As on the old site, such as /about/ or /files/cv.pdf."),
    )
    publication = _row("publications.Publication", _("paper"))
    page = _row(Page, _("page"))
    news_item = _row(NewsItem, _("news item"))
    project = _row("profiles.Project", _("project"))
    talk = _row("profiles.Talk", _("talk"))
    teaching = _row("profiles.Teaching", _("teaching"))
    target = models.CharField(
        _("goes to"),
        max_length=500,
        blank=True,
        validators=[validate_target],
        help_text=_("A path of your pages such as publications/ or cv/. Empty: your home page."),
    )
    file = DocumentField(
        _("or a file"),
        folder="files",
        blank=True,
        help_text=_("A file that links to the old site still ask for, such as your CV."),
    )

    class Meta:
        verbose_name = _("redirect")
        verbose_name_plural = _("redirects")
        ordering = ["old_path"]
        constraints = [
            # Looked up by exactly this pair when a page is not found.
            models.UniqueConstraint(fields=["researcher", "old_path"], name="redirect_once"),
            models.CheckConstraint(
                condition=_at_most_one(REDIRECT_ROWS),
                name="redirect_leads_to_one_row",
                violation_error_message=ONE_PLACE,
            ),
        ]

    def __str__(self):
        return self.old_path

    def clean(self):
        super().clean()
        has_row = any(getattr(self, f"{name}_id") for name in self.ROWS)
        if has_row and (self.target or self.file):
            raise ValidationError(ONE_PLACE)

    @property
    def row(self) -> models.Model | None:
        """What it leads to, where that is a row and not deleted."""
        for name in self.ROWS:
            if getattr(self, f"{name}_id"):
                with suppress(ObjectDoesNotExist):
                    return getattr(self, name)
        return None

    @row.setter
    def row(self, row: models.Model | None):
        """A paper, page, news item, project, talk or course of the researcher, or nothing."""
        for name in self.ROWS:
            is_of_it = isinstance(row, self._meta.get_field(name).related_model)
            setattr(self, name, row if is_of_it else None)


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
