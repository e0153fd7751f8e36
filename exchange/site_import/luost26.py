"""luost26/academic-homepage -> records: settings, the researcher, the home page, pages.

The lists of _data/profile.yml and the collections are read in luost26_rows, the papers in
luost26_papers.

Generation B has _data/display.yml, A is older. The words of such a page alone are read in
homepage_alone.
"""

from __future__ import annotations

import re
from collections import Counter

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import import luost26_papers, luost26_rows, profile_links
from exchange.site_import.jekyll import CONFIG, OTHER_SCRIPT, Site, words_outside_liquid
from exchange.site_import.luost26_rows import PROFILE, language_of
from exchange.site_import.markdown import to_words
from exchange.site_import.records import Place, Row, SiteRecord
from exchange.site_import.theme import (
    DEMO,
    FOOT,
    LIST,
    NO_TAGS,
    PART,
    SETTING,
    is_demo,
    is_list_of_theme,
    leave_out_theme,
    without_demo,
)
from exchange.site_import.tree import Document, Mapping, Tree
from profiles.models import Page, Researcher, ResearcherLink, Section
from profiles.sections import LATEST_NEWS

AUTHORS = "_data/authors.yml"
DISPLAY, NAVIGATION = "_data/display.yml", "_data/navigation.yml"
Kind = ResearcherLink.Kind
LOOKS = {
    """
        layout collection width height class group navbar_title body_attr order show_date comments
        math toc sitemap
    """: SETTING,
    "tags categories category": NO_TAGS,
}
# Of a value that is Markdown all the same, in a site whose theme was changed.
MARKDOWN = re.compile(r"\*\*\S|\]\((?:https?:|/)")
INTERESTS = re.compile(r"(?:my )?(?:research )?interests?|研究兴趣|研究方向", re.I)
# Pages of the theme that only list, and where the same list stands here.
LISTS = {"index": "", "publications": "publications/", "showcase": "#projects", "news": "news/"}
LOOP = re.compile(r"\{%-?\s*for\b")
MADE = gettext_lazy("it is made by Liquid, which is not run: write it as a page")


def detect(tree: Tree) -> str:
    """ "B", "A"; "" for a site of another system."""
    if PROFILE in tree:
        front = tree.document(PROFILE).front
        if isinstance(front, Mapping) and "primary_name" in front:
            return "B" if DISPLAY in tree else "A"
    return ""


def read(tree: Tree) -> SiteRecord:
    """Raises SiteError where it cannot be read at all."""
    reader = Reader(tree, detect(tree))
    reader.read()
    return reader.site


class Reader(Site):
    """A site being read, and the record that it becomes."""

    def __init__(self, tree: Tree, generation: str):
        super().__init__(tree)
        self.site.system, self.site.generation = "luost26", generation
        self.profile = self.mapping_of(PROFILE)
        self.origins: Counter[str] = Counter()

    def read(self) -> None:
        self.read_hosts()
        self._names()
        self._portrait()
        self._biography()
        self._services()
        luost26_rows.read_profile(self)
        self._display()
        luost26_papers.read(self)
        luost26_rows.read_collections(self)
        self._pages()
        self._leftovers()

    # --- What is found becomes part of the record ---

    def add(self, model, origin: str, place: Place, values: dict, label: str = "") -> Row:
        """The same; an origin that was there before gets a number."""
        origin = " ".join(origin.split())[:160]
        self.origins[origin] += 1
        if (count := self.origins[origin]) > 1:
            origin = f"{origin}/{count}"
        return super().add(model, origin, place, values, label)

    def file(self, path: str, place: Place) -> str:
        """The path of a file of the site, there or not; "" for one elsewhere, which is told."""
        if "://" in path or path.startswith("//"):
            reason = _("a file on another host, which is not fetched")
            self.tree.not_understood(place, path, reason)
            return ""
        path = path.removeprefix(self.site.base_path).lstrip("/")
        self.tree.used.add(path)
        return path

    def html(self, text: str, place: Place) -> str:
        """Our Markdown of a value of YAML, which the theme prints as HTML: its "*" is a star."""
        is_html = text and not MARKDOWN.search(text)
        return self.markdown(f"<div>{text}</div>" if is_html else text, place)

    def line(self, html: str, place: Place) -> str:
        return " ".join(self.html(" ".join(html.split()), place).split())

    def _place(self, key):
        return Place(PROFILE, self.profile.lines.get(key, 1))

    # --- The researcher ---

    def _names(self):
        """ "Ada Lovelace | 艾达": the name, and the one in its own script."""
        parts = re.split(r"\s*[|｜]\s*", self.profile.text("primary_name"))
        second = self.profile.text("secondary_name").strip("()（） ")
        if match := re.fullmatch(r"(.+?)\s*[(（]([^()（）]+)[)）]", parts[0]):
            parts = list(match.groups()) if OTHER_SCRIPT.search(match[2]) else parts
        words = [to_words(part) for part in [*parts, second] if part]
        latin = [word for word in words if not OTHER_SCRIPT.search(word)]
        native = [word for word in words if OTHER_SCRIPT.search(word)]
        self.fill("display_name", (latin or native or [""])[0], self._place("primary_name"))
        if latin and native:
            self.fill("native_name", native[0], self._place("primary_name"))
            self.fill("native_language", language_of(native[0]), self._place("primary_name"))
        self.self_names = {*latin, *native}
        forms = [*(latin or native)[1:], *self._bold_authors()]
        names = [name for name in dict.fromkeys(forms) if name not in (latin or native)[:1]]
        self.fill("other_names", "\n".join(names), self._place("primary_name"))
        self.self_names.update(names)
        self.tree.leave_out(PROFILE, _("the menu here has no name in it"), "navbar_name")

    def _bold_authors(self):
        """Keys of authors.yml in bold are the researcher's own names."""
        authors = self.mapping_of(AUTHORS)
        for key in authors:
            author = authors.mapping(key)
            if author.text("bold") == "true" and key != "Your Name":
                yield author.text("name") or re.sub(r"\s*\([^()]*\)$", "", key)

    def _portrait(self):
        if portrait := self.profile.text("portrait_url"):
            place = self._place("portrait_url")
            if file := self.file(portrait, place):
                self.site.researcher_files["portrait"] = file, place
        caption = to_words(self.profile.text("portrait_caption"))
        if caption.startswith("Photo by ") and " on Unsplash" in caption:
            self.tree.leave_out(PROFILE, DEMO, "portrait_caption")
        else:
            self.fill("portrait_caption", caption, self._place("portrait_caption"))
        self.fill("location", to_words(self.profile.text("location")), self._place("location"))

    def _biography(self):
        """`short_bio`; the part about research interests has a column of its own."""
        self.tree.leave_out(PROFILE, SETTING, "short_bio_text_justify")
        text = self.html(self.profile.text("short_bio"), self._place("short_bio"))
        text, demo = without_demo(text)
        if demo:
            self.tree.leave_out(PROFILE, DEMO, line=self._place("short_bio").line)
        biography, interests = split_interests(text)
        self.fill("biography", biography, self._place("short_bio"))
        self.fill("interests", interests, self._place("short_bio"))
        for key in ("research_interests", "interests"):
            items = [text for text in self.profile.list(key) if isinstance(text, str)]
            lines = [self.line(text, self._place(key)) for text in items]
            text = "\n".join(f"- {line}" for line in lines) if len(lines) > 1 else "".join(lines)
            self.fill("interests", text, self._place(key))

    def _services(self):
        email = self.profile.text("email")
        if email and not is_demo(email):
            self.fill("email", email, self._place("email"))
            # The theme writes "(at)", and the plugin jekyll-email-protect the address in signs.
            self.fill("email_display", Researcher.EmailDisplay.PROTECTED, self._place("email"))
        self.fill("orcid", self.profile.text("orcid"), self._place("orcid"))
        for key, (kind, label, address) in profile_links.LUOST26.items():
            value = self.profile.text(key)
            if value and not is_demo(value):
                url = value if "://" in value else address.format(value.partition("&")[0])
                self._link(key, kind, url, label)
        cv = self.profile.text("cv_link")
        if cv and cv != "link-to-your-cv-file":
            self._document("cv_link", Kind.CV, cv)
        if code := self.profile.text("wechat_qrcode"):
            self._document("wechat_qrcode", Kind.OTHER, code, "WeChat")
        reason = _("a note beside the WeChat code: put it into your biography")
        self.tree.leave_out(PROFILE, reason, "wechat_prompt")
        self.tree.leave_out(PROFILE, _("one portrait is shown"), "portrait_url_var1")
        known = {"positions", "education", "experience", "awards"}
        for key in [key for key in self.profile if key not in self.profile.read | known]:
            value = self.profile.get(key)
            if isinstance(value, str) and re.match(r"https?://", value):
                self._link(key, Kind.OTHER, value, key.replace("_", " ").capitalize())
            elif value:
                self.profile.read.discard(key)

    def _link(self, key, kind, url, label=""):
        position = 1 + sum(row.model is ResearcherLink for row in self.site.rows)
        values = {"kind": kind, "url": url, "label": label, "position": position}
        return self.add(ResearcherLink, f"{PROFILE}#{key}", self._place(key), values)

    def _document(self, key, kind, value, label=""):
        """A link to a file of the site, whose old address stays, or to one elsewhere."""
        row = self._link(key, kind, value if "://" in value else "", label)
        if "://" not in value:
            row.files["file"] = file = self.file(value, self._place(key))
            row.old_paths = [f"/{file}"]

    # --- What the home page shows ---

    def _display(self):
        home = self.mapping_of(DISPLAY).mapping("homepage")
        hidden = {
            "show_experience": ("experience", "education", "awards"),
            "show_awards": ("awards",),
            "show_news": ("news",),
            "show_selected_publications": ("publications",),
        }
        for key, kinds in hidden.items():
            if home.text(key).lower() == "false":
                for kind in kinds:
                    self._section(kind, DISPLAY, home.lines[key], is_shown=False)
        number = home.text("num_news")
        if number.isdecimal() and 0 < int(number) < 1000 and int(number) != LATEST_NEWS:
            self._section("news", DISPLAY, home.lines["num_news"], limit=int(number))
        if DISPLAY in self.tree:
            self.tree.leave_out(DISPLAY, FOOT, "footer_text")

    def _section(self, kind, path, line, **values):
        """One row for a kind, however many settings speak of it."""
        origin = f"{DISPLAY}#{kind}"
        row = next((row for row in self.site.rows if row.origin == origin), None)
        row = row or self.add(Section, origin, Place(path, line), {"kind": kind}, kind)
        row.values |= values

    def leave_rest(self, document: Document) -> None:
        """What the theme knows and nothing here asked for; other keys are nobody's, and told."""
        for keys, reason in LOOKS.items():
            if unread := set(keys.split()) & (document.front.keys() - document.front.read):
                self.tree.leave_out(document.path, reason, *sorted(unread))

    def page(self, document: Document, title: str, stem: str, *, in_menu: bool) -> Row:
        """A page of one's own."""
        front, place = document.front, Place(document.path, document.body_line)
        values = {
            "title": title,
            "slug": self.page_slug(stem, title),
            "body": self.markdown(document.body, place),
            "in_menu": in_menu,
        }
        row = self.add(Page, document.path, document.place(), values, title)
        row.old_paths = [path for path in [front.text("permalink")] if path]
        row.old_paths += self.redirect_from(document)
        row.is_draft = front.text("published").lower() == "false"
        front.get("date")
        self.leave_rest(document)
        return row

    # --- Menu, other pages, the files that are left ---

    def _pages(self):
        menu = self._menu()
        self.site.old_paths += ["/", "/index.html"]
        for path in [
            path for path in self.pages() if path.startswith("_pages/") or "/" not in path
        ]:
            document, stem = self.tree.document(path), path.rpartition("/")[2].rpartition(".")[0]
            if stem in LISTS or stem == "404" or not words_outside_liquid(document.body):
                self.tree.leave_out(path, PART)
            elif "site.posts" in document.body:
                self._blog(document, stem, menu)
            elif LOOP.search(document.body) or is_list_of_theme(document):
                words = words_outside_liquid(document.body)
                self.tree.not_understood(Place(path, document.body_line), words[:200], MADE)
                self.tree.leave_out(path, LIST)
            else:
                title = to_words(document.front.text("title")) or stem
                title = menu.get(f"/{stem}", title)
                row = self.page(document, title, stem, in_menu=f"/{stem}" in menu)
                row.old_paths += [f"/{stem}", f"/{stem}.html"]

    def _menu(self):
        """navigation.yml: name by address; lists of ours are led to, other sites are links."""
        menu = {}
        for path in ("publications", "showcase"):
            if f"{path}.html" in self.tree:
                self._redirect(f"/{path}", LISTS[path])
        for item in self.mapping_of(NAVIGATION).list("pages"):
            if not isinstance(item, Mapping):
                continue
            name, url = to_words(item.text("name")), item.text("url")
            place = Place(NAVIGATION, item.lines.get("url", 1))
            stem = url.strip("/").removesuffix(".html")
            if "://" in url:
                values = {"kind": Kind.OTHER, "label": name, "url": url}
                self.add(ResearcherLink, f"{NAVIGATION}#{url}", place, values, name)
            elif stem in LISTS:
                self._redirect(f"/{stem}", LISTS[stem])
                if stem == "showcase" and name and name != "Showcase":
                    self._section("projects", NAVIGATION, place.line, heading=name)
            elif url.strip("/"):
                menu[f"/{stem}"] = name
        return menu

    def _redirect(self, path, target):
        if path.strip("/"):
            for form in (path, f"{path}.html"):
                self.site.redirects[form] = target

    def _blog(self, document, stem, menu):
        """A list of posts, written out."""
        posts = [row for row in self.site.rows if row.origin.startswith("_posts/")]
        if not posts:
            self.tree.leave_out(document.path, LIST)
            return
        links = (f"- [{row.values['title']}]({row.old_paths[0]})" for row in reversed(posts))
        document.body = "\n".join(links)
        title = menu.get(f"/{stem}", to_words(document.front.text("title")) or stem)
        row = self.page(document, title, stem, in_menu=f"/{stem}" in menu)
        row.old_paths += [f"/{stem}", f"/{stem}.html"]

    def _leftovers(self):
        """Settings and files of the theme; files that texts of the record name, and the others."""
        if unread := self.config.keys() - self.config.read:
            self.tree.leave_out(CONFIG, SETTING, *sorted(unread))
        leave_out_theme(self.tree)
        texts = [str(value) for value, _place in self.site.researcher.values()]
        texts += [str(value) for row in self.site.rows for value in row.values.values()]
        texts += [link.get("url", "") for row in self.site.rows for link in row.links]
        mentioned = "\n".join(texts)
        for path in self.tree.files:
            if path in self.tree.used:
                continue
            if path in mentioned or path.startswith(("assets/", "files/")):
                is_picture = path.lower().endswith(PICTURES)
                if path not in mentioned and is_picture:
                    self.tree.leave_out(path, _("nothing that was imported shows it"))
                    continue
                self.tree.used.add(path)
                self.site.old_files.append(path)


PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".ico", ".avif")


# --- Words ---------------------------------------------------------------------------------------


IN_PARAGRAPH = re.compile(r"\*\*(?P<heading>[^*\n]{1,60})\*\*[:：]? *\n(?P<text>.+)", re.S)
ALONE = re.compile(r"(?:\*\*(?P<bold>[^*\n]{1,60})\*\*|#{1,6} +(?P<atx>[^\n]{1,80}))[:：]?")


def split_interests(text: str) -> tuple[str, str]:
    """A biography without the part under "Research interests", and that part."""
    biography, interests, is_in = [], [], False
    for paragraph in re.split(r"\n{2,}", text):
        match = IN_PARAGRAPH.fullmatch(paragraph)
        alone = ALONE.fullmatch(paragraph)
        if match and INTERESTS.fullmatch(match["heading"].strip(" :：")):
            interests.append(match["text"])
            is_in = "list"
        elif alone:
            heading = (alone["bold"] or alone["atx"]).strip(" :：")
            is_in = "all" if INTERESTS.fullmatch(heading) else False
            if not is_in:
                biography.append(paragraph)
        elif is_in == "all" or (is_in and re.match(r"[-*+] |\d{1,3}[.)] ", paragraph)):
            interests.append(paragraph)
        else:
            is_in = False
            biography.append(paragraph)
    return "\n\n".join(biography), "\n\n".join(interests)
