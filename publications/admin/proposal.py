"""An uploaded import on its way: planned, shown, and applied only as it was shown."""

import hashlib
import json

from profiles import access
from publications import bibtex, importer
from publications.models import ImportBatch, PendingImport

TRIES = 3


class Changed(Exception):  # noqa: N818 - says what the plan is
    """The plan is not the one that was shown; `plan` is the one that holds now."""

    def __init__(self, plan):
        super().__init__()
        self.plan = plan


class Proposal:
    """For one request. `progress` has a stage for each part; see publications.admin.progress."""

    def __init__(self, pending: PendingImport, user, progress):
        self.pending, self.user, self.progress = pending, user, progress
        progress.at("reading")
        data, encoding = bytes(pending.data), pending.options["encoding"] or None
        self.parsed = bibtex.parse(data, encoding=encoding)

    def plan(self, **choices) -> importer.Plan:
        """`choices`: the importer's `skip` and `theirs`."""
        options = self.pending.options
        return importer.plan(
            [(self.pending.name, self.parsed)],
            self.pending.researcher,
            update=options["update"],
            draft=options["draft"],
            trusted=access.is_manager(self.user),
            progress=self._planning(),
            **choices,
        )

    def _planning(self):
        """The importer reads as it goes and knows no total; here the file was read before."""
        tell, total = self.progress.at("planning"), len(self.parsed.records)
        return lambda done, _total: tell(done, total)

    def apply(self, shown: str, *, skip, theirs):
        """`shown` is the digest of the plan that the user saw, before any choice.

        Raises Changed; then nothing was written.
        """
        for _try in range(TRIES):
            plan = self.plan()
            if digest(plan) != shown:
                raise Changed(plan)
            if skip or theirs:
                plan = self.plan(skip=skip, theirs=theirs)
            try:
                return importer.apply(
                    plan,
                    origin=ImportBatch.Origin.ADMIN,
                    user=self.user,
                    progress=self.progress.at("writing"),
                )
            except importer.Stale:
                continue
        raise Changed(self.plan())


def digest(plan: importer.Plan) -> str:
    """What the page of a plan says, in short: equal for equal plans."""
    steps = [[step.as_json(), _told(step.changes), _told(step.conflicts)] for step in plan.steps]
    text = json.dumps(steps, default=str, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _told(changes):
    return [[change.field, change.mine, change.theirs] for change in changes]
