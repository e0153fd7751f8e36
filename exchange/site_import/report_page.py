"""What the admin shows of the report on a site: of a plan, and of an import that was made.

The ticks of a review name a row by its origin, a paper by its identity, a column of the profile by
its name.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import replace

from django.apps import apps
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext as _

from exchange.site_import.importer import parsed_papers
from exchange.site_import.plan import SitePlan
from exchange.site_import.records import SiteRecord
from exchange.site_import.report import (
    IMPORTED,
    LABELS,
    LEFT_OUT,
    NOT_UNDERSTOOD,
    PAPERS,
    by_reason,
    losses,
    place_of,
    table,
)
from exchange.site_import.rows import make_distinct
from profiles.models import Link, Researcher, ResearcherLink
from publications.importer.report import display, readable
from publications.models import PublicationLink
from publications.refusals import identity

SHOWN = 200
REDIRECT = "redirect"


def papers_of(plan: SitePlan) -> dict[tuple[str, int, str], tuple[str, str]]:
    """(file, line, citation key) -> (title, identity), of the papers of a plan."""
    files, _papers = parsed_papers(plan.record)
    return {
        (path, one.line, one.key): (one.text("title"), identity(one))
        for path, parsed in files
        for one in parsed.records
    }


def report_page(report: dict, papers: dict | None = None, *, is_whole: bool = False) -> dict:
    """`report` as report.as_json makes it. `papers`: what `papers_of` gives, where these are to be
    listed. `is_whole`: of all rows, however many.
    """
    rows = defaultdict(list)
    for row in report["rows"]:
        rows[row["kind"]].append(_row(row))
    for record in report["papers"]["records"] if papers is not None else ():
        if record["action"] != "unchanged":
            place = record["file"], record["line"], record["key"]
            title, known_as = papers.get(place, ("", ""))
            rows[PAPERS].append(_line(record, title or record["key"], known_as))
    rows_of_table = {row["kind"]: row for row in table(report)}
    kinds = sorted(report["counts"], key=lambda kind: (kind != "researcher", kind == REDIRECT))
    problems, notes = _problems(report)
    files = [one for one in report["files"] if one["status"] == IMPORTED]
    return {
        "system": " ".join(filter(None, [report["system"], report["generation"]])),
        "kinds": [
            {
                "name": kind,
                "title": _title(kind),
                "anchor": _anchor(kind, rows, is_plan=papers is not None),
                "table": rows_of_table[kind],
                "counts": [(n, LABELS.get(a, a)) for a, n in report["counts"][kind].items()],
                **_cut(rows[kind], len(rows[kind]) if is_whole else SHOWN),
            }
            for kind in kinds
        ],
        "warnings": report.get("warnings", ()),
        "lines": rows_of_table.get(""),
        "attached": _cut([_attached(one) for one in report["attached"]]),
        "addresses": _cut(report["addresses"]),
        "problems": _cut(problems),
        "notes": _cut(notes),
        "not_understood": _cut(losses(report, NOT_UNDERSTOOD)),
        "left_out": [
            {"why": why, **_cut(some)} for why, some in by_reason(losses(report, LEFT_OUT)).items()
        ],
        "files_read": len(files),
        "files": len(report["files"]),
        "is_damaged": any("--repair-encoding" in one["reason"] for one in report["problems"]),
    }


def _problems(report):
    """Those worth a look, and mere notes."""
    problems, notes = [], []
    for one in (*report["papers"]["problems"], *report["problems"]):
        problem = {"place": place_of(one), "reason": readable(one["reason"])}
        (notes if one["severity"] == "info" else problems).append(problem)
    return problems, notes


def _cut(rows, most=SHOWN):
    return {"rows": rows[:most], "total": len(rows), "more": max(0, len(rows) - most)}


def _anchor(kind, rows, *, is_plan):
    """Where its rows are listed; the page of an import has a list of papers of its own."""
    if kind == PAPERS and not is_plan:
        return "entries"
    return f"site-{kind}" if rows[kind] or kind == REDIRECT else ""


def _model(kind):
    apps_with_it = (app for app in ("profiles", "publications") if kind in apps.all_models[app])
    return apps.get_model(next(apps_with_it), kind)


def _title(kind):
    if kind == PAPERS:
        return _("Papers")
    if kind == REDIRECT:
        return _("Old addresses")
    model = _model(kind)
    title = capfirst(model._meta.verbose_name_plural)
    if model is Researcher:
        return capfirst(model._meta.verbose_name)
    if issubclass(model, Link) and model is not ResearcherLink:  # "Links (projects)"
        parent = model._meta.get_field(model.inline_of[0].parent).related_model
        return f"{title} ({parent._meta.verbose_name_plural})"
    return title


def _line(one, label, key):
    """`key`: by which a row that is written is ticked, or is not."""
    action = LABELS.get(one["action"], "")
    key = key if one["action"] in ("created", "updated") else ""
    return {"label": label, "place": place_of(one), "action": action, "key": key}


def _row(row):
    fields = {f.name: f for f in _model(row["kind"])._meta.get_fields()}

    def shown(change):
        column = change["column"]
        label = capfirst(getattr(fields.get(column), "verbose_name", column))
        sides = (Truncator(display(change[side])).chars(300) for side in ("mine", "theirs"))
        return (label, *sides)

    return _line(row, row["label"], row["origin"]) | {
        "same_as": row["same_as"],
        "columns": [change["column"] for change in row["changes"]],
        "changes": list(map(shown, row["changes"])),
        "conflicts": list(map(shown, row["conflicts"])),
    }


def _attached(one):
    kind = dict(PublicationLink.Kind.choices).get(one["kind"], one["kind"].capitalize())
    return one | {"kind": kind, "place": place_of(one)}


# --- The ticks of a review: what of a record is taken, and what is not, then and later ------------

# Systems with ticks. Nothing of theirs leads to anything else of theirs.
WITH_TICKS = {"orcid"}
PROFILE = "researcher"
# They say one name, and have one tick.
NAME = {"given_name": "display_name", "family_name": "display_name"}


def number_rows(page: dict) -> list[str]:
    """Give each row of `report_page` that would be written a number, its `box`; the keys
    in the order of these numbers.
    """
    keys = []
    for kind in page["kinds"]:
        if kind["name"] == PROFILE:
            kind["rows"] = [part for row in kind["rows"] for part in _parts(row)]
        for row in kind["rows"]:
            if row["key"]:
                row["box"] = len(keys)
                keys.append(row["key"])
    return keys


def _parts(row) -> Iterator[dict]:
    """What a record says of the person, as rows of their own."""
    parts = {}
    for column, change in zip(row["columns"], row["changes"], strict=True):
        parts.setdefault(_key(column), []).append(change)
    for key, changes in parts.items():
        yield row | {"key": key, "label": str(changes[0][0]), "changes": changes, "conflicts": []}
    if row["conflicts"]:
        yield row | {"key": "", "changes": []}


def _key(column):
    return f"{PROFILE}#{NAME.get(column, column)}"


def with_doubles(plan: SitePlan, keys: Collection[str]) -> set[str]:
    """These keys, and those of rows and papers that are the same as theirs."""
    doubles = {step.row.origin for step in plan.rows if step.same_as in keys}
    known_as = {
        (path, one.line): identity(one)
        for path, parsed in plan.record.bib_files.items()
        for one in parsed.records
    }
    steps = [(step, known_as.get((step.file, step.line))) for step in plan.papers.steps]
    papers = {step.publication for step, key in steps if key in keys}
    merged = {key for step, key in steps if step.action == "merged" and step.publication in papers}
    return {*keys, *doubles, *merged}


def without(record: SiteRecord, keys: Collection[str]) -> SiteRecord:
    """The record as if it did not say what these keys name."""
    make_distinct(record.rows)
    papers, files = [], {}
    for path, parsed in record.bib_files.items():
        of_file = [paper for paper in record.papers if paper.place.file == path]
        pairs = zip(parsed.records, of_file, strict=True)
        pairs = [(one, paper) for one, paper in pairs if identity(one) not in keys]
        files[path] = replace(parsed, records=[one for one, _paper in pairs])
        papers += [paper for _one, paper in pairs]
    papers += [paper for paper in record.papers if paper.place.file not in files]
    columns = record.researcher.items()
    return replace(
        record,
        researcher={column: said for column, said in columns if _key(column) not in keys},
        rows=[row for row in record.rows if row.origin not in keys],
        papers=papers,
        bib_files=files,
    )
