"""A researcher: schema.org's Person, with the pages that stand under their slug."""

import re

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from history.models import VersionedModel
from profiles import languages
from profiles.identifiers import validate_hosts, validate_orcid
from profiles.models.base import PublicQuerySet, Publishable, Translated
from profiles.slugs import is_address, validate_slug
from profiles.themes import Layout, Theme
from uploads.images import PictureField

# Names in these scripts are written without a blank, the family name first: they stay whole.
UNDIVIDED = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]")
PARTICLES = {"van", "von", "der", "den", "de", "la", "le", "du", "da", "di", "dos", "ter", "ten"}


def divide_name(name: str) -> tuple[str, str]:
    """ "Ludwig van Beethoven" -> ("Ludwig", "van Beethoven"); what has no parts -> ("", "")."""
    words = name.split()
    if len(words) < 2 or UNDIVIDED.search(name):
        return "", ""
    start = len(words) - 1
    while start > 1 and words[start - 1].lower() in PARTICLES:
        start -= 1
    return " ".join(words[:start]), " ".join(words[start:])


def forms_of_name(person) -> list[str]:
    """Every form of the name that a paper may print, of a Researcher or a row of those columns."""
    given_family = f"{person.given_name} {person.family_name}".strip()
    forms = [person.display_name, given_family, person.native_name]
    forms += person.other_names.splitlines()
    forms += [texts.get("display_name", "") for texts in person.translations.values()]
    return list(dict.fromkeys(name.strip() for name in forms if name.strip()))


class ResearcherQuerySet(PublicQuerySet):
    def public(self):
        """Published researchers; on one person's site (VITAE_RESEARCHER), that person alone."""
        researchers = super().public()
        if settings.SINGLE_RESEARCHER:
            return researchers.filter(slug=settings.SINGLE_RESEARCHER)
        return researchers

    def multilingual(self):
        """Those who write in a second language, or have written in one."""
        return self.filter(models.Q(multilingual=True) | ~models.Q(translations={}))


class Researcher(VersionedModel, Publishable, Translated):
    # The account to whom the drafts of this record are shown, too. Set by a preview below the
    # admin, on the object that one page is made from; for visitors it is None.
    editor = None

    class EmailDisplay(models.TextChoices):
        HIDDEN = "hidden", _("hidden: on no page")
        PROTECTED = "protected", _("protected: “name [at] example [dot] org”")
        PLAIN = "plain", _("plain: a link that opens the mail program")

    class PortraitShape(models.TextChoices):
        ROUNDED = "rounded", _("rounded corners")
        CIRCLE = "circle", _("circle")
        SQUARE = "square", _("straight corners")

    class PortraitSide(models.TextChoices):
        START = "start", _("left of the text")
        END = "end", _("right of the text")

    owned_through = ("pk",)
    record_field = "pk"
    translatable = (
        "display_name",
        "pronouns",
        "headline",
        "biography",
        "interests",
        "location",
        "postal_address",
        "portrait_alt",
        "portrait_caption",
    )

    slug = models.SlugField(
        _("address"),
        max_length=80,
        unique=True,
        validators=[validate_slug],
        help_text=_("The page's address, such as ada-lovelace. Set once."),
    )
    display_name = models.CharField(
        _("name"), max_length=200, help_text=_("As it stands at the top of the page.")
    )
    given_name = models.CharField(_("given name"), max_length=120, blank=True)
    family_name = models.CharField(_("family name"), max_length=120, blank=True)
    native_name = models.CharField(
        _("name in its own script"), max_length=120, blank=True, help_text=_("Such as 翁祈桢.")
    )
    native_language = models.CharField(
        _("language of that name"),
        max_length=20,
        blank=True,
        validators=[languages.validate_language],
        help_text=_("A language code such as zh-Hans, el or ar."),
    )
    other_names = models.TextField(
        _("other names"),
        blank=True,
        help_text=_(
            "One a line: every form in which papers print the name. They find your papers."
        ),
    )
    pronouns = models.CharField(_("pronouns"), max_length=40, blank=True)
    headline = models.CharField(
        _("headline"),
        max_length=400,
        blank=True,
        help_text=_("One or two short sentences under the name. Markdown links are welcome."),
    )
    biography = models.TextField(_("biography"), blank=True)
    interests = models.TextField(_("research interests"), blank=True)

    portrait = PictureField(_("portrait"), folder="portraits", blank=True)
    portrait_alt = models.CharField(
        _("alternative text of the portrait"),
        max_length=200,
        blank=True,
        help_text=_("What the picture shows, for those who cannot see it."),
    )
    portrait_caption = models.CharField(_("caption"), max_length=200, blank=True)
    # In percent of its width and height: what a square or a circle keeps in sight.
    portrait_focus_x = models.PositiveSmallIntegerField(
        _("point to keep in view, percent from the left"),
        default=50,
        validators=[MaxValueValidator(100)],
    )
    portrait_focus_y = models.PositiveSmallIntegerField(
        _("percent from the top"),
        default=50,
        validators=[MaxValueValidator(100)],
        help_text=_(
            "Where your face is: it stays in view where the picture is cut to a square. Drag the "
            "ring in the picture, or type the numbers."
        ),
    )
    portrait_shape = models.CharField(
        _("shape"), max_length=10, choices=PortraitShape, default=PortraitShape.ROUNDED
    )

    portrait_side = models.CharField(
        _("side"),
        max_length=10,
        choices=PortraitSide,
        default=PortraitSide.START,
        help_text=_("On a wide screen; a phone shows it beside the name."),
    )

    theme = models.CharField(
        _("colours"),
        max_length=20,
        choices=Theme,
        default=Theme.HARBOUR,
        help_text=_("Each in light and in dark: readers choose, or their device does."),
    )
    layout = models.CharField(_("layout"), max_length=20, choices=Layout, default=Layout.SIDE)

    location = models.CharField(_("location"), max_length=120, blank=True)
    postal_address = models.TextField(
        _("postal address"), blank=True, help_text=_("As on an envelope, a line for each part.")
    )
    email = models.EmailField(_("e-mail"), blank=True)
    email_display = models.CharField(
        _("e-mail on the page"), max_length=10, choices=EmailDisplay, default=EmailDisplay.HIDDEN
    )
    orcid = models.CharField(
        _("ORCID iD"),
        max_length=19,
        blank=True,
        validators=[validate_orcid],
        help_text=_("Such as 0000-0002-1825-0097."),
    )
    owner = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="researcher",
        verbose_name=_("account"),
        help_text=_("Who signs in to edit this profile."),
    )
    published_at = models.DateTimeField(
        _("publish on"),
        null=True,
        blank=True,
        help_text=_("Empty: only you and your delegates see these pages."),
    )
    old_paths_at_root = models.BooleanField(
        _("old addresses without this one before them"),
        default=False,
        help_text=_(
            "For one person of a lab, whose domain now leads here: the paths of their redirects "
            "hold at the root, too, wherever the site has no page of its own."
        ),
    )
    multilingual = models.BooleanField(
        _("second language"),
        default=False,
        help_text=_(
            "Adds boxes for your texts in the other languages of this site. What is written there "
            "is shown either way."
        ),
    )
    citation_counts = models.BooleanField(
        _("show how often my papers were cited"),
        default=False,
        help_text=_("On the page of each paper, with source and date; nothing is sorted by it."),
    )
    embed_hosts = models.TextField(
        _("sites that may show your publications in a frame"),
        blank=True,
        max_length=2000,
        validators=[validate_hosts],
        help_text=_(
            "A host a line, such as www.example.edu, or *.example.edu for all below it. None: no "
            "other site may."
        ),
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    objects = ResearcherQuerySet.as_manager()

    class Meta(Publishable.Meta):
        verbose_name = _("profile")
        verbose_name_plural = _("profiles")
        ordering = ["family_name", "display_name"]
        indexes = [
            *Publishable.Meta.indexes,
            # The directory: public researchers by name.
            models.Index(fields=["family_name", "display_name"], name="researcher_directory"),
        ]
        constraints = [
            is_address("researcher_slug_is_address"),
            models.UniqueConstraint(
                fields=["old_paths_at_root"],
                condition=models.Q(old_paths_at_root=True),
                name="old_paths_at_root_once",
                violation_error_message=_(
                    "The root keeps the old addresses of one person: untick it for the other first."
                ),
            ),
        ]

    def __str__(self):
        return self.display_name

    def get_absolute_url(self) -> str:
        return reverse("researcher-home", kwargs={"slug": self.slug})

    # For pages that name somebody often: Django's reverse() takes locks.
    url = cached_property(get_absolute_url)

    def translated(self, field: str) -> str:
        """On a page in its language, the name in its own script is the name."""
        leads = field == "display_name" and self._native_name_leads
        return self.native_name if leads else super().translated(field)

    def language_of(self, field: str, active: str = "") -> str:
        leads = field == "display_name" and self._native_name_leads
        return self.native_language if leads else super().language_of(field, active)

    @property
    def _native_name_leads(self):
        """Unless the name has been written for that language on purpose."""
        if not self.native_name:
            return False
        active = languages.current()
        if active == settings.LANGUAGE_CODE:
            return False
        written = self.translations.get(active, {}).get("display_name")
        return not written and languages.fits(self.native_language)

    @property
    def name_beside(self) -> tuple[str, str]:
        """The name in the other script, and its language: 吳健雄 beside Chien-Shiung Wu, and
        the Latin one beside the Chinese. ("", "") where there is no other.
        """
        leading = self.translated("display_name")
        if leading != self.display_name:
            return self.display_name, settings.LANGUAGE_CODE
        if self.native_name and self.native_name != leading:
            return self.native_name, self.native_language
        return "", ""

    @property
    def portrait_focus(self) -> str:
        """Classes of focus.css, in steps of ten: "focus-x-30 focus-y-20"; "" for the middle."""
        places = {"x": round(self.portrait_focus_x, -1), "y": round(self.portrait_focus_y, -1)}
        return " ".join(f"focus-{axis}-{at}" for axis, at in places.items() if at != 50)

    @property
    def shown_email(self) -> str:
        """The address, unless it is for no page."""
        return "" if self.email_display == self.EmailDisplay.HIDDEN else self.email

    @property
    def initials(self) -> str:
        """Two letters in place of a missing portrait; of a name in another script, its first."""
        leading = self.translated("display_name")
        if leading != self.display_name and not leading[0].isascii():
            return leading[0]
        words = [w for w in (self.given_name, self.family_name) if w] or self.display_name.split()
        return "".join(word[0] for word in (words[:1] + words[1:][-1:])).upper()

    names = property(forms_of_name)
