"""Jobs and degrees of an ORCID record that the profile lacks: each is a row of a site’s plan."""

import json
from collections.abc import Collection
from io import BytesIO

from django.db import transaction

from exchange.news.proposals import keep, proposal, reject
from exchange.site_import import importer
from exchange.site_import.files import packed
from exchange.site_import.tree import Tree
from exchange.sources.client import BROKEN, Client, NotAvailable, NotKnown
from exchange.sources.lookup import RECORD, WORKS
from profiles.folding import fold
from profiles.models import Education, Experience, Researcher
from publications.importer import PlanOutdated
from publications.models import PendingImport
from publications.refusals import refused

SECTIONS = ("employments", "invited-positions", "educations", "qualifications")
MODELS = (Experience, Education)


def activities_of(researcher: Researcher, client: Client) -> dict | None:
    """What ORCID says of their activities, None where it knows nothing. Raises NotAvailable."""
    url = f"https://pub.orcid.org/v3.0/{researcher.orcid}/record"
    try:
        record = client.get_json("ORCID", url)
    except NotKnown:  # which the list of its works has told
        return None
    activities = record.get("activities-summary") if isinstance(record, dict) else None
    if not isinstance(activities, dict):
        raise NotAvailable(BROKEN, "ORCID")
    return activities


def propose(researcher: Researcher, activities: dict) -> PendingImport | None:
    """Keep what is new in place of what was kept before. Raises SiteError."""
    sections = {name: activities[name] for name in SECTIONS if name in activities}
    record = {"orcid-identifier": {"path": researcher.orcid}, "person": {}}
    record |= {"activities-summary": sections}
    data = packed({RECORD: json.dumps(record, ensure_ascii=False, indent=1), WORKS: "[]"})
    decided = refused(researcher)
    rows = [row for row in _new_rows(researcher, data) if row.origin not in decided]
    pending = PendingImport(
        researcher=researcher,
        name=f"ORCID {researcher.orcid}",
        data=data,
        options={"site": True, "draft": False, "repair_encoding": False},
    )
    return keep(pending, [proposal(row.origin, 0, "row", row.label, []) for row in rows])


def accept(pending: PendingImport, keys: Collection[str], user, origin: str) -> int | None:
    """Make the rows of these keys, and nothing else, as one import: its number. Raises PlanOutdated
    where one of them would not be made now.
    """
    tree = Tree.open_zip(BytesIO(bytes(pending.data)))
    record = importer.read(tree).with_affiliations(keys)
    plan = importer.plan(tree, pending.researcher, record=record)
    if not {*keys} <= {step.row.origin for step in plan.rows if step.action == "created"}:
        raise PlanOutdated
    with transaction.atomic():
        number = importer.apply(plan, origin=origin, user=user, name=pending.name)
        reject(pending, keys)  # if it is undone, that is the last word
        return number


def _new_rows(researcher, data):
    """Those that the import would make; not where one of that place and year stands here."""
    plan = importer.plan(Tree.open_zip(BytesIO(data)), researcher)
    here = {
        (model, fold(row.organisation), str(row.start)[:4])
        for model in MODELS
        for row in model.objects.filter(researcher=researcher)
    }
    return [
        step.row
        for step in plan.rows
        if step.action == "created"
        and step.row.model in MODELS
        and _place_and_year(step) not in here
    ]


def _place_and_year(step):
    start = str(step.row.values.get("start") or "")
    return step.row.model, fold(step.row.values.get("organisation", "")), start[:4]
