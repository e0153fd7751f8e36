"""What the results page shows: how much of each kind was found, and the best of it, marked."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from django import template
from django.core.paginator import Page, Paginator
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from profiles.folding import expand_umlauts, fold
from profiles.markup import plain_text, render_maths
from profiles.markup.text import without_commands
from website.search import words
from website.search.documents import SearchKind
from website.search.query import FoundRows, find
from website.search.words import IS_CJK, LONGEST, Term

register = template.Library()

IN_OVERVIEW, PER_PAGE = 5, 20
# A quote's length, and how much of it stands before the first mark. Chinese says it in half.
LONGEST_QUOTE, BEFORE = 220, 70
# Further down, a text is not looked through for a quote.
READ = 20_000


@dataclass(frozen=True)
class Hit:
    # What the kind's template shows: the row itself, or what the kind makes of it.
    row: object
    # A piece of its text with what was sought in it marked, or "".
    quote: SafeString


@dataclass(frozen=True)
class Results:
    """What a search found of one kind."""

    found: FoundRows
    terms: list[Term]
    is_chosen: bool

    @property
    def kind(self) -> SearchKind:
        return self.found.kind

    @property
    def count(self) -> int:
        return len(self.found.keys)

    @property
    def has_more(self) -> bool:
        return self.count > IN_OVERVIEW

    def best(self) -> list[Hit]:
        return self.hits(self.found.keys[:IN_OVERVIEW])

    def page(self, number: str) -> Page:
        return Paginator(self.found.keys, PER_PAGE).get_page(number)

    def hits(self, keys: Iterable[int]) -> list[Hit]:
        rows = self.kind.load(keys)
        texts = self.kind.quoted(rows)
        quotes = [quote(map(plain_text, texts[row.pk]), self.terms) for row in rows]
        return [Hit(*pair) for pair in zip(self.kind.present(rows), quotes, strict=True)]


def search(typed: str, chosen: str = "") -> list[Results]:
    """What was found, of each kind of which there is something; of a chosen kind, even nothing."""
    if not (terms := words.terms(typed)):
        return []
    every_kind = [Results(found, terms, found.kind.name == chosen) for found in find(typed)]
    return [results for results in every_kind if results.count or results.is_chosen]


# --- Marking --------------------------------------------------------------------------------------


@register.filter(name="marked")
def marked_title(text, terms):
    """Text that is no Markdown, with the sought words marked; formulas are set, not searched."""
    text = without_commands(text)
    return render_maths(text) if "$" in text else marked(text, terms)


def marked(text: str, terms: list[Term]) -> SafeString:
    """`text` escaped, each word that was terms in <mark>."""
    parts, end = [], 0
    for start, stop in _spans(text, terms):
        parts.append(conditional_escape(text[end:start]))
        parts.append(format_html("<mark>{}</mark>", text[start:stop]))
        end = stop
    parts.append(conditional_escape(text[end:]))
    return mark_safe("".join(parts))  # noqa: S308 each part is escaped


def quote(texts: Iterable[str], terms: list[Term]) -> SafeString:
    """A piece of the first text that has something to mark, with it marked; else ""."""
    for text in texts:
        text = " ".join(text[:READ].split())
        if spans := _spans(text, terms):
            return marked(_around(text, *spans[0]), terms)
    return mark_safe("")


def _around(text, start, stop):
    """Begins and ends between words where there are blanks."""
    half = 2 if IS_CJK.match(text[start]) else 1
    first = max(0, start - BEFORE // half)
    first = (text.find(" ", first, start) + 1 or first) if first else 0
    last = max(stop, first + LONGEST_QUOTE // half)
    if last < len(text):
        last = text.rfind(" ", stop, last) if " " in text[stop:last] else last
    return ("… " if first else "") + text[first:last] + (" …" if last < len(text) else "")


def _spans(text, terms) -> list[tuple[int, int]]:
    """Where to mark, in order; those that touch are one."""
    spans = []
    for start, stop in _hits(text, terms):
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(stop, spans[-1][1]))
        else:
            spans.append((start, stop))
    return spans


def _hits(text, terms) -> Iterator[tuple[int, int]]:
    latin = tuple(term for term in terms if not term.is_cjk)
    signs = {form for term in terms if term.is_cjk for form in term.forms}
    for run in words.UNFOLDED_RUN.finditer(text):
        if not IS_CJK.match(run[0]):
            if _is_sought(run[0], latin):
                yield run.span()
            continue
        for at in range(*run.span()) if signs else ():
            for size in (1, 2):
                if at + size <= run.end() and fold(text[at : at + size]) in signs:
                    yield at, at + size


@lru_cache(maxsize=10_000)
def _is_sought(word, latin):
    forms = {fold(word)[:LONGEST], fold(expand_umlauts(word))[:LONGEST]}
    return any(
        form.startswith(wanted) if term.is_beginning else form == wanted
        for term in latin
        for wanted in term.forms
        for form in forms
    )
