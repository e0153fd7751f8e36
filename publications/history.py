"""The histories of papers and venues, told to profiles.history; what an import did, among them."""

from django.utils import timezone
from django.utils.translation import gettext as _

from profiles import access, history
from profiles.history import Kind, Rows
from profiles.models import NewsItem, Project
from profiles.models.base import moment_in_words
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
    history.register(
        Kind(
            Publication,
            owner="owner",
            own_rows=of_paper,
            elsewhere=imports_of,
            shared=papers_shared_with,
            readdress=readdress,
            settle=settle,
        )
    )
    history.register(Kind(Venue, "", [Rows(VenueAlias, "venue"), Rows(VenueRank, "venue")]))
    history.register(Kind(Topic, ""))
    history.register(Kind(Coauthor))
    history.register_rows(NewsItem, Rows(NewsMention, "news_item"))
    history.register_rows(Project, Rows(ProjectPaper, "project"))


def imports_of(paper: Publication) -> list[tuple]:
    """Its imports by day and file, as its form names them too."""
    batches = ImportBatch.objects.filter(sources__publication=paper)
    changed = ImportBatch.objects.filter(changes__publication=paper)
    found = (batches | changed).distinct().order_by("-created_at").only("created_at", "files")
    return [(_when(row), _("Imported from %(file)s") % {"file": row}) for row in found]


def _when(batch):
    return moment_in_words(timezone.localtime(batch.created_at))


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
