"""Which papers a visitor may meet. Pages, lists, exports, feeds and the sitemap all start here."""

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from profiles import access
from profiles.compiled_queries import Param
from profiles.models import Researcher
from publications.models.authorship import Authorship
from publications.models.publication import Publication


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
