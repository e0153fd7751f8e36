"""What Vitae holds about one person: said table by table, exported whole, erased without trace.

`tables` says which rows of which table are about whom, `archive` writes them into a ZIP file,
`erasure` deletes them.
"""

from website.personal_data.archive import write_archive
from website.personal_data.erasure import Plan, erase, plan
from website.personal_data.tables import Person, personal_tables
