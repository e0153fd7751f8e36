"""The files of academicpages' collections -> papers, talks, courses, projects, posts.

Keys are those of the theme's layouts and generators, and those that its users added.
"""

from __future__ import annotations

import csv
import re
from io import StringIO
from urllib.parse import urljoin

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import.jekyll import find_file, site_path
from exchange.site_import.markdown import to_line, to_words
from exchange.site_import.printed_references import (
    Reference,
    authors_of,
    bibtex_names,
    citation_fields,
    is_list_of_names,
    key_of,
    type_of,
)
from exchange.site_import.records import Latex, Place
from exchange.site_import.theme import DEMO, NO_TAGS, SETTING, is_demo, is_demo_document
from exchange.site_import.tree import Document, Mapping
from profiles.cv_lines import LINK, UNIT, course
from profiles.dates import PartialDate
from profiles.models import NewsItem, Page, Project, Talk, Teaching
from publications.bibtex import parse

# The body that the theme's generator writes.
DOWNLOAD = re.compile(r"^(?:<a [^>]*>|\[)(?:Download|Access) [^\n]*$", re.I | re.M)
HREF = re.compile(r"href=['\"]([^'\"]+)|\]\(([^()\s]+)\)")
RECOMMENDED = re.compile(r"^Recommended citation:\s*(.+)$", re.I | re.M)
IN = re.compile(r"^In:?\s+(?=[A-Z\d])")
# "(Authors in alphabetical order)"
REMARK = re.compile(r"\((?P<remark>[A-Z][^()]{8,200})\)[\s.]{0,9}$")
ISSUE = re.compile(r"^[\s.,]*(?P<volume>\d+)\((?P<number>\d+)\)(?:[,:.\s]+(?P<pages>\d+[-–]\d+))?")
# Keys of front matter with addresses, and what their buttons say.
PAPER_LINKS = {"paperurl": "Paper", "link": "Link", "doi": "DOI", "arxiv": "arXiv", "pdf": "PDF"}
PAPER_LINKS |= {"slidesurl": "Slides", "codeurl": "Code", "demourl": "Demo", "videourl": "Video"}
PAPER_LINKS |= {"posterurl": "Poster", "bibtexurl": "BibTeX"}
TALK_LINKS = {"link": "", "talk_url": "", "slidesurl": "Slides", "videourl": "Video"}
TALK_LINKS |= {"paperurl": "Paper"}
FILE_KINDS = {"pdf": "pdf", "slides": "slides", "poster": "poster", "supp": "supplement"}
# Of a site that does not say where it is: a name that leads nowhere (RFC 2606).
NO_HOST = "old-site.invalid"
NO_OLD_FILE = gettext_lazy("this file is not among the site’s; the link leads to the old site")
NO_NAMES = gettext_lazy("these are no names of authors; add them by hand")
NO_TITLE = gettext_lazy("a paper without a title")
# Kinds of talks, by the words of `type`; the first that fits.
TALKS = [
    (r"keynote|plenary", Talk.Kind.KEYNOTE),
    (r"tutorial|workshop", Talk.Kind.TUTORIAL),
    (r"poster", Talk.Kind.POSTER),
    (r"panel", Talk.Kind.PANEL),
    (r"seminar|colloquium|lecture", Talk.Kind.SEMINAR),
    (r"invited", Talk.Kind.INVITED),
    (r"conference|proceedings|paper|oral", Talk.Kind.CONFERENCE),
]
LONGEST_EXCERPT = 5_000
IMAGE = re.compile(
    r"<img\b[^>]*?\bsrc\s*=\s*[\"']?([^\"'\s>]+)[^>]*>|!\[[^\]]*\]\(([^)\s]+)[^)]*\)"
)
# Of front matter: what the theme's layouts do with a page.
SWITCHES = """
    layout author author_profile classes comments comment share read_time related modified toc
    toc_label toc_icon toc_sticky sidebar sitemap breadcrumbs search last_modified_at mathjax
    collection section_spacing entries_layout taxonomy pagination sort_by
    sort_order google analytics redirect_to show_date hidden lang locale robots image description
    header/overlay_image header/overlay_color header/overlay_filter header/caption header/cta_label
    header/cta_url header/image header/image_description header/og_image header/video
    header/actions excerpt_separator
"""


class Collections:
    """Beside jekyll.Site, whose methods it calls."""

    def read_collections(self, about) -> None:
        """`about`: the homepage, whose papers are those of the collection."""
        self.references: list[Reference] = []
        self.cited = "\n".join(
            [about.biography, *(str(row.values.get("body", "")) for row in about.rows)]
        )
        self._each("_publications/", self.publication)
        self.join_papers(about.references)
        self._each("_talks/", self.talk)
        self._each("_teaching/", self.teaching)
        self._each("_portfolio/", self.portfolio)
        self._each("_posts/", self.post)
        self._each("_drafts/", self.post)
        self._tables()

    def _each(self, folder, read):
        for path in self.tree.below(folder, ".md", ".html", ".markdown"):
            document = self.tree.document(path)
            if is_demo_document(document):
                self.leave_document(document, DEMO)
            else:
                read(document)
                self.leave_theme_keys(document)

    # --- Papers ---

    def publication(self, document: Document) -> None:
        front, place = document.front, document.place("title")
        title = to_words(front.text("title"))
        if not title:
            self.tree.not_understood(place, " ".join(document.body.split())[:200], NO_TITLE)
            return
        stem = document.path.rpartition("/")[2].rpartition(".")[0]
        reference = Reference(key_of(stem), place)
        category, venue = front.text("category"), IN.sub("", to_words(front.text("venue")))
        venue = venue.strip(" .")
        heading = self.categories.get(category, "")
        reference.entry_type, container = type_of(*filter(None, (category, heading, venue)))
        fields = {"title": title, "author": "", "date": self.date(document), container: venue}
        fields["abbr"] = front.text("badge") or front.text("tag")
        fields["award_name"] = front.text("award")
        fields["keywords"] = ", ".join(self.words(front, "keywords"))
        fields["topics"] = ", ".join(self.words(front, "research_areas", "tags", "categories"))
        if category.startswith("preprint"):
            fields["pubstate"] = "preprint"
        reference.fields = {name: value for name, value in fields.items() if value}
        self._texts(reference, document)
        self._links(reference, document)
        self._authors(reference, document)
        self._short_name(reference, stem)
        reference.old_paths = self.old_paths(document, "publications")
        if front.text("published") == "false":
            reference.fields["draft"] = "true"
        self.references.append(reference)

    def _texts(self, reference, document):
        """The body is the abstract; of an excerpt that is no list of names, a short one."""
        front, body = document.front, document.body
        for line in DOWNLOAD.finditer(body):
            for quoted, linked in HREF.findall(line[0]):
                reference.link("Paper", self.absolute(quoted or linked))
        if match := RECOMMENDED.search(body):
            front.setdefault("citation", to_words(match[1]))
        body = RECOMMENDED.sub("", DOWNLOAD.sub("", body))
        place = Place(document.path, document.body_line)
        reference.fields["abstract"] = self.markdown(body, place)
        excerpt = front.text("excerpt")
        if excerpt and not is_list_of_names(excerpt):
            name = "tldr" if reference.fields["abstract"] else "abstract"
            reference.fields[name] = self.markdown(excerpt, document.place("excerpt"))

    def _links(self, reference, document):
        front = document.front
        for key, label in PAPER_LINKS.items():
            url = front.text(key)
            if key == "doi" and url.startswith("10."):
                url = f"https://doi.org/{url}"
            if key == "bibtexurl" and (path := self.own_file(url)):
                self._bibtex(reference, path)
            elif url:
                reference.link(label, self.absolute(url))
        for part in front.text("extra_links").split("|"):
            label, _sign, url = part.rpartition("~>")
            if url.strip():
                reference.link(label.strip() or "Link", self.absolute(url.strip()))
        teaser = front.mapping("header").text("teaser")
        if teaser and (path := self.file(teaser, document.place("header"), "images/")):
            reference.files.append(("cover", path))

    def _bibtex(self, reference, path):
        """An entry of its own fills what the file does not say."""
        for record in parse(self.tree.text(path)).records[:1]:
            for name, value in record.own.items():
                reference.fields.setdefault(name, Latex(value))

    def _authors(self, reference, document):
        front = document.front
        printed = citation_fields(front.text("citation"))
        names = []
        for author in front.list("authors"):
            if isinstance(author, Mapping):
                parts = [author.text(key) for key in ("firstname", "lastname", "name")]
                names.append(" ".join(filter(None, parts)))
                continue
            if match := REMARK.search(author):
                author, reference.fields["note"] = author[: match.start()], match["remark"]
            names += authors_of(author)
        if front.list("authors") and not names:
            place = document.place("authors")
            self.tree.not_understood(place, str(front["authors"]), NO_NAMES)
        excerpt = front.text("excerpt")
        if not names and is_list_of_names(excerpt):
            names = authors_of(excerpt)
        own = reference.fields.pop("author", "")
        author = bibtex_names(names) or own or printed.get("author", "")
        reference.fields = {"author": author, **reference.fields} if author else reference.fields
        citation = front.text("citation")
        if match := ISSUE.match(printed.pop("rest", "")):
            given = {name: value for name, value in match.groupdict().items() if value}
            reference.fields = given | reference.fields
        elif citation and not printed:
            reference.fields["citation"] = to_words(citation)

    def _short_name(self, reference, stem):
        """A system's name, before the colon or in the file's name: where the homepage cites it."""
        before, colon, _rest = reference.fields.get("title", "").partition(":")
        if colon and re.search(rf"(?<!\w){re.escape(before)}(?![\w:])", self.cited):
            reference.fields["shorttitle"] = before
            return
        for label, _url in LINK.findall(self.cited):
            name = label.partition(",")[0].strip()
            if name and key_of(name).casefold() == key_of(stem.replace("_", "-")).casefold():
                reference.fields["shorttitle"] = name
                return

    def join_papers(self, printed: list[Reference]) -> None:
        """What the homepage or the CV prints and a file tells is one paper."""
        for other in printed:
            known = (r for r in self.references if r.title_key == other.title_key)
            if reference := next(known, None):
                if "date" in reference.fields:
                    other.fields.pop("year", None)
                if {"booktitle", "journal"} & set(reference.fields):
                    other.fields.pop("booktitle", None)
                reference.take(other)
            else:
                self.references.append(other)

    def finish_papers(self) -> None:
        """When all that is said of them is known."""
        for reference in self.references:
            self._settle_files(reference)
            self.site.papers.append(reference.paper())

    def _settle_files(self, reference):
        """Addresses of files of the site become files; those that are missing are reported."""
        for name, value in list(reference.fields.items()):
            if not value.startswith(("http://", "https://")):
                continue
            if path := self.own_file(value):
                kind = "pdf" if path.lower().endswith(".pdf") and name == "url" else name
                reference.files.append((FILE_KINDS.get(kind, "other"), path))
                self.tree.used.add(path)
                del reference.fields[name]
            elif site_path(self.site, value):
                self.tree.not_understood(reference.place, value, NO_OLD_FILE)
                if NO_HOST in value:
                    del reference.fields[name]

    # --- Talks, courses, projects ---

    def talk(self, document: Document) -> None:
        front = document.front
        talk_type = front.text("talk_type") or front.text("type")
        kind, whole = self.talk_kind(talk_type)
        body = self.markdown(document.body, Place(document.path, document.body_line))
        values = {
            "title": self.line(document, "title"),
            "kind": kind,
            "event": self.line(document, "venue", plain=True),
            "place": front.text("location"),
            "date": self.date(document),
            "description": "\n\n".join(filter(None, ["" if whole else talk_type, body])),
        }
        row = self.add(Talk, document.path, document.place("title"), values, front.text("title"))
        for key, label in TALK_LINKS.items():
            self.row_link(row, label, front.text(key))
        row.old_paths = self.old_paths(document, "talks")
        row.is_draft = front.text("published") == "false"

    def talk_kind(self, talk_type: str) -> tuple[str, bool]:
        """The kind, and whether it says all that the site says."""
        for words, kind in TALKS:
            if re.search(words, talk_type, re.I):
                label = str(kind.label).casefold().removesuffix(" talk")
                return kind.value, talk_type.casefold().removesuffix(" talk") == label
        return Talk.Kind.OTHER.value, talk_type.casefold() in ("", "talk")

    def teaching(self, document: Document) -> None:
        """The terms stand in the title, or the site shows the year of `date`."""
        front, place = document.front, document.place("title")
        values = course(self.line(document, "title"))
        date = self.date(document)
        values.setdefault("dates", date[:4])
        venue = [part.strip() for part in to_words(front.text("venue")).split(",")]
        units = [part for part in venue[1:] if UNIT.search(part)]
        values["organisation"] = ", ".join(part for part in venue if part not in units)
        values["department"] = ", ".join(units)
        values["place"] = front.text("location")
        body = self.markdown(document.body, Place(document.path, document.body_line))
        excerpt = self.markdown(front.text("excerpt"), document.place("excerpt"))
        texts = [values.get("description", ""), front.text("type"), excerpt, body]
        values["description"] = "\n\n".join(filter(None, texts))
        values["url"] = values.get("url") or self.absolute(front.text("link"))
        row = self.add(Teaching, document.path, place, values, front.text("title"))
        row.old_paths = self.old_paths(document, "teaching")
        row.is_draft = front.text("published") == "false"

    def portfolio(self, document: Document) -> None:
        """A project; its picture is the first of `excerpt`, or the teaser."""
        front, place = document.front, document.place("title")
        excerpt = front.text("excerpt")
        image = IMAGE.search(excerpt[:LONGEST_EXCERPT])
        summary = self.markdown(IMAGE.sub("", excerpt), document.place("excerpt"))
        body = self.markdown(document.body, Place(document.path, document.body_line))
        summary = re.sub(r"(?:\s|<br\s*/?>|\\)+$", "", summary)
        texts = [summary if summary.strip(" .") not in body else "", body]
        values = {
            "title": self.line(document, "title"),
            "description": "\n\n".join(filter(None, texts)),
            "start": self.date(document),
        }
        row = self.add(Project, document.path, place, values, front.text("title"))
        source = (image[1] or image[2]) if image else front.mapping("header").text("teaser")
        if source and (path := self.file(source, place, "images/")):
            row.files["cover"] = path
        for key in ("link", "url", "codeurl", "demourl"):
            self.row_link(row, "", front.text(key))
        row.old_paths = self.old_paths(document, "portfolio")
        row.is_draft = front.text("published") == "false"

    # --- Posts ---

    def post(self, document: Document) -> None:
        """A page of its own, which a news item of its day leads to."""
        front, place = document.front, document.place("title")
        is_draft = document.path.startswith("_drafts/") or front.text("published") == "false"
        stem = document.path.rpartition("/")[2].rpartition(".")[0]
        title = self.line(document, "title") or re.sub(r"^\d+-\d+-\d+-", "", stem)
        old_paths = self.old_paths(document, "posts")
        values = self.page_values(document, title, old_paths[0])
        row = self.add(Page, document.path, place, values, title)
        row.values["in_menu"] = False
        row.old_paths, row.is_draft = ([] if is_draft else old_paths), is_draft
        self.tree.leave_out(document.path, NO_TAGS, "tags", "categories", "category")
        date = self.date(document) or self.date_of_name(stem)
        if date:
            first = str(values.get("body", "")).partition("\n\n")[0]
            body = first if first and not first.startswith(("#", "!", "```", "<")) else title
            news = {"date": date, "headline": title, "body": body, "page": document.path}
            item = self.add(NewsItem, f"{document.path}#news", place, news, title)
            item.is_draft = is_draft

    def page_values(self, document: Document, title: str, address: str) -> dict:
        """Of a page of one's own: its title, text and slug."""
        front = document.front
        body = self.markdown(document.body, Place(document.path, document.body_line))
        excerpt = front.text("excerpt")
        if excerpt and to_words(excerpt) not in (title, front.text("title")):
            shown = self.markdown(excerpt, document.place("excerpt"))
            body = body if shown in body else f"{shown}\n\n{body}"
        teaser = front.mapping("header").text("teaser")
        if teaser and (path := self.file(teaser, document.place("header"), "images/")):
            body = f"![](/{path})\n\n{body}"
        for key in ("link", "date"):
            front.get(key)
        if link := front.text("link"):
            body = f"{body}\n\n[{link}]({self.absolute(link)})"
        return {"title": title, "slug": self.page_slug(address, title), "body": body}

    # --- The tables of the theme's generators ---

    def _tables(self):
        """publications.tsv and talks.tsv, where their collections are not there."""
        folder = "markdown_generator/"
        has_talks = any(row.model is Talk for row in self.site.rows)
        for name, is_known, read in (
            ("publications", self.references, self._paper_of_table),
            ("talks", has_talks, self._talk_of_table),
        ):
            path = f"{folder}{name}.tsv"
            if path not in self.tree:
                continue
            if is_known:
                self.tree.leave_out(path, _("its files are in the collection"))
                continue
            rows = csv.DictReader(StringIO(self.tree.text(path)), delimiter="\t")
            for number, row in enumerate(rows, 2):
                values = {str(key): (value or "") for key, value in row.items() if key}
                if is_demo(values.get("title", "")):
                    self.tree.leave_out(path, DEMO, line=number)
                else:
                    read(values, Place(path, number))

    def _paper_of_table(self, values, place):
        date, slug = values.get("pub_date", ""), values.get("url_slug", "")
        reference = Reference(key_of(f"{date}-{slug}"), place)
        venue = to_words(values.get("venue", ""))
        reference.entry_type, container = type_of(venue)
        printed = citation_fields(values.get("citation", ""))
        fields = {
            "title": to_words(values.get("title", "")),
            "author": printed.get("author", ""),
            "date": self._iso(date, place),
            container: venue,
            "abstract": to_words(values.get("excerpt", "")),
            "citation": "" if printed else to_words(values.get("citation", "")),
        }
        reference.fields = {name: value for name, value in fields.items() if value}
        reference.link("Paper", self.absolute(values.get("paper_url", "")))
        reference.link("Slides", self.absolute(values.get("slides_url", "")))
        reference.old_paths = [f"/publication/{date}-{slug}"]
        self.references.append(reference)

    def _talk_of_table(self, values, place):
        date, slug = values.get("date", ""), values.get("url_slug", "")
        kind, whole = self.talk_kind(values.get("type", ""))
        text = self.markdown(values.get("description", ""), place)
        talk_type = "" if whole else values.get("type", "")
        columns = {
            "title": to_words(values.get("title", "")),
            "kind": kind,
            "event": to_words(values.get("venue", "")),
            "place": values.get("location", ""),
            "date": self._iso(date, place),
            "description": "\n\n".join(filter(None, [talk_type, text])),
        }
        row = self.add(Talk, f"{place.file}#{date}-{slug}", place, columns, columns["title"])
        self.row_link(row, "", values.get("talk_url", ""))
        row.old_paths = [f"/talks/{date}-{slug}"]

    # --- What they share ---

    def line(self, document: Document, key: str, *, plain: bool = False) -> str:
        text = document.front.text(key)
        return to_words(text) if plain else to_line(text)[0]

    def words(self, front: Mapping, *keys: str) -> list[str]:
        """Of lists, or of texts with commas; a word that has one stands in braces."""
        values = []
        for value in (value for key in keys for value in front.list(key)):
            if isinstance(value, str):
                values += [part.strip() for part in value.split(",") if part.strip()]
        return list(dict.fromkeys(values))

    def date(self, document: Document) -> str:
        """Of `date`: "2024-01-30"; times are left away, a date that is none is reported."""
        return self._iso(document.front.text("date"), document.place("date"))

    def _iso(self, text, place):
        if not text:
            return ""
        try:
            return PartialDate.parse(text).iso
        except ValidationError as error:
            self.tree.not_understood(place, text, " ".join(error.messages))
            return ""

    def date_of_name(self, stem: str) -> str:
        match = re.match(r"\d{4}-\d\d?-\d\d?(?=-)", stem)
        return match[0] if match else ""

    def absolute(self, url: str) -> str:
        """An address of the site as a whole one: "/files/a.pdf", "../files/a.pdf"; "" stays ""."""
        if not url:
            return ""
        base = f"https://{self.site.hosts[0]}{self.site.base_path}/"
        try:
            return urljoin(base, url.lstrip("/") if not url.startswith("//") else url)
        except ValueError:  # "https://[::1"
            return url

    def own_file(self, url: str) -> str:
        """The file in the tree that an address of the site means; else ""."""
        path = site_path(self.site, self.absolute(url)) if url else ""
        return find_file(self.tree, path, "files/") if path else ""

    def row_link(self, row, label: str, url: str) -> None:
        if path := self.own_file(url):
            row.links.append({"label": label, "file": path})
        elif NO_HOST in self.absolute(url):
            self.tree.not_understood(row.place, url, NO_OLD_FILE)
        elif url:
            row.links.append({"label": label, "url": self.absolute(url)})

    def old_paths(self, document: Document, collection: str) -> list[str]:
        path = self.document_path(document, collection)
        return [path, *self.redirect_from(document)]

    def leave_document(self, document: Document, reason: str) -> None:
        """A file and all of its front matter that nobody asked for."""
        unread = [key for key in document.front if key not in document.front.read]
        self.tree.leave_out(document.path, reason)
        if unread:
            self.tree.leave_out(document.path, reason, *unread)

    def leave_theme_keys(self, document: Document) -> None:
        """Settings of the theme in front matter; what is empty says nothing."""
        front = document.front
        front.read.update(key for key, value in front.items() if value in ("", []))
        keys = [key for key in SWITCHES.split() if key not in front.read]
        self.tree.leave_out(document.path, SETTING, *keys)
