"""A CV in a file -> rows: al-folio's old _data/cv.yml, RenderCV's, and JSON Resume.

What an entry becomes is in cv_items. What has no kind of row becomes a text section, word for word.
What the homepage says already is not said twice.
"""

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import import homepage
from exchange.site_import.columns import FIRST_DAY
from exchange.site_import.columns import first as first_words
from exchange.site_import.cv_items import MAKERS, bullets, first, flat
from exchange.site_import.markdown import to_words
from exchange.site_import.papers import DATA, PaperTable, listed_names, paper_of
from exchange.site_import.printed_references import NO_AUTHORS, authors_of, is_list_of_names
from exchange.site_import.reading import Theme
from exchange.site_import.records import Place, SiteRecord, SiteRow
from exchange.site_import.tables import THEMES
from exchange.site_import.theme import (
    DEMO,
    NO_CATEGORY,
    THEME_FILES,
    is_demo,
    is_demo_document,
    is_demo_entry,
)
from exchange.site_import.tree import Document, Items, Mapping, mark_read
from profiles.models import NewsItem, Project, ResearcherLink, Section
from profiles.models.people import ADDRESSES
from publications.matching.titles import normalise_title
from publications.printed.venue import type_of

HEADINGS = THEMES["cv"]["headings"]
# What rows are called by.
NAMED_BY = {kind: said.partition("|")[0].split() for kind, said in THEMES["same"].items()}
OLD, JSON = "_data/cv.yml", ("assets/json/resume.json", "_data/cv.json")
Kind = Section.Kind
PLACE = ("city", "region", "countryCode")
STREET = ("address", "street", "postalCode")
ON_THE_HOMEPAGE = gettext_lazy("the home page has it, too")
OTHER_ON_THE_HOMEPAGE = gettext_lazy("the home page says otherwise")
NOTHING_HERE = gettext_lazy("this file of data is a list, and nothing of it is here: look at it")
OF_TALKS = {"title", "event", "date"}
NOT_SHOWN = gettext_lazy("the site does not show it (jsonresume in _config.yml)")
YEAR = re.compile(r"\b\d{4}\b")
# "Tides (submitted, under review)" is the paper "Tides".
STAGE = re.compile(
    r"\s*\([^()]{0,40}\b(?:submitted|under review|accepted|to appear|in press)\b[^()]{0,40}\)\s*$",
    re.I,
)


def read_all(theme: Theme, titles: frozenset[str] | set[str] = frozenset()) -> None:
    """The CV that the site shows: RenderCV's file, else JSON Resume, else the old cv.yml.

    `titles` are those of the papers, normalised; a publication of the CV with one of them is that.
    """
    tree = theme.tree
    is_first = OLD in tree and "cv" in tree.document(OLD).front
    read = ""
    for path in [path for path in ((OLD, *JSON) if is_first else (*JSON, OLD)) if path in tree]:
        if read:
            tree.leave_out(path, _("the CV of the site is %(file)s") % {"file": read})
        elif is_demo_document(document := tree.document(path)):
            tree.leave_out(path, DEMO)
        elif document.items or any(map(document.front.get, _shown(theme, path))):
            read = path
            CVFile(theme, path, titles).read()
        else:
            tree.leave_out(path, NOT_SHOWN if document.front else _("it says nothing"))


def _shown(theme: Theme, path: str) -> list[str]:
    """The keys of a file that the site shows; of JSON Resume those in al-folio's settings."""
    front, named = theme.tree.document(path).front, theme.config.texts("jsonresume")
    return [key for key in front if not named or key in named or path not in JSON]


def read_front(theme: Theme, document: Document, collection: str = "") -> str:
    """The kind of rows that its front matter lists, which its Liquid prints: `talks:`; also reads
    them. In a collection `items:` are what their category, or the collection, is called.
    """
    front, file = document.front, CVFile(theme, document.path)
    if collection and (entries := front.mappings("items")):
        names = (front.text("category"), collection)
        title = next((one for one in names if homepage.kind_of(one)), collection)
        if homepage.kind_of(title) == Kind.NEWS:
            read_news(theme, document.path, entries)
        else:
            file.section(title.capitalize(), entries, document.place("items"))
        theme.leave_looks(document)
        return title
    keys = [key for key in front if isinstance(dict.get(front, key), Items)]
    keys = [key for key in keys if kind_of(key) in MAKERS and front.mappings(key)]
    for key in keys:
        file.section(key.capitalize(), front.list(key), document.place(key))
    return kind_of(keys[0]) if keys else ""


def read_lists(theme: Theme) -> None:
    """Files of data that nothing else reads, and that list papers, are called as rows are, or list
    talks; of others that are lists it is told that nothing of them is here.
    """
    tree = theme.tree
    theme.read_data(tree.below("_data/"))
    apart = {"cv", "resume", *THEMES["data_of_themes"].split()}
    paths = [path for path in tree.below("_data/", *DATA) if path not in tree.used]
    for path in [path for path in paths if not THEME_FILES.match(path)]:
        if re.split(r"[./]", path)[1] in apart:
            continue
        document = tree.document(path)
        named = document.front
        lists = [document.items] if document.items else [named.list(key) for key in named]
        entries = [one for items in lists for one in items]
        if not entries or not all(isinstance(one, Mapping) for one in entries):
            tree.used.discard(path)
            continue
        tree.used.add(path)
        kind = kind_of(document.stem) or homepage.kind_of(document.stem)
        if not kind and all(_parts_of(one) >= OF_TALKS for one in entries):
            kind = Kind.TALKS
        if kind == Kind.NEWS:
            read_news(theme, path, entries)
        elif kind in MAKERS and all({"title", "role"} & _parts_of(one) for one in entries):
            file = CVFile(theme, path)
            for items in lists:
                file.section(str(Kind(kind).label), items, document.place())
        else:
            tree.not_understood(document.place(), document.stem, NOTHING_HERE)
            tree.used.discard(path)


def _parts_of(entry):
    """What an entry says, by the names that we have for it."""
    return {part for part, keys in THEMES["cv"]["keys"].items() if set(keys.split()) & set(entry)}


def read_news(theme, path, entries):
    for number, entry in enumerate(entries):
        place = Place(path, min(entry.lines.values(), default=1))
        said = theme.markdown(entry.first("text", "body", "content", "headline", "title"), place)
        if url := entry.first("url", "link"):
            said = f"{said} [{to_words(url)}]({url})"
        values = {"date": theme.iso(entry.text("date"), place), "body": said}
        theme.add(NewsItem, f"{path}#{number}", place, values, said[:80])


class CVFile:
    """Reads one file into the record of the site."""

    def __init__(self, theme: Theme, path: str, titles: frozenset[str] | set[str] = frozenset()):
        self.theme, self.path, self.titles = theme, path, set(titles)
        self.known = known_rows(theme.record)
        self.numbers: dict[str, int] = {}

    def read(self) -> None:
        document = self.theme.tree.document(self.path)
        front = document.front
        if document.items:
            self._old(document.items)
        elif "cv" in front:
            self._rendercv(front.mapping("cv"), front)
        else:
            self._json_resume(front)

    # --- The three formats ---

    def _old(self, sections):
        for section in (s for s in sections if isinstance(s, Mapping)):
            contents = section.list("contents")
            if section.text("type") == "map":
                contents = [fact for fact in contents if not self._is_own_name(fact)]
            self.section(section.text("title"), contents, self._place(section))

    def _is_own_name(self, fact):
        """ "Full Name": of the researcher, in the two scripts; also leaves it out."""
        columns = ("display_name", "native_name")
        own = " ".join(str(self.theme.record.researcher.get(name, [""])[0]) for name in columns)
        text = fact.text("value") if isinstance(fact, Mapping) else ""
        is_name = bool(text) and "name" in fact.text("name").casefold()
        if is_name := is_name and set(text.split()) <= set(own.split()):
            reason = _("the name, once more")
            self.theme.tree.leave_out(self.path, reason, line=fact.lines["value"])
        return is_name

    def _rendercv(self, cv, front):
        keys = ("design", "locale", "rendercv_settings", "settings")
        self.theme.tree.leave_out(self.path, _("how RenderCV sets the page"), *keys)
        self._basics(cv)
        sections = cv.mapping("sections")
        for title in sections:
            place = Place(self.path, sections.lines[title])
            self.section(title, sections.list(title), place)

    def _json_resume(self, front):
        shown = _shown(self.theme, self.path)
        self.theme.tree.leave_out(self.path, _("about the file itself"), "$schema", "meta")
        hidden = [key for key in front if key not in shown] or ["-"]
        self.theme.tree.leave_out(self.path, NOT_SHOWN, *hidden)
        if "basics" in shown:
            self._basics(front.mapping("basics"))
        for key in shown:
            if isinstance(front[key], Items):
                title = key[:1].upper() + key[1:]
                self.section(title, front.list(key), Place(self.path, front.lines[key]))

    def _basics(self, person):
        """Who it is: what the site has not said already."""
        fill, tree = self.theme.fill, self.theme.tree
        mark_read(person, "name")
        address, location = person.mapping("address"), person.get("location")
        location = address or location
        place = self._place(person)
        for key, column in (("label", "headline"), ("email", "email"), ("summary", "biography")):
            text = self.theme.markdown(self._own(person, key), place)
            known = self.theme.record.researcher.get(column)
            if not known:
                fill(column, text, place)
            elif normalise_title(text) not in normalise_title(str(known[0])):
                if key == "summary":
                    self._text_section("Summary", [text], place)
                else:
                    reason = f"{key}: {text}: {OTHER_ON_THE_HOMEPAGE}"
                    tree.leave_out(self.path, reason, line=person.lines[key])
        if isinstance(location, Mapping):
            parts = [self._own(location, key) for key in (*STREET, *PLACE)]
            if is_demo(location.text("address")):
                parts = [""] * len(parts)
            address, street, code, *city = parts
            if street := address or street:
                fill("postal_address", f"{street}\n{code} {city[0]}".strip(), place)
            location = person.text("location") or ", ".join(filter(None, city))
        fill("location", location.strip() if isinstance(location, str) else "", place)
        fill("postal_address", person.text("address"), place)
        if url := first(person, "url"):
            self.theme.link(ResearcherLink.Kind.WEBSITE, url, f"{self.path}#url", place)
        for profile in (*person.mappings("profiles"), *person.mappings("social_networks")):
            self._profile(profile)
        reason = _("the portrait is the home page's, and no page here has a phone number")
        prefix = "cv" if "cv" in tree.document(self.path).front else "basics"
        tree.leave_out(self.path, reason, f"{prefix}/phone", f"{prefix}/image", f"{prefix}/photo")

    def _profile(self, profile):
        network, url = profile.text("network"), self._own(profile, "url")
        mark_read(profile)
        kinds = {str(kind.label).casefold(): kind for kind in ResearcherLink.Kind}
        kinds["twitter"] = ResearcherLink.Kind.X
        kind = kinds.get(network.casefold(), ResearcherLink.Kind.OTHER)
        user = self._own(profile, "username")
        if url := url or (user and ADDRESSES.get(kind, "").format(user)):
            label = network if kind == ResearcherLink.Kind.OTHER else ""
            origin = f"{self.path}#profiles/{network}"
            self.theme.link(kind, url, origin, self._place(profile), label)

    def _own(self, mapping, key):
        """The text of a key; of the theme's own nothing, and its line is left out."""
        if is_demo(text := mapping.text(key)):
            self.theme.tree.leave_out(self.path, DEMO, line=mapping.lines[key])
            return ""
        return text

    # --- Sections ---

    def section(self, title, contents, place):
        kind = kind_of(title)
        contents = [item for item in contents if not self._is_demo_entry(item, place)]
        entries = [entry for item in contents for entry in flat(item)]
        if kind == Kind.PUBLICATIONS and all(isinstance(entry, Mapping) for entry in entries):
            for number, entry in enumerate(entries, 1):
                self._publication(entry, number)
        elif kind in MAKERS and entries and all(_has_parts(entry, kind) for entry in entries):
            for entry in entries:
                self._row(kind, title, entry, self._place(entry, place))
        elif contents:
            self._text_section(title, contents, place)

    def _is_demo_entry(self, item, place):
        """Also leaves it out."""
        title = item.first("name", "title") if isinstance(item, Mapping) else ""
        if is_sample := is_demo_entry(item) or is_demo(title):
            self.theme.tree.leave_out(self.path, DEMO, line=self._place(item, place).line)
            mark_read(item)
        return is_sample

    def _text_section(self, title, contents, place):
        lines = [line for item in contents for line in bullets(item)]
        body = "\n".join(lines) if len(lines) > 1 else "".join(lines).removeprefix("- ")
        self.theme.add_text(self._origin(title), place, self.theme.markdown(body, place), title)

    def _row(self, kind, title, entry, place):
        """Unless the homepage has it."""
        model, make = MAKERS[kind]
        values = make(title, entry, lambda text: self.theme.markdown(text, place))
        url = values.pop("url", "") if model is Project else ""
        called = (str(values.get(column, "")) for column in _named_by(model))
        label = ", ".join(filter(None, called))
        if known := self.known.get(name_of(model, values)):
            self._join(known, values, label, place)
            return
        row = self.theme.add(model, self._origin(title), place, values, label)
        row.links = [{"label": "", "url": url}] if url else []
        if model is Project and entry.text("category"):
            line = entry.lines["category"]
            self.theme.tree.leave_out(self.path, NO_CATEGORY, line=line)

    def _join(self, row, values, label, place):
        """What the homepage has of the same row leads; the CV adds to it."""
        reasons = [f"{label}: {ON_THE_HOMEPAGE}"]
        for column, value in values.items():
            here = row.values.get(column) or value
            row.values[column] = here
            if normalise_title(str(value)) not in normalise_title(str(here)):
                reasons.append(f"{label}, {column}: {value}: {OTHER_ON_THE_HOMEPAGE}")
        for reason in reasons:
            self.theme.tree.leave_out(self.path, reason, line=place.line)

    def _publication(self, entry, number):
        title = STAGE.sub("", to_words(first(entry, "title")))
        place = self._place(entry)
        if normalise_title(title) in self.titles or not title:
            reason = _("“%(title)s” stands in the papers") % {"title": title}
            self.theme.tree.leave_out(self.path, reason, line=place.line)
            mark_read(entry)
            return
        self.titles.add(normalise_title(title))
        document = Document(self.path, entry, "", place.line, row=f"cv-{number}")
        if paper := paper_of(self.theme, document, PAPERS):
            if "author" not in paper.fields:
                self.theme.tree.not_understood(place, title, NO_AUTHORS)
            self.theme.record.papers.append(paper.paper())

    def _place(self, entry, default=None):
        lines = entry.lines.values() if isinstance(entry, Mapping) else ()
        return Place(self.path, min(lines)) if lines else default or Place(self.path)

    def _origin(self, title):
        """Counted within its section: the same at each import of the same file."""
        self.numbers[title] = self.numbers.get(title, -1) + 1
        return f"{self.path}#{title}/{self.numbers[title]}"


def _named_by(model):
    return NAMED_BY.get(model._meta.model_name, ())


def known_rows(record: SiteRecord) -> dict[tuple, SiteRow]:
    """What each row is called -> the row."""
    return {name_of(row.model, row.values): row for row in record.rows if _named_by(row.model)}


def name_of(model, values) -> tuple:
    """By which two rows are the same: what they are called, and the last year that they say."""
    names = (normalise_title(str(values.get(column, ""))) for column in _named_by(model))
    dates = (str(values.get(column, "")) for column in ("start", "end", "date", "dates"))
    return (model, *names, *YEAR.findall(" ".join(dates))[-1:])


def _title(theme, document, keys):
    return STAGE.sub("", first_words(theme, document, keys))


def _said(_theme, document, keys):
    """What describes the paper, which on some CVs is its authors."""
    return document.front.first(*keys.split())


def _abstract(theme, document, keys):
    said = _said(theme, document, keys)
    return "" if is_list_of_names(said) else theme.markdown(said, document.place())


def _date(theme, document, keys):
    return theme.iso(FIRST_DAY.sub("", first_words(theme, document, keys)), document.place())


def _names(theme, reference, document):
    said = _said(theme, document, DESCRIPTION)
    byline = authors_of(said) if is_list_of_names(said) else []
    return listed_names(theme, reference, document) or byline


def _venue(theme, document):
    name = first_words(theme, document, "journal publisher institution organization")
    entry_type, field = type_of(name, "journal") if name else ("misc", "howpublished")
    return entry_type, {field: name}


DESCRIPTION = "summary description maindescription"
PAPERS = PaperTable(
    {
        "title": (_title, "title name"),
        "date": (_date, "date year releaseDate"),
        "doi": (first_words, "doi"),
        "abstract": (_abstract, DESCRIPTION),
        "url": (first_words, "url website link"),
    },
    _names,
    _venue,
)


def kind_of(title: str) -> str:
    """The kind of rows below a heading of a CV; "" where there is none."""
    if kind := homepage.kind_of(title):
        return kind if kind in MAKERS or kind == Kind.PUBLICATIONS else ""
    words = title.casefold()
    # "Teaching experience", "Research grants": what it is of stands first.
    found = ((kind, re.search(pattern, words)) for kind, pattern in HEADINGS.items())
    matches = [(match.start(), kind) for kind, match in found if match]
    return min(matches)[1] if matches else ""


def _has_parts(entry, kind):
    """A text alone names an award or a service; anything else wants its parts."""
    if isinstance(entry, Mapping):
        return not {"bullet", "label", "details"} & set(entry)
    return kind in (Kind.AWARDS, Kind.SERVICE)
