"""Papers in: a plan of what an import would do, and the one writer that does it.

    files = [(name, reference_lists.Unparsed(data)), ...]
    report = importer.run(files, researcher, by_operator=True)

The plan is made outside the transaction and shown as it is by --dry-run and by the admin.

planner          goes over the entries, a few hundred at a time, and makes the plan
report           what a plan and an import tell of each entry, and a dry run of each new paper
entry_matching   which paper an entry is
venues           which venue it appeared in
mapping          the fields of an entry -> the columns of a paper
authors          the names of an entry -> rows of authors; ORCID iDs beside names
entry_merge      whether an entry is the paper itself or another version of it; what a second import
                 overwrites or keeps: the table DECISIONS
uniting          what several entries of one paper say together
linking          which printed name is linked to a researcher, and who is asked first
reading_lists    whether a file is one's own list of papers or a reading list
paper_store      the papers of an import in memory
writer           writes the plan in one transaction
undo             takes an import back
"""

from collections.abc import Callable
from contextlib import suppress

from publications.importer.paper_store import FILL, NEVER, OVERWRITE
from publications.importer.planner import plan
from publications.importer.reading_lists import Answer
from publications.importer.report import Plan
from publications.importer.writer import PlanOutdated, apply

TRIES = 3


def run(files, researcher=None, *, apply_options=None, **options) -> Plan:
    """Plans and applies; plans anew where somebody else wrote in between.

    `options` are `plan`'s, `apply_options` those of `apply`. Raises PlanOutdated.
    """
    files = list(files)
    return until_current(lambda: apply(plan(files, researcher, **options), **(apply_options or {})))


def until_current(plan_and_apply: Callable):
    """What the call returns; it is called anew where a plan was outdated when it came to be
    written. Raises PlanOutdated after three tries.
    """
    for _try in range(TRIES - 1):
        with suppress(PlanOutdated):
            return plan_and_apply()
    return plan_and_apply()
