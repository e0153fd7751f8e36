"""Who changed what and when: versions of what people edit, compared, restored, forgotten.

A version is a row with everything that is edited on its form, kept as one JSON document in
`Revision`: one table for all kinds, whatever columns come and go. The admin records them. What
writes by the thousand (imports, fixtures, the demo) records none: before the next edit, how the
row stood by then is kept as a version of its own.
"""

from profiles.history.kinds import (
    Happening,
    Kind,
    Rows,
    kind_named,
    kind_of,
    on_form,
    register,
    register_rows,
)
from profiles.history.recording import (
    following,
    forget,
    prune,
    record,
    remember,
    revisions_of,
    seen,
)

__all__ = [
    "Happening",
    "Kind",
    "Rows",
    "following",
    "forget",
    "kind_named",
    "kind_of",
    "on_form",
    "prune",
    "record",
    "register",
    "register_rows",
    "remember",
    "revisions_of",
    "seen",
]
