"""A work: what it is called, where it appeared, how it is found, who speaks of it."""

import re

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from history.models import InlineRows, VersionedModel
from profiles.dates import PartialDateField
from profiles.identifiers import validate_url
from profiles.models import Link, PublicQuerySet, Publishable, Translated
from profiles.slugs import is_address, make_slug
from publications import identifiers
from publications.entry_types import EntryType
from publications.models.title_key import TitleKey, TitleStart
from uploads.documents import DocumentField
from uploads.images import PictureField


class Venue(VersionedModel):
    """Never deleted under a paper. Any member may add one; managers edit."""

    shared = True
    record_field = ""

    name = models.CharField(
        _("full name"), max_length=300, help_text=_("Without a year or number of the meeting.")
    )
    short_name = models.CharField(
        _("short name"), max_length=60, blank=True, help_text=_("The badge, such as NSDI.")
    )
    url = models.CharField(_("link"), max_length=500, blank=True, validators=[validate_url])
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, editable=False
    )

    class Meta:
        verbose_name = _("venue")
        verbose_name_plural = _("venues")
        ordering = ["name"]
        indexes = [
            # Matching an imported container title, and the admin's search.
            models.Index(fields=["name"], name="venue_name")
        ]

    def __str__(self):
        return f"{self.name} ({self.short_name})" if self.short_name else self.name


class VenueAlias(models.Model):
    """Another form in which papers print the venue's name."""

    shared = True
    inline_of = (InlineRows("venue"),)

    venue = models.ForeignKey(Venue, models.CASCADE, related_name="aliases")
    name = models.CharField(_("printed as"), max_length=300)

    class Meta:
        verbose_name = _("alias")
        verbose_name_plural = _("aliases")
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["venue", "name"], name="venue_alias_once")]

    def __str__(self):
        return self.name


class VenueRank(models.Model):
    """A venue's level in one ranking: CCF A, CORE A*."""

    shared = True
    inline_of = (InlineRows("venue"),)

    venue = models.ForeignKey(Venue, models.CASCADE, related_name="ranks")
    scheme = models.CharField(_("ranking"), max_length=40, help_text=_("Such as CCF or CORE."))
    level = models.CharField(_("level"), max_length=20, help_text=_("Such as A or A*."))

    class Meta:
        verbose_name = _("rank")
        verbose_name_plural = _("ranks")
        ordering = ["scheme"]
        constraints = [models.UniqueConstraint(fields=["venue", "scheme"], name="venue_rank_once")]

    def __str__(self):
        return f"{self.scheme}-{self.level}"


# Of a language, after BCP 47; biblatex has words such as "ngerman", too.
CODE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


class Topic(VersionedModel):
    shared = True
    record_field = ""

    name = models.CharField(_("name"), max_length=80, unique=True)
    slug = models.SlugField(_("address"), max_length=80, unique=True)

    class Meta:
        verbose_name = _("topic")
        verbose_name_plural = _("topics")
        ordering = ["name"]

    def __str__(self):
        return self.name


class Status(models.TextChoices):
    PREPRINT = "preprint", _("preprint")
    SUBMITTED = "submitted", _("submitted")
    ACCEPTED = "accepted", _("accepted")
    IN_PRESS = "in-press", _("in press")
    PUBLISHED = "published", _("published")
    RETRACTED = "retracted", _("retracted")


# Of a paper that has appeared, and is no longer to come.
APPEARED = (Status.PUBLISHED, Status.RETRACTED)


# An import finds the papers that its entries may be by these, and the PubMed number.
MATCHED_BY = ("doi", "arxiv", "isbn")


def _matching_indexes(name, columns):
    indexes = [models.Index(fields=[column], name=f"{name}_{column}") for column in columns]
    return [models.Index(TitleKey("title"), name=f"{name}_title"), *indexes]


class Citable(models.Model):
    """What one printed form of a work carries: a Publication leads with one, Versions hold more.

    None of the identifiers is unique, nor is the citation key: real files repeat them.
    """

    citation_key = models.CharField(
        _("citation key"), max_length=200, blank=True, help_text=_("Such as lovelace1843notes.")
    )
    entry_type = models.CharField(
        _("type"), max_length=40, default=EntryType.ARTICLE, help_text=_("A biblatex type.")
    )
    title = models.TextField(_("title"), help_text=_("Maths goes between dollar signs."))
    date_text = models.CharField(max_length=80, blank=True, editable=False)
    date = PartialDateField(_("date"), text_field="date_text", allow_present=False)
    container_title = models.TextField(
        _("appeared in"), blank=True, help_text=_("Journal, proceedings or book, as printed.")
    )
    doi = models.CharField(
        "DOI", max_length=300, blank=True, help_text=_("Such as 10.1038/171737a0.")
    )
    arxiv = models.CharField("arXiv", max_length=60, blank=True)
    isbn = models.CharField("ISBN", max_length=60, blank=True)
    url = models.CharField(_("link"), max_length=2000, blank=True, validators=[validate_url])

    class Meta:
        abstract = True

    @property
    def year(self) -> int | None:
        return self.date.year if self.date else None

    @property
    def doi_url(self) -> str:
        return identifiers.doi_url(self.doi) if self.doi else ""

    @property
    def arxiv_url(self) -> str:
        return identifiers.arxiv_url(self.arxiv) if self.arxiv else ""


class Publication(VersionedModel, Citable, Publishable, Translated):
    class Presentation(models.TextChoices):
        NONE = "", "–"
        ORAL = "oral", _("oral")
        SPOTLIGHT = "spotlight", _("spotlight")
        POSTER = "poster", _("poster")
        DEMO = "demo", _("demonstration")
        KEYNOTE = "keynote", _("keynote")

    owned_through = ("owner", "authorships__researcher")
    record_field = "owner"
    translatable = ("title", "abstract", "tldr", "note", "cover_alt")

    # Its address and its id in every export; made once, from the title.
    slug = models.SlugField(_("address"), max_length=120, unique=True, editable=False)
    owner = models.ForeignKey(
        "profiles.Researcher",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="brought_publications",
        verbose_name=_("added by"),
    )
    short_name = models.CharField(
        _("short name"),
        max_length=80,
        blank=True,
        help_text=_("Of the system or method it presents, such as PipeMorph."),
    )
    status = models.CharField(_("stage"), max_length=12, choices=Status, default=Status.PUBLISHED)
    venue = models.ForeignKey(
        Venue,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="publications",
        verbose_name=_("venue"),
        help_text=_("Gives the badge and the rank."),
    )
    badge_text = models.CharField(
        _("badge"),
        max_length=40,
        blank=True,
        help_text=_("If it has a year, such as NSDI 26. Empty: the venue’s short name."),
    )
    place = models.CharField(_("place"), max_length=200, blank=True)
    series = models.CharField(_("series"), max_length=300, blank=True)
    volume = models.CharField(_("volume"), max_length=60, blank=True)
    issue = models.CharField(_("issue"), max_length=60, blank=True)
    number = models.CharField(
        _("number"), max_length=80, blank=True, help_text=_("Of a report or a patent.")
    )
    edition = models.CharField(_("edition"), max_length=60, blank=True)
    pages = models.CharField(_("pages"), max_length=60, blank=True)
    publisher = models.CharField(_("publisher or institution"), max_length=300, blank=True)
    issn = models.CharField("ISSN", max_length=60, blank=True)
    pmid = models.CharField("PubMed", max_length=20, blank=True)
    language = models.CharField(
        _("language"), max_length=20, blank=True, help_text=_("A code such as zh-Hans.")
    )
    abstract = models.TextField(_("abstract"), blank=True)
    tldr = models.TextField(_("in one sentence"), blank=True, help_text=_("A TL;DR for the list."))
    note = models.TextField(_("note"), blank=True)
    presentation = models.CharField(
        _("presented as"),
        max_length=12,
        choices=Presentation,
        blank=True,
        default=Presentation.NONE,
    )
    topics = models.ManyToManyField(
        Topic, blank=True, related_name="publications", verbose_name=_("topics")
    )
    et_al = models.BooleanField(
        _("and others"), default=False, help_text=_("The printed list of authors is cut short.")
    )
    cover = PictureField(_("cover"), folder="covers", blank=True)
    cover_alt = models.CharField(_("alternative text of the picture"), max_length=200, blank=True)
    # Every BibTeX field that Vitae has no column for: [[name, raw value], …] in the file's order.
    fields = models.JSONField(_("further BibTeX fields"), default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    objects = PublicQuerySet.as_manager()

    class Meta(Publishable.Meta):
        verbose_name = _("paper")
        verbose_name_plural = _("papers")
        ordering = ["-date", "-id"]
        indexes = [
            *Publishable.Meta.indexes,
            # The lab's list, newest first; whether a paper is public is read there, too.
            models.Index(fields=["-date", "-id", "published_at"], name="publication_newest"),
            # The same of one type; and which types there are.
            models.Index(
                fields=["entry_type", "-date", "-id", "published_at"], name="publication_type"
            ),
            # The same by title.
            models.Index(
                TitleStart("title"),
                models.F("date").desc(),
                models.F("id").desc(),
                name="publication_by_title",
            ),
            # The newest of one venue, beside each of its papers.
            models.Index(
                fields=["venue", "-date", "-id", "published_at"], name="publication_of_venue"
            ),
            # What an import made, for its undo.
            models.Index(fields=["created_at"], name="publication_created"),
            *_matching_indexes("publication", [*MATCHED_BY, "pmid"]),
        ]
        constraints = [is_address("publication_slug_is_address")]

    def __str__(self):
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("publication", kwargs={"publication": self.slug})

    @property
    def printed_forms(self) -> list:
        """Every printed form, the leading one first; none where there is one only."""
        others = list(self.versions.all())
        return [self, *others] if others else []

    def prepare_undelete(self) -> list[str]:
        """A paper that was imported again has the address by now."""
        taken = set(Publication.objects.values_list("slug", flat=True))
        taken |= set(FormerAddress.objects.values_list("slug", flat=True))
        if self.slug not in taken:
            return []
        self.slug = make_slug(self.title, taken, fallback="paper", length=100)
        return [gettext("Another paper has its address now; it has a new one.")]

    def language_of(self, field: str, active: str = "") -> str:
        """Of a title that is not translated, the language of the paper, where that is a code."""
        is_own = field == "title" and self.translated(field) == self.title
        is_code = is_own and CODE.fullmatch(self.language)
        return self.language if is_code else super().language_of(field, active)


class Version(Citable):
    """Another printed form of the work: the preprint of a paper, its journal version.

    The form that leads is the Publication's own columns; a row here is every other one.
    """

    owned_through = ("publication__owner", "publication__authorships__researcher")
    inline_of = (InlineRows("publication"),)

    publication = models.ForeignKey(Publication, models.CASCADE, related_name="versions")
    status = models.CharField(_("stage"), max_length=12, choices=Status, default=Status.PREPRINT)

    class Meta:
        verbose_name = _("other version")
        verbose_name_plural = _("other versions")
        ordering = ["-date", "id"]
        indexes = _matching_indexes("version", MATCHED_BY)

    def __str__(self):
        return self.container_title or self.title


class PublicationAward(models.Model):
    owned_through = ("publication__owner", "publication__authorships__researcher")
    inline_of = (InlineRows("publication"),)

    publication = models.ForeignKey(Publication, models.CASCADE, related_name="awards")
    name = models.CharField(_("award"), max_length=300, help_text=_("Such as Best Paper Award."))
    url = models.CharField(_("link"), max_length=500, blank=True, validators=[validate_url])
    position = models.PositiveIntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("award of the paper")
        verbose_name_plural = _("awards of the paper")
        ordering = ["position", "id"]

    def __str__(self):
        return self.name


class PublicationLink(Link):
    """A link of a paper to a URL or an uploaded file."""

    class Kind(models.TextChoices):
        PDF = "pdf", _("PDF")
        PUBLISHER = "publisher", _("Publisher")
        PREPRINT = "preprint", _("Preprint")
        CODE = "code", _("Code")
        DATA = "data", _("Data")
        SLIDES = "slides", _("Slides")
        POSTER = "poster", _("Poster")
        VIDEO = "video", _("Video")
        WEBSITE = "website", _("Website")
        DEMO = "demo", _("Demo")
        BLOG = "blog", _("Blog post")
        SUPPLEMENT = "supplement", _("Supplement")
        OTHER = "other", _("Another, with a label of your own")

    owned_through = ("publication__owner", "publication__authorships__researcher")
    inline_of = (InlineRows("publication"),)

    publication = models.ForeignKey(Publication, models.CASCADE, related_name="links")
    kind = models.CharField(_("kind"), max_length=12, choices=Kind, default=Kind.PDF)
    file = DocumentField(_("or a file"), folder="documents", blank=True)

    @property
    def name(self) -> str:
        # Not get_kind_display(), which makes a dict of all kinds each time.
        return self.label or str(self.Kind(self.kind).label)


class CitationCount(models.Model):
    """How often a paper was cited, as a source counted it that day."""

    owned_through = ("publication__owner", "publication__authorships__researcher")

    publication = models.OneToOneField(Publication, models.CASCADE, related_name="citation_count")
    count = models.PositiveIntegerField()
    source = models.CharField(max_length=40)
    counted_on = models.DateField()

    def __str__(self):
        return f"{self.count}, {self.source}, {self.counted_on}"


class FormerAddress(models.Model):
    """Leads to `publication` for ever; never given to a new paper."""

    owned_through = ("publication__owner", "publication__authorships__researcher")
    inline_of = (InlineRows("publication", is_edited=False),)

    slug = models.SlugField(max_length=120, unique=True)
    publication = models.ForeignKey(Publication, models.CASCADE, related_name="former_addresses")

    def __str__(self):
        return self.slug


class NotDuplicate(models.Model):
    """Two papers that look alike and are not: someone looked, and is not asked again."""

    owned_through = ("one__owner", "one__authorships__researcher")

    # The smaller id is `one`.
    one = models.ForeignKey(Publication, models.CASCADE, related_name="+")
    other = models.ForeignKey(Publication, models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["one", "other"], name="not_the_same_once")]

    def __str__(self):
        return f"{self.one_id} ≠ {self.other_id}"


# --- What a news item or a project is about ----------------------------------------------------


class NewsMention(models.Model):
    owned_through = ("news_item__researcher",)
    inline_of = (InlineRows("news_item"), InlineRows("publication", is_edited=False))

    news_item = models.ForeignKey("profiles.NewsItem", models.CASCADE, related_name="mentions")
    publication = models.ForeignKey(
        Publication, models.CASCADE, related_name="news_mentions", verbose_name=_("paper")
    )
    # False: because the text refers to the paper, and for as long as it does.
    by_hand = models.BooleanField(default=True, editable=False)

    class Meta:
        verbose_name = _("paper in the news")
        verbose_name_plural = _("papers in the news")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["news_item", "publication"], name="news_mention_once")
        ]

    def __str__(self):
        return str(self.publication)


class ProjectPaper(models.Model):
    owned_through = ("project__researcher",)
    inline_of = (InlineRows("project"), InlineRows("publication", is_edited=False))

    project = models.ForeignKey("profiles.Project", models.CASCADE, related_name="papers")
    publication = models.ForeignKey(
        Publication, models.CASCADE, related_name="projects", verbose_name=_("paper")
    )

    class Meta:
        verbose_name = _("paper of the project")
        verbose_name_plural = _("papers of the project")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["project", "publication"], name="project_paper_once")
        ]

    def __str__(self):
        return str(self.publication)
