"""The signs that mean something in a field, and the patterns that find them. All are linear."""

import re

from publications.latex.maths import SUBSCRIPTS, SUPERSCRIPTS

# HTML and MathML that publishers leave in fields; other words in angle brackets are text.
TAGS = (
    "a|abbr|b|bdi|big|blockquote|br|center|cite|code|del|div|em|font|h[1-6]|hr|i|img|ins|kbd|li"
    "|mark|math|m(?:i|n|o|s|row|sup|sub|text|frac|sqrt|over|under|table|tr|td|style|math)"
    "|msubsup|mover|munder|mspace|mfenced|mmultiscripts|mprescripts|none|semantics|annotation"
    "|ol|p|pre|q|s|scp|script|sc|section|small|span|strike|strong|style|sub|sup|svg|title|tt|u|ul"
    "|var|iframe|object|embed|form|input|inf|(?:jats|mml|xhtml):[\\w-]+"
)
TAG = re.compile(rf"</?(?:{TAGS})(?=[\s/>])[^<>]*>|<!--[^<>]*>", re.I | re.S)
# Beside dashes and closing quotes, which stand in plain text singly.
SPECIAL = re.compile(r"[\\{}$~&<`]")
MORE_THAN_BRACES = re.compile(r"[\\$~&<`]")
ENTITY = re.compile(r"\\?&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
# What a token may begin with: literal signs are found many times faster than any of the tokens.
SIGN = re.compile(r"\\|\{|\}|\$|~|&|<|`|''|--")
TOKEN = re.compile(
    r"\\(?P<word>[A-Za-z]+)\*?"
    rf"|(?P<entity>{ENTITY.pattern})"
    r"|\\(?P<sign>.)"
    r"|(?P<brace>[{}])"
    r"|(?P<dollar>\$\$?)"
    rf"|(?P<tag>{TAG.pattern})"
    r"|(?P<dash>-{2,3})"
    r"|(?P<quote>``|''|`)"
    r"|(?P<tie>~)",
    re.I | re.S,
)
PLAIN_QUOTES = {"``": "“", "''": "”", "`": "‘"}
CLOSING_QUOTE = re.compile(r"'(?![\w'])")
# Stand-ins for dollar signs of the text and of maths, until all of them are known.
LITERAL, OPENING, CLOSING = "\ue000", "\ue001", "\ue002"
# A closing dollar sign before a digit is read as money.
BEFORE_DIGIT = re.compile(CLOSING + r"(?=\d)")
SPACES = re.compile(r"[ \t\n]*")
BRACES = re.compile(r"\\.|[{}]", re.S)
OPTIONAL = re.compile(r"\s*\[[^\]\n]{0,80}\]")
ARGUMENT = re.compile(r"\s*(?=\{)")
EMPTY_ARGUMENT = re.compile(r"\s*\{\s*\}")
LENGTH = re.compile(r"\s*[-+]?[\d.]*\s*(?:em|ex|pt|pc|mm|cm|in|bp|dd|cc|sp|mu)? ?")
DOLLAR = re.compile(r"\\.|\$", re.S)
VERB = re.compile(r"(\S)(.*?)\1", re.S)
RAW_ARGUMENT = frozenset({"url", "href", "ensuremath", "verb", "ifmmode", "bibstring"})
# An accent, a script or a silent macro waits for the next letter or group.
SCRIPTS = {"textsuperscript": SUPERSCRIPTS, "textsubscript": SUBSCRIPTS}
SCRIPTED = re.compile(r"[0-9+\-(),*†‡§¶]+")
SCRIPT_PARTS = 20
ESCAPED_IN_URL = re.compile(r"\\([_%&#~{}])")
