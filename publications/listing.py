"""Which papers a list shows: an index of all of them, light, then the rows of one page."""

from profiles.models import Researcher
from publications import rows
from publications.models import Publication

WITHOUT_TEXTS = ("abstract", "note", "fields")
SELECTED_BY_DEFAULT = 5


def selected(researcher: Researcher, limit: int | None = None) -> dict:
    """What the home page shows: the picked papers, or the newest. Three queries.

    `limit` None: all picked ones, or five of the newest.
    """
    own = researcher.authorships.public().select_related("publication__venue")
    own = own.defer(*(f"publication__{name}" for name in WITHOUT_TEXTS))
    picked = own.order_by("-is_selected", *BY_CHOICE)[: limit or SELECTED_AT_MOST]
    chosen = [a for a in picked if a.is_selected] or picked[: limit or SELECTED_BY_DEFAULT]
    papers = [authorship.publication for authorship in chosen]
    return {"rows": rows.rows(papers, researcher), "researcher": researcher}


SELECTED_AT_MOST = 60
BY_CHOICE = ("selected_position", "-publication__date", "-publication")


def load(keys: list[int]) -> list[Publication]:
    """The papers of one page, in the order of `keys`, without what a list does not show."""
    papers = Publication.objects.defer(*WITHOUT_TEXTS).select_related("venue").in_bulk(keys)
    return [papers[key] for key in keys]
