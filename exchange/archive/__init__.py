"""A researcher, or the whole lab, as one file for another installation.

The file is a ZIP: rows/<model>.jsonl with a row on each line, publications.bib for other programs,
files/ with the uploads under their stored names, and archive.json with the size and the SHA-256 of
each. It says nothing of when or where it was made: the same record makes the same bytes.

writing      writes the file
opening      which kind of archive a file is
reading      reads its rows and uploads, and trusts none of them
checking     whether a value may stand in its column
references   what in a row refers to other rows, and how that is renumbered
importing    plans what an archive would bring, then restores it
person       reads the files of `export_person`

Which models are in it: profiles.data_policy. Backups, for the same installation: exchange.backup.
"""

from exchange.archive.importing import apply, plan
from exchange.archive.opening import open_archive
from exchange.archive.reading import ArchiveError
from exchange.archive.writing import write_archive
