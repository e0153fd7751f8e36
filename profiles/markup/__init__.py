"""Text is hostile until this package has had it: Markdown and maths -> safe HTML.

The only import of markdown-it-py, mdit-py-plugins, math-core, Pygments and nh3. Whatever is
rendered passes nh3 as the very last step (`profiles.markup.sanitiser`).

parser        Markdown: which rules there are, footnotes, code in colour; [@key] and [[Name]]: links
              to papers; “a forthcoming paper” for a draft
tokens        the HTML tags that one may type in a text; links, pictures, captions and headings, as
              they are dressed before the HTML is written
sanitiser     what HTML a page may hold at all: tags, attributes, addresses
maths         formulas between dollar signs, and their MathML
structure     the blocks of a Markdown text, for those who read it and do not show it; plain words
              of it: for titles, feeds, search, pictures; old and unknown TeX commands
budget        how much work a text may ask for, against texts that would take minutes
"""

from __future__ import annotations

import html
import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from hashlib import sha256
from threading import Lock
from typing import NamedTuple

from django.conf import settings
from django.db.models import Model
from django.utils.html import escape
from django.utils.safestring import SafeString

from profiles import languages
from profiles.markup.budget import OverBudgetError, TooMuch, has_few_signs, where
from profiles.markup.maths import mathml, split_maths
from profiles.markup.parser import (
    Reference,
    document_id,
    doubt,
    markdown,
    withhold,
    without_references,
)
from profiles.markup.sanitiser import sanitise
from profiles.markup.structure import in_one_line, tex_to_text, without_commands, words_of


class TextCache:
    """Strings by key, at most `size` characters of them; what was not asked for longest goes.

    Of this process alone: unlike Django's caches, it knows how much it holds.
    """

    EACH = 500  # what a key and a place take

    def __init__(self, size: int):
        self.free = size
        self._strings: OrderedDict[Hashable, str] = OrderedDict()
        self._lock = Lock()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._strings

    def get(self, key: Hashable, make: Callable[[], str]) -> str:
        """The string under `key`, by `make` where there is none."""
        with self._lock:
            if key in self._strings:
                self._strings.move_to_end(key)
                return self._strings[key]
        made = make()
        with self._lock:
            if key not in self._strings:
                self._strings[key] = made
                self.free -= len(made) + self.EACH
            while self.free < 0:
                _key, oldest = self._strings.popitem(last=False)
                self.free += len(oldest) + self.EACH
        return made

    def clear(self) -> None:
        with self._lock:
            self.free += sum(len(made) + self.EACH for made in self._strings.values())
            self._strings.clear()


# Longer texts are shown as typed, in paragraphs: no page is that long, and every rule is bounded.
MAX_LENGTH = 64 * 1024
# As most titles are: nothing in them means anything to LaTeX or the sanitiser.
WORDS = re.compile(r"[\w ,.;:!?()/+=–—’“”-]*")
TEX_SIGNS = re.compile(r"[\\{}]")
# What was made of texts lately, for all requests: so many characters of it.
_made = TextCache(16 * 1024 * 1024)
forget = _made.clear


def render(
    text: str, researcher: Model | None = None, *, shift_headings: int = 2, page: str = ""
) -> SafeString:
    """Markdown -> block HTML. The text's highest heading becomes h(1 + shift_headings).

    CommonMark with tables, strikethrough, footnotes, definition lists and maths; of HTML only
    `u del sup sub br mark kbd strong em b i`, without attributes, and `<a href>`. Comments
    vanish. `[@key]` and `[[Name]]` are looked up among what is the researcher's. With `page`, the
    whole address of the page that the text stands on, every link is whole. Never raises; a text
    that is `too_much` is shown as typed, in paragraphs.
    """
    options = {
        "docId": document_id(text, researcher),
        "shift_headings": shift_headings,
        "page": page,
    }

    def make():
        env = options | {"researcher": researcher}
        return sanitise(_or_as_typed(markdown().render, text, env, _paragraphs))

    return _once(text, researcher, ("block", *options.values()), make)


def render_inline(text: str, researcher: Model | None = None, *, page: str = "") -> SafeString:
    """Markdown of one line (a title, an award's name) -> HTML without a block element."""

    def make():
        env = {"researcher": researcher, "page": page}
        return sanitise(_or_as_typed(markdown().renderInline, text.strip(), env, escape))

    return _once(text, researcher, ("line", page), make)


def render_maths(text: str, *, annotated: bool = False) -> SafeString:
    """Text that is no Markdown, such as a paper's title, with its `$…$` and `\\(…\\)` as MathML.

    `annotated`: each formula with its TeX, for what is written from it.
    """
    if len(text) <= MAX_LENGTH and WORDS.fullmatch(text):
        return escape(text)

    def make():
        parts = [
            escape(part) if isinstance(part, str) else _formula_of_title(part, annotated)
            for part in split_maths(without_commands(text[:MAX_LENGTH]))
        ]
        return sanitise("".join([*parts, escape(text[MAX_LENGTH:])]))

    return _once(text, None, ("title", annotated), make)


def _formula_of_title(maths, annotated):
    """What cannot be typeset in words, where these can say it: a reader is no author of it."""
    html = mathml(maths.tex, maths.source, maths.display, annotated=annotated)
    words = "" if html.startswith("<math") else tex_to_text(maths.tex)
    is_plain = words and html.startswith("<code") and not TEX_SIGNS.search(words)
    return escape(words) if is_plain else html


def plain_text(text: str, researcher: Model | None = None) -> str:
    """The words alone, in one line: for descriptions and titles of feeds. Not HTML: escape it.

    LaTeX that was left in the text is read, too.
    """

    def words(text, env):
        return words_of(markdown().parse(without_commands(text), env))

    def make():
        env = {"researcher": researcher, "bare": researcher is None}
        return _or_as_typed(words, text, env, in_one_line)

    return _once(text, researcher, ("words", researcher is None), make)


class Survey(NamedTuple):
    """What a text refers to, each once, the descriptions of the pictures it shows, the addresses
    its links lead to, and what was meant as a link and is none.
    """

    references: list[Reference]
    pictures: list[str]
    links: list[str]
    unmade: list[str]


def survey(text: str) -> Survey:
    """`[@key]` and `[[Name]]` in code and maths are none; a text that is `too_much` has nothing."""
    env = {}
    if len(text) <= MAX_LENGTH:
        try:
            markdown().parse(text, env)
        except (OverBudgetError, RecursionError):
            env = {}
    cited = list(dict.fromkeys(env.get("cited", [])))
    return Survey(cited, *(env.get(name, []) for name in ("pictures", "links", "unmade")))


def too_much(text: str) -> TooMuch | None:
    """Where a text asks for more work than one text may; None where it does not.

    What forms refuse, imports warn of, and pages show as typed.
    """
    if len(text) > MAX_LENGTH:
        return TooMuch(text.count("\n", 0, MAX_LENGTH) + 1, "")
    with suppress(RecursionError):
        try:
            if not has_few_signs(text):
                markdown().parse(text, {})
        except OverBudgetError as error:
            return where(text, error)
    return None


def _once(text, researcher, options, make: Callable[[], str]):
    """What `make` makes of a text, made once: kept by its content, so it depends on nothing else.

    What a text says of papers depends on who they are shown to, too: such a text is kept with the
    researcher as loaded for this one page.
    """
    key = (_digest(text), languages.current(), settings.MEDIA_URL, *options)
    if researcher is None or ("[@" not in text and "[[" not in text):
        return _made.get(key, make)
    of_page = researcher.__dict__.setdefault("_made_of_texts", {})
    if key not in of_page:
        of_page[key] = make()
    return of_page[key]


def _digest(text):
    return sha256(text.encode(errors="surrogatepass")).digest()


def _or_as_typed(read, text, env, as_typed):
    """`read`, or where the text is too much, what was typed, drafts' names still kept back.

    Once it was too much, it is not read again: most of what such a text costs is to find that out.
    """
    refused = (
        "too much",
        _digest(text),
        as_typed is escape,
    )  # one line may be, where blocks are not
    if len(text) <= MAX_LENGTH and refused not in _made:
        try:
            return read(text, env)
        except (OverBudgetError, RecursionError):
            _made.get(refused, str)
    researcher = env["researcher"]
    return as_typed(withhold(text, researcher) if researcher else without_references(text))


def _paragraphs(text):
    paragraphs = map(str.strip, re.split(r"\n[ \t]*\n", str(escape(text))))
    return "\n".join(f"<p>{paragraph}</p>" for paragraph in paragraphs if paragraph)


# --- HTML of small pieces, of which a page has hundreds: names, links, chips of a list of papers -


def small_html(form: str, *texts: str) -> SafeString:
    """As Django's format_html(), which takes five times as long, of texts alone.

    No numbers, and nothing that is translated later.
    """
    return SafeString(form.format(*map(_escaped, texts)))


def joined_html(by: str, pieces: Iterable[SafeString]) -> SafeString:
    """The pieces, each of which is HTML or is escaped, with `by` between them."""
    return SafeString(by.join(map(_escaped, pieces)))


def lang(code: str) -> str:
    """The lang attribute of a known code, and dir where the page runs the other way."""
    if not code:
        return ""
    direction = languages.direction(code)
    form = ' lang="{}"' if direction == languages.direction() else ' lang="{}" dir="{}"'
    return small_html(form, code, direction)


def _escaped(text):
    return text if isinstance(text, SafeString) else html.escape(text)
