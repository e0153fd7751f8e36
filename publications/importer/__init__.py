"""Papers in: a plan of what an import would do, and the one writer that does it.

    files = [(name, importer.Unparsed(data)), ...]
    report = importer.run(files, researcher, by_operator=True)

The plan is made outside the transaction and shown as it is by --dry-run and by the admin.

planner         goes over the entries once, a few hundred at a time: the plan and its report
entry_matching  which paper an entry is, what it was there before, which venue it appeared in
mapping         what its fields say in our columns; `authors`: its names
apply_entry     where on the paper it goes: the lead, a version, or what it was before
entry_merge     what it changes there, by the table DECISIONS; merging asks the same table
uniting         what all entries of a paper say together of one field
linking         whose names it prints; `reading_lists`: whose file it is, by all of its entries
paper_store     the papers of a run in memory; `new_papers`: where the new ones will be seen
writer          writes a plan, table by table, in one transaction
undo            takes an import back, with what a site brought beside papers
"""

from publications.importer.paper_store import FILL, NEVER, OVERWRITE
from publications.importer.planner import Join, Plan, PlannedEntry, Report, Unparsed, plan
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
