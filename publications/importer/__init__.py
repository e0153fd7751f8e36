"""Papers in: a plan of what an import would do, and the one writer that does it.

    files = [(name, importer.Unparsed(data)), ...]
    report = importer.run(files, researcher, by_operator=True)

The plan is made outside the transaction and shown as it is by --dry-run and by the admin.
"""

from publications.importer.entry_merge import FILL, NEVER, OVERWRITE
from publications.importer.planner import Join, Plan, Report, Step, Unparsed, plan
from publications.importer.reading_lists import Answer
from publications.importer.writer import PlanOutdated, apply

TRIES = 3


def run(files, researcher=None, *, apply_options=None, **options) -> Report:
    """Plans and applies; plans anew where somebody else wrote in between.

    `options` are `plan`'s, `apply_options` those of `apply`. Raises PlanOutdated after three tries.
    """
    files = list(files)
    for left in reversed(range(TRIES)):
        try:
            return apply(plan(files, researcher, **options), **(apply_options or {}))
        except PlanOutdated:
            if not left:
                raise
    raise AssertionError
