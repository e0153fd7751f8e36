"""academicpages -> records: settings, navigation, homepage, collections, pages, CV.

Papers are read in academicpages_papers. Formats after the theme's own files and layouts
(academicpages.github.io, 2016 to 2026), and the keys of its users.
"""

import re
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import import cv_files, homepage
from exchange.site_import.academicpages_papers import NO_HOST, NO_OLD_FILE, Papers, is_paper
from exchange.site_import.buttons import SERVICES, Kind, address_of
from exchange.site_import.columns import (
    Collection,
    body,
    iso_date,
    line,
    markdown,
    paragraphs,
    text,
    words,
)
from exchange.site_import.cv_items import course, kind_of_talk
from exchange.site_import.jekyll import CONFIG, words_outside_liquid
from exchange.site_import.links import list_of, page_key
from exchange.site_import.liquid import prints_papers, write_out_lists
from exchange.site_import.markdown import to_words, without_spans
from exchange.site_import.own_names import NO_NAME, without_degree
from exchange.site_import.papers import addresses_in
from exchange.site_import.reading import Theme
from exchange.site_import.records import Place
from exchange.site_import.tables import THEMES, first_words
from exchange.site_import.theme import (
    DEMO,
    LOOP,
    SETTING,
    around_loops,
    is_demo,
    is_demo_document,
    is_list_of_theme,
    own_text,
)
from exchange.site_import.tree import Document, Mapping, mark_read
from profiles.identifiers import normalise_orcid
from profiles.models import Affiliation, Project, Researcher, Section, Talk, Teaching
from profiles.pasting.words import UNIT
from publications.matching.titles import normalise_title
from publications.names import parse_name

NAVIGATION = "_data/navigation.yml"
A_LIST = LOOP, re.compile(r"\{%-?\s*endfor\s*-?%\}")
MOST_WORDS_OF_LIST, FEWEST_WORDS = 40, 10
A_SPLASH = gettext_lazy("a front page without a text of its own; the home page is /about/")
ON_THE_HOMEPAGE = gettext_lazy("the home page says it already")
OF_GENERATOR = gettext_lazy("only the files that the theme makes of this table are read")
A_LOOP = gettext_lazy("Liquid that prints the site’s own collections, which are here")
TABLE = THEMES["academicpages"]
LISTS = first_words(TABLE["lists"])
LONGEST_EXCERPT = 5_000
IMAGE = re.compile(
    r"<img\b[^>]*?\bsrc\s*=\s*[\"']?([^\"'\s>]+)[^>]*>|!\[[^\]]*\]\(([^)\s]+)[^)]*\)"
)


def _talk_kind(_theme, document, _key):
    return kind_of_talk(document.front.first("talk_type", "type")) or Talk.Kind.OTHER.value


def _further_type(theme, document, key):
    """What `type` says beside the kind."""
    talk_type, kind = document.front.first("talk_type", "type"), _talk_kind(theme, document, key)
    label = str(Talk.Kind(kind).label).casefold().removesuffix(" talk")
    said = ("", "talk") if kind == Talk.Kind.OTHER else (label,)
    return "" if talk_type.casefold().removesuffix(" talk") in said else talk_type


def _links(theme, row, document):
    """Of keys with addresses, the files or links that they are."""
    for label, url in addresses_in(document.front):
        if path := theme.own_file(document, url):
            row.links.append({"label": label, "file": path})
        elif NO_HOST in theme.papers.absolute(url):
            theme.tree.not_understood(row.place, url, NO_OLD_FILE)
        else:
            row.links.append({"label": label, "url": theme.papers.absolute(url)})


def _course(theme, row, document):
    """The terms stand in the title, or the site shows the year of `date`."""
    values = course(line(theme, document, "title"))
    values.setdefault("dates", iso_date(theme, document, "date")[:4])
    venue = [part.strip() for part in to_words(document.front.text("venue")).split(",")]
    units = [part for part in venue[1:] if UNIT.search(part)]
    values["organisation"] = ", ".join(part for part in venue if part not in units)
    values["department"] = ", ".join(units)
    values["url"] = values.get("url") or theme.papers.absolute(document.front.text("link"))
    texts = [values.get("description", ""), row.values.get("description", "")]
    values["description"] = paragraphs(texts)
    row.values |= {name: value for name, value in values.items() if value}


def _project(theme, row, document):
    """Its picture is the first of `excerpt`, or the teaser."""
    excerpt, own = document.front.text("excerpt"), row.values.get("description", "")
    image = IMAGE.search(excerpt[:LONGEST_EXCERPT])
    summary = theme.markdown(IMAGE.sub("", excerpt), document.place("excerpt"))
    summary = re.sub(r"(?:\s|<br\s*/?>|\\)+$", "", summary)
    if summary.strip(" .") not in own:
        row.values["description"] = paragraphs([summary, own])
    source = image[1] or image[2] if image else document.front.mapping("header").text("teaser")
    if path := theme.file(source, row.place, "images/"):
        row.files["cover"] = path
    _links(theme, row, document)


COLLECTIONS = (
    Collection(
        "talks",
        Talk,
        {
            "title": (line, "title"),
            "kind": (_talk_kind, "type"),
            "event": (words, "venue"),
            "place": (text, "location"),
            "description": [(_further_type, "type"), (body, "")],
            "date": (iso_date, "date"),
        },
        finish=_links,
    ),
    Collection(
        "teaching",
        Teaching,
        {
            "place": (text, "location"),
            "description": [(text, "type"), (markdown, "excerpt"), (body, "")],
        },
        finish=_course,
    ),
    Collection(
        "portfolio",
        Project,
        {"title": (line, "title"), "description": (body, ""), "start": (iso_date, "date")},
        finish=_project,
    ),
)

KNOWN = {"publications", "posts", "drafts", "pages", *(one.name for one in COLLECTIONS)}
BY_NAME = {one.name: one for one in COLLECTIONS}
ALIKE = {other: BY_NAME[name] for other, name in first_words(TABLE["collections"]).items()}


class AcademicPages(Theme):
    system = "academicpages"
    looks = {TABLE["switches"]: SETTING}
    buttons_of = TABLE["links"]
    page_place = "title"

    @classmethod
    def detect(cls, tree) -> str:
        """The generation, or "": the year by whose end it was the theme's."""
        config = tree.document(CONFIG).front if CONFIG in tree else Mapping()
        author = config.mapping("author")
        has_author = {"avatar", "googlescholar"} & set(author)
        collections = config.mapping("collections") if has_author else Mapping()
        if not set(collections) & {"publications", *(one.name for one in COLLECTIONS)}:
            return ""
        return "2025" if "site_theme" in config or "_data/cv.json" in tree else "2016"

    def read(self):
        self._config()
        self._author(self.config.mapping("author"))
        self._navigation()
        of_papers = self._of_papers()
        write_out_lists(self, {*KNOWN, *ALIKE, *of_papers})
        home, about = self._about()
        texts = [about.biography, *(str(row.values.get("body", "")) for row in about.rows)]
        headings = self.config.mapping("publication_category")
        categories = {key: headings.mapping(key).text("title") for key in headings}
        self.papers = Papers(self, categories, "\n".join(texts))
        for name in ("publications", *of_papers):
            for document in self.own_documents(name):
                self.papers.read(document, name)
                self.leave_looks(document)
        self.papers.join(about.references)
        for collection in COLLECTIONS:
            self.read_collection(collection)
        for name in ("posts", "drafts"):
            for document in self.own_documents(name):
                self._post(document)
        self.own_collections({*KNOWN, *of_papers}, ALIKE)
        self._further_papers()
        for document in self.source.pages():
            if document is not home:
                self._page(document)
        self._cv()
        own = {page_key(path) for row in self.record.rows for path in row.old_paths}
        for path in self.menu.keys() - own:
            if path.strip("/") in LISTS and f"{path}/" not in self.record.redirects:
                self.record.redirects[f"{path}/"] = here = LISTS[path.strip("/")]
                self.head(here, self.menu[path][0], Place(NAVIGATION))
        self.papers.finish()
        self._rest()
        self.papers.finish()  # of files that no page lists
        return self.record

    def _of_papers(self):
        """Collections of the site's own, such as "journal", of which most files are papers."""
        own = [name for name in self.source.collection_names() if name not in {*KNOWN, *ALIKE}]
        fronts = {name: [one.front for one in self.source.documents(name)] for name in own}
        papers = {name: sum(map(is_paper, some)) for name, some in fronts.items()}
        return [name for name in own if papers[name] * 2 > len(fronts[name])]

    # --- Settings ---

    def _config(self):
        config = self.config
        _owner, _slash, repository = config.text("repository").partition("/")
        is_host = repository.endswith(".github.io")
        hosts = dict.fromkeys([*self.record.hosts, *([repository] if is_host else [])])
        self.record.hosts = list(hosts) or [NO_HOST]
        author = config.mapping("author")
        site, place = config.text("name"), self.tree.place_of(CONFIG, "name")
        name = author.text("name")  # which heads the sidebar, of some without the family name
        is_part = site.startswith(f"{name} ") and " " in without_degree(site) and " " not in name
        if not (NO_NAME.fullmatch(name) or is_part):
            self.fill("display_name", name, self.tree.place_of(CONFIG, "author"))
        self.fill("display_name", site, place)
        if name and site != name and parse_name(site).family == parse_name(name).family:
            self.fill("other_names", site, place)  # "Bill Lind", whose papers print "William Lind"
        mark_read(config, "title", "name", "description")
        for url in config.mapping("social").texts("links"):
            place = self.tree.place_of(CONFIG, "social")
            self.service(url, place, urlsplit(url).hostname or "")
        settings = TABLE["settings"].split()
        self.tree.leave_out(CONFIG, SETTING, "social/type", "social/name", *settings)

    def _author(self, author: Mapping) -> None:
        """The side bar: names, portrait, where one is, services; each with its line."""

        def place(key):
            return Place(CONFIG, author.lines.get(key, 1))

        name = parse_name(self.owner)
        self.fill("given_name", name.given, place("name"))
        self.fill("family_name", f"{name.particle} {name.family}".strip(), place("name"))
        self.fill("pronouns", author.text("pronouns"), place("pronouns"))
        said = {
            key: self.own_value(CONFIG, author, key, "author/")
            for key in ("bio", "location", "employer", "orcid")
        }
        if not homepage.kind_of(said["bio"]):  # "About me"
            self.fill("headline", self.markdown(said["bio"], place("bio")), place("bio"))
        self.fill("location", said["location"], place("location"))
        if employer := said["employer"]:
            values = {"organisation": employer}
            self.add(Affiliation, f"{CONFIG}#author/employer", place("employer"), values, employer)
        self.email(author.text("email"), place("email"), Researcher.EmailDisplay.PLAIN)
        self.portrait(author.text("avatar"), place("avatar"), "images/")
        if orcid := said["orcid"]:
            try:
                self.fill("orcid", normalise_orcid(orcid), place("orcid"))
            except ValidationError as error:
                self.tree.not_understood(place("orcid"), orcid, " ".join(error.messages))
        for key in author:
            kind, label, pattern = SERVICES.get(key, (Kind.OTHER, key.capitalize(), ""))
            value = author.text(key) if key in SERVICES or key not in author.read else ""
            url = address_of(value, pattern)
            if "://" in url and not is_demo(url):
                self.link(kind, url, f"{CONFIG}#{url}", place(key), label)
            elif value and "://" not in url:
                self.tree.not_understood(place(key), value, _("no address of a service"))

    def _navigation(self):
        self.read_menu(self.source.data(NAVIGATION).get("main"), NAVIGATION)

    def add_papers(self, references):
        """A file may tell of the same paper."""
        self.papers.join(references)

    def addresses(self, document, collection):
        """Its collections have pages, whatever their settings say."""
        own = self.source.document_path(document, collection)
        return [own, *self.source.redirect_from(document)]

    # --- Pages ---

    def _about(self) -> tuple[Document | None, homepage.Homepage]:
        """The homepage: the page at "/" if it says anything, else the one at "/about/"."""
        documents = {self.source.address(document): document for document in self.source.pages()}
        for address in ("/", "/about/", "/about.html"):
            document = documents.get(address)
            if document and not words_outside_liquid(document.body):
                document.body = self._splash(document)
            if document and words_outside_liquid(document.body):
                self.leave_looks(document)
                mark_read(document.front, "title", "excerpt")
                paths = [address, *self.source.redirect_from(document)]
                self.record.old_paths = [path for path in paths if path != "/"]
                return document, self.homepage(document)
        return None, homepage.Homepage()

    def _splash(self, document):
        """The text of a front page that stands in its front matter."""
        front = document.front
        intro = [one.text("excerpt") for one in front.mappings("intro")]
        if any(intro):
            excerpt = self.markdown(front.text("excerpt"), document.place("excerpt"))
            self.fill("headline", " ".join(excerpt.split()), document.place("excerpt"))
        return paragraphs(intro) or document.body

    def _page(self, document: Document) -> None:
        """A page of one's own, unless it lists what Vitae lists, or is the theme's."""
        address = self.source.address(document)
        name = document.path.rpartition("/")[2].partition(".")[0]
        known = name if name in LISTS else address.strip("/")
        is_list = is_list_of_theme(document) or known == "talkmap"
        is_list |= known in LISTS and prints_a_list(document.body)
        kind = homepage.kind_of(document.front.text("title")) or homepage.kind_of(document.stem)
        is_papers = kind == Section.Kind.PUBLICATIONS and prints_papers(self.tree, document.body)
        if name == "404" or is_demo_document(document):
            self.tree.leave_out(document.path, DEMO)
        elif address == "/":
            self.record.redirects |= dict.fromkeys(self.source.redirect_from(document), "")
            self.tree.leave_out(document.path, A_SPLASH)
        elif self._is_cv(document):
            return
        elif is_list or is_papers or self._is_rest(document):
            kind = cv_files.read_front(self, document) or kind or cv_files.kind_of(document.stem)
            said = "" if is_list else words_outside_liquid(document.body)
            self.lead(document, LISTS.get(known) or list_of(kind), said=said)
        else:
            title = document.front.text("title") or self.in_menu(document)[0] or name
            if not (text := self.page_text(document, title)):
                self.lead(document, LISTS.get(known) or "", _("it says nothing"))
                return
            row = self.own_page(document, title, text)
            if row and LISTS.get(known) == "publications/" and LOOP.search(document.body):
                row.values["in_menu"] = False  # the list here stands there

    def _is_rest(self, document):
        """Whether Liquid made it, and fewer words than a sentence stand around that."""
        front, said = document.front, words_outside_liquid(document.body)
        has_more = front.text("excerpt") or front.text("link") or front.mapping("header")
        return "{%" in document.body and not has_more and len(said.split()) < FEWEST_WORDS

    def teaser(self, document: Document) -> str:
        """The file of the picture that heads it."""
        teaser = document.front.mapping("header").text("teaser")
        return self.file(teaser, document.place("header"), "images/")

    def page_text(self, document: Document, title: str) -> str:
        """With its excerpt and its picture above, its link below."""
        front, text = document.front, body(self, document)
        excerpt = front.text("excerpt")
        if excerpt and to_words(excerpt) not in (title, front.text("title")):
            shown = self.markdown(excerpt, document.place("excerpt"))
            text = text if shown in text else f"{shown}\n\n{text}"
        if teaser := self.teaser(document):
            text = f"![](/{teaser})\n\n{text}"
        front.get("date")
        if link := front.text("link"):
            text = f"{text}\n\n[{link}]({self.papers.absolute(link)})"
        return text

    def _post(self, document: Document) -> None:
        """A page of its own, which a news item of its day leads to."""
        title = line(self, document, "title") or re.sub(r"^\d+-\d+-\d+-", "", document.stem)
        text = self.page_text(document, title)
        self.post(document, title, text, is_draft=document.path.startswith("_drafts/"))

    # --- Files of data ---

    def _further_papers(self):
        """Those of files of data, which pages print by Liquid, and rows."""
        cv_files.read_lists(self)

    # --- The CV ---

    def _cv(self):
        """_pages/cv.md: rows that neither the homepage nor a collection gave, and its texts."""
        for document in list(self.source.pages()):
            if self._is_cv(document):
                self._read_cv(document)
        titles = {reference.title_key for reference in self.papers.references}
        cv_files.read_all(self, titles)

    def _is_cv(self, document):
        name = document.path.rpartition("/")[2].partition(".")[0]
        return name == "cv" or self.source.setting(document, "permalink").strip("/") == "cv"

    def _read_cv(self, document):
        self.record.redirects |= dict.fromkeys(self.source.addresses(document), "cv/")
        self.leave_looks(document)
        title = document.front.text("title") or "CV"
        page = self.sections(self._without_loops(document), document.body_place)
        known = cv_files.known_rows(self.record)
        texts = {normalise_title(str(row.values.get("body"))) for row in self.rows(Section)}
        for row in page.rows:
            if row.model is Section and row.values["kind"] != "text":
                continue
            if _is_demo_row(row):
                self.tree.leave_out(document.path, DEMO, line=row.place.line)
            elif (
                cv_files.name_of(row.model, row.values) in known
                or normalise_title(str(row.values.get("body", ""))) in texts
            ):
                self.tree.leave_out(document.path, ON_THE_HOMEPAGE, line=row.place.line)
            else:
                row.values.pop("position", None)
                self.record.rows.append(row)
        self.add_text(f"{document.path}#text", document.body_place, page.biography, title)
        self.papers.join(page.references)

    def _without_loops(self, document):
        """The body without what Liquid prints of collections."""
        text = own_text(self.tree, document)

        def leave_out(loop):
            line = document.body_line + text.count("\n", 0, text.find(loop))
            self.tree.leave_out(document.path, A_LOOP, line=line)
            return "\n" * loop.count("\n")

        return without_spans(text, [A_LIST], leave_out)

    # --- What is left ---

    def leave_looks(self, document):
        """What is empty says nothing."""
        front = document.front
        front.read.update(key for key, value in front.items() if value in ("", []))
        super().leave_looks(document)

    def _rest(self):
        if "_data/authors.yml" in self.tree:
            authors = self.tree.document("_data/authors.yml")
            others = _("guest authors, whom no page here names")
            self.tree.leave_out(authors.path, DEMO if is_demo_document(authors) else others)
        for path in self.tree.below("markdown_generator/", ".tsv"):
            self.tree.leave_out(path, OF_GENERATOR)
        self.leave_rest()


def _is_demo_row(row):
    """Of the theme's own CV."""
    if row.model is not Section:
        return any(is_demo(str(value)) for value in row.values.values())
    lines = [line.strip(" -*") for line in str(row.values["body"]).split("\n")]
    return all(is_demo(line) for line in lines if line)


def prints_a_list(body: str) -> bool:
    """Liquid over a collection, with a few words around it: of filters, of where else to look."""
    outside = around_loops(body)
    return outside != body and len(words_outside_liquid(outside).split()) < MOST_WORDS_OF_LIST
