"""What Vitae holds about one person: said table by table, exported whole, erased without trace.

`holdings` says which rows of which table are about whom, `archive` writes them into a ZIP file,
`erasure` deletes them. A table that nobody has declared fails tests/privacy/test_registry.py.
"""

from website.personal_data.archive import write_archive
from website.personal_data.erasure import Plan, erase, plan
from website.personal_data.tables import (
    Holding,
    Person,
    hold,
    holdings,
    nobodys,
    register_document,
    register_settling,
)

__all__ = [
    "Holding",
    "Person",
    "Plan",
    "erase",
    "hold",
    "holdings",
    "nobodys",
    "plan",
    "register_document",
    "register_settling",
    "write_archive",
]
