"""A text of a Jekyll site -> Markdown that profiles.markup shows as the site did.

Such a text is Markdown mixed with HTML and Liquid. Blocks of HTML go through markdownify; of inline
HTML stays what profiles/markup/tokens.py lets through; paths made by Liquid become paths, its
other tags go, values in sentences stay: nothing is ever run. Code and maths are never touched.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from html import unescape
from typing import NamedTuple

from django.utils.translation import gettext_lazy

from exchange.site_import import html_blocks
from exchange.site_import.html_blocks import DARK, converter, href_of, image, picture, target_of
from profiles.markup.maths import find_maths


class Problem(NamedTuple):
    """What of a text has no place in Markdown: its line in the file, and a reason."""

    line: int
    text: str
    reason: str


def to_markdown(text: str, line: int = 1) -> tuple[str, list[Problem]]:
    """Markdown of any length, and what was left out or stays as typed. `line`: of its first line.

    Raises nothing.
    """
    if len(text) > LONGEST:
        return to_words(text), [Problem(line, text[:60], TOO_LONG)]
    reader = _Reader(FONT_HEADING.sub(r"#### \1\n", html_blocks.from_kramdown(text)), line)
    converted = _blocks(reader.read(), reader)
    text = EMPTY_LINES.sub("\n\n", reader.restore(converted)).strip("\n")
    return text, reader.problems


def to_line(text: str, line: int = 1) -> tuple[str, list[Problem]]:
    """The same for a field of one line: a title, an advisor."""
    markdown, problems = to_markdown(" ".join(text.split()), line)
    return " ".join(markdown.split()), problems


def to_words(html: str) -> str:
    """Plain words in one line, for a column that holds no Markdown: an organisation's name."""
    first, *others = html.split("<!--")
    html = first + "".join(part.partition("-->")[2] for part in others)
    words = TAG.sub(lambda tag: " " if _name(tag) in BREAKING else "", html)
    return " ".join(unescape(words).split())


# --- Spans ---------------------------------------------------------------------------------------

COMMENT = [(re.compile("<!--"), re.compile("-->"))]


def spans(text: str, begin: re.Pattern, end: re.Pattern) -> Iterator[tuple[int, int]]:
    """Where a text has what begins and ends so; without an end it is none. In one go: what has no
    end is searched for it once.
    """
    at = 0
    while (start := begin.search(text, at)) and (stop := end.search(text, start.end())):
        yield start.start(), stop.end()
        at = stop.end()


def without_spans(
    text: str,
    patterns: list[tuple[re.Pattern, re.Pattern]],
    instead: Callable[[str], str] = lambda span: " ",
) -> str:
    """A text without what begins and ends so."""
    for begin, end in patterns:
        parts, at = [], 0
        for start, stop in spans(text, begin, end):
            parts += [text[at:start], instead(text[start:stop])]
            at = stop
        text = "".join(parts) + text[at:]
    return text


# --- Tags ----------------------------------------------------------------------------------------

# No "<" within, not even in quotes: so a search ends at the next one.
TAG = re.compile(
    r"""<(?P<slash>/?)(?P<name>[a-zA-Z][a-zA-Z0-9]{0,20})
    (?P<attributes>(?:\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*)?)/?>""",
    re.VERBOSE,
)
ATTRIBUTE = re.compile(r"""([a-zA-Z][\w:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
OF_BLOCKS = """
    address article aside blockquote body center dd details div dl dt fieldset figcaption figure
    footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody
    td th thead tr ul
"""
# As profiles/markup/tokens.py has them.
OF_OURS = "u del sup sub mark kbd strong em b i br"
# Tags without a meaning here: their words stay.
OF_WORDS = """
    abbr acronym big button cite code data dfn font label link meta nobr picture q samp small source
    span time tt var wbr
"""
BLOCKS, KEPT, TRANSPARENT = (frozenset(names.split()) for names in (OF_BLOCKS, OF_OURS, OF_WORDS))
BREAKING = BLOCKS | {"br"}
RENAMED = {"s": "del", "strike": "del", "ins": "u"}
# Of a text, in characters, and of one block of HTML: more takes long, and no page shows it.
LONGEST, MOST_TAGS = 512 * 1024, 20_000
TOO_LONG = gettext_lazy("Longer than 512 KB; its words are kept, without the layout.")
TOO_MUCH_HTML = gettext_lazy("Too much HTML within HTML; its words are kept, without the layout.")


def _name(tag):
    return tag["name"].lower()


def attributes(tag: str) -> dict[str, str]:
    """Of the inside of a tag."""
    pairs = ATTRIBUTE.findall(tag)
    return {
        name.lower(): unescape(double or single or bare).strip()
        for name, double, single, bare in pairs
    }


def _partners(text):
    """Start of a tag that opens -> the match of its end; tags of one name are paired inside out."""
    partners, open_tags = {}, {}
    for tag in TAG.finditer(text):
        stack = open_tags.setdefault(_name(tag), [])
        if not tag["slash"]:
            stack.append(tag.start())
        elif stack:
            partners[stack.pop()] = tag
    return partners


# --- What is settled before any HTML: code, maths, comments, Liquid, lists of attributes ---------

OPENER = re.compile(
    r"""(?P<fence>^[ \t>]*(?P<ticks>`{3,}|~{3,})[^`\n]*\n)
    |(?P<code>(?<![`\\])(?P<tick>`{1,9})(?!`)[^\n]{1,2000}?(?<!`)(?P=tick)(?!`))
    |<code>(?P<html_code>[^<>\n]{1,2000})</code>
    |<(?P<pre>pre)\b
    |(?P<comment><!--)
    |(?P<dark>!\[[^\[\]\n]{0,300}\]\((?:[^()\s]{1,500}\#(?:only-dark|gh-dark-mode-only)[^()\n]{0,100}\)
        |[^()\n]{1,500}\)\{:?[^{}\n]{0,100}\b(?:only-dark|dark-only|dark-content)\b[^{}\n]{0,100}\}))
    |(?P<icon><(?P<icon_tag>i|span)\s[^<>]{0,200}\b(?:fa[bsrl]?|ai|icon)[\s"'-][^<>]{0,200}>\s*</(?P=icon_tag)>)
    |<(?P<dropped>script|style|iframe|object|embed|noscript|svg|template|video|audio)\b
    |(?P<alone>^\#{0,6}[ ]?\{\{[^{}\n"']{0,1000}\}\}$)
    |(?P<output>\{\{[^{}\n]{0,1000}\}\})
    |\{%-?\s*(?P<tag>\w+)(?P<arguments>[^%]{0,1000}+(?:%(?!\})[^%]{0,1000}+){0,20}+)%\}
    |(?P<toc>^[*+-]\s[^\n]{0,80}\n\{:\s*toc\s*\}[ \t]*$)
    |(?P<note>^\[(?://|comment)\]:[ ]?(?:\#|<>)[ ]?\([^\n]*\)[ \t]*$)
    |(?P<attributes>\{:[^{}\n]{0,500}\}|(?<![ \t])[ \t]*\{\#[\w:-]{1,100}\}(?=[ \t]*$))
    |(?P<maths>\\[$\\]|\$|\\[(\[])""",
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
# Not characters, so in no text: around the number of a piece that is kept as it is.
BEGIN, END = "\ufdd0", "\ufdd1"
PLACE = re.compile(f"{BEGIN}(\\d+){END}")
# A piece of several lines has paragraphs of its own.
BLOCK_PLACE = re.compile(f"[ \t]*({BEGIN}\\d+0{END})[ \t]*")
LITERAL = re.compile(r"""\{\{-?\s*(["'])(?P<path>[^"'{}]*)\1(?P<filters>[^{}]*?)-?\}\}""")
ADDRESS_FILTERS = re.compile(
    r"(?:\s*\|\s*(?:relative_url|absolute_url|uri_escape|escape|strip|"
    r"prepend:\s*(?:site\.(?:base)?url|base_path)))+\s*"
)
BASE = re.compile(
    r"\{\{-?\s*(?:site\.(?:base_?url|url|github\.url)|base_?(?:path|url))\s*(?:\|[^{}]*)?-?\}\}"
)
FIGURE = re.compile(r"figure(?:\.html|\.liquid)?\s")
LIQUID_LEFT_OUT = gettext_lazy("Liquid is not run; what it would print is left out.")
HTML_DROPPED = gettext_lazy("<{}> is never shown here; left out.")
# ":rocket:" as GitHub and jemoji show it; the names of these differ from Unicode's.
EMOJI = re.compile(r"(?<![\w:/]):(\+1|100|[a-z][a-z\d_+-]{1,39}):(?![\w:/])")
EMOJI_NAMES = {"smile": "😄", "tada": "🎉", "heart": "❤️", "warning": "⚠️", "star": "⭐", "+1": "👍"}
EMOJI_DROPPED = gettext_lazy("This emoji is not known here; left out.")
PAIRED = {"highlight", "raw", "comment", "for"}  # blocks of Liquid with an end of their own
# What is played becomes a link.
PLAYED = {"video": "Video", "audio": "Audio"}
SOURCE = re.compile(
    r"""\b(?:data-)?src\s*=\s*(?P<quote>["'])
    (?P<address>(?:\{\{.{1,500}?\}\}|(?!(?P=quote)).){1,2000})(?P=quote)""",
    re.VERBOSE,
)
LANGUAGE = re.compile(r"language-([\w+#-]+)")


def _emoji(name):
    """The sign of its name; "" where none has it, and what is named is no sign."""
    found = EMOJI_NAMES.get(name, "")
    with suppress(KeyError):
        found = found or unicodedata.lookup(name.replace("_", " "))
    return found if found and unicodedata.category(found[0]) == "So" else ""


class _Reader:
    """Goes through a text once; whatever must not be touched later becomes a numbered place."""

    def __init__(self, text, line):
        self.text = text.replace(BEGIN, "").replace(END, "").replace("\r\n", "\n")
        self.line = line
        self.problems: list[Problem] = []
        self.kept: list[str] = []
        self._absent: set[str] = set()
        self._counted = 0  # up to where lines were counted

    def read(self) -> str:
        parts, at = [], 0
        while match := OPENER.search(self.text, at):
            parts.append(self._words(at, match.start()))
            piece, end = self._piece(match)
            parts.append(piece)
            at = max(end, match.start() + 1)
        return "".join([*parts, self._words(at, len(self.text))])

    def _words(self, start, end):
        """What stands between two pieces, with its emoji as signs."""

        def sign(match):
            if not (found := _emoji(match[1])):
                self.report(start + match.start(), match[0], EMOJI_DROPPED)
            return found

        return EMOJI.sub(sign, self.text[start:end])

    def restore(self, text: str) -> str:
        text = BLOCK_PLACE.sub(r"\n\n\1\n\n", text) if BEGIN in text else text
        return self._restore(text)

    def _restore(self, text):
        return PLACE.sub(lambda place: self.kept[int(place[1][:-1])], text)

    def keep(self, text: str, *, block: bool = False) -> str:
        self.kept.append(self._restore(text))
        return f"{BEGIN}{len(self.kept) - 1}{0 if block else 1}{END}"

    def report(self, at: int, text: str, reason: str) -> None:
        self.line += self.text.count("\n", self._counted, at)
        self._counted = at
        self.problems.append(Problem(self.line, " ".join(text.split())[:120], reason))

    def _piece(self, match):
        """What stands in its place, and where the text goes on."""
        start, end = match.span()
        if match["fence"]:
            return self._fence(match)
        if match["code"]:
            return self.keep(match[0]), end
        if match["html_code"]:
            code = unescape(match["html_code"])
            return self.keep(f"`` {code} ``" if "`" in code else f"`{code}`"), end
        if match["comment"]:
            close = self._find("-->", end)
            return ("", close.end()) if close else (match[0], end)
        if match["dark"] or match["icon"] or match["attributes"] or match["toc"] or match["note"]:
            return html_blocks.icon_words(match), end
        if match["pre"] or match["dropped"]:
            return self._element(match)
        if match["output"] or match["alone"]:
            return self._output(match), end
        if match["tag"]:
            return self._tag(match)
        if maths := find_maths(self.text, start):
            return self.keep(self.text[start : maths.end]), maths.end
        return match[0], end

    def _fence(self, match):
        """It keeps its indentation, which says in which list it stands."""
        close = re.compile(rf"^[ \t>]*{match['ticks']}[`~]*[ \t]*$", re.MULTILINE)
        last = close.search(self.text, match.end())
        end = last.end() if last else len(self.text)
        start = match.start("ticks")
        return self.text[match.start() : start] + self.keep(self.text[start:end]), end

    def _element(self, match):
        """`<pre>` becomes a fence; a script, a frame, … goes with all that it holds."""
        opening = TAG.match(self.text, match.start())
        if not opening:
            return match[0], match.end()
        name = _name(opening)
        close = self._find(f"</{name}\\s*>", opening.end())
        end = close.end() if close else opening.end()
        if name in PLAYED and (target := self._source(match.start(), end)):
            return f"[{PLAYED[name]}]({target_of(target)})", end
        if name != "pre":
            self.report(match.start(), opening[0], HTML_DROPPED.format(name))
        if name != "pre" or not close:
            return "", end
        inner = self.text[opening.end() : close.start()]
        language = LANGUAGE.search(opening["attributes"] + inner[:200])
        code = unescape(TAG.sub("", inner)).strip("\n")
        return self._code_block(code, language[1] if language else ""), end

    def _source(self, start, end):
        """The first address of a video or sound."""
        match = SOURCE.search(self.text, start, end)
        if not match:
            return ""
        literal = LITERAL.fullmatch(match["address"])
        return f"/{literal['path'].lstrip('/')}" if literal else match["address"]

    def _code_block(self, code, language):
        fence = "````" if "```" in code else "```"
        return self.keep(f"{fence}{language}\n{code}\n{fence}", block=True)

    def _output(self, match):
        """`{{ … }}`: an address; all else goes, but for "{{DNA}}", which is LaTeX."""
        literal = LITERAL.fullmatch(match[0])
        if literal and ADDRESS_FILTERS.fullmatch(literal["filters"]):
            path = literal["path"].strip()
            is_rooted = path.startswith(("/", "#", "http:", "https:", "mailto:"))
            is_rooted |= self.text[max(0, match.start() - 1)] == "/"
            return path if is_rooted else f"/{path}"
        if match["output"] and re.fullmatch(r"\{\{\w+\}\}", match[0]):
            return self.keep(match[0])
        if not BASE.fullmatch(match[0]):
            self.report(match.start(), match[0], LIQUID_LEFT_OUT)
        return ""

    def _tag(self, match):
        """`{% … %}`: a link, code, a picture, or what is left out."""
        name, arguments = match["tag"].lower(), match["arguments"].strip().rstrip("-").strip()
        close = name in PAIRED and self._find(rf"\{{%-?\s*end{name}\s*-?%\}}", match.end())
        if close:
            inner = self.text[match.end() : close.start()]
            if name == "highlight":
                language = arguments.split()[0] if arguments else ""
                return self._code_block(inner.strip("\n"), language), close.end()
            if name == "for":
                self.report(match.start(), match[0], LIQUID_LEFT_OUT)
            return (self.keep(inner) if name == "raw" else ""), close.end()
        if name == "link":
            return "/" + arguments.lstrip("/"), match.end()
        if name == "post_url":
            return f"/_posts/{arguments.removesuffix('.md')}.md", match.end()
        if name == "include" and arguments == "base_path":
            return "", match.end()
        if name == "include" and FIGURE.match(arguments):
            values = attributes(arguments)
            if DARK.search(values.get("class", "")):
                return "", match.end()
            if path := values.get("path") or values.get("image_path"):
                words = values.get("alt") or values.get("caption") or values.get("title", "")
                return picture(path, words), match.end()
        self.report(match.start(), match[0], LIQUID_LEFT_OUT)
        return "", match.end()

    def _find(self, pattern, at):
        """What is in no rest of the text is looked for once."""
        if pattern in self._absent:
            return None
        match = re.compile(pattern, re.IGNORECASE).search(self.text, at)
        if not match:
            self._absent.add(pattern)
        return match


# --- Blocks of HTML, and the lines between them --------------------------------------------------

AT_LINE = re.compile(r"(?P<indent>[ \t]*)(?=<[a-zA-Z])")
INDENTED = re.compile(r" {4}|\t")
LIST_ITEM = re.compile(r"[ \t]*(?:[*+-]|\d{1,9}[.)])\s")
BLANK_LINE = re.compile(r"\n[ \t]*\n")
MARKDOWN_INSIDE = re.compile(r"\smarkdown\s*=\s*[\"']?(?:1|block|span)")


def _blocks(text, reader):
    """As kramdown does: a tag of a block that begins a line takes all up to its end."""
    text = _without_wrappers(text)
    partners = _partners(text)
    done, lines, at = [], [], 0
    in_list = in_code = False
    after_blank = True
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        line = text[at:end]
        is_code = INDENTED.match(line) and not in_list and (after_blank or in_code)
        if region := None if is_code else _region(text, at, partners):
            block = _converted(text[at:region], reader, in_list)
            done += [_inline("".join(lines)), f"\n\n{block}\n\n"]
            lines, at, after_blank, in_code = [], region, True, False
            continue
        if line.strip():
            if LIST_ITEM.match(line) and not is_code:
                in_list = True
            elif after_blank and not line[0].isspace():
                in_list = False
            in_code, after_blank = bool(is_code), False
        else:
            after_blank = True
        lines.append(reader.keep(line) if is_code else line)
        at = end
    return "".join([*done, _inline("".join(lines))])


def _without_wrappers(text):
    """`<div markdown="1">`: what it holds is Markdown, whatever stands around it."""
    if not MARKDOWN_INSIDE.search(text):
        return text
    partners, spans, around = _partners(text), [], []
    for tag in TAG.finditer(text):
        around = [one for one in around if partners[one.start()].start() > tag.start()]
        if tag["slash"] or _name(tag) not in BLOCKS:
            continue
        close = partners.get(tag.start())
        if MARKDOWN_INSIDE.search(tag["attributes"]):
            spans += [tag.span()] + ([close.span()] if close else [])
            spans += [span for one in around for span in (one.span(), partners[one.start()].span())]
            around = []
        elif close:
            around.append(tag)
    parts, at = [], 0
    for start, end in sorted(spans):
        parts.append(text[at:start])
        at = end
    return "".join([*parts, text[at:]])


def _region(text, at, partners):
    """Where the block of HTML ends that begins on this line; None where none does."""
    begin = AT_LINE.match(text, at)
    tag = TAG.match(text, begin.end()) if begin else None
    if not tag or _name(tag) not in BLOCKS:
        return None
    if tag["slash"] or _name(tag) == "hr":
        return tag.end()
    if close := partners.get(tag.start()):
        return close.end()
    blank = BLANK_LINE.search(text, tag.end())
    return blank.start() if blank else len(text)


def _converted(html, reader, in_list):
    markdown, tags = None, list(TAG.finditer(html))
    if len(tags) <= MOST_TAGS:
        with suppress(RecursionError):
            markdown = converter.convert(_well_formed(html, tags))
    if markdown is None:
        reader.problems.append(Problem(reader.line, html[:60], TOO_MUCH_HTML))
        markdown = to_words(html)
    markdown = BREAKS.sub(r"\n\n\1", markdown)
    indent = AT_LINE.match(html)["indent"] if in_list else ""
    return "\n".join(indent + line if line else "" for line in markdown.split("\n"))


def _well_formed(html, tags):
    """A "<" of no tag as an entity: Python's own parser takes quadratic time over it."""
    parts, at = [], 0
    for tag in tags:
        parts += [html[at : tag.start()].replace("<", "&lt;"), tag[0]]
        at = tag.end()
    return "".join([*parts, html[at:].replace("<", "&lt;")])


def _inline(text):
    """Between the blocks: a tag that our markup lets through loses its attributes, others go."""
    if "<" not in text:
        return text
    partners = _partners(text)
    ends = {close.start(): start for start, close in partners.items()}
    tags = {tag.start(): tag for tag in TAG.finditer(text)}

    def rewritten(tag):
        name = RENAMED.get(_name(tag), _name(tag))
        slash = tag["slash"]
        if name == "a":
            opening = tags.get(ends.get(tag.start(), -1), tag)
            href = href_of(attributes(opening["attributes"]).get("href", ""))
            if not href:
                return ""
            return "</a>" if slash else f'<a href="{href}">'
        if name == "img":
            return image(attributes(tag["attributes"]))
        if name in KEPT:
            is_bare = name == _name(tag) and not tag["attributes"].strip(" /")
            return tag[0] if is_bare else f"<{slash}{name}>"
        if name in BLOCKS:
            return "" if slash else "<br>"
        return "" if name in TRANSPARENT else tag[0]

    return BOLD_TWICE.sub("", TAG.sub(rewritten, text))


# "<span>**W**</span>**elcome**": without the tags bold would end, and begin, within a word.
BOLD_TWICE = re.compile(r"(?<=\w)\*{4}(?=\w)")
# A line of letters that are larger than the others'.
FONT_HEADING = re.compile(
    r"^<font\b[^<>\n]{0,80}\bsize\s?=\s?[\"']?\+?[2-7]\b[^<>\n]{0,80}>"
    r"([^<>\n]{2,80})</font>[ \t]*$",
    re.I | re.M,
)
# `<br><br>` parts paragraphs.
BREAKS = re.compile(r"  \n(?: *  \n)+( *)")
EMPTY_LINES = re.compile(r"\n[ \t]*\n(?:[ \t]*\n)+")
