"""The tables of al-folio: settings, lists, collections with their odd converters; its papers."""

import re
from collections import defaultdict

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import.buttons import KIND_OF_FILE
from exchange.site_import.columns import Collection, body, markdown, position, text
from exchange.site_import.reading import Theme
from exchange.site_import.records import Paper, Place
from exchange.site_import.tables import THEMES, first_words
from exchange.site_import.theme import DEMO, FOOT, NO_CATEGORY, SETTING
from exchange.site_import.tree import Document, Mapping
from profiles.folding import fold_accents
from profiles.models import Project, Teaching
from publications import bibtex
from publications.bibtex import Record
from publications.importer.mapping import is_linkable
from publications.models import Coauthor
from publications.names import parse_names
from publications.printed.lines import is_by

# Settings that have no counterpart here, and why.
TABLE = THEMES["al-folio"]
SETTINGS = {
    TABLE["settings"]: SETTING,
    TABLE["for_search_engines"]: gettext_lazy("for search engines: pages here describe themselves"),
    TABLE["of_other_sites"]: gettext_lazy("pages here ask no other site"),
    "footer_text": FOOT,
}
SWITCHES = TABLE["switches"]
# What a page lists, by its layout or by Liquid -> the page here that lists the same; the same of
# what became pages -> its collection.
OUR_PAGES, LISTS = (
    (first_words(one["layouts"]), [(re.compile(p), here) for here, p in one["liquid"].items()])
    for one in (TABLE["our_pages"], TABLE["lists"])
)
STARS = "★★★★★"


# --- The collections ------------------------------------------------------------------------------


def _project(theme, row, document):
    front = document.front
    if image := theme.file(front.text("img"), document.place("img"), "assets/img/"):
        row.files = {"cover": image}
    if github := front.text("github"):
        url = github if "://" in github else f"https://github.com/{github}"
        row.links.append({"label": "GitHub", "url": url})
    if target := front.text("redirect"):
        file = "" if "://" in target else theme.file(target, document.place("redirect"))
        row.links.append({"label": "", "file": file} if file else {"label": "", "url": target})
    theme.tree.leave_out(document.path, NO_CATEGORY, "category")


def _course_facts(theme, document, _key):
    return ", ".join(filter(None, map(document.front.text, ("instructor", "time"))))


def _course_links(_theme, document, key):
    links = document.front.mappings(key)
    named = [(link.text("label") or link.text("name"), link.text("url")) for link in links]
    return ", ".join(f"[{label or url}]({url})" for label, url in named)


def _schedule(_theme, document, key):
    """A course's plan, week by week, as a table."""
    rows = []
    for week in document.front.list(key):
        if not isinstance(week, Mapping):
            rows.append(["", "", str(week), ""])
            continue
        links = [f"[{m.text('name')}]({m.text('url')})" for m in week.mappings("materials")]
        topic = ": ".join(filter(None, [week.text("topic"), week.text("description")]))
        rows.append([week.text("week"), week.text("date"), topic, ", ".join(links)])
    if not rows:
        return ""
    lines = [["Week", "Date", "Topic", "Materials"], ["---"] * 4, *rows]
    cells = (" | ".join(cell.replace("|", "\\|") for cell in line) for line in lines)
    return "\n".join(f"| {line} |" for line in cells)


def _terms(_theme, document, _key):
    return f"{document.front.text('term')} {document.front.text('year')}".strip()


def _course(theme, _row, document):
    reason = _("the theme's own name of the course")
    theme.tree.leave_out(document.path, reason, "course_id")


def book(theme: Theme, document: Document) -> str:
    """Of a review: whose book it is, how many stars it has, when it was read."""
    front = document.front
    stars = STARS[: min(5, position(theme, document, "stars") or 0)]
    lead = ", ".join(filter(None, [front.text("author"), front.text("released")]))
    lead = " · ".join(filter(None, [lead, stars, front.text("status"), front.text("finished")]))
    reason = _("pages have no cover, and no number by which another site knows the book")
    keys = ("olid", "isbn", "started", "goodreads_review", "cover")
    theme.tree.leave_out(document.path, reason, *keys)
    url = front.text("buy_link")
    return f"{lead}\n\n<{url}>" if url else lead


PROJECTS = Collection(
    "projects",
    Project,
    {
        "title": (text, "title"),
        "description": [(markdown, "description"), (body, "")],
        "position": (position, "importance"),
    },
    place="",
    finish=_project,
)
COURSES = Collection(
    "teachings",
    Teaching,
    {
        "code": (text, "course_code"),
        "title": (text, "title"),
        "role": (text, "position"),
        "dates": (_terms, "term"),
        "place": (text, "location"),
        "description": [
            (markdown, "description"),
            (_course_facts, "instructor"),
            (body, ""),
            (_schedule, "schedule"),
            (_course_links, "links"),
        ],
    },
    place="",
    finish=_course,
)
COLLECTIONS = {collection.name: collection for collection in (PROJECTS, COURSES)}


# --- Papers: its .bib files with their files, co-authors' sites and venues ------------------------

FOLDER = "_bibliography/"
COAUTHORS, VENUES = "_data/coauthors.yml", "_data/venues.yml"
# A page that lists a file of its own: {% bibliography --file theses %}, -f talks.
LISTED = re.compile(
    r"{%-?\s*bibliography\b[^%]*?(?:-f|--file)\s+"
    r"(?:{{\s*site\.scholar\.(?P<key>\w+)\s*}}|(?P<name>[\w./-]+))[^%]*%}"
)
LEAST_OF_OTHERS = 3
# The demo of the theme is of Einstein, whoever the site is of.
DEMO_AUTHOR = re.compile(r"Einstein|Przibram", re.I)
DEMO_KEYS = re.compile(r"einstein|przibram|PhysRev")
OF_OTHERS = gettext_lazy("most of its works are by others: a page that lists them says so in words")
NO_PERSON = gettext_lazy("a co-author has `firstname` and `url`")


def read_papers(theme: Theme) -> list[Record]:
    """Adds the papers of the files that pages list. Returns the entries, for names."""
    tree, settings = theme.tree, theme.config.mapping("scholar")
    main = settings.text("bibliography") or "papers.bib"
    names = {main.removesuffix(".bib"): []}
    for page in theme.source.pages():
        for tag in LISTED.finditer(page.body):
            name = settings.text(tag["key"]) if tag["key"] else tag["name"]
            names.setdefault(name.removesuffix(".bib"), []).append((page, tag[0]))
    is_demo_own = DEMO_AUTHOR.search(str(theme.record.researcher.get("display_name", "")))
    entries = []
    folder = str(dict.get(settings, "source", "")).strip("./")
    folder = f"{folder}/" if folder and tree.below(f"{folder}/", ".bib") else FOLDER
    read = {}
    for path in tree.below(folder, ".bib"):
        stem = path.removeprefix(folder).removesuffix(".bib")
        if stem in names or main.startswith("*"):
            read[stem] = path, read_file(theme, path, keep_demo=bool(is_demo_own))
        else:
            tree.leave_out(path, _("no page of the site lists it"))
    # Where no file names the owner, such as a project, none is of others for that.
    is_named = any(_count_own(theme.owner, listed) for _path, listed in read.values())
    for stem, (path, listed) in read.items():
        if is_named and stem + ".bib" != main and _are_of_others(theme.owner, listed):
            _write_out(theme, path, listed, names.get(stem, []))
        else:
            entries += listed
    _coauthors(theme, entries)
    _venues(theme, entries)
    return entries


def read_file(theme: Theme, path: str, *, keep_demo: bool = False) -> list[Record]:
    """Adds the papers of a .bib file. Returns its entries, without those of the theme."""
    tree = theme.tree
    parsed = theme.record.bib_files[path] = bibtex.parse(tree.document(path).body)
    demo = [] if keep_demo else list(filter(_is_demo, parsed.records))
    for record in demo:
        tree.leave_out(path, f"{record.key}: {DEMO}", line=record.line)
    lines = {record.line for record in demo}
    parsed.records = [record for record in parsed.records if record.line not in lines]
    parsed.problems = [one for one in parsed.problems if not one.key or one.line not in lines]
    kept = _repository(theme)
    for record in parsed.records:
        place = Place(path, record.line)
        files = list(dict.fromkeys([*_files(theme, record, place), *kept[record.key]]))
        theme.record.papers.append(Paper(record.key, record.raw, place, files))
    if parsed.comments or parsed.preambles:
        reason = _("text outside of entries, which no page shows")
        tree.leave_out(path, reason, line=1)
    return parsed.records


def _are_of_others(owner, entries):
    """Whether a file lists what others wrote, of students or of a field."""
    own = _count_own(owner, entries)
    return bool(owner) and len(entries) >= LEAST_OF_OTHERS and own * 2 < len(entries)


def _count_own(owner, entries):
    return sum(is_by(owner, record.get("author")) for record in entries)


def _write_out(theme, path, entries, pages):
    """Works of others are no papers here: pages that list them do so in words."""
    del theme.record.bib_files[path]
    papers = theme.record.papers
    papers[:] = [one for one in papers if one.place.file != path]
    lines = []
    for record in entries:
        names = ", ".join(name.display for name in parse_names(record.get("author"))[0])
        said = (names, record.text("title"), record.text("year"))
        lines.append(f"- {', '.join(filter(None, said))}")
    for page, tag in pages:
        page.body = page.body.replace(tag, "\n\n" + "\n".join(lines) + "\n\n")
    theme.tree.leave_out(path, OF_OTHERS)


def _is_demo(record):
    return DEMO_KEYS.search(record.key) and DEMO_AUTHOR.search(record.get("author"))


def _files(theme, record, place):
    for name, how in THEMES["al-folio"]["files"].items():
        kind, *folders = how.split()
        value = record.own.get(name, "").replace("\\_", "_").replace("\\%", "%")
        if path := theme.file(value, place, *folders):
            yield kind, path


def _repository(theme):
    """Key -> (kind, path) of what the folder of jekyll-scholar's `repository` calls as an entry:
    "kelp.pdf", "kelp.slides.pdf".
    """
    settings, found = theme.config.mapping("scholar"), defaultdict(list)
    folder = settings.text("repository").strip("./")
    sign = settings.text("repository_file_delimiter") or "."
    for path in theme.tree.below(f"{folder}/", ".pdf") if folder else ():
        key, _sign, ending = path.removeprefix(f"{folder}/").partition(sign)
        found[key].append((KIND_OF_FILE.get(ending.partition(".")[0], "other"), path))
    return found


def _coauthors(theme, entries):
    """_data/coauthors.yml: surname -> first names and a site; kept where a paper prints the name.

    Keys are as printed in older sites, small letters without accents in newer ones.
    """
    printed = defaultdict(dict)
    for record in entries:
        for name in parse_names(record.get("author"))[0]:
            family = fold_accents(f"{name.particle} {name.family}".strip())
            printed[family].setdefault(name.display, name)
    front = theme.own_data(COAUTHORS)
    for surname in front:
        people = printed[fold_accents(surname.strip())]
        place = Place(COAUTHORS, front.lines[surname])
        for number, person in enumerate(front.list(surname)):
            if not isinstance(person, Mapping):
                theme.tree.not_understood(place, f"{surname}: {person}", NO_PERSON)
                continue
            given, url = person.list("firstname"), person.text("url")
            forms = [form for form, name in people.items() if name.given in given]
            if forms and is_linkable(url):
                values = {"names": "\n".join(forms), "url": url}
                theme.add(Coauthor, f"{COAUTHORS}#{surname}/{number}", place, values, forms[0])
            else:
                reason = _("no paper of the site prints this name")
                theme.tree.leave_out(COAUTHORS, reason, surname)


def _venues(theme, entries):
    """_data/venues.yml: what the badge of a venue leads to."""
    venues, used = theme.own_data(VENUES), {record.text("abbr") for record in entries}
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
