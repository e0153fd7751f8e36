"""Pages of HTML that somebody wrote by hand -> records: sections by headings, papers by titles.

Nothing is known of such pages but what HTML says: scripts, styles, menus and forms are no text, the
first heading is the name, and what is no paper, news or row of its heading stays a text.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import import homepage
from exchange.site_import.buttons import Kind, completed, find_portrait, is_profile, without_picture
from exchange.site_import.jekyll import Jekyll, elements
from exchange.site_import.links import page_key
from exchange.site_import.markdown import COMMENT, attributes, spans, to_words, without_spans
from exchange.site_import.own_names import without_degree
from exchange.site_import.reading import Theme
from exchange.site_import.records import Place
from exchange.site_import.theme import PART
from exchange.site_import.tree import Document, SiteError
from profiles.markup.structure import line_in_words
from profiles.models import ResearcherLink
from profiles.models.people import kind_of_link
from publications.printed.names import is_name
from uploads.documents import SIGNATURES, extension_of

TEXTS = (".html", ".htm", ".xhtml")
HOMES = ("index.html", "index.htm", "home.html")
# Put into each page by a script.
FRAME = re.compile(r"(?:.*/)?(?:header|nav(?:bar|igation)?|menu|side-?bar)\.html?$", re.I)
# What a script fetches: onclick="load('papers.html')"
NAMED = re.compile(r"[\"'](?:\./)?([\w./-]{1,100}\.x?html?)[\"']")
BEGINS = re.compile(
    r"\s*+(?:<!--(?:(?!-->).)*+-->\s*+|<\?xml[^>]*+>\s*+)*+<(?:!doctype|html|head|body)\b",
    re.I | re.S,
)
FRAMES = re.compile(r"</?(?:html|body|main|article|section|header)\b[^<>]*>|<![^<>]*>", re.I)
ASIDE, PRE, NAV, HEADER = map(elements, ("aside", "pre", "nav", "header"))
# `<div class="navbar">`, to where the first such tag ends.
NAVIGATION = re.compile(
    r"<(\w+)\s[^<>]{0,200}\b(?:class|id)=[\"']?[^\"'<>]{0,100}\b(?:nav|menu).{0,5000}?</\1>",
    re.I | re.S,
)
# Classes such as "6u$(medium)", which would begin a formula.
DOLLAR = re.compile(r"<[a-z][^<>]*\$[^<>]*>", re.I)
# A list of terms as bullets; the tag that a template of many invented for its headings.
LISTS = [
    (re.compile(r"</br\s*>", re.I), "<br>"),  # as browsers read it
    (re.compile(r"</dt>\s*<dd\b[^<>]*>", re.I), ", "),
    (re.compile(r"<(/?)dl\b[^<>]*>", re.I), r"<\1ul>"),
    (re.compile(r"<(/?)d[dt]\b[^<>]*>", re.I), r"<\1li>"),
    (re.compile(r"<(/?)heading\b[^<>]*>", re.I), r"<\1h2>"),
]
# `<div class="section-title">Papers</div>`, which is a heading.
TITLED = re.compile(
    r"<(div|p|span)\s[^<>]{0,99}class=[\"'][\w -]{0,99}(?:title|head)[^<>]{0,99}>"
    r"([^<>]{2,60})</\1>",
    re.I,
)
# One below the other by their style: `<span class="venue">…</span>`, then `<strong>…</strong>`.
STACKED = re.compile(
    r"^(<(span|strong|b)\b[^\n]*(?<!:)</\2>)\n(?=<(?!\2\b)(?:span|strong|b)\b)", re.M | re.I
)
# What is no text of a page: how it begins and ends.
SPANS = elements(
    *("head", "script", "style", "svg", "nav", "footer", "form", "button", "noscript"),
    *("iframe", "template", "select", "video", "audio", "canvas", "object"),
)
SVG = SPANS[3:4]
HIDDEN = re.compile(
    r"<(\w+)[^<>]{0,300}(?:visually-hidden|sr-only|skip-link|footer)[^<>]{0,300}>[^<>]*</\1>", re.I
)
MENU_LINE = re.compile(r"\s*-\s+(?:#+ )?\[[^\[\]]*\]\(([^()]*)\)\s*")
LINK = re.compile(r"\[[^\[\]]*\]\(([^()]*)\)|<a href=\"([^\"]*)\">[^<]*</a>")
TITLE = re.compile(r"<title[^<>]*>([^<]*)</title>", re.I)
AUTHOR = re.compile(r"<meta\s[^<>]{0,300}name\s?=\s?[\"']author[\"'][^<>]{0,300}>", re.I)
FIRST_HEADING = re.compile(r"<h1\b[^<>]*>((?:(?!</?h[1-6]).)*)</h1>", re.I | re.S)
ANCHOR = re.compile(r"<a\s([^<>]*)>((?:(?!</?a\b).){0,300})</a>", re.I | re.S)
PICTURE = re.compile(r"<img\s([^<>]*)>", re.I)
# What somebody is, and where.
POSITION = re.compile(
    r",|@|\b(?:at|professor|student|candidate|researcher|fellow|engineer|scientist|postdoc)\b", re.I
)
CV = re.compile(r"cv|c\.\s?v\.?|(?:full )?r[ée]sum[ée]|curriculum vitae", re.I)
# What a script fills: an empty element with a name, or what says “Loading …” until then.
EMPTY = re.compile(
    r"(?P<begin><(\w+)\s[^<>]{0,300}\bid=[\"']?(?P<name>[\w-]+)[^<>]{0,300}>)\s*(?P<end></\2>)"
    r"|<p\b[^<>]{0,300}>\s*Loading\s*(?:…|\.{3})\s*</p>",
    re.I,
)
# The texts in Markdown that scripts name.
FETCHED = re.compile(r"[\"'](?:\./)?([\w./-]{1,100}\.md)[\"']")
FILL = "\ue000"
LONGEST_NAME, LONGEST_CAPTION, MOST_WORDS_OF_LINKS = 60, 120, 12
NO_TEXT = gettext_lazy(
    "This page of HTML has no text of its own: a script or a form makes it. Nothing was changed; "
    "give the site’s sources, or write the page here."
)
# Pages of tools, and parts that scripts put into others.
TOOLS = re.compile(
    r"(?:.*/)?(?:404|google\w{16}|header|footer|nav(?:bar|igation)?|menu|side-?bar|[\w-]*template[\w-]*)\.html?$",
    re.I,
)


class Pages(Jekyll):
    """The files as a server gives them."""

    has_collections = False

    def pages(self) -> Iterator[Document]:
        """Whole pages, the home page first."""
        paths = [path for path in self.tree.below("", *TEXTS) if not TOOLS.match(path)]
        for path in sorted(paths, key=lambda path: path not in HOMES):
            yield self.tree.document(path)

    def address(self, document: Document) -> str:
        return f"/{document.path.removesuffix('index.html')}"


class HtmlSite(Theme):
    system = "html"
    generator = Pages

    @classmethod
    def detect(cls, tree) -> str:
        """ "pages", or "page" where there is one alone; "" without a whole page at the root."""
        path = next((path for path in HOMES if path in tree), "")
        if not path and len(tree.files) == 1:
            path = next(iter(tree.files))
        if not path or not path.endswith((*TEXTS, ".md", ".txt")):
            return ""
        if not BEGINS.match(tree.text(path)):
            return ""
        return "page" if len(tree.files) == 1 else "pages"

    def read(self):
        pages = list(self.source.pages()) or [self.tree.document(next(iter(self.tree.files)))]
        self._fill(pages)
        home, linked = pages[0], self._linked(pages)
        self._menu(home)
        texts = self._without_frame({page.path: self._text(page) for page in pages})
        if not any(re.search(r"\w", texts[path]) for path in linked):
            raise SiteError(NO_TEXT)
        self._home(home, texts[home.path])
        self.record.redirects[f"/{home.path}"] = ""
        self.read_data(self.tree.below("", ".json"))
        for document in pages[1:]:
            if document.path in linked:
                self._page(document, texts[document.path])
            else:
                self.tree.leave_out(document.path, _("no page of the site leads there"))
        for path in self.tree.files:
            if path not in self.tree.used and (path.endswith(TEXTS) or path.startswith("css/")):
                self.tree.leave_out(path, PART)
        self.leave_rest()
        return self.record

    def _fill(self, pages) -> None:
        """Empty elements, with what files of YAML beside the texts say under their names."""
        folders = {posixpath.dirname(path) for path in self.tree.below("", ".md")} - {""}
        said: dict[str, str] = {}
        for path in self.tree.below("", ".yml", ".yaml"):
            if posixpath.dirname(path) in folders and not path.startswith("."):
                front = self.tree.document(path).front
                said |= {key: front.text(key) for key in front}

        def put(empty):
            text = said.get(empty["name"], "")
            return f"{empty['begin']}{text}{empty['end']}" if text else empty[0]

        for page in pages:
            page.body = EMPTY.sub(put, page.body)

    @cached_property
    def _frame(self) -> str:
        return "".join(self.tree.text(path) for path in self.tree.files if FRAME.match(path))

    def _linked(self, pages) -> set[str]:
        """Paths of those to which one gets from the home page."""
        by_key = {page_key(page.path): page for page in pages}
        found, left = set(), [page_key(pages[0].path)]
        while left:
            page = by_key.get(left.pop())
            if not page or page.path in found:
                continue
            found.add(page.path)
            html, folder = page.body + self._frame, posixpath.dirname(page.path)
            paths = [*(href for href, _words in anchors(html)), *NAMED.findall(html)]
            left += [page_key(posixpath.join(folder, path)) for path in paths]
        return found

    def _without_frame(self, texts: dict[str, str]) -> dict[str, str]:
        """Without lines that stand on most pages: the frame around each."""
        counts = Counter(line for text in texts.values() for line in set(text.split("\n")) if line)
        frame = {line for line, n in counts.items() if n > 2 and n > len(texts) / 2}
        known = {*self.menu, page_key(next(iter(texts), ""))}

        def is_own(line):
            match = None if line.endswith("  ") else MENU_LINE.fullmatch(line)  # of the menu
            # Or all of it in one line.
            keys = {page_key(one or two) for one, two in LINK.findall(line)}
            is_menu = len(keys) > 1 and keys <= known and not LINK.sub("", line).strip(" -|·,")
            return not (line in frame or is_menu or (match and page_key(match[1]) in self.menu))

        return {path: "\n".join(filter(is_own, text.split("\n"))) for path, text in texts.items()}

    def _text(self, document) -> str:
        """Its words in our Markdown, without what is no text."""
        html = HIDDEN.sub("", without_spans(without_spans(document.body, COMMENT), SPANS))
        body = re.search(r"<body\b[^<>]*>", html, re.I)
        html = html[body.end() :] if body else html
        html = FRAMES.sub("\n", without_spans(html, ASIDE, _words_of_aside))
        html = TITLED.sub(_heading, html)
        for pattern, replacement in LISTS:
            html = pattern.sub(replacement, html)
        html = DOLLAR.sub(lambda tag: tag[0].replace("$", ""), html)
        # An empty line would end the block of HTML.
        kept: list[str] = []
        filled: list[str] = []
        fetched = filter(self.tree.files.get, dict.fromkeys(FETCHED.findall(document.body)))
        html = EMPTY.sub(lambda empty: self._filled(empty, fetched, filled), html)
        html = without_spans(html, PRE, lambda pre: kept.append(pre) or "\0")
        html = "\n".join(line.strip() for line in html.split("\n") if line.strip())
        html = STACKED.sub(r"\1<br>\n", html)
        for pre in kept:
            html = html.replace("\0", pre, 1)
        text = self.markdown(f"<div>{html}</div>", Place(document.path, 1))
        for inner in filled:
            text = text.replace(FILL, inner, 1)
        return text

    def _filled(self, empty, fetched, texts) -> str:
        """A mark where a script puts a text, which is added to `texts`: for "news-md" the file
        news.md, else the next one that is fetched, which after others is called as its file is.
        """
        if name := empty["name"]:
            stem = name.removesuffix("-md")
            named = self.tree.below("", f"/{stem}.md") if stem != name else ()
            path, title = next(iter(named), ""), ""
        else:
            path = next(fetched, "")
            title = path.rpartition("/")[2][:-3].capitalize() if texts else ""
        if not path:
            return empty[0] if name else ""
        self.tree.used.add(path)
        texts.append(self.markdown(self.tree.document(path).body, Place(path, 1)))
        return f"{title and f'<h2>{title}</h2>'}<p>{FILL}</p>"

    def _menu(self, document) -> None:
        """Of the links in <nav> and <header>, else in a box called so, else of all at the top."""
        html = without_spans(document.body, COMMENT)
        found = [span for tag in (NAV, HEADER) for span in spans(html, *tag[0])]
        part = "".join(html[start:stop] for start, stop in found)
        part = part or "".join(match[0] for match in NAVIGATION.finditer(html))
        part += self._frame
        pages = {page_key(page.path) for page in self.source.pages()} - {page_key(document.path)}
        for href, words in anchors(part or document.body[:20_000]):
            if page_key(href) in pages:
                self.menu.setdefault(page_key(href), (words, len(self.menu) + 1))

    # --- The home page ---

    def _home(self, document, text) -> None:
        name, place = self._name(document), Place(document.path, 1)
        self.fill("display_name", name, place)
        html = HIDDEN.sub("", without_spans(document.body, [*COMMENT, *SVG]))
        for href, words in anchors(html):
            self._service(href, words, place)
        pictures = (attributes(match[1]) for match in PICTURE.finditer(document.body))
        pictures = [(one.get("src", ""), one.get("alt", "")) for one in pictures]
        if shown := find_portrait(self, pictures, place, is_named=False):
            text = without_picture(text, shown)
        if name and (heading := re.search(rf"(?m)^#+ .*{re.escape(name)}.*$", text)):
            before = text[: heading.start()].strip()
            text = text[heading.end() :]
            text = f"{before}\n\n{text}" if len(before) > LONGEST_CAPTION else text
        text = "\n".join(line for line in text.split("\n") if not self._is_contact(line))
        text = self._headline(text, place)
        page = self.tell_unread(homepage.read(text, document.path, 0, owner=self.owner))
        self.fill("biography", page.biography, place)
        self.fill("interests", page.interests, place)
        self.record.rows += page.rows
        self.add_papers(page.references)

    def _is_contact(self, line):
        """Whether it is nothing but links that stand beside the portrait here."""
        links = [one or two for one, two in LINK.findall(line)]
        are_known = all(url.startswith("mailto:") or is_profile(url) for url in links)
        words = LINK.sub("", line).strip(" -|·,")
        return bool(links) and are_known and not words

    def _name(self, document) -> str:
        """Of <meta name="author">, else the first heading, else the title."""
        author = AUTHOR.search(document.body)
        said = attributes(author[0]).get("content", "") if author else ""
        names = [without_degree(one) for one in (said, *_titles(document))]
        # "Alice Ahlgren, Dept. of Tides, University of Oslo"
        names += [one for name in names if is_name(one := name.partition(",")[0])]
        return next(
            (one for one in names if 2 <= len(one.split()) <= 5 and len(one) <= LONGEST_NAME), ""
        )

    def _headline(self, text, place):
        """The text without the headings below the name that head nothing, the headline."""
        lines, heads = text.strip("\n").split("\n"), []
        while lines and (not lines[0].strip() or lines[0].startswith("#")):
            line = lines.pop(0)
            head = line.lstrip("# ").strip()
            following = next((other for other in lines if other.strip()), "")
            is_last = bool(head) and not following.startswith("#")
            is_said_of_somebody = heads or POSITION.search(head)
            if homepage.kind_of(head) or (is_last and not is_said_of_somebody):
                lines.insert(0, line)
                break
            heads += [line_in_words(head)] if head else []
            if is_last:
                break
        self.fill("headline", ", ".join(heads)[:200], place)
        return "\n".join(lines)

    def _service(self, href, words, place):
        """Of all links of the page, the first profile of each service, and the CV."""
        known, url = {row.values["kind"] for row in self.rows(ResearcherLink)}, completed(href)
        is_first = is_profile(url) and kind_of_link(url) not in {*known, Kind.OTHER}
        if CV.fullmatch(words) and extension_of(href) in SIGNATURES:
            self.cv_document(href, place)
        elif href.startswith("mailto:") or is_first:
            self.service(href, place)

    # --- Other pages ---

    def _page(self, document, text) -> None:
        path, title = document.path, self.title_of(document)
        document.body_line = 0  # lines of the converted text are none of the file
        if not re.search(r"\w", text):
            self.tree.leave_out(path, _("a page without words"))
            return
        text = re.sub(rf"\A\s*#+ *{re.escape(title)}[ \t]*$", "", text, flags=re.M).strip()
        self.own_page(document, title, text)

    def title_of(self, document):
        """As the menu calls it, else its first heading, else its title."""
        titles = (self.in_menu(document)[0], *_titles(document))
        return next((one for one in titles if one and len(one) < 120), document.stem)


def _heading(box):
    return f"<h2>{box[2]}</h2>" if homepage.kind_of(box[2]) else box[0]


def _titles(document) -> list[str]:
    """The first heading, and the title."""
    found = (pattern.search(document.body) for pattern in (FIRST_HEADING, TITLE))
    return [to_words(match[1]) for match in found if match]


def _words_of_aside(aside):
    """Of what stands beside a text: nothing where it is links and pictures."""
    words = to_words(ANCHOR.sub("", aside)).split()
    return aside if len(words) > MOST_WORDS_OF_LINKS else ""


def anchors(html) -> Iterator[tuple[str, str]]:
    """(address, words) of each link."""
    for match in ANCHOR.finditer(html):
        if href := attributes(match[1]).get("href", ""):
            yield href, to_words(match[2])
