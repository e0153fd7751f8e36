"""al-folio -> records: generation A (layouts in HTML), B (in Liquid), C (the gem al_folio_core).

Its settings, socials, homepage and other pages are read here; the collections and papers in
al_folio_collections, the CV in cv_files.
"""

from __future__ import annotations

import re
from itertools import product

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import import al_folio_collections, cv_files, profile_links
from exchange.site_import.al_folio_collections import FOLDER
from exchange.site_import.jekyll import NO_FILE, OTHER_SCRIPT, Site, find_file, words_outside_liquid
from exchange.site_import.records import Place, SiteRecord
from exchange.site_import.theme import (
    DEMO,
    FOOT,
    SETTING,
    is_demo,
    is_demo_document,
    leave_out_theme,
    own_text,
)
from exchange.site_import.tree import Document, Mapping, Tree
from profiles.models import Page, Researcher, ResearcherLink, Section
from profiles.sections import LATEST_NEWS

CONFIG, SOCIALS = "_config.yml", "_data/socials.yml"
REPOSITORIES = "_data/repositories.yml"
Kind = ResearcherLink.Kind

# Settings that have no counterpart here, and why.
SETTINGS = {
    """
        academicons al_folio announcements back_to_top badges bib_search blog_description
        blog_name blog_nav_title bootstrap bootstrap-table calendar collections
        display_categories display_tags exclude external_links features filtered_bibtex_keywords
        fontawesome footer_fixed highlighter highlight_theme_dark highlight_theme_light icon
        imagemagick include jquery keep_files jekyll_get_json jsonresume kramdown lang
        last_updated latest_posts lazy_loading_images lsi markdown masonry mathjax
        max_author_limit max_width mdb medium_zoom more_authors_animation_delay navbar_fixed
        news_scrollable pagination paginate paginate_path plugins posts_in_search
        related_blog_posts repo_theme_dark repo_theme_light repo_trophies rss_icon sass scholar
        search_enabled socials_in_search terser theme third_party_libraries timezone tagline
        impressum_path git_branch repository
    """: SETTING,
    """
        bing_site_verification description google_site_verification keywords og_image
        serve_og_meta serve_schema_org
    """: gettext_lazy("for search engines: pages here describe themselves"),
    """
        analytics cronitor_analytics disqus_shortname external_services external_sources giscus
        google_analytics newsletter openpanel_analytics panelbear_analytics pirsch_analytics
        publications_feed
    """: gettext_lazy("pages here ask no other site"),
    "footer_text": FOOT,
}
QR_CODE = gettext_lazy("a picture of a QR code: give the address that it holds")
THEME_PREFIXES = ("enable_", "jekyll-")
MARKS = "*∗†‡§¶‖&^"
# What a page lists by Liquid -> the page here that lists the same.
OUR_PAGES = (
    (re.compile(r"{%-?\s*bibliography\b"), "publications/"),
    (re.compile(r"\bsite\.projects\b"), "#projects"),
    (re.compile(r"\bsite\.teachings\b|include\s+courses\b"), "#teaching"),
    (re.compile(r"\bsite\.news\b|include\s+news\b"), "news/"),
)
LAYOUT_PAGES = {"cv": "cv/", "archive-year": "", "archive-tag": "", "archive-category": ""}
NOT_PUBLISHED = gettext_lazy("Jekyll publishes no file or folder whose name begins with _ or a dot")
# What the theme's page of repositories shows.
DEMO_REPOSITORIES = {"torvalds", "alshedivat", "alshedivat/al-folio", "jekyll/jekyll"}
DEMO_REPOSITORIES |= {"twbs/bootstrap", "jquery/jquery", "FortAwesome/Font-Awesome"}
DEMO_REPOSITORIES |= {"mathjax/MathJax", "jpswalsh/academicons"}


def detect(tree: Tree) -> str:
    """ "A", "B" or "C"; "" for a site of another system."""
    if CONFIG not in tree:
        return ""
    config = tree.document(CONFIG).front
    if "scholar" not in config and not tree.below(FOLDER, ".bib"):
        return ""
    if "al_folio" in config or "al_folio" in str(dict.get(config, "theme", "")):
        return "C"
    liquid = tree.below("_layouts/", ".liquid") or tree.below("_includes/", ".liquid")
    newer = SOCIALS in tree or "third_party_libraries" in config
    return "B" if liquid or newer or "enable_publication_badges" in config else "A"


def read(tree: Tree) -> SiteRecord:
    """Raises SiteError where it cannot be read at all."""
    reader = Reader(tree)
    reader.read()
    return reader.site


def read_homepage(tree: Tree, document: Document) -> SiteRecord:
    """Of _pages/about.md without the rest of its site."""
    reader = Reader(tree)
    reader.read_about(document)
    return reader.site


class Reader(Site):
    """One site. What Jekyll makes of a path is in `Site`."""

    def __init__(self, tree: Tree):
        super().__init__(tree)
        self.parts: set[str] = set()

    def read(self) -> None:
        self.site.system, self.site.generation = "al-folio", detect(self.tree)
        self.read_hosts()
        self._names()
        self._socials()
        home = self._home()
        scholar = self.config.mapping("scholar")
        entries = al_folio_collections.read_papers(self.tree, self.site, scholar)
        cv_files.read_all(self, entries)
        al_folio_collections.read(self)
        # The texts of several people become parts of one page, before they are taken for pages.
        pages = sorted(
            self.pages(), key=lambda path: self.layout(self.tree.document(path)) != "profiles"
        )
        for path in pages:
            if path != home and path not in self.parts:
                self._page(self.tree.document(path))
        self._unused_data()
        self._settings()

    # --- _config.yml ---

    def _names(self):
        """First, middle and last name, of which one may stand in another script."""
        keys = ("first_name", "middle_name", "last_name")
        parts = [self.config.text(key) for key in keys]
        place = self.place_of(CONFIG, *keys)
        latin = [part for part in parts if part and not OTHER_SCRIPT.search(part)]
        native = [part for part in parts if OTHER_SCRIPT.search(part)]
        title = self.config.text("title")
        title = "" if title == "blank" else title
        scholar = self.config.mapping("scholar")
        families = _without_marks(scholar.list("last_name"))
        givens = _without_marks(scholar.list("first_name"))
        display = " ".join(latin or native)
        if not display:
            display, place = title, self.place_of(CONFIG, "title")
        elif title and title != display:
            self.tree.leave_out(CONFIG, _("pages here are titled with the name"), "title")
        family = (latin or native or [""])[-1]
        if latin and native and parts[2] in native:
            # The last name is all of it in another script: which word is the family name?
            family = next((name for name in families if display.endswith(f" {name}")), family)
        self.fill("display_name", display, place)
        if family:
            self.fill("given_name", display.removesuffix(family).strip(), place)
            self.fill("family_name", family, place)
        if latin and native:
            self.fill("native_name", " ".join(native), place)
        forms = [" ".join(form) for form in product(givens[:8], families[:8])]
        others = [form for form in dict.fromkeys(forms) if form != display]
        self.fill("other_names", "\n".join(others), self.place_of(CONFIG, "scholar"))

    def _settings(self):
        # Where there are any, they were applied.
        self.tree.leave_out(CONFIG, _("applied to each file"), "defaults")
        for keys, reason in SETTINGS.items():
            known = set(keys.split())
            for key in list(_unread(self.config)):
                if key.partition("/")[0] in known:
                    self.tree.leave_out(CONFIG, reason, key)
        for key in list(_unread(self.config)):
            if key.startswith(THEME_PREFIXES):
                self.tree.leave_out(CONFIG, SETTING, key)
        leave_out_theme(self.tree)
        self.site.old_files += self.files()
        self.tree.used.update(self.site.old_files)
        for path in [path for path in self.tree.files if path not in self.tree.used]:
            if path.startswith(".") or "/." in path:
                self.tree.leave_out(path, NOT_PUBLISHED)
            elif self.is_excluded(path):
                self.tree.leave_out(path, _("named by `exclude`, so Jekyll does not publish it"))
            elif "/" not in path:
                self.tree.leave_out(path, _("no page: a file of the tools around the site"))
            elif path.startswith(FOLDER):
                self.tree.leave_out(path, _("no .bib file, so no page of the site shows it"))

    # --- E-mail and services ---

    def _socials(self):
        """In _config.yml, where the theme orders them; in newer sites in _data/socials.yml."""
        for key in profile_links.AL_FOLIO:
            if key in self.config:
                self._service(CONFIG, self.config, key)
        self._contact(CONFIG, self.config)
        self.tree.leave_out(CONFIG, QR_CODE, "wechat_qr")
        if SOCIALS not in self.tree:
            return
        socials = self.mapping_of(SOCIALS)
        self._contact(SOCIALS, socials)
        for key in socials:
            if key in profile_links.AL_FOLIO:
                self._service(SOCIALS, socials, key)
            elif isinstance(dict.get(socials, key), Mapping):
                self._own_service(socials, key)
        self.tree.leave_out(SOCIALS, _("feeds are announced by every page"), "rss_icon")
        self.tree.leave_out(SOCIALS, QR_CODE, "wechat_qr")

    def _contact(self, path, settings):
        email = settings.text("email")
        if email and not is_demo(email):
            self.fill("email", email, self.place_of(path, "email"))
            # jekyll-email-protect writes it in signs that harvesters do not read.
            display = Researcher.EmailDisplay.PROTECTED
            self.fill("email_display", display, self.place_of(path, "email"))
        if orcid := settings.text("orcid_id"):
            self.fill("orcid", orcid, self.place_of(path, "orcid_id"))
        if "cv_pdf" in settings:
            self.cv_document(settings.text("cv_pdf"), self.place_of(path, "cv_pdf"))
        note = settings.text("contact_note")
        if note and is_demo(note):
            self.tree.leave_out(path, DEMO, "contact_note")
        elif note:
            place = self.place_of(path, "contact_note")
            values = {"kind": Section.Kind.TEXT, "body": self.markdown(note, place)}
            self.add(Section, f"{path}#contact_note", place, values)

    def _service(self, path, settings, key):
        kind, label, address = profile_links.AL_FOLIO[key]
        if value := settings.text(key):
            url = value if "://" in value else address.format(value.lstrip("@"))
            if "://" not in url:
                url = f"https://{value.lstrip('@')}"
            self.link(kind, url, f"{path}#{key}", self.place_of(path, key), label)

    def _own_service(self, socials, key):
        own, place = socials.mapping(key), self.place_of(SOCIALS, key)
        if key == "academia_edu":
            url = f"https://{own.text('organization')}.academia.edu/{own.text('username')}"
            self.link(Kind.OTHER, url, f"{SOCIALS}#{key}", place, "Academia.edu")
        elif url := own.text("url"):
            label = own.text("title") or key.replace("_", " ")
            self.link(Kind.OTHER, url, f"{SOCIALS}#{key}", place, label)
        look = [f"{key}/{name}" for name in ("logo", "width", "height", "object-fit")]
        self.tree.leave_out(SOCIALS, _("links here are written out, without a picture"), *look)

    # --- The homepage ---

    def _home(self):
        for path in self.pages():
            document = self.tree.document(path)
            if self.layout(document) == "about" or self.permalink(document) == "/":
                self.read_about(document)
                return path
        return ""

    def read_about(self, document: Document) -> None:
        front = document.front
        paths = [front.text("permalink"), *self.redirect_from(document)]
        self.site.old_paths += [path for path in paths if path not in ("", "/")]
        self._portrait(document, front.mapping("profile"))
        if subtitle := front.text("subtitle"):
            if is_demo(subtitle):
                self.tree.leave_out(document.path, DEMO, "subtitle")
            else:
                place = document.place("subtitle")
                self.fill("headline", self.markdown(subtitle, place), place)
        self._switches(document)
        reason = _("the home page is titled with the name")
        self.tree.leave_out(document.path, reason, "title", "description", "nav", "nav_order")
        body = own_text(self.tree, document)
        self.site.papers += self.homepage(document, body).papers
        self.leave_switches(document)

    def _portrait(self, document, profile):
        place, path = document.place("profile"), document.path
        if image := profile.text("image"):
            if file := find_file(self.tree, image, "assets/img/"):
                self.tree.used.add(file)
                self.site.researcher_files["portrait"] = file, place
            elif image != "prof_pic.jpg":
                reason = NO_FILE % "assets/img/"
                self.tree.not_understood(place, f"image: {image}", reason)
        side = {"left": Researcher.PortraitSide.START, "right": Researcher.PortraitSide.END}
        self.fill("portrait_side", side.get(profile.text("align"), ""), place)
        if profile.text("image_circular") == "true":
            self.fill("portrait_shape", Researcher.PortraitShape.CIRCLE, place)
        for key in ("address", "more_info"):
            html = profile.text(key)
            if html and is_demo(html):
                self.tree.leave_out(path, DEMO, f"profile/{key}")
            elif "href" in html:
                values = {"kind": Section.Kind.TEXT, "body": self.markdown(html, place)}
                self.add(Section, f"{path}#{key}", place, values)
            elif html:
                self.fill("postal_address", self.lines(html), place)

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
        self._section(document, Section.Kind.NEWS, "news", values)
        hidden = {"is_shown": False} if front.text("selected_papers") == "false" else {}
        self._section(document, Section.Kind.PUBLICATIONS, "selected_papers", hidden)
        reason = _("a switch of the theme: posts are pages, services stand beside the portrait")
        self.tree.leave_out(document.path, reason, "latest_posts", "social", "announcements")

    def _section(self, document, kind, key, values):
        if values:
            origin = f"{document.path}#{key}"
            self.add(Section, origin, document.place(key), {"kind": kind, **values})

    # --- Other pages ---

    def _page(self, document):
        front, path = document.front, document.path
        layout, old = self.layout(document), self.old_path(document)
        name = path.rpartition("/")[2]
        if "/_" in path:
            self.tree.leave_out(path, NOT_PUBLISHED)
        elif name.startswith("404") or not front:
            self.tree.leave_out(path, _("the site here has its own"))
        elif front.text("dropdown") == "true":
            self.tree.leave_out(path, _("a menu: here each page stands in it by itself"))
        elif (target := self._our_page(document, layout)) is not None:
            self._redirect(document, old, target)
        elif layout == "profiles":
            self._profiles(document, old)
        elif is_demo_document(document):
            self.tree.leave_out(path, DEMO)
        elif al_folio_collections.index(self, document, old):
            pass
        elif "site.data.repositories" in document.body:
            self._repositories(document, old)
        elif words_outside_liquid(document.body):
            self._own_page(document, old, document.body)
        else:
            self.tree.leave_out(path, _("it says nothing but Liquid, which is not run"))

    def _our_page(self, document, layout):
        if layout in LAYOUT_PAGES:
            return LAYOUT_PAGES[layout]
        lists = (target for pattern, target in OUR_PAGES if pattern.search(document.body))
        return next(lists, None)

    def _redirect(self, document, old, target):
        front = document.front
        for path in (old, *self.redirect_from(document)):
            self.site.redirects[path] = target
        if "cv_pdf" in front:
            self.cv_document(front.text("cv_pdf"), document.place("cv_pdf"))
        if words := words_outside_liquid(own_text(self.tree, document)):
            reason = _("the page here that lists the same has no text of one's own")
            self.tree.not_understood(Place(document.path, document.body_line), words, reason)
        reason = _("the page here that lists the same has its own")
        self.tree.leave_out(document.path, reason, "title", "description", "nav", "nav_order")
        self.leave_switches(document)

    def _own_page(self, document, old, body):
        front = document.front
        title = front.text("title") or old.strip("/").rpartition("/")[2]
        place = Place(document.path, document.body_line)
        lead = self.markdown(front.text("description"), document.place("description"))
        if is_demo(lead):
            self.tree.leave_out(document.path, DEMO, "description")
            lead = ""
        values = {
            "title": title,
            "slug": self.page_slug(old, title),
            "body": "\n\n".join(filter(None, [lead, self.markdown(body, place)])),
            "in_menu": front.text("nav") == "true",
            "position": self.position(front.text("nav_order")),
        }
        row = self.add(Page, document.path, document.place(), values)
        row.old_paths = [old, *self.redirect_from(document)]
        row.is_draft = front.text("published") == "false"
        self.leave_switches(document)

    def _profiles(self, document, old):
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
        body = "\n\n".join(part for part in [*parts, document.body] if part.strip())
        if words_outside_liquid(body):
            self._own_page(document, old, body)
        else:
            self.tree.leave_out(document.path, DEMO)

    def _repositories(self, document, old):
        """What the page draws as cards, as a list of links."""
        repositories = self._repository_settings()
        names = [*repositories.list("github_users"), *repositories.list("github_repos")]
        if set(map(str, names)) <= DEMO_REPOSITORIES:
            self.tree.leave_out(document.path, DEMO)
            self.tree.leave_out(REPOSITORIES, DEMO)
            return
        lines = (f"- [{name}](https://github.com/{name})" for name in names)
        self._own_page(document, old, "\n".join(lines))

    def _repository_settings(self):
        return self.mapping_of(REPOSITORIES) if REPOSITORIES in self.tree else Mapping()

    def _unused_data(self):
        """_data/ that no page of the site shows, or that only the theme reads."""
        for key in list(_unread(self._repository_settings())):
            self.tree.leave_out(REPOSITORIES, _("no page of the site shows them"), key)
        for path in self.tree.below("_data/citations.yml"):
            self.tree.leave_out(path, _("counts of another site, which grow old"))


def _unread(settings, path=""):
    """Keys that nobody asked for, "scholar/style" within others."""
    for key, value in settings.items():
        if key not in settings.read:
            yield f"{path}{key}"
        elif isinstance(value, Mapping):
            yield from _unread(value, f"{path}{key}/")


def _without_marks(names):
    """ "Weng*" of jekyll-scholar's names, which match what is printed, is Weng."""
    words = (str(name).strip(MARKS + " ") for name in names)
    return [name for name in dict.fromkeys(words) if name]
