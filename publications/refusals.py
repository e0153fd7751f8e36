"""Works that a researcher refused when they were found: none is proposed to them again."""

from collections.abc import Collection

from profiles.models import Researcher
from publications.bibtex import ParsedFile, Record
from publications.identifiers import find_identifiers
from publications.matching.titles import normalise_title
from publications.models import RefusedWork

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
    """The identities of all that was refused for a researcher."""
    rows = RefusedWork.objects.filter(researcher=researcher)
    return set(rows.values_list("identity", flat=True))


def refuse(
    researcher: Researcher, parsed: ParsedFile, lines: Collection[int] | None = None
) -> None:
    """Remember the works of a list for good; of some lines, or all of them."""
    rows = [
        RefusedWork(researcher=researcher, identity=identity(record))
        for record in parsed.records
        if lines is None or record.line in lines
    ]
    RefusedWork.objects.bulk_create(rows, ignore_conflicts=True)
