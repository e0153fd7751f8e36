"""Where co-authors who have no pages here have theirs, as the people here say."""

from collections.abc import Iterable

from profiles.models import Researcher
from publications.models import Authorship, Coauthor
from publications.visibility import has_pages


def sites(papers: Iterable[list[Authorship]], first: Researcher | None = None) -> dict:
    """{researcher's pk: {printed name: address}}, in one query; none where nobody is linked.

    `papers`: the names of each. Only who is public here speaks; `first` before the others.
    """
    people = {a.researcher_id for names in papers for a in names if _speaks(a)}
    found: dict[int, dict[str, str]] = {first.pk: {}} if first else {}
    if people:
        for row in Coauthor.objects.filter(researcher__in=people):
            found.setdefault(row.researcher_id, {}).update(dict.fromkeys(row.forms, row.url))
    return found


def on_paper(names: list[Authorship], sites: dict) -> dict[str, str]:
    """{printed name: address} by what the people of this one paper say."""
    own = {a.researcher_id for a in names if a.researcher_id}
    known: dict[str, str] = {}
    for person, addresses in sites.items():
        if person in own:
            known = addresses | known
    return known


def _speaks(authorship):
    return authorship.researcher is not None and has_pages(authorship.researcher)
