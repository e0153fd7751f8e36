"""Papers as pages print them, in any style -> references.

A paper is a few lines; here they are found, without their buttons, pictures and numbers. What they
say is read by `publications.printed.lines`. What is not sure is no paper: its text stays.
"""

from __future__ import annotations

import re

from exchange.site_import.printed_references import (
    LABELS,
    Reference,
    bibtex_names,
    is_button,
    key_of,
    said,
    without_entry,
)
from exchange.site_import.records import Item, Place
from profiles.items import BREAK
from profiles.markup.structure import LINK
from profiles.markup.structure import line_in_words as plain
from publications.identifiers import find_arxiv, find_dois
from publications.printed.authors import names_end
from publications.printed.lines import (
    LEAST_NAMES,
    LONGEST_VENUE,
    SHORTEST_SET_OFF,
    SHORTEST_TITLE,
    SPEAKS,
    WITH,
    Line,
    is_by,
    names_of,
    read_lines,
)
from publications.printed.marks import NUMBER, marked
from publications.printed.marks import plain as without_marks
from publications.printed.names import names_in
from publications.printed.reference import PrintedReference, read_reference
from publications.printed.venue import YEAR, badge_year, is_badge, read_venue, type_of

HARD_BREAK = re.compile(r"[ \t]*(?: {2}\n|\\{1,2}\n|<br\s*/?>\s*\n?)[ \t]*")
PICTURE = re.compile(r"\[?!\[[^\[\]]*\]\([^()]*\)(?:\s*\]\([^()]*\))?")
BULLET = re.compile(r"^\s*(?:[-*+]|\d+[.)])(?:\s|$)")
HEADING = re.compile(
    r"\s*(?:#{1,6}\s+(?P<words>[^\n]+?)\s*#*|(?P<setext>[^\n]+)\n\s*(?:=+|-{3,}))\s*"
)
# "[[PDF]](…)", "[arXiv:2001.00001 [math]](…)"
IN_TWO = re.compile(r"\[([^\[\]\n]{0,60})\[([^\[\]]{1,20})\]\]\(")
# "[![Slides](…)](…)", a badge that is a link; the sign of a bullet.
PICTURE_LINK = re.compile(r"\[!\[([^\[\]]*)\]\([^()\s]*\)\]\(")
LIST_SIGN = re.compile(r"^\s*[-*+]\s", re.M)
# Of a label that ends in "arXiv:2001.00001 [math.PR]".
CLASS = re.compile(
    r"(?<=[^\[])(arXiv: ?\d{4}\.\d{4,5}(?:v\d+)?)\s*\\?\[[a-zA-Z.-]{2,12}\\?\](?=\]\()", re.I
)
LABEL = re.compile(r"(?<!!)\[[^\[\]]{1,300}\](?=\()")
# A link that stayed HTML, closed or not.
ANCHOR = re.compile(
    r"<a\s[^<>]*?href=\"([^\"]*)\"[^<>]*>((?:(?!<a\b|</a>)[^\n])*?)(?:</?a\s*/?>|(?=\n|<br)|$)"
)

EMPTY_LINK = re.compile(r"(?<![!\[])\[([^\[\]\n]+)\]\(\)")
# "**2025** — " before all else.
YEAR_LEAD = re.compile(r"^\W{0,4}(?P<year>(?:19|20)\d\d)\W{0,4}?\s+[—–|:-]+\s+")
BADGE = re.compile(
    r"^\W*?(?:<(?:b|strong)>)?\**\[(?P<badge>[^\[\]]{2,40})\]\**(?:</(?:b|strong)>)?(?!\()[\s:]*"
)
CODE = re.compile(r"^\W*?(?P<sign>`{1,2})(?P<badge>[^`\n]{2,40})(?P=sign)[\s,:]*")
# "TIDES 2020 **A. Ali, B. Brandt**, …"
BEFORE_NAMES = re.compile(
    r"^\W*(?P<badge>[^\W\d][^*\n]{1,30}?\s(?:19|20)\d\d)\s+(?=\*\*(?P<names>(?:\\\*|[^*\n])+)\*\*)"
)
# "★ Tides of Oslo *(preprint)*", and a student's head before names.
SIGNS = re.compile("^\\s*(?:[\u2600-\u27bf\u2b50\U0001f300-\U0001faff][\ufe0f\u200d]*\\s*)+")
# "**BibTeX**: A. Ahlgren, …"
LABELLED = re.compile(r"^\W*\*\*(?:\w+ )?(?:bibtex|citation|cite(?: as)?)\W*\*\*\s*[:：]?\s*", re.I)
STATE = re.compile(r"\s*[*_]*\((preprint|accepted|submitted)\)[*_]*\s*$", re.I)
# Not where it appears, but when, or what it won.
STATUS = re.compile(
    r"[\s(]*(\W*(?:to appear|in press|accepted|forthcoming|submitted|under review|.{,80}\baward))"
    r"(?:\W+(?:19|20)\d\d)?\W*",
    re.I,
)
# Behind where it appeared: "(SCI Q1, IF = 9.0)".
RATED = re.compile(r"\s*\(([^()]*\b(?:Q[1-4]\b|IF\s?=)[^()]*)\)")
# A button in brackets of its own, whatever it says.
BRACKETED = re.compile(
    r"\\?\[\s*\[([^\[\]\n]{1,40})\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)?)\)\s*\\?\]"
)
# "[https://example.org/tides.pdf](https://example.org/tides.pdf)"
ADDRESS = re.compile(r"\W*(?:https?://|www\.)\S+\s*$")
BARE_BUTTON = re.compile(r"\\?\[([A-Za-z ]{2,20})\\?\]")
# Of names that go on, and no other words: "Alice Ahlgren, etc. **Tides 2020**"
ETC = re.compile(r",\s*etc\b[.:,]?(?=\s*(?:\*\*|$))")
# Behind a linked title, as GB/T 7714 has it: "[J]".
DOCUMENT_TYPE = re.compile(r"(?<=[)*])\s*\\?\[[JCDMPR](?:/OL)?\\?\]")
NO_BUTTONS = re.compile(r"\\?\[(?:[\s|/,;·•&-]|and)*\\?\]|(?:\s*\\?\|\s*)+|\(\s*\)")
LAST_BUTTON = re.compile(r"(?:\s+(?:abstract|authors|bibtex|cite))+\s*$", re.I)
# "A. Ali, *Tides*", "A. Ali (2019)", below a title "A. Ali (2019). *Tides*".
BEHIND = re.compile(
    r"[.,]\s+(?=[*_][^*_]|(?:to appear|accepted|submitted|forthcoming)\b)"
    r"|,?\s+(?=\((?:19|20)\d\d[a-z]?\)(?:[\s.]*\Z|(?P<place>[.,:]?\s+(?:[*_]|<(?:i|em)>))))",
    re.I,
)
AND_AT_END = re.compile(r"[\s,]+(?:and|&)$")
# "* Joint first author"
LEGEND = re.compile(
    r"\W*(?:joint|equal|co|corresponding|shared)\W.{0,30}?\b(?:author|contribut)\w*\W*", re.I
)
UNDERLINED = re.compile(r"</?u>", re.I)
# A link at the beginning of a line sets off a title, and so does one behind names.
TITLE_LINK = re.compile(r"[\s*_\"“]*\[[^\[\]\n]+\]\([^()\s]+")
LINK_BEHIND = re.compile(
    r"(?P<names>[^\[\]]+?)[\s,.:;*_\"“]*(?<!!)\[(?P<title>[^\[\]]{12,300})\]\("
)
# "Collaborators: Alice Ahlgren, Bob Brandt", she among them.
COLLABORATORS = re.compile(r"^\W*(?:collaborators|co-?authors)\W*:", re.I)
LONGEST, MOST_LINES = 12_000, 40


def read_paper(item: Item, place: Place, owner: str = "") -> Reference | None:
    """The paper that an item prints; None where its title or its names are not sure.

    `owner`: whom the site is about.
    """
    if not item.whole or len(item.whole) > LONGEST:
        return None
    paper = Reference("", place)
    lines = lines_of(item.whole, paper, owner)
    if not lines or len(lines) > MOST_LINES:
        return None
    is_wrapped = "\n" in item.text.strip() and not HARD_BREAK.search(item.text)
    is_wrapped = is_wrapped and not HEADING.fullmatch(item.text)
    is_linked = bool({"url", "doi", "arxiv", "pdf"} & set(paper.fields)) or lines[0].is_linked
    printed = read_lines(lines, owner, is_wrapped=is_wrapped, is_linked=is_linked)
    if not printed and "booktitle" in paper.fields:
        lines = [*lines, _line(str(paper.fields["abbr"]), owner)]
        printed = read_lines(lines, owner, is_wrapped=is_wrapped)
    printed = printed or _with_title_behind(lines[0], owner)
    if printed is None or STATUS.fullmatch(printed.title):
        return None
    said = _links(paper, printed, lines)
    dois = find_dois(said)
    printed.doi = printed.doi or (dois[0] if len(dois) == 1 else "")
    if number := find_arxiv(said):
        paper.fields.setdefault("arxiv", f"https://arxiv.org/abs/{number}")
    fill(paper, printed)
    paper.fill(paper.entry)
    return paper


def _links(paper, printed, lines):
    """What its lines say, without a summary; their links become its own, but those of people and of
    whole sites.
    """
    others = (line.source for line in lines[1:] if len(line.source) < LONGEST_VENUE)
    said = " ".join([lines[0].source, *others])
    for label, url in LINK.findall(said):
        words = plain(label)
        is_other = not find_arxiv(url) and url.partition("://")[2].partition("/")[2]
        is_of_person = any(is_by(name, words) for name in printed.authors)
        if printed.title in words:
            paper.link("Paper", url)
        elif is_other and not is_of_person:
            paper.link("Link" if SPEAKS.search(words) or find_dois(url) else words[:80], url)
    return said


def _with_title_behind(line, owner):
    """Names, and behind them a link whose words are the title: "A. Ali, [Tides of Oslo](…)"."""
    match = LINK_BEHIND.match(line.source)
    if not match or not _line(match["names"], owner).names or is_button(plain(match["title"])):
        return None
    printed = read_reference(line.source, plain(match["title"]))
    return None if "title" in printed.unsure or "authors" in printed.unsure else printed


def fill(paper: Reference, printed: PrintedReference) -> None:
    """What was printed becomes its fields; where it appeared by what its words name, else as the
    badge.
    """
    badge = paper.fields.pop("booktitle", "")
    if status := STATUS.fullmatch(printed.venue):
        printed.note, printed.venue = status[1], ""
    if printed.note == f"Submitted to {printed.venue}":
        printed.venue = ""
    if not re.search(r"[^\W\d_]{2}", printed.venue):  # "2022"
        printed.venue = ""
    otherwise = "journal" if printed.volume else ""
    paper.entry_type, container = type_of(printed.venue or "preprint", printed.where, otherwise)
    if badge and not printed.venue:
        paper.entry_type, container, printed.venue = "inproceedings", "booktitle", badge
    fields = {"title": printed.title, "author": bibtex_names(printed.authors)}
    fields |= paper.fields | said(printed, container)
    fields |= {name: text for name in ("abstract", "note") if (text := getattr(printed, name))}
    paper.fields = {name: value for name, value in fields.items() if value}
    paper.key = key_of(" ".join(printed.title.split()[:4]).rstrip(":"))


# --- Lines ----------------------------------------------------------------------------------------


def lines_of(source: str, paper: Reference, owner: str) -> list[Line]:
    """Its lines with words; buttons become links of the paper, a badge where it appeared."""
    found, is_open = [], False
    source, paper.entry = without_entry(source)
    source = EMPTY_LINK.sub(_set_off, CLASS.sub(r"\1", ANCHOR.sub(r"[\2](\1)", source)))
    source = LABEL.sub(lambda match: BREAK.sub(" ", match[0]), IN_TWO.sub(r"[\1\2](", source))
    for block in re.split(r"\n[ \t]*\n", source):
        # "Together with Bob Brandt," is no whole line
        is_open = is_open and bool(found and WITH.match(found[-1].text))
        for part in _parted(block, owner):
            heading = HEADING.fullmatch(part)
            words = heading["words"] or heading["setext"] if heading else part
            text = _in_words(words, paper, owner)
            if not found:
                text = _without_lead(text, paper)
            goes_on = bool(found) and (is_open or text.startswith("and "))
            goes_on = goes_on and not _is_apart(text, owner)
            is_open = text.rstrip().endswith((",", " and", "&"))
            text = text.strip(" \t,|·•/")
            text = _behind_names(found, text, owner) if goes_on else text
            if LEGEND.fullmatch(plain(text)):
                continue
            is_below = any(not is_badge(line.words) for line in found)
            if behind := _place_behind_names(text, owner, is_below):
                found.append(_line(text[: behind.start()], owner))
                text = text[behind.end() :]
            line = _line(text, owner, is_heading=bool(heading))
            if not line.names and (is_below or behind) and _are_buttons(text):
                for label, url in LINK.findall(text):
                    paper.link(plain(label), url)
            elif re.search(r"\w", line.words):
                found.append(line)
    return found


def _behind_names(found, text, owner):
    """The text; behind the line before, which goes, where that is names and the text the others."""
    before = found[-1]
    sign = " " if before.source.endswith((" and", "&")) else ", "
    whole = f"{before.source}{sign}{text}"
    is_short = before.names or len(before.words.split()) < LEAST_NAMES
    behind = before.text[before.title.end() :] if before.title else before.text
    names = before.names or names_of(AND_AT_END.sub("", behind).strip(" ,."), owner)
    # "Alice Ahlgren,", and below it "Bob Brandt (2020). …"
    if (is_short and _line(whole, owner).names) or (names and names_end(marked(text)[0])):
        found.pop()
        return whole
    return text


def _in_words(part, paper, owner):
    """A line without what is around its words."""
    text = LABELLED.sub("", PICTURE.sub("", BULLET.sub("", part, count=1)))
    if (sign := SIGNS.match(text)) and _line(text[sign.end() :], owner).names:
        text = text[sign.end() :]
    if rated := RATED.search(text):
        paper.fields["note"], text = rated[1], RATED.sub("", text)
    text = ETC.sub(", et al.", NUMBER.sub("", _without_buttons(text, paper)))
    return COLLABORATORS.sub("Authors:", text) if is_by(owner, text) else text


def _without_lead(text, paper):
    """A first line without its badge, its year, and its state."""
    code = CODE.match(text) or BEFORE_NAMES.match(text)
    if code and is_badge(code["badge"]) and (code.re is CODE or _line(code["names"], "").names):
        text = f"[{code['badge']}] {text[code.end() :]}"
    if badge := BADGE.match(text):
        _badge(paper, badge["badge"])
        text = text[badge.end() :]
    if lead := YEAR_LEAD.match(text):
        paper.fields["year"], text = lead["year"], text[lead.end() :]
    text = SIGNS.sub("", text)
    if state := STATE.search(text):
        paper.fields["pubstate"], text = state[1].lower(), text[: state.start()]
    return text


def _set_off(match):
    """A link that leads nowhere, unless it is a button."""
    return match[0] if is_button(plain(match[1])) else f"**{match[1]}**"


def _is_apart(text, owner):
    """Whether it begins with a place in italics, or is a title in bold: no name of the owner."""
    lead = re.match(r"([*_]{1,3})(?P<words>[^*_]+)\1(?P<rest>.*)", text)
    if not lead or is_by(owner, lead["words"]):
        return False
    return len(lead[1]) == 1 or not re.search(r"\w", lead["rest"])


def _line(text, owner, *, is_heading=False):
    """A line with its names; one that is underlined is marked as one that is bold."""
    bare = UNDERLINED.sub("**", LINK.sub(r"\1", text))
    names, link = names_of(marked(bare)[0], owner), TITLE_LINK.match(text)
    if link and not re.search(r"\w", text[link.end() :]) and not is_by(owner, bare):
        names = []  # "[Tides and Time](…)"
    return Line(marked(text)[0], names, text, is_heading, bool(link))


def _parted(block, owner):
    """Its lines; where some end by a break, the others only beside one that is names alone."""
    for part in () if HEADING.fullmatch(block) else HARD_BREAK.split(block):
        lines = BREAK.split(part)
        is_parted = part == block or any(_line(line, owner).names for line in lines)
        yield from lines if is_parted else [part]
    if HEADING.fullmatch(block):
        yield block


def _without_buttons(text, paper):
    def take(match, is_bracketed=True):
        label = plain(match[1]).strip(" []\\↗→")
        if ADDRESS.match(match[1]):
            label = "Paper"
        if is_bracketed or is_button(label):
            known = (word for word in label.casefold().split() if word in LABELS)
            paper.link(label if label.casefold() in LABELS else next(known, label), match[2])
            return ""
        return match[0]

    text = BRACKETED.sub(take, DOCUMENT_TYPE.sub("", text))
    text = LINK.sub(lambda match: take(match, is_bracketed=False), text)
    text = BARE_BUTTON.sub(lambda match: "" if is_button(match[1]) else match[0], text)
    return LAST_BUTTON.sub("", NO_BUTTONS.sub(" ", text))


def _are_buttons(text):
    """Whether a line is nothing but links of a word or two."""
    labels = [plain(label).split() for label, _url in LINK.findall(text)]
    is_short = bool(labels) and max(map(len, labels)) < SHORTEST_TITLE
    return is_short and not re.search(r"\w", LINK.sub("", text))


def take_buttons(text: str, paper: Reference) -> str:
    """A text about a paper without its paragraphs of buttons, which become links of the paper, and
    without the heading above them.
    """
    kept: list[str] = []
    for block in re.split(r"\n[ \t]*\n", text):
        row = LIST_SIGN.sub("", PICTURE_LINK.sub(r"[\1](", block))
        found = [(plain(label), url) for label, url in LINK.findall(row)]
        if not (_are_buttons(row) and any(is_button(label) for label, _url in found)):
            kept.append(block)
            continue
        for label, url in found:
            paper.link(label, url)
        kept = kept[: len(kept) - bool(kept and HEADING.fullmatch(kept[-1]))]
    return "\n\n".join(kept).strip()


def _place_behind_names(text, owner, is_below):
    """Where names end that a line begins with, before where it appeared: "A. Ali, *Tides*".

    `is_below`: a line with the title is before it; else what follows a year may be that.
    """
    for end in BEHIND.finditer(text):
        if end["place"] and not is_below:
            continue
        names, behind = (_line(part, owner) for part in (text[: end.start()], text[end.end() :]))
        if names.names and not names_in(without_marks(names.text))[1] and not behind.names:
            return end
    return None


def _badge(paper, badge):
    paper.fields["abbr"] = badge
    venue, year = badge_year(badge)
    paper.fields |= {"booktitle": venue} | ({"year": year} if year else {})


# --- Lists of one's own papers that print no names ------------------------------------------------
#
# Whose they are the page says, if its heading names papers and nothing else. "(Joint with Bob
# Brandt)" are he and the owner; then who wrote alone is the owner. Without that nobody is said, and
# the report names each such paper.

# Of a list without names: a title up to what is set off behind it, and with whom it is.
UNSIGNED = re.compile(
    r"[\s\"“]*(?:\[(?P<label>[^\[\]]{12,300})\]\((?P<url>[^()\s]+)\)"
    r"|(?P<title>[^\[\]*]{12,300}?[.?!])\s*(?:$|(?<=\s)(?=[*_(]|In\b|To appear\b)))"
)
IN_BRACKETS = re.compile(r"\s*\(([^()]*(?:19|20)\d\d)\)[\s.]*$")
JOINT = re.compile(r"\((?:joint(?:ly)?(?: work)? )?with (?P<names>[^()]+)\)", re.I)
SENTENCE = re.compile(r"\.\s+(?=(?:Click|See|Download)\b)")
APPEARS = re.compile(r"\s*(?:to appear|accepted|in press)\b", re.I)
A_PAPER = re.compile(r"arxiv\.org/|doi\.org/|\.pdf\b")
# Fewer are no list; of so many, three of four are such titles.
LEAST = 3
LONGEST_UNSIGNED, MOST_WORDS = 1_000, 40


def print_no_names(items: list[Item], owner: str) -> bool:
    """Whether most of a list are titles of papers, and names of authors nowhere."""
    place, listed = Place(""), [item for item in items if not HEADING.match(item.source)]
    titles = sum(bool(read_unsigned(item, place, owner)) for item in listed)
    if titles < LEAST or titles * 4 <= len(listed) * 3:
        return False
    signed = (read_paper(item, place, owner) for item in listed)
    return not any(
        paper and "author" in paper.fields and not JOINT.search(item.text)
        for paper, item in zip(signed, listed, strict=True)
    )


def read_in_list(item: Item, place: Place, owner: str, are_left_out: bool) -> Reference | None:
    """The paper of an item that says with whom the owner wrote it, whatever its list prints;
    any other as it prints its names, which in some lists `are_left_out`.
    """
    joint = read_unsigned(item, place, owner) if owner and JOINT.search(item.text) else None
    if joint and "author" in joint.fields:
        return joint
    paper = read_paper(item, place, owner)
    is_own = paper and is_by(owner, paper.fields.get("author", ""))
    return (read_unsigned(item, place, owner) if are_left_out and not is_own else None) or paper


def read_unsigned(item: Item, place: Place, owner: str) -> Reference | None:
    """The paper of an item that prints no names, in a list that prints none; "(joint with Bob
    Brandt)" are he and the owner. None where its title is not sure, or nothing says that it is one.
    """
    paper = Reference("", place)
    lines = lines_of(item.whole, paper, owner)
    text = " ".join(line.source for line in lines)[:LONGEST_UNSIGNED]
    joint = JOINT.search(text)
    match = UNSIGNED.match(JOINT.sub("", text))
    if not match or any(line.names for line in lines):
        return None
    if not match["label"] and names_end(marked(text)[0]):
        return None
    title, behind = plain(match["label"] or match["title"]), match.string[match.end() :]
    if bracket := IN_BRACKETS.search(title):
        title, behind = title[: bracket.start()], bracket[1]
    words = title.strip(" .,").split()
    least = SHORTEST_SET_OFF if match["label"] else SHORTEST_TITLE
    is_dated = YEAR.search(title) and not match["label"]
    if is_dated or SPEAKS.search(title) or not least <= len(words) < MOST_WORDS:
        return None
    paper.link("Paper", match["url"] or "")
    is_said = APPEARS.match(behind) or YEAR.search(behind)
    if not is_said and not A_PAPER.search(" ".join(paper.fields.values())):
        return None
    names, lost = names_in(SENTENCE.split(joint["names"])[0].rstrip(".")) if joint else ([], [])
    printed = PrintedReference([owner, *names] if names and not lost else [], " ".join(words))
    _links(paper, printed, lines)
    if is_said:
        read_venue(printed, marked(behind)[0])
    fill(paper, printed)
    return paper
