"""What is new of a researcher elsewhere: looked up, compared, and proposed; never stored unasked.

ORCID is asked for the works under the researcher's iD, arXiv for the published version of their
preprints. What would change nothing, and what was refused before, is left out; the rest waits as a
plan of an import, which its owner accepts or refuses.
"""

from dataclasses import dataclass, field

from django.db import transaction

from exchange.sources.client import Client
from exchange.sources.lookup import SERVICES, look_up
from profiles.models import Researcher
from publications import importer, reference_lists
from publications.models import PendingImport, Publication
from publications.refusals import identity, refused

NEWS = ("created", "updated")


@dataclass
class News:
    """`counts` of new papers and of papers that gained something; `problems` are sentences."""

    pending: PendingImport | None = None
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(NEWS, 0))
    problems: list[str] = field(default_factory=list)


def may_be_asked(researcher: Researcher) -> bool:
    """Whether there is an iD to ask for, and an account to propose to."""
    return bool(researcher.orcid and researcher.owner_id)


def look_for_news(researcher: Researcher, client: Client) -> News:
    """Ask, and keep what is new in place of what was kept before.

    Where a service gave nothing, what was found before stays as it is.
    """
    papers = Publication.objects.filter(authorships__researcher=researcher, doi="")
    preprints = list(papers.exclude(arxiv="").values_list("arxiv", flat=True))
    answers = [look_up("orcid", [researcher.orcid], client)]
    answers += [look_up("arxiv", preprints, client)] if preprints else []
    news = News(problems=[problem for found in answers for problem in found.problems])
    news.pending = _found_before(researcher).first()
    if not any(found.text for found in answers):
        return news
    lines, known = [], refused(researcher)
    for found in answers:
        lines += found.text.split("\n")[1:-1]
    text = _list_of(lines)
    skip = {
        record.line for record in reference_lists.parse(text).records if identity(record) in known
    }
    kept, news.counts = _new_lines(researcher, text, skip)
    name = ", ".join(found.name for found in answers if found.text)
    news.pending = _keep(researcher, name, kept, news.counts)
    return news


def _list_of(lines):
    """A JSON array of items, each on a line of its own; a separator of Unicode ends none."""
    return "\n".join(["[", ",\n".join(line.removesuffix(",") for line in lines), "]"])


def _new_lines(researcher, text, skip):
    """(the lines whose work is new or gains something, how many of each)."""
    name = SERVICES["orcid"].name
    report = importer.plan(
        [(name, importer.Unparsed(text.encode()))],
        researcher,
        skip={(name, line) for line in skip},
    ).report()
    lines, counts = text.split("\n"), dict.fromkeys(NEWS, 0)
    kept = []
    for step in report.steps:
        if step.action in NEWS:
            kept.append(lines[step.line - 1])
            counts[step.action] += 1
    return kept, counts


def _found_before(researcher):
    return PendingImport.objects.filter(
        researcher=researcher, user=researcher.owner, is_found=True, batch=None
    )


@transaction.atomic
def _keep(researcher, name, lines, counts):
    """The proposal; the former one where it says the same, for its owner may have begun with it."""
    before, data = _found_before(researcher), _list_of(lines).encode()
    if lines and (same := before.filter(data=data).first()):
        return same
    before.delete()
    if not lines:
        return None
    options = {"update": importer.FILL, "draft": False, "encoding": "utf-8"}
    return PendingImport.objects.create(
        user=researcher.owner,
        researcher=researcher,
        name=name,
        data=data,
        options=options | {"repair_encoding": False, "found": counts},
        is_found=True,
    )
