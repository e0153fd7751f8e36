"""The tables of HugoBlox: types of papers, folders, widgets, lists, links, collections."""

import re

from exchange.site_import.columns import Collection, body, line, markdown, text, words
from exchange.site_import.cv_items import course
from exchange.site_import.theme import NO_TAGS, SETTING, THEMES, first_words
from exchange.site_import.tree import mark_read
from profiles.models import Project, Talk, Teaching

TABLE = THEMES["hugoblox"]
# `publication_types` -> the type of entry, and its field for the venue.
TYPES = {name: tuple(kind.split()) for name, kind in first_words(TABLE["types"]).items()}
PREPRINTS = {"3", "article", "manuscript", "preprint"}
# Folders of the content -> where the same list stands here.
FOLDERS = first_words(TABLE["folders"])
TALKS = [folder for folder, here in FOLDERS.items() if here == "#talks"]
PAPERS = [folder for folder, here in FOLDERS.items() if here == "publications/"]
POSTS = [folder for folder, here in FOLDERS.items() if here == "news/"]
# What holds a person: "about", "about.biography", "about.avatar", "resume-biography-3".
ABOUT = re.compile(r"(?:resume-)?(?:about|biography)\b.*")
LISTS, CV_LISTS = first_words(TABLE["lists"]), first_words(TABLE["cv"])
RESUME = {block: lists.split() for block, lists in TABLE["resume"].items()}
KEYS = first_words(TABLE["keys"])
LOOKS_OF_ENTRIES = set(TABLE["looks_of_entries"].split())
LOOKS_OF_BLOCKS = TABLE["blocks"].split()
LOOKS = {TABLE["switches"]: SETTING, "categories category": NO_TAGS}
# Keys with addresses -> what their buttons say.
BUTTONS = "preprint code dataset poster project slides source video talk"
LINKS = {"url_pdf": "PDF", **{f"url_{name}": name.capitalize() for name in BUTTONS.split()}}
LINKS |= {"url_custom": "Link", "external_link": "Link"}


# --- The collections ------------------------------------------------------------------------------


def _place(_theme, document, _key):
    """The location, and of the address what is no street."""
    address = document.front.mapping("address")
    parts = [document.front.text("location")]
    parts += [address.text(key) for key in ("city", "region", "country")]
    mark_read(address)
    return ", ".join(dict.fromkeys(filter(None, parts)))


def _event(_theme, document, _key):
    return words(_theme, document, "event") or words(_theme, document, "event_name")


def _date(theme, document, key):
    """When it is, which is not when its page was published; the day alone."""
    names = (key, "event_start", "time_start", "date")
    return next((theme.day(document, name) for name in names if document.front.text(name)), "")


def _summary(theme, document, key):
    """A line above the text, where that does not begin with it."""
    said = markdown(theme, document, key)
    return "" if said.strip(" .") in document.body else said


def _talk(theme, row, document):
    mark_read(document.front, "date_end", "time_end", "event_end", "event_location")
    theme.add_links(row, document)
    theme.leave_authors(document)


def _project(theme, row, document):
    """Its date is the page's: it orders the list, and is not shown."""
    mark_read(document.front, "date")
    theme.add_links(row, document)
    theme.leave_authors(document)
    if cover := theme.cover(document):
        row.files["cover"] = cover


def _course(theme, row, document):
    values = course(line(theme, document, "title"))
    values["url"] = values.get("url") or document.front.text("external_link")
    values.setdefault("dates", theme.day(document, "date")[:4])
    row.values |= {name: value for name, value in values.items() if value}
    theme.leave_authors(document)


TALK = {
    "title": (line, "title"),
    "event": (_event, "event"),
    "event_url": (text, "event_url"),
    "place": (_place, "location"),
    "date": (_date, "date"),
    "description": [(_summary, "summary"), (markdown, "abstract"), (body, "")],
}
PROJECT = {
    "title": (line, "title"),
    "description": [(_summary, "summary"), (body, "")],
}
TEACHING = {"description": [(_summary, "summary"), (body, "")]}
COLLECTIONS = [
    *(Collection(name, Talk, TALK, finish=_talk) for name in TALKS),
    *(Collection(name, Project, PROJECT, finish=_project) for name in ("project", "projects")),
    Collection("teaching", Teaching, TEACHING, finish=_course),
]
