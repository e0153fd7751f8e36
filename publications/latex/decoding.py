"""LaTeX field text to display text, in one pass, with a stack instead of recursion."""

import html
import re
import unicodedata

from profiles.markup.maths import unknown_in
from profiles.markup.structure import SUBSCRIPTS, SUPERSCRIPTS
from publications.latex.macros import (
    ACCENTS,
    ALONE,
    BIBSTRINGS,
    CASES,
    EMPTY,
    MATHS,
    QUOTING,
    SIGNS,
    SILENT,
    TRANSPARENT,
    WITH_LENGTH,
    is_balanced,
    is_prose,
    shown,
    symbol,
)

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
ENTITY = re.compile(
    r"(?:\\?&|\{\\&\})(?:amp;(?<!\\&amp;)(?=#?\w{2,31};))?"
    r"(?:(?:\\?#|\{\\#\})(?:\d{1,7}|[xX][0-9a-fA-F]{1,6})|[A-Za-z][A-Za-z0-9]{1,30});"
)
TEX_ESCAPE = re.compile(r"[\\{}]")
# What programs make of LaTeX and HTML that they do not understand.
ESCAPED = re.compile(r"\\[{t$]|\\~\{\}|\\\\\\\}|\$\\b|\$<\$|&lt;")
# `{\{}DNA{\}}`, `A.{\~{}}B.`, `one{\\\}two`: what Mendeley makes of the braces, the ties and the
# breaks of lines in a title that was typed as LaTeX.
ESCAPED_BRACES = re.compile(r"\{\\\{\}([^{}\\]*)\{\\\}\}")
ESCAPED_TIE = re.compile(r"(?<=[.\w])\{\\~\{\}\}(?=[^\W\d_])")
ESCAPED_BREAK = "{\\\\\\}"
# `\{L}ambda`: capitals were put in braces. An accent's sign was, too.
BRACED_NAME = re.compile(r"\\\{([A-Za-z\"'`^~=.])\}([a-z]*)")
# `\footnote\{…\}`: the braces of an argument were escaped.
ESCAPED_ARGUMENT = re.compile(r"(\\[A-Za-z]+)((?:\\\{(?:[^{}\\]|\\[%&$#_])*\\\})+)")
# `\$L_0\$`: both dollar signs of a formula were escaped. No price has a command or an index.
ESCAPED_MATHS = re.compile(r"\\\$(?!\s)((?:[^$\\]|\\[^$]){1,200})(?<!\s)\\\$")
COMMAND_OR_SCRIPT = re.compile(r"\\(?!text)[A-Za-z]|(?<=\w)[\^_](?=[\w{\\])")
# `{\textdollar}{\textbackslash}log\{n\}{\^{}}2{\textdollar}`: DBLP spells each sign of a formula.
SPELLED_MATHS = re.compile(r"\{\\textdollar\}(?!\s)([^$]{1,200}?)(?<!\s)\{\\textdollar\}(?!\d)")
SPELLED_SIGN = re.compile(r"\{\\(?:(textbackslash)|([\^_])(?:\{\})?)\}|\\([{}])")
# `$\backslash$alpha`, `\textbackslash{}alpha`, as Mendeley and Zotero write what they were given.
BACKSLASH = re.compile(r"(?:\$\\backslash\$|\\textbackslash\{\})([A-Za-z]+|[\"'`^~=.&%])")
# `{\textless}i{\textgreater}`, `$<$i$>$`, `&lt;i&gt;`: tags, all of whose signs were escaped.
ESCAPED_TAG = re.compile(
    r"(?:\{\\textless\}|\\textless(?:\{\}|\s)|\$<\$|&lt;)(/?[A-Za-z][^<>\\${}&;]{0,80}/?)"
    r"(?:\{\\textgreater\}|\\textgreater(?:\{\}|\s|(?![A-Za-z]))|\$>\$|&gt;)"
)
# What the fonts of Cyrillic and French make guillemets of; not "much less than".
GUILLEMETS = re.compile(r"<<([^\s<>](?:[^<>]*[^\s<>])?)>>")
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
RAW_ARGUMENT = frozenset({"url", "Url", "href", "ensuremath", "verb", "ifmmode", "bibstring"})
WITH_ARGUMENT = RAW_ARGUMENT, TRANSPARENT, SILENT, QUOTING, CASES
# An accent, a script or a silent macro waits for the next letter or group.
SCRIPTS = {"textsuperscript": SUPERSCRIPTS, "textsubscript": SUBSCRIPTS}
CITING = re.compile(r"^cite|cite$")
SCRIPTED = re.compile(r"[0-9+\-(),*†‡§¶]+")
SCRIPT_PARTS = 20
ESCAPED_IN_URL = re.compile(r"\\([_%&#~{}])")


def finished(text: str) -> str:
    """Return the text in NFC, on one line, with single blanks."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    if text.isprintable() and "  " not in text:  # no other white space is printable
        return text.strip()
    return " ".join(text.split())


def unescaped(raw: str) -> str:
    """The LaTeX and HTML that a program had escaped as if they were text."""
    raw = ESCAPED_TIE.sub("~", ESCAPED_BRACES.sub(r"{\1}", raw.replace(ESCAPED_BREAK, " ")))
    raw = ESCAPED_TAG.sub(_tag, raw)
    raw = SPELLED_MATHS.sub(_spelled_formula, raw)
    raw = BACKSLASH.sub(lambda match: _command(match, match[1], "\\" + match[1]), raw)
    raw = BRACED_NAME.sub(lambda m: _command(m, m[1] + m[2], f"\\{m[1]}{m[2]}"), raw)
    raw = ESCAPED_MATHS.sub(_formula, raw)
    return ESCAPED_ARGUMENT.sub(_argument, raw)


def _formula(match):
    is_formula = COMMAND_OR_SCRIPT.search(match[1]) and is_balanced(match[1])
    return f"${match[1]}$" if is_formula else match[0]


def _spelled_formula(match):
    source = SPELLED_SIGN.sub(lambda m: "\\" if m[1] else m[2] or m[3], match[1])
    return f"${source}$" if is_balanced(source) and not is_prose(source) else match[0]


def _tag(match):
    tag = f"<{match[1]}>"
    return tag if TAG.fullmatch(tag) else match[0]


def _command(match, name, command):
    """Where it is one that is known; a letter goes on behind an accent."""
    if not name[0].isalpha():
        return f"\\{name[0]}{name[1:] or ''}"
    if name in ACCENTS and len(name) > 1:
        return f"{command} "
    return f"{command}{{}}" if symbol(name) is not None else match[0]


def _argument(match):
    name = match[1][1:]
    if not any(name in names for names in WITH_ARGUMENT):
        return match[0]
    return match[1] + match[2].replace("\\{", "{").replace("\\}", "}")


class Decoder:
    """Decodes one value. `out` grows by pieces; `open` holds where each open group began.

    A macro with an argument leaves an action in `waiting`; the next letter or group takes it.
    """

    def __init__(self, raw: str):
        raw = unescaped(raw) if ESCAPED.search(raw) else raw
        self.raw = GUILLEMETS.sub(r"«\1»", raw) if "<<" in raw else raw
        self.at = 0
        self.out: list[str] = []
        self.open: list[tuple[int, list[str]]] = []
        self.waiting: list[str] = []
        self.unknown: list[str] = []
        self.links: list[tuple[str, str]] = []
        self.single_quotes = 0
        self.quoting = 0
        self.absent: set[str] = set()
        self.has_dollars = self.has_maths = self.unclosed = self.no_more_dollars = False

    def text(self) -> str:
        raw, start = self.raw, 0
        while sign := SIGN.search(raw, start):
            start = sign.start()
            if token := TOKEN.match(raw, start):
                self.plain(raw[self.at : start])
                self.at = token.end()
                HANDLERS[token.lastgroup](self, token)
                start = self.at
            else:
                start += 1
        self.plain(raw[self.at :])
        while self.open:
            self.close_group()
        text = finished("".join(self.out))
        if not self.has_dollars and not self.has_maths:
            return text
        # Those of the text are escaped if they might pass for maths.
        text = BEFORE_DIGIT.sub(CLOSING + " ", text)
        text = text.replace(OPENING, "$").replace(CLOSING, "$")
        shown = text.replace(LITERAL, "$")
        is_unclear = self.has_dollars and (self.has_maths or MATHS.search(shown))
        return text.replace(LITERAL, "\\$") if is_unclear else shown

    def plain(self, text: str) -> None:
        if not text:
            return
        if self.single_quotes and "'" in text:
            text, closed = CLOSING_QUOTE.subn("’", text, count=self.single_quotes)
            self.single_quotes -= closed
        if self.waiting:
            text = text.lstrip()
            if not text:
                return
            self.atom(text[0])
            text = text[1:]
        self.out.append(text)

    def atom(self, text: str) -> None:
        """Add a piece, and let what waits for one act on it, the innermost first."""
        start = len(self.out)
        self.out.append(text)
        self.act(start)

    def act(self, start: int) -> None:
        waiting, self.waiting = self.waiting, []
        for name in reversed(waiting):
            if name in ACCENTS:
                self.accent(start, name)
            elif name in SCRIPTS:
                self.script(start, SCRIPTS[name])
            elif name in QUOTING:
                opening, closing = "“”" if self.quoting == 1 else "‘’"
                self.quoting -= 1
                self.out.insert(start, opening)
                self.out.append(closing)
            elif name in CASES:
                self.out[start:] = map(CASES[name], self.out[start:])
            else:
                del self.out[start:]

    def accent(self, start: int, name: str) -> None:
        for index in range(start, len(self.out)):
            piece = self.out[index]
            if piece.strip():
                base = {"ı": "i", "ȷ": "j"}.get(piece[0], piece[0])
                marks = 1 + sum(map(bool, map(unicodedata.combining, piece[1:4])))
                self.out[index] = base + piece[1:marks] + ACCENTS[name] + piece[marks:]
                return
        self.out.append(ALONE.get(name, ""))

    def script(self, start: int, table: dict) -> None:
        if len(self.out) - start <= SCRIPT_PARTS:
            text = "".join(self.out[start:])
            if SCRIPTED.fullmatch(text):
                self.out[start:] = [text.translate(table)]

    # One method for each kind of token.

    def on_brace(self, token: re.Match) -> None:
        if token[0] == "{":
            self.open.append((len(self.out), self.waiting))
            self.waiting = []
        elif self.open:
            self.close_group()

    def close_group(self) -> None:
        start, self.waiting = self.open.pop()
        if self.waiting:
            self.act(start)

    def on_tie(self, _token: re.Match) -> None:
        self.out.append(" ")

    def on_dash(self, token: re.Match) -> None:
        self.atom("–" if len(token[0]) == 2 else "—")

    def on_quote(self, token: re.Match) -> None:
        self.single_quotes += token[0] == "`"
        self.atom(PLAIN_QUOTES[token[0]])

    def on_tag(self, token: re.Match) -> None:
        self.out.append(" " if re.match(r"</?(?:p|br|jats:p|div|li)\b", token[0], re.I) else "")

    def on_entity(self, token: re.Match) -> None:
        """Also one whose signs are escaped, or that was encoded twice."""
        entity = TEX_ESCAPE.sub("", token[0])
        is_double = entity.startswith("&amp;") and len(entity) > 5
        self.literal(html.unescape("&" + entity[5:] if is_double else entity))

    def literal(self, text: str) -> None:
        if "$" in text:
            self.has_dollars = True
            text = text.replace("$", LITERAL)
        self.atom(text)

    def on_sign(self, token: re.Match) -> None:
        sign = token["sign"]
        if sign in ACCENTS:
            self.at = SPACES.match(self.raw, self.at).end()
            self.waiting.append(sign)
        elif sign == "(" or sign == "[":
            end = self.find("\\)" if sign == "(" else "\\]")
            if end >= 0:
                self.maths(self.raw[self.at : end])
                self.at = end + 2
        elif sign == "\\":
            self.skip_optional()
            self.out.append(" ")
        elif sign in "$":
            self.literal("$")
        else:
            self.atom(SIGNS.get(sign, sign))

    def skip_optional(self) -> None:
        if match := OPTIONAL.match(self.raw, self.at):
            self.at = match.end()

    def find(self, closing: str) -> int:
        """Where `closing` comes next; what was not found once is not looked for again."""
        if closing in self.absent:
            return -1
        at = self.raw.find(closing, self.at)
        if at < 0:
            self.absent.add(closing)
        return at

    def on_dollar(self, token: re.Match) -> None:
        signs = () if self.no_more_dollars else DOLLAR.finditer(self.raw, self.at)
        end = next((sign.start() for sign in signs if sign[0] == "$"), -1)
        self.no_more_dollars = end < 0
        source = self.raw[self.at : end]
        # "$5 and $6" is money: no formula ends in a blank before a number.
        is_number = source[:1].isdigit() or self.raw[end + 1 : end + 2].isdigit()
        is_money = is_number and source[-1:].isspace()
        if end < 0 or is_money or is_prose(source) or not is_balanced(source):
            self.literal(token[0])
            return
        self.maths(source)
        self.at = end + len(token[0])
        if len(token[0]) == 2 and self.raw[end : self.at] != "$$":
            self.at = end + 1

    def maths(self, source: str) -> None:
        text = shown(source)
        if text.startswith("$"):
            self.has_maths = True
            self.unknown += unknown_in(text[1:-1])
            self.out.append(OPENING + text[1:-1] + CLOSING)
            self.waiting = []
        else:
            self.atom(text)

    def on_word(self, token: re.Match) -> None:
        name = token["word"]
        if name in RAW_ARGUMENT:
            getattr(self, "read_" + name)()
        elif name in ACCENTS:
            self.at = SPACES.match(self.raw, self.at).end()
            self.waiting.append(name)
        elif (
            name in SILENT
            or CITING.search(name)
            or name in SCRIPTS
            or name in QUOTING
            or name in CASES
        ):
            self.skip_optional()
            if ARGUMENT.match(self.raw, self.at):
                self.waiting.append(name)
                self.quoting += name in QUOTING
        elif name in EMPTY or name in TRANSPARENT:
            self.at = SPACES.match(self.raw, self.at).end()
        elif name in WITH_LENGTH:
            self.at = LENGTH.match(self.raw, self.at).end()
            self.out.append(" " if name.endswith("skip") else "")
        else:
            text = symbol(name)
            if text is not None:
                self.at = SPACES.match(self.raw, self.at).end()
                self.literal(text)
                return
            self.unknown.append(name)
            if not ARGUMENT.match(self.raw, self.at) or EMPTY_ARGUMENT.match(self.raw, self.at):
                self.atom(name)

    # What must be seen raw: addresses, maths, verbatim text; one method for each RAW_ARGUMENT.

    def argument(self) -> str | None:
        """The raw text of the group that follows, or None; the position moves behind it."""
        opened = ARGUMENT.match(self.raw, self.at)
        if not opened or self.unclosed:
            return None
        depth = 0
        for token in BRACES.finditer(self.raw, opened.end()):
            depth += {"{": 1, "}": -1}.get(token[0], 0)
            if depth == 0:
                self.at = token.end()
                return self.raw[opened.end() + 1 : token.start()]
        self.unclosed = True
        return None

    def read_url(self) -> None:
        if (url := self.argument()) is not None:
            self.links.append((url, url))
            self.literal(ESCAPED_IN_URL.sub(r"\1", url))

    read_Url = read_url  # noqa: N815 a macro's name

    def read_href(self) -> None:
        url = self.argument()
        start = self.at
        if url is not None and (text := self.argument()) is not None:
            self.links.append((url, text))
            self.at = start  # the text is decoded like any other

    def read_ensuremath(self) -> None:
        source = self.argument()
        if source is not None:
            self.maths(source)

    def read_bibstring(self) -> None:
        if (name := self.argument()) is not None:
            self.literal(BIBSTRINGS.get(name, name))

    def read_verb(self) -> None:
        if match := VERB.match(self.raw, self.at):
            self.at = match.end()
            self.literal(match[2])

    def read_ifmmode(self) -> None:
        """Names of the American Physical Society: in text the branch after `\\else` counts."""
        branch = self.find("\\else")
        if branch >= 0:
            self.at = SPACES.match(self.raw, branch + 5).end()


HANDLERS = {
    name: getattr(Decoder, f"on_{name}")
    for name in ("word", "entity", "sign", "brace", "dollar", "tag", "dash", "quote", "tie")
}
