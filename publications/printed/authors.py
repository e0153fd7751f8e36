"""Where the names end that a printed reference begins with."""

from __future__ import annotations

import re

from publications.names import ET_AL, OTHERS, SUFFIX
from publications.printed.marks import BOLD, BREAK, END_BOLD, END_ITALIC, ITALIC, STAR, plain
from publications.printed.names import (
    AND_ELSEWHERE,
    FAMILY_AND_INITIALS,
    LONGEST_NAME,
    ROLE,
    are_initials,
    initials_lead,
    is_collective,
    names_in,
)

TOGETHER = r"(?:(?:joint(?:ly)?|together|in collaboration)(?: work)? )?with"
INTRODUCED = re.compile(
    rf"^[\s.,:;–—{BREAK}-]*(?:[{BOLD}{ITALIC}]?(?:{TOGETHER}|by|authors?|written by)\b"
    rf":?[{END_BOLD}{END_ITALIC}]?:?\s+)?",
    re.I,
)
EMPHASISED = re.compile(
    rf"[\s.{BREAK}]*[{BOLD}{ITALIC}]([^{END_BOLD}{END_ITALIC}]+)[{END_BOLD}{END_ITALIC}]"
)
SIGNS = f" *∗†‡#{STAR}"
YEAR = re.compile(r"(?:19|20)\d\d")
LAST_FAMILY = re.compile(r"(?:&|;|\b(?:and|und|et|y|e))\s+[A-Z][\w'’-]+,\s*$")
LAST_GIVEN = re.compile(
    rf"[A-Z][^\W\d_]+(?:[ -][A-Z](?:\.|[^\W\d_]+))*[.,]?\s+(?=\(?{YEAR.pattern}[a-z]?\b)"
)
# "ICML 2022"
VENUE = re.compile(r"[A-Z]{3,}")
AND = re.compile(rf"\band\b|&|{AND_ELSEWHERE.pattern}", re.I)
PIECE = re.compile(
    rf"\s+(?:and|&)\s+(?=\S)|{AND_ELSEWHERE.pattern}|\s*[;,，、；]\s*(?:(?:and|&)\s+)?", re.I
)
# "Noether, Emmy and Hilbert, David and Klein, Felix": BibTeX's own.
AND_EACH = re.compile(
    r"(?:[^,;:()]{2,40}, [^,;:()]{1,30}? and ){2,}[^,;:()]{2,40}, [^,;:().]{1,30}(?:\.(?=\s*\())?"
)
# Where a name may end within a piece: a stop, what is set off, a year, or "(submitted)".
INNER = re.compile(
    rf"[.:．。：][*∗†‡#{STAR}]{{0,3}}(?=\s|[\u4e00-\u9fff]|[{ITALIC}{BOLD}{BREAK}])\s*|[．。：]"
    rf"|\s*[{ITALIC}{BOLD}{BREAK}]|\s[—–|·]\s"
    rf"|\s(?=\(?{YEAR.pattern})"
    r"|\s(?=\((?:submitted|in (?:press|prep\w*|review)|under review|accepted|forthcoming)\b)"
)


def names_end(text: str) -> int:
    """Where the names end that a text begins with; 0 where it begins with none."""
    start = INTRODUCED.match(text).end()
    whole = AND_EACH.match(text, start)
    if whole and not names_in(plain(whole[0]))[1]:
        return whole.end()
    # A line of names ends them.
    end = _Reading(text[: start + len(text[start:].split(BREAK)[0])], start).end()
    # "… & Noether, Emmy. 1918.": between names and a year stands no title.
    given = LAST_GIVEN.match(text, end) if LAST_FAMILY.search(text[:end]) else None
    return given.end() if given else end


class _Reading:
    """Of a text, piece by piece between commas and "and".

    `is_closed`: the last name was read, the one behind an "and"; `is_behind_and`: this is that;
    `has_family`: initials may follow; `are_led`: each so far was like "Noether E".
    """

    def __init__(self, text: str, place: int):
        self.text, self.place, self.before = text, place, 0
        self.is_closed = self.is_behind_and = self.has_family = self.are_led = False

    def end(self) -> int:
        begin = self.place
        while self.place < len(self.text):
            if self.place > begin and _is_set_off_title(self.text, self.place):
                break
            sign = PIECE.search(self.text, self.place)
            piece = self.text[self.place : sign.start() if sign else len(self.text)]
            if not self._take(piece, is_first=self.place == begin):
                return self._end_within(piece, begin)
            self.is_behind_and = bool(sign and AND.search(sign[0]))
            self.before = self.place
            self.place = sign.end() if sign else len(self.text)
        return self.place if self.place > begin else 0

    def _take(self, piece, *, is_first):
        """Whether a piece is a name, or a part of one."""
        words = ET_AL.sub("", plain(piece).strip(SIGNS))
        if self.has_family and _is_part(words):
            self.is_closed |= self.is_behind_and
            return True
        if is_others(words):
            return True
        if re.search(rf"\S\s+{ITALIC}", piece):  # "E. _Tides_"
            return False
        led = FAMILY_AND_INITIALS.fullmatch(words)
        is_led = bool(led) and are_initials(led[3].strip())
        # "Noether E, Hilbert D. Tide Tables": a title that is set as a name; "Noether E, D Hilbert"
        is_turned = self.are_led and not (is_led or initials_lead(words))
        if not self._may_go_on or is_turned or not _are_names(words):
            return False
        self.are_led = is_led and (self.are_led or is_first)
        self.is_closed, self.has_family = self.is_behind_and, True
        return True

    @property
    def _may_go_on(self):
        return not self.is_closed or self.is_behind_and

    def _end_within(self, piece, begin):
        inner = self._inner_end(piece, may_go_on=self._may_go_on)
        if inner:
            return self.place + inner
        if self.is_behind_and:  # of the title: "Amin S. Wells and words"
            return self.before + self._inner_end(
                self.text[self.before : self.place], may_go_on=True
            )
        return self.place if self.place > begin else 0

    def _inner_end(self, piece, *, may_go_on):
        """Of a name: "C. A tide table", "Claude Moreau. A tide table"; else 0."""
        # "A. *Tides. A journal*": what is set off is no name.
        set_off = re.search(rf"(?<=\S)\s[{ITALIC}{BOLD}]", piece)
        piece = piece[: set_off.end()] if set_off else piece
        for inner in reversed(list(INNER.finditer(piece[:LONGEST_NAME]))):
            head = ET_AL.sub("", plain(piece[: inner.end()]).strip(f"{SIGNS}:：．。—–|·"))
            is_name = may_go_on and _are_names(head) and not are_initials(head)
            if VENUE.fullmatch(head) and YEAR.search(piece):
                continue
            # "D Kumar, ContraDoc: A title"
            before = self.text[self.before : self.place].strip(" ,;")
            if is_collective(before) and " " not in head:  # "Tide Collaboration, Phys. Lett."
                continue
            if ":" in inner[0] and head.isascii() and " " not in head and " " in before:
                continue
            if is_name or (self.has_family and _is_part(head)):
                return inner.end() - len(re.search(rf"[{ITALIC}{BOLD}]?$", inner[0])[0])
        return 0


def _is_set_off_title(text, place):
    """Whether something stands there in italics or bold that is no name, or that none follows."""
    match = EMPHASISED.match(text, place)
    if not match or not _are_names(plain(match[1])):
        return bool(match)
    following = PIECE.split(text[match.end() :].lstrip(" ,;"))[0]
    return ITALIC in match[0] and not _are_names(plain(following))


def _is_part(words):
    """Of a name whose family name stands before: "J. P.", "Jr."."""
    return are_initials(words) or bool(SUFFIX.fullmatch(words))


def is_others(words: str) -> bool:
    """ "et al.", "… others", "eds." """
    return bool(OTHERS.fullmatch(words.strip("… ") or "…") or ROLE.fullmatch(words))


def _are_names(words):
    if len(words) > LONGEST_NAME:
        return False
    names, lost = names_in(words)
    return is_others(words) or (bool(names) and not lost)
