"""The tables of al-folio: settings, lists, collections with their odd converters."""

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import.columns import Collection, body, markdown, position, text
from exchange.site_import.theme import FOOT, NO_CATEGORY, SETTING, THEMES, first_words
from exchange.site_import.tree import Mapping
from profiles.models import Project, Teaching

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
    if image := front.text("img"):
        file = theme.file(image, document.place("img"), "assets/img/")
        row.files = {"cover": file} if file else {}
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


def _book(theme, document, _key):
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
# Of the others, which become pages: what stands above the text.
LEADS = {"posts": (markdown, "description"), "drafts": (markdown, "description")}
LEADS |= {"books": (_book, "")}
