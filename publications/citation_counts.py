"""How often papers were cited, as one source counts it: text on a paper's page, where the site and
somebody whose paper it is want it. Nothing is sorted by it, and nobody ranked.
"""

from collections.abc import Mapping
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import ngettext

from profiles.models import Researcher
from profiles.site import site_settings
from publications.models import CitationCount, Publication

# An older count says less than none.
SHOWN_FOR = timedelta(days=90)
# What the column holds in every database is below this.
TOO_MANY = 2**31


def are_wanted(researcher: Researcher) -> bool:
    """Off unless a manager allows it and the researcher chose it."""
    return site_settings().citation_counts and researcher.citation_counts


@transaction.atomic
def keep(counts: Mapping[int, object], source: str) -> None:
    """Store what a source said of papers, by key, as of today, where it is a count and the paper
    still here; outdated ones of any paper go.
    """
    today = timezone.localdate()
    here = set(Publication.objects.filter(pk__in=counts).values_list("pk", flat=True))
    rows = [
        CitationCount(publication_id=pk, count=count, source=source, counted_on=today)
        for pk, count in counts.items()
        if pk in here and type(count) is int and 0 <= count < TOO_MANY
    ]
    CitationCount.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["publication"],
        update_fields=["count", "source", "counted_on"],
    )
    CitationCount.objects.filter(counted_on__lt=today - SHOWN_FOR).delete()


def shown(paper: Publication, people: list[Researcher]) -> str:
    """ "Cited 12 times, OpenAlex, 3 May 2027"; "" where it is not wanted, or not known lately.

    `people`: those with pages here whose paper it is.
    """
    if not any(map(are_wanted, people)):
        return ""
    since = timezone.localdate() - SHOWN_FOR
    row = CitationCount.objects.filter(publication=paper, counted_on__gte=since).first()
    if row is None:
        return ""
    text = ngettext(
        "Cited %(count)s time, %(source)s, %(day)s",
        "Cited %(count)s times, %(source)s, %(day)s",
        row.count,
    )
    day = date_format(row.counted_on, "DATE_FORMAT")
    return text % {"count": row.count, "source": row.source, "day": day}
