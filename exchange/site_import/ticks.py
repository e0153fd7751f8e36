"""The ticks of a review: what of a record is taken, and what is not, then and later.

A key names a row by its origin, a paper by its identity, a column of the profile by its name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from exchange.site_import.plan import SitePlan
from exchange.site_import.records import SiteRecord
from exchange.site_import.rows import make_distinct
from publications.refusals import identity

# Nothing of theirs leads to anything else of theirs.
SYSTEMS = {"orcid"}
PROFILE = "researcher"
# They say one name, and have one tick.
NAME = {"given_name": "display_name", "family_name": "display_name"}


def number(page: dict) -> list[str]:
    """Give each row of report_page.report_page that would be written a number, its `box`; the keys
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
