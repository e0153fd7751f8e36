"""Text is hostile until this package has had it: Markdown and maths -> safe HTML.

The only import of markdown-it-py, mdit-py-plugins, math-core, Pygments and nh3. Whatever is
rendered passes nh3 as the very last step (`profiles.markup.sanitiser`).
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString

from profiles.markup.maths import mathml, split_maths
from profiles.markup.parser import document_id, markdown
from profiles.markup.references import Reference
from profiles.markup.sanitiser import sanitise
from profiles.markup.text import words_of

if TYPE_CHECKING:
    from profiles.models import Researcher


# Longer texts are shown as typed, in paragraphs: no page is that long, and every rule is bounded.
MAX_LENGTH = 64 * 1024


def render(
    text: str, researcher: Researcher | None = None, *, shift_headings: int = 2, page: str = ""
) -> SafeString:
    """Markdown -> block HTML. The text's highest heading becomes h(1 + shift_headings).

    CommonMark with tables, strikethrough, footnotes, definition lists and maths; of HTML only
    `u del sup sub br mark kbd strong em b i`, without attributes, and `<a href>`. Comments
    vanish. `[@key]` and `[[Name]]` are looked up among what is the researcher's. With `page`, the
    whole address of the page that the text stands on, every link is whole. Never raises.
    """
    env = {
        "docId": document_id(text, researcher),
        "shift_headings": shift_headings,
        "researcher": researcher,
        "page": page,
    }
    return _rendered(text, env, markdown().render, _as_typed)


def render_inline(text: str, researcher: Researcher | None = None, *, page: str = "") -> SafeString:
    """Markdown of one line (a title, an award's name) -> HTML without a block element."""
    env = {"researcher": researcher, "page": page}
    return _rendered(text.strip(), env, markdown().renderInline, escape)


def _rendered(text, env, renderer, as_typed):
    if len(text) > MAX_LENGTH:
        return sanitise(as_typed(text))
    try:
        return sanitise(renderer(text, env))
    except RecursionError:
        return sanitise(as_typed(text))


def render_maths(text: str) -> SafeString:
    """Text that is no Markdown, such as a paper's title, with its `$…$` and `\\(…\\)` as MathML."""
    parts = [
        escape(part)
        if isinstance(part, str)
        else mathml(part.tex, part.source, part.display, annotated=False)
        for part in split_maths(text[:MAX_LENGTH])
    ]
    return sanitise("".join([*parts, escape(text[MAX_LENGTH:])]))


def plain_text(text: str, researcher: Researcher | None = None) -> str:
    """The words alone, in one line: for descriptions and titles of feeds. Not HTML: escape it."""
    if len(text) > MAX_LENGTH:
        return " ".join(text.split())
    try:
        return words_of(
            markdown().parse(text, {"researcher": researcher, "bare": researcher is None})
        )
    except RecursionError:
        return " ".join(text.split())


class Survey(NamedTuple):
    """What a text refers to, each once, the descriptions of the pictures it shows, the addresses
    its links lead to, and what was meant as a link and is none.
    """

    references: list[Reference]
    pictures: list[str]
    links: list[str]
    unmade: list[str]


def survey(text: str) -> Survey:
    """`[@key]` and `[[Name]]` in code and maths are none."""
    env = {}
    if len(text) <= MAX_LENGTH:
        with suppress(RecursionError):
            markdown().parse(text, env)
    cited = list(dict.fromkeys(env.get("cited", [])))
    return Survey(cited, *(env.get(name, []) for name in ("pictures", "links", "unmade")))


def _as_typed(text):
    paragraphs = re.split(r"\n[ \t]*\n", text)
    return "\n".join(f"<p>{escape(p.strip())}</p>" for p in paragraphs if p.strip())
