"""What files of a site offer that no page was seen to list: papers of data and of .bib files."""

import re
from itertools import islice
from typing import Any

from django.utils.translation import gettext_lazy

from exchange.site_import.doubts import UNNAMED
from exchange.site_import.papers import DATA, NOT_READ
from exchange.site_import.printed_references import Reference
from exchange.site_import.records import Latex, Place
from exchange.site_import.theme import THEME_FILES
from exchange.site_import.tree import MAX_TEXT
from publications import bibtex
from publications.matching import normalise_title, titles_agree
from publications.matching.people import may_be_one
from publications.names import parse_name, parse_names
from publications.printed.lines import is_by

# What generators and tools make, and what lies beside a page that has the same.
MADE = re.compile(
    r"(?:_site|docs|public|resources|themes|layouts|exampleSite|node_modules|_freeze|_extensions|renv"
    r"|site_libs|vendor)/|(?:.*/)?(?:\.|cite\.bib$)"
)
LIST = re.compile(r"publi[ck]a|papers|pubs", re.I)
OTHERS = re.compile(r"talk|present|poster|slides|teach|software", re.I)
# Of a file that names another one: a page, or what makes one.
NAMING = (".qmd", ".md", ".Rmd", ".ipynb", ".html", ".js", ".ts", ".jsx", ".tsx", ".vue", ".R")
NAMING += (".py", ".lua", ".yml", ".yaml", ".toml", ".json", ".tex", ".sh")
MOST_FILES, MOST_NAMED = 2_000, 5
UNLISTED = gettext_lazy("it is in a file that no page of the site names")
NAMESAKE = gettext_lazy("only the family name of %(name)s is among its authors")
LEFT_ENTRIES = gettext_lazy(
    "Papers that name %(name)s in .bib files that no page of the site lists, so they are not here: "
    "%(count)s (%(files)s). If they are yours, import the files with “Import papers”."
)


def read_left(theme: Any) -> None:
    """Papers of files that no page was seen to list: of data, and of .bib files most of which is
    the owner's. Where nothing names such a file, they stay drafts. `theme` is a `reading.Theme`.
    """
    tree, left = theme.tree, []
    for path, file in tree.files.items():
        is_apart = path in tree.used or MADE.match(path) or THEME_FILES.match(path)
        left += [] if is_apart or file.size > MAX_TEXT else [path]
    theme.read_data(path for path in left if path.endswith(DATA) and _may_list(tree, path))
    paths = [path for path in left if path.endswith(".bib") and not OTHERS.search(path)]
    titles = theme.record.titles() if paths else []
    named = _named(tree, paths)
    for path in paths:
        known = titles  # titles of one file that are nearly alike are two papers
        for record, doubt in _own_entries(theme, path, is_named=path in named):
            title = record.text("title")
            if not any(titles_agree(title, one) for one in known):
                fields = {name: Latex(value) for name, value in record.own.items()}
                place, titles = Place(path, record.line), [*titles, title]
                reference = Reference(record.key, place, record.entry_type, fields, doubt=doubt)
                theme.add_papers([reference])


def tell_entries(theme: Any) -> None:
    """The owner's entries of .bib files that nothing else has, since most of the file is others'
    work; called when all is read.
    """
    record, tree, left = theme.record, theme.tree, {}
    known = normalise_title(" ".join(one.entry for one in record.papers))
    for path in tree.below("", ".bib"):
        # Of "cite.bib" the paper beside it tells what is not here.
        if path in record.bib_files or path.endswith("cite.bib"):
            continue
        source = _data(tree, path).decode(errors="replace")
        is_told = bool(theme.owner) and is_by(theme.owner, source)
        for one in bibtex.parse(source).records if is_told else ():
            title = normalise_title(one.text("title"))
            if title and title not in known and is_by(theme.owner, one.get("author") or ""):
                left.setdefault(title, Place(path, one.line))
    if left:
        files = list(dict.fromkeys(place.file for place in left.values()))
        named = ", ".join(files[:MOST_NAMED] + ["…"] * (len(files) > MOST_NAMED))
        said = {"count": len(left), "name": theme.owner, "files": named}
        tree.problem(next(iter(left.values())), LEFT_ENTRIES % said)


def _may_list(tree, path):
    data = _data(tree, path)
    return _is_called_a_list(path) or (b"author" in data and b"title" in data)


def _data(tree, path):
    """What a file holds, which counts as read no more than before; of a large one nothing."""
    if tree.files[path].size > MAX_TEXT:
        return b""
    is_used, data = path in tree.used, tree.data(path)
    tree.used -= set() if is_used else {path}
    return data


def _own_entries(theme, path, *, is_named):
    """The entries of a file most of which is the owner's, each with what is doubtful of it. By the
    family name alone they are namesakes' where neither a page nor its own name says what it lists.
    """
    records = bibtex.parse(_data(theme.tree, path).decode(errors="replace")).records
    is_list, names = _is_called_a_list(path), {"name": theme.owner}
    signed = {one.line for one in records if is_by(theme.owner, one.get("author") or "")}
    own = {one.line for one in records if _is_owner(theme.owner, one.get("author") or "")}
    count = len(signed if is_list or is_named else own)
    if not theme.owner or not count or 2 * count < len(records):
        if records and is_list:
            theme.tree.not_understood(Place(path, 1), records[0].text("title"), NOT_READ)
        return
    for one in bibtex.parse(theme.tree.text(path)).records:
        if one.line in own:
            yield one, "" if is_named else UNLISTED
        elif one.line in signed and (is_list or is_named):
            yield one, NAMESAKE % names
        elif is_list:
            yield one, UNNAMED % names


def _is_called_a_list(path):
    return bool(LIST.search(path.rpartition("/")[2]))


def _is_owner(owner, names):
    """Whether one of the authors of an entry may be the owner, by the name or half a double one."""
    name = parse_name(owner)
    forms = [name._replace(family=part) for part in {name.family, *name.family.split("-")}]
    return any(may_be_one(one, form) for one in parse_names(names)[0] for form in forms)


def _named(tree, paths):
    """Those of which a page, or what makes one, says the name."""
    names = {path: path.rpartition("/")[2].encode() for path in paths}
    files = (one for one in islice(tree.files, MOST_FILES) if one.endswith(NAMING) and names)
    said = [data for one in files if b".bib" in (data := _data(tree, one))]
    return {path for path, name in names.items() if any(name in data for data in said)}
