"""Papers here that may be one: the same DOI, arXiv or PubMed number, or the same title."""

from collections import defaultdict

from django.db.models import QuerySet

from publications.matching.papers import stored_forms
from publications.models import NotDuplicate, Publication


def possible_duplicates(papers: QuerySet[Publication]) -> list[list[int]]:
    """Groups of ids among `papers`, the newest first; pairs that were told apart do not count."""
    apart = set(NotDuplicate.objects.values_list("one", "other"))
    joined = {}
    for group in _alike(papers):
        for one in group:
            for other in group:
                if one < other and (one, other) not in apart:
                    _join(joined, one, other)
    groups = {id(group): sorted(group) for group in joined.values()}
    return sorted(groups.values(), key=max, reverse=True)


def _alike(papers):
    """Ids that share an identifier, or a title that names a work."""
    found, titles = defaultdict(set), {}
    for form in stored_forms(papers.order_by()):
        for name in ("doi", "arxiv", "pmid"):
            if value := getattr(form, name):
                found[name, value].add(form.paper)
        found["title", form.title_key].add(form.paper)
        titles[form.title_key] = form
    return [
        group
        for (name, key), group in found.items()
        if len(group) > 1 and (name != "title" or titles[key].joins_by_title)
    ]


def _join(joined, one, other):
    group = joined.setdefault(one, {one}) | joined.setdefault(other, {other})
    joined.update(dict.fromkeys(group, group))
