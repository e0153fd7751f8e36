"""Code blocks in colour: Pygments reads the code, classes say what each word is."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby

from django.utils.html import escape
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String

# Longer code stays plain, and so does what no program looks like: lexers take quadratic time on it.
# So does any language that is not here: these were measured, at MAX_LENGTH.
MAX_LENGTH = 3_000
MONOTONOUS = re.compile(r"\s{100}|(.{1,12}?)\1{100}", re.DOTALL)
LANGUAGES = """
    bash bibtex c c++ console cpp css diff docker fortran go haskell html ini java javascript js
    json julia kotlin latex lua makefile matlab ocaml perl php pycon py python r ruby rust scala
    sh shell sql swift tex toml ts typescript xml yaml
"""
LEXERS = frozenset(LANGUAGES.split())
# A kind that is not here is as its parent.
CLASSES = {
    Comment: "c",
    Keyword: "k",
    Operator.Word: "k",
    Name.Tag: "k",
    Name.Function: "f",
    Name.Class: "f",
    Name.Decorator: "f",
    Name.Attribute: "f",
    Name.Builtin: "b",
    Name.Constant: "b",
    Name.Exception: "b",
    String: "s",
    Number: "n",
    Generic.Deleted: "d",
    Generic.Inserted: "i",
    Generic.Prompt: "c",
    Generic.Output: "c",
}


def highlight(code: str, language: str, attributes: str) -> str:
    """markdown-it's `highlight`: HTML of the code; "" where it stays plain."""
    language = language.lower()
    if language not in LEXERS or len(code) > MAX_LENGTH or MONOTONOUS.search(code):
        return ""
    return _coloured(code, language)


@lru_cache(maxsize=256)
def _coloured(code, language):
    tokens = get_lexer_by_name(language, stripnl=False).get_tokens(code)
    html = ""
    for name, run in groupby(tokens, key=lambda token: _class(token[0])):
        words = escape("".join(text for _kind, text in run))
        html += f'<span class="hl-{name}">{words}</span>' if name else words
    return html


def _class(kind):
    while kind and kind not in CLASSES:
        kind = kind.parent
    return CLASSES.get(kind, "")
