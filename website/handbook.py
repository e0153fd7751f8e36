"""Help in the admin: the pages of docs/, as docs/README.md lists them, read and searched.

A page is cut at its headings, and each piece is rendered and found by itself; a link within docs/
leads to the page here, one to another file of the code stays words.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.http import Http404
from django.template.response import TemplateResponse
from django.templatetags.static import static
from django.urls import path, reverse
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from profiles import markup

DOCS = settings.BASE_DIR / "docs"
CONTENTS = "README"
HEADING = re.compile(r"(#{1,5}) (.+)")
# A page of the table of contents, and what it says of it.
LISTED = re.compile(r"^- \[(.+?)\]\((\w[\w-]*)\.md\): (.+(?:\n  .+)*)", re.M)
# Within docs/, or to another file of the code; not to a place on a site, as examples have it.
PICTURE = re.compile(r"!\[(.+)\]\(images/([\w.-]+)\)")
LINK = re.compile(r"\[([^\[\]]+)\]\(((?:\.\./|#)?[\w.-][\w./-]*(?:#[\w-]+)?)\)")
LONGEST, AT_MOST = 100, 30


@dataclass(frozen=True)
class Piece:
    """A heading and what stands below it. `page`: the name of its file without .md."""

    page: str
    level: int
    heading: str
    anchor: str
    text: str

    @property
    def url(self) -> str:
        anchor = f"#{self.anchor}" if self.level > 1 else ""
        return reverse("admin:help-page", args=[self.page]) + anchor

    @property
    def pictures(self) -> list[tuple[str, str]]:
        """Return (what it shows, address) of each picture."""
        return [(words, static(f"docs/{name}")) for words, name in PICTURE.findall(self.text)]

    @property
    def html(self) -> SafeString:
        return markup.render(LINK.sub(self._link, PICTURE.sub("", self.text)))

    def _link(self, found):
        """Who reads a page here knows its title, not its file."""
        words, target = found.groups()
        file, _sign, anchor = target.partition("#")
        name = file.removesuffix(".md") or self.page
        if name not in pages():
            return words
        address = reverse("admin:help-page", args=[name]) + (anchor and f"#{anchor}")
        return f"[{pages()[name][0].heading if words == file else words}]({address})"


def anchor_of(heading: str) -> str:
    """Return the anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def read(page: str) -> Iterator[Piece]:
    """Cut a file of docs/ at its headings; a # in a block of code is none."""
    level, heading, lines, is_code = 1, page, [], False
    for line in (DOCS / f"{page}.md").read_text(encoding="utf-8").splitlines():
        is_code ^= line.startswith("```")
        if not is_code and (found := HEADING.fullmatch(line)):
            if lines or level > 1:
                yield Piece(page, level, heading, anchor_of(heading), "\n".join(lines))
            level, heading, lines = len(found[1]), found[2].replace("`", ""), []
        else:
            lines.append(line)
    yield Piece(page, level, heading, anchor_of(heading), "\n".join(lines))


@cache
def pages() -> dict[str, list[Piece]]:
    """Name -> pieces of each page that the table of contents lists, in its order."""
    return {page: list(read(page)) for part in read(CONTENTS) for _t, page, _s in listed(part)}


def listed(part: Piece) -> list[tuple[str, str, str]]:
    """Return (title, page, what it says) of each page that a part of the contents lists."""
    return LISTED.findall(part.text)


def find(text: str) -> list[tuple[Piece, str]]:
    """Pieces that hold every word of `text`, each with the words around it; headings first, and the
    last part of the contents, which is for who works on the code, at the end.
    """
    words = text.casefold().split()
    found = []
    for pieces in pages().values():
        for piece in pieces:
            plain = markup.plain_text(piece.text)
            if all(
                word in f"{pieces[0].heading} {piece.heading} {plain}".casefold() for word in words
            ):
                found.append((piece, _around(plain, words[0])))
    *_others, of_the_code = filter(None, map(listed, read(CONTENTS)))
    last = {page for _title, page, _says in of_the_code}
    found.sort(
        key=lambda pair: (
            pair[0].page in last,
            not all(word in pair[0].heading.casefold() for word in words),
        )
    )
    return found[:AT_MOST]


def _around(plain, word):
    start = max(plain.casefold().find(word) - 80, 0)
    start = plain.rfind(" ", 0, start) + 1
    return f"{'… ' if start else ''}{Truncator(plain[start:]).chars(240)}"


def urls(site) -> list:
    """Return the URL patterns of the help's contents, with its search, and of its pages."""

    def contents(request):
        text = request.GET.get("q", "").replace("\0", "")[:LONGEST].strip()
        parts = [(part.heading, listed(part)) for part in read(CONTENTS) if listed(part)]
        context = {"title": _("Help"), "text": text, "parts": parts}
        if text:
            context["found"] = [(pages()[p.page][0], p, around) for p, around in find(text)]
        return answer(request, "admin/help.html", context)

    def page(request, name):
        if name not in pages():
            raise Http404
        first, *pieces = pages()[name]
        context = {"title": first.heading, "first": first, "pieces": pieces}
        return answer(request, "admin/help_page.html", context)

    def answer(request, template, context):
        return TemplateResponse(request, template, site.each_context(request) | context)

    return [
        path("help/", site.admin_view(contents), name="help"),
        path("help/<slug:name>/", site.admin_view(page), name="help-page"),
    ]
