"""What Vitae holds about one person: exported whole, erased without trace.

`tables` says which rows are about whom, as the policies of profiles.data_policy have it; `archive`
writes them into a ZIP file, `erasure` deletes them.
"""

from website.personal_data.archive import write_archive
from website.personal_data.erasure import Plan, erase, plan
from website.personal_data.tables import Person, personal_tables
