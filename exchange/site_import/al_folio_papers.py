"""Papers of al-folio: its .bib files with their files, co-authors' sites and venues."""

import re
from collections import defaultdict

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import.buttons import NO_FILE, site_path
from exchange.site_import.jekyll import find_file
from exchange.site_import.reading import Theme
from exchange.site_import.records import Paper, Place
from exchange.site_import.theme import DEMO, is_demo_document
from exchange.site_import.tree import Mapping
from profiles.folding import fold_accents
from publications import bibtex
from publications.bibtex import Record
from publications.importer.mapping import is_linkable
from publications.models import Coauthor
from publications.names import parse_names

FOLDER = "_bibliography/"
COAUTHORS, VENUES = "_data/coauthors.yml", "_data/venues.yml"
DOCUMENTS = ("assets/pdf/",)
# Field -> kind of link, and where al-folio's layout looks for a bare file name.
FILE_FIELDS = {
    "pdf": ("pdf", DOCUMENTS),
    "slides": ("slides", DOCUMENTS),
    "poster": ("poster", DOCUMENTS),
    "supp": ("supplement", DOCUMENTS),
    "html": ("publisher", ("assets/html/",)),
    "preview": ("cover", ("assets/img/publication_preview/", "assets/img/")),
}
# A page that lists a file of its own: {% bibliography --file theses %}, -f talks.
LISTED = re.compile(r"{%-?\s*bibliography\b[^%]*?(?:-f|--file)\s+([\w./-]+)")
# The demo of the theme is of Einstein, whoever the site is of.
DEMO_AUTHOR = re.compile(r"Einstein|Przibram", re.I)
DEMO_KEYS = re.compile(r"einstein|przibram|PhysRev")
NO_PERSON = gettext_lazy("a co-author has `firstname` and `url`")


def read_papers(theme: Theme) -> list[Record]:
    """Adds the papers of the files that pages list. Returns the entries, for names."""
    tree, settings = theme.tree, theme.config.mapping("scholar")
    main = settings.text("bibliography") or "papers.bib"
    names = {main.removesuffix(".bib")}
    for page in theme.source.pages():
        names.update(name.removesuffix(".bib") for name in LISTED.findall(page.body))
    is_demo_own = DEMO_AUTHOR.search(str(theme.record.researcher.get("display_name", "")))
    entries = []
    folder = str(dict.get(settings, "source", "")).strip("./")
    folder = f"{folder}/" if folder and tree.below(f"{folder}/", ".bib") else FOLDER
    for path in tree.below(folder, ".bib"):
        stem = path.removeprefix(folder).removesuffix(".bib")
        if stem in names or main.startswith("*"):
            entries += _read_file(theme, path, keep_demo=bool(is_demo_own))
        else:
            tree.leave_out(path, _("no page of the site lists it"))
    _coauthors(theme, entries)
    _venues(theme, entries)
    return entries


def _read_file(theme, path, *, keep_demo):
    tree, document = theme.tree, theme.tree.document(path)
    parsed = theme.record.bib_files[path] = bibtex.parse(document.body)
    for part in (*parsed.records, *parsed.problems):
        part.line += document.body_line - 1
    demo = [] if keep_demo else list(filter(_is_demo, parsed.records))
    for record in demo:
        tree.leave_out(path, f"{record.key}: {DEMO}", line=record.line)
    lines = {record.line for record in demo}
    parsed.records = [record for record in parsed.records if record.line not in lines]
    parsed.problems = [one for one in parsed.problems if not one.key or one.line not in lines]
    for record in parsed.records:
        place = Place(path, record.line)
        files = list(_files(theme, record, place))
        theme.record.papers.append(Paper(record.key, record.raw, place, files))
    if parsed.comments or parsed.preambles:
        reason = _("text outside of entries, which no page shows")
        tree.leave_out(path, reason, line=document.body_line)
    return parsed.records


def _is_demo(record):
    return DEMO_KEYS.search(record.key) and DEMO_AUTHOR.search(record.get("author"))


def _files(theme, record, place):
    for name, (kind, folders) in FILE_FIELDS.items():
        value = record.own.get(name, "").replace("\\_", "_").replace("\\%", "%")
        value = site_path(theme.record, value) or value
        if not value or "://" in value:
            continue
        if path := find_file(theme.tree, value, *folders):
            theme.tree.used.add(path)
            yield kind, path
        else:
            theme.tree.not_understood(place, f"{name} = {value}", NO_FILE % folders[0])


def _coauthors(theme, entries):
    """_data/coauthors.yml: surname -> first names and a site; kept where a paper prints the name.

    Keys are as printed in older sites, small letters without accents in newer ones.
    """
    printed = defaultdict(dict)
    for record in entries:
        for name in parse_names(record.get("author"))[0]:
            family = fold_accents(f"{name.particle} {name.family}".strip())
            printed[family].setdefault(name.display, name)
    front = _own_data(theme, COAUTHORS)
    for surname in front:
        people, place = (
            printed[fold_accents(surname.strip())],
            Place(COAUTHORS, front.lines[surname]),
        )
        for number, person in enumerate(front.list(surname)):
            if not isinstance(person, Mapping):
                theme.tree.not_understood(place, f"{surname}: {person}", NO_PERSON)
                continue
            given, url = person.list("firstname"), person.text("url")
            forms = [form for form, name in people.items() if name.given in given]
            if forms and url:
                values = {"names": "\n".join(forms), "url": url}
                theme.add(Coauthor, f"{COAUTHORS}#{surname}/{number}", place, values, forms[0])
            else:
                reason = _("no paper of the site prints this name")
                theme.tree.leave_out(COAUTHORS, reason, surname)


def _venues(theme, entries):
    """_data/venues.yml: what the badge of a venue leads to."""
    venues, used = _own_data(theme, VENUES), {record.text("abbr") for record in entries}
    for abbr in venues:
        if abbr not in used:
            theme.tree.leave_out(VENUES, _("no paper of the site is from there"), abbr)
            continue
        venue = venues.mapping(abbr)
        if is_linkable(url := venue.text("url")):
            theme.record.venue_urls[abbr] = url
        elif url:
            place = Place(VENUES, venue.lines["url"])
            theme.tree.not_understood(place, url, _("no address that pages link"))
        if venue.text("color"):
            reason = _("badges here have their colour from the name")
            theme.tree.leave_out(VENUES, reason, f"{abbr}/color")


def _own_data(theme, path):
    """A table of the site's own; the theme's is left out."""
    if path in theme.tree and is_demo_document(theme.tree.document(path)):
        theme.leave_document(theme.tree.document(path), DEMO)
        return Mapping()
    return theme.source.data(path)
