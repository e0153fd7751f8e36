"""luost26/academic-homepage -> records: settings, the researcher, the home page, cards, pages.

The lists of _data/profile.yml are read in luost26_rows, the papers in luost26_papers.

Generation B has _data/display.yml, A is older. The words of such a page alone are read in
homepage_alone.
"""

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import import cv_files, homepage, luost26_papers, luost26_rows
from exchange.site_import.buttons import SERVICES, Kind
from exchange.site_import.columns import body, day, paragraphs, words
from exchange.site_import.jekyll import CONFIG, words_outside_liquid
from exchange.site_import.links import list_of
from exchange.site_import.liquid import write_out_lists
from exchange.site_import.luost26_papers import AUTHORS
from exchange.site_import.luost26_rows import PROFILE, language_of
from exchange.site_import.markdown import to_words
from exchange.site_import.own_names import OTHER_SCRIPT
from exchange.site_import.papers import LINK
from exchange.site_import.reading import Theme
from exchange.site_import.records import Place
from exchange.site_import.tables import THEMES
from exchange.site_import.theme import (
    DEMO,
    FOOT,
    LIST,
    LOOP,
    NO_TAGS,
    PART,
    SETTING,
    is_list_of_theme,
    leave_settings,
    without_demo,
)
from profiles.markup.structure import line_in_words
from profiles.models import NewsItem, Project, Section
from profiles.sections import LATEST_NEWS

DISPLAY, NAVIGATION = "_data/display.yml", "_data/navigation.yml"
# Of a value that is Markdown all the same, in a site whose theme was changed.
MARKDOWN = re.compile(r"\*\*\S|\]\((?:https?:|/)")
NAMES = ("primary_name", "full_name", "navbar_name")
# Instead of a name, above the biography.
ABOUT = re.compile(r"\W*about(?: me)?\W*", re.I)
# Pages of the theme that only list, and where the same list stands here.
LISTS = {"index": "", "publications": "publications/", "showcase": "#projects", "news": "news/"}
MADE = gettext_lazy("it is made by Liquid, which is not run: write it as a page")
NOT_SHOWN = gettext_lazy("the site does not show it (show: false)")
# "awards_of_students": of the members of a group.
OF_OTHERS = re.compile(r"(?:^|[_ -])(?:students?|members?|group|team|lab)\b", re.I)
CAROUSEL = re.compile(r"\{%-?\s*include\s+widgets/(?:carousel|image_)\w*\.html[^%]*%\}")
CARD_HEADING = re.compile(r"\A#{1,6} +(?P<title>[^\n]+)(?:\n+---(?=\n|\Z))?\n*")
PICTURE = re.compile(r"^!\[(?P<alt>[^\[\]]*)\]\((?P<address>[^()\s]+)(?:\s\"[^\"]*\")?\)$\n*", re.M)
LINK_ALONE = re.compile(r"(?:\[[^\[\]]+\]\([^()\s]+\)[\s|·,]*)+")


class Luost26(Theme):
    system = "luost26"
    looks = {
        THEMES["luost26"]["switches"]: SETTING,
        "categories category tags": NO_TAGS,
        "semantic_scholar_id": gettext_lazy("it asks another site for a count of citations"),
    }
    left_out = {
        PROFILE: {
            "navbar_name": gettext_lazy("the menu here has no name in it"),
            "short_bio_text_justify": SETTING,
            "wechat_prompt": gettext_lazy(
                "a note beside the WeChat code: put it into your biography"
            ),
            "portrait_url_var1": gettext_lazy("one portrait is shown"),
        },
        DISPLAY: {"footer_text": FOOT},
    }

    @classmethod
    def detect(cls, tree) -> str:
        """ "B", "A"; "" for a site of another system."""
        keys = set(tree.document(PROFILE).front if PROFILE in tree else ())
        if {"primary_name", "navbar_name"} & keys or {"full_name", "short_bio"} <= keys:
            return "B" if DISPLAY in tree else "A"
        return ""

    def read(self):
        self.profile = self.source.data(PROFILE)
        self._names()
        self._portrait()
        self._biography()
        self._services()
        luost26_rows.read_profile(self)
        self._display()
        luost26_papers.read(self)
        for document in self.own_documents("news"):
            self._news(document)
        self._showcase()
        for name in ("posts", "drafts"):
            for document in self.own_documents(name):
                self.document_page(document, name)
        own_lists = ("publications", "news", "showcase")
        write_out_lists(self, own_lists, LISTS)
        self.own_collections((*own_lists, "posts", "drafts"), {})
        self._pages()
        cv_files.read_lists(self)
        leave_settings(self.tree, CONFIG)
        self.leave_rest()
        return self.record

    def document_page(self, document, collection):
        """Unless all that it says is rows; what others won is no row of the person."""
        if OF_OTHERS.search(document.front.text("category")):
            titles = [item.text("title") for item in document.front.mappings("items")]
            document.body = document.body.strip() or "\n".join(f"- {title}" for title in titles)
        if not document.body.strip() and cv_files.read_front(self, document, collection):
            return None
        return super().document_page(document, collection)

    def html(self, text: str, place: Place) -> str:
        """Our Markdown of a value of YAML, which the theme prints as HTML: its "*" is a star."""
        is_html = text and not MARKDOWN.search(text)
        return self.markdown(f"<div>{text}</div>" if is_html else text, place)

    def line(self, html: str, place: Place) -> str:
        return " ".join(self.html(" ".join(html.split()), place).split())

    def _place(self, key):
        return Place(PROFILE, self.profile.lines.get(key, 1))

    def _fill(self, column, value, key):
        self.fill(column, value, self._place(key))

    # --- The researcher ---

    def _names(self):
        """ "Ada Lovelace | 艾达": the name, and the one in its own script."""
        names = (name for name in map(self.profile.text, NAMES) if not ABOUT.fullmatch(name))
        parts = re.split(r"[|｜]", next(filter(None, names), ""))
        parts.append(self.profile.text("secondary_name").strip("()（） "))
        native = [name for name in map(to_words, parts) if OTHER_SCRIPT.search(name)]
        latin = [name for name in map(to_words, parts) if name and name not in native]
        self._fill("display_name", " ".join([*latin[:1], *native[:1]]), "primary_name")
        if "native_name" in self.record.researcher:
            native = [str(self.record.researcher["native_name"][0])]
            self._fill("native_language", language_of(*native), "primary_name")
        others = dict.fromkeys([*latin[1:], *self._bold_authors()])
        others.pop(self.shown_name, None)
        self._fill("other_names", "\n".join(others), "primary_name")
        self.self_names = {self.shown_name, *native, *others}

    def _bold_authors(self):
        """Keys of authors.yml in bold are the researcher's own names."""
        authors = self.source.data(AUTHORS)
        for key in authors:
            author = authors.mapping(key)
            if author.text("bold") == "true" and key != "Your Name":
                yield author.text("name") or re.sub(r"\s*\([^()]*\)$", "", key)

    def _portrait(self):
        self.portrait(self.profile.text("portrait_url"), self._place("portrait_url"))
        caption = self.own_value(PROFILE, self.profile, "portrait_caption")
        self._fill("portrait_caption", to_words(caption), "portrait_caption")
        self._fill("location", to_words(self.profile.text("location")), "location")

    def _biography(self):
        """`short_bio`; the part about research interests has a column of its own."""
        text = self.html(self.profile.text("short_bio"), self._place("short_bio"))
        text, demo = without_demo(text)
        if demo:
            self.tree.leave_out(PROFILE, DEMO, line=self._place("short_bio").line)
        biography, interests = split_interests(text)
        self._fill("biography", biography, "short_bio")
        self._fill("interests", interests, "short_bio")
        for key in ("research_interests", "interests"):
            lines = [self.line(text, self._place(key)) for text in self.profile.texts(key)]
            text = "\n".join(f"- {line}" for line in lines) if len(lines) > 1 else "".join(lines)
            self._fill("interests", text, key)

    def _services(self):
        # The theme writes "(at)", and the plugin jekyll-email-protect the address in signs.
        self.email(self.profile.text("email"), self._place("email"))
        self._fill("orcid", self.profile.text("orcid"), "orcid")
        for key in THEMES["luost26"]["services"].split():
            service = SERVICES["youtube_id" if key == "youtube" else key]
            self.service_of(PROFILE, self.profile, key, service)
        for key, kind, label in (("cv_link", Kind.CV, ""), ("wechat_qrcode", Kind.OTHER, "WeChat")):
            value = self.profile.text(key)
            if value and value != "link-to-your-cv-file":
                self.document(kind, value, f"{PROFILE}#{key}", self._place(key), label)
        # Left out, or read, below.
        known = {key for keys in self.left_out[PROFILE] for key in keys.split()}
        known |= self.profile.read | luost26_rows.LISTS.keys()
        for key in [key for key in self.profile if key not in known]:
            value = dict.get(self.profile, key)
            if not value or re.match(r"https?://", str(value)):
                label = key.replace("_", " ").capitalize()
                self.service(self.profile.text(key), self._place(key), label)

    # --- What the home page shows ---

    def _display(self):
        home = self.source.data(DISPLAY).mapping("homepage")
        for key, kinds in THEMES["luost26"]["hidden_parts"].items():
            if home.text(key).lower() == "false":
                for kind in kinds.split():
                    self._section(kind, Place(DISPLAY, home.lines[key]), is_shown=False)
        number = home.text("num_news")
        if number.isdecimal() and 0 < int(number) < 1000 and int(number) != LATEST_NEWS:
            self._section("news", Place(DISPLAY, home.lines["num_news"]), limit=int(number))

    def _section(self, kind, place, **values):
        self.section(kind, f"{DISPLAY}#{kind}", place, kind, **values)

    # --- Collections ---

    def _news(self, document):
        said = self.line(document.front.text("title"), document.place("title"))
        said = paragraphs([said, body(self, document)])
        if not said and cv_files.read_front(self, document, "news"):
            return
        if not said:
            self.tree.leave_out(document.path, _("it says nothing"))
            return
        values = {"date": day(self, document, "date"), "body": said}
        label = words(self, document, "title")
        self.add(NewsItem, document.path, document.place("title"), values, label)
        self.leave_looks(document)

    def _showcase(self):
        """Read the cards of the showcase, newest first."""
        # Older ones show every card.
        page = self.tree.text("showcase.html") if "showcase.html" in self.tree else '"show"'
        hides, shown = '"show"' in page, []
        for document in self.own_documents("showcase"):
            show = document.front.text("show").lower()
            if show == "false" or (hides and show != "true"):
                self.tree.leave_out(document.path, NOT_SHOWN)
            else:
                shown.append(document)
        shown.sort(key=lambda document: document.front.text("date"), reverse=True)
        for number, document in enumerate(shown, 1):
            self._card(document, number)

    def _card(self, document, number):
        front, place = document.front, document.body_place
        title, said = take_heading(self.markdown(CAROUSEL.sub("", document.body), place))
        title = title or to_words(front.text("title"))
        pictures = front.mappings("images")
        if not title and not pictures and not line_in_words(PICTURE.sub("", said)):
            reason = _("a picture alone: a project here has a title")
            self.tree.leave_out(document.path, reason)
            return
        title = title or document.stem.replace("_", " ").capitalize()
        values = {"title": title, "position": number}
        row = self.add(Project, document.path, place, values, title)
        for image in pictures:
            source, link = image.text("src"), image.text("link")
            source = source if "://" in source else f"/{source.lstrip('/')}"
            caption = " – ".join(filter(None, map(image.text, ("title", "desc"))))
            below = f"[{caption or link}]({link})" if link else caption
            said = paragraphs([said, f"![{image.text('title')}]({source})", below])
        said, cover, alt = take_picture(said)
        if file := self.file(cover, place):
            row.files["cover"] = file
            row.values |= {"cover_alt": alt} if alt else {}
        row.values["description"], row.links = take_links(said)
        self.leave_looks(document)

    # --- Menu, other pages, the files that are left ---

    def _pages(self):
        self._menu()
        self.record.old_paths += ["/", "/index.html"]
        for document in list(self.source.pages()):
            path, stem = document.path, document.stem
            name, position = self.menu.get(f"/{stem}", ("", 0))
            if "site.posts" in document.body:  # in Liquid that is not written out
                posts = [row for row in self.record.rows if row.origin.startswith("_posts/")]
                links = (f"- [{row.values['title']}]({row.old_paths[0]})" for row in posts[::-1])
                document.body = "\n".join(links)
            said = words_outside_liquid(document.body)
            if stem in LISTS or stem == "404":
                self.tree.leave_out(path, PART)
                continue
            if not said or LOOP.search(document.body) or is_list_of_theme(document):
                if said:
                    self.tree.not_understood(document.body_place, said[:200], MADE)
                self.tree.leave_out(path, LIST)
                kind = "publications" if "site.publications" in document.body else stem
                here = list_of(homepage.kind_of(kind) or cv_files.kind_of(kind))
                self._redirect(f"/{stem}", here)
                self.head(here, name or document.front.text("title"), document.place())
                continue
            own = words(self, document, "title")
            title, text = to_words(name) or own or stem, body(self, document)
            paths = [*self.source.former_addresses(document), f"/{stem}", f"/{stem}.html"]
            self.page(document, title, text, paths, in_menu=bool(position))

    def _menu(self):
        """navigation.yml: name by address; lists of ours are led to, other sites are links."""
        for path in ("publications", "showcase"):
            if f"{path}.html" in self.tree:
                self._redirect(f"/{path}", LISTS[path])
        self.read_menu(self.source.data(NAVIGATION).get("pages"), NAVIGATION)
        for path in self.menu:
            if path.strip("/") in LISTS:
                self._redirect(path, LISTS[path.strip("/")])
        name, _position = self.menu.get("/showcase", ("", 0))
        if name and name != "Showcase":
            self._section(
                "projects", self.tree.place_of(NAVIGATION, "pages"), heading=to_words(name)
            )

    def _redirect(self, path, target):
        if path.strip("/"):
            self.record.redirects |= {path: target, f"{path}.html": target}


# --- Words ---------------------------------------------------------------------------------------

INTERESTS = re.compile(r"\*\*(?P<heading>[^*\n]{1,60})\*\*[:：]? *\n(?P<text>.+)", re.S)
LIST_ITEM = re.compile(r"[-*+] |\d{1,3}[.)] ")


def split_interests(text: str) -> tuple[str, str]:
    """A biography without the part under "Research interests", and that part with its list."""
    biography, interests, is_in = [], [], False
    for paragraph in re.split(r"\n{2,}", text):
        match = INTERESTS.fullmatch(paragraph)
        is_head = bool(match) and homepage.kind_of(match["heading"]) == Section.Kind.INTERESTS
        is_in = is_head or (is_in and bool(LIST_ITEM.match(paragraph)))
        part = interests if is_in else biography
        part.append(match["text"] if is_head else paragraph)
    return "\n\n".join(biography), "\n\n".join(interests)


def take_heading(text: str) -> tuple[str, str]:
    """The words of the heading that a text begins with, and the text below it."""
    match = CARD_HEADING.match(text)
    return (line_in_words(match["title"]), text[match.end() :]) if match else ("", text)


def take_picture(text: str) -> tuple[str, str, str]:
    """The text without its first picture of the site's own, its address, its description."""
    for match in PICTURE.finditer(text):
        if "://" not in match["address"]:
            return text[: match.start()] + text[match.end() :], match["address"], match["alt"]
    return text, "", ""


def take_links(text: str) -> tuple[str, list[dict[str, str]]]:
    """The text without a last paragraph of nothing but links, and those."""
    said, _blank, last = text.rpartition("\n\n")
    if said and LINK_ALONE.fullmatch(last):
        links = LINK.findall(last)
        return said, [{"label": label[:80], "url": url} for label, url in links]
    return text, []
