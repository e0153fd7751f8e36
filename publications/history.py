"""The histories of papers and venues, told to history; what an import did, among them."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from history import versioned
from history.models import Revision
from history.orders import Order
from history.versioned import Happening, Kind, Rows
from profiles import access
from profiles.models import NewsItem, Project, Researcher
from profiles.slugs import make_slug
from publications import claims
from publications.models import (
    Authorship,
    Coauthor,
    FormerAddress,
    ImportBatch,
    NewsMention,
    ProjectPaper,
    Publication,
    PublicationAward,
    PublicationLink,
    Source,
    Topic,
    Venue,
    VenueAlias,
    VenueRank,
    Version,
)

# Each researcher's own choices for their own page: no version of the paper has them.
CHOICES = frozenset({"is_selected", "selected_position", "is_hidden"})


def choices_of(researcher: Researcher) -> dict:
    """Which papers the home page shows, in which order, and which the page leaves out."""
    rows = researcher.authorships.order_by("selected_position", "pk")
    selected = list(
        map(str, rows.filter(is_selected=True, is_hidden=False).values_list("pk", flat=True))
    )
    hidden = rows.filter(is_hidden=True).order_by("pk").values_list("pk", flat=True)
    return {"order": selected, "on": selected, "hidden": list(map(str, hidden)), "by_hand": True}


SELECTED = Order("publications.authorship", gettext_lazy("Papers on my page"), choices_of)


@contextmanager
def choosing(researchers: Iterable[Researcher], user) -> Iterator[None]:
    """Keeps what each of them has selected and hidden, before and after what is done inside."""
    with ExitStack() as stack:
        for researcher in researchers:
            stack.enter_context(SELECTED.followed(researcher, user))
        yield


def register() -> None:
    of_paper = [
        Rows(Authorship, "publication", private=CHOICES),
        Rows(PublicationLink, "publication"),
        Rows(Version, "publication"),
        Rows(PublicationAward, "publication"),
        *(
            Rows(model, "publication", is_edited=False)
            for model in (Source, FormerAddress, NewsMention, ProjectPaper)
        ),
    ]
    versioned.register(
        Kind(
            Publication,
            owner="owner",
            own_rows=of_paper,
            elsewhere=happened_to,
            shared=papers_shared_with,
            readdress=readdress,
            settle=settle,
        )
    )
    versioned.register(Kind(Venue, "", [Rows(VenueAlias, "venue"), Rows(VenueRank, "venue")]))
    versioned.register(Kind(Topic, ""))
    versioned.register(Kind(Coauthor))
    versioned.register_rows(NewsItem, Rows(NewsMention, "news_item"))
    versioned.register_rows(Project, Rows(ProjectPaper, "project"))


def happened_to(paper: Publication, user) -> list[Happening]:
    """What wrote it, or what it points at, without a version of it: read when it is asked for."""
    found = [*_imports_of(paper, user), *_merges_of_venue(paper)]
    return sorted(found, key=lambda happening: happening.when, reverse=True)


def _imports_of(paper, user):
    """By day and file, as its form names them too; with the way to those of one's own."""
    batches = ImportBatch.objects.filter(sources__publication=paper)
    changed = ImportBatch.objects.filter(changes__publication=paper)
    batches = (batches | changed).distinct().defer("report")
    theirs = set(access.visible(batches, user).values_list("pk", flat=True))
    for batch in batches:
        address = reverse("admin:publications_importbatch_change", args=[batch.pk])
        text = _("Imported from %(file)s") % {"file": batch}
        yield Happening(batch.created_at, text, address if batch.pk in theirs else "")
        if batch.undone_at:
            yield Happening(
                batch.undone_at, _("The import of %(file)s was undone") % {"file": batch}
            )


def _merges_of_venue(paper):
    merged = Revision.objects.filter(kind=Venue._meta.label_lower, object_id=paper.venue_id)
    for version in merged.filter(action=Revision.Action.MERGED):
        text = _("Records of its venue, %(venue)s, became one") % {"venue": version.name}
        yield Happening(version.made_at, text)


def papers_shared_with(researcher):
    """Papers that a colleague brought and that are this researcher's too."""
    own = Authorship.objects.filter(researcher=researcher)
    return own.exclude(publication__owner=researcher).values("publication")


def readdress(paper: Publication) -> list[str]:
    """A paper that was imported again has the address by now."""
    papers, former = Publication.objects.all(), FormerAddress.objects.all()
    if not any(rows.filter(slug=paper.slug).exists() for rows in (papers, former)):
        return []
    taken = {*papers.values_list("slug", flat=True), *former.values_list("slug", flat=True)}
    paper.slug = make_slug(paper.title, taken, fallback="paper", length=100)
    return [_("Another paper has its address now; it has a new one.")]


def settle(paper: Publication, user) -> list[str]:
    """A colleague's link is theirs to give: they are asked again, unless a manager vouches."""
    if access.is_manager(user):
        return []
    own = access.publishing_records_of(user).values("pk")
    told = []
    for row in paper.authorships.exclude(researcher=None).exclude(researcher__in=own):
        colleague, row.researcher = row.researcher, None
        row.save(update_fields=["researcher"])
        claims.suggest(row, colleague)
        told.append(_("A colleague whose name is on it is asked again whether it is theirs."))
    return told[:1]
