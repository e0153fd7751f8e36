"""Jobs and degrees of an ORCID record that the profile lacks: each is a row of a site’s plan."""

import json
from collections.abc import Collection
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from django.db import transaction

from exchange.site_import import importer
from exchange.site_import.tree import Tree
from exchange.sources.client import BROKEN, Client, NotAvailable, NotKnown
from exchange.sources.lookup import RECORD, WORKS
from exchange.sources.proposals import ProposalOutdated, counts, found_before, reject
from profiles.folding import fold
from profiles.models import Education, Experience, Researcher
from publications.models import ImportBatch, PendingImport
from publications.reference_lists.json_items import as_object, objects_in
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
    rows = _new_rows(researcher, _packed(researcher, activities))
    origins = {row.origin for row in rows} - refused(researcher)
    data = _packed(researcher, _only(activities, origins))
    proposals = [
        {"key": row.origin, "line": 0, "kind": "row", "title": row.label, "fields": []}
        for row in rows
        if row.origin in origins
    ]
    return _keep(researcher, f"ORCID {researcher.orcid}", data, proposals)


def accept(
    pending: PendingImport,
    keys: Collection[str],
    user,
    origin: str = ImportBatch.Origin.ADMIN,
) -> int | None:
    """Make the rows of these keys, and nothing else, as one import: its number. Raises Outdated
    where one of them would not be made now.
    """
    tree = Tree.open_zip(BytesIO(bytes(pending.data)))
    record = importer.read(tree)
    record.researcher.clear()
    record.rows = [row for row in record.rows if row.origin.removesuffix("/now") in keys]
    plan = importer.plan(tree, pending.researcher, record=record)
    if not {*keys} <= {step.row.origin for step in plan.rows if step.action == "created"}:
        raise ProposalOutdated
    with transaction.atomic():
        number = importer.apply(plan, origin=origin, user=user, name=pending.name)
        reject(pending, keys)  # if it is undone, that is the last word
        return number


def _packed(researcher, activities):
    """A record with these sections alone, as files of a ZIP."""
    identifier = {"orcid-identifier": {"path": researcher.orcid}}
    sections = {name: activities[name] for name in SECTIONS if name in activities}
    record = identifier | {"person": {}, "activities-summary": sections}
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr(RECORD, json.dumps(record, ensure_ascii=False, indent=1))
        archive.writestr(WORKS, "[]")
    return packed.getvalue()


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


def _only(activities, origins):
    """The groups whose affiliation has one of these origins."""
    return {
        section: {
            "affiliation-group": [
                group
                for group in objects_in(as_object(activities.get(section)).get("affiliation-group"))
                if f"{RECORD}#{section}/{_code(group)}" in origins
            ]
        }
        for section in SECTIONS
    }


def _code(group):
    """The put-code of the affiliation that its owner prefers."""
    for summary in objects_in(group.get("summaries"))[:1]:
        for value in objects_in([*summary.values()]):
            return value.get("put-code")
    return None


@transaction.atomic
def _keep(researcher, name, data, proposals):
    before = found_before(researcher).filter(name=name)
    same = before.first()
    if proposals and same and same.options["proposals"] == proposals:
        return same
    before.delete()
    if not proposals:
        return None
    options = {"site": True, "draft": False, "repair_encoding": False}
    return PendingImport.objects.create(
        user=researcher.owner,
        researcher=researcher,
        name=name,
        data=data,
        options=options | {"found": counts(proposals), "proposals": proposals},
        is_found=True,
    )
