"""What a researcher decided of works and changes that were found: none is proposed again."""

from collections.abc import Iterable

from profiles.models import Researcher
from publications import reference_lists
from publications.bibtex import Record
from publications.identifiers import find_identifiers
from publications.matching.titles import normalise_title
from publications.models import PendingImport, RefusedWork

IDENTIFIERS = ("doi", "arxiv", "pmid")
LONGEST = RefusedWork._meta.get_field("identity").max_length


def identity(record: Record) -> str:
    """What a work is known by wherever it is found: "doi:10.1000/182", else its title and year."""
    found = find_identifiers(record.own)
    kind = next((kind for kind in IDENTIFIERS if found[kind]), "")
    if kind:
        return f"{kind}:{found[kind]}"[:LONGEST]
    return f"title:{normalise_title(record.text('title'))}:{record.get('year')}"[:LONGEST]


def refused(researcher: Researcher) -> set[str]:
    """The identities of all that was decided for a researcher."""
    rows = RefusedWork.objects.filter(researcher=researcher)
    return set(rows.values_list("identity", flat=True))


def refuse(researcher: Researcher, identities: Iterable[str]) -> None:
    """Remember them for good."""
    rows = [RefusedWork(researcher=researcher, identity=text[:LONGEST]) for text in identities]
    RefusedWork.objects.bulk_create(rows, ignore_conflicts=True)


def all_of(pending: PendingImport) -> list[str]:
    """The identities of all that was proposed in an import that was found."""
    proposals = pending.options.get("proposals")
    if proposals is None:  # found before there were proposals
        return [identity(one) for one in reference_lists.parse(bytes(pending.data)).records]
    return [one["key"] for one in proposals]
