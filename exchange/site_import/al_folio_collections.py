"""al-folio's collections -> rows: news, projects, posts, books, courses, and whatever else;
its .bib files -> papers with their files, co-authors' sites and venues.
"""

from __future__ import annotations

import re
from collections import defaultdict

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import.jekyll import (
    DATE_IN_NAME,
    NO_FILE,
    Site,
    find_file,
    site_path,
    words_outside_liquid,
)
from exchange.site_import.records import Paper, Place, Row, SiteRecord
from exchange.site_import.theme import DEMO, NO_CATEGORY, is_demo, is_demo_document, own_documents
from exchange.site_import.tree import Document, Mapping, Tree
from profiles.folding import fold_accents
from profiles.models import NewsItem, Page, Project, Teaching
from publications import bibtex
from publications.bibtex import Record
from publications.importer.mapping import is_linkable
from publications.models import Coauthor
from publications.names import parse_names

SUFFIXES = (".md", ".markdown", ".html")
NO_DATE = gettext_lazy("no date, neither in its front matter nor in the file's name")
INLINE_TITLE = gettext_lazy("the site shows the text alone (`inline`)")
STARS = "★★★★★"


def read(site: Site) -> None:
    """Adds the rows of each collection of the site to its record."""
    readers = {"news": _news, "projects": _project, "teachings": _course, "books": _book}
    readers |= {"posts": _post, "drafts": _post}
    for name in dict.fromkeys([*readers, *site.config.mapping("collections")]):
        for document in own_documents(site.tree, f"_{name}/", *SUFFIXES):
            if name in readers:
                readers[name](site, document)
            else:
                _page(site, document, name, "")


def _paths(site, document, collection):
    settings = site.config.mapping("collections").mapping(collection)
    has_pages = collection == "posts" or settings.text("output") == "true"
    own = [site.document_path(document, collection)] if has_pages else []
    return [*own, *site.redirect_from(document)]


def _body(site, document):
    return site.markdown(document.body, Place(document.path, document.body_line))


def _date(document):
    """Without the time, by which Jekyll sorts; else that in the file's name."""
    date = document.front.text("date")
    name = DATE_IN_NAME.match(document.path.rpartition("/")[2])
    if not date and name:
        return "-".join(name.groups()[:3])
    return re.sub(r"(?<=\d)[ T]+\d{1,2}:\d\d.*", "", date)


def _news(site, document):
    """A line of text (`inline`), or a page that the line leads to."""
    front, date = document.front, _date(document)
    title, body = front.text("title"), _body(site, document)
    is_inline, page = front.text("inline").lower() == "true", ""
    place = document.place("date")
    if not date:
        site.tree.not_understood(document.place(), title or body, NO_DATE)
    paths, origin = _paths(site, document, "news"), document.path
    if is_inline and title and body:
        site.tree.leave_out(document.path, INLINE_TITLE, "title")
    elif body and title:
        page = _page(site, document, "news", "").origin
        paths, origin, body = [], f"{origin}#news", title
    values = {"date": date, "body": body or title, "page": page}
    row = site.add(NewsItem, origin, place, values)
    row.label, row.old_paths = title, paths
    row.is_draft = front.text("published") == "false"
    site.leave_switches(document)


def _project(site, document):
    front, place = document.front, document.place()
    lead = site.markdown(front.text("description"), document.place("description"))
    values = {
        "title": front.text("title"),
        "description": "\n\n".join(filter(None, [lead, _body(site, document)])),
        "position": site.position(front.text("importance")),
    }
    row = site.add(Project, document.path, place, values, values["title"])
    row.old_paths = _paths(site, document, "projects")
    row.is_draft = front.text("published") == "false"
    if image := front.text("img"):
        file = site.file(image, document.place("img"), "assets/img/")
        row.files = {"cover": file} if file else {}
    if github := front.text("github"):
        url = github if "://" in github else f"https://github.com/{github}"
        row.links.append({"label": "GitHub", "url": url})
    if target := front.text("redirect"):
        file = "" if "://" in target else site.file(target, document.place("redirect"))
        row.links.append({"label": "", "file": file} if file else {"label": "", "url": target})
    site.tree.leave_out(document.path, NO_CATEGORY, "category")
    site.leave_switches(document)


def _post(site, document):
    """A page of its own, which the list of posts leads to."""
    if document.front.text("redirect"):
        site.leave_switches(document)
        return
    lead = site.markdown(document.front.text("description"), document.place("description"))
    row = _page(site, document, "posts", lead)
    if document.path.startswith("_drafts/"):
        row.is_draft, row.old_paths = True, []


def _book(site, document):
    """A review: whose book, how many stars, and the text."""
    front = document.front
    stars = STARS[: min(5, site.position(front.text("stars")) or 0)]
    lead = ", ".join(filter(None, [front.text("author"), front.text("released")]))
    lead = " · ".join(filter(None, [lead, stars, front.text("status"), front.text("finished")]))
    if url := front.text("buy_link"):
        lead += f"\n\n<{url}>"
    reason = _("pages have no cover, and no number by which another site knows the book")
    keys = ("olid", "isbn", "started", "goodreads_review", "cover")
    site.tree.leave_out(document.path, reason, *keys)
    _page(site, document, "books", lead)


def _page(site, document, collection, lead):
    front = document.front
    paths = _paths(site, document, collection)
    stem = document.path.rpartition("/")[2].rpartition(".")[0]
    title = front.text("title") or stem
    values = {
        "title": title,
        "slug": site.page_slug(paths[0] if paths else stem, title),
        "body": "\n\n".join(filter(None, [lead, _body(site, document)])),
        "in_menu": False,
    }
    row = site.add(Page, document.path, document.place(), values, title)
    row.old_paths = paths
    row.is_draft = front.text("published") == "false"
    site.leave_switches(document)
    return row


def _course(site, document):
    """Generation C: a course with its plan, week by week, as a table."""
    front = document.front
    if is_demo(front.text("instructor")):
        site.tree.leave_out(document.path, DEMO)
        return
    facts = [front.text("instructor"), front.text("time")]
    links = [link for link in front.list("links") if isinstance(link, Mapping)]
    named = [(link.text("label") or link.text("name"), link.text("url")) for link in links]
    parts = [
        site.markdown(front.text("description"), document.place("description")),
        ", ".join(filter(None, facts)),
        _body(site, document),
        _schedule(front.list("schedule")),
        ", ".join(f"[{label or url}]({url})" for label, url in named),
    ]
    values = {
        "code": front.text("course_code"),
        "title": front.text("title"),
        "role": front.text("position"),
        "dates": f"{front.text('term')} {front.text('year')}".strip(),
        "place": front.text("location"),
        "description": "\n\n".join(filter(None, parts)),
    }
    row = site.add(Teaching, document.path, document.place(), values, values["title"])
    row.old_paths = _paths(site, document, "teachings")
    site.tree.leave_out(document.path, _("the theme's own name of the course"), "course_id")
    site.leave_switches(document)


def _schedule(weeks):
    rows = []
    for week in weeks:
        if not isinstance(week, Mapping):
            rows.append(["", "", str(week), ""])
            continue
        materials = (m for m in week.list("materials") if isinstance(m, Mapping))
        links = [f"[{m.text('name')}]({m.text('url')})" for m in materials]
        topic = ": ".join(filter(None, [week.text("topic"), week.text("description")]))
        rows.append([week.text("week"), week.text("date"), topic, ", ".join(links)])
    if not rows:
        return ""
    lines = [["Week", "Date", "Topic", "Materials"], ["---"] * 4, *rows]
    cells = (" | ".join(cell.replace("|", "\\|") for cell in line) for line in lines)
    return "\n".join(f"| {line} |" for line in cells)


# --- Lists of what became pages -------------------------------------------------------------------

LISTS = (
    ("_posts/", re.compile(r"\bsite\.posts\b|\bpaginator\b|\bpostlist\b")),
    ("_books/", re.compile(r"\bsite\.books\b")),
)


def index(site: Site, document: Document, old: str) -> bool:
    """A page that lists posts or books by Liquid becomes a page with the links written out."""
    layouts = {"book-shelf": "_books/"}
    folder = layouts.get(site.layout(document), "")
    folder = folder or next((name for name, shows in LISTS if shows.search(document.body)), "")
    if not folder:
        return False
    front = document.front
    lines = list(_links(site, folder))
    if not lines:
        site.tree.leave_out(document.path, _("a list of which there is nothing"))
        return True
    title = front.text("title") or site.config.text("blog_name") or old.strip("/") or "Blog"
    values = {
        "title": title,
        "slug": site.page_slug(old, title),
        "body": "\n".join(lines),
        "in_menu": front.text("nav") == "true",
        "position": site.position(front.text("nav_order")),
    }
    row = site.add(Page, document.path, document.place(), values, title)
    row.old_paths = [old, *site.redirect_from(document)]
    if words := words_outside_liquid(document.body):
        reason = _("the theme's list: %(words)s") % {"words": words[:80]}
        site.tree.leave_out(document.path, reason, line=document.body_line)
    site.leave_switches(document)
    return True


def _links(site, folder):
    """Newest first."""
    for path in reversed(site.tree.below(folder, ".md")):
        document = site.tree.document(path)
        row = next((row for row in site.site.rows if row.origin == path), None)
        target = row.old_paths[0] if row and row.old_paths else document.front.text("redirect")
        if target and (row or folder == "_posts/") and not (row and row.is_draft):
            date = _date(document) if folder == "_posts/" else ""
            link = f"[{document.front.text('title')}]({target})"
            yield " ".join(filter(None, ["-", date, link]))


# --- Papers ---------------------------------------------------------------------------------------

FOLDER = "_bibliography/"
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


def read_papers(tree: Tree, site: SiteRecord, settings: Mapping) -> list[Record]:
    """Adds the papers; `settings` is `scholar` of _config.yml. Returns the entries, for names."""
    main = settings.text("bibliography") or "papers.bib"
    names = {main.removesuffix(".bib")}
    for path in tree.below("_pages/", ".md", ".html"):
        names.update(name.removesuffix(".bib") for name in LISTED.findall(tree.document(path).body))
    self_names = " ".join(map(str, settings.list("last_name")))
    entries = []
    for path in tree.below(FOLDER, ".bib"):
        stem = path.removeprefix(FOLDER).removesuffix(".bib")
        if stem in names or main.startswith("*"):
            entries += _read_file(tree, site, path, keep_demo=bool(DEMO_AUTHOR.search(self_names)))
        else:
            tree.leave_out(path, _("no page of the site lists it"))
    _coauthors(tree, site, entries)
    _venues(tree, site, entries)
    return entries


def _read_file(tree, site, path, *, keep_demo):
    document = tree.document(path)
    parsed = site.bib_files[path] = bibtex.parse(document.body)
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
        files = list(_files(tree, site, record, place))
        site.papers.append(Paper(record.key, record.raw, place, files))
    if parsed.comments or parsed.preambles:
        reason = _("text outside of entries, which no page shows")
        tree.leave_out(path, reason, line=document.body_line)
    return parsed.records


def _is_demo(record):
    return DEMO_KEYS.search(record.key) and DEMO_AUTHOR.search(record.get("author"))


def _files(tree, site, record, place):
    for name, (kind, folders) in FILE_FIELDS.items():
        value = record.own.get(name, "").replace("\\_", "_").replace("\\%", "%")
        value = site_path(site, value) or value
        if not value or "://" in value:
            continue
        if path := find_file(tree, value, *folders):
            tree.used.add(path)
            yield kind, path
        else:
            tree.not_understood(place, f"{name} = {value}", NO_FILE % folders[0])


def _coauthors(tree, site, entries):
    """_data/coauthors.yml: surname -> first names and a site; kept where a paper prints the name.

    Keys are as printed in older sites, small letters without accents in newer ones.
    """
    path = "_data/coauthors.yml"
    if path not in tree:
        return
    printed = defaultdict(dict)
    for record in entries:
        for name in parse_names(record.get("author"))[0]:
            family = fold_accents(f"{name.particle} {name.family}".strip())
            printed[family].setdefault(name.display, name)
    document = tree.document(path)
    if is_demo_document(document):
        tree.leave_out(path, DEMO)
        return
    for surname in document.front if isinstance(document.front, Mapping) else ():
        people = printed[fold_accents(surname.strip())]
        for number, person in enumerate(document.front.list(surname)):
            if not isinstance(person, Mapping):
                tree.not_understood(document.place(surname), f"{surname}: {person}", NO_PERSON)
                continue
            place = Place(path, document.front.lines[surname])
            given, url = person.list("firstname"), person.text("url")
            forms = [form for form, name in people.items() if name.given in given]
            if forms and url:
                values = {"names": "\n".join(forms), "url": url}
                site.rows.append(
                    Row(Coauthor, f"{path}#{surname}/{number}", place, values, label=forms[0])
                )
            else:
                tree.leave_out(path, _("no paper of the site prints this name"), surname)


def _venues(tree, site, entries):
    """_data/venues.yml: what the badge of a venue leads to."""
    path = "_data/venues.yml"
    if path not in tree:
        return
    venues, used = tree.document(path).front, {record.text("abbr") for record in entries}
    if is_demo_document(tree.document(path)):
        tree.leave_out(path, DEMO)
        return
    for abbr in venues if isinstance(venues, Mapping) else ():
        venue = venues.mapping(abbr)
        url, color = venue.text("url"), venue.text("color")
        if abbr not in used:
            tree.leave_out(path, _("no paper of the site is from there"), abbr)
            continue
        if is_linkable(url):
            site.venue_urls[abbr] = url
        elif url:
            place = Place(path, venue.lines["url"])
            tree.not_understood(place, url, _("no address that pages link"))
        if color:
            tree.leave_out(path, _("badges here have their colour from the name"), f"{abbr}/color")
