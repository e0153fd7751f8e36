"""A homepage's Markdown -> sections -> rows, papers, and the texts that stay texts.

What is understood whole becomes rows. Everything else stays word for word: in the biography what
stands above the first heading, in a text section of its heading the rest.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from django.utils.text import slugify

from exchange.site_import import cv_items, doubts
from exchange.site_import.list_items import (
    dated,
    headed,
    items,
    joined,
    led,
    papers,
    with_notes,
    without_bare_headings,
)
from exchange.site_import.printed_papers import (
    BULLET,
    HEADING,
    print_no_names,
    read_in_list,
    read_paper,
)
from exchange.site_import.printed_references import (
    Reference,
    bibtex_names,
    entries_of,
    is_like_paper,
)
from exchange.site_import.records import Place, SiteRow
from exchange.site_import.tables import THEMES, first_words
from profiles.dates import PartialDate
from profiles.dates.anywhere import leading_date
from profiles.markup.structure import LINK, blocks
from profiles.markup.structure import line_in_words as plain
from profiles.models import NewsItem, Section, Talk
from profiles.pasting.whole import section_of
from publications.names import HAN, fold
from publications.printed.lines import is_by

Kind = Section.Kind
HTML_HEADING = re.compile(r"\s*<h([1-6])[^>]*>(.*?)</h\1>\s*$", re.I)
# Not those in a comment.
HTML_HEADINGS = re.compile(r"<!--.*?(?:-->|\Z)|<h[1-3][\s>]", re.I | re.S)
TABLE = THEMES["headings"]
KIND_OF_WORD, KIND_OF_SIGN = first_words(TABLE["words"]), first_words(TABLE["signs"])
FILLERS = set(TABLE["fillers"].split())
# All that a heading of one's own papers says, where they name nobody.
OF_PAPERS = FILLERS | {*TABLE["words"]["publications"].split(), *TABLE["of_papers"].split()}
# Of those that the headings of a CV tell, in any of its languages.
OF_CV = {Kind.EXPERIENCE, Kind.EDUCATION, Kind.AWARDS, Kind.TALKS, Kind.TEACHING}
HAVE_LEADS = {Kind.EXPERIENCE, Kind.EDUCATION, Kind.AWARDS}
# A paragraph, or its first line, of bold words alone is a heading if it looks like a title.
BOLD_LINE = re.compile(
    r"(\*\*|__)(?P<words>[^*_\n]{1,60})\1\s{0,9}:?\s{0,9}(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?\s{0,9}(?:<br\s?/?>|\\)?"
)
# Papers below it are of that year.
YEAR_HEADING = re.compile(r"(?:#{1,6}\s+|\*\*)((?:19|20)\d\d)\W*")
# What is listed as papers are, and is none.
OTHER_WORKS = re.compile(r"\b(?:projects?|software|reading|book ?shelf|talks?)\b", re.I)
LEAST_OF_ABSTRACT, WORDS_TO_A_COMMA = 40, 5
LEAST_OF_OTHERS, FEW_OF = 3, 10  # one's own paper among ten is no list of one's own
WITH_OTHERS = re.compile(r"\((?:[Jj]oint(?:ly)? )?[Ww]ith [A-Z]")
# "[Tides of Oslo](…) with Alice"
LINK_WITH = re.compile(r"[^\[]*\[[^\[\]]+\]\([^()\s]*\),? with [A-Z]")
WITH_NAMES = re.compile(r"(?:^|\()\s*(?:joint(?:ly)? )?with\b", re.I | re.M)
# Blocks of a page to one that names the owner, in a list of papers.
MOST_BLOCKS = 16
# "(艾达)", "(艾达 in Chinese)", "(Chinese: 艾达)"
NATIVE_NAME = re.compile(
    r"[(（]\s*(?:(?:in )?[A-Z][a-z]+(?: name)?[:：]\s*)?"
    r"([\u3400-\u9fff\u3040-\u30ff\uac00-\ud7af·]{2,12})(?:,?\s+in [A-Z][a-z]+)?\s*[)）]"
)


@dataclass
class PageSection:
    """A heading with the Markdown below it, down to the next one; `line` is the text's first."""

    heading: str = ""
    level: int = 0
    kind: str = ""
    text: str = ""
    line: int = 1
    is_bold: bool = False
    is_html: bool = False
    source: str = ""  # of a heading with a link


@dataclass
class Homepage:
    """`rows` hold a Section for each part, at its place on the old page.

    `references` are its papers before they are entries, for whoever has more to say of them.
    """

    biography: str = ""
    interests: str = ""
    native_name: str = ""
    rows: list[SiteRow] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    # What may be a paper and stays in a text, because not enough of it is sure.
    unread: list[tuple[Place, str]] = field(default_factory=list)


def read(
    text: str,
    file: str,
    line: int = 1,
    convert: Callable[[str], str] = str.strip,
    names: Counter | None = None,
    owner: str = "",
    kind: str = "",
) -> Homepage:
    """The body of a homepage, which begins on `line` of `file`.

    `convert` makes our Markdown of a text of the site; `names` counts what its rows are called,
    of a file with several texts over all of them. `owner`: the name of whose page it is.
    `line` is 0 where lines of the text are none of the file. `kind`: of a page that is of one kind,
    but for what headings of another kind head.
    """
    page, names = Homepage(), Counter() if names is None else names
    parts = split(text, line, by_kind=bool(kind))
    # Headings within other HTML are some only in our Markdown of it.
    found = [tag for tag in HTML_HEADINGS.findall(text) if not tag.startswith("<!")]
    if line and not kind and len(found) > sum(part.is_html for part in parts) + 1:
        return read(convert(text), file, 0, str.strip, names, owner)
    for place, part in enumerate(parts, 1):
        if kind and not part.kind:
            part.heading, part.kind = "", kind
        _Reader(page, part, file, place, convert, names, owner).read()
    return page if line else _without_lines(page, file)


def _without_lines(page, file):
    """Lines of a text that was made of the file are none of the file."""
    for part in (*page.rows, *page.references):
        part.place = Place(file)
    page.unread = [(Place(file), text) for _place, text in page.unread]
    return page


def are_papers(text: str, owner: str, heading: str = "") -> bool:
    """Whether a text whose heading does not say so lists papers, most of them the owner's."""
    blocks = items(text) if owner and not OTHER_WORKS.search(heading) else []
    # A post that names its author once or twice costs no more than this.
    named = [one for one in blocks if is_by(owner, one.source) or WITH_NAMES.search(one.source)]
    if len(named) < 2 or len(named) * MOST_BLOCKS <= len(blocks):
        return False
    found = list(papers(blocks, owner))
    read = [paper for item in found if (paper := read_paper(item, Place(""), owner))]
    own = [paper for paper in read if is_by(owner, paper.fields.get("author", ""))]
    listed = sum(bool(plain(item.source)) and not HEADING.match(item.source) for item in found)
    return len(own) > 1 and len(own) > len(read) / 2 and len(read) > listed / 2


# --- Sections ------------------------------------------------------------------------------------


def kind_of(heading: str) -> str:
    """The kind of section that a heading names with nothing else: "📄 Recent Publications"."""
    words = {word.casefold() for word in re.findall(r"[A-Za-z]+", heading)} - FILLERS
    kinds = {KIND_OF_WORD.get(word) for word in words}
    kinds |= {kind for sign, kind in KIND_OF_SIGN.items() if sign in heading}
    if kinds - {None}:
        return kinds.pop() if len(kinds) == 1 else ""
    kind = section_of(" ".join(w for w in heading.split() if w.casefold() not in FILLERS))
    return kind if kind in OF_CV else ""


def split(text: str, line: int = 1, *, by_kind: bool = False) -> list[PageSection]:
    """Parts in order, the first without a heading: ATX, setext, HTML and bold-only headings.

    `by_kind`: headings that name no kind stay in the text, but for those that end such a part.
    """
    lines = text.split("\n")
    headings = list(_headings(text))
    is_bold_alone = all(part.is_bold for part, _start, _end in headings)
    parts, begins = [PageSection(line=line)], 0
    for part, start, end in headings:
        if by_kind and not (part.kind or parts[-1].kind):
            continue
        if not _parts(part, parts[-1], is_bold_alone):
            continue
        parts[-1].text = "\n".join(lines[begins:start])
        part.line = line + end
        parts.append(part)
        begins = end
    parts[-1].text = "\n".join(lines[begins:])
    return parts


def _headings(text):
    """(part, its first line, the line after its heading) of each heading that is in no list."""
    lines = text.split("\n")
    for node in blocks(text):
        start, end = node.map
        if node.type == "heading":
            words, level = plain(node.children[0].content), int(node.tag[1])
        elif node.type == "html_block" and (match := HTML_HEADING.match(lines[start])):
            words, level, end = plain(match[2]), int(match[1]), start + 1
        elif node.type == "paragraph" and (words := _bold_heading(lines[start])):
            level, end = 6, start + 1
        else:
            continue
        part = PageSection(words, level, kind_of(words), is_bold=node.type == "paragraph")
        part.is_html = node.type == "html_block"
        source = "\n".join(lines[start:end])
        part.source = source if "](" in source or "<a" in source else ""
        yield part, start, end


def _bold_heading(text) -> str:
    """The words of a paragraph, or of its first line, that are all bold."""
    match = BOLD_LINE.fullmatch(text.partition("\n")[0].strip())
    words = plain(match["words"]).strip(" :") if match else ""
    return "" if words.endswith((".", "!", "?")) else words


def _parts(heading, current, is_bold_alone):
    """Whether a heading begins a part, or stands within the current one."""
    if heading.kind or heading.is_bold:
        return bool(heading.kind) or is_bold_alone
    is_within_text = current.heading and current.kind != Kind.BIOGRAPHY
    return not is_within_text or heading.level <= current.level


# --- Rows ----------------------------------------------------------------------------------------


class _Reader:
    """Reads one part into the page."""

    def __init__(self, page, part, file, place, convert, names, owner):
        self.page, self.part, self.file, self.place = page, part, file, place
        self.convert, self.names, self.owner = convert, names, owner
        self.year = ""  # of what is below the last heading that says one
        self.prints_no_names = False  # but of others than the owner
        self.above: Reference | None = None  # the paper right above
        self.told: list[tuple[Reference, str]] = []  # papers, and prose below them

    def read(self):
        part, text = self.part, self.convert(self.part.text)
        if part.kind == Kind.BIOGRAPHY or not (part.heading or part.kind):
            self._biography(text)
        elif part.kind == Kind.INTERESTS and not self.page.interests:
            self.page.interests = text
            self._section(part.kind)
        elif part.kind or are_papers(text, self.owner, part.heading):
            part.kind = part.kind or Kind.PUBLICATIONS
            self._items(text)
        elif text := f"{self._link()}\n\n{text}".strip():
            self._text(text)

    def _link(self):
        """A heading that was a link, which here leads nowhere: it stands below itself."""
        link = LINK.fullmatch(self.convert(self.part.source).strip("# \n=-"))
        return link[0] if link else ""

    def _biography(self, text):
        both = [self.page.biography, text]
        self.page.biography = "\n\n".join(filter(None, both))
        if match := NATIVE_NAME.search(text[:300]):
            self.page.native_name = self.page.native_name or match[1]
        if self.part.heading:
            self._section(Kind.BIOGRAPHY)

    def _items(self, text):
        """The rows of the list below the heading; what is none of them stays below it, as text."""
        before, left = self._count(), []
        found, references = items(text, self.part.line), len(self.page.references)
        if self.part.kind == Kind.PUBLICATIONS:
            found = list(papers(found, self.owner))
        elif self.part.kind == Kind.NEWS:
            found = list(dated(found))
        else:
            if self.part.kind in HAVE_LEADS:
                found = led(found, self.part.kind == Kind.AWARDS)
            found = with_notes(headed(found))
        with_others = sum(
            bool(WITH_OTHERS.search(plain(item.source)) or LINK_WITH.match(item.text))
            for item in found
        )
        are_joint = with_others * 2 > sum(not HEADING.match(item.source) for item in found)
        is_unsigned = self._is_unsigned(found)
        self.prints_no_names = is_unsigned or are_joint
        read = {Kind.NEWS: self._news, Kind.PUBLICATIONS: self._paper}
        read = read.get(self.part.kind, self._entry)
        for item in found:
            self._heading(item.source.strip())
            if item.whole and not read(item):
                left.append(item.source)
        self._abstracts(self.page.references[references:], left)
        if self._are_of_others(self.page.references[references:]):
            del self.page.references[references:]
            left = [item.source for item in found]
            for item in found:
                self._tell(item)
        elif are_joint or (is_unsigned and with_others):
            self._are_own(self.page.references[references:])
        doubts.mark(self.page.references[references:], self.owner)
        if self._count() > before:
            self._section(self.part.kind)
        left = without_bare_headings(left)
        if any(text.strip(" -*") for text in left):
            self._text(joined(left).strip("\n"), bare=self._count() > before)

    def _abstracts(self, references, left):
        """Takes prose below papers out of what is `left`, where most papers have such."""
        count = len({id(paper) for paper, _text in self.told})
        if count > 1 and count * 2 >= sum("selected" in one.fields for one in references):
            for paper, text in self.told:
                said = [str(paper.fields.get("abstract", "")), text]
                paper.fields["abstract"] = "\n\n".join(filter(None, said))
                left.remove(text)

    def _heading(self, source):
        """The year of what is below it: "## 2024"."""
        if heading := YEAR_HEADING.fullmatch(source):
            self.year = heading[1]

    def _are_of_others(self, references):
        """Whether it is a list of what others wrote: several papers, none of them the owner's, nor
        most of them of somebody with their given name, whose family name may have been another.
        """
        names = [str(one.fields.get("author", "")) for one in references]
        # A team may be the owner's.
        names = [text for text in names if text and "{" not in text and not HAN.search(text)]
        given = fold(self.owner).partition(" ")[0]
        is_told = len(self.owner.split()) > 1 and not HAN.search(self.owner)
        own = sum(is_by(self.owner, text) for text in names)
        if not is_told or len(names) < LEAST_OF_OTHERS or own * FEW_OF >= len(names):
            return False
        return sum(given in fold(text).split() for text in names) * 2 <= len(names)

    def _is_unsigned(self, found):
        """Whether it lists the owner's papers without names: headings say papers, no more."""
        within = [plain(item.source) for item in found if HEADING.match(item.source)]
        said = re.findall(r"[A-Za-z]+", " ".join([self.part.heading, *within]))
        is_theirs = {word.casefold() for word in said} <= OF_PAPERS
        is_theirs = is_theirs and self.part.kind == Kind.PUBLICATIONS and bool(self.owner)
        return is_theirs and print_no_names(found, self.owner)

    def _are_own(self, references):
        """In a list that says "with Alice Ahlgren", who wrote alone is not named."""
        for one in references:
            if self.owner and "author" not in one.fields:
                one.fields = {"author": bibtex_names([self.owner]), **one.fields}

    def _count(self):
        return len(self.page.rows) + len(self.page.references)

    def _news(self, item):
        date, text = leading_date(item.text)
        if not text.strip(" []()*_:,.–—-") and not item.rest:
            return True
        if not date:
            return False
        body = f"{text}\n\n{item.rest}".strip()
        label = f"{PartialDate.parse(date).display()}: {plain(text)[:80]}"
        self._row(NewsItem, {"date": date, "body": body}, item.line, f"{date} {plain(text)}", label)
        return True

    def _paper(self, item):
        place = Place(self.file, item.line)
        if entries := entries_of(item.source, place):
            self.page.references += entries
            return True
        if paper := read_in_list(item, place, self.owner, self.prints_no_names):
            paper.fields["selected"] = "true"
            if self.year:
                paper.fields.setdefault("year", self.year)
            self.page.references.append(paper)
        elif self.above and self._is_abstract(item.source):
            self.told.append((self.above, item.source))
            return None
        else:
            self._tell(item)
        self.above = paper
        return paper

    def _is_abstract(self, text):
        """Whether it is prose, and no list of names, long enough to tell of the paper above it."""
        is_prose = not BULLET.match(text) and text.lstrip()[:1] not in "#>|<`"
        count = len(text.split())
        is_prose = is_prose and text.count(",") * WORDS_TO_A_COMMA <= count
        return is_prose and count >= LEAST_OF_ABSTRACT and not is_like_paper(text)

    def _tell(self, item):
        """Of an item that may be a paper, that it stays a text."""
        if is_like_paper(f"{item.text} {item.rest}"):
            self.page.unread.append((Place(self.file, item.line), item.text or item.rest))

    def _entry(self, item):
        if HEADING.fullmatch(item.text):
            return False
        reading = cv_items.read(self.part.kind, item)
        for model, values in reading:
            if model is Talk and (kind := cv_items.kind_of_talk(self.part.heading)):
                values.setdefault("kind", kind)
            self._row(model, values, item.line, cv_items.name_of(values))
        return bool(reading)

    def _row(self, model, values, line, name, label=""):
        kind = model._meta.model_name
        origin = self._origin(f"{kind}/{slugify(name[:80], allow_unicode=True)}")
        place = Place(self.file, line)
        self.page.rows.append(SiteRow(model, origin, place, values, label=label or name[:120]))

    def _origin(self, name):
        """The same at each import, wherever in its list an item stands; once only."""
        self.names[name] += 1
        again = f"-{self.names[name]}" if self.names[name] > 1 else ""
        return f"{self.file}#{name}{again}"

    def _section(self, kind):
        """The place of a part, and its heading where that is not our own."""
        origin = f"{self.file}#section/{kind}"
        if any(row.origin == origin for row in self.page.rows):
            return
        is_usual = self.part.heading.casefold() == str(Kind(kind).label).casefold()
        heading = "" if is_usual else self.part.heading[:120]
        values = {"kind": str(kind), "heading": heading, "position": 10 * self.place}
        place = Place(self.file, self.part.line)
        self.page.rows.append(SiteRow(Section, origin, place, values, label=self.part.heading))

    def _text(self, text, bare=False):
        """A text section; `bare` of what stands beside the rows of its heading."""
        heading = "" if bare else self.part.heading[:120]
        values = {"kind": "text", "heading": heading, "body": text, "position": 10 * self.place}
        origin = self._origin(f"text/{slugify(self.part.heading, allow_unicode=True)}")
        place = Place(self.file, self.part.line)
        self.page.rows.append(SiteRow(Section, origin, place, values, label=self.part.heading))
