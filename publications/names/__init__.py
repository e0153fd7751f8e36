"""Person lists and single names of BibTeX and biblatex, kept as they are printed.

Coauthors are split on the raw text, each name is cut into words there too, and only the words
are decoded: `{Barnes and Noble}` stays one name, and `{\\O}ystein` counts as a capital.
"""

from publications.names.lists import parse_names, split_list
from publications.names.parts import MARKS, Name, fold, leads_with_family, name_keys, parse_name

__all__ = [
    "MARKS",
    "Name",
    "fold",
    "leads_with_family",
    "name_keys",
    "parse_name",
    "parse_names",
    "split_list",
]
