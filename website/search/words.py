"""Text -> the words it is found by, and what a visitor typed -> the terms sought.

Both databases hold these words and nothing else, so that both find the same. Latin words are
folded and found by how they begin; Chinese and Japanese have no blanks, so their text is held as
overlapping pairs of signs: 吴健雄 is 吴健, 健雄, 雄, and any part of it is found.
"""

import re
import unicodedata
from dataclasses import dataclass

from profiles.folding import expand_umlauts, fold

# Of what was typed.
LONGEST_QUERY = 200
# Written without blanks: kana and Han.
CJK = (
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
# Longer words are cut in pieces, in the text and in the query alike.
LONGEST = 40
RUN = re.compile(rf"[{CJK}]+|[^\W_{CJK}]{{1,{LONGEST}}}")
# The same in text that is not folded: letters may have accents behind them.
UNFOLDED_RUN = re.compile(rf"[{CJK}]+|[^\W_{CJK}](?:[\u0300-\u036f]|[^\W_{CJK}])*")
# The same in plain ASCII, in a fraction of the time.
ASCII_RUN = re.compile(rf"[a-z0-9]{{1,{LONGEST}}}")
# Each as one sign, or as a letter with the two dots as a sign of their own.
UMLAUT = re.compile("[äöüÄÖÜ\u0308]")
IS_CJK = re.compile(f"[{CJK}]")
MOST_TERMS = 12
# A shorter word, such as a name in two letters, is sought as it stands.
SHORTEST_BEGINNING = 3


@dataclass(frozen=True)
class Term:
    """One thing that must occur: any of the forms, as a whole word or as how one begins."""

    forms: tuple[str, ...]
    is_beginning: bool

    @property
    def is_cjk(self) -> bool:
        return bool(IS_CJK.match(self.forms[0]))


def clean(query: str) -> str:
    """Blanks collapsed, control characters dropped, cut to a length that a person would type."""
    signs = query[:LONGEST_QUERY]
    query = "".join(" " if unicodedata.category(sign)[0] == "C" else sign for sign in signs)
    return " ".join(query.split())


def runs(text: str) -> list[str]:
    """Folded words; of Chinese and Japanese, whole stretches."""
    folded = fold(text)
    return (ASCII_RUN if folded.isascii() else RUN).findall(folded)


def words(text: str) -> list[str]:
    """What `text` is found by; umlauts also as ae, oe, ue."""
    all_runs = runs(text)
    if text.isascii():
        return all_runs
    if UMLAUT.search(text):
        all_runs += runs(expand_umlauts(text))
    if not IS_CJK.search(text):
        return all_runs
    return [
        word
        for run in all_runs
        for word in ([*_pairs(run), run[-1]] if IS_CJK.match(run) else [run])
    ]


def terms(query: str) -> list[Term]:
    """At most MOST_TERMS; none where the query has neither letters nor digits."""
    return _every_term(query)[:MOST_TERMS]


def is_too_long(query: str) -> bool:
    """Whether some of what was typed is not sought."""
    cut = clean(query)
    return len(query) > LONGEST_QUERY or len(_every_term(cut)) > MOST_TERMS


def _every_term(query):
    every_term = []
    for run, expanded in zip(runs(query), runs(expand_umlauts(query)), strict=False):
        if not IS_CJK.match(run):
            is_beginning = len(run) >= SHORTEST_BEGINNING or not run.isascii()
            every_term.append(Term(tuple(dict.fromkeys((run, expanded))), is_beginning))
        elif len(run) == 1:
            every_term.append(Term((run,), is_beginning=True))
        else:
            every_term += [Term((pair,), is_beginning=False) for pair in _pairs(run)]
    return list(dict.fromkeys(every_term))


def _pairs(run):
    return [run[at : at + 2] for at in range(len(run) - 1)]
