"""Who wrote it: the name as printed, beside a link to the person where that is sure."""

from typing import NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from history.models import InlineRows, VersionedModel
from profiles import access
from profiles.compiled_queries import Moment, Param
from profiles.identifiers import validate_url
from profiles.models import Researcher
from publications.models.publication import Publication
from publications.names import Name

# A row of no name and nobody: whether somebody wants the paper on their page.
QUESTION = models.Q(role="listed", researcher=None, given="", family="", literal="")


class AuthorshipQuerySet(models.QuerySet):
    def withheld(self):
        """Questions that keep their papers from visitors until somebody says yes."""
        return self.filter(QUESTION, is_hidden=True)

    def public(self):
        """What a researcher's public list shows.

        It starts here and not at Publication: two filters across that join would show one
        member's unconfirmed paper on another's page.
        """
        return self.filter(
            researcher__isnull=False, is_hidden=False, publication__published_at__lte=Moment()
        )


class Authorship(models.Model):
    """One printed name on one paper. `researcher` is set once it is known to be theirs.

    A row without a name is of a researcher whom the paper does not print. Without a researcher,
    too, it is the question whether somebody wants the paper on their page; hidden, it keeps the
    paper from visitors until they do.
    """

    class Role(models.TextChoices):
        AUTHOR = "author", _("author")
        EDITOR = "editor", _("editor")
        TRANSLATOR = "translator", _("translator")
        LISTED = "listed", _("listed without a printed name")

    owned_through = ("publication__owner", "publication__authorships__researcher")
    # Each researcher's own choices for their own page are in no version of the paper.
    inline_of = (
        InlineRows(
            "publication", private=frozenset({"is_selected", "selected_position", "is_hidden"})
        ),
    )

    publication = models.ForeignKey("Publication", models.CASCADE, related_name="authorships")
    position = models.PositiveIntegerField(_("order"), default=0)
    role = models.CharField(_("role"), max_length=12, choices=Role, default=Role.AUTHOR)
    given = models.CharField(_("given name"), max_length=200, blank=True)
    family = models.CharField(_("family name"), max_length=200, blank=True)
    particle = models.CharField(
        _("particle"), max_length=60, blank=True, help_text=_("Such as von or de la.")
    )
    suffix = models.CharField(_("suffix"), max_length=40, blank=True, help_text=_("Such as Jr."))
    literal = models.CharField(
        _("name in one piece"),
        max_length=500,
        blank=True,
        help_text=_("Of a collaboration, or a name that has no such parts."),
    )
    marks = models.CharField(
        _("signs after the name"),
        max_length=20,
        blank=True,
        help_text=_("As printed, such as * or †."),
    )
    is_equal = models.BooleanField(_("equal contribution"), default=False)
    is_corresponding = models.BooleanField(_("corresponding"), default=False)
    orcid = models.CharField("ORCID", max_length=19, blank=True)
    researcher = models.ForeignKey(
        "profiles.Researcher",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="authorships",
        verbose_name=_("researcher here"),
        db_index=False,  # see Meta.indexes
    )
    # The researcher's own choices for their own page.
    is_selected = models.BooleanField(
        _("selected"), default=False, help_text=_("Shown on your home page.")
    )
    selected_position = models.PositiveIntegerField(_("order there"), default=0)
    is_hidden = models.BooleanField(
        _("hidden"), default=False, help_text=_("Not on your pages; the paper itself stays.")
    )

    objects = AuthorshipQuerySet.as_manager()

    class Meta:
        verbose_name = _("author")
        verbose_name_plural = _("authors")
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["publication", "researcher"],
                condition=models.Q(researcher__isnull=False),
                name="authorship_once_per_researcher",
                violation_error_message=_("This researcher is already linked to this paper."),
            )
        ]
        indexes = [
            # A researcher's selected papers, on the home page.
            models.Index(
                fields=["researcher", "selected_position"],
                condition=models.Q(is_selected=True),
                name="authorship_selected",
            ),
            # Of all printed names, few are somebody's here; and which of theirs came last.
            models.Index(
                fields=["researcher", "id"],
                condition=models.Q(researcher__isnull=False),
                name="authorship_researcher",
            ),
            # Finding whom a new researcher's name matches among names already printed.
            models.Index(fields=["family"], name="authorship_family"),
        ]

    def __str__(self):
        """Never the researcher's own name: who is linked may still be a draft."""
        return self.name or "–"

    @property
    def is_question(self) -> bool:
        """No name and nobody: somebody is asked whether they want the paper on their page."""
        return self.role == self.Role.LISTED and not (self.researcher_id or self.name)

    # As printed, given name first unless its script has it last, without marks.
    name = Name.display

    @property
    def inverted(self) -> str:
        """ "von Neumann, John, Jr."; an undivided name as it is."""
        if self.literal:
            return self.literal
        last = " ".join(filter(None, [self.particle, self.family]))
        return ", ".join(filter(None, [last, self.given, self.suffix]))


class PrintedName(NamedTuple):
    """An Authorship as lists and exports load it: the model would take ten times as long."""

    publication_id: int
    role: str
    given: str
    family: str
    particle: str
    suffix: str
    literal: str
    marks: str
    is_equal: bool
    is_corresponding: bool
    orcid: str
    researcher_id: int | None

    name = Authorship.name
    inverted = Authorship.inverted


class AuthorshipSuggestion(models.Model):
    """Unsure whose name it is: waits for a word, and remembers a "not me"."""

    class State(models.TextChoices):
        # The paper's side names the person: their word is what is missing.
        PENDING = "pending", _("waiting for an answer")
        # Found by the person's own names: nobody of the paper has named them yet.
        FOUND = "found", _("found by your names")
        # They say that it is theirs: the word of the paper's side is what is missing.
        CLAIMED = "claimed", _("waiting for who brought the paper")
        REFUSED = "refused", _("not me")

    class Reason(models.TextChoices):
        ORCID = "orcid", _("Your ORCID iD stands beside the name.")
        EXACT = "exact", _("The name is yours.")
        MAYBE = "maybe", _("The name may be yours.")
        NAMED = "named", _("A colleague says that the name is yours.")
        # Found by what the person calls themselves: nobody of the paper has named them.
        FOUND = "found", _("The name is one of those in your profile.")
        FOUND_MAYBE = "found-maybe", _("The name may be one of those in your profile.")
        UNNAMED = "unnamed", _("You imported the paper, and it does not print your name.")
        DENIED = "denied", _("Who brought the paper says that the name is not yours.")

    owned_through = ("researcher",)

    authorship = models.ForeignKey(Authorship, models.CASCADE, related_name="suggestions")
    researcher = models.ForeignKey(
        "profiles.Researcher", models.CASCADE, related_name="authorship_suggestions"
    )
    state = models.CharField(_("status"), max_length=10, choices=State, default=State.PENDING)
    # One of Reason.
    reason = models.CharField(_("why"), max_length=200, blank=True)
    # Of all that an import makes, one moment: its undo knows them by it.
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("paper that names you")
        verbose_name_plural = _("papers that name you")
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["authorship", "researcher"], name="suggestion_once")
        ]

    def __str__(self):
        return f"{self.authorship} = {self.researcher}?"

    @property
    def why(self) -> str:
        """The reason in the reader's language; what an older import wrote, as it stands."""
        known = self.reason in self.Reason
        return str(self.Reason(self.reason).label) if known else self.reason


class Coauthor(VersionedModel):
    """Where a co-author who has no pages here has their own.

    Links the printed name on this researcher's papers; matched letter by letter.
    """

    owned_through = ("researcher",)

    researcher = models.ForeignKey(
        "profiles.Researcher",
        models.CASCADE,
        related_name="coauthors",
        verbose_name=_("researcher"),
    )
    names = models.TextField(
        _("names"),
        help_text=_("As papers print it, such as Grace Hopper; further forms on further lines."),
    )
    url = models.CharField(_("their site"), max_length=500, validators=[validate_url])

    class Meta:
        verbose_name = _("co-author elsewhere")
        verbose_name_plural = _("co-authors elsewhere")
        ordering = ["names", "id"]

    def __str__(self):
        return next(iter(self.forms), "–")

    @property
    def forms(self) -> list[str]:
        return [" ".join(line.split()) for line in self.names.splitlines() if line.strip()]


# --- Which papers a visitor may meet: all pages, lists, feeds and exports ask here ----------------


class ExistsForEach(Exists):
    """Asked of an index, row by row. PostgreSQL would rather read all authorships at once, also for
    a page of a hundred papers: OFFSET keeps it from that.
    """

    template = "EXISTS(%(subquery)s OFFSET 0)"


def public_papers() -> QuerySet[Publication]:
    """Public papers that a public researcher shows, or that belong to nobody here.

    A paper whose every linked researcher is a draft, or hides it, is nobody's to see; so is one
    that a draft researcher brought and that links to no one yet.
    """
    links = Authorship.objects.filter(publication=OuterRef("pk"), researcher__isnull=False)
    person = Researcher.objects.public().filter(pk=OuterRef("researcher"))
    shown = links.filter(ExistsForEach(person), is_hidden=False)
    # Whom it does not name, and whose file it came in, is asked first: a reading list is not what
    # a lab has published.
    withheld = Authorship.objects.withheld().filter(publication=OuterRef("pk"))
    unlinked = ~ExistsForEach(links) & (Q(owner=None) | Q(owner__in=Researcher.objects.public()))
    return Publication.objects.public().filter(
        ExistsForEach(shown) | (unlinked & ~ExistsForEach(withheld))
    )


def papers_of(researcher: Researcher) -> QuerySet[Publication]:
    """The papers on one researcher's page, newest first.

    By a subquery from Authorship: a second filter across the join would let in a paper that is
    another member's.
    """
    return _papers(shown_authorships(researcher))


def public_papers_of(researcher: Researcher | Param) -> QuerySet[Publication]:
    """Return the papers that visitors see on a researcher's pages."""
    return _papers(public_authorships(researcher))


def is_of_a_colleague(first: str, second: str = "") -> bool:
    """On one person's site: whether /first/second/ is a paper, or /first/ a page, that only the lab
    has.
    """
    now = timezone.now()
    if first != "publications":
        people = Researcher.objects.exclude(slug=settings.SINGLE_RESEARCHER)
        return people.filter(slug=first, published_at__lte=now).exists()
    shown = Authorship.objects.public().filter(researcher__published_at__lte=now)
    is_shown = shown.filter(publication__slug=second).exists()
    return is_shown and not public_papers().filter(slug=second).exists()


def _papers(authorships):
    return Publication.objects.filter(pk__in=authorships.values("publication"))


def shown_authorships(researcher: Researcher) -> QuerySet[Authorship]:
    """What a researcher's list shows; in a preview, also papers that its editor may read."""
    if researcher.editor is None:
        return public_authorships(researcher)
    papers = access.visible(Publication.objects.all(), researcher.editor).values("pk")
    readable = Q(publication__in=papers) | Q(pk__in=public_authorships(researcher).values("pk"))
    return researcher.authorships.filter(readable, is_hidden=False)


def public_authorships(researcher: Researcher | Param) -> QuerySet[Authorship]:
    """Return a researcher's authorships that visitors see."""
    return Authorship.objects.filter(researcher=researcher).public()


def readable_papers(editor) -> QuerySet[Publication]:
    """For the account of a preview: what visitors may meet, and what is that account's own."""
    editable = access.visible(Publication.objects.all(), editor).values("pk")
    return Publication.objects.filter(Q(pk__in=editable) | is_public_paper("pk"))


def is_public_paper(path: str) -> Exists:
    """The condition that the paper at `path` of a row is one of public_papers(): asked row by row,
    where a list of all such papers would be as long as the site is large.
    """
    return Exists(public_papers().filter(pk=OuterRef(path)))


def has_pages(researcher: Researcher) -> bool:
    """Whether `researcher`, already loaded, may be linked to: Researcher.objects.public() says."""
    return researcher.is_public and settings.SINGLE_RESEARCHER in ("", researcher.slug)
