"""A researcher, or the whole lab, as one file for another installation.

The file is a ZIP: rows/<model>.jsonl with a row on each line, publications.bib for other programs,
files/ with the uploads under their stored names, and archive.json with the size and the SHA-256 of
each. It says nothing of when or where it was made: the same record makes the same bytes.

profiles.data_policy says which models are in it, `references` what in a row refers to another;
`writing` writes it, `opening` and `reading` read it with distrust, `importing` plans and restores
it. `person` reads the files of export_person. Backups, for the same installation, are
exchange.backup.
"""

from exchange.archive.importing import ImportPlan, apply, plan
from exchange.archive.opening import open_archive
from exchange.archive.reading import ArchiveError
from exchange.archive.writing import write_archive
