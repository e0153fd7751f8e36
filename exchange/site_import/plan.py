"""What an import of a site would do, before any is written: rows, papers, files, old addresses."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from exchange.site_import.links import OldSite, Target
from exchange.site_import.records import Place, Problem, SiteRecord
from exchange.site_import.rows import PlannedRow, RowPlanner
from exchange.site_import.tree import Tree
from exchange.site_import.uploads import Uploads
from profiles.models import Researcher
from publications.importer.report import Plan


class Attachment(NamedTuple):
    """A file of the site that becomes a paper's: a link of that kind, or its cover."""

    paper: str
    kind: str
    path: str
    origin: str
    place: Place


class OldAddress(NamedTuple):
    path: str
    target: Target
    place: Place


@dataclass
class SitePlan:
    """`papers` is the plan of the papers, `rows` a step for each row, the researcher's first."""

    researcher: Researcher
    tree: Tree
    record: SiteRecord
    papers: Plan
    options: dict
    rows: list[PlannedRow] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    addresses: list[OldAddress] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    # (old path, what it became, where the site says so).
    became: list[tuple[str, Target, Place]] = field(default_factory=list)
    old_site: OldSite | None = None
    uploads: Uploads | None = None
    # Whose the site says that it is, where the profile has no such name; else empty.
    unknown_name: str = ""
    anonymous_papers: list[Place] = field(default_factory=list)
    # Origins of pages that no menu, no text and no news leads to.
    lonely_pages: set[str] = field(default_factory=set)

    def plan_rows(self, report: Callable[[Problem], None]) -> list[PlannedRow]:
        """A step for each row of the site; what cannot be as it was is reported."""
        update, usable = self.options["update"], self.uploads.usable
        planner = RowPlanner(self.researcher, update=update, report=report, usable=usable)
        return planner.plan(self.record)

    @property
    def writes(self) -> bool:
        rows = any(step.writes for step in self.rows)
        return bool(rows or self.papers.writes or self.attachments or self.addresses)
