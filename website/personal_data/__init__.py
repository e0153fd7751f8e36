"""What Vitae holds about one person: exported whole, erased without trace.

tables    which rows of which table are about whom
archive   the export: a ZIP file with README.txt, rows, papers and files
erasure   the deletion: what goes, and what stays on papers of colleagues
"""

from website.personal_data.archive import file_name, write_archive
from website.personal_data.erasure import erase, plan
from website.personal_data.tables import Person, personal_tables
