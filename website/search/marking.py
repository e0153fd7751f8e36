"""What was sought, marked in what is shown: escaped text with <mark>, and a piece around it."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from profiles.folding import expand_umlauts, fold_accents
from website.search.words import CJK, IS_CJK, LONGEST, Term

# As words.RUN, in text that is not folded: letters may have accents behind them.
RUN = re.compile(rf"[{CJK}]+|[^\W_{CJK}](?:[\u0300-\u036f]|[^\W_{CJK}])*")
# A quote's length, and how much of it stands before the first mark. Chinese says it in half.
LONGEST_QUOTE, BEFORE = 220, 70
# Further down, a text is not looked through for a quote.
READ = 20_000


def marked(text: str, sought: list[Term]) -> SafeString:
    """`text` escaped, each word that was sought in <mark>."""
    parts, end = [], 0
    for start, stop in _spans(text, sought):
        parts.append(conditional_escape(text[end:start]))
        parts.append(format_html("<mark>{}</mark>", text[start:stop]))
        end = stop
    parts.append(conditional_escape(text[end:]))
    return mark_safe("".join(parts))  # noqa: S308 each part is escaped


def quote(texts: Iterable[str], sought: list[Term]) -> SafeString:
    """A piece of the first text that has something to mark, with it marked; else ""."""
    for text in texts:
        text = " ".join(text[:READ].split())
        if spans := _spans(text, sought):
            return marked(_around(text, *spans[0]), sought)
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


def _spans(text, sought) -> list[tuple[int, int]]:
    """Where to mark, in order; those that touch are one."""
    spans = []
    for start, stop in _hits(text, sought):
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(stop, spans[-1][1]))
        else:
            spans.append((start, stop))
    return spans


def _hits(text, sought) -> Iterator[tuple[int, int]]:
    latin = tuple(term for term in sought if not term.is_cjk)
    signs = {form for term in sought if term.is_cjk for form in term.forms}
    for run in RUN.finditer(text):
        if not IS_CJK.match(run[0]):
            if _is_sought(run[0], latin):
                yield run.span()
            continue
        for at in range(*run.span()) if signs else ():
            for size in (1, 2):
                if at + size <= run.end() and fold_accents(text[at : at + size]) in signs:
                    yield at, at + size


@lru_cache(maxsize=10_000)
def _is_sought(word, latin):
    forms = {fold_accents(word)[:LONGEST], fold_accents(expand_umlauts(word))[:LONGEST]}
    return any(
        form.startswith(sought) if term.is_beginning else form == sought
        for term in latin
        for sought in term.forms
        for form in forms
    )
