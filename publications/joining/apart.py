"""Papers that look like one and are two: remembered."""

from publications.models import NotTheSame


def tell_apart(papers: list[int]) -> None:
    """Each two of these ids are two works, whatever they share."""
    ids = sorted(papers)
    pairs = [NotTheSame(one_id=a, other_id=b) for a in ids for b in ids if a < b]
    NotTheSame.objects.bulk_create(pairs, ignore_conflicts=True)
