"""What was found elsewhere, cut into proposals: each is accepted, refused, or always taken.

The answers of one source wait as one PendingImport, whose plan its owner may look through, too. A
proposal is an entry of it, or some fields of one, as JSON: its `key`, by which a refusal is
remembered, the `line` of its entry, its `kind` (a key of KINDS), the `title` of the paper, its
`fields`: (column, what stands there, what the source says).
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import replace

from django.db import transaction

from exchange.sources.lookup import json_list
from exchange.sources.updates import CROSSREF, OPENALEX, ServiceAnswer
from history.snapshots import digest_of
from profiles.models import Researcher
from publications import importer, reference_lists
from publications.models import PendingImport, Publication, PublicationLink, Source
from publications.refusals import identity, refuse, refused

KINDS = ("retracted", "published", "notice", "new", "more")
# "row": a job or a degree, of `affiliations`.
NEW = {"new", "row"}
# Of papers that are here, what these are asked for; others may add whatever is empty.
ASKED_FOR = {CROSSREF: {"status", "links", "abstract"}, OPENALEX: {"links", "abstract"}}

# So many entries of one paper are looked at; no record has more that differ.
ROUNDS = 5


class Unanswered(Exception):  # noqa: N818 - says what the plan is
    """It is to be asked first whose papers they are."""


# --- From an answer to what waits -----------------------------------------------------------------


def propose(researcher: Researcher, answer: ServiceAnswer) -> PendingImport | None:
    """Keep what is new of an answer in place of what was kept of its source before."""
    proposals, others = cut_up(_pending(researcher, answer), refused(researcher))
    # Of its entries those with a proposal: line -> the line that is theirs then.
    moved = {line: at for at, line in enumerate(sorted({one["line"] for one in proposals}), 2)}
    items = [answer.items[line - 2] for line in moved]
    published = {at - 2 for line, at in moved.items() if line - 2 in answer.published}
    pending = _pending(researcher, replace(answer, items=items, published=published))
    proposals = [one | {"line": moved[one["line"]]} for one in proposals]
    mine = [f"{moved[line]}:{name}" for line, name in others if line in moved]
    theirs = [f"{one['line']}:status" for one in proposals if one["kind"] == "retracted"]
    pending.choices = {"skip": [], "mine": sorted(mine), "theirs": theirs}
    return keep(pending, proposals)


def _pending(researcher, answer):
    """An import of all that an answer holds, each entry on a line of its own."""
    return PendingImport(
        researcher=researcher,
        name=answer.name,
        data=(json_list([item for item, _paper in answer.items]) or "[]").encode(),
        options={
            "update": importer.FILL,
            "draft": False,
            "encoding": "utf-8",
            "repair_encoding": False,
            "papers": {str(at): paper for at, (_i, paper) in enumerate(answer.items, 2) if paper},
            "published": [at + 2 for at in sorted(answer.published)],
        },
    )


@transaction.atomic
def keep(pending: PendingImport, proposals: list[dict]) -> PendingImport | None:
    """Store what waits for a word, with its proposals; the former import of its source stays where
    it proposes the same, whatever else changed in the answer, for its owner may have begun with it.
    """
    before = found_before(pending.researcher).filter(name=pending.name)
    same = before.first()
    if proposals and same and same.options.get("proposals") == proposals:
        return same
    before.delete()
    if not proposals:
        return None
    pending.user, pending.is_found = pending.researcher.owner, True
    pending.options |= {"proposals": proposals, "found": counts(proposals)}
    pending.save()
    return pending


def counts(proposals: list[dict]) -> dict[str, int]:
    """How many are new, and how many papers gain something."""
    more = [one["line"] for one in proposals if one["kind"] not in NEW]
    return {"created": len(proposals) - len(more), "updated": len(set(more))}


def found_before(researcher: Researcher):
    """What waits for a word of its owner."""
    return PendingImport.objects.filter(
        researcher=researcher, user=researcher.owner, is_found=True, batch=None
    )


# --- Cutting --------------------------------------------------------------------------------------


def cut_up(
    pending: PendingImport, decided: Collection[str]
) -> tuple[list[dict], list[tuple[int, str]]]:
    """The proposals in what was found, without those that were `decided`; and (line, column) of
    what its entries would change besides.
    """
    name, papers = pending.name, pending.known_papers
    parsed = reference_lists.parse(bytes(pending.data))
    records = {record.line: record for record in parsed.records}
    known = {line for line, record in records.items() if identity(record) in decided}
    steps = _steps(pending, parsed, {line for line in known if (name, line) not in papers})
    with_pdf = PublicationLink.objects.filter(
        kind=PublicationLink.Kind.PDF, publication__in=papers.values()
    )
    with_pdf = set(with_pdf.values_list("publication__slug", flat=True))
    slugs = {step.publication for step in steps}
    begun = Source.objects.filter(file=name, publication__slug__in=slugs)
    begun = set(begun.values_list("publication__slug", flat=True))
    titles = dict(Publication.objects.filter(slug__in=slugs).values_list("slug", "title"))
    proposals, others = [], []
    for step in steps:
        if step.action == "created" and name not in ASKED_FOR:
            record = records[step.line]
            parts = map(record.text, ("title", "journal", "booktitle", "year"))
            title = ", ".join(filter(None, parts))
            proposals.append(proposal(identity(record), step.line, "new", title, []))
        elif step.publication in titles:
            is_begun = name in ASKED_FOR and step.publication in begun
            fields = _fields(step, is_begun=is_begun)
            is_published = step.line in pending.options["published"] or (
                name not in ASKED_FOR and any(row[1] == "preprint" for row in fields["status"])
            )
            fields = {column: rows for column, rows in fields.items() if rows}
            for kind, names in _kinds(name, fields, step, is_published, with_pdf):
                rows = [row for field in names for row in fields[field]]
                key = _key(name, step.publication, kind, rows)
                title = titles[step.publication]
                proposals.append(proposal(key, step.line, kind, title, rows))
                fields = {field: rows for field, rows in fields.items() if field not in names}
            others += [(step.line, column) for column in fields]
    proposals = [one for one in proposals if one["key"] not in decided]
    return sorted(proposals, key=lambda one: KINDS.index(one["kind"])), others


def _steps(pending, parsed, skip):
    """What each entry would do by itself: those of one paper are planned one without the other; of
    a new paper the first says all.
    """
    name, left, steps = pending.name, {one.line for one in parsed.records} - skip, []
    for _round in range(ROUNDS):
        if not left:
            break
        leave_out = {(name, one.line) for one in parsed.records if one.line not in left}
        plan = importer.plan(
            [(name, parsed)], pending.researcher, skip=leave_out, papers=pending.known_papers
        )
        first = {}
        for step in plan.steps:
            first.setdefault(step.publication or step.line, step)
        steps += first.values()
        new = {step.publication for step in first.values() if step.action == "created"}
        left = {one.line for one in plan.steps if one.publication not in new}
        left -= {one.line for one in first.values()}
    return sorted(steps, key=lambda step: step.line)


def _fields(step, *, is_begun):
    """Column -> its changes. A retraction counts where the status was typed by hand, too; and
    `is_begun`, what is empty since something else of the same entry was accepted.
    """
    fields = defaultdict(list)
    for change in step.changes:
        fields[change.field].append([change.field, change.mine, change.theirs])
    for one in step.conflicts:
        if one.theirs == "retracted" or (is_begun and not one.mine):
            fields[one.field].append([one.field, one.mine, one.theirs])
    return fields


def _kinds(name, fields, step, is_published, with_pdf) -> Iterator[tuple[str, list[str]]]:
    """(kind, the columns that are accepted together)."""
    if is_published or name not in ASKED_FOR:
        yield from [("published" if is_published else "more", list(fields))] if fields else []
        return
    asked = [one for one in fields if one in ASKED_FOR[name]]
    # Another wording is no news, though a file's is trusted less.
    asked = [one for one in asked if one != "abstract" or not fields[one][0][1]]
    if name == OPENALEX and step.publication in with_pdf:
        asked = [one for one in asked if one != "links"]
    if name == CROSSREF:
        notices = [one for one in asked if one in ("status", "links")]
        is_retracted = any(row[2] == "retracted" for row in fields.get("status", ()))
        notices = notices if is_retracted else [one for one in notices if one == "links"]
        if notices:
            yield "retracted" if is_retracted else "notice", notices
        asked = [one for one in asked if one not in ("status", "links")]
    for one in asked:
        yield "more", [one]


def proposal(key: str, line: int, kind: str, title: str, rows: list) -> dict:
    """One of them, as JSON has it."""
    said = {"key": key, "line": line, "kind": kind, "title": title, "fields": rows}
    return json.loads(json.dumps(said, default=str))


def _key(name, slug, kind, rows):
    said = [[column, theirs] for column, _mine, theirs in rows]
    return f"{name}:{slug}:{kind}:{digest_of(said)[:16]}"


# --- Deciding -------------------------------------------------------------------------------------


def accept(pending: PendingImport, keys: Collection[str], user, origin: str) -> int | None:
    """Do what these proposals say, and nothing else, as one import: its number. Raises PlanOutdated
    where they are not what a plan says now, and Unanswered where it is to be asked whose papers
    they are.
    """
    name = pending.name
    proposals, mine = cut_up(pending, refused(pending.researcher))
    chosen = [one for one in proposals if one["key"] in keys]
    if len(chosen) != len(keys) or any(one not in pending.options["proposals"] for one in chosen):
        raise importer.PlanOutdated
    rest = [one for one in proposals if one["key"] not in keys]
    lines = {one["line"] for one in chosen}
    mine += [(one["line"], row[0]) for one in rest for row in one["fields"]]
    parsed = reference_lists.parse(bytes(pending.data))
    plan = importer.plan(
        [(name, parsed)],
        pending.researcher,
        skip={(name, record.line) for record in parsed.records if record.line not in lines},
        theirs={(name, one["line"], row[0]) for one in chosen for row in one["fields"]},
        mine={(name, line, column) for line, column in mine},
        papers=pending.known_papers,
    )
    if plan.names_nobody:
        raise Unanswered
    with transaction.atomic():
        report = importer.apply(plan, origin=origin, user=user)
        # If it is undone, that is the last word.
        refuse(pending.researcher, keys)
        _leave(pending, rest)
    return report.batch


def reject(pending: PendingImport, keys: Collection[str]) -> None:
    """Never propose these again."""
    refuse(pending.researcher, keys)
    _leave(pending, [one for one in pending.options["proposals"] if one["key"] not in keys])


def _leave(pending, rest):
    if rest:
        left = {"proposals": rest, "found": counts(rest)}
        pending.note(options=pending.options | left, plan=None)
    else:
        pending.delete()
