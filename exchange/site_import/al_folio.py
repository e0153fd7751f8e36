"""al-folio -> records: generation A (layouts in HTML), B (in Liquid), C (the gem al_folio_core).

Its tables and papers are in al_folio_tables, the CV is read in cv_files.
"""

import re
from itertools import product

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import import cv_files, homepage
from exchange.site_import.al_folio_tables import (
    COLLECTIONS,
    DEMO_AUTHOR,
    FOLDER,
    LISTS,
    OUR_PAGES,
    SETTINGS,
    SWITCHES,
    book,
    read_papers,
)
from exchange.site_import.buttons import SERVICES, Kind
from exchange.site_import.columns import body, day, is_true, markdown, paragraphs, position
from exchange.site_import.jekyll import CONFIG, NOT_PUBLISHED, words_outside_liquid
from exchange.site_import.links import LIST_OF_KIND, list_of, page_key
from exchange.site_import.liquid import write_out_lists
from exchange.site_import.own_names import in_two_scripts
from exchange.site_import.papers import ABSTRACT, paper_of_front
from exchange.site_import.reading import Theme
from exchange.site_import.theme import (
    DEMO,
    DEMOS,
    SETTING,
    is_demo,
    is_demo_document,
    lines_of,
    own_text,
)
from exchange.site_import.tree import Document, Mapping, unread_keys
from profiles.models import NewsItem, Researcher, Section
from profiles.sections import LATEST_NEWS
from publications.matching import normalise_title

SOCIALS, REPOSITORIES = "_data/socials.yml", "_data/repositories.yml"
QR_CODE = gettext_lazy("a picture of a QR code: give the address that it holds")
FEED = gettext_lazy("feeds are announced by every page")
# Collections that the theme lists by itself.
OWN_LISTS = ("news", "projects", "teachings", "books", "posts", "drafts")
# The place in the menu of a page that asks for none.
LAST = 99
THEME_PREFIXES = ("enable_", "jekyll-")
MARKS = "*∗†‡§¶‖&^"
# Of a page that prints papers: a heading, and words with it that say more than which ones.
A_HEADING = re.compile(r"^#{1,6}\s|<h[1-6]\b[^<>]*>", re.M | re.I)
LEAST_WORDS, LEAST_BESIDE = 5, 14
DEMO_REPOSITORIES = set(DEMOS["repositories"].split())
NO_DATE = gettext_lazy("no date, neither in its front matter nor in the file's name")
INLINE_TITLE = gettext_lazy("the site shows the text alone (`inline`)")


class AlFolio(Theme):
    system = "al-folio"
    looks = {SWITCHES: SETTING}
    left_out = {
        CONFIG: {"defaults": gettext_lazy("applied to each file"), "wechat_qr": QR_CODE},
        SOCIALS: {"rss_icon": FEED, "wechat_qr": QR_CODE},
    }

    @classmethod
    def detect(cls, tree) -> str:
        """ "A", "B" or "C"; "" for a site of another system."""
        if CONFIG not in tree:
            return ""
        config = tree.document(CONFIG).front
        if "scholar" not in config and not tree.below(FOLDER, ".bib"):
            return ""
        is_plain = not tree.below("_pages/") and ("index.md" in tree or "index.html" in tree)
        is_plain &= not {"first_name", "last_name", "al_folio"} & set(config)
        if is_plain or isinstance(dict.get(config, "author"), Mapping):
            return ""  # jekyll-scholar in a site of another theme
        if "al_folio" in config or "al_folio" in str(dict.get(config, "theme", "")):
            return "C"
        liquid = tree.below("_layouts/", ".liquid") or tree.below("_includes/", ".liquid")
        newer = SOCIALS in tree or "third_party_libraries" in config
        return "B" if liquid or newer or "enable_publication_badges" in config else "A"

    def read(self):
        self._names()
        write_out_lists(self, {*OWN_LISTS, "publications"})
        self._socials()
        home = self._home()
        titles = {normalise_title(entry.text("title")) for entry in read_papers(self)}
        cv_files.read_all(self, titles)
        self._collections(titles)
        # The texts of several people become parts of one page, before they are taken for pages.
        self.parts: set[str] = set()
        pages = sorted(self.source.pages(), key=lambda page: self._layout(page) != "profiles")
        for document in pages:
            if document.front.text("nav") == "true":
                place = position(self, document, "nav_order") or LAST
                self.menu[page_key(self.source.address(document))] = "", place
                for child in document.front.mappings("children"):  # of a dropdown
                    own = child.text("title"), place
                    self.menu.setdefault(page_key(child.text("permalink")), own)
        for document in pages:
            if document is not home and document.path not in self.parts:
                self._page(document)
        self._unused_data()
        self._settings()
        return self.record

    def _layout(self, document):
        return self.source.setting(document, "layout")

    # --- _config.yml ---

    def _names(self):
        """First, middle and last name, of which one may stand in another script."""
        keys = ("first_name", "middle_name", "last_name")
        parts, place = list(map(self.config.text, keys)), self.tree.place_of(CONFIG, *keys)
        title, said = self.config.text("title"), " ".join(filter(None, parts))
        if not said:
            key = "name" if title in ("", "blank") else "title"
            said, place = self.config.text(key), self.tree.place_of(CONFIG, key)
        elif title not in ("", "blank", said):
            self.tree.leave_out(CONFIG, _("pages here are titled with the name"), "title")
        self.fill("display_name", said, place)
        display, scholar = self.shown_name, self.config.mapping("scholar")
        givens, families = map(_without_marks, map(scholar.list, ("first_name", "last_name")))
        # The last name may be all of it in another script: which word is the family name?
        names = [in_two_scripts(parts[2])[0], *families] if any(parts) else ()
        if family := next((name for name in names if name and display.endswith(name)), ""):
            self.fill("given_name", display.removesuffix(family).strip(), place)
            self.fill("family_name", family, place)
        forms = dict.fromkeys(" ".join(form) for form in product(givens[:8], families[:8]))
        others = [form for form in forms if form != display and not DEMO_AUTHOR.search(form)]
        self.fill("other_names", "\n".join(others), self.tree.place_of(CONFIG, "scholar"))

    def _settings(self):
        reasons = {key: reason for keys, reason in SETTINGS.items() for key in keys.split()}
        for key in unread_keys(self.config):
            reason = SETTING if key.startswith(THEME_PREFIXES) else ""
            if reason := reasons.get(key.partition("/")[0], reason):
                self.tree.leave_out(CONFIG, reason, key)
        self.leave_rest()
        for path in [path for path in self.tree.files if path not in self.tree.used]:
            if path.startswith(".") or "/." in path or self.source.is_excluded(path):
                self.tree.leave_out(path, NOT_PUBLISHED)
            elif "/" not in path:
                self.tree.leave_out(path, _("no page: a file of the tools around the site"))

    # --- E-mail and services ---

    def _socials(self):
        """In _config.yml, where the theme orders them; in newer sites in _data/socials.yml."""
        for path, keys in ((CONFIG, SERVICES), (SOCIALS, self.source.data(SOCIALS))):
            settings = self.source.data(path)
            self._contact(path, settings)
            for key in keys:
                if key in SERVICES:
                    self.service_of(path, settings, key, SERVICES[key])
                elif isinstance(dict.get(settings, key), Mapping):
                    self._own_service(settings, key)

    def _contact(self, path, settings):
        # jekyll-email-protect writes it in signs that harvesters do not read.
        self.email(settings.text("email"), self.tree.place_of(path, "email"))
        self.fill(
            "orcid",
            settings.text("orcid_id").partition("#")[0].strip(),
            self.tree.place_of(path, "orcid_id"),
        )
        self.cv_document(settings.text("cv_pdf"), self.tree.place_of(path, "cv_pdf"))
        if note := self.own_value(path, settings, "contact_note"):
            place = self.tree.place_of(path, "contact_note")
            self.add_text(f"{path}#contact_note", place, self.markdown(note, place))

    def _own_service(self, socials, key):
        own, label = socials.mapping(key), key.replace("_", " ")
        url = own.text("url")
        if key == "academia_edu":
            url = f"https://{own.text('organization')}.academia.edu/{own.text('username')}"
            label = "Academia.edu"
        if url:
            place, label = self.tree.place_of(SOCIALS, key), own.text("title") or label
            self.link(Kind.OTHER, url, f"{SOCIALS}#{key}", place, label)
        look = [f"{key}/{name}" for name in ("logo", "width", "height", "object-fit")]
        self.tree.leave_out(SOCIALS, _("links here are written out, without a picture"), *look)

    # --- The homepage ---

    def _home(self) -> Document | None:
        for document in self.source.pages():
            is_about = self._layout(document) == "about"
            if is_about or self.source.setting(document, "permalink") == "/":
                self.read_about(document)
                return document
        return None

    def read_about(self, document: Document) -> None:
        front = document.front
        self.record.old_paths += self.source.former_addresses(document)
        self._profile(document, front.mapping("profile"))
        if self.own_value(document.path, front, "subtitle"):
            headline = markdown(self, document, "subtitle")
            self.fill("headline", headline, document.place("subtitle"))
        self._switches(document)
        reason = _("the home page is titled with the name")
        self.tree.leave_out(document.path, reason, "title", "description", "nav", "nav_order")
        self.add_papers(self.homepage(document).references)
        self.leave_looks(document)

    def _profile(self, document, profile):
        place, path = document.place("profile"), document.path
        image = profile.text("image")
        if image != "prof_pic.jpg" or f"assets/img/{image}" in self.tree:
            self.portrait(image, place, "assets/img/")
        side = {"left": Researcher.PortraitSide.START, "right": Researcher.PortraitSide.END}
        self.fill("portrait_side", side.get(profile.text("align"), ""), place)
        if profile.text("image_circular") == "true":
            self.fill("portrait_shape", Researcher.PortraitShape.CIRCLE, place)
        for key in ("address", "more_info"):
            html = self.own_value(path, profile, key, "profile/")
            if "href" in html:
                self.add_text(f"{path}#{key}", place, self.markdown(html, place))
            else:
                self.fill("postal_address", lines_of(html), place)

    def _switches(self, document):
        """Parts that the page hides, or cuts at another length than ours."""
        front = document.front
        news = front.mapping("announcements") or self.config.mapping("announcements")
        values = {}
        if "false" in (front.text("news"), front.mapping("announcements").text("enabled")):
            values["is_shown"] = False
        limit = news.text("limit") or self.config.text("news_limit")
        if limit.isdecimal() and int(limit) != LATEST_NEWS:
            values["limit"] = int(limit)
        if values:
            self.section("news", f"{document.path}#news", document.place("news"), **values)
        if front.text("selected_papers") == "false":
            origin, place = f"{document.path}#selected_papers", document.place("selected_papers")
            self.section("publications", origin, place, is_shown=False)
        reason = _("a switch of the theme: posts are pages, services stand beside the portrait")
        self.tree.leave_out(document.path, reason, "latest_posts", "social", "announcements")

    # --- Collections ---

    def _collections(self, titles):
        """`titles` of papers that .bib files have."""
        for name in dict.fromkeys([*OWN_LISTS, *self.source.collections]):
            if name in COLLECTIONS:
                self.read_collection(COLLECTIONS[name])
                continue
            for document in self.own_documents(name):
                if name == "news":
                    self._news(document)
                elif homepage.kind_of(name) == Section.Kind.PUBLICATIONS:
                    self._paper(document, name, titles)
                elif name in ("posts", "drafts") and document.front.text("redirect"):
                    self.leave_looks(document)  # the list of posts leads to it
                else:
                    self.document_page(document, name)

    def _paper(self, document, collection, titles):
        """One for each file, its text the abstract, beside or in place of a .bib file."""
        reference = paper_of_front(self, document)
        if reference and reference.title_key not in titles:
            said = ABSTRACT.sub("", body(self, document))
            reference.fields = {"abstract": said} | reference.fields
            reference.old_paths = self.addresses(document, collection)
            self.add_papers([reference])
            self.leave_looks(document)
        else:
            self.document_page(document, collection)

    def _news(self, document):
        """A line of text (`inline`), or a page that the line leads to."""
        front, date = document.front, day(self, document, "date")
        title, said = self.own_value(document.path, front, "title"), body(self, document)
        if not (title or said):
            self.tree.leave_out(document.path, _("it says nothing"))
            return
        is_inline, page, origin = is_true(self, document, "inline"), "", document.path
        if not date:
            self.tree.not_understood(document.place(), title or said, NO_DATE)
        paths = self.addresses(document, "news")
        if is_inline and title and said:
            self.tree.leave_out(document.path, INLINE_TITLE, "title")
        elif said and title:
            page = self.document_page(document, "news").origin
            paths, origin, said = [], f"{origin}#news", title
        values = {"date": date, "body": said or title, "page": page}
        row = self.add(NewsItem, origin, document.place("date"), values, title)
        row.old_paths, row.is_draft = paths, document.is_unpublished
        self.leave_looks(document)

    # --- Other pages ---

    def _page(self, document):
        path, name = document.path, document.path.rpartition("/")[2]
        layout = self._layout(document)
        if name.startswith("404") or not document.front:
            self.tree.leave_out(path, _("the site here has its own"))
        elif document.front.text("dropdown") == "true":
            self.tree.leave_out(path, _("a menu: here each page stands in it by itself"))
        elif (target := _listed(document, layout, OUR_PAGES)) is not None:
            self._redirect(document, target)
        elif layout == "profiles":
            self._profiles(document)
        elif is_demo_document(document):
            self.tree.leave_out(path, DEMO)
        elif listed := _listed(document, layout, LISTS):
            self._list_page(document, listed)
        elif "site.data.repositories" in document.body:
            self._repositories(document)
        elif words_outside_liquid(document.body):
            self._own_page(document)
        elif kind := cv_files.read_front(self, document):
            self.lead(document, list_of(kind))
        else:
            title = document.front.text("title")
            here = list_of(homepage.kind_of(title) or cv_files.kind_of(title))
            self.lead(document, here, _("it says nothing but Liquid, which is not run"))

    def _redirect(self, document, target):
        if target == LIST_OF_KIND[Section.Kind.PUBLICATIONS] and _has_texts(document.body):
            self._own_page(document)
            return
        self.cv_document(document.front.text("cv_pdf"), document.place("cv_pdf"))
        self.lead(document, target, said=words_outside_liquid(own_text(self.tree, document)))

    def _list_page(self, document, collection):
        """What became pages, written out as links, newest first."""
        rows = {row.origin: row for row in self.record.rows if not row.is_draft}
        lines, is_dated = [], collection == "posts"
        if document.path.startswith("blog/") and (name := self.config.text("blog_nav_title")):
            self.menu.setdefault(page_key(self.source.address(document)), (name, 1))
        for one in reversed([*self.source.documents(collection)]):
            if is_demo_document(one):
                continue
            own = rows[one.path].old_paths if one.path in rows else ()
            if target := next(iter(own), one.front.text("redirect")):
                date = [day(self, one, "date")] if is_dated else []
                lines.append(" ".join(["-", *date, f"[{one.front.text('title')}]({target})"]))
        if not lines:
            self.lead(document, "", _("a list of which there is nothing"))
            return
        if said := words_outside_liquid(document.body):
            reason = _("the theme's list: %(words)s") % {"words": said[:80]}
            self.tree.leave_out(document.path, reason, line=document.body_line)
        title = document.front.text("title") or self.config.text("blog_name")
        title = title or self.source.address(document).strip("/") or "Blog"
        self.own_page(document, title, "\n".join(lines))

    def page_text(self, document, title):
        """Below what a layout shows above it."""
        lead = book(self, document) if document.path.startswith("_books/") else ""
        if self.own_value(document.path, document.front, "description"):
            lead = markdown(self, document, "description")
        return paragraphs([lead, body(self, document)])

    def _own_page(self, document):
        address = self.source.address(document)
        title = document.front.text("title") or address.strip("/").rpartition("/")[2]
        self.own_page(document, title, self.page_text(document, title))

    def _profiles(self, document):
        """`layout: profiles`: pictures and texts of several people, each text a file of its own."""
        parts = []
        for profile in document.front.list("profiles"):
            image = profile.text("image")
            if image and image != "prof_pic.jpg":
                parts.append(f"![](/assets/img/{image})")
            for path in self.tree.below("_pages/" + (profile.text("content") or "/")):
                parts.append(own_text(self.tree, self.tree.document(path)))
                self.parts.add(path)
            more = profile.text("more_info")
            parts.append("" if is_demo(more) else more)
        self.tree.leave_out(document.path, _("the theme's layout"), "profiles")
        document.body = paragraphs(part for part in [*parts, document.body] if part.strip())
        if words_outside_liquid(document.body):
            self._own_page(document)
        else:
            self.tree.leave_out(document.path, DEMO)

    def _repositories(self, document):
        """What the page draws as cards, as a list of links."""
        repositories = self.source.data(REPOSITORIES)
        names = [*repositories.list("github_users"), *repositories.list("github_repos")]
        if set(map(str, names)) <= DEMO_REPOSITORIES:
            self.tree.leave_out(document.path, DEMO)
            self.tree.leave_out(REPOSITORIES, DEMO)
            return
        lines = (f"- [{name}](https://github.com/{name})" for name in names)
        document.body = "\n".join(lines)
        self._own_page(document)

    def _unused_data(self):
        """_data/ that no page of the site shows, or that only the theme reads."""
        unread = unread_keys(self.source.data(REPOSITORIES))
        self.tree.leave_out(REPOSITORIES, _("no page of the site shows them"), *unread or ["-"])
        cv_files.read_lists(self)


def _listed(document, layout, lists):
    """What the table of lists says of a page, by its layout or by its Liquid; else None."""
    layouts, patterns = lists
    known = (target for pattern, target in patterns if pattern.search(document.body))
    return layouts[layout] if layout in layouts else next(known, None)


def _has_texts(text):
    """Whether a page has headings over other things than the papers that it prints."""
    parts = A_HEADING.split(text)[1:]
    return any(
        len(words_outside_liquid(part).split()) >= (LEAST_BESIDE if "{%" in part else LEAST_WORDS)
        for part in parts
    )


def _without_marks(names):
    """ "Weng*" of jekyll-scholar's names, which match what is printed, is Weng."""
    words = (str(name).strip(MARKS + " ") for name in names)
    return [name for name in dict.fromkeys(words) if name]
